//! The games: rules, notation and evaluation, one folder each. A game may use [`crate::game`], and never sees another
//! game, the protocol, threads or clocks. [`registry`] lists them all; what their FENs have in common is read in `fields.rs`, what their
//! evaluations have in common is added up in [`ledger`].

mod bitset;
pub mod cheduk;
mod fields;
pub mod janggi;
pub mod ledger;
mod played;
mod record;
pub mod registry;
#[cfg(test)]
mod test_games;
pub mod twelve;

pub use fields::FieldError;
pub use played::{Played, PositionError};
pub use record::{AnyGame, Picture, RecordedGame};
