//! Solved games: computing the value of every position backwards from the ends, keeping it in a file, checking the file,
//! and looking positions up in it. Knows games only as [`SolvedPosition`](crate::game::SolvedPosition).
//!
//! A position has an entry in the file only if its value does not show at once: see [`ShallowValue`].

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
