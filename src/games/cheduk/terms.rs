//! Counts the terms of the evaluation: material, the race for information, and attacks, which are computed once and
//! used for mobility, king safety and threats.

use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::{Tile, TileSet};
use super::moves::{Bars, diplomat_reach};
use super::setup::AMBASSADOR_TILES;
use super::weights::Counted;
use crate::game::Side;
use crate::games::linear_eval::{SideTerms, TermCounter};

const SIDES: [Side; 2] = [Side::Upper, Side::Lower];
/// From this much information on, every step counts.
const RACE: u8 = 3;
/// What each tile next to an enemy chief, or the chief's own, adds to the pressure if a piece of the kind attacks it.
const PRESSURE: [usize; Kind::COUNT] = [0, 2, 2, 3, 3, 3];
/// Pressure beyond this adds nothing.
const HARDEST_PRESSURE: usize = 15;
/// Attacked tiles beyond this add nothing, for a diplomat and for an envoy; two tiles are one step.
const FARTHEST_DIPLOMAT: usize = 12;
const FARTHEST_ENVOY: usize = 7;
/// Pieces between a piece and the chief beyond this make no difference.
const MOST_BETWEEN: usize = 3;
/// Checking tiles beyond this add nothing.
const MOST_CHECKS: usize = 2;
/// Distances beyond this make no difference.
const FARTHEST: usize = 8;
const FARTHEST_GUARD: usize = 4;
const FARTHEST_ENTRY: usize = 6;
/// Steps to a tile to gather beyond this make no difference.
const MOST_STEPS: usize = 7;

/// Threats to undefended and to defended pieces: by cheap pieces, envoys and the diplomat.
const HITS: [[Counted; 3]; 2] = [
    [Counted::SmallHitsLoose, Counted::EnvoyHitsLoose, Counted::DiplomatHitsLoose],
    [Counted::SmallHitsHeld, Counted::EnvoyHitsHeld, Counted::DiplomatHitsHeld],
];

/// The tiles that a side attacks, whoever stands there.
#[derive(Clone, Copy, Default)]
struct Reach {
    kinds: [TileSet; Kind::COUNT],
    all: TileSet,
    pressure: usize,
}

/// Adds the terms of each side to its counter, the upper-case side's first.
#[inline]
pub(super) fn count<C: TermCounter>(position: &Position, counters: &mut [C; 2]) {
    let bars = position.envoy_bars();
    let reach = SIDES.map(|side| {
        let mut terms = SideTerms { position, side, counter: &mut counters[side.index()] };
        terms.reach(&bars)
    });
    for side in SIDES {
        let (own, other) = (&reach[side.index()], &reach[side.other().index()]);
        let mut terms = SideTerms { position, side, counter: &mut counters[side.index()] };
        terms.pieces();
        terms.information(own, other);
        terms.assault(own, other, &bars);
        terms.chief(own, other);
        terms.threats(own, other);
        terms.embassies();
    }
}

impl<C: TermCounter> SideTerms<'_, Position, C> {
    /// Attacks of the side; counts mobility.
    #[inline]
    fn reach(&mut self, bars: &Bars) -> Reach {
        let (position, side) = (self.position, self.side);
        let own = position.side(side);
        let zone = position.chief(side.other()).map_or(TileSet::EMPTY, |chief| TileSet::around(chief).with(chief));
        let mut reach = Reach::default();
        if let Some(from) = position.diplomat(side) {
            let reached = diplomat_reach(from, position.occupied());
            reach.add(Kind::Diplomat, reached, zone);
            self.count(Counted::DiplomatReach, (reached.without(own).count() / 2).min(FARTHEST_DIPLOMAT), 1);
        }
        for from in position.envoys(side) {
            let reached = Position::envoy_reach(from, bars);
            reach.add(Kind::Envoy, reached, zone);
            self.count(Counted::EnvoyReach, (reached.without(own).count() / 2).min(FARTHEST_ENVOY), 1);
        }
        reach.add(Kind::Ambassador, position.ambassador_reach(side), zone);
        for from in position.spies(side) {
            reach.add(Kind::Spy, TileSet::spy_steps(side, from), zone);
        }
        if let Some(from) = position.guard(side).filter(|_| !position.is_guard_attached(side)) {
            reach.add(Kind::Guard, position.guard_reach(from), zone);
        }
        reach
    }

    #[inline]
    fn pieces(&mut self) {
        let (position, side) = (self.position, self.side);
        let reserve = position.spies_in_reserve(side);
        for (kind, number) in [
            (Kind::Diplomat, usize::from(position.diplomat(side).is_some())),
            (Kind::Envoy, position.envoys(side).count()),
            (Kind::Ambassador, usize::from(position.ambassador(side).is_some())),
            (Kind::Spy, Kind::Spy.full_number() - reserve),
            (Kind::Guard, usize::from(position.guard(side).is_some())),
        ] {
            self.count(Counted::Material, kind as usize - 1, number);
        }
        self.count(Counted::Reserve, 0, reserve);
        self.count(Counted::Reserve, 1, usize::from(position.ambassador(side).is_none()));
        self.count(Counted::Tempo, 0, usize::from(position.turn == side));
    }

    /// The race for information: how much there is, and how near the spies are to more.
    #[inline]
    fn information(&mut self, own: &Reach, other: &Reach) {
        let (position, side) = (self.position, self.side);
        let them = side.other();
        let information = position.information(side);
        if (1..WINNING_INFORMATION).contains(&information) {
            self.count(Counted::Information, usize::from(information) - 1, 1);
        }
        let steps = if information < RACE { Counted::Approach } else { Counted::Race };
        let land = position.ground().territory(them);
        let open = land.without(position.gathered());
        let gatherable = position.gatherable(side);
        let spent = position.spent_spies(side);
        for spy in position.spies(side) {
            let distance = if spent.contains(spy) {
                MOST_STEPS
            } else if gatherable.contains(spy) {
                if other.all.contains(spy) {
                    self.count(Counted::Hunted, usize::from(own.all.contains(spy)), 1);
                }
                0
            } else if open.contains(spy) {
                self.count(Counted::Watched, 0, 1);
                continue;
            } else if land.contains(spy) {
                if TileSet::spy_steps(side, spy).meets(gatherable) { 1 } else { 2 }
            } else {
                usize::from(position.ground().steps_to_enemy(side, spy)).clamp(1, MOST_STEPS)
            };
            self.count(steps, distance, 1);
            if position.diplomat(them).is_none() {
                self.count(Counted::FreeRun, distance, 1);
            }
        }
        let informed = position.informed_spies(side).filter(|&spy| land.contains(spy)).count();
        self.count(Counted::Informed, 0, informed);
        if let Some(embassy) = position.unscored_embassy(side)
            && let Some(nearest) = position.spies(side).map(|spy| spy.distance(embassy) as usize).min()
        {
            self.count(Counted::Entry, nearest.min(FARTHEST_ENTRY) - 1, 1);
        }
    }

    /// Attacks on the enemy chief.
    #[inline]
    fn assault(&mut self, own: &Reach, other: &Reach, bars: &Bars) {
        let (position, side) = (self.position, self.side);
        let them = side.other();
        let Some(chief) = position.chief(them) else { return };
        let guarded = position.shielded_tile(them) == Some(chief);
        let counted = if guarded { Counted::Pressure } else { Counted::BarePressure };
        self.count(counted, (own.pressure / 2).min(HARDEST_PRESSURE), 1);

        let safe = TileSet::ALL.without(position.side(side)).without(other.all);
        let mut checks = |place, kind: Kind, origins: &dyn Fn() -> TileSet| {
            let reached = own.kinds[kind as usize] & safe;
            if !reached.is_empty() {
                self.count(Counted::SafeChecks, place, (reached & origins()).count().min(MOST_CHECKS));
            }
        };
        checks(0, Kind::Diplomat, &|| diplomat_reach(chief, position.occupied()));
        checks(1, Kind::Envoy, &|| Position::envoy_reach(chief, bars));
        checks(2, Kind::Ambassador, &|| TileSet::around(chief));
        checks(3, Kind::Spy, &|| TileSet::spy_sources(side, chief));
        checks(4, Kind::Guard, &|| position.guard_reach(chief));

        let occupied = position.occupied();
        let between = |from: Tile| from.between(chief).map(|between| (between & occupied).count().min(MOST_BETWEEN));
        if let Some(between) = position.diplomat(side).and_then(between) {
            self.count(Counted::DiplomatLines, between, 1);
        }
        for between in position.envoys(side).filter_map(between) {
            self.count(Counted::EnvoyLines, between, 1);
        }
        let far = |from: Tile| (from.distance(chief) as usize).min(FARTHEST) - 1;
        for spy in position.spies(side) {
            self.count(Counted::SpiesAtChief, far(spy), 1);
        }
        if let Some(ambassador) = position.ambassador(side) {
            self.count(Counted::AmbassadorAtChief, far(ambassador), 1);
        }
    }

    /// Safety of the own chief.
    #[inline]
    fn chief(&mut self, own: &Reach, other: &Reach) {
        let (position, side) = (self.position, self.side);
        let Some(chief) = position.chief(side) else { return };
        let around = TileSet::around(chief);
        let free = (around & position.ground().territory(side)).without(position.occupied());
        self.count(Counted::Escapes, free.without(other.all).count(), 1);
        self.count(Counted::Cover, (around & own.all).count(), 1);
        let guarded = position.shielded_tile(side) == Some(chief);
        let attacked = !guarded && !position.is_set_up_phase() && other.all.contains(chief);
        self.count(Counted::Chief, 0, usize::from(guarded));
        self.count(Counted::Chief, 1, usize::from(attacked));
        self.count(Counted::Chief, 2, free.count());
        self.count(Counted::Chief, 3, (around & position.side(side)).count());
        if let Some(guard) = position.guard(side) {
            self.count(Counted::Guard, (guard.distance(chief) as usize).min(FARTHEST_GUARD), 1);
        }
        let far = |from: Tile| (from.distance(chief) as usize).min(FARTHEST) - 1;
        for spy in position.spies(side) {
            self.count(Counted::SpiesAtHome, far(spy), 1);
        }
        if let Some(diplomat) = position.diplomat(side) {
            self.count(Counted::DiplomatAtHome, far(diplomat), 1);
        }
    }

    /// Enemy pieces that are attacked. An attached guard is captured in its host's place.
    #[inline]
    fn threats(&mut self, own: &Reach, other: &Reach) {
        let (position, them) = (self.position, self.side.other());
        let exposed = own.all.without(TileSet::of_option(position.shared_tile(them)));
        let of = |kind: Kind| own.kinds[kind as usize];
        let small = of(Kind::Spy) | of(Kind::Ambassador) | of(Kind::Guard);
        let mut hit = |place: usize, tile: Tile, envoys: TileSet| {
            if !exposed.contains(tile) {
                return;
            }
            // The least valuable attacker counts; an envoy may attack what it cannot capture.
            let [by_small, by_envoy, by_diplomat] =
                [small, envoys, of(Kind::Diplomat)].map(|reach| usize::from(reach.contains(tile)));
            let cheapest = (by_small | by_envoy << 1 | by_diplomat << 2 | 8).trailing_zeros() as usize;
            if cheapest < 3 {
                self.count(HITS[usize::from(other.all.contains(tile))][cheapest], place, 1);
            }
        };
        if let Some(tile) = position.diplomat(them) {
            hit(0, tile, of(Kind::Envoy));
        }
        for tile in position.envoys(them) {
            hit(1, tile, TileSet::EMPTY);
        }
        if let Some(tile) = position.ambassador(them) {
            hit(2, tile, TileSet::EMPTY);
        }
        for tile in position.spies(them) {
            hit(3, tile, of(Kind::Envoy));
        }
        if let Some(tile) = position.guard(them) {
            hit(4, tile, of(Kind::Envoy));
        }
    }

    #[inline]
    fn embassies(&mut self) {
        let (position, side) = (self.position, self.side);
        let embassy = position.ground().embassy(side);
        self.count(Counted::Embassy, 0, usize::from(position.unscored_embassy(side).is_some()));
        self.count(Counted::Embassy, 1, usize::from(position.is_embassy_occupied(side)));
        self.count(Counted::Embassy, 2, usize::from(embassy.is_some() && position.ambassador(side) == embassy));
        let place = AMBASSADOR_TILES[side.index()].iter().position(|&tile| Some(tile) == embassy);
        if let Some(place) = place {
            self.count(Counted::Place, place, 1);
        }
    }
}

impl Reach {
    #[inline(always)]
    fn add(&mut self, kind: Kind, reached: TileSet, zone: TileSet) {
        self.kinds[kind as usize] |= reached;
        self.all |= reached;
        self.pressure += PRESSURE[kind as usize] * (reached & zone).count();
    }
}
