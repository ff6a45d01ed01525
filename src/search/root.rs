//! The root of a search, as one thread sees it: iterative deepening, aspiration windows, MultiPV.

use std::sync::atomic::Ordering;

use super::info::{Bound, Listener};
use super::mate_search::Proven;
use super::parameters;
use super::report::RootReport;
use super::shared::Shared;
use super::stability::Stability;
use super::think::Task;
use super::thread::{Node, SearchThread, ThreadMemory};
use super::value::{INFINITE, MATE, Value, is_decisive, is_mate, of_outcome};
use super::vote::ThreadVote;
use crate::game::{Evaluator, Game, Searchable, Tactics};

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 128;
/// Iterations that `go mate N` may go beyond the length of the mate, because pruning can hide it at first: per move of
/// the mate, and at most. For a short mate the exhaustive search is cheaper.
const MATE_MARGIN_PER_MOVE: u32 = 4;
const MATE_MARGIN: u32 = 16;
/// Fail-highs and fail-lows are reported as bounds once the search has lasted this long.
const REPORT_BOUNDS_AFTER_MS: u128 = 3_000;
/// An iteration takes about as long as all before it together: it is started only within this part of the soft limit.
const BEGIN_PERCENT: u32 = 65;

/// Up to this depth a move that is about to become the best is checked for an answer that ends the game at once: pruning can
/// hide a mate there. Deeper searches see it. With the wins by a rule, which are never pruned, this was worth +46.6 ± 38.1 Elo in 300 games
/// of 3000 nodes with the hand-written evaluation, and +4.6 ± 36.5 with the network.
const VERIFIED_DEPTH: i32 = 6;

/// A root move with its value and principal variation so far.
#[derive(Clone)]
pub(super) struct RootMove<G: Game> {
    pub mv: G::Move,
    /// In the current iteration; `-INFINITE` if not searched yet, or searched and failed low.
    pub value: Value,
    /// The value in the iteration before.
    previous: Value,
    pub bound: Bound,
    /// The principal variation of the last iteration in which the move had one.
    pub variation: Vec<G::Move>,
    pub selective_depth: usize,
    /// Over all iterations.
    nodes: u64,
    /// Whether the opponent has an answer that wins at once, and which; none if nobody has looked.
    refutation: Option<Option<G::Move>>,
}

impl<G: Game> RootMove<G> {
    /// Replaces value and variation by those of a proven mate.
    pub fn prove(&mut self, value: Value, line: &[G::Move]) {
        (self.value, self.bound) = (value, Bound::Exact);
        self.variation.clear();
        self.variation.extend_from_slice(line);
        self.selective_depth = self.selective_depth.max(line.len());
    }

    /// The value of the current iteration if there is one, else of the iteration before.
    pub fn latest(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// A copy of the root's state, for reports and for the vote.
#[derive(Clone)]
pub(super) struct Snapshot<G: Game> {
    /// Best first; at least one.
    pub moves: Vec<RootMove<G>>,
    /// The current iteration.
    pub depth: u32,
    /// The last completed iteration; 0 if none.
    pub completed: u32,
}

/// One thread's view of the root.
pub(super) struct Root<'a, G: Searchable + Tactics, E: Evaluator<G>> {
    pub thread: SearchThread<'a, G, E>,
    /// Best first.
    pub moves: Vec<RootMove<G>>,
    pub depth: u32,
    /// The last completed iteration.
    pub completed: u32,
    /// The main thread; the coordinator may have to answer with what it has published.
    is_main: bool,
    /// A mate proven by the proof-number search.
    pub proven: Option<Proven<G>>,
}

impl<'a, G: Searchable + Tactics, E: Evaluator<G>> Root<'a, G, E> {
    pub fn new(shared: &'a Shared<G>, kept: Box<ThreadMemory<G, E>>, evaluator: &E) -> Self {
        let moves = shared.task.moves.iter().map(|&mv| RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            variation: vec![mv],
            selective_depth: 0,
            nodes: 0,
            refutation: None,
        });
        Root {
            moves: moves.collect(),
            thread: SearchThread::new(shared, kept, evaluator),
            depth: 0,
            completed: 0,
            is_main: false,
            proven: None,
        }
    }

    pub fn task(&self) -> &'a Task<G> {
        &self.thread.shared.task
    }

    /// MultiPV, but no more than there are moves.
    fn multi_pv(&self) -> usize {
        self.task().multi_pv.clamp(1, self.moves.len())
    }

    pub fn snapshot(&self) -> Snapshot<G> {
        Snapshot { moves: self.moves.clone(), depth: self.depth, completed: self.completed }
    }

    /// Hands the thread's memory back for the next search.
    pub fn retire(self) -> Box<ThreadMemory<G, E>> {
        self.thread.retire()
    }

    fn report(&self) -> RootReport<'_, G, E> {
        RootReport { shared: self.thread.shared, evaluator: &self.thread.evaluator }
    }

    /// Reports every line of MultiPV.
    pub fn report_all(&self, listener: &mut dyn Listener<G>) {
        for pv_index in 0..self.multi_pv() {
            self.report().send(&self.moves[pv_index], pv_index, (self.depth, self.completed), listener);
        }
    }

    /// Publishes a new best move of the main thread in the middle of an iteration, for the coordinator, which may have to
    /// answer at any time after the first iteration. With one thread there is no coordinator.
    fn publish(&self) {
        let shared = self.thread.shared;
        if self.is_main && shared.threads > 1 && self.completed > 0 {
            let mut snapshot = self.snapshot();
            snapshot.moves.sort_by_key(|mv| -mv.value);
            let old = shared.mailbox.lock().snapshot.replace(snapshot);
            drop(old);
        }
    }

    /// The deepest iteration that the limits allow.
    fn last_depth(&self) -> u32 {
        let by_mate = self.task().limits.mate.map(|moves| {
            let margin = moves.saturating_mul(MATE_MARGIN_PER_MOVE).min(MATE_MARGIN);
            moves.saturating_mul(2).saturating_add(margin)
        });
        let asked = self.task().limits.depth.into_iter().chain(by_mate).min();
        asked.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// A helper thread of lazy SMP: the same iterative deepening on the shared transposition table, every other helper one
    /// ply deeper, and a vote after each iteration.
    pub fn run_helper(&mut self, number: usize, listener: &mut dyn Listener<G>) {
        let multi_pv = self.multi_pv();
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.thread.root_depth = depth as usize;
            for pv_index in 0..multi_pv {
                self.iterate(depth as i32 + (number % 2) as i32, pv_index, listener);
                if self.thread.stopped {
                    break;
                }
            }
            if self.thread.stopped {
                break;
            }
            self.completed = depth;
            let vote = ThreadVote { best: self.moves[0].clone(), depth };
            // The old vote is dropped after the lock is released, which keeps the critical section short.
            let old = self.thread.shared.votes[number].lock().replace(vote);
            drop(old);
        }
        // Adds the nodes since the last poll to the total.
        self.thread.poll();
    }

    /// The main thread: iterative deepening with reports and time management, the mate search beside it, and for `go mate`
    /// the exhaustive search at the end.
    pub fn run_main(&mut self, listener: &mut dyn Listener<G>) {
        let multi_pv = self.multi_pv();
        self.is_main = true;
        self.thread.mate_mode = self.task().limits.mate.is_some();
        let mut stability = Stability::new(self.moves[0].mv);
        let mut mate_search = None;
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.thread.root_depth = depth as usize;
            self.thread.unstoppable = depth == 1;
            for pv_index in 0..multi_pv {
                self.thread.selective_depth = 0;
                self.iterate(depth as i32, pv_index, listener);
                if self.thread.stopped {
                    break;
                }
            }
            self.thread.poll();
            // A later line of MultiPV may have got a better value than an earlier one.
            self.moves[..multi_pv].sort_by_key(|mv| -mv.latest());
            if self.thread.stopped {
                break;
            }
            self.completed = depth;
            self.report_all(listener);
            if self.thread.shared.threads > 1 {
                let snapshot = self.snapshot();
                self.thread.shared.post(|mailbox| mailbox.snapshot = Some(snapshot));
            }
            if G::CHECK_MUST_BE_ANSWERED && self.task().mate_search {
                self.advance_mate_search(mate_search.get_or_insert_with(|| self.begin_mate_search()), listener);
            }
            if self.thread.stopped || self.is_settled(depth, multi_pv) || self.soft_nodes_spent() {
                break;
            }
            let best = &self.moves[0];
            let all = self.moves.iter().map(|mv| mv.nodes).sum::<u64>().max(1);
            let percent = stability.percent(depth, best.mv, best.latest(), best.nodes as f64 / all as f64);
            if !self.thread.shared.clock.may_start_iteration(percent * BEGIN_PERCENT / 100) {
                break;
            }
        }
        if self.completed == 0 {
            self.find_win_in_one();
        }
        if let Some(moves) = self.task().limits.mate
            && !self.has_mate_in(moves)
        {
            self.exhaustive_mate_search(moves);
        }
        self.thread.poll();
    }

    /// The first iteration was interrupted: a move that wins at once may be among those not searched.
    fn find_win_in_one(&mut self) {
        let us = self.task().position.side_to_move();
        let wins = |mv| self.report().end_after(mv).filter(|outcome| outcome.winner == Some(us));
        let found = self.moves.iter().enumerate().find_map(|(at, root_move)| Some((at, wins(root_move.mv)?)));
        if let Some((at, outcome)) = found {
            let mv = self.moves[at].mv;
            self.moves[at].prove(of_outcome(outcome, us, 1), &[mv]);
            self.moves[..=at].rotate_right(1);
        }
    }

    fn soft_nodes_spent(&self) -> bool {
        let spent = self.thread.shared.nodes.load(Ordering::Relaxed);
        self.task().limits.soft_nodes.is_some_and(|limit| spent >= limit)
    }

    /// Whether deeper iterations cannot change the answer: a mate that is short enough, or a single legal move on a clock.
    fn is_settled(&self, depth: u32, multi_pv: usize) -> bool {
        if self.task().limits.mate.is_some_and(|moves| self.has_mate_in(moves)) {
            return true;
        }
        // At twice the length of a mate pruning cannot hide a shorter one any more.
        let settled = |mv: &RootMove<G>| {
            let plies = (MATE - mv.latest().abs()) as u32;
            is_mate(mv.latest()) && (depth >= 2 * plies || plies <= 1)
        };
        let only_move = self.moves.len() == 1 && self.thread.shared.clock.saves_time() && depth >= 4;
        only_move || self.moves[..multi_pv].iter().all(settled)
    }

    /// One iteration for the MultiPV line of that index, with aspiration windows that widen until the value lies inside.
    fn iterate(&mut self, depth: i32, pv_index: usize, listener: &mut dyn Listener<G>) {
        for mv in &mut self.moves[pv_index..] {
            (mv.previous, mv.value) = (mv.latest(), -INFINITE);
        }
        let adjusted = self.moves[pv_index].previous;
        let mut width = parameters::ASPIRATION.get();
        // A proven mate is a lower bound.
        let proven = self.moves[pv_index..].iter().find_map(|mv| self.proven_value(mv.mv));
        let (mut alpha, mut beta) = (proven.map_or(-INFINITE, |value| value - 1), INFINITE);
        if depth >= 5 && !is_decisive(adjusted) && adjusted != -INFINITE {
            alpha = (adjusted - width).max(-INFINITE);
            beta = (adjusted + width).min(INFINITE);
        }
        loop {
            let value = self.search_moves(Node { alpha, beta, depth, ply: 0, cut: false }, pv_index);
            // A stable sort: moves that failed low keep the order of earlier iterations.
            self.moves[pv_index..].sort_by_key(|mv| -mv.value);
            if self.thread.stopped || (value > alpha && value < beta) {
                return;
            }
            width *= 3;
            if value <= alpha {
                // An infinite beta stays infinite: half of infinity would be an arbitrary fail-high bound.
                beta = if beta >= INFINITE { INFINITE } else { (alpha + beta) / 2 };
                alpha = if width > 1_000 || is_decisive(value) { -INFINITE } else { (value - width).max(-INFINITE) };
            } else {
                beta = if width > 1_000 || is_decisive(value) { INFINITE } else { (value + width).min(INFINITE) };
            }
            if self.task().multi_pv == 1 && self.thread.shared.clock.elapsed().as_millis() > REPORT_BOUNDS_AFTER_MS {
                self.report().send(&self.moves[0], 0, (self.depth, self.completed), listener);
            }
        }
    }

    /// An answer to a root move, after which the position is `child`, that ends the game at once and wins.
    fn refutation(&mut self, number: usize, child: &G) -> Option<G::Move> {
        let us = self.task().position.side_to_move();
        if !self.task().verify_root || child.side_to_move() == us {
            return None;
        }
        let shared = self.thread.shared;
        let look = || {
            let mut past = shared.past.clone();
            past.push(child.past_position());
            let wins = |&reply: &G::Move| {
                let mut after = child.clone();
                after.play(reply);
                after.outcome(&past).is_some_and(|outcome| outcome.winner == Some(us.other()))
            };
            let mut replies = Vec::new();
            child.legal_moves(&mut replies);
            replies.into_iter().find(wins)
        };
        *self.moves[number].refutation.get_or_insert_with(look)
    }

    /// Principal variation search of the root moves from that index on; those before it belong to earlier MultiPV lines.
    pub fn search_moves(&mut self, node: Node, pv_index: usize) -> Value {
        let position = &self.task().position;
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        for number in pv_index..self.moves.len() {
            let mv = self.moves[number].mv;
            let mut child = position.clone();
            child.play(mv);
            let full = Node { alpha, depth: node.depth - 1, ply: 1, ..node };
            let before = self.thread.nodes();
            let mut value = -INFINITE;
            if number > pv_index {
                // Late-move reduction at the root: one ply, for quiet moves only.
                let quiet = position.gain(mv) <= 0;
                let late =
                    number - pv_index > 5 && quiet && node.depth >= 4 && !child.in_check() && !self.thread.exhaustive;
                let zero = Node { beta: alpha + 1, depth: full.depth - i32::from(late), cut: true, ..full };
                value = self.thread.child::<false>(position, &child, Some(mv), zero);
                if late && value > alpha && !self.thread.stopped {
                    let zero = Node { depth: full.depth, ..zero };
                    value = self.thread.child::<false>(position, &child, Some(mv), zero);
                }
            }
            if number == pv_index || (value > alpha && !self.thread.stopped) {
                value = self.thread.child::<true>(position, &child, Some(mv), full);
            }
            if self.thread.stopped {
                break;
            }
            if (number == pv_index || value > alpha)
                && node.depth <= VERIFIED_DEPTH
                && !is_decisive(value)
                && let Some(reply) = self.refutation(number, &child)
            {
                value = 2 - MATE;
                self.thread.pv_table[1].clear();
                self.thread.pv_table[1].push(reply);
            }
            let proven = self.proven_value(mv).filter(|&proven| proven > value);
            value = proven.unwrap_or(value);
            let root_move = &mut self.moves[number];
            root_move.nodes += self.thread.nodes() - before;
            if let Some(proven) = self.proven.as_ref().filter(|_| proven.is_some()) {
                root_move.prove(value, &proven.line);
            } else if number == pv_index || value > alpha {
                root_move.value = value;
                root_move.selective_depth = self.thread.selective_depth;
                root_move.bound = match value {
                    value if value <= node.alpha => Bound::Upper,
                    value if value >= node.beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root_move.variation.clear();
                root_move.variation.push(mv);
                root_move.variation.extend_from_slice(&self.thread.pv_table[1]);
            } else {
                // Failed low against the zero window: no value of its own.
                root_move.value = -INFINITE;
            }
            // From the first searched move on the search may be stopped, unless that move loses and others are left.
            self.thread.unstoppable &= is_decisive(value) && value < 0;
            if value > best && number > pv_index {
                self.publish();
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        best
    }
}
