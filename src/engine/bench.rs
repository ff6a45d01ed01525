//! The bench: a fixed set of positions searched to a fixed depth by one thread. Its node count is deterministic: a change of
//! the count is a change of the search or of an evaluation.

use super::networks::{EvaluatorVisitor, Networks};
use crate::clock::Instant;
use crate::game::{Evaluator, Settings, Variant};
use crate::games::Played;
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};
use crate::search::{Limits, SearchMemory, SearchResult, Silent, StopToken, Task, TranspositionTable, think};

/// Lines `variant;FEN`.
const POSITIONS: &str = include_str!("../../positions/bench.txt");
/// Iterations unless asked otherwise.
pub const DEFAULT_DEPTH: u32 = 12;
const MEGABYTES: usize = 16;

/// One position of the bench, searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Its variant.
    pub variant: &'static str,
    /// Its best move.
    pub best: String,
    /// Visited positions.
    pub nodes: u64,
}

/// Why a bench has no total.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BenchError {
    #[error("bench stopped before it was done")]
    Stopped,
    #[error("there is no memory for the bench; its hash table takes {MEGABYTES} MB")]
    Memory,
    #[error("a position of the bench is refused; this is a bug, please report it")]
    Position,
}

/// How many positions the bench has.
pub fn len() -> usize {
    positions().count()
}

fn positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    POSITIONS.lines().filter_map(|line| line.split_once(';'))
}

/// Searches every position; returns the total node count.
pub fn run(
    depth: u32,
    (settings, networks): (&dyn Settings, &Networks),
    stop: &StopToken,
    on_position: &mut dyn FnMut(BenchResult),
) -> Result<u64, BenchError> {
    let mut total = 0;
    for (variant, fen) in positions() {
        let searched = registry::visit(variant, SearchOne { fen, depth, settings, networks, stop })
            .ok_or(BenchError::Position)??;
        total += searched.nodes;
        on_position(searched);
    }
    Ok(total)
}

struct SearchOne<'a> {
    fen: &'a str,
    depth: u32,
    settings: &'a dyn Settings,
    networks: &'a Networks,
    stop: &'a StopToken,
}

/// The search of one position with whatever evaluates it.
struct Think<F: Family>(Task<F::Position>, SearchMemory);

impl<F: Family> EvaluatorVisitor<F> for Think<F> {
    type Output = SearchResult<F::Position>;

    fn visit<E: Evaluator<F::Position> + Sync>(self, evaluator: E) -> Self::Output {
        think(self.0, &self.1, &evaluator, &mut Silent)
    }
}

impl Visitor for SearchOne<'_> {
    type Output = Result<BenchResult, BenchError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let played = Played::<F::Position>::new::<&str>(variant, self.settings, Some(self.fen), &[]);
        let played = played.map_err(|_| BenchError::Position)?;
        let task = Task {
            moves: played.legal_moves(),
            position: played.position,
            past: played.past,
            limits: Limits { depth: Some(self.depth), ..Limits::default() },
            multi_pv: 1,
            threads: 1,
            mate_search: true,
            verify_root: true,
            started: Instant::now(),
            stop: self.stop.clone(),
        };
        // A new hash table for each position, so that their order does not matter.
        let memory = SearchMemory::new(TranspositionTable::try_new(MEGABYTES).ok_or(BenchError::Memory)?);
        let result = self.networks.choose::<F, _>(self.settings, Think::<F>(task, memory));
        let best = result.lines[0].moves[0].to_string();
        if self.stop.is_stopped() {
            return Err(BenchError::Stopped);
        }
        Ok(BenchResult { variant: variant.name, best, nodes: result.nodes })
    }
}
