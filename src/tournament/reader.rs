//! Reads the output of an engine in a thread of its own.
//!
//! The thread takes the time when a best move arrives, keeps the last score, and forwards the messages that somebody
//! may wait for. The channel is bounded and the output is counted, so that an engine that floods its output costs
//! neither memory nor, for long, processor time.

use std::io::{self, Read};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::end_reason::EndReason;
use super::engine_lines::{OptionDeclaration, SearchInfo, best_move, tells_score, words};
use super::engine_process::EngineFailure;
use super::transcript::EngineTranscript;
use crate::clock::Instant;
use crate::lines::without_mark;

/// Output between two commands of ours.
const MAX_SEARCH_BYTES: u64 = 64 << 20;
const MAX_LINE_BYTES: usize = 1 << 20;
/// Messages in the channel.
const QUEUE: usize = 1024;

/// The reply to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The whole line.
    line: String,
    pub info: SearchInfo,
    /// When the line arrived.
    pub at: Instant,
}

impl BestMove {
    /// The best move and the ponder move.
    pub fn moves(&self) -> Result<(&str, Option<&str>), EngineFailure> {
        best_move(&self.line).ok_or_else(|| EngineFailure::fault(EndReason::Protocol, "said 'bestmove' without a move"))
    }
}

pub enum EngineMessage {
    Option(OptionDeclaration),
    UciOk,
    ReadyOk,
    BestMove(BestMove),
    /// The engine has written too much; the reader has stopped.
    Flood,
    /// The end of the output.
    Closed,
}

#[derive(Default)]
pub struct OutputCounters {
    pub bytes: AtomicU64,
    /// Lines of the UCI protocol, since the start.
    pub understood: AtomicU64,
}

pub fn spawn_reader(
    stdout: ChildStdout,
    counters: Arc<OutputCounters>,
    transcript: Option<EngineTranscript>,
) -> io::Result<Receiver<EngineMessage>> {
    let (sender, heard) = bounded(QUEUE);
    let reader = Reader { sender, counters, transcript, line: Vec::new(), last_info: Vec::new() };
    thread::Builder::new().name("reader".to_owned()).spawn(move || reader.read(stdout))?;
    Ok(heard)
}

struct Reader {
    sender: Sender<EngineMessage>,
    counters: Arc<OutputCounters>,
    transcript: Option<EngineTranscript>,
    /// The current line as far as it has arrived.
    line: Vec<u8>,
    /// The last `info` line with a score.
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
            let total = self.counters.bytes.fetch_add(length as u64, Relaxed) + length as u64;
            for part in buffer[..length].split_inclusive(|&byte| byte == b'\n') {
                self.line.extend_from_slice(part);
                if part.ends_with(b"\n") && !self.pass_on(at) {
                    return;
                }
            }
            if total > MAX_SEARCH_BYTES || self.line.len() > MAX_LINE_BYTES {
                let _ = self.sender.send(EngineMessage::Flood);
                return;
            }
        }
        // The last line need not end with a line feed.
        if self.line.is_empty() || self.pass_on(Instant::now()) {
            let _ = self.sender.send(EngineMessage::Closed);
        }
    }

    /// Forwards the complete line; false if the receiver is gone.
    fn pass_on(&mut self, at: Instant) -> bool {
        let line = std::mem::take(&mut self.line);
        if let Some(transcript) = &self.transcript {
            transcript.heard(&line);
        }
        let text = || String::from_utf8_lossy(without_mark(&line)).into_owned();
        let first = words(&line).next();
        let heard = match first {
            Some(b"bestmove") => {
                let info = SearchInfo::read(&String::from_utf8_lossy(&self.last_info));
                self.last_info.clear();
                Some(EngineMessage::BestMove(BestMove { line: text(), info, at }))
            }
            Some(b"option") => OptionDeclaration::read(&text()).map(EngineMessage::Option),
            Some(b"uciok") => Some(EngineMessage::UciOk),
            Some(b"readyok") => Some(EngineMessage::ReadyOk),
            Some(b"info") => {
                if tells_score(&line) {
                    self.last_info = line;
                }
                None
            }
            _ => return true,
        };
        self.counters.understood.fetch_add(1, Relaxed);
        heard.is_none_or(|heard| self.sender.send(heard).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::engine_lines::EngineScore;

    fn heard(text: &[u8]) -> Vec<EngineMessage> {
        let (sender, heard) = bounded(QUEUE);
        Reader { sender, counters: Arc::default(), transcript: None, line: Vec::new(), last_info: Vec::new() }
            .read(text);
        heard.iter().collect()
    }

    #[test]
    fn only_what_somebody_waits_for_is_passed_on() {
        let text = b"hello\nuciok\ninfo depth 3 score cp 7\ninfo string x\nbestmoves\nbestmove a1a2\r\nreadyok";
        let heard = heard(text);
        let [EngineMessage::UciOk, EngineMessage::BestMove(answer), EngineMessage::ReadyOk, EngineMessage::Closed] =
            &heard[..]
        else {
            panic!("{} were passed on", heard.len());
        };
        assert_eq!(answer.moves(), Ok(("a1a2", None)));
        assert_eq!(answer.info.score, Some(EngineScore::Cp(7)));
    }

    #[test]
    fn blanks_tabs_line_ends_and_byte_order_marks_do_not_matter() {
        let text = b"\xEF\xBB\xBF uciok\r\n\t readyok \n \tinfo\tdepth 3\tscore cp 7 \r\n  bestmove\ta1a2  ponder b1b2\t\r\n\n";
        let heard = heard(text);
        let [EngineMessage::UciOk, EngineMessage::ReadyOk, EngineMessage::BestMove(answer), EngineMessage::Closed] =
            &heard[..]
        else {
            panic!("{} were passed on", heard.len());
        };
        assert_eq!(answer.moves(), Ok(("a1a2", Some("b1b2"))));
        assert_eq!(answer.info.score, Some(EngineScore::Cp(7)));
    }

    #[test]
    fn too_much_is_not_read_to_its_end() {
        let long = vec![b'x'; 3 << 20];
        assert!(matches!(heard(&long)[..], [EngineMessage::Flood]));
        let many = b"info string a line like any other\n".repeat(3 << 20);
        assert!(matches!(heard(&many)[..], [EngineMessage::Flood]));
    }
}
