//! Plays a tournament: many games at once, each written down when it ends.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;

use super::game::{Arena, Patience};
use super::pgn_file::{PgnError, PgnFile};
use super::player::StartError;
use super::progress::Progress;
use super::record::{Header, Record, RecordError, RecordFile};
use super::referee::Rules;
use super::schedule::{Fixture, Schedule, Shard};
use super::settings::{Book, Settings};
use super::sprt::{Sprt, Verdict};
use super::standstill::Standstills;
use super::summary::{self, Endings};
use super::tally::Scoreboard;
use super::unique_games::UniqueGames;

/// A tournament to play.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What decides the games.
    pub settings: Settings,
    /// The same for the referee.
    pub rules: Rules,
    /// The openings.
    pub book: Book,
    /// Games of each pairing; even.
    pub games: u64,
    /// Which part of it is played here.
    pub shard: Shard,
    /// Games at a time.
    pub concurrency: usize,
    /// How patient we are with engines.
    pub patience: Patience,
    /// A test that may end it early.
    pub sprt: Option<Sprt>,
    /// After so many games the statistics are told.
    pub report: u64,
    /// Where games are written as JSON Lines.
    pub record: Option<PathBuf>,
    /// Where games are written as PGN.
    pub pgn: Option<PathBuf>,
}

/// How a tournament ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All games have been played.
    Complete,
    /// There was a test, and this is what it said.
    Tested(Verdict),
    /// Somebody stopped it.
    Interrupted,
}

impl Finish {
    /// For scripts.
    pub fn exit_code(self) -> u8 {
        match self {
            Finish::Complete | Finish::Tested(Verdict::H1) => 0,
            Finish::Tested(Verdict::H0) => 10,
            Finish::Tested(Verdict::Undecided) => 11,
            Finish::Interrupted => 130,
        }
    }
}

/// Why a tournament cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The command line does not hold.
    #[error(transparent)]
    Arguments(#[from] super::arguments::ArgumentError),
    /// An engine's program cannot be started at all.
    #[error(transparent)]
    Start(#[from] StartError),
    /// About the record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// About the PGN file.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// Nobody reads what we say.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

/// Wakes everyone who waits for an engine, once: all of them hold the other end of a channel, and see it close.
#[derive(Clone)]
struct Stop(Arc<Mutex<Option<Sender<()>>>>);

impl Stop {
    fn new() -> (Stop, Receiver<()>) {
        let (sender, receiver) = bounded(0);
        (Stop(Arc::new(Mutex::new(Some(sender)))), receiver)
    }

    /// True the first time.
    fn stop(&self) -> bool {
        self.0.lock().take().is_some()
    }

    fn is_stopped(&self) -> bool {
        self.0.lock().is_none()
    }
}

/// Plays what has not been played yet.
pub fn run(tournament: &Tournament, output: &mut dyn Write) -> Result<Finish, MatchError> {
    let header = Header::new(&tournament.settings);
    let engines = &tournament.settings.engines;
    let schedule = Schedule::new(engines.len(), tournament.settings.format, tournament.games, tournament.shard);
    let all = schedule.fixtures().count() as u64;
    let (record, played) = match &tournament.record {
        Some(path) => RecordFile::open(path, &header).map(|(file, played)| (Some(file), played))?,
        None => (None, UniqueGames::default()),
    };
    let done: HashSet<u64> = played.iter().map(|(_, game)| game.game).collect();
    let rest: Vec<Fixture> = schedule.fixtures().filter(|game| !done.contains(&(game.number + 1))).collect();
    let due: HashSet<u64> = rest.iter().map(|game| game.number + 1).collect();
    let recorded = || played.iter().map(|(_, game)| game);
    let open_pgn = |path: &PathBuf| PgnFile::open(path, &header, recorded(), |game| due.contains(&game));
    let mut books = Books { record, pgn: tournament.pgn.as_ref().map(open_pgn).transpose()? };
    if !done.is_empty() {
        let left_out = played.left_out();
        writeln!(output, "resumed: {} games are in the record, {} are left{left_out}", done.len(), rest.len())?;
    }
    let mut score = Score::new(tournament, &header);
    recorded().for_each(|game| score.add(game));
    let mut progress = Progress::new(output, tournament.report, done.len() as u64, all);

    let (stop, stopped) = Stop::new();
    let interrupted = Arc::new(AtomicBool::new(false));
    listen_for_interrupts(&stop, &interrupted);
    if score.decided.is_some() {
        stop.stop();
    }
    let standstills = Standstills::watch();
    let workers = tournament.concurrency.clamp(1, rest.len().max(1));
    let rest = Mutex::new(rest.into_iter());
    let (sender, results) = bounded(workers);
    let mut failure: Option<MatchError> = None;
    thread::scope(|scope| {
        for _ in 0..workers {
            let (rest, stop, sender) = (&rest, &stop, sender.clone());
            let arena =
                Arena::new(&tournament.settings, &tournament.rules, tournament.patience, &standstills, stopped.clone());
            scope.spawn(move || work(tournament, arena, rest, stop, &sender));
        }
        drop(sender);
        for result in results {
            // Games that ended while the others were being stopped have been played, and count.
            let mut note = |game: Record| -> Result<(), MatchError> {
                books.add(&game)?;
                score.add(&game);
                Ok(progress.game(&game, &score.board, tournament.sprt.as_ref())?)
            };
            if let Err(error) = result.map_err(MatchError::from).and_then(&mut note) {
                stop.stop();
                failure.get_or_insert(error);
            }
            if score.decided.is_some() {
                stop.stop();
            }
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    progress.finish(&score.text())?;
    Ok(match score.verdict() {
        Some(Verdict::Undecided) | None if interrupted.load(Relaxed) => Finish::Interrupted,
        Some(verdict) => Finish::Tested(verdict),
        None => Finish::Complete,
    })
}

/// Plays games until none is left or the tournament is stopped.
fn work(
    tournament: &Tournament,
    mut arena: Arena,
    rest: &Mutex<impl Iterator<Item = Fixture>>,
    stop: &Stop,
    results: &Sender<Result<Record, StartError>>,
) {
    let Tournament { settings, rules, book, .. } = tournament;
    while !stop.is_stopped() {
        let Some(fixture) = rest.lock().next() else {
            return arena.quit();
        };
        let opening = book.opening(&fixture, &settings.variant, rules);
        let Some(result) = arena.play(&fixture, &opening).transpose() else {
            return;
        };
        let failed = result.is_err();
        if results.send(result).is_err() || failed {
            return;
        }
    }
}

/// The first Ctrl-C or polite kill ends the tournament well, the second at once.
fn listen_for_interrupts(stop: &Stop, interrupted: &Arc<AtomicBool>) {
    let (stop, interrupted) = (stop.clone(), interrupted.clone());
    let handler = move || {
        if interrupted.swap(true, Relaxed) || !stop.stop() {
            std::process::exit(i32::from(Finish::Interrupted.exit_code()));
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("an interrupt will end the tournament without a summary: {error}");
    }
}

/// The files in which games are written down.
struct Books {
    record: Option<RecordFile>,
    pgn: Option<PgnFile>,
}

impl Books {
    /// The record first: the PGN is made from it again if we are killed in between.
    fn add(&mut self, game: &Record) -> Result<(), MatchError> {
        if let Some(record) = &mut self.record {
            record.add(game)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.add(game)?;
        }
        Ok(())
    }
}

/// What has been reached so far.
struct Score<'a> {
    tournament: &'a Tournament,
    fingerprint: String,
    board: Scoreboard,
    endings: Endings,
    /// What the test said when it was first decided.
    decided: Option<Verdict>,
}

impl<'a> Score<'a> {
    fn new(tournament: &'a Tournament, header: &Header) -> Score<'a> {
        let names = tournament.settings.engines.iter().map(|engine| engine.name.clone());
        let (board, endings) = (Scoreboard::new(names), Endings::default());
        Score { tournament, fingerprint: header.fingerprint.clone(), board, endings, decided: None }
    }

    fn add(&mut self, game: &Record) {
        self.board.add(&self.fingerprint, game);
        self.endings.add(game);
        let verdict = self.tournament.sprt.map(|sprt| sprt.verdict(&self.board.tally(0, 1).pairs));
        self.decided = self.decided.or(verdict.filter(|&verdict| verdict != Verdict::Undecided));
    }

    /// What the test says, if there is one.
    fn verdict(&self) -> Option<Verdict> {
        self.tournament.sprt.map(|_| self.decided.unwrap_or(Verdict::Undecided))
    }

    fn text(&self) -> String {
        let mut text = summary::standings(&self.board) + &self.endings.text();
        if let Some((sprt, verdict)) = self.tournament.sprt.zip(self.verdict()) {
            text += &summary::sprt_line(&sprt, &self.board.tally(0, 1).pairs, verdict);
            text.push('\n');
        }
        text
    }
}
