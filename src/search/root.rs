//! The root of a search, as one thread sees it: iterative deepening, aspiration windows, several variations.

use std::sync::atomic::Ordering;

use super::info::{Bound, Listener};
use super::mate_search::Proven;
use super::report::RootReport;
use super::shared::Shared;
use super::stability::Stability;
use super::think::Task;
use super::thread::{Node, SearchThread, ThreadMemory};
use super::value::{INFINITE, MATE, Value, is_decisive, is_mate, of_outcome};
use super::vote::ThreadVote;
use crate::game::{Evaluator, Game, Searchable, Tactics};

/// No iteration goes deeper.
pub const MAX_DEPTH: u32 = 128;
/// Iterations that `go mate N` may take beyond the length of the mate, for what pruning hides at first: so many for each move,
/// but no more in all. Where the mate is short, looking at everything is cheaper.
const MATE_MARGIN_PER_MOVE: u32 = 4;
const MATE_MARGIN: u32 = 16;
/// Half the width of the first window around the last iteration's value.
const ASPIRATION: Value = 25;
/// Values that are only bounds are told when the search has lasted this long.
const REPORT_BOUNDS_AFTER_MS: u128 = 3_000;
/// An iteration takes about as long as all before it together: it is begun if this part of the time is not over yet.
const BEGIN_PERCENT: u32 = 65;

/// A move at the root, and what has become of it so far.
#[derive(Clone)]
pub(super) struct RootMove<G: Game> {
    pub mv: G::Move,
    /// As far as the iteration under way has got; `-INFINITE` if it has not, or if the move is not among the best.
    pub value: Value,
    /// What the iteration before made of it.
    previous: Value,
    pub bound: Bound,
    /// From the last iteration that got around to it.
    pub variation: Vec<G::Move>,
    pub selective_depth: usize,
    /// How many nodes went into it, over all iterations.
    nodes: u64,
}

impl<G: Game> RootMove<G> {
    /// It mates.
    pub fn prove(&mut self, value: Value, line: &[G::Move]) {
        (self.value, self.bound) = (value, Bound::Exact);
        self.variation.clear();
        self.variation.extend_from_slice(line);
        self.selective_depth = self.selective_depth.max(line.len());
    }

    /// The best that is known.
    pub fn latest(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// The state of a root, for whoever tells of it.
#[derive(Clone)]
pub(super) struct Snapshot<G: Game> {
    /// Best first; at least one.
    pub moves: Vec<RootMove<G>>,
    /// The iteration under way.
    pub depth: u32,
    /// The last iteration that came to an end; 0 if none did.
    pub completed: u32,
}

/// One thread's view of the root.
pub(super) struct Root<'a, G: Searchable + Tactics, E: Evaluator<G>> {
    pub thread: SearchThread<'a, G, E>,
    /// Best first, as far as is known.
    pub moves: Vec<RootMove<G>>,
    pub depth: u32,
    /// The last iteration that came to an end.
    pub completed: u32,
    /// Whether this is the first thread, for which whoever waits may have to answer.
    is_main: bool,
    /// A mate that was proven outside of the iterations.
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

    /// How many variations are worked out.
    fn lines(&self) -> usize {
        self.task().lines.clamp(1, self.moves.len())
    }

    pub fn snapshot(&self) -> Snapshot<G> {
        Snapshot { moves: self.moves.clone(), depth: self.depth, completed: self.completed }
    }

    /// Ends the search and gives back what is to be kept.
    pub fn retire(self) -> Box<ThreadMemory<G, E>> {
        self.thread.retire()
    }

    fn report(&self) -> RootReport<'_, G, E> {
        RootReport { shared: self.thread.shared, evaluator: &self.thread.evaluator }
    }

    /// Tells all variations that are wanted.
    pub fn report_all(&self, listener: &mut dyn Listener<G>) {
        for rank in 0..self.lines() {
            self.report().send(&self.moves[rank], rank, (self.depth, self.completed), listener);
        }
    }

    /// Shows whoever may have to answer for the first thread what it has found; nobody else has to, if there is only one. The first
    /// iteration is not shown before it is done.
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

    /// A helper fills the table with what the first thread will need, half of them a ply ahead of it, and says after each
    /// iteration what it thinks.
    pub fn run_helper(&mut self, number: usize, listener: &mut dyn Listener<G>) {
        let lines = self.lines();
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.thread.root_depth = depth as usize;
            for rank in 0..lines {
                self.iterate(depth as i32 + (number % 2) as i32, rank, listener);
                if self.thread.stopped {
                    break;
                }
            }
            if self.thread.stopped {
                break;
            }
            self.completed = depth;
            let vote = ThreadVote { best: self.moves[0].clone(), depth };
            // The old vote is dropped when the lock is free again, so that it is never held for long.
            let old = self.thread.shared.votes[number].lock().replace(vote);
            drop(old);
        }
        // The count since the last poll still belongs to the whole.
        self.thread.poll();
    }

    /// The first thread decides when to end, and tells what it finds.
    pub fn run_main(&mut self, listener: &mut dyn Listener<G>) {
        let lines = self.lines();
        self.is_main = true;
        self.thread.mate_mode = self.task().limits.mate.is_some();
        let mut stability = Stability::new(self.moves[0].mv);
        let mut mate_search = None;
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.thread.root_depth = depth as usize;
            self.thread.unstoppable = depth == 1;
            for rank in 0..lines {
                self.thread.selective_depth = 0;
                self.iterate(depth as i32, rank, listener);
                if self.thread.stopped {
                    break;
                }
            }
            self.thread.poll();
            // A later variation may have turned out better than the one before it.
            self.moves[..lines].sort_by_key(|mv| -mv.latest());
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
            if self.thread.stopped || self.is_settled(depth, lines) || self.soft_nodes_spent() {
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

    /// The first iteration was cut: a move that wins at once may be among those that it did not come to.
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

    /// Whether deeper iterations can change nothing that matters.
    fn is_settled(&self, depth: u32, lines: usize) -> bool {
        if self.task().limits.mate.is_some_and(|moves| self.has_mate_in(moves)) {
            return true;
        }
        // Twice the length of a mate leaves no room for a shorter one that selectivity has hidden.
        let settled = |mv: &RootMove<G>| {
            let plies = (MATE - mv.latest().abs()) as u32;
            is_mate(mv.latest()) && (depth >= 2 * plies || plies <= 1)
        };
        let only_move = self.moves.len() == 1 && self.thread.shared.clock.saves_time() && depth >= 4;
        only_move || self.moves[..lines].iter().all(settled)
    }

    /// One iteration for the variation of that rank, with windows that widen until the value lies within.
    fn iterate(&mut self, depth: i32, rank: usize, listener: &mut dyn Listener<G>) {
        for mv in &mut self.moves[rank..] {
            (mv.previous, mv.value) = (mv.latest(), -INFINITE);
        }
        let adjusted = self.moves[rank].previous;
        let mut width = ASPIRATION;
        // Nothing less than a mate that is proven matters.
        let proven = self.moves[rank..].iter().find_map(|mv| self.proven_value(mv.mv));
        let (mut alpha, mut beta) = (proven.map_or(-INFINITE, |value| value - 1), INFINITE);
        if depth >= 5 && !is_decisive(adjusted) && adjusted != -INFINITE {
            alpha = (adjusted - width).max(-INFINITE);
            beta = (adjusted + width).min(INFINITE);
        }
        loop {
            let value = self.search_moves(Node { alpha, beta, depth, ply: 0, cut: false }, rank);
            // Stable, so that moves without a value of their own keep the order of earlier iterations.
            self.moves[rank..].sort_by_key(|mv| -mv.value);
            if self.thread.stopped || (value > alpha && value < beta) {
                return;
            }
            width *= 3;
            if value <= alpha {
                // A window that is open above stays so: half way to infinity is no value to fail high against.
                beta = if beta >= INFINITE { INFINITE } else { (alpha + beta) / 2 };
                alpha = if width > 1_000 || is_decisive(value) { -INFINITE } else { (value - width).max(-INFINITE) };
            } else {
                beta = if width > 1_000 || is_decisive(value) { INFINITE } else { (value + width).min(INFINITE) };
            }
            if self.task().lines == 1 && self.thread.shared.clock.elapsed().as_millis() > REPORT_BOUNDS_AFTER_MS {
                self.report().send(&self.moves[0], 0, (self.depth, self.completed), listener);
            }
        }
    }

    /// Searches the root moves from that rank on; those before it are spoken for.
    pub fn search_moves(&mut self, node: Node, rank: usize) -> Value {
        let position = &self.task().position;
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        for number in rank..self.moves.len() {
            let mv = self.moves[number].mv;
            let mut child = position.clone();
            child.play(mv);
            let full = Node { alpha, depth: node.depth - 1, ply: 1, ..node };
            let before = self.thread.nodes();
            let mut value = -INFINITE;
            if number > rank {
                let quiet = position.gain(mv) <= 0;
                let late =
                    number - rank > 5 && quiet && node.depth >= 4 && !child.in_check() && !self.thread.exhaustive;
                let zero = Node { beta: alpha + 1, depth: full.depth - i32::from(late), cut: true, ..full };
                value = self.thread.child::<false>(position, &child, Some(mv), zero);
                if late && value > alpha && !self.thread.stopped {
                    let zero = Node { depth: full.depth, ..zero };
                    value = self.thread.child::<false>(position, &child, Some(mv), zero);
                }
            }
            if number == rank || (value > alpha && !self.thread.stopped) {
                value = self.thread.child::<true>(position, &child, Some(mv), full);
            }
            if self.thread.stopped {
                break;
            }
            let proven = self.proven_value(mv).filter(|&proven| proven > value);
            value = proven.unwrap_or(value);
            let root_move = &mut self.moves[number];
            root_move.nodes += self.thread.nodes() - before;
            if let Some(proven) = self.proven.as_ref().filter(|_| proven.is_some()) {
                root_move.prove(value, &proven.line);
            } else if number == rank || value > alpha {
                root_move.value = value;
                root_move.selective_depth = self.thread.selective_depth;
                root_move.bound = match value {
                    value if value <= node.alpha => Bound::Upper,
                    value if value >= node.beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root_move.variation.clear();
                root_move.variation.push(mv);
                root_move.variation.extend_from_slice(&self.thread.variations[1]);
            } else {
                // Not better than the best: its value is not known, only that it does not matter.
                root_move.value = -INFINITE;
            }
            // The very first answer must be a real one, and no loss as long as there are other moves to try.
            self.thread.unstoppable &= is_decisive(value) && value < 0;
            if value > best && number > rank {
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
