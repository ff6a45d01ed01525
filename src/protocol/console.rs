//! What both protocols work with: the engine, its reports, and the output.

use std::thread;

use crossbeam_channel::{Receiver, unbounded};

use super::output::Output;
use super::serve::ServeError;
use crate::engine::options::name;
use crate::engine::{Effect, Engine, EngineError, Report};

/// An engine at the start position of a variant, and the channel on which it reports.
pub fn engine_and_reports(variant: Option<&str>) -> Result<(Engine, Receiver<Report>), EngineError> {
    let (sender, reports) = unbounded();
    let report = move |report| {
        // One that nobody hears is no failure: the listener has quit.
        let _ = sender.send(report);
        // Whoever passes it on may be waiting for this very processor, and would for milliseconds.
        thread::yield_now();
    };
    Ok((Engine::new(variant, report)?, reports))
}

/// The engine and the two ways to hear and to speak.
pub struct Console {
    /// The engine.
    pub engine: Engine,
    reports: Receiver<Report>,
    output: Output,
}

impl Console {
    /// Nothing has been said yet.
    pub fn new(engine: Engine, reports: Receiver<Report>, output: Output) -> Console {
        Console { engine, reports, output }
    }

    /// On which the engine reports.
    pub fn reports(&self) -> &Receiver<Report> {
        &self.reports
    }

    /// The next report, which must come.
    pub fn next_report(&self) -> Result<Report, ServeError> {
        self.reports.recv().map_err(|_| ServeError::WorkerGone)
    }

    /// Notes a line that came in.
    pub fn log_input(&self, line: &[u8]) {
        self.output.log_input(line);
    }

    /// Prints a line.
    pub fn send(&self, line: &str) -> Result<(), ServeError> {
        Ok(self.output.line(line)?)
    }

    /// Prints lines.
    pub fn send_all(&self, lines: &[String]) -> Result<(), ServeError> {
        lines.iter().try_for_each(|line| self.send(line))
    }

    /// On which is told that nobody can hear us any more.
    pub fn closed(&self) -> &Receiver<()> {
        self.output.closed()
    }

    /// Whether further commands had better wait until more of what was said is read.
    pub fn has_backpressure(&self) -> bool {
        self.output.has_backpressure()
    }

    /// Waits until everything that was said is written.
    pub fn close(&self) -> Result<(), ServeError> {
        Ok(self.output.close()?)
    }

    /// Sets an option, while nothing is running; the error is a sentence.
    pub fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<Effect, String> {
        let old_log = self.engine.options().text(name::LOG_FILE).to_owned();
        let effect = self.engine.set_option(option, value).map_err(|error| error.to_string())?;
        if effect == Effect::LogFile {
            let path = self.engine.options().text(name::LOG_FILE).to_owned();
            if let Err(error) = self.output.log_to(&path) {
                // The option goes back to the file that is really written to.
                self.engine.set_option(name::LOG_FILE, Some(&old_log)).map_err(|error| error.to_string())?;
                return Err(format!("cannot write to the log file '{path}': {error}"));
            }
        }
        Ok(effect)
    }
}
