//! Tools, generic over games: analysing many positions, solving games, playing against itself, reading such games, tuning.

pub mod analyse;
mod annotator;
mod bar;
pub mod games;
pub mod selfplay;
pub mod solving;
pub mod train;
pub mod training_data;
pub mod tune;
