//! What engines write, read by the thread that plays their game.
//!
//! While it waits for one engine it reads from all, so that none has to wait for a reader. It takes the time when a best move arrives,
//! keeps the last score, and queues the messages that somebody may wait for. Queue and output are limited, so that an engine that
//! floods its output costs neither memory nor, for long, processor time.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::Range;
use std::process::ChildStdout;

use super::end_reason::EndReason;
use super::engine_lines::{OptionDeclaration, SearchInfo, best_move, tells_score, told_error, words};
use super::engine_process::EngineFailure;
use super::transcript::EngineTranscript;
use crate::clock::Instant;
use crate::lines::without_mark;
use crate::pipes::{CloseReceiver, Incoming, Wakeup, wait};

/// Output between two commands of ours.
const MAX_SEARCH_BYTES: u64 = 64 << 20;
const MAX_LINE_BYTES: usize = 1 << 20;
/// An engine with so many messages that nobody has asked for is not read any further.
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
        best_move(&self.line).ok_or_else(|| {
            let said = self.line.split_ascii_whitespace().take(2).collect::<Vec<_>>().join(" ");
            EngineFailure::fault(EndReason::Protocol, format!("said '{said}' without a move"))
        })
    }
}

pub enum EngineMessage {
    Option(OptionDeclaration),
    UciOk,
    ReadyOk,
    BestMove(BestMove),
    /// What it says is wrong.
    Error(String),
    /// The engine has written too much; the reader has stopped.
    Flood,
    /// The end of the output.
    Closed,
}

/// The outputs of the engines of one worker, and the signal that stops it.
pub struct EngineOutputs {
    stop: CloseReceiver,
    outputs: Vec<EngineOutput>,
    /// The number of the next engine.
    next: u64,
}

/// The output of one engine.
struct EngineOutput {
    engine: EngineNumber,
    /// None once it has ended or been given up.
    pipe: Option<Incoming>,
    lines: LineReader,
}

/// An engine among [`EngineOutputs`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct EngineNumber(u64);

impl EngineOutputs {
    pub fn new(stop: CloseReceiver) -> EngineOutputs {
        EngineOutputs { stop, outputs: Vec::new(), next: 0 }
    }

    /// Listens to one more engine.
    pub fn add(&mut self, stdout: ChildStdout, transcript: Option<EngineTranscript>) -> io::Result<EngineNumber> {
        let engine = EngineNumber(self.next);
        self.next += 1;
        let lines = LineReader { transcript, ..LineReader::default() };
        self.outputs.push(EngineOutput { engine, pipe: Some(Incoming::new(stdout)?), lines });
        Ok(engine)
    }

    /// Forgets an engine.
    pub fn remove(&mut self, engine: EngineNumber) {
        self.outputs.retain(|output| output.engine != engine);
    }

    /// The next message of an engine; none at the deadline.
    pub fn receive(&mut self, engine: EngineNumber, deadline: Instant) -> Result<Option<EngineMessage>, EngineFailure> {
        loop {
            if let Some(message) = self.heard(engine) {
                return Ok(Some(message));
            }
            let goes_on = self.hear(deadline)?;
            // Other engines may write all the time.
            if !goes_on || (self.output(engine).is_silent() && Instant::now() >= deadline) {
                return Ok(self.heard(engine));
            }
        }
    }

    /// The next message of an engine, if it has been read already.
    pub fn heard(&mut self, engine: EngineNumber) -> Option<EngineMessage> {
        let output = self.output(engine);
        let message = output.lines.messages.pop_front();
        message.or_else(|| output.pipe.is_none().then_some(EngineMessage::Closed))
    }

    /// Begins to count the output of an engine anew.
    pub fn count_anew(&mut self, engine: EngineNumber) {
        self.output(engine).lines.bytes = 0;
    }

    /// Bytes of output since [`EngineOutputs::count_anew`].
    pub fn bytes(&mut self, engine: EngineNumber) -> u64 {
        self.output(engine).lines.bytes
    }

    /// Lines of the UCI protocol, since the start of the engine.
    pub fn understood(&mut self, engine: EngineNumber) -> u64 {
        self.output(engine).lines.understood
    }

    fn output(&mut self, engine: EngineNumber) -> &mut EngineOutput {
        self.outputs.iter_mut().find(|output| output.engine == engine).expect("an engine that has not been removed")
    }

    /// Waits for whichever engine writes next and reads that; false at the deadline.
    fn hear(&mut self, deadline: Instant) -> Result<bool, EngineFailure> {
        let pipes = self.outputs.iter().filter(|output| output.lines.messages.len() < QUEUE);
        let woken = wait(&self.stop, pipes.filter_map(|output| output.pipe.as_ref()), deadline);
        match woken {
            Ok(Wakeup::Closed) => Err(EngineFailure::Stopped),
            Ok(Wakeup::Deadline) => Ok(false),
            Ok(Wakeup::Readable) => {
                self.outputs.iter_mut().for_each(EngineOutput::read);
                Ok(true)
            }
            Err(error) => Err(EngineFailure::fault(EndReason::Crash, format!("could not be listened to: {error}"))),
        }
    }
}

impl EngineOutput {
    /// Whether nothing of it is known that somebody may wait for.
    fn is_silent(&self) -> bool {
        self.lines.messages.is_empty() && self.pipe.is_some()
    }

    /// Reads what has arrived, if anything.
    fn read(&mut self) {
        let Some(pipe) = self.pipe.as_mut().filter(|pipe| pipe.is_readable()) else { return };
        let goes_on = match pipe.read() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Ok((text, at)) if !text.is_empty() => self.lines.add(text, at),
            Ok(_) | Err(_) => {
                self.lines.end();
                false
            }
        };
        if !goes_on {
            self.pipe = None;
        }
    }
}

/// Makes messages of what an engine writes.
#[derive(Default)]
struct LineReader {
    messages: VecDeque<EngineMessage>,
    transcript: Option<EngineTranscript>,
    /// The current line as far as it has arrived.
    line: Vec<u8>,
    /// The last `info` line with a score, without those that are [told](Self::told).
    last_info: Vec<u8>,
    /// Where `info` lines are in the text that is being taken, of which only the last with a score is of interest.
    told: Vec<Range<usize>>,
    /// Since the last command.
    bytes: u64,
    /// Lines of the UCI protocol, since the start.
    understood: u64,
}

impl LineReader {
    /// Takes what arrived at once; false if it is too much.
    fn add(&mut self, text: &[u8], at: Instant) -> bool {
        self.bytes += text.len() as u64;
        let mut start = 0;
        if !self.line.is_empty() {
            start = line_end(text, 0);
            self.line.extend_from_slice(&text[..start]);
            if text[..start].ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                self.take_line(&line, 0..line.len(), at);
                self.choose_info(&line);
            }
        }
        while start < text.len() {
            let end = line_end(text, start);
            if text[start..end].ends_with(b"\n") {
                self.take_line(text, start..end, at);
            } else {
                self.line.extend_from_slice(&text[start..end]);
            }
            start = end;
        }
        self.choose_info(text);
        let is_flood = self.bytes > MAX_SEARCH_BYTES || self.line.len() > MAX_LINE_BYTES;
        if is_flood {
            self.messages.push_back(EngineMessage::Flood);
        }
        !is_flood
    }

    /// The last line need not end with a line feed.
    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.take_line(&line, 0..line.len(), Instant::now());
        }
    }

    /// Takes a complete line, which is a part of a text.
    fn take_line(&mut self, text: &[u8], place: Range<usize>, at: Instant) {
        let line = &text[place.clone()];
        if let Some(transcript) = &self.transcript {
            transcript.heard(line);
        }
        let words_of = || String::from_utf8_lossy(without_mark(line)).into_owned();
        let message = match words(line).next() {
            Some(b"bestmove") => {
                self.choose_info(text);
                let info = SearchInfo::read(&String::from_utf8_lossy(&self.last_info));
                self.last_info.clear();
                Some(EngineMessage::BestMove(BestMove { line: words_of(), info, at }))
            }
            Some(b"option") => OptionDeclaration::read(&words_of()).map(EngineMessage::Option),
            Some(b"uciok") => Some(EngineMessage::UciOk),
            Some(b"readyok") => Some(EngineMessage::ReadyOk),
            Some(b"info") => {
                let error = told_error(line).map(EngineMessage::Error);
                if error.is_none() {
                    self.told.push(place);
                }
                error
            }
            _ => return,
        };
        self.understood += 1;
        self.messages.extend(message);
    }

    /// Keeps the last of the `info` lines in a text that has a score.
    fn choose_info(&mut self, text: &[u8]) {
        if let Some(place) = self.told.drain(..).rev().find(|place| tells_score(&text[place.clone()])) {
            self.last_info.clear();
            self.last_info.extend_from_slice(&text[place]);
        }
    }
}

/// Where the line that begins at `start` ends, behind its line feed.
fn line_end(text: &[u8], start: usize) -> usize {
    // The standard library looks for a byte faster than a loop would.
    start + (&text[start..]).skip_until(b'\n').expect("a slice can be read")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::engine_lines::EngineScore;

    /// The messages in a text that arrives in parts of this length.
    fn heard_in_parts(text: &[u8], length: usize) -> Vec<EngineMessage> {
        let mut lines = LineReader::default();
        if text.chunks(length).all(|part| lines.add(part, Instant::now())) {
            lines.end();
        }
        lines.messages.into()
    }

    fn heard(text: &[u8]) -> Vec<EngineMessage> {
        heard_in_parts(text, 16 << 10)
    }

    #[test]
    fn only_what_somebody_waits_for_is_passed_on() {
        let text = b"hello\nuciok\ninfo depth 3 score cp 7\ninfo string x\nbestmoves\nbestmove a1a2\r\nreadyok";
        let heard = heard(text);
        let [EngineMessage::UciOk, EngineMessage::BestMove(answer), EngineMessage::ReadyOk] = &heard[..] else {
            panic!("{} were passed on", heard.len());
        };
        assert_eq!(answer.moves(), Ok(("a1a2", None)));
        assert_eq!(answer.info.score, Some(EngineScore::Cp(7)));
    }

    #[test]
    fn what_an_engine_calls_an_error_is_passed_on() {
        let text = b"info string all is well\ninfo string error: option Hash cannot be '0'\nINFO string x\n\tinfo string  ERROR no\tnet\r\n";
        let errors: Vec<String> = heard(text)
            .into_iter()
            .map(|message| match message {
                EngineMessage::Error(text) => text,
                _ => panic!("something else was passed on"),
            })
            .collect();
        assert_eq!(errors, ["error: option Hash cannot be '0'", "ERROR no net"]);
    }

    #[test]
    fn a_best_move_of_none_is_no_move() {
        let [EngineMessage::BestMove(answer)] = &heard(b"bestmove (none)\n")[..] else { panic!("a best move") };
        let expected = EngineFailure::fault(EndReason::Protocol, "said 'bestmove (none)' without a move");
        assert_eq!(answer.moves(), Err(expected));
    }

    #[test]
    fn blanks_tabs_line_ends_and_byte_order_marks_do_not_matter() {
        let text = b"\xEF\xBB\xBF uciok\r\n\t readyok \n \tinfo\tdepth 3\tscore cp 7 \r\n  bestmove\ta1a2  ponder b1b2\t\r\n\n";
        let heard = heard(text);
        let [EngineMessage::UciOk, EngineMessage::ReadyOk, EngineMessage::BestMove(answer)] = &heard[..] else {
            panic!("{} were passed on", heard.len());
        };
        assert_eq!(answer.moves(), Ok(("a1a2", Some("b1b2"))));
        assert_eq!(answer.info.score, Some(EngineScore::Cp(7)));
    }

    #[test]
    fn lines_may_arrive_in_pieces_or_together() {
        let text = b"info depth 1 score cp 5 pv a\ninfo depth 2 score cp 6\ninfo string x\nreadyok\nbestmove a1a2\n\
            info depth 9\nbestmove b1b2\ninfo depth 3 score mate 1\ninfo multipv 2 score cp 4\nbestmove c1c2";
        let known = |length| {
            let scores = heard_in_parts(text, length).into_iter().filter_map(|message| match message {
                EngineMessage::BestMove(answer) => Some((answer.line, answer.info.score)),
                _ => None,
            });
            scores.collect::<Vec<_>>()
        };
        let expected = [
            ("bestmove a1a2\n".to_owned(), Some(EngineScore::Cp(6))),
            ("bestmove b1b2\n".to_owned(), None),
            ("bestmove c1c2".to_owned(), Some(EngineScore::Mate(1))),
        ];
        for length in 1..=text.len() {
            assert_eq!(known(length), expected, "{length} bytes at a time");
        }
    }

    #[test]
    fn too_much_is_not_read_to_its_end() {
        let long = vec![b'x'; 3 << 20];
        assert!(matches!(heard(&long)[..], [EngineMessage::Flood]));
        let many = b"info string a line like any other\n".repeat(3 << 20);
        assert!(matches!(heard(&many)[..], [EngineMessage::Flood]));
    }

    /// The first has written more than a pipe holds before the second can say a word.
    #[cfg(unix)]
    #[test]
    fn while_one_engine_is_awaited_the_others_are_heard() {
        use crate::clock::Duration;
        use crate::pipes::close_signal;
        use std::process::{Command, Stdio};

        let (sender, stop) = close_signal().expect("a pipe");
        let mut outputs = EngineOutputs::new(stop);
        let shell = |script: &str, input: Stdio| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("there is a shell")
        };
        let talks = "seq 20000 | sed 's/^/info string /'; echo info score cp 7; echo bestmove a1a2; echo >&2";
        let mut talker = shell(talks, Stdio::null());
        let mut waiting = shell("read line; echo uciok", talker.stderr.take().map_or_else(Stdio::null, Stdio::from));
        let mut number = |of: &mut std::process::Child| {
            outputs.add(of.stdout.take().expect("a pipe"), None).expect("a pipe that can be read")
        };
        let (first, second) = (number(&mut talker), number(&mut waiting));
        let late = Instant::now() + Duration::from_secs(3_600);
        assert!(matches!(outputs.receive(second, late), Ok(Some(EngineMessage::UciOk))));
        assert!(matches!(outputs.heard(first), Some(EngineMessage::BestMove(_))));
        assert_eq!(outputs.understood(first), 20_002);
        outputs.remove(second);
        assert!(matches!(outputs.receive(first, late), Ok(Some(EngineMessage::Closed))));
        let (mut silent, quiet) = (shell("read line", Stdio::piped()), Instant::now());
        let third = outputs.add(silent.stdout.take().expect("a pipe"), None).expect("a pipe that can be read");
        assert!(matches!(outputs.receive(third, quiet), Ok(None)));
        drop(sender);
        assert!(matches!(outputs.receive(third, late), Err(EngineFailure::Stopped)));
        drop(silent.stdin.take());
        for mut child in [talker, waiting, silent] {
            child.wait().expect("it ends");
        }
    }
}
