// Questions to people.
import { byId, html } from "./svg.js";

/**
 * Asks, and resolves with the value of the button that was chosen; Escape chooses the last.
 * @template T
 * @param {string} text
 * @param {{ text: string, value: T }[]} buttons
 * @returns {Promise<T>}
 */
export function ask(text, buttons) {
  const dialog = byId("dialog");
  byId("dialog-text").textContent = text;
  return new Promise((resolve) => {
    const choose = (/** @type {T} */ value) => {
      dialog.oncancel = null;
      dialog.close();
      resolve(value);
    };
    byId("dialog-buttons").replaceChildren(
      ...buttons.map((button, index) => html("button", { type: "button", class: index === 0 ? "primary" : null, click: () => choose(button.value) }, [button.text])),
    );
    dialog.oncancel = (/** @type {Event} */ event) => {
      event.preventDefault();
      choose(buttons[buttons.length - 1].value);
    };
    dialog.showModal();
  });
}
