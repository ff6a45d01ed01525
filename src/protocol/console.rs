//! What both protocols need: the engine, the channel of its reports, and the output.

use std::thread;

use crossbeam_channel::{Receiver, RecvTimeoutError, unbounded};

use super::output::Output;
use super::serve::ServeError;
use crate::clock::Instant;
use crate::engine::options::name;
use crate::engine::{Effect, Engine, EngineError, Report};

/// An engine in the start position of a variant, and the channel of its reports.
pub fn engine_and_reports(variant: Option<&str>) -> Result<(Engine, Receiver<Report>), EngineError> {
    let (sender, reports) = unbounded();
    let report = move |report| {
        // Fails only if the receiver is gone, after `quit`.
        let _ = sender.send(report);
        // The loop may be waiting for this processor; without the yield it could get it milliseconds later.
        thread::yield_now();
    };
    Ok((Engine::new(variant, report)?, reports))
}

/// The engine with its reports and its output.
pub struct Console {
    #[allow(missing_docs)]
    pub engine: Engine,
    reports: Receiver<Report>,
    output: Output,
}

impl Console {
    /// Takes an engine that has not been given any command yet.
    pub fn new(engine: Engine, reports: Receiver<Report>, output: Output) -> Console {
        Console { engine, reports, output }
    }

    /// The channel of the engine's reports.
    pub fn reports(&self) -> &Receiver<Report> {
        &self.reports
    }

    /// Blocks until the running job reports something.
    pub fn next_report(&self) -> Result<Report, ServeError> {
        if let Some(due) = self.due() {
            match self.reports.recv_deadline(due) {
                Ok(report) => return Ok(report),
                Err(RecvTimeoutError::Timeout) => self.flush()?,
                Err(RecvTimeoutError::Disconnected) => return Err(ServeError::WorkerGone),
            }
        }
        self.reports.recv().map_err(|_| ServeError::WorkerGone)
    }

    /// Logs a line of input.
    pub fn log_input(&self, line: &[u8]) {
        self.output.log_input(line);
    }

    /// Prints a line.
    pub fn send(&self, line: &str) -> Result<(), ServeError> {
        Ok(self.output.line(line)?)
    }

    /// Prints a line that may wait a moment for others, as lines about a running search may.
    pub fn send_soon(&self, line: &str) {
        self.output.line_soon(line);
    }

    /// See [`Output::due`].
    pub fn due(&self) -> Option<Instant> {
        self.output.due()
    }

    /// See [`Output::flush`].
    pub fn flush(&self) -> Result<(), ServeError> {
        Ok(self.output.flush()?)
    }

    /// Prints several lines.
    pub fn send_all(&self, lines: &[String]) -> Result<(), ServeError> {
        lines.iter().try_for_each(|line| self.send(line))
    }

    /// See [`Output::closed`].
    pub fn closed(&self) -> &Receiver<()> {
        self.output.closed()
    }

    /// See [`Output::has_backpressure`].
    pub fn has_backpressure(&self) -> bool {
        self.output.has_backpressure()
    }

    /// See [`Output::close`].
    pub fn close(&self) -> Result<(), ServeError> {
        Ok(self.output.close()?)
    }

    /// Sets an option, while no job is running; the error is a sentence for the user.
    pub fn set_option(&mut self, option: &str, value: Option<&str>) -> Result<Effect, String> {
        let old_log = self.engine.options().text(name::LOG_FILE).to_owned();
        let effect = self.engine.set_option(option, value).map_err(|error| error.to_string())?;
        if effect == Effect::LogFile {
            let path = self.engine.options().text(name::LOG_FILE).to_owned();
            if let Err(error) = self.output.log_to(&path) {
                // Keeps the option in step with the file that is really written to.
                self.engine.set_option(name::LOG_FILE, Some(&old_log)).map_err(|error| error.to_string())?;
                return Err(format!("cannot write to the log file '{path}': {error}"));
            }
        }
        Ok(effect)
    }
}
