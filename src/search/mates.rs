//! Mates at the root: hunted beside the iterations, and looked for everywhere before `go mate` gives up.

use super::hunt::Hunt;
use super::info::Listener;
use super::root::{MAX_DEPTH, Root};
use super::value::{INFINITE, MATE, Score, Value};
use super::worker::Node;
use crate::game::{Evaluator, Game};

/// Positions that the hunt for a mate may take after the first iteration; on a clock, for each millisecond that the move may
/// take.
const HUNT_BEGIN: u64 = 10_000;
const HUNT_PER_MS: u64 = 25;
/// After the other iterations it may take one in so many, or in fewer when a mate is likely.
const HUNT_PART: u64 = 16;
const HUNT_LIKELY_PART: u64 = 3;
/// With such a value a mate is likely.
const HUNT_LIKELY: Value = 600;

/// A mate with its line.
pub(super) struct Proven<G: Game> {
    pub value: Value,
    pub line: Vec<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Root<'_, G, E> {
    /// A mate is hunted beside the iterations, widely where one is likely or time does not matter.
    pub fn begin_hunt(&self) -> Hunt<G> {
        let longest = self.task.limits.mate.map(|moves| (2 * moves as usize).saturating_sub(1));
        Hunt::new(&self.task.position, longest, self.mate_is_likely() || !self.worker.shared.clock.saves_time())
    }

    fn mate_is_likely(&self) -> bool {
        self.task.limits.mate.is_some() || self.moves[0].latest() >= HUNT_LIKELY
    }

    /// Goes on with the hunt for a while.
    pub fn pursue(&mut self, hunt: &mut Hunt<G>, listener: &mut dyn Listener<G>) {
        if hunt.is_over() {
            return;
        }
        let limits = &self.task.limits;
        let by_clock = self.worker.shared.clock.planned().map(|time| time.as_millis() as u64 * HUNT_PER_MS);
        let by_nodes = limits.nodes.map(|nodes| nodes / HUNT_PART);
        let begin = [by_clock, by_nodes].into_iter().flatten().fold(HUNT_BEGIN, u64::min);
        let part = if self.mate_is_likely() { HUNT_LIKELY_PART } else { HUNT_PART };
        let budget = if self.depth == 1 { begin } else { self.worker.nodes() / part };
        let Some(line) = hunt.pursue(&self.task.position, Some(&self.task.moves), &mut self.worker, budget) else {
            return;
        };
        let value = MATE - line.len() as Value;
        let Some(at) = self.moves.iter().position(|mv| line.first() == Some(&mv.mv)) else { return };
        if value > self.moves[0].latest() {
            self.moves[at].prove(value, &line);
            self.moves[..=at].rotate_right(1);
            self.tell_all(listener);
        }
        self.proven = Some(Proven { value, line });
    }

    /// What a root move is worth at least.
    pub fn proven_value(&self, mv: G::Move) -> Option<Value> {
        self.proven.as_ref().filter(|proven| proven.line.first() == Some(&mv)).map(|proven| proven.value)
    }

    /// Whether the best line is a mate in that many moves.
    pub fn has_mate_in(&self, moves: u32) -> bool {
        matches!(Score::from(self.moves[0].latest()), Score::Mate(found) if found > 0 && found.unsigned_abs() <= moves)
    }

    /// Pruning may have hidden a mate: before `go mate` gives up, every line of that length is looked at.
    pub fn look_everywhere(&mut self, moves: u32) {
        self.worker.exhaustive = true;
        for plies in (1..=2 * moves.min(MAX_DEPTH / 2) - 1).step_by(2) {
            let before = self.moves.clone();
            let alpha = MATE - plies as Value - 1;
            self.worker.root_depth = plies as usize;
            let best = self.search_moves(Node { alpha, beta: INFINITE, depth: plies as i32, ply: 0, cut: false }, 0);
            if best > alpha {
                self.depth = plies;
                self.moves.sort_by_key(|mv| -mv.value);
                return;
            }
            self.moves = before;
            if self.worker.stopped {
                return;
            }
        }
    }
}
