//! The clocks of both players, as a person sets them: minutes for the game and seconds for each move.

use std::fmt;

use crate::clock::{Duration, Instant};
use crate::engine::Clocks;
use crate::game::Side;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSetting {
    game: Duration,
    increment: Duration,
}

/// Longer than anybody sits at a board.
const LONGEST_MINUTES: f64 = 10_000.0;

impl ClockSetting {
    /// `10+5` is ten minutes and five seconds for each move, `10` ten minutes.
    pub fn parse(text: &str) -> Option<ClockSetting> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=LONGEST_MINUTES).contains(n));
        let (minutes, seconds) = (number(minutes)?, number(seconds)?);
        let control =
            ClockSetting { game: Duration::from_secs_f64(minutes * 60.0), increment: Duration::from_secs_f64(seconds) };
        (!control.game.is_zero()).then_some(control)
    }
}

/// As it is parsed.
impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}+{}", self.game.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// Both clocks while none runs, as a file keeps them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoppedClock {
    control: ClockSetting,
    remaining: [Duration; 2],
}

impl StoppedClock {
    /// Reads what is displayed.
    pub fn parse(text: &str) -> Option<StoppedClock> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [control, "wtime", upper, "btime", lower] = words[..] else { return None };
        let time = |text: &str| text.parse().ok().map(Duration::from_millis);
        Some(StoppedClock { control: ClockSetting::parse(control)?, remaining: [time(upper)?, time(lower)?] })
    }

    /// The clock of whoever is to move runs from now on.
    pub fn start(self) -> ChessClock {
        ChessClock { control: self.control, remaining: self.remaining, since: Some(Instant::now()) }
    }

    /// How it was set.
    pub fn control(&self) -> ClockSetting {
        self.control
    }
}

/// The setting, and the milliseconds of both sides as `go` takes them.
impl fmt::Display for StoppedClock {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [upper, lower] = self.remaining.map(|time| time.as_millis());
        write!(f, "{} wtime {upper} btime {lower}", self.control)
    }
}

/// Two clocks, of which one runs unless they are paused.
pub struct ChessClock {
    control: ClockSetting,
    remaining: [Duration; 2],
    /// Since when it runs; none while paused.
    since: Option<Instant>,
}

impl ChessClock {
    /// Full clocks; the one of whoever moves first runs from now on.
    pub fn start(control: ClockSetting) -> ChessClock {
        StoppedClock { control, remaining: [control.game; 2] }.start()
    }

    /// What the side whose clock runs has left; none if it has run out.
    pub fn left(&self, running: Side) -> Option<Duration> {
        let elapsed = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        self.remaining[running.index()].checked_sub(elapsed)
    }

    /// A move was made: the other clock runs.
    pub fn press(&mut self, moved: Side) {
        let left = self.left(moved).unwrap_or_default();
        self.remaining[moved.index()] = left + self.control.increment;
        self.since = Some(Instant::now());
    }

    /// Nobody's clock runs until `resume`.
    pub fn pause(&mut self, running: Side) {
        self.remaining = self.remaining_now(running);
        self.since = None;
    }

    /// The clock of whoever is to move runs on.
    pub fn resume(&mut self) {
        self.since = Some(Instant::now());
    }

    /// Both clocks as they stand now.
    pub fn stopped(&self, running: Side) -> StoppedClock {
        StoppedClock { control: self.control, remaining: self.remaining_now(running) }
    }

    fn remaining_now(&self, running: Side) -> [Duration; 2] {
        let mut remaining = self.remaining;
        remaining[running.index()] = self.left(running).unwrap_or_default();
        remaining
    }

    /// For a search of the side whose clock runs.
    pub fn clocks(&self, running: Side) -> Clocks {
        let remaining = self.remaining_now(running).map(Some);
        Clocks { remaining, increment: [Some(self.control.increment); 2], moves_to_go: None }
    }

    /// What is left to the side whose clock runs and to the other, as clocks show it.
    pub fn faces(&self, running: Side) -> [String; 2] {
        let remaining = self.remaining_now(running);
        [running, running.other()].map(|side| {
            let seconds = remaining[side.index()].as_secs();
            format!("{}:{:02}", seconds / 60, seconds % 60)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_minutes_and_seconds() {
        let control = ClockSetting::parse("10+5").expect("a clock");
        assert_eq!((control.game.as_secs(), control.increment.as_secs()), (600, 5));
        assert_eq!(ClockSetting::parse("0.5").map(|control| control.game.as_secs()), Some(30));
        for bad in ["", "x", "0", "-1", "5+", "1e9", "nan", "5+-1"] {
            assert_eq!(ClockSetting::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn pressing_the_clock_adds_the_increment() {
        let mut clock = ChessClock::start(ClockSetting::parse("1+10").expect("a clock"));
        clock.press(Side::Upper);
        assert!(clock.left(Side::Upper).is_some_and(|left| left > Duration::from_secs(65)));
        assert!(clock.left(Side::Lower).is_some_and(|left| left <= Duration::from_secs(60)));
        let [running, other] = clock.faces(Side::Lower);
        assert!(running.starts_with(['0', '1']) && other.starts_with("1:"), "{running} {other}");
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let mut clock = ChessClock::start(ClockSetting::parse("1").expect("a clock"));
        clock.pause(Side::Upper);
        let paused = clock.stopped(Side::Upper);
        clock.pause(Side::Upper);
        assert_eq!(clock.stopped(Side::Upper), paused);
        assert_eq!(clock.left(Side::Lower), Some(Duration::from_secs(60)));
    }

    #[test]
    fn a_clock_that_was_written_is_read_again() {
        for text in ["10+5 wtime 571250 btime 482000", "0.1+0.25 wtime 0 btime 6000", "3+0 wtime 1 btime 180000"] {
            let clock = StoppedClock::parse(text).expect("a clock");
            assert_eq!(clock.to_string(), text);
        }
        for bad in ["", "10+5", "10+5 wtime 1", "0 wtime 1 btime 1", "10+5 wtime -1 btime 1", "10+5 wtime 1 btime 1 1"]
        {
            assert_eq!(StoppedClock::parse(bad), None, "{bad}");
        }
    }
}
