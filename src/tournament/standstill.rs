//! Notices when this program itself stood still: suspended with the whole machine, stopped from a terminal, or without a
//! processor for a while because a virtual machine's host was busy. What engines do in such a time cannot be measured,
//! so it is on nobody's clock.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// The watch looks at the time so often.
const BEAT: Duration = Duration::from_millis(10);
/// Being late by less is the ordinary life of a busy machine, for which engines keep a reserve.
const LEAST: Duration = Duration::from_millis(30);

/// All standstills since the watch began.
pub struct Standstills(Arc<Mutex<Heart>>);

/// Beats as long as the program runs.
struct Heart {
    /// None before the first time.
    last: Option<Instant>,
    /// From when to when it did not beat, in order.
    pauses: Vec<(Instant, Instant)>,
}

impl Heart {
    fn beat(&mut self, now: Instant) {
        if let Some(pause) = self.pause(now) {
            log::info!("the machine stood still for {} ms, on nobody's clock", (pause.1 - pause.0).as_millis());
            self.pauses.push(pause);
        }
        self.last = Some(now);
    }

    /// The one that has not ended when nobody has beaten until now.
    fn pause(&self, now: Instant) -> Option<(Instant, Instant)> {
        let due = self.last? + BEAT;
        (now.saturating_duration_since(due) >= LEAST).then_some((due, now))
    }

    fn between(&self, from: Instant, to: Instant) -> Duration {
        let open = self.pause(to);
        let recent = self.pauses.iter().rev().take_while(|pause| pause.1 > from).chain(&open);
        recent.map(|pause| pause.1.min(to).saturating_duration_since(pause.0.max(from))).sum()
    }
}

impl Standstills {
    /// Watches until nobody asks any more.
    pub fn watch() -> Standstills {
        let heart = Arc::new(Mutex::new(Heart { last: None, pauses: Vec::new() }));
        let watched = Arc::downgrade(&heart);
        let watch = move || {
            while let Some(heart) = watched.upgrade() {
                heart.lock().beat(Instant::now());
                drop(heart);
                thread::sleep(BEAT);
            }
        };
        if let Err(error) = thread::Builder::new().name("watch".to_owned()).spawn(watch) {
            log::warn!("clocks run on when the machine stands still: {error}");
        }
        Standstills(heart)
    }

    /// How much of a time was lost.
    pub fn between(&self, from: Instant, to: Instant) -> Duration {
        self.0.lock().between(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_longer_than_a_beat_and_a_bit_is_lost() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut heart = Heart { last: Some(start), pauses: Vec::new() };
        for beat in [10, 20, 55, 65, 200, 210] {
            heart.beat(at(beat));
        }
        let lost = |from, to| heart.between(at(from), at(to)).as_millis();
        assert_eq!(lost(0, 60), 0, "35 ms between two beats are nothing");
        assert_eq!(lost(0, 210), 125, "from 75 to 200");
        assert_eq!(lost(100, 150), 50);
        assert_eq!(lost(200, 210), 0);
        assert_eq!(lost(90, 300), 110 + 80, "the watch has not woken up again");
    }

    #[test]
    fn a_watch_beats() {
        let (standstills, start) = (Standstills::watch(), Instant::now());
        thread::sleep(20 * BEAT);
        assert!(standstills.0.lock().last > Some(start));
    }
}
