//! Two engines in one process play a game of a match, each with its own options and memory; the rules end it.
//!
//! `cargo run --release --example match_game -- dobutsu`

use std::env;
use std::error::Error;

use janggun::clock::Instant;
use janggun::engine::{Engine, Report, SearchRequest};
use janggun::search::StopToken;

fn main() -> Result<(), Box<dyn Error>> {
    let variant = env::args().nth(1).unwrap_or_else(|| "dobutsu".to_owned());
    let played = play(&variant, [20_000, 2_000], 300)?;
    println!("{}\n{}", played.moves.join(" "), played.end);
    Ok(())
}

/// A game that is over.
pub struct PlayedGame {
    /// As the protocol writes them.
    pub moves: Vec<String>,
    /// Who won and why, in words.
    pub end: String,
}

/// A game in which each side searches so many nodes for a move; broken off after so many plies.
pub fn play(variant: &str, nodes: [u64; 2], most_plies: usize) -> Result<PlayedGame, Box<dyn Error>> {
    let mut players = [Engine::without_worker(Some(variant))?, Engine::without_worker(Some(variant))?];
    for player in &mut players {
        player.set_option("Hash", Some("4"))?;
    }
    let mut moves = Vec::new();
    loop {
        let game = players[0].game();
        if let Some(outcome) = game.outcome() {
            let winner = outcome.winner.map_or("nobody", |side| game.side_name(side));
            return Ok(PlayedGame { moves, end: format!("{winner} wins: {}", game.in_words(outcome.reason)) });
        }
        if moves.len() >= most_plies {
            return Ok(PlayedGame { moves, end: format!("broken off after {most_plies} plies") });
        }
        // Sides need not alternate.
        let to_move = usize::from(game.side_to_move() != game.first_side());
        let Some(mv) = search(&players[to_move], nodes[to_move])? else {
            return Err("an engine found no move in a game that goes on".into());
        };
        for player in &mut players {
            player.play(&mv)?;
        }
        moves.push(mv);
    }
}

/// Searches on this thread.
fn search(engine: &Engine, nodes: u64) -> Result<Option<String>, Box<dyn Error>> {
    let request = SearchRequest { nodes: Some(nodes), ..SearchRequest::default() };
    let mut best = None;
    engine.go_here(&request, (Instant::now(), &StopToken::new()), &mut |report| {
        if let Report::BestMove { best: found, .. } = report {
            best = found;
        }
    })?;
    Ok(best)
}
