// Records on the board page: PGN, .gib and FEN in and out, links and pictures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { BoardPage, browser, onPage, server, startBoard } from "./board_support.mjs";

const folder = join(import.meta.dirname, "../board");
const { parsePgn, writePgn } = await import(join(folder, "records/pgn.js"));
const { parseGib, resultOf, writeGib } = await import(join(folder, "records/gib.js"));
const { lineOf } = await import(join(folder, "records/tree.js"));
const { decodeRecord, encodeCp949 } = await import(join(folder, "records/euckr.js"));

startBoard();

const PGN = `[Event "A \\"test\\""]
[White "Cho"]
[Black "Han"]
[Result "1-0"]
[Variant "janggi"]

{ A comment with 1. e4 } 1. b1c3 b10c8 $1 2. h1g3! (2. a4b4 c7d7 (2... e9e9) 3. a1a9) h10g8?! ; to the end of the line
3. e2e2 e9e9 1-0

[Event "Second"]
[Variant "twelvejanggi"]

1. b2b3 c4b3 2. Zb2! *
`;

test("a PGN is read without its comments and marks, and is written as it was", () => {
  const [first, second] = parsePgn(PGN);
  assert.deepEqual(first.moves, ["b1c3", "b10c8", "h1g3", "h10g8", "e2e2", "e9e9"]);
  assert.equal(first.tags.Event, 'A "test"');
  assert.equal(first.variant, "janggi");
  assert.equal(first.result, "1-0");
  assert.deepEqual(second.moves, ["b2b3", "c4b3", "Zb2!"]);
  const fen = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
  const written = writePgn({ variant: "janggi", fen, tree: first.tree, result: "1-0", tags: first.tags });
  assert.match(written, /1\. b1c3 b10c8 2\. h1g3 \(2\. a4b4 c7d7 \(2\.\.\. e9e9\) 3\. a1a9\) 2\.\.\. h10g8\s3\. e2e2 e9e9\s1-0/);
  const [again] = parsePgn(written);
  assert.deepEqual(again.moves, first.moves);
  assert.deepEqual(again.tree.map(({ move }) => move), ["b1c3", "b10c8", "h1g3", "a4b4", "c7d7", "e9e9", "a1a9", "h10g8", "e2e2", "e9e9"]);
  assert.deepEqual(again.tree.map(({ parent }) => parent), [-1, 0, 1, 1, 3, 3, 4, 2, 7, 8]);
  assert.equal(again.fen, null);
  for (const [name, value] of Object.entries(first.tags)) assert.equal(again.tags[name], value);
  const blackFirst = writePgn({ variant: "janggistrict", fen: fen.replace(" w ", " b "), tree: lineOf(["b10c8", "b1c3", "a7a6"]), result: "*", tags: {} });
  assert.match(blackFirst, /\n1\.\.\. b10c8 2\. b1c3 a7a6 \*\n/);
});

const GIB = `[대회명 "장군배"]
[회전 "1"]
[대국일자 "2020-01-02"]
[초대국자 "김초"]
[한대국자 "이한"]
[초차림 "상마마상"]
[한차림 "마상마상"]
[대국결과 "초 완승"]

1. 79졸78 2. 41병42 3. 03楚馬84 4. 한수쉼 5. 73졸63 6. 17馬36
{설명} 7. 63졸53 8. 43병53졸 9. 79졸69

[대회명 "둘째"]
1. 79졸78 2. 41병42
`;

test("a .gib is read with its set-ups, and its encoding there and back", () => {
  const [first, second] = parseGib(GIB);
  assert.deepEqual(first.setups, [["sangmamasang", "masangmasang"]]);
  assert.deepEqual(first.moves, ["79졸78", "41병42", "03楚馬84", "한수쉼", "73졸63", "17馬36", "63졸53", "43병53", "79졸69"]);
  assert.equal(first.result, "1-0");
  assert.equal(second.setups.length, 16);
  assert.deepEqual(decodeRecord(encodeCp949(GIB).buffer), { text: GIB, damaged: false });
  assert.deepEqual(decodeRecord(new TextEncoder().encode(GIB).buffer), { text: GIB, damaged: false });
  assert.equal(encodeCp949("장군 楚").length, 7);
  const results = { "초 완승": "1-0", "漢의 기권승": "0-1", "한 2.5점 승": "0-1", "무승부(동의)": "1/2-1/2", "楚 장군승": "1-0", 미상: "*", "한 시간승": "0-1", "한 빅장승": "0-1", 빅장: "1/2-1/2" };
  for (const [text, result] of Object.entries(results)) assert.equal(resultOf(text), result, text);
});

test("what is written as .gib says the same when it is read", () => {
  const [first] = parseGib(GIB);
  const fen = "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1";
  const text = writeGib({ fen, moves: first.moves, result: "1-0", reason: "checkmate", tags: first.tags });
  const [again] = parseGib(text);
  assert.deepEqual(again.moves, first.moves);
  assert.deepEqual(again.setups, first.setups);
  assert.equal(again.tags.초대국자, "김초");
  assert.match(text, /6\. 17馬36\r\n7\. /);
  assert.throws(() => writeGib({ fen: "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", moves: [], result: "*", reason: "-", tags: {} }), /gibstart/);
});

test("quotes, open comments and characters that CP949 lacks do not damage a .gib", () => {
  const fen = "bnra1arnb/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/BNRA1ARNB w - - 0 1";
  const tags = { Event: 'A "cup" \\ 😀 é &#65;', 초대국자: "김초", 대국결과: "초 기권승" };
  const written = (result) => writeGib({ fen, moves: ["79졸78"], result, reason: "checkmate", tags });
  const { text, damaged } = decodeRecord(encodeCp949(written("1-0")).buffer);
  assert.equal(damaged, false);
  assert.match(text, /&#128512; &#233; &#38;#65;/);
  const [game] = parseGib(text);
  assert.equal(game.tags.Event, tags.Event);
  assert.deepEqual(game.setups, [["gidongcha", "gidongcha"]]);
  assert.equal(game.tags.대국결과, "초 기권승");
  assert.equal(parseGib(written("0-1"))[0].tags.대국결과, "한 완승");
  assert.deepEqual(parseGib('[초차림 "constructor"]\n1. 79졸78')[0].setups.length, 16);
  assert.deepEqual(parseGib('[대회명 "a\\"]\n[회전 "x"y"]\n1. 79졸78')[0].tags, { 대회명: "a\\", 회전: 'x"y', Event: "a\\", Round: 'x"y' });
  const open = '[대회명 "1"]\n1. 79졸78 {열림 2. 41병42\n[대회명 "2"]\n1. 73졸63 {끝 2. 41병42';
  assert.deepEqual(parseGib(open).map(({ moves }) => moves), [["79졸78"], ["73졸63"]]);
  const [pgn] = parsePgn('[Variant "constructor"]\n\n1. b1c3 {open 1... b10c8');
  assert.deepEqual([pgn.variant, pgn.moves], [null, ["b1c3"]]);
});

const onRecords = (name, query, run, context) =>
  onPage(name, query, async (board, page) => {
    await page.click("#tab-records");
    await run(board, page);
  }, context);

const message = (page, pattern, place = "#load-message") =>
  page.waitForFunction(([source, place]) => new RegExp(source).test(document.querySelector(place).textContent), [pattern.source, place]);

async function savedBy(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

onRecords("a PGN is pasted, looked through, saved, and loaded again", { variant: "janggi" }, async (board, page) => {
  await page.fill("#paste", PGN);
  await page.click("#load");
  await message(page, /^6 plies were read\. 2 variations were kept\. 1 move of a variation cannot be played; it was left out\. Comments were left out\.$/);
  assert.equal(await board.status(), "Han wins: both sides passed");
  assert.equal(await page.locator("#games option").count(), 2);
  await page.click("#previous");
  assert.match(await board.fen(), / b /);
  await page.click("#last");
  const { name, bytes } = await savedBy(page, "#save-pgn");
  assert.equal(name, "janggi.pgn");
  assert.match(bytes.toString(), /1\. b1c3 b10c8 2\. h1g3 \(2\. a4b4 c7d7 \(2\.\.\. e9e9\)\) 2\.\.\. h10g8\s3\. e2e2 e9e9/);
  // A variation is looked at, and the way back is there.
  await page.click('#moves [data-variation="3 a4b4"]');
  assert.equal(await board.piece("b4"), "P");
  assert.equal(await page.locator("#moves [data-ply]").count(), 4);
  await page.click('#moves [data-variation="3 h1g3"]');
  await page.click("#last");
  assert.equal(await page.locator("#moves [data-ply]").count(), 6);
  await page.selectOption("#games", "1");
  await message(page, /^3 plies were read/);
  assert.equal(await page.getAttribute("#board", "data-variant"), "twelvejanggi");
  assert.equal(await board.piece("b2"), "Z");
  await page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: bytes });
  await message(page, /^6 plies were read/);
  assert.equal(await page.getAttribute("#board", "data-variant"), "janggi");
});

onRecords("a .gib in CP949 is loaded and saved", { variant: "janggi" }, async (board, page) => {
  await page.setInputFiles("#file", { name: "game.gib", mimeType: "application/octet-stream", buffer: Buffer.from(encodeCp949(GIB)) });
  await message(page, /^8 of 9 plies were read; then: .*79졸69/);
  assert.match(await board.fen(), /\/RB1A1ANBR w /);
  assert.match(await page.textContent("#player-bottom"), /Cho · 김초/);
  const { name, bytes } = await savedBy(page, "#save-gib");
  assert.equal(name, "janggi.gib");
  const text = new TextDecoder("euc-kr").decode(bytes);
  assert.match(text, /^\[대회명 "장군배"\]\r\n/);
  assert.match(text, /\[초차림 "상마마상"\]\r\n\[한차림 "마상마상"\]/);
  assert.match(text, /1\. 79졸78 2\. 41병42 3\. 03마84 4\. 한수쉼 5\. 73졸63 6\. 17마36\r\n7\. 63졸53 8\. 43병53졸\r\n/);
});

onRecords("a record on a board of its own, and a text without a game, are refused with a sentence", { variant: "janggi" }, async (board, page) => {
  await page.fill("#paste", `[대회명 "x"]\n[판 "12"]\n1. 79졸78`);
  await page.click("#load");
  await message(page, /only games from the start can be read/);
  await page.fill("#paste", "  ");
  await page.click("#load");
  await message(page, /There is no game in this text/);
  assert.match(await board.status(), /Cho to move/);
});

test("parentheses without a partner, and too many of them, do no harm", () => {
  const [open] = parsePgn("1. b1c3 ((( a4a5 ) b10c8 ) h1g3");
  assert.deepEqual(open.moves, ["b1c3"]);
  const [closed] = parsePgn("1. b1c3 ) ) b10c8");
  assert.deepEqual(closed.moves, ["b1c3", "b10c8"]);
  const [deep] = parsePgn(`1. b1c3 ${"( a4a5 ".repeat(20_000)}`);
  assert.ok(deep.tree.length < 100);
  assert.match(writePgn({ variant: "janggi", fen: "x w", tree: deep.tree, result: "*", tags: {} }), /b1c3/);
});

onRecords("moves of other programs are understood", { variant: "janggi" }, async (board, page) => {
  await page.fill("#paste", "1. Hc3 Hc8 2. b5?! *");
  await page.click("#load");
  await message(page, /2 of 3 plies were read/);
  await page.fill("#paste", "1. Hbc3 Hb10c8 2. a5 a6 3. axa6 --");
  await page.click("#load");
  await message(page, /of 6 plies were read|^6 plies/);
  assert.equal(await board.piece("c3"), "N");
});

const START = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
onRecords("a position leaves as FEN, link and picture", { variant: "janggi", fen: START }, async (board, page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const told = () => page.waitForFunction(() => document.querySelector("#share-message").textContent === "Copied.");
  await board.click("b1c3");
  await page.click("#copy-fen");
  await told();
  assert.equal(await copied(), await board.fen());
  await page.click("#copy-link");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("http"));
  const link = new URL(await copied());
  assert.equal(link.searchParams.get("token"), null);
  const other = await BoardPage.open(browser, server.address, {});
  link.searchParams.set("token", new URL(server.address).searchParams.get("token"));
  await other.page.goto(link.href);
  await other.ready();
  assert.equal(await other.fen(), await board.fen());
  await other.close();
  const { name, bytes } = await savedBy(page, "#save-picture");
  assert.equal(name, "janggi.png");
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  // Wood and ink, not an empty picture.
  assert.ok(bytes.length > 50_000, `${bytes.length} bytes`);
  await page.fill("#fen", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1 moves e2e3");
  await page.click("#set-fen");
  await message(page, /^1 ply was read/, "#share-message");
  assert.equal(await board.piece("e3"), "R");
});
