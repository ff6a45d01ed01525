//! The best move of a [`Game`](crate::game::Game) within limits.
//!
//! Generic over the game and compiled for each; it sees no concrete game, no standard output and no channel. What it
//! finds is told to a [`Listener`], and whoever holds the [`StopToken`] can end it at any time.
//!
//! - [`think`]: threads, iterative deepening, aspiration windows, several variations; `report.rs`: what it tells; `vote.rs`: what the
//!   threads agree on; `mates.rs`: mates beside the iterations, with `hunt.rs` and `hunt/`.
//! - `worker.rs`: one thread; `alphabeta.rs`: one node of its search; `pruning.rs`: what it leaves out;
//!   `quiescence.rs`: the captures below it.
//! - `ordering.rs`: which move first; `history.rs`: what was learned of moves; `table.rs`: what is known already; `clock.rs` and
//!   `confidence.rs`: how long.

mod alphabeta;
pub mod clock;
mod confidence;
mod history;
mod hunt;
pub mod info;
mod mates;
mod ordering;
mod pruning;
mod quiescence;
mod report;
pub mod root;
pub mod skill;
pub mod stop;
pub mod table;
#[cfg(test)]
mod toy;
pub mod value;
mod vote;
mod worker;

pub use clock::{Clock, Limits, PlayerClock};
pub use info::{Bound, Deaf, Info, Line, Listener};
pub use root::{Task, Verdict, think};
pub use stop::StopToken;
pub use table::Table;
pub use value::Score;
