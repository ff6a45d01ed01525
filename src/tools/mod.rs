//! Tools, generic over games: analysis of many positions, conversion of records, solving, self-play, statistics of such games, tuning.

pub mod analyse;
mod annotator;
mod bar;
pub mod convert;
pub mod games;
pub mod parameters;
pub mod selfplay;
pub mod solving;
pub mod train;
pub mod training_data;
pub mod tune;
