//! The other end of an engine's output.
//!
//! A thread for each engine reads its output, notes when a best move arrived, keeps only the last score, and passes on
//! what somebody may wait for. The channel is bounded and what is said is counted, so that an engine that floods its
//! output costs neither memory nor, for long, a processor.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::ending::Reason;
use super::player::Failure;
use super::speech::{Thought, best_move, tells_score};
use crate::clock::Instant;

/// What an engine may say between two commands of ours.
const MOST_BYTES: u64 = 64 << 20;
/// A single line.
const LONGEST_LINE: usize = 1 << 20;
/// Lines that wait for somebody to listen.
const QUEUE: usize = 1024;

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The line, beginning with `bestmove`.
    line: String,
    /// What it thought last.
    pub thought: Thought,
    /// When the line arrived.
    pub at: Instant,
}

impl Answer {
    /// Best move and expected reply.
    pub fn moves(&self) -> Result<(&str, Option<&str>), Failure> {
        best_move(&self.line).ok_or_else(|| Failure::fault(Reason::Protocol, "said 'bestmove' without a move"))
    }
}

/// What reaches whoever listens.
pub enum Heard {
    /// A line that introduces the engine or says that it is ready.
    Line(String),
    /// A best move.
    Best(Answer),
    /// Too much; nothing more is read.
    Flood,
    /// The end.
    Closed,
}

/// Listens to an engine in a thread of its own. `said` counts the bytes since somebody set it to 0.
pub fn listen(stdout: ChildStdout, said: Arc<AtomicU64>) -> io::Result<Receiver<Heard>> {
    let (sender, heard) = bounded(QUEUE);
    let reader = Reader { sender, said, line: Vec::new(), last_info: Vec::new() };
    thread::Builder::new().name("reader".to_owned()).spawn(move || reader.read(stdout))?;
    Ok(heard)
}

struct Reader {
    sender: Sender<Heard>,
    said: Arc<AtomicU64>,
    /// What has arrived of the current line.
    line: Vec<u8>,
    /// The last line with a score.
    last_info: Vec<u8>,
}

impl Reader {
    fn read(mut self, mut output: impl Read) {
        let mut buffer = [0; 16 << 10];
        loop {
            let length = match output.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => break,
                Ok(length) => length,
            };
            let at = Instant::now();
            let said = self.said.fetch_add(length as u64, Relaxed) + length as u64;
            for part in buffer[..length].split_inclusive(|&byte| byte == b'\n') {
                self.line.extend_from_slice(part);
                if part.ends_with(b"\n") && !self.pass_on(at) {
                    return;
                }
            }
            if said > MOST_BYTES || self.line.len() > LONGEST_LINE {
                let _ = self.sender.send(Heard::Flood);
                return;
            }
        }
        // A last line need not end with a line feed.
        if self.line.is_empty() || self.pass_on(Instant::now()) {
            let _ = self.sender.send(Heard::Closed);
        }
    }

    /// Passes on the line that has arrived; false if nobody listens any more.
    fn pass_on(&mut self, at: Instant) -> bool {
        let line = std::mem::take(&mut self.line);
        if line.trim_ascii_end().split(u8::is_ascii_whitespace).next() == Some(b"bestmove") {
            let thought = Thought::read(&String::from_utf8_lossy(&self.last_info));
            self.last_info.clear();
            let line = String::from_utf8_lossy(&line).into_owned();
            return self.sender.send(Heard::Best(Answer { line, thought, at })).is_ok();
        }
        if line.starts_with(b"info") {
            if tells_score(&line) {
                self.last_info = line;
            }
            return true;
        }
        let wanted = [&b"option "[..], b"uciok", b"readyok"].iter().any(|start| line.starts_with(start));
        !wanted || self.sender.send(Heard::Line(String::from_utf8_lossy(&line).into_owned())).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::speech::Score;

    fn heard(text: &[u8]) -> Vec<Heard> {
        let (sender, heard) = bounded(QUEUE);
        let said = Arc::new(AtomicU64::new(0));
        Reader { sender, said, line: Vec::new(), last_info: Vec::new() }.read(text);
        heard.iter().collect()
    }

    #[test]
    fn only_what_somebody_waits_for_is_passed_on() {
        let text = b"hello\nuciok\ninfo depth 3 score cp 7\ninfo string x\nbestmoves\nbestmove a1a2\r\nreadyok";
        let heard = heard(text);
        let [Heard::Line(ok), Heard::Best(answer), Heard::Line(ready), Heard::Closed] = &heard[..] else {
            panic!("{} were passed on", heard.len());
        };
        assert_eq!((ok.as_str(), ready.as_str()), ("uciok\n", "readyok"));
        assert_eq!(answer.moves(), Ok(("a1a2", None)));
        assert_eq!(answer.thought.score, Some(Score::Cp(7)));
    }

    #[test]
    fn too_much_is_not_read_to_its_end() {
        let long = vec![b'x'; 3 << 20];
        assert!(matches!(heard(&long)[..], [Heard::Flood]));
        let many = b"info string a line like any other\n".repeat(3 << 20);
        assert!(matches!(heard(&many)[..], [Heard::Flood]));
    }
}
