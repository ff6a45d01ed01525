//! Embassies and the territories that follow from them, computed once for every pair of embassies.

use super::hex::{TILES, Tile, TileSet};
use super::setup::AMBASSADOR_TILES;
use crate::game::Side;
use once_cell::sync::Lazy;

/// The shape of a territory, option `CheDuk_Territory`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerritoryRule {
    /// The picture of chapter 4.1: everything behind the embassy, along the row and along the rising diagonal.
    Wedge,
    /// The sentence of chapter 4.1: three files and four ranks around the embassy.
    Span,
}

/// Reach of a span along the row.
const SPAN_FILES: usize = 3;
/// Reach of a span across the rows.
const SPAN_ROWS: u32 = 4;

/// The territories that two embassies define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    rule: TerritoryRule,
    embassies: [Option<Tile>; 2],
    territories: [TileSet; 2],
    /// By side and tile: steps of a spy to enemy territory.
    steps: [[u8; TILES]; 2],
}

/// Unreachable.
const NEVER: u8 = u8::MAX;

impl Ground {
    /// The ground for these embassies, each on an ambassador tile of its side or not placed yet.
    pub fn of(rule: TerritoryRule, embassies: [Option<Tile>; 2]) -> &'static Ground {
        let [red, blue] = [Side::Upper, Side::Lower].map(|side| {
            let tiles = &AMBASSADOR_TILES[side.index()];
            let place = embassies[side.index()].and_then(|tile| tiles.iter().position(|&known| known == tile));
            place.unwrap_or(tiles.len())
        });
        &GROUNDS[(rule as usize * PLACES + red) * PLACES + blue]
    }

    /// The shape of the territories.
    #[inline]
    pub fn rule(&self) -> TerritoryRule {
        self.rule
    }

    /// A side's embassy.
    #[inline]
    pub fn embassy(&self, side: Side) -> Option<Tile> {
        self.embassies[side.index()]
    }

    /// Both embassies, Red's first.
    #[inline]
    pub fn embassies(&self) -> [Option<Tile>; 2] {
        self.embassies
    }

    /// A side's territory.
    #[inline]
    pub fn territory(&self, side: Side) -> TileSet {
        self.territories[side.index()]
    }

    /// Steps that a spy needs from a tile to enemy territory on an empty board.
    #[inline]
    pub(super) fn steps_to_enemy(&self, side: Side, from: Tile) -> u8 {
        self.steps[side.index()][from.index()]
    }

    fn new(rule: TerritoryRule, embassies: [Option<Tile>; 2]) -> Ground {
        let territories = [Side::Upper, Side::Lower].map(|side| {
            let Some(embassy) = embassies[side.index()] else { return TileSet::EMPTY };
            let belongs = |&tile: &Tile| match rule {
                TerritoryRule::Wedge => in_wedge(side, embassy, tile),
                TerritoryRule::Span => {
                    // Tiles nearer to the other embassy do not belong to this one; those at the same distance belong
                    // to neither.
                    let contested = embassies[side.other().index()].filter(|&other| in_span(other, tile));
                    in_span(embassy, tile)
                        && contested.is_none_or(|other| embassy.distance(tile) < other.distance(tile))
                }
            };
            Tile::all().filter(belongs).collect()
        });
        let steps = [Side::Upper, Side::Lower].map(|side| steps_to(side, territories[side.other().index()]));
        Ground { rule, embassies, territories, steps }
    }
}

/// By tile: steps that a spy of that side needs to a tile of the set.
fn steps_to(side: Side, goal: TileSet) -> [u8; TILES] {
    let mut steps = [NEVER; TILES];
    let mut reached = goal;
    for count in 0..NEVER {
        let mut before = TileSet::EMPTY;
        for tile in reached.filter(|tile| steps[tile.index()] == NEVER) {
            before = before.with(tile);
        }
        if before.is_empty() {
            break;
        }
        before.for_each(|tile| steps[tile.index()] = count);
        reached = before.map(|tile| TileSet::spy_sources(side, tile)).fold(TileSet::EMPTY, |all, more| all | more);
    }
    steps
}

fn in_wedge(side: Side, embassy: Tile, tile: Tile) -> bool {
    match side {
        Side::Upper => tile.row() >= embassy.row() && tile.diagonal() >= embassy.diagonal(),
        Side::Lower => tile.row() <= embassy.row() && tile.diagonal() <= embassy.diagonal(),
    }
}

fn in_span(embassy: Tile, tile: Tile) -> bool {
    tile.file().abs_diff(embassy.file()) <= SPAN_FILES && tile.row().abs_diff(embassy.row()) <= SPAN_ROWS
}

/// Ambassador tiles of a side, and one index for "not placed yet".
const PLACES: usize = AMBASSADOR_TILES[0].len() + 1;

static GROUNDS: Lazy<Vec<Ground>> = Lazy::new(|| {
    let place = |side: Side, number: usize| AMBASSADOR_TILES[side.index()].get(number).copied();
    let mut grounds = Vec::with_capacity(2 * PLACES * PLACES);
    for rule in [TerritoryRule::Wedge, TerritoryRule::Span] {
        for red in 0..PLACES {
            for blue in 0..PLACES {
                grounds.push(Ground::new(rule, [place(Side::Upper, red), place(Side::Lower, blue)]));
            }
        }
    }
    grounds
});

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(rule: TerritoryRule, red: &str, blue: &str) -> &'static Ground {
        Ground::of(rule, [Some(Tile::named(red)), Some(Tile::named(blue))])
    }

    fn names(set: TileSet) -> String {
        set.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rule_4_1_a_wedge_is_what_lies_behind_the_embassy() {
        let ground = ground(TerritoryRule::Wedge, "h7", "c7");
        let expected =
            "a7 b7 c7 a8 b8 c8 d8 a9 b9 c9 d9 a10 b10 c10 d10 e10 a11 b11 c11 d11 e11 a12 b12 c12 d12 e12 f12";
        assert_eq!(names(ground.territory(Side::Lower)), expected);
        let red = ground.territory(Side::Upper);
        assert!(["h7", "k7", "e1", "k1"].iter().all(|name| red.contains(Tile::named(name))));
        assert!(["h8", "g7", "d1"].iter().all(|name| !red.contains(Tile::named(name))));
    }

    #[test]
    fn rule_4_1_wedges_never_overlap_and_hold_the_chiefs() {
        for red in AMBASSADOR_TILES[0] {
            for blue in AMBASSADOR_TILES[1] {
                let ground = Ground::of(TerritoryRule::Wedge, [Some(red), Some(blue)]);
                assert!(!ground.territory(Side::Upper).meets(ground.territory(Side::Lower)));
                assert!(ground.territory(Side::Upper).contains(Tile::named("k1")));
                assert!(ground.territory(Side::Lower).contains(Tile::named("a12")));
            }
        }
    }

    #[test]
    fn rule_4_1_a_span_reaches_three_files_and_four_ranks() {
        let ground = ground(TerritoryRule::Span, "i4", "c8");
        let red = ground.territory(Side::Upper);
        assert!(["f4", "k1", "i1", "i8", "f1"].iter().all(|name| red.contains(Tile::named(name))));
        assert!(["e4", "i9"].iter().all(|name| !red.contains(Tile::named(name))));
    }

    #[test]
    fn d_4_1_a_tile_of_both_spans_belongs_to_the_nearer_embassy_and_to_nobody_when_equal() {
        let mut nobodys = 0;
        for red in AMBASSADOR_TILES[0] {
            for blue in AMBASSADOR_TILES[1] {
                let ground = Ground::of(TerritoryRule::Span, [Some(red), Some(blue)]);
                for tile in Tile::all().filter(|&tile| in_span(red, tile) && in_span(blue, tile)) {
                    let nearer = red.distance(tile).cmp(&blue.distance(tile));
                    assert_eq!(ground.territory(Side::Upper).contains(tile), nearer.is_lt());
                    assert_eq!(ground.territory(Side::Lower).contains(tile), nearer.is_gt());
                    nobodys += usize::from(nearer.is_eq());
                }
            }
        }
        assert!(nobodys > 0);
    }

    #[test]
    fn grounds_are_symmetric_under_a_half_turn() {
        for rule in [TerritoryRule::Wedge, TerritoryRule::Span] {
            for red in AMBASSADOR_TILES[0] {
                for blue in AMBASSADOR_TILES[1] {
                    let ground = Ground::of(rule, [Some(red), Some(blue)]);
                    let turned = Ground::of(rule, [Some(blue.turned()), Some(red.turned())]);
                    let turn = |set: TileSet| set.map(Tile::turned).collect::<TileSet>();
                    assert_eq!(turn(ground.territory(Side::Upper)), turned.territory(Side::Lower));
                    assert_eq!(ground.embassies(), [Some(red), Some(blue)]);
                }
            }
        }
    }

    #[test]
    fn without_embassies_there_is_no_territory() {
        let ground = Ground::of(TerritoryRule::Wedge, [None, Some(Tile::named("c7"))]);
        assert!(ground.territory(Side::Upper).is_empty());
        assert_eq!(ground.territory(Side::Lower).count(), 27);
        assert_eq!(ground.embassies(), [None, Some(Tile::named("c7"))]);
    }
}
