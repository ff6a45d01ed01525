// What the tests share. JANGGUN_PACKAGE is the installed package, JANGGUN the native engine to compare with.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { Conversation } from "./conversation.mjs";

export { Conversation };

export const packageFolder = process.env.JANGGUN_PACKAGE;
export const nativeEngine = process.env.JANGGUN;
export const requireFrom = createRequire(join(packageFolder, "package.json"));

export const VARIANTS = [
  "janggi",
  "janggitraditional",
  "janggimodern",
  "janggicasual",
  "janggistrict",
  "janggiclassic",
  "twelvejanggi",
  "dobutsu",
  "cheduk",
  "chedukmodern",
];

/** A conversation with an engine of the package. */
export async function converse(Janggun, options) {
  const engine = await Janggun(options);
  const conversation = new Conversation((line) => engine.postMessage(line));
  engine.addMessageListener((line) => conversation.hear(line));
  return Object.assign(conversation, { engine });
}

/** A conversation with a program. */
export function converseWithProgram(command, args = []) {
  const program = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const conversation = new Conversation((line) => program.stdin.write(`${line}\n`));
  createInterface({ input: program.stdout }).on("line", (line) => conversation.hear(line));
  const ended = new Promise((resolve) => program.on("exit", resolve));
  return Object.assign(conversation, { program, ended });
}

/** Numbers that are random, but the same in every run. */
export function seeded(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
