//! Annotates lines with positions, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::analyst::Analyst;
use crate::engine::options::name;
use crate::engine::{EngineError, PositionError, SearchReport, SearchRequest, open_session};
use crate::epd::EpdLine;
use crate::games::registry;
use crate::search::Score;

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

/// Searches positions and writes what it found.
pub(super) struct Annotator {
    analyst: Analyst,
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
        let variations = variations.to_string();
        let options: Vec<(&str, &str)> =
            std::iter::once((name::MULTI_PV, variations.as_str())).chain(options.iter().copied()).collect();
        Ok(Annotator { analyst: Analyst::new(variant, &options, request)?, format })
    }

    /// The annotated line, one per variation; none for a line without a position.
    /// `operations` are added to those of the line; `rules` are options of its game.
    pub fn annotate(
        &mut self,
        line: &str,
        rules: &[(&'static str, String)],
        operations: &[String],
    ) -> Result<Option<String>, AnnotateError> {
        let Some(line) = EpdLine::read(line) else { return Ok(None) };
        let variant = line.variant.unwrap_or(self.analyst.engine.default_variant());
        self.analyst.play_by(variant, rules)?;
        let (fen, mut kept) = self.set_up(&line).map_err(|error| self.advise(&line, error))?;
        kept.extend(operations.iter().map(String::as_str));
        let reports = self.analyst.search()?;
        let answer = match self.format {
            AnswerFormat::Epd => epd_lines(&reports, line.variant, &fen, &kept),
            AnswerFormat::Json => self.json_lines(&reports, &fen, &kept)?,
        };
        Ok(Some(answer))
    }

    /// Sets up the position of a line; tells its FEN and the operations to keep.
    fn set_up<'a>(&mut self, line: &EpdLine<'a>) -> Result<(String, Vec<&'a str>), EngineError> {
        let engine = &mut self.analyst.engine;
        let Some((fen, moves)) = line.game() else {
            let (fen, kept) = line.split(|fen| engine.set_position(Some(fen), &[]))?;
            return Ok((fen.to_owned(), kept));
        };
        let moves: Vec<String> = moves.into_iter().map(ToOwned::to_owned).collect();
        engine.set_position(fen, &moves)?;
        Ok((engine.game().picture().fen, Vec::new()))
    }

    /// Adds to the refusal of a FEN which variant would take it, if the line names none.
    fn advise(&self, line: &EpdLine, error: EngineError) -> AnnotateError {
        let options = self.analyst.engine.options();
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
                variant: self.analyst.engine.session().variant().name,
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
