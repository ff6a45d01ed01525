//! Executes UCI commands.

use super::command::UciCommand;
use super::parse::parse;
use super::reply;
use crate::clock::Instant;
use crate::engine::{Effect, Engine, EngineError, Report, bench};
use crate::protocol::console::Console;
use crate::protocol::serve::{Flow, Protocol, ServeError};

/// The state of a UCI session.
pub struct UciSession {
    console: Console,
    debug: bool,
}

impl Protocol for UciSession {
    fn console(&mut self) -> &mut Console {
        &mut self.console
    }

    fn on_report(&mut self, report: Report) -> Result<(), ServeError> {
        reply::report(&report).map_or(Ok(()), |line| self.console.send(&line))
    }

    /// UCI has nothing to say without a command.
    fn timer(&self) -> Option<Instant> {
        None
    }

    fn fire_timer(&mut self) -> Result<(), ServeError> {
        Ok(())
    }

    fn handle_line(&mut self, line: &[u8]) -> Result<Flow, ServeError> {
        let parsed = parse(line);
        log::debug!("understood: {parsed:?}");
        let command = match parsed {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::Continue),
            Err(error) => {
                self.console.send(&reply::error(&error))?;
                return Ok(Flow::Continue);
            }
        };
        self.execute(command)
    }
}

impl UciSession {
    /// A session at its start.
    pub fn new(console: Console) -> UciSession {
        UciSession { console, debug: false }
    }

    fn execute(&mut self, command: UciCommand) -> Result<Flow, ServeError> {
        match command {
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => {
                self.console.engine.prefault();
                self.console.send("readyok")?;
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            UciCommand::NewGame => {
                self.finish_search()?;
                self.console.engine.new_game();
            }
            UciCommand::Position { fen, moves } => {
                self.finish_search()?;
                let done = self.console.engine.set_position(fen.as_deref(), &moves);
                self.send_error_or(done, reply::position_note)?;
            }
            UciCommand::Go(request) => {
                self.finish_search()?;
                let done = self.console.engine.go(&request);
                self.send_error_or(done, |_| reply::search_note(&request))?;
            }
            UciCommand::Perft(depth) => {
                self.finish_search()?;
                let done = self.console.engine.perft(depth);
                self.send_error(done)?;
            }
            UciCommand::Bench(depth) => {
                self.finish_search()?;
                let done = self.console.engine.bench(depth.unwrap_or(bench::DEFAULT_DEPTH));
                self.send_error(done)?;
            }
            UciCommand::Stop => self.console.engine.stop(),
            UciCommand::PonderHit => self.console.engine.ponder_hit(),
            UciCommand::Quit => {
                self.finish_search()?;
                return Ok(Flow::Quit);
            }
            looking => {
                let lines = reply::answer(&looking, &self.console.engine).unwrap_or_default();
                self.console.send_all(&lines)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), ServeError> {
        self.finish_search()?;
        match self.console.set_option(option, value) {
            Ok(Effect::Variant) => {
                self.console.send(&reply::variant(self.console.engine.session(), self.console.engine.options()))
            }
            Ok(Effect::Network) => self.console.send(&reply::network(self.console.engine.network())),
            Ok(_) => Ok(()),
            Err(error) => self.console.send(&reply::error(&error)),
        }
    }

    fn send_error(&self, done: Result<(), EngineError>) -> Result<(), ServeError> {
        done.map_or_else(|error| self.console.send(&reply::error(&error)), Ok)
    }

    /// Sends the error or, in debug mode, a comment on what was done.
    fn send_error_or(
        &self,
        done: Result<(), EngineError>,
        comment: impl FnOnce(&Engine) -> String,
    ) -> Result<(), ServeError> {
        match done {
            Ok(()) if self.debug => self.console.send(&comment(&self.console.engine)),
            done => self.send_error(done),
        }
    }
}
