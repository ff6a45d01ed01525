#![doc = include_str!("../README.md")]
//!
//! # The rooms
//!
//! | room | is for |
//! |---|---|
//! | [`game`] | what others need to know of any game |
//! | [`games`] | rules, notation and evaluation of each game; [`games::registry`] lists them |
//! | [`search`] | the best move of a game within limits |
//! | [`tablebase`] | solved games |
//! | [`engine`] | owns position, options, hash table and worker thread; bench and perft |
//! | [`protocol`] | text to commands, reports to text, and the loop between |
//! | [`tournament`] | plays engines against each other as child processes |
//! | [`tools`] | analysis of many positions, solving, playing against itself and tuning |
//! | [`pipes`] | standard input and output, which may be non-blocking |
//!
//! Arrows point one way: `main -> protocol -> engine -> search -> game <- games/*`.

pub mod engine;
mod files;
pub mod game;
pub mod games;
mod memory;
pub mod pipes;
pub mod protocol;
pub mod search;
pub mod tablebase;
pub mod tools;
pub mod tournament;
