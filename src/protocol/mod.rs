//! The line protocol: text to [`Command`], [`Report`](crate::engine::Report) to text, and the loop between them. It
//! holds an [`Engine`](crate::engine::Engine) and never sees a board or a piece.

pub mod command;
mod output;
pub mod parse;
pub mod reply;
pub mod serve;

pub use command::Command;
pub use output::Output;
pub use parse::{ParseError, parse};
pub use serve::serve;
