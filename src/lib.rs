#![doc = include_str!("../README.md")]
//!
//! # The rooms
//!
//! | room | is for |
//! |---|---|
//! | [`game`] | what others need to know of any game |
//! | [`games`] | rules, notation and evaluation of each game; [`games::registry`] lists them |
//! | [`network`] | networks that evaluate positions |
//! | [`search`] | the best move of a game within limits |
//! | [`tablebase`] | solved games |
//! | [`engine`] | owns position, options, hash table and worker thread; bench and perft |
//! | [`protocol`] | text to commands, reports to text, and the loop between |
//! | [`records`] | records of games in files: PGN, `.gib` |
//! | [`tournament`] | plays engines against each other as child processes |
//! | [`tools`] | analysis of many positions, solving, self-play and tuning |
//! | [`play`] | a person plays in a terminal |
//! | [`board`] | serves the page with the boards to a browser, with an engine for each page |
//! | [`clock`] | what time it is, wherever the program runs |
//! | [`lines`] | lines of untrusted input, with one limit for all |
//! | [`pipes`] | standard input and output, which may be non-blocking, and those of child processes |
//!
//! The feature `native`, which is on by default, holds what needs an operating system: `pipes`, `records`, `tournament`, `tools`, `play`,
//! `board` and the loop of the protocols. Without it the library runs in a browser; there a search runs on the caller's thread,
//! [`engine::Engine::go_here`].
//!
//! Arrows point one way: `main -> protocol -> engine -> search -> game <- games/*`.

#[cfg(feature = "native")]
pub mod board;
pub mod clock;
pub mod engine;
#[cfg(feature = "native")]
mod epd;
#[cfg(feature = "native")]
mod files;
pub mod game;
pub mod games;
pub mod lines;
mod memory;
pub mod network;
#[cfg(feature = "native")]
pub mod pipes;
#[cfg(feature = "native")]
pub mod play;
pub mod protocol;
#[cfg(feature = "native")]
pub mod records;
pub mod search;
pub mod tablebase;
#[cfg(feature = "native")]
pub mod tools;
#[cfg(feature = "native")]
pub mod tournament;
