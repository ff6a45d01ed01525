//! Who could capture a chief.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::hex::{Tile, TileSet};
use super::moves::diplomat_reach;
use crate::game::{Game, Side};

impl Position {
    /// The pieces that could capture the chief of `side` if it were their turn. An attached guard would be removed in
    /// its place, so a guarded chief has nothing to fear.
    pub(super) fn attackers(&self, side: Side) -> TileSet {
        let Some(chief) = self.exposed_chief(side) else { return TileSet::EMPTY };
        let them = side.other();
        let mut attackers = TileSet::EMPTY;
        if self.spies_can_take(side, chief) {
            let sources = TileSet::spy_sources(them, chief);
            attackers = self.spies(them).filter(|&spy| sources.contains(spy)).collect();
        }
        let clear_line = |from: Tile| from.between(chief).is_some_and(|between| !between.meets(self.occupied()));
        if let Some(diplomat) = self.diplomat(them).filter(|&from| clear_line(from)) {
            attackers = attackers.with(diplomat);
        }
        for envoy in self.envoys(them).filter(|&from| self.envoy_attacks(from, chief)) {
            attackers = attackers.with(envoy);
        }
        if let Some(ambassador) = self.ambassador(them).filter(|_| self.ambassador_reach(them).contains(chief)) {
            attackers = attackers.with(ambassador);
        }
        let free_guard = self.guard(them).filter(|_| !self.is_guard_attached(them));
        if let Some(guard) = free_guard.filter(|&guard| TileSet::around(guard).contains(chief)) {
            attackers = attackers.with(guard);
        }
        attackers
    }

    /// Where a chief stands that no guard is attached to.
    #[inline]
    fn exposed_chief(&self, side: Side) -> Option<Tile> {
        self.chief(side).filter(|&chief| self.shared_tile(side) != Some(chief))
    }

    /// A spy that would score on the chief's embassy has to return, and needs a tile for that.
    #[inline]
    fn spies_can_take(&self, side: Side, chief: Tile) -> bool {
        let them = side.other();
        self.unscored_embassy(them) != Some(chief) || !self.homes(them).is_empty()
    }

    /// Whether an envoy could capture a chief.
    #[inline]
    fn envoy_attacks(&self, from: Tile, chief: Tile) -> bool {
        let Some(between) = from.between(chief) else { return false };
        let screens = between & self.occupied();
        if screens.count() != 1 {
            return false;
        }
        // An embassy between the two bars the way even if it is empty.
        let bars = self.envoy_bars();
        !between.meets(bars.no_screens) && !bars.no_targets.contains(chief)
    }

    /// A quick test of whether a move gives check. It overlooks lines that the move opens or closes, but for envoys.
    pub(super) fn gives_check(&self) -> impl Fn(Move) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let chief = if self.is_set_up_phase() { None } else { self.exposed_chief(them) };
        let (mut spies, mut near, mut lines) = (TileSet::EMPTY, TileSet::EMPTY, TileSet::EMPTY);
        if let Some(chief) = chief {
            spies = TileSet::spy_sources(us, chief);
            near = TileSet::around(chief);
            lines = diplomat_reach(chief, self.occupied());
        }
        move |mv| {
            if chief.is_none() {
                return false;
            }
            match mv.action() {
                Action::Return | Action::PlaceSpy | Action::Enter => spies.contains(mv.end()),
                Action::Detach | Action::PlaceAmbassador => near.contains(mv.end()),
                Action::Gather => false,
                Action::Castle => lines.contains(mv.from()),
                Action::Go => match self.kind_at(us, mv.from()) {
                    Some(Kind::Spy) => spies.contains(mv.to()),
                    Some(Kind::Ambassador | Kind::Guard) => near.contains(mv.to()),
                    Some(Kind::Diplomat) => lines.contains(mv.to()),
                    Some(Kind::Envoy) => {
                        let mut next = *self;
                        next.play(mv);
                        next.in_check()
                    }
                    Some(Kind::Chief) | None => false,
                },
            }
        }
    }
}
