//! The one thing that a search shares with the outside while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex};

use crate::clock::Instant;

/// Ends one search, or turns its pondering into thinking. Made before the search hears of its job, so that a stop is
/// never lost; clones share the same search.
#[derive(Clone, Debug)]
pub struct StopToken(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// When the opponent made the expected move.
    hit_at: Mutex<Option<Instant>>,
    released: Condvar,
}

impl StopToken {
    /// For a search that thinks on its own time.
    pub fn new() -> StopToken {
        StopToken::with_pondering(false)
    }

    /// For a search that may start on the opponent's time.
    pub fn with_pondering(pondering: bool) -> StopToken {
        StopToken(Arc::new(Inner {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            hit_at: Mutex::new(None),
            released: Condvar::new(),
        }))
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        let _guard = self.0.hit_at.lock();
        self.0.stopped.store(true, Ordering::Release);
        self.0.released.notify_all();
    }

    /// The expected move was made: from now on the search is on its own time.
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
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search is still on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Acquire)
    }

    /// When pondering turned into thinking, if it did.
    pub fn hit_at(&self) -> Option<Instant> {
        *self.0.hit_at.lock()
    }

    /// Wakes whoever is in [`StopToken::wait_for_event`], to look again.
    pub fn wake(&self) {
        let _guard = self.0.hit_at.lock();
        self.0.released.notify_all();
    }

    /// Sleeps until `has_event` says so after a [`StopToken::wake`] or, if `may_end`, until the search is stopped or its
    /// deadline has passed. The deadline may depend on when pondering turned into thinking.
    pub fn wait_for_event(
        &self,
        has_event: impl Fn() -> bool,
        may_end: bool,
        deadline: impl Fn(Option<Instant>) -> Option<Instant>,
    ) {
        let mut hit_at = self.0.hit_at.lock();
        while !(has_event() || may_end && self.is_stopped()) {
            match deadline(*hit_at).filter(|_| may_end) {
                None => self.0.released.wait(&mut hit_at),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if self.0.released.wait_for(&mut hit_at, left).timed_out() {
                        return;
                    }
                }
            }
        }
    }

    /// Waits until what `until` names has happened; not where there is but one thread, since nothing would ever happen.
    pub fn wait(&self, until: WaitFor) {
        if cfg!(all(target_arch = "wasm32", target_os = "unknown")) {
            return;
        }
        let mut guard = self.0.hit_at.lock();
        while !self.is_stopped() && (until == WaitFor::Stop || self.is_pondering()) {
            self.0.released.wait(&mut guard);
        }
    }
}

impl Default for StopToken {
    fn default() -> StopToken {
        StopToken::new()
    }
}

/// What a finished search waits for before it may answer.
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
}
