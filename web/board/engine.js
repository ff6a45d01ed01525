// An engine in conversation: questions with their answers, searches with their `bestmove`, options that are said again on a new connection.
import { connect } from "./transport.js";
import { DESCRIBE, parseDescription, parseInfo } from "./uci.js";

/** @typedef {import("./uci.js").Info} Info */
/** @typedef {import("./uci.js").Description} Description */
/** @typedef {{ fen: string, moves: string[] }} Line a position, and the moves from there */

/** @param {Line} line */
export const positionCommand = ({ fen, moves }) => `position fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;

/**
 * A search under way. `best` is null if it was given up, or if the game is over.
 * @typedef {object} Search
 * @property {Promise<{ best: string | null, infos: Map<number, Info> }>} done
 */

export class Engine {
  constructor() {
    /** @type {Promise<import("./transport.js").Transport> | null} */
    this.connection = null;
    /** Options as they were last set. @type {Map<string, string>} */
    this.options = new Map();
    /** Options of the `uci` list with their lines. @type {Map<string, string>} */
    this.offered = new Map();
    /** Those that wait for the end of an answer, first come first served. @type {{ ends: RegExp, lines: string[], resolve: (lines: string[]) => void, reject: (error: Error) => void }[]} */
    this.questions = [];
    /** Searches whose `bestmove` is due, in the order of their `go`. @type {{ infos: Map<number, Info>, report: ((info: Info) => void) | null, finish: (best: string | null) => void, given_up: boolean }[]} */
    this.searches = [];
  }

  /** Connects unless that is done, and says the handshake and all options. */
  connected() {
    this.connection ??= connect(
      (line) => this.hear(line),
      () => this.disconnected(),
    ).then(
      async (transport) => {
        const lines = await new Promise((resolve, reject) => {
          this.questions.unshift({ ends: /^uciok$/, lines: [], resolve, reject });
          transport.send("uci");
        });
        for (const line of lines) {
          const name = /^option name (.+?) type /.exec(line);
          if (name) this.offered.set(name[1], line);
        }
        for (const [name, value] of this.options) transport.send(`setoption name ${name} value ${value}`);
        return transport;
      },
      (error) => {
        this.connection = null;
        throw error;
      },
    );
    return this.connection;
  }

  /** What was asked gets no answer any more; the next question connects anew. */
  disconnected() {
    this.connection = null;
    const error = new Error("engine.lost");
    for (const { reject } of this.questions.splice(0)) reject(error);
    for (const search of this.searches.splice(0)) search.finish(null);
  }

  /** @param {string} line */
  hear(line) {
    if (line.startsWith("bestmove")) {
      const best = line.split(" ")[1];
      const search = this.searches.shift();
      search?.finish(search.given_up || best === "(none)" ? null : best);
      return;
    }
    const info = this.searches.length ? parseInfo(line) : null;
    if (info) {
      const search = this.searches[0];
      search.infos.set(info.multipv, info);
      if (!search.given_up) search.report?.(info);
      return;
    }
    const question = this.questions[0];
    if (!question) return;
    question.lines.push(line);
    if (question.ends.test(line)) this.questions.shift()?.resolve(question.lines);
  }

  /**
   * Says lines whose answer ends with a line that fits, and resolves with the answer.
   * @param {string[]} lines
   * @param {RegExp} ends
   * @returns {Promise<string[]>}
   */
  async ask(lines, ends) {
    const transport = await this.connected();
    return new Promise((resolve, reject) => {
      this.questions.push({ ends, lines: [], resolve, reject });
      for (const line of lines) transport.send(line);
    });
  }

  /**
   * Sets an option, unless it is set so or not offered.
   * @param {string} name
   * @param {string | number | boolean} value
   */
  async setOption(name, value) {
    const transport = await this.connected();
    if (!this.offered.has(name) || this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.giveUp();
    transport.send(`setoption name ${name} value ${value}`);
  }

  /** @param {Record<string, string | number | boolean>} options */
  async setOptions(options) {
    for (const [name, value] of Object.entries(options)) await this.setOption(name, value);
  }

  /**
   * What there is to know of a position. Ends a search.
   * @param {Line} line
   * @returns {Promise<Description>}
   */
  async describe(line) {
    this.giveUp();
    return parseDescription(await this.ask([positionCommand(line), ...DESCRIBE], /^result /));
  }

  /**
   * Searches a position; a search that is under way is given up.
   * @param {Line} line
   * @param {string} limits behind `go`
   * @param {((info: Info) => void) | null} [report]
   * @returns {Promise<{ best: string | null, infos: Map<number, Info> }>}
   */
  async search(line, limits, report = null) {
    const transport = await this.connected();
    this.giveUp();
    return new Promise((resolve) => {
      const infos = new Map();
      this.searches.push({ infos, report, given_up: false, finish: (best) => resolve({ best, infos }) });
      transport.send(positionCommand(line));
      transport.send(`go ${limits}`);
    });
  }

  /** Ends the search with the best move so far, which its caller gets. */
  stop() {
    if (this.searches.length) this.connection?.then((transport) => transport.send("stop"));
  }

  /** Ends the search; its caller gets null. */
  giveUp() {
    if (this.searches.every((search) => search.given_up)) return;
    for (const search of this.searches) search.given_up = true;
    this.connection?.then((transport) => transport.send("stop"));
  }

  close() {
    this.connection?.then((transport) => transport.close()).catch(() => {});
    this.disconnected();
  }
}
