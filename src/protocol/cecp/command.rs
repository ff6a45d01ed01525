//! The commands of CECP.

use super::clock::Level;
use crate::clock::Duration;
use crate::game::Script;

/// A parsed line. FENs and moves stay text: the game reads them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CecpCommand {
    /// `protover N`.
    ProtocolVersion(u32),
    /// Needs no reply, such as `accepted` or `computer`.
    Ignored,
    /// `new`.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `force`: the engine plays neither side.
    Force,
    /// `go`: the engine plays the side to move.
    Go,
    /// `playother`: the engine plays the side that is not to move.
    PlayOther,
    /// `white`: the engine plays Black, as the protocol defines it.
    White,
    /// `black`: the engine plays White.
    Black,
    /// `level MPS BASE INC`.
    Level(Level),
    /// `st SECONDS`.
    MoveTime(Duration),
    /// `sd PLIES`.
    Depth(u32),
    /// `time CENTISECONDS`: the engine's clock.
    Time(Duration),
    /// `otim CENTISECONDS`: the opponent's clock.
    OpponentTime(Duration),
    /// `usermove MOVE`, or a move alone.
    UserMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`.
    Ping(String),
    /// `draw`: the opponent offers one.
    Draw,
    /// `record [hangul|hanja]`: the moves as game records have them; no command of the protocol, but one for people.
    Record(Script),
    /// `result RESULT {COMMENT}`: the game is over.
    Result,
    /// `setboard FEN`.
    SetBoard(String),
    /// `hint`.
    Hint,
    /// `bk`: show the opening book.
    Book,
    /// `undo`: take one move back.
    Undo,
    /// `remove`: take two moves back.
    Remove,
    /// `hard`: ponder.
    Hard,
    /// `easy`: do not ponder.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`: do not show thinking.
    NoPost,
    /// `analyze`.
    Analyze,
    /// `.`: asks for the progress of the analysis.
    Status,
    /// `exit`: end the analysis.
    Exit,
    /// `memory MEGABYTES`; the value stays text and is checked like the option `Hash`.
    Memory(String),
    /// `cores N`; the value stays text and is checked like the option `Threads`.
    Cores(String),
    /// `option NAME[=VALUE]`; buttons have no value.
    #[allow(missing_docs)]
    Option { name: String, value: Option<String> },
    /// `quit`.
    Quit,
}

/// The first words of all commands.
pub const WORDS: [&str; 43] = [
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "usermove",
    "?",
    "ping",
    "draw",
    "record",
    "result",
    "setboard",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    ".",
    "exit",
    "memory",
    "cores",
    "option",
    "computer",
    "name",
    "rating",
    "ics",
    "random",
    "quit",
];
