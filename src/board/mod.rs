//! `janggun board`: serves the page with the boards, and an engine to each page that connects.
//!
//! Everything that comes through the network is untrusted, also on the loopback: any site that is open in a browser can send requests
//! there. `access.rs` tells who is let in, `request.rs` reads no more than it must for no longer than it must, `engines.rs` counts
//! engines and holds them to limits, and `refusal.rs` says no with a sentence. One thread accepts connections; each
//! connection has a thread of its own, and one that becomes a WebSocket also the threads of a protocol session (`socket.rs`).

mod access;
mod engines;
mod page;
mod refusal;
mod request;
mod response;
mod server;
mod socket;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use crossbeam_channel::bounded;

use crate::clock::Duration;
use crate::engine::options::{self, name};
use crate::engine::{EngineError, OptionLimits};
use crate::game::OptionRole;
use access::{Access, Token};
use engines::{Engines, GuestSettings};
use server::{ConnectionTimeouts, Server};

/// Tried first, so that the page finds in the browser what it has stored there, which goes by the port too.
const USUAL_PORT: u16 = 8710;

/// What `board` is to do.
#[derive(Args)]
pub struct BoardArguments {
    /// Port; 0 takes a free one, and without the argument it is 8710 or, if that is taken, a free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Address to listen on instead of 127.0.0.1; others can then reach the server, without encryption
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), hide_default_value = true)]
    listen: IpAddr,
    /// Name by which the server is reached besides localhost and IP addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Engines at a time; a page has one, or two while it runs through a game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: u16,
    /// Largest value of Threads of each engine; as many as processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Largest value of Hash of each engine, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Seconds after which an engine ends of which nothing is asked
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600, value_parser = clap::value_parser!(u32).range(1..))]
    idle: u32,
    /// Table of a solved game, made by 'janggun solve'
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// An option of the engines, such as Hash=128 or EvalFile=new.net; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Why there is no board.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BoardError {
    #[error("cannot listen on {address}: {error}; choose another port with --port, 0 takes a free one")]
    Bind { address: SocketAddr, error: io::Error },
    #[error("--option cannot be '{0}'; expected NAME=VALUE, such as Hash=128")]
    Option(String),
    #[error("several engines cannot write one log; RUST_LOG=debug shows what pages say")]
    LogFile,
    #[error("the path '{0}' is no text; rename the file")]
    Path(PathBuf),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the system has no random numbers for a token: {0}")]
    Random(getrandom::Error),
    #[error("cannot start a thread: {0}; end other programs and try again")]
    Thread(io::Error),
    #[error("cannot listen for Ctrl-C: {0}")]
    Interrupt(ctrlc::Error),
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

/// Serves the page until an interrupt. The first line of `output` is the address.
pub fn board(arguments: &BoardArguments, variant: Option<&str>, output: &mut dyn Write) -> Result<(), BoardError> {
    let settings = arguments.guest_settings(variant)?;
    // Whatever is wrong with the options shows here, and what engines share is made.
    drop(settings.start()?);
    let listener = arguments.bind()?;
    let address = listener.local_addr().map_err(BoardError::Output)?;
    let token = Token::random().map_err(BoardError::Random)?;
    // Whoever listens on all addresses is reached on the loopback too.
    let shown = if address.ip().is_unspecified() { loopback_like(address) } else { address };
    let url = format!("http://{shown}/?token={}", token.text());

    let (interrupt, interrupted) = bounded(1);
    let handler = move || {
        // Full after the first interrupt, which is enough.
        let _ = interrupt.try_send(());
    };
    ctrlc::set_handler(handler).map_err(BoardError::Interrupt)?;
    let access = Access::new(address, &arguments.host, token);
    let engines = Engines::new(settings, usize::from(arguments.engines));
    let server = Server::start(listener, access, engines, ConnectionTimeouts::default()).map_err(BoardError::Thread)?;
    writeln!(output, "{url}").and_then(|()| output.flush()).map_err(BoardError::Output)?;
    if !address.ip().is_loopback() {
        let port = address.port();
        warn(&format!(
            "everybody who can reach {address} can ask for the page, and whoever knows the token has an engine; nothing is \
             encrypted. Others open http://ADDRESS-OF-THIS-MACHINE:{port}/ with the token above"
        ));
    }
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        warn(&format!("cannot open a browser: {error}; open the address above in one"));
    }
    // The sender lives in the handler, so there is nothing but an interrupt to receive.
    let _ = interrupted.recv();
    server.end();
    Ok(())
}

fn loopback_like(address: SocketAddr) -> SocketAddr {
    let ip: IpAddr = if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(ip, address.port())
}

fn warn(text: &str) {
    // Standard error may be a closed pipe; the board is served all the same.
    let _ = writeln!(io::stderr(), "janggun: {text}.");
}

impl BoardArguments {
    fn guest_settings(&self, variant: Option<&str>) -> Result<GuestSettings, BoardError> {
        let mut options = Vec::new();
        for option in &self.option {
            let (name, value) = option.split_once('=').ok_or_else(|| BoardError::Option(option.clone()))?;
            if name.eq_ignore_ascii_case(name::LOG_FILE) {
                return Err(BoardError::LogFile);
            }
            options.push((name.to_owned(), value.to_owned()));
        }
        if let Some(path) = &self.table {
            let text = path.to_str().ok_or_else(|| BoardError::Path(path.clone()))?;
            let takes = options::TABLE.iter().filter(|spec| spec.role == OptionRole::SolvedTable);
            options.extend(takes.map(|spec| (spec.name.to_owned(), text.to_owned())));
        }
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.map_or_else(|| i64::try_from(processors).unwrap_or(1), i64::from);
        let limits = OptionLimits { threads, hash: i64::from(self.hash) };
        let idle = Duration::from_secs(u64::from(self.idle));
        Ok(GuestSettings { variant: variant.map(ToOwned::to_owned), options, limits, idle })
    }

    fn bind(&self) -> Result<TcpListener, BoardError> {
        let bind = |port| {
            let address = SocketAddr::new(self.listen, port);
            TcpListener::bind(address).map_err(|error| BoardError::Bind { address, error })
        };
        match self.port {
            Some(port) => bind(port),
            None => bind(USUAL_PORT).or_else(|_| bind(0)),
        }
    }
}
