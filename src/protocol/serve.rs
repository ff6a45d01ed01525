//! The loop: one thread reads lines, this one acts on them and on what the worker reports, and is never busy for long.
//! Every line of output comes from here, so that they come in the order of the commands; another thread writes them.

use std::io::{self, BufRead, BufReader, Read};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, after, at, bounded, never, select};

use super::desk::Desk;
use super::output::Output;
use super::words::Words;
use super::{cecp, uci};
use crate::engine::{Engine, Report};

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

/// Whether to go on.
#[derive(PartialEq, Eq, Debug)]
pub enum Next {
    /// With the next line.
    Command,
    /// No more.
    Quit,
}

/// A protocol: what to do with lines and reports.
pub trait Dialect {
    /// What it works with.
    fn desk(&mut self) -> &mut Desk;

    /// Carries out a line, which has no line end.
    fn act(&mut self, line: &[u8]) -> Result<Next, ServeError>;

    /// Passes on what the worker reports. [`Report::Finished`] has been told to the engine already.
    fn pass_on(&mut self, report: Report) -> Result<(), ServeError>;

    /// When it has something to say of its own accord, if it has.
    fn alarm(&self) -> Option<Instant>;

    /// That time has come.
    fn ring(&mut self) -> Result<(), ServeError>;

    /// Takes a report from the worker.
    fn hear(&mut self, report: Report) -> Result<(), ServeError> {
        if report == Report::Finished {
            self.desk().engine.finished();
        }
        self.pass_on(report)
    }

    /// Hears everything that the running job still says.
    fn drain(&mut self) -> Result<(), ServeError> {
        while self.desk().engine.is_running() {
            let report = self.desk().next_report()?;
            self.hear(report)?;
        }
        Ok(())
    }

    /// Ends the running job, if any, and lets it have its say before whatever comes next.
    fn finish_search(&mut self) -> Result<(), ServeError> {
        self.desk().engine.stop();
        self.drain()
    }

    /// The end of the input: what ends by itself is finished first.
    fn leave(&mut self) -> Result<(), ServeError> {
        if !self.desk().engine.ends_by_itself() {
            self.desk().engine.stop();
        }
        self.drain()?;
        if self.alarm().is_some() { self.ring() } else { Ok(()) }
    }
}

/// Lines that may wait while the last one is carried out.
const WAITING_LINES: usize = 1_024;
/// How long a reader who is far behind may read before it is looked at again.
const BREATH: Duration = Duration::from_millis(5);

/// Speaks the protocol that the first line asks for, until it says `quit` or the input ends.
pub fn serve(
    engine: Engine,
    reports: Receiver<Report>,
    input: impl Read + Send + 'static,
    output: Output,
) -> Result<(), ServeError> {
    let (sender, lines) = bounded(WAITING_LINES);
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &sender))?;
    let Ok(first) = lines.recv() else {
        return Ok(());
    };
    let desk = Desk::new(engine, reports, output);
    let served = if Words::of(&first).next() == Some(b"xboard") {
        run_to_the_end(&mut cecp::Session::new(desk), first, &lines)
    } else {
        run_to_the_end(&mut uci::Session::new(desk), first, &lines)
    };
    match served {
        // A reader that went away is the usual end of a pipeline, not a failure.
        Err(ServeError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Reads lines that are not blank until the input or the interest in it ends; the closed channel tells the loop.
fn read_lines(input: impl Read, lines: &Sender<Vec<u8>>) {
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
        if Words::of(line).is_more() && lines.send(line.to_owned()).is_err() {
            return;
        }
    }
}

fn run_to_the_end(dialect: &mut impl Dialect, first: Vec<u8>, lines: &Receiver<Vec<u8>>) -> Result<(), ServeError> {
    let served = run(dialect, first, lines);
    let closed = dialect.desk().close();
    served.and(closed)
}

fn run(dialect: &mut impl Dialect, first: Vec<u8>, lines: &Receiver<Vec<u8>>) -> Result<(), ServeError> {
    let mut line = Some(first);
    let reports = dialect.desk().reports().clone();
    let nothing = never();
    loop {
        if let Some(line) = line.take() {
            dialect.desk().note_input(&line);
            if dialect.act(&line)? == Next::Quit {
                return Ok(());
            }
        }
        let alarm = dialect.alarm().map_or_else(never, at);
        let far_ahead = dialect.desk().is_far_ahead();
        let (lines, breath) = if far_ahead { (&nothing, after(BREATH)) } else { (lines, never()) };
        select! {
            recv(breath) -> _ => (),
            recv(alarm) -> _ => dialect.ring()?,
            recv(reports) -> report => dialect.hear(report.map_err(|_| ServeError::WorkerGone)?)?,
            recv(lines) -> next => match next {
                Ok(next) => line = Some(next),
                Err(_) => return dialect.leave(),
            },
        }
    }
}
