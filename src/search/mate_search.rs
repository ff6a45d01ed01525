//! Mates at the root: a proof-number search between the iterations, and an exhaustive search before `go mate` gives up.

use super::info::Listener;
use super::proof_number::ProofNumberSearch;
use super::root::{MAX_DEPTH, Root};
use super::thread::Node;
use super::value::{INFINITE, MATE, Score, Value};
use crate::game::{Evaluator, Game, Searchable, Tactics};

/// Node budget of the mate search after the first iteration: at most, and per millisecond of the planned time.
const MATE_SEARCH_BEGIN: u64 = 10_000;
const MATE_SEARCH_PER_MS: u64 = 25;
/// After later iterations its budget is one in this many nodes searched so far, more where a mate is likely.
const MATE_SEARCH_PART: u64 = 16;
const MATE_SEARCH_LIKELY_PART: u64 = 3;
/// From this value on a mate is likely.
const MATE_SEARCH_LIKELY: Value = 600;

/// A mate with its line.
pub(super) struct Proven<G: Game> {
    pub value: Value,
    pub line: Vec<G::Move>,
}

impl<G: Searchable + Tactics, E: Evaluator<G>> Root<'_, G, E> {
    /// Wide, with quiet moves, where a mate is likely or the search is not on a clock.
    pub fn begin_mate_search(&self) -> ProofNumberSearch<G> {
        let longest = self.task().limits.mate.map(|moves| (2 * moves as usize).saturating_sub(1));
        ProofNumberSearch::new(
            &self.task().position,
            longest,
            self.mate_is_likely() || !self.thread.shared.clock.saves_time(),
        )
    }

    fn mate_is_likely(&self) -> bool {
        self.task().limits.mate.is_some() || self.moves[0].latest() >= MATE_SEARCH_LIKELY
    }

    /// Runs the mate search for its share of nodes; a mate that it proves becomes the best root move.
    pub fn advance_mate_search(&mut self, mate_search: &mut ProofNumberSearch<G>, listener: &mut dyn Listener<G>) {
        if mate_search.is_over() {
            return;
        }
        let limits = &self.task().limits;
        let by_clock = self.thread.shared.clock.planned().map(|time| time.as_millis() as u64 * MATE_SEARCH_PER_MS);
        let by_nodes = limits.nodes.map(|nodes| nodes / MATE_SEARCH_PART);
        let begin = [by_clock, by_nodes].into_iter().flatten().fold(MATE_SEARCH_BEGIN, u64::min);
        let part = if self.mate_is_likely() { MATE_SEARCH_LIKELY_PART } else { MATE_SEARCH_PART };
        let budget = if self.depth == 1 { begin } else { self.thread.nodes() / part };
        let Some(line) = mate_search.advance(&self.task().position, Some(&self.task().moves), &mut self.thread, budget)
        else {
            return;
        };
        let value = MATE - line.len() as Value;
        let Some(at) = self.moves.iter().position(|mv| line.first() == Some(&mv.mv)) else { return };
        if value > self.moves[0].latest() {
            self.moves[at].prove(value, &line);
            self.moves[..=at].rotate_right(1);
            self.report_all(listener);
        }
        self.proven = Some(Proven { value, line });
    }

    /// The value of the proven mate, if it begins with `mv`.
    pub fn proven_value(&self, mv: G::Move) -> Option<Value> {
        self.proven.as_ref().filter(|proven| proven.line.first() == Some(&mv)).map(|proven| proven.value)
    }

    /// Whether the best line is a mate in that many moves.
    pub fn has_mate_in(&self, moves: u32) -> bool {
        matches!(Score::from(self.moves[0].latest()), Score::Mate(found) if found > 0 && found.unsigned_abs() <= moves)
    }

    /// Full-width search of all lines of that length, because pruning may have hidden the mate.
    pub fn exhaustive_mate_search(&mut self, moves: u32) {
        self.thread.exhaustive = true;
        for plies in (1..=2 * moves.min(MAX_DEPTH / 2) - 1).step_by(2) {
            let before = self.moves.clone();
            let alpha = MATE - plies as Value - 1;
            self.thread.root_depth = plies as usize;
            let best = self.search_moves(Node { alpha, beta: INFINITE, depth: plies as i32, ply: 0, cut: false }, 0);
            if best > alpha {
                self.depth = plies;
                self.moves.sort_by_key(|mv| -mv.value);
                return;
            }
            self.moves = before;
            if self.thread.stopped {
                return;
            }
        }
    }
}
