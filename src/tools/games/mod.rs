//! `janggun games`: reads the files of self-play, and prints the games or their statistics.

mod distinct;
mod statistics;

use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::path::PathBuf;

use super::training_data::{DataError, GameReader, Label, ReplayError, TrainingGame, replay};
use crate::game::{Settings, Side, Variant};
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};
pub use statistics::Statistics;

/// What `games` is to do.
#[derive(clap::Args, Clone, Debug)]
pub struct GamesArguments {
    /// Files made by selfplay
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print the games, two lines each, instead of statistics: number, rule set, result, reason and start; then the moves,
    /// each with the score that the side to move had
    #[arg(long)]
    pub print: bool,
}

/// Why not all files were read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GamesError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

/// Reads all files. What was read before an error is printed all the same.
pub fn read(arguments: &GamesArguments, settings: &dyn Settings, out: &mut dyn Write) -> Result<(), GamesError> {
    let mut statistics = Statistics::default();
    let read = arguments.files.iter().try_for_each(|path| -> Result<(), GamesError> {
        let mut reader = GameReader::open(path)?;
        statistics.files += 1;
        let game = reader.header().get("game").to_owned();
        for record in reader.by_ref() {
            let record = record?;
            let number = record.number;
            let task = PrintGame { record: &record, settings, statistics: &mut statistics, print: arguments.print };
            // A header that names no known game is not ours.
            let text = registry::visit(&game, task).ok_or_else(|| DataError::NotGames(path.clone()))?;
            let text = text.map_err(|error| DataError::Game { path: path.clone(), number, error })?;
            out.write_all(text.as_bytes())?;
        }
        statistics.torn += u64::from(reader.torn() > 0);
        Ok(())
    });
    let nothing_read = read.is_err() && statistics.files == 0;
    if !arguments.print && !nothing_read && !matches!(read, Err(GamesError::Output(_))) {
        write!(out, "{}", statistics)?;
    }
    read
}

struct PrintGame<'a> {
    record: &'a TrainingGame,
    settings: &'a dyn Settings,
    statistics: &'a mut Statistics,
    print: bool,
}

impl Visitor for PrintGame<'_> {
    type Output = Result<String, ReplayError>;

    fn visit<F: Family>(self, _: &'static Variant) -> Self::Output {
        if !self.print {
            return self.statistics.add::<F>(self.record, self.settings).map(|()| String::new());
        }
        let mut text = format!("{}\n", Title(self.record));
        let mut gap = "";
        replay::<F>(self.record, self.settings, |labelled| {
            // Writing to a String cannot fail.
            let _ = match labelled.label {
                Label::Nothing => write!(text, "{gap}{}", labelled.mv),
                Label::Score(score) => write!(text, "{gap}{}/{score}", labelled.mv),
                Label::Decisive(value) if value > 0 => write!(text, "{gap}{}/won", labelled.mv),
                Label::Decisive(_) => write!(text, "{gap}{}/lost", labelled.mv),
            };
            gap = " ";
        })?;
        text.push('\n');
        Ok(text)
    }
}

/// The first line of a printed game.
struct Title<'a>(&'a TrainingGame);

impl fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let TrainingGame { number, winner, reason, start, .. } = self.0;
        let result = match winner {
            Some(Side::Upper) => "1-0",
            Some(Side::Lower) => "0-1",
            None => "1/2-1/2",
        };
        let mut fields = start.split('\t');
        let (variant, fen) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        write!(f, "game {number} {variant} {result} {reason} {fen}")?;
        fields.try_for_each(|option| write!(f, " {option}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;

    #[test]
    fn a_file_that_is_not_there_has_no_statistics() {
        let arguments = GamesArguments { files: vec![PathBuf::from("nowhere.games")], print: false };
        let mut printed = Vec::new();
        assert!(read(&arguments, &Options::default(), &mut printed).is_err());
        assert_eq!(String::from_utf8_lossy(&printed), "");
    }
}
