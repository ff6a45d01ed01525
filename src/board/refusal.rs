//! Why a request is refused: a status for programs, a sentence for people.

/// The answer to a request that is not fulfilled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("this is no request of HTTP/1.1: {0}")]
    Malformed(&'static str),
    #[error(
        "the host of this request is not an address of this server; open the address that it printed, or start it with --host NAME"
    )]
    Host,
    #[error("only a page of this server may speak to its engines; open the address that it printed")]
    Origin,
    #[error("the token is missing or wrong; open the address that the server printed when it was started")]
    Token,
    #[error("there is no such file; the board is at /")]
    NotFound,
    #[error("only GET and HEAD are understood here")]
    Method,
    #[error("the request took too long; send it again at once")]
    Slow,
    #[error("no request here has a body; send it without")]
    Body,
    #[error("the request is longer than {0} bytes; send fewer headers or a shorter address")]
    TooLong(usize),
    #[error("engines are spoken to through a WebSocket of version 13; open the board at /")]
    NoWebSocket,
    #[error("all {0} engines are in use; close another page, or start the server with more --engines")]
    Engines(usize),
    #[error("too many connections are open; close some and try again")]
    Connections,
    #[error("the engine cannot be started: {0}")]
    Engine(String),
    #[error("the server is about to end; start it again")]
    Ending,
}

impl Refusal {
    /// Code and reason phrase.
    pub fn status(&self) -> (u16, &'static str) {
        match self {
            Refusal::Malformed(_) => (400, "Bad Request"),
            Refusal::Host | Refusal::Origin | Refusal::Token => (403, "Forbidden"),
            Refusal::NotFound => (404, "Not Found"),
            Refusal::Method => (405, "Method Not Allowed"),
            Refusal::Slow => (408, "Request Timeout"),
            Refusal::Body => (413, "Content Too Large"),
            Refusal::NoWebSocket => (426, "Upgrade Required"),
            Refusal::TooLong(_) => (431, "Request Header Fields Too Large"),
            Refusal::Engines(_) | Refusal::Connections | Refusal::Engine(_) | Refusal::Ending => {
                (503, "Service Unavailable")
            }
        }
    }

    /// Headers that the status demands.
    pub fn headers(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Refusal::Method => &[("Allow", "GET, HEAD")],
            Refusal::NoWebSocket => &[("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")],
            _ => &[],
        }
    }
}
