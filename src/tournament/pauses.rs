//! Detects when this process or a processor did not run: the machine was suspended, the process was stopped from a
//! terminal, or the host of a virtual machine was busy. How long engines took meanwhile cannot be measured, so no clock
//! is charged for that time.
//!
//! A processor that is busy with other programs for as long looks the same from here, so that clocks forgive much on a machine with more
//! to do than it can. The scheduler's run delay of a watch would not tell the two apart: a virtual processor may stop while a watch waits
//! for it, and hosts need not tell their guests of the time that they take.

use crate::clock::{Duration, Instant};
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;

/// The monitor threads wake up this often.
const TICK: Duration = Duration::from_millis(10);
/// Shorter delays are ordinary scheduling on a busy machine; engines keep a move overhead for them.
const SHORTEST_PAUSE: Duration = Duration::from_millis(30);

/// With more processors than this, one thread monitors wherever it is scheduled.
#[cfg(target_os = "linux")]
const MAX_PINNED: usize = 16;

/// All pauses since the monitor was started, by processor.
#[derive(Clone)]
pub struct PauseMonitor(Vec<Arc<Mutex<Heartbeat>>>);

/// Start and end.
type Pause = (Instant, Instant);

/// The wake-ups of one monitor thread.
struct Heartbeat {
    /// None before the first wake-up.
    last: Option<Instant>,
    /// In order.
    pauses: Vec<Pause>,
}

impl Heartbeat {
    fn tick(&mut self, now: Instant) {
        if let Some(pause) = self.pause(now) {
            log::info!("the machine stood still for {} ms, on nobody's clock", (pause.1 - pause.0).as_millis());
            self.pauses.push(pause);
        }
        self.last = Some(now);
    }

    /// A pause that still lasts at `now`.
    fn pause(&self, now: Instant) -> Option<Pause> {
        let due = self.last? + TICK;
        (now.saturating_duration_since(due) >= SHORTEST_PAUSE).then_some((due, now))
    }

    /// The parts of all pauses that lie between two times.
    fn within(&self, from: Instant, to: Instant) -> Vec<Pause> {
        let open = self.pause(to);
        let recent = self.pauses.iter().rev().take_while(|pause| pause.1 > from).chain(&open);
        recent.map(|pause| (pause.0.max(from), pause.1.min(to))).filter(|pause| pause.0 < pause.1).collect()
    }
}

impl PauseMonitor {
    /// Starts a thread on every processor, as one processor of a virtual machine may pause alone. The threads end when
    /// this and all clones are dropped.
    pub fn start() -> PauseMonitor {
        let affinities = affinities();
        let heartbeats = affinities.into_iter().map(|affinity| {
            let heartbeat = Arc::new(Mutex::new(Heartbeat { last: None, pauses: Vec::new() }));
            let weak = Arc::downgrade(&heartbeat);
            let start = move || {
                affinity.apply();
                while let Some(heartbeat) = weak.upgrade() {
                    heartbeat.lock().tick(Instant::now());
                    drop(heartbeat);
                    thread::sleep(TICK);
                }
            };
            if let Err(error) = thread::Builder::new().name("watch".to_owned()).spawn(start) {
                log::warn!("clocks run on when the machine stands still: {error}");
            }
            heartbeat
        });
        PauseMonitor(heartbeats.collect())
    }

    /// One that knows of a single pause.
    #[cfg(test)]
    pub fn with_pause(from: Instant, to: Instant) -> PauseMonitor {
        PauseMonitor(vec![Arc::new(Mutex::new(Heartbeat { last: None, pauses: vec![(from, to)] }))])
    }

    /// How much of the time between two moments was lost.
    pub fn lost_between(&self, from: Instant, to: Instant) -> Duration {
        total_covered(self.0.iter().flat_map(|heartbeat| heartbeat.lock().within(from, to)).collect())
    }
}

/// The length of the union of the pauses.
fn total_covered(mut pauses: Vec<Pause>) -> Duration {
    pauses.sort_unstable();
    let mut covered: Option<Instant> = None;
    let parts = pauses.into_iter().map(|(from, to)| {
        let start = covered.map_or(from, |covered| covered.max(from));
        covered = Some(covered.map_or(to, |covered| covered.max(to)));
        to.saturating_duration_since(start)
    });
    parts.sum()
}

/// The processor on which a monitor thread runs.
enum Affinity {
    #[cfg(target_os = "linux")]
    On(nix::sched::CpuSet),
    Anywhere,
}

impl Affinity {
    fn apply(&self) {
        #[cfg(target_os = "linux")]
        if let Affinity::On(processor) = self
            && let Err(error) = nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), processor)
        {
            log::info!("a watch stays on no processor: {error}");
        }
    }
}

/// One per processor that this process may use; one that floats if there are more than `MAX_PINNED`.
fn affinities() -> Vec<Affinity> {
    #[cfg(target_os = "linux")]
    if let Ok(usable) = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)) {
        let numbers = (0..nix::sched::CpuSet::count()).filter(|number| usable.is_set(*number) == Ok(true));
        let alone = numbers.filter_map(|number| {
            let mut set = nix::sched::CpuSet::new();
            set.set(number).ok().map(|()| Affinity::On(set))
        });
        let affinities: Vec<Affinity> = alone.take(MAX_PINNED + 1).collect();
        if affinities.len() <= MAX_PINNED {
            return affinities;
        }
    }
    vec![Affinity::Anywhere]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_longer_than_a_beat_and_a_bit_is_lost() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut heartbeat = Heartbeat { last: Some(start), pauses: Vec::new() };
        for tick in [10, 20, 55, 65, 200, 210] {
            heartbeat.tick(at(tick));
        }
        let lost = |from, to| total_covered(heartbeat.within(at(from), at(to))).as_millis();
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
        let lost = |pauses: &[(u64, u64)]| {
            total_covered(pauses.iter().map(|pause| (at(pause.0), at(pause.1))).collect()).as_millis()
        };
        assert_eq!(lost(&[]), 0);
        assert_eq!(lost(&[(10, 50), (90, 100)]), 50);
        assert_eq!(lost(&[(30, 70), (10, 50), (20, 40)]), 60);
    }

    #[test]
    fn every_watch_beats() {
        let (pauses, start) = (PauseMonitor::start(), Instant::now());
        assert!(!pauses.0.is_empty());
        // However busy the machine is, each will beat; a watch that does not hangs the test.
        while !pauses.0.iter().all(|heartbeat| heartbeat.lock().last > Some(start)) {
            thread::yield_now();
        }
    }
}
