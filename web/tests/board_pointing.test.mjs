// How the board page is pointed at: by clicks in any order, by dragging, by fingers; and what it announces.
import assert from "node:assert/strict";
import { onPage, startBoard } from "./board_support.mjs";

startBoard();

const HANDS = "k2/2K/3/3[SJZsjz] w 0 1";
const inHand = (side, letter) => `[data-handle="${side}${letter}"]`;

/** Presses on one element, moves to another, and lets go there. */
async function drag(page, from, to) {
  const middle = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const target = await middle(to);
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...target, { steps: 5 });
  await page.mouse.up();
}

onPage("a piece in hand is placed by clicks in either order", { variant: "twelvejanggi", fen: HANDS }, async (board, page) => {
  let before = await board.fen();
  await page.click(inHand("w", "Z"));
  await board.square("b2").click();
  await board.changed(before);
  assert.equal(await board.piece("b2"), "Z");
  before = await board.fen();
  await board.square("b3").click();
  assert.equal(await board.square("b3").getAttribute("aria-pressed"), "true");
  await page.click(inHand("b", "J"));
  await board.changed(before);
  assert.equal(await board.piece("b3"), "j");
  // A second click lets go.
  await board.square("a2").click();
  await board.square("a2").click();
  assert.equal(await page.locator("[aria-pressed=true]").count(), 0);
});

onPage("pieces on the board and in hand are dragged", { variant: "twelvejanggi", fen: HANDS }, async (board, page) => {
  let before = await board.fen();
  await drag(page, inHand("w", "Z"), "[data-square=b2]");
  await board.changed(before);
  assert.equal(await board.piece("b2"), "Z");
  before = await board.fen();
  await drag(page, "[data-square=a4]", "[data-square=a3]");
  await board.changed(before);
  assert.equal(await board.piece("a3"), "k");
  assert.equal(await page.locator("[aria-pressed=true]").count(), 0);
  assert.equal(await page.locator(".dragged").count(), 0);
});

onPage("a finger drags a piece, and scrolls the page where there is none to be moved", { variant: "janggi" }, async (board, page) => {
  const devtools = await page.context().newCDPSession(page);
  const swipe = async (from, to) => {
    const [start, end] = await Promise.all([from, to].map((square) => board.square(square).boundingBox()));
    const at = (box, share = 0) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 - share });
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(start)] });
    for (const share of [20, 10, 0]) await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(end, share)] });
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const before = await board.fen();
  await swipe("b1", "c3");
  await board.changed(before);
  assert.equal(await board.piece("c3"), "N");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.click("#takeback");
  await board.settled();
  await swipe("d6", "d9");
  await page.waitForFunction(() => scrollY > 0);
  assert.equal(await board.fen(), before);
}, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

onPage("what is dropped where it cannot go, or off the board, stays; a drag back is a selection", { variant: "janggi" }, async (board, page) => {
  const start = await board.fen();
  await drag(page, "[data-square=b1]", "[data-square=e5]");
  await drag(page, "[data-square=b1]", "h1");
  // An enemy's piece is not picked up.
  await drag(page, "[data-square=a7]", "[data-square=a6]");
  assert.equal(await board.fen(), start);
  assert.equal(await page.locator("[data-square][aria-pressed=true]").count(), 0);
  assert.equal(await page.locator("[data-piece]").count(), 32);
  const box = await board.square("b1").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
  assert.equal(await board.square("b1").getAttribute("aria-pressed"), "true");
  await board.square("c3").click();
  await board.changed(start);
  assert.equal(await board.piece("c3"), "N");
});

onPage("in CheDuk's set-up a click on a tile is enough", { variant: "cheduk" }, async (board, page) => {
  await page.selectOption("#opponent", "people");
  for (const [tile, ready] of [["h7", true], ["c7", false]]) {
    const before = await board.fen();
    await board.square(tile).click();
    await board.changed(before);
    if (ready) await page.click("dialog >> text=Ready");
  }
  assert.match(await board.fen(), / h7\/c7 /);
  const before = await board.fen();
  const tile = before.includes(" w ") ? "k4" : "a9";
  await board.square(tile).click();
  await board.changed(before);
});

const MATED_SOON = "4k4/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1";
onPage("check is announced, in words and to screen readers", { variant: "janggimodern", fen: MATED_SOON }, async (board, page) => {
  await board.click("d2e2");
  assert.equal(await page.getAttribute("#status", "role"), "status");
  assert.equal(await board.status(), "Check! Han to move");
  await page.click("#language-switch");
  assert.equal(await board.status(), "장군! 한 차례");
});

onPage("check is announced while the engine thinks, too", { variant: "janggimodern", fen: MATED_SOON }, async (board, page) => {
  await page.click("#play-here");
  await page.waitForFunction(() => document.querySelector("#board").dataset.games === "1");
  await page.evaluate(() => {
    const status = document.querySelector("#status");
    globalThis.announced = [];
    new MutationObserver(() => globalThis.announced.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
  });
  await board.click("d2e2");
  await board.settled();
  assert.ok((await page.evaluate(() => globalThis.announced)).includes("Check! Han is thinking…"));
});

for (const [variant, en, ko] of [
  ["janggi", "Bikjang: the generals face. Han breaks it, or passes, and points decide. Han to move", /^빅장! .* 점수로 가립니다\. 한 차례$/],
  ["janggitraditional", "Bikjang: the generals face. Han breaks it, or passes, and the game is drawn. Han to move", /^빅장! .* 비깁니다\. 한 차례$/],
  ["janggiclassic", "Bikjang: a draw is offered to Han; it is taken if the generals still face after this move. Han to move", /^빅장! 한에게 무승부를 청합니다/],
  ["janggimodern", "Han to move", /^한 차례$/],
]) {
  onPage(`bikjang is announced where it means something: ${variant}`, { variant, fen: "4k4/9/9/9/9/9/P8/9/9/3K5 w - - 0 1" }, async (board, page) => {
    await board.click("d1e1");
    assert.equal(await board.status(), en);
    await page.click("#language-switch");
    assert.match(await board.status(), ko);
  });
}

onPage("arrows step through the game after a click, and go over the board with keys", { variant: "janggi" }, async (board, page) => {
  await page.selectOption("#opponent", "people");
  const start = await board.fen();
  await board.click("b1c3");
  await board.click("b10c8");
  const end = await board.fen();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await board.fen(), start);
  await page.keyboard.press("End");
  assert.equal(await board.fen(), end);
  await page.keyboard.press("Home");
  assert.equal(await board.fen(), start);
});
