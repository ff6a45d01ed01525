//! What something is worth as long as all pieces are on the board and when hardly any are left.

/// A worth with all pieces on the board and with hardly any, in hundredths of a soldier.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    /// With all pieces.
    pub open: i32,
    /// With hardly any.
    pub late: i32,
}

/// How many pieces a full board has.
pub const FULL_BOARD: i32 = 32;

impl Worth {
    /// What it is with so many pieces on the board.
    #[inline]
    pub const fn with(self, pieces: i32) -> i32 {
        (self.open * pieces + self.late * (FULL_BOARD - pieces)) / FULL_BOARD
    }

    /// Counts it several times.
    #[inline]
    pub const fn times(self, n: i32) -> Worth {
        Worth { open: self.open * n, late: self.late * n }
    }
}

impl std::ops::AddAssign for Worth {
    #[inline]
    fn add_assign(&mut self, other: Worth) {
        self.open += other.open;
        self.late += other.late;
    }
}

impl std::ops::SubAssign for Worth {
    #[inline]
    fn sub_assign(&mut self, other: Worth) {
        self.open -= other.open;
        self.late -= other.late;
    }
}
