//! Annotates lines with positions, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;

use crossbeam_channel::Receiver;
use serde::Serialize;

use crate::engine::options::name;
use crate::engine::{Engine, EngineError, PositionError, Report, SearchReport, SearchRequest, open_session};
use crate::epd::EpdLine;
use crate::games::registry;
use crate::protocol::engine_and_reports;
use crate::search::{Bound, Score};

/// Megabytes; the table is cleared for every position.
const HASH: &str = "16";
/// The score of a lost position in EPD. Plies until the loss are added to it.
const LOST: i32 = -32_767;

/// Why a line was not annotated.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnnotateError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("{error}; this looks like {variant}: add --variant {variant}")]
    OtherVariant { error: EngineError, variant: &'static str },
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Searches every position with a cleared hash table, so that its annotation does not depend on those before it.
pub(super) struct Annotator {
    engine: Engine,
    reports: Receiver<Report>,
    request: SearchRequest,
    format: AnswerFormat,
}

/// How an annotated position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// As EPD, which can be analysed again.
    Epd,
    /// As JSON Lines.
    Json,
}

/// A position, or with several variations one of them, as JSON.
#[derive(Serialize)]
struct JsonAnswer<'a> {
    variant: &'static str,
    fen: &'a str,
    /// None if the game is over.
    best: Option<&'a str>,
    score: JsonScore,
    depth: u32,
    nodes: u64,
    multipv: usize,
    pv: &'a [String],
    /// Operations of the line that are not those of an analysis.
    operations: &'a [&'a str],
}

/// From the side to move's view.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonScore {
    Cp(i32),
    Mate(i32),
}

impl Annotator {
    pub fn new(
        variant: Option<&str>,
        variations: u16,
        options: &[(&str, &str)],
        request: SearchRequest,
        format: AnswerFormat,
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
        Ok(Annotator { engine, reports, request, format })
    }

    /// The annotated line, one per variation; none for a line without a position.
    /// `operations` are added to those of the line.
    pub fn annotate(&mut self, line: &str, operations: &[String]) -> Result<Option<String>, AnnotateError> {
        let Some(line) = EpdLine::read(line) else { return Ok(None) };
        let variant = line.variant.unwrap_or(self.engine.default_variant());
        if self.engine.session().variant().name != variant {
            let unknown = |_| EngineError::Variant { name: variant.to_owned() };
            self.engine.set_option(name::VARIANT, Some(variant)).map_err(unknown)?;
        }
        let (fen, mut kept) = self.set_up(&line).map_err(|error| self.advise(&line, error))?;
        kept.extend(operations.iter().map(String::as_str));
        self.engine.new_game();
        let reports = self.search()?;
        let answer = match self.format {
            AnswerFormat::Epd => epd_lines(&reports, line.variant, &fen, &kept),
            AnswerFormat::Json => self.json_lines(&reports, &fen, &kept)?,
        };
        Ok(Some(answer))
    }

    /// Sets up the position of a line; tells its FEN and the operations to keep.
    fn set_up<'a>(&mut self, line: &EpdLine<'a>) -> Result<(String, Vec<&'a str>), EngineError> {
        let Some((fen, moves)) = line.game() else {
            let (fen, kept) = line.split(|fen| self.engine.set_position(Some(fen), &[]))?;
            return Ok((fen.to_owned(), kept));
        };
        let moves: Vec<String> = moves.into_iter().map(ToOwned::to_owned).collect();
        self.engine.set_position(fen, &moves)?;
        Ok((self.engine.game().picture().fen, Vec::new()))
    }

    /// Adds to the refusal of a FEN which variant would take it, if the line names none.
    fn advise(&self, line: &EpdLine, error: EngineError) -> AnnotateError {
        let options = self.engine.options();
        let takes = |name: &&&str| {
            let Some(session) = open_session(name, options) else { return false };
            match line.game() {
                Some((Some(fen), _)) => session.read_fen(options, fen).is_ok(),
                Some((None, _)) => false,
                None => line.split(|fen| session.read_fen(options, fen).map(drop)).is_ok(),
            }
        };
        let is_fen = matches!(error, EngineError::Position(PositionError::Fen(_)));
        let other = registry::NAMES.iter().filter(|_| is_fen && line.variant.is_none()).find(takes);
        match other {
            Some(variant) => AnnotateError::OtherVariant { error, variant },
            None => error.into(),
        }
    }

    fn json_lines(
        &self,
        reports: &BTreeMap<usize, SearchReport>,
        fen: &str,
        operations: &[&str],
    ) -> Result<String, AnnotateError> {
        let mut text = String::new();
        for (&multipv, report) in reports {
            let answer = JsonAnswer {
                variant: self.engine.session().variant().name,
                fen,
                best: report.moves.first().map(String::as_str),
                score: match report.score {
                    Score::Centipawns(value) => JsonScore::Cp(value),
                    Score::Mate(moves) => JsonScore::Mate(moves),
                },
                depth: report.depth,
                nodes: report.nodes,
                multipv,
                pv: &report.moves,
                operations,
            };
            text += &serde_json::to_string(&answer)?;
            text.push('\n');
        }
        Ok(text)
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

fn epd_lines(reports: &BTreeMap<usize, SearchReport>, variant: Option<&str>, fen: &str, kept: &[&str]) -> String {
    let mut text = String::new();
    for (rank, report) in reports {
        if let Some(variant) = variant {
            let _ = write!(text, "{variant};"); // a String takes anything
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
    text
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
