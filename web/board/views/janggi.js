// Janggi: lines and palaces on wood, octagonal men in three sizes.
import { glyph } from "../glyphs/glyph.js";
import { isCho } from "../games.js";
import { corners, svg } from "../svg.js";
import { BoardView } from "./board.js";

const STEP = 100;
const MARGIN = 76;
const INK = { cho: "#0f5f3a", han: "#b01f1c" };
/** Men are larger the more they matter. @type {Record<string, number>} */
const RADIUS = { K: 47, R: 41, C: 41, N: 41, B: 41, A: 33, P: 33 };
/** @type {Record<string, { hanja: [string, string], hangul: [string, string] }>} */
const CHARACTERS = {
  K: { hanja: ["楚", "漢"], hangul: ["초", "한"] },
  A: { hanja: ["士", "士"], hangul: ["사", "사"] },
  R: { hanja: ["車", "車"], hangul: ["차", "차"] },
  C: { hanja: ["包", "包"], hangul: ["포", "포"] },
  N: { hanja: ["馬", "馬"], hangul: ["마", "마"] },
  B: { hanja: ["象", "象"], hangul: ["상", "상"] },
  P: { hanja: ["卒", "兵"], hangul: ["졸", "병"] },
};

/** @param {number} x @param {number} y @param {number} radius */
function octagon(x, y, radius) {
  const cut = radius * 0.42;
  /** @type {[number, number][]} */
  const half = [
    [-radius, -cut],
    [-cut, -radius],
    [cut, -radius],
    [radius, -cut],
  ];
  return corners([...half, ...half.map(([a, b]) => /** @type {[number, number]} */ ([-a, -b]))].map(([a, b]) => [x + a, y + b]));
}

export class JanggiView extends BoardView {
  /** @returns {[number, number]} */
  get size() {
    return [8 * STEP + 2 * MARGIN, 9 * STEP + 2 * MARGIN];
  }

  /** @param {string} square @returns {[number, number]} */
  centre(square) {
    const [column, row] = this.seen(square);
    return [MARGIN + column * STEP, MARGIN + row * STEP];
  }

  background() {
    const [width, height] = this.size;
    const wood = `${this.prefix}-wood`;
    const man = `${this.prefix}-man`;
    const gradient = (/** @type {string} */ id, /** @type {string[]} */ colors, /** @type {Record<string, number>} */ way) =>
      svg("linearGradient", { id, ...way }, colors.map((color, index) => svg("stop", { offset: index / (colors.length - 1), "stop-color": color })));
    const lines = [];
    for (let row = 0; row < 10; row++) lines.push(`M${MARGIN} ${MARGIN + row * STEP}h${8 * STEP}`);
    for (let column = 0; column < 9; column++) lines.push(`M${MARGIN + column * STEP} ${MARGIN}v${9 * STEP}`);
    for (const row of [0, 7]) {
      const [x, y] = [MARGIN + 3 * STEP, MARGIN + row * STEP];
      lines.push(`M${x} ${y}l${2 * STEP} ${2 * STEP}M${x + 2 * STEP} ${y}l${-2 * STEP} ${2 * STEP}`);
    }
    const grain = Array.from({ length: 14 }, (_, index) => {
      const x = ((index * 71) % 97) * 0.0103 * width;
      return svg("path", { d: `M${x} 0C${x + 18} ${height * 0.3} ${x - 22} ${height * 0.6} ${x + 8} ${height}`, stroke: "#a8742f", "stroke-opacity": 0.16, "stroke-width": 2 + (index % 3), fill: "none" });
    });
    return [
      svg("defs", {}, [gradient(wood, ["#ecca8c", "#dfb36a", "#e6c07e"], { x1: 0, y1: 0, x2: 1, y2: 1 }), gradient(man, ["#fff5dc", "#f0d9a6"], { x1: 0, y1: 0, x2: 0, y2: 1 })]),
      svg("rect", { width, height, rx: 14, fill: `url(#${wood})` }),
      ...grain,
      svg("rect", { x: 5, y: 5, width: width - 10, height: height - 10, rx: 11, fill: "none", stroke: "#8a5f22", "stroke-width": 3, "stroke-opacity": 0.7 }),
      svg("path", { d: lines.join(""), stroke: "#553611", "stroke-width": 2.4, fill: "none", "stroke-linecap": "square" }),
      ...this.crosses(),
      ...this.coordinates(),
    ];
  }

  /** Small crosses where soldiers and cannons start. */
  crosses() {
    const squares = [...["a", "c", "e", "g", "i"].flatMap((file) => [`${file}4`, `${file}7`]), "b3", "h3", "b8", "h8"];
    return squares.map((square) => {
      const [x, y] = this.centre(square);
      return svg("path", { d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18`, stroke: "#553611", "stroke-width": 2 });
    });
  }

  coordinates() {
    const labels = [];
    for (let file = 0; file < 9; file++) labels.push(this.label("abcdefghi"[file], this.centre(`${"abcdefghi"[file]}1`)[0], this.size[1] - 11));
    for (let rank = 1; rank <= 10; rank++) labels.push(this.label(String(rank), 22, this.centre(`a${rank}`)[1] + 7));
    return labels;
  }

  /** @param {import("../fen.js").Piece} piece @param {number} x @param {number} y @param {import("./board.js").Scene} scene */
  draw(piece, x, y, scene) {
    const cho = isCho(this.variant, piece.side);
    const ink = cho ? INK.cho : INK.han;
    const radius = RADIUS[piece.letter];
    const character = CHARACTERS[piece.letter][scene.script][cho ? 0 : 1];
    const parts = [
      svg("polygon", { points: octagon(x, y + 4, radius), fill: "#6e4c1c", "fill-opacity": 0.75 }),
      svg("polygon", { points: octagon(x, y, radius), fill: `url(#${this.prefix}-man)`, stroke: "#8d6930", "stroke-width": 2 }),
      svg("polygon", { points: octagon(x, y, radius - 5), fill: "none", stroke: ink, "stroke-width": 1.4, "stroke-opacity": 0.55 }),
      glyph(character, { x, y, size: radius * 1.2, ink, weight: 8.5 }),
    ];
    return [svg("g", { "data-piece": piece.fen, "pointer-events": "none" }, parts)];
  }
}
