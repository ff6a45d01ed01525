//! The stop token: `stop` and `ponderhit` for a running search.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::clock::{Duration, Instant};

/// The longest interval between two polls while the coordinator sleeps.
const POLL_PERIOD: Duration = Duration::from_millis(4);

/// Stops one search, or ends its pondering. It exists before the job is queued, so that a stop on the next line is not lost.
/// Clones belong to the same search.
#[derive(Clone, Debug)]
pub struct StopToken(Arc<Inner>);

type Poll = Box<dyn Fn(&StopToken) + Send + Sync>;

struct Inner {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// Time of the ponder hit; its mutex also guards the condition variable.
    hit_at: Mutex<Option<Instant>>,
    released: Condvar,
    /// Called by the search to look for a `stop`, where no other thread can read it, as in a browser.
    poll: Option<Poll>,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner")
            .field("stopped", &self.stopped)
            .field("pondering", &self.pondering)
            .finish_non_exhaustive()
    }
}

impl StopToken {
    /// For a search that does not ponder.
    pub fn new() -> StopToken {
        StopToken::with_pondering(false)
    }

    /// For a search that starts on the opponent's time if `pondering`.
    pub fn with_pondering(pondering: bool) -> StopToken {
        StopToken::new_inner(pondering, None)
    }

    /// For a search on the thread that would have to read `stop`: every thread of the search calls `poll` each time that it looks at
    /// the token, and `poll` may call [`StopToken::stop`] and [`StopToken::ponder_hit`]. Such a search does not wait for its release
    /// after `go infinite` and `go ponder`; whoever polls keeps the answer back.
    pub fn polling(pondering: bool, poll: impl Fn(&StopToken) + Send + Sync + 'static) -> StopToken {
        StopToken::new_inner(pondering, Some(Box::new(poll)))
    }

    fn new_inner(pondering: bool, poll: Option<Poll>) -> StopToken {
        StopToken(Arc::new(Inner {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            hit_at: Mutex::new(None),
            released: Condvar::new(),
            poll,
        }))
    }

    /// The search ends at its next poll.
    pub fn stop(&self) {
        let _guard = self.0.hit_at.lock();
        self.0.stopped.store(true, Ordering::Release);
        self.0.released.notify_all();
    }

    /// `ponderhit`: from now on the search is on its own clock.
    pub fn ponder_hit(&self) {
        let mut hit_at = self.0.hit_at.lock();
        if self.0.pondering.load(Ordering::Acquire) {
            *hit_at = Some(Instant::now());
            self.0.pondering.store(false, Ordering::Release);
            self.0.released.notify_all();
        }
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        if let Some(poll) = &self.0.poll {
            poll(self);
        }
        self.was_stopped()
    }

    fn was_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search is still on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Acquire)
    }

    /// When the ponder hit came, if it did.
    pub fn hit_at(&self) -> Option<Instant> {
        *self.0.hit_at.lock()
    }

    /// Makes [`StopToken::wait_for_event`] check its conditions again.
    pub fn wake(&self) {
        let _guard = self.0.hit_at.lock();
        self.0.released.notify_all();
    }

    /// Blocks until `has_event` is true after a [`StopToken::wake`] or, if `may_end`, until a stop or the deadline, which may
    /// depend on the time of the ponder hit.
    pub fn wait_for_event(
        &self,
        has_event: impl Fn() -> bool,
        may_end: bool,
        deadline: impl Fn(Option<Instant>) -> Option<Instant>,
    ) {
        let mut hit_at = self.0.hit_at.lock();
        while !(has_event() || may_end && self.was_stopped()) {
            let deadline = deadline(*hit_at).filter(|_| may_end);
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if let Some(poll) = &self.0.poll {
                let period = left.map_or(POLL_PERIOD, |left| left.min(POLL_PERIOD));
                self.0.released.wait_for(&mut hit_at, period);
                // A poll may stop, and to stop is to lock.
                MutexGuard::unlocked(&mut hit_at, || poll(self));
                if left.is_some_and(|left| left <= period) {
                    return;
                }
                continue;
            }
            match left {
                None => self.0.released.wait(&mut hit_at),
                Some(left) => {
                    if self.0.released.wait_for(&mut hit_at, left).timed_out() {
                        return;
                    }
                }
            }
        }
    }

    /// Blocks until the event; returns at once on targets without threads and where `stop` is polled, since nobody could trigger it.
    pub fn wait(&self, until: WaitFor) {
        if cfg!(all(target_arch = "wasm32", target_os = "unknown")) || self.0.poll.is_some() {
            return;
        }
        let mut guard = self.0.hit_at.lock();
        while !self.was_stopped() && (until == WaitFor::Stop || self.is_pondering()) {
            self.0.released.wait(&mut guard);
        }
    }
}

impl Default for StopToken {
    fn default() -> StopToken {
        StopToken::new()
    }
}

/// What a finished search has to wait for before it may send its best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitFor {
    /// `stop`, after `go infinite`.
    Stop,
    /// `stop` or `ponderhit`, after `go ponder`.
    StopOrHit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn a_hit_releases_a_pondering_search_but_not_an_endless_one() {
        let token = StopToken::with_pondering(true);
        let waiting = token.clone();
        let thread = std::thread::spawn(move || waiting.wait(WaitFor::StopOrHit));
        token.ponder_hit();
        thread.join().expect("the waiting thread does not panic");
        assert!(!token.is_pondering() && !token.is_stopped() && token.hit_at().is_some());

        let waiting = token.clone();
        let thread = std::thread::spawn(move || waiting.wait(WaitFor::Stop));
        token.ponder_hit();
        token.stop();
        thread.join().expect("the waiting thread does not panic");
        assert!(token.is_stopped());
    }

    #[test]
    fn a_polled_token_is_asked_by_whoever_looks_and_by_whoever_sleeps() {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = looks.clone();
        let token = StopToken::polling(false, move |token| {
            if counted.fetch_add(1, Ordering::Relaxed) == 2 {
                token.stop();
            }
        });
        assert!(!token.is_stopped() && !token.is_stopped());
        token.wait_for_event(|| false, true, |_| None);
        assert_eq!(looks.load(Ordering::Relaxed), 3);
        token.wait(WaitFor::Stop);
        assert!(token.is_stopped());
    }

    #[test]
    fn a_polled_token_keeps_the_deadline() {
        let token = StopToken::polling(false, |_| ());
        let deadline = Instant::now() + POLL_PERIOD * 3;
        token.wait_for_event(|| false, true, |_| Some(deadline));
        assert!(Instant::now() >= deadline && !token.is_stopped());
    }
}
