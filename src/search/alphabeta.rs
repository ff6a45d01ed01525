//! One node of the tree: principal variation search (PVS) in negamax form. Nothing in here depends on a game, except that
//! sides need not alternate.

use super::history::{Histories, HistoryContext};
use super::parameters::{HISTORY_BONUS, HISTORY_BONUS_LIMIT, HISTORY_BONUS_OFFSET};
use super::picker::ScoredMove;
use super::pruning::{LateMove, Singular, StaticEval};
use super::thread::{Node, Scratch, SearchThread};
use super::transposition_table::{Bound, Entry};
use super::value::{INFINITE, MATE, MAX_PLY, Value, is_decisive, of_outcome, value_to_tt};
use crate::game::{Evaluator, Searchable, Tactics};

/// Internal iterative reduction (IIR): from this depth on, a node without a hash move is searched one ply less. The next
/// iteration finds a hash move there.
const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// Of similar moves (`Searchable::is_one_of_many`: drops of one piece on different points), those after the first few
/// are reduced by one more ply, captures included.
const UNREDUCED_SIMILAR_MOVES: usize = 3;

/// XORed into the hash key during an exhaustive search, whose entries must not mix with those of the selective one.
const EXHAUSTIVE_KEY: u64 = 0x5DEE_CE66_D1CE_4E5B;

impl<G: Searchable + Tactics, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// The value of `child` from the view of the side that moved to it. Sides need not alternate.
    pub fn child<const PV: bool>(&mut self, parent: &G, child: &G, mv: Option<G::Move>, node: Node) -> Value {
        self.played[node.ply - 1] = mv.map(|mv| Histories::piece_to(parent, mv));
        if child.side_to_move() == parent.side_to_move() {
            self.node::<PV>(child, Node { cut: false, ..node })
        } else {
            -self.node::<PV>(child, Node { alpha: -node.beta, beta: -node.alpha, ..node })
        }
    }

    /// The value of a position from the view of its side to move.
    pub fn node<const PV: bool>(&mut self, position: &G, node: Node) -> Value {
        let Node { mut alpha, mut beta, mut depth, ply, cut } = node;
        let side = position.side_to_move();

        // Step 1. Check extension, bounded by twice the iteration's depth; at depth 0 quiescence search takes over.
        let in_check = position.in_check();
        if in_check && ply < 2 * self.root_depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 && !self.exhaustive {
            return self.quiescence::<PV>(position, alpha, beta, ply, 0);
        }

        let excluded = self.excluded[ply];
        self.count_node(ply);
        self.pv_table[ply].clear();
        if self.stopped {
            return 0;
        }

        // Step 2. End of the game. A repetition inside the tree counts at its first recurrence, one with the game
        // before the root only as the rules say.
        if let Some(outcome) = self.decided(position, ply) {
            return of_outcome(outcome, side, ply);
        }
        if ply >= MAX_PLY || (depth <= 0 && !in_check) {
            return self.static_value(position, ply);
        }
        // A singular search, which excludes a move, must not find that very move again.
        if excluded == 0
            && let Some(value) = self.win_by_rule(position, ply)
        {
            return value;
        }

        // Step 3. Mate distance pruning: not even a mate at this ply would lie inside the window.
        alpha = alpha.max(-MATE + ply as Value);
        beta = beta.min(MATE - ply as Value);
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table cutoff, in zero-window nodes only: a principal variation would be cut short.
        let key = position.search_key() ^ if self.exhaustive { EXHAUSTIVE_KEY } else { 0 };
        let hash_entry = self.shared.table.probe(key);
        if let Some(entry) = hash_entry
            && !PV
            && excluded == 0
            && i32::from(entry.depth) >= depth
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            return value;
        }
        let hash_move = hash_entry.map_or(0, |entry| entry.mv);
        let context = self.context(ply, hash_move);

        // Step 5. Static evaluation, adjusted by correction history; `improving` compares it with that two plies ago.
        let static_evaluation = (!in_check).then(|| self.evaluate(position, ply, key, hash_entry));
        let evaluation = static_evaluation.map_or(-INFINITE, |value| self.corrected(position, value));
        self.evaluations[ply] = evaluation;
        let improving = !in_check && ply >= 2 && evaluation > self.evaluations[ply - 2];
        let eval = StaticEval::new(in_check, evaluation, improving, hash_entry, ply);

        // Step 6. Pruning before any move is tried: razoring, reverse futility pruning, null-move pruning.
        let selective = !self.exhaustive;
        let ordinary = selective && !PV && !in_check && excluded == 0 && !is_decisive(beta);
        if ordinary && let Some(value) = self.prune_before_moves(position, Node { alpha, beta, depth, ply, cut }, &eval)
        {
            return value;
        }

        // Step 7. Internal iterative reduction.
        if selective && hash_move == 0 && depth >= INTERNAL_ITERATIVE_REDUCTION_DEPTH && (PV || cut) {
            depth -= 1;
        }

        // Step 8. ProbCut.
        let here = Node { alpha, beta, depth, ply, cut };
        if ordinary && let Some(value) = self.probcut(position, here, &eval, hash_entry, &context) {
            return value;
        }

        // Step 9. Move loop, in the order of the move picker.
        let mut scratch = std::mem::take(&mut self.scratch[ply]);
        scratch.begin(!selective);
        self.histories.clear_killers(ply + 1);
        let mut best_value = -INFINITE;
        let mut best_move = 0;
        let mut best_is_quiet = true;
        let mut bound = Bound::Upper;
        let mut gives_check = None;
        let mut similar = 0;
        let mut number = 0;
        let mut any = false;
        self.past.push(position.past_position());
        while let Some(scored) = scratch.picker.next(position, &self.histories, &context) {
            any = true;
            let code: u32 = scored.mv.into();
            if code == excluded {
                continue;
            }
            let quiet = !scored.is_noisy();

            // Step 10. Shallow pruning: late-move pruning, futility pruning, history pruning, SEE pruning. Never before
            // one move has been searched without being mated, and never a move that gives check.
            if selective && number > 0 && !is_decisive(best_value) {
                let (pruned, rest_too) = self.is_pruned(position, Node { alpha, ..here }, &eval, &scored, number);
                if pruned {
                    let gives_check = gives_check.get_or_insert_with(|| position.check_test());
                    if rest_too {
                        scratch.picker.skip_quiets(&*gives_check);
                    }
                    if !gives_check(scored.mv) {
                        continue;
                    }
                }
            }
            let one_of_many = position.is_one_of_many(scored.mv);
            similar += usize::from(one_of_many);
            let surplus = one_of_many && similar > UNREDUCED_SIMILAR_MOVES;

            // Step 11. Singular extension of the hash move, or multi-cut.
            let mut extension = 0;
            if selective && code == hash_move && excluded == 0 {
                self.past.pop();
                self.scratch[ply] = scratch;
                let singular = self.singular_search::<PV>(position, Node { alpha, ..here }, hash_entry);
                scratch = std::mem::take(&mut self.scratch[ply]);
                if self.stopped {
                    self.scratch[ply] = scratch;
                    return 0;
                }
                self.past.push(position.past_position());
                match singular {
                    None => (),
                    Some(Singular::MultiCut(value)) => {
                        self.past.pop();
                        self.scratch[ply] = scratch;
                        return value;
                    }
                    Some(Singular::Extend(plies)) => {
                        extension = plies;
                        // The singular search has used the move lists of this ply: generate again, up to this move.
                        scratch.begin(false);
                        scratch.picker.next(position, &self.histories, &context);
                    }
                }
            }

            // Step 12. Search the child: the first move with the full window, later ones with a zero window and a
            // late-move reduction (LMR). One that beats alpha is searched again at full depth, and in a PV node with
            // the full window.
            let child = self.make_move(position, scored.mv);
            let full = Node { alpha, beta, depth: depth - 1 + extension, ply: ply + 1, cut: false };
            let value = if number == 0 {
                self.child::<PV>(position, &child, Some(scored.mv), Node { cut: !PV && !cut, ..full })
            } else {
                let late = LateMove { number, surplus, gives_check: child.in_check() };
                let reduction =
                    self.late_move_reduction::<PV>(here, &eval, &scored, &late).clamp(0, (full.depth - 1).max(0));
                let zero = Node { beta: alpha + 1, cut: !cut, ..full };
                let reduced = Node { depth: zero.depth - reduction, cut: reduction > 0 || !cut, ..zero };
                let mut value = self.child::<false>(position, &child, Some(scored.mv), reduced);
                if value > alpha && reduction > 0 && !self.stopped {
                    value = self.child::<false>(position, &child, Some(scored.mv), zero);
                }
                if PV && value > alpha && value < beta && !self.stopped {
                    value = self.child::<true>(position, &child, Some(scored.mv), full);
                }
                value
            };
            if self.stopped {
                break;
            }
            number += 1;

            // Step 13. New best move, raised alpha or beta cutoff.
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = code;
                    best_is_quiet = quiet;
                    if PV {
                        self.update_pv(ply, scored.mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.update_histories(position, &context, depth, &scored, &scratch);
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
            scratch.note_searched(&scored);
        }
        self.past.pop();
        self.scratch[ply] = scratch;
        if self.stopped {
            return 0;
        }
        if !any {
            return of_outcome(position.no_moves(), side, ply);
        }
        if number == 0 {
            // Singular search of a position whose only legal move is the excluded one.
            return alpha;
        }

        // Step 14. Store in the transposition table, and update the correction history.
        if excluded == 0 {
            let (value, depth_there) = (value_to_tt(best_value, ply), depth.clamp(0, 255) as u8);
            let entry =
                Entry { mv: best_move, value, depth: depth_there, bound: Some(bound), evaluation: static_evaluation };
            self.shared.table.store(key, entry);
            if let Some(static_evaluation) = static_evaluation
                && selective
                && best_is_quiet
                && bound.tightens(best_value, evaluation)
                && !is_decisive(best_value)
            {
                self.histories.update_correction(position, best_value - static_evaluation, depth);
            }
        }
        best_value
    }

    /// After a beta cutoff: history bonus for the move that caused it, malus for those searched before it.
    fn update_histories(
        &mut self,
        position: &G,
        context: &HistoryContext,
        depth: i32,
        best: &ScoredMove<G::Move>,
        scratch: &Scratch<G>,
    ) {
        let bonus = HISTORY_BONUS.get() * depth - HISTORY_BONUS_OFFSET.get();
        let bonus = bonus.clamp(0, HISTORY_BONUS_LIMIT.get());
        if best.is_noisy() {
            self.histories.update_noisy(position, best.mv, best.gain, bonus);
        } else {
            self.histories.update_refutations(context, best.mv.into());
            self.histories.update_quiet(position, context, best.mv, bonus);
            for &mv in &scratch.quiets {
                self.histories.update_quiet(position, context, mv, -bonus);
            }
        }
        for &(mv, gain) in &scratch.captures {
            self.histories.update_noisy(position, mv, gain, -bonus);
        }
    }
}
