//! The best move of a [`Game`](crate::game::Game) within limits.
//!
//! Generic over the game and compiled for each; it sees no concrete game, no standard output and no channel. What it
//! finds is told to a [`Listener`], and whoever holds the [`StopToken`] can end it at any time.
//!
//! - [`think`]: threads, iterative deepening, aspiration windows, several variations; `report.rs`: what it tells; `vote.rs`: what the
//!   threads agree on; `mates.rs`: mates beside the iterations, with `hunt.rs` and `hunt/`.
//! - `thread.rs`: one thread; `alphabeta.rs`: one node of its search; `pruning.rs`: what it leaves out;
//!   `quiescence.rs`: the captures below it.
//! - `ordering.rs`: which move first; `history.rs`: what was learned of moves; `table.rs`: what is known already; `clock.rs` and
//!   `stability.rs`: how long.

mod alphabeta;
mod history;
pub mod info;
mod mate_search;
mod picker;
pub mod pool;
mod proof_number;
mod pruning;
mod quiescence;
mod report;
pub mod root;
mod shared;
pub mod skill;
mod stability;
pub mod stop;
pub mod table;
pub mod think;
mod thread;
pub mod time_management;
#[cfg(test)]
mod toy;
pub mod value;
mod vote;

pub use info::{Bound, Info, Line, Listener, Silent};
pub use stop::StopToken;
pub use table::TranspositionTable;
pub use think::{SearchMemory, SearchResult, Task, think};
pub use time_management::{Limits, PlayerClock, SearchClock};
pub use value::Score;
