//! The root of a search: threads, iterations, aspiration windows, several variations, and what is told to the user.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use super::clock::{Clock, Limits};
use super::confidence::Confidence;
use super::info::{Bound, Deaf, Info, Line, Listener};
use super::stop::StopToken;
use super::table::Table;
use super::value::{DRAW, EVALUATION_LIMIT, INFINITE, MATE, MAX_PLY, Score, Value, is_decisive, is_mate, of_outcome};
use super::worker::{Node, Shared, Worker};
use crate::game::{Evaluator, Game, Outcome};

/// No iteration goes deeper.
pub const MAX_DEPTH: u32 = 128;
/// Iterations that `go mate N` may take beyond the length of the mate, for what pruning hides at first.
const MATE_MARGIN: u32 = 16;
/// Lines are searched at most a few hundred plies deep, each with a copy of the position.
pub const STACK_BYTES: usize = 16 << 20;
/// The weight of a vote for the worst of the moves that are voted for.
const VOTE_BASE: Value = 15;
/// Half the width of the first window around the last iteration's value.
const ASPIRATION: Value = 25;
/// Values that are only bounds are told when the search has lasted this long.
const TELL_BOUNDS_AFTER_MS: u128 = 3_000;
/// An iteration takes about as long as all before it together: it is begun if this part of the time is not over yet.
const BEGIN_PERCENT: u32 = 65;

/// What to search.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The root.
    pub position: G,
    /// The game before it.
    pub past: Vec<G::Trace>,
    /// Moves to choose from, all legal and at least one.
    pub moves: Vec<G::Move>,
    /// When to end.
    pub limits: Limits,
    /// How many variations to work out.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// When the search was asked for.
    pub started: Instant,
    /// Ends it from outside.
    pub stop: StopToken,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Verdict<G: Game> {
    /// The variations that were asked for, best first; at least one, none of them empty.
    pub lines: Vec<Line<G>>,
    /// Visited positions, over all threads.
    pub nodes: u64,
}

/// Searches until the limits or the token end it.
pub fn think<G: Game, E: Evaluator<G> + Sync>(
    task: &Task<G>,
    table: &Table,
    evaluator: &E,
    listener: &mut dyn Listener<G>,
) -> Verdict<G> {
    table.age();
    let shared = Shared {
        table,
        clock: Clock::new(&task.limits, task.started, task.stop.clone()),
        stop: task.stop.clone(),
        finished: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        node_limit: task.limits.nodes,
    };
    thread::scope(|scope| {
        let mut helpers = Vec::new();
        for number in 1..task.threads {
            let builder = thread::Builder::new().name(format!("search {number}")).stack_size(STACK_BYTES);
            let (shared, evaluator) = (&shared, evaluator.clone());
            let helper = builder.spawn_scoped(scope, move || Root::new(task, shared, evaluator).help(number));
            match helper {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    log::warn!("searching with {number} threads only: {error}");
                    break;
                }
            }
        }
        let mut root = Root::new(task, &shared, evaluator.clone());
        root.lead(listener);
        shared.finished.store(true, Ordering::Relaxed);
        let opinions = helpers.into_iter().filter_map(|helper| helper.join().ok());
        root.agree(opinions.collect());
        root.tell_last(listener);
        let verdict = root.verdict();
        listener.conclude(&verdict);
        root.retire();
        verdict
    })
}

#[derive(Clone)]
struct RootMove<G: Game> {
    mv: G::Move,
    /// As far as the iteration under way has got; `-INFINITE` if it has not, or if the move is not among the best.
    value: Value,
    /// What the iteration before made of it.
    previous: Value,
    bound: Bound,
    /// From the last iteration that got around to it.
    variation: Vec<G::Move>,
    selective_depth: usize,
    /// How many nodes went into it, over all iterations.
    nodes: u64,
}

impl<G: Game> RootMove<G> {
    /// The best that is known.
    fn latest(&self) -> Value {
        if self.value == -INFINITE { self.previous } else { self.value }
    }
}

/// What one thread thinks at the end.
struct Opinion<G: Game> {
    best: RootMove<G>,
    /// Its last iteration that came to an end.
    depth: u32,
}

struct Root<'a, G: Game, E: Evaluator<G>> {
    task: &'a Task<G>,
    worker: Worker<'a, G, E>,
    moves: Vec<RootMove<G>>,
    depth: u32,
    /// The last iteration that came to an end.
    completed: u32,
    /// What the listener heard last: the best move and its value.
    told: Option<(G::Move, Value)>,
}

impl<'a, G: Game, E: Evaluator<G>> Root<'a, G, E> {
    fn new(task: &'a Task<G>, shared: &'a Shared<'a>, evaluator: E) -> Self {
        let moves = task.moves.iter().map(|&mv| RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            variation: vec![mv],
            selective_depth: 0,
            nodes: 0,
        });
        let mut past = task.past.clone();
        past.push(task.position.trace());
        Root {
            task,
            worker: Worker::new(shared, evaluator, shared.table.take_memory::<G>(), past),
            moves: moves.collect(),
            depth: 0,
            completed: 0,
            told: None,
        }
    }

    /// The deepest iteration that the limits allow.
    fn last_depth(&self) -> u32 {
        let by_mate = self.task.limits.mate.map(|moves| moves.saturating_mul(2).saturating_add(MATE_MARGIN));
        let asked = self.task.limits.depth.into_iter().chain(by_mate).min();
        asked.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// A helper fills the table with what the first thread will need, half of them a ply ahead of it.
    fn help(mut self, number: usize) -> Opinion<G> {
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.worker.root_depth = depth as usize;
            self.iterate(depth as i32 + (number % 2) as i32, 0, &mut Deaf);
            if self.worker.stopped {
                break;
            }
            self.completed = depth;
        }
        // The count since the last poll still belongs to the whole.
        self.worker.poll();
        let opinion = self.opinion();
        self.retire();
        opinion
    }

    fn opinion(&self) -> Opinion<G> {
        Opinion { best: self.moves[0].clone(), depth: self.completed }
    }

    /// The threads vote, the more weightily the deeper they looked and the better they like their move. The first thread
    /// takes over the variation of the winner. A mate needs no votes.
    fn agree(&mut self, mut opinions: Vec<Opinion<G>>) {
        if self.task.lines > 1 || self.task.limits.mate.is_some() || is_decisive(self.moves[0].latest()) {
            return;
        }
        opinions.retain(|opinion| opinion.depth > 0 && opinion.best.latest() != -INFINITE);
        opinions.push(self.opinion());
        let worst = opinions.iter().map(|opinion| opinion.best.latest()).min().unwrap_or_default();
        let weight = |opinion: &Opinion<G>| {
            i64::from(opinion.best.latest() - worst + VOTE_BASE) * i64::from(opinion.depth.max(1))
        };
        let votes = |mv| opinions.iter().filter(|other| other.best.mv == mv).map(weight).sum::<i64>();
        // The first thread is the last of the list, and the last of several equals is taken.
        let Some(winner) = opinions.iter().max_by_key(|opinion| (votes(opinion.best.mv), weight(opinion))) else {
            return;
        };
        if winner.best.mv != self.moves[0].mv
            && let Some(at) = self.moves.iter().position(|mv| mv.mv == winner.best.mv)
        {
            self.depth = winner.depth.max(1);
            self.moves[at] = winner.best.clone();
            self.moves[..=at].rotate_right(1);
        }
    }

    /// Leaves what was learned for the next search.
    fn retire(self) {
        self.worker.shared.table.keep_memory(self.worker.memory);
    }

    /// The first thread decides when to end, and tells what it finds.
    fn lead(&mut self, listener: &mut dyn Listener<G>) {
        let lines = self.task.lines.clamp(1, self.moves.len());
        self.worker.careful = self.task.limits.mate.is_some();
        let mut confidence = Confidence::new(self.moves[0].mv);
        for depth in 1..=self.last_depth() {
            self.depth = depth;
            self.worker.root_depth = depth as usize;
            self.worker.unstoppable = depth == 1;
            for rank in 0..lines {
                self.worker.selective_depth = 0;
                self.iterate(depth as i32, rank, listener);
                if self.worker.stopped {
                    break;
                }
            }
            self.worker.poll();
            // A later variation may have turned out better than the one before it.
            self.moves[..lines].sort_by_key(|mv| -mv.latest());
            if self.worker.stopped {
                break;
            }
            for rank in 0..lines {
                self.tell(rank, listener);
            }

            self.completed = depth;
            if self.nothing_left(depth, lines) {
                break;
            }
            let best = &self.moves[0];
            let all = self.moves.iter().map(|mv| mv.nodes).sum::<u64>().max(1);
            let percent = confidence.percent(depth, best.mv, best.latest(), best.nodes as f64 / all as f64);
            if !self.worker.shared.clock.may_go_on(percent * BEGIN_PERCENT / 100) {
                break;
            }
        }
        if let Some(moves) = self.task.limits.mate
            && !self.has_mate_in(moves)
        {
            self.look_everywhere(moves);
        }
        self.worker.poll();
    }

    /// An answer that came up in the middle of an iteration, or from another thread, has not been told yet.
    fn tell_last(&mut self, listener: &mut dyn Listener<G>) {
        let best = &self.moves[0];
        if self.told != Some((best.mv, best.latest())) {
            self.tell(0, listener);
        }
    }

    /// Whether deeper iterations can change nothing that matters.
    fn nothing_left(&self, depth: u32, lines: usize) -> bool {
        if self.task.limits.mate.is_some_and(|moves| self.has_mate_in(moves)) {
            return true;
        }
        // Twice the length of a mate leaves no room for a shorter one that selectivity has hidden.
        let settled = |mv: &RootMove<G>| {
            let plies = (MATE - mv.latest().abs()) as u32;
            is_mate(mv.latest()) && (depth >= 2 * plies || plies <= 1)
        };
        let only_move = self.moves.len() == 1 && self.worker.shared.clock.saves_time() && depth >= 4;
        only_move || self.moves[..lines].iter().all(settled)
    }

    fn has_mate_in(&self, moves: u32) -> bool {
        matches!(Score::from(self.moves[0].latest()), Score::Mate(found) if found > 0 && found.unsigned_abs() <= moves)
    }

    /// Pruning may have hidden a mate: before `go mate` gives up, every line of that length is looked at.
    fn look_everywhere(&mut self, moves: u32) {
        self.worker.exhaustive = true;
        for plies in (1..=2 * moves.min(MAX_DEPTH / 2) - 1).step_by(2) {
            let before = self.moves.clone();
            let alpha = MATE - plies as Value - 1;
            self.worker.root_depth = plies as usize;
            let best = self.search_moves(Node { alpha, beta: INFINITE, depth: plies as i32, ply: 0, cut: false }, 0);
            if best > alpha {
                self.depth = plies;
                self.moves.sort_by_key(|mv| -mv.value);
                return;
            }
            self.moves = before;
            if self.worker.stopped {
                return;
            }
        }
    }

    /// One iteration for the variation of that rank, with windows that widen until the value lies within.
    fn iterate(&mut self, depth: i32, rank: usize, listener: &mut dyn Listener<G>) {
        for mv in &mut self.moves[rank..] {
            (mv.previous, mv.value) = (mv.latest(), -INFINITE);
        }
        let guess = self.moves[rank].previous;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && !is_decisive(guess) && guess != -INFINITE {
            alpha = (guess - width).max(-INFINITE);
            beta = (guess + width).min(INFINITE);
        }
        loop {
            let value = self.search_moves(Node { alpha, beta, depth, ply: 0, cut: false }, rank);
            // Stable, so that moves without a value of their own keep the order of earlier iterations.
            self.moves[rank..].sort_by_key(|mv| -mv.value);
            if self.worker.stopped || (value > alpha && value < beta) {
                return;
            }
            width *= 3;
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if width > 1_000 || is_decisive(value) { -INFINITE } else { (value - width).max(-INFINITE) };
            } else {
                beta = if width > 1_000 || is_decisive(value) { INFINITE } else { (value + width).min(INFINITE) };
            }
            if rank == 0 && self.worker.shared.clock.elapsed().as_millis() > TELL_BOUNDS_AFTER_MS {
                self.tell(0, listener);
            }
        }
    }

    /// Searches the root moves from that rank on; those before it are spoken for.
    fn search_moves(&mut self, node: Node, rank: usize) -> Value {
        let position = &self.task.position;
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        for number in rank..self.moves.len() {
            let mv = self.moves[number].mv;
            let mut child = position.clone();
            child.play(mv);
            let full = Node { alpha, depth: node.depth - 1, ply: 1, ..node };
            let before = self.worker.nodes();
            let mut value = -INFINITE;
            if number > rank {
                let quiet = self.worker.evaluator.gain(position, mv) <= 0;
                let late =
                    number - rank > 5 && quiet && node.depth >= 4 && !child.in_check() && !self.worker.exhaustive;
                let zero = Node { beta: alpha + 1, depth: full.depth - i32::from(late), cut: true, ..full };
                value = self.worker.child::<false>(position, &child, Some(mv), zero);
                if late && value > alpha {
                    let zero = Node { depth: full.depth, ..zero };
                    value = self.worker.child::<false>(position, &child, Some(mv), zero);
                }
            }
            if number == rank || value > alpha {
                value = self.worker.child::<true>(position, &child, Some(mv), full);
            }
            if self.worker.stopped {
                break;
            }
            self.worker.unstoppable = false;
            let root_move = &mut self.moves[number];
            root_move.nodes += self.worker.nodes() - before;
            if number == rank || value > alpha {
                root_move.value = value;
                root_move.selective_depth = self.worker.selective_depth;
                root_move.bound = match value {
                    value if value <= node.alpha => Bound::Upper,
                    value if value >= node.beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root_move.variation.clear();
                root_move.variation.push(mv);
                root_move.variation.extend_from_slice(&self.worker.variations[1]);
            } else {
                // Not better than the best: its value is not known, only that it does not matter.
                root_move.value = -INFINITE;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        best
    }

    /// What happens at once if `mv` is played.
    fn end_after(&self, mv: G::Move) -> Option<Outcome> {
        let mut child = self.task.position.clone();
        child.play(mv);
        child.outcome(&self.worker.past)
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
            value => self.without_taste(value, variation),
        };
        Line { value, bound, moves: variation.clone() }
    }

    /// What a value is without the taste that the evaluator shows at the end of the variation.
    fn without_taste(&self, value: Value, variation: &[G::Move]) -> Value {
        let mut end = self.task.position.clone();
        for &mv in variation {
            end.play(mv);
        }
        let taste = self.worker.evaluator.taste(&end);
        let sign = if end.side_to_move() == self.task.position.side_to_move() { 1 } else { -1 };
        match value - sign * taste {
            DRAW => 1,
            value => value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT),
        }
    }

    fn tell(&mut self, rank: usize, listener: &mut dyn Listener<G>) {
        let root_move = &self.moves[rank];
        if root_move.latest() == -INFINITE {
            return;
        }
        if rank == 0 {
            self.told = Some((root_move.mv, root_move.latest()));
        }
        let shared = self.worker.shared;
        listener.hear(Info {
            depth: self.depth,
            selective_depth: root_move.selective_depth.min(MAX_PLY) as u32,
            rank: rank + 1,
            line: self.line(rank),
            nodes: shared.nodes.load(Ordering::Relaxed),
            elapsed: shared.clock.elapsed(),
            permille_full: shared.table.permille_full(),
        });
    }

    fn verdict(&self) -> Verdict<G> {
        let known = self.moves.iter().take_while(|mv| mv.latest() != -INFINITE).count();
        let lines = self.task.lines.clamp(1, known.max(1));
        Verdict {
            lines: (0..lines).map(|rank| self.line(rank)).collect(),
            nodes: self.worker.shared.nodes.load(Ordering::Relaxed),
        }
    }
}
