// Positions, moves and results in words of the chosen language: for the state line, for screen readers, for buttons.
import { VARIANTS, isCheduk, pieceName, winnerOf } from "./games.js";
import { currentLanguage, knows, t } from "./i18n.js";
import { parseMove } from "./moves.js";
import { territoryOf, tileNumber } from "./views/territory.js";

/** @typedef {import("./fen.js").Position} Position */
/** @typedef {import("./games.js").Side} Side */

/** @param {string} variant @param {Side} side */
export const sideName = (variant, side) => t(VARIANTS[variant].sides[side]);

/** @param {Position} position @param {import("./fen.js").Piece} piece */
export function pieceWords({ variant }, piece) {
  const name = t("piece.of", { side: sideName(variant, piece.side), piece: t(pieceName(variant, piece.letter, piece.side)) });
  const extra = [piece.guarded ? t("guarded") : "", piece.informed ? t("informed") : ""].filter(Boolean);
  return [name, ...extra].join(", ");
}

/**
 * A square with what stands there and what it means.
 * @param {string} square
 * @param {Position} position
 * @param {"wedge" | "span"} territory
 */
export function squareWords(square, position, territory) {
  const piece = position.pieces.get(square);
  const parts = [`${square}: ${piece ? pieceWords(position, piece) : t("empty")}`];
  if (isCheduk(position.variant)) parts.push(...tileWords(square, position, territory));
  return parts.join(", ");
}

/** What a tile of CheDuk means. @param {string} square @param {Position} position @param {"wedge" | "span"} territory */
export function tileWords(square, position, territory) {
  const words = [];
  const owner = territoryOf(square, position, territory);
  for (const side of /** @type {Side[]} */ (["w", "b"])) {
    const embassy = position.embassies[side];
    const name = sideName(position.variant, side);
    if (embassy?.square === square) words.push(t(embassy.occupied ? "tile.occupied" : "tile.embassy", { side: name }));
    const number = embassy || !position.settingUp ? null : tileNumber(side, square);
    if (number !== null) words.push(t("tile.ambassador", { side: name, number }));
  }
  if (owner) words.push(t("tile.territory", { side: sideName(position.variant, owner) }));
  else if (position.embassies.w && position.embassies.b) words.push(t("tile.neutral"));
  if (position.gathered.includes(square)) words.push(t("tile.gathered"));
  return words;
}

/** A move in words, seen from the position before it. @param {string} text @param {Position} position */
export function moveWords(text, position) {
  const move = parseMove(text);
  const letter = move.drop ?? position.pieces.get(move.from ?? "")?.letter ?? "?";
  const captured = position.pieces.get(move.to);
  const values = { piece: t(pieceName(position.variant, letter, position.turn)), from: move.from ?? "", to: move.to, back: move.back ?? "" };
  if (move.kind === "move" && captured) {
    if (captured.side !== position.turn) return t("move.capture", { ...values, captured: t(pieceName(position.variant, captured.letter, captured.side)) });
    return t(letter === "C" ? "move.castle" : "move.attach", values);
  }
  if (move.kind === "same") return t(isCheduk(position.variant) ? "move.gather" : "move.pass", values);
  return t(`move.${move.kind}`, values);
}

/** The move as the list shows it: as records have it in Korean, in coordinates in English. @param {import("./game.js").GameNode} node */
export const moveText = (node) => (currentLanguage() === "ko" && node.description.record ? node.description.record : (node.move ?? ""));

/** With a full stop, unless it has an end of its own: another sentence may follow. @param {string} text */
export const sentence = (text) => (/[\p{L}\p{N})\]'"]$/u.test(text) ? `${text}.` : text);

/** @param {string} variant @param {{ result: string, reason: string }} outcome */
export function outcomeWords(variant, { result, reason }) {
  const winner = winnerOf(variant, result);
  // Not every game has a king.
  const own = [variant, VARIANTS[variant].family].map((name) => `reason.${reason}.${name}`);
  const why = t(own.find(knows) ?? `reason.${reason}`);
  return winner ? t("result.win", { side: sideName(variant, winner), reason: why }) : t("result.draw", { reason: why });
}
