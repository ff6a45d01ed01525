//! Selectivity: forward pruning, reductions and extensions. None of it is used in an exhaustive search.
//!
//! Before the moves: razoring, reverse futility pruning, null-move pruning, ProbCut. For each move: late-move pruning,
//! futility pruning, history pruning, SEE pruning (static exchange evaluation), singular extension and multi-cut,
//! late-move reduction (LMR).

use once_cell::sync::Lazy;

use super::history::HistoryContext;
use super::parameters::{
    DOUBLE_EXTENSION, FUTILITY, FUTILITY_BASE, FUTILITY_HISTORY, HISTORY_PRUNING, LATE_MOVES, NOISY_STATIC_EXCHANGE,
    NULL_MOVE, NULL_MOVE_EVALUATION, PROBCUT, PROBCUT_IMPROVING, QUIET_STATIC_EXCHANGE, RAZOR_ONE, RAZOR_TWO,
    REDUCTION_BASE, REDUCTION_DIVISOR, REDUCTION_HISTORY, REVERSE_FUTILITY, SINGULAR,
};
use super::picker::ScoredMove;
use super::thread::{Node, SearchThread};
use super::transposition_table::{Bound, Entry};
use super::value::{Value, is_decisive, value_from_tt, value_to_tt};
use crate::game::{Evaluator, Searchable, Tactics};

// The margins are among the parameters. `…_DEPTH` is the largest depth for which a technique prunes, or the smallest for null-move
// pruning, ProbCut and singular extensions.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
const RAZOR_DEPTH: i32 = 2;
const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a null-move cutoff needs a verification search, against zugzwang.
const NULL_VERIFICATION_DEPTH: i32 = 12;
const PROBCUT_DEPTH: i32 = 5;
const FUTILITY_DEPTH: i32 = 7;
const LATE_MOVE_PRUNING_DEPTH: i32 = 7;
const HISTORY_PRUNING_DEPTH: i32 = 4;
const STATIC_EXCHANGE_DEPTH: i32 = 7;
const SINGULAR_DEPTH: i32 = 7;

/// The natural logarithms of 1 to 63; 0 for 0.
static LOGARITHMS: Lazy<[f64; 64]> = Lazy::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));

/// The late-move reduction in plies, by depth and move number, before any adjustment.
#[cfg(not(feature = "tuning"))]
static REDUCTIONS: Lazy<[[i32; 64]; 64]> =
    Lazy::new(|| std::array::from_fn(|depth| std::array::from_fn(|number| reduction_formula(depth, number))));

fn reduction_formula(depth: usize, number: usize) -> i32 {
    if depth == 0 || number == 0 {
        return 0;
    }
    let product = LOGARITHMS[depth] * LOGARITHMS[number];
    (f64::from(REDUCTION_BASE.get()) / 100.0 + product / (f64::from(REDUCTION_DIVISOR.get()) / 100.0)) as i32
}

/// The late-move reduction before adjustments.
pub fn base_reduction(depth: i32, number: i32) -> i32 {
    let (depth, number) = (depth.clamp(0, 63) as usize, number.clamp(0, 63) as usize);
    #[cfg(not(feature = "tuning"))]
    return REDUCTIONS[depth][number];
    #[cfg(feature = "tuning")]
    return reduction_formula(depth, number);
}

/// The static evaluation of a node and what pruning derives from it.
#[derive(Clone, Copy)]
pub struct StaticEval {
    pub in_check: bool,
    /// With the correction history applied.
    pub evaluation: Value,
    /// The hash entry's value instead, where its bound is tighter than the evaluation.
    pub adjusted: Value,
    /// Whether the evaluation is higher than two plies ago.
    pub improving: bool,
}

impl StaticEval {
    /// Adjusts the evaluation by the hash entry, if its bound allows that.
    pub fn new(
        in_check: bool,
        evaluation: Value,
        improving: bool,
        hash_entry: Option<Entry>,
        ply: usize,
    ) -> StaticEval {
        let better = hash_entry.filter(|_| !in_check).and_then(|entry| {
            let value = value_from_tt(entry.value, ply);
            (entry.bound?.tightens(value, evaluation) && !is_decisive(value)).then_some(value)
        });
        StaticEval { in_check, evaluation, adjusted: better.unwrap_or(evaluation), improving }
    }
}

/// Result of the singular search, which excludes the hash move.
pub enum Singular {
    /// Plies by which to extend the hash move: positive if it is singular, negative if it is not but fails high.
    Extend(i32),
    /// Another move beats beta as well: the node is cut with this value.
    MultiCut(Value),
}

impl<G: Searchable + Tactics, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// Prunes a whole node: razoring, reverse futility pruning, null-move pruning.
    pub fn prune_before_moves(&mut self, position: &G, node: Node, eval: &StaticEval) -> Option<Value> {
        let Node { alpha, beta, depth, ply, .. } = node;
        let adjusted = eval.adjusted;

        let razor = if depth < RAZOR_DEPTH { RAZOR_ONE.get() } else { RAZOR_TWO.get() };
        // Razoring: far below alpha near the horizon, only captures could help; quiescence search decides.
        if !self.mate_mode && depth <= RAZOR_DEPTH && adjusted + razor <= alpha {
            let value = self.quiescence::<false>(position, alpha, alpha + 1, ply, 0);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }

        // Reverse futility pruning (static null-move pruning): so far above beta that a shallow search will not change
        // that.
        let margin = REVERSE_FUTILITY.get() * (depth - i32::from(eval.improving));
        if depth <= REVERSE_FUTILITY_DEPTH && adjusted - margin >= beta {
            return Some((adjusted + beta) / 2);
        }
        self.null_move_pruning(position, node, eval)
    }

    /// Null-move pruning: passing and a reduced search still fail high. Never twice in a row.
    fn null_move_pruning(&mut self, position: &G, node: Node, eval: &StaticEval) -> Option<Value> {
        let Node { beta, depth, ply, cut, .. } = node;
        let last_was_skipped = self.played[ply - 1].is_none();
        if depth < NULL_MOVE_DEPTH
            || eval.adjusted < beta
            || eval.evaluation < beta - NULL_MOVE.get() * depth
            || last_was_skipped
            || ply < self.null_from
        {
            return None;
        }
        let null = position.null_move()?;
        let reduction = 3 + depth / 3 + ((eval.adjusted - beta) / NULL_MOVE_EVALUATION.get()).min(3);
        self.past.push(position.past_position());
        let below = Node { alpha: beta - 1, beta, depth: depth - 1 - reduction, ply: ply + 1, cut: !cut };
        let value = self.child::<false>(position, &null, None, below);
        self.past.pop();
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        // A mate score after a null move proves nothing.
        let value = if is_decisive(value) { beta } else { value };
        if depth < NULL_VERIFICATION_DEPTH {
            return Some(value);
        }
        // Verification search at high depth, with null moves disabled for the next plies.
        self.null_from = ply + (depth - reduction).max(1) as usize * 3 / 4;
        let again = Node { alpha: beta - 1, beta, depth: depth - reduction, ply, cut: false };
        let verified = self.node::<false>(position, again);
        self.null_from = 0;
        (self.stopped || verified >= beta).then_some(value)
    }

    /// ProbCut: a capture that beats a raised beta in quiescence and in a search reduced by four plies cuts the node.
    pub fn probcut(
        &mut self,
        position: &G,
        node: Node,
        eval: &StaticEval,
        hash_entry: Option<Entry>,
        context: &HistoryContext,
    ) -> Option<Value> {
        let Node { beta, depth, ply, cut, .. } = node;
        let probcut_beta = beta + PROBCUT.get() - PROBCUT_IMPROVING.get() * i32::from(eval.improving);
        let disproven = hash_entry.is_some_and(|entry| {
            entry.bound.is_some()
                && i32::from(entry.depth) >= depth - 3
                && value_from_tt(entry.value, ply) < probcut_beta
        });
        if self.mate_mode || !G::STATIC_EXCHANGE || depth < PROBCUT_DEPTH || disproven {
            return None;
        }
        let mut found = None;
        let mut picker = self.take_picker(ply);
        picker.begin(true, true);
        self.past.push(position.past_position());
        while let Some(scored) = picker.next(position, &self.histories, context) {
            if !position.pays(scored.mv, probcut_beta - eval.evaluation) {
                continue;
            }
            let child = self.make_move(position, scored.mv);
            if child.side_to_move() == position.side_to_move() {
                continue;
            }
            self.note_played(position, scored.mv, ply);
            let mut value = -self.quiescence::<false>(&child, -probcut_beta, -probcut_beta + 1, ply + 1, 0);
            if value >= probcut_beta && !self.stopped {
                let shallow =
                    Node { alpha: probcut_beta - 1, beta: probcut_beta, depth: depth - 4, ply: ply + 1, cut: !cut };
                value = self.child::<false>(position, &child, Some(scored.mv), shallow);
            }
            if self.stopped {
                found = Some(0);
                break;
            }
            if value >= probcut_beta {
                let (mv, value_there) = (scored.mv.into(), value_to_tt(value, ply));
                let bound = Some(Bound::Lower);
                let entry = Entry { mv, value: value_there, depth: (depth - 3) as u8, bound, evaluation: None };
                self.shared.table.store(position.search_key(), entry);
                found = Some(value);
                break;
            }
        }
        self.past.pop();
        self.put_picker(ply, picker);
        found
    }

    /// Shallow pruning of one move: late-move pruning by its `number`, futility pruning, history pruning and SEE pruning.
    /// The second flag says that all later quiet moves will be pruned too.
    pub fn is_pruned(
        &self,
        position: &G,
        node: Node,
        eval: &StaticEval,
        scored: &ScoredMove<G::Move>,
        number: i32,
    ) -> (bool, bool) {
        let Node { alpha, depth, .. } = node;
        if scored.is_noisy() || eval.in_check {
            let loses = !self.mate_mode
                && depth <= STATIC_EXCHANGE_DEPTH
                && !position.pays(scored.mv, -NOISY_STATIC_EXCHANGE.get() * depth);
            return (loses, false);
        }
        let reduced = (depth - base_reduction(depth, number) - i32::from(!eval.improving)).max(0);
        let reduced_depth = if self.mate_mode { depth } else { reduced };
        let move_limit = (LATE_MOVES.get() + depth * depth) / if eval.improving { 1 } else { 2 };
        let futility_value = eval.evaluation
            + FUTILITY_BASE.get()
            + FUTILITY.get() * reduced_depth.max(1)
            + scored.history / FUTILITY_HISTORY.get();
        if depth <= LATE_MOVE_PRUNING_DEPTH && number > move_limit
            || reduced_depth <= FUTILITY_DEPTH && futility_value <= alpha
        {
            // The histories of later moves are no higher, except after a killer, which comes first whatever its history.
            return (true, !scored.is_killer());
        }
        let least = -QUIET_STATIC_EXCHANGE.get() * reduced_depth * reduced_depth - 20;
        let pruned = !self.mate_mode
            && (reduced_depth <= HISTORY_PRUNING_DEPTH
                && scored.history < -HISTORY_PRUNING.get() * reduced_depth.max(1)
                || reduced_depth <= STATIC_EXCHANGE_DEPTH && !position.pays(scored.mv, least));
        (pruned, false)
    }

    /// Singular extension: a half-depth search that excludes the hash move. If all other moves fail low against a lowered
    /// hash value, the hash move is extended, by two plies if they fail clearly; if they beat beta, multi-cut. None if
    /// the hash entry is no candidate. Uses the move lists of this ply.
    pub fn singular_search<const PV: bool>(
        &mut self,
        position: &G,
        node: Node,
        hash_entry: Option<Entry>,
    ) -> Option<Singular> {
        let Node { beta, depth, ply, cut, .. } = node;
        let entry = hash_entry?;
        let value_there = value_from_tt(entry.value, ply);
        if self.mate_mode
            || depth < SINGULAR_DEPTH
            || ply >= 2 * self.root_depth
            || i32::from(entry.depth) < depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(value_there)
        {
            return None;
        }
        let singular_beta = value_there - SINGULAR.get() * depth / 16;
        let half = Node { alpha: singular_beta - 1, beta: singular_beta, depth: (depth - 1) / 2, ply, cut };
        self.excluded[ply] = entry.mv;
        let value = self.node::<false>(position, half);
        self.excluded[ply] = 0;
        Some(if value < singular_beta {
            Singular::Extend(1 + i32::from(!PV && value < singular_beta - DOUBLE_EXTENSION.get()))
        } else if singular_beta >= beta {
            Singular::MultiCut(singular_beta)
        } else {
            Singular::Extend(-i32::from(value_there >= beta))
        })
    }

    /// Late-move reduction (LMR): plies by which a late move is searched less deep at first.
    pub fn late_move_reduction<const PV: bool>(
        &self,
        node: Node,
        eval: &StaticEval,
        scored: &ScoredMove<G::Move>,
        late: &LateMove,
    ) -> i32 {
        let quiet = !scored.is_noisy();
        let reducible = quiet || late.surplus || late.number >= 4;
        if self.exhaustive || node.depth < 2 || late.number <= i32::from(PV) || !reducible {
            return 0;
        }
        let more = i32::from(!eval.improving) + i32::from(node.cut) + i32::from(late.surplus);
        let less = i32::from(PV)
            + i32::from(late.gives_check)
            + i32::from(eval.in_check)
            + i32::from(quiet && scored.is_killer())
            + if quiet { scored.history / REDUCTION_HISTORY.get() } else { 1 };
        base_reduction(node.depth, late.number) + more - less
    }
}

/// What a late-move reduction depends on, besides node and history.
pub struct LateMove {
    /// Moves searched before this one.
    pub number: i32,
    /// Whether enough similar moves have been searched already.
    pub surplus: bool,
    pub gives_check: bool,
}
