//! The engine behind the protocol: it owns the game session, the options, the search memory and the worker thread, and
//! connects games, search and tablebases. It knows nothing of the protocol's text.

pub mod bench;
mod clock_lag;
mod draw_offer;
mod genfens;
mod handle;
mod job;
mod level;
mod move_values;
pub mod networks;
pub mod options;
pub mod perft;
mod repetition;
mod report;
mod session;
mod solved_probe;
mod strategy_probe;
mod tablebase_probe;
mod worker;

pub use draw_offer::{Agreement, Outlook};
pub use genfens::GenfensRequest;
pub use handle::{Effect, Engine, EngineError};
pub use job::{Clocks, SearchRequest, Timing};
pub use move_values::{MoveValue, MoveValues};
pub use options::{OptionError, OptionLimits, Options};
pub use report::{Report, SearchReport};
pub use session::{Evaluated, GameSession, open_session};

// Types that appear in the engine's interface.
pub use crate::games::{AnyGame, Picture, PositionError};
pub use crate::search::{Bound, Score};
pub use crate::tablebase::SolvedValue;
