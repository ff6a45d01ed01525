// CheDuk's hexagons and territories, as protocol.md describes them.
import { placeOf } from "../fen.js";

/** @typedef {import("../games.js").Side} Side */
/** @typedef {import("../fen.js").Position} Position */

/** Cube coordinates: column along a rising diagonal, row from the top. @param {string} square */
function cube(square) {
  const [file, rank] = placeOf(square);
  const row = 11 - rank;
  return { x: file - Math.floor(row / 2), z: row };
}

/** @param {string} one @param {string} two */
export function distance(one, two) {
  const [a, b] = [cube(one), cube(two)];
  const [dx, dz] = [a.x - b.x, a.z - b.z];
  return Math.max(Math.abs(dx), Math.abs(dz), Math.abs(dx + dz));
}

/**
 * Whose territory a tile is.
 * @param {string} square
 * @param {Position} position
 * @param {"wedge" | "span"} kind the option CheDuk_Territory
 * @returns {Side | null}
 */
export function territoryOf(square, { embassies }, kind) {
  const belongs = (/** @type {Side} */ side) => {
    const embassy = embassies[side];
    if (!embassy) return false;
    if (kind === "span") {
      const [[file, rank], [ofFile, ofRank]] = [placeOf(square), placeOf(embassy.square)];
      return Math.abs(file - ofFile) <= 3 && Math.abs(rank - ofRank) <= 4;
    }
    const [tile, home] = [cube(square), cube(embassy.square)];
    const [dz, ds] = [tile.z - home.z, tile.x + tile.z - home.x - home.z];
    return side === "w" ? dz >= 0 && ds >= 0 : dz <= 0 && ds <= 0;
  };
  const [red, blue] = [belongs("w"), belongs("b")];
  if (red && blue && embassies.w && embassies.b) {
    const nearer = distance(square, embassies.w.square) - distance(square, embassies.b.square);
    return nearer === 0 ? null : nearer < 0 ? "w" : "b";
  }
  return red ? "w" : blue ? "b" : null;
}

/** Information that a side has: gathered tiles of the other's territory. @param {Side} side @param {Position} position @param {"wedge" | "span"} kind */
export function informationOf(side, position, kind) {
  return position.gathered.filter((square) => territoryOf(square, position, kind) === (side === "w" ? "b" : "w")).length;
}

/** Tiles on which an ambassador can be placed, with their numbers. @type {Record<Side, string[]>} */
export const AMBASSADOR_TILES = {
  w: "h3 g3 f3 i4 h4 g4 i5 h5 g5 j6 i6 h6 j7 i7 h7 j8 i8 i9".split(" "),
  b: "d10 e10 f10 c9 d9 e9 c8 d8 e8 b7 c7 d7 b6 c6 d6 b5 c5 c4".split(" "),
};
const CENTRE = { w: "f7", b: "f6" };

/** The number of an ambassador tile: the smaller moves first. @param {Side} side @param {string} square */
export const tileNumber = (side, square) => (AMBASSADOR_TILES[side].includes(square) ? distance(square, CENTRE[side]) - 1 : null);
