// Whole games of every variant against the engine on the board page, by clicks alone.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { BoardPage, browser, server, skip, startAdviser, startBoard } from "./board_support.mjs";

let adviser;

startBoard();

before(() => {
  if (!skip) adviser = startAdviser();
});

after(() => adviser?.stop());

/** After so many moves the player resigns: the engine at its lowest level plays at random, and need not come to an end. */
const LONGEST = 100;

const GAMES = [
  { variant: "janggi", choices: {} },
  { variant: "janggi", choices: { side: "b", "setup-cho": "sangmamasang", "setup-han": "masangmasang" } },
  { variant: "janggimodern", choices: { "setup-cho": "auto", "setup-han": "auto" } },
  { variant: "janggitraditional", choices: {} },
  { variant: "janggicasual", choices: {} },
  { variant: "janggiclassic", choices: {} },
  { variant: "janggistrict", choices: {} },
  { variant: "twelvejanggi", choices: {} },
  { variant: "twelvejanggi", choices: { side: "b", level: "low" } },
  { variant: "dobutsu", choices: {} },
  { variant: "cheduk", choices: {} },
  { variant: "cheduk", choices: { side: "b" } },
  { variant: "chedukmodern", choices: {} },
];

for (const { variant, choices } of GAMES) {
  const how = Object.entries(choices).map(([name, value]) => `${name} ${value}`).join(", ");
  test(`a whole game of ${variant}${how ? ` (${how})` : ""} by clicks`, { skip, timeout: 600_000 }, async (t) => {
    const board = await BoardPage.open(browser, server.address, { variant, lang: "en" });
    await board.newGame({ level: "0", clock: "none", ...choices });
    const moves = await board.playToTheEnd(variant, adviser, LONGEST);
    t.diagnostic(moves < LONGEST ? `ended after ${moves} moves of the player` : `the player resigned after ${moves} moves`);
    const result = await board.result();
    assert.match(result, /^(1-0|0-1|1\/2-1\/2)$/);
    assert.match(await board.status(), /wins: |Draw: /);
    // Nothing can be played any more, and the whole game can be looked at.
    assert.equal(await board.page.locator("#drawing .point.active").count(), 0);
    await board.page.click("#first");
    assert.match(await board.fen(), / (0|1)$/);
    await board.close();
  });
}
