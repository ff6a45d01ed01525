#!/usr/bin/env node
// Compares the rules of chedukmodern with the program of the game's authors, over random games.
//
//   scripts/compare_cheduk.mjs CORE.mjs --games 500 --seed 1
//   scripts/compare_cheduk.mjs CORE.mjs --games 16 --vectors tests/data/chedukmodern
//
// CORE.mjs is their packages/core-logic (WiseWolfGS/CheDuk, MIT licence) as one module, made in a clone of it:
//
//   npx esbuild packages/core-logic/src/index.ts --bundle --format=esm \
//     --alias:@cheduk/geometry-hex=./packages/geometry-hex/src/index.ts --outfile=core.mjs
//
// Their code makes the games: it lists the actions of every position and carries them out. Where it contradicts the
// rule book that it comes with, it is corrected, and every correction is counted by its name; docs/cheduk.md gives the
// reasons. The engine then has to list the same actions in every position, to arrive at the same state after every
// move, and to know the same winner. The exit code is 1 if anything differs.
//
// --vectors PREFIX asks no engine, but writes what their code says to PREFIX_moves.txt, PREFIX_play.txt and
// PREFIX_perft.txt, for the tests.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const FILES = 11;
const RANKS = 12;
const LONGEST_GAME = 300;
/** Games that the engine is asked about at a time. */
const BATCH = 20;
const LETTERS = { Chief: "C", Diplomat: "D", SpecialEnvoy: "E", Ambassador: "A", Spy: "S", Guard: "G" };
/** A seed with which the coin falls for Red, as it does in their program. */
const SEED_OF_RED = 0;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: "string", default: "target/release/janggun" },
    games: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    vectors: { type: "string" },
  },
});

function fail(sentence) {
  console.error(`compare_cheduk: ${sentence}`);
  process.exit(2);
}

if (positionals.length !== 1) fail("name the module of their core-logic; the beginning of this script tells how to make it");
const { createInitialGameState, getValidActions, performAction } = await import(pathToFileURL(resolve(positionals[0])).href).catch((error) =>
  fail(`their core-logic could not be loaded: ${error.message}`),
);

// --- Tiles ---------------------------------------------------------------------------------------------------------

const onBoard = ({ q, r }) => q >= 0 && q < FILES && r >= 0 && r < RANKS;
const nameOf = ({ q, r }) => `${"abcdefghijk"[q]}${RANKS - r}`;
const same = (a, b) => Boolean(a && b) && a.q === b.q && a.r === b.r;
const keyOf = ({ q, r }) => `${q},${r}`;
const isIn = (tiles, tile) => tiles.some((one) => same(one, tile));
const other = (player) => (player === "Red" ? "Blue" : "Red");
const cube = ({ q, r }) => ({ x: q - (r >> 1), z: r });

/** The tiles on the straight line from one tile to another, without the first. */
function line(from, to) {
  const [a, b] = [cube(from), cube(to)];
  const steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.z - a.z), Math.abs(b.x + b.z - a.x - a.z));
  return Array.from({ length: steps }, (_, index) => {
    const z = a.z + ((b.z - a.z) * (index + 1)) / steps;
    const x = a.x + ((b.x - a.x) * (index + 1)) / steps;
    return { q: x + (z >> 1), r: z };
  });
}

// --- Their code, with its contradictions to the rule book corrected ------------------------------------------------

/** How often each correction was needed. */
const corrected = new Map();
const correct = (name, times = 1) => times > 0 && corrected.set(name, (corrected.get(name) ?? 0) + times);

const emptyHomes = (state) => state.territories[state.currentPlayer].filter((tile) => onBoard(tile) && !state.board[keyOf(tile)].piece);
const isNeutral = (state, tile) => !isIn(state.territories.Red, tile) && !isIn(state.territories.Blue, tile);
const isOccupied = (state, owner) => state.embassyRecaptureTurn[owner] === -1;

/** Whether an attack on the chief there removes a guard beside it. */
function isProtected(state, tile) {
  const chief = state.board[keyOf(tile)].piece;
  if (chief?.type !== "Chief") return false;
  return Object.values(state.board).some((one) => one.piece?.type === "Guard" && one.piece.player === chief.player && line(tile, one).length === 1);
}

/** Whether the action is a spy's first entry into the enemy embassy. */
function isEntry(state, action) {
  const enemy = other(state.currentPlayer);
  const enters = action.type === "move" && same(action.to, state.embassyLocations[enemy]) && !state.embassyFirstCapture[enemy];
  return enters && state.board[keyOf(action.from)].piece.type === "Spy" && !isProtected(state, action.to);
}

/** Whether an envoy's move goes over an occupied embassy or onto it. */
function meetsOccupiedEmbassy(state, action) {
  const walls = ["Red", "Blue"].filter((owner) => isOccupied(state, owner)).map((owner) => state.embassyLocations[owner]);
  return line(action.from, action.to).some((tile) => isIn(walls, tile));
}

/** The actions of a position by their names in our notation. */
function actionsOf(state) {
  const found = new Map();
  if (state.gameOver) return found;
  const ask = (q, r) => getValidActions(state.board, q, r, state.embassyLocations, state);
  if (state.gamePhase !== "main") {
    for (const action of ask(-1, -1)) found.set(`${action.type === "placeSpy" ? "S" : "A"}@${nameOf(action.to)}`, { action });
    return found;
  }
  const homes = emptyHomes(state);
  for (const tile of Object.values(state.board)) {
    if (tile.piece?.player !== state.currentPlayer) continue;
    for (const action of ask(tile.q, tile.r)) {
      if (action.type === "gatherInfo") found.set(nameOf(tile).repeat(2), { action });
      else if (action.type === "castle") found.set(nameOf(action.chief) + nameOf(action.diplomat), { action });
      else if (tile.piece.type === "Chief" && state.board[keyOf(action.to)].piece) correct("chiefs that capture");
      else if (tile.piece.type === "SpecialEnvoy" && meetsOccupiedEmbassy(state, action)) correct("envoys at occupied embassies");
      else if (isEntry(state, action)) {
        for (const home of homes) found.set(`${nameOf(tile)}${nameOf(action.to)}@${nameOf(home)}`, { action, home });
      } else found.set(nameOf(tile) + nameOf(action.to), { action });
    }
    // Their page offers returns, not their core-logic.
    if (state.spiesReadyToReturn.includes(tile.piece.id) && !isNeutral(state, tile)) {
      const { q, r, piece } = tile;
      for (const home of homes) found.set(`${nameOf(tile)}@${nameOf(home)}`, { action: { type: "return", to: home, pieceId: piece.id }, from: { q, r } });
    }
  }
  for (const action of ask(-1, -1)) {
    if (!onBoard(action.to)) correct("resurrections beside the board");
    else found.set(`${action.pieceId.includes("Spy") ? "S" : "A"}@${nameOf(action.to)}`, { action });
  }
  return found;
}

/** Takes a spy off the board, and lets their code put it down at home. */
function sendHome(state, from, home, player) {
  const spy = state.board[keyOf(from)].piece;
  const board = { ...state.board, [keyOf(from)]: { ...from, piece: null } };
  const away = { ...state, board, currentPlayer: player, returningSpies: [spy], spiesReadyToReturn: [...state.spiesReadyToReturn, spy.id] };
  const back = performAction(away, { type: "return", to: home, pieceId: spy.id });
  return { ...state, board: back.board, spiesReadyToReturn: back.spiesReadyToReturn, returningSpies: [], embassyOccupation: back.embassyOccupation, embassyRecaptureTurn: back.embassyRecaptureTurn };
}

/** How often what chedukmodern does differently, and what is rare, has happened. */
const happened = new Map();
const note = (name, is) => is && happened.set(name, (happened.get(name) ?? 0) + 1);

function noteOccasions(state, { action, home }) {
  const player = state.currentPlayer;
  const piece = action.type === "move" ? state.board[keyOf(action.from)].piece.type : null;
  const enemyLand = state.territories[other(player)];
  note("attacks on a protected chief", action.type === "move" && isProtected(state, action.to));
  note("guards that go two tiles", piece === "Guard" && line(action.from, action.to).length === 2);
  note("castlings", action.type === "castle");
  note("castlings into enemy territory", action.type === "castle" && isIn(enemyLand, action.diplomat));
  note("chiefs that step outside of their territory", piece === "Chief" && !isIn(state.territories[player], action.to));
  note("spies that come home to their occupied embassy", isOccupied(state, player) && same(home ?? (action.type === "move" ? null : action.to), state.embassyLocations[player]));
  note("gatherings", action.type === "gatherInfo");
  note("returns", action.type === "return");
  note("ambassadors that come back", action.type === "resurrect" && action.pieceId.includes("Ambassador"));
  const gathers = (tile) => state.spiesReadyToReturn.includes(tile.piece?.id) && tile.piece.player === player && isIn(enemyLand, tile) && !isIn(state.infoGatheredTiles, tile);
  note("positions with a spy that has to return before it gathers again", Object.values(state.board).some(gathers));
}

/** The state after an action. */
function after(state, { action, home, from }) {
  const player = state.currentPlayer;
  const enemy = other(player);
  const entry = isEntry(state, action);
  if (action.type === "return") {
    // A spy that has gathered stays on the board, so it is taken off just now.
    const next = sendHome(state, from, action.to, player);
    return { ...next, currentPlayer: enemy, turn: state.turn + 1 };
  }
  let next = performAction(state, action);
  if (next === state) throw new Error(`their code refuses ${JSON.stringify(action)}, which it has listed`);
  if (action.type === "gatherInfo") {
    correct("spies that vanish when they gather");
    const piece = state.board[keyOf(action.at)].piece;
    const board = { ...next.board, [keyOf(action.at)]: { ...action.at, piece } };
    next = { ...next, board, returningSpies: [], embassyOccupation: state.embassyOccupation };
  }
  if (action.type === "move" && same(action.to, state.embassyLocations[enemy]) && !state.embassyFirstCapture[enemy]) {
    const moved = next.board[keyOf(action.to)].piece?.player === player;
    if (moved && !next.embassyFirstCapture[enemy]) {
      correct("chiefs that are captured on an embassy, which scores nothing");
      const infoScores = { ...next.infoScores, [player]: next.infoScores[player] + 1 };
      next = { ...next, infoScores, embassyFirstCapture: { ...next.embassyFirstCapture, [enemy]: true } };
    }
    if (moved) {
      correct("occupied embassies that can be gathered once more");
      next = { ...next, infoGatheredTiles: [...next.infoGatheredTiles, action.to] };
    }
  }
  if (entry) {
    correct("spies that stay in the embassy");
    next = sendHome(next, action.to, home, player);
  }
  // Whoever is not on the board carries no information home.
  const present = new Set(Object.values(next.board).map((tile) => tile.piece?.id));
  next = { ...next, spiesReadyToReturn: next.spiesReadyToReturn.filter((id) => present.has(id)) };
  if (state.gamePhase !== "main" && next.gamePhase === "main" && next.mainGameFirstPlayer === null && spySum(next, "Red") === spySum(next, "Blue")) {
    correct("ties of the set-up that no coin decides", 1);
  }
  return next;
}

function spySum(state, player) {
  const centre = player === "Red" ? { q: 5, r: 5 } : { q: 5, r: 6 };
  const spies = Object.values(state.board).filter((tile) => tile.piece?.type === "Spy" && tile.piece.player === player);
  return spies.reduce((sum, spy) => sum + line(spy, centre).length, 0);
}

// --- Positions -----------------------------------------------------------------------------------------------------

/** A game: their state, and the two counters that only our FEN has. */
const newGame = () => ({ state: createInitialGameState(), quiet: 0, number: 0 });

const count = (state) => Object.values(state.board).filter((tile) => tile.piece).length;
const sum = ({ Red, Blue }) => Red + Blue;

function played(game, choice) {
  const { state } = game;
  if (state.gamePhase === "main") noteOccasions(state, choice);
  const next = after(state, choice);
  const setUp = state.gamePhase !== "main";
  const loud = setUp || count(next) < count(state) || sum(next.infoScores) > sum(state.infoScores);
  const number = setUp ? Number(next.gamePhase === "main") : game.number + Number(state.currentPlayer === "Blue");
  return { state: next, quiet: loud ? 0 : game.quiet + 1, number };
}

function fenOf({ state, quiet, number }) {
  const rows = Array.from({ length: RANKS }, (_, r) => {
    const row = Array.from({ length: FILES }, (_, q) => {
      const piece = state.board[keyOf({ q, r })].piece;
      if (!piece) return ".";
      const letter = LETTERS[piece.type];
      return (piece.player === "Red" ? letter : letter.toLowerCase()) + (state.spiesReadyToReturn.includes(piece.id) ? "~" : "");
    });
    return row.join("").replace(/\.+/g, (dots) => String(dots.length));
  });
  const onTheBoard = (player, type) => Object.values(state.board).filter((tile) => tile.piece?.player === player && tile.piece.type === type).length;
  const reserve = (player) => "A".repeat(1 - onTheBoard(player, "Ambassador")) + "S".repeat(5 - onTheBoard(player, "Spy"));
  const castling = (state.castlingUsed.Red ? "" : "C") + (state.castlingUsed.Blue ? "" : "c");
  const embassy = (player) => (state.embassyLocations[player] ? nameOf(state.embassyLocations[player]) + (isOccupied(state, player) ? "!" : "") : "-");
  const gathered = [...state.infoGatheredTiles].sort((a, b) => a.q - b.q || b.r - a.r).map(nameOf);
  // A move that wins does not pass the turn in their code.
  const mover = state.gameOver ? other(state.currentPlayer) : state.currentPlayer;
  for (const player of ["Red", "Blue"]) {
    const theirs = state.infoGatheredTiles.filter((tile) => isIn(state.territories[other(player)], tile));
    if (theirs.length !== state.infoScores[player]) throw new Error("information is not the number of gathered tiles");
  }
  return [
    `${rows.join("/")}[${reserve("Red") + reserve("Blue").toLowerCase() || "-"}]`,
    mover === "Red" ? "w" : "b",
    castling || "-",
    `${embassy("Red")}/${embassy("Blue")}`,
    gathered.join(",") || "-",
    quiet,
    number,
  ].join(" ");
}

/** The result in our words; a side without actions loses, of which their code says nothing. */
function resultOf({ state }) {
  if (state.gameOver) return state.winner === "Red" ? "1-0" : "0-1";
  if (actionsOf(state).size > 0) return "*";
  correct("sides without an action, who do not lose");
  return state.currentPlayer === "Red" ? "0-1" : "1-0";
}

// --- Games ---------------------------------------------------------------------------------------------------------

function dice(seed) {
  let state = BigInt(seed);
  const word = (1n << 64n) - 1n;
  return (sides) => {
    state = (state + 0x9e3779b97f4a7c15n) & word;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & word;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & word;
    return Number((z ^ (z >> 31n)) % BigInt(sides));
  };
}

/** Most actions put spies down; steps, of spies above all, captures and gathering make for odd positions sooner. */
function choose(game, actions, roll) {
  const names = [...actions.keys()];
  const enemy = (action) => action.type === "move" && game.state.board[keyOf(action.to)].piece;
  const loud = names.filter((name) => ["gatherInfo", "castle"].includes(actions.get(name).action.type) || enemy(actions.get(name).action) || actions.get(name).home);
  const steps = names.filter((name) => !name.includes("@"));
  const spies = steps.filter((name) => actions.get(name).action.from && game.state.board[keyOf(actions.get(name).action.from)].piece.type === "Spy");
  const kind = roll(12);
  const among = [kind < 3 && loud, kind < 6 && spies, kind < 10 && steps].find((list) => list && list.length > 0) ?? names;
  return among[roll(among.length)];
}

/** A random game: for every position its FEN, its actions, the chosen one and the result so far. */
function randomGame(seed) {
  const roll = dice(seed);
  let game = newGame();
  const plies = [];
  for (;;) {
    const actions = actionsOf(game.state);
    const ply = { fen: fenOf(game), moves: [...actions.keys()].sort(), result: resultOf(game), chosen: null };
    plies.push(ply);
    if (actions.size === 0 || plies.length > LONGEST_GAME) return plies;
    ply.chosen = choose(game, actions, roll);
    game = played(game, actions.get(ply.chosen));
  }
}

// --- The engine ----------------------------------------------------------------------------------------------------

/** What the engine says of the positions of some games. */
function asked(games) {
  const lines = ["setoption name UCI_Variant value chedukmodern", `setoption name CheDuk_Seed value ${SEED_OF_RED}`];
  for (const plies of games) {
    plies.forEach(({ fen }, index) => {
      const before = plies[index - 1];
      lines.push(before ? `position fen ${before.fen} moves ${before.chosen}` : "position startpos", "d", "result", `position fen ${fen}`, "moves");
    });
  }
  const { stdout, error, status } = spawnSync(options.engine, { input: `${lines.join("\n")}\nquit\n`, encoding: "utf8", maxBuffer: 1 << 30 });
  if (error || status !== 0) fail(`the engine '${options.engine}' did not answer: ${error?.message ?? `exit code ${status}`}; build it, or name it with --engine`);
  const said = stdout.split("\n");
  const all = (start) => said.filter((text) => text.startsWith(start)).map((text) => text.slice(start.length).trim());
  const errors = all("info string error:");
  return { errors, fens: all("Fen:"), results: all("result "), moves: all("moves ") };
}

let [positions, moves, differences] = [0, 0, 0];
function differ(what, fen, theirs, ours) {
  differences += 1;
  if (differences <= 20) console.log(`${what}: ${fen}\n  theirs: ${theirs}\n  ours:   ${ours}`);
}

function compare(games) {
  const { errors, fens, results, moves: lists } = asked(games);
  for (const error of errors) differ("refused", "-", "-", error);
  const plies = games.flat();
  if (lists.length !== plies.length || fens.length !== plies.length) return differ("answers", "-", plies.length, `${fens.length} and ${lists.length}`);
  plies.forEach((ply, index) => {
    positions += 1;
    moves += ply.moves.length;
    const ours = lists[index].split(" ").slice(1).filter(Boolean).sort();
    if (fens[index] !== ply.fen) differ("state", ply.fen, ply.fen, fens[index]);
    if (results[index].split(" ")[0] !== ply.result) differ("result", ply.fen, ply.result, results[index]);
    if (ours.join(" ") !== ply.moves.join(" ")) {
      const [more, less] = [ply.moves.filter((mv) => !ours.includes(mv)), ours.filter((mv) => !ply.moves.includes(mv))];
      differ("actions", ply.fen, more.join(" "), less.join(" "));
    }
  });
}

function leaves(game, depth) {
  const actions = actionsOf(game.state);
  if (depth === 1) return actions.size;
  let total = 0;
  for (const choice of actions.values()) total += leaves(played(game, choice), depth - 1);
  return total;
}

/** Few enough leaves to be counted by their code. */
const MOST_LEAVES = 150_000;

function writeVectors(prefix, games) {
  const moveLines = games.flatMap((plies, index) => plies.filter((ply, at) => at % 13 === index % 13 && ply.moves.length > 0).map((ply) => `${ply.fen};${ply.moves.join(" ")}`));
  const from = "from the program of the game's authors, corrected where it contradicts their rule book: scripts/compare_cheduk.mjs";
  writeFileSync(`${prefix}_moves.txt`, `# fen;sorted legal moves, ${from}\n${moveLines.join("\n")}\n`);
  const playLines = games.map((plies) => {
    const last = plies[plies.length - 1];
    return [plies[0].fen, plies.filter((ply) => ply.chosen).slice(0, plies.length - 1).map((ply) => ply.chosen).join(" "), last.fen, last.result].join(";");
  });
  writeFileSync(`${prefix}_play.txt`, `# fen;moves;last fen;result, ${from}\n${playLines.join("\n")}\n`);
  const perftLines = games.slice(0, 14).map((plies, index) => {
    let game = newGame();
    for (const ply of plies.slice(0, index * 9)) if (ply.chosen) game = played(game, actionsOf(game.state).get(ply.chosen));
    const counts = [];
    for (let depth = 1, expected = plies[0].moves.length; expected <= MOST_LEAVES; depth += 1) {
      const found = leaves(game, depth);
      if (found === 0) break;
      counts.push(`D${depth} ${found}`);
      expected = found * (depth === 1 ? found : found / Number(counts[depth - 2].split(" ")[1]));
    }
    return [fenOf(game), ...counts];
  });
  writeFileSync(`${prefix}_perft.txt`, `# fen;D1 leaves;D2 leaves…, ${from}\n${perftLines.filter((line) => line.length > 1).map((line) => line.join(";")).join("\n")}\n`);
}

const games = Number(options.games);
const seedOf = (number) => Number(options.seed) * 1_000_003 + number;
if (options.vectors) {
  writeVectors(options.vectors, Array.from({ length: games }, (_, number) => randomGame(seedOf(number))));
  process.exit(0);
}
for (let first = 0; first < games; first += BATCH) {
  compare(Array.from({ length: Math.min(BATCH, games - first) }, (_, index) => randomGame(seedOf(first + index))));
}
console.log(`${games} games, ${positions} positions, ${moves} actions: ${differences} differences besides these corrections of their code:`);
for (const [name, times] of [...corrected].sort()) console.log(`  ${times} × ${name}`);
console.log("What happened in these games:");
for (const [name, times] of [...happened].sort()) console.log(`  ${times} × ${name}`);
process.exit(differences > 0 ? 1 : 0);
