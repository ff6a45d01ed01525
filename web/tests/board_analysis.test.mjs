// Analysis and lessons on the board page.
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { BoardPage, browser, onPage, server, skip, startAdviser, startBoard, startServer } from "./board_support.mjs";

const folder = join(import.meta.dirname, "../board");
const { parseInfo, percentages, scoreText, expectation } = await import(join(folder, "uci.js"));
const { markOf } = await import(join(folder, "review.js"));
const { exactRating, parseValues } = await import(join(folder, "ratings.js"));
const { DRAW, LONGEST_WIN } = await import(join(folder, "lesson_data.js"));
const { movesOf } = await import(join(folder, "lesson.js"));

startBoard();

test("info lines, scores and marks are read", () => {
  const info = parseInfo("info depth 12 seldepth 20 multipv 2 score mate -3 wdl 0 0 1000 nodes 5 nps 9 hashfull 0 tbhits 4 time 1 pv b1c3 b10c8");
  assert.deepEqual(info.score, { kind: "mate", value: -3, bound: false });
  assert.deepEqual([info.multipv, info.tbhits, info.pv], [2, 4, ["b1c3", "b10c8"]]);
  assert.equal(expectation(info), 0);
  assert.equal(scoreText(info.score, true), "-#3");
  assert.equal(scoreText(info.score, false), "#3");
  assert.equal(parseInfo("info string variant janggi"), null);
  assert.equal(parseInfo("info depth 3 score cp 7 lowerbound nodes 2 pv a4a5").score.bound, true);
  assert.deepEqual([0, 0.1, 0.25, 0.9].map(markOf), ["", "?!", "?", "??"]);
  assert.deepEqual([...parseValues("values 3 b2b3=draw b1c2=loss:12 c1c2=?")], [["b2b3", "draw"], ["b1c2", "loss:12"]]);
  assert.equal(exactRating("b1c2", "loss:12").words.values.plies, 12);
});

test("chances add up to a hundred", () => {
  assert.deepEqual(percentages([565, 0, 435]), [57, 0, 43]);
  assert.deepEqual(percentages([447, 137, 416]), [45, 14, 41]);
  assert.deepEqual(percentages([0, 0, 1000]), [0, 0, 100]);
});

onPage("lines, bar, arrows and numbers follow the position", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-analysis");
  await page.selectOption("#lines", "2");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#variations li").length === 2);
  await page.waitForFunction(() => / at depth \d+ · Cho wins \d+ %, draws \d+ %, loses \d+ %/.test(document.querySelector("#verdict").textContent));
  assert.ok(await page.isVisible("#evaluation-bar"));
  await page.waitForFunction(() => document.querySelectorAll("#drawing > g:last-child polygon").length === 2);
  await page.uncheck("#arrows");
  assert.equal(await page.locator("#drawing > g:last-child polygon").count(), 0);
  const before = await board.fen();
  // Read and clicked at once: a deeper iteration may put another move there at any time.
  const first = await page.$eval("#variations li:first-child button", (button) => {
    const move = button.textContent;
    button.click();
    return move;
  });
  await board.changed(before);
  // The analysis goes on with the new position, whose lines begin with moves of the other side.
  assert.equal(await page.textContent("#moves [aria-current=true]"), `${first} `);
  await page.waitForFunction((first) => [...document.querySelectorAll("#variations button")].some((button) => button.textContent !== first), first);
  await page.click("#analyse");
  assert.equal(await page.locator("#variations li").count(), 0);
  assert.equal(await page.isVisible("#evaluation-bar"), false);
});

onPage("every legal move is rated on demand", { variant: "janggi", fen: "3ak1c2/4NR3/2R6/p3c3p/3p5/8B/1P7/4CA3/5C3/4KA3 w - - 1 2" }, async (board, page) => {
  await page.click("#tab-analysis");
  await page.click("#rate");
  await page.waitForFunction(() => !document.querySelector("#rate").disabled && document.querySelectorAll("#ratings tr").length > 0);
  const adviser = startAdviser();
  const legal = await adviser.moves("janggi", await board.line());
  adviser.stop();
  const rated = await page.locator("#ratings tr").evaluateAll((rows) => rows.map((row) => row.dataset.move));
  assert.deepEqual([...rated].sort(), [...legal].sort());
  assert.equal(rated[0], "f9f10");
  assert.equal(await page.getAttribute("#ratings tr:first-child", "data-value"), "#1");
});

onPage("Twelve Janggi: moves whose value is proved say so", { variant: "twelvejanggi", fen: "k2/2K/3/3[SJZsjz] w 0 1" }, async (board, page) => {
  await page.click("#tab-analysis");
  await page.click("#rate");
  await page.waitForFunction(() => !document.querySelector("#rate").disabled && document.querySelectorAll("#ratings tr").length > 0);
  // The king enters and stays: two plies.
  assert.match(await page.textContent('#ratings tr[data-move="c3c4"]'), /#2|wins in 2 plies/);
});

const table = process.env.TWELVE_TABLE;
test("Twelve Janggi: with a table every legal move has its exact value", { skip: skip || (table ? false : "TWELVE_TABLE names no table of `janggun solve`"), timeout: 600_000 }, async () => {
  const solved = await startServer(["--table", table]);
  const board = await BoardPage.open(browser, solved.address, { variant: "twelvejanggi", lang: "en" });
  const { page } = board;
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#ratings tr").length === 4);
  assert.deepEqual(await page.locator("#ratings td:last-child").allTextContents(), ["draw", "draw", "draw", "draw"]);
  await board.click("b2b3");
  await page.waitForFunction(() => document.querySelectorAll("#ratings tr").length === 5);
  const values = await page.locator("#ratings td:last-child").allTextContents();
  assert.deepEqual(values, ["draw", "draw", "loses in 30 plies", "loses in 30 plies", "loses in 2 plies"]);
  await board.close();
  solved.stop();
});

test("Twelve Janggi: without a table the strategy's knowledge is shown", { skip, timeout: 600_000 }, async () => {
  const board = await BoardPage.open(browser, server.address, { variant: "twelvejanggi", lang: "en" });
  await board.page.click("#tab-analysis");
  await board.page.click("#analyse");
  await board.page.waitForFunction(() => /draw/.test(document.querySelector("#ratings").textContent));
  await board.close();
});

onPage("a game is looked through in the background, with progress, graph and marked mistakes", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-records");
  // Han gives the chariot away for nothing at its third move.
  await page.fill("#paste", "1. b1c3 b10c8 2. a4b4 a7b7 3. h1g3 a10a2 4. a1a2 h10g8 5. g4h4 i7h7");
  await page.click("#load");
  await page.waitForFunction(() => /plies were read/.test(document.querySelector("#load-message").textContent));
  const read = await page.locator("#moves [data-ply]").count();
  await page.click("#tab-analysis");
  await page.selectOption("#effort", "5000");
  await page.click("#review");
  await page.waitForFunction(() => document.querySelector("#review-progress").value > 0);
  // The board is free meanwhile.
  await page.click("#first");
  assert.match(await board.fen(), / w - - 0 1$/);
  await page.waitForFunction(() => /\d blunders/.test(document.querySelector("#review-summary").textContent));
  assert.equal(await page.isVisible("#review-progress"), false);
  assert.equal((await page.getAttribute("#graph polyline", "points")).split(" ").length, read + 1);
  const marked = page.locator('#moves [data-ply="6"]');
  assert.match(await marked.getAttribute("data-mark"), /^\?/);
  assert.match(await marked.getAttribute("title"), /better: /);
  const box = await page.locator("#graph").boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + 20);
  assert.equal(await page.getAttribute("#moves [aria-current=true]", "data-ply"), String(read));
});

test("an engine that is gone is told of, and the board stays", { skip, timeout: 600_000 }, async () => {
  const short = await startServer();
  const board = await BoardPage.open(browser, short.address, { variant: "janggi", lang: "en" });
  await short.stop();
  await board.square("b1").click();
  await board.square("c3").click();
  await board.page.waitForFunction(() => /The engine does not answer/.test(document.querySelector("[role=status]").textContent));
  assert.equal(await board.piece("b1"), "N");
  await board.page.context().close();
});

test("an engine that was not there when the page was opened is asked again by a click", { skip, timeout: 600_000 }, async () => {
  const full = await startServer(["--engines", "1"]);
  const first = await BoardPage.open(browser, full.address, { variant: "janggi", lang: "en" });
  const { page } = first;
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.waitForFunction(() => /All engines of this server are taken/.test(document.querySelector("[role=status]").textContent));
  await page.close();
  // The engine of the other page ends in its own time.
  for (;;) {
    await second.click("[data-square=b1]");
    const told = await second.waitForFunction(() => /All engines|play, and the engine answers/.exec(document.querySelector("[role=status]").textContent)?.[0]);
    if (/answers/.test(await told.jsonValue())) break;
  }
  await second.context().close();
  full.stop();
});

onPage("a tried move is a variation, and the game stays", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-records");
  await page.fill("#paste", "b1c3 b10c8 h1g3");
  await page.click("#load");
  await page.waitForFunction(() => /3 plies were read/.test(document.querySelector("#load-message").textContent));
  await page.click("#first");
  await board.click("a4a5");
  assert.equal(await page.locator("#moves [data-ply]").count(), 1);
  await page.focus("#moves .other button");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#moves [data-ply]").count(), 3);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.ply), "1");
});

onPage("the lesson: why the game is a draw, and the longest win, move by move", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-learn");
  await page.click("#lesson-draw");
  await page.waitForFunction(() => document.querySelector("#lesson-text")?.textContent.startsWith("Ply 1 of"));
  assert.match(await page.textContent("#lesson-text"), /4 of 4 moves hold the draw/);
  // With keys alone: the focus stays on the button that was pressed.
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#lesson-text"), /^Ply 2 of \d+: Second player plays c4b3\. 2 of 5 moves hold the draw/);
  await page.click("#lesson-win");
  await page.waitForFunction(() => document.querySelector("#lesson-text")?.textContent.startsWith("Ply 1 of 180"));
  assert.match(await page.textContent("#lesson-text"), /180 plies to the end/);
  await page.click("#last");
  assert.equal(await page.textContent("#lesson-text"), "The line ends here.");
  assert.match(await board.status(), /^Second player wins: /);
});

test("the lesson's lines hold by the engine's rules", { skip, timeout: 600_000 }, async () => {
  const adviser = startAdviser();
  for (const line of [DRAW, LONGEST_WIN]) {
    const moves = movesOf(line);
    for (const ply of [0, 1, Math.floor(moves.length / 2), moves.length - 1]) {
      const legal = await adviser.moves("twelvejanggi", { fen: line.fen, moves: moves.slice(0, ply), rules: {} });
      const told = line.steps[ply].split(" ").map((pair) => pair.split("=")[0]);
      assert.deepEqual([...told].sort(), [...legal].sort(), `ply ${ply}`);
    }
  }
  adviser.stop();
});
