//! Reports of the jobs.

use super::bench::BenchResult;
use crate::clock::Duration;
use crate::search::{Bound, Score};

/// One event of a job. The last of each job is [`Report::Finished`].
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A principal variation of a running search.
    Search(SearchReport),
    /// The result of a search; no move if the game is over.
    BestMove {
        /// In the engine's notation.
        best: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
    },
    /// One root move of a perft.
    PerftMove {
        /// The root move.
        mv: String,
        /// Leaves below it.
        nodes: u64,
    },
    /// Leaves of the whole perft.
    PerftTotal(u64),
    /// One position of the bench has been searched.
    BenchPosition {
        /// Counted from 1.
        number: usize,
        /// How many positions the bench has.
        of: usize,
        /// What was found.
        searched: BenchResult,
    },
    /// All positions of the bench have been searched.
    BenchTotal {
        /// Visited positions.
        nodes: u64,
        /// How long it took.
        elapsed: Duration,
    },
    /// A comment for users.
    Note(String),
    /// An error that users should see; the job goes on without what failed.
    Error(String),
    /// The job is done.
    Finished,
}

impl Report {
    /// The first move of a principal variation, and the second to ponder on.
    pub fn best_move(variation: &[impl ToString]) -> Report {
        let mut moves = variation.iter().map(ToString::to_string);
        Report::BestMove { best: moves.next(), ponder: moves.next() }
    }
}

/// A variation and the state of its search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport {
    /// Iteration; 0 when the game is over.
    pub depth: u32,
    /// `seldepth`.
    pub selective_depth: u32,
    /// `multipv`, 1 for the best line.
    pub multipv: usize,
    /// From the side to move's view.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Win, draw and loss in thousandths, if asked for.
    pub win_draw_loss: Option<[u16; 3]>,
    /// Visited positions.
    pub nodes: u64,
    /// `hashfull`.
    pub hashfull: u32,
    /// `tbhits`.
    pub table_hits: u64,
    /// Since the command was read.
    pub elapsed: Duration,
    /// The variation.
    pub moves: Vec<String>,
}
