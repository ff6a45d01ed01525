//! Tools, generic over games: analysing and counting positions, timing the search, solving games, playing against itself,
//! tuning.

pub mod analyse;
mod annotator;
mod bar;
pub mod bench;
pub mod perft;
pub mod selfplay;
pub mod solving;
pub mod tune;
