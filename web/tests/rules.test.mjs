// The rules class against the native engine, and by itself.
import assert from "node:assert/strict";
import test from "node:test";
import { VARIANTS, converseWithProgram, nativeEngine, requireFrom, seeded } from "./support.mjs";

const { Board, loadRules } = requireFrom("janggun/rules");
const GAMES = 500;
const LONGEST_GAME = 80;

/** Plays at random with the rules class, and writes down what it says of each position. */
function randomGame(variant, fen, random) {
  const board = new Board(variant, fen);
  const seen = [];
  for (;;) {
    const moves = board.legalMoves();
    const { result, reason } = board.result();
    seen.push(`moves ${[moves.length, ...moves].join(" ")}`, `result ${result} ${reason ?? "-"}`, `Fen: ${board.fen()}`);
    if (moves.length === 0 || board.moveStack().length === LONGEST_GAME) return { board, seen };
    board.push(moves[random(moves.length)]);
  }
}

for (const variant of VARIANTS) {
  test(`${variant}: ${GAMES} random games, each position as the native engine sees it`, async () => {
    const native = converseWithProgram(nativeEngine, ["--variant", variant]);
    const random = seeded(variant.length);
    const setups = new Board(variant).setups();
    for (let game = 0; game < GAMES; game++) {
      const { fen } = setups[game % setups.length];
      const { board, seen } = randomGame(variant, fen, random);
      const played = board.moveStack();
      const asked = [];
      for (let ply = 0; ply <= played.length; ply++) {
        asked.push(`position fen ${fen} moves ${played.slice(0, ply).join(" ")}`, "moves", "result", "d");
      }
      const answer = await native.ask([...asked, "isready"], /^readyok$/);
      assert.deepEqual(seen, answer.filter((line) => /^(moves|result|Fen:) /.test(line)));
      // And all the way back.
      while (board.pop() !== null);
      assert.equal(`Fen: ${board.fen()}`, seen[2]);
      native.lines.length = 0;
    }
    native.send("quit");
    await native.ended;
  });
}

test("a board knows check, points, records and set-ups", async () => {
  await loadRules();
  assert.deepEqual(Board.variants(), VARIANTS);
  const board = new Board("janggi");
  assert.equal(board.variant(), "janggi");
  assert.equal(board.turn(), "w");
  assert.deepEqual(board.points(), { w: 72, b: 73.5 });
  assert.equal(board.toRecord("i4h4"), "79졸78");
  assert.equal(board.push("79졸78"), "i4h4");
  assert.equal(board.turn(), "b");
  assert.deepEqual(board.moveStack(), ["i4h4"]);
  assert.equal(board.pop(), "i4h4");
  assert.equal(board.pop(), null);
  assert.equal(board.setups().length, 16);
  assert.deepEqual(board.setups()[0].options, { Janggi_ChoSetup: "masangsangma", Janggi_HanSetup: "masangsangma" });
  const { fen, options } = board.setups()[7];
  assert.equal(new Board("janggi", null, options).fen(), fen);
  assert.match(String(board), /楚|초/);
  board.push("e2e2");
  board.push("e9e9");
  assert.ok(board.isGameOver());
  assert.deepEqual(board.result(), { result: "0-1", reason: "passes", words: "both sides passed", claimable: false });
  assert.deepEqual(board.legalMoves(), []);
  const checked = new Board("janggi", "4k4/9/9/9/4R4/9/9/9/3K5/9 b - - 0 1");
  assert.ok(checked.isCheck());
  assert.deepEqual(checked.checkers(), ["e6"]);
  assert.equal(new Board("dobutsu").points(), null);
  assert.equal(new Board("cheduk").setups().length, 1);
});

test("what is wrong is thrown as a sentence", () => {
  assert.throws(() => new Board("chess"), /there is no variant 'chess'; choose one of janggi, /);
  assert.throws(() => new Board("janggi", "9/9"), /FEN refused: /);
  assert.throws(() => new Board("janggi", null, { Janggi_ChoSetup: "x" }), /option Janggi_ChoSetup cannot be 'x'; it takes one of /);
  const board = new Board("janggi");
  assert.throws(() => board.push("e2e9"), /'e2e9' is not legal here: /);
  assert.throws(() => board.toRecord("zz"), /'zz' is not a move; expected /);
  assert.deepEqual(board.moveStack(), []);
});

test("any number of boards", () => {
  const boards = Array.from({ length: 1000 }, () => new Board("twelvejanggi"));
  boards[7].push(boards[7].legalMoves()[0]);
  assert.equal(boards[8].moveStack().length, 0);
  assert.equal(boards[7].moveStack().length, 1);
});
