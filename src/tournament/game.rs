//! Plays one game between two engines.

use std::cell::RefCell;
use std::rc::Rc;

use super::adjudication::{Adjudication, Adjudicator};
use super::clock::GameClock;
use super::end_reason::EndReason;
use super::engine_output::{BestMove, EngineOutputs};
use super::engine_process::{EngineFailure, EngineProcess, ProcessContext, SendOption, UselessEngine};
use super::pauses::PauseMonitor;
use super::record::{GameRecord, MoveRecord};
use super::referee::{Opening, Referee, RuleOptions, open_game};
use super::schedule::ScheduledGame;
use super::settings::MatchSettings;
use crate::clock::{Duration, Instant};
use crate::game::{GameResult, Side};

#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For replies that are due at once, and for the best move after `stop`.
    pub reply: Duration,
    /// For a move without a time limit.
    pub search: Duration,
}

/// An engine on a clock that has written nothing about its search for this long is reported.
const LONG_SILENCE: Duration = Duration::from_secs(60);

/// Plays games one after the other, one per worker thread. Engines keep running between games.
pub struct GameRunner<'a> {
    settings: &'a MatchSettings,
    timeouts: Timeouts,
    context: ProcessContext,
    outputs: Rc<RefCell<EngineOutputs>>,
    /// By the number of the engine; none if it is not running.
    processes: Vec<Option<EngineProcess>>,
    /// By the number of the engine: whether it has ever been ready for a game.
    been_ready: Vec<bool>,
}

/// A game that has been played.
pub struct PlayedGame {
    pub record: GameRecord,
    /// After a fault, the last lines that the loser wrote to standard error.
    pub complaints: Vec<String>,
}

struct GameEnd {
    winner: Option<Side>,
    reason: EndReason,
    detail: Option<String>,
}

/// One game in progress. Arrays have the upper-case side first.
struct RunningGame<'a> {
    settings: &'a MatchSettings,
    timeouts: Timeouts,
    pauses: PauseMonitor,
    referee: Referee,
    engines: [usize; 2],
    processes: [Option<EngineProcess>; 2],
    clocks: [GameClock; 2],
    /// The move on which each side ponders, and its ply.
    pondering: [Option<(usize, String)>; 2],
    adjudicator: Adjudicator,
    moves: Vec<MoveRecord>,
    /// A silent engine is reported once a game.
    silence_reported: [bool; 2],
    /// What the engine that failed wrote last to standard error.
    complaints: Vec<String>,
}

impl<'a> GameRunner<'a> {
    pub fn new(settings: &'a MatchSettings, timeouts: Timeouts, context: ProcessContext) -> GameRunner<'a> {
        let processes = settings.engines.iter().map(|_| None).collect();
        let been_ready = vec![false; settings.engines.len()];
        let outputs = Rc::new(RefCell::new(EngineOutputs::new(context.stop.clone())));
        GameRunner { settings, timeouts, context, outputs, processes, been_ready }
    }

    /// Plays a game to its end; none if the tournament is stopped before that.
    pub fn play(
        &mut self,
        scheduled: &ScheduledGame,
        opening: &Opening,
        rules: &RuleOptions,
    ) -> Result<Option<PlayedGame>, UselessEngine> {
        let referee = open_game(&self.settings.variant, rules, opening);
        let referee = referee.and_then(Result::ok).expect("openings have been checked when they were read");
        let first_side = referee.game().first_side();
        let mut engines = [scheduled.second; 2];
        engines[first_side.index()] = scheduled.first;
        // Engines of other pairings would only take memory.
        for (index, process) in self.processes.iter_mut().enumerate() {
            if let Some(process) = process.take_if(|_| !engines.contains(&index)) {
                process.quit();
            }
        }
        let mut game = RunningGame {
            settings: self.settings,
            timeouts: self.timeouts,
            pauses: self.context.pauses.clone(),
            clocks: engines.map(|engine| GameClock::new(self.settings.engines[engine].limits)),
            pondering: [None, None],
            adjudicator: Adjudicator::new(self.settings.resign, self.settings.draw),
            moves: Vec::new(),
            silence_reported: [false; 2],
            complaints: Vec::new(),
            processes: [None, None],
            referee,
            engines,
        };
        let mut end = None;
        for side in [first_side, first_side.other()] {
            let engine = engines[side.index()];
            match self.ready_engine(engine, rules)? {
                Ok(process) => {
                    self.been_ready[engine] = true;
                    game.processes[side.index()] = Some(process);
                }
                Err((EngineFailure::Stopped, _)) => return Ok(None),
                Err((EngineFailure::NotUci(_, what), complaints)) if !self.been_ready[engine] => {
                    return Err(UselessEngine::NotUci { name: self.name(engine).to_owned(), what, complaints });
                }
                Err((fault, complaints)) => {
                    if end.is_none() {
                        game.complaints = complaints;
                    }
                    end = end.or_else(|| GameEnd::fault(side, fault));
                }
            }
        }
        let Some(end) = end.or_else(|| game.play()) else {
            return Ok(None);
        };
        for (engine, process) in engines.into_iter().zip(game.processes) {
            let restart = self.settings.engines[engine].restart;
            self.processes[engine] = process;
            if let Some(process) = self.processes[engine].take_if(|_| restart) {
                process.quit();
            }
        }
        let result = match end.winner {
            Some(winner) if winner == first_side => GameResult::FirstWins,
            Some(_) => GameResult::SecondWins,
            None => GameResult::Draw,
        };
        let record = GameRecord {
            game: scheduled.number + 1,
            round: scheduled.round + 1,
            first: self.settings.engines[scheduled.first].name.clone(),
            second: self.settings.engines[scheduled.second].name.clone(),
            first_side: if first_side == Side::Upper { 'w' } else { 'b' },
            fen: game.referee.game().start_fen(),
            opening: opening.moves.clone(),
            options: rules.drawn().iter().map(|(&name, value)| (name.to_owned(), value.clone())).collect(),
            moves: game.moves,
            result,
            reason: end.reason,
            detail: end.detail,
            ended: std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs()),
        };
        Ok(Some(PlayedGame { record, complaints: game.complaints }))
    }

    /// An engine that is ready for a new game, started if necessary; or why it is not, and what it wrote last to standard error.
    #[allow(clippy::type_complexity)]
    fn ready_engine(
        &mut self,
        engine: usize,
        rules: &RuleOptions,
    ) -> Result<Result<EngineProcess, (EngineFailure, Vec<String>)>, UselessEngine> {
        if let Some(mut process) = self.processes[engine].take() {
            let drawn = rules.drawn().iter().map(|(&name, value)| (name, value.as_str(), SendOption::IfDeclared));
            let ready = process.end_search().and_then(|()| process.set_options(drawn));
            match ready.and_then(|()| process.new_game()) {
                Ok(()) => return Ok(Ok(process)),
                Err(EngineFailure::Stopped) => return Ok(Err((EngineFailure::Stopped, Vec::new()))),
                // A fault between games costs no game: start the engine again.
                Err(EngineFailure::Fault(reason, what) | EngineFailure::NotUci(reason, what)) => {
                    log::info!("{} is started again after {reason} between games: it {what}", self.name(engine));
                }
            }
        }
        let settings = &self.settings.engines[engine];
        let mut process = EngineProcess::start(settings, self.context.clone(), &self.outputs)?;
        let own = settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str(), SendOption::Always));
        let rules = rules.changes().map(|(name, value)| (name, value, SendOption::IfDeclared));
        let variant = [("UCI_Variant", self.settings.variant.as_str(), SendOption::IfDeclared)];
        let ponder = settings.ponder.then_some(("Ponder", "true", SendOption::IfDeclared));
        let ready = process.handshake(own.chain(variant).chain(rules).chain(ponder)).and_then(|()| process.new_game());
        Ok(match ready {
            Ok(()) => Ok(process),
            Err(EngineFailure::Stopped) => Err((EngineFailure::Stopped, Vec::new())),
            Err(failure) => Err((failure, process.last_words())),
        })
    }

    fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    pub fn quit(self) {
        self.processes.into_iter().flatten().for_each(EngineProcess::quit);
    }
}

impl GameEnd {
    /// The loss of the side whose engine failed; none if the tournament is being stopped.
    fn fault(side: Side, failure: EngineFailure) -> Option<GameEnd> {
        match failure {
            EngineFailure::Fault(reason, what) | EngineFailure::NotUci(reason, what) => {
                Some(GameEnd { winner: Some(side.other()), reason, detail: Some(what) })
            }
            EngineFailure::Stopped => None,
        }
    }
}

impl RunningGame<'_> {
    /// None if the tournament is stopped.
    fn play(&mut self) -> Option<GameEnd> {
        loop {
            if let Some(outcome) = self.referee.game().outcome() {
                let reason = EndReason::Rules(outcome.reason.to_owned());
                return Some(GameEnd { winner: outcome.winner, reason, detail: None });
            }
            if self.moves.len() >= self.settings.max_plies as usize {
                return Some(GameEnd { winner: None, reason: EndReason::Length, detail: None });
            }
            let side = self.referee.game().side_to_move();
            match self.turn(side) {
                Ok(None) => (),
                Ok(Some(Adjudication::Draw)) => {
                    // Where points decide, an agreement is to let them.
                    let winner = self.referee.game().winner_by_tally();
                    return Some(GameEnd { winner, reason: EndReason::LevelScores, detail: None });
                }
                Ok(Some(Adjudication::Resigns(loser))) => {
                    return Some(GameEnd { winner: Some(loser.other()), reason: EndReason::Resignation, detail: None });
                }
                Err(failure) => {
                    // It is started again for its next game.
                    if let (Some(process), false) =
                        (self.processes[side.index()].take(), failure == EngineFailure::Stopped)
                    {
                        self.complaints = process.last_words();
                    }
                    return GameEnd::fault(side, failure);
                }
            }
        }
    }

    fn turn(&mut self, side: Side) -> Result<Option<Adjudication>, EngineFailure> {
        let (best_move, used) = self.request_move(side)?;
        self.clocks[side.index()].spend(used);
        let (best, ponder) = best_move.moves()?;
        let refused =
            |error| EngineFailure::Fault(EndReason::IllegalMove, format!("played what is no legal move: {error}"));
        let text = self.referee.play(best).map_err(refused)?;
        let info = best_move.info;
        let time = used.as_millis() as u64;
        self.moves.push(MoveRecord {
            text,
            score: info.score,
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            time,
        });
        let adjudication = self.adjudicator.add(side, info.score);
        if let (Some(reply), true) = (ponder, adjudication.is_none()) {
            self.ponder(side, reply)?;
        }
        Ok(adjudication)
    }

    /// The best move of a side, and the time that it took.
    fn request_move(&mut self, side: Side) -> Result<(BestMove, Duration), EngineFailure> {
        let (own, other) = (side.index(), side.other().index());
        let letters = letters(side);
        let pondering = self.pondering[own].take();
        let referee = &self.referee;
        let process = self.processes[own].as_mut().expect("both engines have been started");
        let clock = &self.clocks[own];
        let came = |(ply, text): &(usize, String)| {
            referee.game().plies() == ply + 1 && referee.game().moves().last() == Some(text)
        };
        let started = match pondering {
            None => process
                .go(referee.position().as_ref(), &clock.go_words(Duration::ZERO, &self.clocks[other], letters))?,
            Some(pondering) if came(&pondering) => process.ponder_hit()?,
            Some(_) => {
                let started = Instant::now();
                process.end_search()?;
                let words = clock.go_words(started.elapsed(), &self.clocks[other], letters);
                process.go(referee.position().as_ref(), &words)?;
                started
            }
        };
        let margin = Duration::from_millis(self.settings.margin);
        let limit = clock.allowance().map_or(self.timeouts.search, |allowed| allowed + margin);
        // Pauses of the machine are on nobody's clock.
        let used =
            |at: Instant| at.saturating_duration_since(started).saturating_sub(self.pauses.lost_between(started, at));
        // On a long time control, an engine may be silent for a while.
        let reply_timeout = self.timeouts.reply;
        let long = if clock.allowance().is_some() { reply_timeout.max(LONG_SILENCE) } else { reply_timeout };
        let best_move = loop {
            let rest = limit.saturating_sub(used(Instant::now()));
            let best_move = process.best_move(Instant::now() + rest.min(reply_timeout))?;
            if best_move.is_some() || rest.is_zero() {
                break best_move;
            }
            let silence = process.silence();
            if silence >= long && !std::mem::replace(&mut self.silence_reported[own], true) {
                report_silence(&self.settings.engines[self.engines[own]].name, silence, limit);
            }
        };
        match best_move.map(|best_move| (used(best_move.at), best_move)) {
            // After a ponder hit the best move may be older than `started`.
            Some((used, best_move)) if used <= limit => Ok((best_move, used)),
            Some((used, _)) => Err(time_exceeded(used, limit)),
            None if clock.allowance().is_none() => {
                Err(EngineFailure::Fault(EndReason::Stall, format!("did not move within {} s", limit.as_secs_f64())))
            }
            None => {
                // It has lost on time. `stop` tells whether it still replies at all.
                process.end_search()?;
                Err(time_exceeded(used(Instant::now()), limit))
            }
        }
    }

    /// Starts pondering on the expected reply, if that is legal and this side moves again after it.
    fn ponder(&mut self, side: Side, reply: &str) -> Result<(), EngineFailure> {
        let (own, other) = (side.index(), side.other().index());
        let wanted = self.settings.engines[self.engines[own]].ponder;
        if !wanted || self.referee.game().side_to_move() == side || self.referee.game().outcome().is_some() {
            return Ok(());
        }
        let Some(next) = self.referee.after(reply) else { return Ok(()) };
        let (after, game) = (next.game().moves(), next.game());
        let (Some(text), true) = (after.last(), game.side_to_move() == side && game.outcome().is_none()) else {
            return Ok(());
        };
        let words = self.clocks[own].go_words(Duration::ZERO, &self.clocks[other], letters(side));
        let process = self.processes[own].as_mut().expect("both engines have been started");
        process.go(next.position().as_ref(), &format!(" ponder{words}"))?;
        self.pondering[own] = Some((self.referee.game().plies(), text.clone()));
        Ok(())
    }
}

/// The letters of `wtime` and `btime`, the side's own first.
fn letters(side: Side) -> [char; 2] {
    match side {
        Side::Upper => ['w', 'b'],
        Side::Lower => ['b', 'w'],
    }
}

fn report_silence(name: &str, silence: Duration, limit: Duration) {
    let (silence, limit) = (silence.as_secs(), limit.as_secs_f64());
    log::warn!("{name} has said nothing about its search for {silence} s; it may take {limit} s, and then loses");
}

fn time_exceeded(used: Duration, limit: Duration) -> EngineFailure {
    let (used, limit) = (used.as_millis(), limit.as_millis());
    EngineFailure::Fault(EndReason::Time, format!("took {used} ms where {limit} were left"))
}
