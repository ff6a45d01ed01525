//! `janggiclassic`, the traditional rule of document 003, against a second implementation of its text that shares nothing with the
//! program, over random games that are biased to endings, checks and facing generals.

mod slow_rules;

use janggun::engine::Options;
use janggun::game::{Game, Notation, Outcome, Side};
use janggun::games::Played;
use janggun::games::janggi::Position;
use slow_rules::{Action, End, SlowGame, empty_board, is_in_check};
use std::collections::{BTreeMap, BTreeSet};

const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";

fn open(fen: &str) -> Played<Position> {
    let variant = Position::VARIANTS.iter().find(|known| known.name == "janggiclassic").expect("the variant");
    Played::new::<&str>(variant, &Options::default(), Some(fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn board_of(placement: &str) -> Vec<Vec<char>> {
    let mut board = empty_board();
    for (rank, text) in placement.split('/').rev().enumerate() {
        let mut file = 0;
        for sign in text.chars() {
            match sign.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    board[rank][file] = sign;
                    file += 1;
                }
            }
        }
    }
    board
}

fn told(outcome: Option<Outcome>) -> Option<End> {
    let letter = |side| if side == Side::Upper { 'w' } else { 'b' };
    outcome.map(|outcome| (outcome.winner.map(letter), outcome.reason))
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A position with few pieces in which the side that is not to move is not in check.
fn ending(dice: &mut Dice) -> SlowGame {
    loop {
        let mut board = empty_board();
        let put =
            |board: &mut Vec<Vec<char>>, dice: &mut Dice, piece: char, files: (usize, usize), ranks: (usize, usize)| {
                let (file, rank) = (files.0 + dice.below(files.1), ranks.0 + dice.below(ranks.1));
                // A set has two of each piece.
                let there = board.iter().flatten().filter(|&&other| other == piece).count();
                if board[rank][file] == '.' && there < 2 {
                    board[rank][file] = piece;
                }
            };
        put(&mut board, dice, 'K', (3, 3), (0, 3));
        put(&mut board, dice, 'k', (3, 3), (7, 3));
        for _ in 0..dice.below(3) {
            put(&mut board, dice, 'A', (3, 3), (0, 3));
            put(&mut board, dice, 'a', (3, 3), (7, 3));
        }
        // Now an even fight of few pieces, now one side with all the heavy ones, which mates sooner.
        let attacker_alone = dice.below(3) == 0;
        for _ in 0..1 + dice.below(if attacker_alone { 7 } else { 4 }) {
            let letter = dice.pick(&['R', 'R', 'C', 'N', 'N', 'B', 'P', 'P']);
            let letter = if !attacker_alone && dice.below(2) == 0 { letter.to_ascii_lowercase() } else { letter };
            put(&mut board, dice, letter, (0, 9), (0, 10));
        }
        let turn = dice.pick(&['w', 'b']);
        let waiting = if turn == 'w' { 'b' } else { 'w' };
        if !is_in_check(&board, waiting) {
            return SlowGame::new(board, turn);
        }
    }
}

/// What the players of a game are after.
#[derive(Clone, Copy)]
enum Mood {
    Mate,
    Facing,
    Repetition,
    Anything,
}

/// An action, more often one of those that the rules of this set are about.
fn choose(game: &SlowGame, mood: Mood, dice: &mut Dice) -> Action {
    let legal = game.legal();
    let piece = |(file, rank): (i32, i32)| game.board()[rank as usize][file as usize];
    let those = |wanted: &dyn Fn(Action) -> bool| -> Vec<Action> {
        legal.iter().copied().filter(|&action| wanted(action)).collect()
    };
    let checks = || those(&|action| game.brings(action).0);
    let mates = |action| {
        let mut next = game.clone();
        next.play(action);
        next.end().is_some_and(|(_, reason)| reason == "checkmate")
    };
    let wanted = match (mood, dice.below(10)) {
        (Mood::Mate, 0..8) => {
            let checks = checks();
            let mates: Vec<Action> = checks.iter().copied().filter(|&action| mates(action)).collect();
            if mates.is_empty() { checks } else { mates }
        }
        (Mood::Facing, 0..5) => those(&|action| game.brings(action).1),
        (Mood::Repetition, 0..8) => those(&|action| game.way_back() == Some(action)),
        (_, 0) => checks(),
        (_, 1) => those(&|action| action == Action::Pass),
        (_, 2) => those(&|action| matches!(action, Action::Go(_, to) if piece(to) != '.')),
        (_, 3) => those(&|action| matches!(action, Action::Go(from, _) if piece(from).eq_ignore_ascii_case(&'k'))),
        _ => Vec::new(),
    };
    if wanted.is_empty() { dice.pick(&legal) } else { dice.pick(&wanted) }
}

/// Plays one game in both, and tells how it ended; a repetition may be played past.
fn compare(mut slow: SlowGame, dice: &mut Dice, plies: usize, seen: &mut BTreeMap<&'static str, u32>) {
    let fen = slow.fen();
    let mut fast = open(&fen);
    let mut moves: Vec<String> = Vec::new();
    let mood = dice.pick(&[Mood::Mate, Mood::Facing, Mood::Repetition, Mood::Anything]);
    for _ in 0..plies {
        let at = || format!("{fen} moves {}", moves.join(" "));
        let legal: BTreeSet<String> = fast.legal_moves().iter().map(ToString::to_string).collect();
        assert_eq!(legal, slow.written(), "legal moves of {}", at());
        assert_eq!(fast.position.legal_count(), legal.len(), "their number in {}", at());
        let end = slow.end();
        assert_eq!(told(fast.outcome()), end, "the end of {}", at());
        *seen.entry(end.map_or("goes on", |(_, reason)| reason)).or_default() += 1;
        *seen.entry(if slow.is_offered() { "offered" } else { "not offered" }).or_default() += 1;
        if legal.is_empty() || (end.is_some() && dice.below(2) == 0) {
            return;
        }
        let action = choose(&slow, mood, dice);
        let text = slow.write(action);
        fast.play(fast.position.parse_move(&text).unwrap_or_else(|error| panic!("{}: {error}", at())));
        slow.play(action);
        moves.push(text);
    }
}

#[test]
fn document_003_traditional_rule_is_that_of_a_second_implementation() {
    let mut dice = Dice(23);
    let mut seen = BTreeMap::new();
    for number in 0..2_000 {
        let game = if number % 20 == 0 { SlowGame::new(board_of(START), 'w') } else { ending(&mut dice) };
        compare(game, &mut dice, 60, &mut seen);
    }
    for reason in ["checkmate", "bikjang", "passes", "material", "repetition", "offered"] {
        assert!(seen.get(reason).copied().unwrap_or(0) >= 25, "too few games come to {reason}: {seen:?}");
    }
}

fn result(fen: &str, moves: &str) -> Option<End> {
    let mut played = open(fen);
    for text in moves.split_whitespace() {
        assert_eq!(played.outcome(), None, "too early, before {text}");
        played.play(played.position.parse_move(text).unwrap_or_else(|error| panic!("{error}")));
    }
    told(played.outcome())
}

#[test]
fn document_003_only_the_generals_own_move_offers_a_draw() {
    // Han's general steps to the file of Cho's, and Cho leaves it so.
    let apart = "3k5/9/9/p8/9/9/P8/9/9/4K4 b - - 0 1";
    assert_eq!(result(apart, "d10e10 a4b4"), Some((None, "bikjang")));
    assert_eq!(result(apart, "d10e10 e1e1"), Some((None, "bikjang")));
    assert_eq!(result(apart, "d10e10 e1d1 e10e9 a4b4"), None);
    // A soldier that makes way offers nothing.
    let between = "4k4/9/9/p8/4P4/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(result(between, "e6d6 a7a6 d6d7 a6a5"), None);
}

#[test]
fn document_003_nobody_passes_in_check() {
    let checked = open("4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1");
    let refused = checked.position.parse_move("pass").expect_err("a pass in check").to_string();
    assert_eq!(refused, "'pass' is not legal here: one cannot pass while in check");
}

#[test]
fn document_003_nobody_wins_by_perpetual_check_or_with_nothing_left() {
    let chase = "3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1";
    let moves = "a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
    assert_eq!(result(chase, moves), Some((None, "repetition")));
    assert_eq!(result("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1", "e1e2"), Some((None, "material")));
    assert_eq!(result("3k5/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", ""), Some((None, "material")));
    assert_eq!(result("3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 250 1", "a4b4"), None);
}
