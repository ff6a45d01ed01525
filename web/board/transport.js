// Roads to an engine that takes and gives lines: the program that serves this page, or the package's worker on a host that serves only files.

/**
 * @typedef {object} Transport
 * @property {(line: string) => void} send
 * @property {() => void} close
 */

/** The sentence that tells why there is no engine, by its name in lang/. */
export class EngineError extends Error {}

/** @param {string} [search] of the address */
export const tokenOf = (search = location.search) => new URLSearchParams(search).get("token");

/**
 * Connects; resolves when lines can be said.
 * @param {(line: string) => void} hear
 * @param {() => void} gone called once, when a connection that stood has ended
 * @returns {Promise<Transport>}
 */
export function connect(hear, gone) {
  const token = tokenOf();
  return token === null ? startWorker(hear, gone) : openSocket(token, hear, gone);
}

/**
 * @param {string} token
 * @param {(line: string) => void} hear
 * @param {() => void} gone
 * @returns {Promise<Transport>}
 */
function openSocket(token, hear, gone) {
  const address = new URL("engine", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({ token }).toString();
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    let open = false;
    socket.onopen = () => {
      open = true;
      resolve({ send: (line) => socket.send(line), close: () => socket.close() });
    };
    socket.onmessage = ({ data }) => String(data).split("\n").forEach(hear);
    socket.onclose = async () => {
      if (open) gone();
      else reject(new EngineError(await whyRefused(token)));
    };
  });
}

/**
 * A browser does not tell a page why a connection was refused; the server does when asked.
 * @param {string} token
 */
async function whyRefused(token) {
  try {
    const answer = await fetch(`status?${new URLSearchParams({ token })}`);
    if (answer.status === 403) return "engine.token";
    const { engines, limit } = await answer.json();
    return engines >= limit ? "engine.full" : "engine.lost";
  } catch {
    return "engine.lost";
  }
}

/** Whether `janggun board` serves this page: it keeps its state to whom it gave a token, where a host of files has none. */
async function servedByProgram() {
  try {
    return (await fetch("status")).status === 403;
  } catch {
    return false;
  }
}

/**
 * @param {(line: string) => void} hear
 * @param {() => void} gone
 * @returns {Promise<Transport>}
 */
function startWorker(hear, gone) {
  const worker = new Worker(new URL("./janggun/janggun.worker.js", document.baseURI));
  return new Promise((resolve, reject) => {
    let open = false;
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      if (open) gone();
      else servedByProgram().then((served) => reject(new EngineError(served ? "engine.notoken" : "engine.worker")));
    };
    worker.onmessage = ({ data }) => {
      if (open) return hear(String(data));
      if (String(data) !== "readyok") return;
      open = true;
      resolve({ send: (line) => worker.postMessage(line), close: () => worker.terminate() });
    };
    // The worker takes what it holds of the hash table from the page's memory; a small one does for a page.
    worker.postMessage("setoption name Hash value 16");
    worker.postMessage("isready");
  });
}
