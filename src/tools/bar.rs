//! A progress bar for long computations.

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
