//! The words of a line, with `nom`, for both protocols. A line is bytes until it has been parsed: words that are not UTF-8
//! are kept readable, and whoever is to understand them refuses them.

use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::clock::Duration;

/// Why a line was not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    UnknownCommand(String),
    /// Something is missing after a word.
    #[error("'{after}' needs {expected}")]
    Missing {
        /// The word.
        after: &'static str,
        /// What should follow.
        expected: &'static str,
    },
    /// Something else should stand there.
    #[error("'{found}' after '{after}' is not understood; expected {expected}")]
    Unexpected {
        /// The word before.
        after: &'static str,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
}

/// Long words are quoted only in part.
const QUOTED_CHARS: usize = 60;

/// A word as an error shows it.
pub fn quote(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(word);
    let printable = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let mut quoted: String = text.chars().take(QUOTED_CHARS).map(printable).collect();
    if text.chars().nth(QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}

/// A word as text.
pub fn text(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(is_blank).parse(input)
}

fn word(input: &[u8]) -> IResult<&[u8], &[u8]> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// A whole number of any size; what does not fit is as large as can be.
pub fn number(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, (minus, digits)) = all_consuming((opt(char('-')), digit1)).parse(input)?;
    let push = |value: i64, &digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    let value = digits.iter().fold(0, push);
    Ok((rest, if minus.is_some() { -value } else { value }))
}

/// The words of a line that are still to be read.
pub struct Words<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a [u8]>>,
}

impl<'a> Words<'a> {
    /// All words of a line.
    pub fn of(line: &'a [u8]) -> Words<'a> {
        // `many0` of a parser that consumes at least a byte ends without an error.
        let words = many0(word).parse(line).map(|(_, words)| words).unwrap_or_default();
        Words { words: words.into_iter().peekable() }
    }

    /// The next one.
    pub fn next(&mut self) -> Option<&'a [u8]> {
        self.words.next()
    }

    /// Whether any are left.
    pub fn is_more(&mut self) -> bool {
        self.words.peek().is_some()
    }

    /// The words up to `end`, which is taken as well, or to the end of the line. Tells whether `end` was there.
    pub fn until(&mut self, end: &[u8]) -> (Vec<&'a [u8]>, bool) {
        let mut taken = Vec::new();
        for word in self.words.by_ref() {
            if word == end {
                return (taken, true);
            }
            taken.push(word);
        }
        (taken, false)
    }

    /// All that are left.
    pub fn rest(&mut self) -> Vec<String> {
        self.words.by_ref().map(text).collect()
    }

    /// The next one, which must be a whole number.
    pub fn number(&mut self, after: &'static str) -> Result<i64, ParseError> {
        const EXPECTED: &str = "a whole number";
        let found = self.next().ok_or(ParseError::Missing { after, expected: EXPECTED })?;
        let unexpected = |_| ParseError::Unexpected { after, found: quote(found), expected: EXPECTED };
        number(found).map(|(_, number)| number).map_err(unexpected)
    }
}

/// Words with single blanks between them.
pub fn join(words: &[&[u8]]) -> String {
    words.iter().map(|word| text(word)).collect::<Vec<_>>().join(" ")
}

// GUIs send negative times when a clock has run out, and anything as "no limit": what is out of range is taken as the
// nearest that makes sense.

/// As a count.
pub fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// As a count that is not 0.
pub fn at_least_one(number: i64) -> u32 {
    clamp(number).max(1)
}

/// Longer than any game, and far from the limits of the clock's arithmetic.
pub const LONGEST_MS: i64 = 1_000 * 60 * 60 * 24 * 365;

/// As a time.
pub fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST_MS).unsigned_abs())
}

/// Errors quote what they are about, and that may be a megabyte.
const LONGEST_ERROR: usize = 400;

/// A failure in one short line, whatever it contains: what is too long is cut in the middle.
pub fn sentence(error: &dyn std::fmt::Display) -> String {
    let text: Vec<char> = error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.len() <= LONGEST_ERROR {
        return text.into_iter().collect();
    }
    let (beginning, end) = (&text[..LONGEST_ERROR / 2], &text[text.len() - LONGEST_ERROR / 2..]);
    beginning.iter().chain(&['…']).chain(end).collect()
}
