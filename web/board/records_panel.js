// The panel of records: opening, saving and sharing.
import { VARIANTS } from "./games.js";
import { currentLanguage, t } from "./i18n.js";
import { decodeRecord, encodeCp949 } from "./records/euckr.js";
import { writeGib } from "./records/gib.js";
import { openRecord, parseRecords, recordName } from "./records/load.js";
import { writePgn } from "./records/pgn.js";
import { copyPicture, copyText, download, linkTo, picture } from "./share.js";
import { byId, html } from "./svg.js";
import { RefusedError } from "./uci.js";

/** @typedef {import("./game.js").Game} Game */

export class RecordsPanel {
  /** @param {{ game: () => Game, show: (game: Game) => void, resume: () => void, fail: (error: unknown) => void }} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./records/pgn.js").GameRecord[]} */
    this.records = [];
    const on = (/** @type {string} */ id, /** @type {string} */ event, /** @type {() => unknown} */ act) => byId(id).addEventListener(event, () => Promise.resolve(act()).catch(page.fail));
    on("file", "change", () => this.openFile());
    on("load", "click", () => this.openText(byId("paste").value));
    on("games", "change", () => this.openGame(Number(byId("games").value)));
    on("set-fen", "click", () => this.openText(byId("fen").value));
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
    await this.openText(text, damaged ? t("records.damaged") : "");
  }

  /** @param {string} text @param {string} [note] */
  async openText(text, note = "") {
    this.records = parseRecords(text);
    byId("games-field").hidden = this.records.length < 2;
    byId("games").replaceChildren(...this.records.map((record, index) => html("option", { value: index }, [recordName(record, index)])));
    if (!this.records.length) byId("load-message").textContent = t("records.nothing");
    else await this.openGame(0, note);
  }

  /** @param {number} index @param {string} [note] */
  async openGame(index, note = "") {
    const message = byId("load-message");
    const { engine, variant } = this.page.game();
    try {
      const { game, warning } = await openRecord(engine, this.records[index], variant);
      message.textContent = [note, warning ?? t("records.opened", { count: game.current.ply })].filter(Boolean).join(" ");
      this.page.show(game);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      message.textContent = error.message;
      await engine.setOption("UCI_Variant", variant);
      // What the engine was doing was given up for the record.
      this.page.resume();
    }
  }

  /** What a file is told of the game. */
  get facts() {
    const game = this.page.game();
    const nodes = game.shown;
    const last = nodes[nodes.length - 1];
    const { result, reason } = game.outcomeAt(last);
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return { variant: game.variant, fen: game.root.fen, nodes: nodes.slice(1), result, reason, tags: { Event: "Janggun", Date: today, ...game.tags } };
  }

  savePgn() {
    const { nodes, ...facts } = this.facts;
    const moves = nodes.map(({ move }) => move ?? "");
    this.saved(`${facts.variant}.pgn`, writePgn({ ...facts, moves }), "application/x-chess-pgn");
  }

  saveGib() {
    const { nodes, ...facts } = this.facts;
    if (VARIANTS[facts.variant].family !== "janggi") return this.tell(t("records.gibstart"));
    try {
      const text = writeGib({ ...facts, moves: nodes.map(({ description }) => description.record) });
      this.saved(`${facts.variant}.gib`, encodeCp949(text), "application/octet-stream");
    } catch (error) {
      this.tell(t(/** @type {Error} */ (error).message));
    }
  }

  /** @param {string} name @param {BlobPart} content @param {string} type */
  saved(name, content, type) {
    download(name, content, type);
    this.tell(t("records.saved", { name }));
  }

  /** @param {string} text */
  async copy(text) {
    this.tell((await copyText(text)) ? t("share.copied") : t("share.refused", { text }));
  }

  /** @param {boolean} clipboard */
  async sharePicture(clipboard) {
    const drawing = byId("drawing");
    const name = `${this.page.game().variant}.png`;
    if (clipboard && (await copyPicture(drawing))) return this.tell(t("share.copied"));
    download(name, await picture(drawing), "image/png");
    this.tell(clipboard ? t("share.picture") : t("records.saved", { name }));
  }

  /** @param {string} text */
  tell(text) {
    byId("share-message").textContent = text;
  }
}
