//! The set-up phase: where ambassadors may be placed, who places spies first, who moves first, and what each side may
//! know of the other's secret.

use super::board::{Kind, Position};
use super::hex::{Tile, TileSet};
use super::territory::Ground;
use super::zobrist;
use crate::game::Side;

const fn tiles(names: [&str; 18]) -> [Tile; 18] {
    let mut tiles = [Tile::new(0, 0); 18];
    let mut number = 0;
    while number < names.len() {
        tiles[number] = Tile::named(names[number]);
        number += 1;
    }
    tiles
}

/// The tiles on which Red and Blue may place their ambassadors.
pub const AMBASSADOR_TILES: [[Tile; 18]; 2] = [
    tiles(["h3", "g3", "f3", "i4", "h4", "g4", "i5", "h5", "g5", "j6", "i6", "h6", "j7", "i7", "h7", "j8", "i8", "i9"]),
    tiles([
        "d10", "e10", "f10", "c9", "d9", "e9", "c8", "d8", "e8", "b7", "c7", "d7", "b6", "c6", "d6", "b5", "c5", "c4",
    ]),
];

/// From where a side's distances are measured.
const CENTRES: [Tile; 2] = [Tile::named("f7"), Tile::named("f6")];

/// How many spies a side has.
pub const SPIES: usize = 5;

/// How far a tile lies from the centre of a side.
pub fn distance_to_centre(side: Side, tile: Tile) -> u32 {
    CENTRES[side.index()].distance(tile)
}

/// The number that the board shows on an ambassador tile: the smaller one moves first.
pub fn number(side: Side, tile: Tile) -> u32 {
    distance_to_centre(side, tile) - 1
}

impl Position {
    /// Whether ambassadors or spies have still to be placed for the first time.
    #[inline]
    pub fn is_set_up_phase(&self) -> bool {
        self.move_number == 0
    }

    /// Where the side to move may place its ambassador for the first time; nowhere once it has.
    pub(super) fn ambassador_places(&self) -> TileSet {
        if self.ground.embassy(self.turn).is_some() {
            return TileSet::EMPTY;
        }
        AMBASSADOR_TILES[self.turn.index()].into_iter().collect::<TileSet>().without(self.occupied())
    }

    /// Where the side to move may place a spy for the first time.
    pub(super) fn spy_places(&self) -> TileSet {
        if self.spies_in_reserve(self.turn) == 0 || self.ground.embassies().contains(&None) {
            return TileSet::EMPTY;
        }
        self.ground.territory(self.turn).without(self.occupied())
    }

    /// Founds the embassy of the side to move, and passes the turn.
    pub(super) fn found_embassy(&mut self, tile: Tile) {
        self.change_embassy(self.turn, Some(tile));
        self.put(self.turn, Kind::Ambassador, tile);
        let next = match self.ground.embassies() {
            [Some(_), Some(_)] => self.placing_first(),
            _ => self.turn.other(),
        };
        self.set_turn(next);
    }

    /// Places a spy of the side to move for the first time, and passes the turn; with the last one the game begins.
    pub(super) fn place_first_time(&mut self, tile: Tile) {
        self.put(self.turn, Kind::Spy, tile);
        let waiting = [self.turn.other(), self.turn].into_iter().find(|&side| self.spies_in_reserve(side) > 0);
        let next = waiting.unwrap_or_else(|| {
            self.move_number = 1;
            self.moving_first()
        });
        self.set_turn(next);
    }

    /// Who has the smaller number under its ambassador, if the numbers differ.
    fn nearer_side(&self) -> Option<Side> {
        let numbers = [Side::Upper, Side::Lower].map(|side| self.ground.embassy(side).map(|tile| number(side, tile)));
        smaller(numbers)
    }

    /// Who starts placing spies: the side that will move second, and Blue if that is not known yet.
    fn placing_first(&self) -> Side {
        self.nearer_side().map_or(Side::Lower, Side::other)
    }

    /// Who moves first once all spies are placed.
    fn moving_first(&self) -> Side {
        let sum = |side| self.spies(side).map(|tile| distance_to_centre(side, tile)).sum::<u32>();
        let by_spies = || smaller([sum(Side::Upper), sum(Side::Lower)]);
        self.nearer_side().or_else(by_spies).unwrap_or(self.coin)
    }

    /// The position as the side to move may know it: a tile that the other side has chosen in secret, while this one
    /// has still to choose, is not known.
    pub(super) fn without_secret(&self) -> Position {
        let them = self.turn.other();
        let mut known = *self;
        if self.is_set_up_phase() && self.ground.embassy(self.turn).is_none() && self.ground.embassy(them).is_some() {
            known.take_off(them, Kind::Ambassador);
            known.change_embassy(them, None);
        }
        known
    }

    fn change_embassy(&mut self, side: Side, tile: Option<Tile>) {
        let mut embassies = self.ground.embassies();
        for tile in [embassies[side.index()], tile].into_iter().flatten() {
            self.key ^= zobrist::embassy(side, tile);
        }
        embassies[side.index()] = tile;
        self.ground = Ground::of(self.ground.rule(), embassies);
    }
}

/// Whose value is smaller, if they differ.
fn smaller<T: PartialOrd>([red, blue]: [T; 2]) -> Option<Side> {
    if red < blue {
        Some(Side::Upper)
    } else if blue < red {
        Some(Side::Lower)
    } else {
        None
    }
}
