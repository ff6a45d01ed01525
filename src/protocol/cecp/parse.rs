//! A line of bytes to a [`CecpCommand`].

use nom::character::complete::{char, digit0, digit1, one_of, satisfy};
use nom::combinator::{all_consuming, opt, recognize};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::clock::Level;
use super::command::CecpCommand;
use crate::clock::Duration;
use crate::protocol::words::{LONGEST_MS, ParseError, Words, at_least_one, clamp, milliseconds, quote, script, text};

/// Parses a line, without its line end; `None` if it is blank.
pub fn parse(line: &[u8]) -> Result<Option<CecpCommand>, ParseError> {
    let mut words = Words::of(line);
    let Some(word) = words.next() else {
        return Ok(None);
    };
    let command = match word {
        b"protover" => CecpCommand::ProtocolVersion(clamp(words.number("protover")?)),
        b"xboard" | b"accepted" | b"rejected" | b"computer" | b"name" | b"rating" | b"ics" | b"random" => {
            CecpCommand::Ignored
        }
        b"new" => CecpCommand::New,
        b"variant" => CecpCommand::Variant(one(&mut words, "variant", "the name of a variant")?),
        b"force" => CecpCommand::Force,
        b"go" => CecpCommand::Go,
        b"playother" => CecpCommand::PlayOther,
        b"white" => CecpCommand::White,
        b"black" => CecpCommand::Black,
        b"level" => level(&mut words)?,
        b"st" => CecpCommand::MoveTime(time(&mut words, "st", seconds, "a number of seconds")?),
        b"sd" => CecpCommand::Depth(at_least_one(words.number("sd")?)),
        b"time" => CecpCommand::Time(centiseconds(words.number("time")?)),
        b"otim" => CecpCommand::OpponentTime(centiseconds(words.number("otim")?)),
        b"usermove" => CecpCommand::UserMove(one(&mut words, "usermove", "a move")?),
        b"?" => CecpCommand::MoveNow,
        b"ping" => CecpCommand::Ping(one(&mut words, "ping", "a number")?),
        b"draw" => CecpCommand::Draw,
        b"record" => CecpCommand::Record(script(&mut words)?),
        b"result" => CecpCommand::Result,
        b"setboard" => CecpCommand::SetBoard(all(&mut words, "setboard", "a FEN")?),
        b"hint" => CecpCommand::Hint,
        b"bk" => CecpCommand::Book,
        b"undo" => CecpCommand::Undo,
        b"remove" => CecpCommand::Remove,
        b"hard" => CecpCommand::Hard,
        b"easy" => CecpCommand::Easy,
        b"post" => CecpCommand::Post,
        b"nopost" => CecpCommand::NoPost,
        b"analyze" => CecpCommand::Analyze,
        b"." => CecpCommand::Status,
        b"exit" => CecpCommand::Exit,
        b"memory" => CecpCommand::Memory(one(&mut words, "memory", "a number of megabytes")?),
        b"cores" => CecpCommand::Cores(one(&mut words, "cores", "a number")?),
        b"option" => option(&all(&mut words, "option", "the name of an option")?),
        b"quit" => CecpCommand::Quit,
        word if is_move(word) && !words.is_more() => CecpCommand::UserMove(text(word)),
        word => return Err(ParseError::UnknownCommand(quote(word))),
    };
    Ok(Some(command))
}

fn one(words: &mut Words, after: &'static str, expected: &'static str) -> Result<String, ParseError> {
    words.next().map(text).ok_or(ParseError::Missing { after, expected })
}

fn all(words: &mut Words, after: &'static str, expected: &'static str) -> Result<String, ParseError> {
    let rest = words.rest().join(" ");
    if rest.is_empty() { Err(ParseError::Missing { after, expected }) } else { Ok(rest) }
}

/// Whether a word without `usermove` is a move: coordinates, a drop, or a pass. Other notations are read by the game, which
/// the session asks.
fn is_move(word: &[u8]) -> bool {
    let square = || (satisfy(|c| c.is_ascii_lowercase()), digit1);
    fn parsed(result: IResult<&[u8], &[u8]>) -> bool {
        result.is_ok()
    }
    let step = recognize((square(), square(), opt(satisfy(|c| c == '+' || c == '=' || c.is_ascii_lowercase()))));
    let drop = recognize((opt(char('+')), satisfy(|c| c.is_ascii_alphabetic()), char('@'), square()));
    word == b"@@@@" || parsed(all_consuming(step).parse(word)) || parsed(all_consuming(drop).parse(word))
}

fn option(text: &str) -> CecpCommand {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (text, None),
    };
    CecpCommand::Option { name: name.trim().to_owned(), value }
}

fn level(words: &mut Words) -> Result<CecpCommand, ParseError> {
    let moves = clamp(words.number("level")?);
    let base = time(words, "level MPS", minutes, "minutes, as in '5' or '0:30'")?;
    let increment = time(words, "level MPS BASE", seconds, "a number of seconds")?;
    Ok(CecpCommand::Level(Level { moves, base, increment }))
}

fn time(
    words: &mut Words,
    after: &'static str,
    read: fn(&[u8]) -> IResult<&[u8], i64>,
    expected: &'static str,
) -> Result<Duration, ParseError> {
    let found = words.next().ok_or(ParseError::Missing { after, expected })?;
    let unexpected = |_| ParseError::Unexpected { after, found: quote(found), expected };
    read(found).map(|(_, ms)| milliseconds(ms)).map_err(unexpected)
}

fn centiseconds(number: i64) -> Duration {
    milliseconds(number.saturating_mul(10))
}

/// Saturates: a number with too many digits is the largest.
fn whole(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |value, digit| (value * 10 + i64::from(digit - b'0')).min(LONGEST_MS))
}

/// A decimal number in thousandths.
fn thousandths(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, (minus, before, after)) = (opt(one_of("-+")), digit1, opt(preceded(char('.'), digit0))).parse(input)?;
    let mut digits = after.unwrap_or_default().to_vec();
    digits.resize(3, b'0');
    let value = (whole(before) * 1_000 + whole(&digits)).min(LONGEST_MS);
    Ok((rest, if minus == Some('-') { -value } else { value }))
}

fn seconds(input: &[u8]) -> IResult<&[u8], i64> {
    all_consuming(thousandths).parse(input)
}

fn minutes(input: &[u8]) -> IResult<&[u8], i64> {
    let (rest, (minutes, seconds)) =
        all_consuming((thousandths, opt(preceded(char(':'), thousandths)))).parse(input)?;
    Ok((rest, minutes * 60 + seconds.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ok(line: &str) -> CecpCommand {
        parse(line.as_bytes()).expect(line).expect(line)
    }

    fn error(line: &[u8]) -> String {
        parse(line).expect_err("an error").to_string()
    }

    fn level(moves: u32, base_ms: u64, increment_ms: u64) -> CecpCommand {
        let (base, increment) = (Duration::from_millis(base_ms), Duration::from_millis(increment_ms));
        CecpCommand::Level(Level { moves, base, increment })
    }

    #[test]
    fn time_controls_have_minutes_and_seconds() {
        assert_eq!(ok("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(ok("level 0 0:30 1"), level(0, 30_000, 1_000));
        assert_eq!(ok("level 0 2:05 0.25"), level(0, 125_000, 250));
        assert_eq!(ok("st 0.1"), CecpCommand::MoveTime(Duration::from_millis(100)));
        assert_eq!(ok("st 12"), CecpCommand::MoveTime(Duration::from_secs(12)));
        assert_eq!(ok("time 1250"), CecpCommand::Time(Duration::from_millis(12_500)));
        assert_eq!(ok("otim -20"), CecpCommand::OpponentTime(Duration::ZERO));
        assert_eq!(ok("sd 0"), CecpCommand::Depth(1));
        let forever = Duration::from_millis(LONGEST_MS.unsigned_abs());
        assert_eq!(ok("st 99999999999999999999999"), CecpCommand::MoveTime(forever));
        assert_eq!(ok("time 99999999999999999999999"), CecpCommand::Time(forever));
        assert_eq!(
            error(b"level 40 x 0"),
            "'x' after 'level MPS' is not understood; expected minutes, as in '5' or '0:30'"
        );
        assert_eq!(error(b"level 40 5"), "'level MPS BASE' needs a number of seconds");
        assert_eq!(error(b"st soon"), "'soon' after 'st' is not understood; expected a number of seconds");
    }

    #[test]
    fn a_move_needs_no_word_before_it() {
        for text in ["b0c2", "a9a8", "@@@@", "Z@b2", "C@c1", "b2b3+", "b2b3"] {
            assert_eq!(ok(text), CecpCommand::UserMove(text.to_owned()));
            assert_eq!(ok(&format!("usermove {text}")), CecpCommand::UserMove(text.to_owned()));
        }
        for text in ["b0", "moves", "b0c2 b9c7", "@@", "\u{7c21}"] {
            assert!(matches!(parse(text.as_bytes()), Err(ParseError::UnknownCommand(_))), "{text}");
        }
        assert_eq!(error(b"usermove"), "'usermove' needs a move");
    }

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let option = |name: &str, value: Option<&str>| CecpCommand::Option {
            name: name.to_owned(),
            value: value.map(ToOwned::to_owned),
        };
        assert_eq!(ok("option Skill Level=3"), option("Skill Level", Some("3")));
        assert_eq!(ok("option Clear Hash"), option("Clear Hash", None));
        assert_eq!(ok("option Log File=a = b.txt"), option("Log File", Some("a = b.txt")));
        assert_eq!(ok("option Log File="), option("Log File", Some("")));
    }

    #[test]
    fn any_bytes_are_at_worst_an_error() {
        for line in [&b"\xff\x00"[..], b"level \xff", b"usermove \xff\xfe", b"option =", b"setboard", b"ping"] {
            let _ = parse(line);
        }
        assert_eq!(parse(b"  \t"), Ok(None));
    }
}
