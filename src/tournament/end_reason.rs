//! Why a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EndReason {
    /// The rules of the game; the word is that of the protocol's `result`, such as `checkmate`.
    Rules(String),
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser exceeded its time.
    Time,
    /// The loser's process ended, or closed its output.
    Crash,
    /// The loser did not reply.
    Stall,
    /// The loser replied, but not in the UCI protocol.
    Protocol,
    /// The loser wrote more than the reader accepts.
    Flood,
    /// Adjudicated: the loser's scores were losing.
    Resignation,
    /// Adjudicated as a draw: the scores of both sides were level.
    LevelScores,
    /// A draw by the maximum number of plies.
    Length,
}

/// The word of each reason in records and PGN; that of `Rules` is its own.
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
    /// Whether the loser failed as a program, rather than lost the game.
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
