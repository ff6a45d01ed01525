// What a visitor of the board page relies on: the engine answers, looking back is only looking, and no game is lost without a question.
import assert from "node:assert/strict";
import { onPage, startBoard } from "./board_support.mjs";

startBoard();

const START = / w - - 0 1$/;
const plies = (page) => page.locator("#moves [data-ply]").count();
const reply = (page, count) => page.waitForFunction((count) => document.querySelectorAll("#moves [data-ply]").length === count, count);

onPage("who just moves a piece is answered by the engine", { variant: "janggi" }, async (board, page) => {
  assert.equal(await board.status(), "Cho to move: play, and the engine answers");
  await page.selectOption("#level", "0");
  await board.click("b1c3");
  await board.settled();
  assert.equal(await plies(page), 2);
  assert.match(await board.status(), /^Han: .*Your move: Cho$/);
  assert.match(await page.textContent("#player-top"), /Engine/);
});

for (const [variant, move] of [["twelvejanggi", "c1c2"], ["dobutsu", "c1c2"], ["cheduk", "A@h7"]]) {
  onPage(`the first move of ${variant} is answered too`, { variant }, async (board, page) => {
    await page.selectOption("#level", "0");
    await board.click(move);
    await page.waitForFunction(() => document.querySelectorAll("#moves [data-ply]").length >= 2);
  });
}

onPage("two people and who analyses move both sides without a game being begun", { variant: "janggi" }, async (board, page) => {
  await page.selectOption("#opponent", "people");
  assert.equal(await board.status(), "Cho to move");
  await board.click("b1c3");
  assert.equal(await board.status(), "Han to move");
  await board.click("b10c8");
  await page.click("#new-game");
  await page.click(`dialog button:text-is("Give it up")`);
  await page.waitForFunction(() => document.querySelector("#board").dataset.games === "1");
  await page.selectOption("#variant", "janggicasual");
  await page.selectOption("#opponent", "engine");
  await board.ready();
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll("#variations li").length > 0);
  await board.click("b1c3");
  await board.click("b10c8");
  assert.equal(await board.status(), "Cho to move");
});

onPage("a set-up that is chosen is seen at once", { variant: "janggi" }, async (board, page) => {
  const before = await board.fen();
  await page.selectOption("#setup-cho", "sangmamasang");
  await board.changed(before);
  await board.ready();
  assert.match(await board.fen(), /RBNA1ANBR w /);
});

onPage("an earlier position is only looked at: nobody passes or moves there", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await board.click("b1c3");
  await board.settled();
  await page.click("#previous");
  const fen = await board.fen();
  assert.match(fen, / b /);
  assert.equal(await board.status(), "Looking back, at ply 1 of 2. In the game: Your move: Cho");
  assert.ok(await page.isDisabled("#pass"));
  assert.ok(await page.isDisabled("#hint"));
  assert.equal(await page.locator("#drawing .point.active").count(), 0);
  await page.keyboard.press("p");
  await board.square("a7").click();
  await board.square("a6").click();
  await page.click("#previous");
  await page.click("#next");
  assert.equal(await board.fen(), fen);
  assert.equal(await plies(page), 2);
  // Taking back is about the game, not about what is looked at.
  await page.click("#takeback");
  await board.settled();
  assert.match(await board.fen(), START);
  assert.equal(await plies(page), 0);
});

onPage("the engine goes on thinking while an earlier position is looked at", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "full" });
  await board.click("b1c3");
  await page.click("#previous");
  assert.equal(await board.status(), "Looking back, at ply 0 of 1. In the game: Han is thinking…");
  await reply(page, 2);
  assert.match(await board.fen(), START);
  assert.match(await board.status(), /^Han: .*Looking back, at ply 0 of 2\. In the game: Your move: Cho$/);
  await page.click("#last");
  await board.settled();
  assert.match(await board.fen(), / w /);
});

onPage("a text that is no record is refused, and the game stays", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await board.click("b1c3");
  await board.settled();
  const fen = await board.fen();
  await page.click("#tab-records");
  for (const nonsense of ["hello world", "<html>not a record</html>", '[Event "x"]', "4k4/9 w - - 0 1"]) {
    await page.fill("#paste", nonsense);
    await page.evaluate(() => (document.querySelector("#load-message").textContent = ""));
    await page.click("#load");
    await page.waitForFunction(() => /There is no game in this text|refused/.test(document.querySelector("#load-message").textContent));
    assert.equal(await board.fen(), fen, nonsense);
  }
  assert.equal(await plies(page), 2);
  await board.click("h1g3");
  await board.settled();
  assert.equal(await plies(page), 4);
});

onPage("a game that goes on is not given up without a question", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await board.click("b1c3");
  await board.settled();
  const fen = await board.fen();
  const asked = async (act) => {
    await act();
    await page.waitForSelector("dialog[open]");
    assert.match(await page.textContent("#dialog-text"), /not over/);
    await page.click(`dialog button:text-is("Play on")`);
    await page.waitForSelector("dialog:not([open])", { state: "attached" });
    assert.equal(await board.fen(), fen);
    assert.equal(await page.inputValue("#variant"), "janggi");
  };
  await asked(() => page.click("#new-game"));
  await asked(() => page.click("#play-here"));
  await asked(() => page.selectOption("#variant", "cheduk"));
  await page.click("#tab-records");
  await page.fill("#paste", "a4a5 a7a6");
  await asked(() => page.click("#load"));
  assert.match(await page.textContent("#load-message"), /the game goes on/);
  await page.click("#tab-learn");
  await asked(() => page.click("#lesson-draw"));
  await board.click("h1g3");
  await board.settled();
  await page.click("#tab-play");
  await page.click("#new-game");
  await page.click(`dialog button:text-is("Give it up")`);
  await page.waitForFunction(() => document.querySelector("#board").dataset.games === "2");
  assert.match(await board.fen(), START);
});

onPage("a game is there again after the page was reloaded", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0", side: "b", clock: "30+30" });
  await board.settled();
  await board.click("b10c8");
  await reply(page, 3);
  await board.settled();
  const fen = await board.fen();
  await page.reload();
  await board.ready();
  assert.equal(await board.fen(), fen);
  assert.match(await board.status(), /Your move: Han/);
  assert.equal(await page.locator(".time.running").count(), 1);
  const height = async (square) => (await board.square(square).boundingBox()).y;
  assert.ok((await height("e10")) > (await height("e1")), "seen from the same side");
  await board.click("h10g8");
  await reply(page, 5);
  await page.click("#resign");
  await page.click("text=Yes, resign");
  await page.reload();
  await page.waitForFunction(() => /Cho wins: the other side resigned/.test(document.querySelector("[role=status]").textContent));
  assert.equal(await plies(page), 5);
});

onPage("the form says after a reload what the game was agreed on", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ opponent: "people", clock: "5+5", "setup-cho": "sangmamasang" });
  await board.click("a4a5");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await board.ready();
  const values = () => Promise.all(["opponent", "clock", "setup-cho", "setup-han"].map((id) => page.inputValue(`#${id}`)));
  assert.deepEqual(await values(), ["people", "5+5", "sangmamasang", "masangsangma"]);
  assert.equal(await page.isVisible("#level"), false);
  assert.equal(await board.status(), "Han to move");
});

onPage("variations are there again after the page was reloaded; another address is another game", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-records");
  await page.fill("#paste", "1. b1c3 (1. a4a5 a7a6) b10c8");
  await page.click("#load");
  await page.waitForFunction(() => /2 plies were read/.test(document.querySelector("#load-message").textContent));
  await page.click("#first");
  await page.reload();
  await reply(page, 2);
  assert.match(await board.fen(), START);
  assert.equal(await page.locator("#moves [data-variation]").count(), 1);
  const url = new URL(page.url());
  url.searchParams.set("variant", "cheduk");
  await page.goto(url.href);
  await board.ready();
  assert.equal(await page.getAttribute("#board", "data-variant"), "cheduk");
  assert.equal(await plies(page), 0);
});

onPage("the first ambassador of two people stays a secret when one steps back, and in files", { variant: "cheduk" }, async (board, page) => {
  await board.newGame({ opponent: "people" });
  await board.click("A@h7");
  await page.click("dialog >> text=Ready");
  const silent = async () => {
    assert.doesNotMatch(await page.textContent("#moves"), /h7/);
    assert.doesNotMatch(await page.locator("#moves").innerHTML(), /h7/);
    assert.doesNotMatch(await board.fen(), /h7/);
    assert.equal(await board.square("h7").locator("[data-piece]").count(), 0);
  };
  await page.click("#previous");
  await silent();
  await page.click("#next");
  await silent();
  await page.click("#tab-records");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-pgn")]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.doesNotMatch(Buffer.concat(chunks).toString(), /h7/);
  await page.reload();
  await board.ready();
  await silent();
  await board.click("A@c7");
  assert.equal(await board.piece("h7"), "A");
});
