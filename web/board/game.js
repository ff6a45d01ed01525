// A game with its variations: a tree of positions as the engine describes them, and the one that is looked at.
import { turnOf } from "./fen.js";
import { VARIANTS } from "./games.js";
import { RefusedError } from "./uci.js";

/** @typedef {import("./uci.js").Description} Description */
/** @typedef {import("./games.js").Side} Side */
/** @typedef {import("./engine.js").Engine} Engine */

/**
 * @typedef {object} Judgement of the review
 * @property {number} expectation of the upper-case side, 0 to 1
 * @property {string} score
 * @property {"" | "?!" | "?" | "??"} mark of the move that led here
 * @property {string | null} better the move that was better
 * @property {string | null} best the best move here
 */

export class GameNode {
  /**
   * @param {GameNode | null} parent
   * @param {string | null} move
   * @param {Description} description
   */
  constructor(parent, move, description) {
    this.parent = parent;
    this.move = move;
    this.description = description;
    /** @type {GameNode[]} */
    this.children = [];
    /** The child that was looked at last. @type {GameNode | null} */
    this.next = null;
    /** @type {Judgement | null} */
    this.judgement = null;
    /** @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
  }

  get fen() {
    return this.description.fen;
  }

  /** @returns {Side} */
  get turn() {
    return turnOf(this.fen);
  }

  /** From the first position to this one. @returns {GameNode[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }
}

/** What is known of a start position before the engine has answered. @param {string} fen @returns {Description} */
const undescribed = (fen) => ({ fen, legal: [], result: "*", reason: "-", checkers: [], last: "", record: "", drawOffered: false });

export class Game {
  /** @param {Engine} engine @param {string} variant @param {string} [fen] */
  constructor(engine, variant, fen = VARIANTS[variant].start) {
    this.engine = engine;
    this.variant = variant;
    this.root = new GameNode(null, null, undescribed(fen));
    this.current = this.root;
    /** An end that is not on the board, and the position where it came: resignation, time, agreement. @type {{ node: GameNode, result: string, reason: string } | null} */
    this.agreed = null;
    /** Names and dates of a loaded game. @type {Record<string, string>} */
    this.tags = {};
  }

  /** Has the engine describe the start position, wholly or not at all. */
  async open() {
    const fen = this.root.fen;
    await this.engine.setOption("UCI_Variant", this.variant);
    this.root.description = await this.engine.describe({ fen, moves: [] });
    return this;
  }

  /** The moves to a position, for the engine. @param {GameNode} [node] */
  line(node = this.current) {
    return { fen: this.root.fen, moves: node.path.slice(1).map(({ move }) => move ?? "") };
  }

  /** The line that is looked at, beyond the current position. @returns {GameNode[]} */
  get shown() {
    const nodes = this.current.path;
    for (let node = this.current.next ?? this.current.children[0]; node; node = node.next ?? node.children[0]) nodes.push(node);
    return nodes;
  }

  get atEnd() {
    return this.current.children.length === 0;
  }

  /** Result and reason at a position. @param {GameNode} [node] */
  outcomeAt(node = this.current) {
    const { result, reason } = this.agreed?.node === node ? this.agreed : node.description;
    return { result, reason };
  }

  get outcome() {
    return this.outcomeAt();
  }

  get over() {
    return this.outcome.result !== "*";
  }

  /** @param {GameNode} node */
  visit(node) {
    this.current = node;
    for (let child = node; child.parent; child = child.parent) child.parent.next = child;
  }

  /**
   * Plays a move in any notation that the engine reads.
   * @param {string} move
   * @returns {Promise<GameNode | null>} null if the game has gone elsewhere or ended before the engine had described the move
   */
  async play(move) {
    const { current: from, agreed } = this;
    const known = from.children.find((child) => child.move === move);
    if (known) {
      this.visit(known);
      return known;
    }
    const { fen, moves } = this.line(from);
    const description = await this.engine.describe({ fen, moves: [...moves, move] });
    if (this.current !== from || this.agreed !== agreed) return null;
    const played = description.last || move;
    const node = from.children.find((child) => child.move === played) ?? new GameNode(from, played, description);
    if (!from.children.includes(node)) from.children.push(node);
    this.visit(node);
    return node;
  }

  /** Takes the current position away, with all behind it. */
  takeBack() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    parent.next = null;
    this.visit(parent);
  }

  /**
   * Plays moves of a record from the start. The first that cannot be ends it, and is told.
   * @param {string[]} moves
   * @param {(move: string, node: GameNode) => string} [resolve] finds what a record means by a move
   * @returns {Promise<string | null>} the engine's sentence about the move that it refused
   */
  async replay(moves, resolve = (move) => move) {
    this.visit(this.root);
    for (const move of moves) {
      try {
        await this.play(resolve(move, this.current));
      } catch (error) {
        if (error instanceof RefusedError) return error.message;
        throw error;
      }
    }
    return null;
  }
}
