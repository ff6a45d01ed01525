// Moves with their variations as a list: each names the move that it follows, so that a list can be kept, and read without recursion.

/** @typedef {{ parent: number, move: string }[]} MoveTree `parent` is a place in the list, -1 for the first position; a move comes behind its parent, the main line's first */

/** @param {string[]} moves @returns {MoveTree} */
export const lineOf = (moves) => moves.map((move, index) => ({ parent: index - 1, move }));

/** Places of the moves that follow each move, by its place. @param {MoveTree} tree @returns {Map<number, number[]>} */
export function followers(tree) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const [index, { parent }] of tree.entries()) {
    const siblings = found.get(parent);
    if (siblings) siblings.push(index);
    else found.set(parent, [index]);
  }
  return found;
}

/** Places of the moves of the main line. @param {MoveTree} tree */
export function mainLine(tree) {
  const next = followers(tree);
  const line = new Set();
  for (let place = next.get(-1)?.[0]; place !== undefined; place = next.get(place)?.[0]) line.add(place);
  return line;
}
