//! The searches of a CECP session: what they are for, how they begin and end, and what follows from their result.

use super::clock::CecpClock;
use super::reply;
use super::session::CecpSession;
use crate::clock::{Duration, Instant};
use crate::engine::{GameSession, Report, SearchRequest};
use crate::game::Outcome;
use crate::protocol::serve::{Protocol, ServeError};

/// What the running search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To find the engine's move.
    Move,
    /// Pondering on the opponent's time.
    Ponder {
        /// The move that it takes as made, in the engine's notation.
        expected: String,
        /// The clock with which its time was planned.
        clock: CecpClock,
    },
    /// `analyze`.
    Analysis,
}

/// Delay of a claim after the engine's own move. Match programs that adjudicate games themselves begin the next one at
/// once, and would read a claim that is already in the pipe as part of it.
const CLAIM_DELAY: Duration = Duration::from_millis(300);

impl CecpSession {
    /// Acts on a report of the worker.
    pub(super) fn follow(&mut self, report: Report) -> Result<(), ServeError> {
        match report {
            Report::Search(info) if self.purpose.is_some() => {
                if self.post && info.depth > 0 {
                    let first = match &self.purpose {
                        Some(Purpose::Ponder { expected, .. }) => Some(expected.as_str()),
                        _ => None,
                    };
                    self.console.send_soon(&reply::thinking(&info, first, self.coordinates()));
                }
                if info.multipv == 1 {
                    self.last = Some(info);
                }
            }
            Report::BestMove { best, ponder } if self.purpose == Some(Purpose::Move) => {
                self.purpose = None;
                if let Some(best) = best {
                    self.make_move(best, ponder)?;
                }
                self.answer_pings()?;
            }
            Report::Error(text) => self.console.send(&reply::user_error(&text))?,
            Report::Finished if self.ponder_next => {
                self.ponder_next = false;
                if let Some(expected) = self.expected.clone() {
                    self.ponder(expected)?;
                }
            }
            _ => (),
        }
        Ok(())
    }

    fn make_move(&mut self, best: String, ponder: Option<String>) -> Result<(), ServeError> {
        self.console.send(&format!("move {}", self.coordinates().to_gui(&best)))?;
        if let Err(error) = self.console.engine.play(&best) {
            log::error!("the engine's own move is refused: {error}");
            return Ok(());
        }
        self.clock.spend(self.began.elapsed(), self.console.engine.game().plies().div_ceil(2));
        self.expected = ponder;
        self.outlook.note(self.last.as_ref().map(|info| info.score));
        let outcome = self.console.engine.game().outcome();
        self.claim = outcome.map(|outcome| (Instant::now() + CLAIM_DELAY, self.result(outcome)));
        self.ponder_next = outcome.is_none() && self.ponders && self.expected.is_some();
        Ok(())
    }

    fn result(&self, outcome: Outcome) -> String {
        reply::result(outcome, self.console.engine.game().in_words(outcome.reason), self.white())
    }

    /// Claims the result if the game is over; returns whether it is.
    pub(super) fn claim_result(&mut self) -> Result<bool, ServeError> {
        let Some(outcome) = self.console.engine.game().outcome() else {
            return Ok(false);
        };
        self.claim = None;
        self.console.send(&self.result(outcome))?;
        Ok(true)
    }

    /// Searches the engine's move.
    pub(super) fn think(&mut self) -> Result<(), ServeError> {
        self.think_since(Instant::now())
    }

    /// The same; the engine's clock has been running since `since`.
    fn think_since(&mut self, since: Instant) -> Result<(), ServeError> {
        if self.claim_result()? {
            return Ok(());
        }
        let request = self.clock.request(self.turn(), self.console.engine.game().plies() / 2, since.elapsed());
        self.begin(Purpose::Move, None, &request)?;
        self.began = since;
        Ok(())
    }

    fn ponder(&mut self, expected: String) -> Result<(), ServeError> {
        let engine = &self.console.engine;
        let Ok(next) = engine.session().after(&expected) else { return Ok(()) };
        if next.game().outcome().is_some() {
            return Ok(());
        }
        let made = engine.game().plies().div_ceil(2);
        let request = self.clock.request(next.game().side_to_move(), made, Duration::ZERO);
        let purpose = Purpose::Ponder { expected, clock: self.clock.clone() };
        self.begin(purpose, Some(&*next), &SearchRequest { ponder: true, ..request })
    }

    /// Whether the opponent's move is the expected one and the clock agrees with that of the ponder search, so that
    /// this can go on.
    pub(super) fn is_ponder_hit(&self, text: &str) -> bool {
        let Some(Purpose::Ponder { expected, clock }) = &self.purpose else {
            return false;
        };
        let meant = self.coordinates().read_gui_move(text, std::slice::from_ref(expected));
        meant.as_ref() == Some(expected) && self.clock.agrees_with(clock)
    }

    /// Plays the expected move and turns the ponder search into one for the engine's move.
    pub(super) fn ponder_hit(&mut self) -> Result<(), ServeError> {
        let Some(Purpose::Ponder { expected, .. }) = self.purpose.replace(Purpose::Move) else {
            return Ok(());
        };
        self.began = Instant::now();
        self.expected = None;
        if let Err(error) = self.console.engine.play(&expected) {
            log::error!("the expected move is refused: {error}");
        }
        self.console.engine.ponder_hit();
        Ok(())
    }

    /// Starts an analysis of the current position, in analysis mode.
    pub(super) fn resume_analysis(&mut self) -> Result<(), ServeError> {
        if !self.analysing || self.position_unknown {
            return Ok(());
        }
        self.begin(Purpose::Analysis, None, &SearchRequest { infinite: true, ..SearchRequest::default() })
    }

    /// Starts a search of the current position or, for pondering, of the one after the expected move.
    fn begin(
        &mut self,
        purpose: Purpose,
        other: Option<&dyn GameSession>,
        request: &SearchRequest,
    ) -> Result<(), ServeError> {
        self.began = Instant::now();
        self.last = None;
        let engine = &mut self.console.engine;
        let begun = match other {
            None => engine.go(request),
            Some(other) => engine.go_in(other, request),
        };
        match begun {
            Ok(()) => self.purpose = Some(purpose),
            Err(error) => self.console.send(&reply::error(&error, b"go"))?,
        }
        Ok(())
    }

    /// Lets a search make its move if its time is up. If it were halted and started again instead, options that arrive
    /// faster than a first iteration ends would put the move off for ever.
    pub(super) fn finish_due_move(&mut self) -> Result<(), ServeError> {
        if self.purpose == Some(Purpose::Move) && self.clock.is_used_up(self.began.elapsed()) {
            self.console.engine.stop();
            while self.purpose == Some(Purpose::Move) && self.console.engine.is_running() {
                self.receive_next()?;
            }
        }
        Ok(())
    }

    /// Stops the running search, discards its result, and returns what it was for.
    pub(super) fn halt(&mut self) -> Result<Option<Purpose>, ServeError> {
        let purpose = self.purpose.take();
        let about_to_ponder = std::mem::take(&mut self.ponder_next);
        self.finish_search()?;
        match purpose {
            None if about_to_ponder => {
                let clock = self.clock.clone();
                Ok(self.expected.clone().map(|expected| Purpose::Ponder { expected, clock }))
            }
            purpose => Ok(purpose),
        }
    }

    /// Stops the running search without resuming it later.
    pub(super) fn abort(&mut self) -> Result<(), ServeError> {
        self.halt()?;
        self.answer_pings()
    }

    /// Starts the search again that `halt` stopped.
    pub(super) fn resume(&mut self, purpose: Option<Purpose>) -> Result<(), ServeError> {
        match purpose {
            None => Ok(()),
            Some(Purpose::Move) => self.think_since(self.began),
            Some(Purpose::Ponder { expected, .. }) => self.ponder(expected),
            Some(Purpose::Analysis) => self.resume_analysis(),
        }
    }

    fn answer_pings(&mut self) -> Result<(), ServeError> {
        if !self.pings.is_empty() {
            self.fire_timer()?;
        }
        std::mem::take(&mut self.pings).iter().try_for_each(|number| self.pong(number))
    }

    pub(super) fn pong(&self, number: &str) -> Result<(), ServeError> {
        self.console.send(&format!("pong {}", crate::protocol::one_line(&number)))
    }
}
