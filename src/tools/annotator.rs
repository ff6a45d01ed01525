//! Annotates lines with positions, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;

use crossbeam_channel::Receiver;

use crate::engine::options::name;
use crate::engine::{Engine, EngineError, Report, SearchReport, SearchRequest};
use crate::epd::EpdLine;
use crate::protocol::engine_and_reports;
use crate::search::{Bound, Score};

/// Megabytes; the table is cleared for every position.
const HASH: &str = "16";
/// The score of a lost position in EPD. Plies until the loss are added to it.
const LOST: i32 = -32_767;

/// Searches every position with a cleared hash table, so that its annotation does not depend on those before it.
pub(super) struct Annotator {
    engine: Engine,
    reports: Receiver<Report>,
    request: SearchRequest,
}

impl Annotator {
    pub fn new(
        variant: Option<&str>,
        variations: u16,
        options: &[(&str, &str)],
        request: SearchRequest,
    ) -> Result<Annotator, EngineError> {
        let (mut engine, reports) = engine_and_reports(variant)?;
        let variations = variations.to_string();
        // Move overhead is for the latency of a GUI; there is none here.
        let usual = [
            (name::ANALYSE_MODE, "true"),
            (name::MOVE_OVERHEAD, "0"),
            (name::HASH, HASH),
            (name::MULTI_PV, &variations),
        ];
        for (name, value) in usual.iter().chain(options) {
            engine.set_option(name, Some(value))?;
        }
        Ok(Annotator { engine, reports, request })
    }

    /// The annotated line, one per variation; none for a line without a position.
    pub fn annotate(&mut self, line: &str) -> Result<Option<String>, EngineError> {
        let Some(line) = EpdLine::read(line) else { return Ok(None) };
        let variant = line.variant.unwrap_or(self.engine.default_variant());
        if self.engine.session().variant().name != variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            self.engine.set_option(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        let (fen, kept) = line.split(|fen| self.engine.set_position(Some(fen), &[]))?;
        self.engine.new_game();
        let reports = self.search()?;

        let mut text = String::new();
        for (rank, report) in &reports {
            if let Some(variant) = line.variant {
                let _ = write!(text, "{variant};");
            }
            text += fen;
            if let (1, Some(best)) = (rank, report.moves.first()) {
                let _ = write!(text, " bm {best};");
            }
            let _ = write!(text, " {}; acd {};", score_operation(report), report.depth);
            if reports.len() > 1 {
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

    /// The last report of each variation, by rank.
    fn search(&mut self) -> Result<BTreeMap<usize, SearchReport>, EngineError> {
        self.engine.go(&self.request)?;
        let mut reports = BTreeMap::new();
        loop {
            match self.reports.recv().map_err(|_| EngineError::WorkerGone)? {
                Report::Search(report) => keep_report(&mut reports, report),
                Report::Finished => break,
                _ => (),
            }
        }
        self.engine.finished();
        Ok(reports)
    }
}

/// The exact score of an earlier iteration says more about a move than a bound.
fn keep_report(reports: &mut BTreeMap<usize, SearchReport>, report: SearchReport) {
    let is_known = |known: &SearchReport| known.bound == Bound::Exact && known.moves.first() == report.moves.first();
    if report.bound == Bound::Exact || !reports.get(&report.rank).is_some_and(is_known) {
        reports.insert(report.rank, report);
    }
}

/// `ce` or `dm`. EPD has `dm` only for the side that wins.
fn score_operation(report: &SearchReport) -> String {
    match report.score {
        // The game is over, and won.
        Score::Mate(moves) if moves > 0 && report.moves.is_empty() => format!("ce {}", -LOST),
        Score::Mate(moves) if moves > 0 => format!("dm {moves}"),
        Score::Mate(moves) => format!("ce {}", LOST - 2 * moves),
        Score::Centipawns(value) => format!("ce {value}"),
    }
}
