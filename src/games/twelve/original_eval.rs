//! The evaluation of the original program: piece-square values and values of pieces in hand, exactly as its authors list
//! them.

use super::board::{Board, Kind};
use super::position::Position;
use super::square::{SQUARES, Square};
use crate::game::{Side, Term};

/// Piece-square values from the owner's side, `a1` first.
const PLACES: [[i32; SQUARES]; Kind::COUNT] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 100],
    [3, 4, 3, 4, 5, 4, 4, 5, 4, 3, 4, 3],
    [3, 4, 3, 4, 5, 4, 4, 5, 4, 3, 4, 3],
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    [2, 2, 2, 2, 2, 2, 3, 4, 3, 3, 3, 3],
];

/// Values of a minister, general, man in hand.
const PRISONERS: [i32; 3] = [3, 3, 1];

/// One point of these tables in centipawns: a man on its first square is worth one.
pub(super) const CENTIPAWNS: i32 = 100;

/// The evaluation of the original program. It has no term for king safety; that is left to the search.
#[derive(Clone, Copy, Default, Debug)]
pub struct OriginalEvaluation;

impl OriginalEvaluation {
    /// The points of `side` minus those of the other side.
    pub fn points(board: Board, side: Side) -> i32 {
        let total = |side| places(board, side) + prisoners(board, side);
        total(side) - total(side.other())
    }

    /// For the side to move, in centipawns.
    pub(super) fn evaluate(position: &Position) -> i32 {
        OriginalEvaluation::points(position.board, position.board.turn()) * CENTIPAWNS
    }

    /// Term by term.
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
        // In their diagram the letter names the row, which is our file.
        let position = fen::read(&TWELVE_JANGGI, "j1s/1k1/1JZ/SK1[Z] w 0 1").expect("a good FEN");
        assert_eq!(places(position.board, Side::Lower), 6);
        assert_eq!(prisoners(position.board, Side::Upper), 1);
        assert_eq!(OriginalEvaluation::points(position.board, Side::Lower), -4);
        assert_eq!(OriginalEvaluation::evaluate(&position), 400);
    }

    #[test]
    fn the_tables_know_no_left_and_right() {
        for places in PLACES {
            assert!(places.chunks(3).all(|rank| rank[0] == rank[2]));
        }
    }
}
