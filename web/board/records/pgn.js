// Portable Game Notation: many games in a text, each with tags and moves in any notation that the engine reads.
import { VARIANTS } from "../games.js";
import { followers } from "./tree.js";

/** @typedef {import("./tree.js").MoveTree} MoveTree */

/**
 * A game as a file has it.
 * @typedef {object} GameRecord
 * @property {string | null} variant
 * @property {string | null} fen
 * @property {Record<string, string>} tags
 * @property {string[]} moves of the main line
 * @property {MoveTree} [tree] these and the variations
 * @property {boolean} [commented] whether there were comments, which are not kept
 * @property {string | null} result
 * @property {[string, string][]} [setups] Janggi: set-ups of Cho and Han to try, best first
 */

/** Variations within variations that are kept; deeper ones are left out. */
const DEEPEST = 50;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** @param {string} text @returns {GameRecord[]} */
export function parsePgn(text) {
  /** @type {GameRecord[]} */
  const games = [];
  /** @type {MoveReader | null} */
  let reader = null;
  for (const token of tokens(text)) {
    const tag = /^\[\s*([^\s"]+)\s+"((?:[^"\\]|\\.)*)"\s*\]$/s.exec(token);
    if (!reader || (tag && reader.begun)) {
      reader = new MoveReader();
      games.push(reader.game);
    }
    if (tag) reader.game.tags[tag[1]] = tag[2].replace(/\\(.)/g, "$1");
    else reader.read(token);
  }
  for (const game of games) {
    game.variant = variantOf(game.tags.Variant ?? "");
    game.fen = game.tags.FEN ?? null;
    game.result ??= game.tags.Result ?? null;
  }
  return games.filter(({ moves, tags }) => moves.length || Object.keys(tags).length);
}

/** Reads the moves of one game, with its variations. */
class MoveReader {
  constructor() {
    /** @type {MoveTree} */
    this.tree = [];
    /** @type {GameRecord} */
    this.game = { variant: null, fen: null, tags: {}, moves: [], tree: this.tree, commented: false, result: null };
    this.begun = false;
    /** The place of the last move. */
    this.last = -1;
    /** Where the variations that are open go back to. @type {number[]} */
    this.back = [];
  }

  /** @param {string} token */
  read(token) {
    if (/^[{;]/.test(token)) this.game.commented = true;
    else if (token === "(") {
      this.back.push(this.last);
      // A variation replaces the last move.
      this.last = this.tree[this.last]?.parent ?? -1;
    } else if (token === ")") this.last = this.back.pop() ?? this.last;
    else if (this.back.length > DEEPEST) return;
    else if (RESULTS.includes(token)) {
      this.begun = true;
      if (!this.back.length) this.game.result = token;
    } else {
      this.begun = true;
      this.tree.push({ parent: this.last, move: token });
      this.last = this.tree.length - 1;
      if (!this.back.length) this.game.moves.push(token);
    }
  }
}

/** Tags, moves, results, parentheses and comments; numbers and marks are left out. @param {string} text */
function tokens(text) {
  const found = [];
  const form = /\[\s*[^\s"\]]+\s+"(?:[^"\\]|\\.)*"\s*\]|\{[^}]*(?:\}|$)|;[^\n]*|\(|\)|[^\s(){};[]+/gs;
  for (const [token] of text.replace(/^%.*$/gm, "").matchAll(form)) {
    if (/^[[{;()]/.test(token)) found.push(token);
    else {
      const move = token.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      // A drop of Twelve Janggi, `Zb2!`, ends like a good move; the engine tells the two apart by the rest.
      const kept = /^[A-Z가-힣][a-c][1-4]!$/.test(token.replace(/^\d+\.+/, "")) ? `${move}!` : move;
      if (kept && !/^\$\d+$/.test(kept)) found.push(kept);
    }
  }
  return found;
}

/** The variant that a tag means, in the words of other programs too. @param {string} name */
function variantOf(name) {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  return Object.hasOwn(VARIANTS, plain) ? plain : null;
}

/**
 * @param {object} game
 * @param {string} game.variant
 * @param {string} game.fen where it begins
 * @param {MoveTree} game.tree
 * @param {string} game.result
 * @param {Record<string, string>} game.tags
 */
export function writePgn({ variant, fen, tree, result, tags }) {
  const all = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", ...tags, Result: result, Variant: variant };
  /** @type {[string, string][]} */
  const rows = Object.entries(all).filter(([name]) => name !== "SetUp" && name !== "FEN");
  if (fen !== VARIANTS[variant].start) rows.push(["SetUp", "1"], ["FEN", fen]);
  const header = rows.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`).join("\n");
  const words = moveWords(tree, fen.split(" ")[1] === "b" ? 1 : 0);
  return `${header}\n\n${wrap([...words, result], 80)}\n`;
}

/** Moves with their numbers, variations in parentheses behind the move that they replace. @param {MoveTree} tree @param {number} firstPly */
function moveWords(tree, firstPly) {
  const next = followers(tree);
  /** @type {string[]} */
  const words = [];
  /** @param {number[]} choices @param {number} ply @param {boolean} numbered whether Black's first move needs its number too */
  const line = (choices, ply, numbered) => {
    for (let places = choices; places.length; places = next.get(places[0]) ?? [], ply++) {
      const [main, ...others] = places;
      words.push(numbering(ply, numbered) + tree[main].move);
      for (const other of others) variation(other, ply);
      numbered = others.length > 0;
    }
  };
  /** @param {number} place @param {number} ply */
  const variation = (place, ply) => {
    const from = words.length;
    words.push(numbering(ply, true) + tree[place].move);
    line(next.get(place) ?? [], ply + 1, false);
    words[from] = `(${words[from]}`;
    words[words.length - 1] += ")";
  };
  line(next.get(-1) ?? [], firstPly, true);
  return words;
}

/** @param {number} ply @param {boolean} always */
const numbering = (ply, always) => (ply % 2 === 0 ? `${ply / 2 + 1}. ` : always ? `${(ply + 1) / 2}... ` : "");

/** @param {string[]} words @param {number} width */
function wrap(words, width) {
  const lines = [""];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join("\n");
}
