// Buttons, lists and keys of the page, and what they set off.
import { currentLanguage, remember } from "./i18n.js";
import { showFields } from "./new_game.js";
import { byId } from "./svg.js";
import { openTab, tabKeys } from "./tabs.js";

/** @typedef {import("./app.js").App} App */

/** How often a running clock is drawn, in milliseconds. */
const CLOCK_DRAWN = 100;

/** Listens to everything that can be clicked or pressed. @param {App} app */
export function listen(app) {
  const guarded = (/** @type {() => unknown} */ does) => Promise.resolve(does()).catch((error) => app.fail(error));
  /** @type {Record<string, () => unknown>} */
  const buttons = {
    first: () => app.visit(app.game.root),
    previous: () => app.step(-1),
    next: () => app.step(1),
    last: () => app.step(Infinity),
    flip: () => app.flip(),
    takeback: () => app.takeBack(),
    hint: () => app.hint(),
    pass: () => app.pass(),
    draw: () => app.offerDraw(),
    resign: () => app.resign(),
    "play-here": () => app.newGame(app.game.current.fen),
    "show-rules": () => {
      openTab("learn");
      byId("rules-title").focus({ preventScroll: true });
      byId("rules-title").scrollIntoView({ block: "nearest" });
    },
    "script-switch": () => app.switchScript(),
    "language-switch": () => {
      const next = currentLanguage() === "en" ? "ko" : "en";
      remember("language", next);
      app.speak(next);
    },
  };
  for (const [id, does] of Object.entries(buttons)) byId(id).addEventListener("click", () => guarded(does));
  byId("panel-play").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    guarded(() => app.newGame());
  });
  byId("opponent").addEventListener("change", () => showFields(app.game.variant));
  byId("opponent").addEventListener("change", () => app.show());
  for (const id of ["setup-cho", "setup-han"]) byId(id).addEventListener("change", () => guarded(() => app.showSetup()));
  byId("variant").addEventListener("change", () => guarded(() => app.chooseVariant(byId("variant").value)));
  addEventListener("pagehide", () => app.keep());
  document.addEventListener("keydown", (event) => pressed(app, event, guarded));
  tabKeys();
  setInterval(() => app.match?.clock?.running && app.tickStrips(), CLOCK_DRAWN);
}

/** @param {App} app @param {KeyboardEvent} event @param {(does: () => unknown) => void} guarded */
function pressed(app, event, guarded) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "")) return;
  /** Keys that press a button. @type {Record<string, string>} */
  const keys = { f: "flip", u: "takeback", h: "hint", p: "pass", ",": "previous", ".": "next", arrowleft: "previous", arrowright: "next", home: "first", end: "last" };
  // Tabs have arrows of their own; the board has them while it is used with keys.
  const button = document.activeElement?.closest("[role=tab]") ? null : keys[event.key.toLowerCase()];
  if (event.key === "Escape") app.letGo();
  else if (button) {
    event.preventDefault();
    guarded(() => byId(button).click());
  }
}
