//! What is not searched, or less deep, and what deserves more. Nothing of this happens in an exhaustive search.

use once_cell::sync::Lazy;

use super::history::HistoryContext;
use super::picker::ScoredMove;
use super::table::{Bound, Entry};
use super::thread::{Node, SearchThread};
use super::value::{Value, from_table, is_decisive, to_table};
use crate::game::{Evaluator, Searchable, Tactics};

// Margins are in centipawns.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
const REVERSE_FUTILITY: Value = 75;
const RAZOR_DEPTH: i32 = 2;
const RAZOR: [Value; 3] = [0, 300, 500];
const NULL_MOVE_DEPTH: i32 = 3;
/// The static evaluation may lie below beta by so much times the depth.
const NULL_MOVE: Value = 20;
/// From this depth on a cutoff by a null move is verified.
const NULL_VERIFICATION_DEPTH: i32 = 12;
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT: Value = 180;
const FUTILITY_DEPTH: i32 = 7;
const FUTILITY_BASE: Value = 100;
const FUTILITY: Value = 85;
const LATE_MOVE_PRUNING_DEPTH: i32 = 7;
const HISTORY_PRUNING_DEPTH: i32 = 4;
const HISTORY_PRUNING: i32 = -4_000;
/// What a quiet move may lose by an exchange, times the square of the depth left; what a capture, times the depth.
const QUIET_STATIC_EXCHANGE: Value = -25;
const NOISY_STATIC_EXCHANGE: Value = -90;
const STATIC_EXCHANGE_DEPTH: i32 = 7;
const SINGULAR_DEPTH: i32 = 7;
/// So much history is worth a ply of reduction.
const HISTORY_PER_PLY: i32 = 10_000;

/// Plies by which a late quiet move is reduced, by depth and number of the move.
static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (0.7 + (depth as f64).ln() * (number as f64).ln() / 2.2) as i32;
        }
    }
    table
});

/// By how much a late move is reduced before anything else is known of it.
pub fn base_reduction(depth: i32, number: i32) -> i32 {
    REDUCTIONS[depth.clamp(0, 63) as usize][number.clamp(0, 63) as usize]
}

/// What a node looks like before its moves are tried.
#[derive(Clone, Copy)]
pub struct StaticEval {
    pub in_check: bool,
    /// The static evaluation.
    pub evaluation: Value,
    /// A better guess, if the table has one.
    pub adjusted: Value,
    /// Whether things have become better since the last move of this side.
    pub improving: bool,
}

impl StaticEval {
    /// Takes what the table says for a better guess, where it says it for the side that matters.
    pub fn new(in_check: bool, evaluation: Value, improving: bool, known: Option<Entry>, ply: usize) -> StaticEval {
        let better = known.filter(|_| !in_check).and_then(|entry| {
            let value = from_table(entry.value, ply);
            (entry.bound?.corrects(value, evaluation) && !is_decisive(value)).then_some(value)
        });
        StaticEval { in_check, evaluation, adjusted: better.unwrap_or(evaluation), improving }
    }
}

/// What a search without the best move says of it.
pub enum Singular {
    /// It is to be searched by so much deeper.
    Extend(i32),
    /// Others are good enough as well; the node is worth at least this.
    MultiCut(Value),
}

impl<G: Searchable + Tactics, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// The value of a node that is so bad or so good that its moves need not be tried.
    pub fn prune_before_moves(&mut self, position: &G, node: Node, eval: &StaticEval) -> Option<Value> {
        let Node { alpha, beta, depth, ply, .. } = node;
        let adjusted = eval.adjusted;

        // Razoring: so bad that only captures could help.
        if !self.mate_mode && depth <= RAZOR_DEPTH && adjusted + RAZOR[depth as usize] <= alpha {
            let value = self.quiescence::<false>(position, alpha, alpha + 1, ply, 0);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }

        // Reverse futility: so good that a shallow search will not bring it below beta.
        let cushion = REVERSE_FUTILITY * (depth - i32::from(eval.improving));
        if depth <= REVERSE_FUTILITY_DEPTH && adjusted - cushion >= beta {
            return Some((adjusted + beta) / 2);
        }
        self.null_move_pruning(position, node, eval)
    }

    /// So good that even giving the turn away holds.
    fn null_move_pruning(&mut self, position: &G, node: Node, eval: &StaticEval) -> Option<Value> {
        let Node { beta, depth, ply, cut, .. } = node;
        let last_was_skipped = self.played[ply - 1].is_none();
        if depth < NULL_MOVE_DEPTH
            || eval.adjusted < beta
            || eval.evaluation < beta - NULL_MOVE * depth
            || last_was_skipped
            || ply < self.null_from
        {
            return None;
        }
        let null = position.null_move()?;
        let reduction = 3 + depth / 3 + ((eval.adjusted - beta) / 180).min(3);
        self.past.push(position.trace());
        let below = Node { alpha: beta - 1, beta, depth: depth - 1 - reduction, ply: ply + 1, cut: !cut };
        let value = self.child::<false>(position, &null, None, below);
        self.past.pop();
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        // A win found with a free move for the opponent is not proven.
        let value = if is_decisive(value) { beta } else { value };
        if depth < NULL_VERIFICATION_DEPTH {
            return Some(value);
        }
        // Near the root a second look, without skipping turns for a while, must agree.
        self.null_from = ply + (depth - reduction).max(1) as usize * 3 / 4;
        let again = Node { alpha: beta - 1, beta, depth: depth - reduction, ply, cut: false };
        let verified = self.node::<false>(position, again);
        self.null_from = 0;
        (self.stopped || verified >= beta).then_some(value)
    }

    /// A capture that a shallow search likes much better than beta will do.
    pub fn probcut(
        &mut self,
        position: &G,
        node: Node,
        eval: &StaticEval,
        known: Option<Entry>,
        context: &HistoryContext,
    ) -> Option<Value> {
        let Node { beta, depth, ply, cut, .. } = node;
        let high = beta + PROBCUT - 50 * i32::from(eval.improving);
        let disproven = known.is_some_and(|entry| {
            entry.bound.is_some() && i32::from(entry.depth) >= depth - 3 && from_table(entry.value, ply) < high
        });
        if self.mate_mode || !G::STATIC_EXCHANGE || depth < PROBCUT_DEPTH || disproven {
            return None;
        }
        let mut found = None;
        let mut picker = self.take_picker(ply);
        picker.begin(true, true);
        self.past.push(position.trace());
        while let Some(scored) = picker.next(position, &self.histories, context) {
            if !position.pays(scored.mv, high - eval.evaluation) {
                continue;
            }
            let mut child = position.clone();
            child.play(scored.mv);
            if child.side_to_move() == position.side_to_move() {
                continue;
            }
            self.shared.table.prefetch(child.search_key());
            self.note_played(position, scored.mv, ply);
            let mut value = -self.quiescence::<false>(&child, -high, -high + 1, ply + 1, 0);
            if value >= high && !self.stopped {
                let shallow = Node { alpha: high - 1, beta: high, depth: depth - 4, ply: ply + 1, cut: !cut };
                value = self.child::<false>(position, &child, Some(scored.mv), shallow);
            }
            if self.stopped {
                found = Some(0);
                break;
            }
            if value >= high {
                let (mv, value_there) = (scored.mv.into(), to_table(value, ply));
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

    /// Whether a move so near the horizon is without hope: the `number` of those before it, or what it loses, speak
    /// against it. Also whether that will be true of all quiet moves after it.
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
                && !position.pays(scored.mv, NOISY_STATIC_EXCHANGE * depth);
            return (loses, false);
        }
        let reduced = (depth - base_reduction(depth, number) - i32::from(!eval.improving)).max(0);
        let left = if self.mate_mode { depth } else { reduced };
        let move_limit = (4 + depth * depth) / if eval.improving { 1 } else { 2 };
        let futility_value = eval.evaluation + FUTILITY_BASE + FUTILITY * left.max(1) + scored.history / 200;
        if depth <= LATE_MOVE_PRUNING_DEPTH && number > move_limit || left <= FUTILITY_DEPTH && futility_value <= alpha
        {
            return (true, true);
        }
        let least = QUIET_STATIC_EXCHANGE * left * left - 20;
        let pruned = !self.mate_mode
            && (left <= HISTORY_PRUNING_DEPTH && scored.history < HISTORY_PRUNING * left.max(1)
                || left <= STATIC_EXCHANGE_DEPTH && !position.pays(scored.mv, least));
        (pruned, false)
    }

    /// If without the table's move nothing comes near, it is the only one and deserves a closer look. None if there is
    /// no reason to find out. Uses the lists of this ply.
    pub fn singular_search<const PV: bool>(
        &mut self,
        position: &G,
        node: Node,
        known: Option<Entry>,
    ) -> Option<Singular> {
        let Node { beta, depth, ply, cut, .. } = node;
        let entry = known?;
        let value_there = from_table(entry.value, ply);
        if self.mate_mode
            || depth < SINGULAR_DEPTH
            || ply >= 2 * self.root_depth
            || i32::from(entry.depth) < depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(value_there)
        {
            return None;
        }
        let target = value_there - 2 * depth;
        let half = Node { alpha: target - 1, beta: target, depth: (depth - 1) / 2, ply, cut };
        self.excluded[ply] = entry.mv;
        let value = self.node::<false>(position, half);
        self.excluded[ply] = 0;
        Some(if value < target {
            Singular::Extend(1 + i32::from(!PV && value < target - 30))
        } else if target >= beta {
            Singular::MultiCut(target)
        } else {
            Singular::Extend(-i32::from(value_there >= beta))
        })
    }

    /// By how many plies less a late move is searched at first.
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
            + if quiet { scored.history / HISTORY_PER_PLY } else { 1 };
        base_reduction(node.depth, late.number) + more - less
    }
}

/// What counts for the reduction of a move that is not the first.
pub struct LateMove {
    /// How many were searched before it.
    pub number: i32,
    /// Whether it is one of many that are much alike.
    pub surplus: bool,
    pub gives_check: bool,
}
