// Who plays: the engine with its strength, people, the clock, and what players say to each other.
import { GameClock } from "./clock.js";
import { pointsOf, parseFen } from "./fen.js";
import { VARIANTS, isCheduk, other, resultOf } from "./games.js";

/** @typedef {import("./games.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {"person" | "engine"} Player */

/** Levels that the page offers, with the options that make them. @type {Record<string, Record<string, string | number>>} */
export const LEVELS = {
  0: { "Skill Level": 0 },
  2: { "Skill Level": 2 },
  5: { "Skill Level": 5 },
  8: { "Skill Level": 8 },
  10: { "Skill Level": 10 },
  13: { "Skill Level": 13 },
  15: { "Skill Level": 15 },
  18: { "Skill Level": 18 },
  full: {},
};
/** Those of the programme's Twelve Janggi. @type {typeof LEVELS} */
export const TWELVE_LEVELS = { low: { Level: "low" }, middle: { Level: "middle" }, high: { Level: "high" } };

const FULL_STRENGTH = { "Skill Level": 20, Level: "full", MultiPV: 1, UCI_ShowWDL: true };
export const ANALYSIS = { ...FULL_STRENGTH, UCI_AnalyseMode: true };
/** Time for a move of the engine, or a hint, without a clock. */
const MOVE_TIME = "movetime 2000";

/** A player accepts a draw if the engine's last scores are no better than this. */
const LEVEL_SCORE = 0;
const LOST_SCORE = -600;

export class Match {
  /**
   * @param {Game} game
   * @param {Record<Side, Player>} players
   * @param {string} level
   * @param {import("./clock.js").TimeControl | null} control
   * @param {() => void} onEnd
   */
  constructor(game, players, level, control, onEnd) {
    this.game = game;
    this.players = players;
    this.level = level;
    this.onEnd = onEnd;
    this.clock = control && new GameClock(control, (loser) => this.end(other(loser), "time"));
    /** The engine's scores at its own moves. @type {number[]} */
    this.scores = [];
    this.thinking = false;
    /** Nobody plays any more, whatever is tried on the board. */
    this.ended = false;
  }

  /** Whether the game ended by what players did or said, not by what is on the board. */
  get settled() {
    return this.ended && this.game.agreed !== null;
  }

  /** Whether somebody still has to move, whatever is looked at. */
  get running() {
    return !this.ended && this.game.outcomeAt(this.last).result === "*";
  }

  /** Whether it is the engine's turn, at the end of the game. */
  get engineToMove() {
    return this.running && this.players[this.last.turn] === "engine";
  }

  /** Whether the game goes on while an earlier position of it is looked at. */
  get lookingBack() {
    return this.running && this.game.current !== this.last;
  }

  /** CheDuk between two people: the position with the first ambassador, which stays a secret until the second stands. */
  get secret() {
    if (this.ended || !isCheduk(this.game.variant) || this.players.w !== "person" || this.players.b !== "person") return null;
    const { embassies } = parseFen(this.game.variant, this.last.fen);
    return Boolean(embassies.w) !== Boolean(embassies.b) ? this.last : null;
  }

  /** Starts the clock of whoever is to move now, unless the game is over. @param {boolean} moved */
  tick(moved) {
    if (!this.running) this.ended = true;
    if (this.ended) this.clock?.stop();
    else this.clock?.start(this.last.turn, moved);
  }

  /** The end on the board was taken back. */
  resume() {
    this.ended = false;
    this.scores.pop();
    this.tick(false);
  }

  /** The engine's move, or null if it was disturbed by another question. */
  async think() {
    const { engine } = this.game;
    const { last } = this;
    this.thinking = true;
    try {
      const strength = LEVELS[this.level] ?? TWELVE_LEVELS[this.level];
      await engine.setOptions({ ...FULL_STRENGTH, UCI_AnalyseMode: false, ...strength });
      if (this.last !== last || this.ended) return null;
      const { best, infos, givenUp } = await engine.search(this.game.line(last), this.clock ? this.clock.limits : MOVE_TIME);
      if (best === null && !givenUp) throw new Error("engine.lost");
      const score = infos.get(1)?.score;
      if (best && score) this.scores.push(score.kind === "cp" ? score.value : score.value > 0 ? 30000 : -30000);
      return best;
    } finally {
      this.thinking = false;
    }
  }

  /** What the engine would play in the place of the person, at full strength. */
  async hint() {
    const { engine } = this.game;
    await engine.setOptions({ ...FULL_STRENGTH, UCI_AnalyseMode: false });
    return (await engine.search(this.game.line(), MOVE_TIME)).best;
  }

  /** Where the game stands, whatever is looked at. */
  get last() {
    const { shown } = this.game;
    return shown[shown.length - 1];
  }

  /** Whether the engine agrees to a draw; where points decide it is a call for them. */
  engineAgrees() {
    const { game } = this;
    const side = this.players.w === "engine" ? "w" : "b";
    const last = this.scores.slice(-3);
    const always = (/** @type {number} */ limit) => last.length === 3 && last.every((score) => score <= limit);
    if (!VARIANTS[game.variant].points) return always(LEVEL_SCORE);
    const points = pointsOf(parseFen(game.variant, this.last.fen));
    return points[side] > points[other(side)] || always(LOST_SCORE);
  }

  /** Ends the game as agreed: a draw, or by points where they decide. */
  agree() {
    const { variant } = this.game;
    if (!VARIANTS[variant].points) return this.end(null, "agreement");
    const points = pointsOf(parseFen(variant, this.last.fen));
    this.end(points.w > points.b ? "w" : "b", "points");
  }

  /** @param {Side | null} winner @param {string} reason */
  end(winner, reason) {
    const { game } = this;
    if (this.ended) return;
    this.ended = true;
    game.visit(this.last);
    game.agreed = { node: this.last, result: resultOf(game.variant, winner), reason };
    this.clock?.stop();
    game.engine.giveUp();
    this.onEnd();
  }
}
