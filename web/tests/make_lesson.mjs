// Writes web/board/lesson_data.js from a table of Twelve Janggi: `node web/tests/make_lesson.mjs ENGINE TABLE`.
// The lines of the lesson, with the value of every move that could have been played instead.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Conversation } from "./conversation.mjs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [engine, table] = process.argv.slice(2);
const program = spawn(engine, [], { stdio: ["pipe", "pipe", "inherit"] });
const talk = new Conversation((line) => program.stdin.write(`${line}\n`));
createInterface({ input: program.stdout }).on("line", (line) => talk.hear(line));

const START = "jks/1z1/1Z1/SKJ[-] w 0 1";
/** One of the positions whose end is farthest away: the side to move loses after 180 plies. */
const LONGEST = "jk1/s1z/K1j/s1Z[-] w 0 1";

await talk.ask(["setoption name UCI_Variant value twelvejanggi", `setoption name TwelveTable value ${table}`, "setoption name MultiPV value 256", "isready"], /^readyok/);

/** Values of all moves after `moves`, best first: `[move, plies]`, positive if the mover wins, 0 for a draw. */
async function values(fen, moves) {
  const position = `position fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;
  const lines = await talk.ask([position, "go depth 1"], /^bestmove/);
  return lines
    .map((line) => /depth (\d+) .*score (cp|mate) (-?\d+) .* pv (\S+)/.exec(line))
    .filter(Boolean)
    .map(([, depth, kind, score, move]) => [move, kind === "cp" ? 0 : Math.sign(Number(score)) * Number(depth)]);
}

/** Plays best moves on both sides for at most `plies`, with the values of all moves at each step. */
async function line(fen, plies) {
  const moves = [];
  const steps = [];
  for (let ply = 0; ply < plies; ply++) {
    const all = await values(fen, moves);
    if (!all.length) break;
    steps.push(all);
    moves.push(all[0][0]);
  }
  return { fen, moves, steps };
}

const draw = await line(START, 24);
const win = await line(LONGEST, 200);
program.stdin.write("quit\n");

/** `b2b3=0 b1c2=0 …`, the move that is played first. */
const text = ({ fen, steps }) => `{\n  fen: "${fen}",\n  steps: [\n${steps.map((all) => `    "${all.map(([move, value]) => `${move}=${value}`).join(" ")}",`).join("\n")}\n  ],\n}`;
const file = join(import.meta.dirname, "../board/lesson_data.js");
writeFileSync(
  file,
  `// Written by web/tests/make_lesson.mjs from a table of Twelve Janggi: best play of both sides, and at each step what every move is worth to the
// mover: plies to a win, negative plies to a loss, 0 for a draw. The move that is played comes first.

/** @typedef {{ fen: string, steps: string[] }} LessonLine */

/** @type {LessonLine} */
export const DRAW = ${text(draw)};

/** @type {LessonLine} */
export const LONGEST_WIN = ${text(win)};
`,
);
console.log(`${draw.steps.length} and ${win.steps.length} steps in ${file}`);
