//! With which result a game ended.

use std::fmt;

/// Seen from the side that moves first in the variant's start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "native", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// The side that moves first has won.
    #[cfg_attr(feature = "native", serde(rename = "1-0"))]
    FirstWins,
    /// The other side has won.
    #[cfg_attr(feature = "native", serde(rename = "0-1"))]
    SecondWins,
    /// Nobody has won.
    #[cfg_attr(feature = "native", serde(rename = "1/2-1/2"))]
    Draw,
}

impl GameResult {
    /// The word of PGN for each.
    pub const WORDS: [(GameResult, &'static str); 3] =
        [(GameResult::FirstWins, "1-0"), (GameResult::SecondWins, "0-1"), (GameResult::Draw, "1/2-1/2")];

    /// Two for a win of the first side.
    pub fn half_points(self) -> usize {
        match self {
            GameResult::FirstWins => 2,
            GameResult::Draw => 1,
            GameResult::SecondWins => 0,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(GameResult::WORDS.iter().find(|(result, _)| result == self).map_or("*", |(_, word)| word))
    }
}
