//! Makes openings for games: positions after random moves in which neither side has much of an advantage.

use std::path::PathBuf;

use super::networks::{EvaluatorVisitor, Networks};
use super::options::Options;
use super::report::Report;
use super::worker::Job;
use crate::clock::Instant;
use crate::game::{Evaluator, Game, Notation, Settings, Variant};
use crate::games::Played;
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};
use crate::search::{Limits, SearchMemory, Silent, StopToken, Task, TranspositionTable, think};

/// Random plies: this many, and up to three more.
const RANDOM_PLIES: usize = 6;
/// Positions that each search visits.
const NODES: u64 = 2_000;
/// The largest advantage of either side.
const BALANCED: i32 = 150;
const MEGABYTES: usize = 8;
/// Attempts at one position before the book is called unsuitable.
const ATTEMPTS: u32 = 1_000;

/// Which openings are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenfensRequest {
    /// How many.
    pub count: u32,
    /// The same seed makes the same openings.
    pub seed: u64,
    /// A file with a FEN or EPD in each line, from which random moves go on; the start position without one.
    pub book: Option<PathBuf>,
    /// The variant, if not the one that is set.
    pub variant: Option<String>,
}

/// A larger book is taken for a mistake.
const LARGEST_BOOK: u64 = 256 << 20;

/// The command `genfens`: random openings that a short search finds balanced.
pub struct GenfensJob {
    pub variant: &'static str,
    pub request: GenfensRequest,
    pub options: Options,
    pub networks: Networks,
    pub stop: StopToken,
}

#[derive(Debug, thiserror::Error)]
enum GenfensError {
    #[error("cannot read the book '{path}': {error}")]
    Book { path: PathBuf, error: std::io::Error },
    #[error("the book '{path}' is no file of at most {} MB; name one with a position on each line", LARGEST_BOOK >> 20)]
    NoBook { path: PathBuf },
    #[error("no position of the book '{path}' can be read; the first is refused: {why}")]
    NoPosition { path: PathBuf, why: String },
    #[error("{ATTEMPTS} attempts did not lead to a balanced position; take another book, or none")]
    Unbalanced,
    #[error("there is no memory for the search of openings; its hash table takes {MEGABYTES} MB")]
    Memory,
}

impl Job for GenfensJob {
    fn run(self: Box<Self>, report: &mut dyn FnMut(Report)) {
        let made = registry::visit(self.variant, Generate { job: &self, report: &mut *report });
        if let Some(Err(error)) = made {
            report(Report::Error(error.to_string()));
        }
    }
}

struct Generate<'a> {
    job: &'a GenfensJob,
    report: &'a mut dyn FnMut(Report),
}

impl Visitor for Generate<'_> {
    type Output = Result<(), GenfensError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let GenfensJob { request, stop, .. } = self.job;
        let book = read_book::<F>(variant, self.job)?;
        let memory = SearchMemory::new(TranspositionTable::try_new(MEGABYTES).ok_or(GenfensError::Memory)?);
        let mut random = fastrand::Rng::with_seed(request.seed);
        for _ in 0..request.count {
            let fen = opening::<F>(variant, self.job, &book, &memory, &mut random)?;
            if stop.is_stopped() {
                return Ok(());
            }
            (self.report)(Report::Note(format!("genfens {fen}")));
        }
        Ok(())
    }
}

/// The positions of the book; none for the start position.
fn read_book<F: Family>(variant: &'static Variant, job: &GenfensJob) -> Result<Vec<F::Position>, GenfensError> {
    let Some(path) = &job.request.book else { return Ok(Vec::new()) };
    let failed = |error| GenfensError::Book { path: path.clone(), error };
    let known = std::fs::metadata(path).map_err(failed)?;
    // A pipe or a device may have no end.
    if !known.is_file() || known.len() > LARGEST_BOOK {
        return Err(GenfensError::NoBook { path: path.clone() });
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let mut why = None;
    let mut positions = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        // In EPD, operations follow the FEN, which is the longest beginning that can be read.
        let words: Vec<&str> = line.split(';').next().unwrap_or_default().split_whitespace().collect();
        let read = |end: usize| F::Position::from_fen(variant, &job.options, &words[..end].join(" "));
        match (2..=words.len().min(8)).rev().find_map(|end| read(end).ok()) {
            Some(position) => positions.push(position),
            None => {
                why.get_or_insert_with(|| {
                    read(words.len()).err().map_or_else(|| line.to_owned(), |error| error.to_string())
                });
            }
        }
    }
    if positions.is_empty() {
        let why = why.unwrap_or_else(|| "it has no line".to_owned());
        return Err(GenfensError::NoPosition { path: path.clone(), why });
    }
    Ok(positions)
}

/// One opening. Without a book, what can be drawn by lot is: set-ups, for one.
fn opening<F: Family>(
    variant: &'static Variant,
    job: &GenfensJob,
    book: &[F::Position],
    memory: &SearchMemory,
    random: &mut fastrand::Rng,
) -> Result<String, GenfensError> {
    for _ in 0..ATTEMPTS {
        let position = match random.choice(book) {
            Some(position) => position.clone(),
            None => F::Position::start(variant, &DrawnOptions::draw::<F>(&job.options, random)),
        };
        let mut played = Played { position, past: Vec::new() };
        for _ in 0..RANDOM_PLIES + random.usize(..4) {
            let Some(&mv) = random.choice(&played.legal_moves()).filter(|_| played.outcome().is_none()) else { break };
            played.play(mv);
        }
        if played.outcome().is_some() || job.stop.is_stopped() {
            continue;
        }
        memory.clear(1);
        let fen = played.position.fen();
        let judged = Judge::<F> { played, memory, stop: &job.stop };
        if job.networks.choose::<F, _>(&job.options, judged) {
            return Ok(fen);
        }
    }
    if job.stop.is_stopped() { Ok(String::new()) } else { Err(GenfensError::Unbalanced) }
}

/// Whether neither side has much of an advantage.
struct Judge<'a, F: Family> {
    played: Played<F::Position>,
    memory: &'a SearchMemory,
    stop: &'a StopToken,
}

impl<F: Family> EvaluatorVisitor<F> for Judge<'_, F> {
    type Output = bool;

    fn visit<E: Evaluator<F::Position> + Sync>(self, evaluator: E) -> bool {
        let moves = self.played.legal_moves();
        let task = Task {
            moves,
            position: self.played.position.as_known_to_mover(),
            past: self.played.past,
            limits: Limits { nodes: Some(NODES), ..Limits::default() },
            multi_pv: 1,
            threads: 1,
            mate_search: false,
            verify_root: true,
            started: Instant::now(),
            stop: self.stop.clone(),
        };
        let result = think(task, self.memory, &evaluator, &mut Silent);
        result.lines[0].value.abs() <= BALANCED
    }
}

/// Options of which some are drawn by lot.
struct DrawnOptions<'a> {
    options: &'a Options,
    drawn: Vec<(&'static str, &'static str)>,
}

impl<'a> DrawnOptions<'a> {
    fn draw<F: Family>(options: &'a Options, random: &mut fastrand::Rng) -> DrawnOptions<'a> {
        let words = F::Position::DRAWN_BY_LOT.iter().filter(|(_, words)| !words.is_empty());
        let drawn = words.filter_map(|(name, words)| Some((*name, *random.choice(*words)?)));
        DrawnOptions { options, drawn: drawn.collect() }
    }
}

impl Settings for DrawnOptions<'_> {
    fn choice(&self, name: &str) -> &str {
        let drawn = self.drawn.iter().find(|(option, _)| *option == name);
        drawn.map_or_else(|| Settings::choice(self.options, name), |(_, word)| word)
    }

    fn number(&self, name: &str) -> i64 {
        Settings::number(self.options, name)
    }
}
