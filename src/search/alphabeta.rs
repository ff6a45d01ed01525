//! One thread of the search, and one node of its tree: principal variation search with a zero window, the usual
//! pruning, and nothing that depends on a game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use once_cell::sync::Lazy;

use super::clock::Clock;
use super::ordering::{HISTORY_LIMIT, Memory, Place, Ranked, pick};
use super::stop::StopToken;
use super::table::{Bound, Entry, Table};
use super::value::{EVALUATION_LIMIT, INFINITE, MATE, MAX_PLY, Value, is_decisive, of_outcome, to_table};
use crate::game::{Evaluator, Game};

/// A thread looks at clock and stop token after this many nodes.
const POLL_INTERVAL: u64 = 64;

const REVERSE_FUTILITY_DEPTH: i32 = 7;
const REVERSE_FUTILITY_MARGIN: Value = 70;
const NULL_MOVE_DEPTH: i32 = 3;
const FUTILITY_DEPTH: i32 = 6;
const FUTILITY_BASE: Value = 110;
const FUTILITY_MARGIN: Value = 80;
const LATE_MOVE_DEPTH: i32 = 5;
/// Without a move from the table, a deep node is searched one ply less: it will be better ordered next time.
const INTERNAL_REDUCTION_DEPTH: i32 = 5;

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
            *reduction = (0.6 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32;
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
    moves: Vec<G::Move>,
    ranked: Vec<Ranked<G::Move>>,
    tried: Vec<G::Move>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Scratch { moves: Vec::new(), ranked: Vec::new(), tried: Vec::new() }
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
    played: [Option<G::Move>; MAX_PLY + 2],
    scratch: Vec<Scratch<G>>,
}

/// The window, depth and place of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub fn new(shared: &'a Shared<'a>, evaluator: E, past: Vec<G::Trace>) -> Self {
        Worker {
            shared,
            evaluator,
            memory: Memory::new::<G>(),
            past,
            selective_depth: 0,
            stopped: false,
            unstoppable: false,
            exhaustive: false,
            root_depth: 0,
            variations: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            nodes: 0,
            published: 0,
            poll_at: 0,
            evaluations: [0; MAX_PLY + 2],
            played: [None; MAX_PLY + 2],
            scratch: (0..MAX_PLY + 2).map(|_| Scratch::default()).collect(),
        }
    }

    /// The lists of this ply, empty. They come back through [`Worker::put_lists`].
    pub fn take_lists(&mut self, ply: usize) -> (Vec<G::Move>, Vec<Ranked<G::Move>>) {
        let scratch = &mut self.scratch[ply];
        scratch.moves.clear();
        (std::mem::take(&mut scratch.moves), std::mem::take(&mut scratch.ranked))
    }

    /// Returns what [`Worker::take_lists`] lent.
    pub fn put_lists(&mut self, ply: usize, moves: Vec<G::Move>, ranked: Vec<Ranked<G::Move>>) {
        let scratch = &mut self.scratch[ply];
        scratch.moves = moves;
        scratch.ranked = ranked;
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

    /// The static evaluation; never 0, which is kept for draws, and never near a proven result.
    pub fn static_value(&mut self, position: &G) -> Value {
        match self.evaluator.evaluate(position).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) {
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
        self.played[node.ply - 1] = mv;
        if child.side_to_move() == parent.side_to_move() {
            self.node::<PV>(child, node)
        } else {
            -self.node::<PV>(child, Node { alpha: -node.beta, beta: -node.alpha, ..node })
        }
    }

    /// The value of a position from the view of its side to move.
    pub fn node<const PV: bool>(&mut self, position: &G, node: Node) -> Value {
        let Node { mut alpha, mut beta, mut depth, ply } = node;
        let side = position.side_to_move();

        // 1. Checks are searched a ply deeper, but not for ever; below the horizon only captures count.
        let in_check = position.in_check();
        if in_check && ply < 2 * self.root_depth {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 && !self.exhaustive {
            return self.quiescence::<PV>(position, alpha, beta, ply, 0);
        }

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
            && i32::from(entry.depth) >= depth
            && let Some(value) = entry.settles(alpha, beta, ply)
        {
            return value;
        }
        let table_move = known.map_or(0, |entry| entry.mv);

        // 5. What it looks like at first sight, and whether that has become better since the last move.
        let evaluation = if in_check { -INFINITE } else { self.static_value(position) };
        self.evaluations[ply] = evaluation;
        let improving = !in_check && ply >= 2 && evaluation > self.evaluations[ply - 2];

        let selective = !self.exhaustive;
        if selective && !PV && !in_check && !is_decisive(beta) {
            // 6. Reverse futility: so good that a shallow search will not bring it below beta.
            let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
            if depth <= REVERSE_FUTILITY_DEPTH && evaluation - margin >= beta {
                return evaluation;
            }

            // 7. Null move: so good that even giving the turn away holds.
            let last_was_skipped = self.played[ply - 1].is_none();
            if depth >= NULL_MOVE_DEPTH
                && evaluation >= beta
                && !last_was_skipped
                && let Some(skipped) = position.skip_turn()
            {
                let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
                self.past.push(position.trace());
                let below = Node { alpha: beta - 1, beta, depth: depth - 1 - reduction, ply: ply + 1 };
                let value = self.child::<false>(position, &skipped, None, below);
                self.past.pop();
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    // A win found with a free move for the opponent is not proven.
                    return if is_decisive(value) { beta } else { value };
                }
            }
        }

        // 8. Internal reduction.
        if selective && table_move == 0 && depth >= INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
        }

        // 9. The moves, best first.
        let mut scratch = std::mem::take(&mut self.scratch[ply]);
        scratch.moves.clear();
        scratch.tried.clear();
        position.legal_moves(&mut scratch.moves);
        if scratch.moves.is_empty() {
            self.scratch[ply] = scratch;
            return of_outcome(position.no_moves(), side, ply);
        }
        let place = Place { ply, table_move, answered: self.played[ply - 1] };
        self.memory.rank(position, &self.evaluator, place, &scratch.moves, &mut scratch.ranked);
        self.memory.clear_killers(ply + 1);

        let mut best_value = -INFINITE;
        let mut best_move = 0;
        let mut bound = Bound::Upper;
        let mut gives_check = None;
        let mut alike = 0;
        self.past.push(position.trace());
        for number in 0..scratch.ranked.len() {
            // 10. Hopeless quiet moves near the horizon are not worth a look unless they give check, once there is
            // something to fall back on. What comes after the first of them is as quiet and no better.
            let ranked = if gives_check.is_none() { pick(&mut scratch.ranked, number) } else { scratch.ranked[number] };
            let quiet = !ranked.is_noisy();
            if selective && !PV && !in_check && quiet && number > 0 && gives_check.is_none() && !is_decisive(best_value)
            {
                let many = (3 + depth * depth) / if improving { 1 } else { 2 };
                let hope = evaluation + FUTILITY_BASE + FUTILITY_MARGIN * depth;
                if depth <= LATE_MOVE_DEPTH && number as i32 > many || depth <= FUTILITY_DEPTH && hope <= alpha {
                    gives_check = Some(position.check_test());
                }
            }
            if gives_check.as_ref().is_some_and(|gives_check| !gives_check(ranked.mv)) {
                continue;
            }
            let one_of_many = position.is_one_of_many(ranked.mv);
            alike += usize::from(one_of_many);
            let surplus = one_of_many && alike > DIFFERENT_ENOUGH;
            let mut child = position.clone();
            child.play(ranked.mv);
            self.shared.table.prefetch(child.search_key());

            // 11. The first move gets the full window; later ones must show with a zero window that they are better.
            let full = Node { alpha, beta, depth: depth - 1, ply: ply + 1 };
            let value = if number == 0 {
                self.child::<PV>(position, &child, Some(ranked.mv), full)
            } else {
                let mut reduction = 0;
                if selective && depth >= 3 && number >= 2 && (quiet || surplus) {
                    reduction = REDUCTIONS[depth.min(63) as usize][number.min(63)];
                    reduction +=
                        i32::from(!improving) - i32::from(PV) - i32::from(child.in_check()) - i32::from(in_check);
                    reduction += i32::from(surplus);
                    reduction -= if quiet { ranked.history() / (HISTORY_LIMIT / 2) } else { 0 };
                    reduction = reduction.clamp(0, depth - 2);
                }
                let zero = Node { beta: alpha + 1, ..full };
                let reduced = Node { depth: zero.depth - reduction, ..zero };
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

            // 12. Better than anything so far?
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = ranked.mv.into();
                    if PV {
                        self.extend_variation(ply, ranked.mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        if quiet {
                            self.memory.reward::<G>(side, place, depth, ranked.mv, &scratch.tried);
                        }
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
            if quiet {
                scratch.tried.push(ranked.mv);
            }
        }
        self.past.pop();
        self.scratch[ply] = scratch;
        if self.stopped {
            return 0;
        }

        // 13. Remember.
        let entry = Entry { mv: best_move, value: to_table(best_value, ply), depth: depth.clamp(0, 255) as u8, bound };
        self.shared.table.store(key, entry);
        best_value
    }
}
