// A whole game looked through in the background, by an engine of its own, so that the board stays free.
import { Engine } from "./engine.js";
import { drawGraph } from "./graph.js";
import { winnerOf } from "./games.js";
import { t } from "./i18n.js";
import { ANALYSIS } from "./match.js";
import { byId } from "./svg.js";
import { expectation, scoreText } from "./uci.js";
import { sideName } from "./words.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./game.js").Game} Game */

/** By how much of a point a move must be worse than the best. @type {["??" | "?" | "?!", number][]} */
const MARKS = [
  ["??", 0.3],
  ["?", 0.2],
  ["?!", 0.1],
];

/** @param {number} lost */
export const markOf = (lost) => MARKS.find(([, limit]) => lost >= limit)?.[0] ?? "";

export class Review {
  /** @param {{ game: () => Game, changed: () => void, visit: (node: GameNode) => void, fail: (error: unknown) => void }} page */
  constructor(page) {
    this.page = page;
    /** @type {Engine | null} */
    this.engine = null;
    byId("review").addEventListener("click", () => (this.engine ? this.stop() : this.run().catch(page.fail)));
  }

  stop() {
    this.engine?.close();
    this.engine = null;
    byId("review-progress").hidden = true;
    byId("review").textContent = t("review");
  }

  async run() {
    const game = this.page.game();
    const nodes = game.shown;
    if (nodes.length < 2) {
      byId("review-summary").textContent = t("review.nothing");
      return;
    }
    const engine = new Engine();
    this.engine = engine;
    const progress = byId("review-progress");
    Object.assign(progress, { hidden: false, max: nodes.length, value: 0 });
    byId("review").textContent = t("review.stop");
    byId("review-summary").textContent = "";
    try {
      await engine.setOptions({ UCI_Variant: game.variant, ...ANALYSIS, ...Object.fromEntries([...game.engine.options].filter(([name]) => name.startsWith("CheDuk"))) });
      for (const [index, node] of nodes.entries()) {
        await this.judge(engine, game, node);
        if (this.engine !== engine) return;
        progress.value = index + 1;
        progress.textContent = `${index + 1} / ${nodes.length}`;
        this.page.changed();
      }
      byId("review-summary").textContent = summary(nodes, game.variant);
    } catch (error) {
      // Whoever stops the review closes its engine.
      if (this.engine === engine) throw error;
    } finally {
      if (this.engine === engine) this.stop();
    }
  }

  /** @param {Engine} engine @param {Game} game @param {GameNode} node */
  async judge(engine, game, node) {
    const white = node.turn === "w";
    const { result, legal } = node.description;
    let share = 0.5;
    let score = "";
    /** @type {string | null} */
    let best = null;
    if (result !== "*" && (legal.length === 0 || node.children.length === 0)) {
      const winner = winnerOf(game.variant, result);
      share = winner === null ? 0.5 : winner === "w" ? 1 : 0;
      score = result;
    } else {
      const found = await engine.search(game.line(node), `nodes ${byId("effort").value}`);
      const info = found.infos.get(1);
      if (!info) return;
      best = found.best;
      share = white ? expectation(info) : 1 - expectation(info);
      score = scoreText(info.score, white);
    }
    const before = node.parent?.judgement ?? null;
    const mover = node.parent?.turn;
    const lost = before && mover ? (mover === "w" ? before.expectation - share : share - before.expectation) : 0;
    const better = before ? (before.best ?? null) : null;
    const mark = better === node.move ? "" : markOf(lost);
    node.judgement = { expectation: share, score, mark, better: mark ? better : null, best };
  }

  draw() {
    const game = this.page.game();
    drawGraph(byId("graph"), game.shown, game.current, this.page.visit);
  }
}

/** @param {GameNode[]} nodes @param {string} variant */
function summary(nodes, variant) {
  const count = (/** @type {"w" | "b"} */ side, /** @type {string} */ mark) => nodes.filter((node) => node.parent?.turn === side && node.judgement?.mark === mark).length;
  const values = Object.fromEntries(["w", "b"].flatMap((side) => [["??", "blunders"], ["?", "mistakes"], ["?!", "inaccuracies"]].map(([mark, name]) => [`${side}_${name}`, count(/** @type {"w" | "b"} */ (side), mark)])));
  return t("review.summary", { ...values, w: sideName(variant, "w"), b: sideName(variant, "b") });
}
