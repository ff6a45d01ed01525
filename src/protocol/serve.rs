//! The loop: one thread reads lines, this one acts on them and on what the worker reports, and is never busy for long.
//! Every line of output comes from here, so that they come in the order of the commands; another thread writes them.

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

/// Why serving ended before it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nobody reads our lines any more.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    /// The system has none left.
    #[error("cannot start a thread for input or output: {0}; end other programs and try again")]
    Thread(io::Error),
    /// A bug, but not one to hang on.
    #[error("the search thread has ended; this is a bug, please report it")]
    WorkerGone,
}

/// Whether to go on.
#[derive(PartialEq, Eq, Debug)]
pub enum Flow {
    /// With the next line.
    Continue,
    /// No more.
    Quit,
}

/// A protocol: what to do with lines and reports.
pub trait Protocol {
    /// What it works with.
    fn console(&mut self) -> &mut Console;

    /// Carries out a line, which has no line end.
    fn handle_line(&mut self, line: &[u8]) -> Result<Flow, ServeError>;

    /// Passes on what the worker reports. [`Report::Finished`] has been told to the engine already.
    fn on_report(&mut self, report: Report) -> Result<(), ServeError>;

    /// When it has something to say of its own accord, if it has.
    fn timer(&self) -> Option<Instant>;

    /// That time has come.
    fn fire_timer(&mut self) -> Result<(), ServeError>;

    /// Takes a report from the worker.
    fn receive(&mut self, report: Report) -> Result<(), ServeError> {
        if report == Report::Finished {
            self.console().engine.finished();
        }
        self.on_report(report)
    }

    /// Hears everything that the running job still says.
    fn drain(&mut self) -> Result<(), ServeError> {
        while self.console().engine.is_running() {
            let report = self.console().next_report()?;
            self.receive(report)?;
        }
        Ok(())
    }

    /// Ends the running job, if any, and lets it have its say before whatever comes next.
    fn finish_search(&mut self) -> Result<(), ServeError> {
        self.console().engine.stop();
        self.drain()
    }

    /// The end of the input: what ends by itself is finished first.
    fn end_of_input(&mut self) -> Result<(), ServeError> {
        if !self.console().engine.ends_by_itself() {
            self.console().engine.stop();
        }
        self.drain()?;
        if self.timer().is_some() { self.fire_timer() } else { Ok(()) }
    }
}

/// Lines that may wait while the last one is carried out; the others wait in the pipe.
const QUEUED_LINES: usize = 16;
/// How long a reader who is far behind may read before it is looked at again.
const BACKPRESSURE_POLL: Duration = Duration::from_millis(5);

/// A line of input that is not blank.
type InputLine = Result<Vec<u8>, LineTooLong>;

/// Speaks the protocol that the first line asks for, until it says `quit` or the input ends.
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
            run_and_close(&mut cecp::CecpSession::new(console), &too_long, first, &lines)
        }
        _ => run_and_close(&mut uci::UciSession::new(console), &uci::reply::error(&LineTooLong), first, &lines),
    };
    match served {
        // A reader that went away is the usual end of a pipeline, not a failure.
        Err(ServeError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Reads lines that are not blank until the input or the interest in it ends; the closed channel tells the loop.
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

/// `complaint` is what is said of a line that is too long.
fn run_and_close(
    protocol: &mut impl Protocol,
    too_long: &str,
    first: InputLine,
    lines: &Receiver<InputLine>,
) -> Result<(), ServeError> {
    let served = run(protocol, too_long, first, lines);
    let closed = protocol.console().close();
    served.and(closed)
}

fn run(
    protocol: &mut impl Protocol,
    too_long: &str,
    first: InputLine,
    lines: &Receiver<InputLine>,
) -> Result<(), ServeError> {
    let mut line = Some(first);
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
        let backpressure = protocol.console().has_backpressure();
        let (lines, poll) = if backpressure { (&nothing, after(BACKPRESSURE_POLL)) } else { (lines, never()) };
        select! {
            recv(poll) -> _ => (),
            recv(closed) -> told => match told {
                Ok(()) => return Err(ServeError::Output(io::ErrorKind::BrokenPipe.into())),
                // It cannot be watched here.
                Err(_) => closed = never(),
            },
            recv(timer) -> _ => protocol.fire_timer()?,
            recv(reports) -> report => protocol.receive(report.map_err(|_| ServeError::WorkerGone)?)?,
            recv(lines) -> next => match next {
                Ok(next) => line = Some(next),
                Err(_) => return protocol.end_of_input(),
            },
        }
    }
}
