//! Files of self-play games, for trainer, tuner and reader. docs/selfplay.md describes the format.
//!
//! - `record.rs`: one game as bytes.
//! - `file.rs`: header and games; reading and appending.
//! - `start.rs`: the start of a game: variant, FEN and options.
//! - `replay.rs`: the positions of a game with their labels.

mod file;
mod record;
mod replay;
mod start;

pub use file::{DataError, GameFile, GameReader, Header, Resumed};
pub use record::{Label, Ply, RejectedOpenings, SCORE_LIMIT, TrainingGame};
pub use replay::{Labelled, ReplayError, move_index, replay};
pub use start::{GameSettings, Start};

/// End reason of a game that was adjudicated because of its scores.
pub const ADJUDICATED: &str = "adjudicated";
/// End reason of a game that reached the limit of plies.
pub const TOO_LONG: &str = "plies";
