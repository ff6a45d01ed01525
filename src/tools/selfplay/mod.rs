//! Self-play: games of the engine against itself, to train and tune evaluations with.
//!
//! Each game begins with random moves, so that no two are alike, and continues with searches of about the same number
//! of nodes until the rules or an adjudication end it. Whole games are written, see [`super::training_data`]. A file
//! can be continued at any time, because seed and number determine everything in a game.
//!
//! `plan.rs` reads what to play, `game.rs` plays one game, this file distributes games over threads.

mod game;
mod plan;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

use super::bar::Bar;
use super::training_data::{DataError, GameFile, Label, TrainingGame};
use crate::engine::options::OptionError;
use crate::game::{Settings, Side, Variant};
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};
use crate::network::NetError;
use crate::search::pool::STACK_BYTES;
use crate::tablebase::Progress;
use game::Player;
use plan::Plan;
pub use plan::SelfplayArguments;

/// Why self-play failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SelfplayError {
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    #[error(
        "--variants has '{part}'; expected NAME=SHARE with a share from 1 to 1000 and each of {known} once at most"
    )]
    Mixture { part: String, known: String },
    #[error("--option cannot be '{0}'; expected NAME=VALUE, such as CheDuk_Territory=span")]
    Option(String),
    #[error(transparent)]
    EngineOption(OptionError),
    #[error(transparent)]
    Network(NetError),
    #[error("cannot read the openings '{path}': {error}")]
    Openings { path: PathBuf, error: io::Error },
    #[error("openings, line {line}: FEN refused: {error}")]
    Opening { line: usize, error: String },
    #[error(
        "{thrown} openings in a row were over already or not balanced; choose fewer random moves with --random, or \
         other --openings"
    )]
    NoOpening { thrown: u16 },
    #[error(transparent)]
    Data(DataError),
    #[error("{error}; it holds {games} whole games, and the same command goes on from there")]
    Write { error: DataError, games: u64 },
    #[error("cannot play {threads} games at a time: {error}; choose fewer with --threads")]
    Room { threads: usize, error: io::Error },
}

/// How self-play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfplayEnd {
    /// The file holds all games.
    Complete,
    /// By a signal.
    Interrupted,
}

/// Plays the games that the file lacks, on `threads` threads, until it holds all of them or `interrupted` is set;
/// returns a summary. `remark` is called with what was found when the file was opened.
pub fn play(
    arguments: &SelfplayArguments,
    threads: usize,
    settings: &(dyn Settings + Sync),
    interrupted: &AtomicBool,
    remark: &mut dyn FnMut(&str),
) -> Result<(String, SelfplayEnd), SelfplayError> {
    let games = Games { arguments, threads: threads.max(1), settings, interrupted, remark };
    registry::visit(&arguments.variant, games).ok_or_else(|| SelfplayError::Variant(arguments.variant.clone()))?
}

struct Games<'a> {
    arguments: &'a SelfplayArguments,
    threads: usize,
    settings: &'a (dyn Settings + Sync),
    interrupted: &'a AtomicBool,
    remark: &'a mut dyn FnMut(&str),
}

impl Visitor for Games<'_> {
    type Output = Result<(String, SelfplayEnd), SelfplayError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let Games { arguments, threads, settings, interrupted, remark } = self;
        let plan = Plan::new::<F>(arguments, variant, (settings, arguments.networks()?))?;
        let mut summary = Summary::default();
        let opened = GameFile::open(&arguments.out, &plan.header, arguments.repair, |game| summary.add(game));
        let (file, resumed) = opened.map_err(SelfplayError::Data)?;
        let out = arguments.out.display();
        if resumed.torn > 0 {
            remark(&format!("'{out}': a game that was not whole is cut off, {} bytes", resumed.torn));
        }
        if let Some(copy) = &resumed.copy {
            remark(&format!(
                "'{out}' was damaged; it goes on behind {} games, and all is kept in '{}'",
                summary.games,
                copy.display()
            ));
        }
        let old = summary.games;
        let missing =
            arguments.games - resumed.numbers.iter().filter(|&&number| number < arguments.games).count() as u64;
        let bar = Bar::new();
        bar.begin("playing", missing);
        let book = Mutex::new((file, summary));
        let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let room = |error| SelfplayError::Room { threads, error };
        let play_games = || -> Result<(), SelfplayError> {
            let Some(player) = Player::new(&plan, settings) else {
                return Err(room(io::ErrorKind::OutOfMemory.into()));
            };
            while !interrupted.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= arguments.games {
                    break;
                }
                if resumed.numbers.contains(&number) {
                    continue;
                }
                let game = player.play::<F>(number)?;
                let (file, summary) = &mut *book.lock();
                // After a failed write nothing more is written, so that the first error gives the right number of
                // games.
                if failed.load(Relaxed) {
                    break;
                }
                file.add(&game).map_err(|error| {
                    failed.store(true, Relaxed);
                    SelfplayError::Write { error, games: summary.games }
                })?;
                summary.add(&game);
                bar.advance(1);
            }
            Ok(())
        };
        // A thread that fails ends the others.
        let play_games = || play_games().inspect_err(|_| next.store(arguments.games, Relaxed));
        let played = thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, play_games);
            let workers: Result<Vec<_>, _> = (0..threads).map(start).collect();
            let workers = workers.map_err(|error| {
                next.store(arguments.games, Relaxed);
                room(error)
            })?;
            workers.into_iter().filter_map(|worker| worker.join().ok()).fold(Ok(()), Result::and)
        });
        bar.finish();
        played?;
        let (_, summary) = book.into_inner();
        let is_whole = summary.games - old >= missing;
        let finish = if is_whole { SelfplayEnd::Complete } else { SelfplayEnd::Interrupted };
        let more = if is_whole { "" } else { "; interrupted, the same command goes on" };
        Ok((format!("{}{more}", summary.text()), finish))
    }
}

/// Statistics of a file.
#[derive(Default)]
struct Summary {
    games: u64,
    plies: u64,
    scored: u64,
    /// Wins of the lower-case side, draws, wins of the upper-case side.
    results: [u64; 3],
    ended: u64,
    unbalanced: u64,
}

impl Summary {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.scored += game.plies.iter().filter(|ply| matches!(ply.label, Label::Score(_))).count() as u64;
        self.results[game.winner.map_or(1, |side| 2 * usize::from(side == Side::Upper))] += 1;
        self.ended += u64::from(game.thrown.ended);
        self.unbalanced += u64::from(game.thrown.unbalanced);
    }

    fn text(&self) -> String {
        let Summary { games, scored, results: [lost, drawn, won], ended, unbalanced, .. } = self;
        let length = self.plies / games.max(&1);
        format!(
            "{games} games of {length} plies: +{won} ={drawn} -{lost} for the upper-case side; {scored} positions with a \
             score; openings thrown away: {unbalanced} not balanced, {ended} over already"
        )
    }
}
