// Records and positions that are opened: which form they have, and the game that they tell.
import { Game } from "../game.js";
import { startWithSetups } from "../games.js";
import { t } from "../i18n.js";
import { RefusedError } from "../uci.js";
import { looksLikeGib, parseGib } from "./gib.js";
import { parsePgn } from "./pgn.js";
import { resolveSan } from "./san.js";
import { lineOf } from "./tree.js";

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
 * What a record gives: its game, how much of it was read, and what could not be.
 * @typedef {{ game: Game, plies: number, refused: string | null, lost: number }} Opened
 */

/**
 * The game of a record. A text of which nothing can be played is refused.
 * @param {Engine} engine
 * @param {GameRecord} record
 * @param {string} variant of the page, if the record does not say it
 * @returns {Promise<Opened>}
 */
export async function openRecord(engine, record, variant) {
  const sameFamily = record.variant === "janggi" && record.setups && variant.startsWith("janggi") && variant !== "janggistrict";
  const name = sameFamily ? variant : (record.variant ?? variant);
  if (record.tags.판) throw new RefusedError(t("records.board", { board: record.tags.판 }));
  const starts = record.fen ? [record.fen] : record.setups ? record.setups.map(([cho, han]) => startWithSetups(name, cho, han)) : [undefined];
  /** @type {Opened | null} */
  let best = null;
  for (const fen of starts) {
    const game = await new Game(engine, name, fen).open();
    const resolve = (/** @type {string} */ move, /** @type {import("../game.js").GameNode} */ node) => resolveSan(move, { variant: name, fen: node.fen, legal: node.description.legal });
    const { refused, lost } = await game.replay(record.tree ?? lineOf(record.moves), resolve);
    const plies = game.current.ply;
    if (!best || plies > best.plies) best = { game, plies, refused, lost };
    if (!refused) break;
  }
  const told = record.moves.length > 0 || Object.keys(record.tags).length > 0;
  if (!best || (best.plies === 0 && !record.fen && told)) throw new RefusedError([t("records.nothing"), best?.refused ?? ""].filter(Boolean).join(" "));
  const { game } = best;
  game.tags = record.tags;
  if (record.result && record.result !== "*" && !best.refused && !game.over && record.moves.length) game.agreed = { node: game.current, result: record.result, reason: "record" };
  return best;
}

/** How many variations a record has. @param {GameRecord} record */
export function variationsOf({ tree = [] }) {
  const parents = tree.map(({ parent }) => parent);
  return parents.length - new Set(parents).size;
}

/** What the user hears of a record that was opened. @param {GameRecord} record @param {Opened} opened */
export function openedWords(record, { plies, refused, lost }) {
  const variations = variationsOf(record);
  return [
    refused ? t("records.cut", { played: plies, count: record.moves.length, why: refused }) : t(plies === 1 ? "records.opened.one" : "records.opened", { count: plies }),
    variations ? t(variations === 1 ? "records.variations.one" : "records.variations", { count: variations }) : "",
    lost ? t(lost === 1 ? "records.lost.one" : "records.lost", { count: lost }) : "",
    record.commented ? t("records.comments") : "",
  ].filter(Boolean).join(" ");
}
