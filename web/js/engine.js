// The worker in which the engine lives, or one of its search threads. `post` sends a message to the host.

/** How long a search may leave a signal unread, and how long it may go on where there is no signal at all. */
const SIGNAL_PERIOD = 25;
const SLICE = 40;

/** Pages of shared memory; `web/engine/build.rs` has the same numbers in bytes. */
const INITIAL_PAGES = 512;
const LARGEST_PAGES = 16384;

/** Numbers that the engine returns; the same are in `web/engine/src/session.rs`. */
const RESUME = 1;
const QUIT = 2;

/** The last text on standard error, which tells what a trap was about. */
class LastWords {
  constructor() {
    this.text = "";
  }

  add(text) {
    this.text = (this.text + text).slice(-2000);
  }

  about(error) {
    const panic = /panicked at ([^]*?)\n([^]*?)(\n|$)/.exec(this.text);
    return panic ? `${panic[2]} (${panic[1].replace(/:$/, "")})` : String((error && error.message) || error);
  }
}

/** Imports that the engine and its threads share. `init` came from the host. */
function sharedImports(init, memory, lastWords, post) {
  const imports = { wasi_snapshot_preview1: wasiImports(memory, (text) => lastWords.add(text)) };
  if (init.memory) {
    imports.env = { memory: init.memory };
    imports.wasi = {
      "thread-spawn"(argument) {
        const thread = Atomics.add(init.threads, 0, 1) + 1;
        const { module, memory, threads } = init;
        // The host passes this on unread: had it ever held the memory, it would keep it until its next collection of garbage.
        const channel = new MessageChannel();
        channel.port1.postMessage({ module, memory, threads, thread, argument });
        post({ type: "spawn", thread, port: channel.port2 }, [channel.port2]);
        return thread;
      },
    };
  }
  return imports;
}

/** One search thread, which hears from the one that has started it what it is to do. */
function serveThread(port, post) {
  port.onmessage = ({ data }) => {
    port.close();
    runThread(data, post);
  };
}

function runThread(init, post) {
  const lastWords = new LastWords();
  const imports = sharedImports(init, () => init.memory, lastWords, post);
  // Lines are for the engine's own thread.
  imports.host = { print() {}, poll: () => NOTHING, take() {} };
  try {
    new WebAssembly.Instance(init.module, imports).exports.wasi_thread_start(init.thread, init.argument);
    post({ type: "exited", thread: init.thread });
  } catch (error) {
    post({ type: "trap", text: lastWords.about(error) });
  }
}

/** Starts the engine, with shared memory if it has threads. */
function serveEngine(init, post) {
  if (init.build === "threads") {
    try {
      init.memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: LARGEST_PAGES, shared: true });
      init.threads = new Int32Array(new SharedArrayBuffer(4));
    } catch (error) {
      post({ type: "refused", text: error.message });
      return null;
    }
  }
  return new EngineWorker(init, post);
}

/** The engine, which carries out lines. */
class EngineWorker {
  constructor(init, post) {
    this.post = post;
    this.ring = init.ring && new LineRing(init.ring);
    this.listen = init.ring ? "shared" : init.listen === "slices" || !isReadable(init.signal) ? "slices" : "signal";
    this.signal = init.signal;
    this.handled = 0;
    this.looked = 0;
    this.lastWords = new LastWords();
    this.dead = false;
    const memory = () => init.memory || this.exports.memory;
    const imports = sharedImports(init, memory, this.lastWords, post);
    imports.host = {
      print: (at, length) => post({ type: "line", line: decode(memory(), at, length) }),
      poll: () => this.poll(),
      take: (at) => new Uint8Array(memory().buffer, at, this.waiting.length).set(this.waiting),
    };
    this.memory = memory;
    this.guard(() => {
      this.exports = new WebAssembly.Instance(init.module, imports).exports;
      this.exports._initialize();
      if (this.exports.start()) post({ type: "ready", listen: this.listen });
      else post({ type: "trap", text: "there is no memory for the engine" });
    });
  }

  /** A message of the host: a line with its number, or the end. */
  receive(message) {
    if (message.number <= this.handled || this.dead) return;
    this.handled = message.number;
    this.signal = message.signal;
    this.looked = performance.now();
    this.guard(() => {
      if (message.type === "end") return this.exports.end();
      const at = this.exports.input(message.line.length);
      new Uint8Array(this.memory().buffer, at, message.line.length).set(message.line);
      return this.exports.handle();
    });
  }

  /** Calls the engine and does what it asks for; a trap is the last that it does. */
  guard(call) {
    let status;
    try {
      status = call();
    } catch (error) {
      this.dead = true;
      this.post({ type: "trap", text: this.lastWords.about(error) });
      return;
    }
    if (status === QUIT) {
      this.dead = true;
      this.post({ type: "quit" });
    } else if (status === RESUME) {
      nextTask(() => {
        if (this.dead) return;
        this.looked = performance.now();
        this.guard(() => this.exports.resume());
      });
    }
  }

  /** What has come in while the engine searches. */
  poll() {
    if (this.ring) {
      const line = this.ring.pull(this.handled);
      if (line === NOTHING || line === UNREADABLE) return line;
      this.handled++;
      if (line === END) return END;
      this.waiting = line;
      return line.length;
    }
    const now = performance.now();
    if (now - this.looked < (this.listen === "signal" ? SIGNAL_PERIOD : SLICE)) return NOTHING;
    this.looked = now;
    return this.listen === "signal" && isReadable(this.signal) ? NOTHING : UNREADABLE;
  }
}

/** Whether an address of the host still leads to something: the host withdraws it when it has sent a line. */
function isReadable(address) {
  if (!address || typeof XMLHttpRequest === "undefined") return false;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

const decoder = new TextDecoder();

/** A decoder takes no shared memory, so it gets a copy. */
function decode(memory, at, length) {
  return decoder.decode(new Uint8Array(memory.buffer, at, length).slice());
}

/** Calls `then` after the messages that have come in. Timers would wait for milliseconds. */
function nextTask(then) {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    then();
  };
  channel.port2.postMessage(null);
}
