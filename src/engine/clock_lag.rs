//! What a clock loses at each move besides the time that the engine has planned. It is learned from the clock that each `go`
//! tells: on a busy machine commands are read late and answers come late, and a slow GUI or network adds to it. Without knowing,
//! the engine would spend an increment that it never gets, and lose on time.

use super::job::SearchRequest;
use super::options::Options;
use crate::clock::{Duration, Instant};
use crate::games::AnyGame;
use crate::search::Limits;

/// No clock is believed to lose more than this: it was set by hand, or belongs to another game.
const MOST: Duration = Duration::from_secs(1);
/// At each move that loses less, what is remembered shrinks by one part in this many.
const FORGETTING: u32 = 8;

/// A clock as a `go` told it.
#[derive(Clone, Copy, Debug)]
struct Reading {
    ply: usize,
    remaining: Duration,
    increment: Duration,
    /// What was planned and used for the move at this ply.
    used: Duration,
}

/// The search under way.
#[derive(Clone, Copy, Debug)]
struct RunningSearch {
    ply: usize,
    /// When its own time began, none while it ponders.
    since: Option<Instant>,
    /// Its hard limit.
    longest: Option<Duration>,
}

/// Compares the clocks of successive `go`s of a game.
#[derive(Default, Debug)]
pub struct ClockLag {
    lag: Duration,
    /// Of the last `go` on the engine's own time.
    own: Option<Reading>,
    /// Of the last `go ponder`. Some GUIs tell these clocks without the increment, so that they are compared only with each other,
    /// and with the `go` for the same position after a miss.
    pondering: Option<Reading>,
    running: Option<RunningSearch>,
}

impl ClockLag {
    /// Learns from the clock of a `go`, and returns what is lost at a move.
    pub fn begin(&mut self, request: &SearchRequest, options: &Options, game: &dyn AnyGame, at: Instant) -> Duration {
        let side = game.side_to_move();
        let limits = |lag| request.limits(options, side, lag);
        self.learn(&limits, game.plies(), request.ponder, at)
    }

    fn learn(&mut self, limits: &dyn Fn(Duration) -> Limits, ply: usize, pondering: bool, at: Instant) -> Duration {
        self.running = None;
        let Some(clock) = limits(Duration::ZERO).clock else {
            (self.own, self.pondering) = (None, None);
            return Duration::ZERO;
        };
        let last = if pondering { self.pondering } else { self.own };
        let last_move = last.filter(|last| last.ply + 2 == ply);
        let missed = self.pondering.filter(|last| !pondering && last.ply == ply);
        let by_move = last_move.map(|last| (last.remaining + last.increment).saturating_sub(last.used));
        if let Some(expected) = by_move.or(missed.map(|last| last.remaining)) {
            let lost = expected.saturating_sub(clock.remaining).min(MOST);
            self.lag = lost.max(self.lag - self.lag / FORGETTING);
        }
        let now = Reading { ply, remaining: clock.remaining, increment: clock.increment, used: Duration::ZERO };
        *(if pondering { &mut self.pondering } else { &mut self.own }) = Some(now);
        let longest = limits(self.lag).longest();
        self.running = Some(RunningSearch { ply, since: (!pondering).then_some(at), longest });
        self.lag
    }

    /// The time of the search under way is the engine's own from now on.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(running) = &mut self.running {
            running.since.get_or_insert(at);
        }
    }

    /// The search under way has ended, and its move has been told.
    pub fn end(&mut self, at: Instant) {
        let Some(RunningSearch { ply, since: Some(since), longest }) = self.running.take() else { return };
        // What goes beyond the plan is lost, too: the search was kept from ending.
        let used = at.saturating_duration_since(since).min(longest.unwrap_or(Duration::MAX));
        for reading in [&mut self.own, &mut self.pondering].into_iter().flatten().filter(|reading| reading.ply == ply) {
            reading.used = used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::PlayerClock;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// A game on one second and 20 ms a move, with a clock that nobody but the test moves on.
    struct Script {
        lag: ClockLag,
        now: Instant,
        ply: usize,
        clock: Duration,
    }

    const INCREMENT: Duration = ms(20);

    impl Script {
        fn new() -> Script {
            Script { lag: ClockLag::default(), now: Instant::now(), ply: 0, clock: ms(1_000) }
        }

        fn go(&mut self, pondering: bool) -> Duration {
            let clock = PlayerClock { remaining: self.clock, increment: INCREMENT, moves_to_go: None };
            let limits = |lag| Limits { clock: Some(clock), overhead: ms(10), lag, ..Limits::default() };
            self.lag.learn(&limits, self.ply, pondering, self.now)
        }

        /// The search under way ends after `taken`, and the GUI reckons `lost` beside it.
        fn answer(&mut self, taken: Duration, lost: Duration) {
            self.now += taken;
            self.lag.end(self.now);
            self.clock = self.clock + INCREMENT - taken - lost;
            self.ply += 2;
        }
    }

    #[test]
    fn a_clock_that_loses_nothing_teaches_nothing() {
        let mut script = Script::new();
        for _ in 0..20 {
            assert_eq!(script.go(false), ms(0));
            script.answer(ms(5), ms(0));
            assert_eq!(script.go(true), ms(0));
            script.now += ms(300);
            script.lag.ponder_hit(script.now);
            script.answer(ms(3), ms(0));
            // A miss: the search of the same position begins again.
            script.go(true);
            script.lag.end(script.now);
        }
    }

    #[test]
    fn what_a_clock_loses_at_each_move_is_learned_and_slowly_forgotten() {
        let mut script = Script::new();
        script.go(false);
        script.answer(ms(5), ms(40));
        assert_eq!(script.go(false), ms(40));
        script.answer(ms(5), ms(8));
        assert_eq!(script.go(false), ms(35));
        script.answer(ms(5), ms(60));
        assert_eq!(script.go(false), ms(60));
    }

    #[test]
    fn an_answer_later_than_planned_counts_as_lost() {
        let mut script = Script::new();
        script.clock = ms(100);
        script.go(false);
        // Of 100 ms no plan takes more than 30.
        script.answer(ms(90), ms(0));
        assert!(script.go(false) >= ms(60));
    }

    #[test]
    fn a_miss_and_a_hit_tell_what_they_cost() {
        let mut script = Script::new();
        script.go(true);
        script.now += ms(500);
        script.lag.end(script.now);
        script.clock -= ms(25);
        assert_eq!(script.go(false), ms(25), "until the pondering had ended");
        let mut script = Script::new();
        script.go(true);
        script.now += ms(500);
        script.lag.ponder_hit(script.now);
        script.answer(ms(4), ms(30));
        assert_eq!(script.go(true), ms(30));
    }

    #[test]
    fn a_gui_that_ponders_without_the_increment_is_not_taken_for_slow() {
        let mut script = Script::new();
        for _ in 0..5 {
            assert_eq!(script.go(false), ms(0));
            script.answer(ms(5), ms(0));
            script.clock -= INCREMENT;
            assert_eq!(script.go(true), ms(0));
            script.lag.end(script.now);
            script.clock += INCREMENT;
        }
    }

    #[test]
    fn a_clock_that_was_set_by_hand_is_not_believed() {
        let mut script = Script::new();
        script.clock = ms(60_000);
        script.go(false);
        script.answer(ms(5), ms(50_000));
        assert_eq!(script.go(false), MOST);
        script.ply += 40;
        script.clock = ms(10);
        assert_eq!(script.go(false), MOST, "another position says nothing");
        assert_eq!(
            script.lag.learn(&|_| Limits::default(), 0, false, script.now),
            ms(0),
            "without a clock nothing is lost"
        );
    }
}
