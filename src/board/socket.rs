//! A WebSocket and the engine behind it.
//!
//! The thread of the connection reads messages and passes their lines on to the loop of the protocol, which has a thread of its own. All
//! that is written goes through one [`FrameWriter`], whole frames at a time: lines of the engine, pings, and what tungstenite replies
//! to pings and closes. Whichever side ends first wakes the other: the reader through the channel that says that the output is closed,
//! the loop by shutting down the reading half of the connection.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket, error::ProtocolError};

use super::engines::EngineSlot;
use super::request::is_timeout;
use super::response::hang_up;
use super::server::ConnectionTimeouts;
use crate::clock::{Duration, Instant};
use crate::engine::{Engine, Report};
use crate::lines::checked_line;
use crate::protocol::serve::{InputLine, QUEUED_LINES, ServeError, serve_guest};
use crate::protocol::{Output, one_line};

/// Longest message of a page. The longest lines are positions with all moves of a game.
const LONGEST_MESSAGE: usize = 64 << 10;
/// How long a close waits for a line that is being written.
const CLOSE_PATIENCE: Duration = Duration::from_secs(1);
/// The most that a close frame has room for.
const LONGEST_REASON: usize = 123;

/// Close codes, besides those that have names.
const NORMAL: u16 = 1000;
pub const GOING_AWAY: u16 = 1001;
const PROTOCOL: u16 = 1002;
const NO_TEXT: u16 = 1003;
const NO_UTF8: u16 = 1007;
const TOO_LONG: u16 = 1009;
const FAILED: u16 = 1011;
const IDLE: u16 = 4000;

/// Writes frames from several threads, each whole.
pub struct FrameWriter {
    stream: TcpStream,
    /// Held while a frame is written; whether the last one has been.
    closed: Mutex<bool>,
}

impl FrameWriter {
    /// Takes a handle of the connection.
    pub fn new(stream: TcpStream) -> FrameWriter {
        FrameWriter { stream, closed: Mutex::new(false) }
    }

    fn write(&self, frames: &[u8]) -> io::Result<()> {
        let closed = self.closed.lock();
        if *closed { Err(io::ErrorKind::BrokenPipe.into()) } else { (&self.stream).write_all(frames) }
    }

    fn frame(&self, frame: Frame) -> io::Result<()> {
        self.write(&bytes_of(frame))
    }

    /// Says why nothing more will come, unless that has been said.
    pub fn close(&self, code: u16, reason: &str) {
        // Whoever does not read would keep us waiting; that is then cut off without a word.
        let Some(mut closed) = self.closed.try_lock_for(CLOSE_PATIENCE) else { return };
        if !*closed {
            *closed = true;
            let end = (0..=LONGEST_REASON.min(reason.len())).rev().find(|&end| reason.is_char_boundary(end));
            let reason = &reason[..end.unwrap_or(0)];
            let frame = Frame::close(Some(CloseFrame { code: CloseCode::from(code), reason: reason.into() }));
            // The page may be gone.
            let _ = (&self.stream).write_all(&bytes_of(frame));
        }
    }

    /// Ends the connection in both directions; whoever reads or writes returns at once.
    pub fn hang_up(&self) {
        // Fails if the other side has done so before.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn bytes_of(frame: Frame) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(frame.len());
    frame.format(&mut bytes).expect("memory takes every frame");
    bytes
}

/// Makes a text message of each line.
struct LineMessages {
    writer: Arc<FrameWriter>,
    /// The beginning of a line.
    line: Vec<u8>,
}

impl Write for LineMessages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.pop_if(|last| *last == b'\n').is_some() {
                let line = std::mem::take(&mut self.line);
                self.writer.frame(Frame::message(line, OpCode::Data(Data::Text), true))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What tungstenite reads from, and writes its replies to.
struct PageStream {
    stream: TcpStream,
    writer: Arc<FrameWriter>,
}

impl Read for PageStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes)
    }
}

impl Write for PageStream {
    /// Always whole frames, since all of it is always taken.
    fn write(&mut self, frames: &[u8]) -> io::Result<usize> {
        self.writer.write(frames).map(|()| frames.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why no more messages are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadEnd {
    /// By the page, or the network.
    Gone,
    /// The loop has ended, and has said why.
    SessionEnded,
    /// By us, with a close code and a reason.
    Refused(u16, &'static str),
}

/// Connects a page with its engine until one of them ends.
pub fn serve_page(
    stream: &TcpStream,
    unread: Vec<u8>,
    (engine, reports): (Engine, Receiver<Report>),
    slot: EngineSlot,
    timeouts: &ConnectionTimeouts,
) -> io::Result<()> {
    stream.set_read_timeout(Some(timeouts.ping))?;
    let writer = Arc::new(FrameWriter::new(stream.try_clone()?));
    slot.connect(&writer);
    let (lines, to_loop) = bounded(QUEUED_LINES);
    let (leave, left) = bounded(1);
    let output = Output::to_guest(LineMessages { writer: writer.clone(), line: Vec::new() }, left)?;
    let idle = slot.settings().idle;
    let loop_writer = writer.clone();
    let reader_ended = Arc::new(AtomicBool::new(false));
    let seen_end = reader_ended.clone();
    let session = move || {
        let served = serve_guest(engine, reports, &to_loop, output, idle);
        say_farewell(served, &loop_writer);
        // Wakes the reader, and leaves the close frame on its way. If the reader has ended, what still comes is to be read: a client
        // that is in the middle of a long message would else not look for the answer.
        if !seen_end.load(Ordering::Acquire) {
            let _ = loop_writer.stream.shutdown(Shutdown::Read);
        }
    };
    let page_stream = PageStream { stream: stream.try_clone()?, writer: writer.clone() };
    let session = thread::Builder::new().name("page".to_owned()).spawn(session)?;

    let limits = WebSocketConfig::default()
        .read_buffer_size(LONGEST_MESSAGE)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let mut socket = WebSocket::from_partially_read(page_stream, unread, Role::Server, Some(limits));
    let end = read_messages(&mut socket, &lines, &writer, timeouts);
    log::debug!("a page's messages ended: {end:?}");
    match end {
        ReadEnd::Gone => writer.hang_up(),
        ReadEnd::Refused(code, reason) => writer.close(code, reason),
        ReadEnd::SessionEnded => (),
    }
    reader_ended.store(true, Ordering::Release);
    // The loop may have ended already.
    let _ = leave.send(());
    if session.join().is_err() {
        log::error!("the session of a page panicked");
    }
    // All threads of the engine have ended.
    drop(slot);
    hang_up(stream);
    writer.hang_up();
    Ok(())
}

fn say_farewell(served: Result<(), ServeError>, writer: &FrameWriter) {
    match served {
        Ok(()) => writer.close(NORMAL, ""),
        Err(error @ ServeError::Idle(_)) => writer.close(IDLE, &one_line(&format!("idle: {error}"))),
        Err(error) => {
            log::warn!("an engine ended: {error}");
            writer.close(FAILED, &one_line(&error));
        }
    }
}

fn read_messages(
    socket: &mut WebSocket<PageStream>,
    lines: &Sender<InputLine>,
    writer: &FrameWriter,
    timeouts: &ConnectionTimeouts,
) -> ReadEnd {
    let mut heard = Instant::now();
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                for line in text.split('\n') {
                    let line = checked_line(line.as_bytes()).map(<[u8]>::to_vec);
                    let is_blank = line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty());
                    if !is_blank && lines.send(line).is_err() {
                        return ReadEnd::SessionEnded;
                    }
                }
            }
            Ok(Message::Binary(_)) => return ReadEnd::Refused(NO_TEXT, "commands are text"),
            // Tungstenite replies to a ping or a close before it reads on.
            Ok(_) => (),
            Err(Error::Io(error)) if is_timeout(&error) => {
                if heard.elapsed() >= timeouts.silence || writer.frame(Frame::ping(Vec::new())).is_err() {
                    return ReadEnd::Gone;
                }
                continue;
            }
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(Error::Capacity(_)) => return ReadEnd::Refused(TOO_LONG, "a message has more than 64 KB"),
            Err(Error::Utf8(_)) => return ReadEnd::Refused(NO_UTF8, "a message is no UTF-8"),
            Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => return ReadEnd::Gone,
            Err(Error::Protocol(_) | Error::AttackAttempt) => {
                return ReadEnd::Refused(PROTOCOL, "these are no frames of a WebSocket");
            }
            Err(_) => return ReadEnd::Gone,
        }
        heard = Instant::now();
    }
}
