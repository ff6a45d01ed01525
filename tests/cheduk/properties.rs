//! Two roads, one truth: seeded random games, each fact found in two ways.

use super::{MODERN, Rules, SPAN, WEDGE, moves, start};
use janggun::game::{Ending, Game, Notation, Searchable, Side};
use janggun::games::cheduk::{Kind, Position, Tile};
use proptest::prelude::*;

/// Everything that must hold of a position.
fn check(rules: Rules, position: &Position) {
    let fen = position.fen();
    let again = super::position(rules, &fen);
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), position.key(), "{fen}");
    assert_eq!(again.search_key(), position.search_key(), "{fen}");
    for side in [Side::Upper, Side::Lower] {
        assert_eq!(again.side(side), position.side(side), "{fen}");
        assert_eq!(again.information(side), position.information(side), "{fen}");
        let land = position.ground().territory(side.other());
        assert_eq!(usize::from(position.information(side)), (position.gathered() & land).count(), "{fen}");
    }

    let legal = moves(position);
    assert_eq!(position.legal_count(), legal.len(), "{fen}");
    let mut codes: Vec<u32> = legal.iter().map(|&mv| mv.into()).collect();
    let mut names: Vec<String> = legal.iter().map(ToString::to_string).collect();
    for list in [codes.len(), names.len()] {
        assert_eq!(list, legal.len());
    }
    codes.sort_unstable();
    codes.dedup();
    names.sort_unstable();
    names.dedup();
    assert_eq!((codes.len(), names.len()), (legal.len(), legal.len()), "no two moves are alike in {fen}");
    assert!(!codes.contains(&0));
    assert!(legal.iter().all(|&mv| Position::move_slot(mv) < Position::MOVE_SLOTS));

    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    assert!(noisy.iter().all(|mv| legal.contains(mv)), "{fen}");
    check_noise(position, &noisy);
    check_chief(rules, position);
}

/// Exactly the moves that take something or bring information are noisy, but for the choice of a return tile.
fn check_noise(position: &Position, noisy: &[<Position as Game>::Move]) {
    if position.is_set_up_phase() {
        return assert!(noisy.is_empty());
    }
    let us = position.side_to_move();
    let upsets = |mv: <Position as Game>::Move| {
        let mut next = *position;
        next.play(mv);
        let count = |position: &Position| Kind::ALL.map(|kind| position.pieces(us.other(), kind).count());
        count(&next) != count(position) || next.information(us) != position.information(us)
    };
    for mv in moves(position) {
        let told =
            noisy.iter().any(|other| (other.from(), other.to(), other.action()) == (mv.from(), mv.to(), mv.action()));
        assert_eq!(told, upsets(mv), "{mv} in {}", position.fen());
    }
}

/// Checkers are those that could capture the chief if it were their turn; what a search takes for a check is that any move
/// would win.
fn check_chief(rules: Rules, position: &Position) {
    if position.is_set_up_phase() || position.outcome(&[]).is_some_and(|outcome| outcome.ending == Ending::Final) {
        return;
    }
    let us = position.side_to_move();
    let swapped = position.fen().replacen(
        if us == Side::Upper { " w " } else { " b " },
        if us == Side::Upper { " b " } else { " w " },
        1,
    );
    let other = super::position(rules, &swapped);
    let mut takers: Vec<String> = Vec::new();
    let mut wins = false;
    for mv in moves(&other) {
        let mut next = other;
        next.play(mv);
        if next.chief(us).is_none() && !takers.contains(&mv.from().to_string()) {
            takers.push(mv.from().to_string());
        }
        wins |= next.outcome(&[]).is_some_and(|outcome| outcome.winner == Some(us.other()));
    }
    takers.sort();
    let mut checkers = position.checkers();
    checkers.sort();
    assert_eq!(checkers, takers, "{}", position.fen());
    assert_eq!(position.in_check(), wins, "{}", position.fen());
    if let Some(skipped) = position.null_move() {
        assert_eq!(skipped.key(), other.key());
        assert_eq!(super::legal(&skipped), super::legal(&other));
    }
}

/// Every move is understood as it is printed, in either letter case.
fn check_input(position: &Position) {
    let legal = moves(position);
    for &mv in &legal {
        let text = mv.to_string();
        assert_eq!(position.parse_move(&text), Ok(mv), "{}", position.fen());
        assert_eq!(position.parse_move(&text.to_uppercase()), Ok(mv), "{}", position.fen());
    }
    for from in Tile::all() {
        for to in Tile::all() {
            for text in [format!("{from}{to}"), format!("{from}{to}g"), format!("{from}@{to}")] {
                let known = legal.iter().any(|mv| mv.to_string() == text);
                assert_eq!(position.parse_move(&text).is_ok(), known, "{text} {}", position.fen());
            }
        }
    }
}

fn random_game(rules: Rules, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = start(rules);
    let mut past = Vec::new();
    for ply in 0..250 {
        check(rules, &position);
        if seed == 0 && ply % 60 == 59 {
            check_input(&position);
        }
        let legal = moves(&position);
        let over = position.outcome(&past).is_some_and(|outcome| outcome.ending == Ending::Final);
        assert_eq!(over, legal.is_empty(), "{}", position.fen());
        if over {
            return;
        }
        // Most actions are resurrections and returns; steps and captures make for odd positions sooner.
        let steps: Vec<_> = legal.iter().copied().filter(|mv| !mv.to_string().contains('@')).collect();
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        let mv = match random.u8(0..10) {
            0..2 if !noisy.is_empty() => noisy[random.usize(..noisy.len())],
            2..8 if !steps.is_empty() => steps[random.usize(..steps.len())],
            _ => legal[random.usize(..legal.len())],
        };
        past.push(position.past_position());
        position.play(mv);
    }
}

#[test]
fn random_games_keep_everything_consistent() {
    for seed in 0..60 {
        random_game(WEDGE, seed);
        random_game(SPAN, seed);
        random_game(MODERN, seed);
    }
}

#[test]
fn the_quick_test_for_checks_is_mostly_right() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut right, mut asked) = (0, 0);
    for rules in [WEDGE, MODERN].repeat(30) {
        let mut position = start(rules);
        for _ in 0..150 {
            let legal = moves(&position);
            let Some(&mv) = random.choice(&legal) else { break };
            let before = position;
            let test = before.check_test();
            // Where the chief could be taken already, nobody asks.
            let attacked = position.null_move().is_none_or(|skipped| skipped.in_check());
            for &mv in legal.iter().filter(|_| !attacked) {
                let mut next = position;
                next.play(mv);
                right += usize::from(test(mv) == next.in_check());
                asked += 1;
            }
            position.play(mv);
        }
    }
    assert!(right * 100 >= asked * 97, "{right} of {asked}");
}

proptest! {
    #[test]
    fn no_text_is_a_disaster(text in "\\PC*", tail in "[cdeasgCDEASG+~0-9/ wb,!@\\[\\]-]{0,110}") {
        let start = start(WEDGE);
        let _ = Position::from_fen(&Position::VARIANTS[0], &WEDGE, &text);
        let _ = Position::from_fen(&Position::VARIANTS[0], &WEDGE, &tail);
        let _ = Position::from_fen(&Position::VARIANTS[0], &WEDGE, &format!("{} {text}", start.fen()));
        let placement = start.fen();
        let placement = placement.split(' ').next().unwrap_or_default();
        let _ = Position::from_fen(&Position::VARIANTS[0], &WEDGE, &format!("{placement} {tail}"));
        let _ = start.parse_move(&text);
        let _ = start.parse_move(&tail);
    }
}
