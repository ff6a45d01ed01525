// The rules for the main thread: `Board` and what belongs to it. `RULES_WASM`, the module in base 64, is put in by `scripts/build_web`, so
// that there is nothing to load and everything is synchronous.

/** The numbers of the questions; the same are in `web/rules/src/boards.rs`. */
const QUESTION = {
  variants: 0,
  open: 1,
  close: 2,
  setups: 3,
  legalMoves: 4,
  push: 5,
  pop: 6,
  fen: 7,
  turn: 8,
  checkers: 9,
  result: 10,
  moves: 11,
  record: 12,
  points: 13,
  diagram: 14,
};

let rules = null;

function rulesBytes() {
  const text = atob(RULES_WASM);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function useRules(module) {
  let stderr = "";
  let exports = null;
  const wasi = wasiImports(() => exports.memory, (text) => (stderr += text));
  exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports;
  exports._initialize();
  rules = { exports, encoder: new TextEncoder(), decoder: new TextDecoder() };
}

/**
 * Compiles the rules without keeping the page waiting. Nobody has to call it; browsers of before 2023, which refuse to compile on the
 * main thread at once, want it.
 */
async function loadRules() {
  const module = await WebAssembly.compile(rulesBytes());
  if (!rules) useRules(module);
}

/** Asks, and throws what is wrong as an error. */
function ask(question, board, text) {
  if (!rules) useRules(new WebAssembly.Module(rulesBytes()));
  const { exports, encoder, decoder } = rules;
  const bytes = encoder.encode(text);
  new Uint8Array(exports.memory.buffer).set(bytes, exports.input(bytes.length));
  const length = exports.call(question, board);
  const size = length < 0 ? -1 - length : length;
  const answer = decoder.decode(new Uint8Array(exports.memory.buffer, exports.output(), size));
  if (length < 0) throw new Error(answer);
  return answer;
}

const lines = (text) => (text === "" ? [] : text.split("\n"));

const oneLine = (text) => String(text).replace(/[\r\n]+/g, " ");

const settingsOf = (pairs) => Object.fromEntries(pairs.map((pair) => pair.split("=")));

/** The numbers of boards that nobody holds any more are given to others. */
const forgotten = new FinalizationRegistry((number) => ask(QUESTION.close, number, ""));

/** A game: a position and how it came about. */
class Board {
  #variant;
  #number;

  constructor(variant, fen, options = {}) {
    this.#variant = String(variant);
    const request = [oneLine(variant), ...Object.entries(options).map(([name, value]) => oneLine(`${name}=${value}`))];
    if (fen !== undefined && fen !== null && fen !== "startpos") request.push(`fen ${oneLine(fen)}`);
    this.#number = Number(ask(QUESTION.open, 0, request.join("\n")));
    forgotten.register(this, this.#number);
  }

  #ask(question, text = "") {
    return ask(question, this.#number, text);
  }

  static variants() {
    return lines(ask(QUESTION.variants, 0, ""));
  }

  variant() {
    return this.#variant;
  }

  legalMoves() {
    return lines(this.#ask(QUESTION.legalMoves));
  }

  push(move) {
    return this.#ask(QUESTION.push, String(move));
  }

  pop() {
    return this.#ask(QUESTION.pop) || null;
  }

  fen() {
    return this.#ask(QUESTION.fen);
  }

  turn() {
    return this.#ask(QUESTION.turn);
  }

  isCheck() {
    return this.checkers().length > 0;
  }

  checkers() {
    return lines(this.#ask(QUESTION.checkers));
  }

  isGameOver() {
    return this.result().result !== "*";
  }

  result() {
    const [result, reason = null, words = null, claimable = "false"] = lines(this.#ask(QUESTION.result));
    return { result, reason, words, claimable: claimable === "true" };
  }

  moveStack() {
    return lines(this.#ask(QUESTION.moves));
  }

  toRecord(move) {
    return this.#ask(QUESTION.record, String(move));
  }

  points() {
    const [w, b] = lines(this.#ask(QUESTION.points)).map(Number);
    return w === undefined ? null : { w, b };
  }

  setups() {
    return lines(ask(QUESTION.setups, 0, this.#variant)).map((line) => {
      const [fen, ...options] = line.split("\t");
      return { fen, options: settingsOf(options) };
    });
  }

  toString() {
    return this.#ask(QUESTION.diagram);
  }
}
