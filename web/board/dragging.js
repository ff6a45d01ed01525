// Pieces that are dragged over the board, by mouse, pen or finger.
import { svg } from "./svg.js";

/** @typedef {import("./games.js").Side} Side */

/** How far a pointer may move while it clicks, in pixels. */
const CLICK = 6;

/** What is under the pointer: a square, or a piece in hand and whose it is. @typedef {{ origin: string, side: Side | null, element: SVGElement }} Grip */

export class Dragging {
  /**
   * @param {SVGSVGElement} root
   * @param {{ pick: (origin: string, side: Side | null) => boolean, drop: (square: string | null) => void }} listener `pick` says whether this piece can be dragged
   */
  constructor(root, listener) {
    this.root = root;
    this.listener = listener;
    /** @type {{ grip: Grip, x: number, y: number } | null} */
    this.pressed = null;
    /** The piece that follows the pointer. @type {SVGElement | null} */
    this.ghost = null;
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.release(event));
    root.addEventListener("pointercancel", () => this.cancel());
    // A finger on a piece that can be moved does not scroll the page; browsers do not take `touch-action` from parts of a drawing.
    root.addEventListener("touchmove", (event) => this.pressed && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  press(event) {
    const grip = event.button === 0 && event.isPrimary ? gripOf(event.target) : null;
    this.pressed = grip && { grip, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pressed } = this;
    if (!pressed || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!this.ghost) {
      if (Math.hypot(dx, dy) < CLICK) return;
      // Drawn before the board is drawn anew with the targets.
      const ghost = pieceOf(pressed.grip);
      if (!ghost || !this.listener.pick(pressed.grip.origin, pressed.grip.side)) return this.cancel();
      // From now on the board gets all that this pointer does, and no square takes it for a click.
      this.root.setPointerCapture(event.pointerId);
      this.ghost = ghost;
      this.root.append(ghost);
      pressed.grip.element.classList.add("dragged");
    }
    const scale = this.root.getScreenCTM()?.a || 1;
    this.ghost.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const dragged = this.ghost !== null;
    this.cancel();
    if (!dragged) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    this.listener.drop(under?.getAttribute("data-square") ?? null);
  }

  cancel() {
    this.ghost?.remove();
    this.ghost = null;
    this.pressed?.grip.element.classList.remove("dragged");
    this.pressed = null;
  }
}

/** @param {EventTarget | null} target @returns {Grip | null} */
function gripOf(target) {
  const element = target instanceof Element ? /** @type {SVGElement | null} */ (target.closest("[data-square].movable, [data-handle].movable")) : null;
  if (!element) return null;
  const handle = element.getAttribute("data-handle");
  if (handle) return { origin: `@${handle[1]}`, side: handle[0] === "w" ? "w" : "b", element };
  return { origin: element.getAttribute("data-square") ?? "", side: null, element };
}

/** A copy of the piece, above everything else. @param {Grip} grip */
function pieceOf({ element }) {
  const pieces = element.querySelectorAll("[data-piece]");
  if (!pieces.length) return null;
  const copies = [...pieces].map((piece) => {
    const copy = /** @type {SVGElement} */ (piece.cloneNode(true));
    // It is no second piece for whoever reads the board.
    copy.removeAttribute("data-piece");
    return copy;
  });
  const place = element.getAttribute("transform");
  return svg("g", { "pointer-events": "none", "aria-hidden": "true", opacity: 0.9 }, [svg("g", { transform: place }, copies)]);
}
