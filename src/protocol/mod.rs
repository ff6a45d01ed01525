//! The line protocols: text to commands, [`Report`](crate::engine::Report)s to text, and the loop between them. The first
//! line decides which one is spoken: `cecp` after `xboard`, else [`uci`]. Both hold the same
//! [`Engine`](crate::engine::Engine) and never see a board or a piece.
//!
//! The loop has threads and pipes and needs the feature `native`. Without it there are the commands and answers of UCI as
//! text, for whoever has another way to pass them on.

#[cfg(feature = "native")]
pub mod cecp;
#[cfg(feature = "native")]
mod console;
#[cfg(feature = "native")]
mod output;
#[cfg(feature = "native")]
pub mod serve;
pub mod uci;
mod words;

#[cfg(feature = "native")]
pub use console::engine_and_reports;
#[cfg(feature = "native")]
pub use output::Output;
#[cfg(feature = "native")]
pub use serve::serve;
pub use words::{ParseError, sentence};
