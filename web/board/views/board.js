// What the boards of all games share: points that can be clicked and reached by keys, hands, marks and arrows. A game's own view draws
// board and pieces, and says where a square lies.
import { placeOf, squareAt } from "../fen.js";
import { VARIANTS, other } from "../games.js";
import { corners, round, svg } from "../svg.js";

/** @typedef {import("../fen.js").Position} Position */
/** @typedef {import("../fen.js").Piece} Piece */
/** @typedef {import("../games.js").Side} Side */

/**
 * What is to be shown.
 * @typedef {object} Scene
 * @property {Position} position
 * @property {string | null} selected a square, or `@` and a letter for a piece in the hand of the side to move
 * @property {string | null} aimed a square that waits for a piece in hand
 * @property {Map<string, "move" | "capture" | "special">} targets
 * @property {Set<string>} movable squares and `@` letters from which a move begins
 * @property {string[]} last squares of the last move
 * @property {string[]} checkers
 * @property {{ from: string, to: string, rank: number }[]} arrows
 * @property {Map<string, { text: string, tone: string }>} ratings by square
 * @property {"hanja" | "hangul"} script
 */

/**
 * @typedef {object} Listener
 * @property {(square: string) => void} point
 * @property {(side: Side, letter: string) => void} hand
 * @property {(square: string | null) => void} look the pointer or the focus is on a square
 * @property {(square: string, scene: Scene) => string} nameSquare
 * @property {(side: Side, letter: string, count: number) => string} nameHand
 */

export const MARKS = { last: "#e9b949", select: "#1f7ae0", target: "#1f7ae0", capture: "#c2271f", special: "#8a3ffc", check: "#d11a1a" };
const ARROWS = ["#1b6fd0", "#4b8fdc", "#7faee6", "#a5c6ee", "#c3d9f4"];
const TONES = /** @type {Record<string, string>} */ ({ good: "#187a3d", even: "#4d5560", bad: "#b3261e" });
let drawings = 0;

export class BoardView {
  /**
   * @param {SVGSVGElement} root
   * @param {string} variant
   * @param {boolean} flipped
   * @param {Listener} listener
   */
  constructor(root, variant, flipped, listener) {
    this.root = root;
    this.variant = variant;
    this.flipped = flipped;
    this.listener = listener;
    this.game = VARIANTS[variant];
    /** The square that has the focus because it was clicked. @type {string | null} */
    this.clicked = null;
    /** Gradients need names that no other drawing on the page has. */
    this.prefix = `d${++drawings}`;
    /** @type {Map<string, SVGElement>} */
    this.points = new Map();
    /** What is drawn below and above the area of each point that takes clicks. @type {Map<string, { below: SVGElement, above: SVGElement }>} */
    this.layers = new Map();
    this.focused = this.entrance;
  }

  /** The square to which the tab key comes first. */
  get entrance() {
    return squareAt(Math.floor(this.game.files / 2), this.flipped ? this.game.ranks - 1 : 0);
  }

  // What the views of the games define.
  /** @returns {[number, number]} */
  get size() {
    return [100, 100];
  }
  /** Distance between neighbours, in units of the drawing. */
  get step() {
    return 100;
  }
  /** @param {string} square @returns {[number, number]} */
  centre(square) {
    return [square.length, 0];
  }
  /** @returns {SVGElement[]} */
  background() {
    return [];
  }
  /** The area of a square that takes clicks. @param {string} square @returns {SVGElement} */
  area(square) {
    const [cx, cy] = this.centre(square);
    return svg("circle", { cx, cy, r: this.step * 0.48 });
  }
  /** What lies under a piece. @param {string} _square @param {Scene} _scene @returns {SVGElement[]} */
  ground(_square, _scene) {
    return [];
  }
  /** @param {Piece} _piece @param {number} _x @param {number} _y @param {Scene} _scene @returns {SVGElement[]} */
  draw(_piece, _x, _y, _scene) {
    return [];
  }
  /** Hands and what else changes outside of the squares. @param {Scene} _scene @returns {SVGElement[]} */
  aside(_scene) {
    return [];
  }

  /** File and rank as seen, from the top left. @param {string} square @returns {[number, number]} */
  seen(square) {
    const [file, rank] = placeOf(square);
    return this.flipped ? [this.game.files - 1 - file, rank] : [file, this.game.ranks - 1 - rank];
  }

  /** The side that sits at the bottom. @returns {Side} */
  get bottom() {
    return this.flipped ? "b" : "w";
  }

  /** Builds all that stays while moves are made. */
  build() {
    const [width, height] = this.size;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.points.clear();
    const squares = svg("g", {});
    for (let rank = this.game.ranks - 1; rank >= 0; rank--) {
      for (let file = 0; file < this.game.files; file++) squares.append(this.point(squareAt(file, rank)));
    }
    this.asideLayer = svg("g", {});
    this.arrowLayer = svg("g", { "pointer-events": "none", "aria-hidden": "true" });
    this.root.replaceChildren(svg("g", { "aria-hidden": "true", "pointer-events": "none" }, this.background()), squares, this.asideLayer, this.arrowLayer);
  }

  /** @param {string} square */
  point(square) {
    // The area stays when the rest is drawn anew: a click whose target goes away between press and release would be lost.
    const area = this.area(square);
    for (const [name, value] of Object.entries({ class: "area", fill: "#ffffff", "fill-opacity": "0" })) area.setAttribute(name, value);
    const layers = { below: svg("g", { "pointer-events": "none" }), above: svg("g", { "pointer-events": "none" }) };
    this.layers.set(square, layers);
    const element = svg("g", { "data-square": square, role: "button", class: "point", tabindex: square === this.focused ? 0 : -1 }, [layers.below, area, layers.above]);
    element.addEventListener("click", () => {
      this.clicked = square;
      this.listener.point(square);
    });
    element.addEventListener("blur", () => (this.clicked = null));
    element.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event), square));
    element.addEventListener("focus", () => {
      this.rove(square);
      this.listener.look(square);
    });
    element.addEventListener("mouseenter", () => this.listener.look(square));
    element.addEventListener("mouseleave", () => this.listener.look(null));
    this.points.set(square, element);
    return element;
  }

  /** Only one square is in the order of the tab key; arrows go on from there. @param {string} square */
  rove(square) {
    this.points.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    this.points.get(square)?.setAttribute("tabindex", "0");
  }

  /** Nothing on the board has the focus any more, and the tab key comes to its entrance again. */
  release() {
    const { activeElement } = document;
    if (activeElement instanceof SVGElement && this.root.contains(activeElement)) activeElement.blur();
    this.rove(this.entrance);
  }

  /** @param {KeyboardEvent} event @param {string} square */
  key(event, square) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    // Who clicked here steps through the game with the arrows; who came by keys goes over the board.
    const step = this.clicked === square ? null : steps[event.key];
    if (step) {
      const turn = this.flipped ? -1 : 1;
      const [file, rank] = placeOf(square);
      const next = squareAt(file + turn * step[0], rank + turn * step[1]);
      this.points.get(next)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.listener.point(square);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Scene} scene */
  show(scene) {
    if (this.points.size === 0) this.build();
    for (const [square, element] of this.points) {
      const piece = scene.position.pieces.get(square);
      const [x, y] = this.centre(square);
      const layers = this.layers.get(square);
      layers?.below.replaceChildren(...this.ground(square, scene), ...this.marksBelow(square, scene));
      layers?.above.replaceChildren(...(piece ? this.draw(piece, x, y, scene) : []), ...this.marksAbove(square, scene));
      element.setAttribute("aria-label", this.listener.nameSquare(square, scene));
      element.setAttribute("aria-pressed", String(scene.selected === square || scene.aimed === square));
      element.classList.toggle("movable", scene.movable.has(square));
      element.classList.toggle("active", scene.movable.has(square) || scene.targets.has(square));
    }
    const focus = document.activeElement?.getAttribute("data-handle");
    this.asideLayer?.replaceChildren(...this.aside(scene));
    if (focus) /** @type {SVGElement | null} */ (this.root.querySelector(`[data-handle="${focus}"]`))?.focus();
    this.showArrows(scene);
  }

  /** Only the arrows, which change many times a second while the engine thinks. @param {Scene} scene */
  showArrows(scene) {
    this.arrowLayer?.replaceChildren(...scene.arrows.flatMap((arrow) => this.arrow(arrow, scene)));
  }

  /** @param {string} square @param {Scene} scene @returns {SVGElement[]} */
  marksBelow(square, scene) {
    const [cx, cy] = this.centre(square);
    const r = this.step * 0.47;
    const marks = [];
    // Around a man, which covers what is below it.
    if (scene.last.includes(square)) marks.push(svg("circle", { cx, cy, r: scene.position.pieces.has(square) ? this.step * 0.54 : r, fill: MARKS.last, "fill-opacity": 0.55 }));
    if (scene.checkers.includes(square)) marks.push(svg("circle", { cx, cy, r, fill: MARKS.check, "fill-opacity": 0.35 }));
    if (scene.selected === square || scene.aimed === square) marks.push(svg("circle", { cx, cy, r: r + 2, fill: MARKS.select, "fill-opacity": 0.45 }));
    return marks;
  }

  /** @param {string} square @param {Scene} scene @returns {SVGElement[]} */
  marksAbove(square, scene) {
    const [cx, cy] = this.centre(square);
    const quiet = { "pointer-events": "none" };
    const marks = [];
    const target = scene.targets.get(square);
    if (target === "capture") marks.push(svg("circle", { ...quiet, cx, cy, r: this.step * 0.44, fill: "none", stroke: MARKS.capture, "stroke-width": 5, "stroke-opacity": 0.85 }));
    else if (target) marks.push(this.targetMark(square, scene, target));
    const rating = scene.ratings.get(square);
    if (rating) {
      const width = this.step * (0.16 + rating.text.length * 0.12);
      const top = cy - this.step * 0.44;
      const fill = TONES[rating.tone];
      marks.push(svg("rect", { ...quiet, x: cx - width / 2, y: top, width, height: this.step * 0.26, rx: this.step * 0.08, fill, "fill-opacity": 0.92 }));
      const font = { "font-family": "system-ui, sans-serif", "font-weight": 600, "font-size": this.step * 0.19, "text-anchor": "middle", fill: "#ffffff" };
      marks.push(svg("text", { ...quiet, ...font, x: cx, y: top + this.step * 0.195, "aria-hidden": "true" }, [rating.text]));
    }
    return marks;
  }

  /** @param {string} square @param {Scene} _scene @param {"move" | "special"} target */
  targetMark(square, _scene, target) {
    const [cx, cy] = this.centre(square);
    return svg("circle", { cx, cy, r: this.step * 0.13, fill: target === "special" ? MARKS.special : MARKS.target, "fill-opacity": 0.75 });
  }

  /** Where an arrow from `origin` begins: a square, or a hand. @param {string} origin @param {Scene} scene @returns {[number, number]} */
  originCentre(origin, scene) {
    return origin.startsWith("@") ? this.handCentre(scene.position.turn, origin[1], scene) : this.centre(origin);
  }

  /** @param {Side} side @param {string} _letter @param {Scene} _scene @returns {[number, number]} */
  handCentre(side, _letter, _scene) {
    const [width, height] = this.size;
    return [width / 2, side === this.bottom ? height : 0];
  }

  /** @param {{ from: string, to: string, rank: number }} arrow @param {Scene} scene @returns {SVGElement[]} */
  arrow({ from, to, rank }, scene) {
    const [x1, y1] = this.originCentre(from, scene);
    const [x2, y2] = this.centre(to);
    const color = ARROWS[Math.min(rank, ARROWS.length - 1)];
    const look = { fill: color, "fill-opacity": 0.82 - rank * 0.08 };
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return [svg("circle", { cx: x1, cy: y1, r: this.step * 0.46, fill: "none", stroke: color, "stroke-width": this.step * 0.08, "stroke-opacity": 0.8 })];
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const half = this.step * (0.075 - rank * 0.009);
    const neck = length - this.step * 0.3;
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => /** @type {[number, number]} */ ([x1 + ux * along - uy * aside, y1 + uy * along + ux * aside]);
    const start = Math.min(this.step * 0.2, length / 4);
    const shape = [at(start, half), at(neck, half), at(neck, half * 2.6), at(length - this.step * 0.04, 0), at(neck, -half * 2.6), at(neck, -half), at(start, -half)];
    return [svg("polygon", { points: corners(shape), ...look })];
  }

  /**
   * A piece in hand, as a button.
   * @param {Side} side
   * @param {string} letter
   * @param {number} count
   * @param {[number, number]} centre
   * @param {number} scale
   * @param {Scene} scene
   */
  handPiece(side, letter, count, [x, y], scale, scene) {
    const handle = `@${letter}`;
    const active = side === scene.position.turn && scene.movable.has(handle);
    const selected = side === scene.position.turn && scene.selected === handle;
    const name = this.listener.nameHand(side, letter, count);
    const piece = { letter, fen: side === "w" ? letter : letter.toLowerCase(), side, guarded: false, informed: false };
    const drawing = this.draw(piece, 0, 0, scene);
    const children = [svg("circle", { class: "area", r: this.step * 0.5, fill: selected ? MARKS.select : "#ffffff", "fill-opacity": selected ? 0.5 : 0 }), ...drawing];
    if (count > 1) {
      children.push(svg("circle", { cx: 36, cy: -34, r: 17, fill: "#2b2620" }));
      children.push(svg("text", { x: 36, y: -27, "font-size": 22, "font-family": "system-ui, sans-serif", "font-weight": 700, "text-anchor": "middle", fill: "#ffffff", "aria-hidden": "true" }, [String(count)]));
    }
    const button = svg("g", { role: "button", class: active ? "point active movable" : "point", tabindex: active ? 0 : -1, "aria-label": name, "aria-pressed": String(selected), "aria-disabled": String(!active), "data-handle": `${side}${letter}`, transform: `translate(${round(x)} ${round(y)}) scale(${scale})` }, children);
    button.addEventListener("click", () => this.listener.hand(side, letter));
    button.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      this.listener.hand(side, letter);
    });
    return button;
  }

  /** Letters in a hand with how often they are there. @param {string[]} hand @returns {[string, number][]} */
  static counted(hand) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const letter of hand) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    return [...counts];
  }

  /** The side at the top, then that at the bottom. @returns {[Side, Side]} */
  get sides() {
    return [other(this.bottom), this.bottom];
  }

  /** @param {string} text @param {number} x @param {number} y @param {Record<string, string | number>} [look] */
  label(text, x, y, look = {}) {
    const font = { "font-family": "Georgia, 'Noto Serif KR', serif", "font-size": 22, "text-anchor": "middle", fill: "#6b4f24" };
    return svg("text", { ...font, x: round(x), y: round(y), ...look, "aria-hidden": "true" }, [text]);
  }
}
