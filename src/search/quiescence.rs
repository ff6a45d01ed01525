//! Quiescence search: stand pat, captures with delta pruning and SEE pruning, and check evasions for the first plies.

use super::parameters::DELTA;
use super::picker::ScoredMove;
use super::thread::SearchThread;
use super::transposition_table::{Bound, Entry};
use super::value::{INFINITE, MAX_PLY, Value, is_decisive, of_outcome, value_to_tt};
use crate::game::{Evaluator, Searchable, Tactics};

/// All evasions of a check are searched only in the first plies; a chain of checks would explode otherwise.
const CHECK_PLIES: usize = 6;

impl<G: Searchable + Tactics, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// `below` counts the plies since the main search ended.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &G,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        below: usize,
    ) -> Value {
        self.count_node(ply);
        self.pv_table[ply].clear();
        if self.stopped {
            return 0;
        }
        let side = position.side_to_move();
        if let Some(outcome) = self.decided(position, ply) {
            return of_outcome(outcome, side, ply);
        }
        if ply >= MAX_PLY {
            return self.static_value(position, ply);
        }
        if let Some(value) = self.win_by_rule(position, ply) {
            return value;
        }

        let key = position.search_key();
        let hash_entry = self.shared.table.probe(key);
        if let Some(entry) = hash_entry
            && !PV
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            return value;
        }

        let answer_check = below < CHECK_PLIES && position.in_check();
        let mut best_value = -INFINITE;
        let mut stand_pat = -INFINITE;
        let mut static_evaluation = None;
        if !answer_check {
            let evaluation = self.evaluate(position, ply, key, hash_entry);
            stand_pat = self.corrected(position, evaluation);
            static_evaluation = Some(evaluation);
            if stand_pat >= beta {
                return stand_pat;
            }
            best_value = stand_pat;
            alpha = alpha.max(stand_pat);
        }

        let context = self.context(ply, hash_entry.map_or(0, |entry| entry.mv));
        let mut picker = self.take_picker(ply);
        picker.begin(!answer_check, true);
        let mut best_move = 0;
        let mut bound = Bound::Upper;
        let mut any = false;
        self.past.push(position.past_position());
        while let Some(ScoredMove { mv, gain, .. }) = picker.next(position, &self.histories, &context) {
            any = true;
            // Delta pruning: not even with the gain and a margin does stand pat reach alpha.
            if !answer_check && !is_decisive(alpha) && stand_pat + gain + DELTA.get() <= alpha {
                continue;
            }
            // SEE pruning; in check only once some evasion avoids mate.
            if (!answer_check || !is_decisive(best_value)) && !position.pays(mv, 0) {
                continue;
            }
            let child = self.make_move(position, mv);
            self.note_played(position, mv, ply);
            let value = if child.side_to_move() == side {
                self.quiescence::<PV>(&child, alpha, beta, ply + 1, below + 1)
            } else {
                -self.quiescence::<PV>(&child, -beta, -alpha, ply + 1, below + 1)
            };
            if self.stopped {
                break;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = mv.into();
                    if PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
        }
        self.past.pop();
        self.put_picker(ply, picker);
        if self.stopped {
            return 0;
        }
        if answer_check && !any {
            return of_outcome(position.no_moves(), side, ply);
        }
        // Depth 0: the main search never takes such an entry for a searched one.
        let (bound, evaluation) = (Some(bound), static_evaluation);
        let entry = Entry { mv: best_move, value: value_to_tt(best_value, ply), depth: 0, bound, evaluation };
        self.shared.table.store(key, entry);
        best_value
    }
}
