//! What a search tells: variations, while it goes on and at its end.

use std::sync::atomic::Ordering;

use super::info::{Bound, Info, Line, Listener};
use super::root::{Root, RootMove, SearchResult};
use super::value::{DRAW, EVALUATION_LIMIT, INFINITE, MATE, MAX_PLY, Value, is_decisive, of_outcome};
use crate::game::{Evaluator, Outcome, Searchable, Tactics};

impl<G: Searchable + Tactics, E: Evaluator<G>> Root<'_, G, E> {
    /// An answer that came up in the middle of an iteration, or from another thread, has not been told yet.
    pub fn tell_last(&mut self, listener: &mut dyn Listener<G>) {
        let best = &self.moves[0];
        if self.told != Some((best.mv, best.latest())) {
            self.tell_all(listener);
        }
    }

    /// Tells all variations that are wanted, so that none of them is in the list twice when another has become the best.
    pub fn tell_all(&mut self, listener: &mut dyn Listener<G>) {
        for rank in 0..self.task.lines.clamp(1, self.moves.len()) {
            self.tell(rank, listener);
        }
    }

    /// What happens at once if `mv` is played.
    fn end_after(&self, mv: G::Move) -> Option<Outcome> {
        let mut child = self.task.position.clone();
        child.play(mv);
        child.outcome(&self.thread.past)
    }

    /// The variation of that rank as users may rely on it: runners that know no rules take a draw score with a single
    /// move, and a win in one, for the end of the game.
    fn line(&self, rank: usize) -> Line<G> {
        let RootMove { mv, bound, ref variation, .. } = self.moves[rank];
        if let Some(outcome) = self.end_after(mv) {
            let value = of_outcome(outcome, self.task.position.side_to_move(), 1);
            return Line { value, bound: Bound::Exact, moves: vec![mv] };
        }
        let value = match self.moves[rank].latest() {
            DRAW if variation.len() == 1 => 1,
            value if value == DRAW || is_decisive(value) => value.min(MATE - 3),
            value => self.without_contempt(value, variation),
        };
        Line { value, bound, moves: variation.clone() }
    }

    /// What a value is without the contempt that the evaluator shows at the end of the variation.
    fn without_contempt(&self, value: Value, variation: &[G::Move]) -> Value {
        let mut end = self.task.position.clone();
        for &mv in variation {
            end.play(mv);
        }
        let contempt = self.thread.evaluator.contempt(&end);
        let sign = if end.side_to_move() == self.task.position.side_to_move() { 1 } else { -1 };
        match value - sign * contempt {
            DRAW => 1,
            value => value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
        }
    }

    /// Tells the variation of that rank.
    pub fn tell(&mut self, rank: usize, listener: &mut dyn Listener<G>) {
        let root_move = &self.moves[rank];
        if root_move.latest() == -INFINITE {
            return;
        }
        if rank == 0 {
            self.told = Some((root_move.mv, root_move.latest()));
        }
        let shared = self.thread.shared;
        // In an iteration that is not over the later variations are those of the one before.
        let depth = if root_move.value == -INFINITE { self.completed.max(1) } else { self.depth };
        listener.hear(Info {
            depth,
            selective_depth: root_move.selective_depth.min(MAX_PLY) as u32,
            rank: rank + 1,
            line: self.line(rank),
            nodes: shared.nodes.load(Ordering::Relaxed),
            elapsed: shared.clock.elapsed(),
            permille_full: shared.table.permille_full(),
        });
    }

    /// What was found in the end.
    pub fn result(&self) -> SearchResult<G> {
        let known = self.moves.iter().take_while(|mv| mv.latest() != -INFINITE).count();
        let lines = self.task.lines.clamp(1, known.max(1));
        SearchResult {
            lines: (0..lines).map(|rank| self.line(rank)).collect(),
            nodes: self.thread.shared.nodes.load(Ordering::Relaxed),
        }
    }
}
