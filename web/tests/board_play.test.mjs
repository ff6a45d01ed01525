// What players do on the board page: take back, hint, flip, pass, offer draws, resign, use a clock, place in secret, and every action of CheDuk.
import assert from "node:assert/strict";
import test from "node:test";
import { withoutAmbassador } from "../board/fen.js";
import { VARIANTS } from "../board/games.js";
import { browser, onPage, server, skip, startBoard } from "./board_support.mjs";

startBoard();

onPage("moves are answered, taken back, and the engine's with them", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  const start = await board.fen();
  await board.click("b1c3");
  await board.settled();
  assert.match(await board.fen(), / w /);
  assert.equal(await page.locator("#moves [data-ply]").count(), 2);
  assert.match(await board.status(), /^Han: .*Your move: Cho$/);
  await page.click("#takeback");
  await board.settled();
  assert.equal(await board.fen(), start);
  assert.equal(await page.locator("#moves [data-ply]").count(), 0);
  assert.equal(await board.piece("b1"), "N");
});

onPage("taking back while the engine thinks gives the move back", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "full", clock: "30+30" });
  const start = await board.fen();
  await board.click("b1c3");
  assert.match(await board.status(), /Han is thinking/);
  await page.click("#takeback");
  await board.settled();
  assert.equal(await board.fen(), start);
});

onPage("an illegal target plays nothing, and another piece can be picked", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ opponent: "people" });
  const start = await board.fen();
  await board.square("b1").click();
  assert.equal(await board.square("b1").getAttribute("aria-pressed"), "true");
  assert.match(await board.square("c3").getAttribute("aria-label"), /can be played to/);
  await board.square("e5").click();
  assert.equal(await board.fen(), start);
  assert.equal(await page.locator("[aria-pressed=true][data-square]").count(), 0);
  await board.square("a1").click();
  await board.square("h1").click();
  assert.equal(await board.square("h1").getAttribute("aria-pressed"), "true");
});

onPage("a hint is an arrow and a sentence", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await page.click("#hint");
  await page.waitForFunction(() => /^Hint: \S+ [a-i]\d+ /.test(document.querySelector("[role=status]").textContent));
  assert.ok(await page.locator("#drawing > g:last-child polygon").count());
  assert.match(await board.status(), /[a-i]\d+\. Your move: Cho$/);
  // What was said last is said in the other language too, when that is chosen.
  await page.click("#language-switch");
  assert.match(await board.status(), /^훈수: .*\. 당신 차례: 초$/);
});

onPage("the board is flipped and back", { variant: "janggi" }, async (board, page) => {
  const height = async (square) => (await board.square(square).boundingBox()).y;
  assert.ok((await height("e1")) > (await height("e10")));
  await page.click("#flip");
  assert.ok((await height("e1")) < (await height("e10")));
  await page.click("#flip");
  assert.ok((await height("e1")) > (await height("e10")));
});

onPage("two passes end the game by points", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ opponent: "people" });
  for (let side = 0; side < 2; side++) {
    const before = await board.fen();
    await page.click("#pass");
    await board.changed(before);
  }
  assert.equal(await board.status(), "Han wins: both sides passed");
  assert.equal(await board.result(), "0-1");
});

onPage("a rule set without passes has no button for it", { variant: "janggistrict" }, async (board, page) => {
  assert.equal(await page.locator("#pass").isVisible(), false);
  assert.match(await board.fen(), / b /);
  assert.match(await board.square("e9").getAttribute("aria-label"), /Cho general/);
});

onPage("set-ups are what was chosen", { variant: "janggi" }, async (board) => {
  await board.newGame({ opponent: "people", "setup-cho": "sangmamasang", "setup-han": "gidongcha" });
  assert.match(await board.fen(), /^bnra1arnb\/.*\/RBNA1ANBR w /);
  await board.newGame({ opponent: "people", "setup-cho": "auto", "setup-han": "masangsangma" });
  assert.match(await board.fen(), /^rnba1abnr\/.*\/[RNB]{3}A1A[RNB]{3} w /);
});

onPage("resigning and agreeing end a game", { variant: "janggicasual" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await page.click("#resign");
  await page.click("text=Play on");
  assert.equal(await board.result(), "*");
  await page.click("#resign");
  await page.click("text=Yes, resign");
  assert.equal(await board.status(), "Han wins: the other side resigned");
  await board.newGame({ opponent: "people" });
  await page.click("#draw");
  await page.click(`dialog button:text-is("Decline")`);
  assert.equal(await board.result(), "*");
  await page.click("#draw");
  await page.click(`dialog button:text-is("Agree")`);
  assert.equal(await board.status(), "Draw: agreed");
});

onPage("a game that was resigned stays so, whatever is tried afterwards", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0", clock: "30+30" });
  await board.click("b1c3");
  await board.settled();
  await page.click("#resign");
  await page.click("text=Yes, resign");
  assert.match(await board.status(), /Han wins: the other side resigned$/);
  await page.click("#first");
  await board.click("a4a5");
  assert.equal(await board.status(), "Han to move");
  assert.equal(await page.locator(".time.running").count(), 0);
  await page.click("#moves .other button");
  await page.click("#last");
  assert.equal(await board.status(), "Han wins: the other side resigned");
  assert.equal(await board.result(), "0-1");
});

onPage("a double click on New game begins one game", { variant: "janggi" }, async (board, page) => {
  await page.selectOption("#level", "0");
  await page.selectOption("#side", "b");
  await page.dblclick("#new-game");
  await page.waitForFunction(() => document.querySelector("#board").dataset.games !== undefined && document.querySelector("#moves [data-ply]"));
  await board.settled();
  assert.equal(await page.getAttribute("#board", "data-games"), "1");
  assert.equal(await page.locator("#moves [data-ply]").count(), 1);
});

onPage("a record that is refused does not take the engine's turn away", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "full" });
  await page.click("#tab-records");
  await page.fill("#paste", "4k4/9 w - - 0 1");
  await board.click("b1c3");
  await page.click("#load");
  await page.waitForFunction(() => document.querySelector("#load-message").textContent);
  await board.settled();
  assert.match(await board.status(), /^Han: .*Your move: Cho$/);
});

onPage("where points decide, a draw is a call for them", { variant: "janggi" }, async (board, page) => {
  await board.newGame({ level: "0" });
  assert.equal(await page.textContent("#draw"), "Call for points");
  // Han has more points at the start, so that the engine agrees.
  await page.click("#draw");
  assert.equal(await board.status(), "Han wins: points decide, as agreed");
});

onPage("the engine declines a draw as long as it has seen nothing", { variant: "janggicasual" }, async (board, page) => {
  await board.newGame({ level: "0" });
  await page.click("#draw");
  assert.match(await board.status(), /The engine declines/);
});

onPage("a clock runs for who is to move, and its end ends the game", { variant: "janggi" }, async (board, page) => {
  await page.clock.install();
  await page.reload();
  await board.ready();
  await board.newGame({ opponent: "people", clock: "30+30" });
  // Time goes on by itself too, so that less may be left, but not so much less.
  const left = async (player) => {
    await page.clock.runFor(200); // the strips are drawn every so often
    const [minutes, seconds] = (await page.textContent(`#player-${player} .time`)).split(":").map(Number);
    return minutes * 60 + seconds;
  };
  assert.ok((await left("bottom")) > 0);
  await page.clock.fastForward(1_000_000);
  assert.ok((await left("bottom")) <= 800);
  assert.equal(await left("top"), 1800);
  await board.click("b1c3");
  const stopped = await left("bottom");
  await page.clock.fastForward(100_000);
  assert.equal(await left("bottom"), stopped);
  assert.ok((await left("top")) <= 1700);
  await page.clock.fastForward(1_800_000);
  assert.equal(await board.status(), "Cho wins: the other side's time is over");
  // Taking back is a step back now: nobody gets a clock on which nothing is left.
  await page.click("#takeback");
  assert.equal(await page.locator(".time.running").count(), 0);
  await page.click("#next");
  assert.equal(await board.status(), "Cho wins: the other side's time is over");
});

onPage("an address opens a position", { variant: "twelvejanggi", fen: "k2/2K/3/3[SJZsjz] w 0 1" }, async (board, page) => {
  assert.equal(await board.fen(), "k2/2K/3/3[SJZsjz] w 0 1");
  assert.equal(await page.locator('[data-hand="w"] [data-piece]').count(), 3);
  assert.equal(await page.locator('[data-hand="b"] [data-piece="z"]').count(), 1);
  await board.click("Z@b2");
  assert.equal(await board.piece("b2"), "Z");
  await board.page.click("#takeback");
  await board.click("c3c4");
  await board.click("a4a3");
  assert.equal(await board.status(), "First player wins: the king has entered the camp");
});

onPage("a FEN that does not hold is refused with a sentence", { variant: "janggi" }, async (board, page) => {
  await page.click("#tab-records");
  await page.fill("#fen", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABN w - - 0 1");
  await page.click("#set-fen");
  await page.waitForFunction(() => /rank 1 has 8 points/.test(document.querySelector("#share-message").textContent));
  assert.match(await board.fen(), /^rnba1abnr/);
  // It is answered beside the field, not where texts are pasted.
  assert.equal(await page.textContent("#load-message"), "");
  await board.click("b1c3");
});

test("an address with a FEN that does not hold, or with none of our tokens, is told of", { skip, timeout: 600_000 }, async () => {
  const page = await browser.newPage();
  const told = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("[role=status]").textContent), pattern.source);
  const url = new URL(server.address);
  url.searchParams.set("lang", "en");
  url.searchParams.set("fen", "<b>/QQQ/kx9 w");
  await page.goto(url.href);
  await told(/FEN refused: .*Cho to move/);
  assert.equal(await page.locator("[data-piece]").count(), 32);
  url.searchParams.delete("fen");
  url.searchParams.set("token", "wrong");
  await page.goto(url.href);
  await told(/open the one that `janggun board` printed/);
  // A link that was copied has no token at all.
  url.searchParams.delete("token");
  await page.goto(url.href);
  await told(/open the address that `janggun board` printed/);
  await page.close();
});

onPage("a FEN in other programs' letters is drawn", { variant: "janggi", fen: "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1" }, async (board) => {
  assert.equal(await board.piece("b1"), "N");
  assert.equal(await board.piece("g10"), "b");
});

onPage("two people place their ambassadors in secret", { variant: "cheduk" }, async (board, page) => {
  await board.newGame({ opponent: "people" });
  await board.point("@A", await board.fen());
  await board.square("h7").click();
  await page.waitForSelector("dialog[open]");
  assert.match(await page.textContent("#dialog-text"), /Red's tile stays hidden until Blue's ambassador stands too\.$/);
  assert.equal(await page.textContent("#tile"), "");
  await page.click("dialog >> text=Ready");
  // Nothing on the page tells where it stands.
  assert.match(await board.fen(), /\[ASSSSSasssss\] b Cc -\/- /);
  assert.equal(await board.square("h7").locator("[data-piece]").count(), 0);
  assert.doesNotMatch(await board.square("h7").getAttribute("aria-label"), /embassy|Red ambassador/);
  assert.doesNotMatch(await page.locator("#fen").inputValue(), /h7/);
  assert.doesNotMatch(await page.textContent("#moves"), /h7/);
  await board.click("A@c7");
  assert.equal(await board.piece("h7"), "A");
  assert.equal(await board.piece("c7"), "a");
  assert.match(await board.square("h7").getAttribute("aria-label"), /Red's embassy, Red's territory/);
});

onPage("an ambassador that was placed with keys is no secret that the focus tells", { variant: "cheduk" }, async (board, page) => {
  await board.newGame({ opponent: "people" });
  await page.focus('[data-square="h7"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  assert.equal(await page.textContent("#tile"), "");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog:not([open])", { state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-square")), null);
  assert.equal(await board.square("h7").getAttribute("tabindex"), "-1");
  assert.equal(await page.textContent("#tile"), "");
});

test("the FEN without a secret ambassador is one, wherever it stands", () => {
  const [start, ...rest] = VARIANTS.cheduk.start.split(" ");
  const empty = start.replace("[ASSSSSasssss]", "[SSSSSasssss]");
  for (let file = 0; file < 11; file++) {
    const rank = [file || "", "A", 10 - file || ""].join("");
    const ranks = empty.split("/").with(5, rank).join("/");
    const fen = [ranks, "b", "Cc", `${"abcdefghijk"[file]}7/-`, "-", "0", "0"].join(" ");
    assert.equal(withoutAmbassador(fen, "w"), [start, "b", ...rest.slice(1)].join(" "), rank);
  }
  assert.equal(withoutAmbassador("9A1/9aD[SSSSSsssss] w Cc j7/j1 - 0 0", "b"), "9A1/10D[SSSSSasssss] w Cc j7/- - 0 0");
});

onPage("against the engine nobody's ambassador is seen before both stand", { variant: "cheduk" }, async (board, page) => {
  await board.newGame({ level: "0", side: "b" });
  assert.match(await board.fen(), /\[ASSSSSasssss\] b Cc -\/- /);
  assert.match(await board.status(), /Blue: place the ambassador in secret/);
  await board.point("@A", await board.fen());
  await board.square("c7").click();
  await page.waitForFunction(() => / \w\d+\/c7 /.test(document.querySelector("#board").dataset.fen));
});

/** Every action of CheDuk, pointed at. */
const ACTIONS = [
  { name: "gather", fen: "c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8 0 20", move: "c8c8", after: / a8,c8 / },
  { name: "gather by its button", fen: "c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8 0 20", clicks: ["c8"], button: "Gather information", after: / a8,c8 / },
  { name: "return", fen: "c10/11/11/11/2S~8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8 0 20", move: "c8@k2", after: /10S\/10C/ },
  { name: "enter the embassy and return", fen: "c10/11/11/11/11/3S7/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20", move: "d7c7@k2", after: /h7\/c7! c7 / },
  { name: "attach", fen: "c10/11/11/11/11/11/11/11/11/10G/10S/10C[ASSSSasssss] w Cc h7/c7 - 0 20", move: "k3k2", after: /10\+S\/10C/ },
  { name: "detach", fen: "c10/11/11/11/11/11/11/11/11/11/10+S/10C[ASSSSasssss] w Cc h7/c7 - 0 20", move: "k2j2g", after: /9GS\/10C/ },
  { name: "castle", fen: "c10/11/11/11/11/11/11/11/11/11/11/6D3C[ASSSSSasssss] w Cc h7/c7 - 0 20", move: "k1g1", after: /6C3D\[.*\] b c / },
  { name: "resurrect", fen: "c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20", move: "A@h7", after: /7A3/ },
];

for (const { name, fen, move, clicks, button, after } of ACTIONS) {
  onPage(`CheDuk: ${name}`, { variant: "cheduk", fen }, async (board, page) => {
    if (move) await board.click(move);
    else {
      const before = await board.fen();
      for (const square of clicks) await board.square(square).click();
      await page.click(`#choices >> text=${button}`);
      await board.changed(before);
    }
    assert.match(await board.fen(), after);
  });
}

onPage("CheDuk: a tile tells what it means", { variant: "cheduk", fen: ACTIONS[0].fen }, async (board, page) => {
  await board.square("c8").hover();
  assert.equal(await page.textContent("#tile"), "c8: Red spy, Blue's territory: Blue's spies return and come back here, enemy spies gather here");
  await board.square("f6").hover();
  assert.equal(await page.textContent("#tile"), "f6: empty, neutral ground");
});

onPage("CheDuk: the third repetition offers a draw, and two people may agree", { variant: "cheduk", fen: "c10/11/11/11/d10/11/11/10D/11/11/11/10C[ASSSSSasssss] w - h7/c7 - 0 20" }, async (board, page) => {
  await page.selectOption("#opponent", "people");
  await page.click("#play-here");
  await page.waitForFunction(() => document.querySelector("#board").dataset.games === "1");
  const repeat = async () => {
    for (const move of ["k5k4", "a8a9", "k4k5", "a9a8"]) await board.click(move);
  };
  await repeat();
  await repeat();
  assert.match(await board.status(), /third time: a draw may be agreed/);
  await page.click(`dialog button:text-is("Decline")`);
  assert.equal(await board.result(), "*");
  await board.click("k5k4");
  await page.click(`dialog button:text-is("Agree")`);
  assert.equal(await board.status(), "Draw: agreed");
});
