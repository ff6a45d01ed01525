//! The 90 points of the board, and sets of them.

use crate::game::Part;
use crate::games::bitset::{coordinates, integer_set};

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
    /// The inverse of [`Point::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        debug_assert!(index < POINTS);
        Point(index as u8)
    }

    /// A number below `POINTS`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point so many steps to the right and up, if the board reaches that far.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Point> {
        Point::on_board(self.file() as i32 + files, self.rank() as i32 + ranks)
    }
}

coordinates!(Point, FILES, RANKS);

impl From<Point> for Part {
    fn from(point: Point) -> Part {
        Part::Point(point.board_point())
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PointSet(pub u128);

impl PointSet {
    /// The whole board.
    pub const ALL: PointSet = PointSet((1 << POINTS) - 1);

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

    /// This set if `condition` holds, else nothing; without a jump, for conditions nobody can predict.
    #[inline]
    pub const fn when(self, condition: bool) -> PointSet {
        PointSet(self.0 & (condition as u128).wrapping_neg())
    }

    #[inline]
    const fn bit(number: usize) -> u128 {
        shift_left(1, number)
    }

    const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

/// `bits << by`. WebAssembly has no integers of 128 bits: the compiler would call a function, which costs more than the shift.
#[inline]
pub const fn shift_left(bits: u128, by: usize) -> u128 {
    if cfg!(target_arch = "wasm32") { shift_words_left(bits, by) } else { bits << by }
}

/// `bits >> by`, in the same way.
#[inline]
pub const fn shift_right(bits: u128, by: usize) -> u128 {
    if cfg!(target_arch = "wasm32") { shift_words_right(bits, by) } else { bits >> by }
}

#[inline]
const fn shift_words_left(bits: u128, by: usize) -> u128 {
    let [low, high] = PointSet(bits).words();
    let across = (low >> 1) >> (63 - by % 64);
    let [low, high] = if by >= 64 { [0, low << (by % 64)] } else { [low << by, high << by | across] };
    low as u128 | (high as u128) << 64
}

#[inline]
const fn shift_words_right(bits: u128, by: usize) -> u128 {
    let [low, high] = PointSet(bits).words();
    let across = (high << 1) << (63 - by % 64);
    let [low, high] = if by >= 64 { [high >> (by % 64), 0] } else { [low >> by | across, high >> by] };
    low as u128 | (high as u128) << 64
}

integer_set!(PointSet of Point, 1);

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
        let union = |sets: &mut dyn Iterator<Item = PointSet>| sets.fold(PointSet::EMPTY, |all, set| all | set);
        assert_eq!(union(&mut (0..FILES).map(PointSet::file)), PointSet::ALL);
        assert_eq!(union(&mut (0..RANKS).map(PointSet::rank)), PointSet::ALL);
        assert_eq!((PointSet::file(4) & PointSet::rank(1)).first(), Some(Point::new(4, 1)));
    }

    #[test]
    fn shifts_of_words_are_shifts() {
        let mut random = fastrand::Rng::with_seed(5);
        for by in 0..128 {
            let bits = random.u128(..);
            assert_eq!(shift_words_left(bits, by), bits << by, "{bits:x} << {by}");
            assert_eq!(shift_words_right(bits, by), bits >> by, "{bits:x} >> {by}");
        }
    }
}
