// Portable Game Notation: many games in a text, each with tags and moves in any notation that the engine reads.
import { VARIANTS } from "../games.js";

/**
 * A game as a file has it.
 * @typedef {object} GameRecord
 * @property {string | null} variant
 * @property {string | null} fen
 * @property {Record<string, string>} tags
 * @property {string[]} moves
 * @property {string | null} result
 * @property {[string, string][]} [setups] Janggi: set-ups of Cho and Han to try, best first
 */

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** @param {string} text @returns {GameRecord[]} */
export function parsePgn(text) {
  /** @type {GameRecord[]} */
  const games = [];
  /** @type {GameRecord | null} */
  let game = null;
  let inMoves = false;
  for (const token of tokens(text)) {
    const tag = /^\[\s*([^\s"]+)\s+"((?:[^"\\]|\\.)*)"\s*\]$/s.exec(token);
    if (!game || (tag && inMoves)) {
      game = { variant: null, fen: null, tags: {}, moves: [], result: null };
      games.push(game);
      inMoves = false;
    }
    if (tag) game.tags[tag[1]] = tag[2].replace(/\\(.)/g, "$1");
    else if (RESULTS.includes(token)) {
      game.result = token;
      inMoves = true;
    } else {
      game.moves.push(token);
      inMoves = true;
    }
  }
  for (const game of games) {
    game.variant = variantOf(game.tags.Variant ?? "");
    game.fen = game.tags.FEN ?? null;
    game.result ??= game.tags.Result ?? null;
  }
  return games.filter(({ moves, tags }) => moves.length || Object.keys(tags).length);
}

/** Tags, moves and results; comments, variations, numbers and marks are left out. @param {string} text */
function tokens(text) {
  const found = [];
  let depth = 0;
  const form = /\[\s*[^\s"\]]+\s+"(?:[^"\\]|\\.)*"\s*\]|\{[^}]*(?:\}|$)|;[^\n]*|\(|\)|[^\s(){};[]+/gs;
  for (const [token] of text.replace(/^%.*$/gm, "").matchAll(form)) {
    if (token === "(") depth++;
    else if (token === ")") depth = Math.max(0, depth - 1);
    else if (depth > 0 || token.startsWith("{") || token.startsWith(";")) continue;
    else if (token.startsWith("[")) found.push(token);
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
 * @param {string[]} game.moves
 * @param {string} game.result
 * @param {Record<string, string>} game.tags
 */
export function writePgn({ variant, fen, moves, result, tags }) {
  const all = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", ...tags, Result: result, Variant: variant };
  /** @type {[string, string][]} */
  const rows = Object.entries(all).filter(([name]) => name !== "SetUp" && name !== "FEN");
  if (fen !== VARIANTS[variant].start) rows.push(["SetUp", "1"], ["FEN", fen]);
  const header = rows.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]`).join("\n");
  const blackFirst = fen.split(" ")[1] === "b";
  const words = moves.map((move, index) => {
    const ply = index + (blackFirst ? 1 : 0);
    if (ply % 2 === 0) return `${ply / 2 + 1}. ${move}`;
    return index === 0 ? `1... ${move}` : move;
  });
  return `${header}\n\n${wrap([...words, result], 80)}\n`;
}

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
