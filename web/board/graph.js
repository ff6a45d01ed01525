// The graph of a whole game: the upper-case side's expected share of the points at each move, with its mistakes.
import { corners, svg } from "./svg.js";

/** @typedef {import("./game.js").GameNode} GameNode */

const WIDTH = 400;
const HEIGHT = 120;
/** @type {Record<string, string>} */
export const MARK_COLORS = { "?!": "#d9a21b", "?": "#e0701a", "??": "#c2271f" };

/**
 * @param {SVGElement} root
 * @param {GameNode[]} nodes
 * @param {GameNode} current
 * @param {(node: GameNode) => void} visit
 */
export function drawGraph(root, nodes, current, visit) {
  const x = (/** @type {number} */ index) => (nodes.length > 1 ? (index / (nodes.length - 1)) * WIDTH : 0);
  const y = (/** @type {number} */ share) => 4 + (1 - share) * (HEIGHT - 8);
  /** @type {[number, number][]} */
  const points = [];
  /** @type {SVGElement[]} */
  const dots = [];
  nodes.forEach((node, index) => {
    if (!node.judgement) return;
    const { expectation, mark } = node.judgement;
    points.push([x(index), y(expectation)]);
    if (mark) dots.push(svg("circle", { cx: x(index), cy: y(expectation), r: 4, fill: MARK_COLORS[mark], stroke: "#ffffff", "stroke-width": 1 }));
  });
  const shape = points.length > 1 ? [[points[0][0], HEIGHT], ...points, [points[points.length - 1][0], HEIGHT]] : [];
  const here = nodes.indexOf(current);
  const elements = [
    svg("rect", { width: WIDTH, height: HEIGHT, rx: 6, fill: "#3a4049" }),
    svg("polygon", { points: corners(/** @type {[number, number][]} */ (shape)), fill: "#f1ead9" }),
    svg("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, stroke: "#8c8577", "stroke-dasharray": "4 4" }),
    svg("polyline", { points: corners(points), fill: "none", stroke: "#1b6fd0", "stroke-width": 2 }),
    ...dots,
  ];
  if (here >= 0) elements.push(svg("path", { d: `M${x(here)} 0V${HEIGHT}`, stroke: "#e9b949", "stroke-width": 2 }));
  root.toggleAttribute("hidden", points.length === 0);
  root.replaceChildren(...elements);
  root.onclick = (event) => {
    const box = root.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    if (nodes[index]) visit(nodes[index]);
  };
}
