// The panels beside the board, one at a time.
import { byId } from "./svg.js";

const TABS = ["play", "analysis", "records", "learn"];

/** @param {string} name */
export function openTab(name) {
  for (const tab of TABS) {
    const chosen = tab === name;
    byId(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    byId(`tab-${tab}`).setAttribute("tabindex", chosen ? "0" : "-1");
    byId(`panel-${tab}`).hidden = !chosen;
  }
}

/** Clicks, and arrows from tab to tab. */
export function tabKeys() {
  TABS.forEach((name, index) => {
    const tab = byId(`tab-${name}`);
    tab.addEventListener("click", () => openTab(name));
    tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = TABS[(index + step + TABS.length) % TABS.length];
      openTab(next);
      byId(`tab-${next}`).focus();
    });
  });
}
