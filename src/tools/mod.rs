//! Tools, generic over games: analysing many positions, solving games, playing against itself, tuning.

pub mod analyse;
mod analyst;
mod bar;
mod epd;
pub mod selfplay;
pub mod solving;
pub mod tune;
