// The rules of every game, to be read beside the board: English.

/**
 * @typedef {object} Rules
 * @property {string} aim
 * @property {[string, string][]} pieces letter, and how it moves
 * @property {[string, string[]][]} chapters title and paragraphs
 */

/** @type {Record<string, Rules>} by family; Dobutsu has its own, and so has a rule set whose pieces move differently */
export const RULES_EN = {
  janggi: {
    aim: "Two armies, Cho (green) and Han (red), stand on the crossings of the lines. Who attacks the enemy general so that there is no escape has won. Cho moves first; Han gets 1.5 points for moving second.",
    pieces: [
      ["K", "One step along a drawn line, never out of its palace."],
      ["A", "As the general. 3 points."],
      ["R", "Any distance along a line, as long as nothing is in its way; in a palace along the diagonals too. 13 points."],
      ["C", "Along a line over exactly one piece, then any distance. It neither jumps over a cannon nor takes one. 7 points."],
      ["N", "One step straight, then one step diagonally outward. A piece on the first point stops it. 5 points."],
      ["B", "One step straight, then two steps diagonally outward. A piece on either point that it passes stops it. 3 points."],
      ["P", "One step forward or sideways, never back; in a palace also forward along a diagonal. 2 points."],
    ],
    chapters: [
      ["Set-up", ["Each side chooses how its horses and elephants stand between chariots and guards. Han chooses first, then Cho."]],
      ["Check", ["A general that could be taken next is in check (janggun, 장군!). The check must be answered: move away, take the attacker, or block. Who cannot is mated and loses. No move may leave one's own general in check."]],
      ["Palace", ["The nine points around each general are its palace. Along its diagonals chariots, cannons and soldiers move too."]],
    ],
  },
  twelve: {
    aim: "Take the enemy king, or bring yours to the far row and keep it there for one turn. Each side has four tiles; the marks on a tile show where it may step, always by one square.",
    pieces: [
      ["K", "In all eight directions."],
      ["S", "Diagonally."],
      ["J", "Straight: forward, back and sideways."],
      ["Z", "Straight forward. In the enemy camp it turns into a lord."],
      ["H", "In all directions but diagonally back. Once taken it is a man again."],
    ],
    chapters: [
      ["Tiles in hand", ["A tile that you take is yours. Instead of a move, put it on any empty square that is not in the enemy camp, the farthest row: click the tile and the square, in either order, or drag it there."]],
      ["How it ends", [
        "Whoever takes the king wins at once. A king may be left under attack, so watch it yourself.",
        "A king in the enemy camp wins when its side's turn comes again: the other side has one move, and must take it.",
        "The same position, hands included, for the third time is a draw. A side that cannot move loses.",
      ]],
    ],
  },
  dobutsu: {
    aim: "Catch the lion! Take the enemy lion, or bring yours safely to the far row. The marks on a tile show where it may step, always by one square.",
    pieces: [
      ["L", "In all eight directions."],
      ["E", "Diagonally."],
      ["G", "Straight: forward, back and sideways."],
      ["C", "Straight forward. On the far row it grows into a hen."],
      ["H", "In all directions but diagonally back. Once taken it is a chick again."],
    ],
    chapters: [
      ["Tiles in hand", ["A tile that you take is yours. Instead of a move, put it on any empty square. A chick that is put on the far row stays a chick."]],
      ["How it ends", ["Whoever takes the lion wins. A lion that stands on the far row and cannot be taken there wins too. The same position for the third time is a draw."]],
    ],
  },
  cheduk: {
    aim: "Two states spy on each other. Gather five pieces of information in enemy territory, or capture the enemy chief. There is no check: watch your chief yourself.",
    pieces: [
      ["C", "One step to an empty tile of its own territory. It never captures. Once a game it changes places with the diplomat, if they stand on one line with nothing between."],
      ["D", "Any distance in a straight line, without jumping."],
      ["E", "In a straight line over exactly one piece, then any distance, up to the first enemy behind it. Not over an envoy; it takes neither envoys nor the ambassador."],
      ["A", "On its embassy: one step and another one turned by 60°, jumping. Elsewhere one step."],
      ["S", "One step, in four of the six directions: not straight back home. It gathers information."],
      ["G", "One step. Onto a friend it attaches and goes with it: who attacks the two takes only the guard, and stays where it was."],
    ],
    chapters: [
      ["Set-up", [
        "In secret, each side puts its ambassador on one of its numbered tiles. That tile is its embassy for the whole game; what lies behind it, seen from the enemy, is its territory (shaded).",
        "The smaller number moves first in the game. The other side begins to place spies, in turns, five each, in its own territory.",
      ]],
      ["Information", [
        "A spy in enemy territory may spend its turn to gather, once on each tile, if no enemy guard is beside it: click it, then click it again or press the button. It is informed now, and may later return home in one move: click it, then a tile of your own territory.",
        "The first of your pieces to enter the enemy embassy scores a piece of information too, and the embassy is occupied until a piece of its owner comes back. A spy that enters so goes home in the same move.",
      ]],
      ["Coming back", ["A captured spy may be put back on an empty tile of your territory, a captured ambassador on its embassy while that is empty and not occupied. Each takes a whole turn. Nothing else comes back."]],
      ["How it ends", ["Five pieces of information or the capture of the chief win at once. A side without a legal action loses. When the same state comes for the third time, a draw may be agreed."]],
    ],
  },
};

const { cheduk } = RULES_EN;
/** The pieces that the authors' present rule book describes differently. @type {Record<string, string>} */
const MODERN = {
  C: "One step to an empty tile of its own territory. It never captures. Once a game it changes places with the diplomat, if they stand on one line with nothing between; from then on it may go anywhere.",
  G: "One or two tiles in a straight line, without jumping. While it stands beside its chief, who attacks the chief takes only the guard, and stays where it was.",
};
RULES_EN.chedukmodern = { ...cheduk, pieces: cheduk.pieces.map(([letter, text]) => [letter, MODERN[letter] ?? text]) };

/** What a rule set has of its own. @type {Record<string, string[]>} */
export const RULE_SETS_EN = {
  janggi: [
    "You may pass instead of moving, unless you are in check. When both pass in a row, points decide.",
    "Bikjang: when the generals face on an open file, the side to move must break it, or pass; a pass ends the game, and points decide.",
    "Points also decide after 100 plies without a capture, and at the third repetition. Who gave check all the time loses.",
  ],
  janggimodern: [
    "You may pass instead of moving, unless you are in check. When both pass in a row, points decide.",
    "Generals that face each other mean nothing.",
    "Points also decide after 200 plies without a capture, and at the fourth repetition. Who gave check all the time loses, and so does who moves one piece back and forth again and again.",
  ],
  janggitraditional: [
    "You may pass instead of moving, unless you are in check. When both pass in a row, the game is drawn.",
    "Bikjang: when the generals face on an open file, the side to move must break it, or pass; a pass draws.",
    "100 plies without a capture and the third repetition draw. Who gave check all the time loses.",
  ],
  janggicasual: [
    "You may pass instead of moving, unless you are in check. When both pass in a row, the game is drawn.",
    "Generals that face each other mean nothing.",
    "100 plies without a capture and the third repetition draw. Who gave check all the time loses.",
  ],
  janggiclassic: [
    "Only mate wins. You may pass unless you are in check; two passes in a row draw.",
    "Bikjang is an offer: who moves the general so that it faces the other one offers a draw. If they still face after the answer, the game is drawn.",
    "The third repetition draws, and so do bare generals and guards.",
  ],
  chedukmodern: [
    "Spies are placed on tiles of your territory that have a number in your colour.",
    "The guard attaches to nobody.",
    "A spy gathers once, and then has to return before it may gather again.",
    "A spy may return or come back to your own embassy even while it is occupied, if it is empty; that frees it.",
  ],
  janggistrict: [
    "There is no pass. The generals may never face on an open file.",
    "Cho sits at the top and moves first.",
    "Points decide after 100 plies without a capture and at the third repetition. Who gave check all the time loses, and so does who cannot move.",
  ],
};
