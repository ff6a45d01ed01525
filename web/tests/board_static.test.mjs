// The board page from a host that serves only files, with the npm package beside it; and what it says without an engine.
import assert from "node:assert/strict";
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import test, { after, before } from "node:test";
import { BoardPage, skip as noBrowser, startBrowser } from "./board_support.mjs";

const skip = noBrowser || (process.env.JANGGUN_PACKAGE ? false : "the npm package is not built");
const folder = join(import.meta.dirname, "../board");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves the page below a folder, as GitHub Pages does. */
function serveFiles(packageFolder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/^\/games\//, "");
    const file = path.startsWith("janggun/") ? packageFolder && join(packageFolder, path.slice(8)) : join(folder, path || "index.html");
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.statusCode = 404;
      return response.end();
    }
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "text/plain");
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

let browser;

before(async () => {
  if (!noBrowser) browser = await startBrowser();
});

after(() => browser?.close());

test("from a static host the package's worker plays", { skip, timeout: 600_000 }, async () => {
  const server = await serveFiles(process.env.JANGGUN_PACKAGE);
  const board = await BoardPage.open(browser, `http://127.0.0.1:${server.address().port}/games/`, { variant: "twelvejanggi", lang: "en" });
  await board.newGame({ level: "0" });
  await board.click("c1c2");
  await board.settled();
  assert.match(await board.fen(), / w | 0 2$/);
  await board.page.click("#tab-analysis");
  await board.page.click("#analyse");
  await board.page.waitForFunction(() => document.querySelectorAll("#variations li").length > 0);
  await board.close();
  server.close();
});

test("without an engine the page says what to do, and still shows the board", { skip: noBrowser, timeout: 600_000 }, async () => {
  const server = await serveFiles(null);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/games/?lang=en`);
  await page.waitForFunction(() => /There is no engine here: start/.test(document.querySelector("[role=status]").textContent));
  assert.equal(await page.locator("[data-piece]").count(), 32);
  await page.close();
  server.close();
});
