// The game on the board is kept while its tab is open, so that it is there again after the page was reloaded. start.js reads it before anything else.
import { VARIANTS } from "./games.js";

const NAME = "janggun.game";

/**
 * @typedef {object} Kept
 * @property {string} address of the page, without which the game is another's
 * @property {string} variant
 * @property {string} fen where the game begins
 * @property {string} shown the position that was looked at, to be drawn first
 * @property {boolean} flipped
 * @property {Record<string, string>} tags
 * @property {import("./records/tree.js").MoveTree} tree
 * @property {number} current place of the move that was looked at, -1 for the first position
 * @property {{ place: number, result: string, reason: string } | null} agreed
 * @property {Record<string, string>} rules options of the engine
 * @property {KeptMatch | null} match
 */

/**
 * @typedef {object} KeptMatch
 * @property {Record<import("./games.js").Side, import("./match.js").Player>} players
 * @property {string} level
 * @property {import("./clock.js").TimeControl | null} control
 * @property {Record<import("./games.js").Side, number> | null} left on the clock
 * @property {number[]} scores
 * @property {boolean} ended
 */

/** The address without what may change within one visit. */
const address = () => location.pathname + location.search;

/** @param {Omit<Kept, "address"> | null} game nothing if there is nothing to lose */
export function keep(game) {
  try {
    if (game) sessionStorage.setItem(NAME, JSON.stringify({ ...game, address: address() }));
    else sessionStorage.removeItem(NAME);
  } catch {
    // forbidden, or full: then it is not kept
  }
}

/**
 * The game of this tab: after a reload, on the way back, or if the address asks for nothing else.
 * @returns {Kept | null}
 */
export function kept() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const asked = new URLSearchParams(location.search);
  const again = navigation?.type === "reload" || navigation?.type === "back_forward";
  if (!again && (asked.has("variant") || asked.has("fen"))) return null;
  try {
    /** @type {Kept | null} */
    const game = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return game?.address === address() && Object.hasOwn(VARIANTS, game.variant) ? game : null;
  } catch {
    return null;
  }
}
