// What the tests of the board page share: `janggun board` of the binary JANGGUN, Chromium, and a player who only clicks.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { after, before } from "node:test";
import { Conversation } from "./conversation.mjs";

export const skip = process.env.CHROMIUM ? false : "there is no Chromium on this machine";
export const tools = skip ? null : createRequire(join(process.env.JANGGUN_TOOLS, "package.json"));

/** Starts `janggun board` and resolves with its address, which is the first line of its output. */
export async function startServer(args = []) {
  const program = spawn(process.env.JANGGUN, ["board", "--port", "0", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: program.stdout }).once("line", resolve);
    program.once("error", reject);
    program.once("exit", (code) => reject(new Error(`janggun board ended with code ${code}`)));
  });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  const stop = () => {
    program.kill("SIGINT");
    return ended;
  };
  return { address, stop };
}

export const startBrowser = () => tools("playwright-core").chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", ...(process.env.PAGE_SOURCE ? ["--disable-features=LocalNetworkAccessChecks"] : [])] });

/** With PAGE_SOURCE=1 the page comes from web/board rather than from the program, which then need not be built anew for every change of the page. */
async function serveSource(context, address) {
  if (!process.env.PAGE_SOURCE) return;
  const fileOf = (url) => join(import.meta.dirname, "../board", new URL(url).pathname.replace(/\/$/, "/index.html"));
  const ours = (url) => url.host === new URL(address).host && existsSync(fileOf(url));
  // With the server's own policy, so that what it forbids is forbidden here too.
  const policy = (await fetch(address)).headers.get("content-security-policy");
  await context.route(ours, (route) => route.fulfill({ path: fileOf(route.request().url()), headers: { "Content-Security-Policy": policy } }));
}

/** The native engine, which advises the player who clicks. */
export function startAdviser() {
  const program = spawn(process.env.JANGGUN, [], { stdio: ["pipe", "pipe", "inherit"] });
  const talk = new Conversation((line) => program.stdin.write(`${line}\n`));
  createInterface({ input: program.stdout }).on("line", (line) => talk.hear(line));
  const setUp = (variant, { fen, moves, rules }) => [
    `setoption name UCI_Variant value ${variant}`,
    ...Object.entries(rules).map(([name, value]) => `setoption name ${name} value ${value}`),
    `position fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`,
  ];
  const ask = async (variant, line, question, pattern) => {
    const lines = await talk.ask([...setUp(variant, line), question], pattern);
    const refused = lines.find((line) => line.startsWith("info string error"));
    assert.equal(refused, undefined, JSON.stringify(line));
    return lines.at(-1).split(" ");
  };
  return {
    /** The move for the end of a line: of a bare position it would not know how often it has been there. */
    async best(variant, line, limits = "nodes 3000") {
      return (await ask(variant, line, `go ${limits}`, /^bestmove/))[1];
    },
    async moves(variant, line) {
      return (await ask(variant, line, "moves", /^moves /)).slice(2);
    },
    stop: () => program.kill(),
  };
}

/** A page whose errors, and requests to other hosts, are failures. */
export class BoardPage {
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.errors = [];
    const { host } = new URL(address);
    page.on("pageerror", (error) => this.errors.push(`error: ${error.stack}`));
    page.on("console", (message) => message.type() === "error" && this.errors.push(`console: ${message.text()}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!/^(data|blob):$/.test(url.protocol) && url.host !== host) this.errors.push(`a request to ${url}`);
    });
    page.on("websocket", (socket) => new URL(socket.url()).host === host || this.errors.push(`a connection to ${socket.url()}`));
    // The machine may be busy.
    page.setDefaultTimeout(150_000);
  }

  static async open(browser, address, query = {}, context = {}) {
    const own = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", ...context });
    await serveSource(own, address);
    const board = new BoardPage(await own.newPage(), address);
    const url = new URL(address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    await board.page.goto(url.href);
    await board.ready();
    return board;
  }

  /** The engine has described the position. */
  async ready() {
    await this.page.waitForFunction(() => document.querySelector("#drawing .point.active"));
  }

  async close() {
    await this.page.context().close();
    assert.deepEqual(this.errors, []);
  }

  fen() {
    return this.page.getAttribute("#board", "data-fen");
  }

  /**
   * Start position, moves and options of a game without variations, as the page keeps it while its tab is open. The options matter: in CheDuk, the
   * seed decides by lot who moves first after the set-up.
   */
  async line() {
    const kept = await this.page.evaluate(() => sessionStorage.getItem("janggun.game"));
    if (!kept) return { fen: await this.fen(), moves: [], rules: {} };
    const { fen, tree, rules } = JSON.parse(kept);
    return { fen, moves: tree.map(({ move }) => move), rules };
  }

  status() {
    return this.page.textContent("[role=status]");
  }

  result() {
    return this.page.getAttribute("#board", "data-result");
  }

  square(name) {
    return this.page.locator(`[data-square="${name}"]`);
  }

  piece(name) {
    return this.square(name).locator("[data-piece]").first().getAttribute("data-piece");
  }

  /** Begins a game by the form; `choices` are values of its lists by their ids. */
  async newGame(choices = {}) {
    await this.page.click("#tab-play");
    for (const [id, value] of Object.entries(choices)) await this.page.selectOption(`#${id}`, value);
    const begun = await this.page.getAttribute("#board", "data-games");
    await this.page.click("#new-game");
    await this.page.waitForFunction((begun) => document.querySelector("#board").dataset.games !== begun && document.querySelector("#drawing .point.active"), begun ?? undefined);
  }

  /** Plays a move as a person does, by clicks alone. */
  async click(move) {
    const before = await this.fen();
    if (/^(\S{2,3})\1$/.test(move) && !(await this.page.getAttribute("#board", "data-variant")).startsWith("cheduk")) await this.page.click("#pass");
    else for (const target of clicks(move)) await this.point(target, before);
    const choice = this.page.locator(`#choices [data-move="${move}"]`);
    if ((await this.fen()) === before && (await choice.count())) await choice.click();
    await this.changed(before);
  }

  async point(target, before) {
    if (!target.startsWith("@")) return this.square(target).click();
    const side = before.split(" ")[1];
    await this.page.click(`[data-hand="${side}"] [role=button]:has([data-piece="${side === "w" ? target[1] : target[1].toLowerCase()}"])`);
  }

  /** The position is another one. */
  changed(before) {
    return this.page.waitForFunction((fen) => document.querySelector("#board").dataset.fen !== fen, before);
  }

  /** It is a person's turn, or the game is over. */
  settled() {
    return this.page.waitForFunction(() => document.querySelector("#board").dataset.result !== "*" || document.querySelector("#drawing .point.active"));
  }

  /** Plays a whole game against the engine with an adviser's moves to its result; who is still playing after `limit` moves of his own resigns. */
  async playToTheEnd(variant, adviser, limit) {
    for (let moves = 0; ; moves++) {
      await this.settled();
      // CheDuk's third repetition: a draw is agreed.
      if (await this.page.locator("#dialog[open]").count()) await this.agree();
      if ((await this.result()) !== "*") return moves;
      if (moves === limit) break;
      await this.click(await adviser.best(variant, await this.line()));
    }
    await this.page.click("#resign");
    await this.agree();
    return limit;
  }

  /** Answers a question whose first answer ends the game with that. */
  async agree() {
    await this.page.click("#dialog-buttons button:first-child");
    await this.page.waitForFunction(() => document.querySelector("#board").dataset.result !== "*");
  }
}

/** What has to be clicked for a move: squares, or `@` and a letter for a piece in hand. */
function clicks(move) {
  const drop = /^([A-Z])@(\S+)$/.exec(move);
  if (drop) return [`@${drop[1]}`, drop[2]];
  return move.match(/[a-k](1[0-2]|[1-9])/g);
}

/** Chromium and `janggun board`, from the first to the last test of a file that calls `startBoard`. */
export let browser;
export let server;

export function startBoard() {
  before(async () => {
    if (!skip) [browser, server] = await Promise.all([startBrowser(), startServer()]);
  });
  after(async () => {
    await browser?.close();
    server?.stop();
  });
}

/** A test with a page of its own. */
export const onPage = (name, query, run, context) =>
  test(name, { skip, timeout: 600_000 }, async () => {
    const board = await BoardPage.open(browser, server.address, { lang: "en", ...query }, context);
    try {
      await run(board, board.page);
    } catch (error) {
      await board.page.context().close();
      throw error;
    }
    await board.close();
  });
