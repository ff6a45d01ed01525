// Analysis of the position on the board: bar, lines, arrows, and a rating for every move on demand.
import { positionCommand } from "./engine.js";
import { parseFen } from "./fen.js";
import { VARIANTS } from "./games.js";
import { t } from "./i18n.js";
import { ANALYSIS } from "./match.js";
import { originOf, parseMove } from "./moves.js";
import { askValues, exactRating, rateMoves } from "./ratings.js";
import { byId, html } from "./svg.js";
import { expectation, percentages, scoreText } from "./uci.js";
import { moveWords, sideName } from "./words.js";

/** @typedef {import("./uci.js").Info} Info */
/** @typedef {import("./ratings.js").Rating} Rating */

export class Analysis {
  /** @param {{ game: () => import("./game.js").Game, engineToMove: () => boolean, changed: () => void, arrowsChanged: () => void, play: (move: string) => void, fail: (error: unknown) => void }} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    /** @type {Map<number, Info>} */
    this.infos = new Map();
    /** @type {Rating[]} */
    this.ratings = [];
    /** The position that infos and ratings are about. @type {import("./game.js").GameNode | null} */
    this.node = null;
    this.drawn = 0;
    byId("analyse").addEventListener("click", () => this.toggle());
    byId("lines").addEventListener("change", () => this.on && this.start());
    byId("arrows").addEventListener("change", () => page.changed());
    byId("rate").addEventListener("click", () => this.rate().catch(page.fail));
  }

  toggle(on = !this.on) {
    this.on = on;
    this.toggleLabel();
    if (on) {
      this.page.changed();
      this.start();
    } else {
      if (!this.page.engineToMove()) this.page.game().engine.giveUp();
      this.infos.clear();
      this.show();
      this.page.changed();
    }
  }

  toggleLabel() {
    byId("analyse").setAttribute("aria-pressed", String(this.on));
    byId("analyse").textContent = t(this.on ? "analyse.stop" : "analyse");
  }

  /** The board shows another position: what was said of the last one goes. */
  moved() {
    if (this.node === this.page.game().current) return;
    this.node = this.page.game().current;
    this.infos.clear();
    this.ratings = [];
    this.show();
  }

  /** Runs until the position changes; what goes wrong is told. */
  start() {
    this.run().catch(this.page.fail);
  }

  async run() {
    const game = this.page.game();
    const node = game.current;
    this.moved();
    if (this.page.engineToMove() || node.description.legal.length === 0) return;
    if (VARIANTS[game.variant].family === "twelve") await this.showExact(node);
    await game.engine.setOptions({ ...ANALYSIS, MultiPV: Number(byId("lines").value) });
    if (node !== this.page.game().current || !this.on) return;
    this.infos.clear();
    await game.engine.search(game.line(), "infinite", (info) => {
      if (node !== this.page.game().current || !this.on || info.score.bound) return;
      this.infos.set(info.multipv, info);
      // Draws once a frame, however many lines come.
      this.drawn ||= requestAnimationFrame(() => {
        this.drawn = 0;
        this.showLines();
        this.page.arrowsChanged();
      });
    });
  }

  /** Twelve Janggi is solved: what a table or the strategy knows is shown without being asked for. @param {import("./game.js").GameNode} node */
  async showExact(node) {
    const game = this.page.game();
    const values = await askValues(game.engine, positionCommand(game.line(node)));
    if (node !== this.page.game().current || values.size === 0) return;
    this.ratings = [...values].map(([move, value]) => exactRating(move, value)).sort((a, b) => b.order - a.order);
    this.show();
    this.page.changed();
  }

  async rate() {
    const game = this.page.game();
    const node = game.current;
    this.moved();
    if (this.page.engineToMove() || node.description.legal.length === 0) return;
    byId("rate").disabled = true;
    try {
      await rateMoves(game, "movetime 4000", (ratings) => {
        if (node !== this.page.game().current) return;
        this.ratings = ratings;
        this.show();
        this.page.changed();
      });
    } finally {
      byId("rate").disabled = false;
      if (this.on) this.start();
    }
  }

  /** Arrows for the first moves of the lines. */
  get arrows() {
    if (!this.on || !byId("arrows").checked) return [];
    return [...this.infos.values()].filter(({ pv }) => pv.length).map(({ pv, multipv }) => ({ from: originOf(parseMove(pv[0])), to: parseMove(pv[0]).to, rank: multipv - 1 }));
  }

  /** Ratings on the board: of the selected piece's targets, or the best of each piece. @param {string | null} selected */
  marks(selected) {
    /** @type {Map<string, { text: string, tone: string }>} */
    const marks = new Map();
    for (const { move, short, tone } of this.ratings) {
      const parts = parseMove(move);
      const origin = originOf(parts);
      const square = selected === null ? (parts.from ?? parts.to) : origin === selected ? parts.to : null;
      if (square && !marks.has(square)) marks.set(square, { text: short, tone });
    }
    return marks;
  }

  /** Bar and lines, which change while the engine thinks; buttons stay, so that they can be clicked meanwhile. */
  showLines() {
    const white = this.page.game().current.turn === "w";
    const infos = [...this.infos.values()].sort((a, b) => a.multipv - b.multipv);
    this.bar(infos[0], white);
    const lines = infos.filter(({ pv }) => pv.length);
    const list = byId("variations");
    while (list.children.length > lines.length) list.lastElementChild.remove();
    while (list.children.length < lines.length) {
      const move = html("button", { type: "button", class: "link", click: () => this.page.play(move.textContent ?? "") });
      list.append(html("li", {}, [html("b"), " ", move, html("span")]));
    }
    lines.forEach(({ score, pv }, index) => {
      const [value, move, rest] = list.children[index].children;
      value.textContent = scoreText(score, white);
      move.textContent = pv[0];
      rest.textContent = ` ${pv.slice(1, 12).join(" ")}`;
    });
  }

  show() {
    const game = this.page.game();
    const node = game.current;
    this.showLines();
    const position = parseFen(game.variant, node.fen);
    byId("ratings").hidden = this.ratings.length === 0;
    const rows = this.ratings.map((rating) => {
      const choose = html("button", { type: "button", class: "link", click: () => this.page.play(rating.move) }, [rating.move]);
      const cells = [choose, moveWords(rating.move, position), t(rating.words.key, rating.words.values)].map((cell) => html("td", {}, [cell]));
      return html("tr", { class: rating.tone, "data-move": rating.move, "data-value": rating.short }, cells);
    });
    byId("ratings").replaceChildren(html("table", {}, [html("tbody", {}, rows)]));
  }

  /** @param {Info | undefined} info @param {boolean} white */
  bar(info, white) {
    const bar = byId("evaluation-bar");
    bar.hidden = !this.on;
    if (!info) {
      byId("verdict").textContent = this.on ? t("analysis.begins") : "";
      return;
    }
    const share = white ? expectation(info) : 1 - expectation(info);
    const up = bar.dataset.bottom === "b" ? 1 - share : share;
    byId("bar-fill").setAttribute("y", String(100 - up * 100));
    byId("bar-fill").setAttribute("height", String(up * 100));
    const score = scoreText(info.score, white);
    byId("bar-text").textContent = score.replace(/(\.\d)\d$/, "$1");
    const chances = info.wdl ? percentages(info.wdl) : [0, 0, 0];
    const [win, draw, loss] = white ? chances : [...chances].reverse();
    const words = t("analysis.verdict", { score, depth: info.depth, win, draw, loss, nodes: info.nodes.toLocaleString(), speed: Math.round(info.nps / 1000).toLocaleString(), side: sideName(this.page.game().variant, "w") });
    byId("verdict").textContent = words;
    bar.setAttribute("aria-label", words);
  }
}
