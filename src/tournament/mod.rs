//! Tournaments: plays engines, which are child processes, against each other. Our own rules referee; no engine is
//! trusted.
//!
//! | files | |
//! |---|---|
//! | `arguments`, `keys`, `settings`, `engines`, `limits`, `openings` | the command line and what it says |
//! | `dialect` | the same as other runners take it and print it |
//! | `schedule` | pairings, as a pure function of the settings |
//! | `engine_process`, `process_group`, `engine_output`, `engine_lines`, `complaints`, `transcript` | a child process, its output, the lines that it writes, its standard error, and a transcript |
//! | `referee`, `clock`, `pauses`, `adjudication`, `end_reason` | what ends a game |
//! | `game`, `runner` | one game; many at once |
//! | `record`, `unique_games`, `pgn`, `pgn_file`, `progress`, `summary` | records, and texts for people |
//! | `tally`, `sprt`, `rating`, `rate` | statistics; the rating list of several records |
//!
//! The room uses [`crate::games`] to referee, but neither the engine nor the search of this program.

mod adjudication;
pub mod arguments;
mod clock;
mod complaints;
mod dialect;
mod end_reason;
mod engine_lines;
mod engine_output;
mod engine_process;
mod engines;
mod game;
mod keys;
mod limits;
mod openings;
mod pauses;
mod pgn;
mod pgn_file;
mod process_group;
mod progress;
mod rate;
mod rating;
mod record;
mod referee;
mod runner;
mod schedule;
mod settings;
mod sprt;
mod summary;
mod tally;
mod transcript;
mod unique_games;

pub use arguments::{MatchArguments, RateArguments};
pub use dialect::{Dialect, DialectError, DialectRun, read as read_dialect};
pub use end_reason::EndReason;
pub use rate::{RateError, rate};
pub use rating::{Encounter, PlayerRating, fit};
pub use runner::{MatchError, MatchOutcome, run};
pub use sprt::{EloModel, Sprt, SprtDecision};
pub use tally::{Elo, GameTally};
