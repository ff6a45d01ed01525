//! `janggun analyse`: annotates lines with positions, for pipelines.
//!
//! One thread reads, workers with an engine each search, and the caller's thread writes. For every line the reader
//! queues the channel on which its answer will arrive, so that the output has the order of the input without sorting,
//! and the queue is bounded. Threads are not joined when writing fails: one that waits for input may wait for ever.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::thread;

use clap::Args;
use crossbeam_channel::{Receiver, Sender, bounded};

use super::annotator::{AnnotateError, Annotator, AnswerFormat};
use super::bar::Spinner;
use super::convert::record_format;
use super::search_arguments::{OptionArgumentError, SearchArguments};
use crate::engine::EngineError;
use crate::lines::{LineTooLong, read_line};
use crate::pipes;
use crate::records::{self, GameError, RecordFormat};

/// Slots of the queue from the reader to the writer.
const QUEUE_SLOTS: usize = 1_024;
/// A long line takes one slot per this many bytes, so that answers that wait for the writer take a bounded amount of
/// memory.
const BYTES_PER_SLOT: usize = 64 << 10;

const EXAMPLES: &str = "\
A line is a FEN, an EPD line, a FEN and `moves …`, or `startpos moves …`, each perhaps with its variant in front (variant;FEN). The position comes
out with the operations
  bm MOVE;   the best move
  ce SCORE;  centipawns from the side to move's view, -32767 plus the plies that are left if it is lost; or
  dm N;      it wins in N moves
  acd DEPTH; iterations
  pv MOVES;  the variation
in front of those that it had, in the order of the input. Empty lines and lines that begin with # are skipped.

Of a file with games (.pgn, .gib) every position is analysed, with its game and ply as `id`.

Examples:
  janggun analyse positions.epd --nodes 200000 > analysed.epd
  janggun analyse games.gib --nodes 100000 > games.epd
  echo 'startpos moves b1c3 h10g8' | janggun analyse --depth 8 --json
  echo 'jks/1z1/1Z1/SKJ[-] w 0 1' | janggun analyse --variant twelvejanggi --depth 12

Exit codes: 0 all is well; 1 a line was refused, which standard error tells of, or the input cannot be read; 2 the
arguments are not understood.";

/// The arguments of `analyse`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct AnalyseArguments {
    /// File with a position in each line, or with games (.pgn, .gib); standard input if it is - or not given
    pub file: Option<PathBuf>,
    /// The input holds games, of which every position is analysed: pgn or gib; not needed where the file's name ends so
    #[arg(long, value_name = "FORM", value_parser = record_format)]
    pub games: Option<RecordFormat>,
    /// Variant of the lines that do not name one
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<String>,
    /// Variations of each position, a line each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: u16,
    /// Write JSON Lines instead of EPD
    #[arg(long)]
    pub json: bool,
    /// Limits and engine
    #[command(flatten)]
    pub search: SearchArguments,
}

/// Why an analysis failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum AnalyseError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Option(#[from] OptionArgumentError),
    #[error("cannot read {name}: {error}")]
    Input { name: String, error: io::Error },
    #[error("cannot start a thread: {0}; try a smaller --threads")]
    Thread(io::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

/// Why a line was refused.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Position(#[from] AnnotateError),
    #[error(transparent)]
    TooLong(#[from] LineTooLong),
    #[error("{name} is left out: {error}")]
    Game { name: String, error: GameError },
}

/// The text to write, if any.
type AnnotatedLine = Result<Option<String>, LineError>;

struct AnalysisJob {
    line: String,
    /// Options of its game.
    rules: Vec<(&'static str, String)>,
    /// Operations to write besides.
    operations: Vec<String>,
    answer: Sender<AnnotatedLine>,
}

impl AnalysisJob {
    fn of_line(line: &[u8], answer: Sender<AnnotatedLine>) -> AnalysisJob {
        AnalysisJob {
            line: String::from_utf8_lossy(line).into_owned(),
            rules: Vec::new(),
            operations: Vec::new(),
            answer,
        }
    }
}

enum QueueSlot {
    /// What is to be told of a line.
    Remark(u64, String),
    /// The number of a line, from 1, and the channel of its answer.
    Line(u64, Receiver<AnnotatedLine>),
    /// Precedes a long line.
    Padding,
    Failed(io::Error),
}

/// Decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalysisOutcome {
    /// Every line was analysed.
    Clean,
    /// Some lines were refused.
    Refused,
}

impl AnalyseArguments {
    fn annotator(&self) -> Result<Annotator, AnalyseError> {
        let options = self.search.options()?;
        let format = if self.json { AnswerFormat::Json } else { AnswerFormat::Epd };
        Ok(Annotator::new(self.variant.as_deref(), self.multipv, &options, self.search.request(), format)?)
    }

    /// The name of the input for messages, and the input.
    fn input(&self) -> Result<(String, impl BufRead + Send + use<>), AnalyseError> {
        let path = self.file.as_deref().filter(|path| path.as_os_str() != "-");
        let open = || -> io::Result<Box<dyn Read + Send>> {
            Ok(match path {
                None => Box::new(pipes::stdin()?),
                Some(path) => Box::new(File::open(path)?),
            })
        };
        let name = path.map_or("standard input".to_owned(), |path| format!("'{}'", path.display()));
        match open() {
            Ok(input) => Ok((name, BufReader::new(input))),
            Err(error) => Err(AnalyseError::Input { name, error }),
        }
    }
}

/// Analyses the input line by line and writes the answers to `out`, each as soon as those before it are written.
/// `complain` is called with the number of each refused line.
pub fn analyse(
    arguments: &AnalyseArguments,
    threads: usize,
    out: &mut dyn Write,
    complain: &mut dyn FnMut(u64, &dyn Display),
) -> Result<AnalysisOutcome, AnalyseError> {
    let (name, input) = arguments.input()?;
    let (jobs, waiting) = bounded::<AnalysisJob>(0);
    for _ in 0..threads {
        let mut annotator = arguments.annotator()?;
        let waiting = waiting.clone();
        start(move || {
            for job in waiting {
                // The receiver is gone when writing has failed; no further job follows then.
                let answer = annotator.annotate(&job.line, &job.rules, &job.operations).map_err(LineError::from);
                let _ = job.answer.send(answer);
            }
        })?;
    }
    let (queue, slots) = bounded(QUEUE_SLOTS);
    match arguments.games.or_else(|| RecordFormat::of_path(arguments.file.as_deref()?)) {
        None => start(move || read(input, &queue, &jobs))?,
        Some(format) => {
            let variant = arguments.variant.clone();
            start(move || read_games(input, format, variant.as_deref(), &queue, &jobs))?;
        }
    }

    let mut outcome = AnalysisOutcome::Clean;
    let spinner = Spinner::new("positions");
    for slot in slots {
        let (number, answer) = match slot {
            QueueSlot::Line(number, answer) => (number, answer),
            QueueSlot::Padding => continue,
            QueueSlot::Remark(number, text) => {
                spinner.suspend(|| complain(number, &text));
                continue;
            }
            QueueSlot::Failed(error) => return Err(AnalyseError::Input { name, error }),
        };
        match answer.recv().unwrap_or(Err(LineError::Position(EngineError::WorkerGone.into()))) {
            Ok(Some(text)) => {
                out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(AnalyseError::Output)?
            }
            Ok(None) => (),
            Err(error) => {
                outcome = AnalysisOutcome::Refused;
                spinner.suspend(|| complain(number, &error));
            }
        }
        spinner.advance();
    }
    spinner.finish();
    Ok(outcome)
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), AnalyseError> {
    thread::Builder::new().spawn(work).map(drop).map_err(AnalyseError::Thread)
}

/// The loop of the reading thread.
fn read(mut input: impl BufRead, queue: &Sender<QueueSlot>, jobs: &Sender<AnalysisJob>) {
    for number in 1.. {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(error) => {
                let _ = queue.send(QueueSlot::Failed(error));
                return;
            }
        };
        let padding = line.as_ref().map_or(0, Vec::len) / BYTES_PER_SLOT;
        let (answer, answered) = bounded(1);
        // Slots first: a line whose answer cannot be written need not be searched.
        let mut slots =
            std::iter::repeat_with(|| QueueSlot::Padding).take(padding).chain([QueueSlot::Line(number, answered)]);
        if !slots.all(|slot| queue.send(slot).is_ok()) {
            return;
        }
        let is_passed_on = match line {
            Ok(line) => jobs.send(AnalysisJob::of_line(&line, answer)).is_ok(),
            Err(error) => answer.send(Err(error.into())).is_ok(),
        };
        if !is_passed_on {
            return;
        }
    }
}

/// The same for games: a line for every position of each.
fn read_games(
    mut input: impl Read,
    format: RecordFormat,
    variant: Option<&str>,
    queue: &Sender<QueueSlot>,
    jobs: &Sender<AnalysisJob>,
) {
    let mut bytes = Vec::new();
    if let Err(error) = input.read_to_end(&mut bytes) {
        let _ = queue.send(QueueSlot::Failed(error));
        return;
    }
    for read in records::read(&bytes, format, variant) {
        let (name, line) = (read.name(), read.line as u64);
        let mut remarks = read.warnings.iter().map(|warning| QueueSlot::Remark(line, format!("{name}: {warning}")));
        if !remarks.all(|remark| queue.send(remark).is_ok()) {
            return;
        }
        let rules = read.game.as_ref().map_or_else(|_| Vec::new(), |game| game.options.clone());
        let pass_on = |text: Result<(String, Vec<String>), LineError>| {
            let (answer, answered) = bounded(1);
            let is_queued = queue.send(QueueSlot::Line(line, answered)).is_ok();
            is_queued
                && match text {
                    Ok((line, operations)) => {
                        jobs.send(AnalysisJob { line, rules: rules.clone(), operations, answer }).is_ok()
                    }
                    Err(error) => answer.send(Err(error)).is_ok(),
                }
        };
        let number = read.number;
        let positions = read.game.and_then(|game| game.positions());
        let passed_on = match positions {
            Err(error) => pass_on(Err(LineError::Game { name, error })),
            Ok(positions) => positions
                .into_iter()
                .enumerate()
                .all(|(ply, position)| pass_on(Ok((position.line(), vec![format!("id \"game {number} ply {ply}\"")])))),
        };
        if !passed_on {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_takes_many_slots_of_the_queue() {
        let long = "x".repeat(10 * BYTES_PER_SLOT);
        let input = format!("short\n{long}\nshort");
        let (queue, slots) = crossbeam_channel::unbounded();
        let (jobs, waiting) = crossbeam_channel::unbounded();
        read(input.as_bytes(), &queue, &jobs);
        drop((queue, jobs));
        let numbers: Vec<Option<u64>> = slots
            .iter()
            .map(|slot| match slot {
                QueueSlot::Line(number, _) => Some(number),
                _ => None,
            })
            .collect();
        assert_eq!(numbers, [&[Some(1)][..], &[None; 10], &[Some(2), Some(3)]].concat());
        assert_eq!(waiting.iter().map(|job| job.line).collect::<Vec<_>>(), ["short", &long, "short"]);
    }
}
