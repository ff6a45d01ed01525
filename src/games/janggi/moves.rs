//! Legal moves.

use super::attacks;
use super::board::{Kind, Move, Position};
use super::point::{Point, PointSet};
use super::ruleset::Passing;
use super::threats::{self, Checks};

impl Position {
    /// Appends the legal moves whose target is in `within`, without a pass.
    #[inline]
    pub(super) fn push_moves(&self, within: PointSet, out: &mut Vec<Move>) {
        self.for_each_piece(within, |from, targets| targets.for_each(|to| out.push(Move::new(from, to))));
    }

    /// Appends the legal moves that give check.
    pub(super) fn push_checks(&self, out: &mut Vec<Move>) {
        let checks = Checks::of(self);
        self.for_each_piece(PointSet::ALL, |from, targets| {
            checks.among(from, targets).for_each(|to| out.push(Move::new(from, to)));
        });
    }

    /// Number of legal moves, without a pass.
    #[inline]
    pub(super) fn count_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_piece(PointSet::ALL, |_, targets| count += targets.count());
        count
    }

    /// Whether a pass is legal.
    #[inline]
    pub(super) fn may_pass(&self) -> bool {
        self.termination.is_none()
            && self.rules.passing == Passing::Allowed
            && (self.threats.checkers.is_empty() || self.bikjang())
    }

    /// The pass of the side to move.
    #[inline]
    pub(super) fn pass(&self) -> Move {
        Move::new(self.general(self.turn), self.general(self.turn))
    }

    /// Calls `visit` with each piece of the side to move and its legal targets in `within`.
    #[inline]
    fn for_each_piece(&self, within: PointSet, mut visit: impl FnMut(Point, PointSet)) {
        if self.termination.is_some() {
            return;
        }
        let own = self.side(self.turn);
        let within = within.without(own);
        let general = self.general(self.turn);
        let steps = attacks::palace_step(general) & within;
        if !steps.is_empty() {
            visit(general, steps.without(threats::danger(self, self.turn)));
        }
        // One loop for each kind, so that the compiler can specialise it.
        let mut each = |kind, reached: &dyn Fn(Point) -> PointSet| {
            for from in own & self.kind(kind) {
                visit(from, reached(from) & within & self.threats.permitted(self, self.turn, from, kind));
            }
        };
        let cannons = self.kind(Kind::Cannon);
        each(Kind::Guard, &attacks::palace_step);
        each(Kind::Chariot, &|from| attacks::chariot(from, &self.occupied));
        each(Kind::Cannon, &|from| attacks::cannon(from, &self.occupied, cannons).without(cannons));
        each(Kind::Horse, &|from| attacks::horse(from, &self.occupied));
        each(Kind::Elephant, &|from| attacks::elephant(from, &self.occupied));
        each(Kind::Soldier, &|from| attacks::soldier(self.turn, from));
    }

    /// Whether a move, which may be of any position, is legal in this one.
    #[inline]
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_pass() {
            return from == self.general(self.turn) && self.may_pass();
        }
        let own = self.side(self.turn);
        let Some(kind) = self.kind_at(from).filter(|_| own.contains(from) && self.termination.is_none()) else {
            return false;
        };
        let safe = |to| match kind {
            Kind::General => !threats::danger(self, self.turn).contains(to),
            _ => self.threats.permitted(self, self.turn, from, kind).contains(to),
        };
        !own.contains(to) && self.reached(kind, from).contains(to) && safe(to)
    }

    /// Pseudo-legal targets of a piece of the side to move, own pieces included.
    #[inline]
    pub(super) fn reached(&self, kind: Kind, from: Point) -> PointSet {
        match kind {
            Kind::General | Kind::Guard => attacks::palace_step(from),
            Kind::Chariot => attacks::chariot(from, &self.occupied),
            Kind::Cannon => {
                let cannons = self.kind(Kind::Cannon);
                attacks::cannon(from, &self.occupied, cannons).without(cannons)
            }
            Kind::Horse => attacks::horse(from, &self.occupied),
            Kind::Elephant => attacks::elephant(from, &self.occupied),
            Kind::Soldier => attacks::soldier(self.turn, from),
        }
    }
}
