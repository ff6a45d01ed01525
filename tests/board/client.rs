//! The server as a child process, requests to it, and pages.

use super::common::{SOON, until};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::CloseFrame;
use tungstenite::{Error, Message, WebSocket};

/// A running server. It is killed when it goes out of scope.
pub struct Board {
    pub child: Child,
    pub url: String,
    pub address: SocketAddr,
    pub token: String,
}

impl Board {
    pub fn start(arguments: &[&str]) -> Board {
        let mut child = Command::new(env!("CARGO_BIN_EXE_janggun"))
            .args(["board", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut url = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut url).expect("an address");
        let rest = url.trim_end().strip_prefix("http://").expect("an address of the web");
        let (address, token) = rest.split_once("/?token=").expect("a token");
        let (address, token) = (address.parse().expect("an address and a port"), token.to_owned());
        Board { child, url: url.trim_end().to_owned(), address, token }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts");
        stream.set_read_timeout(Some(SOON)).expect("a timeout");
        stream
    }

    /// The answer to a request without a body; `headers` end with line breaks.
    #[track_caller]
    pub fn request(&self, first_line: &str, headers: &str) -> Answer {
        let mut stream = self.connect();
        let host = self.address;
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {host}\r\n") };
        write!(stream, "{first_line} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n").expect("the server reads");
        Answer::read(stream)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), "")
    }

    /// How many engines there are.
    #[track_caller]
    pub fn engines(&self) -> usize {
        self.count("engines")
    }

    #[track_caller]
    pub fn count(&self, what: &str) -> usize {
        let answer = self.get(&format!("/status?token={}", self.token));
        assert_eq!(answer.status, 200, "{answer:?}");
        let behind = answer.body.split(&format!("\"{what}\":")).nth(1).expect("a count");
        let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    }

    /// Waits until no engine is left behind.
    #[track_caller]
    pub fn until_no_engine(&self) {
        until("no engine is left", || self.engines() == 0);
    }

    /// The headers of a page's WebSocket.
    pub fn upgrade(&self) -> String {
        format!(
            "Origin: http://{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
            self.address
        )
    }

    pub fn try_page(&self) -> Result<Page, Box<Error>> {
        let address = format!("ws://{}/engine?token={}", self.address, self.token);
        let mut request = address.into_client_request().expect("a request");
        let origin = format!("http://{}", self.address).parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        match tungstenite::client::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(tungstenite::HandshakeError::Interrupted(_)) => panic!("the server has not answered after {SOON:?}"),
        }
    }

    #[track_caller]
    pub fn page(&self) -> Page {
        self.try_page().expect("a page is let in")
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the server said to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// All that comes until the connection ends.
    #[track_caller]
    pub fn read(mut stream: TcpStream) -> Answer {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer, and the end of the connection");
        Answer::of(&bytes).unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&bytes)))
    }

    pub fn of(bytes: &[u8]) -> Option<Answer> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.strip_prefix("HTTP/1.1 ")?.split(' ').next()?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let start = format!("{}: ", name.to_ascii_lowercase());
        let mut lines = self.head.lines();
        lines.find(|line| line.to_ascii_lowercase().starts_with(&start)).map(|line| &line[start.len()..])
    }

    /// Whether it is a refusal: a status, and a sentence in plain text.
    #[track_caller]
    pub fn assert_refused(&self, status: u16) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("Content-Type"), Some("text/plain; charset=utf-8"), "{self:?}");
        assert!(self.body.ends_with(".\n") && self.body.contains(' '), "{self:?}");
    }
}

/// A WebSocket with an engine behind it.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
}

impl Page {
    #[track_caller]
    pub fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("the server reads");
    }

    /// The next line; none if the WebSocket is closed.
    pub fn line(&mut self) -> Option<String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) => return None,
                Ok(_) => (),
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => panic!("silence for {SOON:?}"),
                Err(_) => return None,
            }
        }
    }

    /// The lines up to one that begins so.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the end instead of '{start}' after {lines:?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The lines between a command and the answer to `isready`.
    #[track_caller]
    pub fn ask(&mut self, command: &str) -> Vec<String> {
        self.say(command);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The code and reason with which the server closes; none if the connection ends without. Lines before it are skipped.
    pub fn close(&mut self) -> Option<(u16, String)> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => {
                    return frame.map(|CloseFrame { code, reason }| (code.into(), reason.to_string()));
                }
                Ok(_) => (),
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => panic!("silence for {SOON:?}"),
                Err(_) => return None,
            }
        }
    }
}
