//! Games of the engine against itself, as material to tune an evaluation with.
//!
//! Each game begins at a random opening, if there is a file of them, and with random moves, so that no two are alike, and
//! goes on with searches of a fixed number of positions until the rules end it or nobody would play on. A line is written for every quiet position: `FEN;score;result`, both from the upper-case side's view, the
//! score in centipawns, the result as 1, 0.5 or 0.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use parking_lot::Mutex;

use super::bar::Bar;
use crate::game::{Evaluator, Notation, Settings, Side, Variant};
use crate::games::any::{self, Visitor};
use crate::games::{Played, PositionError};
use crate::search::value::is_decisive;
use crate::search::{Deaf, Limits, StopToken, Table, Task, think};
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
    #[error("there is no variant '{0}'; choose one of {known}", known = any::NAMES.join(", "))]
    Variant(String),
    /// The openings cannot be read.
    #[error("cannot read the openings '{path}': {error}")]
    Openings {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// An opening does not hold.
    #[error("openings, line {line}: {error}")]
    Opening {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        error: PositionError,
    },
    /// The file cannot be written.
    #[error("cannot write '{path}': {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

/// Plays the games, writes the positions and tells how many there are.
pub fn play(plan: &Plan, out: &Path, settings: &(dyn Settings + Sync)) -> Result<String, SelfplayError> {
    any::visit(&plan.variant, Games { plan, out, settings })
        .ok_or_else(|| SelfplayError::Variant(plan.variant.clone()))?
}

struct Games<'a> {
    plan: &'a Plan,
    out: &'a Path,
    settings: &'a (dyn Settings + Sync),
}

impl Visitor for Games<'_> {
    type Output = Result<String, SelfplayError>;

    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output {
        let starts = self.starts::<G>(variant)?;
        let fail = |error| SelfplayError::Io { path: self.out.to_owned(), error };
        let file = Mutex::new(BufWriter::new(File::create(self.out).map_err(fail)?));
        let bar = Bar::new();
        bar.begin("playing", self.plan.games);
        let (next, positions, plies) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let results = [const { AtomicU64::new(0) }; 3];
        let labour = || -> std::io::Result<()> {
            let no_memory = || std::io::Error::from(std::io::ErrorKind::OutOfMemory);
            // One for each side: what it thinks is coloured by its taste.
            let tables = [(); 2].map(|()| Table::try_new(MEGABYTES));
            let [Some(upper), Some(lower)] = tables else { return Err(no_memory()) };
            let tables = [upper, lower];
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.plan.games {
                    return Ok(());
                }
                let seed = self.plan.seed.wrapping_add(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mut random = fastrand::Rng::with_seed(seed);
                let start = starts[random.usize(..starts.len())].clone();
                let Some(game) = game::<G, E>(self.plan, start, random, &tables) else { continue };
                positions.fetch_add(game.positions.len() as u64, Relaxed);
                plies.fetch_add(game.plies as u64, Relaxed);
                let result = game.winner.map_or(1, |side| 2 * usize::from(side == Side::Upper));
                results[result].fetch_add(1, Relaxed);
                let mut file = file.lock();
                for (fen, score) in &game.positions {
                    writeln!(file, "{fen};{score};{}", result as f64 / 2.0)?;
                }
                bar.advance(1);
            }
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.plan.threads).map(|_| scope.spawn(labour)).collect();
            let own = labour();
            others.into_iter().filter_map(|thread| thread.join().ok()).fold(own, Result::and)
        })
        .and_then(|()| file.into_inner().flush())
        .map_err(fail)?;
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
struct Game {
    positions: Vec<(String, i32)>,
    plies: usize,
    winner: Option<Side>,
}

/// None if the random moves ended it.
fn game<G: Notation, E: Evaluator<G> + Sync>(
    plan: &Plan,
    mut played: Played<G>,
    mut random: fastrand::Rng,
    tables: &[Table; 2],
) -> Option<Game> {
    for _ in 0..plan.random_plies {
        played.play(random.choice(played.legal_moves())?);
    }
    if played.outcome().is_some() {
        return None;
    }
    tables.iter().for_each(|table| table.clear(1));
    let evaluators = [Side::Upper, Side::Lower].map(|side| {
        let mut evaluator = E::default();
        evaluator.think_for(side);
        evaluator
    });
    let mut game = Game { positions: Vec::new(), plies: 0, winner: None };
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
            hunts: true,
            started: Instant::now(),
            stop: StopToken::new(),
        };
        let side = played.position.side_to_move();
        let evaluator = &evaluators[side.index()];
        let verdict = think(&task, &tables[side.index()], evaluator, &mut Deaf);
        let (best, value) = (verdict.lines[0].moves[0], verdict.lines[0].value);
        if is_decisive(value) || value.abs() >= HOPELESS {
            game.winner = Some(if value > 0 { side } else { side.other() });
            break;
        }
        if !played.position.in_check() && evaluator.gain(&played.position, best) == 0 {
            game.positions.push((played.position.fen(), if side == Side::Upper { value } else { -value }));
        }
        played.play(best);
        game.plies += 1;
    }
    Some(game)
}
