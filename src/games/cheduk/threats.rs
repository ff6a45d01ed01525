//! What would end the game: who could capture a chief, or get the last information.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::{Tile, TileSet};
use super::moves::diplomat_reach;
use crate::game::{Game, Searchable, Side};

impl Position {
    /// Whether the other side could win at once if it were its turn. That is what the search knows as a check.
    #[inline]
    pub(super) fn is_in_danger(&self, side: Side) -> bool {
        !self.attackers(side).is_empty() || self.could_know_enough(side.other())
    }

    /// The pieces that could capture the chief of `side` if it were their turn. An attached guard would be removed in
    /// its place, so a guarded chief has nothing to fear.
    pub(super) fn attackers(&self, side: Side) -> TileSet {
        self.exposed_chief(side).map_or(TileSet::EMPTY, |chief| self.comers(side.other(), chief))
    }

    /// Whether a side could get the last information that it needs if it were its turn.
    #[inline]
    fn could_know_enough(&self, side: Side) -> bool {
        if self.information(side) + 1 < WINNING_INFORMATION {
            return false;
        }
        let fertile = self.fertile(side);
        let embassy = self.unscored_embassy(side).filter(|&embassy| self.shared_tile(side.other()) != Some(embassy));
        let detaches = |embassy: Tile| {
            let beside = self.shared_tile(side).is_some_and(|tile| TileSet::around(tile).contains(embassy));
            beside && !self.occupied().contains(embassy)
        };
        self.spies(side).any(|spy| fertile.contains(spy))
            || embassy.is_some_and(|embassy| !self.comers(side, embassy).is_empty() || detaches(embassy))
    }

    /// The pieces of a side that could go to a tile, or capture what the enemy has there.
    fn comers(&self, side: Side, tile: Tile) -> TileSet {
        let mut comers = TileSet::EMPTY;
        if self.spies_can_come(side, tile) {
            let sources = TileSet::spy_sources(side, tile);
            comers = self.spies(side).filter(|&spy| sources.contains(spy)).collect();
        }
        let clear_line = |from: Tile| from.between(tile).is_some_and(|between| !between.meets(self.occupied()));
        if let Some(diplomat) = self.diplomat(side).filter(|&from| clear_line(from)) {
            comers = comers.with(diplomat);
        }
        for envoy in self.envoys(side).filter(|&from| self.envoy_comes(from, tile)) {
            comers = comers.with(envoy);
        }
        if let Some(ambassador) = self.ambassador(side).filter(|_| self.ambassador_reach(side).contains(tile)) {
            comers = comers.with(ambassador);
        }
        let free_guard = self.guard(side).filter(|_| !self.is_guard_attached(side));
        if let Some(guard) = free_guard.filter(|&guard| TileSet::around(guard).contains(tile)) {
            comers = comers.with(guard);
        }
        comers
    }

    /// Where a chief stands that no guard is attached to.
    #[inline]
    fn exposed_chief(&self, side: Side) -> Option<Tile> {
        self.chief(side).filter(|&chief| self.shared_tile(side) != Some(chief))
    }

    /// A spy that would score on an embassy has to return, and needs a tile for that.
    #[inline]
    fn spies_can_come(&self, side: Side, tile: Tile) -> bool {
        self.unscored_embassy(side) != Some(tile) || !self.homes(side).is_empty()
    }

    /// Whether an envoy could go to a tile or capture what is there.
    #[inline]
    fn envoy_comes(&self, from: Tile, tile: Tile) -> bool {
        let Some(between) = from.between(tile) else { return false };
        let screens = between & self.occupied();
        if screens.count() != 1 {
            return false;
        }
        // An embassy between the two bars the way even if it is empty.
        let bars = self.envoy_bars();
        !between.meets(bars.no_screens) && !bars.no_targets.contains(tile)
    }

    /// A quick test of whether a move gives check. It overlooks lines that the move opens or closes, but for envoys.
    pub(super) fn gives_check(&self) -> impl Fn(Move) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let chief = if self.is_set_up_phase() { None } else { self.exposed_chief(them) };
        let races = self.information(us) + 2 >= WINNING_INFORMATION;
        let (mut spies, mut near, mut lines) = (TileSet::EMPTY, TileSet::EMPTY, TileSet::EMPTY);
        if let Some(chief) = chief {
            spies = TileSet::spy_sources(us, chief);
            near = TileSet::around(chief);
            lines = diplomat_reach(chief, self.occupied());
        }
        let in_danger = move |mv| {
            let mut next = *self;
            next.play(mv);
            next.in_check()
        };
        move |mv| {
            if races {
                return in_danger(mv);
            }
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
                    Some(Kind::Envoy) => in_danger(mv),
                    Some(Kind::Chief) | None => false,
                },
            }
        }
    }
}
