//! A line of bytes to a [`Command`], with `nom`. A line is bytes until it has been parsed: words that are not UTF-8 are
//! kept readable, and whoever is to understand them refuses them.

use std::time::Duration;

use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, opt};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::command::Command;
use crate::engine::SearchRequest;

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

fn quote(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(word);
    let printable = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let mut quoted: String = text.chars().take(QUOTED_CHARS).map(printable).collect();
    if text.chars().nth(QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}

fn text(word: &[u8]) -> String {
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
fn number(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, (minus, digits)) = all_consuming((opt(char('-')), digit1)).parse(input)?;
    let push = |value: i64, &digit: &u8| value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    let value = digits.iter().fold(0, push);
    Ok((rest, if minus.is_some() { -value } else { value }))
}

/// The words of a line that are still to be read.
struct Words<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<&'a [u8]>>,
}

impl<'a> Words<'a> {
    fn of(line: &'a [u8]) -> Words<'a> {
        // `many0` of a parser that consumes at least a byte ends without an error.
        let words = many0(word).parse(line).map(|(_, words)| words).unwrap_or_default();
        Words { words: words.into_iter().peekable() }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        self.words.next()
    }

    /// The words up to `end`, which is taken as well, or to the end of the line. Tells whether `end` was there.
    fn until(&mut self, end: &[u8]) -> (Vec<&'a [u8]>, bool) {
        let mut taken = Vec::new();
        for word in self.words.by_ref() {
            if word == end {
                return (taken, true);
            }
            taken.push(word);
        }
        (taken, false)
    }

    fn rest(&mut self) -> Vec<String> {
        self.words.by_ref().map(text).collect()
    }

    fn number(&mut self, after: &'static str) -> Result<i64, ParseError> {
        const EXPECTED: &str = "a whole number";
        let found = self.next().ok_or(ParseError::Missing { after, expected: EXPECTED })?;
        let unexpected = |_| ParseError::Unexpected { after, found: quote(found), expected: EXPECTED };
        number(found).map(|(_, number)| number).map_err(unexpected)
    }
}

fn join(words: &[&[u8]]) -> String {
    words.iter().map(|word| text(word)).collect::<Vec<_>>().join(" ")
}

/// Understands one line, without its line end; none if it is blank. Unknown words before a command are skipped.
pub fn parse(line: &[u8]) -> Result<Option<Command>, ParseError> {
    let mut words = Words::of(line);
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let mut candidate = Some(first);
    while let Some(word) = candidate {
        if let Some(command) = command(word, &mut words)? {
            return Ok(Some(command));
        }
        candidate = words.next();
    }
    Err(ParseError::UnknownCommand(quote(first)))
}

/// The command that begins with this word, if it is one.
fn command(word: &[u8], words: &mut Words) -> Result<Option<Command>, ParseError> {
    let command = match word {
        b"uci" => Command::Uci,
        b"debug" => debug(words)?,
        b"isready" => Command::IsReady,
        b"setoption" => set_option(words)?,
        b"register" => Command::Register,
        b"ucinewgame" => Command::NewGame,
        b"position" => position(words)?,
        b"go" => go(words)?,
        b"stop" => Command::Stop,
        b"ponderhit" => Command::PonderHit,
        b"quit" => Command::Quit,
        b"d" => Command::Display,
        b"moves" => Command::Moves,
        b"result" => Command::Result,
        b"eval" => Command::Eval,
        b"bench" => {
            let depth = if words.words.peek().is_some() { Some(words.number("bench")?) } else { None };
            Command::Bench(depth.map(at_least_one))
        }
        b"help" => Command::Help,
        _ => return Ok(None),
    };
    Ok(Some(command))
}

fn debug(words: &mut Words) -> Result<Command, ParseError> {
    const EXPECTED: &str = "'on' or 'off'";
    match words.next() {
        Some(b"on") => Ok(Command::Debug(true)),
        Some(b"off") => Ok(Command::Debug(false)),
        Some(found) => Err(ParseError::Unexpected { after: "debug", found: quote(found), expected: EXPECTED }),
        None => Err(ParseError::Missing { after: "debug", expected: EXPECTED }),
    }
}

fn set_option(words: &mut Words) -> Result<Command, ParseError> {
    const EXPECTED: &str = "'name' and the name of an option";
    match words.next() {
        Some(b"name") => (),
        Some(found) => {
            return Err(ParseError::Unexpected { after: "setoption", found: quote(found), expected: EXPECTED });
        }
        None => return Err(ParseError::Missing { after: "setoption", expected: EXPECTED }),
    }
    let (name, has_value) = words.until(b"value");
    if name.is_empty() {
        return Err(ParseError::Missing { after: "setoption name", expected: "the name of an option" });
    }
    let value = has_value.then(|| words.rest().join(" "));
    Ok(Command::SetOption { name: join(&name), value })
}

fn position(words: &mut Words) -> Result<Command, ParseError> {
    const EXPECTED: &str = "'startpos' or 'fen' and a FEN";
    let fen = match words.next() {
        Some(b"startpos") => {
            let (before_moves, _) = words.until(b"moves");
            if let Some(found) = before_moves.first() {
                let (after, expected) = ("position startpos", "'moves' or the end of the line");
                return Err(ParseError::Unexpected { after, found: quote(found), expected });
            }
            None
        }
        Some(b"fen") => {
            let (fen, _) = words.until(b"moves");
            if fen.is_empty() {
                return Err(ParseError::Missing { after: "position fen", expected: "a FEN" });
            }
            Some(join(&fen))
        }
        Some(found) => {
            return Err(ParseError::Unexpected { after: "position", found: quote(found), expected: EXPECTED });
        }
        None => return Err(ParseError::Missing { after: "position", expected: EXPECTED }),
    };
    Ok(Command::Position { fen, moves: words.rest() })
}

const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go(words: &mut Words) -> Result<Command, ParseError> {
    let mut request = SearchRequest::default();
    let mut perft = None;
    let mut restricted = false;
    let mut searchmoves = false;
    while let Some(found) = words.next() {
        let Some(&keyword) = GO_WORDS.iter().find(|keyword| keyword.as_bytes() == found) else {
            // Everything after `searchmoves` up to the next keyword is a move.
            if searchmoves {
                request.moves.push(text(found));
                continue;
            }
            let expected = "one of searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, mate, \
                            movetime, infinite, perft";
            return Err(ParseError::Unexpected { after: "go", found: quote(found), expected });
        };
        searchmoves = keyword == "searchmoves";
        restricted |= searchmoves;
        let clocks = &mut request.clocks;
        match keyword {
            "searchmoves" => (),
            "ponder" => request.ponder = true,
            "infinite" => request.infinite = true,
            "wtime" => clocks.remaining[0] = Some(milliseconds(words.number(keyword)?)),
            "btime" => clocks.remaining[1] = Some(milliseconds(words.number(keyword)?)),
            "winc" => clocks.increment[0] = Some(milliseconds(words.number(keyword)?)),
            "binc" => clocks.increment[1] = Some(milliseconds(words.number(keyword)?)),
            "movestogo" => clocks.moves_to_go = Some(clamp(words.number(keyword)?)),
            "depth" => request.depth = Some(at_least_one(words.number(keyword)?)),
            "nodes" => request.nodes = Some(words.number(keyword)?.max(1).unsigned_abs()),
            "mate" => request.mate = Some(at_least_one(words.number(keyword)?)),
            "movetime" => request.movetime = Some(milliseconds(words.number(keyword)?)),
            _ => perft = Some(clamp(words.number(keyword)?)),
        }
    }
    if restricted && request.moves.is_empty() {
        return Err(ParseError::Missing { after: "searchmoves", expected: "at least one move" });
    }
    Ok(perft.map_or(Command::Go(request), Command::Perft))
}

// GUIs send negative times when a clock has run out, and anything as "no limit": what is out of range is taken as the
// nearest that makes sense.

fn clamp(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

fn at_least_one(number: i64) -> u32 {
    clamp(number).max(1)
}

/// Longer than any game, and far from the limits of the clock's arithmetic.
const LONGEST_MS: i64 = 1_000 * 60 * 60 * 24 * 365;

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST_MS).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clocks;

    fn ok(line: &str) -> Command {
        parse(line.as_bytes()).expect(line).expect(line)
    }

    fn error(line: &[u8]) -> String {
        parse(line).expect_err("an error").to_string()
    }

    #[test]
    fn blank_lines_are_nothing() {
        for line in ["", " ", "\t\t", "\r", " \r"] {
            assert_eq!(parse(line.as_bytes()), Ok(None));
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(ok("joho debug on"), Command::Debug(true));
        assert_eq!(ok("  what\tis isready\r"), Command::IsReady);
        assert_eq!(error(b"joho foo"), "unknown command 'joho'; 'help' lists the commands");
    }

    #[test]
    fn options_may_have_blanks_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(ToOwned::to_owned),
        };
        assert_eq!(ok("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(ok("setoption name Move  Overhead value 30"), set("Move Overhead", Some("30")));
        assert_eq!(ok("setoption name Log File value my log.txt"), set("Log File", Some("my log.txt")));
        assert_eq!(ok("setoption name Log File value"), set("Log File", Some("")));
        assert_eq!(error(b"setoption"), "'setoption' needs 'name' and the name of an option");
        assert_eq!(error(b"setoption name value 3"), "'setoption name' needs the name of an option");
    }

    #[test]
    fn positions_keep_their_text() {
        let position = Command::Position { fen: Some("x/y w - - 0 1".to_owned()), moves: vec!["a1a2".to_owned()] };
        assert_eq!(ok("position fen x/y  w - - 0 1 moves a1a2"), position);
        assert_eq!(ok("position startpos moves"), Command::Position { fen: None, moves: Vec::new() });
        assert_eq!(
            error(b"position startpos a1a2"),
            "'a1a2' after 'position startpos' is not understood; expected 'moves' or the end of the line"
        );
    }

    #[test]
    fn go_takes_numbers_of_any_size() {
        let Command::Go(request) = ok("go wtime -50 btime 99999999999999999999 depth 0 nodes 18446744073709551616")
        else {
            panic!("a search");
        };
        let forever = Duration::from_millis(LONGEST_MS.unsigned_abs());
        let clocks = Clocks { remaining: [Some(Duration::ZERO), Some(forever)], ..Clocks::default() };
        assert_eq!((request.clocks, request.depth), (clocks, Some(1)));
        assert_eq!(request.nodes, Some(i64::MAX.unsigned_abs()));
        assert_eq!(ok("go perft 3"), Command::Perft(3));
        assert_eq!(error(b"go depth"), "'depth' needs a whole number");
        assert_eq!(error(b"go depth x"), "'x' after 'depth' is not understood; expected a whole number");
        assert_eq!(error(b"go searchmoves depth 3"), "'searchmoves' needs at least one move");
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let Command::Go(request) = ok("go searchmoves a1a2 b1c3 depth 3 infinite") else {
            panic!("a search");
        };
        assert_eq!(request.moves, ["a1a2", "b1c3"]);
        assert_eq!((request.depth, request.infinite), (Some(3), true));
    }

    #[test]
    fn any_bytes_are_quoted_readably() {
        assert_eq!(error(b"\xff\x00\x07"), "unknown command '\u{FFFD}\u{FFFD}\u{FFFD}'; 'help' lists the commands");
        let long = vec![b'x'; 1 << 20];
        assert!(error(&long).len() < 200);
    }
}
