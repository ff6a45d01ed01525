//! Numbers of Zobrist keys; `board.rs` keeps the key of a position up to date, `Searchable::search_key` adds what a search must tell apart.

use super::board::Kind;
use super::point::{POINTS, Point};
use crate::game::Side;
use crate::games::splitmix;

struct Numbers {
    pieces: [[[u64; POINTS]; Kind::COUNT]; 2],
    lower_to_move: u64,
    passed: u64,
    offered: u64,
}

static NUMBERS: Numbers = numbers();

/// For a piece on a point.
#[inline]
pub fn piece(side: Side, kind: Kind, point: Point) -> u64 {
    NUMBERS.pieces[side.index()][kind as usize][point.index()]
}

/// For the turn of the lower-case side.
#[inline]
pub fn lower_to_move() -> u64 {
    NUMBERS.lower_to_move
}

/// For a pass as the last move.
#[inline]
pub fn passed() -> u64 {
    NUMBERS.passed
}

/// For an offer of a draw by facing generals.
#[inline]
pub fn offered() -> u64 {
    NUMBERS.offered
}

/// For the number of plies without a capture.
#[inline]
pub fn quiet_plies(plies: u32) -> u64 {
    splitmix::nth(plies as u64)
}

const fn numbers() -> Numbers {
    let mut numbers = Numbers { pieces: [[[0; POINTS]; Kind::COUNT]; 2], lower_to_move: 0, passed: 0, offered: 0 };
    let mut count: u64 = 1 << 32; // far from any number of plies
    let mut index = 0;
    while index < 2 * Kind::COUNT * POINTS {
        numbers.pieces[index / (Kind::COUNT * POINTS)][index / POINTS % Kind::COUNT][index % POINTS] =
            splitmix::nth(count);
        count += 1;
        index += 1;
    }
    numbers.lower_to_move = splitmix::nth(count);
    numbers.passed = splitmix::nth(count + 1);
    numbers.offered = splitmix::nth(count + 2);
    numbers
}
