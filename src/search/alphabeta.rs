//! One thread of the search, and one node of its tree: principal variation search with a zero window, the usual
//! pruning, and nothing that depends on a game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use once_cell::sync::Lazy;

use super::clock::Clock;
use super::history::{Deed, Memory, Place};
use super::ordering::{Picker, Ranked};
use super::stop::StopToken;
use super::table::{Bound, Entry, Table};
use super::value::{EVALUATION_LIMIT, INFINITE, MATE, MAX_PLY, Value, from_table, is_decisive, of_outcome, to_table};
use crate::game::{Evaluator, Game};

/// A thread looks at clock and stop token after this many nodes.
const POLL_INTERVAL: u64 = 64;

/// Pruning and reductions; the margins are in centipawns. Nothing of this happens in an exhaustive search.
mod margin {
    use super::Value;

    pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
    pub const REVERSE_FUTILITY: Value = 75;
    pub const RAZOR_DEPTH: i32 = 2;
    pub const RAZOR: [Value; 3] = [0, 300, 500];
    pub const NULL_MOVE_DEPTH: i32 = 3;
    /// From this depth on a cutoff by a null move is verified.
    pub const NULL_VERIFICATION_DEPTH: i32 = 12;
    pub const PROBCUT_DEPTH: i32 = 5;
    pub const PROBCUT: Value = 180;
    pub const FUTILITY_DEPTH: i32 = 7;
    pub const FUTILITY_BASE: Value = 100;
    pub const FUTILITY: Value = 85;
    pub const LATE_MOVE_DEPTH: i32 = 7;
    pub const HISTORY_DEPTH: i32 = 4;
    pub const HISTORY: i32 = -4_000;
    /// What a quiet move may lose by an exchange, times the square of the depth left; what a capture, times the depth.
    pub const QUIET_EXCHANGE: Value = -25;
    pub const NOISY_EXCHANGE: Value = -90;
    pub const EXCHANGE_DEPTH: i32 = 7;
    pub const SINGULAR_DEPTH: i32 = 7;
    /// Without a move from the table, a deep node is searched one ply less: it will be better ordered next time.
    pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;
    /// So much history is worth a ply of reduction.
    pub const HISTORY_PER_PLY: i32 = 10_000;
}

/// Of moves that differ only in where a piece is put down, those after the first few are reduced by a ply more, also if
/// they take something.
const DIFFERENT_ENOUGH: usize = 3;

/// What an exhaustive search knows is kept apart from what a selective one believes.
const EXHAUSTIVE_KEY: u64 = 0x5DEE_CE66_D1CE_4E5B;

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

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub clock: Clock,
    pub stop: StopToken,
    /// Ends the helpers when the first thread is done.
    pub finished: AtomicBool,
    /// Nodes of all threads, up to the last poll of each.
    pub nodes: AtomicU64,
    pub node_limit: Option<u64>,
}

/// The lists that a node needs, kept for the next node at the same ply.
struct Scratch<G: Game> {
    picker: Picker<G>,
    /// Quiet moves, and captures with what they take, that were searched without a cutoff.
    tried: Vec<G::Move>,
    taken: Vec<(G::Move, i32)>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Scratch { picker: Picker::default(), tried: Vec::new(), taken: Vec::new() }
    }
}

/// One thread of the search.
pub(super) struct Worker<'a, G: Game, E: Evaluator<G>> {
    pub shared: &'a Shared<'a>,
    pub evaluator: E,
    pub memory: Memory,
    /// Traces of all positions before the current one, those of the game included.
    pub past: Vec<G::Trace>,
    pub selective_depth: usize,
    /// Set when the search has to be left as it is; every value after that is meaningless.
    pub stopped: bool,
    /// While set, nothing ends the search: the very first answer must be a real one.
    pub unstoppable: bool,
    /// While set, nothing is pruned or reduced, and captures are not played out: proves or disproves a mate.
    pub exhaustive: bool,
    /// While set, no move is left out because it gives something up: that may be how a mate begins.
    pub careful: bool,
    /// Depth of the iteration under way.
    pub root_depth: usize,
    /// Best line from each ply on.
    pub variations: Vec<Vec<G::Move>>,
    nodes: u64,
    published: u64,
    poll_at: u64,
    /// Static evaluations along the current line.
    evaluations: [Value; MAX_PLY + 2],
    /// Moves along the current line; none for a skipped turn.
    played: [Option<Deed>; MAX_PLY + 2],
    /// At each ply the move that is left out, to see whether another is nearly as good; 0 if none.
    excluded: [u32; MAX_PLY + 2],
    /// No turn is skipped before this ply.
    null_from: usize,
    scratch: Vec<Scratch<G>>,
}

/// The window, depth and place of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// Whether the value is expected to be at least beta.
    pub cut: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub fn new(shared: &'a Shared<'a>, evaluator: E, memory: Memory, past: Vec<G::Trace>) -> Self {
        Worker {
            shared,
            evaluator,
            memory,
            past,
            selective_depth: 0,
            stopped: false,
            unstoppable: false,
            exhaustive: false,
            careful: false,
            root_depth: 0,
            variations: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            nodes: 0,
            published: 0,
            poll_at: 0,
            evaluations: [0; MAX_PLY + 2],
            played: [None; MAX_PLY + 2],
            excluded: [0; MAX_PLY + 2],
            null_from: 0,
            scratch: (0..MAX_PLY + 2).map(|_| Scratch::default()).collect(),
        }
    }

    /// Lends out the picker of a ply. It comes back through [`Worker::put_picker`].
    pub fn take_picker(&mut self, ply: usize) -> Picker<G> {
        std::mem::take(&mut self.scratch[ply].picker)
    }

    /// Returns what [`Worker::take_picker`] lent.
    pub fn put_picker(&mut self, ply: usize, picker: Picker<G>) {
        self.scratch[ply].picker = picker;
    }

    /// Remembers the move that leads from this ply to the next.
    pub fn note_played(&mut self, position: &G, mv: G::Move, ply: usize) {
        self.played[ply] = Some(Memory::deed(position, mv));
    }

    /// What came before the node at this ply.
    pub fn place(&self, ply: usize, table_move: u32) -> Place {
        Place { ply, table_move, before: [self.played[ply - 1], if ply >= 2 { self.played[ply - 2] } else { None }] }
    }

    /// How many nodes this thread has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, and now and then looks whether the search has to end.
    pub fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.poll_at {
            self.poll();
        }
    }

    /// Publishes the node count and looks at clock, stop token and node limit.
    pub fn poll(&mut self) {
        let fresh = self.nodes - self.published;
        self.published = self.nodes;
        let total = self.shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let left = self.shared.node_limit.map_or(u64::MAX, |limit| limit.saturating_sub(total));
        self.poll_at = self.nodes + left.clamp(1, POLL_INTERVAL);
        if !self.unstoppable
            && (left == 0
                || self.shared.stop.is_stopped()
                || self.shared.finished.load(Ordering::Relaxed)
                || self.shared.clock.must_stop())
        {
            self.stopped = true;
        }
    }

    /// The static evaluation with what was learned of its errors; never 0, which is kept for draws, and never near a
    /// proven result.
    pub fn static_value(&mut self, position: &G) -> Value {
        let value = self.evaluator.evaluate(position) + self.memory.correction(position);
        match value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) {
            0 => 1,
            value => value,
        }
    }

    /// Remembers that `mv` leads to the variation of the next ply.
    pub fn extend_variation(&mut self, ply: usize, mv: G::Move) {
        let (here, below) = self.variations.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The value of `child` from the view of the side that moved to it. Sides need not alternate.
    pub fn child<const PV: bool>(&mut self, parent: &G, child: &G, mv: Option<G::Move>, node: Node) -> Value {
        self.played[node.ply - 1] = mv.map(|mv| Memory::deed(parent, mv));
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

        // 1. Checks are searched a ply deeper, but not for ever; below the horizon only captures count.
        let in_check = position.in_check();
        if in_check && ply < 2 * self.root_depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 && !self.exhaustive {
            return self.quiescence::<PV>(position, alpha, beta, ply, 0);
        }

        let excluded = self.excluded[ply];
        self.count_node(ply);
        self.variations[ply].clear();
        if self.stopped {
            return 0;
        }

        // 2. The game may be over. Recurrences after the root count at once, others only as the rules say.
        if let Some(outcome) = position.decided(&self.past, ply - 1) {
            return of_outcome(outcome, side, ply);
        }
        if ply >= MAX_PLY || (depth <= 0 && !in_check) {
            return self.static_value(position);
        }

        // 3. Even a win at once would not change the result any more.
        alpha = alpha.max(-MATE + ply as Value);
        beta = beta.min(MATE - ply as Value);
        if alpha >= beta {
            return alpha;
        }

        // 4. It may be known already.
        let key = position.search_key() ^ if self.exhaustive { EXHAUSTIVE_KEY } else { 0 };
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && !PV
            && excluded == 0
            && i32::from(entry.depth) >= depth
            && let Some(value) = entry.settles(alpha, beta, ply)
        {
            return value;
        }
        let table_move = known.map_or(0, |entry| entry.mv);
        let table_value = known.map_or(0, |entry| from_table(entry.value, ply));
        let place = self.place(ply, table_move);

        // 5. What it looks like at first sight, and whether that has become better since the last move. What the table
        // says of its value is a better guess, if it says it for the side that matters.
        let raw = if in_check { -INFINITE } else { self.static_value(position) };
        self.evaluations[ply] = raw;
        let improving = !in_check && ply >= 2 && raw > self.evaluations[ply - 2];
        let mut evaluation = raw;
        if let Some(entry) = known
            && !in_check
            && !is_decisive(table_value)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => table_value > raw,
                Bound::Upper => table_value < raw,
            }
        {
            evaluation = table_value;
        }

        let selective = !self.exhaustive;
        if selective && !PV && !in_check && excluded == 0 && !is_decisive(beta) {
            // 6. Razoring: so bad that only captures could help.
            if !self.careful && depth <= margin::RAZOR_DEPTH && evaluation + margin::RAZOR[depth as usize] <= alpha {
                let value = self.quiescence::<false>(position, alpha, alpha + 1, ply, 0);
                if self.stopped || value <= alpha {
                    return value;
                }
            }

            // 7. Reverse futility: so good that a shallow search will not bring it below beta.
            let cushion = margin::REVERSE_FUTILITY * (depth - i32::from(improving));
            if depth <= margin::REVERSE_FUTILITY_DEPTH && evaluation - cushion >= beta {
                return (evaluation + beta) / 2;
            }

            // 8. Null move: so good that even giving the turn away holds.
            let last_was_skipped = self.played[ply - 1].is_none();
            if depth >= margin::NULL_MOVE_DEPTH
                && evaluation >= beta
                && raw >= beta - 20 * depth
                && !last_was_skipped
                && ply >= self.null_from
                && let Some(skipped) = position.skip_turn()
            {
                let reduction = 3 + depth / 3 + ((evaluation - beta) / 180).min(3);
                self.past.push(position.trace());
                let below = Node { alpha: beta - 1, beta, depth: depth - 1 - reduction, ply: ply + 1, cut: !cut };
                let value = self.child::<false>(position, &skipped, None, below);
                self.past.pop();
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    // A win found with a free move for the opponent is not proven.
                    let value = if is_decisive(value) { beta } else { value };
                    if depth < margin::NULL_VERIFICATION_DEPTH {
                        return value;
                    }
                    // Near the root a second look, without skipping turns for a while, must agree.
                    self.null_from = ply + (depth - reduction).max(1) as usize * 3 / 4;
                    let again = Node { alpha: beta - 1, beta, depth: depth - reduction, ply, cut: false };
                    let verified = self.node::<false>(position, again);
                    self.null_from = 0;
                    if self.stopped || verified >= beta {
                        return value;
                    }
                }
            }
        }

        // 9. Internal reduction.
        if selective && table_move == 0 && depth >= margin::INTERNAL_REDUCTION_DEPTH && (PV || cut) {
            depth -= 1;
        }

        let mut scratch = std::mem::take(&mut self.scratch[ply]);
        self.past.push(position.trace());

        // 10. Probcut: a capture that a shallow search likes much better than beta will do.
        let high = beta + margin::PROBCUT - 50 * i32::from(improving);
        if selective
            && !self.careful
            && E::WEIGHS_EXCHANGES
            && !PV
            && !in_check
            && excluded == 0
            && depth >= margin::PROBCUT_DEPTH
            && !is_decisive(beta)
            && !(known.is_some_and(|entry| i32::from(entry.depth) >= depth - 3) && table_value < high)
        {
            scratch.picker.begin(true, true);
            while let Some(ranked) = scratch.picker.next(position, &self.evaluator, &self.memory, &place) {
                if !self.evaluator.pays(position, ranked.mv, high - raw) {
                    continue;
                }
                let mut child = position.clone();
                child.play(ranked.mv);
                if child.side_to_move() == side {
                    continue;
                }
                self.shared.table.prefetch(child.search_key());
                self.note_played(position, ranked.mv, ply);
                let mut value = -self.quiescence::<false>(&child, -high, -high + 1, ply + 1, 0);
                if value >= high && !self.stopped {
                    let shallow = Node { alpha: high - 1, beta: high, depth: depth - 4, ply: ply + 1, cut: !cut };
                    value = self.child::<false>(position, &child, Some(ranked.mv), shallow);
                }
                if self.stopped {
                    break;
                }
                if value >= high {
                    let entry = Entry {
                        mv: ranked.mv.into(),
                        value: to_table(value, ply),
                        depth: (depth - 3) as u8,
                        bound: Bound::Lower,
                    };
                    self.shared.table.store(key, entry);
                    self.past.pop();
                    self.scratch[ply] = scratch;
                    return value;
                }
            }
            if self.stopped {
                self.past.pop();
                self.scratch[ply] = scratch;
                return 0;
            }
        }

        // 11. The moves, best first.
        scratch.picker.begin(false, !selective);
        scratch.tried.clear();
        scratch.taken.clear();
        self.memory.clear_killers(ply + 1);

        let mut best_value = -INFINITE;
        let mut best_move = 0;
        let mut best_is_quiet = true;
        let mut bound = Bound::Upper;
        let mut gives_check = None;
        let mut alike = 0;
        let mut number = 0;
        let mut any = false;
        while let Some(ranked) = scratch.picker.next(position, &self.evaluator, &self.memory, &place) {
            any = true;
            let code: u32 = ranked.mv.into();
            if code == excluded {
                continue;
            }
            let quiet = !ranked.is_noisy();
            let base_reduction = REDUCTIONS[depth.min(63) as usize][(number as usize).min(63)];

            // 12. Moves without hope near the horizon are not worth a look unless they give check, once there is
            // something to fall back on.
            if selective && number > 0 && !is_decisive(best_value) {
                let reduced = (depth - base_reduction - i32::from(!improving)).max(0);
                let left = if self.careful { depth } else { reduced };
                let hopeless = if quiet && !in_check {
                    let many = (4 + depth * depth) / if improving { 1 } else { 2 };
                    let hope = raw + margin::FUTILITY_BASE + margin::FUTILITY * left.max(1) + ranked.history / 200;
                    let late = depth <= margin::LATE_MOVE_DEPTH && number > many
                        || left <= margin::FUTILITY_DEPTH && hope <= alpha;
                    if late {
                        // What comes after this one is as quiet and no better.
                        scratch.picker.stop_sorting();
                    }
                    let least = margin::QUIET_EXCHANGE * left * left - 20;
                    late || !self.careful
                        && (left <= margin::HISTORY_DEPTH && ranked.history < margin::HISTORY * left.max(1)
                            || left <= margin::EXCHANGE_DEPTH && !self.evaluator.pays(position, ranked.mv, least))
                } else {
                    !self.careful
                        && depth <= margin::EXCHANGE_DEPTH
                        && !self.evaluator.pays(position, ranked.mv, margin::NOISY_EXCHANGE * depth)
                };
                if hopeless {
                    let gives_check = gives_check.get_or_insert_with(|| position.check_test());
                    if !gives_check(ranked.mv) {
                        continue;
                    }
                }
            }
            let one_of_many = position.is_one_of_many(ranked.mv);
            alike += usize::from(one_of_many);
            let surplus = one_of_many && alike > DIFFERENT_ENOUGH;

            // 13. If without the table's move nothing comes near, it is the only one and deserves a closer look.
            let mut extension = 0;
            if selective
                && !self.careful
                && code == table_move
                && excluded == 0
                && depth >= margin::SINGULAR_DEPTH
                && ply < 2 * self.root_depth
                && let Some(entry) = known
                && i32::from(entry.depth) >= depth - 3
                && entry.bound != Bound::Upper
                && !is_decisive(table_value)
            {
                let target = table_value - 2 * depth;
                let half = Node { alpha: target - 1, beta: target, depth: (depth - 1) / 2, ply, cut };
                self.past.pop();
                self.scratch[ply] = scratch;
                self.excluded[ply] = code;
                let value = self.node::<false>(position, half);
                self.excluded[ply] = 0;
                scratch = std::mem::take(&mut self.scratch[ply]);
                self.past.push(position.trace());
                if self.stopped {
                    break;
                }
                if value < target {
                    extension = 1 + i32::from(!PV && value < target - 30);
                } else if target >= beta {
                    // Several moves are good enough.
                    self.past.pop();
                    self.scratch[ply] = scratch;
                    return target;
                } else if table_value >= beta {
                    extension = -1;
                }
                // The search without it has used the lists of this ply.
                scratch.picker.begin(false, false);
                scratch.picker.next(position, &self.evaluator, &self.memory, &place);
                scratch.tried.clear();
                scratch.taken.clear();
            }

            let mut child = position.clone();
            child.play(ranked.mv);
            self.shared.table.prefetch(child.search_key());

            // 14. The first move gets the full window; later ones must show with a zero window that they are better.
            let full = Node { alpha, beta, depth: depth - 1 + extension, ply: ply + 1, cut: false };
            let value = if number == 0 {
                let first = Node { cut: !PV && !cut, ..full };
                self.child::<PV>(position, &child, Some(ranked.mv), first)
            } else {
                let mut reduction = 0;
                if selective && depth >= 2 && number > i32::from(PV) && (quiet || surplus || number >= 4) {
                    reduction = base_reduction + i32::from(!improving) + i32::from(cut) + i32::from(surplus)
                        - i32::from(PV)
                        - i32::from(child.in_check())
                        - i32::from(in_check)
                        - i32::from(quiet && ranked.is_killer());
                    reduction -= if quiet { ranked.history / margin::HISTORY_PER_PLY } else { 1 };
                    reduction = reduction.clamp(0, (full.depth - 1).max(0));
                }
                let zero = Node { beta: alpha + 1, cut: !cut, ..full };
                let reduced = Node { depth: zero.depth - reduction, cut: reduction > 0 || !cut, ..zero };
                let mut value = self.child::<false>(position, &child, Some(ranked.mv), reduced);
                if value > alpha && reduction > 0 {
                    value = self.child::<false>(position, &child, Some(ranked.mv), zero);
                }
                if PV && value > alpha && value < beta {
                    value = self.child::<true>(position, &child, Some(ranked.mv), full);
                }
                value
            };
            if self.stopped {
                break;
            }
            number += 1;

            // 15. Better than anything so far?
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = code;
                    best_is_quiet = quiet;
                    if PV {
                        self.extend_variation(ply, ranked.mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.learn(position, &place, depth, &ranked, &scratch);
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
            if quiet {
                scratch.tried.push(ranked.mv);
            } else {
                scratch.taken.push((ranked.mv, ranked.gain));
            }
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
            // Nothing but the excluded move.
            return alpha;
        }

        // 16. Remember.
        if excluded == 0 {
            let entry =
                Entry { mv: best_move, value: to_table(best_value, ply), depth: depth.clamp(0, 255) as u8, bound };
            self.shared.table.store(key, entry);
            let telling = match bound {
                Bound::Exact => true,
                Bound::Lower => best_value > raw,
                Bound::Upper => best_value < raw,
            };
            if selective && !in_check && best_is_quiet && telling && !is_decisive(best_value) {
                let uncorrected = raw - self.memory.correction(position);
                self.memory.correct(position, best_value - uncorrected, depth);
            }
        }
        best_value
    }

    /// A move caused a cutoff, and those tried before it did not.
    fn learn(&mut self, position: &G, place: &Place, depth: i32, best: &Ranked<G::Move>, scratch: &Scratch<G>) {
        let bonus = (150 * depth - 80).clamp(0, 1_700);
        if best.is_noisy() {
            self.memory.shift_noisy(position, best.mv, best.gain, bonus);
        } else {
            self.memory.note_refutation(place, best.mv.into());
            self.memory.shift_quiet(position, place, best.mv, bonus);
            for &mv in &scratch.tried {
                self.memory.shift_quiet(position, place, mv, -bonus);
            }
        }
        for &(mv, gain) in &scratch.taken {
            self.memory.shift_noisy(position, mv, gain, -bonus);
        }
    }
}
