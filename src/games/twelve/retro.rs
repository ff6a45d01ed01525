//! Unmoves: the predecessors of a position, for the solver.

use super::board::{Board, Kind};
use super::moves::{Termination, steps_of};
use super::ruleset::{Drops, Entering, RuleSet};
use super::square::{Square, SquareSet};
use crate::game::{Side, SolvedPosition};

/// The side whose last move is taken back.
const US: Side = Side::Upper;
const THEM: Side = Side::Lower;

impl Board {
    /// Calls `found` with every position, upper-case side to move, from which one move leads to this one, lower-case
    /// side to move; unreachable and finished positions are left out. Both kings must be on the board.
    pub(super) fn for_each_origin(self, rules: &RuleSet, mut found: impl FnMut(Board)) {
        let before = self.with_turn_given();
        let mut keep = |board: Board| {
            if board.is_sound(rules) && board.termination(rules).is_none() {
                found(board);
            }
        };
        let empty = SquareSet::ALL.without(self.occupied());
        let camp = SquareSet::camp(THEM);
        for to in self.side(US) {
            let Some((_, kind)) = self.at(to) else { continue };
            // Steps are symmetric between the sides: look back with the other side's pieces.
            for from in steps_of(THEM, kind, to) & empty {
                before.moved_back(kind, from, to, &mut keep);
            }
            if kind == Kind::Lord && camp.contains(to) {
                for from in steps_of(THEM, Kind::Man, to) & empty {
                    before.moved_back(Kind::Man, from, to, &mut keep);
                }
            }
            let droppable = matches!(kind, Kind::Minister | Kind::General | Kind::Man);
            if droppable && (rules.drops == Drops::Anywhere || !camp.contains(to)) {
                keep(before.without(to).with_in_hand(US, kind));
            }
        }
    }

    /// Moves the piece on `to` back to `from`, as `kind`, with nothing or each possible captured piece on `to`.
    #[inline]
    fn moved_back(self, kind: Kind, from: Square, to: Square, keep: &mut impl FnMut(Board)) {
        // A man that steps into the enemy camp is promoted, so it cannot have stepped there.
        if kind == Kind::Man && self.at(to) == Some((US, Kind::Man)) && SquareSet::camp(THEM).contains(to) {
            return;
        }
        let back = self.without(to).with(from, US, kind);
        keep(back);
        for prisoner in Kind::IN_HAND {
            if self.hand(US, prisoner) == 0 {
                continue;
            }
            let freed = back.without_in_hand(US, prisoner);
            if prisoner == Kind::Man {
                keep(freed.with(to, THEM, Kind::Lord));
            }
            keep(freed.with(to, THEM, prisoner));
        }
    }

    /// Whether the side to move has a move after which its king stands in the enemy camp and is not attacked, which wins
    /// where the rule is [`Entering::Unattacked`].
    pub(super) fn can_enter_safely(self, rules: &RuleSet) -> bool {
        let us = self.turn();
        let Some(king) = self.king(us).filter(|_| rules.entering == Entering::Unattacked) else {
            return false;
        };
        let camp = SquareSet::camp(us.other());
        if camp.contains(king) {
            let mut wins = false;
            self.for_each_move(rules, |mv| {
                wins |= self.after(mv).termination(rules) == Some(Termination::Entering(Some(us)))
            });
            return wins;
        }
        let targets = steps_of(us, Kind::King, king).without(self.side(us)) & camp;
        targets.into_iter().any(|to| {
            let entered = self.without(king).with(to, us, Kind::King);
            entered.attackers(us.other(), to).is_empty()
        })
    }
}
