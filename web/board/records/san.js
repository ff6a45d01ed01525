// Moves as other programs write them in PGN: piece, what is needed to tell two pieces apart, target.
import { parseFen } from "../fen.js";
import { parseMove, passMove } from "../moves.js";

/** Letters of other programs for horse and elephant. @type {Record<string, string>} */
const OTHER_LETTERS = { H: "N", E: "B" };

/**
 * The legal move that `text` means, or `text` itself for the engine to judge.
 * @param {string} text
 * @param {{ variant: string, fen: string, legal: string[] }} position
 */
export function resolveSan(text, { variant, fen, legal }) {
  const bare = text.replace(/[+#]+$/, "");
  if (legal.includes(text)) return text;
  if (legal.includes(bare)) return bare;
  if (/^(--|pass|Pass)$/.test(text)) return passMove(legal) ?? text;
  const drop = /^([A-Z]?)@([a-k]\d+)$/.exec(bare);
  if (drop) return legal.find((move) => move === `${drop[1] || "P"}@${drop[2]}`) ?? text;
  const form = /^([A-Z]?)([a-k]?)(\d{0,2}?)[x-]?([a-k](?:1[0-2]|[1-9]))(?:=.*)?$/.exec(bare);
  if (!form) return text;
  const { pieces } = parseFen(variant, fen);
  const [, letter, file, rank, to] = form;
  const janggi = variant.startsWith("janggi");
  const wanted = (janggi && OTHER_LETTERS[letter]) || letter || (janggi ? "P" : "");
  const fits = legal.filter((move) => {
    const parts = parseMove(move);
    if (parts.to !== to || !parts.from || parts.kind !== "move") return false;
    return pieces.get(parts.from)?.letter === wanted && parts.from.startsWith(file) && parts.from.slice(1).startsWith(rank) && (!rank || parts.from.slice(1) === rank);
  });
  return fits.length === 1 ? fits[0] : text;
}
