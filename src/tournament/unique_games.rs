//! Games of one or several records, each counted once: lines are repeated when files are concatenated, and when a game
//! is in the records of two machines. Whoever counts games counts these.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use super::end_reason::GameResult;
use super::record::GameRecord;

/// Games in the order in which they came, none twice. A game is known by the fingerprint of its tournament and its number.
#[derive(Default)]
pub struct UniqueGames {
    games: Vec<(String, GameRecord)>,
    results: HashMap<(String, u64), GameResult>,
    repeated: u64,
    /// Those of the repeated that have another result.
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

    /// The games, each with the fingerprint of its tournament.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &GameRecord)> {
        self.games.iter().map(|(fingerprint, game)| (fingerprint.as_str(), game))
    }

    /// What was left out, for people, to be put behind the number of games; empty if nothing was.
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
