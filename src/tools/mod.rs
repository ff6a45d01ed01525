//! Tools, generic over games: counting positions, timing the search, solving games, playing against itself, tuning.

mod bar;
pub mod bench;
pub mod perft;
pub mod selfplay;
pub mod solving;
pub mod tune;
