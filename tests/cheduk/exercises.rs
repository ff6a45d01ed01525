//! The exercises of `positions/`: the solutions hold, and the engine finds them.

use super::common::Engine;
use super::common::exercises::{Exercise, Prover, exercises, played};
use super::{WEDGE, position};
use janggun::game::Notation;

const EXERCISES: &str = include_str!("../../positions/cheduk_exercises.txt");

/// So many moves before the end the prover looks at all moves of the winner.
const ALL_MOVES: u32 = 3;

#[test]
fn there_are_forty_different_ones() {
    let mut fens: Vec<&str> = exercises(EXERCISES).iter().map(|exercise| exercise.fen).collect();
    fens.sort_unstable();
    fens.dedup();
    assert!(fens.len() >= 40, "{}", fens.len());
    for exercise in exercises(EXERCISES) {
        assert_eq!(position(WEDGE, exercise.fen).fen(), exercise.fen);
        assert!(exercise.length >= 2, "{} is too easy", exercise.fen);
    }
}

#[test]
fn the_solutions_hold() {
    for Exercise { fen, solution, length } in exercises(EXERCISES) {
        let start = position(WEDGE, fen);
        let mv = start.parse_move(solution).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let proven = Prover::new(ALL_MOVES).loses(&played(&start, mv), length - 1);
        assert!(proven, "{fen}: {solution} does not win in {length}");
    }
}

/// The engine plays the solution, without anything to remember.
fn solve(go: &str) {
    let mut engine = Engine::start();
    engine.set_variant("cheduk");
    for Exercise { fen, solution, .. } in exercises(EXERCISES) {
        engine.tell(&format!("ucinewgame\nposition fen {fen}"));
        assert_eq!(engine.search(go).best, solution, "{fen}");
    }
    engine.quit();
}

#[test]
fn the_engine_finds_them() {
    solve("go nodes 200000");
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn each_is_solved_within_a_second() {
    solve("go movetime 1000");
}
