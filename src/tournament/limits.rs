//! Limits of an engine's searches: clock, time, nodes or depth per move.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A time control as in chess: base time, per `moves` moves or per game, and increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// None if the base time is for the whole game.
    pub moves: Option<u32>,
    /// Milliseconds.
    pub base: u64,
    /// Milliseconds.
    pub increment: u64,
}

impl TimeControl {
    /// Parses seconds, as in `10`, `10+0.1`, `40/60` or `40/60+0.5`, or minutes and seconds, as in `2:30+1`.
    pub fn read(text: &str) -> Option<TimeControl> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let base = milliseconds(seconds)? + minutes.parse::<u32>().ok().map(|minutes| u64::from(minutes) * 60_000)?;
        let control = TimeControl { moves, base, increment: milliseconds(increment)? };
        (control.base + control.increment > 0).then_some(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base as f64 / 1_000.0)?;
        if self.increment > 0 {
            write!(f, "+{}", self.increment as f64 / 1_000.0)?;
        }
        Ok(())
    }
}

/// Parses seconds.
pub fn milliseconds(text: &str) -> Option<u64> {
    const LONGEST: f64 = 1e7;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| (seconds * 1_000.0).round() as u64)
}

/// At least one is set for every engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Milliseconds per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
}

impl EngineLimits {
    pub fn are_set(&self) -> bool {
        *self != EngineLimits::default()
    }

    /// The time limit per move, apart from the clock.
    pub fn longest_move(&self) -> Option<Duration> {
        self.movetime.map(Duration::from_millis)
    }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("{} s a move", time as f64 / 1_000.0)),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("10+0.1", None, 10_000, 100),
            ("40/60", Some(40), 60_000, 0),
            ("40/60+0.5", Some(40), 60_000, 500),
            ("0+0.05", None, 0, 50),
            ("0.25", None, 250, 0),
        ] {
            let control = TimeControl::read(text).expect(text);
            assert_eq!(control, TimeControl { moves, base, increment });
            assert_eq!(control.to_string(), text);
        }
        assert_eq!(TimeControl::read("2:30+1").expect("minutes").base, 150_000);
    }

    #[test]
    fn nonsense_is_no_time_control() {
        for text in
            ["", "0", "x", "10+", "0/60", "-1/60", "10+-1", "1/2/3", "nan", "inf", "1e300", "-5", "99999999999:1"]
        {
            assert_eq!(TimeControl::read(text), None, "{text}");
        }
    }
}
