//! The 90 points of the board, and sets of them.

use crate::game::{BoardPoint, Part};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Number of files, `a` to `i`.
pub const FILES: usize = 9;
/// Number of ranks, `1` to `10`.
pub const RANKS: usize = 10;
/// Number of points.
pub const POINTS: usize = FILES * RANKS;

/// One intersection of the board: `a1` is 0, `b1` is 1, `i10` is 89.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// Both numbers count from 0.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Point {
        debug_assert!(file < FILES && rank < RANKS);
        Point((rank * FILES + file) as u8)
    }

    /// The inverse of [`Point::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        debug_assert!(index < POINTS);
        Point(index as u8)
    }

    /// A number below [`POINTS`].
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

    /// The point so many steps to the right and up, if the board reaches that far.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Point> {
        let (file, rank) = (self.file() as i32 + files, self.rank() as i32 + ranks);
        if 0 <= file && file < FILES as i32 && 0 <= rank && rank < RANKS as i32 {
            Some(Point::new(file as usize, rank as usize))
        } else {
            None
        }
    }

    /// Every point, `a1` first.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..POINTS).map(Point::from_index)
    }
}

impl From<Point> for Part {
    fn from(point: Point) -> Part {
        Part::Point(BoardPoint { file: point.file() as u8, rank: point.rank() as u8 })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PointSet(pub u128);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);
    /// The whole board.
    pub const ALL: PointSet = PointSet((1 << POINTS) - 1);

    /// The set of one point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        PointSet(1 << point.index())
    }

    /// All points of the rank, counted from 0.
    #[inline]
    pub const fn rank(rank: usize) -> PointSet {
        PointSet(0x1ff << (rank * FILES))
    }

    /// All points of the file, counted from 0.
    #[inline]
    pub const fn file(file: usize) -> PointSet {
        PointSet(0x201008040201008040201 << file)
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is in it.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.index() & 1 != 0
    }

    /// Whether the two have a point in common.
    #[inline]
    pub const fn meets(self, other: PointSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The points of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: PointSet) -> PointSet {
        PointSet(self.0 & !other.0)
    }

    /// This set if `condition` holds, else nothing; without a jump, for conditions nobody can predict.
    #[inline]
    pub const fn when(self, condition: bool) -> PointSet {
        PointSet(self.0 & (condition as u128).wrapping_neg())
    }

    /// How many points.
    #[inline]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The point with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 { None } else { Some(Point(self.0.trailing_zeros() as u8)) }
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        PointSet(self.0 & other.0)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        PointSet(self.0 | other.0)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitxor(self, other: PointSet) -> PointSet {
        PointSet(self.0 ^ other.0)
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for PointSet {
    #[inline]
    fn bitxor_assign(&mut self, other: PointSet) {
        self.0 ^= other.0;
    }
}

impl Not for PointSet {
    type Output = PointSet;
    #[inline]
    fn not(self) -> PointSet {
        PointSet::ALL.without(self)
    }
}

impl Iterator for PointSet {
    type Item = Point;

    /// Takes out the point with the lowest index.
    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.first()?;
        self.0 &= self.0 - 1;
        Some(point)
    }

    /// Goes through the two halves of the bits one after the other, which spares the carry between them.
    #[inline]
    fn fold<B, F: FnMut(B, Point) -> B>(self, init: B, mut f: F) -> B {
        let mut sum = init;
        for (mut half, base) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            while half != 0 {
                sum = f(sum, Point(base + half.trailing_zeros() as u8));
                half &= half - 1;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_print_as_coordinates() {
        assert_eq!(Point::new(0, 0).to_string(), "a1");
        assert_eq!(Point::new(8, 9).to_string(), "i10");
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        let a1 = Point::new(0, 0);
        assert_eq!(a1.offset(-1, 0), None);
        assert_eq!(a1.offset(0, 10), None);
        assert_eq!(a1.offset(1, 2), Some(Point::new(1, 2)));
    }

    #[test]
    fn ranks_and_files_cover_the_board() {
        assert_eq!((0..FILES).map(PointSet::file).fold(PointSet::EMPTY, BitOr::bitor), PointSet::ALL);
        assert_eq!((0..RANKS).map(PointSet::rank).fold(PointSet::EMPTY, BitOr::bitor), PointSet::ALL);
        assert_eq!((PointSet::file(4) & PointSet::rank(1)).first(), Some(Point::new(4, 1)));
    }

    #[test]
    fn iteration_yields_each_point_once() {
        let set = PointSet::rank(3) | PointSet::file(8);
        assert_eq!(set.count(), 18);
        assert_eq!(set.fold(PointSet::EMPTY, |seen, point| seen | PointSet::of(point)), set);
    }
}
