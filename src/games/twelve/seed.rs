//! The evaluation of the program that Twelve Janggi was first played against: points for every piece where it stands
//! and for every prisoner, exactly as its authors list them.

use super::board::{Board, Kind};
use super::position::Position;
use super::square::{SQUARES, Square};
use crate::game::{Side, Term};

/// Points on each square from the owner's side, `a1` first.
const PLACES: [[i32; SQUARES]; Kind::COUNT] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 100],
    [3, 4, 3, 4, 5, 4, 4, 5, 4, 3, 4, 3],
    [3, 4, 3, 4, 5, 4, 4, 5, 4, 3, 4, 3],
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    [2, 2, 2, 2, 2, 2, 3, 4, 3, 3, 3, 3],
];

/// Points for a prisoner: minister, general, man.
const PRISONERS: [i32; 3] = [3, 3, 1];

/// A point of the tables in centipawns: a man on its first square.
const CENTIPAWNS: i32 = 100;

/// The seeds' evaluation. It knows nothing of the king's safety; the search must see that.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeedEvaluation;

impl SeedEvaluation {
    /// The points of `side` less those of the other side.
    pub fn points(board: Board, side: Side) -> i32 {
        let total = |side| places(board, side) + prisoners(board, side);
        total(side) - total(side.other())
    }

    /// From the side to move's view, in centipawns.
    pub(super) fn evaluate(position: &Position) -> i32 {
        SeedEvaluation::points(position.board, position.board.turn()) * CENTIPAWNS
    }

    /// The same, term by term.
    pub(super) fn explain(position: &Position) -> Vec<Term> {
        let term = |name, count: fn(Board, Side) -> i32| {
            let of = |side| count(position.board, side) * CENTIPAWNS;
            Term { name, upper: of(Side::Upper), lower: of(Side::Lower) }
        };
        vec![term("places", places), term("prisoners", prisoners)]
    }
}

fn places(board: Board, side: Side) -> i32 {
    let points = |square: Square| {
        let own_view = match side {
            Side::Upper => square.index(),
            Side::Lower => SQUARES - 1 - square.index(),
        };
        board.at(square).map_or(0, |(_, kind)| PLACES[kind as usize][own_view])
    };
    board.side(side).map(points).sum()
}

fn prisoners(board: Board, side: Side) -> i32 {
    Kind::IN_HAND.into_iter().zip(PRISONERS).map(|(kind, points)| board.hand(side, kind) as i32 * points).sum()
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::TWELVE_JANGGI;
    use super::*;

    #[test]
    fn the_worked_example_of_the_seeds_comes_out() {
        // Their picture, rank by rank: a is the row of their picture and our file.
        let position = fen::read(&TWELVE_JANGGI, "j1s/1k1/1JZ/SK1[Z] w 0 1").expect("a good FEN");
        assert_eq!(places(position.board, Side::Lower), 6);
        assert_eq!(prisoners(position.board, Side::Upper), 1);
        assert_eq!(SeedEvaluation::points(position.board, Side::Lower), -4);
        assert_eq!(SeedEvaluation::evaluate(&position), 400);
    }

    #[test]
    fn the_tables_know_no_left_and_right() {
        for places in PLACES {
            assert!(places.chunks(3).all(|rank| rank[0] == rank[2]));
        }
    }
}
