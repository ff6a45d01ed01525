//! An engine as a child process. Nothing it does, or fails to do, may stop the tournament: every wait has a deadline,
//! and what the engine does not read at once, a thread of its own writes.

use crate::clock::{Duration, Instant};
use std::cell::RefCell;
use std::io;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::thread;

use super::complaints::Complaints;
use super::end_reason::EndReason;
use super::engine_lines::OptionDeclaration;
use super::engine_output::{BestMove, EngineMessage, EngineNumber, EngineOutputs};
use super::engines::EngineSettings;
use super::pauses::PauseMonitor;
use super::process_group::ProcessGroup;
use super::transcript::{EngineTranscript, Transcript};
use crate::pipes::{CloseReceiver, Pipe, WriteQueue};

/// Time between `quit` and a kill.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Commands that may wait for an engine that does not read them.
const MOST_COMMAND_BYTES: usize = 64 << 20;
/// So many different errors that an engine tells of are passed on.
const MOST_ERRORS: usize = 8;
/// How long after an engine was ended by a signal our own may come. A scheduler that cancels a job signals all of its processes in any order.
const JOB_SIGNAL_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineFailure {
    /// The engine loses the game: why, and what happened in words.
    Fault(EndReason, String),
    /// It has never said `uciok`: what happened in words.
    NotUci(EndReason, String),
    /// The tournament is being stopped; the game does not count.
    Stopped,
}

impl EngineFailure {
    pub(super) fn fault(reason: EndReason, what: impl Into<String>) -> EngineFailure {
        EngineFailure::Fault(reason, what.into())
    }
}

/// An engine is no use at all, which ends the tournament.
#[derive(Debug, thiserror::Error)]
pub enum UselessEngine {
    #[error("engine '{name}': cannot start '{command}': {error}; check cmd= and dir=")]
    Start { name: String, command: String, error: io::Error },
    #[error("engine '{name}' does not speak UCI: it {what}; check cmd= and arg={}", told(complaints))]
    NotUci { name: String, what: String, complaints: Vec<String> },
    #[error("engine '{name}' failed in all of its first {games} games, at last because it {what}{}", told(complaints))]
    Faults { name: String, games: u64, what: String, complaints: Vec<String> },
    #[error("engine '{name}' failed in game {game}: it {what}; -recover goes on after that{}", told(complaints))]
    Fault { name: String, game: u64, what: String, complaints: Vec<String> },
}

/// The last lines on standard error, as the end of a sentence.
fn told(complaints: &[String]) -> String {
    if complaints.is_empty() {
        return ". It wrote nothing to standard error".to_owned();
    }
    let lines: String = complaints.iter().map(|line| format!("\n  {line}")).collect();
    format!(". The last that it wrote to standard error:{lines}")
}

/// What all engines of a tournament are run with.
#[derive(Clone)]
pub struct ProcessContext {
    /// Ends every wait.
    pub stop: CloseReceiver,
    /// For replies that are due at once.
    pub timeout: Duration,
    /// Time that the machine stood still does not count as the engine's.
    pub pauses: PauseMonitor,
    pub transcript: Option<Transcript>,
}

/// A running engine, killed on drop.
pub struct EngineProcess {
    child: Child,
    group: ProcessGroup,
    commands: WriteQueue,
    number: EngineNumber,
    outputs: Rc<RefCell<EngineOutputs>>,
    complaints: Complaints,
    /// The number of understood lines when it last changed, and the time of that.
    last_understood: (u64, Instant),
    context: ProcessContext,
    transcript: Option<EngineTranscript>,
    name: String,
    options: Vec<OptionDeclaration>,
    /// Whether a `bestmove` is due.
    searching: bool,
    /// The errors that it has told of, each of which is passed on once.
    errors: Vec<String>,
}

impl EngineProcess {
    /// Starts the program; its output is one of `outputs`.
    pub fn start(
        engine: &EngineSettings,
        context: ProcessContext,
        outputs: &Rc<RefCell<EngineOutputs>>,
    ) -> Result<EngineProcess, UselessEngine> {
        let fail = |error| UselessEngine::Start { name: engine.name.clone(), command: engine.command.clone(), error };
        let mut command = Command::new(program(engine));
        command.args(&engine.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        ProcessGroup::prepare(&mut command);
        let mut child = command.spawn().map_err(fail)?;
        let group = ProcessGroup::of(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(fail(io::ErrorKind::BrokenPipe.into()));
        };
        let transcript = context.transcript.as_ref().map(|transcript| transcript.of_engine(&engine.name));
        let commands = command_queue(stdin).map_err(fail)?;
        let complaints = Complaints::read(stderr).map_err(fail)?;
        let number = outputs.borrow_mut().add(stdout, transcript.clone()).map_err(fail)?;
        let (name, options) = (engine.name.clone(), Vec::new());
        let last_understood = (0, Instant::now());
        Ok(EngineProcess {
            child,
            group,
            commands,
            number,
            outputs: outputs.clone(),
            complaints,
            last_understood,
            context,
            transcript,
            name,
            options,
            searching: false,
            errors: Vec::new(),
        })
    }

    /// Sends `uci`, then the options, and waits until the engine is ready.
    pub fn handshake<'a>(
        &mut self,
        options: impl Iterator<Item = (&'a str, &'a str, SendOption)>,
    ) -> Result<(), EngineFailure> {
        self.introduce().map_err(|failure| match failure {
            EngineFailure::Fault(reason, what) => EngineFailure::NotUci(reason, what),
            other => other,
        })?;
        self.set_options(options)?;
        self.send("isready", "readyok")?;
        self.await_ready()
    }

    /// Sends options; they are heard in order with what is sent later.
    pub fn set_options<'a>(
        &mut self,
        options: impl Iterator<Item = (&'a str, &'a str, SendOption)>,
    ) -> Result<(), EngineFailure> {
        let mut commands = Vec::new();
        for (name, value, need) in options {
            let declared = self.options.iter().find(|declared| declared.name.eq_ignore_ascii_case(name));
            match (declared, need) {
                (None, SendOption::IfDeclared) => continue,
                (None, SendOption::Always) => {
                    log::warn!("{} is sent the option {name}, which it does not declare", self.name)
                }
                (Some(OptionDeclaration { choices, .. }), _)
                    if !choices.is_empty() && !choices.iter().any(|c| c == value) =>
                {
                    log::warn!("{} is sent the value {value} of {name}, which it does not offer", self.name);
                }
                _ => (),
            }
            let line = if value.is_empty() { String::new() } else { format!(" value {value}") };
            commands.push(format!("setoption name {name}{line}"));
        }
        if commands.is_empty() { Ok(()) } else { self.send(commands.join("\n"), "readyok").map(drop) }
    }

    /// `uci`, up to `uciok`.
    fn introduce(&mut self) -> Result<(), EngineFailure> {
        self.send("uci", "uciok")?;
        let asked = Instant::now();
        loop {
            match self.reply("uciok", asked)? {
                EngineMessage::UciOk => return Ok(()),
                EngineMessage::Option(option) => self.options.push(option),
                _ => (),
            }
        }
    }

    /// Ends the engine, and tells what it last wrote to standard error.
    pub fn last_words(mut self) -> Vec<String> {
        self.kill();
        self.complaints.last_lines()
    }

    pub fn new_game(&mut self) -> Result<(), EngineFailure> {
        self.end_search()?;
        self.send("ucinewgame\nisready", "readyok")?;
        self.await_ready()
    }

    fn await_ready(&mut self) -> Result<(), EngineFailure> {
        let asked = Instant::now();
        while !matches!(self.reply("readyok", asked)?, EngineMessage::ReadyOk) {}
        Ok(())
    }

    /// Sends the position and `go`; returns when.
    pub fn go(&mut self, position: &str, limits: &str) -> Result<Instant, EngineFailure> {
        // Drop messages that belong to an earlier command. Those of the last moment have been heard with what was awaited until now.
        loop {
            let Some(message) = self.outputs.borrow_mut().heard(self.number) else { break };
            self.check(message, "bestmove")?;
        }
        let started = self.send([position, "\ngo", limits].concat(), "bestmove")?;
        self.searching = true;
        Ok(started)
    }

    pub fn ponder_hit(&mut self) -> Result<Instant, EngineFailure> {
        self.send("ponderhit", "bestmove")
    }

    /// Stops a running search and drops its best move.
    pub fn end_search(&mut self) -> Result<(), EngineFailure> {
        if self.searching {
            let asked = self.send("stop", "bestmove")?;
            loop {
                let rest = self.rest_of_timeout(asked);
                if self.best_move(Instant::now() + rest)?.is_some() {
                    break;
                }
                if rest.is_zero() {
                    return Err(EngineFailure::fault(EndReason::Stall, "did not end its search when told to stop"));
                }
            }
        }
        Ok(())
    }

    /// The best move of the running search; none at the deadline.
    pub fn best_move(&mut self, deadline: Instant) -> Result<Option<BestMove>, EngineFailure> {
        while let Some(message) = self.receive(deadline)? {
            if let EngineMessage::BestMove(best_move) = self.check(message, "bestmove")? {
                self.searching = false;
                return Ok(Some(best_move));
            }
        }
        Ok(None)
    }

    /// How long no line of the UCI protocol has arrived since the last command.
    pub fn silence(&mut self) -> Duration {
        let understood = self.outputs.borrow_mut().understood(self.number);
        if understood != self.last_understood.0 {
            self.last_understood = (understood, Instant::now());
        }
        self.last_understood.1.elapsed()
    }

    /// How much longer a reply to what was sent at `asked` is waited for.
    fn rest_of_timeout(&self, asked: Instant) -> Duration {
        let now = Instant::now();
        let waited = now.saturating_duration_since(asked).saturating_sub(self.context.pauses.lost_between(asked, now));
        self.context.timeout.saturating_sub(waited)
    }

    /// The next message while a reply to what was sent at `asked` is due: other messages do not extend the wait.
    fn reply(&mut self, awaited: &str, asked: Instant) -> Result<EngineMessage, EngineFailure> {
        loop {
            let rest = self.rest_of_timeout(asked);
            if let Some(message) = self.receive(Instant::now() + rest)? {
                return self.check(message, awaited);
            }
            if rest.is_zero() {
                break;
            }
        }
        let what = format!("did not say '{awaited}' within {} s", self.context.timeout.as_secs_f64());
        // It writes, but not this: it does not speak UCI.
        let reason =
            if self.outputs.borrow_mut().bytes(self.number) > 0 { EndReason::Protocol } else { EndReason::Stall };
        Err(EngineFailure::fault(reason, what))
    }

    fn receive(&self, deadline: Instant) -> Result<Option<EngineMessage>, EngineFailure> {
        self.outputs.borrow_mut().receive(self.number, deadline)
    }

    /// Turns messages that are faults into failures.
    fn check(&mut self, message: EngineMessage, awaited: &str) -> Result<EngineMessage, EngineFailure> {
        match message {
            EngineMessage::Flood => Err(EngineFailure::fault(EndReason::Flood, "said more than anyone can read")),
            EngineMessage::Closed => Err(self.crash(awaited)),
            EngineMessage::Error(text) => {
                self.warn_once(text);
                Ok(EngineMessage::Error(String::new()))
            }
            message => Ok(message),
        }
    }

    /// An engine that refuses an option plays on without it, which nobody may want.
    fn warn_once(&mut self, text: String) {
        if self.errors.len() < MOST_ERRORS && !self.errors.contains(&text) {
            log::warn!("{} says: {text}", self.name);
            self.errors.push(text);
        }
    }

    /// Sends lines, and returns when. `awaited` is what it should say to them.
    fn send(&mut self, text: impl Into<String>, awaited: &str) -> Result<Instant, EngineFailure> {
        let mut text = text.into();
        let now = Instant::now();
        let mut outputs = self.outputs.borrow_mut();
        outputs.count_anew(self.number);
        self.last_understood = (outputs.understood(self.number), now);
        drop(outputs);
        if let Some(transcript) = &self.transcript {
            transcript.sent(&text);
        }
        text.push('\n');
        match self.commands.write(text.into_bytes()) {
            Ok(()) => Ok(now),
            Err(_) => Err(self.crash(awaited)),
        }
    }

    /// The process has ended, or has closed its pipes: says how.
    fn crash(&mut self, awaited: &str) -> EngineFailure {
        let deadline = Instant::now() + QUIT_TIMEOUT;
        loop {
            let how = match self.child.try_wait() {
                // Who ends the whole job ends us too, and then the game does not count.
                Ok(Some(status)) if was_terminated(status) && self.is_stopped_within(JOB_SIGNAL_TIMEOUT) => {
                    return EngineFailure::Stopped;
                }
                Ok(Some(status)) => status.to_string(),
                _ if Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(5));
                    continue;
                }
                _ => "it runs on with its pipes closed".to_owned(),
            };
            return EngineFailure::fault(EndReason::Crash, format!("ended instead of '{awaited}': {how}"));
        }
    }

    fn is_stopped_within(&self, timeout: Duration) -> bool {
        self.context.stop.is_closed_within(timeout)
    }

    /// Sends `quit` and gives the engine a moment to end by itself.
    pub fn quit(mut self) {
        if self.send("quit", "nothing").is_ok() {
            let deadline = Instant::now() + QUIT_TIMEOUT;
            while let Ok(Some(message)) = self.receive(deadline) {
                if matches!(message, EngineMessage::Closed | EngineMessage::Flood) {
                    break;
                }
            }
        }
    }
}

/// Whether to send an option that the engine does not declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendOption {
    /// The user asked for it.
    Always,
    IfDeclared,
}

impl EngineProcess {
    /// Ends it with all that it started.
    fn kill(&mut self) {
        self.group.kill(&mut self.child);
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.outputs.borrow_mut().remove(self.number);
        self.kill();
        let _ = self.child.wait();
    }
}

/// Whether somebody asked the process to end, itself or what it started from a shell.
fn was_terminated(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal;
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        // A shell ends with 128 and the signal of its last command.
        let signal = signal.or_else(|| status.code().map(|code| code - 128));
        [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP].iter().any(|&asked| signal == Some(asked as i32))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

/// The commands for an engine. Its thread ends when the pipe breaks or the queue is dropped.
fn command_queue(stdin: ChildStdin) -> io::Result<WriteQueue> {
    let pipe = Pipe::from(stdin);
    let shortcut = pipe.try_clone()?;
    Ok(WriteQueue::new("writer", pipe, MOST_COMMAND_BYTES)?.with_shortcut(shortcut))
}

/// With `dir=`, a relative path still means a path from our own working folder.
fn program(engine: &EngineSettings) -> std::path::PathBuf {
    let path = std::path::Path::new(&engine.command);
    let is_relative_path = path.is_relative() && path.components().count() > 1;
    let absolute = (is_relative_path && engine.folder.is_some()).then(|| path.canonicalize().ok()).flatten();
    absolute.unwrap_or_else(|| path.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::pipes::{CloseSender, close_signal};

    /// Starts an engine in a tournament that is stopped when the sender is dropped.
    fn begin(engine: &EngineSettings, pauses: PauseMonitor) -> (EngineProcess, CloseSender) {
        let (sender, stop) = close_signal().expect("a pipe");
        let outputs = Rc::new(RefCell::new(EngineOutputs::new(stop.clone())));
        let context = ProcessContext { stop, timeout: Duration::from_millis(10), pauses, transcript: None };
        (EngineProcess::start(engine, context, &outputs).expect("a program"), sender)
    }

    /// The machine stands still for as long as the engine takes, which is longer than the timeout.
    #[test]
    fn an_engine_is_not_blamed_for_a_machine_that_stands_still() {
        let script = "read line; sleep 0.1; echo uciok; read line; echo readyok";
        let slow =
            EngineSettings { command: "sh".into(), arguments: vec!["-c".into(), script.into()], ..Default::default() };
        let start = Instant::now();
        let paused = PauseMonitor::with_pause(start, start + Duration::from_secs(3_600));
        let (mut process, _sender) = begin(&slow, paused);
        assert_eq!(process.handshake(std::iter::empty()), Ok(()));
        let (mut process, _sender) = begin(&slow, PauseMonitor::with_pause(start, start));
        assert!(matches!(process.handshake(std::iter::empty()), Err(EngineFailure::NotUci(EndReason::Stall, _))));
    }

    #[test]
    fn an_engine_that_does_not_read_blocks_nobody() {
        let sleeper = EngineSettings { command: "sleep".into(), arguments: vec!["60".into()], ..Default::default() };
        let (mut process, _sender) = begin(&sleeper, PauseMonitor::start());
        let more_than_a_pipe_holds = "position startpos moves".to_owned() + &" e2e3 e9e8".repeat(100_000);
        process.go(&more_than_a_pipe_holds, " movetime 10").expect("the engine runs");
        assert_eq!(process.best_move(Instant::now() + Duration::from_millis(10)), Ok(None));
        assert!(matches!(process.end_search(), Err(EngineFailure::Fault(EndReason::Stall, _))));
    }
}
