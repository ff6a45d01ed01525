//! What a search reports while it runs.

use super::think::SearchResult;
pub use super::transposition_table::Bound;
use super::value::Value;
use crate::clock::Duration;
use crate::game::Game;

/// A variation with its value.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// From the side to move's view at the root.
    pub value: Value,
    /// A bound only after a fail-high or fail-low of the aspiration window.
    pub bound: Bound,
    /// Legal from the root to its last move.
    pub moves: Vec<G::Move>,
}

impl<G: Game> PartialEq for Line<G> {
    fn eq(&self, other: &Line<G>) -> bool {
        (self.value, self.bound) == (other.value, other.bound) && self.moves == other.moves
    }
}

/// One report on a running search.
#[derive(Clone, Debug)]
pub struct Info<G: Game> {
    /// Iteration.
    pub depth: u32,
    /// `seldepth`.
    pub selective_depth: u32,
    /// `multipv`, 1 for the best line.
    pub multipv: usize,
    /// The principal variation.
    pub line: Line<G>,
    /// Over all threads.
    pub nodes: u64,
    /// Since the command was read.
    pub elapsed: Duration,
    /// `hashfull`.
    pub hashfull: u32,
}

/// Receives the reports of a search.
pub trait Listener<G: Game> {
    /// A new or changed principal variation.
    fn on_info(&mut self, info: Info<G>);

    /// The result. Helper threads may still be unwinding: nobody has waited for them.
    fn on_result(&mut self, _result: &SearchResult<G>) {}
}

/// Ignores all reports.
pub struct Silent;

impl<G: Game> Listener<G> for Silent {
    fn on_info(&mut self, _: Info<G>) {}
}
