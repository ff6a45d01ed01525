//! Makes one rating list of the records of several runs.

use std::path::PathBuf;

use super::arguments::RateArguments;
use super::record::{self, RecordError};
use super::summary::{EndReasonCounts, comma_separated, standings};
use super::tally::Scoreboard;
use super::unique_games::UniqueGames;

/// Why there is no rating list.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RateError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("'{path}' is about {found}, the records before it about {expected}; rate them one by one")]
    Variant { path: PathBuf, found: String, expected: String },
    #[error("there are no games in these records yet")]
    Empty,
}

/// Merges the records into the text of a rating list.
pub fn rate(arguments: &RateArguments) -> Result<String, RateError> {
    let mut variant: Option<String> = None;
    let mut games = UniqueGames::default();
    for path in &arguments.files {
        let contents = record::read(path)?;
        let found = &contents.header.settings.variant;
        match &variant {
            Some(expected) if expected != found => {
                let (found, expected) = (found.clone(), expected.clone());
                return Err(RateError::Variant { path: path.clone(), found, expected });
            }
            _ => variant = Some(found.clone()),
        }
        for game in contents.games {
            games.add(&contents.header.fingerprint, game);
        }
    }
    if games.len() == 0 {
        return Err(RateError::Empty);
    }
    let mut sorted: Vec<_> = games.iter().collect();
    sorted.sort_by_key(|(fingerprint, game)| (*fingerprint, game.game));
    let mut board = Scoreboard::default();
    let mut endings = EndReasonCounts::default();
    for (fingerprint, game) in sorted {
        board.add(fingerprint, game);
        endings.add(game);
    }
    if arguments.csv {
        return Ok(comma_separated(&board));
    }
    let text = format!("{} games of {}{}", games.len(), variant.unwrap_or_default(), games.left_out());
    Ok(format!("{text}\n{}{}", standings(&board), endings.text()))
}
