//! The engine as somebody to play against, and to ask.

use crossbeam_channel::Receiver;

use super::error::PlayError;
use super::strength::Strength;
use super::timer::ChessClock;
use crate::clock::Duration;
use crate::engine::options::name;
use crate::engine::{Engine, EngineError, Report, Score, SearchReport, SearchRequest};
use crate::protocol::engine_and_reports;

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
    /// For each move without a clock, at the most.
    pub think: Duration,
}

impl Opponent {
    /// An engine at the start position.
    pub fn new(variant: &str, strength: Strength, think: Duration) -> Result<Opponent, PlayError> {
        let (engine, reports) = engine_and_reports(Some(variant))?;
        let mut opponent = Opponent { engine, reports, think };
        opponent.set_strength(strength)?;
        Ok(opponent)
    }

    /// Plays so strongly from now on.
    pub fn set_strength(&mut self, strength: Strength) -> Result<(), EngineError> {
        for (option, value) in strength.options() {
            self.engine.set_option(option, Some(&value))?;
        }
        Ok(())
    }

    /// How strongly it plays.
    pub fn strength(&self) -> Strength {
        Strength::of(self.engine.options())
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
