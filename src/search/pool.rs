//! The thread pool of the search. Histories, evaluators and scratch lists of each search thread outlive a search here, until
//! they are cleared together with the transposition table.
//!
//! A member of the pool is a memory slot and, from its first job on, an OS thread that waits for further jobs. Who may touch
//! what: the slot belongs to whoever runs a job on the member, its own thread or, in [`Pool::run_here`], the caller;
//! everybody else waits until the member is idle. Only the next search waits for jobs to end, so that an answer does not
//! depend on how soon the helpers are scheduled.
//!
//! Members beyond the number of processors run at the lowest priority: they find nothing that the others would not, and at equal
//! priority a `stop` would wait until each of them has had its time slice. Since they may get no processor for a while when the
//! machine is busy, nobody waits for them either: one that is still at work is left out of the next search.

use std::any::Any;
use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use parking_lot::{Condvar, Mutex, MutexGuard};

/// Recursion goes a few hundred plies deep, with a copy of the position in each frame.
pub const STACK_BYTES: usize = 16 << 20;

/// What a search thread keeps between searches.
pub trait Clearable: Any + Send {
    /// Clears the contents, and keeps the allocations.
    fn clear(&mut self);
}

/// Holds the memory of one search thread, whose type depends on the game.
#[derive(Default)]
pub struct MemorySlot(Option<Box<dyn Clearable>>);

impl MemorySlot {
    /// The content, if it is of this type; else a new one.
    pub fn take_or<T: Clearable>(&mut self, new: impl FnOnce() -> T) -> Box<T> {
        let kept = self.0.take().and_then(|kept| (kept as Box<dyn Any>).downcast().ok());
        kept.unwrap_or_else(|| Box::new(new()))
    }

    /// Stores it for the next search.
    pub fn put<T: Clearable>(&mut self, kept: Box<T>) {
        self.0 = Some(kept);
    }
}

type PoolJob = Box<dyn FnOnce(&mut MemorySlot) + Send>;

#[derive(Default)]
struct MemberState {
    slot: MemorySlot,
    job: Option<PoolJob>,
    busy: bool,
    quit: bool,
}

#[derive(Default)]
struct MemberMonitor {
    state: Mutex<MemberState>,
    changed: Condvar,
}

impl MemberMonitor {
    /// Waits until no job is queued or running.
    fn idle(&self) -> MutexGuard<'_, MemberState> {
        let mut state = self.state.lock();
        while state.busy || state.job.is_some() {
            self.changed.wait(&mut state);
        }
        state
    }

    /// Runs a job with the slot. If the job panics, the member still becomes idle, with an empty slot.
    fn run(&self, mut slot: MemorySlot, job: impl FnOnce(&mut MemorySlot)) {
        struct Done<'a>(&'a MemberMonitor);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.state.lock().busy = false;
                self.0.changed.notify_all();
            }
        }
        let done = Done(self);
        job(&mut slot);
        self.state.lock().slot = slot;
        drop(done);
    }

    fn run_jobs(&self) {
        loop {
            let mut state = self.state.lock();
            while state.job.is_none() && !state.quit {
                self.changed.wait(&mut state);
            }
            let Some(job) = state.job.take() else { return };
            state.busy = true;
            let slot = std::mem::take(&mut state.slot);
            drop(state);
            self.run(slot, job);
        }
    }
}

struct Member {
    monitor: Arc<MemberMonitor>,
    thread: Option<JoinHandle<()>>,
}

impl Member {
    fn new() -> Member {
        Member { monitor: Arc::default(), thread: None }
    }

    /// Starts the job unless the member is still at work.
    fn start(&mut self, number: usize, priority: Priority, job: PoolJob) -> io::Result<()> {
        if self.thread.is_none() {
            let monitor = self.monitor.clone();
            let builder = thread::Builder::new().name(format!("search {number}")).stack_size(STACK_BYTES);
            let run = move || {
                if priority == Priority::Lowest {
                    lower_priority();
                }
                monitor.run_jobs();
            };
            self.thread = Some(builder.spawn(run)?);
        }
        let mut state = self.monitor.state.lock();
        if !state.busy && state.job.is_none() {
            state.job = Some(job);
            self.monitor.changed.notify_all();
        }
        Ok(())
    }
}

/// Scheduling priority of a member's thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Priority {
    /// That of the process.
    Normal,
    /// It runs only while no other thread wants the processor.
    Lowest,
}

/// Gives the current thread the lowest priority. It works as well without, if the system refuses.
fn lower_priority() {
    #[cfg(feature = "native")]
    if let Err(error) = thread_priority::set_current_thread_priority(thread_priority::ThreadPriority::Min) {
        log::debug!("a search thread keeps its priority: {error:?}");
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.monitor.state.lock().quit = true;
        self.monitor.changed.notify_all();
        // A job may hold the last reference to the pool, and a thread cannot join itself.
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != thread::current().id()
            && thread.join().is_err()
        {
            log::error!("a search thread panicked");
        }
    }
}

/// The search threads of one engine.
pub struct Pool {
    members: Mutex<Vec<Member>>,
    /// So many members run at normal priority.
    processors: usize,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::for_processors(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Pool {
    fn for_processors(processors: usize) -> Pool {
        Pool { members: Mutex::default(), processors: processors.max(1) }
    }

    fn priority(&self, number: usize) -> Priority {
        if number < self.processors { Priority::Normal } else { Priority::Lowest }
    }

    /// Waits for those jobs of an earlier search, which has been stopped, that run at normal priority.
    pub fn wait_for_processors(&self) {
        self.wait_for_members(self.processors);
    }

    /// Waits for all jobs.
    pub fn wait_until_idle(&self) {
        self.wait_for_members(usize::MAX);
    }

    fn wait_for_members(&self, count: usize) {
        for number in 0..count {
            // A statement of its own, so that the list is not locked while a member is waited for: its job may start a later
            // member, which is then waited for in its turn.
            let monitor = self.members.lock().get(number).map(|member| member.monitor.clone());
            let Some(monitor) = monitor else { return };
            drop(monitor.idle());
        }
    }

    /// Starts a job on the thread of a member, or drops it if the member is still at work; an error if the system refuses the
    /// thread.
    pub fn start(&self, number: usize, job: impl FnOnce(&mut MemorySlot) + Send + 'static) -> io::Result<()> {
        let mut members = self.members.lock();
        while members.len() <= number {
            members.push(Member::new());
        }
        members[number].start(number, self.priority(number), Box::new(job))
    }

    /// Runs a job on the caller's thread, with the slot of the first member.
    pub fn run_here<T>(&self, job: impl FnOnce(&mut MemorySlot) -> T) -> T {
        let monitor = {
            let mut members = self.members.lock();
            if members.is_empty() {
                members.push(Member::new());
            }
            members[0].monitor.clone()
        };
        let slot = {
            let mut state = monitor.idle();
            state.busy = true;
            std::mem::take(&mut state.slot)
        };
        let mut result = None;
        monitor.run(slot, |slot| result = Some(job(slot)));
        result.expect("the job has run")
    }

    /// Clears the memory of all threads. To be called between searches.
    pub fn clear(&self) {
        self.wait_until_idle();
        for member in self.members.lock().iter() {
            if let Some(kept) = &mut member.monitor.idle().slot.0 {
                kept.clear();
            }
        }
    }

    /// Ends all threads beyond this number and frees their memory.
    pub fn truncate(&self, threads: usize) {
        self.wait_until_idle();
        let mut members = self.members.lock();
        members.truncate(threads);
        members.shrink_to_fit();
    }

    /// How many members have memory in their slots.
    #[cfg(test)]
    pub fn kept(&self) -> usize {
        self.members.lock().iter().filter(|member| member.monitor.idle().slot.0.is_some()).count()
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("members", &self.members.lock().len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Learned(u32);

    impl Clearable for Learned {
        fn clear(&mut self) {
            self.0 = 0;
        }
    }

    fn bump(slot: &mut MemorySlot) -> u32 {
        let mut learned = slot.take_or(|| Learned(100));
        learned.0 += 1;
        let now = learned.0;
        slot.put(learned);
        now
    }

    #[test]
    fn what_a_thread_learned_waits_for_its_next_job() {
        let pool = Pool::default();
        assert_eq!(pool.run_here(bump), 101);
        pool.start(0, |slot| _ = bump(slot)).expect("a thread");
        pool.start(2, |slot| _ = bump(slot)).expect("a thread");
        assert_eq!(pool.run_here(bump), 103, "the first member, wherever its jobs ran");
        pool.wait_until_idle();
        assert_eq!(pool.kept(), 2);
        pool.clear();
        assert_eq!(pool.run_here(bump), 1);
        pool.truncate(1);
        assert_eq!(pool.kept(), 1);
        pool.truncate(0);
        assert_eq!(pool.run_here(bump), 101, "nothing is left");
    }

    #[test]
    fn another_game_finds_nothing_that_it_could_mistake_for_its_own() {
        struct Other;
        impl Clearable for Other {
            fn clear(&mut self) {}
        }
        let pool = Pool::default();
        pool.run_here(bump);
        pool.run_here(|slot| {
            let other = slot.take_or(|| Other);
            slot.put(other);
        });
        assert_eq!(pool.run_here(bump), 101);
    }

    #[test]
    fn who_waits_does_not_keep_a_job_from_starting_another() {
        let pool = Arc::new(Pool::default());
        for _ in 0..if cfg!(miri) { 3 } else { 300 } {
            let own = pool.clone();
            let first = move |_: &mut MemorySlot| own.start(1, |slot| _ = bump(slot)).expect("a thread");
            pool.start(0, first).expect("a thread");
            pool.wait_until_idle();
        }
        assert_eq!(pool.kept(), 1);
    }

    #[test]
    fn a_member_beyond_the_processors_is_not_waited_for() {
        let pool = Pool::for_processors(1);
        let (release, released) = std::sync::mpsc::channel::<()>();
        pool.start(1, move |_| _ = released.recv()).expect("a thread");
        pool.start(0, |slot| _ = bump(slot)).expect("a thread");
        pool.wait_for_processors();
        pool.start(1, |slot| _ = bump(slot)).expect("a thread");
        release.send(()).expect("the job waits");
        pool.wait_until_idle();
        assert_eq!(pool.kept(), 1, "the second job of the member that was at work has been dropped");
    }

    #[test]
    fn a_panic_leaves_the_member_usable() {
        let pool = Pool::default();
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.run_here(|_| panic!("a bug"))));
        assert!(caught.is_err());
        assert_eq!(pool.run_here(bump), 101);
    }
}
