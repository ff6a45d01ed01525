//! Legal moves. Moves of one piece that differ only in the tile where they end come in bundles, so that they can be
//! counted without being listed.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::{Direction, Tile, TileSet};
use super::ruleset::{ChiefRange, Gathering, Guarding, OccupiedEmbassy};
use crate::game::Side;

/// The tiles that a diplomat attacks: up to and including the first piece in every direction.
#[inline]
pub(super) fn diplomat_reach(from: Tile, occupied: TileSet) -> TileSet {
    let mut reach = TileSet::EMPTY;
    for direction in Direction::ALL {
        let ray = TileSet::ray(direction, from);
        reach |= match (ray & occupied).nearest(direction) {
            Some(first) => ray.without(TileSet::ray(direction, first)),
            None => ray,
        };
    }
    reach
}

/// The tiles that a guard attacks which is attached to nobody.
#[inline]
pub(super) fn guard_reach(guarding: Guarding, from: Tile, occupied: TileSet) -> TileSet {
    match guarding {
        Guarding::Attached => TileSet::around(from),
        Guarding::Beside => {
            let second = |direction| from.step(direction).filter(|&first| !occupied.contains(first))?.step(direction);
            Direction::ALL.into_iter().filter_map(second).fold(TileSet::around(from), TileSet::with)
        }
    }
}

impl Position {
    /// Appends every legal move.
    pub(super) fn push_legal(&self, out: &mut Vec<Move>) {
        self.for_each_bundle(|mv, ends| push(out, mv, ends));
    }

    /// Number of legal moves.
    pub(super) fn count_legal(&self) -> usize {
        let mut count = 0;
        self.for_each_bundle(|_, ends| count += ends.count());
        count
    }

    /// Appends captures and moves that gain information. Of the tiles to which a spy could return from the embassy,
    /// only the nearest one is tried: the choice rarely matters.
    pub(super) fn push_noisy(&self, out: &mut Vec<Move>) {
        if self.is_set_up_phase() || self.termination().is_some() {
            return;
        }
        let us = self.turn;
        let unscored = self.unscored_embassy(us);
        let homes = || {
            let nearest = unscored.and_then(|embassy| self.homes(us).min_by_key(|&home| embassy.distance(home)));
            TileSet::of_option(nearest)
        };
        let within = self.side(us.other()) | TileSet::of_option(unscored);
        self.for_each_step(within, homes, |mv, ends| push(out, mv, ends));
        self.for_each_gathering(|mv, ends| push(out, mv, ends));
    }

    /// Calls `visit` with bundles of all legal moves: one move, and the tiles on which all of the bundle end.
    #[inline]
    fn for_each_bundle(&self, mut visit: impl FnMut(Move, TileSet)) {
        if self.termination().is_some() {
            return;
        }
        let anywhere = Tile::from_index(0);
        if self.is_set_up_phase() {
            visit(Move::placing(Kind::Ambassador, anywhere), self.ambassador_places());
            visit(Move::placing(Kind::Spy, anywhere), self.spy_places());
            return;
        }
        let us = self.turn;
        let homes = self.homes(us);
        self.for_each_step(TileSet::ALL, || homes, &mut visit);
        self.for_each_gathering(&mut visit);
        let abroad = self.ground.territory(Side::Upper) | self.ground.territory(Side::Lower);
        for from in self.informed_spies(us).filter(|&from| abroad.contains(from)) {
            visit(Move::new(Action::Return, from, anywhere), homes);
        }
        if let Some(mv) = self.castling() {
            visit(mv, TileSet::of(mv.end()));
        }
        visit(Move::placing(Kind::Ambassador, anywhere), self.ambassador_home());
        if self.spies_in_reserve(us) > 0 {
            visit(Move::placing(Kind::Spy, anywhere), homes);
        }
    }

    /// Steps, captures, attacks, attaching, detaching and scoring entries whose target is in `within`. `homes` gives
    /// the tiles to which a spy may return from the embassy.
    #[inline]
    fn for_each_step(&self, within: TileSet, homes: impl Fn() -> TileSet, mut visit: impl FnMut(Move, TileSet)) {
        let (us, them) = (self.turn, self.turn.other());
        let (own, occupied) = (self.side(us), self.occupied());
        let mut go = |from: Tile, targets: TileSet| {
            visit(Move::new(Action::Go, from, from), targets & within);
        };
        if let Some(from) = self.diplomat(us) {
            go(from, diplomat_reach(from, occupied).without(own));
        }
        let barred = self.envoy_bars();
        for from in self.envoys(us) {
            go(from, self.envoy_targets(us, from, &barred));
        }
        if let Some(from) = self.ambassador(us) {
            go(from, self.ambassador_reach(us).without(own));
        }
        if let Some(from) = self.chief(us) {
            go(from, self.chief_targets(us, from));
        }
        if let Some(from) = self.guard(us) {
            if self.is_guard_attached(us) {
                visit(Move::new(Action::Detach, from, from), TileSet::around(from).without(occupied) & within);
            } else {
                let friends = match self.rules.guarding {
                    Guarding::Attached => TileSet::EMPTY,
                    Guarding::Beside => own,
                };
                go(from, self.guard_reach(from).without(friends));
            }
        }
        // A guarded piece on the embassy is attacked, not replaced, so that is no entry.
        let unscored = self.unscored_embassy(us).filter(|&embassy| self.shielded_tile(them) != Some(embassy));
        for from in self.spies(us) {
            let mut targets = TileSet::spy_steps(us, from).without(own);
            if let Some(embassy) = unscored
                && targets.contains(embassy)
            {
                targets.toggle(embassy);
                if within.contains(embassy) {
                    visit(Move::entry(from, embassy, embassy), homes());
                }
            }
            visit(Move::new(Action::Go, from, from), targets & within);
        }
    }

    /// Spies that can gather on their tile.
    #[inline]
    fn for_each_gathering(&self, mut visit: impl FnMut(Move, TileSet)) {
        let gatherable = self.gatherable(self.turn);
        for from in self.spies(self.turn).filter(|&from| gatherable.contains(from)) {
            visit(Move::new(Action::Gather, from, from), TileSet::of(from));
        }
    }

    /// A move that brings the side to move the last piece of information that it needs.
    pub(super) fn last_information(&self) -> Option<Move> {
        let us = self.turn;
        if self.information(us) + 1 < WINNING_INFORMATION || self.is_set_up_phase() || self.termination().is_some() {
            return None;
        }
        let mut found = None;
        self.for_each_gathering(|mv, _| found = Some(mv));
        // An embassy on which a guard protects somebody is only attacked.
        let embassy = self.unscored_embassy(us).filter(|&embassy| self.shielded_tile(us.other()) != Some(embassy));
        if let (None, Some(embassy)) = (found, embassy) {
            let homes = self.homes(us);
            self.for_each_step(
                TileSet::of(embassy),
                || homes,
                |mv, ends| {
                    if let Some(end) = ends.first() {
                        found = Some(mv.ending_on(end));
                    }
                },
            );
        }
        found
    }

    /// Tiles on which spies of a side may gather.
    #[inline]
    pub(super) fn gatherable(&self, side: Side) -> TileSet {
        let watched = self.guard(side.other()).map_or(TileSet::EMPTY, TileSet::around);
        let open = self.ground.territory(side.other()).without(self.gathered()).without(watched);
        open.without(self.spent_spies(side))
    }

    /// Tiles of spies that have to return before they may gather again.
    #[inline]
    pub(super) fn spent_spies(&self, side: Side) -> TileSet {
        match self.rules.gathering {
            Gathering::Unlimited => TileSet::EMPTY,
            Gathering::OncePerTrip => self.informed_spies(side).collect(),
        }
    }

    /// Tiles to which spies may return, on the board or from the reserve.
    #[inline]
    pub(super) fn homes(&self, side: Side) -> TileSet {
        let closed = match self.rules.occupied_embassy {
            OccupiedEmbassy::Closed if self.is_embassy_occupied(side) => self.ground.embassy(side),
            _ => None,
        };
        self.ground.territory(side).without(self.occupied()).without(TileSet::of_option(closed))
    }

    /// Where the ambassador of the side to move may return from the reserve.
    #[inline]
    fn ambassador_home(&self) -> TileSet {
        let us = self.turn;
        let open = self.ambassador(us).is_none() && !self.is_embassy_occupied(us);
        let embassy = if open { self.ground.embassy(us) } else { None };
        TileSet::of_option(embassy).without(self.occupied())
    }

    /// The castling of the side to move, if it is legal.
    #[inline]
    pub(super) fn castling(&self) -> Option<Move> {
        let us = self.turn;
        if self.has_castled(us) {
            return None;
        }
        let (chief, diplomat) = (self.chief(us)?, self.diplomat(us)?);
        let free = !chief.between(diplomat)?.meets(self.occupied());
        let allowed = match self.rules.chief_range {
            ChiefRange::OwnAndNeutral => !self.ground.territory(us.other()).contains(diplomat),
            ChiefRange::UntilCastling => true,
        };
        (free && allowed).then(|| Move::new(Action::Castle, chief, diplomat))
    }

    /// Where a side's chief may step.
    #[inline]
    pub(super) fn chief_targets(&self, side: Side, from: Tile) -> TileSet {
        let steps = TileSet::around(from).without(self.occupied());
        let (own, enemy) = (self.ground.territory(side), self.ground.territory(side.other()));
        match self.rules.chief_range {
            ChiefRange::OwnAndNeutral if own.contains(from) => steps & own,
            ChiefRange::OwnAndNeutral => steps.without(enemy),
            ChiefRange::UntilCastling if self.has_castled(side) => steps,
            ChiefRange::UntilCastling => steps & own,
        }
    }

    /// The tiles that a guard on this tile would attack if it is attached to nobody.
    #[inline]
    pub(super) fn guard_reach(&self, from: Tile) -> TileSet {
        guard_reach(self.rules.guarding, from, self.occupied())
    }

    /// The tiles that a side's ambassador attacks, whoever stands there.
    #[inline]
    pub(super) fn ambassador_reach(&self, side: Side) -> TileSet {
        match self.ambassador(side) {
            Some(from) if self.ground.embassy(side) == Some(from) => TileSet::leaps(from),
            Some(from) => TileSet::around(from),
            None => TileSet::EMPTY,
        }
    }

    /// Embassies occupied by the enemy, which no envoy passes.
    #[inline]
    pub(super) fn occupied_embassies(&self) -> TileSet {
        let occupied = |&side: &Side| self.is_embassy_occupied(side);
        let sides = [Side::Upper, Side::Lower].into_iter().filter(occupied);
        sides.fold(TileSet::EMPTY, |tiles, side| tiles | TileSet::of_option(self.ground.embassy(side)))
    }

    /// What blocks envoys.
    #[inline]
    pub(super) fn envoy_bars(&self) -> Bars {
        let walls = self.occupied_embassies();
        let (mut envoys, mut ambassadors) = (TileSet::EMPTY, TileSet::EMPTY);
        for side in [Side::Upper, Side::Lower] {
            envoys = self.envoys(side).fold(envoys, TileSet::with);
            ambassadors |= TileSet::of_option(self.ambassador(side));
        }
        Bars { stops: self.occupied() | walls, no_screens: walls | envoys, no_targets: walls | envoys | ambassadors }
    }

    /// Where an envoy of that side may jump to.
    #[inline]
    pub(super) fn envoy_targets(&self, side: Side, from: Tile, bars: &Bars) -> TileSet {
        Position::envoy_reach(from, bars).without(bars.no_targets).without(self.side(side))
    }

    /// The tiles that an envoy attacks over a screen, up to and including the next piece, which it may not be able to
    /// capture.
    #[inline]
    pub(super) fn envoy_reach(from: Tile, bars: &Bars) -> TileSet {
        let mut reach = TileSet::EMPTY;
        for direction in Direction::ALL {
            let stops = TileSet::ray(direction, from) & bars.stops;
            let Some(screen) = stops.nearest(direction) else { continue };
            if bars.no_screens.contains(screen) {
                continue;
            }
            let behind = TileSet::ray(direction, screen);
            reach |= match (behind & stops).nearest(direction) {
                Some(stop) => behind.without(TileSet::ray(direction, stop)),
                None => behind,
            };
        }
        reach
    }
}

/// What blocks envoys.
pub(super) struct Bars {
    /// Pieces, and the tiles of occupied embassies.
    pub stops: TileSet,
    /// The part of `stops` that cannot be jumped over.
    pub no_screens: TileSet,
    /// The part of `stops` that cannot be captured, by either side.
    pub no_targets: TileSet,
}

#[inline]
fn push(out: &mut Vec<Move>, mv: Move, ends: TileSet) {
    ends.for_each(|end| out.push(mv.ending_on(end)));
}
