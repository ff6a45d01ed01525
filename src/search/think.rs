//! A search from its task to its result: lazy SMP. With one thread the search runs on the caller's thread. With several, the
//! caller only coordinates: it sleeps until there is a report, a stop or the deadline, and then answers with what the main
//! thread has published. A sleeping thread is scheduled at once when it is woken, so that `stop` and the clock are obeyed in
//! time even with far more search threads than processors.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::info::{Info, Line, Listener, Silent};
use super::pool::{MemorySlot, Pool};
use super::report::RootReport;
use super::root::{Root, Snapshot};
use super::shared::Shared;
use super::stop::StopToken;
use super::thread::ThreadMemory;
use super::time_management::Limits;
use super::transposition_table::TranspositionTable;
use super::vote;
use crate::clock::{Duration, Instant};
use crate::game::{Evaluator, Game, Searchable, Tactics};

/// With a node limit, helpers are started only if each thread gets this many nodes. With fewer, they would spend the budget at
/// the same shallow depth, and more threads would play weaker.
const NODES_PER_THREAD: u64 = 100_000;

/// Searches that must end sooner run on the caller's thread alone. On a busy machine a search thread may get a processor only after
/// some time slices of others, while the caller, which has slept, gets one at once: with little left on the clock, waiting for the
/// former loses on time.
const SHORTEST_WITH_HELPERS: Duration = Duration::from_millis(20);

/// A search to be made.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The root.
    pub position: G,
    /// The game before it.
    pub past: Vec<G::PastPosition>,
    /// Moves to choose from, all legal and at least one.
    pub moves: Vec<G::Move>,
    /// When to end.
    pub limits: Limits,
    /// MultiPV.
    pub multi_pv: usize,
    /// At most this many are used.
    pub threads: usize,
    /// Whether a proof-number search for mates runs between the iterations.
    pub mate_search: bool,
    /// Whether a root move is looked at for an answer that ends the game at once before a shallow search may prefer it.
    pub verify_root: bool,
    /// When the command was read.
    pub started: Instant,
    /// Ends it from outside.
    pub stop: StopToken,
}

impl<G: Game> Task<G> {
    pub(super) fn useful_threads(&self) -> usize {
        let pondering = self.stop.is_pondering() && !self.limits.stops_while_pondering();
        if !pondering && self.limits.longest().is_some_and(|longest| longest < SHORTEST_WITH_HELPERS) {
            return 1;
        }
        let by_nodes = self.limits.nodes.map_or(u64::MAX, |nodes| (nodes / NODES_PER_THREAD).max(1));
        self.threads.clamp(1, usize::try_from(by_nodes).unwrap_or(usize::MAX))
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<G: Game> {
    /// The MultiPV lines, best first; at least one, none of them empty.
    pub lines: Vec<Line<G>>,
    /// Over all threads.
    pub nodes: u64,
}

/// What one search leaves to the next.
#[derive(Clone, Debug)]
pub struct SearchMemory {
    /// Shared by all threads.
    pub table: Arc<TranspositionTable>,
    /// The threads and their histories.
    pub pool: Arc<Pool>,
}

impl SearchMemory {
    /// With an empty thread pool.
    pub fn new(table: TranspositionTable) -> SearchMemory {
        SearchMemory { table: Arc::new(table), pool: Arc::default() }
    }

    /// Clears table and histories, using that many threads. To be called between searches.
    pub fn clear(&self, threads: usize) {
        self.pool.truncate(threads);
        self.pool.clear();
        self.table.clear(threads);
    }
}

/// Searches until a limit or the stop token ends it.
pub fn think<G: Searchable + Tactics, E: Evaluator<G>>(
    task: Task<G>,
    memory: &SearchMemory,
    evaluator: &E,
    listener: &mut dyn Listener<G>,
) -> SearchResult<G> {
    memory.pool.wait_for_processors();
    memory.table.age();
    let threads = task.useful_threads();
    let shared = Arc::new(Shared::new(task, memory.table.clone(), threads));
    let mut tracker = TrackingListener { listener, last_reported: None };
    let started = threads > 1 && start_main_thread(&shared, &memory.pool, evaluator);
    let snapshot = if started {
        coordinate(&shared, &memory.pool, evaluator, &mut tracker)
    } else {
        memory.pool.run_here(|slot| run_main_thread(&shared, evaluator, slot, &mut tracker))
    };
    shared.finished.store(true, Ordering::Relaxed);
    let report = RootReport { shared: &shared, evaluator };
    tracker.report_final(&report, &snapshot);
    let result = report.result(&snapshot);
    tracker.listener.on_result(&result);
    result
}

/// Forwards reports and remembers the last one of the best line.
struct TrackingListener<'a, G: Game> {
    listener: &'a mut dyn Listener<G>,
    last_reported: Option<Line<G>>,
}

impl<G: Game> Listener<G> for TrackingListener<'_, G> {
    fn on_info(&mut self, info: Info<G>) {
        if info.multipv == 1 {
            self.last_reported = Some(info.line.clone());
        }
        self.listener.on_info(info);
    }
}

impl<G: Searchable + Tactics> TrackingListener<'_, G> {
    /// Reports the final line unless it is the last one reported: it may come from an unfinished iteration or from another
    /// thread, and a GUI takes move, ponder move and score from the last `info`.
    fn report_final<E: Evaluator<G>>(&mut self, report: &RootReport<'_, G, E>, snapshot: &Snapshot<G>) {
        if self.last_reported.as_ref() != Some(&report.line(&snapshot.moves[0])) {
            report.report_all(snapshot, self);
        }
    }
}

fn run_main_thread<G: Searchable + Tactics, E: Evaluator<G>>(
    shared: &Shared<G>,
    evaluator: &E,
    slot: &mut MemorySlot,
    listener: &mut dyn Listener<G>,
) -> Snapshot<G> {
    let mut root = Root::new(shared, slot.take_or(|| ThreadMemory::new(evaluator)), evaluator);
    root.run_main(listener);
    let snapshot = root.snapshot();
    slot.put(root.retire());
    snapshot
}

/// Starts the main thread; false if the system refuses to.
fn start_main_thread<G: Searchable + Tactics, E: Evaluator<G>>(
    shared: &Arc<Shared<G>>,
    pool: &Pool,
    evaluator: &E,
) -> bool {
    let (shared, evaluator) = (shared.clone(), evaluator.clone());
    let job = move |slot: &mut MemorySlot| {
        let snapshot = run_main_thread(&shared, &evaluator, slot, &mut MailboxListener(&shared));
        shared.post(|mailbox| {
            mailbox.snapshot = Some(snapshot);
            mailbox.main_is_done = true;
        });
    };
    let started = pool.start(0, job);
    if let Err(error) = &started {
        log::warn!("searching with one thread only: {error}");
    }
    started.is_ok()
}

/// Starts the two children of a thread in a binary tree of helpers, so that no thread has to start many.
fn start_helpers<G: Searchable + Tactics, E: Evaluator<G>>(
    shared: &Arc<Shared<G>>,
    pool: &Arc<Pool>,
    evaluator: &E,
    above: usize,
) {
    for number in [2 * above + 1, 2 * above + 2] {
        if number >= shared.threads || shared.finished.load(Ordering::Relaxed) {
            return;
        }
        // Weak: a job must not keep alive the pool that it runs in.
        let (shared, own_pool, evaluator) = (shared.clone(), Arc::downgrade(pool), evaluator.clone());
        let job = move |slot: &mut MemorySlot| {
            if let Some(pool) = own_pool.upgrade() {
                start_helpers(&shared, &pool, &evaluator, number);
            }
            let mut root = Root::new(&shared, slot.take_or(|| ThreadMemory::new(&evaluator)), &evaluator);
            root.run_helper(number, &mut Silent);
            slot.put(root.retire());
        };
        if let Err(error) = pool.start(number, job) {
            log::warn!("searching without helper {number} and those that it would have started: {error}");
        }
    }
}

/// Puts the main thread's reports into the mailbox.
struct MailboxListener<'a, G: Game>(&'a Shared<G>);

impl<G: Game> Listener<G> for MailboxListener<'_, G> {
    fn on_info(&mut self, info: Info<G>) {
        self.0.post(|mailbox| mailbox.infos.push(info));
    }
}

/// Starts the helpers, forwards reports, and when the search is over lets the threads vote on the best move.
fn coordinate<G: Searchable + Tactics, E: Evaluator<G>>(
    shared: &Arc<Shared<G>>,
    pool: &Arc<Pool>,
    evaluator: &E,
    tracker: &mut TrackingListener<G>,
) -> Snapshot<G> {
    let mut helpers_started = false;
    loop {
        shared.wait_for_event(!helpers_started);
        let is_over = shared.task.stop.is_stopped() || shared.clock.must_stop();
        let (infos, begun, is_done) = {
            let mut mailbox = shared.mailbox.lock();
            (std::mem::take(&mut mailbox.infos), mailbox.snapshot.is_some(), mailbox.main_is_done)
        };
        infos.into_iter().for_each(|info| tracker.on_info(info));
        // Before the first iteration is done there is no move to answer with.
        if is_done || (is_over && begun) {
            break;
        }
        // Helpers start after the main thread's first iteration, so that they cannot delay the first answer.
        if begun && !helpers_started {
            helpers_started = true;
            start_helpers(shared, pool, evaluator, 0);
        }
    }
    shared.finished.store(true, Ordering::Relaxed);
    let mut mailbox = shared.mailbox.lock();
    let infos = std::mem::take(&mut mailbox.infos);
    let snapshot =
        mailbox.snapshot.take().expect("the first thread publishes after its first iteration and at its end");
    drop(mailbox);
    infos.into_iter().for_each(|info| tracker.on_info(info));
    let votes = shared.votes.iter().filter_map(|vote| vote.try_lock()?.take());
    vote::best_thread(&shared.task, snapshot, votes)
}
