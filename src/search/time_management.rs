//! Time management: limits of a search, soft and hard time limits of a move.

use super::stop::StopToken;
use crate::clock::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until the next time control; none if the remaining time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search has to end. Everything that is `None` does not limit it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Visited positions, over all threads.
    pub nodes: Option<u64>,
    /// No iteration begins after so many visited positions; the one under way is finished.
    pub soft_nodes: Option<u64>,
    /// End when a win in that many moves has been found.
    pub mate: Option<u32>,
    /// Exactly this long, less the overhead.
    pub movetime: Option<Duration>,
    /// As the clock allows.
    pub clock: Option<PlayerClock>,
    /// Answer only when stopped.
    pub infinite: bool,
    /// `Move Overhead`: latency between engine and clock.
    pub overhead: Duration,
    /// What the clock has been seen to lose at a move besides the time that was planned, on a busy machine or by a slow GUI.
    pub lag: Duration,
}

impl Limits {
    /// The longest time that a search may take once it is on its own clock.
    pub fn longest(&self) -> Option<Duration> {
        TimePlan::new(self).hard
    }

    /// Whether the search ends with its share of time even while it ponders, and then sleeps. On a busy machine, threads that have
    /// used up their time slices for pondering are the last to get a processor when the answer is due; so with little left on a clock
    /// that loses more than was planned, it is better not to.
    pub fn stops_while_pondering(&self) -> bool {
        let reserve = self.lag.saturating_mul(RESERVE_FACTOR + 1);
        self.lag > self.overhead.max(LEAST_OVERHEAD) && self.clock.is_some_and(|clock| clock.remaining < reserve)
    }
}

/// Reserved even with an overhead of 0: polling, stopping and printing take a moment.
const LEAST_OVERHEAD: Duration = Duration::from_millis(2);
/// This many times the overhead is kept as a reserve, so that a scheduling delay does not lose on time.
const RESERVE_FACTOR: u32 = 16;
/// Moves to go in sudden death.
const DEFAULT_MOVES_TO_GO: u32 = 26;
/// The hard limit is at most this percentage of the remaining time.
const HARD_PERCENT: u32 = 30;
/// The hard limit is at most this many times the soft one.
const HARD_FACTOR: u32 = 4;

/// Time for one move: the soft limit decides whether to start another iteration, the hard limit stops the search at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct TimePlan {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    fn new(limits: &Limits) -> TimePlan {
        let overhead = limits.overhead.max(LEAST_OVERHEAD);
        let by_clock = limits.clock.map(|clock| TimePlan::by_clock(clock, overhead, limits.lag)).unwrap_or_default();
        let Some(movetime) = limits.movetime else {
            return by_clock;
        };
        let exact = movetime.saturating_sub(overhead);
        TimePlan { soft: by_clock.soft, hard: Some(by_clock.hard.map_or(exact, |hard| hard.min(exact))) }
    }

    fn by_clock(clock: PlayerClock, overhead: Duration, lag: Duration) -> TimePlan {
        // Lag beyond the overhead is lost from each increment before it can be used.
        let increment = clock.increment.saturating_sub(lag.saturating_sub(overhead));
        let overhead = overhead.max(lag);
        // Of what is left behind the overhead at least half may be used, so that no clock leaves nothing at all.
        let left = clock.remaining.saturating_sub(overhead);
        let usable = left - overhead.saturating_mul(RESERVE_FACTOR).min(left / 2);
        let moves = clock
            .moves_to_go
            .map_or(DEFAULT_MOVES_TO_GO, |moves| moves.clamp(1, DEFAULT_MOVES_TO_GO + DEFAULT_MOVES_TO_GO / 2));
        // The overhead is lost at every move to come, not only at this one.
        let later = overhead.saturating_mul(moves - 1).min(usable / 2);
        let share = (usable - later) / moves + increment * 4 / 5;
        // The last move before a time control may take nearly everything.
        let most = if moves == 1 { usable * 9 / 10 } else { usable * HARD_PERCENT / 100 };
        let soft = share.min(most);
        TimePlan { soft: Some(soft), hard: Some((soft * HARD_FACTOR).min(most)) }
    }
}

/// The clock of one search.
#[derive(Debug)]
pub struct SearchClock {
    started: Instant,
    plan: TimePlan,
    /// See [`Limits::stops_while_pondering`].
    stops_while_pondering: bool,
    stop: StopToken,
}

impl SearchClock {
    /// `started` is when the command was read, not when the worker got to it.
    pub fn new(limits: &Limits, started: Instant, stop: StopToken) -> SearchClock {
        SearchClock {
            started,
            plan: TimePlan::new(limits),
            stops_while_pondering: limits.stops_while_pondering(),
            stop,
        }
    }

    /// Since the command was read.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Since the ponder hit, or since the start without pondering.
    fn own_time(&self) -> Duration {
        self.stop.hit_at().unwrap_or(self.started).elapsed()
    }

    /// Whether the search must end now.
    pub fn must_stop(&self) -> bool {
        let Some(hard) = self.plan.hard else {
            return false;
        };
        if self.stop.is_pondering() {
            return self.stops_while_pondering && self.soft_limit_reached();
        }
        // After a ponder hit, a search that has already used its soft limit while pondering answers at once.
        self.stop.hit_at().is_some() && self.soft_limit_reached() || self.own_time() >= hard
    }

    /// Whether the soft limit is used up, be it with pondering.
    fn soft_limit_reached(&self) -> bool {
        self.plan.soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// The latest end of the search, none without a time limit or while it ponders without [stopping](Limits::stops_while_pondering). `hit_at` is the
    /// time of the ponder hit.
    pub fn deadline(&self, hit_at: Option<Instant>) -> Option<Instant> {
        let share = self.plan.soft.map(|soft| self.started + soft);
        if self.stop.is_pondering() {
            return share.filter(|_| self.stops_while_pondering);
        }
        let hard = self.plan.hard?;
        let by_share = hit_at.and(share);
        let by_clock = hit_at.unwrap_or(self.started) + hard;
        Some(by_share.map_or(by_clock, |share| share.min(by_clock)))
    }

    /// Whether to start another iteration: within `percent` of the soft limit.
    pub fn may_start_iteration(&self, percent: u32) -> bool {
        let Some(soft) = self.plan.soft else {
            return true;
        };
        self.stop.is_pondering() && !self.stops_while_pondering || self.elapsed() < soft * percent / 100
    }

    /// The soft limit, else the hard one.
    pub fn planned(&self) -> Option<Duration> {
        self.plan.soft.or(self.plan.hard)
    }

    /// Whether time saved now can be used for later moves.
    pub fn saves_time(&self) -> bool {
        self.plan.soft.is_some() && !self.stop.is_pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn plan(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> TimePlan {
        let clock = PlayerClock { remaining: ms(remaining), increment: ms(increment), moves_to_go };
        TimePlan::new(&Limits { clock: Some(clock), overhead: ms(overhead), ..Limits::default() })
    }

    #[test]
    fn a_plan_never_exceeds_the_clock() {
        for remaining in [0, 1, 5, 10, 11, 50, 200, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 5_000] {
                        let plan = plan(remaining, increment, moves_to_go, overhead);
                        let (soft, hard) = (plan.soft.expect("a clock"), plan.hard.expect("a clock"));
                        assert!(soft <= hard, "{remaining} {increment} {moves_to_go:?}");
                        assert!(
                            hard <= ms(remaining.saturating_sub(overhead)),
                            "{remaining} {increment} {moves_to_go:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_short_clock_leaves_something_to_use() {
        assert!(plan(20, 1_000, None, 10).hard.expect("a clock") >= ms(1));
        assert!(plan(12, 0, None, 10).hard.expect("a clock") > Duration::ZERO);
    }

    fn lagging(remaining: u64, lag: u64) -> Limits {
        let clock = PlayerClock { remaining: ms(remaining), increment: ms(20), moves_to_go: None };
        Limits { clock: Some(clock), overhead: ms(10), lag: ms(lag), ..Limits::default() }
    }

    #[test]
    fn lag_within_the_overhead_changes_nothing() {
        for remaining in [1, 40, 200, 1_000, 60_000] {
            for lag in [1, 9, 10] {
                let limits = lagging(remaining, lag);
                assert_eq!(TimePlan::new(&limits), plan(remaining, 20, None, 10));
                assert!(!limits.stops_while_pondering());
            }
        }
    }

    /// A clock that loses as much as each move adds lasts for a long game.
    #[test]
    fn a_clock_that_loses_time_does_not_run_out() {
        for lag in [12, 20] {
            let mut remaining = 1_000;
            for _ in 0..200 {
                let hard = TimePlan::new(&lagging(remaining, lag)).hard.expect("a clock");
                let used = u64::try_from(hard.as_millis()).expect("a short time") + lag;
                assert!(used < remaining, "{used} of {remaining}");
                remaining = remaining - used + 20;
            }
        }
    }

    #[test]
    fn a_search_rests_if_little_is_left_on_a_clock_that_loses_time() {
        assert!(lagging(300, 30).stops_while_pondering() && !lagging(600, 30).stops_while_pondering());
        let token = StopToken::with_pondering(true);
        let limits = lagging(20, 30);
        let clock = SearchClock::new(&limits, Instant::now(), token.clone());
        assert!(clock.must_stop() && clock.deadline(None).is_some() && !clock.may_start_iteration(100));
        let clock = SearchClock::new(&lagging(20, 0), Instant::now(), token);
        assert!(!clock.must_stop() && clock.deadline(None).is_none() && clock.may_start_iteration(100));
    }

    #[test]
    fn overhead_is_kept_back_from_movetime_too() {
        let limits = Limits { movetime: Some(ms(100)), overhead: ms(30), ..Limits::default() };
        assert_eq!(TimePlan::new(&limits), TimePlan { soft: None, hard: Some(ms(70)) });
        let limits = Limits { movetime: Some(ms(100)), ..Limits::default() };
        assert_eq!(TimePlan::new(&limits).hard, Some(ms(98)));
        let limits = Limits { movetime: Some(ms(1)), overhead: ms(30), ..Limits::default() };
        assert_eq!(TimePlan::new(&limits).hard, Some(Duration::ZERO));
    }

    #[test]
    fn pondering_has_all_the_time() {
        let limits = Limits { movetime: Some(ms(0)), ..Limits::default() };
        let token = StopToken::with_pondering(true);
        let clock = SearchClock::new(&limits, Instant::now(), token.clone());
        assert!(!clock.must_stop());
        token.ponder_hit();
        assert!(clock.must_stop());
    }
}
