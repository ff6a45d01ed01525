// What the README shows is run, and its types are checked.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { packageFolder } from "./support.mjs";

const userFolder = join(packageFolder, "../..");
const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
const blocks = (language) => [...readme.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g"))].map((match) => match[1]);

const EXPECTED = [/^bestmove \w+/m, /^Fen: jks\//m, /^\d+ \S+ b - - \d+ \d+ b$/m];

test("scripts for Node", () => {
  const scripts = blocks("js");
  assert.equal(scripts.length, EXPECTED.length);
  scripts.forEach((script, index) => {
    const file = join(userFolder, `example${index}.${script.includes("require(") ? "cjs" : "mjs"}`);
    writeFileSync(file, script);
    const run = spawnSync("node", [file], { encoding: "utf8", cwd: userFolder });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, EXPECTED[index]);
  });
});

test("lines for the shell", () => {
  const commands = blocks("sh").filter((command) => !command.startsWith("npm install"));
  assert.equal(commands.length, 1);
  const run = spawnSync("sh", ["-c", commands[0]], { encoding: "utf8", cwd: userFolder });
  assert.match(run.stdout, /^bestmove \w/, run.stderr);
});

test("pages", { skip: process.env.CHROMIUM ? false : "there is no Chromium on this machine" }, async () => {
  const { chromium } = createRequire(join(process.env.JANGGUN_TOOLS, "package.json"))("playwright-core");
  const pages = blocks("html");
  assert.equal(pages.length, 2);
  const server = createServer((request, response) => {
    const index = /^\/(\d)$/.exec(request.url);
    if (!index && !request.url.startsWith("/node_modules/")) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader("Content-Type", index ? "text/html" : request.url.endsWith(".js") ? "text/javascript" : "application/wasm");
    response.end(index ? `<!doctype html><body>${pages[Number(index[1])]}` : readFileSync(join(userFolder, request.url)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  try {
    for (const index of pages.keys()) {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/${index}`);
      await page.waitForFunction(() => /bestmove \w/.test(document.body.textContent));
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});

test("types", () => {
  const folder = join(userFolder, "types");
  mkdirSync(folder, { recursive: true });
  const modules = blocks("js").filter((script) => !script.includes("require("));
  modules.forEach((script, index) => writeFileSync(join(folder, `example${index}.mts`), `${script}\nexport {};\n`));
  writeFileSync(
    join(folder, "wrong.mts"),
    [
      'import create, { Janggun, Stockfish } from "janggun";',
      "(await create()).terminate();",
      'import { Board } from "janggun/rules";',
      "const engine = await Stockfish({ threads: 2, locateFile: (name, directory) => directory + name });",
      'engine.FS.writeFile("/x", new Uint8Array(1));',
      'const build: "threads" | "single" = engine.build;',
      "const reason: string | null = new Board('janggi').result().reason;",
      "// @ts-expect-error: a number is no line",
      "engine.postMessage(1);",
      "// @ts-expect-error: there is no such option",
      "await Janggun({ thread: 1 });",
      "export { build, reason };",
    ].join("\n"),
  );
  const config = { compilerOptions: { module: "nodenext", target: "es2022", lib: ["es2022", "dom"], strict: true, noEmit: true, types: [] }, include: ["*.mts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const run = spawnSync("node", [join(process.env.JANGGUN_TOOLS, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stdout);
});
