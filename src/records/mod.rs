//! Records of games in files: PGN, ours and that of others, and the forms in which players of a game exchange them.
//!
//! | files | |
//! |---|---|
//! | `decode` | bytes to text |
//! | `scan` | text to games of tags, words and comments |
//! | `replay`, `san` | words to moves, by the rules |
//! | `pgn`, `own_form` | the two kinds of files, read and written |

mod decode;
mod own_form;
mod pgn;
mod replay;
mod san;
mod scan;

use std::fmt;
use std::path::Path;

use crate::game::GameResult;
use crate::games::PositionError;
use crate::games::option_values::OptionValues;
use crate::games::registry;
use decode::decode;
use scan::Scanner;

pub use pgn::{PgnMove, PgnText};
pub use replay::Replay;
pub use scan::tag_line;

/// A game of a file. Its moves have been played by the rules of its variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// By its protocol name.
    pub variant: &'static str,
    /// Options of the game on which it depends besides the FEN.
    pub options: Vec<(&'static str, String)>,
    /// Tags by their names in PGN, without those that the other fields tell.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub fen: String,
    /// What is said before the first move.
    pub preface: Option<String>,
    /// The moves.
    pub moves: Vec<StoredMove>,
    /// None if it is not known.
    pub result: Option<GameResult>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMove {
    /// As the protocol writes it.
    pub text: String,
    /// What is said about it.
    pub comment: Option<String>,
}

impl StoredGame {
    /// The value of a tag; empty if there is none.
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(tag, _)| tag == name).map_or("", |(_, value)| value)
    }

    /// The game at its beginning, to play its moves again.
    pub fn replay(&self) -> Result<Replay, PositionError> {
        let mut options = OptionValues::default();
        self.options.iter().for_each(|(name, value)| options.set(name, value));
        Replay::open(self.variant, &options, Some(&self.fen)).expect("the variant of a game that was read")
    }
}

/// A position of a game, and the way to it as far as the rules remember.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPosition {
    /// By its protocol name.
    pub variant: &'static str,
    /// The beginning of the game, or where play went on after the rules had ended it.
    pub fen: String,
    /// Moves since then.
    pub moves: Vec<String>,
}

impl StoredPosition {
    /// As `janggun analyse` reads it.
    pub fn line(&self) -> String {
        format!("{};{} moves {}", self.variant, self.fen, self.moves.join(" "))
    }
}

impl StoredGame {
    /// All positions, from the first to the one after the last move.
    pub fn positions(&self) -> Result<Vec<StoredPosition>, GameError> {
        let mut replay = self.replay().map_err(GameError::Start)?;
        let position = |replay: &Replay| StoredPosition {
            variant: self.variant,
            fen: replay.game().start_fen(),
            moves: replay.game().moves(),
        };
        let mut positions = vec![position(&replay)];
        for (index, mv) in self.moves.iter().enumerate() {
            replay.play(&mv.text).map_err(|error| GameError::Move { ply: index + 1, error })?;
            positions.push(position(&replay));
        }
        Ok(positions)
    }
}

/// How records are written in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// Portable Game Notation, in UTF-8.
    Pgn,
    /// The form of the game itself, in CP949.
    Own,
}

impl RecordFormat {
    /// By the end of a file's name.
    pub fn of_path(path: &Path) -> Option<RecordFormat> {
        RecordFormat::of_extension(path.extension()?.to_str()?)
    }

    /// By such an end.
    pub fn of_extension(extension: &str) -> Option<RecordFormat> {
        let extension = extension.to_lowercase();
        match RecordFormat::names().iter().position(|name| *name == extension)? {
            0 => Some(RecordFormat::Pgn),
            _ => Some(RecordFormat::Own),
        }
    }

    /// The ends of names of all files that can be read.
    pub fn names() -> Vec<&'static str> {
        std::iter::once("pgn").chain(own_forms().map(|(_, form)| form.extension)).collect()
    }

    /// By what a file holds: tags of PGN, or of a form of a game.
    pub fn of_content(bytes: &[u8]) -> Option<RecordFormat> {
        let decoded = decode(bytes);
        let first = Scanner::new(&decoded.text).next()?;
        let is_own = |name: &String| own_forms().any(|(_, form)| form.tags.iter().any(|(tag, _)| tag == name));
        let (tag, _) = first.tags.first()?;
        Some(if is_own(tag) { RecordFormat::Own } else { RecordFormat::Pgn })
    }
}

/// The forms that games have of their own, each with the first variant of its game.
fn own_forms() -> impl Iterator<Item = (&'static str, &'static crate::game::RecordForm)> {
    let first = registry::GAMES.iter().filter_map(|game| game.variants.first());
    first.filter_map(|variant| Some((variant.name, replay::dialect(variant.name)?.form?)))
}

/// What became of one game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// From 1.
    pub number: usize,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The players, as far as they are told.
    pub players: Option<String>,
    /// The game, or why it cannot be read.
    pub game: Result<StoredGame, GameError>,
    /// What was read otherwise than it is written.
    pub warnings: Vec<String>,
}

impl ReadGame {
    /// Its number and its players, for messages that tell the line anyway.
    pub fn name(&self) -> String {
        let players = self.players.as_ref().map_or_else(String::new, |players| format!(" ({players})"));
        format!("game {}{players}", self.number)
    }
}

/// A game is told of by its number, its line and its players.
impl fmt::Display for ReadGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "game {}, line {}", self.number, self.line)?;
        self.players.as_ref().map_or(Ok(()), |players| write!(f, " ({players})"))
    }
}

/// Why a game of a file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GameError {
    #[error("there is no variant '{0}'; choose another with --variant")]
    Variant(String),
    #[error("{0}")]
    Start(PositionError),
    #[error("move {ply} cannot be played: {error}")]
    Move { ply: usize, error: crate::game::MoveError },
    #[error("the comment that begins in line {0} has no end")]
    OpenComment(usize),
    #[error("{0}")]
    Refused(&'static str),
    #[error("it has no moves")]
    Empty,
    #[error("players of {0} have no form of records but PGN; write or read .pgn")]
    NoForm(String),
}

/// Reads the games of a file, one after the other. `variant` is that of games that name none.
pub fn read(bytes: &[u8], format: RecordFormat, variant: Option<&str>) -> Vec<ReadGame> {
    let decoded = decode(bytes);
    let mut games = Vec::new();
    for raw in Scanner::new(&decoded.text) {
        let broken = decoded.replaced.iter().find(|&&line| (raw.line..=raw.last_line).contains(&line));
        let warning = broken.map(|line| format!("line {line} has bytes that are no character; they were replaced"));
        let first = games.len();
        match format {
            RecordFormat::Pgn => games.push(pgn::read(raw, variant)),
            RecordFormat::Own => games.extend(own_form::read(raw, variant)),
        }
        if let Some(game) = games.get_mut(first) {
            game.warnings.extend(warning);
        }
    }
    games.iter_mut().zip(1..).for_each(|(game, number)| game.number = number);
    games
}

/// A game as bytes of a file.
pub fn write(game: &StoredGame, format: RecordFormat) -> Result<Vec<u8>, WriteError> {
    match format {
        RecordFormat::Pgn => Ok(pgn::write(game).into_bytes()),
        RecordFormat::Own => own_form::write(game),
    }
}

/// Why a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum WriteError {
    #[error("players of {0} have no form of records but PGN; write to a .pgn file")]
    NoForm(&'static str),
    #[error("it does not begin at a start position, which .{0} cannot say; write it to a .pgn file")]
    Start(&'static str),
    #[error("it cannot be played again: {0}")]
    Replay(String),
}

#[cfg(test)]
mod tests;
