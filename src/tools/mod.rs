//! Tools, generic over games: analysis of many positions, review of games, conversion of records, solving, self-play, statistics of such games, tuning,
//! training, the search parameters for tuners, and man pages.

pub mod analyse;
mod analyst;
mod annotator;
mod bar;
pub mod convert;
pub mod games;
mod interrupts;
pub mod manual;
pub mod parameters;
pub mod review;
pub mod search_arguments;
pub mod selfplay;
pub mod solving;
mod svg;
pub mod train;
pub mod training_data;
pub mod tune;

pub use interrupts::listen_for_interrupts;
