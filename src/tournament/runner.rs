//! Runs a tournament: several games at once, each recorded when it ends.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, bounded, select, unbounded};
use parking_lot::Mutex;

use super::dialect::{ConfigWriter, DialectLines, DialectPgn, DialectSettings};
use super::end_reason::EndReason;
use super::engine_process::{ProcessContext, UselessEngine};
use super::game::{GameRunner, PlayedGame, Timeouts};
use super::pauses::PauseMonitor;
use super::pgn_file::{PgnError, PgnFile};
use super::progress::MatchProgress;
use super::record::{GameRecord, RecordError, RecordFile, RecordHeader};
use super::referee::RuleOptions;
use super::schedule::{Schedule, ScheduledGame, Shard};
use super::settings::{MatchSettings, OpeningBook};
use super::sprt::{Sprt, SprtDecision};
use super::summary::{self, EndReasonCounts};
use super::tally::{Observation, Scoreboard};
use super::transcript::Transcript;
use super::unique_games::UniqueGames;
use crate::pipes::{CloseReceiver, CloseSender, close_signal};

#[derive(Clone, Debug)]
pub struct Tournament {
    /// Decide what happens in the games.
    pub settings: MatchSettings,
    /// The rules of the settings, for the referee.
    pub rules: RuleOptions,
    pub book: OpeningBook,
    /// Per pairing; a multiple of `pair_length`.
    pub games: u64,
    /// Games with the same opening.
    pub pair_length: u64,
    /// The part of the tournament that this run plays.
    pub shard: Shard,
    /// Games at a time.
    pub concurrency: usize,
    pub timeouts: Timeouts,
    pub sprt: Option<Sprt>,
    /// Games between two reports of the statistics.
    pub report: u64,
    pub record: Option<PathBuf>,
    pub pgn: Option<PathBuf>,
    /// How another runner would tell of it.
    pub dialect: Option<DialectSettings>,
}

impl Tournament {
    /// What a test counts.
    pub fn observation(&self) -> Observation {
        let tested = self.sprt.map_or(Observation::Pair, |sprt| sprt.observation());
        if self.pair_length == 1 { Observation::Game } else { tested }
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum MatchOutcome {
    /// All games have been played.
    Complete,
    /// The same, but some were lost by a fault.
    Faulty,
    /// The decision of the test.
    Tested(SprtDecision),
    Interrupted,
}

impl MatchOutcome {
    /// 0 for a complete run and for H1; scripts tell the others apart. A test answers the question that it was asked; its faults
    /// stand in the summary.
    pub fn exit_code(self) -> u8 {
        match self {
            MatchOutcome::Complete | MatchOutcome::Tested(SprtDecision::H1) => 0,
            MatchOutcome::Tested(SprtDecision::H0) => 10,
            MatchOutcome::Tested(SprtDecision::Undecided) => 11,
            MatchOutcome::Faulty => 13,
            MatchOutcome::Interrupted => 130,
        }
    }
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error(transparent)]
    Arguments(#[from] super::arguments::ArgumentError),
    #[error(transparent)]
    Useless(#[from] UselessEngine),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot open a pipe: {0}; end other programs and try again")]
    Pipe(io::Error),
}

impl MatchError {
    /// That of an engine which is no use at all is its own.
    pub fn exit_code(&self) -> u8 {
        match self {
            MatchError::Useless(UselessEngine::NotUci { .. } | UselessEngine::Faults { .. }) => 12,
            MatchError::Arguments(error) if !error.is_about_a_file() => 2,
            _ => 1,
        }
    }
}

/// Stops all workers: drops a sender, which ends every wait for an engine.
#[derive(Clone)]
struct StopSignal(Arc<Mutex<Option<CloseSender>>>);

impl StopSignal {
    fn new() -> io::Result<(StopSignal, CloseReceiver)> {
        let (sender, receiver) = close_signal()?;
        Ok((StopSignal(Arc::new(Mutex::new(Some(sender)))), receiver))
    }

    /// True for the first call.
    fn stop(&self) -> bool {
        self.0.lock().take().is_some()
    }

    fn is_stopped(&self) -> bool {
        self.0.lock().is_none()
    }
}

/// Plays the games that are not in the record.
pub fn run(tournament: &Tournament, output: &mut dyn Write) -> Result<MatchOutcome, MatchError> {
    let header = RecordHeader::new(&tournament.settings);
    let engines = &tournament.settings.engines;
    let schedule = Schedule::new(
        engines.len(),
        tournament.settings.format,
        tournament.games,
        tournament.pair_length,
        tournament.shard,
    );
    let all = schedule.games().count() as u64;
    let (record, played) = match &tournament.record {
        Some(path) => RecordFile::open(path, &header).map(|(file, played)| (Some(file), played))?,
        None => (None, UniqueGames::default()),
    };
    let saved = tournament.dialect.as_ref().and_then(|dialect| dialect.config.as_ref());
    let mut config = saved.map(|saved| ConfigWriter::new(saved, tournament, all));
    let recorded_elsewhere = config.iter().flat_map(ConfigWriter::finished).copied();
    let done: HashSet<u64> = played.iter().map(|(_, game)| game.game).chain(recorded_elsewhere).collect();
    let rest: Vec<ScheduledGame> = schedule.games().filter(|game| !done.contains(&(game.number + 1))).collect();
    let due: HashSet<u64> = rest.iter().map(|game| game.number + 1).collect();
    let recorded = || played.iter().map(|(_, game)| game);
    let open_pgn = |path: &PathBuf| PgnFile::open(path, &header, recorded(), |game| due.contains(&game));
    let mut files = GameFiles {
        record,
        pgn: tournament.pgn.as_ref().map(open_pgn).transpose()?,
        dialect: dialect_pgn(tournament)?,
    };
    if !done.is_empty() && tournament.dialect.is_none() {
        let left_out = played.left_out();
        writeln!(output, "resumed: {} games are in the record, {} are left{left_out}", done.len(), rest.len())?;
    }
    let mut score = MatchScore::new(tournament, &header);
    recorded().for_each(|game| score.add(game));
    if let Some(config) = &config {
        config.resume(&mut score.board);
        score.decide();
    }
    let mut progress = match &tournament.dialect {
        Some(dialect) => {
            let mut lines = DialectLines::new(output, dialect, tournament, all);
            config.iter().for_each(|config| lines.resume(config));
            Teller::Dialect(lines)
        }
        None => Teller::Own(MatchProgress::new(output, tournament.report, done.len() as u64, all)),
    };

    let (stop, stopped) = StopSignal::new().map_err(MatchError::Pipe)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    listen_for_interrupts(&stop, &interrupted);
    if score.decided.is_some() {
        stop.stop();
    }
    let (told, transcript) = unbounded();
    let debug = tournament.dialect.as_ref().is_some_and(|dialect| dialect.debug);
    let context = ProcessContext {
        stop: stopped,
        timeout: tournament.timeouts.reply,
        pauses: PauseMonitor::start(),
        transcript: debug.then(|| Transcript::new(told)),
    };
    let workers = tournament.concurrency.clamp(1, rest.len().max(1));
    let rest = Mutex::new(rest.into_iter());
    let (sender, results) = bounded(workers);
    let silent = crossbeam_channel::never();
    let mut failure: Option<MatchError> = None;
    let mut first_games = FirstGames::default();
    let mut repeated = RepeatedGames::new(tournament);
    thread::scope(|scope| {
        for _ in 0..workers {
            let (rest, stop, sender, context) = (&rest, &stop, sender.clone(), context.clone());
            scope.spawn(move || {
                let arena = GameRunner::new(&tournament.settings, tournament.timeouts, context);
                play_games(tournament, arena, rest, stop, &sender);
            });
        }
        drop(sender);
        loop {
            let event = select! {
                recv(results) -> event => match event {
                    Ok(event) => event,
                    Err(_) => break,
                },
                // Without a transcript the channel is closed, and would be ready for ever.
                recv(if debug { &transcript } else { &silent }) -> line => GameEvent::Said(line.unwrap_or_default()),
            };
            let shown = match &event {
                GameEvent::Started(game) => progress.started(game),
                GameEvent::Said(line) => progress.said(line),
                GameEvent::Played(_) => Ok(()),
            };
            if let Err(error) = shown {
                stop.stop();
                failure.get_or_insert(error.into());
            }
            let GameEvent::Played(result) = event else { continue };
            // Games that ended while the others were being stopped count.
            let mut note = |PlayedGame { record: game, complaints }: PlayedGame| -> Result<(), MatchError> {
                files.add(&game, &tournament.settings)?;
                score.add(&game);
                config.iter_mut().for_each(|config| config.add(&game));
                progress.game(&game, &score.board, tournament.sprt.as_ref())?;
                repeated.look_at(&game);
                match &tournament.dialect {
                    None => Ok(first_games.look_at(&game, complaints)?),
                    Some(dialect) if dialect.recovers => Ok(()),
                    Some(_) => Ok(no_fault(&game, complaints)?),
                }
            };
            if let Err(error) = (*result).map_err(MatchError::from).and_then(&mut note) {
                stop.stop();
                failure.get_or_insert(error);
            }
            if score.decided.is_some() {
                stop.stop();
            }
        }
    });
    let is_saved = config.as_mut().is_some_and(ConfigWriter::save);
    for line in transcript.try_iter() {
        progress.said(&line)?;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    let outcome = match score.decision() {
        Some(SprtDecision::Undecided) | None if interrupted.load(Relaxed) => MatchOutcome::Interrupted,
        Some(decision) => MatchOutcome::Tested(decision),
        None if score.endings.has_faults() => MatchOutcome::Faulty,
        None => MatchOutcome::Complete,
    };
    let progress = match progress {
        Teller::Own(progress) => progress,
        Teller::Dialect(mut lines) => {
            let goes_on = outcome == MatchOutcome::Interrupted && is_saved;
            let file = config.as_ref().filter(|_| goes_on).map(ConfigWriter::path);
            lines.end(&score.board, tournament.sprt.as_ref(), score.decision(), file)?;
            return Ok(outcome);
        }
    };
    let mut text = score.text();
    if outcome == MatchOutcome::Interrupted {
        let with_record =
            if tournament.record.is_some() { "the same command goes on" } else { "with --record it could go on" };
        text += &format!("interrupted; {with_record}\n");
    }
    progress.finish(&text)?;
    Ok(outcome)
}

/// What workers tell.
enum GameEvent {
    Started(ScheduledGame),
    Played(Box<Result<PlayedGame, UselessEngine>>),
    /// A line of the transcript.
    Said(String),
}

/// Who tells of the progress, and in whose words.
enum Teller<'a> {
    Own(MatchProgress<'a>),
    Dialect(DialectLines<'a>),
}

impl Teller<'_> {
    fn started(&mut self, game: &ScheduledGame) -> io::Result<()> {
        match self {
            Teller::Own(_) => Ok(()),
            Teller::Dialect(lines) => lines.started(game),
        }
    }

    fn said(&mut self, line: &str) -> io::Result<()> {
        match self {
            Teller::Own(_) => Ok(()),
            Teller::Dialect(lines) => lines.said(line),
        }
    }

    fn game(&mut self, game: &GameRecord, board: &Scoreboard, sprt: Option<&Sprt>) -> io::Result<()> {
        match self {
            Teller::Own(progress) => progress.game(game, board, sprt),
            Teller::Dialect(lines) => lines.finished(game, board, sprt),
        }
    }
}

/// The PGN of another runner, if one is wanted.
fn dialect_pgn(tournament: &Tournament) -> Result<Option<DialectPgn>, MatchError> {
    let wanted = tournament.dialect.as_ref().and_then(|dialect| Some((dialect.output, dialect.pgn.as_ref()?)));
    let open = |(output, pgn)| DialectPgn::open(pgn, output);
    Ok(wanted.map(open).transpose().map_err(|(path, error)| PgnError::Io { path, error })?)
}

/// A tournament that does not recover ends with the first fault of a program; an overstepped clock or an illegal move is none.
fn no_fault(game: &GameRecord, complaints: Vec<String>) -> Result<(), UselessEngine> {
    let lost_as_player = matches!(game.reason, EndReason::Time | EndReason::IllegalMove);
    let Some(name) = game.loser().filter(|_| game.reason.is_fault() && !lost_as_player) else { return Ok(()) };
    let what = game.detail.clone().unwrap_or_else(|| format!("lost by '{}'", game.reason));
    Err(UselessEngine::Fault { name: name.to_owned(), game: game.game, what, complaints })
}

/// The loop of a worker thread.
fn play_games(
    tournament: &Tournament,
    mut arena: GameRunner,
    rest: &Mutex<impl Iterator<Item = ScheduledGame>>,
    stop: &StopSignal,
    results: &Sender<GameEvent>,
) {
    let Tournament { settings, rules, book, .. } = tournament;
    while !stop.is_stopped() {
        let Some(scheduled) = rest.lock().next() else {
            return arena.quit();
        };
        let rules = rules.for_pair(&settings.variant, book.lot(&scheduled));
        let opening = book.opening(&scheduled, &settings.variant, &rules);
        if results.send(GameEvent::Started(scheduled)).is_err() {
            return;
        }
        let Some(result) = arena.play(&scheduled, &opening, &rules).transpose() else {
            return;
        };
        let failed = result.is_err();
        if results.send(GameEvent::Played(Box::new(result))).is_err() || failed {
            return;
        }
    }
}

/// An engine that loses all of so many first games by faults is not playing at all.
const FIRST_GAMES: u64 = 4;

/// Watches how engines begin: the faults of each since the start, until it has lost or won as an engine should.
#[derive(Default)]
struct FirstGames {
    faults: HashMap<String, u64>,
    sound: HashSet<String>,
}

impl FirstGames {
    fn look_at(&mut self, game: &GameRecord, complaints: Vec<String>) -> Result<(), UselessEngine> {
        let loser = game.loser().filter(|_| game.reason.is_fault());
        // Whoever won by the fault of the other may not have been asked for a single move.
        if loser.is_none() {
            self.sound.extend([game.first.clone(), game.second.clone()]);
        }
        let Some(name) = loser.filter(|name| !self.sound.contains(*name)) else { return Ok(()) };
        let faults = self.faults.entry(name.to_owned()).or_default();
        *faults += 1;
        if *faults < FIRST_GAMES {
            return Ok(());
        }
        let what = game.detail.clone().unwrap_or_else(|| format!("lost by '{}'", game.reason));
        Err(UselessEngine::Faults { name: name.to_owned(), games: *faults, what, complaints })
    }
}

/// Warns once of games that are the same move by move, which say nothing new.
struct RepeatedGames {
    /// The numbers of the games, by what happened in them; none once the warning has been given.
    seen: Option<HashMap<String, u64>>,
    /// What makes games differ, in the words of the command line.
    advice: &'static str,
}

impl RepeatedGames {
    /// With openings, or random moves, games differ, or are meant not to.
    fn new(tournament: &Tournament) -> RepeatedGames {
        let openings = &tournament.settings.openings;
        let advice = match tournament.dialect {
            None => "add --openings FILE or --random-plies N",
            Some(_) => "add -openings file=FILE",
        };
        RepeatedGames { seen: (openings.number == 0 && openings.random_plies == 0).then(HashMap::new), advice }
    }

    fn look_at(&mut self, game: &GameRecord) {
        let Some(seen) = &mut self.seen else { return };
        let moves = game.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ");
        if moves.is_empty() {
            return;
        }
        if let Some(before) = seen.insert(format!("{} - {}: {moves}", game.first, game.second), game.game) {
            log::warn!(
                "game {} is the same as game {before}, move by move, and says nothing new: {}",
                game.game,
                self.advice
            );
            self.seen = None;
        }
    }
}

/// The first interrupt stops the tournament with a summary, the second at once.
fn listen_for_interrupts(stop: &StopSignal, interrupted: &Arc<AtomicBool>) {
    let (stop, interrupted) = (stop.clone(), interrupted.clone());
    let handler = move || {
        if interrupted.swap(true, Relaxed) || !stop.stop() {
            std::process::exit(i32::from(MatchOutcome::Interrupted.exit_code()));
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("an interrupt will end the tournament without a summary: {error}");
    }
}

/// The files in which games are recorded.
struct GameFiles {
    record: Option<RecordFile>,
    pgn: Option<PgnFile>,
    dialect: Option<DialectPgn>,
}

impl GameFiles {
    /// The record first: after a kill, a resumed run appends to the PGN what that lacks.
    fn add(&mut self, game: &GameRecord, settings: &MatchSettings) -> Result<(), MatchError> {
        if let Some(record) = &mut self.record {
            record.add(game)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.add(game)?;
        }
        if let Some(pgn) = &mut self.dialect {
            pgn.add(game, settings).map_err(|(path, error)| PgnError::Io { path, error })?;
        }
        Ok(())
    }
}

/// The score of the tournament so far.
struct MatchScore<'a> {
    tournament: &'a Tournament,
    fingerprint: String,
    board: Scoreboard,
    endings: EndReasonCounts,
    /// The first decision of the test, which stands even if later games contradict it.
    decided: Option<SprtDecision>,
}

impl<'a> MatchScore<'a> {
    fn new(tournament: &'a Tournament, header: &RecordHeader) -> MatchScore<'a> {
        let names = tournament.settings.engines.iter().map(|engine| engine.name.clone());
        let (board, endings) = (Scoreboard::new(names), EndReasonCounts::default());
        MatchScore { tournament, fingerprint: header.fingerprint.clone(), board, endings, decided: None }
    }

    fn add(&mut self, game: &GameRecord) {
        self.board.add(&self.fingerprint, game);
        self.endings.add(game);
        self.decide();
    }

    fn decide(&mut self) {
        let decision = self
            .tournament
            .sprt
            .map(|sprt| sprt.decision(&self.board.tally(0, 1).observations(self.tournament.observation())));
        self.decided = self.decided.or(decision.filter(|&decision| decision != SprtDecision::Undecided));
    }

    /// None without a test.
    fn decision(&self) -> Option<SprtDecision> {
        self.tournament.sprt.map(|_| self.decided.unwrap_or(SprtDecision::Undecided))
    }

    fn text(&self) -> String {
        let mut text = summary::standings(&self.board) + &self.endings.text();
        if let Some((sprt, decision)) = self.tournament.sprt.zip(self.decision()) {
            text += &summary::sprt_line(&sprt, &self.board.tally(0, 1), decision);
            text.push('\n');
        }
        text
    }
}
