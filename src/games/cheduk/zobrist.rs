//! Zobrist keys: everything in the FEN's fields 1 to 5 has a number. The reserve needs none, since it follows from the
//! pieces on the board.

use super::board::Kind;
use super::hex::{TILES, Tile};
use crate::game::Side;
use crate::games::splitmix::next;

struct Numbers {
    pieces: [[[u64; TILES]; Kind::COUNT]; 2],
    informed: [[u64; TILES]; 2],
    embassies: [[u64; TILES]; 2],
    gathered: [u64; TILES],
    occupied: [u64; 2],
    castled: [u64; 2],
    lower_to_move: u64,
    set_up: u64,
}

const fn row(mut state: u64) -> (u64, [u64; TILES]) {
    let mut numbers = [0; TILES];
    let mut index = 0;
    while index < TILES {
        (state, numbers[index]) = next(state);
        index += 1;
    }
    (state, numbers)
}

static NUMBERS: Numbers = {
    let mut state = 0x6368_6564_756b;
    let mut numbers = Numbers {
        pieces: [[[0; TILES]; Kind::COUNT]; 2],
        informed: [[0; TILES]; 2],
        embassies: [[0; TILES]; 2],
        gathered: [0; TILES],
        occupied: [0; 2],
        castled: [0; 2],
        lower_to_move: 0,
        set_up: 0,
    };
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            (state, numbers.pieces[side][kind]) = row(state);
            kind += 1;
        }
        (state, numbers.informed[side]) = row(state);
        (state, numbers.embassies[side]) = row(state);
        (state, numbers.occupied[side]) = next(state);
        (state, numbers.castled[side]) = next(state);
        side += 1;
    }
    (state, numbers.gathered) = row(state);
    (state, numbers.lower_to_move) = next(state);
    (_, numbers.set_up) = next(state);
    numbers
};

/// A piece on a tile.
#[inline]
pub fn piece(side: Side, kind: Kind, tile: Tile) -> u64 {
    NUMBERS.pieces[side.index()][kind as usize][tile.index()]
}

/// An informed spy on a tile, added to the number of the spy.
#[inline]
pub fn informed(side: Side, tile: Tile) -> u64 {
    NUMBERS.informed[side.index()][tile.index()]
}

/// The embassy of a side.
#[inline]
pub fn embassy(side: Side, tile: Tile) -> u64 {
    NUMBERS.embassies[side.index()][tile.index()]
}

/// An occupied embassy.
#[inline]
pub fn occupied(side: Side) -> u64 {
    NUMBERS.occupied[side.index()]
}

/// A side that has castled.
#[inline]
pub fn castled(side: Side) -> u64 {
    NUMBERS.castled[side.index()]
}

/// A gathered tile.
#[inline]
pub fn gathered(tile: Tile) -> u64 {
    NUMBERS.gathered[tile.index()]
}

/// The lower-case side to move.
#[inline]
pub fn lower_to_move() -> u64 {
    NUMBERS.lower_to_move
}

/// The set-up phase. The repetition rule does not need it, but the hash table does.
#[inline]
pub fn set_up() -> u64 {
    NUMBERS.set_up
}
