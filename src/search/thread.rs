//! One search thread: its state along the current line, its node count, and when it has to stop.

use std::sync::atomic::Ordering;

use super::history::{Histories, HistoryContext, PieceTo};
use super::picker::{MovePicker, ScoredMove};
use super::pool::Clearable;
use super::shared::Shared;
use super::transposition_table::Entry;
use super::value::{EVALUATION_LIMIT, MATE, MAX_PLY, Value};
use crate::game::{Evaluator, Game, Outcome, Searchable, Tactics};

/// Nodes between two looks at the clock and the stop token.
const POLL_INTERVAL: u64 = 64;

/// The lists of one node, reused by the next node at the same ply so that no node allocates.
pub(super) struct Scratch<G: Game> {
    pub picker: MovePicker<G>,
    /// Quiet moves, and captures with their gain, that were searched without a cutoff: they get a history malus.
    pub quiets: Vec<G::Move>,
    pub captures: Vec<(G::Move, i32)>,
}

impl<G: Searchable + Tactics> Scratch<G> {
    /// Resets the lists for a new node.
    pub fn begin(&mut self, skip_static_exchange: bool) {
        self.picker.begin(false, skip_static_exchange);
        self.quiets.clear();
        self.captures.clear();
    }

    /// A move was searched without a cutoff.
    pub fn note_searched(&mut self, scored: &ScoredMove<G::Move>) {
        if scored.is_noisy() {
            self.captures.push((scored.mv, scored.gain));
        } else {
            self.quiets.push(scored.mv);
        }
    }
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Scratch { picker: MovePicker::default(), quiets: Vec::new(), captures: Vec::new() }
    }
}

/// What a thread keeps between searches: histories, evaluator and allocated lists.
pub(super) struct ThreadMemory<G: Game, E> {
    histories: Histories,
    evaluator: E,
    pv_table: Vec<Vec<G::Move>>,
    scratch: Vec<Scratch<G>>,
}

impl<G: Searchable, E: Evaluator<G>> ThreadMemory<G, E> {
    /// Empty histories.
    pub fn new(evaluator: &E) -> Self {
        ThreadMemory {
            histories: Histories::new::<G>(),
            evaluator: evaluator.clone(),
            pv_table: (0..MAX_PLY + 2).map(|_| Vec::new()).collect(),
            scratch: (0..MAX_PLY + 2).map(|_| Scratch::default()).collect(),
        }
    }
}

impl<G: Searchable, E: Evaluator<G>> Clearable for ThreadMemory<G, E> {
    fn clear(&mut self) {
        self.histories.clear();
    }
}

/// One thread of the search.
pub(super) struct SearchThread<'a, G: Searchable + Tactics, E: Evaluator<G>> {
    pub shared: &'a Shared<G>,
    pub evaluator: E,
    pub histories: Histories,
    /// Traces of all positions before the current one, those of the game included.
    pub past: Vec<G::PastPosition>,
    pub selective_depth: usize,
    /// Set when the search has to unwind; every value returned after that is meaningless.
    pub stopped: bool,
    /// While set, no limit stops the search: it must have one searched move to answer with.
    pub unstoppable: bool,
    /// While set, no pruning, no reduction and no quiescence search: proves or disproves a mate.
    pub exhaustive: bool,
    /// Set for `go mate`: no razoring, ProbCut, singular search, SEE or history pruning. A mate often begins with a
    /// sacrifice, which they would prune.
    pub mate_mode: bool,
    /// Depth of the current iteration.
    pub root_depth: usize,
    /// Triangular principal variation table: the best line from each ply on.
    pub pv_table: Vec<Vec<G::Move>>,
    nodes: u64,
    published: u64,
    poll_at: u64,
    /// Static evaluations along the current line.
    pub evaluations: [Value; MAX_PLY + 2],
    /// Moves along the current line; none for a null move.
    pub played: [Option<PieceTo>; MAX_PLY + 2],
    /// At each ply the move excluded by a singular search; 0 if none.
    pub excluded: [u32; MAX_PLY + 2],
    /// No null move before this ply, during a verification search.
    pub null_from: usize,
    pub scratch: Vec<Scratch<G>>,
}

/// The window, depth and context of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub alpha: Value,
    pub beta: Value,
    pub depth: i32,
    pub ply: usize,
    /// An expected cut node: its value will probably be at least beta.
    pub cut: bool,
}

impl<'a, G: Searchable + Tactics, E: Evaluator<G>> SearchThread<'a, G, E> {
    /// Starts from the memory of the last search, with the evaluator as the options configure it now.
    #[allow(clippy::boxed_local)] // it comes from the pool and goes back there in a box
    pub fn new(shared: &'a Shared<G>, kept: Box<ThreadMemory<G, E>>, evaluator: &E) -> Self {
        let ThreadMemory { mut histories, evaluator: mut own, pv_table, scratch } = *kept;
        histories.clear_all_killers();
        own.clone_from(evaluator);
        SearchThread {
            shared,
            evaluator: own,
            histories,
            past: shared.past.clone(),
            selective_depth: 0,
            stopped: false,
            unstoppable: false,
            exhaustive: false,
            mate_mode: false,
            root_depth: 0,
            pv_table,
            nodes: 0,
            published: 0,
            poll_at: 0,
            evaluations: [0; MAX_PLY + 2],
            played: [None; MAX_PLY + 2],
            excluded: [0; MAX_PLY + 2],
            null_from: 0,
            scratch,
        }
    }

    /// Hands the thread's memory back for the next search.
    pub fn retire(self) -> Box<ThreadMemory<G, E>> {
        let SearchThread { histories, evaluator, pv_table, scratch, .. } = self;
        Box::new(ThreadMemory { histories, evaluator, pv_table, scratch })
    }

    /// Repetition detection, and whatever else ends the game at a node of this ply without generating moves. The positions before the
    /// root are searched for a repetition only if this one's key is among theirs.
    pub fn decided(&self, position: &G, ply: usize) -> Option<Outcome> {
        let in_tree = ply - 1;
        let recurs = self.shared.past_keys.as_ref().is_none_or(|keys| keys.contains(&position.key()));
        let known = if recurs { 0 } else { self.past.len() - in_tree };
        position.decided(&self.past[known..], in_tree)
    }

    /// The position after a move, whose hash entry is prefetched: if the game can tell the key beforehand, while the move is made.
    #[inline]
    pub fn make_move(&self, position: &G, mv: G::Move) -> G {
        let predicted = position.key_after(mv);
        if let Some(key) = predicted {
            self.shared.table.prefetch(key);
        }
        let mut child = position.clone();
        child.play(mv);
        if predicted.is_none() {
            self.shared.table.prefetch(child.search_key());
        }
        child
    }

    /// Takes the picker of a ply out of `self`; [`SearchThread::put_picker`] returns it, with its allocations.
    pub fn take_picker(&mut self, ply: usize) -> MovePicker<G> {
        std::mem::take(&mut self.scratch[ply].picker)
    }

    /// The counterpart of [`SearchThread::take_picker`].
    pub fn put_picker(&mut self, ply: usize, picker: MovePicker<G>) {
        self.scratch[ply].picker = picker;
    }

    /// Records the move from this ply to the next, for continuation history.
    pub fn note_played(&mut self, position: &G, mv: G::Move, ply: usize) {
        self.played[ply] = Some(Histories::piece_to(position, mv));
    }

    /// The moves before the node at this ply, for the histories.
    pub fn context(&self, ply: usize, hash_move: u32) -> HistoryContext {
        HistoryContext {
            ply,
            hash_move,
            before: [self.played[ply - 1], if ply >= 2 { self.played[ply - 2] } else { None }],
        }
    }

    /// How many nodes this thread has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node, and polls the limits every [`POLL_INTERVAL`] nodes.
    pub fn count_node(&mut self, ply: usize) {
        // On its way back from where it was stopped, a search counts nothing more.
        if self.stopped {
            return;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.poll_at {
            self.poll();
        }
    }

    /// Adds the node count to the shared one and checks clock, stop token and node limit.
    pub fn poll(&mut self) {
        let fresh = self.nodes - self.published;
        self.published = self.nodes;
        let total = self.shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh;
        let left = self.shared.task.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(total));
        self.poll_at = self.nodes + left.clamp(1, POLL_INTERVAL);
        if !self.unstoppable
            && (left == 0
                || self.shared.task.stop.is_stopped()
                || self.shared.finished.load(Ordering::Relaxed)
                || self.shared.clock.must_stop())
        {
            self.stopped = true;
        }
    }

    /// The uncorrected static evaluation, from the hash entry if it has one; clamped below all mate scores.
    pub fn evaluate(&mut self, position: &G, ply: usize, key: u64, hash_entry: Option<Entry>) -> Value {
        if let Some(evaluation) = hash_entry.and_then(|entry| entry.evaluation) {
            return evaluation;
        }
        let evaluation = self.evaluator.evaluate(position, ply).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        if hash_entry.is_none() {
            self.shared.table.store_evaluation(key, evaluation);
        }
        evaluation
    }

    /// A static evaluation with the correction history applied; never 0, which is reserved for draws.
    pub fn corrected(&self, position: &G, evaluation: Value) -> Value {
        match (evaluation + self.histories.correction(position)).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT) {
            0 => 1,
            value => value,
        }
    }

    /// The corrected static evaluation, without use of the hash table.
    pub fn static_value(&mut self, position: &G, ply: usize) -> Value {
        let evaluation = self.evaluator.evaluate(position, ply);
        self.corrected(position, evaluation)
    }

    /// The value of a position in which the side to move wins at once by a rule: such a win is never pruned, reduced or beyond the
    /// horizon. Not for `go mate`, which looks for checkmates only.
    pub fn win_by_rule(&mut self, position: &G, ply: usize) -> Option<Value> {
        if self.mate_mode {
            return None;
        }
        let (mv, plies) = position.win_by_rule()?;
        self.pv_table[ply + 1].clear();
        self.update_pv(ply, mv);
        Some(MATE - (ply + plies) as Value)
    }

    /// The principal variation of this ply becomes `mv` and that of the next ply.
    pub fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (here, below) = self.pv_table.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }
}
