// Node.

/** `directory` is where the files of the package lie. */
function nodePlatform(directory) {
  const { Worker } = require("node:worker_threads");
  const { readFile } = require("node:fs/promises");
  const { join } = require("node:path");
  const locate = (name, options) => (options.locateFile ? options.locateFile(name, directory) : join(directory, name));
  return {
    canShare: true,
    canSignal: false,
    load: (build, options) => compileOnce(locate(`janggun.${build}.wasm`, options), readFile),
    worker(options) {
      const worker = new Worker(locate("janggun.worker.js", options), { resourceLimits: { stackSizeMb: 8 } });
      return {
        post: (message, transferred) => worker.postMessage(message, transferred),
        listen(onMessage, onError) {
          worker.on("message", onMessage);
          worker.on("error", (error) => onError(error.message));
        },
        terminate: () => void worker.terminate(),
      };
    },
  };
}
