//! The clocks of both players, as a person sets them: minutes for the game and seconds for each move.

use crate::clock::{Duration, Instant};
use crate::engine::Clocks;
use crate::game::Side;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    game: Duration,
    increment: Duration,
}

/// Longer than anybody sits at a board.
const LONGEST_MINUTES: f64 = 10_000.0;

impl TimeControl {
    /// `10+5` is ten minutes and five seconds for each move, `10` ten minutes.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=LONGEST_MINUTES).contains(n));
        let (minutes, seconds) = (number(minutes)?, number(seconds)?);
        let control =
            TimeControl { game: Duration::from_secs_f64(minutes * 60.0), increment: Duration::from_secs_f64(seconds) };
        (!control.game.is_zero()).then_some(control)
    }
}

/// Two clocks, of which one runs.
pub struct ChessClock {
    control: TimeControl,
    remaining: [Duration; 2],
    since: Instant,
}

impl ChessClock {
    /// Full clocks; the one of whoever moves first runs from now on.
    pub fn start(control: TimeControl) -> ChessClock {
        ChessClock { control, remaining: [control.game; 2], since: Instant::now() }
    }

    /// What the side whose clock runs has left; none if it has run out.
    pub fn left(&self, running: Side) -> Option<Duration> {
        self.remaining[running.index()].checked_sub(self.since.elapsed())
    }

    /// A move was made: the other clock runs.
    pub fn press(&mut self, moved: Side) {
        let left = self.left(moved).unwrap_or_default();
        self.remaining[moved.index()] = left + self.control.increment;
        self.since = Instant::now();
    }

    /// Nobody's clock runs until `resume`.
    pub fn pause(&mut self, running: Side) {
        self.remaining[running.index()] = self.left(running).unwrap_or_default();
    }

    /// The clock of whoever is to move runs on.
    pub fn resume(&mut self) {
        self.since = Instant::now();
    }

    /// For a search of the side whose clock runs.
    pub fn clocks(&self, running: Side) -> Clocks {
        let mut remaining = self.remaining;
        remaining[running.index()] = self.left(running).unwrap_or_default();
        Clocks { remaining: remaining.map(Some), increment: [Some(self.control.increment); 2], moves_to_go: None }
    }

    /// What is left, as a clock shows it.
    pub fn face(&self, running: Side) -> String {
        let seconds = self.left(running).unwrap_or_default().as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_minutes_and_seconds() {
        let control = TimeControl::parse("10+5").expect("a clock");
        assert_eq!((control.game.as_secs(), control.increment.as_secs()), (600, 5));
        assert_eq!(TimeControl::parse("0.5").map(|control| control.game.as_secs()), Some(30));
        for bad in ["", "x", "0", "-1", "5+", "1e9", "nan", "5+-1"] {
            assert_eq!(TimeControl::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn pressing_the_clock_adds_the_increment() {
        let mut clock = ChessClock::start(TimeControl::parse("1+10").expect("a clock"));
        clock.press(Side::Upper);
        assert!(clock.left(Side::Upper).is_some_and(|left| left > Duration::from_secs(65)));
        assert!(clock.left(Side::Lower).is_some_and(|left| left <= Duration::from_secs(60)));
        assert!(clock.face(Side::Lower).starts_with(['0', '1']));
    }
}
