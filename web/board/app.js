// The page: puts the parts together and carries what is clicked from one to the other.
import { askedFen, askedLanguage, askedVariant } from "./address.js";
import { Analysis } from "./analysis.js";
import { listen } from "./controls.js";
import { ask } from "./dialog.js";
import { Dragging } from "./dragging.js";
import { Engine } from "./engine.js";
import { parseFen } from "./fen.js";
import { Game } from "./game.js";
import { VARIANTS, isCheduk, other } from "./games.js";
import { keep, kept } from "./keep.js";
import { preferredLanguage, recall, remember, setLanguage, t, translate } from "./i18n.js";
import { Input } from "./input.js";
import { Lesson } from "./lesson.js";
import { Match } from "./match.js";
import { originOf, parseMove, passMove } from "./moves.js";
import { showMoves } from "./moves_list.js";
import { againstEngine, chosenStart, fill, readForm, readPlayers, restoreForm, showForm } from "./new_game.js";
import { openRecord } from "./records/load.js";
import { RecordsPanel } from "./records_panel.js";
import { Review } from "./review.js";
import { restore, snapshot } from "./snapshot.js";
import { byId, html } from "./svg.js";
import { Table, stateWords } from "./table.js";
import { openTab } from "./tabs.js";
import { RefusedError } from "./uci.js";
import { moveWords, sentence, sideName } from "./words.js";

/** Nothing to say. */
const SILENCE = () => "";

export class App {
  /** @param {string} variant @param {string | undefined} fen */
  constructor(variant, fen) {
    this.engine = new Engine();
    this.game = new Game(this.engine, variant, fen);
    /** @type {Match | null} */
    this.match = null;
    this.input = new Input();
    this.table = new Table({ point: (square) => this.point(square), hand: (side, letter) => this.hand(side, letter) });
    new Dragging(byId("drawing"), { pick: (origin, side) => this.pick(origin, side), drop: (square) => this.drop(square) });
    this.table.script = recall("script") === "hangul" ? "hangul" : "hanja";
    /** An arrow for a hint. @type {{ from: string, to: string, rank: number }[]} */
    this.hintArrows = [];
    /** Says the sentence that goes before the state of the game until something is played, in the language of the moment. */
    this.remark = SILENCE;
    /** Moves between which the buttons below the board ask to choose. @type {string[]} */
    this.offered = [];
    /** Whether this is a start position which becomes a game, as the form says, as soon as somebody moves. */
    this.inviting = false;
    /** Whether the game on the board is there to be kept: not before the one of the last visit was looked for. */
    this.keeping = false;
    /** Whether the first game has not been opened yet, or could not be: then a click tries again. */
    this.unopened = false;
    /** How many games have begun. */
    this.games = 0;
    /** How often another game was asked for: only the last one that was is shown. */
    this.wishes = 0;
    const game = () => this.game;
    const fail = (/** @type {unknown} */ error) => this.fail(error);
    const visit = (/** @type {import("./game.js").GameNode} */ node) => this.visit(node);
    this.analysis = new Analysis({ game, engineToMove: () => this.match?.engineToMove ?? false, changed: () => this.show(), arrowsChanged: () => this.table.showArrows(this.arrows), play: (move) => this.play(move), fail });
    this.review = new Review({ game, visit, fail, changed: () => this.show() });
    this.records = new RecordsPanel({ game, fail, show: (loaded) => this.open(loaded), mayDiscard: () => this.mayDiscard(), hidden: () => this.match?.secret ?? null, resume: () => this.resume() });
    this.lesson = new Lesson({ game, fail, step: (by) => this.step(by), draw: (letter) => this.table.drawPiece(letter), open: (name, start, moves) => this.openLesson(name, start, moves) });
  }

  /** Something went wrong that the user should hear of. @param {unknown} error */
  fail(error) {
    const { message } = /** @type {Error} */ (error);
    this.remark = () => t(message);
    this.show();
    if (!(error instanceof RefusedError) && !message.startsWith("engine.")) console.error(error);
  }

  /** Whether the person at the board may move now. */
  get mayMove() {
    const { game, match } = this;
    if (!match) return true;
    if (match.ended) return !game.over;
    // An earlier position is there to be looked at: who wants to play another move takes the last ones back.
    return match.running && !match.lookingBack && match.players[game.current.turn] === "person";
  }

  // Showing.

  show() {
    this.showBoard();
    const fen = this.table.visibleFen(this.game, this.match);
    showMoves(this.game, (node) => this.visit(node), this.match?.secret ?? null);
    this.review.draw();
    this.lesson.show();
    byId("fen").value = fen;
    const { game, match } = this;
    const words = [sentence(this.remark()), stateWords(game, match, this.inviting && !this.analysis.on && againstEngine())].filter(Boolean).join(" ");
    // Writing the same again would have a screen reader say it again.
    if (byId("status").textContent !== words) byId("status").textContent = words;
    const pass = passMove(game.current.description.legal);
    byId("pass").hidden = !VARIANTS[game.variant].pass;
    byId("pass").disabled = !pass || !this.mayMove;
    byId("takeback").disabled = !(match?.running ? match.last : game.current).parent;
    byId("draw").textContent = t(VARIANTS[game.variant].points ? "points" : "draw");
    for (const id of ["draw", "resign"]) byId(id).disabled = !match || match.ended || game.over;
    byId("hint").disabled = game.over || !this.mayMove;
    byId("previous").disabled = byId("first").disabled = !game.current.parent;
    byId("next").disabled = byId("last").disabled = game.atEnd;
    byId("tile").hidden = !isCheduk(game.variant);
    this.keep();
  }

  keep() {
    if (this.keeping) keep(snapshot(this.game, this.match, { shown: this.table.visibleFen(this.game, this.match), flipped: this.table.flipped }));
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
      // It goes on thinking while earlier positions are looked at.
      if (match.thinking) return;
      const from = match.last;
      const best = await match.think();
      if (this.match !== match) return;
      if (best === null || match.last !== from || match.ended) return this.show();
      const played = await game.append(from, best);
      if (!played || this.match !== match) return;
      this.remark = () => t("status.played", { side: sideName(game.variant, from.turn), move: moveWords(best, parseFen(game.variant, from.fen)) });
      match.tick(true);
      if (game.current === played) this.moved();
      else this.show();
    } else if (this.analysis.on) await this.analysis.run();
  }

  // Playing.

  /** @param {string} square */
  point(square) {
    this.closeChoices();
    if (this.unopened) this.tryAgain();
    if (!this.mayMove) return;
    const decision = this.input.point(square, isCheduk(this.game.variant));
    if (decision && "move" in decision) this.play(decision.move);
    else if (decision) this.choose(decision.choose);
    else this.showSelection();
  }

  /** @param {import("./games.js").Side} side @param {string} letter */
  hand(side, letter) {
    this.closeChoices();
    if (!this.mayMove || side !== this.game.current.turn) return;
    const decision = this.input.hand(letter);
    if (decision) this.play(decision.move);
    else this.showSelection();
  }

  /** A piece is dragged. @param {string} origin a square, or `@` and a letter @param {import("./games.js").Side | null} side whose hand it is in */
  pick(origin, side) {
    if (!this.mayMove || !this.input.origins.has(origin) || (side && side !== this.game.current.turn)) return false;
    this.closeChoices();
    this.input.pick(origin);
    this.showBoard();
    return true;
  }

  /** It is dropped: off the board, or where it cannot go, it is let go. @param {string | null} square */
  drop(square) {
    if (square === this.input.selected) return this.showSelection();
    if (square && this.input.targets(parseFen(this.game.variant, this.game.current.fen)).has(square)) this.point(square);
    else this.letGo();
  }

  showSelection() {
    const gather = this.input.fromSelected.find(({ kind }) => kind === "same");
    if (this.input.entering) this.say(() => t("choose.back"));
    else if (gather && isCheduk(this.game.variant)) this.choose([gather.text]);
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
    this.offered = moves;
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
    const mover = this.game.current.turn;
    // Who analyses moves for both sides.
    if (this.inviting && !this.analysis.on) this.begin(this.game, readPlayers(mover));
    const { game, match } = this;
    this.inviting = false;
    this.remark = SILENCE;
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
    if (match?.secret) this.table.forget();
    this.moved();
    await this.keepSecret(mover);
  }

  /** Two people at one screen: the second ambassador is placed by who has not seen the first. @param {import("./games.js").Side} mover */
  async keepSecret(mover) {
    const { game, match } = this;
    if (!match?.secret) return;
    const names = { side: sideName(game.variant, mover), other: sideName(game.variant, other(mover)) };
    await ask(t("ask.secret", names), [{ text: t("ask.ready"), value: true }]);
  }

  takeBack() {
    const { game, match } = this;
    this.engine.giveUp();
    this.remark = SILENCE;
    // What was agreed, or lost on time, stays: then this is a step back.
    if (!match || match.settled) return this.visit(game.current.parent ?? game.root);
    game.visit(match.last);
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
    this.remark = () => (best ? t("status.hint", { move: moveWords(best, parseFen(game.variant, node.fen)) }) : t("status.nohint"));
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
    else if (!people) this.say(() => t("status.declined"));
  }

  /** CheDuk: at the third repetition a draw may be agreed; the engine does if it sees no advantage for itself. */
  async offerRepetition() {
    const { game, match } = this;
    const node = game.current;
    if (!match || match.ended || node !== match.last) return;
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

  /** @param {() => string} remark */
  say(remark) {
    this.remark = remark;
    this.show();
  }

  // Going through the game.

  /** @param {import("./game.js").GameNode} node */
  visit(node) {
    if (node === this.game.current) return;
    if (!this.match?.thinking) this.engine.giveUp();
    this.remark = SILENCE;
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

  /** Shows a game to be looked at, or to be played on. @param {Game} game @param {Match | null} [match] */
  open(game, match = null) {
    this.endMatch();
    this.opened();
    this.game = game;
    this.match = match;
    byId("variant").value = game.variant;
    showForm(game.variant);
    this.moved();
  }

  /** Whether another game may take the place of this one: people are asked if it goes on. */
  async mayDiscard() {
    const { match } = this;
    if (!match?.running || !match.last.parent) return true;
    const answers = [
      { text: t("ask.discard.yes"), value: true },
      { text: t("ask.no"), value: false },
    ];
    return ask(t("ask.discard"), answers);
  }

  /** @returns {() => boolean} whether nothing else has been asked for since */
  endMatch() {
    const wish = ++this.wishes;
    this.match?.clock?.stop();
    this.match = null;
    this.engine.giveUp();
    this.review.stop();
    this.remark = SILENCE;
    this.inviting = false;
    return () => this.wishes === wish;
  }

  /** @param {string} variant @param {string} fen @param {string[]} moves */
  async openLesson(variant, fen, moves) {
    if (!(await this.mayDiscard())) return false;
    const stillWanted = this.endMatch();
    const { game } = await openRecord(this.engine, { variant, fen, tags: {}, moves, result: null }, variant);
    if (!stillWanted()) return false;
    game.visit(game.root);
    this.table.flipped = false;
    this.open(game);
    return true;
  }

  /** A new game as the form says. @param {string} [fen] another position than the start */
  async newGame(fen) {
    if (!(await this.mayDiscard())) return;
    const variant = byId("variant").value;
    const stillWanted = this.endMatch();
    const agreement = await readForm(variant, this.engine);
    await this.setRules(agreement.territory);
    const game = await new Game(this.engine, variant, fen ?? agreement.fen).open();
    await this.engine.ask(["ucinewgame", "result"], /^result /);
    if (!stillWanted()) return;
    if (this.analysis.on) this.analysis.toggle(false);
    this.begin(game, agreement);
    const { players } = agreement;
    const bottom = players.w === players.b ? VARIANTS[variant].first : players.w === "person" ? "w" : "b";
    this.table.flipped = bottom === "b";
    this.moved();
    // On a phone the form is below the board.
    if (byId("table").getBoundingClientRect().top < 0) byId("table").scrollIntoView();
    byId("board").dataset.games = String(++this.games);
  }

  /** @param {Game} game @param {Omit<import("./new_game.js").Agreement, "fen" | "territory">} agreement */
  begin(game, { players, level, control }) {
    this.opened();
    this.game = game;
    this.match = new Match(game, players, level, control, () => this.moved());
    if (players.w !== players.b) {
      const { first } = VARIANTS[game.variant];
      const name = (/** @type {import("./games.js").Side} */ side) => (players[side] === "engine" ? `Janggun (${t(`level.${level}`)})` : t("player.you"));
      game.tags = { White: name(first), Black: name(other(first)) };
      byId("side").value = players.w === "person" ? "w" : "b";
    }
    this.match.tick(false);
  }

  /** Options that change rules. @param {"wedge" | "span"} territory */
  async setRules(territory) {
    this.table.territory = territory;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] & 0x7fffffff;
    await this.engine.setOptions({ CheDuk_Territory: territory, CheDuk_Repetition: "offer", CheDuk_Seed: seed });
  }

  /** The engine was not there when the page was opened. */
  tryAgain() {
    // Unless it is still being waited for.
    if (!this.engine.connection) this.openFirst().catch((error) => this.fail(error));
  }

  /** The game of the last visit, or what the address asks for. */
  async openFirst() {
    const before = kept();
    this.unopened = true;
    if (before) {
      const stillWanted = this.endMatch();
      this.remark = () => t("status.connecting");
      this.show();
      try {
        const { game, match } = await restore(this.engine, before, () => this.moved());
        if (!stillWanted()) return;
        this.table.territory = before.rules.CheDuk_Territory === "span" ? "span" : "wedge";
        byId("territory").value = this.table.territory;
        this.open(game, match);
        if (match) restoreForm(game, match);
        return;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
      }
    }
    await this.setVariant(askedVariant, askedFen);
    this.opened();
  }

  /** There is a game on the board, which is kept from now on. */
  opened() {
    this.keeping = true;
    this.unopened = false;
  }

  /** Another game was chosen: its start position, to be looked at or played. @param {string} variant @param {string} [fen] */
  async setVariant(variant, fen) {
    const stillWanted = this.endMatch();
    this.table.flipped = false;
    byId("variant").value = variant;
    showForm(variant);
    this.game = new Game(this.engine, variant, fen ?? chosenStart(variant));
    this.remark = () => t("status.connecting");
    this.moved();
    await this.setRules(byId("territory").value);
    const { game } = this;
    try {
      await game.open();
    } catch (error) {
      if (!stillWanted()) return;
      if (!(error instanceof RefusedError) || fen === undefined) throw error;
      await this.setVariant(variant);
      return this.say(() => error.message);
    }
    if (!stillWanted()) return;
    this.remark = SILENCE;
    this.inviting = fen === undefined;
    this.moved();
  }

  /** @param {string} variant of the list */
  async chooseVariant(variant) {
    if (!(await this.mayDiscard())) {
      byId("variant").value = this.game.variant;
      return;
    }
    remember("variant", variant);
    await this.setVariant(variant);
  }

  /** The set-up was chosen: it is seen at once, unless a game is on the board. */
  async showSetup() {
    if (this.inviting) await this.setVariant(this.game.variant);
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
    this.records.retell();
    if (!byId("choices").hidden) this.choose(this.offered);
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
    this.show();
  }

  /** Only the clocks change between moves. */
  tickStrips() {
    const { view, position } = this.table;
    if (!view || !position) return;
    this.table.strip("player-top", view.sides[0], this.game, this.match, position);
    this.table.strip("player-bottom", view.sides[1], this.game, this.match, position);
  }
}

const before = kept();
const app = new App(before?.variant ?? askedVariant, before?.shown ?? askedFen);
app.table.flipped = before?.flipped ?? false;
app.speak(preferredLanguage(askedLanguage));
listen(app);
openTab("play");
app.openFirst().catch((error) => app.fail(error));
