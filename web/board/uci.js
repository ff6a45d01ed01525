// What an engine says, line by line, as values.

/**
 * One `info` line of a search. Scores are from the side to move's view.
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} multipv
 * @property {{ kind: "cp" | "mate", value: number, bound: boolean }} score
 * @property {[number, number, number] | null} wdl win, draw and loss in thousandths
 * @property {number} nodes
 * @property {number} nps
 * @property {number} tbhits
 * @property {string[]} pv
 */

/**
 * @param {string} line
 * @returns {Info | null} null for a line without a score
 */
export function parseInfo(line) {
  const words = line.split(/\s+/);
  if (words[0] !== "info" || words[1] === "string") return null;
  const at = (/** @type {string} */ name) => words.indexOf(name);
  const number = (/** @type {string} */ name) => (at(name) > 0 ? Number(words[at(name) + 1]) : 0);
  const score = at("score");
  if (score < 0) return null;
  const wdl = at("wdl");
  const pv = at("pv");
  return {
    depth: number("depth"),
    multipv: number("multipv") || 1,
    score: {
      kind: words[score + 1] === "mate" ? "mate" : "cp",
      value: Number(words[score + 2]),
      bound: /bound$/.test(words[score + 3] ?? ""),
    },
    wdl: wdl > 0 ? [Number(words[wdl + 1]), Number(words[wdl + 2]), Number(words[wdl + 3])] : null,
    nodes: number("nodes"),
    nps: number("nps"),
    tbhits: number("tbhits"),
    pv: pv > 0 ? words.slice(pv + 1).filter(Boolean) : [],
  };
}

/**
 * What there is to know of a position.
 * @typedef {object} Description
 * @property {string} fen
 * @property {string[]} legal moves, as the protocol writes them
 * @property {string} result `1-0`, `0-1`, `1/2-1/2` or `*`
 * @property {string} reason
 * @property {string[]} checkers squares
 * @property {boolean} bikjang Janggi: the generals face, and that has a meaning
 * @property {string} last the last move as the protocol writes it, whatever notation it was told in
 * @property {string} record the last move as records have it
 * @property {boolean} drawOffered CheDuk's third repetition: a draw may be agreed
 */

/** The lines to ask for a description; `result` comes last, and once. */
export const DESCRIBE = ["record", "d", "moves", "result"];

/**
 * Reads the answer to `position …` and DESCRIBE.
 * @param {string[]} lines
 * @returns {Description}
 */
export function parseDescription(lines) {
  const refused = lines.find((line) => line.startsWith("info string error: "));
  if (refused) throw new RefusedError(refused.slice("info string error: ".length));
  const after = (/** @type {string} */ word) => lines.find((line) => line.startsWith(word))?.slice(word.length).trim() ?? "";
  const [result, reason] = after("result ").split(" ");
  return {
    fen: after("Fen: "),
    legal: after("moves ").split(/\s+/).slice(1),
    result,
    reason,
    checkers: after("Checkers:").split(/\s+/).filter(Boolean),
    bikjang: lines.some((line) => line.startsWith("Bikjang: ")),
    last: after("Last move: "),
    record: after("record").split(/\s+/).at(-1) ?? "",
    drawOffered: lines.some((line) => line.startsWith("info string repetition: ")),
  };
}

/** A position or a move that the engine does not take; the message is its sentence. */
export class RefusedError extends Error {}

/**
 * Expected share of the points, 0 to 1, from the side to move's view.
 * @param {Info} info
 */
export function expectation(info) {
  if (info.score.kind === "mate") return info.score.value > 0 ? 1 : 0;
  if (info.wdl) return (info.wdl[0] + info.wdl[1] / 2) / 1000;
  return 1 / (1 + Math.exp(-info.score.value / 250));
}

/**
 * Thousandths that add up to 1000 in hundredths that add up to 100: those with the largest remainders are rounded up.
 * @param {number[]} thousandths
 */
export function percentages(thousandths) {
  const percent = thousandths.map((part) => Math.floor(part / 10));
  const missing = 100 - percent.reduce((sum, part) => sum + part, 0);
  const order = thousandths.map((_, index) => index).sort((a, b) => (thousandths[b] % 10) - (thousandths[a] % 10));
  for (const index of order.slice(0, missing)) percent[index] += 1;
  return percent;
}

/**
 * A score in words of chess programs, from White's (upper case) view.
 * @param {Info["score"]} score
 * @param {boolean} whiteToMove
 */
export function scoreText(score, whiteToMove) {
  const value = whiteToMove ? score.value : -score.value;
  if (score.kind === "mate") return `${value < 0 || (value === 0 && whiteToMove) ? "-" : ""}#${Math.abs(value)}`;
  const points = (Math.abs(value) / 100).toFixed(Math.abs(value) >= 10000 ? 0 : 2);
  return `${value < 0 ? "−" : value > 0 ? "+" : ""}${points}`;
}
