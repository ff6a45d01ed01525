//! Splits a line into words, with `nom`, for both protocols. A line is bytes until it has been parsed: words that are
//! not UTF-8 are converted lossily, and refused by whoever reads them.

use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::clock::Duration;
use crate::game::Script;

/// Why a line cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    UnknownCommand(String),
    /// The line ends after a word that needs another.
    #[error("'{after}' needs {expected}")]
    Missing { after: &'static str, expected: &'static str },
    /// A word is not of the expected form.
    #[error("'{found}' after '{after}' is not understood; expected {expected}")]
    Unexpected { after: &'static str, found: String, expected: &'static str },
}

/// Longer words are quoted in part.
const QUOTED_CHARS: usize = 60;

/// Quotes a word for an error.
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

/// A whole number of any size, saturated.
pub fn number(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, (minus, digits)) = all_consuming((opt(char('-')), digit1)).parse(input)?;
    let push = |value: i64, &digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    let value = digits.iter().fold(0, push);
    Ok((rest, if minus.is_some() { -value } else { value }))
}

/// The words of a line that are not parsed yet.
pub struct Words<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a [u8]>>,
}

impl<'a> Words<'a> {
    /// Splits a line.
    pub fn of(line: &'a [u8]) -> Words<'a> {
        // `many0` fails only on a parser that consumes nothing, and a word has at least one byte.
        let words = many0(word).parse(line).map(|(_, words)| words).unwrap_or_default();
        Words { words: words.into_iter().peekable() }
    }

    /// Takes the next word.
    pub fn next(&mut self) -> Option<&'a [u8]> {
        self.words.next()
    }

    /// Whether words are left.
    pub fn is_more(&mut self) -> bool {
        self.words.peek().is_some()
    }

    /// Takes the words up to `end` and `end` itself, or all if there is none; returns whether there was.
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

    /// Takes all words that are left.
    pub fn rest(&mut self) -> Vec<String> {
        self.words.by_ref().map(text).collect()
    }

    /// Takes the next word, which must be a whole number.
    pub fn number(&mut self, after: &'static str) -> Result<i64, ParseError> {
        const EXPECTED: &str = "a whole number";
        let found = self.next().ok_or(ParseError::Missing { after, expected: EXPECTED })?;
        let unexpected = |_| ParseError::Unexpected { after, found: quote(found), expected: EXPECTED };
        number(found).map(|(_, number)| number).map_err(unexpected)
    }
}

/// The script that `record` asks for.
pub fn script(words: &mut Words) -> Result<Script, ParseError> {
    match words.next() {
        None | Some(b"hangul") => Ok(Script::Hangul),
        Some(b"hanja") => Ok(Script::Hanja),
        Some(found) => {
            let expected = "'hangul', 'hanja' or the end of the line";
            Err(ParseError::Unexpected { after: "record", found: quote(found), expected })
        }
    }
}

/// Joins words with single blanks.
pub fn join(words: &[&[u8]]) -> String {
    words.iter().map(|word| text(word)).collect::<Vec<_>>().join(" ")
}

// GUIs send negative times after a clock has run out, and huge numbers for "no limit": what is out of range becomes
// the nearest value that makes sense.

/// A count.
pub fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// A count of at least 1.
pub fn at_least_one(number: i64) -> u32 {
    clamp(number).max(1)
}

/// A year: longer than any game, and far from the limits of the clock's arithmetic.
pub const LONGEST_MS: i64 = 1_000 * 60 * 60 * 24 * 365;

/// A duration.
pub fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST_MS).unsigned_abs())
}

/// Errors quote their cause, which may be megabytes long.
const LONGEST_ERROR: usize = 400;

/// An error as one short line: control characters are replaced, and what is too long is cut in the middle.
pub fn one_line(error: &dyn std::fmt::Display) -> String {
    let text: Vec<char> = error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.len() <= LONGEST_ERROR {
        return text.into_iter().collect();
    }
    let (beginning, end) = (&text[..LONGEST_ERROR / 2], &text[text.len() - LONGEST_ERROR / 2..]);
    beginning.iter().chain(&['…']).chain(end).collect()
}
