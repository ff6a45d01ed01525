//! The loop: one thread reads and parses lines, this one acts on them and on what the worker reports, and is never
//! busy for long. Every line of output is written here, so that they come in the order of the commands.

use std::io::{self, BufRead, BufReader, Read};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, select};

use super::command::Command;
use super::output::Output;
use super::parse::{ParseError, parse};
use super::reply;
use crate::engine::options::name;
use crate::engine::{Effect, Engine, EngineError, Report};
use crate::tools::bench;

/// Why serving ended before it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nobody reads our lines any more.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    /// A bug, but not one to hang on.
    #[error("the search thread has ended; this is a bug, please report it")]
    WorkerGone,
}

/// A line and what it means.
struct Input {
    line: Vec<u8>,
    meaning: Result<Command, ParseError>,
}

/// Lines that may wait while the last one is carried out.
const WAITING_LINES: usize = 1_024;

/// Speaks the protocol until `quit` or the end of the input.
pub fn serve(
    engine: Engine,
    reports: Receiver<Report>,
    input: impl Read + Send + 'static,
    output: Output,
) -> Result<(), ServeError> {
    let (sender, commands) = bounded(WAITING_LINES);
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &sender))?;
    let mut server = Server { engine, reports, output, debug: false };
    match server.run(&commands) {
        // A reader that went away is the usual end of a pipeline, not a failure.
        Err(ServeError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Reads until the input or the interest in it ends; the closed channel tells the loop.
fn read_lines(input: impl Read, commands: &Sender<Input>) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => (),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("cannot read any more input: {error}");
                return;
            }
        }
        let line = line.trim_ascii_end();
        if let Some(meaning) = parse(line).transpose()
            && commands.send(Input { line: line.to_owned(), meaning }).is_err()
        {
            return;
        }
    }
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    Command,
    Quit,
}

struct Server {
    engine: Engine,
    reports: Receiver<Report>,
    output: Output,
    debug: bool,
}

impl Server {
    fn run(&mut self, commands: &Receiver<Input>) -> Result<(), ServeError> {
        loop {
            select! {
                recv(self.reports) -> report => self.pass_on(report.map_err(|_| ServeError::WorkerGone)?)?,
                recv(commands) -> input => match input {
                    Ok(Input { line, meaning }) => {
                        self.output.note_input(&line);
                        if self.act(meaning)? == Next::Quit {
                            return Ok(());
                        }
                    }
                    // The end of the input: what ends by itself is finished first.
                    Err(_) => {
                        if !self.engine.ends_by_itself() {
                            self.engine.stop();
                        }
                        return self.drain();
                    }
                },
            }
        }
    }

    fn say(&self, line: &str) -> Result<(), ServeError> {
        Ok(self.output.line(line)?)
    }

    fn say_all(&self, lines: &[String]) -> Result<(), ServeError> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn pass_on(&mut self, report: Report) -> Result<(), ServeError> {
        if report == Report::Finished {
            self.engine.finished();
        }
        reply::report(&report).map_or(Ok(()), |line| self.say(&line))
    }

    /// Passes on everything that the running job still says.
    fn drain(&mut self) -> Result<(), ServeError> {
        while self.engine.is_running() {
            let report = self.reports.recv().map_err(|_| ServeError::WorkerGone)?;
            self.pass_on(report)?;
        }
        Ok(())
    }

    /// Ends the running job, if any, and lets it have its say before whatever comes next.
    fn finish_search(&mut self) -> Result<(), ServeError> {
        self.engine.stop();
        self.drain()
    }

    fn act(&mut self, meaning: Result<Command, ParseError>) -> Result<Next, ServeError> {
        log::debug!("understood: {meaning:?}");
        let command = match meaning {
            Ok(command) => command,
            Err(error) => {
                self.say(&reply::error(&error))?;
                return Ok(Next::Command);
            }
        };
        match command {
            Command::Uci => {
                self.say_all(&reply::introduction(self.engine.default_variant()))?;
                self.say("uciok")?;
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                self.engine.get_ready();
                self.say("readyok")?;
            }
            Command::Register => (),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame => {
                self.finish_search()?;
                self.engine.new_game();
            }
            Command::Position { fen, moves } => {
                self.finish_search()?;
                let done = self.engine.set_position(fen.as_deref(), &moves);
                self.complain_or(done, |engine| format!("position is {}", engine.seat().picture().fen))?;
            }
            Command::Go(request) => {
                self.finish_search()?;
                let done = self.engine.go(&request);
                self.complain_or(done, |_| {
                    let end = if request.is_limited() { "its limit" } else { "stop" };
                    format!("searching until {end}")
                })?;
            }
            Command::Perft(depth) => {
                self.finish_search()?;
                let done = self.engine.perft(depth);
                self.complain(done)?;
            }
            Command::Bench(depth) => {
                self.finish_search()?;
                let done = self.engine.bench(depth.unwrap_or(bench::DEFAULT_DEPTH));
                self.complain(done)?;
            }
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => self.say_all(&reply::picture(&self.engine.seat().picture()))?,
            Command::Moves => self.say(&reply::moves(&self.engine.seat().legal_moves()))?,
            Command::Result => {
                let seat = self.engine.seat();
                self.say(&reply::result(seat.outcome(), seat.first_side()))?;
            }
            Command::Eval => self.say_all(&reply::evaluation(&self.engine.seat().evaluate()))?,
            Command::Help => self.say_all(&reply::help())?,
            Command::Quit => {
                self.finish_search()?;
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Command)
    }

    fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<(), ServeError> {
        self.finish_search()?;
        let old_log = self.engine.options().text(name::LOG_FILE).to_owned();
        match self.engine.set_option(option, value) {
            Ok(Effect::None) => Ok(()),
            Ok(Effect::Variant) => self.say(&reply::variant(self.engine.seat(), self.engine.options())),
            Ok(Effect::LogFile) => {
                let path = self.engine.options().text(name::LOG_FILE).to_owned();
                let Err(error) = self.output.log_to(&path) else {
                    return Ok(());
                };
                // The option goes back to the file that is really written to.
                let undone = self.engine.set_option(name::LOG_FILE, Some(&old_log)).map(drop);
                self.complain(undone)?;
                self.say(&reply::error(&format!("cannot write to the log file '{path}': {error}")))
            }
            Err(error) => self.say(&reply::error(&error)),
        }
    }

    fn complain(&self, done: Result<(), EngineError>) -> Result<(), ServeError> {
        done.map_or_else(|error| self.say(&reply::error(&error)), Ok)
    }

    /// An error, or in debug mode what was done.
    fn complain_or(
        &self,
        done: Result<(), EngineError>,
        comment: impl FnOnce(&Engine) -> String,
    ) -> Result<(), ServeError> {
        match done {
            Ok(()) if self.debug => self.say(&reply::note(&comment(&self.engine))),
            done => self.complain(done),
        }
    }
}
