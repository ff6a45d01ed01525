//! The binary as a GUI sees it: a child process, lines in, lines out.

// Each test file uses its own part of this.
#![allow(dead_code, unused_imports)]

pub mod exercises;
mod info;
mod process;
#[cfg(unix)]
pub mod terminal;
pub mod vectors;

pub use info::*;
pub use process::*;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Patience with an engine that should answer at once: it only guards against a hang, and is long enough for a machine that
/// has other things to do. How soon is soon is measured in `latency.rs` and `limits.rs`.
pub const SOON: Duration = Duration::from_secs(60);
/// Questions that an engine must answer before it counts as still thinking.
const ROUND_TRIPS: usize = 5;

/// The start position of all rule sets but `janggistrict`.
pub const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";

/// The start position of `janggistrict`, in which Cho is the lower-case side.
pub const STRICT_START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1";
/// All rule sets of Janggi.
pub const VARIANTS: [&str; 6] =
    ["janggi", "janggitraditional", "janggimodern", "janggicasual", "janggistrict", "janggiclassic"];

/// The start position of Twelve Janggi.
pub const TWELVE_START: &str = "jks/1z1/1Z1/SKJ[-] w 0 1";

/// The start position of Dobutsu.
pub const DOBUTSU_START: &str = "gle/1c1/1C1/ELG[-] w 0 1";

/// Mate in one, in `janggi`, with the moves that give it.
pub const MATES_IN_ONE: [(&str, &[&str]); 4] = [
    ("1C1k5/4aN3/4RP2B/9/5p3/1p7/PP2P4/9/9/2BA1K3 w - - 2 2", &["e8e9", "f8e9"]),
    ("3ak1c2/4NR3/2R6/p3c3p/3p5/8B/1P7/4CA3/5C3/4KA3 w - - 1 2", &["f9f10"]),
    ("3ac1b1r/4ka3/3n5/C1p2p2p/7p1/3n5/1b5PP/1R7/1r2A4/3KA4 b - - 2 2", &["d5c3"]),
    ("4akr1R/1r3a1C1/1N7/7pb/3p5/1p2CP3/P3B2P1/3R5/B8/3KAA3 w - - 2 2", &["i10g10"]),
];

/// Mated: the end of the third of the above.
pub const MATED: &str = "3ac1b1r/4ka3/3n5/C1p2p2p/7p1/9/1b5PP/1Rn6/1r2A4/3KA4 w - - 3 3";

/// A single legal move, `e10d10`.
pub const ONLY_REPLY: &str = "3Rk4/9/9/9/9/9/8p/9/5K3/C8 b - - 0 1";

/// A position in the middle of a game.
pub const MIDDLE: &str = "r1ba1ab1r/4k4/1c2n1nc1/p1p3p1p/4p4/9/P1P1P1P1P/1CN3NC1/4K4/R1BA1AB1R w - - 0 10";

/// A line that the engine printed, and when it arrived.
#[derive(Clone, Debug)]
pub struct Line {
    pub text: String,
    pub at: Instant,
}

/// A running engine. It is killed when it goes out of scope, and must not have complained by then.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Closed at the end of standard output, which is that of the process.
    end: Receiver<()>,
    complaints: Option<JoinHandle<String>>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Engine {
        Engine::start_as(command(arguments))
    }

    /// Starts a command that has all its pipes.
    pub fn start_as(mut command: Command) -> Engine {
        let mut child = command.spawn().expect("the engine starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = channel();
        let (running, end) = channel();
        thread::spawn(move || {
            let _running: Sender<()> = running;
            for line in BufReader::new(stdout).lines() {
                let text = line.expect("output is UTF-8");
                if sender.send(Line { text, at: Instant::now() }).is_err() {
                    return;
                }
            }
        });
        let complaints = thread::spawn(move || {
            let mut bytes = Vec::new();
            // Whatever could be read before the process was killed is enough.
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Engine { stdin: child.stdin.take(), child, lines, end, complaints: Some(complaints) }
    }

    /// Sends one line, or several with line feeds between, in one write.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends exactly these bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("input is still open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads its input");
    }

    /// The next line, if one arrives in time.
    pub fn next_line(&mut self, timeout: Duration) -> Option<Line> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Listens for so long, in measurements at random moments. What comes of a test must not depend on it.
    pub fn listen_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while self.next_line(end.saturating_duration_since(Instant::now())).is_some() {}
    }

    /// All lines up to the first that starts with `start`, or none if that does not arrive in time.
    pub fn try_lines_until(&mut self, start: &str, timeout: Duration) -> Result<Vec<Line>, Vec<Line>> {
        let end = Instant::now() + timeout;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(end.saturating_duration_since(Instant::now())) {
            let found = line.text == start || line.text.starts_with(&format!("{start} "));
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
        Err(lines)
    }

    /// The same, and it must arrive.
    #[track_caller]
    pub fn lines_until(&mut self, start: &str, timeout: Duration) -> Vec<Line> {
        match self.try_lines_until(start, timeout) {
            Ok(lines) => lines,
            Err(lines) => panic!("no line '{start}' within {timeout:?}; got {:#?}", texts(&lines)),
        }
    }

    /// The first line that starts with `start`; those before it are dropped.
    #[track_caller]
    pub fn expect(&mut self, start: &str, timeout: Duration) -> Line {
        self.lines_until(start, timeout).pop().expect("the line itself is there")
    }

    /// Sends `text` and returns all that is printed until the engine says it is ready again.
    #[track_caller]
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nisready"));
        let mut lines = self.lines_until("readyok", SOON);
        lines.pop();
        texts(&lines)
    }

    /// The same in CECP, until the answer to a ping.
    #[track_caller]
    pub fn ask_cecp(&mut self, text: &str) -> Vec<String> {
        self.send(&format!("{text}\nping 77"));
        let mut lines = self.lines_until("pong 77", SOON);
        lines.pop();
        texts(&lines)
    }

    /// A CECP session of a variant, at its start position.
    pub fn start_cecp(variant: &str) -> Engine {
        let mut engine = Engine::start();
        engine.ask_cecp(&format!("xboard\nprotover 2\nmemory 4\nnew\nvariant {variant}"));
        engine
    }

    /// Sends `text`, to which nothing may be said.
    #[track_caller]
    pub fn tell(&mut self, text: &str) {
        let answer = self.ask(text);
        assert!(answer.is_empty(), "'{text}' should be taken in silence, but got {answer:#?}");
    }

    /// Sends `text`, which is a `setoption` of the variant, and returns the line about it.
    #[track_caller]
    pub fn set_variant(&mut self, variant: &str) -> String {
        let answer = self.ask(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(answer.len(), 1, "one line about the variant, but got {answer:#?}");
        answer[0].clone()
    }

    /// Everything that was asked for has been answered. A `setoption`, here one that changes nothing, waits for the end of a
    /// search and for all that it says, so that whatever is still to come comes before the engine is ready.
    #[track_caller]
    pub fn assert_nothing_more(&mut self) {
        let said = self.ask("setoption name UCI_Chess960 value false");
        assert!(said.is_empty(), "nothing more should be printed, but got {said:#?}");
    }

    /// The search under way has not answered: the engine says that it is ready, several times, and never a `bestmove`
    /// before. Returns the other lines.
    #[track_caller]
    pub fn assert_thinking(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        for _ in 0..ROUND_TRIPS {
            self.send("isready");
            lines.extend(self.lines_until("readyok", SOON));
            lines.pop();
        }
        let answer = lines.iter().find(|line| line.text.starts_with("bestmove"));
        assert!(answer.is_none(), "no bestmove should be printed yet, but got {:#?}", texts(&lines));
        lines
    }

    /// Listens to the search under way until it has told enough, and makes sure that it has not answered. Returns what it
    /// has said.
    #[track_caller]
    pub fn think_until(&mut self, enough: impl Fn(&Info) -> bool) -> Vec<Line> {
        let mut lines = Vec::new();
        while !lines.last().and_then(|line: &Line| Info::parse(&line.text)).is_some_and(|info| enough(&info)) {
            match self.next_line(SOON) {
                Some(line) if !line.text.starts_with("bestmove") => lines.push(line),
                other => panic!("the search should go on, but after {:#?} got {other:?}", texts(&lines)),
            }
        }
        lines.extend(self.assert_thinking());
        lines
    }

    /// The same until it has told of an iteration of this depth.
    #[track_caller]
    pub fn think_to(&mut self, depth: u32) -> Vec<Line> {
        self.think_until(|info| info.depth >= depth)
    }

    /// Ends the search under way, which has said `lines` so far, by `stop` or `ponderhit`.
    #[track_caller]
    pub fn end_search(&mut self, command: &str, mut lines: Vec<Line>) -> Search {
        let asked = Instant::now();
        self.send(command);
        lines.extend(self.lines_until("bestmove", SOON));
        Search::from_lines(command, asked, &lines)
    }

    /// The FEN of the current position, from `d`.
    #[track_caller]
    pub fn fen(&mut self) -> String {
        let picture = self.ask("d");
        let line = picture.iter().find_map(|line| line.strip_prefix("Fen: "));
        line.unwrap_or_else(|| panic!("a line 'Fen: …' in {picture:#?}")).to_string()
    }

    /// The legal moves, from `moves`.
    #[track_caller]
    pub fn moves(&mut self) -> Vec<String> {
        let answer = self.ask("moves");
        assert_eq!(answer.len(), 1, "one line of moves, but got {answer:#?}");
        let mut words = answer[0].split(' ').map(str::to_string);
        assert_eq!(words.next().as_deref(), Some("moves"), "in '{}'", answer[0]);
        let count: usize = words.next().and_then(|word| word.parse().ok()).expect("the number of moves");
        let moves: Vec<String> = words.collect();
        assert_eq!(moves.len(), count, "in '{}'", answer[0]);
        moves
    }

    /// Result and reason, from `result`.
    #[track_caller]
    pub fn result(&mut self) -> String {
        let answer = self.ask("result");
        assert_eq!(answer.len(), 1, "one line with the result, but got {answer:#?}");
        answer[0].strip_prefix("result ").unwrap_or_else(|| panic!("'result …' in {answer:?}")).to_string()
    }

    /// Sends a `go` that ends by itself and waits for its move.
    #[track_caller]
    pub fn search(&mut self, go: &str) -> Search {
        let begun = Instant::now();
        self.send(go);
        Search::from_lines(go, begun, &self.lines_until("bestmove", SOON))
    }

    /// The same, and there is exactly one `bestmove`, legal, and that of the last variation.
    #[track_caller]
    pub fn search_legally(&mut self, go: &str) -> Search {
        let search = self.search(go);
        let legal = self.moves();
        assert!(legal.contains(&search.best), "'{go}' plays {} out of {legal:?}", search.best);
        assert_eq!(search.last().pv.first(), Some(&search.best), "'{go}': the move is that of the last variation");
        if let Some(ponder) = &search.ponder {
            assert_eq!(search.last().pv.get(1), Some(ponder), "'{go}': so is the ponder move");
        }
        self.assert_nothing_more();
        search
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the process.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let end = self.end.recv_timeout(SOON);
        assert_eq!(end, Err(RecvTimeoutError::Disconnected), "the process is still alive after {SOON:?}");
        self.child.wait().expect("the process can be waited for")
    }

    /// `quit`, which must end the process soon and well.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        let status = self.wait();
        assert!(status.success(), "quit ends with {status}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let complaints = self.complaints.take().map(|thread| thread.join().unwrap_or_default()).unwrap_or_default();
        if !complaints.is_empty() {
            if thread::panicking() {
                eprintln!("the engine's standard error: {complaints}");
            } else {
                panic!("the engine should not complain on standard error, but wrote: {complaints}");
            }
        }
    }
}

/// The binary with all its pipes, not yet started.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_janggun"));
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary from a command line with this input, which then ends.
#[track_caller]
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments).spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // The engine need not read what it does not want.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the engine ends")
}

/// What was printed on standard output, as lines.
pub fn output_lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8").lines().map(str::to_string).collect()
}

pub fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| line.text.clone()).collect()
}

/// A small generator of reproducible moments and choices.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Less than `limit`.
    pub fn roll(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// The middle of the sorted times.
pub fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted[sorted.len() / 2]
}
