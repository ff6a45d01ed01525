//! Checks, pins and blocks: which moves leave a side's general in check, without trying them out.
//!
//! For every enemy piece that attacks the general, or might after one move, the permitted targets of that move are
//! computed. Only pieces on a line with the general or a leap away from it matter.

use super::attacks;
use super::board::{Kind, Move, Position};
use super::point::{Point, PointSet};
use super::ruleset::Facing;
use super::tables::{self, ALIGNED, ELEPHANT_TARGETS, HORSE_TARGETS, SOLDIER_ORIGINS};
use crate::game::Side;

/// An enemy piece, and the points between it and the general.
#[derive(Clone, Copy)]
struct Threat {
    from: Point,
    path: PointSet,
    /// Whether it needs a screen on the path, instead of an empty path.
    cannon: bool,
}

impl Threat {
    /// The targets that this threat permits; `others` are the pieces on the path without the moving one.
    #[inline]
    fn permits(&self, others: PointSet, mover: Kind, cannons: PointSet) -> PointSet {
        let through = self.path | PointSet::of(self.from);
        if !self.cannon {
            return if others.is_empty() { through } else { PointSet::ALL };
        }
        match others.count() {
            // There is no screen: only a cannon may come between.
            0 if mover == Kind::Cannon => PointSet::ALL,
            0 => !self.path,
            // A cannon on the path stops the cannon; capturing it would leave a screen in its place.
            1 if others.meets(cannons) => {
                if mover == Kind::Cannon {
                    PointSet::ALL
                } else {
                    !others
                }
            }
            // There is one screen: add a second piece, replace it by a cannon, or capture the attacker.
            1 if mover == Kind::Cannon => through,
            1 => through.without(others),
            _ => PointSet::ALL,
        }
    }

    /// Whether the general is in check from it.
    #[inline]
    fn is_check(&self, blockers: PointSet, cannons: PointSet) -> bool {
        if self.cannon { blockers.count() == 1 && !blockers.meets(cannons) } else { blockers.is_empty() }
    }
}

/// All threats to one side's general, combined.
#[derive(Clone, Copy, Default, Debug)]
pub struct Threats {
    /// The enemy pieces that give check.
    pub checkers: PointSet,
    /// Permitted targets of cannons that are not in `tied`.
    cannons: PointSet,
    /// Permitted targets of other pieces, but the general, that are not in `tied`.
    others: PointSet,
    /// Pieces on the path of some threat: pinned, or screens of a cannon.
    tied: PointSet,
}

impl Threats {
    /// The threats to the general of `side`.
    #[inline]
    pub fn against(position: &Position, side: Side) -> Threats {
        let mut sum =
            Threats { checkers: PointSet::EMPTY, cannons: PointSet::ALL, others: PointSet::ALL, tied: PointSet::EMPTY };
        let (all, cannons) = (position.occupied().all(), position.kind(Kind::Cannon));
        for_each(position, side, |threat, royal| {
            let blockers = threat.path & all;
            if blockers.count() > 2 {
                return;
            }
            sum.cannons &= threat.permits(blockers, Kind::Cannon, cannons);
            sum.others &= threat.permits(blockers, Kind::Soldier, cannons);
            sum.tied |= blockers;
            if !royal && threat.is_check(blockers, cannons) {
                sum.checkers |= PointSet::of(threat.from);
            }
        });
        sum
    }

    /// The targets, of a piece but the general of `side`, that do not leave that general in check.
    #[inline]
    pub fn permitted(&self, position: &Position, side: Side, from: Point, kind: Kind) -> PointSet {
        if self.tied.contains(from) {
            permitted_to_tied(position, side, from, kind)
        } else if kind == Kind::Cannon {
            self.cannons
        } else {
            self.others
        }
    }
}

/// A piece on the path of a threat does not count among the pieces that stay there.
#[cold]
fn permitted_to_tied(position: &Position, side: Side, from: Point, kind: Kind) -> PointSet {
    let (all, cannons) = (position.occupied().all(), position.kind(Kind::Cannon));
    let mut permitted = PointSet::ALL;
    for_each(position, side, |threat, _| {
        let others = (threat.path & all).without(PointSet::of(from));
        permitted &= threat.permits(others, kind, cannons);
    });
    permitted
}

/// Calls `visit` with each enemy piece that may come to attack the general of `side`, and whether it is the enemy
/// general, which gives no check but, where facing matters, rules the file like a chariot.
#[inline]
fn for_each(position: &Position, side: Side, mut visit: impl FnMut(Threat, bool)) {
    let general = position.general(side);
    let at = general.index();
    let enemy = position.side(side.other());
    let mut add = |from, path, cannon| visit(Threat { from, path, cannon }, false);
    for from in ALIGNED[at] & enemy & position.kind(Kind::Chariot) {
        add(from, tables::between(general, from), false);
    }
    for from in ALIGNED[at] & enemy & position.kind(Kind::Cannon) {
        add(from, tables::between(general, from), true);
    }
    for from in HORSE_TARGETS[at] & enemy & position.kind(Kind::Horse) {
        add(from, tables::horse_path(from, general), false);
    }
    for from in ELEPHANT_TARGETS[at] & enemy & position.kind(Kind::Elephant) {
        add(from, tables::elephant_path(from, general), false);
    }
    for from in SOLDIER_ORIGINS[side.other().index()][at] & enemy & position.kind(Kind::Soldier) {
        add(from, PointSet::EMPTY, false);
    }
    let from = position.general(side.other());
    let rules_the_file = match position.rules().facing {
        Facing::Ignored | Facing::Offer => false,
        Facing::Bikjang => position.facing, // must be broken, but may be made
        Facing::Forbidden => from.file() == general.file(),
    };
    if rules_the_file {
        visit(Threat { from, path: tables::between(general, from), cannon: false }, true);
    }
}

/// From where the side to move can give check, on the board before its move.
pub struct Checks<'a> {
    position: &'a Position,
    general: Point,
    /// Where a chariot or a cannon would attack it.
    by_chariot: PointSet,
    by_cannon: PointSet,
    threats: Threats,
}

impl<'a> Checks<'a> {
    /// For the side to move.
    pub fn of(position: &'a Position) -> Checks<'a> {
        let enemy = position.turn.other();
        let (general, occupied) = (position.general(enemy), position.occupied());
        Checks {
            position,
            general,
            by_chariot: attacks::chariot(general, occupied),
            by_cannon: attacks::cannon(general, occupied, position.kind(Kind::Cannon)),
            threats: Threats::against(position, enemy),
        }
    }

    /// On which of the `targets` the piece from there gives check: by itself, or because it makes way for another one or
    /// serves as its screen. A check from beyond the point that it leaves is missed: to look for those made the search no
    /// better.
    #[inline]
    pub fn among(&self, from: Point, targets: PointSet) -> PointSet {
        let Some(kind) = self.position.kind_at(from) else { return PointSet::EMPTY };
        let (turn, at) = (self.position.turn, self.general.index());
        let leaps = |all: PointSet, path: fn(Point, Point) -> PointSet| {
            let is_open = |&to: &Point| !path(to, self.general).meets(self.position.occupied().all());
            (targets & all).filter(is_open).fold(PointSet::EMPTY, |open, to| open | PointSet::of(to))
        };
        let direct = match kind {
            Kind::General | Kind::Guard => PointSet::EMPTY,
            Kind::Chariot => targets & self.by_chariot,
            Kind::Cannon => targets & self.by_cannon,
            Kind::Horse => leaps(HORSE_TARGETS[at], tables::horse_path),
            Kind::Elephant => leaps(ELEPHANT_TARGETS[at], tables::elephant_path),
            Kind::Soldier => targets & SOLDIER_ORIGINS[turn.index()][at],
        };
        direct | targets.without(self.threats.permitted(self.position, turn.other(), from, kind))
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn include(&self, mv: Move) -> bool {
        !mv.is_pass() && !self.among(mv.from(), PointSet::of(mv.to())).is_empty()
    }
}

/// The points of its palace where the general of `side` would be in check, wherever it stands now.
pub fn danger(position: &Position, side: Side) -> PointSet {
    let own_palace = tables::PALACES[side.index()];
    let enemy = position.side(side.other());
    let cannons = position.kind(Kind::Cannon);
    let mut occupied = *position.occupied();
    occupied.toggle(position.general(side)); // it does not stand in the way of an attack on where it goes

    let mut danger = PointSet::EMPTY;
    // Ranks and files through the palace: nobody else has a line into it.
    let lines = PALACE_LINES[side.index()] & enemy;
    for from in lines & position.kind(Kind::Chariot) {
        danger |= attacks::chariot(from, &occupied);
    }
    for from in lines & cannons {
        danger |= attacks::cannon(from, &occupied, cannons);
    }
    let near = PALACE_SURROUNDINGS[side.index()] & enemy;
    for from in near & position.kind(Kind::Horse) {
        danger |= attacks::horse(from, &occupied);
    }
    for from in near & position.kind(Kind::Elephant) {
        danger |= attacks::elephant(from, &occupied);
    }
    for from in near & position.kind(Kind::Soldier) {
        danger |= attacks::soldier(side.other(), from);
    }
    let facing_matters = match position.rules().facing {
        Facing::Ignored | Facing::Offer => false,
        Facing::Bikjang => position.facing,
        Facing::Forbidden => true,
    };
    if facing_matters {
        let general = position.general(side.other());
        danger |= attacks::chariot(general, &occupied) & PointSet::file(general.file());
    }
    danger & own_palace
}

/// The files `d` to `f` and the ranks of each palace.
const PALACE_LINES: [PointSet; 2] = {
    let files = PointSet::file(3).0 | PointSet::file(4).0 | PointSet::file(5).0;
    let ranks = PointSet::rank(0).0 | PointSet::rank(1).0 | PointSet::rank(2).0;
    [PointSet(files | ranks), PointSet(files | ranks << 63)]
};

/// The points from which a leap or a step can end in each palace.
const PALACE_SURROUNDINGS: [PointSet; 2] = {
    let six_ranks = (1 << 54) - 1;
    [PointSet(six_ranks), PointSet(six_ranks << 36)]
};
