//! The engine behind the protocol: it owns the position, the options, the hash table and the worker thread, and wires
//! games and search together. It knows nothing of the protocol's text.

pub mod bench;
mod handle;
mod job;
pub mod options;
pub mod perft;
mod report;
mod session;
mod solved_probe;
mod strategy_probe;
mod tablebase_probe;
mod worker;

pub use handle::{Effect, Engine, EngineError};
pub use job::{Clocks, SearchRequest};
pub use options::{OptionError, Options};
pub use report::{Report, SearchReport};
pub use session::{Evaluated, GameSession, open_session};

// What games, reports and errors are made of, for those who only know the engine.
pub use crate::games::{AnyGame, Picture, PositionError};
pub use crate::search::{Bound, Score};
