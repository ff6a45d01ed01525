//! A progress bar for long computations.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::tablebase::Progress;

/// Draws on standard error, if that is a terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let template = "{msg:<26} {bar:32} {percent:>3} %  {elapsed} gone, {eta} left in this step";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Bar(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, step: &str, total: u64) {
        self.0.reset();
        self.0.set_length(total);
        self.0.set_message(step.to_owned());
    }

    fn advance(&self, by: u64) {
        self.0.inc(by);
    }
}

/// Counts what is done where nobody knows how much there is: on standard error, if that is a terminal and the results go elsewhere.
pub(super) struct Spinner(Option<ProgressBar>);

impl Spinner {
    pub fn new(what: &'static str) -> Spinner {
        let wanted = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Spinner(wanted.then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} {msg}  {elapsed} gone") {
                bar.set_style(style);
            }
            bar.set_message(what);
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        }))
    }

    pub fn advance(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Writes something else to standard error.
    pub fn suspend(&self, write: impl FnOnce()) {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
