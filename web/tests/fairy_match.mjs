// A match against fairy-stockfish-nnue.wasm as it comes from npm, both in Node with one thread; our rules are the referee. Not one of the tests:
// it takes hours, and the other engine is under the GPL and not among what the tests install.
//
//     npm install --prefix /tmp/fairy fairy-stockfish-nnue.wasm
//     node web/tests/fairy_match.mjs PACKAGE /tmp/fairy/node_modules/fairy-stockfish-nnue.wasm [GAMES] [GO] [FIRST]
//
// PACKAGE is target/web/janggun, GO what follows `go`, such as "movetime 300", the default, or "nodes 20000"; FIRST, usually 0, is the number of the first game, so
// that two processes can share a match.
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

const LONGEST_GAME = 300;
const require = createRequire(import.meta.url);

/** Each engine gets a worker of its own, so that neither delays the other's lines. */
async function serveFairy(folder) {
  // It would take fetch for a way to read files.
  delete globalThis.fetch;
  const engine = await require(resolve(folder, "stockfish.js"))();
  engine.addMessageListener((line) => parentPort.postMessage(line));
  parentPort.on("message", (line) => engine.postMessage(line));
  parentPort.postMessage("started");
}

/** An engine that takes lines; `ask` resolves with the first line that fits. */
class Player {
  constructor(name, send, listen) {
    this.name = name;
    this.send = send;
    listen((line) => {
      if (!this.waiting || !this.waiting.pattern.test(line)) return;
      const { resolve } = this.waiting;
      this.waiting = null;
      resolve(line);
    });
  }

  ask(lines, pattern) {
    return new Promise((resolve) => {
      this.waiting = { pattern, resolve };
      lines.forEach(this.send);
    });
  }
}

async function openPlayers(packageFolder, fairyFolder) {
  const { Janggun } = require(resolve(packageFolder, "janggun.cjs"));
  const ours = await Janggun({ threads: 1 });
  const janggun = new Player("janggun", ours.postMessage, ours.addMessageListener);
  const worker = new Worker(new URL(import.meta.url), { workerData: fairyFolder });
  const fairy = new Player("fairy", (line) => worker.postMessage(line), (hear) => worker.on("message", hear));
  await fairy.ask([], /^started$/);
  for (const player of [janggun, fairy]) {
    await player.ask(["uci"], /^uciok/);
    await player.ask(["setoption name UCI_Variant value janggi", "setoption name Threads value 1", "setoption name Hash value 16", "isready"], /^readyok/);
  }
  return { players: [janggun, fairy], end: () => (ours.terminate(), worker.terminate()) };
}

/** Plays a game from a FEN; the first player moves first. Tells the winner, or null. */
async function playGame(Board, players, fen, go) {
  const board = new Board("janggi", fen);
  for (const player of players) await player.ask(["ucinewgame", "isready"], /^readyok/);
  const first = board.turn();
  while (!board.isGameOver() && board.moveStack().length < LONGEST_GAME) {
    const player = players[board.turn() === first ? 0 : 1];
    const best = await player.ask([`position fen ${fen} moves ${board.moveStack().join(" ")}`, `go ${go}`], /^bestmove/);
    try {
      board.push(best.split(" ")[1]);
    } catch (error) {
      return { winner: players[player === players[0] ? 1 : 0], reason: `${player.name}: ${error.message}` };
    }
  }
  const { result, reason } = board.result();
  const winner = result === "1-0" ? players[0] : result === "0-1" ? players[1] : null;
  return { winner, reason: reason ?? "too long", plies: board.moveStack().length };
}

async function main([packageFolder, fairyFolder, games = "40", go = "movetime 300", first = "0"]) {
  const { Board } = require(resolve(packageFolder, "rules.js"));
  const { players, end } = await openPlayers(packageFolder, fairyFolder);
  const setups = new Board("janggi").setups();
  const score = { janggun: 0, fairy: 0, draws: 0 };
  for (let game = Number(first); game < Number(first) + Number(games); game++) {
    // Each set-up twice, with sides exchanged.
    const order = game % 2 === 0 ? players : [...players].reverse();
    const { winner, reason, plies } = await playGame(Board, order, setups[(game >> 1) % setups.length].fen, go);
    score[winner ? winner.name : "draws"]++;
    console.log(`${game + 1}: ${winner ? winner.name : "draw"} (${order[0].name} first), ${reason}, ${plies} plies; ${JSON.stringify(score)}`);
  }
  end();
}

if (isMainThread) await main(process.argv.slice(2));
else await serveFairy(workerData);
