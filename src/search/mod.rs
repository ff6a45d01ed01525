//! The best move of a [`Game`](crate::game::Game) within limits.
//!
//! Generic over the game and monomorphised; it sees no concrete game, no standard output and no channel. Results go to a
//! [`Listener`]; whoever holds the [`StopToken`] can end the search at any time.
//!
//! | where | what |
//! |---|---|
//! | `think.rs`, `shared.rs`, `pool.rs`, `vote.rs` | lazy SMP: main thread, helper threads, what they share, the vote on the best move |
//! | `root.rs` | iterative deepening, aspiration windows, MultiPV |
//! | `alphabeta.rs` | one node: principal variation search, check extension, mate-distance pruning, internal iterative reduction |
//! | `pruning.rs` | razoring, reverse futility pruning, null-move pruning, ProbCut, late-move pruning, futility pruning, history and SEE pruning, singular extension and multi-cut, late-move reduction (LMR) |
//! | `quiescence.rs` | stand pat, delta pruning, check evasions |
//! | `picker.rs`, `history.rs` | staged move ordering: hash move, MVV-LVA, killer moves, countermove, history and continuation history; correction history |
//! | `parameters.rs` | the margins and other numbers of all these, for tuners such as SPSA |
//! | `transposition_table.rs` | the transposition table, lockless |
//! | `mate_search.rs`, `proof_number.rs` | proof-number search for mates beside the iterations; exhaustive search for `go mate` |
//! | `thread.rs`, `value.rs` | the state of one search thread and its limits; values, mate scores |
//! | `stop.rs` | the stop token: `stop`, `ponderhit`, and waiting for them |
//! | `skill.rs` | weaker play on purpose: `Skill Level`, `UCI_Elo` |
//! | `time_management.rs`, `stability.rs` | soft and hard time limits; how much of the soft limit a move gets |
//! | `report.rs`, `info.rs` | principal variations for the listener |

mod alphabeta;
mod history;
pub mod info;
mod mate_search;
pub mod parameters;
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
pub mod think;
mod thread;
pub mod time_management;
#[cfg(test)]
mod toy;
pub mod transposition_table;
pub mod value;
mod vote;

pub use info::{Bound, Info, Line, Listener, Silent};
pub use stop::StopToken;
pub use think::{SearchMemory, SearchResult, Task, think};
pub use time_management::{Limits, PlayerClock, SearchClock};
pub use transposition_table::TranspositionTable;
pub use value::Score;
