//! The line protocols: text to commands, [`Report`](crate::engine::Report)s to text, and the loop between them. The
//! first line decides which one is spoken: `cecp` after `xboard`, else [`uci`]. Both use the same
//! [`Engine`](crate::engine::Engine) and never see a board or a piece.
//!
//! The loop needs threads and pipes, hence the feature `native`. Without it UCI commands can still be parsed and
//! replies worded, for programs that pass lines on in another way.

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
pub use words::{ParseError, one_line};
