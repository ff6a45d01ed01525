// Moves of all games: their parts, and what has to be pointed at to play them.

/**
 * @typedef {object} MoveParts
 * @property {string} text as the protocol writes it
 * @property {string | null} from the square; null for a piece from the hand
 * @property {string | null} drop its letter
 * @property {string} to
 * @property {string | null} back CheDuk: where a spy returns to after it has entered the embassy
 * @property {"move" | "drop" | "same" | "return" | "detach" | "enter"} kind `same`: from and to are one square (pass, gather)
 */

const SQUARE = "([a-k](?:1[0-2]|[1-9]))";
const FORMS = {
  drop: /^([A-Z])@([a-k]\d+)$/,
  return: new RegExp(`^${SQUARE}@${SQUARE}$`),
  plain: new RegExp(`^${SQUARE}${SQUARE}(\\+|g|@([a-k]\\d+))?$`),
};

/**
 * @param {string} text
 * @returns {MoveParts}
 */
export function parseMove(text) {
  const drop = FORMS.drop.exec(text);
  if (drop) return { text, from: null, drop: drop[1], to: drop[2], back: null, kind: "drop" };
  const home = FORMS.return.exec(text);
  if (home) return { text, from: home[1], drop: null, to: home[2], back: null, kind: "return" };
  const [, from = "", to = "", tail = "", back = null] = FORMS.plain.exec(text) ?? [];
  const kind = tail === "g" ? "detach" : back ? "enter" : from === to ? "same" : "move";
  return { text, from, drop: null, to, back, kind };
}

/**
 * The pass of Janggi: the general's own point twice.
 * @param {string[]} legal
 */
export const passMove = (legal) => legal.find((move) => parseMove(move).kind === "same") ?? null;

/** Where a move begins: its square, or `@` and the letter of a piece in hand. @param {MoveParts} move */
export const originOf = (move) => move.from ?? `@${move.drop}`;
