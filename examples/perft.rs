//! Counts positions, with types that are known when this is compiled: nothing is looked up by name.
//!
//! `cargo run --release --example perft -- 5`

use std::env;
use std::error::Error;

use janggun::engine::{Options, perft};
use janggun::game::{Game, Notation};
use janggun::games::janggi::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let depth = env::args().nth(1).map_or(Ok(4), |word| word.parse())?;
    let start = Position::start(&Position::VARIANTS[0], &Options::default());
    for depth in 1..=depth {
        println!("{depth} {} {}", leaves(&start, depth), perft::count(&start, depth));
    }
    Ok(())
}

/// The leaves of the tree of moves, for any game: the library counts the same, sooner.
pub fn leaves<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    moves.into_iter().map(|mv| leaves(&after(mv), depth - 1)).sum()
}
