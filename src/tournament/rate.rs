//! One rating list out of the records of several runs or machines.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

use super::arguments::RateArguments;
use super::record::{self, Record, RecordError};
use super::summary::{Endings, standings};
use super::tally::Scoreboard;

/// Why records cannot be rated together.
#[derive(Debug, thiserror::Error)]
pub enum RateError {
    /// About one of them.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Different games cannot be compared.
    #[error("'{path}' is about {found}, the records before it about {expected}; rate them one by one")]
    Variant {
        /// The record.
        path: PathBuf,
        /// Its variant.
        found: String,
        /// That of the others.
        expected: String,
    },
    /// Nothing to rate.
    #[error("there are no games in these records yet")]
    Empty,
}

/// Merges records and tells what follows from them.
pub fn rate(arguments: &RateArguments) -> Result<String, RateError> {
    let mut variant: Option<String> = None;
    let mut games: HashMap<(String, u64), Record> = HashMap::new();
    let (mut duplicates, mut conflicts) = (0, 0);
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
            let key = (contents.header.fingerprint.clone(), game.game);
            match games.get(&key) {
                Some(known) => {
                    duplicates += 1;
                    conflicts += u64::from(known.result != game.result);
                }
                None => drop(games.insert(key, game)),
            }
        }
    }
    if games.is_empty() {
        return Err(RateError::Empty);
    }
    let mut games: Vec<_> = games.into_iter().collect();
    games.sort_by(|a, b| a.0.cmp(&b.0));
    let mut board = Scoreboard::default();
    let mut endings = Endings::default();
    for ((fingerprint, _), game) in &games {
        board.add(fingerprint, game);
        endings.add(game);
    }
    let mut text = format!("{} games of {}", games.len(), variant.unwrap_or_default());
    if duplicates > 0 {
        let _ = write!(text, "; {duplicates} that were in more than one record count once");
    }
    if conflicts > 0 {
        let _ = write!(text, ", {conflicts} of them with other results: the first record holds");
    }
    Ok(format!("{text}\n{}{}", standings(&board), endings.text()))
}
