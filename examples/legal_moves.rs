//! The legal moves of a position, and what the rules say of it: no search, no thread.
//!
//! `cargo run --example legal_moves -- janggi b1c3 h10g8`

use std::env;
use std::error::Error;

use janggun::engine::{AnyGame, EngineError, Options, open_session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let variant = words.next().unwrap_or_else(|| "janggi".to_owned());
    let moves: Vec<String> = words.collect();
    print!("{}", describe(&variant, &moves)?);
    Ok(())
}

/// FEN, legal moves, and the end of the game if it has ended, a line each.
pub fn describe(variant: &str, moves: &[String]) -> Result<String, Box<dyn Error>> {
    let options = Options::default();
    let unknown = || EngineError::Variant { name: variant.to_owned() };
    let mut session = open_session(variant, &options).ok_or_else(unknown)?;
    // All or nothing: if one of the moves is not legal, the error says which and why.
    session.set_position(&options, None, moves)?;
    let game: &dyn AnyGame = session.game();
    let mut text = format!("{}\n{}\n", game.picture().fen, game.legal_moves().join(" "));
    if let Some(outcome) = game.outcome() {
        let winner = outcome.winner.map_or("nobody", |side| game.side_name(side));
        text += &format!("{winner} wins: {}\n", game.in_words(outcome.reason));
    }
    Ok(text)
}
