//! Tournaments: engines as child processes play each other, and our own rules judge them; no engine is trusted.
//!
//! `arguments` is the command line and `settings`, `engines`, `limits` and `openings` what it says; `schedule` tells who
//! plays whom in which game, as a pure function of the settings. `engine_process` is a child process, `reader` its output and `engine_lines` what it says,
//! `referee` knows the rules, `clock` the time, `pauses` when it cannot be measured and `adjudication` when enough is
//! enough; `game` brings them together and
//! `end_reason` names what can come of it. `runner` plays many games at once, `record`, `pgn` and `pgn_file` write them down, `progress`
//! and `summary` tell people. `tally`, `sprt` and `rating` are the statistics, `unique_games` counts no
//! game twice, `rate` merges records.
//!
//! The room may use [`crate::games`] to referee, and never sees the engine or the search of this program: what plays is
//! always another process.

mod adjudication;
pub mod arguments;
mod clock;
mod end_reason;
mod engine_lines;
mod engine_process;
mod engines;
mod game;
mod keys;
mod limits;
mod openings;
mod pauses;
mod pgn;
mod pgn_file;
mod progress;
mod rate;
mod rating;
mod reader;
mod record;
mod referee;
mod runner;
mod schedule;
mod settings;
mod sprt;
mod summary;
mod tally;
mod unique_games;

pub use arguments::{MatchArguments, RateArguments};
pub use end_reason::EndReason;
pub use rate::{RateError, rate};
pub use rating::{Encounter, PlayerRating, fit};
pub use runner::{MatchError, MatchOutcome, run};
pub use sprt::{EloModel, Sprt, SprtDecision};
pub use tally::{Elo, GameTally};
