//! The set-up phase: where ambassadors may be placed, who places spies first, who moves first, and what each side
//! knows of the other's secret choice.

use super::board::{Kind, Position};
use super::hex::{Tile, TileSet};
use super::ruleset::SpyPlaces;
use super::territory::Ground;
use super::zobrist;
use crate::game::Side;
use crate::games::splitmix;
use once_cell::sync::Lazy;
use std::ops::RangeInclusive;

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

/// The rising diagonals whose tiles the board numbers for each side, as its picture shows.
const NUMBERED_DIAGONALS: [RangeInclusive<i32>; 2] = [10..=13, 3..=6];

static NUMBERED_TILES: Lazy<[TileSet; 2]> =
    Lazy::new(|| NUMBERED_DIAGONALS.map(|range| Tile::all().filter(|tile| range.contains(&tile.diagonal())).collect()));

/// Reference tiles for the distances of each side.
const CENTRES: [Tile; 2] = [Tile::named("f7"), Tile::named("f6")];

/// Spies of a side.
pub const SPIES: usize = 5;

/// The coin for the first move, as `protocol.md` writes it down: the first number of the generator SplitMix64 with this seed has
/// its highest bit set for Red, and not for Blue.
pub fn toss(seed: i64) -> Side {
    let (_, number) = splitmix::next(seed.unsigned_abs());
    if number >> 63 == 1 { Side::Upper } else { Side::Lower }
}

/// Distance of a tile from a side's reference tile.
pub fn distance_to_centre(side: Side, tile: Tile) -> u32 {
    CENTRES[side.index()].distance(tile)
}

/// Tiles to which the board gives a number in a side's colour; those with 1 to 3 are its ambassador tiles.
pub fn numbered_tiles(side: Side) -> TileSet {
    NUMBERED_TILES[side.index()]
}

/// The number printed on an ambassador tile: the side with the smaller one moves first.
pub fn number(side: Side, tile: Tile) -> u32 {
    distance_to_centre(side, tile) - 1
}

impl Position {
    /// Whether ambassadors or spies still have to be placed for the first time.
    #[inline]
    pub fn is_set_up_phase(&self) -> bool {
        self.move_number == 0
    }

    /// Where the side to move may place its ambassador for the first time; empty once it has.
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
        let places = match self.rules.spy_places {
            SpyPlaces::Territory => TileSet::ALL,
            SpyPlaces::NumberedTiles => numbered_tiles(self.turn),
        };
        (self.ground.territory(self.turn) & places).without(self.occupied())
    }

    /// Places the ambassador of the side to move on its embassy, and passes the turn.
    pub(super) fn found_embassy(&mut self, tile: Tile) {
        self.change_embassy(self.turn, Some(tile));
        self.put(self.turn, Kind::Ambassador, tile);
        let next = match self.ground.embassies() {
            [Some(_), Some(_)] => self.placing_first(),
            _ => self.turn.other(),
        };
        self.set_turn(next);
    }

    /// Places a spy of the side to move for the first time and passes the turn; the last one begins the game.
    pub(super) fn place_first_time(&mut self, tile: Tile) {
        self.put(self.turn, Kind::Spy, tile);
        let waiting = [self.turn.other(), self.turn].into_iter().find(|&side| self.spies_in_reserve(side) > 0);
        let next = waiting.unwrap_or_else(|| {
            self.move_number = 1;
            self.moving_first()
        });
        self.set_turn(next);
    }

    /// The side with the smaller number under its ambassador, if they differ.
    fn nearer_side(&self) -> Option<Side> {
        let numbers = [Side::Upper, Side::Lower].map(|side| self.ground.embassy(side).map(|tile| number(side, tile)));
        smaller(numbers)
    }

    /// Who places spies first: the side that will move second, or Blue if that is not known yet.
    fn placing_first(&self) -> Side {
        self.nearer_side().map_or(Side::Lower, Side::other)
    }

    /// Who moves first once all spies are placed.
    fn moving_first(&self) -> Side {
        let sum = |side| self.spies(side).map(|tile| distance_to_centre(side, tile)).sum::<u32>();
        let by_spies = || smaller([sum(Side::Upper), sum(Side::Lower)]);
        self.nearer_side().or_else(by_spies).unwrap_or(self.coin)
    }

    /// The position as the side to move may know it: without a tile that the other side has chosen in secret while
    /// this one has still to choose.
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

/// The side with the smaller value, if they differ.
fn smaller<T: PartialOrd>([red, blue]: [T; 2]) -> Option<Side> {
    if red < blue {
        Some(Side::Upper)
    } else if blue < red {
        Some(Side::Lower)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{CHEDUK, MODERN};
    use super::*;
    use crate::game::{Game, Notation, Searchable};

    fn played(start: &str, coin: Side, moves: &str) -> Position {
        let mut position = fen::read(&CHEDUK, coin, start).expect("a good FEN");
        for text in moves.split_whitespace() {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", fen::write(&position)));
            position.play(mv);
        }
        position
    }

    fn after(moves: &str) -> Position {
        played(fen::START, Side::Upper, moves)
    }

    #[test]
    fn rule_3_2_each_side_has_eighteen_tiles_numbered_1_to_3() {
        for side in [Side::Upper, Side::Lower] {
            let tiles = AMBASSADOR_TILES[side.index()];
            assert_eq!(tiles.into_iter().collect::<TileSet>().count(), 18);
            assert!(tiles.iter().all(|&tile| (1..=3).contains(&number(side, tile))));
        }
        let turned: TileSet = AMBASSADOR_TILES[0].into_iter().map(Tile::turned).collect();
        assert_eq!(turned, AMBASSADOR_TILES[1].into_iter().collect());
        assert_eq!(number(Side::Upper, Tile::named("h7")), 1);
        assert_eq!(number(Side::Upper, Tile::named("f3")), 3);
        assert_eq!(number(Side::Lower, Tile::named("d6")), 1);
    }

    #[test]
    fn rule_3_3_the_numbers_of_the_picture_lie_on_four_diagonals() {
        for side in [Side::Upper, Side::Lower] {
            let numbered = numbered_tiles(side);
            assert_eq!(numbered.count(), 39);
            let ambassadors: TileSet = AMBASSADOR_TILES[side.index()].into_iter().collect();
            assert!(ambassadors.without(numbered).is_empty());
        }
        assert_eq!(numbered_tiles(Side::Upper).map(Tile::turned).collect::<TileSet>(), numbered_tiles(Side::Lower));
        let blue = numbered_tiles(Side::Lower);
        assert!(["d12", "g12", "a7", "a1", "c4", "f10"].iter().all(|name| blue.contains(Tile::named(name))));
        assert!(["c12", "h12", "a8", "b1", "d4"].iter().all(|name| !blue.contains(Tile::named(name))));
    }

    #[test]
    fn rule_3_3_every_embassy_leaves_numbered_tiles_for_all_spies() {
        for (red, blue) in AMBASSADOR_TILES[0].iter().zip(AMBASSADOR_TILES[1]) {
            let mut position = fen::read(&MODERN, Side::Upper, fen::START).expect("the start position");
            for text in [format!("A@{red}"), format!("A@{blue}")] {
                position.play(position.parse_move(&text).expect("a legal move"));
            }
            while position.is_set_up_phase() {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                position.play(*legal.first().unwrap_or_else(|| panic!("no tile in {}", fen::write(&position))));
            }
        }
    }

    #[test]
    fn rule_3_2_red_places_its_ambassador_first_and_blue_answers() {
        let start = after("");
        assert_eq!((start.turn, start.legal_count()), (Side::Upper, 18));
        let next = after("A@h7");
        assert_eq!((next.turn, next.legal_count()), (Side::Lower, 18));
    }

    #[test]
    fn rule_3_2_a_fen_may_ask_blue_first() {
        let start = fen::START.replace(" w ", " b ");
        let next = played(&start, Side::Upper, "A@c7");
        assert_eq!((next.turn, next.legal_count()), (Side::Upper, 18));
        assert_eq!(played(&start, Side::Upper, "A@c7 A@h7").turn, Side::Lower);
    }

    #[test]
    fn rule_3_3_the_side_that_moves_second_starts_placing_spies() {
        // h7 has number 1, i7 number 2; d7 has number 1, c7 number 2.
        assert_eq!(after("A@h7 A@c7").turn, Side::Lower);
        assert_eq!(after("A@i7 A@d7").turn, Side::Upper);
        assert_eq!(after("A@i7 A@c7").turn, Side::Lower, "with equal numbers Blue starts");
    }

    #[test]
    fn rule_3_3_spies_are_placed_in_turns_and_the_smaller_number_moves_first() {
        let some = after("A@h7 A@c7 S@a7 S@i1 S@b7");
        assert_eq!((some.turn, some.move_number), (Side::Upper, 0));
        let all = after("A@h7 A@c7 S@a7 S@i1 S@b7 S@j2 S@a9 S@j3 S@b9 S@j4 S@c9 S@j5");
        assert_eq!((all.turn, all.move_number), (Side::Upper, 1));
    }

    #[test]
    fn rule_3_3_a_side_can_act_twice_running() {
        // Blue's number is smaller: Red starts placing, Blue places last and moves first.
        let last = after("A@i7 A@d7 S@i1 S@a7 S@j2 S@b7 S@j3 S@a9 S@j4 S@b9 S@j5");
        assert_eq!((last.turn, last.move_number), (Side::Lower, 0));
        let begun = after("A@i7 A@d7 S@i1 S@a7 S@j2 S@b7 S@j3 S@a9 S@j4 S@b9 S@j5 S@c9");
        assert_eq!((begun.turn, begun.move_number, begun.quiet), (Side::Lower, 1, 0));
    }

    #[test]
    fn rule_3_3_with_equal_numbers_the_spies_nearer_to_the_centre_move_first() {
        let red_near = "A@h7 A@d7 S@c12 S@h6 S@c11 S@h5 S@a9 S@h4 S@b11 S@i7 S@b10 S@i6";
        assert_eq!(after(red_near).turn, Side::Upper);
        let blue_near = "A@h7 A@d7 S@d8 S@i1 S@d9 S@h1 S@d10 S@k4 S@c9 S@k6 S@c8 S@k7";
        assert_eq!(after(blue_near).turn, Side::Lower);
    }

    #[test]
    fn d_3_3_a_coin_decides_what_else_is_equal() {
        // Blue's spies stand where a rotation by 180 degrees takes Red's.
        let setup = "A@h7 A@d6 S@a7 S@k6 S@b8 S@j5 S@c9 S@i4 S@b7 S@j6 S@c8 S@i5";
        for coin in [Side::Upper, Side::Lower] {
            assert_eq!(played(fen::START, coin, setup).turn, coin);
        }
    }

    #[test]
    fn rule_3_2_two_positions_that_differ_in_the_secret_are_known_alike() {
        for (start, first, second) in [(fen::START.to_owned(), 0, 1), (fen::START.replace(" w ", " b "), 1, 0)] {
            let known: Vec<Position> = AMBASSADOR_TILES[first]
                .iter()
                .map(|tile| played(&start, Side::Upper, &format!("A@{tile}")).as_known_to_mover())
                .collect();
            for position in &known {
                assert_eq!(fen::write(position), fen::write(&known[0]));
                assert_eq!((position.key, position.search_key()), (known[0].key, known[0].search_key()));
                assert_eq!(position.key, position.computed_key());
                assert_eq!(position.turn.index(), second);
                assert_eq!(position.ambassador_places(), AMBASSADOR_TILES[second].into_iter().collect());
                assert_eq!(position.legal_count(), 18);
            }
        }
    }

    #[test]
    fn rule_3_2_once_both_have_placed_nothing_is_secret() {
        for moves in ["", "A@h7 A@c7", "A@h7 A@c7 S@b11 S@k4"] {
            let position = after(moves);
            assert_eq!(fen::write(&position.as_known_to_mover()), fen::write(&position));
        }
    }

    #[test]
    fn the_set_up_has_its_own_values_but_the_same_key() {
        let placing = "ce9/e10/g10/11/d10/2a4A3/11/10D/11/10G/10E/9EC[SSSSSsssss] b Cc h7/c7 - 0 0";
        let read = |fen: &str| fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let (placing, begun) = (read(placing), read(&placing.replace(" 0 0", " 0 1")));
        assert_eq!(placing.key(), begun.key());
        assert_ne!(placing.search_key(), begun.search_key());
    }
}
