// Records of Janggi as Korean sites and programs exchange them: `.gib`.
import { SETUPS } from "../games.js";

/** @typedef {import("./pgn.js").GameRecord} GameRecord */

/** Set-ups by their Korean names, from file b to file h for both sides. @type {Record<string, string>} */
const SETUP_NAMES = {
  마상상마: "masangsangma",
  상마마상: "sangmamasang",
  상마상마: "sangmasangma",
  마상마상: "masangmasang",
  기동차: "gidongcha",
  안상: "masangsangma",
  바깥상: "sangmamasang",
  왼상: "sangmasangma",
  오른상: "masangmasang",
};
const COMMON = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];
const TAGS = { Event: "대회명", Round: "회전", Date: "대국일자", Site: "대국장소", White: "초대국자", Black: "한대국자" };

/** @param {string} text */
export const looksLikeGib = (text) => /\[(대회명|초대국자|한대국자|초차림|한차림|초포진|한포진|대국결과|판)\s/.test(text) || /\d+\.\s*\d\d[가-힣一-龥]+\d\d/.test(text);

/** A board that is not the start: which one it is, is not settled. */
export class UnknownBoardError extends Error {}

/** @param {string} text @returns {GameRecord[]} */
export function parseGib(text) {
  /** @type {GameRecord[]} */
  const games = [];
  /** @type {GameRecord | null} */
  let game = null;
  // A value may have quotes, escaped or not, and end with a backslash. A comment without an end goes on to the next tags.
  const form = /\[\s*([^\s"\]]+)\s+"(?:((?:\\.|[^\\\r\n])*?)|([^\r\n]*?))"\s*\]|\{(?:[^}]*\}|[\s\S]*?(?=\n\s*\[|$))|한수쉼|(?:[楚漢초한])?(\d\d[가-힣一-龥]*\d\d)[가-힣一-龥]*|\d+\./g;
  for (const [token, name, escaped, plain, move] of text.matchAll(form)) {
    if (!game || (name && game.moves.length)) {
      game = { variant: "janggi", fen: null, tags: {}, moves: [], result: null };
      games.push(game);
    }
    if (name) game.tags[name] = withCharacters(escaped?.replace(/\\(.)/g, "$1") ?? plain);
    else if (move) game.moves.push(move);
    else if (token === "한수쉼") game.moves.push(token);
  }
  return games.map(finish);
}

/** With the characters that `&#128512;` stands for, which CP949 does not have. @param {string} text */
const withCharacters = (text) => text.replace(/&#(\d{1,7});/g, (token, number) => (number <= 0x10ffff ? String.fromCodePoint(number) : token));

/** @param {GameRecord} game */
function finish(game) {
  const { tags } = game;
  const named = (/** @type {string | undefined} */ text) => {
    const name = (text ?? "").trim().replace(/차림$/, "").trim();
    return Object.hasOwn(SETUP_NAMES, name) ? SETUP_NAMES[name] : undefined;
  };
  const cho = named(tags.초차림 ?? tags.초포진);
  const han = named(tags.한차림 ?? tags.한포진);
  /** @type {[string, string][]} */
  const setups = [];
  for (const ours of cho ? [cho] : COMMON) for (const theirs of han ? [han] : COMMON) setups.push([ours, theirs]);
  game.setups = setups;
  game.result = resultOf(tags.대국결과 ?? "");
  for (const [english, korean] of Object.entries(TAGS)) if (tags[korean]) tags[english] = tags[korean];
  return game;
}

/** Who won by the words of a record, from Cho's view. @param {string} text */
export function resultOf(text) {
  if (/무승부|비김|^\s*빅장\s*$/.test(text)) return "1/2-1/2";
  const cho = /초|楚/.exec(text);
  const han = /한|漢/.exec(text);
  if (!/승|외통/.test(text)) return "*";
  if (cho && (!han || cho.index < han.index)) return "1-0";
  return han ? "0-1" : "*";
}

/** The words of a record for a result. @param {string} result from Cho's view @param {string} reason */
function resultWords(result, reason) {
  if (result === "*") return "미상";
  if (result === "1/2-1/2") return reason === "agreement" ? "무승부(동의)" : reason === "bikjang" ? "무승부(빅장)" : "무승부";
  const winner = result === "1-0" ? "초" : "한";
  const how = { resignation: "기권승", time: "시간승", points: "점수승", passes: "점수승", nocapture: "점수승", repetition: "점수승", bikjang: "점수승" }[reason];
  return `${winner} ${how ?? "완승"}`;
}

/** The Korean name of a side's set-up, by its back rank. @param {string} rank */
export function setupName(rank) {
  const upper = rank.toUpperCase();
  const value = Object.entries(SETUPS).find(([, letters]) => letters === upper)?.[0];
  return Object.entries(SETUP_NAMES).find(([, name]) => name === value)?.[0] ?? null;
}

/**
 * @param {object} game
 * @param {string} game.fen where it begins
 * @param {string[]} game.moves as `record` writes them
 * @param {string} game.result from Cho's view
 * @param {string} game.reason
 * @param {Record<string, string>} game.tags
 */
export function writeGib({ fen, moves, result, reason, tags }) {
  const ranks = fen.split(" ")[0].split("/");
  const strict = fen.split(" ")[1] === "b";
  const [cho, han] = strict ? [ranks[0], ranks[9]] : [ranks[9], ranks[0]];
  const names = { cho: setupName(cho), han: setupName(han) };
  if (!names.cho || !names.han) throw new UnknownBoardError("records.gibstart");
  const kept = Object.fromEntries(Object.entries(tags).filter(([name]) => /[가-힣]/.test(name)));
  const rows = {
    대회명: tags.Event ?? "장군",
    회전: tags.Round ?? "",
    대국일자: tags.Date ?? "",
    대국장소: tags.Site ?? "",
    초대국자: tags.White ?? "",
    한대국자: tags.Black ?? "",
    ...kept,
    초차림: names.cho,
    한차림: names.han,
    총수: String(moves.length),
    // The record's own words say more than who won, but the game may have gone on to another end.
    대국결과: kept.대국결과 && resultOf(kept.대국결과) === result ? kept.대국결과 : resultWords(result, reason),
  };
  const header = Object.entries(rows).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&").replace(/[\r\n]+/g, " ")}"]`).join("\r\n");
  const words = moves.map((move, index) => `${index + 1}. ${move}`);
  const lines = [];
  for (let index = 0; index < words.length; index += 6) lines.push(words.slice(index, index + 6).join(" "));
  return `${header}\r\n\r\n${lines.join("\r\n")}\r\n\r\n`;
}
