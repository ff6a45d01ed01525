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
  }

  /** Begins anew with the legal moves of a position. @param {string[]} legal */
  reset(legal) {
    this.moves = legal.map(parseMove);
    this.clear();
  }

  clear() {
    this.selected = null;
    this.entering = null;
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

  /** Selects a square, or a piece in hand by `@` and its letter. @param {string} origin */
  select(origin) {
    this.entering = null;
    this.selected = this.origins.has(origin) && this.selected !== origin ? origin : null;
  }
}
