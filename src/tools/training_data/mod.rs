//! Games that the engine played against itself, as files: what trainer, tuner and reader share. docs/selfplay.md
//! describes the bytes.
//!
//! - `record.rs`: one game as bytes.
//! - `file.rs`: a header and games behind it; reading, appending and going on with a file.
//! - `start.rs`: where a game begins, with the options that its FEN does not tell.
//! - `replay.rs`: the positions of a game with their labels.

mod file;
mod record;
mod replay;
mod start;

pub use file::{DataError, GameFile, GameReader, Header, Resumed};
pub use record::{Label, Ply, SCORE_LIMIT, Thrown, TrainingGame};
pub use replay::{Labelled, ReplayError, move_index, replay};
pub use start::{GameSettings, Start};

/// The reason of a game that was broken off because one side had been winning for long enough.
pub const ADJUDICATED: &str = "adjudicated";
/// The reason of a game that was broken off, and counted out, because it took too long.
pub const TOO_LONG: &str = "plies";
