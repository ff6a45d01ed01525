//! The exercises of `positions/`: the solutions hold, and the engine finds them.

use std::collections::HashMap;

use super::common::Engine;
use super::{WEDGE, moves, position};
use janggun::game::{Game, Notation, Side};
use janggun::games::cheduk::{Move, Position};

const EXERCISES: &str = include_str!("../../positions/cheduk_exercises.txt");

/// So many moves before the end the prover looks at all moves of the winner.
const ALL_MOVES: u32 = 3;

struct Exercise {
    fen: &'static str,
    solution: &'static str,
    /// Moves of the winner up to the end.
    length: u32,
}

fn exercises() -> Vec<Exercise> {
    let read = |line: &'static str| {
        let (fen, rest) = line.split_once(";bm ").expect("a solution");
        let (solution, length) = rest.split_once(";mate ").expect("a length");
        Exercise { fen, solution, length: length.parse().expect("a number") }
    };
    EXERCISES.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// Proves wins by looking at every reply; it shares nothing with the engine's search. Of the winner's moves it looks
/// at all only near the end, and before that at those that threaten the chief: what it proves holds all the same.
#[derive(Default)]
struct Prover {
    known: HashMap<(u64, u32), bool>,
}

impl Prover {
    /// Whether the side to move wins within so many of its moves.
    fn wins(&mut self, position: &Position, length: u32) -> bool {
        let side = position.side_to_move();
        let after: Vec<Position> = moves(position).into_iter().map(|mv| played(position, mv)).collect();
        if after.iter().any(|next| winner(next) == Some(side)) {
            return true;
        }
        if length == 1 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.key(), length)) {
            return known;
        }
        let (mut hopes, others): (Vec<_>, Vec<_>) = after.into_iter().partition(Game::in_check);
        if length <= ALL_MOVES {
            hopes.extend(others);
        }
        let wins = hopes.iter().any(|next| self.loses(next, length - 1));
        self.known.insert((position.key(), length), wins);
        wins
    }

    /// Whether the side to move loses, whatever it does, within so many moves of the other.
    fn loses(&mut self, position: &Position, length: u32) -> bool {
        let replies = moves(position);
        !replies.is_empty()
            && replies
                .into_iter()
                .map(|mv| played(position, mv))
                .all(|next| winner(&next).is_none() && self.wins(&next, length))
    }
}

fn played(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play(mv);
    next
}

/// Who has won, as far as one position tells.
fn winner(position: &Position) -> Option<Side> {
    position.outcome(&[]).and_then(|outcome| outcome.winner)
}

#[test]
fn there_are_forty_different_ones() {
    let mut fens: Vec<&str> = exercises().iter().map(|exercise| exercise.fen).collect();
    fens.sort_unstable();
    fens.dedup();
    assert!(fens.len() >= 40, "{}", fens.len());
    for exercise in exercises() {
        assert_eq!(position(WEDGE, exercise.fen).fen(), exercise.fen);
        assert!(exercise.length >= 2, "{} is too easy", exercise.fen);
    }
}

#[test]
fn the_solutions_hold() {
    for Exercise { fen, solution, length } in exercises() {
        let start = position(WEDGE, fen);
        let mv = start.parse_move(solution).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let proven = Prover::default().loses(&played(&start, mv), length - 1);
        assert!(proven, "{fen}: {solution} does not win in {length}");
    }
}

#[test]
fn each_is_solved_within_a_second() {
    let mut engine = Engine::start();
    engine.set_variant("cheduk");
    for Exercise { fen, solution, .. } in exercises() {
        engine.tell(&format!("ucinewgame\nposition fen {fen}"));
        assert_eq!(engine.search("go movetime 1000").best, solution, "{fen}");
    }
    engine.quit();
}
