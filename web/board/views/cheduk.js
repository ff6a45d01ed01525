// CheDuk: hexagons with shaded territories, embassies, gathered tiles; discs with guards attached; reserves and counters of information.
import { glyph } from "../glyphs/glyph.js";
import { corners, svg } from "../svg.js";
import { BoardView, MARKS } from "./board.js";
import { informationOf, territoryOf, tileNumber } from "./territory.js";

/** @typedef {import("./board.js").Scene} Scene */
/** @typedef {import("../games.js").Side} Side */

const RADIUS = 58;
const WIDTH = RADIUS * Math.sqrt(3);
const MARGIN = 40;
const STRIP = 96;
const COLORS = { w: { ink: "#a81d1a", face: "#fff3ea", soft: "#e2776a" }, b: { ink: "#1c449c", face: "#eef4ff", soft: "#5f8be0" } };
/** @type {Record<string, { hanja: string, hangul: string }>} */
const CHARACTERS = {
  C: { hanja: "首", hangul: "수" },
  D: { hanja: "外", hangul: "외" },
  E: { hanja: "特", hangul: "특" },
  A: { hanja: "使", hangul: "사" },
  S: { hanja: "諜", hangul: "첩" },
  G: { hanja: "守", hangul: "경" },
};

export class ChedukView extends BoardView {
  /** The option CheDuk_Territory. @type {"wedge" | "span"} */
  territory = "wedge";

  /** @returns {[number, number]} */
  get size() {
    return [11.5 * WIDTH + 2 * MARGIN, 11 * 1.5 * RADIUS + 2 * RADIUS + 2 * MARGIN + 2 * STRIP];
  }

  get step() {
    return WIDTH * 0.96;
  }

  /** @param {string} square @returns {[number, number]} */
  centre(square) {
    const [column, row] = this.seen(square);
    // Seen from the other side every second row is still pushed to the right: a half turn exchanges odd and even rows.
    const pushed = row % 2 ? 0.5 : 0;
    return [MARGIN + (column + 0.5 + pushed) * WIDTH, STRIP + MARGIN + RADIUS + row * 1.5 * RADIUS];
  }

  /** @param {string} square @param {number} [radius] */
  hexagon(square, radius = RADIUS) {
    const [x, y] = this.centre(square);
    const turns = [0, 1, 2, 3, 4, 5].map((turn) => ((turn + 0.5) * Math.PI) / 3);
    return corners(turns.map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]));
  }

  /** @param {string} square */
  area(square) {
    return svg("polygon", { points: this.hexagon(square) });
  }

  background() {
    const [width, height] = this.size;
    const labels = "abcdefghijk".split("").map((file) => this.label(file, this.centre(`${file}${this.flipped ? 12 : 1}`)[0], height - STRIP - 12));
    const ranks = Array.from({ length: 12 }, (_, index) => this.label(String(index + 1), 18, this.centre(`a${index + 1}`)[1] + 7));
    return [
      svg("rect", { width, height, rx: 16, fill: "#cfa468" }),
      svg("rect", { x: 5, y: 5, width: width - 10, height: height - 10, rx: 12, fill: "none", stroke: "#8a5f22", "stroke-width": 3 }),
      ...[16, height - STRIP + 4].map((y) => svg("rect", { x: MARGIN, y, width: width - 2 * MARGIN, height: STRIP - 20, rx: 14, fill: "#fff7e6", "fill-opacity": 0.45 })),
      ...labels,
      ...ranks,
    ];
  }

  /** @param {string} square @param {Scene} scene */
  ground(square, scene) {
    const owner = territoryOf(square, scene.position, this.territory);
    const [x, y] = this.centre(square);
    const dark = (square.charCodeAt(0) + Number(square.slice(1))) % 2 === 0;
    const parts = [svg("polygon", { points: this.hexagon(square, RADIUS - 1.5), fill: dark ? "#efe0c0" : "#f8eed8", stroke: "#a37c42", "stroke-width": 1.5 })];
    if (owner) parts.push(svg("polygon", { points: this.hexagon(square, RADIUS - 2), fill: COLORS[owner].soft, "fill-opacity": dark ? 0.58 : 0.46 }));
    for (const side of /** @type {Side[]} */ (["w", "b"])) {
      const embassy = scene.position.embassies[side];
      if (embassy?.square === square) parts.push(...this.embassy(square, side, embassy.occupied));
      else if (!embassy && scene.position.settingUp) {
        const number = tileNumber(side, square);
        if (number !== null) parts.push(svg("polygon", { points: this.hexagon(square, RADIUS - 6), fill: COLORS[side].soft, "fill-opacity": 0.25 }), this.label(String(number), x, y + 12, { "font-size": 34, fill: COLORS[side].ink, "fill-opacity": 0.8 }));
      }
    }
    return parts;
  }

  /** A number on the tile stays readable. @param {string} square @param {Scene} scene @param {"move" | "special"} target */
  targetMark(square, scene, target) {
    const { position } = scene;
    if (!position.settingUp || position.embassies[position.turn]) return super.targetMark(square, scene, target);
    return svg("polygon", { points: this.hexagon(square, RADIUS - 7), fill: "none", stroke: MARKS.target, "stroke-width": 4, "stroke-opacity": 0.75 });
  }

  /** A gathered tile is marked beside the piece on it. @param {string} square @param {Scene} scene */
  marksAbove(square, scene) {
    if (!scene.position.gathered.includes(square)) return super.marksAbove(square, scene);
    const [x, y] = this.centre(square);
    const sheet = svg("path", { d: `M${x - 45} ${y + 8}h17v22h-17z`, fill: "#2b2620", stroke: "#fff7e6", "stroke-width": 1.5 });
    const text = svg("path", { d: `M${x - 41} ${y + 14}h9m-9 5h9m-9 5h5`, stroke: "#ffffff", "stroke-width": 2 });
    return [svg("g", { "pointer-events": "none" }, [sheet, text]), ...super.marksAbove(square, scene)];
  }

  /** @param {string} square @param {Side} side @param {boolean} occupied */
  embassy(square, side, occupied) {
    const [x, y] = this.centre(square);
    const { ink } = COLORS[side];
    const frame = svg("polygon", { points: this.hexagon(square, RADIUS - 5), fill: "#fffdf6", "fill-opacity": 0.6, stroke: ink, "stroke-width": 5, "stroke-dasharray": occupied ? "10 7" : null });
    const roof = svg("path", { d: `M${x - 20} ${y - 26}L${x} ${y - 44}L${x + 20} ${y - 26}Z`, fill: ink });
    const cross = svg("path", { d: `M${x - 34} ${y - 34}L${x + 34} ${y + 34}M${x + 34} ${y - 34}L${x - 34} ${y + 34}`, stroke: "#2b2620", "stroke-width": 4, "stroke-opacity": 0.6, "stroke-dasharray": "7 6" });
    return occupied ? [frame, roof, cross] : [frame, roof];
  }

  /** @param {import("../fen.js").Piece} piece @param {number} x @param {number} y @param {Scene} scene */
  draw(piece, x, y, scene) {
    const { ink, face } = COLORS[piece.side];
    const quiet = { "pointer-events": "none" };
    const disc = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r, /** @type {string} */ letter) => [
      svg("circle", { cx, cy: cy + r * 0.09, r, fill: "#4d3413", "fill-opacity": 0.6 }),
      svg("circle", { cx, cy, r, fill: face, stroke: ink, "stroke-width": Math.max(2.5, r * 0.08) }),
      glyph(CHARACTERS[letter][scene.script], { x: cx, y: cy, size: r * 1.15, ink, weight: 9 }),
    ];
    const host = svg("g", { ...quiet, "data-piece": piece.fen, "data-informed": piece.informed ? "true" : null }, disc(x, y, piece.letter === "C" ? 41 : 37, piece.letter));
    if (piece.letter === "C") host.append(svg("circle", { cx: x, cy: y, r: 35, fill: "none", stroke: ink, "stroke-width": 1.5 }));
    if (piece.informed) host.append(svg("path", { d: `M${x + 14} ${y - 42}h22v26h-22z`, fill: "#fff9d6", stroke: "#2b2620", "stroke-width": 2 }), svg("path", { d: `M${x + 18} ${y - 35}h14m-14 6h14m-14 6h9`, stroke: "#2b2620", "stroke-width": 2 }));
    if (!piece.guarded) return [host];
    const guard = svg("g", { ...quiet, "data-piece": piece.side === "w" ? "G" : "g", "data-attached": "true" }, disc(x + 25, y + 27, 20, "G"));
    return [host, guard];
  }

  /** @param {Scene} scene */
  aside(scene) {
    return this.sides.flatMap((side) => {
      const y = this.stripCentre(side);
      const hand = BoardView.counted(scene.position.hands[side]);
      const pieces = hand.map(([letter, count], index) => this.handPiece(side, letter, count, this.handPlace(side, index), 0.85, scene));
      const has = informationOf(side, scene.position, this.territory);
      const right = this.size[0] - MARGIN - 34;
      const counters = Array.from({ length: 5 }, (_, index) => {
        const filled = index < has;
        const x = right - (4 - index) * 44;
        const sheet = svg("path", { d: `M${x - 13} ${y - 19}h26v38h-26z`, fill: filled ? COLORS[side].ink : "#fff9ea", "fill-opacity": filled ? 1 : 0.7, stroke: COLORS[side].ink, "stroke-width": 2.5 });
        const text = svg("path", { d: `M${x - 7} ${y - 9}h14m-14 8h14m-14 8h9`, stroke: filled ? "#ffffff" : COLORS[side].soft, "stroke-width": 2.5 });
        return svg("g", {}, [sheet, text]);
      });
      return [svg("g", { "data-hand": side }, pieces), svg("g", { "data-information": has, "data-side": side, "aria-hidden": "true" }, counters)];
    });
  }

  /** @param {Side} side */
  stripCentre(side) {
    return side === this.bottom ? this.size[1] - STRIP + 42 : 54;
  }

  /** @param {Side} side @param {number} index @returns {[number, number]} */
  handPlace(side, index) {
    return [MARGIN + 50 + index * 96, this.stripCentre(side)];
  }

  /** @param {Side} side @param {string} letter @param {Scene} scene @returns {[number, number]} */
  handCentre(side, letter, scene) {
    const index = BoardView.counted(scene.position.hands[side]).findIndex(([held]) => held === letter);
    return this.handPlace(side, Math.max(index, 0));
  }
}
