/** What an engine may be started with. */
export interface JanggunOptions {
  /**
   * Threads that search, 1 to 32. 1 takes the single build wherever it runs; more are used where threads can be had and set the option
   * `Threads`. Without it the build with threads is taken where it runs, with one thread until `Threads` is set.
   */
  threads?: number;
  /** The WebAssembly module, one of the two of the package, if you have loaded it yourself. */
  wasmBinary?: ArrayBuffer | Uint8Array<ArrayBuffer>;
  /** Where a file of the package is; `directory` is where it is looked for without this function. */
  locateFile?: (name: string, directory: string) => string;
  /**
   * How a searching engine hears of lines, chosen by itself unless given: through shared memory, through an address that is withdrawn, or
   * by searching in slices.
   */
  listen?: "shared" | "signal" | "slices";
}

/** A running engine, which takes and gives lines of the protocol. */
export interface JanggunEngine {
  /** Says a line to the engine. */
  postMessage(line: string): void;
  /** Calls `listener` with each line that the engine says. */
  addMessageListener(listener: (line: string) => void): void;
  /** Does so no longer. */
  removeMessageListener(listener: (line: string) => void): void;
  /** Ends the engine and its workers at once. */
  terminate(): void;
  /** Which of the two builds is running. */
  readonly build: "threads" | "single";
  /** Accepted and ignored: the network is inside. */
  FS: { writeFile(path: string, data: string | ArrayBufferView): void };
}

/** Starts an engine. */
export function Janggun(options?: JanggunOptions): Promise<JanggunEngine>;
/** The same under the name that pages for other engines call. */
export const Stockfish: typeof Janggun;
export default Janggun;
