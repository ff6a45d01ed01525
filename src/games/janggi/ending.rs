//! How games end without mate: points, passes, and what recurs.

use super::board::{Kind, Move, Position};
use super::point::Point;
use super::ruleset::{BackAndForth, Passing, Tally};
use crate::game::{Ending, Outcome, Side};

/// An end for good that a move brings about, other than mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// A side passed while the generals faced each other.
    Bikjang,
    /// Both sides passed in a row.
    Passes,
}

/// What later positions need to know of one.
#[derive(Clone, Copy, Debug)]
pub struct Trace {
    key: u64,
    last: Option<Move>,
    captured: bool,
    in_check: bool,
}

/// What has been established while looking back, two plies at a time.
struct LookBack<'a> {
    position: &'a Position,
    past: &'a [Trace],
}

impl LookBack<'_> {
    /// The position so many plies ago.
    fn ago(&self, plies: usize) -> &Trace {
        &self.past[self.past.len() - plies]
    }
}

impl Position {
    pub(super) fn to_trace(self) -> Trace {
        Trace { key: self.key, last: self.last, captured: self.captured, in_check: !self.threats.checkers.is_empty() }
    }

    /// Who wins if the game ends here without mate.
    pub fn tally(&self) -> Option<Side> {
        let (cho, han) = (self.rules.cho, self.rules.cho.other());
        match self.rules.tally {
            Tally::Draw => None,
            // Han's 1.5 points outweigh a lead of one.
            Tally::Points if self.points(cho) >= self.points(han) + 2 => Some(cho),
            Tally::Points => Some(han),
        }
    }

    pub(super) fn judge(&self, past: &[Trace], in_tree: usize) -> Option<Outcome> {
        if let Some(finish) = self.finish {
            let reason = match finish {
                Finish::Bikjang => "bikjang",
                Finish::Passes => "passes",
            };
            return Some(Outcome { winner: self.tally(), reason, ending: Ending::Final });
        }
        if self.quiet >= self.rules.quiet_plies && self.can_move() {
            return Some(Outcome { winner: self.tally(), reason: "nocapture", ending: Ending::Claimable });
        }
        let window = past.len().min(self.quiet.min(self.known) as usize);
        if window < 4 {
            return None;
        }
        self.recurrence(&LookBack { position: self, past }, window, in_tree)
    }

    /// Whether a move is left, which goes before the count of plies without a capture.
    fn can_move(&self) -> bool {
        let surely = self.threats.checkers.is_empty() && self.rules.passing == Passing::Allowed;
        surely || self.may_pass() || self.count_moves() > 0
    }

    /// Repetition, perpetual check, and one piece going back and forth, in the order in which looking back finds them.
    fn recurrence(&self, back: &LookBack, window: usize, in_tree: usize) -> Option<Outcome> {
        let mut to_and_fro = ToAndFro::begin(back);
        // Whether each side gave check with every move since the position looked at.
        let mut checked_us = !self.threats.checkers.is_empty() && back.ago(2).in_check;
        let mut checked_them = back.ago(1).in_check && back.ago(3).in_check;
        let mut occurrences = 1;
        for plies in (4..=window).step_by(2) {
            if to_and_fro.continues(back, plies, window) {
                let winner = Some(self.turn);
                return Some(Outcome { winner, reason: "moverep", ending: Ending::Claimable });
            }
            checked_us &= back.ago(plies).in_check;
            if back.ago(plies).key == self.key {
                occurrences += 1;
                let ending = if occurrences >= self.rules.repetitions {
                    Some(Ending::Claimable)
                } else if plies <= in_tree && to_and_fro.reversals == 0 {
                    Some(Ending::Foreseen)
                } else {
                    None
                };
                if let Some(ending) = ending {
                    let (winner, reason) = match (checked_us, checked_them) {
                        (true, false) => (Some(self.turn), "perpetual"),
                        (false, true) => (Some(self.turn.other()), "perpetual"),
                        _ => (self.tally(), "repetition"),
                    };
                    return Some(Outcome { winner, reason, ending });
                }
            }
            if plies < window {
                checked_them &= back.ago(plies + 1).in_check;
            }
        }
        None
    }
}

/// One piece of the side that just moved, going to and fro between two points. The corner cases are those of `pyffish`.
struct ToAndFro {
    /// How often in a row it went back, plus one; 0 if it does not, or if that does not matter.
    reversals: u32,
}

impl ToAndFro {
    fn begin(back: &LookBack) -> ToAndFro {
        let position = back.position;
        let counts = position.rules.back_and_forth == BackAndForth::Loses
            && !back.ago(1).in_check
            && !back.ago(3).in_check
            && !position.passed()
            && position
                .last
                .and_then(|mv| position.kind_at(mv.to()))
                .is_some_and(|kind| !matches!(kind, Kind::General | Kind::Guard));
        let earlier = back.ago(2).last;
        let reversals = match (counts, earlier) {
            (true, Some(mv)) if position.last == Some(mv.reversed()) => 2,
            (true, Some(mv)) if mv.is_pass() => 1, // tolerated directly before the last move
            _ => 0,
        };
        ToAndFro { reversals }
    }

    /// Looks at the same side's move that led to the position `plies` ago; whether that settles it.
    fn continues(&mut self, back: &LookBack, plies: usize, window: usize) -> bool {
        if self.reversals == 0 {
            return false;
        }
        let (before, after) = (back.ago(plies), back.ago(plies - 2).last);
        if plies < window && back.ago(plies + 1).in_check {
            self.reversals = 0; // whoever was in check is excused
        } else if self.reversals < 4 {
            let later = if self.reversals == 1 { back.position.last } else { after };
            let reverses = before.last.is_some() && before.last == later.map(Move::reversed);
            self.reversals = if reverses { self.reversals + 1 } else { 0 };
        } else {
            // The move before must have ended where the four began. A position without a move counts as one to `a1`.
            let ended = before.last.map_or(Point::from_index(0), Move::to);
            if !before.captured && after.is_some_and(|mv| mv.from() == ended) {
                return true;
            }
            self.reversals = 0;
        }
        false
    }
}
