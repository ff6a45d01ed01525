//! UCI, the protocol of chess engines, with variants as in Fairy-Stockfish and a few commands for people at a
//! terminal.

pub mod command;
mod parse;
pub mod reply;
#[cfg(feature = "native")]
mod session;

pub use command::UciCommand;
pub use parse::parse;
#[cfg(feature = "native")]
pub use session::UciSession;
