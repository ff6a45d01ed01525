//! What the threads of one search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::info::Info;
use super::root::Snapshot;
use super::think::Task;
use super::time_management::SearchClock;
use super::transposition_table::TranspositionTable;
use super::vote::ThreadVote;
use crate::game::{Game, Searchable};

/// In a longer game, a set of keys tells whether the positions before the root need to be scanned for a repetition.
const LONG_PAST: usize = 32;

/// State shared by the threads of one search.
pub(super) struct Shared<G: Game> {
    pub task: Task<G>,
    pub threads: usize,
    pub table: Arc<TranspositionTable>,
    pub clock: SearchClock,
    /// Stops all threads once the coordinator has its answer.
    pub finished: AtomicBool,
    /// Nodes of all threads, up to the last poll of each.
    pub nodes: AtomicU64,
    /// Traces of the game, the root included.
    pub past: Vec<G::PastPosition>,
    /// The keys of a long game's positions, if the game's rules look at the past only for repetitions.
    pub past_keys: Option<FxHashSet<u64>>,
    pub mailbox: Mutex<Mailbox<G>>,
    /// The helpers' votes. Counting uses `try_lock`: a helper may be preempted while it holds the lock.
    pub votes: Vec<Mutex<Option<ThreadVote<G>>>>,
}

/// From the main thread to the coordinator.
pub(super) struct Mailbox<G: Game> {
    pub infos: Vec<Info<G>>,
    /// The latest state of the root, from the first completed iteration on.
    pub snapshot: Option<Snapshot<G>>,
    pub main_is_done: bool,
}

impl<G: Searchable> Shared<G> {
    pub fn new(mut task: Task<G>, table: Arc<TranspositionTable>, threads: usize) -> Shared<G> {
        let mut past = std::mem::take(&mut task.past);
        past.push(task.position.past_position());
        let keys = || past.iter().map(G::past_key).collect::<Option<FxHashSet<u64>>>();
        let past_keys = if past.len() > LONG_PAST { keys() } else { None };
        Shared {
            clock: SearchClock::new(&task.limits, task.started, task.stop.clone()),
            threads,
            table,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            past,
            past_keys,
            mailbox: Mutex::new(Mailbox { infos: Vec::new(), snapshot: None, main_is_done: false }),
            votes: (0..threads).map(|_| Mutex::new(None)).collect(),
            task,
        }
    }
}

impl<G: Game> Shared<G> {
    /// Changes the mailbox and wakes the coordinator.
    pub fn post(&self, put: impl FnOnce(&mut Mailbox<G>)) {
        put(&mut self.mailbox.lock());
        self.task.stop.wake();
    }

    /// Blocks the coordinator until there is mail, a stop, or the deadline. A snapshot alone is mail only if
    /// `snapshot_is_wanted`.
    pub fn wait_for_event(&self, snapshot_is_wanted: bool) {
        let has_mail = || {
            let mailbox = self.mailbox.lock();
            !mailbox.infos.is_empty() || mailbox.main_is_done || (snapshot_is_wanted && mailbox.snapshot.is_some())
        };
        // Until the first iteration is done there is nothing to answer with, so neither stop nor deadline ends the wait.
        let begun = !snapshot_is_wanted;
        self.task.stop.wait_for_event(has_mail, begun, |hit_at| self.clock.deadline(hit_at));
    }
}
