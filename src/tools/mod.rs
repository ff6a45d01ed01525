//! Tools, generic over games: counting positions, timing the search, solving games.

pub mod bench;
pub mod perft;
pub mod solving;
