/** How a game stands. */
export interface GameResult {
  /** `*` while the game goes on. Results are told from the view of the side that moves first in the start position. */
  result: "*" | "1-0" | "0-1" | "1/2-1/2";
  /** In one word, such as `checkmate` or `bikjang`. */
  reason: string | null;
  /** The reason in words. */
  words: string | null;
  /** Whether the game may be played on all the same, as after a repetition. */
  claimable: boolean;
}

/** A position to start from, and the engine's options that bring it about. */
export interface Setup {
  fen: string;
  options: Record<string, string>;
}

/** A game of any variant: its position and how it came about. What is wrong is thrown as an `Error` with a sentence for people. */
export class Board {
  /** `fen` is the start position if left out; `options` are those of the game, such as `Janggi_ChoSetup`. */
  constructor(variant: string, fen?: string | null, options?: Record<string, string | number>);
  /** The names of all variants. */
  static variants(): string[];
  /** The variant of this game. */
  variant(): string;
  /** All legal moves, sorted as text; none when the game is over. */
  legalMoves(): string[];
  /** Plays a move in any form that the engine reads, and returns it as the protocol writes it. */
  push(move: string): string;
  /** Takes the last move back and returns it; `null` if there is none. */
  pop(): string | null;
  /** The position. */
  fen(): string;
  /** Whose turn it is, as in the FEN. */
  turn(): "w" | "b";
  /** Whether the side to move is in check. */
  isCheck(): boolean;
  /** The points from which it is. */
  checkers(): string[];
  /** Whether the game has ended. */
  isGameOver(): boolean;
  /** How the game stands, and why. */
  result(): GameResult;
  /** The moves so far. */
  moveStack(): string[];
  /** A legal move as records write it, in Janggi `79졸78`. */
  toRecord(move: string): string;
  /** What both sides have when points are counted, in Janggi with the 1.5 for moving second; `null` in games without points. */
  points(): { w: number; b: number } | null;
  /** The positions that a game of this variant may start from (상차림). */
  setups(): Setup[];
  /** The board as text. */
  toString(): string;
}

/** Compiles the rules in the background. Only browsers of before 2023 need to wait for this before the first `Board`. */
export function loadRules(): Promise<void>;
