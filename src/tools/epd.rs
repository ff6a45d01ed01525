//! Lines with a position: a FEN, or EPD, which is a FEN with operations behind it, or either with the variant in front:
//! `variant;FEN`.

/// Operations that an analysis writes. Those of an earlier analysis make room for them.
const OWN: [&str; 6] = ["bm", "ce", "dm", "acd", "pv", "multipv"];

/// A line before its FEN has been told from its operations, which takes the rules of the game.
pub(super) struct Line<'a> {
    /// What stands before the first semicolon, if that can only be a variant.
    pub variant: Option<&'a str>,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// None for an empty line and for a comment, which begins with `#`.
    pub fn read(line: &'a str) -> Option<Line<'a>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        // A board has slashes, and something behind it.
        let is_name = |text: &str| !text.contains('/') && !text.contains(char::is_whitespace);
        Some(match line.split_once(';') {
            Some((variant, text)) if is_name(variant) => Line { variant: Some(variant), text: text.trim_start() },
            _ => Line { variant: None, text: line },
        })
    }

    /// The FEN, and the operations that are to be kept. The FEN is the longest beginning that `accept` takes.
    pub fn split<E>(&self, mut accept: impl FnMut(&str) -> Result<(), E>) -> Result<(&'a str, Vec<&'a str>), E> {
        let Some((head, _)) = self.text.split_once(';') else {
            return accept(self.text).map(|()| (self.text, Vec::new()));
        };
        let mut fen = head.trim_end();
        loop {
            match (accept(fen), fen.rsplit_once(char::is_whitespace)) {
                (Ok(()), _) => return Ok((fen, kept(&self.text[fen.len()..]))),
                (Err(_), Some((shorter, _))) if shorter.contains(char::is_whitespace) => fen = shorter.trim_end(),
                (Err(error), _) => return Err(error),
            }
        }
    }
}

/// The operations in a text that an analysis does not write itself.
fn kept(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let operations = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let is_foreign = |operation: &&str| !operation.split_whitespace().next().is_none_or(|code| OWN.contains(&code));
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
        let line = Line::read(line).expect("a position");
        line.split(accept).map(|(fen, kept)| (line.variant, fen, kept))
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        assert_eq!(read(" a/b w 0 1\r\n"), Ok((None, "a/b w 0 1", vec![])));
        assert_eq!(read("janggi;a/b w"), Ok((Some("janggi"), "a/b w", vec![])));
        assert_eq!(read("a/b w;"), Ok((None, "a/b w", vec![])));
        assert_eq!(read("a/b w 0 1 bm c2; id \"x\";"), Ok((None, "a/b w 0 1", vec!["id \"x\""])));
        assert_eq!(read("dobutsu; a/b w pv c2 c3 c4;"), Ok((Some("dobutsu"), "a/b w", vec![])));
        assert!(["", "  \r\n", "# a comment; with a semicolon"].iter().all(|line| Line::read(line).is_none()));
    }

    #[test]
    fn a_semicolon_in_quotes_ends_nothing() {
        let line = "a/b w id \"one; two\"; acd 3; c0 \"a; b\"";
        assert_eq!(read(line), Ok((None, "a/b w", vec!["id \"one; two\"", "c0 \"a; b\""])));
    }

    #[test]
    fn the_error_is_about_the_fen() {
        assert_eq!(read("a/c w bm c2;"), Err("bad a/c w".to_owned()));
        assert_eq!(read("a/c w 0 1"), Err("bad a/c w 0 1".to_owned()));
    }
}
