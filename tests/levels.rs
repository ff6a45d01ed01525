//! The levels of Twelve Janggi are those of the program of documents 001 and 004: every move that they play is one that plain
//! minimax of that depth, with the tables printed there, calls best.

mod common;

use common::{Dice, Engine};
use janggun::engine::Options;
use janggun::game::{Game, Notation, Side};
use janggun::games::twelve::{Board, Kind, Position, SQUARES, Square, TWELVE_JANGGI, Termination};
use rustc_hash::FxHashMap;

/// As document 004 prints them: rows are the files a, b, c, columns the ranks from the player's own on.
const KING: [[i32; 4]; 3] = [[0, 0, 0, 100], [0, 0, 0, 100], [0, 0, 0, 100]];
const MINISTER: [[i32; 4]; 3] = [[3, 4, 4, 3], [4, 5, 5, 4], [3, 4, 4, 3]];
const GENERAL: [[i32; 4]; 3] = [[3, 4, 4, 3], [4, 5, 5, 4], [3, 4, 4, 3]];
const MAN: [[i32; 4]; 3] = [[1, 1, 2, 3], [1, 1, 2, 3], [1, 1, 2, 3]];
const LORD: [[i32; 4]; 3] = [[2, 2, 3, 3], [2, 2, 4, 3], [2, 2, 3, 3]];

/// A king that is taken, or that has entered and stayed.
const WON: i32 = 1_000_000;

/// Points of the side to move less those of the other.
fn points(board: Board) -> i32 {
    let of = |side: Side| {
        let mut sum = 0;
        for (file, rank) in (0..3).flat_map(|file| (0..4).map(move |rank| (file, rank))) {
            let own_rank = if side == Side::Upper { rank } else { 3 - rank };
            match board.at(Square::from_index(3 * rank + file)) {
                Some((owner, kind)) if owner == side => {
                    sum += match kind {
                        Kind::King => KING,
                        Kind::Minister => MINISTER,
                        Kind::General => GENERAL,
                        Kind::Man => MAN,
                        Kind::Lord => LORD,
                    }[file][own_rank];
                }
                _ => (),
            }
        }
        let prisoners = [(Kind::Minister, 3), (Kind::General, 3), (Kind::Man, 1)];
        sum + prisoners.iter().map(|&(kind, worth)| board.hand(side, kind) as i32 * worth).sum::<i32>()
    };
    of(board.turn()) - of(board.turn().other())
}

/// Plain minimax: no window, nothing left out. What has been computed is remembered, which changes no value.
fn minimax(board: Board, depth: u32, known: &mut FxHashMap<(u64, u32), i32>) -> i32 {
    if let Some(termination) = board.termination(&TWELVE_JANGGI) {
        let winner = match termination {
            Termination::Capture(side) => side,
            Termination::Entering(side) => side.expect("only one king wins by entering here"),
        };
        return if winner == board.turn() { WON } else { -WON };
    }
    if depth == 0 {
        return points(board);
    }
    if let Some(&value) = known.get(&(board.bits(), depth)) {
        return value;
    }
    let mut best = -WON;
    board.for_each_move(&TWELVE_JANGGI, |mv| best = best.max(-minimax(board.after(mv), depth - 1, known)));
    known.insert((board.bits(), depth), best);
    best
}

/// Positions of random games, none of them over, none twice.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    assert_eq!(SQUARES, 12);
    let variant = Position::VARIANTS.iter().find(|known| known.name == "twelvejanggi").expect("the variant");
    let mut dice = Dice::new(seed);
    let mut found: Vec<Position> = Vec::new();
    while found.len() < count {
        let mut position = Position::start(variant, &Options::default());
        for _ in 0..1 + dice.roll(24) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[dice.roll(moves.len() as u64) as usize]);
        }
        let is_new = found.iter().all(|other| other.board() != position.board());
        if position.legal_count() > 0 && is_new {
            found.push(position);
        }
    }
    found
}

/// Lets the real program play the level, and compares each of its moves with all that minimax calls best.
fn always_best(level: &str, depth: u32) {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell(&format!("setoption name Level value {level}"));
    let mut choices = 0;
    for position in positions(500, u64::from(depth)) {
        engine.tell(&format!("position fen {}", position.fen()));
        let search = engine.search_legally("go");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut known = FxHashMap::default();
        let values: Vec<(String, i32)> = moves
            .iter()
            .map(|&mv| (mv.to_string(), -minimax(position.board().after(mv), depth - 1, &mut known)))
            .collect();
        let best = values.iter().map(|(_, value)| *value).max().expect("a move");
        let played = values.iter().find(|(mv, _)| *mv == search.best).expect("a legal move");
        assert_eq!(played.1, best, "{level} plays {} in {}: {values:?}", search.best, position.fen());
        assert_eq!(search.last().depth, depth, "{}", search.last().text);
        choices += usize::from(values.iter().filter(|(_, value)| *value == best).count() > 1);
    }
    assert!(choices > 50, "ties are common: {choices}");
    engine.quit();
}

#[test]
fn document_004_level_low_is_minimax_of_3_plies() {
    always_best("low", 3);
}

#[test]
fn document_004_level_middle_is_minimax_of_5_plies() {
    always_best("middle", 5);
}

#[test]
fn document_004_level_high_is_minimax_of_7_plies() {
    always_best("high", 7);
}

#[test]
fn document_004_ties_are_settled_by_a_seed() {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell("setoption name Level value low");
    // Both kings can step aside in ways that the tables do not tell apart.
    let position = "position fen 1k1/3/3/1K1[-] w 0 1";
    let mut play = |seed: u32| {
        engine.tell(&format!("setoption name Twelve_Seed value {seed}"));
        engine.tell(position);
        engine.search_legally("go").best
    };
    let chosen: Vec<String> = (1..=20).map(&mut play).collect();
    assert_eq!(chosen, (1..=20).map(&mut play).collect::<Vec<_>>(), "a seed settles the choice");
    assert!(chosen.iter().any(|mv| *mv != chosen[0]), "{chosen:?}");
    engine.quit();
}

#[test]
fn document_004_the_worked_example_of_the_tables_comes_out() {
    let variant = Position::VARIANTS.iter().find(|known| known.name == "twelvejanggi").expect("the variant");
    let example = Position::from_fen(variant, &Options::default(), "j1s/1k1/1JZ/SK1[Z] b 0 1").expect("a good FEN");
    assert_eq!(points(example.board()), -4);
}
