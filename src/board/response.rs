//! Writes responses, all with the headers that keep other sites and injected text away from the page.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

use super::page::PageFile;
use super::refusal::Refusal;
use super::request::{Method, Request, is_timeout};
use crate::clock::{Duration, Instant};

/// Security headers besides the content security policy: no other origin may read or frame the page, and no type is guessed.
const HEADERS: &str = "X-Content-Type-Options: nosniff\r
Referrer-Policy: no-referrer\r
X-Frame-Options: DENY\r
Cross-Origin-Opener-Policy: same-origin\r
Cross-Origin-Embedder-Policy: require-corp\r
Cross-Origin-Resource-Policy: same-origin\r
Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r
";

/// How much, and for how long, is read and thrown away of whoever still sends after a refusal. A connection that is closed while
/// bytes wait in it is reset, and the refusal might not be read.
const LINGER_BYTES: usize = 32 << 20;
const LINGER: Duration = Duration::from_secs(2);

/// A status, a body, and what is said of it.
pub struct Response<'a> {
    status: (u16, &'static str),
    content_type: &'static str,
    body: Cow<'a, [u8]>,
    headers: Vec<(&'static str, Cow<'a, str>)>,
}

impl<'a> Response<'a> {
    /// A file, or that the browser has it already. Without asking it may not be used again: another build serves other files.
    pub fn file(file: &'a PageFile, request: &Request) -> Response<'a> {
        let known = request.has_word("if-none-match", &file.etag);
        let (status, body): (_, &[u8]) = if known { ((304, "Not Modified"), &[]) } else { ((200, "OK"), file.bytes) };
        let headers = vec![("ETag", Cow::from(&file.etag)), ("Cache-Control", Cow::from("no-cache"))];
        Response { status, content_type: file.content_type, body: body.into(), headers }
    }

    /// JSON, which is never kept.
    pub fn json(text: String) -> Response<'a> {
        let headers = vec![("Cache-Control", Cow::from("no-store"))];
        Response { status: (200, "OK"), content_type: "application/json", body: text.into_bytes().into(), headers }
    }

    /// A refusal, as a line of text.
    pub fn refusal(refusal: &Refusal) -> Response<'a> {
        let mut headers = vec![("Cache-Control", Cow::from("no-store"))];
        headers.extend(refusal.headers().iter().map(|&(name, value)| (name, Cow::from(value))));
        let body = format!("{refusal}.\n").into_bytes().into();
        Response { status: refusal.status(), content_type: "text/plain; charset=utf-8", body, headers }
    }

    /// Writes it at once. `host` is one that was checked; older browsers do not count WebSockets among what is their own ('self').
    pub fn write(
        &self,
        mut stream: &TcpStream,
        method: Method,
        host: Option<&str>,
        keep_alive: bool,
    ) -> io::Result<()> {
        let (code, reason) = self.status;
        let sockets = host.map_or_else(String::new, |host| format!(" ws://{host}"));
        let mut bytes = format!("HTTP/1.1 {code} {reason}\r\n{HEADERS}").into_bytes();
        write!(
            bytes,
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
             font-src 'self'; connect-src 'self'{sockets}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'\r\n"
        )?;
        for (name, value) in &self.headers {
            write!(bytes, "{name}: {value}\r\n")?;
        }
        if code != 304 {
            write!(bytes, "Content-Type: {}\r\nContent-Length: {}\r\n", self.content_type, self.body.len())?;
        }
        write!(bytes, "Connection: {}\r\n\r\n", if keep_alive { "keep-alive" } else { "close" })?;
        if method == Method::Get {
            bytes.extend_from_slice(&self.body);
        }
        stream.write_all(&bytes)
    }
}

/// Ends a connection so that what was written last is read.
pub fn hang_up(mut stream: &TcpStream) {
    let deadline = Instant::now() + LINGER;
    let (mut bytes, mut total) = ([0; 16 << 10], 0);
    if stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    while total < LINGER_BYTES {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        match stream.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => total += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return log::debug!("hung up: {}", if is_timeout(&error) { "slow" } else { "reset" }),
        }
    }
}
