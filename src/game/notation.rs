//! The text side of a game: variants, options, FENs, move strings and diagrams.

use super::rules::{Game, Side};

/// One of the variants that a game can be played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Protocol name, a value of `UCI_Variant`.
    pub name: &'static str,
    /// Width of the board.
    pub files: u8,
    /// Height of the board.
    pub ranks: u8,
    /// How many pieces a hand can hold.
    pub pocket: u8,
    /// Which family of boards a GUI should draw.
    pub template: &'static str,
}

/// An engine option, declared once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionSpec {
    /// As it is printed; it matches in any letter case.
    pub name: &'static str,
    /// Its type with default and range.
    pub kind: OptionKind,
    /// One sentence for people.
    pub about: &'static str,
}

/// The types of options that the protocol knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at the start.
        default: &'static str,
        /// All values.
        choices: &'static [&'static str],
    },
    /// An action.
    Button,
    /// Any text.
    Text {
        /// Value at the start.
        default: &'static str,
    },
}

/// The values of the options, as a game may read those that it declared.
pub trait Settings {
    /// The chosen word of a combo option.
    fn choice(&self, name: &str) -> &str;

    /// The value of a spin option.
    fn number(&self, name: &str) -> i64;
}

/// Why a move string was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not the form of any move of this game.
    #[error("'{text}' is not a move; expected {expected}")]
    Unreadable {
        /// What was given.
        text: String,
        /// The forms that would do.
        expected: &'static str,
    },
    /// Readable, but not allowed here.
    #[error("'{text}' is not legal here: {why}")]
    Illegal {
        /// What was given.
        text: String,
        /// Which rule forbids it.
        why: String,
    },
    /// More than one move fits.
    #[error("'{text}' is ambiguous: it could be {candidates}")]
    Ambiguous {
        /// What was given.
        text: String,
        /// The moves that fit, in coordinates.
        candidates: String,
    },
}

/// The text side of a game: variants, FENs, move strings and pictures.
pub trait Notation: Game {
    /// Why a FEN was refused, in a sentence.
    type FenError: std::error::Error;

    /// Every variant that this game offers.
    const VARIANTS: &'static [Variant];

    /// The options that this game alone understands.
    const OPTIONS: &'static [OptionSpec];

    /// The names of those options on which a position depends besides its FEN: whoever writes down a FEN to read it again
    /// elsewhere writes down their values too.
    const BESIDES_FEN: &'static [&'static str] = &[];

    /// The names of those options that are drawn by lot for each game where many different games are wanted.
    const DRAWN_BY_LOT: &'static [&'static str] = &[];

    /// The start position.
    fn start(variant: &Variant, settings: &dyn Settings) -> Self;

    /// Reads a FEN.
    fn from_fen(variant: &Variant, settings: &dyn Settings, fen: &str) -> Result<Self, Self::FenError>;

    /// Writes the FEN.
    fn fen(&self) -> String;

    /// Reads a legal move in any of the accepted forms.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// A picture of the position for people, several lines, without the FEN.
    fn diagram(&self) -> String;

    /// The points from which the side to move is in check.
    fn checkers(&self) -> Vec<String>;

    /// Who moves first in the start position: results are told from that side's view.
    fn first_side(&self) -> Side;
}
