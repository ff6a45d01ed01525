//! Tapered weights: one value for a full board, one for an empty board, interpolated by the number of pieces.

use std::ops::{AddAssign, SubAssign};

/// Values for a full and for an empty board, in hundredths of a soldier. Packed into one integer, so that one addition
/// adds both: the value for the full board in the lower half, the other above it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered(i64);

/// Number of pieces on a full board.
pub const FULL_BOARD: i32 = 32;

impl Tapered {
    /// For a full and for an empty board.
    pub const fn new(open: i32, late: i32) -> Tapered {
        Tapered(((late as i64) << 32) + open as i64)
    }

    /// Interpolated for so many pieces.
    #[inline]
    pub const fn with(self, pieces: i32) -> i32 {
        let open = self.0 as i32;
        // A negative lower half has borrowed one from the upper half.
        let late = ((self.0 - open as i64) >> 32) as i32;
        (open * pieces + late * (FULL_BOARD - pieces)) / FULL_BOARD
    }

    /// The sum.
    #[inline]
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }

    /// Multiplied.
    #[inline]
    pub const fn times(self, n: i32) -> Tapered {
        Tapered(self.0 * n as i64)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_disturb_each_other() {
        let mut sum = Tapered::new(-700, 650);
        sum += Tapered::new(-5, -3).times(4);
        sum -= Tapered::new(-120, 400);
        assert_eq!((sum.with(FULL_BOARD), sum.with(0)), (-600, 238));
        assert_eq!(Tapered::new(640, -320).with(8), -80);
    }
}
