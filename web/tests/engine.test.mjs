// The package in Node: both builds, and every way in which a searching engine may hear.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { Conversation, VARIANTS, converse, converseWithProgram, nativeEngine, packageFolder, requireFrom, seeded } from "./support.mjs";

const { Janggun } = requireFrom("janggun");
const BESTMOVE = /^bestmove /;

/** The builds, and the ways to hear. */
const SETTINGS = [
  { name: "threads", options: {} },
  { name: "two threads", options: { threads: 2 } },
  { name: "single", options: { threads: 1 } },
  { name: "single in slices", options: { threads: 1, listen: "slices" } },
];

for (const { name, options } of SETTINGS) {
  test(`${name}: handshake, every variant, limits`, async () => {
    const { engine, ask } = bound(await converse(Janggun, options));
    const introduction = await ask("uci", /^uciok$/);
    assert.match(introduction[0], /^id name Janggun /);
    assert.equal(engine.build, options.threads === 1 ? "single" : "threads");
    for (const variant of VARIANTS) {
      const lines = await ask([`setoption name UCI_Variant value ${variant}`, "position startpos", "go depth 3"], BESTMOVE);
      assert.match(lines[0], new RegExp(`^info string variant ${variant} `));
      assert.match(lines.at(-1), /^bestmove [^(]/);
    }
    const timed = await ask(["setoption name UCI_Variant value janggi", "go movetime 200"], BESTMOVE);
    // The machine may be busy; that the limit counts at all is what shows here.
    const time = Number(/ time (\d+) /.exec(timed.at(-2))[1]);
    assert.ok(time < 2000, `${time} ms`);
    assert.match((await ask("go nodes 3000", BESTMOVE)).at(-2), / nodes \d{3,4} /);
    engine.terminate();
  });

  test(`${name}: an endless search hears everything`, async () => {
    const { engine, ask, lines, send } = bound(await converse(Janggun, options));
    await ask("go infinite", /^info depth 8 /);
    // What only looks is answered while the search goes on.
    const looked = await ask(["isready", "d", "moves", "nonsense", "result"], /^result /);
    assert.deepEqual(
      looked.filter((line) => !/^info depth/.test(line)).map((line) => line.split(" ")[0]),
      ["readyok", ...looked.filter((line) => !/^info|^readyok|^Fen|^Key|^Checkers|^moves|^result/.test(line)).map((line) => line.split(" ")[0]), "Fen:", "Key:", "Checkers:", "moves", "info", "result"],
    );
    const depths = () => lines.filter((line) => /^info depth .* multipv 1 /.test(line)).map((line) => Number(line.split(" ")[2]));
    assert.deepEqual(depths(), [...depths()].sort((a, b) => a - b), "no depth is told twice after the search made way");
    assert.ok(!lines.some((line) => BESTMOVE.test(line)));
    const last = await ask("stop", BESTMOVE);
    assert.match(last.at(-1), /^bestmove \w/);
    const pv = lines.filter((line) => / multipv 1 .* pv /.test(line)).at(-1);
    assert.equal(/ pv (\S+)/.exec(pv)[1], last.at(-1).split(" ")[1]);
    // A new position ends a search, which says its last word first.
    await ask("go infinite", /^info depth 5 /);
    const ended = await ask(["position startpos moves e2e2", "d"], /^Checkers:/);
    assert.ok(ended.findIndex((line) => BESTMOVE.test(line)) < ended.findIndex((line) => line.startsWith("Fen:")));
    assert.match(ended.find((line) => line.startsWith("Fen:")), / b /);
    send("quit");
    engine.terminate();
  });

  test(`${name}: no answer before it is wanted`, async () => {
    const { engine, ask, lines } = bound(await converse(Janggun, options));
    // The game is over, and the answer known at once; it has to wait all the same.
    await ask(["position startpos moves e2e2 e9e9", "go infinite", "isready"], /^readyok$/);
    assert.ok(!lines.some((line) => BESTMOVE.test(line)));
    assert.equal((await ask("stop", BESTMOVE)).at(-1), "bestmove (none)");
    await ask(["position startpos", "go ponder depth 4"], /^info depth 4 /);
    const before = lines.length;
    await ask("isready", /^readyok$/);
    assert.ok(!lines.slice(before).some((line) => BESTMOVE.test(line)));
    await ask("ponderhit", BESTMOVE);
    await ask("go ponder movetime 50", /^info depth 6 /);
    await ask("ponderhit", BESTMOVE);
    engine.terminate();
  });

  test(`${name}: several variations`, async () => {
    const { engine, ask } = bound(await converse(Janggun, options));
    const lines = await ask(["setoption name MultiPV value 3", "go depth 6"], BESTMOVE);
    const last = lines.filter((line) => line.startsWith("info depth 6 "));
    assert.deepEqual([...new Set(last.map((line) => / multipv (\d) /.exec(line)[1]))].sort(), ["1", "2", "3"]);
    engine.terminate();
  });
}

test("the node count of bench is that of the native engine", async () => {
  const native = execFileSync(nativeEngine, ["bench"], { encoding: "utf8" }).trim().split("\n").at(-1).split(" ");
  for (const options of [{}, { threads: 1 }]) {
    const { engine, ask } = bound(await converse(Janggun, options));
    const counted = (await ask("bench", /^\d+ nodes \d+ nps$/)).at(-1).split(" ");
    assert.equal(counted[0], native[0]);
    // At least half of the native speed is promised; on a busy machine this says little, so it is only told.
    console.log(`${engine.build}: ${Math.round((100 * counted[2]) / native[2])} % of the native nodes per second`);
    engine.terminate();
  }
});

test("perft counts, and goes on where it made way", async () => {
  const { engine, ask } = bound(await converse(Janggun, { threads: 1, listen: "slices" }));
  const lines = await ask(["go perft 4"], /^Nodes searched: /);
  const sum = lines.slice(0, -1).reduce((total, line) => total + Number(line.split(": ")[1]), 0);
  assert.equal(`Nodes searched: ${sum}`, lines.at(-1));
  engine.terminate();
});

test("two engines do not know of each other", async () => {
  const [one, two] = await Promise.all([converse(Janggun, {}), converse(Janggun, { threads: 1 })]);
  await one.ask(["setoption name UCI_Variant value dobutsu", "go infinite"], /^info depth 6 /);
  assert.match((await two.ask("go depth 6", BESTMOVE)).at(-1), /^bestmove /);
  assert.match((await one.ask("stop", BESTMOVE)).at(-1), /^bestmove /);
  one.engine.terminate();
  assert.match((await two.ask("d", /^Fen:/)).at(-1), /^Fen: rnba1abnr/);
  two.engine.terminate();
});

test("the plain worker takes and gives strings", async () => {
  const worker = new Worker(requireFrom.resolve("janggun/janggun.worker.js"));
  const conversation = new Conversation((line) => worker.postMessage(line));
  worker.on("message", (line) => conversation.hear(line));
  await conversation.ask("uci", /^uciok$/);
  await conversation.ask("go infinite", /^info depth 5 /);
  await conversation.ask("stop", BESTMOVE);
  await worker.terminate();
});

test("FS.writeFile and options of other engines do no harm", async () => {
  const { engine, ask } = bound(await converse(requireFrom("janggun").Stockfish));
  engine.FS.writeFile("/janggi.nnue", new Uint8Array(10));
  const lines = await ask(
    ["setoption name EvalFile value /janggi.nnue", "setoption name Use NNUE value true", "setoption name VariantPath value /variants.ini", "isready"],
    /^readyok$/,
  );
  assert.deepEqual(lines.filter((line) => /error/.test(line)), []);
  assert.equal(lines[0], "info string EvalFile is ignored: it names a file, and there are none here");
  engine.terminate();
});

test("wasmBinary and locateFile say where the engine comes from", async () => {
  const wasmBinary = readFileSync(join(packageFolder, "janggun.single.wasm"));
  const own = await converse(Janggun, { wasmBinary });
  assert.equal(own.engine.build, "single");
  await own.ask("go depth 2", BESTMOVE);
  own.engine.terminate();
  const asked = [];
  const located = await converse(Janggun, { locateFile: (name, folder) => (asked.push(name), join(folder, name)) });
  located.engine.terminate();
  assert.deepEqual(asked.sort(), ["janggun.threads.wasm", "janggun.worker.js"]);
  await assert.rejects(Janggun({ threads: 0 }), /threads is 0; give a whole number from 1 to 32/);
});

test("quit ends the engine, not the process, and says so", async () => {
  const { engine, ask, until, send } = bound(await converse(Janggun, {}));
  await ask(["isready", "quit"], /^readyok$/);
  const answer = until(/has quit/);
  const asking = setInterval(() => send("isready"), 10);
  await answer;
  clearInterval(asking);
  engine.terminate();
});

/** A module that does nothing but trap on lines that begin with `g`. */
function trappingModule() {
  const name = (text) => [text.length, ...Buffer.from(text)];
  const section = (id, bytes) => [id, bytes.length, ...bytes];
  const i32 = 0x7f;
  const types = [3, 0x60, 0, 0, 0x60, 0, 1, i32, 0x60, 1, i32, 1, i32];
  // _initialize, start, input, handle, resume, end
  const functions = [6, 0, 1, 2, 1, 1, 1];
  const exported = [["memory", 2, 0], ["_initialize", 0, 0], ["start", 0, 1], ["input", 0, 2], ["handle", 0, 3], ["resume", 0, 4], ["end", 0, 5]];
  const code = (...body) => [body.length + 2, 0, ...body, 0x0b];
  const zero = code(0x41, 0);
  // if (memory[0] == 'g') unreachable; return 0
  const handle = code(0x41, 0, 0x2d, 0, 0, 0x41, 0xe7, 0, 0x46, 0x04, 0x40, 0x00, 0x0b, 0x41, 0);
  const bodies = [6, ...code(), ...code(0x41, 1), ...zero, ...handle, ...zero, ...zero];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, types),
    ...section(3, functions),
    ...section(5, [1, 0, 1]),
    ...section(7, [exported.length, ...exported.flatMap(([text, kind, index]) => [...name(text), kind, index])]),
    ...section(10, bodies),
  ]);
}

test("a trap ends one search with an error line, and the conversation goes on", async () => {
  const { engine, ask } = bound(await converse(Janggun, { wasmBinary: trappingModule() }));
  for (let round = 0; round < 3; round++) {
    const lines = await ask(["setoption name Hash value 4", "position startpos", "go depth 3"], BESTMOVE);
    assert.match(lines[0], /^info string error: the engine has crashed: unreachable; it starts anew/);
    assert.equal(lines[1], "bestmove (none)");
  }
  engine.terminate();
});

test("20,000 random lines without a trap", async () => {
  const words = "uci isready setoption name value Hash MultiPV Threads UCI_Variant position startpos fen moves go depth nodes movetime infinite ponder searchmoves stop ponderhit d eval result perft ucinewgame debug on off help register bench quit 1 2 3 -1 0 99999999999 janggi dobutsu cheduk twelvejanggi e2e2 b1c3 4k4/9/9/9/9/9/9/9/4K4/9 w - - \u0000 \uFEFF 象 \uD800 %".split(" ");
  const random = seeded(24);
  for (const options of [{}, { threads: 1 }]) {
    const { engine, ask, send, lines } = bound(await converse(Janggun, options));
    for (let count = 0; count < 10_000; ) {
      const line = Array.from({ length: 1 + random(7) }, () => words[random(words.length)]).join(" ");
      // These would end the engine, or take long on purpose.
      if (/quit|bench|perft|Threads/.test(line)) continue;
      count++;
      send(/\bgo\b/.test(line) ? `${line} nodes 50 depth 2` : line);
      if (count % 500 === 0) await ask(["stop", "isready"], /^readyok$/);
    }
    await ask(["stop", "isready"], /^readyok$/);
    assert.ok(!lines.some((line) => /crashed/.test(line)), lines.find((line) => /crashed/.test(line)));
    engine.terminate();
  }
});

test("bad lines are answered as by the native engine", async () => {
  const bad = ["nonsense", "go depth x", "setoption", "setoption name Nothing value 1", "setoption name Hash value -3", "position", "position fen 9/9", "position startpos moves e2e9", "go searchmoves a1a1", "position startpos moves 79졸78", "debug maybe", "\uFEFFisready"];
  const commands = [...bad, "d", "isready"];
  const native = converseWithProgram(nativeEngine);
  const expected = await native.ask(commands, /^readyok$/);
  native.send("quit");
  const { engine, ask } = bound(await converse(Janggun, {}));
  // How large a hash table may be differs on purpose.
  const same = (lines) => lines.map((line) => line.replace(/from 1 to \d+/, "from 1 to N"));
  assert.deepEqual(same(await ask(commands, /^readyok$/)), same(expected));
  const long = await ask("x".repeat((4 << 20) + 1), /^info string error/);
  assert.equal(long.at(-1), "info string error: a line is longer than 4 MB and was skipped");
  engine.terminate();
  await native.ended;
});

test("npx janggun in a pipeline", () => {
  const run = (input, ...args) => spawnSync("npx", ["janggun", ...args], { input, encoding: "utf8", cwd: join(packageFolder, "../..") });
  const played = run("position startpos moves b1c3 h10g8\ngo depth 8\n");
  assert.match(played.stdout.trim().split("\n").at(-1), /^bestmove \w/);
  assert.equal(played.status, 0);
  // An endless search ends with the input.
  assert.match(run("go infinite\n", "--threads", "1").stdout, /\nbestmove \w/);
  assert.match(run("go infinite\nquit\nuci\n").stdout, /^(?![^]*uciok)[^]*bestmove \w/);
  assert.match(run("", "bench", "2").stdout, /^\d+ nodes \d+ nps$/m);
  const refused = run("", "--nonsense");
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /there is no argument '--nonsense'; see janggun --help/);
});

test("sizes", () => {
  const zipped = (file) => gzipSync(readFileSync(join(packageFolder, file)), { level: 9 }).length;
  for (const file of ["janggun.single.wasm", "janggun.threads.wasm"]) assert.ok(zipped(file) <= 3e6, `${file}: ${zipped(file)}`);
  for (const file of ["rules.mjs", "rules.js"]) assert.ok(zipped(file) <= 300e3, `${file}: ${zipped(file)}`);
});

test("one engine with Hash 16 takes at most 128 MB", async () => {
  for (const options of [{}, { threads: 1 }]) {
    const before = await settledMemory();
    const { engine, ask } = bound(await converse(Janggun, options));
    await ask(["setoption name Hash value 16", "go nodes 100000"], BESTMOVE);
    const taken = (await settledMemory()) - before;
    assert.ok(taken <= 128 << 20, `${taken >> 20} MB`);
    console.log(`${engine.build}: ${taken >> 20} MB`);
    engine.terminate();
  }
});

test("50 starts leave no memory behind", async () => {
  const start = async (options) => {
    const { engine, ask } = bound(await converse(Janggun, options));
    await ask(["setoption name Hash value 16", "go depth 6"], BESTMOVE);
    engine.terminate();
  };
  for (const options of [{}, { threads: 1 }]) {
    for (let round = 0; round < 10; round++) await start(options);
    const before = await settledMemory();
    for (let round = 0; round < 50; round++) await start(options);
    const grown = (await settledMemory()) - before;
    // One engine takes more than 32 MB; fifty that stayed would take gigabytes.
    assert.ok(grown < 128 << 20, `${grown >> 20} MB more`);
  }
});

/** Workers end in their own time, and what they held is garbage until it is collected. */
async function settledMemory() {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  let least = Infinity;
  for (let round = 0; round < 10; round++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    collectGarbage();
    least = Math.min(least, process.memoryUsage().rss);
  }
  return least;
}

function bound(conversation) {
  return { ...conversation, ask: conversation.ask.bind(conversation), until: conversation.until.bind(conversation) };
}
