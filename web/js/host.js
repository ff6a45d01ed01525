// The host: starts the workers of one engine, passes lines to and fro, and never waits. It lives in a page, in a worker of a page, or
// in Node; what differs between these is the platform: `canShare`, `canSignal`, `load(build, options)` and `worker(options)`.

const encoder = new TextEncoder();

class Host {
  constructor(platform, options) {
    this.platform = platform;
    this.options = options;
    this.listeners = new Set();
    this.workers = new Map();
    this.number = 0;
    this.state = "new";
    this.searching = false;
    // What an engine that takes the place of a crashed one has to be told.
    this.settings = new Map();
    this.position = null;
  }

  async start() {
    const { build, module } = await this.chooseBuild();
    if (this.state === "ended") return;
    this.build = build;
    this.module = module;
    await this.startWorkers();
    if (this.build === "threads" && this.options.threads > 1) {
      this.send(`setoption name Threads value ${this.options.threads}`);
    }
  }

  async chooseBuild() {
    const { platform, options } = this;
    checkOptions(options);
    const mayShare = platform.canShare && options.threads !== 1;
    if (options.wasmBinary) {
      const module = await WebAssembly.compile(options.wasmBinary);
      const build = WebAssembly.Module.imports(module).some((wanted) => wanted.kind === "memory") ? "threads" : "single";
      if (build === "threads" && !platform.canShare) {
        throw new Error("janggun: wasmBinary is the build with threads, and this page is not cross-origin isolated; give janggun.single.wasm");
      }
      return { build, module };
    }
    const build = mayShare ? "threads" : "single";
    return { build, module: await platform.load(build, options) };
  }

  startWorkers() {
    this.number = 0;
    const listen = this.options.listen || "shared";
    this.ring = this.platform.canShare && listen === "shared" ? LineRing.create() : null;
    const init = { type: "engine", build: this.build, module: this.module, listen };
    if (this.ring) init.ring = this.ring.shared;
    else init.signal = this.nextSignal();
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.main = this.addWorker("engine", init);
    });
  }

  /** A small device has no room for memory that may grow and is shared; the single build asks for less. */
  async useSingleBuild(reason) {
    this.endWorkers();
    const { resolve, reject } = this.settle;
    try {
      if (this.options.wasmBinary) throw new Error(`janggun: there is no shared memory for the build with threads: ${reason}`);
      this.build = "single";
      this.module = await this.platform.load("single", this.options);
      await this.startWorkers();
      resolve();
    } catch (error) {
      reject(error);
    }
  }

  addWorker(name, init, transferred = []) {
    const worker = this.platform.worker(this.options);
    this.workers.set(name, worker);
    worker.listen(
      (message) => this.workers.get(name) === worker && this.receive(message),
      (error) => this.workers.get(name) === worker && this.crash(error),
    );
    worker.post(init, transferred);
    return worker;
  }

  receive(message) {
    switch (message.type) {
      case "line":
        if (message.line.startsWith("bestmove")) this.searching = false;
        this.emit(message.line);
        break;
      case "ready":
        this.state = "running";
        this.listen = message.listen;
        this.settle.resolve();
        break;
      case "spawn":
        this.addWorker(message.thread, { type: "thread", port: message.port }, [message.port]);
        break;
      case "refused":
        this.useSingleBuild(message.text);
        break;
      case "exited":
        this.workers.get(message.thread).terminate();
        this.workers.delete(message.thread);
        break;
      case "trap":
        this.crash(message.text);
        break;
      case "quit":
        this.terminate();
        if (this.onquit) this.onquit();
        break;
    }
  }

  /** The engine is lost, but not the conversation: the next line starts another one. */
  crash(text) {
    this.endWorkers();
    if (this.state !== "running") {
      this.state = "ended";
      this.settle.reject(new Error(`janggun: the engine could not be started: ${text}`));
      return;
    }
    this.state = "crashed";
    this.emit(`info string error: the engine has crashed: ${text.replace(/\s+/g, " ")}; it starts anew with the same options and position`);
    if (this.searching) {
      this.searching = false;
      this.emit("bestmove (none)");
    }
    if (this.ended && this.onquit) this.onquit();
  }

  async restart() {
    this.state = "new";
    this.backlog = [...this.settings.values()];
    if (this.position) this.backlog.push(this.position);
    try {
      await this.startWorkers();
      const lines = this.backlog;
      this.backlog = null;
      lines.forEach((line) => this.post(line));
    } catch (error) {
      this.backlog = null;
      this.emit(`info string error: ${error.message}; call Janggun() for another one`);
    }
  }

  /** A line as text or as bytes, without its line break. */
  send(line) {
    if (this.state === "ended") {
      this.emit("info string error: the engine has quit; call Janggun() for another one");
      return;
    }
    if (this.state === "crashed") this.restart();
    this.remember(typeof line === "string" ? line : new TextDecoder().decode(line));
    const bytes = typeof line === "string" ? encoder.encode(line) : line;
    if (this.backlog) this.backlog.push(bytes);
    else this.post(bytes);
  }

  remember(line) {
    const option = /^\s*setoption\s+name\s+(.+?)(\s+value(\s.*)?)?$/.exec(line);
    if (option) this.settings.set(option[1].toLowerCase(), encoder.encode(line));
    else if (/^\s*position\s/.test(line)) this.position = encoder.encode(line);
    else if (/^\s*go\b(?!\s+perft)/.test(line)) this.searching = true;
  }

  post(line) {
    this.number++;
    if (this.ring) this.ring.push(this.number, line);
    const signal = this.ring ? null : this.nextSignal();
    this.main.post({ type: line ? "line" : "end", number: this.number, line, signal });
  }

  /** There will be no more lines: what ends by itself is finished first, then `onquit` is called. */
  end() {
    this.ended = true;
    if (this.state === "running") this.post(null);
    else if (this.onquit) this.onquit();
  }

  /** Withdraws the last address, which tells a busy worker that a line has come, and makes another one. */
  nextSignal() {
    if (!this.platform.canSignal) return null;
    if (this.signal) URL.revokeObjectURL(this.signal);
    this.signal = URL.createObjectURL(new Blob(["go on"]));
    return this.signal;
  }

  emit(line) {
    for (const listener of [...this.listeners]) {
      try {
        listener(line);
      } catch (error) {
        // Somebody else's fault must not silence the engine for others.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  endWorkers() {
    for (const worker of this.workers.values()) worker.terminate();
    this.workers.clear();
    this.main = this.ring = null;
  }

  terminate() {
    this.state = "ended";
    this.endWorkers();
    if (this.signal) URL.revokeObjectURL(this.signal);
    this.signal = null;
  }
}

/** Compiled modules by their addresses: each takes megabytes, and all engines can share it. */
const modules = new Map();

/** The module at `address`; `read` fetches its bytes, which is tried again if it failed. */
function compileOnce(address, read) {
  if (!modules.has(address)) {
    const module = read(address).then((bytes) => WebAssembly.compile(bytes));
    module.catch(() => modules.delete(address));
    modules.set(address, module);
  }
  return modules.get(address);
}

function checkOptions(options) {
  const { threads } = options;
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1 && threads <= 32)) {
    throw new Error(`janggun: the option threads is ${threads}; give a whole number from 1 to 32`);
  }
}

/** Makes the function that the package exports. */
function makeJanggun(platform) {
  return async function Janggun(options = {}) {
    const host = new Host(platform, options);
    await host.start();
    return {
      postMessage: (lines) => String(lines).split(/\r?\n/).forEach((line) => host.send(line)),
      addMessageListener: (listener) => void host.listeners.add(listener),
      removeMessageListener: (listener) => void host.listeners.delete(listener),
      terminate: () => host.terminate(),
      get build() {
        return host.build;
      },
      // The network is inside; pages that load one for another engine need not be changed.
      FS: { writeFile() {} },
    };
  };
}
