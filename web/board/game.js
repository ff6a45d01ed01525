// A game with its variations: a tree of positions as the engine describes them, and the one that is looked at.
import { turnOf } from "./fen.js";
import { VARIANTS } from "./games.js";
import { mainLine } from "./records/tree.js";
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
const undescribed = (fen) => ({ fen, legal: [], result: "*", reason: "-", checkers: [], bikjang: false, last: "", record: "", drawOffered: false });

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

  /** The last position of the main line, which was played or read first. */
  get mainEnd() {
    let node = this.root;
    while (node.children.length) node = node.children[0];
    return node;
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
    const from = this.current;
    const node = from.children.find((child) => child.move === move) ?? (await this.add(from, move, () => this.current === from));
    if (node) this.visit(node);
    return node;
  }

  /**
   * Plays a move at the end of the game, whatever is looked at; it is shown if the end was.
   * @param {GameNode} from
   * @param {string} move
   * @returns {Promise<GameNode | null>} null if that end was taken back or the game ended before the engine had described the move
   */
  async append(from, move) {
    const node = await this.add(from, move, () => from.path.every((node) => !node.parent || node.parent.children.includes(node)));
    if (node && this.current === from) this.visit(node);
    return node;
  }

  /** @param {GameNode} from @param {string} move @param {() => boolean} stillFits @returns {Promise<GameNode | null>} */
  async add(from, move, stillFits) {
    const { agreed } = this;
    const { fen, moves } = this.line(from);
    const description = await this.engine.describe({ fen, moves: [...moves, move] });
    if (!stillFits() || this.agreed !== agreed) return null;
    const played = description.last || move;
    const node = from.children.find((child) => child.move === played) ?? new GameNode(from, played, description);
    if (!from.children.includes(node)) from.children.push(node);
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
   * Plays the moves of a tree. A move that cannot be played is left out with all behind it.
   * @param {import("./records/tree.js").MoveTree} tree
   * @param {(move: string, node: GameNode) => string} [resolve] finds what a record means by a move
   * @returns {Promise<{ nodes: (GameNode | null)[], refused: string | null, lost: number }>} the position behind each move; the engine's sentence
   *   about the move that it refused in the main line; how many moves of variations were left out
   */
  async replay(tree, resolve = (move) => move) {
    /** @type {(GameNode | null)[]} */
    const nodes = [];
    let refused = null;
    let lost = 0;
    let last = this.root;
    const main = mainLine(tree);
    for (const [index, { parent, move }] of tree.entries()) {
      const from = parent < 0 ? this.root : nodes[parent];
      nodes.push(null);
      try {
        if (from) nodes[index] = await this.add(from, resolve(move, from), () => true);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (main.has(index)) refused = error.message;
      }
      const node = nodes[index];
      if (!main.has(index)) lost += node ? 0 : 1;
      else if (node) last = node;
    }
    this.visit(last);
    return { nodes, refused, lost };
  }

  /** All moves, so that they can be kept and played again, without those from `hidden` on. @param {GameNode | null} [hidden] */
  tree(hidden = null) {
    /** @type {import("./records/tree.js").MoveTree} */
    const tree = [];
    /** @type {GameNode[]} */
    const nodes = [];
    /** @type {[GameNode, number][]} */
    const open = this.root.children.map((child) => /** @type {[GameNode, number]} */ ([child, -1])).reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, parent] = next;
      if (node === hidden) continue;
      tree.push({ parent, move: node.move ?? "" });
      nodes.push(node);
      for (const child of [...node.children].reverse()) open.push([child, tree.length - 1]);
    }
    return { tree, nodes };
  }
}
