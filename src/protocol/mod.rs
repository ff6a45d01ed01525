//! The line protocols: text to commands, [`Report`](crate::engine::Report)s to text, and the loop between them. The first
//! line decides which one is spoken: [`cecp`] after `xboard`, else [`uci`]. Both hold the same
//! [`Engine`](crate::engine::Engine) and never see a board or a piece.

pub mod cecp;
mod console;
mod output;
pub mod serve;
pub mod uci;
mod words;

pub use console::engine_and_reports;
pub use output::{Output, sentence};
pub use serve::serve;
pub use words::ParseError;
