//! `-openings`.

use std::path::PathBuf;

use super::super::openings;
use super::super::referee::RuleOptions;
use super::super::schedule::OpeningOrder;
use super::super::settings::{OpeningBook, OpeningSettings};
use super::values::{DialectError, bad_value, checked};
use crate::records::RecordFormat;

/// Which openings, and how they are used.
#[derive(Default)]
pub struct OpeningValues {
    pub file: Option<PathBuf>,
    pub format: Option<&'static str>,
    pub random: bool,
    pub plies: Option<usize>,
    pub start: usize,
}

impl OpeningValues {
    pub fn apply(&mut self, values: &[String]) -> Result<(), DialectError> {
        let option = "openings";
        for (key, value) in checked(option, values, &["file", "format", "order", "plies", "start", "policy"])? {
            let bad = |expected| bad_value(option, &key, &value, expected);
            let number = || value.parse().ok().filter(|&number| number > 0).ok_or_else(|| bad("a whole number from 1"));
            match (key.as_str(), value.as_str()) {
                ("file", _) => self.file = Some(PathBuf::from(&value)),
                ("format", "epd") => self.format = Some("epd"),
                ("format", "pgn") => self.format = Some("pgn"),
                ("format", _) => return Err(bad("epd or pgn")),
                ("order", "random") => self.random = true,
                ("order", "sequential") => self.random = false,
                ("order", _) => return Err(bad("random or sequential")),
                ("plies", _) => self.plies = Some(number()?),
                ("start", _) => self.start = number()?,
                _ => (),
            }
        }
        Ok(())
    }

    pub fn read(
        &self,
        variant: &str,
        rules: &RuleOptions,
        seed: u64,
    ) -> Result<(OpeningBook, OpeningSettings), DialectError> {
        let read = |file: &PathBuf| {
            let format = match self.format {
                Some("pgn") => Some(RecordFormat::Pgn),
                Some(_) => None,
                None => RecordFormat::of_path(file),
            };
            openings::read(file, format, variant, rules, self.plies)
        };
        let openings = self.file.as_ref().map(read).transpose()?.unwrap_or_default();
        let order = if self.random { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let (book, settings) = OpeningBook::new(openings, order, 0, seed);
        Ok((book.starting_at(self.start - 1), settings))
    }
}
