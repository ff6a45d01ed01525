//! Root moves as reports and results: principal variations with scores that GUIs and runners can rely on.

use std::sync::atomic::Ordering;

use super::info::{Bound, Info, Line, Listener};
use super::root::{RootMove, Snapshot};
use super::shared::Shared;
use super::think::SearchResult;
use super::value::{DRAW, EVALUATION_LIMIT, INFINITE, MATE, MAX_PLY, Value, is_decisive, of_outcome};
use crate::game::{Evaluator, Outcome, Searchable};

/// Turns root moves into reports.
pub(super) struct RootReport<'a, G: Searchable, E> {
    pub shared: &'a Shared<G>,
    pub evaluator: &'a E,
}

impl<G: Searchable, E: Evaluator<G>> RootReport<'_, G, E> {
    /// Reports every MultiPV line: after a change of the best move, sending it alone would leave a move in the list twice.
    pub fn report_all(&self, snapshot: &Snapshot<G>, listener: &mut dyn Listener<G>) {
        for pv_index in 0..self.shared.task.multi_pv.clamp(1, snapshot.moves.len()) {
            self.send(&snapshot.moves[pv_index], pv_index, (snapshot.depth, snapshot.completed), listener);
        }
    }

    /// Reports one line, from the current iteration or from the last completed one.
    pub fn send(
        &self,
        root_move: &RootMove<G>,
        pv_index: usize,
        (depth, completed): (u32, u32),
        listener: &mut dyn Listener<G>,
    ) {
        if root_move.latest() == -INFINITE {
            return;
        }
        // In an unfinished iteration the later lines are still those of the iteration before.
        let depth = if root_move.value == -INFINITE { completed.max(1) } else { depth };
        listener.on_info(Info {
            depth,
            selective_depth: root_move.selective_depth.min(MAX_PLY) as u32,
            multipv: pv_index + 1,
            line: self.line(root_move),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
            elapsed: self.shared.clock.elapsed(),
            hashfull: self.shared.table.hashfull(),
        });
    }

    /// How the game ends at once if `mv` is played.
    pub fn end_after(&self, mv: G::Move) -> Option<Outcome> {
        let mut child = self.shared.task.position.clone();
        child.play(mv);
        child.outcome(&self.shared.past)
    }

    /// A line with a score that does not mislead match runners: those that know no rules take a draw score with a single
    /// move, and a mate in one, for the end of the game.
    pub fn line(&self, root_move: &RootMove<G>) -> Line<G> {
        let RootMove { mv, bound, ref variation, .. } = *root_move;
        if let Some(outcome) = self.end_after(mv) {
            let value = of_outcome(outcome, self.shared.task.position.side_to_move(), 1);
            return Line { value, bound: Bound::Exact, moves: vec![mv] };
        }
        let value = match root_move.latest() {
            DRAW if variation.len() == 1 => 1,
            value if value == DRAW || is_decisive(value) => value.min(MATE - 3),
            value => self.without_contempt(value, variation),
        };
        Line { value, bound, moves: variation.clone() }
    }

    /// Removes the evaluator's contempt, which users should not see, as it is at the end of the variation.
    fn without_contempt(&self, value: Value, variation: &[G::Move]) -> Value {
        let root = &self.shared.task.position;
        let mut end = root.clone();
        for &mv in variation {
            end.play(mv);
        }
        let contempt = self.evaluator.contempt(&end);
        let sign = if end.side_to_move() == root.side_to_move() { 1 } else { -1 };
        match value - sign * contempt {
            DRAW => 1,
            value => value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
        }
    }

    /// The final MultiPV lines.
    pub fn result(&self, snapshot: &Snapshot<G>) -> SearchResult<G> {
        let known = snapshot.moves.iter().take_while(|mv| mv.latest() != -INFINITE).count();
        let multi_pv = self.shared.task.multi_pv.clamp(1, known.max(1));
        SearchResult {
            lines: snapshot.moves[..multi_pv].iter().map(|root_move| self.line(root_move)).collect(),
            nodes: self.shared.nodes.load(Ordering::Relaxed),
        }
    }
}
