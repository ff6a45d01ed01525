//! The games of one or several records without duplicates, which occur when files are concatenated and when two
//! machines have played the same game. `match` and `rate` both count these.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use super::record::GameRecord;
use crate::game::GameResult;

/// In the order in which they were added. The key of a game is the fingerprint of its tournament and its number.
#[derive(Default)]
pub struct UniqueGames {
    games: Vec<(String, GameRecord)>,
    results: HashMap<(String, u64), GameResult>,
    repeated: u64,
    /// Duplicates with another result.
    contradicted: u64,
}

impl UniqueGames {
    pub fn add(&mut self, fingerprint: &str, game: GameRecord) {
        match self.results.entry((fingerprint.to_owned(), game.game)) {
            Entry::Occupied(known) => {
                self.repeated += 1;
                self.contradicted += u64::from(*known.get() != game.result);
            }
            Entry::Vacant(place) => {
                place.insert(game.result);
                self.games.push((fingerprint.to_owned(), game));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Each game with the fingerprint of its tournament.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &GameRecord)> {
        self.games.iter().map(|(fingerprint, game)| (fingerprint.as_str(), game))
    }

    /// A clause about the duplicates to append to the number of games; empty without any.
    pub fn left_out(&self) -> String {
        let mut text = String::new();
        if self.repeated > 0 {
            let _ = write!(text, "; lines that repeat a game and do not count: {}", self.repeated);
        }
        if self.contradicted > 0 {
            let _ = write!(text, ", with another result than the first: {}", self.contradicted);
        }
        text
    }
}
