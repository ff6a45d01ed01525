//! The 12 squares of the board, and sets of them.

use crate::game::Side;
use std::fmt;
use std::ops::{BitAnd, BitOr};

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
    /// Both numbers count from 0.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Square {
        debug_assert!(file < FILES && rank < RANKS);
        Square((rank * FILES + file) as u8)
    }

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

    /// 0 for file `a`.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % FILES
    }

    /// 0 for rank `1`.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / FILES
    }

    /// The rank as `side` counts it: 0 is its own camp, 3 the enemy's.
    #[inline]
    pub const fn rank_for(self, side: Side) -> usize {
        match side {
            Side::Upper => self.rank(),
            Side::Lower => RANKS - 1 - self.rank(),
        }
    }

    /// The square so many steps to the right and up, if the board reaches that far.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if 0 <= file && file < FILES as i32 && 0 <= rank && rank < RANKS as i32 {
            Some(Square::new(file as usize, rank as usize))
        } else {
            None
        }
    }

    /// Every square, `a1` first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square::from_index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

/// A set of squares: four bits for each square, of which the lowest says whether it is in the set. So a set lies on a
/// [`Board`](super::Board) like a stencil, and comes from one by a few shifts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SquareSet(pub(super) u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// The whole board.
    pub const ALL: SquareSet = SquareSet(0x1111_1111_1111);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << (4 * square.index()))
    }

    /// The three squares nearest to a side.
    #[inline]
    pub const fn camp(side: Side) -> SquareSet {
        match side {
            Side::Upper => SquareSet(0x111),
            Side::Lower => SquareSet(0x111 << (4 * (SQUARES - FILES))),
        }
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.meets(SquareSet::of(square))
    }

    /// Whether the two have a square in common.
    #[inline]
    pub const fn meets(self, other: SquareSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// How many squares.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8 / 4)) }
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    /// Takes out the square with the lowest index.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

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
