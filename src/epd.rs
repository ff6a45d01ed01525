//! Lines with a position: a FEN or EPD, optionally with the variant in front, as in `variant;FEN`.

/// Operations that an analysis writes; those of an earlier analysis are replaced.
const ANALYSIS_OPCODES: [&str; 6] = ["bm", "ce", "dm", "acd", "pv", "multipv"];

/// A line that is not yet split into FEN and operations, which takes the rules of the variant.
pub struct EpdLine<'a> {
    /// The text before the first semicolon, if that cannot be a FEN.
    pub variant: Option<&'a str>,
    text: &'a str,
}

impl<'a> EpdLine<'a> {
    /// None for an empty line and for a comment, which begins with `#`.
    pub fn read(line: &'a str) -> Option<EpdLine<'a>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        // A FEN has slashes and blanks.
        let is_name = |text: &str| !text.contains('/') && !text.contains(char::is_whitespace);
        Some(match line.split_once(';') {
            Some((variant, text)) if is_name(variant) => EpdLine { variant: Some(variant), text: text.trim_start() },
            _ => EpdLine { variant: None, text: line },
        })
    }

    /// A FEN, or none for the start position, and moves from there, if that is what the line holds: `FEN moves …` or `startpos moves …`.
    pub fn game(&self) -> Option<(Option<&'a str>, Vec<&'a str>)> {
        // With a semicolon it is EPD, where the word could stand in a comment.
        if self.text.contains(';') {
            return None;
        }
        let (place, moves) = match self.text.split_once(" moves") {
            Some((place, moves)) if moves.is_empty() || moves.starts_with(char::is_whitespace) => (place.trim(), moves),
            _ if self.text == "startpos" => (self.text, ""),
            _ => return None,
        };
        let place = place.strip_prefix("fen ").unwrap_or(place);
        Some(((place != "startpos").then_some(place), moves.split_whitespace().collect()))
    }

    /// The FEN, and the operations that an analysis keeps. `accept` tells whether a text is a FEN.
    pub fn split<E>(&self, accept: impl FnMut(&'a str) -> Result<(), E>) -> Result<(&'a str, Vec<&'a str>), E> {
        let (fen, ()) = split_fen(self.text, accept)?;
        Ok((fen, foreign_operations(&self.text[fen.len()..])))
    }
}

/// More than the FEN of any variant has; that of CheDuk has seven.
const MAX_FEN_FIELDS: usize = 8;

/// Splits a FEN off the beginning of a text; returns it with the result of `accept`. In EPD, recognised by a semicolon,
/// nothing marks the end of the FEN, which is therefore the longest prefix that `accept` takes. If it takes none, the
/// error is that of the shortest, which has two fields.
pub fn split_fen<'a, T, E>(text: &'a str, mut accept: impl FnMut(&'a str) -> Result<T, E>) -> Result<(&'a str, T), E> {
    let Some((head, _)) = text.split_once(';') else {
        return accept(text).map(|accepted| (text, accepted));
    };
    // The number of prefixes is bounded, as an operation may have any number of words.
    let ends = field_ends(head, MAX_FEN_FIELDS);
    let shortest = &head[..ends.get(1).or(ends.first()).copied().unwrap_or(0)];
    for &end in ends.iter().skip(2).rev() {
        if let Ok(accepted) = accept(&head[..end]) {
            return Ok((&head[..end], accepted));
        }
    }
    accept(shortest).map(|accepted| (shortest, accepted))
}

fn field_ends(text: &str, most: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut rest = text.trim_start();
    while ends.len() < most && !rest.is_empty() {
        rest = &rest[rest.find(char::is_whitespace).unwrap_or(rest.len())..];
        ends.push(text.len() - rest.len());
        rest = rest.trim_start();
    }
    ends
}

/// The operations that an analysis keeps.
fn foreign_operations(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let operations = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let is_foreign =
        |operation: &&str| !operation.split_whitespace().next().is_none_or(|code| ANALYSIS_OPCODES.contains(&code));
    operations.map(str::trim).filter(is_foreign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes `board w` and `board w 0 1`.
    fn accept(fen: &str) -> Result<(), String> {
        if matches!(fen.split_whitespace().collect::<Vec<_>>()[..], ["a/b", "w"] | ["a/b", "w", "0", "1"]) {
            Ok(())
        } else {
            Err(format!("bad {fen}"))
        }
    }

    fn read(line: &str) -> Result<(Option<&str>, &str, Vec<&str>), String> {
        let line = EpdLine::read(line).expect("a position");
        line.split(accept).map(|(fen, foreign_operations)| (line.variant, fen, foreign_operations))
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        assert_eq!(read(" a/b w 0 1\r\n"), Ok((None, "a/b w 0 1", vec![])));
        assert_eq!(read("janggi;a/b w"), Ok((Some("janggi"), "a/b w", vec![])));
        assert_eq!(read("a/b w;"), Ok((None, "a/b w", vec![])));
        assert_eq!(read("a/b w 0 1 bm c2; id \"x\";"), Ok((None, "a/b w 0 1", vec!["id \"x\""])));
        assert_eq!(read("dobutsu; a/b w pv c2 c3 c4;"), Ok((Some("dobutsu"), "a/b w", vec![])));
        assert!(["", "  \r\n", "# a comment; with a semicolon"].iter().all(|line| EpdLine::read(line).is_none()));
    }

    #[test]
    fn a_semicolon_in_quotes_ends_nothing() {
        let line = "a/b w id \"one; two\"; acd 3; c0 \"a; b\"";
        assert_eq!(read(line), Ok((None, "a/b w", vec!["id \"one; two\"", "c0 \"a; b\""])));
    }

    #[test]
    fn the_number_of_beginnings_that_are_tried_is_bounded() {
        let words = "pv".to_owned() + &" c2".repeat(100_000);
        for (fen, expected) in [("a/b w 0 1", Ok("a/b w 0 1")), ("a/c w", Err("bad a/c w".to_owned()))] {
            let text = format!("{fen} {words};");
            let mut tried = Vec::new();
            let found = split_fen(&text, |fen| {
                tried.push(fen);
                accept(fen)
            });
            assert_eq!(found.map(|(fen, ())| fen), expected);
            assert!(tried.len() <= MAX_FEN_FIELDS && tried.iter().all(|fen| fen.len() < 50), "{tried:?}");
        }
    }

    #[test]
    fn the_error_is_about_the_fen() {
        assert_eq!(read("a/c w bm c2;"), Err("bad a/c w".to_owned()));
        assert_eq!(read("a/c w 0 1"), Err("bad a/c w 0 1".to_owned()));
    }
}
