//! An engine as a child process. Nothing that it does or fails to do may stop the tournament.

use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, select, unbounded};

use super::ending::Reason;
use super::engines::EngineSettings;
use super::reader::{Answer, Heard, listen};
use super::speech::Declared;
use crate::clock::{Duration, Instant};

/// How long an engine has to end by itself when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why an engine loses a game, or why the game is not to be finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The engine's own fault: the reason, and what happened in words.
    Fault(Reason, String),
    /// The tournament is being stopped.
    Stopped,
}

impl Failure {
    pub(super) fn fault(reason: Reason, what: impl Into<String>) -> Failure {
        Failure::Fault(reason, what.into())
    }
}

/// A program that cannot be started at all.
#[derive(Debug, thiserror::Error)]
#[error("engine '{name}': cannot start '{command}': {error}; check cmd= and dir=")]
pub struct StartError {
    /// The engine.
    pub name: String,
    /// Its program.
    pub command: String,
    /// What the system says.
    pub error: io::Error,
}

/// A running engine. It is killed when it goes out of scope.
pub struct Player {
    child: Child,
    commands: Sender<String>,
    heard: Receiver<Heard>,
    said: Arc<AtomicU64>,
    stop: Receiver<()>,
    patience: Duration,
    name: String,
    declared: Vec<Declared>,
    /// Whether a `bestmove` is due.
    searching: bool,
}

impl Player {
    /// Starts a program. `stop` wakes whoever waits for it; `patience` is for answers that are due at once.
    pub fn start(engine: &EngineSettings, stop: Receiver<()>, patience: Duration) -> Result<Player, StartError> {
        let fail = |error| StartError { name: engine.name.clone(), command: engine.command.clone(), error };
        let mut command = Command::new(program(engine));
        command.args(&engine.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // What it says there is for people, who may ask for it; it must not disturb our own output.
        command.stderr(if log::log_enabled!(log::Level::Debug) { Stdio::inherit() } else { Stdio::null() });
        if let Some(folder) = &engine.folder {
            command.current_dir(folder);
        }
        // A group of its own: a Ctrl-C in the terminal is for us alone, and we can kill all that it has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(fail)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(fail(io::ErrorKind::BrokenPipe.into()));
        };
        let said = Arc::new(AtomicU64::new(0));
        let heard = listen(stdout, said.clone()).map_err(fail)?;
        let commands = speak(stdin).map_err(fail)?;
        let (name, declared) = (engine.name.clone(), Vec::new());
        Ok(Player { child, commands, heard, said, stop, patience, name, declared, searching: false })
    }

    /// Greets the engine and sets its options.
    pub fn introduce<'a>(&mut self, options: impl Iterator<Item = (&'a str, &'a str, Need)>) -> Result<(), Failure> {
        self.say("uci")?;
        loop {
            let line = self.line("uciok")?;
            if line.trim_end() == "uciok" {
                break;
            }
            self.declared.extend(Declared::read(&line));
        }
        let mut commands = String::new();
        for (name, value, need) in options {
            let declared = self.declared.iter().find(|declared| declared.name.eq_ignore_ascii_case(name));
            match (declared, need) {
                (None, Need::IfDeclared) => continue,
                (None, Need::Always) => {
                    log::warn!("{} is sent the option {name}, which it does not declare", self.name)
                }
                (Some(Declared { choices, .. }), _) if !choices.is_empty() && !choices.iter().any(|c| c == value) => {
                    log::warn!("{} is sent the value {value} of {name}, which it does not offer", self.name);
                }
                _ => (),
            }
            let line = if value.is_empty() { String::new() } else { format!(" value {value}") };
            commands += &format!("setoption name {name}{line}\n");
        }
        self.say(&(commands + "isready"))?;
        self.await_ready()
    }

    /// Begins another game.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.end_search()?;
        self.say("ucinewgame\nisready")?;
        self.await_ready()
    }

    fn await_ready(&mut self) -> Result<(), Failure> {
        while self.line("readyok")?.trim_end() != "readyok" {}
        Ok(())
    }

    /// Sends a position and lets the engine think. Returns when that was.
    pub fn go(&mut self, position: &str, words: &str) -> Result<Instant, Failure> {
        // What it said before is not an answer to this.
        while let Ok(heard) = self.heard.try_recv() {
            self.understand(heard, "bestmove")?;
        }
        let started = self.say(&format!("{position}\ngo{words}"))?;
        self.searching = true;
        Ok(started)
    }

    /// The expected move was played.
    pub fn ponder_hit(&mut self) -> Result<Instant, Failure> {
        self.say("ponderhit")
    }

    /// Ends a search, if one is under way, and drops its answer.
    pub fn end_search(&mut self) -> Result<(), Failure> {
        if self.searching {
            self.say("stop")?;
            self.answer(Instant::now() + self.patience)?
                .map(drop)
                .ok_or_else(|| Failure::fault(Reason::Stall, "did not end its search when told to stop"))?;
        }
        Ok(())
    }

    /// The answer to the last `go`, or none if it does not arrive in time.
    pub fn answer(&mut self, deadline: Instant) -> Result<Option<Answer>, Failure> {
        while let Some(heard) = self.hear(deadline)? {
            if let Heard::Best(answer) = self.understand(heard, "bestmove")? {
                self.searching = false;
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// The next line, while we wait for an answer that is due at once.
    fn line(&mut self, awaited: &str) -> Result<String, Failure> {
        let deadline = Instant::now() + self.patience;
        while let Some(heard) = self.hear(deadline)? {
            if let Heard::Line(line) = self.understand(heard, awaited)? {
                return Ok(line);
            }
        }
        let what = format!("did not say '{awaited}' within {} s", self.patience.as_secs_f64());
        // Whoever talks, but not this, speaks another protocol.
        let reason = if self.said.load(Relaxed) > 0 { Reason::Protocol } else { Reason::Stall };
        Err(Failure::fault(reason, what))
    }

    fn hear(&self, deadline: Instant) -> Result<Option<Heard>, Failure> {
        let rest = deadline.saturating_duration_since(Instant::now());
        select! {
            recv(self.heard) -> heard => Ok(Some(heard.unwrap_or(Heard::Closed))),
            recv(self.stop) -> _ => Err(Failure::Stopped),
            default(rest) => Ok(None),
        }
    }

    /// Passes on what is no fault.
    fn understand(&mut self, heard: Heard, awaited: &str) -> Result<Heard, Failure> {
        match heard {
            Heard::Flood => Err(Failure::fault(Reason::Flood, "said more than anyone can read")),
            Heard::Closed => Err(self.gone(awaited)),
            heard => Ok(heard),
        }
    }

    fn say(&mut self, text: &str) -> Result<Instant, Failure> {
        self.said.store(0, Relaxed);
        let now = Instant::now();
        match self.commands.send(format!("{text}\n")) {
            Ok(()) => Ok(now),
            Err(_) => Err(self.gone("what comes next")),
        }
    }

    /// The process is gone, or has closed its pipes.
    fn gone(&mut self, awaited: &str) -> Failure {
        let patience = Instant::now() + FAREWELL;
        loop {
            let how = match self.child.try_wait() {
                Ok(Some(status)) => status.to_string(),
                _ if Instant::now() < patience => {
                    thread::sleep(Duration::from_millis(5));
                    continue;
                }
                _ => "it runs on with its pipes closed".to_owned(),
            };
            return Failure::fault(Reason::Crash, format!("ended instead of '{awaited}': {how}"));
        }
    }

    /// Lets the engine end by itself, for a moment.
    pub fn quit(mut self) {
        if self.say("quit").is_ok() {
            let deadline = Instant::now() + FAREWELL;
            while let Ok(Some(heard)) = self.hear(deadline) {
                if matches!(heard, Heard::Closed | Heard::Flood) {
                    break;
                }
            }
        }
    }
}

/// Whether an engine is told an option that it does not declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// It is: somebody asked for it by name.
    Always,
    /// It is not.
    IfDeclared,
}

impl Drop for Player {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            // It may have ended already, but nobody else has its number before `wait` below.
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Speaks to an engine in a thread of its own, so that one that does not read what it is told blocks nobody else. The
/// thread ends when the pipe breaks or nobody has anything more to say.
fn speak(mut stdin: impl Write + Send + 'static) -> io::Result<Sender<String>> {
    let (commands, due) = unbounded::<String>();
    let write = move || due.iter().try_for_each(|text| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()));
    thread::Builder::new().name("writer".to_owned()).spawn(write)?;
    Ok(commands)
}

/// A path that is relative to our folder must still be found from the engine's.
fn program(engine: &EngineSettings) -> std::path::PathBuf {
    let path = std::path::Path::new(&engine.command);
    let is_relative_path = path.is_relative() && path.components().count() > 1;
    let absolute = (is_relative_path && engine.folder.is_some()).then(|| path.canonicalize().ok()).flatten();
    absolute.unwrap_or_else(|| path.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_does_not_read_blocks_nobody() {
        let sleeper = EngineSettings { command: "sleep".into(), arguments: vec!["60".into()], ..Default::default() };
        let stop = crossbeam_channel::never();
        let mut player = Player::start(&sleeper, stop, Duration::from_millis(10)).expect("there is a sleep");
        let more_than_a_pipe_holds = "position startpos moves".to_owned() + &" e2e3 e9e8".repeat(100_000);
        player.go(&more_than_a_pipe_holds, " movetime 10").expect("the engine runs");
        assert_eq!(player.answer(Instant::now() + Duration::from_millis(10)), Ok(None));
        assert!(matches!(player.end_search(), Err(Failure::Fault(Reason::Stall, _))));
    }
}
