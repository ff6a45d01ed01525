//! The rules of Janggi against data from independent programs: legal moves, perft and whole games.

#[path = "common/vectors.rs"]
mod vectors;

use janggun::engine::{Options, perft};
use janggun::game::{Game, Notation, Outcome, Side};
use janggun::games::janggi::Position;
use std::thread;
use vectors::lines;

/// Perft lines stop at the depth that has more leaves than this.
const PERFT_LEAVES: u64 = 2_000_000;

fn position(variant: &str, fen: &str) -> Position {
    let variant = Position::VARIANTS.iter().find(|known| known.name == variant).expect("a known variant");
    Position::from_fen(variant, &Options::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The result as `janggi_games.txt` writes it, or `*` while the game goes on.
fn result(position: &Position, outcome: Option<Outcome>) -> (&'static str, &'static str) {
    match outcome {
        None => ("*", "-"),
        Some(Outcome { winner: None, reason, .. }) => ("1/2-1/2", reason),
        Some(Outcome { winner: Some(side), reason, .. }) if side == position.first_side() => ("1-0", reason),
        Some(Outcome { reason, .. }) => ("0-1", reason),
    }
}

#[test]
fn legal_moves() {
    for line in lines(include_str!("data/janggi_legal.txt")) {
        let [variant, fen, expected] = line[..] else { panic!("three fields expected: {line:?}") };
        let position = position(variant, fen);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(moves.join(" "), expected, "{variant} {fen}");
    }
}

#[test]
fn perft_counts() {
    let lines: Vec<_> = lines(include_str!("data/janggi_perft.txt")).collect();
    thread::scope(|scope| {
        for chunk in lines.chunks(lines.len().div_ceil(4)) {
            scope.spawn(move || chunk.iter().for_each(|line| check_perft(line)));
        }
    });
}

fn check_perft(line: &[&str]) {
    let position = position(line[0], line[1]);
    for (depth, expected) in line[2..].iter().enumerate() {
        let expected: u64 = expected.parse().expect("a number of leaves");
        if expected > PERFT_LEAVES {
            break;
        }
        assert_eq!(perft::count(&position, depth as u32 + 1), expected, "{} {} depth {}", line[0], line[1], depth + 1);
    }
}

/// One of the games starts where the side that is not to move is in check. Such a FEN is refused.
const IMPOSSIBLE: &str = "4k4/9/9/9/9/9/9/4r4/9/r3K4 b - - 0 1";

#[test]
fn whole_games_end_when_and_how_they_should() {
    for line in lines(include_str!("data/janggi_games.txt")) {
        let [variant, fen, moves, expected, reason] = line[..] else { panic!("five fields expected: {line:?}") };
        if fen == IMPOSSIBLE {
            let refused = Position::from_fen(&Position::VARIANTS[1], &Options::default(), fen).map(|_| ());
            assert_eq!(
                refused.map_err(|error| error.to_string()),
                Err("the upper-case general is in check but it is not its turn".to_owned())
            );
            continue;
        }
        let mut position = position(variant, fen);
        let mut past = Vec::new();
        for text in moves.split_whitespace() {
            let ended = position.outcome(&past);
            assert_eq!(ended, None, "{variant} {fen}: too early, before {text} at ply {}", past.len());
            past.push(position.past_position());
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{variant} {fen}: {error}"));
            position.play(mv);
        }
        assert_eq!(result(&position, position.outcome(&past)), (expected, reason), "{variant} {fen} {moves}");
    }
}

#[test]
fn han_moves_second_everywhere() {
    for variant in Position::VARIANTS {
        let start = Position::start(variant, &Options::default());
        assert_eq!(start.side_to_move(), start.first_side());
        assert_eq!(start.first_side(), if variant.name == "janggistrict" { Side::Lower } else { Side::Upper });
    }
}
