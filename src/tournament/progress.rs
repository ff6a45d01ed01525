//! Reports the progress of a tournament: a progress bar on a terminal, plain lines elsewhere.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::record::GameRecord;
use super::sprt::Sprt;
use super::summary::{brief, game_line, sprt_line, standings};
use super::tally::Scoreboard;

pub struct MatchProgress<'a> {
    output: &'a mut dyn Write,
    /// Only on a terminal.
    bar: Option<ProgressBar>,
    /// Games between two reports of the statistics.
    every: u64,
    played: u64,
    total: u64,
}

impl<'a> MatchProgress<'a> {
    pub fn new(output: &'a mut dyn Write, every: u64, played: u64, total: u64) -> MatchProgress<'a> {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {bar:20} {left} left  {wide_msg}") {
                // Before the first game nobody knows.
                let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
                    let _ = if state.pos() <= played {
                        write!(text, "?")
                    } else {
                        write!(text, "{:#}", HumanDuration(state.eta()))
                    };
                };
                bar.set_style(style.with_key("left", left));
            }
            bar.set_position(played);
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        MatchProgress { output, bar, every: every.max(1), played, total }
    }

    pub fn game(&mut self, game: &GameRecord, scoreboard: &Scoreboard, sprt: Option<&Sprt>) -> io::Result<()> {
        self.played += 1;
        let tally = scoreboard.tally(0, 1);
        let Some(bar) = &self.bar else {
            writeln!(self.output, "{}", game_line(game))?;
            // The summary comes at once after the last game.
            if self.played.is_multiple_of(self.every) && self.played < self.total {
                write!(self.output, "{}", standings(scoreboard))?;
                if let Some(sprt) = sprt {
                    let decision = sprt.decision(&tally.observations(sprt.observation()));
                    writeln!(self.output, "{}", sprt_line(sprt, &tally, decision))?;
                }
            }
            return self.output.flush();
        };
        if game.reason.is_fault() {
            bar.suspend(|| writeln!(self.output, "{}", game_line(game)))?;
        }
        if scoreboard.names().len() == 2 {
            bar.set_message(brief(&tally, sprt));
        }
        bar.set_position(self.played);
        Ok(())
    }

    /// Removes the progress bar and writes the summary.
    pub fn finish(self, text: &str) -> io::Result<()> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush())
    }
}
