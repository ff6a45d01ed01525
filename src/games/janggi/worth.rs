//! The numbers of the evaluation, in hundredths of a soldier, each for a full and for an empty board.

use super::board::Kind;
use super::point::{FILES, Point, RANKS};
use crate::game::Side;

/// A worth with all pieces on the board and with hardly any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Worth {
    /// With all pieces.
    pub open: i32,
    /// With hardly any.
    pub late: i32,
}

const fn worth(open: i32, late: i32) -> Worth {
    Worth { open, late }
}

impl Worth {
    /// What it is with so many pieces on the board.
    #[inline]
    pub const fn with(self, pieces: i32) -> i32 {
        (self.open * pieces + self.late * (32 - pieces)) / 32
    }

    /// Counts it several times.
    #[inline]
    pub const fn times(self, n: i32) -> Worth {
        worth(self.open * n, self.late * n)
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

/// Indexed by kind. A cannon needs screens and loses with every exchange; soldiers and horses gain.
pub const MATERIAL: [Worth; Kind::COUNT] =
    [worth(0, 0), worth(165, 170), worth(660, 700), worth(380, 300), worth(270, 310), worth(190, 180), worth(95, 130)];

/// For each point that a piece reaches and its own side does not occupy, beyond [`USUAL_REACH`].
pub const MOBILITY: [Worth; Kind::COUNT] =
    [worth(0, 0), worth(0, 0), worth(4, 5), worth(4, 3), worth(7, 7), worth(7, 5), worth(0, 0)];

/// How many points a piece reaches on average.
pub const USUAL_REACH: [i32; Kind::COUNT] = [0, 0, 8, 4, 4, 3, 0];

/// How much each point of the enemy palace that a piece reaches adds to the pressure on the general.
pub const PRESSURE: [i32; Kind::COUNT] = [0, 0, 3, 2, 3, 2, 3];

/// What the square of the pressure is worth, in 64ths, against so many guards.
pub const ASSAULT: [i32; 3] = [14, 11, 9];

/// Two soldiers side by side guard each other.
pub const SOLDIER_PAIR: Worth = worth(10, 14);

/// To have the move.
pub const TEMPO: i32 = 12;

/// Each point of a lead, where points decide, up to [`LARGEST_LEAD`].
pub const LEAD: Worth = worth(2, 8);

/// Further points hardly make a won count more won.
pub const LARGEST_LEAD: i32 = 12;

/// To be ahead at all, where points decide.
pub const AHEAD: Worth = worth(15, 70);

/// What a piece is worth on a point: its material and how good the place is for it.
#[inline]
pub fn standing(side: Side, kind: Kind, point: Point) -> Worth {
    STANDING[side.index()][kind as usize][point.index()]
}

static STANDING: [[[Worth; FILES * RANKS]; Kind::COUNT]; 2] = [standings(Side::Upper), standings(Side::Lower)];

const fn standings(side: Side) -> [[Worth; FILES * RANKS]; Kind::COUNT] {
    let mut table = [[worth(0, 0); FILES * RANKS]; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let mut index = 0;
        while index < FILES * RANKS {
            let point = Point::from_index(index);
            let rank = if side as usize == Side::Upper as usize { point.rank() } else { RANKS - 1 - point.rank() };
            let file = if point.file() > 4 { FILES - 1 - point.file() } else { point.file() };
            let (open, late) = (OPEN[kind][RANKS - 1 - rank][file], LATE[kind][RANKS - 1 - rank][file]);
            table[kind][index] = worth(MATERIAL[kind].open + open as i32, MATERIAL[kind].late + late as i32);
            index += 1;
        }
        kind += 1;
    }
    table
}

/// Places for a side at the bottom, its farthest rank first, files `a` to `e`; the other files mirror them.
type HalfBoard = [[i8; 5]; RANKS];

#[rustfmt::skip]
const GENERAL: HalfBoard = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [0, 0, 0, -30, -40],
    [0, 0, 0,   5,   0],
    [0, 0, 0,  15,  20],
];

#[rustfmt::skip]
const GUARD: HalfBoard = [
    [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5], [0; 5],
    [0, 0, 0, -8, 0],
    [0, 0, 0,  6, 8],
    [0, 0, 0,  0, 4],
];

#[rustfmt::skip]
const CHARIOT: HalfBoard = [
    [ 6,  8, 10, 18, 16],
    [ 8, 10, 12, 20, 20],
    [ 6,  8, 10, 18, 16],
    [ 4,  8, 10, 12, 12],
    [ 4,  8, 10, 12, 12],
    [ 2,  6,  8, 10, 10],
    [ 0,  4,  6,  8,  8],
    [-4,  2,  4,  2,  2],
    [-4,  0,  2,  2,  0],
    [-6,  0,  0,  2,  0],
];

#[rustfmt::skip]
const CANNON: HalfBoard = [
    [ 0,  2,  4,   6,  8],
    [ 0,  0,  0,   4,  6],
    [ 0,  0,  0,   4,  6],
    [-4, -4, -4,  -2, -2],
    [-4, -4, -4,  -2, -2],
    [-4, -2, -2,  -2, -2],
    [-4, -2, -2,   0,  2],
    [ 0,  4,  6,   8, 16],
    [ 0,  2,  4,   6,  4],
    [ 0,  0,  4,   6,  8],
];

#[rustfmt::skip]
const HORSE: HalfBoard = [
    [-14, -6,  0,  2,  0],
    [ -8,  0, 10, 14,  8],
    [ -4,  8, 14, 16, 16],
    [ -2, 10, 16, 18, 18],
    [ -2,  8, 14, 16, 16],
    [ -4,  6, 10, 12, 14],
    [ -6,  2,  6,  8, 10],
    [ -8,  0,  8,  6,  2],
    [-10, -6, -4, -4, -8],
    [-14, -8, -6, -6, -8],
];

#[rustfmt::skip]
const ELEPHANT: HalfBoard = [
    [-14, -10, -6, -4, -4],
    [-10,  -4,  0,  0,  0],
    [ -8,  -2,  4,  4,  4],
    [ -6,   2,  8,  8, 10],
    [ -6,   4,  8, 10, 12],
    [ -6,   2,  8,  8, 10],
    [ -6,   0,  6,  6,  8],
    [ -8,  -2,  0,  2,  6],
    [-10,  -6, -4, -2, -2],
    [-12,  -8, -6, -4, -4],
];

#[rustfmt::skip]
const SOLDIER_OPEN: HalfBoard = [
    [-30, -26, -20, -10, -6],
    [ -4,   4,  12,  30, 40],
    [  4,  10,  20,  34, 38],
    [  4,   8,  14,  22, 24],
    [  2,   6,  10,  14, 16],
    [  0,   2,   4,   6,  8],
    [  0,   0,   2,   2,  6],
    [  0; 5],
    [  0; 5],
    [  0; 5],
];

#[rustfmt::skip]
const SOLDIER_LATE: HalfBoard = [
    [-40, -30, -20, -10, -6],
    [  0,  10,  20,  44, 50],
    [ 10,  18,  28,  46, 50],
    [ 10,  16,  22,  32, 34],
    [  6,  10,  16,  20, 22],
    [  2,   4,   6,   8, 10],
    [  0,   0,   0,   2,  2],
    [  0; 5],
    [  0; 5],
    [  0; 5],
];

const OPEN: [HalfBoard; Kind::COUNT] = [GENERAL, GUARD, CHARIOT, CANNON, HORSE, ELEPHANT, SOLDIER_OPEN];
const LATE: [HalfBoard; Kind::COUNT] = [GENERAL, GUARD, CHARIOT, CANNON, HORSE, ELEPHANT, SOLDIER_LATE];
