// What the page has to know of each game before an engine has said a word: boards, pieces, sides, set-ups.

/** @typedef {"janggi" | "twelve" | "cheduk"} Family */
/** @typedef {"w" | "b"} Side `w` is the upper-case side */

/**
 * @typedef {object} Variant
 * @property {Family} family
 * @property {string} start FEN
 * @property {Side} first who moves first in the start position
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} points whether a draw that is offered is a call for points
 * @property {boolean} pass
 * @property {{ w: string, b: string }} sides names of the sides in lang/
 * @property {boolean} [territories] CheDuk: whether the shape of territories can be chosen
 */

const JANGGI = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";
/** @type {Variant} */
const janggi = { family: "janggi", start: `${JANGGI} w - - 0 1`, first: "w", files: 9, ranks: 10, points: true, pass: true, sides: { w: "side.cho", b: "side.han" } };
/** @type {Variant} */
const twelve = { family: "twelve", start: "jks/1z1/1Z1/SKJ[-] w 0 1", first: "w", files: 3, ranks: 4, points: false, pass: false, sides: { w: "side.first", b: "side.second" } };

/** @type {Variant} */
const cheduk = {
  family: "cheduk",
  start: "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0",
  first: "w",
  files: 11,
  ranks: 12,
  points: false,
  pass: false,
  sides: { w: "side.red", b: "side.blue" },
};

/** @type {Record<string, Variant>} */
export const VARIANTS = {
  janggi,
  janggimodern: janggi,
  janggitraditional: { ...janggi, points: false },
  janggicasual: { ...janggi, points: false },
  janggiclassic: { ...janggi, points: false },
  janggistrict: { ...janggi, start: `${JANGGI} b - - 0 1`, first: "b", pass: false, sides: { w: "side.han", b: "side.cho" } },
  twelvejanggi: twelve,
  dobutsu: { ...twelve, start: "gle/1c1/1C1/ELG[-] w 0 1" },
  cheduk: { ...cheduk, territories: true },
  chedukmodern: cheduk,
};

/** Set-ups of Janggi: letters from file a to file i without the generals' file. @type {Record<string, string>} */
export const SETUPS = {
  masangsangma: "RNBA1ABNR",
  sangmamasang: "RBNA1ANBR",
  sangmasangma: "RBNA1ABNR",
  masangmasang: "RNBA1ANBR",
  gidongcha: "BNRA1ARNB",
};

/** Points of the pieces of Janggi. @type {Record<string, number>} */
export const POINTS = { R: 13, C: 7, N: 5, B: 3, A: 3, P: 2, K: 0 };

/**
 * Names of pieces in lang/: `piece.janggi.K`. The soldiers of Han have a name of their own in Korean.
 * @param {string} variant
 * @param {string} letter upper case
 * @param {Side} side
 */
export function pieceName(variant, letter, side) {
  const { family } = VARIANTS[variant];
  const own = family === "janggi" && letter === "P" && !isCho(variant, side) ? ".han" : "";
  return `piece.${variant === "dobutsu" ? "dobutsu" : family}.${letter}${own}`;
}

/** Whether a game is CheDuk, by whichever rules. @param {string} variant */
export const isCheduk = (variant) => VARIANTS[variant].family === "cheduk";

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "w" ? "b" : "w");

/**
 * Janggi: whether `side` is Cho, who is green.
 * @param {string} variant
 * @param {Side} side
 */
export const isCho = (variant, side) => VARIANTS[variant].sides[side] === "side.cho";

/**
 * The start position of Janggi with the set-ups of both.
 * @param {string} variant
 * @param {string} cho
 * @param {string} han
 */
export function startWithSetups(variant, cho, han) {
  const { start, sides } = VARIANTS[variant];
  const [top, bottom] = sides.w === "side.cho" ? [han, cho] : [cho, han];
  const ranks = start.split(" ")[0].split("/");
  ranks[0] = SETUPS[top].toLowerCase();
  ranks[9] = SETUPS[bottom];
  return [ranks.join("/"), ...start.split(" ").slice(1)].join(" ");
}

/**
 * Who has won, or null for a draw and a game that goes on.
 * @param {string} variant
 * @param {string} result from the view of who moves first in the start position
 * @returns {Side | null}
 */
export function winnerOf(variant, result) {
  const { first } = VARIANTS[variant];
  if (result === "1-0") return first;
  return result === "0-1" ? other(first) : null;
}

/**
 * @param {string} variant
 * @param {Side | null} winner
 */
export const resultOf = (variant, winner) => (winner === null ? "1/2-1/2" : winner === VARIANTS[variant].first ? "1-0" : "0-1");
