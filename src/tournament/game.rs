//! One game between two engines.

use crossbeam_channel::Receiver;

use super::adjudication::{Ruling, Scores};
use super::clock::Clock;
use super::ending::{GameResult, Reason};
use super::player::{Failure, Need, Player, StartError};
use super::reader::Answer;
use super::record::{MoveRecord, Record};
use super::referee::{Opening, Referee, Rules, open};
use super::schedule::Fixture;
use super::settings::Settings;
use super::standstill::Standstills;
use crate::clock::{Duration, Instant};
use crate::game::Side;

/// How patient the runner is with engines.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For answers that are due at once, and for a best move once the time is over.
    pub answer: Duration,
    /// For a move without a time limit.
    pub think: Duration,
}

/// What one worker needs to play games, one after the other. Engines are kept running from game to game.
pub struct Arena<'a> {
    settings: &'a Settings,
    rules: &'a Rules,
    patience: Patience,
    standstills: &'a Standstills,
    stop: Receiver<()>,
    /// A place for each engine.
    players: Vec<Option<Player>>,
}

/// How a game ended: who won, why, and what happened in words if that was somebody's fault.
struct End {
    winner: Option<Side>,
    reason: Reason,
    detail: Option<String>,
}

/// One game under way. Arrays have the upper-case side first.
struct Round<'a> {
    settings: &'a Settings,
    patience: Patience,
    standstills: &'a Standstills,
    referee: Referee,
    engines: [usize; 2],
    players: [Option<Player>; 2],
    clocks: [Clock; 2],
    /// What each side expects the other to play as the ply of that number, if it thinks on that.
    expected: [Option<(usize, String)>; 2],
    scores: Scores,
    moves: Vec<MoveRecord>,
}

impl<'a> Arena<'a> {
    /// With no engine running yet.
    pub fn new(
        settings: &'a Settings,
        rules: &'a Rules,
        patience: Patience,
        standstills: &'a Standstills,
        stop: Receiver<()>,
    ) -> Arena<'a> {
        let players = settings.engines.iter().map(|_| None).collect();
        Arena { settings, rules, patience, standstills, stop, players }
    }

    /// Plays a game to its end; none if the tournament was stopped before.
    pub fn play(&mut self, fixture: &Fixture, opening: &Opening) -> Result<Option<Record>, StartError> {
        let referee = open(&self.settings.variant, self.rules, opening);
        let referee = referee.and_then(Result::ok).expect("openings have been checked when they were read");
        let first_side = referee.game().first_side();
        let mut engines = [fixture.second; 2];
        engines[first_side.index()] = fixture.first;
        // Engines that are not needed now give their memory back.
        for (index, player) in self.players.iter_mut().enumerate() {
            if let Some(player) = player.take_if(|_| !engines.contains(&index)) {
                player.quit();
            }
        }
        let mut round = Round {
            settings: self.settings,
            patience: self.patience,
            standstills: self.standstills,
            clocks: engines.map(|engine| Clock::new(self.settings.engines[engine].limits)),
            expected: [None, None],
            scores: Scores::new(self.settings.resign, self.settings.draw),
            moves: Vec::new(),
            players: [None, None],
            referee,
            engines,
        };
        let mut end = None;
        for side in [first_side, first_side.other()] {
            match self.seat(engines[side.index()])? {
                Ok(player) => round.players[side.index()] = Some(player),
                Err(Failure::Stopped) => return Ok(None),
                Err(fault) => end = end.or_else(|| End::fault(side, fault)),
            }
        }
        let Some(end) = end.or_else(|| round.play()) else {
            return Ok(None);
        };
        for (engine, player) in engines.into_iter().zip(round.players) {
            self.players[engine] = player;
        }
        let result = match end.winner {
            Some(winner) if winner == first_side => GameResult::FirstWins,
            Some(_) => GameResult::SecondWins,
            None => GameResult::Draw,
        };
        Ok(Some(Record {
            game: fixture.number + 1,
            round: fixture.round + 1,
            first: self.settings.engines[fixture.first].name.clone(),
            second: self.settings.engines[fixture.second].name.clone(),
            first_side: if first_side == Side::Upper { 'w' } else { 'b' },
            fen: round.referee.game().start_fen(),
            opening: opening.moves.clone(),
            moves: round.moves,
            result,
            reason: end.reason,
            detail: end.detail,
            ended: std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs()),
        }))
    }

    /// An engine that is ready for a new game, started if need be.
    fn seat(&mut self, engine: usize) -> Result<Result<Player, Failure>, StartError> {
        if let Some(mut player) = self.players[engine].take() {
            match player.new_game() {
                Ok(()) => return Ok(Ok(player)),
                Err(Failure::Stopped) => return Ok(Err(Failure::Stopped)),
                // Nobody can lose a game that has not begun.
                Err(Failure::Fault(reason, what)) => {
                    log::info!("{} is started again after {reason} between games: it {what}", self.name(engine));
                }
            }
        }
        let settings = &self.settings.engines[engine];
        let mut player = Player::start(settings, self.stop.clone(), self.patience.answer)?;
        let own = settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str(), Need::Always));
        let rules = self.rules.changes().map(|(name, value)| (name, value, Need::IfDeclared));
        let variant = [("UCI_Variant", self.settings.variant.as_str(), Need::IfDeclared)];
        let ponder = settings.ponder.then_some(("Ponder", "true", Need::IfDeclared));
        let ready = player.introduce(own.chain(variant).chain(rules).chain(ponder)).and_then(|()| player.new_game());
        Ok(ready.map(|()| player))
    }

    fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    /// Lets all engines end by themselves.
    pub fn quit(self) {
        self.players.into_iter().flatten().for_each(Player::quit);
    }
}

impl End {
    /// A side loses by its own fault; none if it was not that.
    fn fault(side: Side, failure: Failure) -> Option<End> {
        match failure {
            Failure::Fault(reason, what) => Some(End { winner: Some(side.other()), reason, detail: Some(what) }),
            Failure::Stopped => None,
        }
    }
}

impl Round<'_> {
    /// None if the tournament was stopped.
    fn play(&mut self) -> Option<End> {
        loop {
            if let Some(outcome) = self.referee.game().outcome() {
                let reason = Reason::Rules(outcome.reason.to_owned());
                return Some(End { winner: outcome.winner, reason, detail: None });
            }
            if self.moves.len() >= self.settings.max_plies as usize {
                return Some(End { winner: None, reason: Reason::Length, detail: None });
            }
            let side = self.referee.game().side_to_move();
            match self.turn(side) {
                Ok(None) => (),
                Ok(Some(Ruling::Draw)) => return Some(End { winner: None, reason: Reason::LevelScores, detail: None }),
                Ok(Some(Ruling::Resigns(loser))) => {
                    return Some(End { winner: Some(loser.other()), reason: Reason::Resignation, detail: None });
                }
                Err(failure) => {
                    // It is killed, and started again for its next game.
                    self.players[side.index()] = None;
                    return End::fault(side, failure);
                }
            }
        }
    }

    /// One side thinks and moves.
    fn turn(&mut self, side: Side) -> Result<Option<Ruling>, Failure> {
        let (answer, used) = self.think(side)?;
        self.clocks[side.index()].spend(used);
        let (best, ponder) = answer.moves()?;
        let text = self.referee.play(best).map_err(|error| Failure::Fault(Reason::IllegalMove, error.to_string()))?;
        let thought = answer.thought;
        let time = used.as_millis() as u64;
        self.moves.push(MoveRecord { text, score: thought.score, depth: thought.depth, nodes: thought.nodes, time });
        let ruling = self.scores.note(side, thought.score);
        if let (Some(reply), true) = (ponder, ruling.is_none()) {
            self.ponder(side, reply)?;
        }
        Ok(ruling)
    }

    /// The answer of a side, and how long it took.
    fn think(&mut self, side: Side) -> Result<(Answer, Duration), Failure> {
        let (own, other) = (side.index(), side.other().index());
        let letters = letters(side);
        let expected = self.expected[own].take();
        let referee = &self.referee;
        let player = self.players[own].as_mut().expect("both sides have been seated");
        let clock = &self.clocks[own];
        let came = |(ply, text): &(usize, String)| {
            referee.game().plies() == ply + 1 && referee.game().moves().last() == Some(text)
        };
        let started = match expected {
            None => player.go(&referee.position(), &clock.go_words(Duration::ZERO, &self.clocks[other], letters))?,
            Some(expected) if came(&expected) => player.ponder_hit()?,
            Some(_) => {
                let started = Instant::now();
                player.end_search()?;
                let words = clock.go_words(started.elapsed(), &self.clocks[other], letters);
                player.go(&referee.position(), &words)?;
                started
            }
        };
        let margin = Duration::from_millis(self.settings.margin);
        let limit = clock.allowance().map_or(self.patience.think, |allowed| allowed + margin);
        // Without the time in which nobody could measure.
        let used =
            |at: Instant| at.saturating_duration_since(started).saturating_sub(self.standstills.between(started, at));
        let answer = loop {
            let rest = limit.saturating_sub(used(Instant::now()));
            let answer = player.answer(Instant::now() + rest)?;
            if answer.is_some() || rest.is_zero() {
                break answer;
            }
        };
        match answer.map(|answer| (used(answer.at), answer)) {
            // One that thought on the opponent's time may have answered before its clock ran.
            Some((used, answer)) if used <= limit => Ok((answer, used)),
            Some((used, _)) => Err(late(used, limit)),
            None if clock.allowance().is_none() => {
                Err(Failure::Fault(Reason::Stall, format!("did not move within {} s", limit.as_secs_f64())))
            }
            None => {
                // It has lost; what is left to find out is whether it is slow or dead.
                player.end_search()?;
                Err(late(used(Instant::now()), limit))
            }
        }
    }

    /// Lets a side think on the reply that it expects, if it is one, and the game goes on with that side's move.
    fn ponder(&mut self, side: Side, reply: &str) -> Result<(), Failure> {
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
        let player = self.players[own].as_mut().expect("both sides have been seated");
        player.go(&next.position(), &format!(" ponder{words}"))?;
        self.expected[own] = Some((self.referee.game().plies(), text.clone()));
        Ok(())
    }
}

/// The letters of the clocks, a side's own first.
fn letters(side: Side) -> [char; 2] {
    match side {
        Side::Upper => ['w', 'b'],
        Side::Lower => ['b', 'w'],
    }
}

fn late(used: Duration, limit: Duration) -> Failure {
    let (used, limit) = (used.as_millis(), limit.as_millis());
    Failure::Fault(Reason::Time, format!("took {used} ms where {limit} were left"))
}
