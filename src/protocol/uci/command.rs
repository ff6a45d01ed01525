//! The commands of UCI, and ours besides.

use crate::engine::{GenfensRequest, SearchRequest};
use crate::game::Script;

/// A parsed line. FENs and moves stay text: the game reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// `uci`: replies with name, options and `uciok`.
    Uci,
    /// `debug on|off`: comment on commands.
    Debug(bool),
    /// `isready`: replies when everything before is done, except a search.
    IsReady,
    /// `setoption name … value …`.
    #[allow(missing_docs)]
    SetOption { name: String, value: Option<String> },
    /// `register …`: accepted and ignored.
    Register,
    /// `ucinewgame`.
    NewGame,
    /// `position startpos|fen … [moves …]`.
    Position {
        /// `None` for the start position.
        fen: Option<String>,
        /// Played from there.
        moves: Vec<String>,
    },
    /// `go …`.
    Go(SearchRequest),
    /// `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `moves`: list the legal moves.
    Moves,
    /// `values`: what is known of the legal moves.
    Values,
    /// `result`: how the game stands.
    Result,
    /// `record [hangul|hanja]`: the moves as game records have them.
    Record(Script),
    /// `eval`: the static evaluation.
    Eval,
    /// `genfens`: make openings.
    Genfens(GenfensRequest),
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `help`.
    Help,
}

/// The first words of all commands, and their descriptions for `help`.
pub const WORDS: [(&str, &str); 21] = [
    ("uci", "introduce the engine and list its options"),
    ("debug on|off", "comment on positions and searches with info strings"),
    ("isready", "answer readyok"),
    ("setoption name N [value V]", "set an option, such as UCI_Variant, the game and its rules"),
    ("register", "accepted and ignored"),
    ("ucinewgame", "forget the last game"),
    ("position startpos|fen F [moves M...]", "set up a position"),
    (
        "go [searchmoves M...] [ponder] [wtime T] [btime T] [winc T] [binc T] [movestogo N] [depth N] [nodes N] [mate N] [movetime T] [infinite]",
        "search; times are in milliseconds",
    ),
    ("go perft N", "count the positions N plies ahead"),
    ("stop", "end the search and answer with its best move"),
    ("ponderhit", "the expected move was played"),
    ("quit", "end the program"),
    ("d", "show the board, the FEN, the key and the checkers"),
    ("moves", "list the legal moves"),
    ("values", "list the legal moves with what they are worth in the end, where that is known"),
    ("result", "tell how the game stands, from the first player's view"),
    ("record [hangul|hanja]", "write the moves so far as game records have them, in Hangul or in Chinese characters"),
    ("eval", "explain the static evaluation"),
    ("genfens N [seed S] [book FILE|None] [variant V]", "print N balanced positions after random moves"),
    ("bench [depth]", "search a fixed set of positions and count"),
    ("help", "this text"),
];
