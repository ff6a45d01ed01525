//! Accepts connections and answers requests.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tungstenite::handshake::derive_accept_key;

use super::access::Access;
use super::engines::Engines;
use super::page::Page;
use super::refusal::Refusal;
use super::request::{Method, Request, RequestTimeouts, read_request};
use super::response::{Response, hang_up};
use super::socket::serve_page;
use crate::clock::Duration;

/// Connections at a time, each with a thread. A browser opens six for the files of a page.
const MOST_CONNECTIONS: usize = 256;
/// How long accepting pauses when the system has no more handles.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long the end waits for engines that search.
const END_PATIENCE: Duration = Duration::from_secs(5);

/// How long whoever connects is waited for.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionTimeouts {
    /// For requests.
    pub request: RequestTimeouts,
    /// For whoever does not read what is written.
    pub write: Duration,
    /// A WebSocket is silent for so long before it is sent a ping,
    pub ping: Duration,
    /// and for so long before it is given up: browsers answer pings even if the page sleeps.
    pub silence: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> ConnectionTimeouts {
        let seconds = Duration::from_secs;
        let request = RequestTimeouts { begin: seconds(10), whole: seconds(5) };
        ConnectionTimeouts { request, write: seconds(10), ping: seconds(20), silence: seconds(60) }
    }
}

/// A server that accepts connections on a thread of its own, until the program ends.
pub struct Server {
    shared: Arc<Shared>,
}

struct Shared {
    access: Access,
    page: Page,
    engines: Arc<Engines>,
    timeouts: ConnectionTimeouts,
    connections: AtomicUsize,
}

impl Server {
    /// Begins to accept.
    pub fn start(
        listener: TcpListener,
        access: Access,
        engines: Arc<Engines>,
        timeouts: ConnectionTimeouts,
    ) -> io::Result<Server> {
        let page = Page::embedded();
        let shared = Arc::new(Shared { access, page, engines, timeouts, connections: AtomicUsize::new(0) });
        let accepting = shared.clone();
        thread::Builder::new().name("accept".to_owned()).spawn(move || accept(&listener, &accepting))?;
        Ok(Server { shared })
    }

    /// Ends all engines.
    pub fn end(&self) {
        self.shared.engines.end(END_PATIENCE);
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        let stream = match stream {
            Ok(stream) => stream,
            Err(error) => {
                log::debug!("a connection was not accepted: {error}");
                thread::sleep(ACCEPT_PAUSE);
                continue;
            }
        };
        let Some(connection) = Connection::open(shared) else {
            refuse_at_once(&stream);
            continue;
        };
        let spawned = thread::Builder::new().name("connection".to_owned()).spawn(move || connection.serve(&stream));
        if let Err(error) = spawned {
            log::warn!("a connection was dropped: {error}");
        }
    }
}

/// Without a thread, hence without waiting for the request.
fn refuse_at_once(stream: &TcpStream) {
    let told = stream
        .set_nonblocking(true)
        .and_then(|()| Response::refusal(&Refusal::Connections).write(stream, Method::Get, None, false));
    // What has come so far is taken, so that the connection ends without a reset.
    let mut reader = stream;
    let _ = reader.read(&mut [0; 4 << 10]);
    let _ = stream.shutdown(Shutdown::Write);
    log::debug!("a connection was refused: {told:?}");
}

/// Counts as one of the connections until it is dropped.
struct Connection {
    shared: Arc<Shared>,
}

impl Connection {
    /// None if there are too many.
    fn open(shared: &Arc<Shared>) -> Option<Connection> {
        // Only the thread that accepts adds to the count.
        let is_free = shared.connections.load(Ordering::Relaxed) < MOST_CONNECTIONS;
        is_free.then(|| {
            shared.connections.fetch_add(1, Ordering::Relaxed);
            Connection { shared: shared.clone() }
        })
    }

    fn serve(self, stream: &TcpStream) {
        if let Err(error) = self.answer_requests(stream) {
            log::debug!("a connection ended: {error}");
        }
    }

    fn answer_requests(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(self.shared.timeouts.write))?;
        let mut buffer = Vec::new();
        loop {
            let request = match read_request(stream, &mut buffer, self.shared.timeouts.request) {
                Ok(Some(request)) => request,
                Ok(None) => return Ok(()),
                Err(refusal) => return refuse(stream, Method::Get, &refusal),
            };
            let host = match self.shared.access.check_host(request.header("host")) {
                Ok(host) => host,
                Err(refusal) => return refuse(stream, request.method, &refusal),
            };
            match request.path.as_str() {
                "/engine" => {
                    return match self.engine(stream, &request, host, buffer) {
                        Ok(ended) => ended,
                        Err(refusal) => refuse(stream, request.method, &refusal),
                    };
                }
                path => {
                    let response = match path {
                        "/status" => self.status(&request),
                        _ => self
                            .shared
                            .page
                            .file(path)
                            .map(|file| Response::file(file, &request))
                            .ok_or(Refusal::NotFound),
                    };
                    match response {
                        Ok(response) => response.write(stream, request.method, Some(host), request.keep_alive)?,
                        Err(refusal) => return refuse(stream, request.method, &refusal),
                    }
                    if !request.keep_alive {
                        hang_up(stream);
                        return Ok(());
                    }
                }
            }
        }
    }

    /// How many engines and connections there are, for a page that was refused one, and for tests.
    fn status(&self, request: &Request) -> Result<Response<'static>, Refusal> {
        self.shared.access.check_token(&request.query)?;
        let engines = &self.shared.engines;
        let connections = self.shared.connections.load(Ordering::Relaxed);
        Ok(Response::json(format!(
            "{{\"engines\":{},\"limit\":{},\"connections\":{connections}}}\n",
            engines.count(),
            engines.limit
        )))
    }

    /// Becomes a WebSocket with an engine behind it, and returns when both have ended.
    fn engine(
        &self,
        mut stream: &TcpStream,
        request: &Request,
        host: &str,
        unread: Vec<u8>,
    ) -> Result<io::Result<()>, Refusal> {
        let key = request.header("sec-websocket-key").filter(|_| is_upgrade(request)).ok_or(Refusal::NoWebSocket)?;
        Access::check_origin(request.header("origin"), host)?;
        self.shared.access.check_token(&request.query)?;
        let slot = self.shared.engines.claim()?;
        let started = slot.settings().start().map_err(|error| Refusal::Engine(error.to_string()))?;
        let switch = format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
            derive_accept_key(key.as_bytes())
        );
        let served = stream.write_all(switch.as_bytes());
        Ok(served.and_then(|()| serve_page(stream, unread, started, slot, &self.shared.timeouts)))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.shared.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

fn is_upgrade(request: &Request) -> bool {
    request.method == Method::Get
        && request.has_word("connection", "upgrade")
        && request.has_word("upgrade", "websocket")
        && request.header("sec-websocket-version") == Some("13")
}

/// Refuses, and ends the connection.
fn refuse(stream: &TcpStream, method: Method, refusal: &Refusal) -> io::Result<()> {
    log::debug!("refused: {refusal}");
    Response::refusal(refusal).write(stream, method, None, false)?;
    hang_up(stream);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::access::Token;
    use super::super::engines::GuestSettings;
    use super::*;
    use crate::engine::OptionLimits;

    /// A page that answers no pings, because its machine sleeps or is gone.
    #[test]
    fn a_silent_page_is_sent_pings_and_then_given_up() {
        let limits = OptionLimits { threads: 1, hash: 1 };
        let settings =
            GuestSettings { variant: None, options: Vec::new(), limits, idle: Duration::from_secs(1_000_000) };
        let engines = Engines::new(settings, 1);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let token = Token::random().expect("random numbers");
        let path = format!("/engine?token={}", token.text());
        let quick = ConnectionTimeouts {
            ping: Duration::from_millis(20),
            silence: Duration::from_millis(200),
            ..ConnectionTimeouts::default()
        };
        let server =
            Server::start(listener, Access::new(address, &[], token), engines.clone(), quick).expect("a server");
        let mut stream = TcpStream::connect(address).expect("the server accepts");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .expect("the server reads");
        let mut said = Vec::new();
        // Ends when the server gives up.
        stream.read_to_end(&mut said).expect("the end of the connection");
        let head = said.windows(4).position(|end| end == b"\r\n\r\n").expect("a head") + 4;
        let accepted = String::from_utf8_lossy(&said[..head]).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assert!(accepted, "RFC 6455, 1.3, has this answer to this key");
        assert!(said[head..].chunks(2).all(|frame| frame == [0x89, 0]) && said.len() > head, "{:?}", &said[head..]);
        server.end();
        assert_eq!(engines.count(), 0);
    }
}
