// A chess clock with increments.

/** @typedef {import("./games.js").Side} Side */
/** @typedef {{ base: number, increment: number }} TimeControl in milliseconds */

/** Minutes and seconds more for each move, as the page offers them. */
export const TIME_CONTROLS = ["", "1+1", "3+2", "5+5", "10+10", "30+30"];

/** @param {string} text @returns {TimeControl | null} */
export function parseTimeControl(text) {
  const [minutes, seconds] = text.split("+").map(Number);
  return text ? { base: minutes * 60_000, increment: seconds * 1000 } : null;
}

/** As `parseTimeControl` reads it. @param {TimeControl} control */
export const timeControlText = ({ base, increment }) => `${base / 60_000}+${increment / 1000}`;

export class GameClock {
  /** @param {TimeControl} control @param {(loser: Side) => void} onFlag */
  constructor(control, onFlag) {
    this.control = control;
    this.onFlag = onFlag;
    /** @type {Record<Side, number>} */
    this.left = { w: control.base, b: control.base };
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.flag = undefined;
  }

  /** @param {Side} side */
  remaining(side) {
    const used = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Starts the clock of `side`, and stops the other's, who has moved. @param {Side} side @param {boolean} [moved] */
  start(side, moved = false) {
    const mover = this.running;
    this.stop();
    if (moved && mover) this.left[mover] += this.control.increment;
    this.running = side;
    this.since = performance.now();
    this.flag = setTimeout(() => {
      this.stop();
      this.onFlag(side);
    }, this.left[side]);
  }

  stop() {
    clearTimeout(this.flag);
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.running = null;
  }

  /** What `go` is told. */
  get limits() {
    const time = (/** @type {Side} */ side) => Math.round(this.remaining(side));
    const { increment } = this.control;
    return `wtime ${time("w")} btime ${time("b")} winc ${increment} binc ${increment}`;
  }
}

/** Minutes and seconds, with tenths at the end. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = milliseconds / 1000;
  const minutes = Math.floor(seconds / 60);
  if (seconds < 20) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
