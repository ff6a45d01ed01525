// How fast the package is, on a quiet machine: `scripts/test_web speed`, or `JANGGUN=… JANGGUN_PACKAGE=… node web/tests/speed.mjs`. Not one of the
// tests, since on a busy machine the figures mean nothing. Fails if the single build searches less than half of the native nodes per second, or
// if the first `uciok` comes later than 500 ms after the call.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { converse, nativeEngine, requireFrom } from "./support.mjs";

const ROUNDS = 3;
const { Janggun } = requireFrom("janggun");

/** Count and speed in the last line of `bench`. */
function measured(line) {
  const [nodes, , speed] = line.trim().split(" ").map(Number);
  return { nodes, speed };
}

async function benchPackage(options) {
  const called = performance.now();
  const talk = await converse(Janggun, options);
  await talk.ask(["uci"], /^uciok$/);
  const uciok = performance.now() - called;
  const lines = await talk.ask(["bench"], /^\d+ nodes \d+ nps$/);
  talk.engine.terminate();
  return { ...measured(lines.at(-1)), uciok };
}

// In turns, so that a machine that slows down does so for all; the best of each counts.
const speeds = { native: [], single: [], threads: [] };
const starts = { single: [], threads: [] };
const counts = new Set();
for (let round = 0; round < ROUNDS; round++) {
  const native = measured(execFileSync(nativeEngine, ["bench"], { encoding: "utf8" }).trim().split("\n").at(-1));
  speeds.native.push(native.speed);
  counts.add(native.nodes);
  for (const [build, options] of Object.entries({ single: { threads: 1 }, threads: {} })) {
    const { nodes, speed, uciok } = await benchPackage(options);
    speeds[build].push(speed);
    starts[build].push(uciok);
    counts.add(nodes);
  }
}
const best = (build) => Math.max(...speeds[build]);
for (const build of ["single", "threads"]) {
  const share = Math.round((100 * best(build)) / best("native"));
  console.log(`${build}: ${best(build)} nps, ${share} % of the native ${best("native")}; first uciok after ${starts[build].map(Math.round).join(", ")} ms`);
}
assert.equal(counts.size, 1, `bench counts differ: ${[...counts].join(", ")}`);
assert.ok(best("single") * 2 >= best("native"), "the single build is slower than half of the native engine");
for (const [build, times] of Object.entries(starts)) assert.ok(Math.min(...times) <= 500, `${build}: the first uciok is late`);
