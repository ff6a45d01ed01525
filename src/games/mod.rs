//! The games: rules, notation and evaluation, one folder each. A game may use [`crate::game`], and never sees another
//! game, the protocol, threads or clocks. [`any`] lists them all.

pub mod any;
pub mod janggi;
mod played;
pub mod twelve;

pub use played::{Played, PositionError};
