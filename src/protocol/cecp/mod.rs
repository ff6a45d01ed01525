//! CECP, the protocol of XBoard and WinBoard. Here the engine keeps the game and the clocks itself, makes its own moves,
//! ponders when it likes to and claims results.

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
