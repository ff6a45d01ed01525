// Positions as the FENs of all games tell them, to be drawn. Whether a position holds, the engine decides.
import { POINTS, VARIANTS, isCheduk, isCho } from "./games.js";

/** @typedef {import("./games.js").Side} Side */

/**
 * @typedef {object} Piece
 * @property {string} letter upper case; a promoted chick is `H`
 * @property {string} fen as the FEN has it: `K`, `k`, `+c`
 * @property {Side} side
 * @property {boolean} guarded CheDuk: the guard shares its tile
 * @property {boolean} informed CheDuk: a spy that has gathered
 */

/**
 * @typedef {object} Position
 * @property {string} variant
 * @property {Map<string, Piece>} pieces by square
 * @property {{ w: string[], b: string[] }} hands upper-case letters
 * @property {Side} turn
 * @property {{ w: Embassy | null, b: Embassy | null }} embassies
 * @property {string[]} gathered
 * @property {boolean} settingUp CheDuk's set-up phase
 */

/** @typedef {{ square: string, occupied: boolean }} Embassy */

/** Letters that can be drawn; a FEN of an address may hold anything. @type {Record<string, string>} */
const LETTERS = { janggi: "KARCNBP", twelvejanggi: "KSJZH", dobutsu: "LEGCH", cheduk: "CDEASG" };
/** @param {string} variant */
const lettersOf = (variant) => LETTERS[variant] ?? LETTERS[VARIANTS[variant].family];
/** Horse and elephant by their English names, as some programs write them. @type {Record<string, string>} */
const ENGLISH = { H: "N", E: "B" };

/** @param {number} file @param {number} rank both from 0 */
export const squareAt = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);
/** @param {string} square @returns {[number, number]} file and rank from 0 */
export const placeOf = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];

/**
 * @param {string} variant
 * @param {string} fen
 * @returns {Position}
 */
export function parseFen(variant, fen) {
  const fields = fen.trim().split(/\s+/);
  const [, placement, reserve = ""] = /^([^[]*)(?:\[(.*)\])?$/.exec(fields[0]) ?? ["", fields[0]];
  /** @type {Map<string, Piece>} */
  const pieces = new Map();
  placement.split("/").forEach((row, index, rows) => {
    let file = 0;
    for (const token of row.match(/\d+|\+?[A-Za-z]~?/g) ?? []) {
      if (/^\d/.test(token)) file += Number(token);
      else {
        const piece = pieceOf(variant, token);
        if (lettersOf(variant).includes(piece.letter)) pieces.set(squareAt(file, rows.length - 1 - index), piece);
        file++;
      }
    }
  });
  const letters = [...reserve].filter((letter) => lettersOf(variant).includes(letter.toUpperCase()));
  const cheduk = isCheduk(variant);
  const [red = "-", blue = "-"] = cheduk ? (fields[3] ?? "-/-").split("/") : [];
  return {
    variant,
    pieces,
    hands: {
      w: letters.filter((letter) => letter === letter.toUpperCase()),
      b: letters.filter((letter) => letter !== letter.toUpperCase()).map((letter) => letter.toUpperCase()),
    },
    turn: fields[1] === "b" ? "b" : "w",
    embassies: { w: embassyOf(red), b: embassyOf(blue) },
    gathered: cheduk && fields[4] && fields[4] !== "-" ? fields[4].split(",") : [],
    settingUp: cheduk && fields[6] === "0",
  };
}

/** @param {string} variant @param {string} token @returns {Piece} */
function pieceOf(variant, token) {
  const written = /[A-Za-z]/.exec(token)?.[0] ?? "?";
  const english = VARIANTS[variant].family === "janggi" ? ENGLISH[written.toUpperCase()] : undefined;
  const letter = english ? (written === written.toUpperCase() ? english : english.toLowerCase()) : written;
  const promoted = token.startsWith("+") && !isCheduk(variant);
  return {
    letter: promoted ? "H" : letter.toUpperCase(),
    fen: promoted ? token : letter,
    side: letter === letter.toUpperCase() ? "w" : "b",
    guarded: token.startsWith("+") && isCheduk(variant),
    informed: token.endsWith("~"),
  };
}

/** @param {string} text @returns {Embassy | null} */
const embassyOf = (text) => (text === "-" ? null : { square: text.replace("!", ""), occupied: text.endsWith("!") });

/**
 * The side to move of a FEN.
 * @param {string} fen
 * @returns {Side}
 */
export const turnOf = (fen) => (fen.split(/\s+/)[1] === "b" ? "b" : "w");

/**
 * Points of both sides in Janggi; Han has one and a half for moving second.
 * @param {Position} position
 */
export function pointsOf(position) {
  const points = { w: isCho(position.variant, "w") ? 0 : 1.5, b: isCho(position.variant, "b") ? 0 : 1.5 };
  for (const { letter, side } of position.pieces.values()) points[side] += POINTS[letter] ?? 0;
  return points;
}

/**
 * CheDuk before both ambassadors stand: what is on the board without that of `side`, which the other must not see.
 * @param {string} fen
 * @param {Side} side
 */
export function withoutAmbassador(fen, side) {
  const fields = fen.split(" ");
  const letter = side === "w" ? "A" : "a";
  const [placement, reserve] = fields[0].replace("]", "").split("[");
  const rows = placement.split("/").map((row) => emptied(row, letter));
  const order = "ASSSSSasssss";
  const all = [...(reserve.replace("-", "") + letter)].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
  const embassies = fields[3].split("/");
  embassies[side === "w" ? 0 : 1] = "-";
  return [`${rows.join("/")}[${all}]`, fields[1], fields[2], embassies.join("/"), ...fields.slice(4)].join(" ");
}

/** A rank without a letter; neighbouring numbers of empty tiles are one. @param {string} row @param {string} letter */
function emptied(row, letter) {
  // Taken apart before the letter becomes a number: "9" and "A" and "1" must not read as 9 and 11.
  const tokens = (row.match(/\d+|\D/g) ?? []).map((token) => (token === letter ? "1" : token));
  /** @type {(string | number)[]} */
  const merged = [];
  for (const token of tokens) {
    const last = merged.at(-1);
    if (/\d/.test(token) && typeof last === "number") merged[merged.length - 1] = last + Number(token);
    else merged.push(/\d/.test(token) ? Number(token) : token);
  }
  return merged.join("");
}
