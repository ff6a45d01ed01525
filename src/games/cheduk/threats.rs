//! Immediate wins: attacks on a chief, and the last piece of information.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::{Tile, TileSet};
use super::moves::diplomat_reach;
use crate::game::{Game, Searchable, Side};

impl Position {
    /// Whether the other side could win at once if it were its turn: what the search calls a check.
    #[inline]
    pub(super) fn is_in_danger(&self, side: Side) -> bool {
        !self.attackers(side).is_empty() || self.could_win_by_information(side.other())
    }

    /// The pieces that attack the chief of `side`. A guarded chief cannot be captured: its guard is removed instead.
    pub(super) fn attackers(&self, side: Side) -> TileSet {
        self.exposed_chief(side).map_or(TileSet::EMPTY, |chief| self.attackers_on(side.other(), chief))
    }

    /// Whether a side could win by information if it were its turn.
    #[inline]
    fn could_win_by_information(&self, side: Side) -> bool {
        if self.information(side) + 1 < WINNING_INFORMATION {
            return false;
        }
        let gatherable = self.gatherable(side);
        let embassy = self.unscored_embassy(side).filter(|&embassy| self.shielded_tile(side.other()) != Some(embassy));
        let detaches = |embassy: Tile| {
            let beside = self.shared_tile(side).is_some_and(|tile| TileSet::around(tile).contains(embassy));
            beside && !self.occupied().contains(embassy)
        };
        let chief_steps =
            |embassy: Tile| self.chief(side).is_some_and(|chief| self.chief_targets(side, chief).contains(embassy));
        self.spies(side).any(|spy| gatherable.contains(spy))
            || embassy.is_some_and(|embassy| {
                !self.attackers_on(side, embassy).is_empty() || detaches(embassy) || chief_steps(embassy)
            })
    }

    /// The pieces of a side that can move to a tile or capture what the enemy has there.
    fn attackers_on(&self, side: Side, tile: Tile) -> TileSet {
        let mut attackers = TileSet::EMPTY;
        if self.spies_can_come(side, tile) {
            let sources = TileSet::spy_sources(side, tile);
            attackers = self.spies(side).filter(|&spy| sources.contains(spy)).collect();
        }
        let clear_line = |from: Tile| from.between(tile).is_some_and(|between| !between.meets(self.occupied()));
        if let Some(diplomat) = self.diplomat(side).filter(|&from| clear_line(from)) {
            attackers = attackers.with(diplomat);
        }
        for envoy in self.envoys(side).filter(|&from| self.envoy_comes(from, tile)) {
            attackers = attackers.with(envoy);
        }
        if let Some(ambassador) = self.ambassador(side).filter(|_| self.ambassador_reach(side).contains(tile)) {
            attackers = attackers.with(ambassador);
        }
        let free_guard = self.guard(side).filter(|_| !self.is_guard_attached(side));
        if let Some(guard) = free_guard.filter(|&guard| self.guard_reach(guard).contains(tile)) {
            attackers = attackers.with(guard);
        }
        attackers
    }

    /// The tile of a chief that no guard protects.
    #[inline]
    fn exposed_chief(&self, side: Side) -> Option<Tile> {
        self.chief(side).filter(|&chief| self.shielded_tile(side) != Some(chief))
    }

    /// A spy that scores on an embassy returns at once, and needs a tile for that.
    #[inline]
    fn spies_can_come(&self, side: Side, tile: Tile) -> bool {
        self.unscored_embassy(side) != Some(tile) || !self.homes(side).is_empty()
    }

    /// Whether an envoy can move to a tile or capture what is there.
    #[inline]
    fn envoy_comes(&self, from: Tile, tile: Tile) -> bool {
        let Some(between) = from.between(tile) else { return false };
        let screens = between & self.occupied();
        if screens.count() != 1 {
            return false;
        }
        // An occupied embassy blocks even if no piece stands on it.
        let bars = self.envoy_bars();
        !between.meets(bars.no_screens) && !bars.no_targets.contains(tile)
    }

    /// A fast approximation of whether a move gives check. Misses lines that the move opens or closes, except for
    /// envoys.
    pub(super) fn gives_check(&self) -> impl Fn(Move) -> bool {
        let (us, them) = (self.turn, self.turn.other());
        let chief = if self.is_set_up_phase() { None } else { self.exposed_chief(them) };
        let races = self.information(us) + 2 >= WINNING_INFORMATION;
        let [mut spies, mut near, mut guards, mut lines] = [TileSet::EMPTY; 4];
        if let Some(chief) = chief {
            spies = TileSet::spy_sources(us, chief);
            near = TileSet::around(chief);
            guards = self.guard_reach(chief);
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
                    Some(Kind::Ambassador) => near.contains(mv.to()),
                    Some(Kind::Guard) => guards.contains(mv.to()),
                    Some(Kind::Diplomat) => lines.contains(mv.to()),
                    Some(Kind::Envoy) => in_danger(mv),
                    Some(Kind::Chief) | None => false,
                },
            }
        }
    }
}
