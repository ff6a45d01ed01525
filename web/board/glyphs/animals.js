// The animals of Dobutsu Shogi: faces on a field of 100 by 100, drawn for this page.
import { svg } from "../svg.js";

const INK = "#3b2a1a";
/** @param {number} cx @param {number} cy @param {number} r @param {string} fill @param {number} [line] */
const circle = (cx, cy, r, fill, line = 0) => svg("circle", { cx, cy, r, fill, stroke: line ? INK : null, "stroke-width": line || null });
/** @param {string} d @param {string} fill @param {number} [line] */
const path = (d, fill, line = 0) => svg("path", { d, fill, stroke: line ? INK : null, "stroke-width": line || null, "stroke-linecap": "round", "stroke-linejoin": "round" });
const eyes = (/** @type {number} */ y, /** @type {number} */ apart) => [circle(50 - apart, y, 4.5, INK), circle(50 + apart, y, 4.5, INK)];

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  L: () => [
    ...Array.from({ length: 12 }, (_, i) => circle(50 + 30 * Math.cos((i * Math.PI) / 6), 50 + 30 * Math.sin((i * Math.PI) / 6), 13, "#c9742b")),
    circle(50, 50, 29, "#f3c25b", 2.5),
    ...eyes(45, 11),
    path("M44 56 L56 56 L50 63 Z", INK),
    path("M50 63 Q42 72 36 66 M50 63 Q58 72 64 66", "none", 2.5),
  ],
  E: () => [
    path("M24 26 Q2 22 6 52 Q10 70 30 62 Z", "#9fb1c4", 2.5),
    path("M76 26 Q98 22 94 52 Q90 70 70 62 Z", "#9fb1c4", 2.5),
    path("M26 44 Q26 16 50 16 Q74 16 74 44 Q74 60 62 66 L60 84 Q58 94 48 90 Q42 86 46 80 L50 76 L48 68 Q26 62 26 44 Z", "#b9c8d8", 2.5),
    ...eyes(42, 12),
  ],
  G: () => [
    path("M40 22 L38 8 M60 22 L62 8", "none", 4),
    circle(38, 7, 5, "#8a5a2b"),
    circle(62, 7, 5, "#8a5a2b"),
    path("M24 30 Q10 24 12 34 Q16 42 28 40 Z M76 30 Q90 24 88 34 Q84 42 72 40 Z", "#f0c766", 2.5),
    path("M28 36 Q30 18 50 18 Q70 18 72 36 L66 68 Q66 90 50 90 Q34 90 34 68 Z", "#f6d57e", 2.5),
    path("M36 28 q8 -4 10 3 q-5 8 -10 -3 Z M56 26 q9 -1 8 6 q-8 4 -8 -6 Z M46 48 q8 -3 9 4 q-6 6 -9 -4 Z", "#b5762f"),
    ...eyes(42, 13),
    path("M40 72 Q50 66 60 72 Q60 84 50 84 Q40 84 40 72 Z", "#e8b46a"),
    circle(46, 75, 2, INK),
    circle(54, 75, 2, INK),
  ],
  C: () => [
    path("M50 20 Q46 10 52 8 M50 20 Q56 12 60 14", "none", 3),
    circle(50, 54, 34, "#ffe169", 2.5),
    ...eyes(48, 12),
    path("M42 58 L58 58 L50 68 Z", "#ef8d32", 2),
    circle(29, 60, 5, "#ffb98a"),
    circle(71, 60, 5, "#ffb98a"),
  ],
  H: () => [
    path("M36 26 Q32 10 42 12 Q46 2 52 10 Q62 4 62 14 Q70 16 64 26 Z", "#d5392f", 2),
    circle(50, 54, 33, "#fffaf0", 2.5),
    ...eyes(47, 12),
    path("M41 56 L59 56 L50 67 Z", "#ef8d32", 2),
    path("M46 68 Q44 82 50 82 Q56 82 54 68 Z", "#d5392f", 1.5),
  ],
};

/**
 * @param {string} letter of the piece, `H` for a hen
 * @param {{ x: number, y: number, size: number }} look
 */
export function animal(letter, { x, y, size }) {
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return svg("g", { transform, "pointer-events": "none", "aria-hidden": "true" }, DRAWINGS[letter]());
}
