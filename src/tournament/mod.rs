//! Tournaments: engines as child processes play each other, and our own rules judge them; no engine is trusted.
//!
//! `arguments` is the command line and `settings`, `engines`, `limits` and `openings` what it says; `schedule` tells who
//! plays whom in which game, as a pure function of the settings. `player` is a child process, `reader` its output and `speech` what it says,
//! `referee` knows the rules, `clock` the time, `standstill` when it cannot be measured and `adjudication` when enough is
//! enough; `game` brings them together and
//! `ending` names what can come of it. `runner` plays many games at once, `record`, `pgn` and `pgn_file` write them down, `progress`
//! and `summary` tell people. `tally`, `sprt` and `rating` are the statistics, `unique_games` counts no
//! game twice, `rate` merges records.
//!
//! The room may use [`crate::games`] to referee, and never sees the engine or the search of this program: what plays is
//! always another process.

mod adjudication;
pub mod arguments;
mod clock;
mod ending;
mod engines;
mod game;
mod keys;
mod limits;
mod openings;
mod pgn;
mod pgn_file;
mod player;
mod progress;
mod rate;
mod rating;
mod reader;
mod record;
mod referee;
mod runner;
mod schedule;
mod settings;
mod speech;
mod sprt;
mod standstill;
mod summary;
mod tally;
mod unique_games;

pub use arguments::{MatchArguments, RateArguments};
pub use ending::Reason;
pub use rate::{RateError, rate};
pub use rating::{Encounter, Rated, fit};
pub use runner::{Finish, MatchError, run};
pub use sprt::{Model, Sprt, Verdict};
pub use tally::{Elo, Tally};
