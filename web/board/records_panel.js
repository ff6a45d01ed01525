// The panel of records: opening, saving and sharing.
import { VARIANTS } from "./games.js";
import { currentLanguage, t } from "./i18n.js";
import { decodeRecord, encodeCp949 } from "./records/euckr.js";
import { writeGib } from "./records/gib.js";
import { openRecord, openedWords, parseRecords, recordName } from "./records/load.js";
import { writePgn } from "./records/pgn.js";
import { copyPicture, copyText, download, linkTo, picture } from "./share.js";
import { byId, html } from "./svg.js";
import { RefusedError } from "./uci.js";

/** @typedef {import("./game.js").Game} Game */
/** Where an answer is read: below the text that is opened, or below the FEN and its buttons. @typedef {"load-message" | "share-message"} Place */

export class RecordsPanel {
  /** @param {{ game: () => Game, show: (game: Game) => void, mayDiscard: () => Promise<boolean>, hidden: () => import("./game.js").GameNode | null, resume: () => void, fail: (error: unknown) => void }} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./records/pgn.js").GameRecord[]} */
    this.records = [];
    /** What was last said in each place, in the language of the moment. @type {Map<Place, () => string>} */
    this.told = new Map();
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {() => unknown} */ act) => byId(id).addEventListener(event, () => Promise.resolve(act()).catch(page.fail));
    on("file", "change", () => this.openFile());
    on("load", "click", () => this.openText(byId("paste").value, "load-message"));
    on("games", "change", () => this.openGame(Number(byId("games").value), "load-message"));
    on("set-fen", "click", () => this.openText(byId("fen").value, "share-message"));
    on("save-pgn", "click", () => this.savePgn());
    on("save-gib", "click", () => this.saveGib());
    on("copy-fen", "click", () => this.copy(byId("board").dataset.fen));
    on("copy-link", "click", () => this.copy(linkTo(page.game().variant, byId("board").dataset.fen, currentLanguage())));
    on("copy-picture", "click", () => this.sharePicture(true));
    on("save-picture", "click", () => this.sharePicture(false));
  }

  async openFile() {
    const [file] = byId("file").files;
    if (!file) return;
    const { text, damaged } = decodeRecord(await file.arrayBuffer());
    await this.openText(text, "load-message", () => (damaged ? t("records.damaged") : ""));
  }

  /** @param {string} text @param {Place} place @param {() => string} [note] */
  async openText(text, place, note = () => "") {
    this.records = parseRecords(text);
    byId("games-field").hidden = this.records.length < 2;
    byId("games").replaceChildren(...this.records.map((record, index) => html("option", { value: index }, [recordName(record, index)])));
    if (!this.records.length) this.tell(() => t("records.nothing"), place);
    else await this.openGame(0, place, note);
  }

  /** @param {number} index @param {Place} place @param {() => string} [note] */
  async openGame(index, place, note = () => "") {
    const { engine, variant } = this.page.game();
    const record = this.records[index];
    try {
      const opened = await openRecord(engine, record, variant);
      if (await this.page.mayDiscard()) {
        this.tell(() => [note(), openedWords(record, opened)].filter(Boolean).join(" "), place);
        return this.page.show(opened.game);
      }
      this.tell(() => t("records.kept"), place);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { message } = error;
      this.tell(() => message, place);
    }
    await engine.setOption("UCI_Variant", variant);
    // What the engine was doing was given up for the record.
    this.page.resume();
  }

  /** What a file is told of the game. */
  get facts() {
    const game = this.page.game();
    // A secret must not get into a file either.
    const nodes = game.shown.filter((node) => node !== this.page.hidden());
    const last = nodes[nodes.length - 1];
    const { result, reason } = game.outcomeAt(last);
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return { variant: game.variant, fen: game.root.fen, nodes: nodes.slice(1), result, reason, tags: { Event: "Janggun", Date: today, ...game.tags } };
  }

  savePgn() {
    const game = this.page.game();
    const { tree } = game.tree(this.page.hidden());
    const { result } = game.outcomeAt(game.mainEnd);
    this.saved(`${game.variant}.pgn`, writePgn({ ...this.facts, tree, result }), "application/x-chess-pgn");
  }

  saveGib() {
    const { nodes, ...facts } = this.facts;
    if (VARIANTS[facts.variant].family !== "janggi") return this.tell(() => t("records.gibstart"));
    try {
      const text = writeGib({ ...facts, moves: nodes.map(({ description }) => description.record) });
      this.saved(`${facts.variant}.gib`, encodeCp949(text), "application/octet-stream");
    } catch (error) {
      this.tell(() => t(/** @type {Error} */ (error).message));
    }
  }

  /** @param {string} name @param {BlobPart} content @param {string} type */
  saved(name, content, type) {
    download(name, content, type);
    this.tell(() => t("records.saved", { name }));
  }

  /** @param {string} text */
  async copy(text) {
    const copied = await copyText(text);
    this.tell(() => (copied ? t("share.copied") : t("share.refused", { text })));
  }

  /** @param {boolean} clipboard */
  async sharePicture(clipboard) {
    const drawing = byId("drawing");
    const name = `${this.page.game().variant}.png`;
    if (clipboard && (await copyPicture(drawing))) return this.tell(() => t("share.copied"));
    download(name, await picture(drawing), "image/png");
    this.tell(() => (clipboard ? t("share.picture") : t("records.saved", { name })));
  }

  /** @param {() => string} says @param {Place} [place] */
  tell(says, place = "share-message") {
    this.told.set(place, says);
    byId(place).textContent = says();
  }

  /** Says everything again in another language. */
  retell() {
    for (const [place, says] of this.told) byId(place).textContent = says();
  }
}
