//! What UCI commands do.

use super::command::Command;
use super::parse::parse;
use super::reply;
use crate::clock::Instant;
use crate::engine::{Effect, Engine, EngineError, Report, bench};
use crate::protocol::console::Console;
use crate::protocol::serve::{Dialect, Flow, ServeError};

/// A conversation in UCI.
pub struct Session {
    console: Console,
    debug: bool,
}

impl Dialect for Session {
    fn console(&mut self) -> &mut Console {
        &mut self.console
    }

    fn pass_on(&mut self, report: Report) -> Result<(), ServeError> {
        reply::report(&report).map_or(Ok(()), |line| self.console.say(&line))
    }

    /// Nothing is said that was not asked for.
    fn alarm(&self) -> Option<Instant> {
        None
    }

    fn ring(&mut self) -> Result<(), ServeError> {
        Ok(())
    }

    fn act(&mut self, line: &[u8]) -> Result<Flow, ServeError> {
        let meaning = parse(line);
        log::debug!("understood: {meaning:?}");
        let command = match meaning {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::Command),
            Err(error) => {
                self.console.say(&reply::error(&error))?;
                return Ok(Flow::Command);
            }
        };
        self.carry_out(command)
    }
}

impl Session {
    /// Nothing has been said yet.
    pub fn new(console: Console) -> Session {
        Session { console, debug: false }
    }

    fn carry_out(&mut self, command: Command) -> Result<Flow, ServeError> {
        match command {
            Command::Uci => {
                self.console.say_all(&reply::introduction(self.console.engine.default_variant()))?;
                self.console.say("uciok")?;
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.console.engine.prefault();
                self.console.say("readyok")?;
            }
            Command::Register => (),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame => {
                self.finish_search()?;
                self.console.engine.new_game();
            }
            Command::Position { fen, moves } => {
                self.finish_search()?;
                let done = self.console.engine.set_position(fen.as_deref(), &moves);
                self.complain_or(done, |engine| format!("position is {}", engine.game().picture().fen))?;
            }
            Command::Go(request) => {
                self.finish_search()?;
                let done = self.console.engine.go(&request);
                self.complain_or(done, |_| {
                    let end = if request.is_limited() { "its limit" } else { "stop" };
                    format!("searching until {end}")
                })?;
            }
            Command::Perft(depth) => {
                self.finish_search()?;
                let done = self.console.engine.perft(depth);
                self.complain(done)?;
            }
            Command::Bench(depth) => {
                self.finish_search()?;
                let done = self.console.engine.bench(depth.unwrap_or(bench::DEFAULT_DEPTH));
                self.complain(done)?;
            }
            Command::Stop => self.console.engine.stop(),
            Command::PonderHit => self.console.engine.ponder_hit(),
            Command::Display => self.console.say_all(&reply::picture(&self.console.engine.game().picture()))?,
            Command::Moves => self.console.say(&reply::moves(&self.console.engine.game().legal_moves()))?,
            Command::Result => {
                let game = self.console.engine.game();
                self.console.say(&reply::result(game.outcome(), game.first_side()))?;
            }
            Command::Eval => self.console.say_all(&reply::evaluation(&self.console.engine.session().evaluate()))?,
            Command::Help => self.console.say_all(&reply::help())?,
            Command::Quit => {
                self.finish_search()?;
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Command)
    }

    fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), ServeError> {
        self.finish_search()?;
        match self.console.set_option(option, value) {
            Ok(Effect::Variant) => {
                self.console.say(&reply::variant(self.console.engine.session(), self.console.engine.options()))
            }
            Ok(_) => Ok(()),
            Err(error) => self.console.say(&reply::error(&error)),
        }
    }

    fn complain(&self, done: Result<(), EngineError>) -> Result<(), ServeError> {
        done.map_or_else(|error| self.console.say(&reply::error(&error)), Ok)
    }

    /// An error, or in debug mode what was done.
    fn complain_or(
        &self,
        done: Result<(), EngineError>,
        comment: impl FnOnce(&Engine) -> String,
    ) -> Result<(), ServeError> {
        match done {
            Ok(()) if self.debug => self.console.say(&reply::note(&comment(&self.console.engine))),
            done => self.complain(done),
        }
    }
}
