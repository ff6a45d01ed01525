//! The exercises of `positions/`: the solutions hold, and the engine finds them.

use super::common::Engine;
use super::common::exercises::{Exercise, Prover, exercises, played};
use super::{MODERN, Rules, WEDGE, position};
use janggun::game::Notation;

/// By which rules, how many at least, and the file.
const FILES: [(Rules, usize, &str); 2] = [
    (WEDGE, 40, include_str!("../../positions/cheduk_exercises.txt")),
    (MODERN, 15, include_str!("../../positions/chedukmodern_exercises.txt")),
];

/// So many moves before the end the prover looks at all moves of the winner.
const ALL_MOVES: u32 = 3;

#[test]
fn there_are_many_different_ones() {
    for (rules, least, file) in FILES {
        let mut fens: Vec<&str> = exercises(file).iter().map(|exercise| exercise.fen).collect();
        fens.sort_unstable();
        fens.dedup();
        assert!(fens.len() >= least, "{}: {}", rules.variant, fens.len());
        for exercise in exercises(file) {
            assert_eq!(position(rules, exercise.fen).fen(), exercise.fen);
            assert!(exercise.length >= 2, "{} is too easy", exercise.fen);
        }
    }
}

#[test]
fn the_solutions_hold() {
    for (rules, _, file) in FILES {
        for Exercise { fen, solution, length } in exercises(file) {
            let start = position(rules, fen);
            let mv = start.parse_move(solution).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let proven = Prover::new(ALL_MOVES).loses(&played(&start, mv), length - 1);
            assert!(proven, "{}, {fen}: {solution} does not win in {length}", rules.variant);
        }
    }
}

/// The engine plays the solution, without anything to remember.
fn solve(go: &str) {
    for (rules, _, file) in FILES {
        let mut engine = Engine::start();
        engine.set_variant(rules.variant);
        for Exercise { fen, solution, .. } in exercises(file) {
            engine.tell(&format!("ucinewgame\nposition fen {fen}"));
            assert_eq!(engine.search(go).best, solution, "{}, {fen}", rules.variant);
        }
        engine.quit();
    }
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
