// Twelve Janggi and Dobutsu: tiles with marks for the directions in which they go, and the hands of both sides.
import { animal } from "../glyphs/animals.js";
import { glyph } from "../glyphs/glyph.js";
import { svg } from "../svg.js";
import { BoardView, MARKS } from "./board.js";

const STEP = 100;
const MARGIN = 34;
const HAND = 92;
const COLORS = { w: { face: "#dcefdf", edge: "#1c6b45", ink: "#0f5636" }, b: { face: "#f9dfda", edge: "#a92a22", ink: "#941f18" } };
/** Directions, file and rank, seen by the owner. @type {Record<string, [number, number][]>} */
const STRAIGHT = { way: [[0, 1], [1, 0], [0, -1], [-1, 0]] };
/** @type {[number, number][]} */
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
/** @type {Record<string, [number, number][]>} */
const WAYS = { K: [...STRAIGHT.way, ...DIAGONAL], S: DIAGONAL, J: STRAIGHT.way, Z: [[0, 1]], H: [...STRAIGHT.way, [1, 1], [-1, 1]] };
/** The letters of Dobutsu, as those of Twelve Janggi. @type {Record<string, string>} */
const SAME = { L: "K", E: "S", G: "J", C: "Z" };
/** @type {Record<string, { hanja: string, hangul: string }>} */
const CHARACTERS = {
  K: { hanja: "王", hangul: "왕" },
  S: { hanja: "相", hangul: "상" },
  J: { hanja: "將", hangul: "장" },
  Z: { hanja: "子", hangul: "자" },
  H: { hanja: "侯", hangul: "후" },
};

export class TwelveView extends BoardView {
  /** @returns {[number, number]} */
  get size() {
    return [3 * STEP + 2 * MARGIN, 4 * STEP + 2 * MARGIN + 2 * HAND];
  }

  /** @param {string} square @returns {[number, number]} */
  centre(square) {
    const [column, row] = this.seen(square);
    return [MARGIN + (column + 0.5) * STEP, HAND + MARGIN + (row + 0.5) * STEP];
  }

  /** @param {string} square */
  area(square) {
    const [x, y] = this.centre(square);
    return svg("rect", { x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP });
  }

  background() {
    const [width, height] = this.size;
    const camps = [
      [0, COLORS[this.sides[0]].edge],
      [3, COLORS[this.sides[1]].edge],
    ].map(([row, fill]) => svg("rect", { x: MARGIN, y: HAND + MARGIN + Number(row) * STEP, width: 3 * STEP, height: STEP, fill, "fill-opacity": 0.28 }));
    const lines = [];
    for (let row = 0; row <= 4; row++) lines.push(`M${MARGIN} ${HAND + MARGIN + row * STEP}h${3 * STEP}`);
    for (let column = 0; column <= 3; column++) lines.push(`M${MARGIN + column * STEP} ${HAND + MARGIN}v${4 * STEP}`);
    const labels = ["a", "b", "c"].map((file) => this.label(file, this.centre(`${file}1`)[0], HAND + 2 * MARGIN + 4 * STEP - 11, { "font-size": 18 }));
    const ranks = [1, 2, 3, 4].map((rank) => this.label(String(rank), 16, this.centre(`a${rank}`)[1] + 6, { "font-size": 18 }));
    return [
      svg("rect", { width, height, rx: 12, fill: "#d9b377" }),
      svg("rect", { x: 4, y: 4, width: width - 8, height: height - 8, rx: 9, fill: "none", stroke: "#8a5f22", "stroke-width": 2.5 }),
      svg("rect", { x: MARGIN, y: HAND + MARGIN, width: 3 * STEP, height: 4 * STEP, fill: "#f4e4c1" }),
      ...camps,
      svg("path", { d: lines.join(""), stroke: "#6b4a1c", "stroke-width": 2.5, "stroke-linecap": "square" }),
      ...[0, 1].map((end) => svg("rect", { x: MARGIN, y: end ? height - HAND - 4 : 14, width: 3 * STEP, height: HAND - 8, rx: 10, fill: "#b98d4d", "fill-opacity": 0.55 })),
      ...labels,
      ...ranks,
    ];
  }

  /** @param {string} square @param {import("./board.js").Scene} scene */
  marksBelow(square, scene) {
    const [x, y] = this.centre(square);
    const box = { x: x - STEP / 2 + 2, y: y - STEP / 2 + 2, width: STEP - 4, height: STEP - 4 };
    const marks = [];
    if (scene.last.includes(square)) marks.push(svg("rect", { ...box, fill: MARKS.last, "fill-opacity": 0.6 }));
    if (scene.checkers.includes(square)) marks.push(svg("rect", { ...box, fill: MARKS.check, "fill-opacity": 0.3 }));
    if (scene.selected === square || scene.aimed === square) marks.push(svg("rect", { ...box, fill: MARKS.select, "fill-opacity": 0.5 }));
    return marks;
  }

  /** @param {import("../fen.js").Piece} piece @param {number} x @param {number} y @param {import("./board.js").Scene} scene */
  draw(piece, x, y, scene) {
    const { face, edge, ink } = COLORS[piece.side];
    const kind = SAME[piece.letter] ?? piece.letter;
    const half = 40;
    const marks = WAYS[kind].map(([dx, dy]) => {
      const angle = (Math.atan2(dx, dy) * 180) / Math.PI;
      const [px, py] = [x + dx * (half - 7.5), y - dy * (half - 7.5)];
      return svg("polygon", { points: "0,-5.5 5,3.5 -5,3.5", fill: edge, transform: `translate(${px} ${py}) rotate(${angle})` });
    });
    const picture = this.variant === "dobutsu" ? animal(piece.letter, { x, y, size: 54 }) : glyph(CHARACTERS[kind][scene.script], { x, y, size: 44, ink, weight: 9 });
    const parts = [
      svg("rect", { x: x - half, y: y - half + 3, width: 2 * half, height: 2 * half, rx: 9, fill: "#5b4018", "fill-opacity": 0.6 }),
      svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 9, fill: face, stroke: edge, "stroke-width": 3 }),
      ...marks,
      picture,
    ];
    // Tiles of the one who sits opposite are seen from there.
    const turned = piece.side === this.bottom ? null : `rotate(180 ${x} ${y})`;
    return [svg("g", { "data-piece": piece.fen, "pointer-events": "none", transform: turned }, parts)];
  }

  /** @param {import("./board.js").Scene} scene */
  aside(scene) {
    return this.sides.map((side) => {
      const hand = BoardView.counted(scene.position.hands[side]);
      const pieces = hand.map(([letter, count], index) => this.handPiece(side, letter, count, this.handPlace(side, index), 0.8, scene));
      return svg("g", { "data-hand": side }, pieces);
    });
  }

  /** @param {import("../games.js").Side} side @param {number} index @returns {[number, number]} */
  handPlace(side, index) {
    return [MARGIN + 50 + index * 92, side === this.bottom ? this.size[1] - HAND + 38 : 56];
  }

  /** @param {import("../games.js").Side} side @param {string} letter @param {import("./board.js").Scene} scene */
  handCentre(side, letter, scene) {
    const index = BoardView.counted(scene.position.hands[side]).findIndex(([held]) => held === letter);
    return this.handPlace(side, Math.max(index, 0));
  }
}
