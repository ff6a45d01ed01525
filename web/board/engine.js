// An engine in conversation: questions with their answers, searches with their `bestmove`, options that are said again on a new connection.
import { connect } from "./transport.js";
import { DESCRIBE, parseDescription, parseInfo } from "./uci.js";

/** @typedef {import("./uci.js").Info} Info */
/** @typedef {import("./uci.js").Description} Description */
/** @typedef {{ fen: string, moves: string[] }} Line a position, and the moves from there */

/** @param {Line} line */
export const positionCommand = ({ fen, moves }) => `position fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;

/**
 * How a search ended. `best` is null if it was given up, or if the game is over.
 * @typedef {{ best: string | null, infos: Map<number, Info>, givenUp: boolean }} Found
 */

export class Engine {
  constructor() {
    /** @type {Promise<import("./transport.js").Transport> | null} */
    this.connection = null;
    /** That of the connection, as soon as lines can be said. @type {import("./transport.js").Transport | null} */
    this.transport = null;
    /** Which attempt to connect counts: what earlier ones still hear or lose is nothing to us. */
    this.attempt = 0;
    this.closed = false;
    /** Options as they were last set. @type {Map<string, string>} */
    this.options = new Map();
    /** Options of the `uci` list with their lines. @type {Map<string, string>} */
    this.offered = new Map();
    /** Those that wait for the end of an answer, first come first served. @type {{ ends: RegExp, lines: string[], resolve: (lines: string[]) => void, reject: (error: Error) => void }[]} */
    this.questions = [];
    /** Searches whose `bestmove` is due, in the order of their `go`. @type {{ infos: Map<number, Info>, report: ((info: Info) => void) | null, finish: (best: string | null) => void, reject: (error: Error) => void, givenUp: boolean }[]} */
    this.searches = [];
  }

  /** Connects unless that is done, and says the handshake and all options. */
  connected() {
    if (this.closed) return Promise.reject(new Error("engine.lost"));
    this.connection ??= this.connect();
    return this.connection;
  }

  async connect() {
    const attempt = ++this.attempt;
    const counts = () => this.attempt === attempt;
    try {
      const transport = await connect(
        (line) => counts() && this.hear(line),
        () => counts() && this.disconnected(),
      );
      if (!counts()) {
        transport.close();
        throw new Error("engine.lost");
      }
      this.transport = transport;
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
    } catch (error) {
      if (counts()) this.connection = null;
      throw error;
    }
  }

  /** What was asked gets no answer any more; the next question connects anew. */
  disconnected() {
    this.attempt++;
    this.connection = null;
    this.transport = null;
    const error = new Error("engine.lost");
    for (const { reject } of [...this.questions.splice(0), ...this.searches.splice(0)]) reject(error);
  }

  /** @param {string} line */
  hear(line) {
    if (line.startsWith("bestmove")) {
      const best = line.split(" ")[1];
      const search = this.searches.shift();
      search?.finish(best === "(none)" ? null : best);
      return;
    }
    const info = this.searches.length ? parseInfo(line) : null;
    if (info) {
      const search = this.searches[0];
      search.infos.set(info.multipv, info);
      if (!search.givenUp) search.report?.(info);
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
   * @returns {Promise<Found>}
   */
  async search(line, limits, report = null) {
    const transport = await this.connected();
    this.giveUp();
    return new Promise((resolve, reject) => {
      const infos = new Map();
      const search = { infos, report, reject, givenUp: false, finish: (/** @type {string | null} */ best) => resolve({ best, infos, givenUp: search.givenUp }) };
      this.searches.push(search);
      transport.send(positionCommand(line));
      transport.send(`go ${limits}`);
    });
  }

  /** Ends the search with the best move so far, which its caller gets. */
  stop() {
    if (this.searches.length) this.transport?.send("stop");
  }

  /** Ends the search; its caller gets null at once. `stop` goes out before whatever the next caller says. */
  giveUp() {
    const searches = this.searches.filter(({ givenUp }) => !givenUp);
    if (!searches.length) return;
    for (const search of searches) {
      search.givenUp = true;
      search.finish(null);
    }
    this.transport?.send("stop");
  }

  /** Ends the conversation for good, also one that is only being opened. */
  close() {
    this.closed = true;
    this.transport?.close();
    this.disconnected();
  }
}
