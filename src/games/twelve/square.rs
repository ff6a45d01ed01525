//! The 12 squares of the board, and sets of them.

use crate::game::Side;
use crate::games::bitset::{coordinates, integer_set};

/// Number of files, `a` to `c`.
pub const FILES: usize = 3;
/// Number of ranks, `1` to `4`.
pub const RANKS: usize = 4;
/// Number of squares.
pub const SQUARES: usize = FILES * RANKS;

/// One square of the board: `a1` is 0, `b1` is 1, `c4` is 11.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The inverse of [`Square::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < SQUARES);
        Square(index as u8)
    }

    /// A number below [`SQUARES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank as `side` counts it: 0 is its own camp, 3 the enemy's.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::Upper => self.rank(),
            Side::Lower => RANKS - 1 - self.rank(),
        }
    }

    /// The square so many steps to the right and up, if it is on the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        Square::on_board(self.file() as i32 + files, self.rank() as i32 + ranks)
    }
}

coordinates!(Square, FILES, RANKS);

/// A set of squares, four bits for each, of which the lowest is used: the layout of a [`Board`](super::Board), so that
/// masking and shifting a board gives sets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareSet(pub(super) u64);

impl SquareSet {
    /// The whole board.
    pub const ALL: SquareSet = SquareSet(0x1111_1111_1111);

    /// The three squares of a side's first rank.
    #[inline]
    pub const fn camp(side: Side) -> SquareSet {
        match side {
            Side::Upper => SquareSet(0x111),
            Side::Lower => SquareSet(0x111 << (4 * (SQUARES - FILES))),
        }
    }

    #[inline]
    const fn bit(number: usize) -> u64 {
        1 << number
    }

    const fn words(self) -> [u64; 1] {
        [self.0]
    }
}

integer_set!(SquareSet of Square, 4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_print_as_coordinates() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(names.join(" "), "a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4");
    }

    #[test]
    fn camps_are_the_first_rank_of_each_side() {
        for side in [Side::Upper, Side::Lower] {
            let expected: Vec<Square> = Square::all().filter(|square| square.rank_for(side) == 0).collect();
            assert_eq!(SquareSet::camp(side).collect::<Vec<_>>(), expected);
            assert_eq!(SquareSet::camp(side).count(), 3);
        }
        assert_eq!(SquareSet::ALL.collect::<Vec<_>>(), Square::all().collect::<Vec<_>>());
    }
}
