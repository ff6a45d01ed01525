// The conversation of the board page with an engine: the order of lines on the wire, connections that are closed or lost, answers that come too late.
import assert from "node:assert/strict";
import { join } from "node:path";
import test, { beforeEach } from "node:test";

const { Engine } = await import(join(import.meta.dirname, "../board/engine.js"));
const { Game } = await import(join(import.meta.dirname, "../board/game.js"));
const { Match } = await import(join(import.meta.dirname, "../board/match.js"));
const LINE = { fen: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", moves: [] };

/** A socket whose server is the test. */
class FakeSocket {
  static all = [];

  constructor() {
    this.sent = [];
    this.closed = false;
    FakeSocket.all.push(this);
  }

  send(line) {
    this.sent.push(line);
    if (line === "uci") this.say("option name Threads type spin default 1", "uciok");
  }

  say(...lines) {
    for (const line of lines) this.onmessage({ data: line });
  }

  close() {
    this.closed = true;
  }
}

globalThis.WebSocket = FakeSocket;
globalThis.location = new URL("http://127.0.0.1/?token=x");

beforeEach(() => {
  FakeSocket.all = [];
});

/** All that can go on without an answer from outside has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function connectedEngine() {
  const engine = new Engine();
  const connected = engine.connected();
  const [socket] = FakeSocket.all;
  socket.onopen();
  await connected;
  socket.sent = [];
  return { engine, socket };
}

test("stop goes out before the next search, and before an option", async () => {
  const { engine, socket } = await connectedEngine();
  const first = engine.search(LINE, "infinite");
  await settled();
  const second = engine.search(LINE, "nodes 5");
  assert.deepEqual(await first, { best: null, infos: new Map(), givenUp: true });
  await settled();
  const position = `position fen ${LINE.fen}`;
  assert.deepEqual(socket.sent, [position, "go infinite", "stop", position, "go nodes 5"]);
  socket.say("bestmove e1e2", "info depth 1 score cp 3 pv e1d1", "bestmove e1d1");
  const { best, givenUp, infos } = await second;
  assert.deepEqual([best, givenUp, infos.size], ["e1d1", false, 1]);
  socket.sent = [];
  const third = engine.search(LINE, "infinite");
  await settled();
  await engine.setOption("Threads", 2);
  assert.deepEqual(socket.sent.slice(-2), ["stop", "setoption name Threads value 2"]);
  assert.equal((await third).givenUp, true);
});

test("an engine that is closed while it connects leaves no socket behind, and connects no more", async () => {
  const engine = new Engine();
  const set = engine.setOptions({ Threads: 2, Hash: 4 });
  engine.close();
  FakeSocket.all[0].onopen();
  await assert.rejects(set, /engine\.lost/);
  assert.deepEqual(FakeSocket.all.map(({ closed }) => closed), [true]);
  await assert.rejects(engine.search(LINE, "nodes 1"), /engine\.lost/);
  assert.equal(FakeSocket.all.length, 1);
});

test("an engine that is closed during the handshake or a search closes its socket and says so", async () => {
  const { engine, socket } = await connectedEngine();
  const search = engine.search(LINE, "infinite");
  await settled();
  engine.close();
  await assert.rejects(search, /engine\.lost/);
  assert.equal(socket.closed, true);
});

test("a lost connection is told of, and its late end does not touch the next one", async () => {
  const { engine, socket } = await connectedEngine();
  const search = engine.search(LINE, "infinite");
  await settled();
  socket.onclose();
  await assert.rejects(search, /engine\.lost/);
  const question = engine.ask(["isready"], /^readyok$/);
  const again = FakeSocket.all[1];
  again.onopen();
  await settled();
  socket.onclose();
  socket.say("readyok");
  assert.equal(engine.questions.length, 1);
  again.say("readyok");
  assert.deepEqual(await question, ["readyok"]);
});

test("a move that is described too late is not played: after a flag, and after taking back", async () => {
  const answers = [];
  const engine = { giveUp() {}, describe: () => new Promise((resolve) => answers.push(resolve)) };
  const described = (last) => ({ fen: LINE.fen, legal: [], result: "*", reason: "-", checkers: [], last, record: "", drawOffered: false });
  const game = new Game(engine, "janggi", LINE.fen);
  const match = new Match(game, { w: "person", b: "person" }, "0", { base: 1000, increment: 0 }, () => {});
  const first = game.play("e1e2");
  answers.shift()(described("e1e2"));
  const node = await first;
  const late = game.play("e10e9");
  game.takeBack();
  answers.shift()(described("e10e9"));
  assert.equal(await late, null);
  assert.equal(game.current, game.root);
  assert.equal(node.children.length, 0);
  const flagged = game.play("e1d1");
  match.clock.onFlag("w");
  answers.shift()(described("e1d1"));
  assert.equal(await flagged, null);
  assert.deepEqual(game.outcome, { result: "0-1", reason: "time" });
  match.tick(true);
  assert.deepEqual([match.engineToMove, match.clock.running], [false, null]);
});
