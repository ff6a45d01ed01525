//! Executes UCI commands: `isready`, `setoption`, `position`, `go` and the rest.

use super::command::UciCommand;
use super::parse::parse;
use super::reply;
use crate::clock::{Duration, Instant};
use crate::engine::{Effect, Engine, EngineError, Report, bench};
use crate::game::MoveError;
use crate::protocol::console::Console;
use crate::protocol::serve::{Flow, Protocol, ServeError};
use crate::protocol::words::ParseError;

/// The state of a UCI session.
pub struct UciSession {
    console: Console,
    debug: bool,
    /// How long a guest may leave the engine alone, and since when it does.
    idle: Option<(Duration, Instant)>,
}

impl Protocol for UciSession {
    fn console(&mut self) -> &mut Console {
        &mut self.console
    }

    fn on_report(&mut self, report: Report) -> Result<(), ServeError> {
        self.note_activity();
        let Some(line) = reply::report(&report) else { return Ok(()) };
        if let Report::Search(_) = report {
            self.console.send_soon(&line);
            return Ok(());
        }
        self.console.send(&line)
    }

    /// UCI has nothing to say without a command; only a guest who says nothing either is waited for no longer.
    fn timer(&self) -> Option<Instant> {
        let (limit, since) = self.idle.filter(|_| !self.console.engine.is_running())?;
        Some(since + limit)
    }

    fn fire_timer(&mut self) -> Result<(), ServeError> {
        self.idle.map_or(Ok(()), |(limit, _)| Err(ServeError::Idle(limit)))
    }

    fn handle_line(&mut self, line: &[u8]) -> Result<Flow, ServeError> {
        self.note_activity();
        let parsed = parse(line);
        log::debug!("understood: {parsed:?}");
        let command = match parsed {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::Continue),
            Err(ParseError::UnknownCommand(word)) => {
                self.console.send(&reply::error(&self.about_unknown(word)))?;
                return Ok(Flow::Continue);
            }
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
        UciSession { console, debug: false, idle: None }
    }

    /// A session that ends when nothing has been asked for so long and nothing is under way.
    pub fn for_guest(console: Console, idle: Duration) -> UciSession {
        UciSession { console, debug: false, idle: Some((idle, Instant::now())) }
    }

    fn note_activity(&mut self) {
        if let Some((_, since)) = &mut self.idle {
            *since = Instant::now();
        }
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
                self.send_choice()?;
            }
            UciCommand::Position { fen, moves } => {
                self.finish_search()?;
                let done = self.console.engine.set_position(fen.as_deref(), &moves);
                let is_set = done.is_ok();
                self.send_error_or(done, reply::position_note)?;
                if let Some(notice) = self.console.engine.game().notice().filter(|_| is_set) {
                    self.console.send(&reply::note(notice))?;
                }
            }
            UciCommand::Go(request) => {
                self.finish_search()?;
                let done = self.console.engine.go(&request);
                self.send_error_or(done, |engine| reply::search_note(&request, engine))?;
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
            UciCommand::Genfens(request) => {
                self.finish_search()?;
                let done = self.console.engine.genfens(request);
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

    /// What to say of a word that is no command: people type moves, and what other programs call their commands.
    fn about_unknown(&self, word: String) -> String {
        let instead = match word.as_str() {
            "play" => "leave with 'quit', and 'janggun play' plays with you; or say 'position startpos' and 'go'",
            "new" => "'ucinewgame' forgets the last game, 'position startpos' sets up the next",
            "exit" | "bye" | "q" => "'quit' ends the program",
            _ => {
                let engine = &self.console.engine;
                return match engine.game().after(&word) {
                    Ok(next) => {
                        let played = next.moves().join(" ");
                        let start = next.start_fen();
                        let is_usual = start == engine.session().start_fen(engine.options());
                        let place = if is_usual { "startpos".to_owned() } else { format!("fen {start}") };
                        format!(
                            "a move alone is no command: 'position {place} moves {played}' plays it, then 'go' answers"
                        )
                    }
                    Err(MoveError::Unreadable { .. }) => ParseError::UnknownCommand(word).to_string(),
                    Err(error) => format!("{error}; and a move alone is no command, see 'help'"),
                };
            }
        };
        format!("'{word}' is no command here: {instead}")
    }

    fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), ServeError> {
        self.finish_search()?;
        match self.console.set_option(option, value) {
            Ok(Effect::Variant) => {
                self.console.send(&reply::variant(self.console.engine.session(), self.console.engine.options()))?
            }
            Ok(Effect::Network) => self.console.send(&reply::network(self.console.engine.network()))?,
            Ok(_) => (),
            Err(error) => self.console.send(&reply::error(&error))?,
        }
        self.send_choice()
    }

    /// Tells what the engine has chosen, if it has.
    fn send_choice(&mut self) -> Result<(), ServeError> {
        self.console.engine.take_choice().map_or(Ok(()), |told| self.console.send(&reply::note(&told)))
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
