// A game with its players as something that can be kept, and made of it again.
import { Game } from "./game.js";
import { Match } from "./match.js";

/** @typedef {import("./keep.js").Kept} Kept */

/** Options that change rules. @param {[string, string][]} options */
const rulesOf = (options) => Object.fromEntries(options.filter(([name]) => name.startsWith("CheDuk_")));

/**
 * @param {Game} game
 * @param {Match | null} match
 * @param {{ shown: string, flipped: boolean }} look the position as it may be seen, and from which side
 * @returns {Omit<Kept, "address"> | null} nothing if nothing was played
 */
export function snapshot(game, match, look) {
  const { tree, nodes } = game.tree();
  if (!tree.length) return null;
  const { agreed, engine } = game;
  return {
    ...look,
    variant: game.variant,
    fen: game.root.fen,
    tags: game.tags,
    tree,
    current: nodes.indexOf(game.current),
    agreed: agreed && { place: nodes.indexOf(agreed.node), result: agreed.result, reason: agreed.reason },
    rules: rulesOf([...engine.options]),
    match: match && {
      players: match.players,
      level: match.level,
      control: match.clock?.control ?? null,
      left: match.clock && { w: match.clock.remaining("w"), b: match.clock.remaining("b") },
      scores: match.scores,
      ended: match.ended,
    },
  };
}

/**
 * @param {import("./engine.js").Engine} engine
 * @param {Kept} kept
 * @param {() => void} onEnd
 * @returns {Promise<{ game: Game, match: Match | null }>}
 */
export async function restore(engine, kept, onEnd) {
  await engine.setOptions(rulesOf(Object.entries(kept.rules)));
  const game = await new Game(engine, kept.variant, kept.fen).open();
  const { nodes } = await game.replay(kept.tree);
  const at = (/** @type {number} */ place) => nodes[place] ?? game.root;
  game.tags = kept.tags;
  game.visit(at(kept.current));
  if (kept.agreed) game.agreed = { node: at(kept.agreed.place), result: kept.agreed.result, reason: kept.agreed.reason };
  if (!kept.match) return { game, match: null };
  const { players, level, control, left, scores, ended } = kept.match;
  const match = new Match(game, players, level, control, onEnd);
  Object.assign(match, { scores, ended });
  if (match.clock && left) match.clock.left = left;
  match.tick(false);
  return { game, match };
}
