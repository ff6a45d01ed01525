// What every legal move is worth: exactly where a table or a strategy knows it, else by a search of all moves.
import { positionCommand } from "./engine.js";
import { ANALYSIS } from "./match.js";
import { expectation, scoreText } from "./uci.js";

/** @typedef {import("./uci.js").Info} Info */
/** @typedef {import("./engine.js").Engine} Engine */

/**
 * @typedef {object} Rating
 * @property {string} move
 * @property {number} order the larger the better for the mover
 * @property {"good" | "even" | "bad"} tone
 * @property {string} short for the board
 * @property {{ key: string, values: Record<string, string | number> }} words by their name in lang/
 */

/**
 * Reads `values N m1=win:5 m2=draw m3=loss:12 m4=?`.
 * @param {string} line
 * @returns {Map<string, string>}
 */
export function parseValues(line) {
  const pairs = line.split(/\s+/).slice(2).map((pair) => pair.split("="));
  return new Map(/** @type {[string, string][]} */ (pairs.filter(([, value]) => value && value !== "?")));
}

/** What the engine knows for certain; empty if it knows the command not. @param {Engine} engine @param {string} position the command that sets it up */
export async function askValues(engine, position) {
  engine.giveUp();
  const lines = await engine.ask([position, "values", "result"], /^result /);
  return parseValues(lines.find((line) => line.startsWith("values ")) ?? "values 0");
}

/** @param {string} move @param {string} value @returns {Rating} */
export function exactRating(move, value) {
  const [kind, plies] = value.split(":");
  const n = Number(plies ?? 0);
  const values = { plies: n };
  if (kind === "win") return { move, order: 10000 - n, tone: "good", short: `W${n}`, words: { key: "value.win", values } };
  if (kind === "loss") return { move, order: -10000 + n, tone: "bad", short: `L${n}`, words: { key: "value.loss", values } };
  const short = { "draw+": "≥=", "draw-": "≤=" }[kind] ?? "=";
  const key = { "draw+": "value.atleast", "draw-": "value.atmost" }[kind] ?? "value.draw";
  return { move, order: kind === "draw-" ? -1 : 0, tone: "even", short, words: { key, values } };
}

/** What a search says of a move. With hits in a table, it is exact. @param {Info} info @param {boolean} whiteToMove @param {boolean} solved whether the game's table answers @returns {Rating} */
export function searchRating(info, whiteToMove, solved) {
  const [move] = info.pv;
  const { kind, value } = info.score;
  if (solved && info.tbhits > 0) {
    // A table's variation goes to the very end; its depth is the distance.
    if (kind === "mate") return exactRating(move, `${value > 0 ? "win" : "loss"}:${info.depth}`);
    return exactRating(move, "draw");
  }
  const share = expectation(info);
  const order = kind === "mate" ? (value > 0 ? 9000 - value : -9000 - value) : value / 100;
  const tone = share > 0.55 ? "good" : share < 0.45 ? "bad" : "even";
  const short = kind === "mate" ? `${value < 0 ? "-" : ""}#${Math.abs(value)}` : (value / 100).toFixed(1);
  return { move, order, tone, short, words: { key: "value.score", values: { score: scoreText(info.score, whiteToMove), depth: info.depth } } };
}

/**
 * Rates all legal moves of a position.
 * @param {import("./game.js").Game} game
 * @param {string} limits
 * @param {(ratings: Rating[]) => void} report
 */
export async function rateMoves(game, limits, report) {
  const { engine } = game;
  const node = game.current;
  const white = node.turn === "w";
  const solved = game.variant === "twelvejanggi" || game.variant === "dobutsu";
  await engine.setOptions({ ...ANALYSIS, MultiPV: Math.min(256, Math.max(1, node.description.legal.length)) });
  const exact = solved ? await askValues(engine, positionCommand(game.line(node))) : new Map();
  /** @type {Map<string, Rating>} */
  const ratings = new Map();
  const tell = () => report([...ratings.values()].sort((a, b) => b.order - a.order));
  for (const [move, value] of exact) ratings.set(move, exactRating(move, value));
  if (exact.size) tell();
  const complete = [...exact.values()].every((value) => /^(win|loss|draw$)/.test(value)) && exact.size >= node.description.legal.length;
  if (complete) return;
  await engine.search(game.line(node), limits, (info) => {
    if (info.score.bound || !info.pv.length) return;
    const known = exact.get(info.pv[0]);
    // A win or a loss that the search has proved says more than a bound by the strategy.
    if (!known || (/^draw[+-]$/.test(known) && info.score.kind === "mate")) ratings.set(info.pv[0], searchRating(info, white, solved));
    if (info.multipv === node.description.legal.length) tell();
  });
  tell();
}
