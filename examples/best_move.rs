//! Searches a position in the background, shows each line that is found, and takes the best move.
//!
//! `cargo run --release --example best_move -- janggi 10`

use std::env;
use std::error::Error;
use std::sync::mpsc;

use janggun::engine::{Engine, Report, SearchRequest};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let variant = words.next().unwrap_or_else(|| "janggi".to_owned());
    let depth = words.next().map_or(Ok(10), |word| word.parse())?;
    match best_move(&variant, None, depth)? {
        Some(mv) => println!("best: {mv}"),
        None => println!("the game is over"),
    }
    Ok(())
}

/// The best move of a position, the start position if there is no FEN; none if the game is over.
pub fn best_move(variant: &str, fen: Option<&str>, depth: u32) -> Result<Option<String>, Box<dyn Error>> {
    let (sender, reports) = mpsc::channel();
    // Called on the thread of the search: it should not keep that waiting.
    let mut engine = Engine::new(Some(variant), move |report| drop(sender.send(report)))?;
    engine.set_option("Hash", Some("16"))?;
    engine.set_position(fen, &[])?;
    engine.go(&SearchRequest { depth: Some(depth), ..SearchRequest::default() })?;
    // Meanwhile this thread is free; `engine.stop()` would end the search with the best move so far.
    let mut best = None;
    for report in reports {
        match report {
            Report::Search(line) => eprintln!("depth {} {:?} {}", line.depth, line.score, line.moves.join(" ")),
            Report::BestMove { best: found, .. } => best = found,
            Report::Error(text) => return Err(text.into()),
            Report::Finished => break,
            _ => (),
        }
    }
    engine.finished();
    Ok(best)
}
