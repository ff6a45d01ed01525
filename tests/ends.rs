//! No level walks into an end: after a move of the engine the opponent never has one that ends the game at once and wins, unless
//! every other move allows that too.

mod common;

use common::Dice;
use janggun::clock::Instant;
use janggun::engine::{Engine, Report, SearchRequest};
use janggun::search::StopToken;

/// Positions of each game.
const POSITIONS: usize = 1_000;

/// What the engine plays, without whatever it has learned from the positions before.
fn best_move(engine: &mut Engine, depth: Option<u32>) -> Option<String> {
    engine.new_game();
    let request = SearchRequest { depth, ..SearchRequest::default() };
    let mut found = None;
    let listen = &mut |report| {
        if let Report::BestMove { best, .. } = report {
            found = best;
        }
    };
    engine.go_here(&request, (Instant::now(), &StopToken::new()), listen).expect("a search");
    found
}

/// An answer to a move that ends the game at once and wins.
fn refutation(engine: &Engine, mv: &str) -> Option<String> {
    let us = engine.game().side_to_move();
    let after = engine.game().after(mv).expect("a legal move");
    if after.side_to_move() == us || after.outcome().is_some() {
        return None;
    }
    let wins = |reply: &String| {
        after.after(reply).expect("a legal move").outcome().is_some_and(|end| end.winner == Some(us.other()))
    };
    after.legal_moves().into_iter().find(wins)
}

/// Searches a position as far as a depth, or at a level, and looks at what is played.
fn check(engine: &mut Engine, depth: Option<u32>, told: &str) {
    let Some(best) = best_move(engine, depth) else { return };
    if let Some(reply) = refutation(engine, &best) {
        let moves = engine.game().legal_moves();
        let better = moves.iter().find(|mv| refutation(engine, mv).is_none());
        let fen = engine.game().picture().fen;
        assert!(better.is_none(), "{told}: {best} is answered by {reply}, but not {better:?}: position fen {fen}");
    }
}

/// Random positions of the variants of a game, in turns, each searched to depths 2 to 4 and at one of the levels.
fn check_random_games(variants: &[&str], seed: u64) {
    let mut dice = Dice::new(seed);
    let levels = ["low", "middle", "high"];
    let mut engines: Vec<Engine> =
        variants.iter().map(|name| Engine::without_worker(Some(name)).expect("an engine")).collect();
    for engine in &mut engines {
        engine.set_option("Hash", Some("1")).expect("a small table");
    }
    let mut number = 0;
    while number < POSITIONS {
        let engine = &mut engines[number % variants.len()];
        engine.set_position(None, &[]).expect("the start position");
        let plies = 4 + dice.roll(70);
        for _ in 0..plies {
            let moves = engine.game().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.roll(moves.len() as u64) as usize].clone();
            engine.play(&mv).expect("a legal move");
        }
        if engine.game().outcome().is_some() {
            continue;
        }
        for depth in 2..=4 {
            check(engine, Some(depth), &format!("depth {depth}"));
        }
        let level = levels[number / variants.len() % levels.len()];
        engine.set_option("Level", Some(level)).expect("a level");
        check(engine, None, level);
        engine.set_option("Level", Some("full")).expect("a level");
        number += 1;
    }
}

#[test]
fn no_level_of_janggi_walks_into_an_end() {
    check_random_games(&common::VARIANTS, 1);
}

#[test]
fn no_level_of_the_small_games_walks_into_an_end() {
    check_random_games(&["twelvejanggi", "dobutsu"], 2);
}

#[test]
fn no_level_of_cheduk_walks_into_an_end() {
    check_random_games(&["cheduk", "chedukmodern"], 3);
}

/// The game that showed it: a cannon leaves the file between the generals, and a pass wins on points.
#[test]
fn a_pass_that_wins_by_bikjang_is_seen() {
    let moves = "i4h4 a7b7 e4f4 h10g8 b1c3 e7f7 b3e3 b10c8".split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut engine = Engine::without_worker(None).expect("an engine");
    engine.set_position(None, &moves).expect("a game");
    assert_eq!(refutation(&engine, "e3a3").as_deref(), Some("e9e9"));
    for depth in 1..=5 {
        let best = best_move(&mut engine, Some(depth)).expect("a move");
        assert_eq!(refutation(&engine, &best), None, "depth {depth}: {best}");
    }
    engine.set_option("Level", Some("low")).expect("a level");
    let best = best_move(&mut engine, None).expect("a move");
    assert_eq!(refutation(&engine, &best), None, "{best}");
}

/// A game in which levels of skill repeated the position with a chariot, although the repetition loses.
#[test]
fn a_repetition_that_loses_is_seen_by_levels_of_skill() {
    let moves = "c4b4 b10a8 b1a3 e9f9 e2e1 f10e9 e4f4 e7f7 c1e4 c7d7 a3b1 c10e7 h1g3 a10c10 h3f3 i7h7 f3i3 h7i7 i3i5 i7h7 i5i2 \
         h7i7 b3i3 c10c8 b1d2 b8d8 i3i5 i7h7 i5i3 h7i7 i3i5 i7h7";
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let mut engine = Engine::without_worker(None).expect("an engine");
    engine.set_position(None, &moves).expect("a game");
    assert_eq!(refutation(&engine, "i5i3").as_deref(), Some("h7i7"));
    for level in 5..20 {
        engine.set_option("Skill Level", Some(&level.to_string())).expect("a level");
        let best = best_move(&mut engine, None).expect("a move");
        assert_eq!(refutation(&engine, &best), None, "level {level}: {best}");
    }
}
