// From pointing to moves: a piece or a piece in hand, its target, and where CheDuk wants it, a tile to return to or a choice of actions.
import { originOf, parseMove } from "./moves.js";

/** @typedef {import("./moves.js").MoveParts} MoveParts */
/** @typedef {import("./fen.js").Position} Position */

/** What a click leads to: a move, a choice between moves that are pointed at alike, or a selection. @typedef {{ move: string } | { choose: string[] } | null} Decision */

export class Input {
  constructor() {
    /** @type {MoveParts[]} */
    this.moves = [];
    /** A square, or `@` and a letter. @type {string | null} */
    this.selected = null;
    /** CheDuk: the embassy that is entered, while the tile to return to is pointed at. @type {string | null} */
    this.entering = null;
    /** A square that was pointed at before the piece in hand that goes there. @type {string | null} */
    this.aimed = null;
  }

  /** Begins anew with the legal moves of a position. @param {string[]} legal */
  reset(legal) {
    this.moves = legal.map(parseMove);
    this.clear();
  }

  clear() {
    this.selected = this.only;
    this.entering = null;
    this.aimed = null;
  }

  /** Where nothing but one kind of piece can be placed, as in CheDuk's set-up, it need not be pointed at. */
  get only() {
    const [origin, ...others] = this.origins;
    return origin?.startsWith("@") && !others.length ? origin : null;
  }

  /** Where moves begin. */
  get origins() {
    return new Set(this.moves.map(originOf));
  }

  get fromSelected() {
    return this.moves.filter((move) => originOf(move) === this.selected);
  }

  /** What can be pointed at now. @param {Position} position @returns {Map<string, "move" | "capture" | "special">} */
  targets(position) {
    /** @type {Map<string, "move" | "capture" | "special">} */
    const targets = new Map();
    for (const move of this.fromSelected) {
      if (this.entering) {
        if (move.kind === "enter" && move.to === this.entering && move.back) targets.set(move.back, "special");
        continue;
      }
      const piece = position.pieces.get(move.to);
      if (move.kind === "same") continue;
      if (piece && piece.side !== position.turn) targets.set(move.to, "capture");
      else if (!targets.has(move.to)) targets.set(move.to, move.kind === "move" || move.kind === "drop" ? "move" : "special");
    }
    return targets;
  }

  /** A square is pointed at. @param {string} square @param {boolean} sameTwice whether a second click on a piece plays its move onto its own square @returns {Decision} */
  point(square, sameTwice) {
    if (this.entering) {
      const move = this.fromSelected.find(({ kind, to, back }) => kind === "enter" && to === this.entering && back === square);
      if (move) return { move: move.text };
      this.clear();
    }
    if (this.selected !== null) {
      const hits = this.fromSelected.filter(({ to, kind }) => to === square && (kind !== "same" || sameTwice));
      const plain = hits.filter(({ kind }) => kind !== "enter");
      if (hits.length > plain.length && plain.length === 0) {
        this.entering = square;
        return null;
      }
      if (plain.length === 1) return { move: plain[0].text };
      if (plain.length > 1) return { choose: plain.map(({ text }) => text) };
      if (this.selected === square) {
        this.clear();
        return null;
      }
    }
    this.select(square);
    return null;
  }

  /** A piece in hand is pointed at. @param {string} letter @returns {{ move: string } | null} */
  hand(letter) {
    const drop = this.moves.find((move) => move.drop === letter && move.to === this.aimed);
    if (drop) return { move: drop.text };
    this.select(`@${letter}`);
    return null;
  }

  /** Selects a square, or a piece in hand by `@` and its letter; what is selected is let go. @param {string} origin */
  select(origin) {
    const aimed = this.aimed;
    const again = this.selected === origin;
    this.clear();
    if (this.origins.has(origin)) this.selected = again ? this.only : origin;
    else if (aimed !== origin && this.moves.some(({ drop, to }) => drop && to === origin)) this.aimed = origin;
  }

  /** Selects what is dragged. @param {string} origin */
  pick(origin) {
    this.clear();
    this.selected = origin;
  }
}
