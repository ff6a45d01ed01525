//! Notices when this program or one of its processors stood still: suspended with the whole machine, stopped from a
//! terminal, or not run for a while because a virtual machine's host was busy. What engines do in such a time cannot be measured,
//! so it is on nobody's clock.

use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;

use crate::clock::{Duration, Instant};

/// The watch looks at the time so often.
const BEAT: Duration = Duration::from_millis(10);
/// Being late by less is the ordinary life of a busy machine, for which engines keep a reserve.
const LEAST: Duration = Duration::from_millis(30);

/// A machine with more processors is watched from wherever the system puts the watch.
#[cfg(target_os = "linux")]
const MOST_PINNED: usize = 16;

/// All standstills since the watches began.
pub struct Standstills(Vec<Arc<Mutex<Heart>>>);

/// From when to when.
type Pause = (Instant, Instant);

/// Beats as long as its processor runs.
struct Heart {
    /// None before the first time.
    last: Option<Instant>,
    /// When it did not beat, in order.
    pauses: Vec<Pause>,
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
    fn pause(&self, now: Instant) -> Option<Pause> {
        let due = self.last? + BEAT;
        (now.saturating_duration_since(due) >= LEAST).then_some((due, now))
    }

    /// Those parts of all pauses that lie in a time.
    fn within(&self, from: Instant, to: Instant) -> Vec<Pause> {
        let open = self.pause(to);
        let recent = self.pauses.iter().rev().take_while(|pause| pause.1 > from).chain(&open);
        recent.map(|pause| (pause.0.max(from), pause.1.min(to))).filter(|pause| pause.0 < pause.1).collect()
    }
}

impl Standstills {
    /// Watches every processor until nobody asks any more: in a virtual machine one alone may stand still.
    pub fn watch() -> Standstills {
        let places = processors();
        let hearts = places.into_iter().map(|place| {
            let heart = Arc::new(Mutex::new(Heart { last: None, pauses: Vec::new() }));
            let watched = Arc::downgrade(&heart);
            let watch = move || {
                place.settle();
                while let Some(heart) = watched.upgrade() {
                    heart.lock().beat(Instant::now());
                    drop(heart);
                    thread::sleep(BEAT);
                }
            };
            if let Err(error) = thread::Builder::new().name("watch".to_owned()).spawn(watch) {
                log::warn!("clocks run on when the machine stands still: {error}");
            }
            heart
        });
        Standstills(hearts.collect())
    }

    /// How much of a time was lost.
    pub fn between(&self, from: Instant, to: Instant) -> Duration {
        union(self.0.iter().flat_map(|heart| heart.lock().within(from, to)).collect())
    }
}

/// How long it was that at least one of the pauses lasted.
fn union(mut pauses: Vec<Pause>) -> Duration {
    pauses.sort_unstable();
    let mut covered: Option<Instant> = None;
    let parts = pauses.into_iter().map(|(from, to)| {
        let start = covered.map_or(from, |covered| covered.max(from));
        covered = Some(covered.map_or(to, |covered| covered.max(to)));
        to.saturating_duration_since(start)
    });
    parts.sum()
}

/// Where a watch runs.
enum Place {
    #[cfg(target_os = "linux")]
    On(nix::sched::CpuSet),
    Anywhere,
}

impl Place {
    fn settle(&self) {
        #[cfg(target_os = "linux")]
        if let Place::On(processor) = self
            && let Err(error) = nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), processor)
        {
            log::info!("a watch stays on no processor: {error}");
        }
    }
}

/// One for each processor that this program may use, if these are few.
fn processors() -> Vec<Place> {
    #[cfg(target_os = "linux")]
    if let Ok(usable) = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)) {
        let numbers = (0..nix::sched::CpuSet::count()).filter(|number| usable.is_set(*number) == Ok(true));
        let alone = numbers.filter_map(|number| {
            let mut set = nix::sched::CpuSet::new();
            set.set(number).ok().map(|()| Place::On(set))
        });
        let places: Vec<Place> = alone.take(MOST_PINNED + 1).collect();
        if places.len() <= MOST_PINNED {
            return places;
        }
    }
    vec![Place::Anywhere]
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
        let lost = |from, to| union(heart.within(at(from), at(to))).as_millis();
        assert_eq!(lost(0, 60), 0, "35 ms between two beats are nothing");
        assert_eq!(lost(0, 210), 125, "from 75 to 200");
        assert_eq!(lost(100, 150), 50);
        assert_eq!(lost(200, 210), 0);
        assert_eq!(lost(90, 300), 110 + 80, "the watch has not woken up again");
    }

    #[test]
    fn what_two_processors_lost_together_counts_once() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let lost =
            |pauses: &[(u64, u64)]| union(pauses.iter().map(|pause| (at(pause.0), at(pause.1))).collect()).as_millis();
        assert_eq!(lost(&[]), 0);
        assert_eq!(lost(&[(10, 50), (90, 100)]), 50);
        assert_eq!(lost(&[(30, 70), (10, 50), (20, 40)]), 60);
    }

    #[test]
    fn every_watch_beats() {
        let (standstills, start) = (Standstills::watch(), Instant::now());
        thread::sleep(20 * BEAT);
        assert!(!standstills.0.is_empty());
        assert!(standstills.0.iter().all(|heart| heart.lock().last > Some(start)));
    }
}
