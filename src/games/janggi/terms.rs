//! Counts the terms of the evaluation besides material and piece-square tables: attacks are computed once and used for
//! mobility, king safety and threats.

use super::attacks;
use super::board::{Kind, Position};
use super::point::{FILES, Point, PointSet};
use super::ruleset::{Facing, Tally};
use super::tables::{self, ALIGNED, ELEPHANT_TARGETS, HORSE_TARGETS, PALACES, SOLDIER_ORIGINS};
use super::weights::Counted;
use crate::game::Side;
use crate::games::linear_eval::{SideTerms, TermCounter};

/// What each point of the enemy palace adds to the pressure on the general if a piece of the kind attacks it.
const PRESSURE: [usize; Kind::COUNT] = [0, 0, 3, 2, 3, 2, 3];
/// Pressure beyond this adds nothing.
const HARDEST_PRESSURE: usize = 15;
/// Attacked points beyond this add nothing, by kind.
const FARTHEST_REACH: [usize; Kind::COUNT] = [0, 0, 15, 11, 8, 8, 0];
/// Escapes beyond this add nothing.
const MOST_ESCAPES: usize = 5;
/// Pieces between a piece and the general beyond this make no difference.
const MOST_BETWEEN: usize = 3;
/// Checking points beyond this add nothing.
const MOST_CHECKS: usize = 2;
/// A larger lead in points adds nothing.
const LARGEST_LEAD: i32 = 20;
const SIDES: [Side; 2] = [Side::Upper, Side::Lower];
/// All but the general.
const TAKEABLE: [Kind; 6] = [Kind::Guard, Kind::Chariot, Kind::Cannon, Kind::Horse, Kind::Elephant, Kind::Soldier];

/// Threats to undefended and to defended pieces: by soldiers, leapers, cannons and chariots.
#[rustfmt::skip]
const HITS: [[Counted; 4]; 2] = [
    [Counted::SoldierHitsLoose, Counted::LeaperHitsLoose, Counted::CannonHitsLoose, Counted::ChariotHitsLoose],
    [Counted::SoldierHitsHeld, Counted::LeaperHitsHeld, Counted::CannonHitsHeld, Counted::ChariotHitsHeld],
];

/// The points that a side attacks, whoever stands there.
#[derive(Clone, Copy, Default)]
struct Reach {
    kinds: [PointSet; Kind::COUNT],
    all: PointSet,
    pressure: usize,
}

/// Adds the terms of each side to its counter, the upper-case side's first.
#[inline]
pub(super) fn count<C: TermCounter>(position: &Position, counters: &mut [C; 2]) {
    let soldiers = SIDES.map(|side| soldier_reach(position, side));
    let reach = SIDES.map(|side| {
        let mut terms = SideTerms { position, side, counter: &mut counters[side.index()] };
        terms.reach(soldiers[side.index()], soldiers[side.other().index()])
    });
    for side in SIDES {
        let (own, other) = (&reach[side.index()], &reach[side.other().index()]);
        let mut terms = SideTerms { position, side, counter: &mut counters[side.index()] };
        terms.assault(own, other);
        terms.palace(other);
        terms.threats(own, other);
        terms.army(own);
        terms.points();
    }
}

/// The points that a side's soldiers attack.
#[inline]
fn soldier_reach(position: &Position, side: Side) -> PointSet {
    let soldiers = position.pieces(side, Kind::Soldier);
    let aside = soldiers.without(PointSet::file(0)).0 >> 1 | soldiers.without(PointSet::file(FILES - 1)).0 << 1;
    let ahead = if side == Side::Upper { soldiers.0 << FILES } else { soldiers.0 >> FILES };
    let mut reached = PointSet(aside | ahead) & PointSet::ALL;
    // Soldiers move diagonally only in the enemy palace.
    for from in soldiers & PALACES[side.other().index()] {
        reached |= attacks::soldier(side, from);
    }
    reached
}

impl<C: TermCounter> SideTerms<'_, Position, C> {
    /// Attacks of the side; counts mobility.
    #[inline]
    fn reach(&mut self, own_soldiers: PointSet, enemy_soldiers: PointSet) -> Reach {
        let (position, side) = (self.position, self.side);
        let occupied = position.occupied();
        let cannons = position.kind(Kind::Cannon);
        let open = !(position.side(side) | enemy_soldiers);
        let mut reach = Reach::default();
        let palace = PALACES[side.other().index()];
        reach.add(Kind::Soldier, own_soldiers, palace);
        let steps = attacks::palace_step(position.general(side));
        reach.add(Kind::General, steps, PointSet::EMPTY);
        for from in position.pieces(side, Kind::Guard) {
            reach.add(Kind::Guard, attacks::palace_step(from), PointSet::EMPTY);
        }
        let mut each = |kind: Kind, counted, reached: &dyn Fn(Point) -> PointSet| {
            position.pieces(side, kind).for_each(|from| {
                let reached = reached(from);
                reach.add(kind, reached, palace);
                self.count(counted, (reached & open).count().min(FARTHEST_REACH[kind as usize]), 1);
            });
        };
        each(Kind::Chariot, Counted::ChariotReach, &|from| attacks::chariot(from, occupied));
        each(Kind::Cannon, Counted::CannonReach, &|from| attacks::cannon(from, occupied, cannons).without(cannons));
        each(Kind::Horse, Counted::HorseReach, &|from| attacks::horse(from, occupied));
        each(Kind::Elephant, Counted::ElephantReach, &|from| attacks::elephant(from, occupied));
        reach
    }

    /// Attacks on the enemy general.
    #[inline]
    fn assault(&mut self, own: &Reach, other: &Reach) {
        let (position, side) = (self.position, self.side);
        let them = side.other();
        let guards = position.pieces(them, Kind::Guard).count();
        let counted = if guards == 2 { Counted::Pressure } else { Counted::BarePressure };
        self.count(counted, (own.pressure / 2).min(HARDEST_PRESSURE), 1);

        let general = position.general(them);
        let at = general.index();
        let occupied = position.occupied();
        let cannons = position.kind(Kind::Cannon);
        let safe = !(position.side(side) | other.all);
        // Most of the time no piece comes near: the origins are computed only if one does.
        let mut checks = |place, kind: Kind, region: PointSet, origins: &dyn Fn() -> PointSet| {
            let near = own.kinds[kind as usize] & safe & region;
            if !near.is_empty() {
                self.count(Counted::SafeChecks, place, (near & origins()).count().min(MOST_CHECKS));
            }
        };
        checks(0, Kind::Chariot, ALIGNED[at], &|| attacks::chariot(general, occupied));
        checks(1, Kind::Cannon, ALIGNED[at], &|| attacks::cannon(general, occupied, cannons));
        checks(2, Kind::Horse, HORSE_TARGETS[at], &|| PointSet::ALL);
        checks(3, Kind::Elephant, ELEPHANT_TARGETS[at], &|| PointSet::ALL);
        checks(4, Kind::Soldier, SOLDIER_ORIGINS[side.index()][at], &|| PointSet::ALL);

        let between = |from| (tables::between(general, from) & occupied.all()).count().min(MOST_BETWEEN);
        for from in ALIGNED[at] & position.pieces(side, Kind::Chariot) {
            self.count(Counted::ChariotLines, between(from), 1);
        }
        for from in ALIGNED[at] & position.pieces(side, Kind::Cannon) {
            self.count(Counted::CannonLines, between(from), 1);
        }
    }

    /// Safety of the own general.
    #[inline]
    fn palace(&mut self, other: &Reach) {
        let steps = attacks::palace_step(self.position.general(self.side));
        let own = self.position.side(self.side);
        self.count(Counted::Escapes, steps.without(own | other.all).count().min(MOST_ESCAPES), 1);
        let guards = steps & self.position.pieces(self.side, Kind::Guard);
        self.count(Counted::Cover, guards.count().min(2), 1);
    }

    /// Enemy pieces that are attacked.
    #[inline]
    fn threats(&mut self, own: &Reach, other: &Reach) {
        let of = |kind: Kind| own.kinds[kind as usize];
        let (soldiers, cannons) = (of(Kind::Soldier), of(Kind::Cannon));
        let leapers = of(Kind::Horse) | of(Kind::Elephant) | of(Kind::Guard) | of(Kind::General);
        let enemy = self.position.side(self.side.other()).without(self.position.kind(Kind::General));
        (enemy & own.all).for_each(|point| {
            let Some(kind) = self.position.kind_at(point) else { return };
            // The least valuable attacker counts. Computed without branches, which would be unpredictable here.
            let attackers = [soldiers, leapers, cannons, PointSet::ALL];
            let [soldier, leaper, cannon, any] = attackers.map(|reach| usize::from(reach.contains(point)));
            let cheapest = (soldier | leaper << 1 | cannon << 2 | any << 3).trailing_zeros() as usize;
            let held = usize::from(other.all.contains(point));
            self.count(HITS[held][cheapest], kind as usize - 1, 1);
        });
    }

    /// Defended pieces, soldiers side by side, and the side to move.
    #[inline]
    fn army(&mut self, own: &Reach) {
        for (place, kind) in TAKEABLE.into_iter().enumerate() {
            let pieces = self.position.pieces(self.side, kind);
            self.count(Counted::Guarded, place, (pieces & own.all).count());
        }
        let soldiers = self.position.pieces(self.side, Kind::Soldier);
        let to_the_right = PointSet(soldiers.without(PointSet::file(FILES - 1)).0 << 1);
        self.count(Counted::SoldierPairs, 0, (soldiers & to_the_right).count());
        self.count(Counted::Tempo, 0, usize::from(self.position.turn == self.side));
    }

    /// Where points decide, a lead is a threat to end the game, the more so the nearer that end is.
    #[inline]
    fn points(&mut self) {
        let rules = self.position.rules();
        if rules.tally == Tally::Draw {
            return;
        }
        let lead = self.position.points(self.side) - self.position.points(self.side.other());
        // Han's 1.5 points outweigh a lead of one.
        let needed = if self.side == rules.cho { 2 } else { -1 };
        if lead >= needed {
            let quarter = rules.quiet_plies.map_or(0, |limit| (4 * self.position.quiet / limit).min(3) as usize);
            self.count(Counted::Ahead, quarter, 1);
            self.count(Counted::Lead, quarter, lead.clamp(0, LARGEST_LEAD) as usize);
            if rules.facing == Facing::Bikjang {
                self.bikjang();
            }
        }
    }

    /// The side that is ahead profits from a bikjang.
    #[inline]
    fn bikjang(&mut self) {
        let others = self.position.occupied().all().without(self.position.kind(Kind::General));
        let open = [3, 4, 5].into_iter().filter(|&file| !others.meets(PointSet::file(file))).count();
        self.count(Counted::OpenFiles, open, 1);
        let [upper, lower] = SIDES.map(|side| self.position.general(side));
        if upper.file() == lower.file() {
            let between = tables::between(upper, lower) & others;
            self.count(Counted::Facing, between.count().min(MOST_BETWEEN), 1);
        }
    }
}

impl Reach {
    #[inline(always)]
    fn add(&mut self, kind: Kind, reached: PointSet, enemy_palace: PointSet) {
        self.kinds[kind as usize] |= reached;
        self.all |= reached;
        if PRESSURE[kind as usize] > 0 {
            self.pressure += PRESSURE[kind as usize] * (reached & enemy_palace).count();
        }
    }
}
