// A character as a drawing.
import { svg } from "../svg.js";
import { HANJA } from "./hanja.js";
import { hangul } from "./hangul.js";

/**
 * A character, centred on `x`, `y`.
 * @param {string} character
 * @param {{ x: number, y: number, size: number, ink: string, weight?: number }} look
 */
export function glyph(character, { x, y, size, ink, weight = 8 }) {
  const strokes = HANJA[character] ?? hangul(character);
  const lines = strokes.map((points) => svg("polyline", { points }));
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  const look = { fill: "none", stroke: ink, "stroke-width": weight, "stroke-linecap": "round", "stroke-linejoin": "round" };
  return svg("g", { ...look, transform, "pointer-events": "none", "aria-hidden": "true" }, lines);
}
