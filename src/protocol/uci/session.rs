//! What UCI commands do.

use std::time::Instant;

use super::command::Command;
use super::parse::parse;
use super::reply;
use crate::engine::{Effect, Engine, EngineError, Report};
use crate::protocol::desk::Desk;
use crate::protocol::serve::{Dialect, Next, ServeError};
use crate::tools::bench;

/// A conversation in UCI.
pub struct Session {
    desk: Desk,
    debug: bool,
}

impl Dialect for Session {
    fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }

    fn pass_on(&mut self, report: Report) -> Result<(), ServeError> {
        reply::report(&report).map_or(Ok(()), |line| self.desk.say(&line))
    }

    /// Nothing is said that was not asked for.
    fn alarm(&self) -> Option<Instant> {
        None
    }

    fn ring(&mut self) -> Result<(), ServeError> {
        Ok(())
    }

    fn act(&mut self, line: &[u8]) -> Result<Next, ServeError> {
        let meaning = parse(line);
        log::debug!("understood: {meaning:?}");
        let command = match meaning {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Next::Command),
            Err(error) => {
                self.desk.say(&reply::error(&error))?;
                return Ok(Next::Command);
            }
        };
        self.carry_out(command)
    }
}

impl Session {
    /// Nothing has been said yet.
    pub fn new(desk: Desk) -> Session {
        Session { desk, debug: false }
    }

    fn carry_out(&mut self, command: Command) -> Result<Next, ServeError> {
        match command {
            Command::Uci => {
                self.desk.say_all(&reply::introduction(self.desk.engine.default_variant()))?;
                self.desk.say("uciok")?;
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.desk.engine.get_ready();
                self.desk.say("readyok")?;
            }
            Command::Register => (),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame => {
                self.finish_search()?;
                self.desk.engine.new_game();
            }
            Command::Position { fen, moves } => {
                self.finish_search()?;
                let done = self.desk.engine.set_position(fen.as_deref(), &moves);
                self.complain_or(done, |engine| format!("position is {}", engine.seat().picture().fen))?;
            }
            Command::Go(request) => {
                self.finish_search()?;
                let done = self.desk.engine.go(&request);
                self.complain_or(done, |_| {
                    let end = if request.is_limited() { "its limit" } else { "stop" };
                    format!("searching until {end}")
                })?;
            }
            Command::Perft(depth) => {
                self.finish_search()?;
                let done = self.desk.engine.perft(depth);
                self.complain(done)?;
            }
            Command::Bench(depth) => {
                self.finish_search()?;
                let done = self.desk.engine.bench(depth.unwrap_or(bench::DEFAULT_DEPTH));
                self.complain(done)?;
            }
            Command::Stop => self.desk.engine.stop(),
            Command::PonderHit => self.desk.engine.ponder_hit(),
            Command::Display => self.desk.say_all(&reply::picture(&self.desk.engine.seat().picture()))?,
            Command::Moves => self.desk.say(&reply::moves(&self.desk.engine.seat().legal_moves()))?,
            Command::Result => {
                let seat = self.desk.engine.seat();
                self.desk.say(&reply::result(seat.outcome(), seat.first_side()))?;
            }
            Command::Eval => self.desk.say_all(&reply::evaluation(&self.desk.engine.seat().evaluate()))?,
            Command::Help => self.desk.say_all(&reply::help())?,
            Command::Quit => {
                self.finish_search()?;
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Command)
    }

    fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), ServeError> {
        self.finish_search()?;
        match self.desk.set_option(option, value) {
            Ok(Effect::Variant) => self.desk.say(&reply::variant(self.desk.engine.seat(), self.desk.engine.options())),
            Ok(_) => Ok(()),
            Err(error) => self.desk.say(&reply::error(&error)),
        }
    }

    fn complain(&self, done: Result<(), EngineError>) -> Result<(), ServeError> {
        done.map_or_else(|error| self.desk.say(&reply::error(&error)), Ok)
    }

    /// An error, or in debug mode what was done.
    fn complain_or(
        &self,
        done: Result<(), EngineError>,
        comment: impl FnOnce(&Engine) -> String,
    ) -> Result<(), ServeError> {
        match done {
            Ok(()) if self.debug => self.desk.say(&reply::note(&comment(&self.desk.engine))),
            done => self.complain(done),
        }
    }
}
