// The moves of the game, with marks of the review and the variations that were tried.
import { VARIANTS, isCheduk } from "./games.js";
import { parseFen } from "./fen.js";
import { t } from "./i18n.js";
import { byId, html } from "./svg.js";
import { moveText, moveWords } from "./words.js";

/** @typedef {import("./game.js").GameNode} GameNode */

/** @type {Record<string, string>} */
const MARK_CLASSES = { "??": "mark-blunder", "?": "mark-mistake", "?!": "mark-inaccuracy" };

/**
 * @param {import("./game.js").Game} game
 * @param {(node: GameNode) => void} visit
 * @param {GameNode | null} secret the position whose move must not be seen
 */
export function showMoves(game, visit, secret) {
  const nodes = game.shown.slice(1);
  const { first } = VARIANTS[game.variant];
  const elements = [];
  const pairs = !isCheduk(game.variant);
  const shift = pairs && game.root.turn !== first ? 1 : 0;
  nodes.forEach((node, index) => {
    const place = index + shift;
    if (index === 0 || place % 2 === 0) elements.push(html("span", { class: "number" }, [`${Math.floor(place / 2) + 1}.`]));
    if (index === 0 && shift) elements.push(html("span", {}, ["…"]));
    elements.push(node === secret ? html("span", { "data-ply": node.ply }, ["A@?"]) : moveButton(game, node, visit));
    const others = node.parent?.children.filter((child) => child !== node) ?? [];
    if (!others.length) return;
    if (place % 2 === 0) elements.push(html("span"));
    const links = others.map((other) => html("button", { type: "button", class: "link", "data-variation": `${other.ply} ${other.move}`, "aria-label": t("moves.other", { move: moveText(other) }), click: () => visit(other) }, [`(${lineText(other)})`]));
    elements.push(html("span", { class: "other" }, links));
    if (place % 2 === 0 && index < nodes.length - 1) elements.push(html("span", { class: "number" }), html("span", {}, ["…"]));
  });
  const list = byId("moves");
  if (!elements.length) elements.push(html("span", { class: "other" }, [t("moves.none")]));
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset : null;
  list.replaceChildren(...elements);
  if (focused) refocus(list, focused);
  const here = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current=true]"));
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** How many moves of a variation are shown where it begins. */
const SHOWN = 4;

/** The first moves of a variation. @param {GameNode} node */
function lineText(node) {
  const moves = [];
  /** @type {GameNode | undefined} */
  let next = node;
  for (; next && moves.length < SHOWN; next = next.children[0]) moves.push(moveText(next));
  return moves.join(" ") + (next ? " …" : "");
}

/**
 * Puts the focus back on the move that had it; a variation that was chosen is now the move at its ply.
 * @param {HTMLElement} list
 * @param {DOMStringMap} focused
 */
function refocus(list, { ply, variation }) {
  const place = ply ?? variation?.split(" ")[0];
  const button = (variation && list.querySelector(`[data-variation="${variation}"]`)) || list.querySelector(`button[data-ply="${place}"]`);
  /** @type {HTMLElement | null} */ (button)?.focus({ preventScroll: true });
}

/** @param {import("./game.js").Game} game @param {GameNode} node @param {(node: GameNode) => void} visit */
function moveButton(game, node, visit) {
  const { judgement } = node;
  const before = node.parent ? parseFen(game.variant, node.parent.fen) : null;
  const better = judgement?.better ? t("review.better", { move: judgement.better }) : "";
  const words = [before && node.move ? moveWords(node.move, before) : "", judgement?.mark ?? "", better].filter(Boolean).join(", ");
  const mark = judgement?.mark ? [html("span", { class: MARK_CLASSES[judgement.mark] }, [judgement.mark])] : [];
  const attributes = { type: "button", "data-ply": node.ply, "data-mark": judgement?.mark || null, title: words, "aria-current": node === game.current ? "true" : null, click: () => visit(node) };
  return html("button", attributes, [moveText(node), " ", ...mark]);
}
