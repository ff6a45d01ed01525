//! An engine that annotates lines with positions, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;

use crossbeam_channel::Receiver;

use super::epd::Line;
use crate::engine::options::name;
use crate::engine::{Engine, EngineError, Report, SearchReport, SearchRequest};
use crate::protocol::engine_and_reports;
use crate::search::{Bound, Score};

/// Megabytes of the hash table, which is emptied for every position.
const HASH: &str = "16";
/// What EPD calls a lost game. A loss that takes some plies is worth that much more.
const LOST: i32 = -32_767;

/// Searches every position as if it were the first, so that what it says does not depend on what it has seen before.
pub(super) struct Analyst {
    engine: Engine,
    reports: Receiver<Report>,
    request: SearchRequest,
}

impl Analyst {
    pub fn new(
        variant: Option<&str>,
        variations: u16,
        options: &[(&str, &str)],
        request: SearchRequest,
    ) -> Result<Analyst, EngineError> {
        let (mut engine, reports) = engine_and_reports(variant)?;
        let variations = variations.to_string();
        // Nobody waits at the other end of a pipe, so nothing has to be kept back for that.
        let usual = [
            (name::ANALYSE_MODE, "true"),
            (name::MOVE_OVERHEAD, "0"),
            (name::HASH, HASH),
            (name::MULTI_PV, &variations),
        ];
        for (name, value) in usual.iter().chain(options) {
            engine.set_option(name, Some(value))?;
        }
        Ok(Analyst { engine, reports, request })
    }

    /// The line with what the engine thinks of its position, a line for each variation; nothing for a line without a
    /// position.
    pub fn annotate(&mut self, line: &str) -> Result<Option<String>, EngineError> {
        let Some(line) = Line::read(line) else { return Ok(None) };
        let variant = line.variant.unwrap_or(self.engine.default_variant());
        if self.engine.session().variant().name != variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            self.engine.set_option(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        let (fen, kept) = line.split(|fen| self.engine.set_position(Some(fen), &[]))?;
        self.engine.new_game();
        let told = self.search()?;

        let mut text = String::new();
        for (rank, report) in &told {
            if let Some(variant) = line.variant {
                let _ = write!(text, "{variant};");
            }
            text += fen;
            if let (1, Some(best)) = (rank, report.moves.first()) {
                let _ = write!(text, " bm {best};");
            }
            let _ = write!(text, " {}; acd {};", worth(report), report.depth);
            if told.len() > 1 {
                let _ = write!(text, " multipv {rank};");
            }
            if !report.moves.is_empty() {
                let _ = write!(text, " pv {};", report.moves.join(" "));
            }
            kept.iter().for_each(|operation| {
                let _ = write!(text, " {operation};");
            });
            text.push('\n');
        }
        Ok(Some(text))
    }

    /// The last word on each variation, by rank.
    fn search(&mut self) -> Result<BTreeMap<usize, SearchReport>, EngineError> {
        self.engine.go(&self.request)?;
        let mut told: BTreeMap<usize, SearchReport> = BTreeMap::new();
        loop {
            match self.reports.recv().map_err(|_| EngineError::WorkerGone)? {
                Report::Search(report) => hear(&mut told, report),
                Report::Finished => break,
                _ => (),
            }
        }
        self.engine.finished();
        Ok(told)
    }
}

/// A bound says less of a move than the exact score of the iteration before.
fn hear(told: &mut BTreeMap<usize, SearchReport>, report: SearchReport) {
    let is_known = |known: &SearchReport| known.bound == Bound::Exact && known.moves.first() == report.moves.first();
    if report.bound == Bound::Exact || !told.get(&report.rank).is_some_and(is_known) {
        told.insert(report.rank, report);
    }
}

/// `ce` or `dm`, with the score. EPD knows `dm` only for the side to move.
fn worth(report: &SearchReport) -> String {
    match report.score {
        // There is no move that wins: it has won.
        Score::Mate(moves) if moves > 0 && report.moves.is_empty() => format!("ce {}", -LOST),
        Score::Mate(moves) if moves > 0 => format!("dm {moves}"),
        Score::Mate(moves) => format!("ce {}", LOST - 2 * moves),
        Score::Centipawns(value) => format!("ce {value}"),
    }
}
