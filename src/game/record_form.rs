//! The form in which players of a game exchange records, where that is not PGN.

use super::result::GameResult;

/// Such a form. It looks like PGN (tags in brackets, then numbered moves), but has words of its own.
#[derive(Debug)]
pub struct RecordForm {
    /// How the names of such files end.
    pub extension: &'static str,
    /// Names of tags in the order in which they are written. Of several names for the same thing the first is written.
    pub tags: &'static [(&'static str, RecordTag)],
    /// The values of the options that tags tell: as they are written, and as the options have them.
    pub choices: &'static [(&'static str, &'static str)],
    /// Words between moves that say nothing new.
    pub remarks: &'static [&'static str],
    /// What the text about the result says; none if it does not say who won.
    pub read_result: fn(&str) -> Option<GameResult>,
    /// A text about a result.
    pub write_result: fn(Option<GameResult>) -> &'static str,
}

/// What a tag of such a record tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordTag {
    /// What PGN tells with the tag of this name.
    Pgn(&'static str),
    /// The value of the option of this name, on which the start position depends.
    Choice(&'static str),
    /// The result.
    Result,
    /// The number of plies.
    Plies,
    /// Something that cannot be read; the sentence says so.
    Refused(&'static str),
}
