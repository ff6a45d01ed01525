//! What the worker reports.

use super::bench::Searched;
use crate::clock::Duration;
use crate::search::{Bound, Score};

/// One event of a job. The last of each job is [`Report::Finished`].
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A search knows more.
    Search(SearchReport),
    /// A search has decided; no move if the game is over.
    BestMove {
        /// The move.
        best: Option<String>,
        /// The answer that it expects.
        ponder: Option<String>,
    },
    /// Positions below a root move.
    PerftMove {
        /// The root move.
        mv: String,
        /// Leaves below it.
        nodes: u64,
    },
    /// Positions below the root.
    PerftTotal(u64),
    /// One position of the bench has been searched.
    BenchPosition {
        /// Counted from 1.
        number: usize,
        /// Of so many.
        of: usize,
        /// What was found.
        searched: Searched,
    },
    /// All positions of the bench have been searched.
    BenchTotal {
        /// Visited positions.
        nodes: u64,
        /// How long it took.
        elapsed: Duration,
    },
    /// Something for people.
    Note(String),
    /// Something that people should see to; the job goes on without it.
    Error(String),
    /// The job is done.
    Finished,
}

/// A variation and the state of its search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// Iteration; 0 when the game is over.
    pub depth: u32,
    /// Longest line looked at.
    pub selective_depth: u32,
    /// Rank of the variation.
    pub rank: usize,
    /// From the side to move's view.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Win, draw and loss in thousandths, if asked for.
    pub win_draw_loss: Option<[u16; 3]>,
    /// Visited positions.
    pub nodes: u64,
    /// Use of the hash table in thousandths.
    pub permille_full: u32,
    /// Positions found in a table of solved positions.
    pub table_hits: u64,
    /// Since the search was asked for.
    pub elapsed: Duration,
    /// The variation.
    pub moves: Vec<String>,
}
