//! What the threads of one search share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::info::Info;
use super::root::Snapshot;
use super::table::TranspositionTable;
use super::think::Task;
use super::time_management::SearchClock;
use super::vote::ThreadVote;
use crate::game::{Game, Searchable};

/// In a longer game the positions before the root are looked up by their keys before they are gone through.
const LONG_PAST: usize = 32;

/// What the threads of one search share.
pub(super) struct Shared<G: Game> {
    pub task: Task<G>,
    pub threads: usize,
    pub table: Arc<TranspositionTable>,
    pub clock: SearchClock,
    /// Ends all threads when the answer is known.
    pub finished: AtomicBool,
    /// Nodes of all threads, up to the last poll of each.
    pub nodes: AtomicU64,
    /// Traces of the game, the root included.
    pub past: Vec<G::Trace>,
    /// The keys of a long game's positions, where the past matters only through positions that recur.
    pub past_keys: Option<FxHashSet<u64>>,
    pub mailbox: Mutex<Mailbox<G>>,
    /// What the helpers think, by their numbers. Whoever counts the votes does not wait for a helper that has lost its
    /// processor while it casts one.
    pub votes: Vec<Mutex<Option<ThreadVote<G>>>>,
}

/// What the first thread tells whoever waits for it.
pub(super) struct Mailbox<G: Game> {
    pub infos: Vec<Info<G>>,
    /// The latest state of the root, once an iteration has been completed.
    pub snapshot: Option<Snapshot<G>>,
    pub main_is_done: bool,
}

impl<G: Searchable> Shared<G> {
    pub fn new(mut task: Task<G>, table: Arc<TranspositionTable>, threads: usize) -> Shared<G> {
        let mut past = std::mem::take(&mut task.past);
        past.push(task.position.trace());
        let keys = || past.iter().map(G::trace_key).collect::<Option<FxHashSet<u64>>>();
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
    /// Puts something into the mailbox and wakes whoever waits for it.
    pub fn post(&self, put: impl FnOnce(&mut Mailbox<G>)) {
        put(&mut self.mailbox.lock());
        self.task.stop.wake();
    }

    /// Sleeps until there is something in the mailbox, or the search is over by the token or by the clock. A snapshot alone is
    /// something only as long as one `is_wanted`.
    pub fn wait_for_event(&self, snapshot_is_wanted: bool) {
        let has_mail = || {
            let mailbox = self.mailbox.lock();
            !mailbox.infos.is_empty() || mailbox.main_is_done || (snapshot_is_wanted && mailbox.snapshot.is_some())
        };
        // Until the first iteration is done, only the mailbox counts.
        let begun = !snapshot_is_wanted;
        self.task.stop.wait_for_event(has_mail, begun, |hit_at| self.clock.deadline(hit_at));
    }
}
