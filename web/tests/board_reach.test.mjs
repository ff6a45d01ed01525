// Who can use the board page: with keys alone, on a phone, in Korean, with a screen reader's checks (axe), and how quickly it answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { BoardPage, browser, server, skip, startBoard, tools } from "./board_support.mjs";

const folder = join(import.meta.dirname, "../board");

startBoard();

test("the types hold", { skip: skip || !tools }, () => {
  const compiler = join(process.env.JANGGUN_TOOLS, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(import.meta.dirname, "board.tsconfig.json")], { stdio: "inherit" });
});

test("both languages say the same things", async () => {
  const { EN } = await import(join(folder, "lang/en.js"));
  const { KO } = await import(join(folder, "lang/ko.js"));
  assert.deepEqual(Object.keys(KO), Object.keys(EN));
  const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const key of Object.keys(EN)) assert.deepEqual([...new Set(holes(KO[key]))], [...new Set(holes(EN[key]))], key);
});

test("words fit the game: Han's soldiers, and who is caught where there is no king", async () => {
  const { setLanguage } = await import(join(folder, "i18n.js"));
  const { moveWords, outcomeWords, squareWords } = await import(join(folder, "words.js"));
  const { parseFen } = await import(join(folder, "fen.js"));
  globalThis.document ??= { documentElement: {} };
  setLanguage("ko");
  const fen = "4k4/9/9/p8/P8/9/9/9/9/4K4 b - - 0 1";
  const position = parseFen("janggi", fen);
  assert.equal(squareWords("a7", position, "wedge"), "a7: 한 병");
  assert.equal(squareWords("a6", position, "wedge"), "a6: 초 졸");
  assert.equal(moveWords("a7a6", position), "병 a7, a6의 졸 잡음");
  assert.equal(squareWords("a6", parseFen("janggistrict", fen), "wedge"), "a6: 한 병");
  const caught = (variant) => outcomeWords(variant, { result: "1-0", reason: "capture" });
  assert.deepEqual(["twelvejanggi", "dobutsu", "cheduk", "chedukmodern"].map(caught), ["선수 승: 왕을 잡음", "선수 승: 사자를 잡음", "빨강 승: 국가수반을 잡음", "빨강 승: 국가수반을 잡음"]);
  setLanguage("en");
  assert.equal(outcomeWords("dobutsu", { result: "0-1", reason: "entering" }), "Second player wins: the lion has reached the far rank");
});

test("nothing in the page is inline or from elsewhere", () => {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(html|js|css)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    assert.doesNotMatch(text.replaceAll("http://www.w3.org/2000/svg", ""), /https?:\/\//, name);
    assert.doesNotMatch(text, /\b(eval|Function)\(|innerHTML|setAttribute\("style"|<[^>]+ (style|on\w+)=/, name);
  }
});

test("all modules are asked for at once", () => {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const modules = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"));
  for (const name of modules) assert.ok(page.includes(`<link rel="modulepreload" href="${name.replaceAll("\\", "/")}">`), `index.html does not preload ${name}`);
});

/** Moves the focus with the tab key until it is on what fits. */
async function tabTo(page, fits) {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((fits) => document.activeElement?.matches(fits), fits)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not reach ${fits}`);
}

/** Goes over the board with the arrows from the focused square to another. */
async function walkTo(page, square) {
  for (let presses = 0; presses < 40; presses++) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    if (here === square) return;
    const [file, rank] = [square.charCodeAt(0) - here.charCodeAt(0), Number(square.slice(1)) - Number(here.slice(1))];
    await page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
  }
  assert.fail(`the arrows do not reach ${square}`);
}

test("a game with keys alone", { skip, timeout: 600_000 }, async () => {
  const board = await BoardPage.open(browser, server.address, { variant: "janggi", lang: "en" });
  const { page } = board;
  await tabTo(page, "#opponent");
  await page.keyboard.type("Two");
  await tabTo(page, "#new-game");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#board").dataset.games === "1");
  // Back to the board, which is one stop of the tab key.
  await page.keyboard.press("Tab");
  for (let presses = 0; presses < 80 && !(await page.evaluate(() => document.activeElement?.hasAttribute("data-square"))); presses++) await page.keyboard.press("Shift+Tab");
  await walkTo(page, "b1");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "b1: Cho horse");
  await page.keyboard.press("Enter");
  await walkTo(page, "c3");
  let before = await board.fen();
  await page.keyboard.press("Space");
  await board.changed(before);
  assert.equal(await board.piece("c3"), "N");
  // The focus stays where it was; the other side answers.
  await walkTo(page, "b10");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("[data-square][aria-pressed=true]").count(), 0);
  before = await board.fen();
  await page.keyboard.press("p");
  await board.changed(before);
  assert.match(await board.fen(), / w /);
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  assert.equal(await board.piece("b1"), "N");
  await page.keyboard.press("f");
  assert.ok((await board.square("e1").boundingBox()).y < (await board.square("e10").boundingBox()).y);
  await board.close();
});

test("one ring shows where the keys are, and no label touches the frame", { skip, timeout: 600_000 }, async () => {
  const board = await BoardPage.open(browser, server.address, { variant: "janggi", lang: "en" });
  const { page } = board;
  await tabTo(page, "[data-square]");
  const look = await page.evaluate(() => ({ outline: getComputedStyle(document.activeElement).outlineStyle, ring: getComputedStyle(document.activeElement.querySelector(".area")).stroke }));
  assert.equal(look.outline, "none");
  assert.notEqual(look.ring, "none");
  const room = await page.evaluate(() => {
    const ten = [...document.querySelectorAll("#drawing text")].find(({ textContent }) => textContent === "10").getBBox();
    return { left: ten.x, right: ten.x + ten.width };
  });
  // The frame ends at 6.5, and the men on the first file begin at 35.
  assert.ok(room.left > 9 && room.right < 35, JSON.stringify(room));
  await board.close();
});

test("hands and panels are reached by keys", { skip, timeout: 600_000 }, async () => {
  const board = await BoardPage.open(browser, server.address, { variant: "twelvejanggi", fen: "k2/3/3/1K1[SJZsjz] w 0 1", lang: "en" });
  const { page } = board;
  await tabTo(page, '[data-handle="wZ"]');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "In First player's hand: man, 1");
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute('[data-handle="wZ"]', "aria-pressed"), "true");
  await page.focus('[data-square="a2"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('[data-square="a2"] [data-piece="Z"]'));
  await tabTo(page, "#tab-play");
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#panel-analysis"));
  await board.close();
});

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
for (const variant of ["janggi", "twelvejanggi", "cheduk"]) {
  test(`a phone's window: ${variant}`, { skip, timeout: 600_000 }, async () => {
    const board = await BoardPage.open(browser, server.address, { variant, lang: "en" }, PHONE);
    const { page } = board;
    const size = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, window: innerWidth }));
    assert.ok(size.scroll <= size.window, `the page is ${size.scroll} wide in a window of ${size.window}`);
    const drawing = await page.locator("#drawing").boundingBox();
    assert.ok((await page.locator("header").boundingBox()).height < 70, "the header is one row");
    assert.ok(drawing.width <= 360 && drawing.y + drawing.height <= 740, "the whole board is seen at once");
    await page.tap("#new-game");
    await page.waitForFunction(() => document.querySelector("#board").dataset.games === "1");
    const [origin, target] = { janggi: ["[data-square=b1]", "c3"], twelvejanggi: ["[data-square=c1]", "c2"], cheduk: ['[data-hand=w] [role=button]:has([data-piece=A])', "h7"] }[variant];
    await page.tap(origin);
    const before = await board.fen();
    await page.tap(`[data-square=${target}]`);
    await board.changed(before);
    await board.settled();
    for (const button of await page.locator("#table .buttons button:visible").all()) {
      const box = await button.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.height >= 24);
    }
    await board.close();
  });
}

test("the language is the browser's, and can be switched", { skip, timeout: 600_000 }, async () => {
  const korean = await BoardPage.open(browser, server.address, { variant: "janggi" }, { locale: "ko-KR" });
  assert.equal(await korean.status(), "초 차례: 두면 엔진이 응수합니다");
  await korean.page.selectOption("#opponent", "people");
  assert.equal(await korean.page.getAttribute("html", "lang"), "ko");
  await korean.page.getByRole("button", { name: "한수쉼" }).click();
  assert.equal(await korean.square("b1").getAttribute("aria-label"), "b1: 초 마");
  await korean.page.click("#language-switch");
  assert.equal(await korean.status(), "Han to move");
  assert.equal(await korean.page.textContent("#pass"), "Pass");
  // It is remembered.
  await korean.page.reload();
  await korean.ready();
  assert.equal(await korean.status(), "Han to move");
  await korean.close();
  const asked = await BoardPage.open(browser, server.address, { variant: "cheduk", lang: "ko" });
  assert.match(await asked.status(), /빨강: 숫자가 있는 칸에 대사를 몰래 놓으세요/);
  await asked.close();
});

test("the rules of every game can be read, in both languages", { skip, timeout: 600_000 }, async () => {
  const { VARIANTS } = await import(join(folder, "games.js"));
  const board = await BoardPage.open(browser, server.address, { variant: "janggi", lang: "en" });
  const { page } = board;
  for (const language of ["en", "ko"]) {
    for (const variant of Object.keys(VARIANTS)) {
      await page.selectOption("#variant", variant);
      await board.ready();
      await page.click("#tab-play");
      await page.click("#show-rules");
      assert.ok(await page.isVisible("#rules-title"));
      assert.ok((await page.textContent("#rules-title")).includes(await page.locator("#variant option:checked").textContent()));
      assert.ok((await page.locator(".men tr").count()) >= 5);
      for (const icon of await page.locator(".men .man").all()) assert.ok((await icon.locator("*").count()) > 2);
      const text = await page.textContent(".rules");
      assert.ok(text.length > (language === "en" ? 600 : 300), `${variant}: ${text.length} letters`);
      assert.equal(/[가-힣]{2}/.test(text.replace("장군!", "")), language === "ko", variant);
    }
    if (language === "en") await page.click("#language-switch");
  }
  await board.close();
});

test("rules in both languages have the same chapters", async () => {
  const { RULES_EN, RULE_SETS_EN } = await import(join(folder, "rules/en.js"));
  const { RULES_KO, RULE_SETS_KO } = await import(join(folder, "rules/ko.js"));
  const shape = (rules) => Object.entries(rules).map(([game, { pieces, chapters }]) => [game, pieces.map(([letter]) => letter), chapters.map(([, texts]) => texts.length)]);
  assert.deepEqual(shape(RULES_KO), shape(RULES_EN));
  const sets = (all) => Object.entries(all).map(([name, texts]) => [name, texts.length]);
  assert.deepEqual(sets(RULE_SETS_KO), sets(RULE_SETS_EN));
});

test("pieces are shown in Chinese characters or in Hangul", { skip, timeout: 600_000 }, async () => {
  const board = await BoardPage.open(browser, server.address, { variant: "janggi", lang: "en" });
  const drawing = () => board.square("e2").innerHTML();
  const hanja = await drawing();
  await board.page.click("#script-switch");
  assert.notEqual(await drawing(), hanja);
  await board.page.click("#script-switch");
  assert.equal(await drawing(), hanja);
  await board.close();
});

for (const [variant, colorScheme] of [["janggi", "light"], ["twelvejanggi", "dark"], ["cheduk", "light"]]) {
  test(`axe finds nothing serious: ${variant}, ${colorScheme}`, { skip, timeout: 600_000 }, async () => {
    const board = await BoardPage.open(browser, server.address, { variant, lang: "en" }, { colorScheme });
    const { page } = board;
    const { source } = tools("axe-core");
    await page.evaluate(source);
    for (const tab of ["play", "analysis", "records", "learn"]) {
      await page.click(`#tab-${tab}`);
      const { violations } = await page.evaluate(() => axe.run());
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`);
      assert.deepEqual(told, [], tab);
    }
    await board.close();
  });
}

test("the board is painted and clicks are answered quickly", { skip, timeout: 600_000 }, async () => {
  const paints = [];
  const answers = [];
  for (let round = 0; round < 3; round++) {
    const board = await BoardPage.open(browser, server.address, { variant: "janggi", lang: "en" });
    const { page } = board;
    paints.push(await page.evaluate(() => performance.getEntriesByName("board-painted")[0].startTime));
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll("#variations li").length === 3);
    answers.push(
      await page.evaluate(async () => {
        const square = document.querySelector('[data-square="b1"]');
        const clicked = performance.now();
        square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        if (square.getAttribute("aria-pressed") !== "true") throw new Error("the click was not answered");
        return performance.now() - clicked;
      }),
    );
    await board.close();
  }
  const told = (times) => times.map(Math.round).join(", ");
  console.log(`board painted after ${told(paints)} ms, clicks answered within ${told(answers)} ms while the engine thinks`);
  // Times are only worth something on a quiet machine.
  if (!process.env.MEASURE) return;
  assert.ok(Math.min(...paints) <= 300, "first paint of the board");
  assert.ok(Math.min(...answers) <= 100, "clicks while the engine thinks");
});
