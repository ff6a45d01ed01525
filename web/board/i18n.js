// Korean and English: by the address, by what was chosen last, or by the browser.
import { EN } from "./lang/en.js";
import { KO } from "./lang/ko.js";

/** @typedef {"en" | "ko"} Language */
/** @typedef {keyof typeof EN} Key */

const TEXTS = { en: EN, ko: KO };
/** @type {Language} */
let language = "en";

/** @returns {Language} */
export const currentLanguage = () => language;

/** @param {string | null} asked by the address @returns {Language} */
export function preferredLanguage(asked) {
  const wanted = asked ?? recall("language") ?? navigator.language;
  return wanted.toLowerCase().startsWith("ko") ? "ko" : "en";
}

/** @param {Language} next */
export function setLanguage(next) {
  language = next;
  document.documentElement.lang = next;
}

/**
 * A text in the chosen language; `{name}` is replaced.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = /** @type {Record<string, string>} */ (TEXTS[language])[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {string} key */
export const knows = (key) => Object.hasOwn(TEXTS[language], key);

/** Writes the texts of all elements with `data-t`, and the names of those with `data-label`. @param {ParentNode} [root] */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t") ?? "");
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.getAttribute("data-label") ?? ""));
}

/** What the page remembers from visit to visit. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`janggun.${name}`);
  } catch {
    return null; // forbidden by the browser's settings
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`janggun.${name}`, value);
  } catch {
    // then it is not remembered
  }
}
