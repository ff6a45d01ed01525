//! The games: rules, notation and evaluation, one folder each. A game may use [`crate::game`], and never sees another
//! game, the protocol, threads or clocks. [`registry`] lists them all. What they share: coordinates and sets of points in
//! `bitset.rs`, FENs in `placement.rs` and `fields.rs`, numbers for keys in `splitmix.rs`, linear evaluations in
//! [`linear_eval`].

mod bitset;
pub mod cheduk;
pub mod family;
mod fields;
pub mod janggi;
#[cfg(feature = "native")]
mod language;
pub mod linear_eval;
pub mod option_values;
mod placement;
mod played;
mod record;
pub mod registry;
mod splitmix;
#[cfg(test)]
mod test_games;
pub mod twelve;

pub use fields::FieldError;
#[cfg(feature = "native")]
pub use language::Language;
pub use placement::PlacementError;
pub use played::{Played, PositionError};
pub use record::{AnyGame, MoveInWords, Picture, RecordedGame, WinningAnswer};
