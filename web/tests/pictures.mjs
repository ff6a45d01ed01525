// Takes the pictures of the README with `janggun board` and Chromium: `scripts/test_web pictures`, or
// `JANGGUN=… CHROMIUM=… JANGGUN_TOOLS=… node web/tests/pictures.mjs`.
import { join } from "node:path";
import { BoardPage, startBrowser, startServer } from "./board_support.mjs";

const docs = join(import.meta.dirname, "../../docs");
const [browser, server] = await Promise.all([startBrowser(), startServer()]);

/** Opens a position, does something with it, and takes a picture of the page or of a part of it. */
async function take(name, query, act, { part = null, viewport = { width: 1200, height: 860 } } = {}) {
  const board = await BoardPage.open(browser, server.address, { lang: "en", ...query }, { viewport });
  await act(board, board.page);
  const path = join(docs, `board-${name}.png`);
  if (part) await board.page.locator(part).screenshot({ path });
  else await board.page.screenshot({ path });
  await board.close();
  console.log(path);
}

const analysed = (depth) => async (board, page) => {
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForFunction((depth) => Number(/depth (\d+)/.exec(document.querySelector("#verdict").textContent)?.[1]) >= depth && document.querySelectorAll("#variations li").length > 1, depth);
};

try {
  await take("janggi", { variant: "janggi", fen: "r1ba1a1nr/4k4/1cn4c1/p1p1p1p1p/9/9/P1P1P2PP/1C2C1N2/4K4/RNBA1ABR1 w - - 4 5" }, analysed(12));
  await take("twelvejanggi", { variant: "twelvejanggi", fen: "j1s/1k1/3/SKJ[Zz] w 0 2" }, async (board, page) => {
    await page.click('[data-handle="wZ"]');
  }, { part: "#board" });
  await take("dobutsu", { variant: "dobutsu", fen: "g1e/1l1/1C1/ELG[c] w 0 5" }, async () => {}, { part: "#board" });
  await take("cheduk", { variant: "cheduk", fen: "ce9/e10/g10/2s8/d2sS6/2a3SA3/8S2/6s3D/2S~8/11/9S+E/9EC[ss] w Cc h7/c7! a9,c7,d8 0 12" }, async (board) => {
    await board.square("e8").click();
  }, { part: "#board", viewport: { width: 1200, height: 1000 } });
  await take("lesson", { variant: "twelvejanggi" }, async (board, page) => {
    await page.click("#tab-learn");
    await page.click("#lesson-draw");
    await page.waitForSelector("#lesson-next");
    await page.click("#lesson-next");
  });
} finally {
  await browser.close();
  server.stop();
}
