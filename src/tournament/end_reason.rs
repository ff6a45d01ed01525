//! How games of a tournament end.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EndReason {
    /// By the rules; the word is that of the protocol's `result`, such as `checkmate`.
    Rules(String),
    /// The loser played a move that the rules forbid.
    IllegalMove,
    /// The loser took longer than its clock allowed.
    Time,
    /// The loser ended, or closed its output.
    Crash,
    /// The loser did not answer at all.
    Stall,
    /// The loser does not speak the protocol.
    Protocol,
    /// The loser said far too much.
    Flood,
    /// The loser's scores were hopeless for long enough.
    Resignation,
    /// Both sides' scores were level for long enough.
    LevelScores,
    /// The game took too many plies; a draw.
    Length,
}

/// Every reason but the rules', with its word.
const WORDS: [(EndReason, &str); 9] = [
    (EndReason::IllegalMove, "illegalmove"),
    (EndReason::Time, "time"),
    (EndReason::Crash, "crash"),
    (EndReason::Stall, "stall"),
    (EndReason::Protocol, "protocol"),
    (EndReason::Flood, "flood"),
    (EndReason::Resignation, "resignation"),
    (EndReason::LevelScores, "levelscores"),
    (EndReason::Length, "length"),
];

impl EndReason {
    /// Whether the loser broke the rules of the tournament, rather than lost the game.
    pub fn is_fault(&self) -> bool {
        !matches!(self, EndReason::Rules(_) | EndReason::Resignation | EndReason::LevelScores | EndReason::Length)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EndReason::Rules(word) => f.write_str(word),
            other => f.write_str(WORDS.iter().find(|(reason, _)| reason == other).map_or("", |(_, word)| word)),
        }
    }
}

impl From<String> for EndReason {
    fn from(word: String) -> EndReason {
        let known = WORDS.iter().find(|(_, known)| *known == word).map(|(reason, _)| reason.clone());
        known.unwrap_or(EndReason::Rules(word))
    }
}

impl From<EndReason> for String {
    fn from(reason: EndReason) -> String {
        reason.to_string()
    }
}

/// What came of a game for the side that moves first in the variant's start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// It won.
    #[serde(rename = "1-0")]
    FirstWins,
    /// It lost.
    #[serde(rename = "0-1")]
    SecondWins,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// Half points of the first side.
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
        f.write_str(match self {
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_survive_the_record() {
        for (reason, word) in WORDS {
            assert_eq!((reason.to_string().as_str(), EndReason::from(word.to_owned())), (word, reason));
        }
        assert_eq!(EndReason::from("bikjang".to_owned()), EndReason::Rules("bikjang".to_owned()));
        assert!(EndReason::Time.is_fault() && !EndReason::Length.is_fault());
    }
}
