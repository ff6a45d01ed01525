// janggun.worker.js: a plain worker that takes and gives lines as strings, and the worker that the host of the package starts for an
// engine or a search thread, which are told apart by their first message.

const inNode = typeof process === "object" && !!process.versions && !!process.versions.node;
const port = inNode ? require("node:worker_threads").parentPort : self;
const post = (message, transferred = []) => port.postMessage(message, transferred);

let receive = function first(message) {
  if (message && message.type === "thread") {
    serveThread(message.port, post);
  } else if (message && message.type === "engine") {
    const engine = serveEngine(message, post);
    receive = (next) => engine && engine.receive(next);
  } else {
    receive = servePlainWorker();
    receive(message);
  }
};

/** Strings both ways. The engine runs in a worker of this one, so that this one always hears. */
function servePlainWorker() {
  const platform = inNode ? nodePlatform(__dirname) : browserPlatform(new URL(".", self.location.href).href);
  const waiting = [];
  let send = (line) => waiting.push(line);
  makeJanggun(platform)().then(
    (engine) => {
      engine.addMessageListener(post);
      send = (line) => engine.postMessage(line);
      waiting.forEach(send);
    },
    (error) => post(`info string error: ${error.message}`),
  );
  return (line) => send(line);
}

if (inNode) port.on("message", (message) => receive(message));
else port.onmessage = (event) => receive(event.data);
