//! The examples of the crate say what is true. `cargo test` also builds them as programs.

// Their own `main` is for the programs.
#[allow(dead_code)]
#[path = "../examples/best_move.rs"]
mod best_move;
#[allow(dead_code)]
#[path = "../examples/legal_moves.rs"]
mod legal_moves;
#[allow(dead_code)]
#[path = "../examples/match_game.rs"]
mod match_game;
#[allow(dead_code)]
#[path = "../examples/perft.rs"]
mod perft;

mod common;

use common::{MATED, MATES_IN_ONE, START};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(ToOwned::to_owned).collect()
}

#[test]
fn the_legal_moves_of_a_position() {
    let text = legal_moves::describe("janggi", &[]).expect("the start position");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], START);
    assert_eq!((lines.len(), words(lines[1]).len()), (2, 32));
    let ended = legal_moves::describe("janggi", &words("e2e2 e9e9")).expect("two passes");
    assert!(ended.lines().last().is_some_and(|line| line.contains(" wins: ")), "{ended}");
    let refused = legal_moves::describe("janggi", &words("b1c3 e2e9")).expect_err("no such move");
    assert!(refused.to_string().contains("ply 2"), "{refused}");
    assert!(legal_moves::describe("chess", &[]).is_err_and(|error| error.to_string().contains("choose one of")));
}

#[test]
fn counted_positions() {
    use janggun::game::Notation;
    let start = janggun::games::janggi::Position::start(
        &janggun::games::janggi::Position::VARIANTS[0],
        &janggun::engine::Options::default(),
    );
    assert_eq!([1, 2, 3].map(|depth| perft::leaves(&start, depth)), [32, 1_024, 33_000]);
}

#[test]
fn the_best_move_mates() {
    let (fen, mates) = MATES_IN_ONE[0];
    let best = best_move::best_move("janggi", Some(fen), 4).expect("a search").expect("a move");
    assert!(mates.contains(&best.as_str()), "{best}");
    assert_eq!(best_move::best_move("janggi", Some(MATED), 4).expect("a search"), None);
}

#[test]
fn a_game_of_a_match_is_played_to_its_end() {
    let played = match_game::play("dobutsu", [5_000, 10], 400).expect("a game");
    assert!(!played.moves.is_empty());
    assert!(played.end.contains(" wins: "), "{}", played.end);
    let broken_off = match_game::play("cheduk", [10, 10], 3).expect("a game");
    assert_eq!((broken_off.moves.len(), broken_off.end.as_str()), (3, "broken off after 3 plies"));
}
