//! Games of the engine against itself, as material to tune an evaluation with.
//!
//! Each game begins at a random opening, if there is a file of them, and with random moves, so that no two are alike, and
//! goes on with searches of a fixed number of positions until the rules end it or nobody would play on. A line is written for every quiet position: `FEN;score;result`, both from the upper-case side's view, the
//! score in centipawns, the result as 1, 0.5 or 0.

use std::fmt::Write;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

use super::bar::Bar;
use crate::clock::Instant;
use crate::files::Append;
use crate::game::{Evaluator, Family, Game, Notation, Searchable, Settings, Side, Tactics, Variant};
use crate::games::registry::{self, Visitor};
use crate::games::{Played, PositionError};
use crate::search::pool::STACK_BYTES;
use crate::search::value::is_decisive;
use crate::search::{Limits, SearchMemory, Silent, StopToken, Task, TranspositionTable, think};
use crate::tablebase::Progress;

const MEGABYTES: usize = 8;
/// A game that takes longer is a draw.
const MOST_PLIES: usize = 300;
/// With such a score a game is won.
const HOPELESS: i32 = 2_000;

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Protocol name.
    pub variant: String,
    /// How many games.
    pub games: u64,
    /// Positions that a search visits.
    pub nodes: u64,
    /// Random moves at the beginning.
    pub random_plies: usize,
    /// A file of FENs to begin with, one in each line; the start position if there is none.
    pub openings: Option<PathBuf>,
    /// Of the random choices.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// Why no games were played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// No such variant.
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    /// The openings cannot be read.
    #[error("cannot read the openings '{path}': {error}")]
    Openings {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An opening does not hold.
    #[error("openings, line {line}: {error}")]
    Opening {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        error: PositionError,
    },
    /// Positions that took long to play would be lost.
    #[error("'{0}' holds something already; move it away, or choose another file for --out")]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("cannot write '{path}': {error}; it holds {games} whole games")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
        /// What it holds now.
        games: u64,
    },
    /// No memory for hash tables, or no thread.
    #[error("cannot play {threads} games at a time: {error}; choose fewer with --threads")]
    Room {
        /// Games at a time.
        threads: usize,
        /// What the system says.
        error: io::Error,
    },
}

/// Plays the games, writes the positions and tells how many there are.
pub fn play(plan: &Plan, out: &Path, settings: &(dyn Settings + Sync)) -> Result<String, SelfplayError> {
    registry::visit(&plan.variant, Games { plan, out, settings })
        .ok_or_else(|| SelfplayError::Variant(plan.variant.clone()))?
}

struct Games<'a> {
    plan: &'a Plan,
    out: &'a Path,
    settings: &'a (dyn Settings + Sync),
}

impl Visitor for Games<'_> {
    type Output = Result<String, SelfplayError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let starts = self.starts::<F::Position>(variant)?;
        let fail = |error, games| SelfplayError::Io { path: self.out.to_owned(), error, games };
        if self.out.metadata().is_ok_and(|old| old.is_file() && old.len() > 0) {
            return Err(SelfplayError::Exists(self.out.to_owned()));
        }
        let file = File::create(self.out).and_then(|file| Append::behind(0, file)).map_err(|error| fail(error, 0))?;
        let file = Mutex::new(file);
        let bar = Bar::new();
        bar.begin("playing", self.plan.games);
        let (next, positions, plies) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let results = [const { AtomicU64::new(0) }; 3];
        let written = || results.iter().map(|count| count.load(Relaxed)).sum();
        let room = |error| SelfplayError::Room { threads: self.plan.threads, error };
        let labour = || -> Result<(), SelfplayError> {
            // One for each side: what it thinks is coloured by its contempt.
            let tables = [(); 2].map(|()| TranspositionTable::try_new(MEGABYTES));
            let [Some(upper), Some(lower)] = tables else { return Err(room(io::ErrorKind::OutOfMemory.into())) };
            let tables = [upper, lower].map(SearchMemory::new);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.plan.games {
                    return Ok(());
                }
                let seed = self.plan.seed.wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mut random = fastrand::Rng::with_seed(seed);
                let start = starts[random.usize(..starts.len())].clone();
                let Some(game) = game::<F>(self.plan, start, random, &tables, self.settings) else { continue };
                let result = game.winner.map_or(1, |side| 2 * usize::from(side == Side::Upper));
                let mut text = String::new();
                for (fen, score) in &game.positions {
                    let _ = writeln!(text, "{fen};{score};{}", result as f64 / 2.0);
                }
                if let Err(error) = file.lock().add(&text) {
                    // The others need not play on.
                    next.store(self.plan.games, Relaxed);
                    return Err(fail(error, written()));
                }
                positions.fetch_add(game.positions.len() as u64, Relaxed);
                plies.fetch_add(game.plies as u64, Relaxed);
                results[result].fetch_add(1, Relaxed);
                bar.advance(1);
            }
        };
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, labour);
            let threads: Result<Vec<_>, _> = (0..self.plan.threads.max(1)).map(start).collect();
            let threads = threads.map_err(|error| {
                next.store(self.plan.games, Relaxed);
                room(error)
            })?;
            threads.into_iter().filter_map(|thread| thread.join().ok()).fold(Ok(()), Result::and)
        })?;
        bar.finish();
        let [lost, drawn, won] = results.map(AtomicU64::into_inner);
        let games = (lost + drawn + won).max(1);
        let (positions, length) = (positions.into_inner(), plies.into_inner() / games);
        let text = format!("{games} games of {length} plies: +{won} ={drawn} -{lost} for the upper-case side");
        Ok(format!("{text}; {positions} positions"))
    }
}

impl Games<'_> {
    /// Where games begin; there is at least one.
    fn starts<G: Notation>(&self, variant: &Variant) -> Result<Vec<Played<G>>, SelfplayError> {
        let text = match &self.plan.openings {
            None => String::new(),
            Some(path) => {
                fs::read_to_string(path).map_err(|error| SelfplayError::Openings { path: path.to_owned(), error })?
            }
        };
        let mut starts = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let start = Played::new::<&str>(variant, self.settings, Some(line), &[]);
            starts.push(start.map_err(|error| SelfplayError::Opening { line: index + 1, error })?);
        }
        if starts.is_empty() {
            starts.push(Played::start(variant, self.settings));
        }
        Ok(starts)
    }
}

/// A game that was played.
struct PlayedGame {
    positions: Vec<(String, i32)>,
    plies: usize,
    winner: Option<Side>,
}

/// None if the random moves ended it.
fn game<F: Family>(
    plan: &Plan,
    mut played: Played<F::Position>,
    mut random: fastrand::Rng,
    tables: &[SearchMemory; 2],
    settings: &dyn Settings,
) -> Option<PlayedGame> {
    for _ in 0..plan.random_plies {
        played.play(random.choice(played.legal_moves())?);
    }
    if played.outcome().is_some() {
        return None;
    }
    tables.iter().for_each(|table| table.clear(1));
    let mut game = PlayedGame { positions: Vec::new(), plies: 0, winner: None };
    while game.plies < MOST_PLIES {
        if let Some(outcome) = played.outcome() {
            game.winner = outcome.winner;
            break;
        }
        let task = Task {
            position: played.position.as_known_to_mover(),
            past: played.past.clone(),
            moves: played.legal_moves(),
            limits: Limits { nodes: Some(plan.nodes), ..Limits::default() },
            lines: 1,
            threads: 1,
            mate_search: true,
            started: Instant::now(),
            stop: StopToken::new(),
        };
        let side = played.position.side_to_move();
        let mut evaluator = F::Evaluation::with_settings(settings);
        evaluator.begin(&played.position, played.past.len());
        let result = think(task, &tables[side.index()], &evaluator, &mut Silent);
        let (best, value) = (result.lines[0].moves[0], result.lines[0].value);
        if is_decisive(value) || value.abs() >= HOPELESS {
            game.winner = Some(if value > 0 { side } else { side.other() });
            break;
        }
        if !played.position.in_check() && played.position.gain(best) == 0 {
            game.positions.push((played.position.fen(), if side == Side::Upper { value } else { -value }));
        }
        played.play(best);
        game.plies += 1;
    }
    Some(game)
}
