// The page: puts the parts together and carries what is clicked from one to the other.
import { askedFen, askedLanguage, askedVariant } from "./address.js";
import { Analysis } from "./analysis.js";
import { listen } from "./controls.js";
import { ask } from "./dialog.js";
import { Engine } from "./engine.js";
import { parseFen } from "./fen.js";
import { Game } from "./game.js";
import { VARIANTS, other } from "./games.js";
import { preferredLanguage, recall, remember, setLanguage, t, translate } from "./i18n.js";
import { Input } from "./input.js";
import { Lesson } from "./lesson.js";
import { Match } from "./match.js";
import { originOf, parseMove, passMove } from "./moves.js";
import { showMoves } from "./moves_list.js";
import { fill, readForm, showForm } from "./new_game.js";
import { openRecord } from "./records/load.js";
import { RecordsPanel } from "./records_panel.js";
import { Review } from "./review.js";
import { byId, html } from "./svg.js";
import { Table, stateWords } from "./table.js";
import { openTab } from "./tabs.js";
import { RefusedError } from "./uci.js";
import { moveWords, sideName } from "./words.js";

export class App {
  /** @param {string} variant @param {string | undefined} fen */
  constructor(variant, fen) {
    this.engine = new Engine();
    this.game = new Game(this.engine, variant, fen);
    /** @type {Match | null} */
    this.match = null;
    this.input = new Input();
    this.table = new Table({ point: (square) => this.point(square), hand: (side, letter) => this.hand(side, letter) });
    this.table.script = recall("script") === "hangul" ? "hangul" : "hanja";
    /** An arrow for a hint. @type {{ from: string, to: string, rank: number }[]} */
    this.hintArrows = [];
    /** A sentence that goes before the state of the game, until something is played. */
    this.remark = "";
    /** How many games have begun. */
    this.games = 0;
    /** How often another game was asked for: only the last one that was is shown. */
    this.wishes = 0;
    const game = () => this.game;
    const fail = (/** @type {unknown} */ error) => this.fail(error);
    const visit = (/** @type {import("./game.js").GameNode} */ node) => this.visit(node);
    this.analysis = new Analysis({ game, engineToMove: () => this.match?.engineToMove ?? false, changed: () => this.showBoard(), arrowsChanged: () => this.table.showArrows(this.arrows), play: (move) => this.play(move), fail });
    this.review = new Review({ game, visit, fail, changed: () => this.show() });
    this.records = new RecordsPanel({ game, fail, show: (loaded) => this.open(loaded), resume: () => this.resume() });
    this.lesson = new Lesson({ game, fail, step: (by) => this.step(by), open: (name, start, moves) => this.openLesson(name, start, moves) });
  }

  /** Something went wrong that the user should hear of. @param {unknown} error */
  fail(error) {
    const { message } = /** @type {Error} */ (error);
    this.remark = t(message);
    this.show();
    if (!(error instanceof RefusedError) && !message.startsWith("engine.")) console.error(error);
  }

  /** Whether the person at the board may move now. */
  get mayMove() {
    const { game, match } = this;
    if (!match) return true;
    if (match.ended) return !game.over;
    if (!game.atEnd) return !match.thinking;
    return !game.over && match.players[game.current.turn] === "person";
  }

  // Showing.

  show() {
    this.showBoard();
    const fen = this.table.visibleFen(this.game, this.match);
    showMoves(this.game, (node) => this.visit(node), fen !== this.game.current.fen);
    this.review.draw();
    this.lesson.show();
    byId("fen").value = fen;
    const { game, match } = this;
    const words = [this.remark, stateWords(game, match)].filter(Boolean).join(" ");
    // Writing the same again would have a screen reader say it again.
    if (byId("status").textContent !== words) byId("status").textContent = words;
    const pass = passMove(game.current.description.legal);
    byId("pass").hidden = !VARIANTS[game.variant].pass;
    byId("pass").disabled = !pass || !this.mayMove;
    byId("takeback").disabled = !game.current.parent;
    byId("draw").textContent = t(VARIANTS[game.variant].points ? "points" : "draw");
    for (const id of ["draw", "resign"]) byId(id).disabled = !match || match.ended || game.over;
    byId("hint").disabled = game.over || !this.mayMove;
    byId("previous").disabled = byId("first").disabled = !game.current.parent;
    byId("next").disabled = byId("last").disabled = game.atEnd;
    byId("tile").hidden = game.variant !== "cheduk";
  }

  get arrows() {
    return [...this.hintArrows, ...this.analysis.arrows];
  }

  showBoard() {
    this.table.show(this.game, this.match, this.input, { arrows: this.arrows, ratings: this.analysis.marks(this.input.selected), mayMove: this.mayMove });
  }

  /** The position on the board is another one. */
  moved() {
    this.input.reset(this.game.current.description.legal);
    this.hintArrows = [];
    this.closeChoices();
    this.analysis.moved();
    this.show();
    this.next().catch((error) => this.fail(error));
  }

  /** Goes on after the engine was needed for something that came to nothing. */
  resume() {
    if (!this.match?.thinking) this.next().catch((error) => this.fail(error));
  }

  /** What follows by itself: an offer of a draw, the engine's move, or the analysis of the position. */
  async next() {
    if (this.game.current.description.drawOffered) await this.offerRepetition();
    const { match, game } = this;
    if (match?.engineToMove) {
      const node = game.current;
      const best = await match.think();
      if (this.match !== match) return;
      // Now that the engine thinks no more, moves may be tried elsewhere.
      if (best === null || game.current !== node || match.ended) return this.showBoard();
      const played = await game.play(best);
      if (!played || this.match !== match) return;
      this.remark = t("status.played", { side: sideName(game.variant, node.turn), move: moveWords(best, parseFen(game.variant, node.fen)) });
      match.tick(true);
      this.moved();
    } else if (this.analysis.on) await this.analysis.run();
  }

  // Playing.

  /** @param {string} square */
  point(square) {
    this.closeChoices();
    if (!this.mayMove) return;
    const decision = this.input.point(square, this.game.variant === "cheduk");
    if (decision && "move" in decision) this.play(decision.move);
    else if (decision) this.choose(decision.choose);
    else this.showSelection();
  }

  /** @param {import("./games.js").Side} side @param {string} letter */
  hand(side, letter) {
    this.closeChoices();
    if (!this.mayMove || side !== this.game.current.turn) return;
    this.input.select(`@${letter}`);
    this.showSelection();
  }

  showSelection() {
    const gather = this.input.fromSelected.find(({ kind }) => kind === "same");
    if (this.input.entering) this.say(t("choose.back"));
    else if (gather && this.game.variant === "cheduk") this.choose([gather.text]);
    this.showBoard();
  }

  /** Buttons for what cannot be told by pointing alone. @param {string[]} moves */
  choose(moves) {
    const position = parseFen(this.game.variant, this.game.current.fen);
    const button = (/** @type {string} */ text, /** @type {() => void} */ click) => html("button", { type: "button", click }, [text]);
    const label = (/** @type {string} */ move) => (parseMove(move).kind === "same" ? t("choose.gather") : moveWords(move, position));
    const cancel = button(t("choose.cancel"), () => this.letGo());
    const buttons = moves.map((move) => button(label(move), () => this.play(move)));
    buttons.forEach((element, index) => element.setAttribute("data-move", moves[index]));
    byId("choices").replaceChildren(...buttons, cancel);
    byId("choices").hidden = false;
  }

  /** Nothing is selected any more. */
  letGo() {
    this.input.clear();
    this.closeChoices();
    this.showBoard();
  }

  closeChoices() {
    byId("choices").hidden = true;
    byId("choices").replaceChildren();
  }

  /** @param {string} move */
  async play(move) {
    if (!this.mayMove) return;
    const { game, match } = this;
    const mover = game.current.turn;
    this.remark = "";
    this.input.reset([]);
    try {
      const played = await game.play(move);
      if (this.game !== game || this.match !== match) return;
      if (!played) {
        this.input.reset(game.current.description.legal);
        return this.show();
      }
    } catch (error) {
      this.input.reset(this.game.current.description.legal);
      return this.fail(error);
    }
    match?.tick(true);
    this.moved();
    await this.keepSecret(mover);
  }

  /** Two people at one screen: the second ambassador is placed by who has not seen the first. @param {import("./games.js").Side} mover */
  async keepSecret(mover) {
    const { game, match } = this;
    if (this.table.visibleFen(game, match) === game.current.fen) return;
    const names = { side: sideName(game.variant, mover), other: sideName(game.variant, other(mover)) };
    await ask(t("ask.secret", names), [{ text: t("ask.ready"), value: true }]);
  }

  takeBack() {
    const { game, match } = this;
    this.engine.giveUp();
    this.remark = "";
    // What was agreed, or lost on time, stays: then this is a step back.
    if (!match || match.settled) return this.visit(game.current.parent ?? game.root);
    game.takeBack();
    // Against the engine the person is to move again.
    while (match.players[game.current.turn] === "engine" && game.current.parent) game.takeBack();
    match.resume();
    this.moved();
  }

  async hint() {
    const { game } = this;
    const node = game.current;
    byId("hint").disabled = true;
    const match = this.match ?? new Match(game, { w: "person", b: "person" }, "full", null, () => {});
    const best = await match.hint();
    if (game.current !== node) return;
    byId("hint").disabled = false;
    if (best) {
      const move = parseMove(best);
      this.hintArrows = [{ from: originOf(move), to: move.to, rank: 0 }];
    }
    this.remark = best ? t("status.hint", { move: moveWords(best, parseFen(game.variant, node.fen)) }) : t("status.nohint");
    this.show();
    if (this.analysis.on) this.analysis.start();
  }

  pass() {
    const move = passMove(this.game.current.description.legal);
    if (move && this.mayMove) this.play(move);
  }

  async offerDraw() {
    const { game, match } = this;
    if (!match || match.ended) return;
    const points = VARIANTS[game.variant].points;
    const people = match.players.w === match.players.b;
    const side = sideName(game.variant, match.last.turn);
    const agree = { text: t("ask.agree"), value: true };
    const agreed = people ? await ask(t(points ? "ask.points" : "ask.draw", { side }), [agree, { text: t("ask.decline"), value: false }]) : match.engineAgrees();
    if (agreed) match.agree();
    else if (!people) this.say(t("status.declined"));
  }

  /** CheDuk: at the third repetition a draw may be agreed; the engine does if it sees no advantage for itself. */
  async offerRepetition() {
    const { game, match } = this;
    const node = game.current;
    if (!match || match.ended || !game.atEnd) return;
    if (match.players.w !== match.players.b && !match.engineAgrees()) return;
    const answers = [
      { text: t("ask.agree"), value: true },
      { text: t("ask.decline"), value: false },
    ];
    if ((await ask(t("ask.repetition"), answers)) && game.current === node) match.agree();
  }

  async resign() {
    const { game, match } = this;
    if (!match || match.ended) return;
    const sure = await ask(t("ask.resign"), [
      { text: t("ask.yes"), value: true },
      { text: t("ask.no"), value: false },
    ]);
    if (!sure) return;
    const people = match.players.w === match.players.b;
    const loser = people ? match.last.turn : match.players.w === "person" ? "w" : "b";
    match.end(other(loser), "resignation");
  }

  /** @param {string} remark */
  say(remark) {
    this.remark = remark;
    this.show();
  }

  // Going through the game.

  /** @param {import("./game.js").GameNode} node */
  visit(node) {
    if (node === this.game.current) return;
    this.engine.giveUp();
    this.remark = "";
    this.game.visit(node);
    this.moved();
  }

  /** @param {number} by */
  step(by) {
    const { shown, current } = this.game;
    const index = shown.indexOf(current) + by;
    this.visit(shown[Math.max(0, Math.min(shown.length - 1, index))]);
  }

  flip() {
    this.table.flipped = !this.table.flipped;
    this.showBoard();
  }

  // Games.

  /** Shows a game without players, to be looked at. @param {Game} game */
  open(game) {
    this.endMatch();
    this.game = game;
    byId("variant").value = game.variant;
    showForm(game.variant);
    this.moved();
  }

  /** @returns {() => boolean} whether nothing else has been asked for since */
  endMatch() {
    const wish = ++this.wishes;
    this.match?.clock?.stop();
    this.match = null;
    this.engine.giveUp();
    this.review.stop();
    this.remark = "";
    return () => this.wishes === wish;
  }

  /** @param {string} variant @param {string} fen @param {string[]} moves */
  async openLesson(variant, fen, moves) {
    const stillWanted = this.endMatch();
    const { game } = await openRecord(this.engine, { variant, fen, tags: {}, moves, result: null }, variant);
    if (!stillWanted()) return;
    game.visit(game.root);
    this.table.flipped = false;
    this.open(game);
  }

  /** A new game as the form says. @param {string} [fen] another position than the start */
  async newGame(fen) {
    const variant = byId("variant").value;
    const stillWanted = this.endMatch();
    const agreement = await readForm(variant, this.engine);
    await this.setRules(agreement.territory);
    const game = await new Game(this.engine, variant, fen ?? agreement.fen).open();
    await this.engine.ask(["ucinewgame", "result"], /^result /);
    if (!stillWanted()) return;
    this.game = game;
    this.match = new Match(game, agreement.players, agreement.level, agreement.control, () => this.moved());
    const people = agreement.players.w === agreement.players.b;
    if (!people) {
      const { first } = VARIANTS[variant];
      const name = (/** @type {import("./games.js").Side} */ side) => (agreement.players[side] === "engine" ? `Janggun (${t(`level.${agreement.level}`)})` : t("player.you"));
      game.tags = { White: name(first), Black: name(other(first)) };
    }
    const bottom = people ? VARIANTS[variant].first : agreement.players.w === "person" ? "w" : "b";
    this.table.flipped = bottom === "b";
    if (this.analysis.on) this.analysis.toggle(false);
    this.match.tick(false);
    this.moved();
    // On a phone the form is below the board.
    if (byId("table").getBoundingClientRect().top < 0) byId("table").scrollIntoView();
    byId("board").dataset.games = String(++this.games);
  }

  /** Options that change rules. @param {"wedge" | "span"} territory */
  async setRules(territory) {
    this.table.territory = territory;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] & 0x7fffffff;
    await this.engine.setOptions({ CheDuk_Territory: territory, CheDuk_Repetition: "offer", CheDuk_Seed: seed });
  }

  /** Another game was chosen: its start position, to be looked at or played. @param {string} variant @param {string} [fen] */
  async setVariant(variant, fen) {
    const stillWanted = this.endMatch();
    this.table.flipped = false;
    this.game = new Game(this.engine, variant, fen);
    byId("variant").value = variant;
    showForm(variant);
    this.remark = t("status.connecting");
    this.moved();
    await this.setRules(byId("territory").value);
    const { game } = this;
    try {
      await game.open();
    } catch (error) {
      if (!stillWanted()) return;
      if (!(error instanceof RefusedError) || fen === undefined) throw error;
      await this.setVariant(variant);
      return this.say(error.message);
    }
    if (!stillWanted()) return;
    this.remark = "";
    this.moved();
  }

  // Language.

  /** @param {import("./i18n.js").Language} language */
  speak(language) {
    setLanguage(language);
    translate();
    document.title = t("title");
    const { variant } = this.game;
    fill("variant", Object.keys(VARIANTS).map((name) => [name, t(`variant.${name}`)]), variant);
    byId("variant").value = variant;
    byId("language-switch").textContent = language === "en" ? "한국어" : "English";
    byId("language-switch").setAttribute("lang", language === "en" ? "ko" : "en");
    this.labelScript();
    showForm(variant);
    this.analysis.toggleLabel();
    this.analysis.show();
    this.show();
  }

  labelScript() {
    const next = this.table.script === "hanja" ? "hangul" : "hanja";
    byId("script-switch").textContent = t(`script.${next}`);
    byId("script-switch").setAttribute("aria-label", t("script.label", { script: t(`script.${next}`) }));
  }

  switchScript() {
    this.table.script = this.table.script === "hanja" ? "hangul" : "hanja";
    remember("script", this.table.script);
    this.labelScript();
    this.showBoard();
  }

  /** Only the clocks change between moves. */
  tickStrips() {
    const { view, position } = this.table;
    if (!view || !position) return;
    this.table.strip("player-top", view.sides[0], this.game, this.match, position);
    this.table.strip("player-bottom", view.sides[1], this.game, this.match, position);
  }
}

const app = new App(askedVariant, askedFen);
app.speak(preferredLanguage(askedLanguage));
listen(app);
openTab("play");
app.setVariant(askedVariant, askedFen).catch((error) => app.fail(error));
