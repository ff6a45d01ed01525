//! The loop. One thread reads lines; this one acts on them and on the worker's reports, and never blocks for long.
//! Every line of output comes from here, so that replies keep the order of the commands; a third thread writes what
//! the reader does not take at once.

use std::io::{self, BufReader, Read};
use std::thread;

use crossbeam_channel::{Receiver, Sender, after, at, bounded, never, select};

use super::console::Console;
use super::output::Output;
use super::words::Words;
use super::{cecp, uci};
use crate::clock::{Duration, Instant};
use crate::engine::{Engine, Report};
use crate::lines::{LineTooLong, read_line};

/// Why the loop ended without `quit` or the end of the input.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The output is closed.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    /// The system refused a thread.
    #[error("cannot start a thread for input or output: {0}; end other programs and try again")]
    Thread(io::Error),
    /// A bug; reported, so that nobody waits for ever.
    #[error("the search thread has ended; this is a bug, please report it")]
    WorkerGone,
    /// A guest left the engine alone for too long.
    #[error("nothing was asked of the engine for {} s", .0.as_secs())]
    Idle(Duration),
}

/// Whether the loop goes on.
#[derive(PartialEq, Eq, Debug)]
pub enum Flow {
    /// Read the next line.
    Continue,
    /// End the program.
    Quit,
}

/// What the loop asks of a protocol.
pub trait Protocol {
    /// Engine and output.
    fn console(&mut self) -> &mut Console;

    /// Executes a line, without its line end.
    fn handle_line(&mut self, line: &[u8]) -> Result<Flow, ServeError>;

    /// Acts on a report of the worker. The engine has already been told of [`Report::Finished`].
    fn on_report(&mut self, report: Report) -> Result<(), ServeError>;

    /// When [`Protocol::fire_timer`] is to be called, if at all.
    fn timer(&self) -> Option<Instant>;

    /// Does what was due at [`Protocol::timer`].
    fn fire_timer(&mut self) -> Result<(), ServeError>;

    /// Passes on a report of the worker.
    fn receive(&mut self, report: Report) -> Result<(), ServeError> {
        if report == Report::Finished {
            self.console().engine.finished();
        }
        self.on_report(report)
    }

    /// Waits for the next report of the running job and passes it on.
    fn receive_next(&mut self) -> Result<(), ServeError> {
        let report = self.console().next_report()?;
        self.receive(report)
    }

    /// Stops the running job, if any, and passes on its reports, so that they come before the next reply.
    fn finish_search(&mut self) -> Result<(), ServeError> {
        self.console().engine.stop();
        while self.console().engine.is_running() {
            self.receive_next()?;
        }
        Ok(())
    }

    /// At the end of the input a job with a limit is completed; any other is stopped.
    fn end_of_input(&mut self) -> Result<(), ServeError> {
        while self.console().engine.is_running() {
            // Asked again after each report: the end of one job may begin another, to ponder.
            if !self.console().engine.ends_by_itself() {
                self.console().engine.stop();
            }
            self.receive_next()?;
        }
        if self.timer().is_some() { self.fire_timer() } else { Ok(()) }
    }
}

/// Lines read ahead while one is executed; further ones stay in the pipe.
pub const QUEUED_LINES: usize = 16;
/// How often to look whether the backpressure is over.
const BACKPRESSURE_POLL: Duration = Duration::from_millis(5);

/// Blank lines are left out.
pub type InputLine = Result<Vec<u8>, LineTooLong>;

/// Speaks the protocol that the first line asks for, until `quit` or the end of the input.
pub fn serve(
    engine: Engine,
    reports: Receiver<Report>,
    input: impl Read + Send + 'static,
    output: Output,
) -> Result<(), ServeError> {
    let (sender, lines) = bounded(QUEUED_LINES);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(input, &sender))
        .map_err(ServeError::Thread)?;
    let Ok(first) = lines.recv() else {
        return Ok(());
    };
    let console = Console::new(engine, reports, output);
    let served = match &first {
        Ok(line) if Words::of(line).next() == Some(b"xboard") => {
            let too_long = format!("Error ({LineTooLong}): …");
            run_and_close(&mut cecp::CecpSession::new(console), &too_long, Some(first), &lines)
        }
        _ => run_uci(uci::UciSession::new(console), Some(first), &lines),
    };
    unless_closed(served)
}

/// Speaks UCI with a guest, whose lines come through a channel, until `quit`, until the output is told to be closed, or until
/// nothing has been asked for `idle` and no search is under way. The sender of the lines must be kept until this returns: the end of
/// the lines would let a search with a limit go on to its end.
pub fn serve_guest(
    engine: Engine,
    reports: Receiver<Report>,
    lines: &Receiver<InputLine>,
    output: Output,
    idle: Duration,
) -> Result<(), ServeError> {
    let console = Console::new(engine, reports, output);
    unless_closed(run_uci(uci::UciSession::for_guest(console, idle), None, lines))
}

fn run_uci(
    mut session: uci::UciSession,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
) -> Result<(), ServeError> {
    run_and_close(&mut session, &uci::reply::error(&LineTooLong), first, lines)
}

/// A reader that went away is the usual end of a pipeline, not a failure.
fn unless_closed(served: Result<(), ServeError>) -> Result<(), ServeError> {
    match served {
        Err(ServeError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Reads lines until the input ends or the loop has gone; dropping the sender tells the loop.
fn read_lines(input: impl Read, lines: &Sender<InputLine>) {
    let mut input = BufReader::new(input);
    loop {
        match read_line(&mut input) {
            Ok(None) => return,
            Ok(Some(Ok(line))) if !Words::of(&line).is_more() => (),
            Ok(Some(line)) => {
                if lines.send(line).is_err() {
                    return;
                }
            }
            Err(error) => {
                log::warn!("cannot read any more input: {error}");
                return;
            }
        }
    }
}

/// `too_long` is the reply to a line over the limit.
fn run_and_close(
    protocol: &mut impl Protocol,
    too_long: &str,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
) -> Result<(), ServeError> {
    let served = run(protocol, too_long, first, lines);
    let closed = protocol.console().close();
    served.and(closed)
}

fn run(
    protocol: &mut impl Protocol,
    too_long: &str,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
) -> Result<(), ServeError> {
    let mut line = first;
    let mut closed = protocol.console().closed().clone();
    let reports = protocol.console().reports().clone();
    let nothing = never();
    loop {
        match line.take() {
            None => (),
            Some(Err(LineTooLong)) => protocol.console().send(too_long)?,
            Some(Ok(line)) => {
                protocol.console().log_input(&line);
                if protocol.handle_line(&line)? == Flow::Quit {
                    return Ok(());
                }
            }
        }
        let timer = protocol.timer().map_or_else(never, at);
        let due = protocol.console().due().map_or_else(never, at);
        let backpressure = protocol.console().has_backpressure();
        let (lines, poll) = if backpressure { (&nothing, after(BACKPRESSURE_POLL)) } else { (lines, never()) };
        select! {
            recv(poll) -> _ => (),
            recv(closed) -> told => match told {
                Ok(()) => return Err(ServeError::Output(io::ErrorKind::BrokenPipe.into())),
                // This platform cannot watch the output.
                Err(_) => closed = never(),
            },
            recv(timer) -> _ => protocol.fire_timer()?,
            recv(due) -> _ => protocol.console().flush()?,
            recv(reports) -> report => protocol.receive(report.map_err(|_| ServeError::WorkerGone)?)?,
            recv(lines) -> next => match next {
                Ok(next) => line = Some(next),
                Err(_) => return protocol.end_of_input(),
            },
        }
    }
}
