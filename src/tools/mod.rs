//! Measuring tools, generic over games: counting positions and timing the search.

pub mod bench;
pub mod perft;
