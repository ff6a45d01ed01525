//! Reads lines of untrusted input: pipes, terminals and files. Every reader of lines uses this one, so that limit and
//! treatment of bad input are the same everywhere.

use std::io::{self, BufRead, Read};

/// Room for a game of half a million moves.
const MAX_LINE_BYTES: usize = 4 << 20;

/// U+FEFF in UTF-8, which Windows programs write at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Nothing is kept of such a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a line is longer than {} MB and was skipped", MAX_LINE_BYTES >> 20)]
pub struct LineTooLong;

/// Reads a line without its line end and byte order mark; `None` at the end of the input. A line that is too long is
/// skipped without being kept, so that memory stays bounded.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, LineTooLong>>> {
    let mut line = Vec::new();
    // `read_until` and `skip_until` retry on EINTR.
    if input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineTooLong)));
    }
    line.truncate(line.trim_ascii_end().len());
    let mark = line.len() - without_mark(&line).len();
    line.drain(..mark);
    Ok(Some(Ok(line)))
}

/// A line that came without a line end, as [`read_line`] would have read it.
pub fn checked_line(line: &[u8]) -> Result<&[u8], LineTooLong> {
    if line.len() > MAX_LINE_BYTES { Err(LineTooLong) } else { Ok(without_mark(line.trim_ascii_end())) }
}

/// Strips a byte order mark. Any line may begin with one: files that have one may be concatenated.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: impl BufRead) -> Vec<Result<Vec<u8>, LineTooLong>> {
        std::iter::from_fn(|| read_line(&mut input).expect("a slice can be read")).collect()
    }

    #[test]
    fn line_ends_and_byte_order_marks_are_dropped() {
        let text: &[u8] = b"\xEF\xBB\xBFuci\r\n\n\xEF\xBB\xBF\n a \xEF\xBB\xBF\t\r\nlast";
        let read: Vec<Vec<u8>> = lines(text).into_iter().map(|line| line.expect("a short line")).collect();
        assert_eq!(read, [&b"uci"[..], b"", b"", b" a \xEF\xBB\xBF", b"last"]);
        assert_eq!(lines(&b""[..]), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let longest = vec![b'x'; MAX_LINE_BYTES];
        let mut text = longest.clone();
        text.extend_from_slice(b"\nshort\n");
        text.extend_from_slice(&longest);
        text.extend_from_slice(b"x\nshort");
        assert_eq!(
            lines(&text[..]),
            [Ok(longest.clone()), Ok(b"short".to_vec()), Err(LineTooLong), Ok(b"short".to_vec())]
        );
        // The buffer does not divide the line evenly, and the input ends inside the line.
        let endless = io::BufReader::with_capacity(1_000, io::repeat(b'x').take(3 * MAX_LINE_BYTES as u64));
        assert_eq!(lines(endless), [Err(LineTooLong)]);
        assert_eq!(checked_line(&text[..MAX_LINE_BYTES]), Ok(&longest[..]));
        assert_eq!(checked_line(&text[..=MAX_LINE_BYTES]), Err(LineTooLong));
        assert_eq!(checked_line(b"\xEF\xBB\xBFuci \r"), Ok(&b"uci"[..]));
    }
}
