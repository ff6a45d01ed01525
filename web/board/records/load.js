// Records and positions that are opened: which form they have, and the game that they tell.
import { Game } from "../game.js";
import { startWithSetups } from "../games.js";
import { t } from "../i18n.js";
import { RefusedError } from "../uci.js";
import { looksLikeGib, parseGib } from "./gib.js";
import { parsePgn } from "./pgn.js";
import { resolveSan } from "./san.js";

/** @typedef {import("./pgn.js").GameRecord} GameRecord */
/** @typedef {import("../engine.js").Engine} Engine */

const FEN = /^\S+\/\S+\s+[wb](\s.*)?$/;

/**
 * The games in a text: a PGN, a `.gib`, a FEN with or without moves, or moves alone.
 * @param {string} text
 * @returns {GameRecord[]}
 */
export function parseRecords(text) {
  const trimmed = text.replace(/^\ufeff/, "").trim();
  if (!trimmed) return [];
  const position = /^(?:position\s+)?(?:fen\s+)?([\s\S]*?)(?:\s+moves\s+([\s\S]*))?$/.exec(trimmed);
  const start = position?.[1].trim() ?? "";
  if (FEN.test(start.split("\n")[0]) && !trimmed.startsWith("[")) {
    return [{ variant: null, fen: start.split("\n")[0], tags: {}, moves: (position?.[2] ?? "").split(/\s+/).filter(Boolean), result: null }];
  }
  if (start === "startpos") return [{ variant: null, fen: null, tags: {}, moves: (position?.[2] ?? "").split(/\s+/).filter(Boolean), result: null }];
  return looksLikeGib(trimmed) ? parseGib(trimmed) : parsePgn(trimmed);
}

/** How a game is called in a list. @param {GameRecord} record @param {number} index */
export function recordName({ tags, moves, result }, index) {
  const players = [tags.White, tags.Black].filter((name) => name && name !== "?").join(" – ");
  return [`${index + 1}.`, players || tags.Event || "", t("records.plies", { count: moves.length }), result ?? ""].filter(Boolean).join(" ");
}

/**
 * The game of a record.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {string} variant of the page, if the record does not say it
 * @returns {Promise<{ game: Game, warning: string | null }>}
 */
export async function openRecord(engine, record, variant) {
  const sameFamily = record.variant === "janggi" && record.setups && variant.startsWith("janggi") && variant !== "janggistrict";
  const name = sameFamily ? variant : (record.variant ?? variant);
  if (record.tags.판) throw new RefusedError(t("records.board", { board: record.tags.판 }));
  const starts = record.fen ? [record.fen] : record.setups ? record.setups.map(([cho, han]) => startWithSetups(name, cho, han)) : [undefined];
  /** @type {{ game: Game, warning: string | null } | null} */
  let best = null;
  for (const fen of starts) {
    const game = await new Game(engine, name, fen).open();
    const resolve = (/** @type {string} */ move, /** @type {import("../game.js").GameNode} */ node) => resolveSan(move, { variant: name, fen: node.fen, legal: node.description.legal });
    const refused = await game.replay(record.moves, resolve);
    const played = game.current.ply;
    if (!best || played > best.game.current.ply) best = { game, warning: refused && t("records.cut", { played, count: record.moves.length, why: refused }) };
    if (!refused) break;
  }
  if (!best) throw new RefusedError(t("records.nothing"));
  const { game } = best;
  game.tags = record.tags;
  if (record.result && record.result !== "*" && !best.warning && !game.over && record.moves.length) game.agreed = { node: game.current, result: record.result, reason: "record" };
  return best;
}
