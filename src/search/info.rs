//! What a search tells while it runs.

pub use super::table::Bound;
use super::think::SearchResult;
use super::value::Value;
use crate::clock::Duration;
use crate::game::Game;

/// A variation with its value.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// From the side to move's view at the root.
    pub value: Value,
    /// Whether the value is exact or only one side of the truth.
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
    /// Longest line looked at.
    pub selective_depth: u32,
    /// Rank of this variation, 1 for the best.
    pub rank: usize,
    /// The variation.
    pub line: Line<G>,
    /// Visited positions, over all threads.
    pub nodes: u64,
    /// Since the search was asked for.
    pub elapsed: Duration,
    /// Use of the table by this search.
    pub permille_full: u32,
}

/// Hears what a search finds.
pub trait Listener<G: Game> {
    /// A variation is known better now.
    fn on_info(&mut self, info: Info<G>);

    /// The search has decided. Helper threads may not have noticed yet; nobody has waited for them.
    fn on_result(&mut self, _verdict: &SearchResult<G>) {}
}

/// Listens to nothing.
pub struct Silent;

impl<G: Game> Listener<G> for Silent {
    fn on_info(&mut self, _: Info<G>) {}
}
