//! Twelve Janggi and Dobutsu against data from independent programs, and each fact found in two ways.

#[path = "common/vectors.rs"]
mod vectors;

use janggun::engine::Options;
use janggun::game::{Ending, Evaluator, Game, Notation, Searchable, Side};
use janggun::games::twelve::{Alphabet, DOBUTSU, Evaluation, Kind, Move, Origin, Position, RuleSet, Square};
use proptest::prelude::*;
use std::thread;
use vectors::lines;

/// Perft lines stop at the depth that has more leaves than this.
const PERFT_LEAVES: u64 = 40_000_000;

fn position(variant: &str, fen: &str) -> Position {
    let variant = Position::VARIANTS.iter().find(|known| known.name == variant).expect("a known variant");
    match fen {
        "startpos" => Position::start(variant, &Options::default()),
        _ => Position::from_fen(variant, &Options::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
    }
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn sorted_names(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.sort();
    names
}

fn perft(position: &Position, depth: usize) -> u64 {
    let after = |mv| {
        let mut next = *position;
        next.play(mv);
        perft(&next, depth - 1)
    };
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => legal(position).into_iter().map(after).sum(),
    }
}

// --- Vectors -------------------------------------------------------------------------------------------------------

#[test]
fn legal_moves() {
    for line in lines(include_str!("data/twelve_moves.txt")) {
        let [fen, expected] = line[..] else { panic!("two fields expected: {line:?}") };
        let position = position("twelvejanggi", fen);
        assert_eq!(sorted_names(&legal(&position)).join(" "), expected, "{fen}");
    }
}

fn check_perft(variant: &str, line: &[&str]) {
    let position = position(variant, line[0]);
    for (depth, expected) in line[1..].iter().enumerate() {
        let expected: u64 = expected.parse().expect("a number of leaves");
        if expected <= PERFT_LEAVES {
            assert_eq!(perft(&position, depth + 1), expected, "{variant} {} depth {}", line[0], depth + 1);
        }
    }
}

#[test]
fn perft_counts() {
    let lines: Vec<_> = lines(include_str!("data/twelve_perft.txt")).collect();
    thread::scope(|scope| {
        for chunk in lines.chunks(lines.len().div_ceil(4)) {
            scope.spawn(move || chunk.iter().for_each(|line| check_perft("twelvejanggi", line)));
        }
    });
    let dobutsu = ["startpos", "4", "17", "123", "976", "8122", "71677", "643982", "5866031"];
    check_perft("dobutsu", &dobutsu);
}

// --- The rules once more -------------------------------------------------------------------------------------------

/// Every legal move by the plainest means: each piece, each direction, each empty square.
fn plainly_legal(position: &Position) -> Vec<String> {
    let (board, rules) = (position.board(), position.rules());
    let us = board.turn();
    let mut moves = Vec::new();
    for from in Square::all().filter(|&from| board.at(from).is_some_and(|(side, _)| side == us)) {
        let kind = board.at(from).expect("a piece").1;
        for (files, ranks) in directions(us, kind) {
            let Some(to) = from.offset(files, ranks) else { continue };
            if board.at(to).is_none_or(|(side, _)| side != us) {
                let plus = if kind == Kind::Man && to.rank_for(us) == 3 { "+" } else { "" };
                moves.push(format!("{from}{to}{plus}"));
            }
        }
    }
    for kind in Kind::IN_HAND {
        for to in Square::all().filter(|&to| board.hand(us, kind) > 0 && board.at(to).is_none()) {
            if to.rank_for(us) < 3 || *rules == DOBUTSU {
                moves.push(format!("{}@{to}", rules.alphabet.letter(kind)));
            }
        }
    }
    moves.sort();
    moves
}

fn directions(side: Side, kind: Kind) -> Vec<(i32, i32)> {
    let text = match kind {
        Kind::King => "ul u ur l r dl d dr",
        Kind::Minister => "ul ur dl dr",
        Kind::General => "u l r d",
        Kind::Man => "u",
        Kind::Lord => "ul u ur l r d",
    };
    let forward = if side == Side::Upper { 1 } else { -1 };
    let step = |word: &str| {
        let sum = |plus, minus| word.contains(plus) as i32 - word.contains(minus) as i32;
        (sum('r', 'l'), forward * sum('u', 'd'))
    };
    text.split(' ').map(step).collect()
}

/// Whether the side to move could lose its king if it did nothing, found by letting the opponent move.
fn plainly_in_check(position: &Position) -> bool {
    let board = position.board();
    let Some(king) = board.king(board.turn()) else { return false };
    let mut taken = false;
    let takes = |mv: Move| taken |= mv.to() == king && matches!(mv.origin(), Origin::Square(_));
    board.with_turn_given().for_each_move(position.rules(), takes);
    taken
}

/// Everything that must hold of a position in which the game is not over for good.
fn check(position: &Position) {
    let fen = position.fen();
    let again = self::position(position.rules().name, &fen);
    assert_eq!((again.fen(), again.board()), (fen.clone(), position.board()));
    assert_eq!(again.key(), position.key(), "{fen}");
    assert_eq!(Evaluation::Janggun.evaluate(&again, 0), Evaluation::Janggun.evaluate(position, 0), "{fen}");

    let moves = legal(position);
    assert_eq!(sorted_names(&moves), plainly_legal(position), "{} {fen}", position.rules().name);
    assert_eq!(position.legal_count(), moves.len(), "{fen}");
    assert_eq!(position.in_check(), plainly_in_check(position), "{fen}");
    assert_eq!(position.checkers().is_empty(), !position.in_check(), "{fen}");
    assert!(moves.iter().all(|&mv| u32::from(mv) != 0 && Position::move_slot(mv) < Position::MOVE_SLOTS));

    let board = position.board();
    let upsets = |mv: &&Move| {
        let into_camp = mv.to().rank_for(board.turn()) == 3;
        let by_king = matches!(mv.origin(), Origin::Square(from) if board.king(board.turn()) == Some(from));
        board.at(mv.to()).is_some() || mv.promotes() || by_king && into_camp
    };
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    assert_eq!(noisy, moves.iter().filter(upsets).copied().collect::<Vec<_>>(), "{fen}");
}

/// Every move is understood as it is printed, and no other step or drop is.
fn check_input(position: &Position) {
    let names = sorted_names(&legal(position));
    let check = |text: String, bare: Option<String>| {
        let parsed = position.parse_move(&text).map(|mv| mv.to_string()).ok();
        let expected = names.iter().find(|name| **name == text || bare.as_ref() == Some(*name));
        assert_eq!(parsed.as_ref(), expected, "{text} {}", position.fen());
    };
    for to in Square::all() {
        for from in Square::all() {
            check(format!("{from}{to}"), Some(format!("{from}{to}+")));
            check(format!("{from}{to}+"), None);
        }
        for kind in Kind::ALL {
            check(format!("{}@{to}", position.rules().alphabet.letter(kind)), None);
        }
    }
}

fn random_game(rules: &'static RuleSet, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = position(rules.name, "startpos");
    let mut past = Vec::new();
    for ply in 0..150 {
        let moves = legal(&position);
        if let Some(outcome) = position.outcome(&past).filter(|outcome| outcome.ending == Ending::Final) {
            assert!(moves.is_empty(), "{} {}", outcome.reason, position.fen());
            assert!(position.null_move().is_none() || outcome.reason == "nomoves", "{}", position.fen());
            return;
        }
        check(&position);
        if ply % 10 == 3 {
            check_input(&position);
        }
        past.push(position.past_position());
        // Kings are not left to be taken at once too often, or no game would last.
        let mut mv = moves[random.usize(..moves.len())];
        for _ in 0..4 {
            let mut next = position;
            next.play(mv);
            if next.board().can_take_king() {
                mv = moves[random.usize(..moves.len())];
            }
        }
        position.play(mv);
    }
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    for rules in janggun::games::twelve::RULE_SETS {
        for seed in 0..300 {
            random_game(rules, seed);
        }
    }
}

#[test]
fn keys_of_siblings_differ() {
    let start = position("twelvejanggi", "1k1/3/3/1K1[SJZsjz] w 0 1");
    let mut keys: Vec<u64> = vec![start.key(), start.null_move().expect("nobody is in check").key()];
    for mv in legal(&start) {
        let mut next = start;
        next.play(mv);
        keys.push(next.key());
    }
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn the_counter_starts_again_with_captures_and_drops() {
    let after = |variant: &str, fen: &str, moves: &str| {
        let mut position = position(variant, fen);
        for text in moves.split(' ') {
            position.play(position.parse_move(text).expect("a legal move"));
        }
        position.fen()
    };
    assert_eq!(after("twelvejanggi", "startpos", "b1a2 b4c3"), "j1s/1zk/KZ1/S1J[-] w 2 2");
    assert_eq!(after("twelvejanggi", "startpos", "b2b3 b4b3 Z@b2"), "j1s/1k1/1Z1/SKJ[z] b 0 2");
    assert_eq!(after("twelvejanggi", "2k/Z2/3/K2[-] w 7 9", "a3a4"), "H1k/3/3/K2[-] b 8 9");
    assert_eq!(after("dobutsu", "2l/C2/3/L2[-] w 7 9", "a3a4"), "+C1l/3/3/L2[-] b 0 9");
    // A king that is taken is in no hand.
    assert_eq!(after("twelvejanggi", "startpos", "b2b3 a4a3 b3b4"), "1Hs/j2/3/SKJ[Z] b 0 2");
}

#[test]
fn drops_are_printed_in_the_letters_of_their_game() {
    let b3 = Square::new(1, 2);
    assert_eq!(Move::drop(Kind::General, b3, Alphabet::Twelve).to_string(), "J@b3");
    assert_eq!(Move::drop(Kind::General, b3, Alphabet::Animals).to_string(), "G@b3");
}

proptest! {
    #[test]
    fn no_text_is_a_disaster(text in "\\PC*", tail in "[KSJZHkzsjhLEGClegc+1-3/ \\[\\]wb-]{0,50}") {
        for variant in Position::VARIANTS {
            let start = Position::start(variant, &Options::default());
            let _ = Position::from_fen(variant, &Options::default(), &text);
            let _ = Position::from_fen(variant, &Options::default(), &tail);
            let _ = Position::from_fen(variant, &Options::default(), &format!("{} {text}", start.fen()));
            let _ = start.parse_move(&text);
            let _ = start.parse_move(&tail);
        }
    }
}
