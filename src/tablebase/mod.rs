//! Solved games: retrograde analysis, the table file, its verification, and probing. Knows games only as
//! [`SolvedPosition`](crate::game::SolvedPosition).
//!
//! A position has an entry in the file only if a search of two plies does not tell its value: see [`ShallowValue`].

pub mod distil;
pub mod file;
pub mod quick;
pub mod solve;
pub mod states;
pub mod strategy;
#[cfg(all(test, feature = "native"))]
mod toy;
pub mod value;
pub mod verify;
#[cfg(feature = "native")]
pub mod writer;

pub use file::{TableError, Tablebase};
pub use solve::{Counts, Progress, solve};
pub use strategy::Strategy;
pub use value::{ShallowValue, SolvedValue};
