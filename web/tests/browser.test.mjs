// The package in Chromium: with and without cross-origin isolation, in a frame of another origin, as a classic script, and the example page.
import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import test, { after, before } from "node:test";
import { VARIANTS, packageFolder } from "./support.mjs";

const skip = process.env.CHROMIUM ? false : "there is no Chromium on this machine";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const exampleFolder = join(import.meta.dirname, "../example");

/** Pages that load the package; the frame holds a page of another origin. */
const PAGES = {
  "/module.html": `<script type="module">import { Janggun } from "/janggun/janggun.mjs"; window.Janggun = Janggun;</script>`,
  "/classic.html": `<script src="/janggun/janggun.js"></script><script src="/janggun/rules.js"></script>`,
  "/strict.html": `<script type="module">import { Janggun } from "/janggun/janggun.mjs"; window.Janggun = Janggun;</script>`,
};

/** Serves the package and pages; `isolated` sends the headers that threads want. */
function serveFiles(isolated) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    if (isolated) {
      response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    }
    if (path === "/strict.html") response.setHeader("Content-Security-Policy", "connect-src 'self'");
    const framed = /^\/frame\/(\d+)$/.exec(path);
    if (PAGES[path] || framed) {
      response.setHeader("Content-Type", "text/html");
      response.end(`<!doctype html>${framed ? `<iframe src="http://127.0.0.1:${framed[1]}/module.html"></iframe>` : PAGES[path]}`);
      return;
    }
    const file = path.startsWith("/janggun/") ? join(packageFolder, path.slice(9)) : path.startsWith("/example/") ? join(exampleFolder, path.slice(9)) : "";
    if (!existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "text/plain");
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

let browser;
let plain;
let isolated;
const address = (server, path, name = "127.0.0.1") => `http://${name}:${server.address().port}${path}`;

before(async () => {
  if (skip) return;
  const { chromium } = createRequire(join(process.env.JANGGUN_TOOLS, "package.json"))("playwright-core");
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  [plain, isolated] = await Promise.all([serveFiles(false), serveFiles(true)]);
});

after(async () => {
  await browser?.close();
  plain?.close();
  isolated?.close();
});

/** Opens a page, and in it what the tests in the page use. */
async function open(url, { frame = false } = {}) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await page.goto(url);
  const scope = frame ? await page.waitForSelector("iframe").then((element) => element.contentFrame()) : page;
  await scope.waitForFunction(() => window.Janggun);
  await scope.evaluate(() => {
    window.converse = async (options) => {
      const engine = await Janggun(options);
      const heard = [];
      let waiting = null;
      engine.addMessageListener((line) => {
        heard.push(line);
        if (waiting && waiting.pattern.test(line)) {
          const { from, resolve } = waiting;
          waiting = null;
          resolve(heard.slice(from));
        }
      });
      const ask = (lines, pattern) =>
        new Promise((resolve) => {
          waiting = { pattern, resolve, from: heard.length };
          [].concat(lines).forEach((line) => engine.postMessage(line));
        });
      return { engine, ask, heard };
    };
  });
  return { page, scope };
}

const PLACES = [
  { name: "a plain page", build: "single", url: () => address(plain, "/module.html") },
  { name: "a plain page, in slices", build: "single", options: { listen: "slices" }, url: () => address(plain, "/module.html") },
  { name: "a page that forbids the signal", build: "single", url: () => address(plain, "/strict.html") },
  { name: "a classic script", build: "single", url: () => address(plain, "/classic.html") },
  { name: "an isolated page", build: "threads", url: () => address(isolated, "/module.html") },
  { name: "an isolated page, single build", build: "single", options: { threads: 1 }, url: () => address(isolated, "/module.html") },
  { name: "a frame of another origin", build: "single", frame: true, url: () => address(plain, `/frame/${plain.address().port}`, "localhost") },
];

for (const { name, build, options = {}, frame, url } of PLACES) {
  test(`${name}: handshake, variants, limits, stop, variations, two engines`, { skip }, async () => {
    const { page, scope } = await open(url(), { frame });
    const seen = await scope.evaluate(
      async ({ options, variants }) => {
        const seen = { best: {} };
        // The quickest of a few, since the machine may be busy; only the first loads and compiles.
        seen.uciok = [];
        for (let round = 0; round < 3; round++) {
          const called = performance.now();
          const { engine, ask } = await converse(options);
          await ask("uci", /^uciok$/);
          seen.uciok.push(Math.round(performance.now() - called));
          engine.terminate();
        }
        const { engine, ask, heard } = await converse(options);
        seen.build = engine.build;
        for (const variant of variants) {
          const lines = await ask([`setoption name UCI_Variant value ${variant}`, "position startpos", "go depth 4"], /^bestmove/);
          seen.best[variant] = lines.at(-1);
        }
        await ask("setoption name UCI_Variant value janggi\nisready", /^readyok$/);
        const timed = await ask("go movetime 300", /^bestmove/);
        seen.time = Number(/ time (\d+) /.exec(timed.at(-2))[1]);
        // The quickest of a few: the machine may be busy, the engine has no excuse to be slow each time.
        seen.stop = Infinity;
        for (let round = 0; round < 10; round++) {
          await ask("go infinite", /^info depth 8 /);
          await ask("isready", /^readyok$/);
          const told = performance.now();
          seen.stopped = (await ask("stop", /^bestmove/)).at(-1);
          seen.stop = Math.min(seen.stop, performance.now() - told);
        }
        const variations = await ask(["setoption name MultiPV value 3", "go depth 5"], /^bestmove/);
        seen.variations = new Set(variations.map((line) => / multipv (\d)/.exec(line)?.[1]).filter(Boolean)).size;
        const other = await converse(options);
        await ask("go infinite", /^info depth 5 /);
        seen.other = (await other.ask("setoption name UCI_Variant value dobutsu\ngo depth 5", /^bestmove/)).at(-1);
        other.engine.terminate();
        seen.still = (await ask("stop", /^bestmove/)).at(-1);
        engine.terminate();
        seen.errors = heard.filter((line) => /error/.test(line));
        return seen;
      },
      { options, variants: VARIANTS },
    );
    console.log(`${name}: uciok after ${seen.uciok.join(", ")} ms, stop within ${Math.round(seen.stop)} ms`);
    assert.equal(seen.build, build);
    assert.ok(Math.min(...seen.uciok) <= 500, `uciok took ${seen.uciok} ms`);
    for (const variant of VARIANTS) assert.match(seen.best[variant], /^bestmove [^(]/, variant);
    assert.ok(seen.time < 2000, `movetime 300 took ${seen.time}`);
    assert.ok(seen.stop <= 100, `stop took ${seen.stop} ms`);
    assert.match(seen.stopped, /^bestmove \w/);
    assert.equal(seen.variations, 3);
    assert.match(seen.other, /^bestmove \w/);
    assert.match(seen.still, /^bestmove \w/);
    assert.deepEqual(seen.errors, []);
    await page.close();
  });
}

for (const [name, server] of [["a plain", () => plain], ["an isolated", () => isolated]]) {
  test(`${name} page: 50 starts leave no memory behind`, { skip }, async () => {
    const { page, scope } = await open(address(server(), "/module.html"));
    const session = await browser.newBrowserCDPSession();
    const collector = await page.context().newCDPSession(page);
    const startEngines = (count) =>
      scope.evaluate(async (count) => {
        for (let round = 0; round < count; round++) {
          const { engine, ask } = await converse();
          await ask(["setoption name Hash value 16", "go depth 3"], /^bestmove/);
          engine.terminate();
        }
      }, count);
    await startEngines(5);
    const before = await leastMemory(session, collector);
    await startEngines(50);
    const grown = (await leastMemory(session, collector)) - before;
    // Fifty engines that stayed would take gigabytes.
    assert.ok(grown < 128 << 20, `${grown >> 20} MB more`);
    await page.close();
  });
}

/** What the browser's processes hold, when they have given back what they do not need. */
async function leastMemory(session, collector) {
  let least = Infinity;
  for (let round = 0; round < 20; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await collector.send("HeapProfiler.collectGarbage");
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const held = processInfo.map(({ id }) => {
      try {
        return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) * 1024;
      } catch {
        return 0; // it has just ended
      }
    });
    least = Math.min(least, held.reduce((sum, bytes) => sum + bytes, 0));
  }
  return least;
}

test("the plain worker takes and gives strings", { skip }, async () => {
  for (const server of [plain, isolated]) {
    const { page, scope } = await open(address(server, "/module.html"));
    const best = await scope.evaluate(async () => {
      const worker = new Worker("/janggun/janggun.worker.js");
      const until = (pattern) => new Promise((resolve) => (worker.onmessage = ({ data }) => pattern.test(data) && resolve(data)));
      worker.postMessage("uci");
      await until(/^uciok$/);
      worker.postMessage("go infinite");
      await until(/^info depth 6 /);
      worker.postMessage("stop");
      return until(/^bestmove/);
    });
    assert.match(best, /^bestmove \w/);
    await page.close();
  }
});

test("threads search together on an isolated page", { skip }, async () => {
  const { page, scope } = await open(address(isolated, "/module.html"));
  const lines = await scope.evaluate(async () => {
    const { engine, ask } = await converse({ threads: 3 });
    const lines = await ask("go depth 9", /^bestmove/);
    await ask("ucinewgame\nsetoption name Threads value 1\nisready", /^readyok$/);
    engine.terminate();
    return lines;
  });
  assert.match(lines.at(-1), /^bestmove \w/);
  await page.close();
});

test("the rules run in the main thread, as a classic script too", { skip }, async () => {
  const { page, scope } = await open(address(plain, "/classic.html"));
  assert.equal(await scope.evaluate(() => new JanggunRules.Board("janggi").legalMoves().length), 32);
  await page.close();
});

test("a wrong address is answered with a sentence", { skip }, async () => {
  const { page, scope } = await open(address(plain, "/module.html"));
  const failure = (options) =>
    scope.evaluate(async (folder) => {
      return Janggun({ locateFile: (name, directory) => (name.endsWith(folder.ending) ? `/nowhere/${name}` : directory + name) }).catch((error) => error.message);
    }, options);
  assert.match(await failure({ ending: ".wasm" }), /nowhere\/janggun.single.wasm answers 404; put the file there, or tell with locateFile where it is/);
  assert.match(await failure({ ending: ".js" }), /the engine could not be started: the worker .*nowhere\/janggun.worker.js could not be loaded/);
  await page.close();
});

test("the example page plays, analyses and stops", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(address(plain, "/example/index.html"));
  await page.waitForFunction(() => document.querySelector("#board").dataset.fen);
  const fen = () => page.getAttribute("#board", "data-fen");
  const first = await fen();
  await page.fill("#move", "e2e9");
  await page.click("text=Play");
  assert.match(await page.textContent("[role=status]"), /is not legal here/);
  await page.fill("#move", "b1c3");
  await page.click("text=Play");
  assert.notEqual(await fen(), first);
  const before = await fen();
  await page.click("text=Engine moves");
  await page.waitForFunction((before) => document.querySelector("#board").dataset.fen !== before, before);
  assert.match(await fen(), / w /);
  await page.click("text=Analyse");
  await page.waitForFunction(() => /^info depth ([6-9]|\d\d)/.test(document.querySelector("#thinks").textContent));
  await page.click("text=Stop");
  await page.selectOption("#variant", "cheduk");
  await page.click("text=Engine moves");
  await page.waitForFunction(() => /\d/.test(document.querySelector("#board").textContent));
  await page.close();
});
