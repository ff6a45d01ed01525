// What can be learned beside the board: the rules, the keys, and Twelve Janggi solved: why it is a draw, and its longest win.
import { t } from "./i18n.js";
import { DRAW, LONGEST_WIN } from "./lesson_data.js";
import { rulesPage } from "./rules_page.js";
import { byId, html } from "./svg.js";
import { sideName } from "./words.js";

/** @typedef {import("./lesson_data.js").LessonLine} LessonLine */

/** @param {string} step `b2b3=0 b1c2=-30` @returns {[string, number][]} */
export const readStep = (step) =>
  step.split(" ").map((pair) => {
    const [move, value] = pair.split("=");
    return [move, Number(value)];
  });

/** @param {LessonLine} line */
export const movesOf = (line) => line.steps.map((step) => readStep(step)[0][0]);

export class Lesson {
  /** @param {{ game: () => import("./game.js").Game, open: (variant: string, fen: string, moves: string[]) => Promise<boolean>, step: (by: number) => void, draw: (letter: string) => SVGElement[], fail: (error: unknown) => void }} page */
  constructor(page) {
    this.page = page;
    /** @type {LessonLine | null} */
    this.line = null;
  }

  /** @param {LessonLine} line */
  async open(line) {
    if (!(await this.page.open("twelvejanggi", line.fen, movesOf(line)))) return;
    this.line = line;
    this.show();
    byId("lesson-next").focus();
  }

  /** Draws the panel for the position on the board. */
  show() {
    const { variant } = this.page.game();
    const chapter = (/** @type {string} */ name, /** @type {LessonLine} */ line) => [
      html("h3", {}, [t(`learn.${name}.title`)]),
      html("p", { class: "note" }, [t(`learn.${name}.text`)]),
      html("div", { class: "row" }, [html("button", { type: "button", id: `lesson-${name}`, click: () => this.open(line).catch(this.page.fail) }, [t(`learn.open.${name}`)])]),
    ];
    const panel = byId("panel-learn");
    const focused = panel.contains(document.activeElement) ? document.activeElement?.id : null;
    panel.replaceChildren(
      ...this.current(),
      html("section", { class: "rules" }, rulesPage(variant, this.page.draw)),
      html("h2", {}, [t("learn.twelve")]),
      ...chapter("draw", DRAW),
      ...chapter("win", LONGEST_WIN),
      html("h2", {}, [t("learn.shortcuts")]),
      html("p", { class: "note" }, [t("learn.keys")]),
    );
    // What was pressed is there again, and keys go on from it.
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** The step of the lesson that the board shows. @returns {HTMLElement[]} */
  current() {
    const game = this.page.game();
    const { line } = this;
    if (!line || game.variant !== "twelvejanggi" || game.root.fen !== line.fen) return [];
    const { ply, turn } = game.current;
    const onLine = game.line().moves.every((move, index) => move === readStep(line.steps[index] ?? "")[0]?.[0]);
    if (!onLine) return [];
    const buttons = html("div", { class: "row" }, [
      html("button", { type: "button", id: "lesson-previous", click: () => this.page.step(-1) }, [`‹ ${t("previous")}`]),
      html("button", { type: "button", id: "lesson-next", class: "primary", click: () => this.page.step(1) }, [`${t("next")} ›`]),
    ]);
    const step = line.steps[ply];
    if (!step) return [html("p", { id: "lesson-text" }, [t("learn.done")]), buttons];
    const values = readStep(step);
    const [[move, best]] = values;
    const good = values.filter(([, value]) => Math.sign(value) === Math.sign(best)).length;
    const all = values.length;
    const key = best === 0 ? "learn.hold" : best < 0 ? "learn.lost" : good === 1 ? "learn.only" : "learn.keep";
    const words = [
      t("learn.step", { ply: ply + 1, count: line.steps.length, side: sideName(game.variant, turn), move }),
      t(key, { good, all }),
      best === 0 ? "" : t("learn.left", { plies: Math.abs(best) }),
    ];
    const rows = values.map(([other, value]) => {
      const name = value > 0 ? "value.win" : value < 0 ? "value.loss" : "value.draw";
      return html("tr", { class: value > 0 ? "good" : value < 0 ? "bad" : "even" }, [html("td", {}, [other]), html("td", {}, [t(name, { plies: Math.abs(value) })])]);
    });
    const table = html("div", { id: "lesson-values", class: "scroll", tabindex: 0, role: "region", "aria-label": t("learn.values") }, [html("table", {}, [html("tbody", {}, rows)])]);
    return [html("p", { id: "lesson-text" }, [words.filter(Boolean).join(" ")]), buttons, table];
  }
}
