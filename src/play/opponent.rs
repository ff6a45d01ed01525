//! The engine as somebody to play against, and to ask.

use crossbeam_channel::Receiver;

use super::PlayError;
use super::timer::ChessClock;
use crate::clock::Duration;
use crate::engine::options::name;
use crate::engine::{Engine, Report, Score, SearchReport, SearchRequest};
use crate::protocol::engine_and_reports;

/// How strong the engine plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The value of `Skill Level`.
    skill: String,
    /// The value of `Level`.
    level: String,
}

impl Strength {
    /// A number from 0 to 20, `low`, `middle`, `high` or `full`, or the Korean words for these.
    pub fn parse(text: &str) -> Option<Strength> {
        let full = || (20.to_string(), "full".to_owned());
        let (skill, level) = match text.trim().to_lowercase().as_str() {
            "low" | "하" => ("20".to_owned(), "low".to_owned()),
            "middle" | "중" => ("20".to_owned(), "middle".to_owned()),
            "high" | "상" => ("20".to_owned(), "high".to_owned()),
            "full" | "최강" => full(),
            number => (number.parse::<u32>().ok().filter(|&skill| skill <= 20)?.to_string(), "full".to_owned()),
        };
        Some(Strength { skill, level })
    }
}

/// What the engine made of a position.
pub struct Thought {
    /// Its move; none if the game is over.
    pub best: Option<String>,
    /// The last of what it said about its best variation.
    pub report: Option<SearchReport>,
}

/// How much a hint may cost.
const HINT_NODES: u64 = 300_000;
const HINT_TIME: Duration = Duration::from_secs(3);

/// An engine with its reports.
pub struct Opponent {
    /// Which holds the game, too.
    pub engine: Engine,
    reports: Receiver<Report>,
    /// For each move without a clock.
    think: Duration,
}

impl Opponent {
    /// An engine at the start position.
    pub fn new(variant: &str, strength: &Strength, think: Duration) -> Result<Opponent, PlayError> {
        let (mut engine, reports) = engine_and_reports(Some(variant))?;
        engine.set_option(name::SKILL_LEVEL, Some(&strength.skill))?;
        engine.set_option(name::LEVEL, Some(&strength.level))?;
        Ok(Opponent { engine, reports, think })
    }

    /// Thinks about its own move.
    pub fn think(&mut self, clock: Option<&ChessClock>) -> Result<Thought, PlayError> {
        let side = self.engine.game().side_to_move();
        let request = match clock {
            Some(clock) => SearchRequest { clocks: clock.clocks(side), ..SearchRequest::default() },
            None => SearchRequest { movetime: Some(self.think), ..SearchRequest::default() },
        };
        self.search(&request)
    }

    /// Thinks about the position at full strength, whatever it plays at.
    pub fn consult(&mut self) -> Result<Thought, PlayError> {
        for option in [name::ANALYSE_MODE, name::SHOW_WDL] {
            self.engine.set_option(option, Some("true"))?;
        }
        let request = SearchRequest { nodes: Some(HINT_NODES), movetime: Some(HINT_TIME), ..SearchRequest::default() };
        let thought = self.search(&request);
        for option in [name::ANALYSE_MODE, name::SHOW_WDL] {
            self.engine.set_option(option, Some("false"))?;
        }
        thought
    }

    fn search(&mut self, request: &SearchRequest) -> Result<Thought, PlayError> {
        self.engine.go(request)?;
        let mut thought = Thought { best: None, report: None };
        for report in &self.reports {
            match report {
                Report::Search(own) if own.multipv == 1 => thought.report = Some(own),
                Report::BestMove { best, .. } => thought.best = best,
                Report::Finished => break,
                _ => (),
            }
        }
        self.engine.finished();
        Ok(thought)
    }
}

impl Thought {
    /// The score in hundredths from the view of the side that thought; a mate is beyond all others.
    pub fn score(&self) -> Option<i32> {
        self.report.as_ref().map(|report| match report.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_have_numbers_and_names() {
        let named = |text| Strength::parse(text).map(|strength| (strength.skill, strength.level));
        assert_eq!(named("7"), Some(("7".to_owned(), "full".to_owned())));
        assert_eq!(named("하"), named("LOW"));
        assert_eq!(named("low"), Some(("20".to_owned(), "low".to_owned())));
        assert_eq!(named("full"), named("20"));
        assert_eq!((named("21"), named("-1"), named("strong")), (None, None, None));
    }
}
