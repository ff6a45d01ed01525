//! Reads requests: the head only, of a limited size, within a limited time.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;

use super::refusal::Refusal;
use crate::clock::{Duration, Instant};

/// Address and headers of a request.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
const READ_BYTES: usize = 4 << 10;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// A file.
    Get,
    /// Only what would be said of it.
    Head,
}

/// A request without a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// GET or HEAD.
    pub method: Method,
    /// Of the address, up to the question mark.
    pub path: String,
    /// Of the address, behind the question mark.
    pub query: String,
    /// Whether further requests may follow on this connection.
    pub keep_alive: bool,
    headers: Vec<(String, String)>,
}

impl Request {
    /// The value of a header, by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether a header, which is a list with commas, has a word.
    pub fn has_word(&self, name: &str, word: &str) -> bool {
        let values = self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value);
        values.flat_map(|value| value.split(',')).any(|found| found.trim().eq_ignore_ascii_case(word))
    }
}

/// How long to wait.
#[derive(Clone, Copy, Debug)]
pub struct RequestTimeouts {
    /// For a request to begin.
    pub begin: Duration,
    /// For all of it, once it has begun.
    pub whole: Duration,
}

/// Reads the next request. `buffer` holds what was read behind the last one, and then what was read behind this one. None if the
/// connection has ended, or no request began.
pub fn read_request(
    mut stream: &TcpStream,
    buffer: &mut Vec<u8>,
    timeouts: RequestTimeouts,
) -> Result<Option<Request>, Refusal> {
    let mut deadline = Instant::now() + if buffer.is_empty() { timeouts.begin } else { timeouts.whole };
    loop {
        if let Some((request, length)) = parse(buffer)? {
            buffer.drain(..length);
            return Ok(Some(request));
        }
        if buffer.len() >= LONGEST_HEAD {
            return Err(Refusal::TooLong(LONGEST_HEAD));
        }
        let late = if buffer.is_empty() { Ok(None) } else { Err(Refusal::Slow) };
        let left = deadline.saturating_duration_since(Instant::now());
        // The deadline is for all of it: whoever sends a byte now and then gains nothing.
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return late;
        }
        let mut bytes = [0; READ_BYTES];
        match stream.read(&mut bytes) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                if buffer.is_empty() {
                    deadline = Instant::now() + timeouts.whole;
                }
                buffer.extend(bytes.iter().take(count));
            }
            Err(error) if is_timeout(&error) => return late,
            Err(error) if error.kind() == ErrorKind::Interrupted => (),
            Err(_) => return Ok(None),
        }
    }
}

/// Whether a read or write ended because its time was over; systems differ in how they say so.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// The request and its length in bytes; none if it has not ended yet.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLong(LONGEST_HEAD)),
        Err(_) => return Err(Refusal::Malformed("its first line or a header is broken")),
    };
    let target = head.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: if head.method == Some("HEAD") { Method::Head } else { Method::Get },
        path: path.to_owned(),
        query: query.to_owned(),
        keep_alive: false,
        headers: Vec::with_capacity(head.headers.len()),
    };
    for header in head.headers.iter() {
        let value = str::from_utf8(header.value).map_err(|_| Refusal::Malformed("a header is no text"))?;
        request.headers.push((header.name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    request.keep_alive = head.version == Some(1) && !request.has_word("connection", "close");
    if request.headers.iter().filter(|(name, _)| name == "host").count() > 1 {
        return Err(Refusal::Malformed("it has more than one Host"));
    }
    if request.header("transfer-encoding").is_some()
        || request.header("content-length").is_some_and(|bytes| bytes != "0")
    {
        return Err(Refusal::Body);
    }
    if !matches!(head.method, Some("GET" | "HEAD")) {
        return Err(Refusal::Method);
    }
    Ok(Some((request, length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<Request>, Refusal> {
        parse(text.as_bytes()).map(|found| found.map(|(request, _)| request))
    }

    #[test]
    fn a_request_is_taken_apart() {
        let text =
            "GET /a/b.js?token=1&x HTTP/1.1\r\nHost:  localhost:1 \r\nConnection: keep-alive, Upgrade\r\n\r\nnext";
        let (request, length) = parse(text.as_bytes()).expect("a request").expect("all of it");
        assert_eq!((request.method, request.path.as_str()), (Method::Get, "/a/b.js"));
        assert_eq!(request.query, "token=1&x");
        assert_eq!(request.header("host"), Some("localhost:1"));
        assert!(request.keep_alive && request.has_word("connection", "upgrade"));
        assert_eq!(&text[length..], "next");
        for end in 0..length {
            assert_eq!(parsed(&text[..end]), Ok(None), "{end}");
        }
        assert!(!parsed("GET / HTTP/1.0\r\n\r\n").expect("a request").expect("all of it").keep_alive);
    }

    #[test]
    fn what_is_no_plain_request_is_refused() {
        assert_eq!(parsed("POST / HTTP/1.1\r\n\r\n"), Err(Refusal::Method));
        assert_eq!(parsed("GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"), Err(Refusal::Body));
        assert_eq!(parsed("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), Err(Refusal::Body));
        let headers = "A: b\r\n".repeat(MOST_HEADERS + 1);
        assert!(matches!(parsed(&format!("GET / HTTP/1.1\r\n{headers}\r\n")), Err(Refusal::TooLong(_))));
        for text in ["\0", "GET / HTTP/9\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "\x16\x03\x01"] {
            assert!(matches!(parsed(text), Err(Refusal::Malformed(_))), "{text:?}");
        }
        let no_text = parse(b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n");
        assert!(matches!(no_text, Err(Refusal::Malformed(_))));
    }
}
