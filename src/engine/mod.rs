//! The engine behind the protocol: it owns the position, the options, the hash table and the worker thread, and wires
//! games and search together. It knows nothing of the protocol's text.

mod guide;
mod handle;
mod job;
pub mod options;
mod oracle;
mod report;
mod seat;
mod worker;

pub use handle::{Effect, Engine, EngineError};
pub use job::{Clocks, SearchRequest};
pub use options::{OptionError, Options};
pub use report::{Report, SearchReport};
pub use seat::{Evaluated, Picture, Seat, open_seat};
