//! Geometry tables, computed at compile time.

use super::hex::{Direction, TILES, Tile, TileSet};
use crate::game::Side;

/// The directions in which a side's spies move.
const fn spy_directions(side: Side) -> [Direction; 4] {
    match side {
        Side::Upper => [Direction::NorthEast, Direction::NorthWest, Direction::West, Direction::SouthWest],
        Side::Lower => [Direction::East, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast],
    }
}

pub(super) static STEPS: [[Option<Tile>; TILES]; 6] = {
    let mut table = [[None; TILES]; 6];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::from_index(index);
        let mut number = 0;
        while number < 6 {
            let (x, row) = Direction::ALL[number].offset();
            table[number][index] = Tile::from_cube(tile.x() + x, tile.row() + row);
            number += 1;
        }
        index += 1;
    }
    table
};

pub(super) static AROUND: [TileSet; TILES] = {
    let mut table = [TileSet::EMPTY; TILES];
    let mut index = 0;
    while index < TILES {
        table[index] = stepped(Tile::from_index(index), &Direction::ALL);
        index += 1;
    }
    table
};

pub(super) static SPY_STEPS: [[TileSet; TILES]; 2] = {
    let mut table = [[TileSet::EMPTY; TILES]; 2];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::from_index(index);
        table[0][index] = stepped(tile, &spy_directions(Side::Upper));
        table[1][index] = stepped(tile, &spy_directions(Side::Lower));
        index += 1;
    }
    table
};

/// The neighbours in some directions.
const fn stepped(tile: Tile, directions: &[Direction]) -> TileSet {
    let mut set = TileSet::EMPTY;
    let mut number = 0;
    while number < directions.len() {
        let (x, row) = directions[number].offset();
        if let Some(to) = Tile::from_cube(tile.x() + x, tile.row() + row) {
            set = set.with(to);
        }
        number += 1;
    }
    set
}

pub(super) static LEAPS: [TileSet; TILES] = {
    let mut table = [TileSet::EMPTY; TILES];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::from_index(index);
        let mut number = 0;
        while number < 6 {
            let first = Direction::ALL[number];
            let ((x, row), (then_x, then_row)) = (first.offset(), first.turned(1).offset());
            // Rotating the second step the other way gives the same six tiles.
            if let Some(to) = Tile::from_cube(tile.x() + x + then_x, tile.row() + row + then_row) {
                table[index] = table[index].with(to);
            }
            number += 1;
        }
        index += 1;
    }
    table
};

pub(super) static RAYS: [[TileSet; TILES]; 6] = {
    let mut table = [[TileSet::EMPTY; TILES]; 6];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::from_index(index);
        let mut number = 0;
        while number < 6 {
            let (x, row) = Direction::ALL[number].offset();
            let mut here = tile;
            while let Some(next) = Tile::from_cube(here.x() + x, here.row() + row) {
                table[number][index] = table[number][index].with(next);
                here = next;
            }
            number += 1;
        }
        index += 1;
    }
    table
};

pub(super) static BEARINGS: [[Option<Direction>; TILES]; TILES] = {
    let mut table = [[None; TILES]; TILES];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::from_index(index);
        let mut number = 0;
        while number < 6 {
            let (x, row) = Direction::ALL[number].offset();
            let mut here = tile;
            while let Some(next) = Tile::from_cube(here.x() + x, here.row() + row) {
                table[index][next.index()] = Some(Direction::ALL[number]);
                here = next;
            }
            number += 1;
        }
        index += 1;
    }
    table
};
