//! Tools, generic over games: analysing and counting positions, timing the search, solving games, playing against itself,
//! reading such games, tuning.

pub mod analyse;
mod annotator;
mod bar;
pub mod bench;
pub mod games;
pub mod perft;
pub mod selfplay;
pub mod solving;
pub mod training_data;
pub mod tune;
