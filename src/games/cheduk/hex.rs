//! The 132 hexagonal tiles of the board, sets of them, and their geometry.

use super::tables::{AROUND, BEARINGS, LEAPS, RAYS, SPY_STEPS, STEPS};
use crate::game::Side;
use crate::games::bitset::{coordinates, set_operators};
use std::num::NonZeroU8;

/// Number of files, `a` to `k`.
pub const FILES: usize = 11;
/// Number of ranks, `1` to `12`.
pub const RANKS: usize = 12;
/// Number of tiles.
pub const TILES: usize = FILES * RANKS;

/// A tile of the board: `a1` has the index 0, `b1` 1, `k12` 131.
///
/// Stored plus one, so that `Option<Tile>` is a byte too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The inverse of [`Tile::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Tile {
        debug_assert!(index < TILES);
        Tile(NonZeroU8::MIN.saturating_add(index as u8))
    }

    /// Below [`TILES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Row counted from the top, as in the rules; odd rows are shifted half a tile to the right.
    #[inline]
    pub const fn row(self) -> i32 {
        (RANKS - 1 - self.rank()) as i32
    }

    /// Cube coordinate x; the other two are [`Tile::row`] and minus their sum.
    #[inline]
    pub const fn x(self) -> i32 {
        self.file() as i32 - self.row() / 2
    }

    /// The rising diagonal on which the tile lies, counted from the top left.
    #[inline]
    pub const fn diagonal(self) -> i32 {
        self.x() + self.row()
    }

    /// The tile with these coordinates, if it is on the board.
    pub(super) const fn from_cube(x: i32, row: i32) -> Option<Tile> {
        Tile::on_board(x + row.div_euclid(2), RANKS as i32 - 1 - row)
    }

    /// The neighbour in a direction, if it is on the board.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Tile> {
        STEPS[direction as usize][self.index()]
    }

    /// Number of steps between two tiles.
    #[inline]
    pub const fn distance(self, other: Tile) -> u32 {
        let (x, row) = (self.x() - other.x(), self.row() - other.row());
        let (x_size, row_size, diagonal_size) = (x.unsigned_abs(), row.unsigned_abs(), (x + row).unsigned_abs());
        let larger = if x_size > row_size { x_size } else { row_size };
        if diagonal_size > larger { diagonal_size } else { larger }
    }

    /// The tile after the board is rotated by 180 degrees.
    #[inline]
    pub const fn turned(self) -> Tile {
        Tile::from_index(TILES - 1 - self.index())
    }

    /// The direction of another tile, if both lie on a straight line.
    #[inline]
    pub const fn direction_to(self, other: Tile) -> Option<Direction> {
        BEARINGS[self.index()][other.index()]
    }

    /// The tiles between two on a straight line, if they lie on one.
    #[inline]
    pub fn between(self, other: Tile) -> Option<TileSet> {
        let direction = self.direction_to(other)?;
        Some(TileSet::ray(direction, self) & TileSet::ray(direction.opposite(), other))
    }

    /// The tile with a lower-case name such as `a1` or `k12`, for constants.
    pub const fn named(name: &str) -> Tile {
        let name = name.as_bytes();
        let rank = if name.len() == 2 { name[1] - b'0' } else { 10 * (name[1] - b'0') + name[2] - b'0' };
        Tile::new((name[0] - b'a') as usize, rank as usize - 1)
    }
}

coordinates!(Tile, FILES, RANKS);

/// The six directions, counter-clockwise from 0°.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// 0°.
    East,
    /// 60°.
    NorthEast,
    /// 120°.
    NorthWest,
    /// 180°.
    West,
    /// 240°.
    SouthWest,
    /// 300°.
    SouthEast,
}

impl Direction {
    /// All six directions.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// Rotated by that many times 60°.
    pub(super) const fn turned(self, times: usize) -> Direction {
        Direction::ALL[(self as usize + times) % 6]
    }

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        self.turned(3)
    }

    /// Change of x and row per step.
    pub(super) const fn offset(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::NorthEast => (1, -1),
            Direction::NorthWest => (0, -1),
            Direction::West => (-1, 0),
            Direction::SouthWest => (-1, 1),
            Direction::SouthEast => (0, 1),
        }
    }

    /// Whether the index grows in this direction.
    #[inline]
    const fn ascends(self) -> bool {
        matches!(self, Direction::East | Direction::NorthEast | Direction::NorthWest)
    }
}

/// A set of tiles, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TileSet([u64; 3]);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet([0; 3]);
    /// The whole board.
    pub const ALL: TileSet = TileSet([u64::MAX, u64::MAX, (1 << (TILES - 128)) - 1]);

    /// The set of one tile.
    #[inline]
    pub const fn of(tile: Tile) -> TileSet {
        TileSet::EMPTY.with(tile)
    }

    /// One tile or none.
    #[inline]
    pub const fn of_option(tile: Option<Tile>) -> TileSet {
        match tile {
            Some(tile) => TileSet::of(tile),
            None => TileSet::EMPTY,
        }
    }

    /// The neighbours on the board.
    #[inline]
    pub const fn around(tile: Tile) -> TileSet {
        AROUND[tile.index()]
    }

    /// Where an ambassador can go from its embassy: one step, then one step rotated by 60°.
    #[inline]
    pub const fn leaps(tile: Tile) -> TileSet {
        LEAPS[tile.index()]
    }

    /// Where a spy of that side can go.
    #[inline]
    pub const fn spy_steps(side: Side, tile: Tile) -> TileSet {
        SPY_STEPS[side.index()][tile.index()]
    }

    /// Where a spy of that side can come from: spies of the other side go in the opposite directions.
    #[inline]
    pub const fn spy_sources(side: Side, tile: Tile) -> TileSet {
        TileSet::spy_steps(side.other(), tile)
    }

    /// All tiles in that direction.
    #[inline]
    pub const fn ray(direction: Direction, tile: Tile) -> TileSet {
        RAYS[direction as usize][tile.index()]
    }

    /// With one more tile.
    #[inline]
    pub const fn with(mut self, tile: Tile) -> TileSet {
        self.0[tile.index() / 64] |= 1 << (tile.index() % 64);
        self
    }

    /// Adds the tile, or removes it if it is in the set.
    #[inline]
    pub const fn toggle(&mut self, tile: Tile) {
        self.0[tile.index() / 64] ^= 1 << (tile.index() % 64);
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether `tile` is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0[tile.index() / 64] >> (tile.index() % 64) & 1 != 0
    }

    /// Whether the sets intersect.
    #[inline]
    pub const fn meets(self, other: TileSet) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) | (self.0[2] & other.0[2]) != 0
    }

    /// Set difference.
    #[inline]
    pub const fn without(self, other: TileSet) -> TileSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        TileSet([a & !x, b & !y, c & !z])
    }

    /// Number of tiles.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Tile with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Tile> {
        let [a, b, c] = self.0;
        let index = if a != 0 {
            a.trailing_zeros()
        } else if b != 0 {
            64 + b.trailing_zeros()
        } else if c != 0 {
            128 + c.trailing_zeros()
        } else {
            return None;
        };
        Some(Tile::from_index(index as usize))
    }

    /// Tile with the highest index.
    #[inline]
    pub const fn last(self) -> Option<Tile> {
        let [a, b, c] = self.0;
        let index = if c != 0 {
            191 - c.leading_zeros()
        } else if b != 0 {
            127 - b.leading_zeros()
        } else if a != 0 {
            63 - a.leading_zeros()
        } else {
            return None;
        };
        Some(Tile::from_index(index as usize))
    }

    /// The tile of a subset of a ray that comes first on the ray.
    #[inline]
    pub const fn nearest(self, direction: Direction) -> Option<Tile> {
        if direction.ascends() { self.first() } else { self.last() }
    }

    #[inline]
    const fn pop_first(&mut self) -> Option<Tile> {
        match self.first() {
            Some(tile) => {
                self.toggle(tile);
                Some(tile)
            }
            None => None,
        }
    }

    #[inline]
    const fn and(self, other: TileSet) -> TileSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        TileSet([a & x, b & y, c & z])
    }

    #[inline]
    const fn or(self, other: TileSet) -> TileSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        TileSet([a | x, b | y, c | z])
    }

    #[inline]
    const fn xor(self, other: TileSet) -> TileSet {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        TileSet([a ^ x, b ^ y, c ^ z])
    }

    #[inline]
    const fn words(self) -> [u64; 3] {
        self.0
    }
}

set_operators!(TileSet of Tile, 1);

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: TileSet) -> String {
        set.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tiles_print_as_coordinates() {
        assert_eq!(Tile::new(0, 0).to_string(), "a1");
        assert_eq!(Tile::new(10, 11).to_string(), "k12");
        assert!(Tile::all().all(|tile| Tile::named(&tile.to_string()) == tile));
        assert_eq!(size_of::<Option<Tile>>(), 1);
    }

    #[test]
    fn every_second_row_is_pushed_to_the_right() {
        assert_eq!(names(TileSet::around(Tile::named("f6"))), "e5 f5 e6 g6 e7 f7");
        assert_eq!(names(TileSet::around(Tile::named("f7"))), "f6 g6 e7 g7 f8 g8");
        assert_eq!(names(TileSet::around(Tile::named("a12"))), "a11 b12");
        assert_eq!(names(TileSet::around(Tile::named("k1"))), "j1 k2");
    }

    #[test]
    fn lines_run_straight() {
        let ray = |direction, from: &str| names(TileSet::ray(direction, Tile::named(from)));
        assert_eq!(ray(Direction::NorthEast, "g1"), "h2 h3 i4 i5 j6 j7 k8 k9");
        assert_eq!(ray(Direction::NorthWest, "g1"), "g2 f3 f4 e5 e6 d7 d8 c9 c10 b11 b12");
        assert_eq!(ray(Direction::West, "d4"), "a4 b4 c4");
        let between = Tile::named("g1").between(Tile::named("i5"));
        assert_eq!(between.map(names).as_deref(), Some("h2 h3 i4"));
        assert_eq!(Tile::named("g1").between(Tile::named("h4")), None);
        assert_eq!(Tile::named("g1").between(Tile::named("g1")), None);
    }

    #[test]
    fn rays_are_steps_repeated_and_know_their_nearest_tile() {
        for tile in Tile::all() {
            for direction in Direction::ALL {
                let mut walked = TileSet::EMPTY;
                let mut here = tile;
                while let Some(next) = here.step(direction) {
                    walked = walked.with(next);
                    assert_eq!(tile.direction_to(next), Some(direction));
                    assert_eq!(next.direction_to(tile), Some(direction.opposite()));
                    here = next;
                }
                assert_eq!(walked, TileSet::ray(direction, tile));
                assert_eq!(walked.nearest(direction), tile.step(direction));
            }
        }
    }

    #[test]
    fn distances_count_steps() {
        for tile in Tile::all() {
            assert_eq!(tile.distance(tile), 0);
            assert!(TileSet::around(tile).all(|other| tile.distance(other) == 1));
            assert!(TileSet::leaps(tile).all(|other| tile.distance(other) == 2));
        }
        assert_eq!(Tile::named("a12").distance(Tile::named("k1")), 16);
    }

    #[test]
    fn half_a_turn_changes_the_sides() {
        let turned = |set: TileSet| set.map(Tile::turned).collect::<TileSet>();
        for tile in Tile::all() {
            let spies = turned(TileSet::spy_steps(Side::Upper, tile));
            assert_eq!(spies, TileSet::spy_steps(Side::Lower, tile.turned()));
            assert_eq!(turned(TileSet::leaps(tile)), TileSet::leaps(tile.turned()));
            // A spy comes from where one of the other side would go.
            let sources = Tile::all().filter(|&from| TileSet::spy_steps(Side::Upper, from).contains(tile));
            assert_eq!(sources.collect::<TileSet>(), TileSet::spy_sources(Side::Upper, tile));
        }
    }
}
