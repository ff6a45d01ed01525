//! CECP, the protocol of XBoard and WinBoard. Unlike with UCI, the engine keeps game and clocks itself, plays its own
//! moves, decides when to ponder, and claims results.

mod clock;
pub mod command;
mod coordinates;
mod parse;
mod reply;
mod session;
mod setup;
mod thinking;

pub use command::CecpCommand;
pub use parse::parse;
pub use session::CecpSession;
