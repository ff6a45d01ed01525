// The form in which a game is agreed on.
import { TIME_CONTROLS, parseTimeControl, timeControlText } from "./clock.js";
import { SETUPS, VARIANTS, startWithSetups } from "./games.js";
import { recall, remember, t } from "./i18n.js";
import { LEVELS, TWELVE_LEVELS } from "./match.js";
import { byId, html } from "./svg.js";

/** @typedef {import("./games.js").Side} Side */
/** @typedef {import("./match.js").Player} Player */

/** What was agreed on. @typedef {{ players: Record<Side, Player>, level: string, control: import("./clock.js").TimeControl | null, fen: string, territory: "wedge" | "span" }} Agreement */

/** Fills a list, keeping what was chosen. @param {string} id @param {[string, string][]} options value and text @param {string} fallback */
export function fill(id, options, fallback) {
  const select = byId(id);
  const chosen = select.value || recall(id) || fallback;
  select.replaceChildren(...options.map(([value, text]) => html("option", { value }, [text])));
  select.value = options.some(([value]) => value === chosen) ? chosen : fallback;
}

/** Writes all lists of the form in the chosen language. @param {string} variant */
export function showForm(variant) {
  const { sides } = VARIANTS[variant];
  const order = /** @type {Side[]} */ (VARIANTS[variant].first === "w" ? ["w", "b"] : ["b", "w"]);
  fill("side", [...order.map((side) => /** @type {[string, string]} */ ([side, t(sides[side])])), ["random", t("side.random")]], order[0]);
  const levels = [...Object.keys(LEVELS), ...(variant === "twelvejanggi" ? Object.keys(TWELVE_LEVELS) : [])];
  fill("level", levels.map((level) => [level, t(`level.${level}`)]), "2");
  const setups = [...Object.keys(SETUPS), "auto"].map((setup) => /** @type {[string, string]} */ ([setup, t(`setup.${setup}`)]));
  fill("setup-cho", setups, "masangsangma");
  fill("setup-han", setups, "masangsangma");
  const controls = TIME_CONTROLS.map((control) => {
    const [minutes, seconds] = control.split("+");
    return /** @type {[string, string]} */ ([control || "none", control ? t("clock.control", { minutes, seconds }) : t("clock.none")]);
  });
  fill("clock", controls, "none");
  byId("rules").textContent = t(`rules.${variant}`);
  showFields(variant);
}

/** Has the form say what the game on the board was agreed on. @param {import("./game.js").Game} game @param {import("./match.js").Match} match */
export function restoreForm(game, { players, level, clock }) {
  const { family } = VARIANTS[game.variant];
  const people = players.w === players.b;
  byId("opponent").value = people ? "people" : "engine";
  if (!people) {
    choose("side", players.w === "person" ? "w" : "b");
    choose("level", level);
  }
  choose("clock", clock ? timeControlText(clock.control) : "none");
  if (family === "janggi") setupsOf(game).forEach((setup, index) => setup && choose(["setup-cho", "setup-han"][index], setup));
  showFields(game.variant);
}

/** Chooses what a list offers. @param {string} id @param {string} value */
function choose(id, value) {
  const select = byId(id);
  if ([...select.options].some((/** @type {HTMLOptionElement} */ option) => option.value === value)) select.value = value;
}

/** The set-ups of Cho and Han with which a game of Janggi began, if it began with such. @param {import("./game.js").Game} game */
function setupsOf({ variant, root }) {
  const names = Object.keys(SETUPS);
  const pairs = names.flatMap((cho) => names.map((han) => [cho, han]));
  return pairs.find(([cho, han]) => startWithSetups(variant, cho, han) === root.fen) ?? [];
}

/** Only what this game and this opponent ask for. @param {string} variant */
export function showFields(variant) {
  const { family, territories } = VARIANTS[variant];
  const engine = againstEngine();
  for (const field of document.querySelectorAll("#panel-play [data-for]")) {
    const kind = field.getAttribute("data-for");
    /** @type {HTMLElement} */ (field).hidden = kind === "engine" ? !engine : kind === "territories" ? !territories : kind !== family;
  }
}

/** Whether the form asks for a game against the engine. */
export const againstEngine = () => byId("opponent").value === "engine";

/** The start position with the set-ups of the form, as far as they are chosen already. @param {string} variant */
export function chosenStart(variant) {
  if (VARIANTS[variant].family !== "janggi") return VARIANTS[variant].start;
  const [cho, han] = ["setup-cho", "setup-han"].map((id) => (byId(id).value === "auto" ? "masangsangma" : byId(id).value));
  return startWithSetups(variant, cho, han);
}

/**
 * Reads what the form says of players and time.
 * @param {Side} side of the person, if the engine plays the other
 * @returns {Omit<Agreement, "fen" | "territory">}
 */
export function readPlayers(side) {
  for (const id of ["opponent", "level", "clock", "setup-cho", "setup-han"]) remember(id, byId(id).value);
  const people = !againstEngine();
  /** @type {Record<Side, Player>} */
  const players = { w: people || side === "w" ? "person" : "engine", b: people || side === "b" ? "person" : "engine" };
  const control = parseTimeControl(byId("clock").value === "none" ? "" : byId("clock").value);
  return { players, level: byId("level").value, control };
}

/**
 * Reads the form. Set-ups that the engine chooses it is asked for.
 * @param {string} variant
 * @param {import("./engine.js").Engine} engine
 * @returns {Promise<Agreement>}
 */
export async function readForm(variant, engine) {
  const { family, start, territories } = VARIANTS[variant];
  const chosen = byId("side").value;
  const side = chosen === "random" ? (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "w" : "b") : chosen;
  const agreed = readPlayers(side);
  let fen = start;
  if (family === "janggi") {
    const [cho, han] = await chooseSetups(engine, byId("setup-cho").value, byId("setup-han").value);
    fen = startWithSetups(variant, cho, han);
  }
  // Blue against the engine is asked for its ambassador first, so that nothing of Red's is on the board yet.
  if (family === "cheduk" && againstEngine() && side === "b") fen = start.replace(" w ", " b ");
  return { ...agreed, fen, territory: territories ? byId("territory").value : "wedge" };
}

/** @param {import("./engine.js").Engine} engine @param {string} cho @param {string} han */
async function chooseSetups(engine, cho, han) {
  if (cho !== "auto" && han !== "auto") return [cho, han];
  engine.giveUp();
  const lines = await engine.ask([`setoption name Janggi_HanSetup value ${han}`, `setoption name Janggi_ChoSetup value ${cho}`, "ucinewgame", "result"], /^result /);
  const told = lines.map((line) => /^info string setup han (\S+) cho (\S+)/.exec(line)).filter(Boolean).at(-1);
  return told ? [told[2], told[1]] : [cho === "auto" ? "masangsangma" : cho, han === "auto" ? "masangsangma" : han];
}
