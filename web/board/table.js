// The board with what stands around it: the scene that the view shows, the players' strips, the state line.
import { clockText } from "./clock.js";
import { parseFen, pointsOf, withoutAmbassador } from "./fen.js";
import { VARIANTS, isCheduk, other, pieceName } from "./games.js";
import { t } from "./i18n.js";
import { originOf, parseMove } from "./moves.js";
import { byId, html, svg } from "./svg.js";
import { BoardView } from "./views/board.js";
import { ChedukView } from "./views/cheduk.js";
import { JanggiView } from "./views/janggi.js";
import { informationOf } from "./views/territory.js";
import { TwelveView } from "./views/twelve.js";
import { outcomeWords, sideName, squareWords } from "./words.js";

/** @typedef {import("./games.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./match.js").Match} Match */

/** The view of each family of games. @type {Record<import("./games.js").Family, typeof BoardView>} */
const VIEWS = { janggi: JanggiView, twelve: TwelveView, cheduk: ChedukView };

export class Table {
  /** @param {{ point: (square: string) => void, hand: (side: Side, letter: string) => void }} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {BoardView | null} */
    this.view = null;
    this.flipped = false;
    /** @type {"hanja" | "hangul"} */
    this.script = "hanja";
    /** @type {"wedge" | "span"} */
    this.territory = "wedge";
    /** @type {import("./views/board.js").Scene | null} */
    this.scene = null;
    /** The square that was looked at last. @type {string | null} */
    this.looked = null;
    /** @type {import("./fen.js").Position | null} */
    this.position = null;
  }

  /** The view of the game, made anew when game or side have changed. @param {string} variant */
  viewOf(variant) {
    if (this.view?.variant === variant && this.view.flipped === this.flipped) return this.view;
    const family = VARIANTS[variant].family;
    const drawing = byId("drawing");
    drawing.setAttribute("data-family", family);
    const view = new VIEWS[family](drawing, variant, this.flipped, {
      ...this.listener,
      look: (square) => this.look(square),
      nameSquare: (square, scene) => squareWords(square, scene.position, this.territory) + (scene.targets.has(square) ? `, ${t("target")}` : ""),
      nameHand: (side, letter, count) => t("hand.piece", { side: sideName(variant, side), piece: t(pieceName(variant, letter, side)), count }),
    });
    byId("evaluation-bar").dataset.bottom = view.bottom;
    this.view = view;
    return view;
  }

  /**
   * The FEN that may be seen.
   * @param {Game} game
   * @param {Match | null} match
   */
  visibleFen(game, match) {
    const { fen, turn } = game.current;
    return match?.secret === game.current ? withoutAmbassador(fen, other(turn)) : fen;
  }

  /**
   * @param {Game} game
   * @param {Match | null} match
   * @param {import("./input.js").Input} input
   * @param {{ arrows: { from: string, to: string, rank: number }[], ratings: Map<string, { text: string, tone: string }>, mayMove: boolean }} marks
   */
  show(game, match, input, { arrows, ratings, mayMove }) {
    const fen = this.visibleFen(game, match);
    const position = parseFen(game.variant, fen);
    this.position = position;
    const view = this.viewOf(game.variant);
    if (view instanceof ChedukView) view.territory = this.territory;
    const secret = fen !== game.current.fen;
    byId("board").dataset.fen = fen;
    byId("board").dataset.variant = game.variant;
    byId("board").dataset.result = game.outcome.result;
    this.scene = {
      position,
      selected: mayMove ? input.selected : null,
      aimed: mayMove ? input.aimed : null,
      targets: mayMove ? input.targets(position) : new Map(),
      movable: mayMove ? input.origins : new Set(),
      last: secret ? [] : lastSquares(game.current.move),
      checkers: game.current.description.checkers,
      arrows,
      ratings,
      script: this.script,
    };
    view.show(this.scene);
    if (this.looked) this.look(this.looked);
    const [top, bottom] = view.sides;
    this.strip("player-top", top, game, match, position);
    this.strip("player-bottom", bottom, game, match, position);
  }

  /** @param {{ from: string, to: string, rank: number }[]} arrows */
  showArrows(arrows) {
    if (this.scene) this.view?.showArrows({ ...this.scene, arrows });
  }

  /** @param {string} id @param {Side} side @param {Game} game @param {Match | null} match @param {import("./fen.js").Position} position */
  strip(id, side, game, match, position) {
    const { family } = VARIANTS[game.variant];
    const strip = byId(id);
    strip.classList.toggle("turn", !game.over && position.turn === side);
    const against = match && match.players.w !== match.players.b;
    const who = against ? t(match.players[side] === "engine" ? "player.engine" : "player.you") : (game.tags[side === VARIANTS[game.variant].first ? "White" : "Black"] ?? "");
    const name = who && who !== "?" ? `${sideName(game.variant, side)} · ${who}` : sideName(game.variant, side);
    const detail = family === "janggi" ? t("player.points", { points: pointsOf(position)[side] }) : family === "cheduk" ? t("information.count", { count: informationOf(side, position, this.territory) }) : "";
    const children = [html("span", {}, [name]), html("span", { class: "detail" }, [detail])];
    if (match?.clock) children.push(html("span", { class: match.clock.running === side ? "time running" : "time" }, [clockText(match.clock.remaining(side))]));
    strip.replaceChildren(...children);
  }

  /** A piece of who moves first, around 50, 50, as the board has them. @param {string} letter */
  drawPiece(letter) {
    if (!this.view || !this.scene) return [];
    const side = this.view.game.first;
    const turned = side !== this.view.bottom && this.view.game.family === "twelve";
    const drawing = this.view.draw({ letter, fen: letter, side, guarded: false, informed: false }, 50, 50, this.scene);
    // It is none of the pieces of the game.
    for (const part of drawing) part.removeAttribute("data-piece");
    return turned ? [svg("g", { transform: "rotate(180 50 50)" }, drawing)] : drawing;
  }

  /** Lets go of the square that was looked at and of the focus, so that nothing tells where somebody has just placed a piece. */
  forget() {
    this.looked = null;
    byId("tile").textContent = "";
    this.view?.release();
  }

  /** What the tile under the pointer means. @param {string | null} square */
  look(square) {
    const tile = byId("tile");
    tile.hidden = !this.position || !isCheduk(this.position.variant);
    this.looked = square ?? this.looked;
    if (this.position && square) tile.textContent = squareWords(square, this.position, this.territory);
  }
}

/** @param {string | null} move */
function lastSquares(move) {
  if (!move) return [];
  const parts = parseMove(move);
  return [originOf(parts), parts.to, parts.back ?? ""].filter((square) => /^[a-k]\d/.test(square));
}

/**
 * The state of the game in sentences: how the game ended, or what is special about the position and who is to move.
 * @param {Game} game
 * @param {Match | null} match
 * @param {boolean} inviting whether the engine answers as soon as somebody moves
 */
export function stateWords(game, match, inviting) {
  const { variant, current } = game;
  if (game.over) return outcomeWords(variant, game.outcome);
  return [announcement(game), turnWords(game, match, inviting)].filter(Boolean).join(" ");
}

/** Check, bikjang, and a draw that may be agreed. @param {Game} game */
function announcement({ variant, current }) {
  const { checkers, bikjang, drawOffered } = current.description;
  const kind = variant === "janggiclassic" ? "offer" : VARIANTS[variant].points ? "points" : "draw";
  return [
    checkers.length ? t("status.check") : "",
    bikjang ? t(`status.bikjang.${kind}`, { side: sideName(variant, current.turn) }) : "",
    drawOffered ? t("status.repetition") : "",
  ].filter(Boolean).join(" ");
}

/** @param {Game} game @param {Match | null} match @param {boolean} inviting */
function turnWords(game, match, inviting) {
  const { variant, current } = game;
  const side = sideName(variant, current.turn);
  if (match?.lookingBack) {
    const last = sideName(variant, match.last.turn);
    const people = match.players.w === match.players.b;
    const now = t(match.engineToMove ? "status.thinking" : people ? "status.turn" : "status.you", { side: last });
    return t("status.back", { ply: current.ply, count: match.last.ply, now });
  }
  if (match?.engineToMove) return t("status.thinking", { side });
  const position = parseFen(variant, current.fen);
  if (position.settingUp) return t(position.embassies[current.turn] ? "status.spies" : "status.ambassador", { side });
  if (inviting) return t("status.begin", { side });
  return t(match && !match.ended && match.players.w !== match.players.b ? "status.you" : "status.turn", { side });
}
