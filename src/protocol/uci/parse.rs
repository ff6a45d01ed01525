//! A line of bytes to a [`UciCommand`].

use super::command::UciCommand;
use crate::engine::{GenfensRequest, SearchRequest};
use crate::protocol::words::{ParseError, Words, at_least_one, clamp, join, milliseconds, quote, script, text};

/// Parses a line, without its line end; `None` if it is blank. Unknown words before a command are skipped, as UCI
/// demands.
pub fn parse(line: &[u8]) -> Result<Option<UciCommand>, ParseError> {
    let mut words = Words::of(line);
    let Some(first) = words.next() else {
        return Ok(None);
    };
    // A comment, in which no word is a command.
    if first.starts_with(b"#") {
        return Ok(None);
    }
    let mut candidate = Some(first);
    while let Some(word) = candidate {
        if let Some(command) = command(word, &mut words)? {
            return Ok(Some(command));
        }
        candidate = words.next();
    }
    Err(ParseError::UnknownCommand(quote(first)))
}

/// The command that begins with this word; `None` if no command does.
fn command(word: &[u8], words: &mut Words) -> Result<Option<UciCommand>, ParseError> {
    let command = match word {
        b"uci" => UciCommand::Uci,
        b"debug" => debug(words)?,
        b"isready" => UciCommand::IsReady,
        b"setoption" => set_option(words)?,
        b"register" => UciCommand::Register,
        b"ucinewgame" => UciCommand::NewGame,
        b"position" => position(words)?,
        b"go" => go(words)?,
        b"stop" => UciCommand::Stop,
        b"ponderhit" => UciCommand::PonderHit,
        b"quit" => UciCommand::Quit,
        b"d" => UciCommand::Display,
        b"moves" => UciCommand::Moves,
        b"values" => UciCommand::Values,
        b"result" => UciCommand::Result,
        b"record" => UciCommand::Record(script(words)?),
        b"eval" => UciCommand::Eval,
        b"genfens" => genfens(words)?,
        b"bench" => {
            let depth = if words.is_more() { Some(words.number("bench")?) } else { None };
            UciCommand::Bench(depth.map(at_least_one))
        }
        b"help" => UciCommand::Help,
        _ => return Ok(None),
    };
    Ok(Some(command))
}

/// `genfens N seed S book FILE`, as OpenBench says it; what it may add behind that says nothing to us.
fn genfens(words: &mut Words) -> Result<UciCommand, ParseError> {
    let count = at_least_one(words.number("genfens")?);
    let mut request = GenfensRequest { count, seed: 0, book: None, variant: None };
    while let Some(word) = words.next() {
        match word {
            b"seed" => request.seed = words.number("seed")?.unsigned_abs(),
            b"book" => {
                let name = words.next().ok_or(ParseError::Missing { after: "book", expected: "a file or 'None'" })?;
                request.book = (!name.eq_ignore_ascii_case(b"none")).then(|| text(name).into());
            }
            b"variant" => request.variant = words.next().map(text),
            _ => (),
        }
    }
    Ok(UciCommand::Genfens(request))
}

fn debug(words: &mut Words) -> Result<UciCommand, ParseError> {
    const EXPECTED: &str = "'on' or 'off'";
    match words.next() {
        Some(b"on") => Ok(UciCommand::Debug(true)),
        Some(b"off") => Ok(UciCommand::Debug(false)),
        Some(found) => Err(ParseError::Unexpected { after: "debug", found: quote(found), expected: EXPECTED }),
        None => Err(ParseError::Missing { after: "debug", expected: EXPECTED }),
    }
}

fn set_option(words: &mut Words) -> Result<UciCommand, ParseError> {
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
    Ok(UciCommand::SetOption { name: join(&name), value })
}

fn position(words: &mut Words) -> Result<UciCommand, ParseError> {
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
    Ok(UciCommand::Position { fen, moves: words.rest() })
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

fn go(words: &mut Words) -> Result<UciCommand, ParseError> {
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
    Ok(perft.map_or(UciCommand::Go(request), UciCommand::Perft))
}

#[cfg(test)]
mod tests {
    use crate::clock::Duration;

    use super::*;
    use crate::engine::Clocks;
    use crate::protocol::words::LONGEST_MS;

    fn ok(line: &str) -> UciCommand {
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
        assert_eq!(ok("joho debug on"), UciCommand::Debug(true));
        assert_eq!(ok("  what\tis isready\r"), UciCommand::IsReady);
        assert_eq!(error(b"joho foo"), "unknown command 'joho'; 'help' lists the commands");
    }

    #[test]
    fn options_may_have_blanks_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| UciCommand::SetOption {
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
        let position = UciCommand::Position { fen: Some("x/y w - - 0 1".to_owned()), moves: vec!["a1a2".to_owned()] };
        assert_eq!(ok("position fen x/y  w - - 0 1 moves a1a2"), position);
        assert_eq!(ok("position startpos moves"), UciCommand::Position { fen: None, moves: Vec::new() });
        assert_eq!(
            error(b"position startpos a1a2"),
            "'a1a2' after 'position startpos' is not understood; expected 'moves' or the end of the line"
        );
    }

    #[test]
    fn go_takes_numbers_of_any_size() {
        let UciCommand::Go(request) = ok("go wtime -50 btime 99999999999999999999 depth 0 nodes 18446744073709551616")
        else {
            panic!("a search");
        };
        let forever = Duration::from_millis(LONGEST_MS.unsigned_abs());
        let clocks = Clocks { remaining: [Some(Duration::ZERO), Some(forever)], ..Clocks::default() };
        assert_eq!((request.clocks, request.depth), (clocks, Some(1)));
        assert_eq!(request.nodes, Some(i64::MAX.unsigned_abs()));
        assert_eq!(ok("go perft 3"), UciCommand::Perft(3));
        assert_eq!(error(b"go depth"), "'depth' needs a whole number");
        assert_eq!(error(b"go depth x"), "'x' after 'depth' is not understood; expected a whole number");
        assert_eq!(error(b"go searchmoves depth 3"), "'searchmoves' needs at least one move");
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let UciCommand::Go(request) = ok("go searchmoves a1a2 b1c3 depth 3 infinite") else {
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
