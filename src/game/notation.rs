//! The text side of a game: variants, options, FENs, move strings and diagrams.

use super::record_form::RecordForm;
use super::rules::{Game, Side};
use super::sentence::Sentence;

/// One of the variants that a game can be played in.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// What XBoard should make of it; none if no GUI of its protocol can show the board.
    pub xboard: Option<&'static XBoardShape>,
}

/// The board and pieces for XBoard's `setup` and `piece` commands, with which it shows games that it does not know. It knows neither palaces nor other
/// ways to win than its own, so the pieces may do a little too much and none of them is a king to it: the engine has the
/// last word on every move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct XBoardShape {
    /// The letter of each of XBoard's kinds of pieces, in its order, which ends with the king; `.` for those that are
    /// missing and `+` for a promoted one.
    pub pieces: &'static str,
    /// The game of its own to which this one is likest.
    pub parent: &'static str,
    /// How pieces move, in the notation of Betza.
    pub moves: &'static [(&'static str, &'static str)],
    /// How a pass is written here, as XBoard has a sign of its own for it.
    pub pass: Pass,
}

/// How a move that moves nothing is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// There is none.
    None,
    /// As a move to the point where the piece stands.
    SamePointTwice,
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
    /// What the engine does with it.
    pub role: OptionRole,
    /// Other words for its choices, each with the choice that it means.
    pub aliases: &'static [(&'static str, &'static str)],
}

impl OptionSpec {
    /// An option without a special role.
    pub const fn new(name: &'static str, kind: OptionKind, about: &'static str) -> OptionSpec {
        OptionSpec { name, kind, about, role: OptionRole::Plain, aliases: &[] }
    }

    /// The same with a special role.
    pub const fn with_role(self, role: OptionRole) -> OptionSpec {
        OptionSpec { role, ..self }
    }

    /// The same with other words for its choices.
    pub const fn with_aliases(self, aliases: &'static [(&'static str, &'static str)]) -> OptionSpec {
        OptionSpec { aliases, ..self }
    }

    /// What values it takes, for people.
    pub fn expected(&self) -> String {
        match self.kind {
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            OptionKind::File => "any text".to_owned(),
            OptionKind::Button => "no value".to_owned(),
        }
    }

    /// The choice that a word means, in any letter case; none if it means no choice of this option.
    pub fn choice(&self, word: &str) -> Option<&'static str> {
        let OptionKind::Combo { choices, .. } = self.kind else { return None };
        let meant = self.aliases.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, choice)| choice);
        choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(meant))
    }
}

/// What an option is for, where the engine has to know that without knowing the option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionRole {
    /// Only whoever declares it reads it. An option of a game may change its start position, its rules or what positions are
    /// worth.
    Plain,
    /// A text that names the file of a solved game's table.
    SolvedTable,
    /// A check: whether the game follows the strategy that the program carries for it.
    CarriedStrategy,
    /// A number that settles what is left to chance: whoever referees many games draws one for each pair of games.
    Seed,
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
    /// The path of a file, at the start none.
    File,
}

/// The values of the options, as a game may read those that it declared.
pub trait Settings {
    /// The chosen word of a combo option.
    fn choice(&self, name: &str) -> &str;

    /// The value of a spin option.
    fn number(&self, name: &str) -> i64;
}

/// What the engine has chosen where options leave that to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Options, and the words that take the place of theirs.
    pub values: Vec<(&'static str, &'static str)>,
    /// The choice in words of the protocol.
    pub told: String,
}

/// In which script a game record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// 한글.
    Hangul,
    /// 漢字, Chinese characters.
    Hanja,
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
        why: Sentence,
    },
    /// More than one move fits.
    #[error("'{text}' is ambiguous: it could be {}", candidates.join(" or "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// The moves that fit, in coordinates.
        candidates: Vec<String>,
    },
}

/// The text side of a game: variants, FENs, move strings and pictures.
pub trait Notation: Game {
    /// Why a FEN was refused, in a sentence.
    type FenError: std::error::Error + Into<Sentence>;

    /// Every variant that this game offers.
    const VARIANTS: &'static [Variant];

    /// The options that this game alone understands.
    const OPTIONS: &'static [OptionSpec];

    /// The names of those options that are drawn by lot for each game where many different games are wanted, and the words
    /// among which they are drawn; none for a number, which is drawn from its whole range.
    const DRAWN_BY_LOT: &'static [(&'static str, &'static [&'static str])] = &[];

    /// For a variant, which variants are played how often where many different games of it are wanted, as `NAME=SHARE,…`; one that
    /// is not here is played alone.
    const MIXTURES: &'static [(&'static str, &'static str)] = &[];

    /// In words for people, the [reasons](super::Outcome::reason) that do not speak for themselves.
    const REASONS: &'static [(&'static str, &'static str)];

    /// The names of those options on which a position of a variant depends besides its FEN: whoever writes down a FEN to read it
    /// again elsewhere writes down their values too.
    fn besides_fen(_variant: &Variant) -> &'static [&'static str] {
        &[]
    }

    /// The start position.
    fn start(variant: &Variant, settings: &dyn Settings) -> Self;

    /// What the engine chooses where the options leave that to it; none where they do not. `lot` settles what is about equal.
    fn choose(_settings: &dyn Settings, _lot: u64) -> Option<Chosen> {
        None
    }

    /// Reads a FEN.
    fn from_fen(variant: &Variant, settings: &dyn Settings, fen: &str) -> Result<Self, Self::FenError>;

    /// Writes the FEN.
    fn fen(&self) -> String;

    /// Reads a legal move in any of the accepted forms.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// A legal move as records of this game have it, in a form that [`Notation::parse_move`] reads.
    fn record_move(&self, mv: Self::Move, _script: Script) -> String {
        mv.to_string()
    }

    /// Letters that others write for pieces, and those that our FENs have for them, both in upper case.
    const SAN_LETTERS: &'static [(char, char)] = &[];

    /// The form in which players of a variant exchange records, where that is not PGN.
    fn record_form(_variant: &Variant) -> Option<&'static RecordForm> {
        None
    }

    /// What the rules say to the players here though the game goes on.
    fn notice(&self, _past: &[Self::PastPosition]) -> Option<&'static str> {
        None
    }

    /// A picture of the position for people, several lines, without the FEN.
    fn diagram(&self) -> String;

    /// The points from which the side to move is in check.
    fn checkers(&self) -> Vec<String>;

    /// Who moves first in the start position: results are told from that side's view.
    fn first_side(&self) -> Side;

    /// What each side has if points are counted, upper-case side first; none in games without points.
    fn counted_points(&self) -> Option<[f32; 2]> {
        None
    }
}
