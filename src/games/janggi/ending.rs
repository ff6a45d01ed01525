//! How games end without mate: points, passes, and what recurs.

use super::board::{Kind, Move, Position};
use super::point::Point;
use super::ruleset::{BackAndForth, PerpetualCheck, Tally};
use crate::game::{Ending, Outcome, Side};

/// An end for good that a move brings about, other than mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// A side passed while the generals faced each other, or left them so after it was offered a draw.
    Bikjang,
    /// Both sides passed in a row.
    Passes,
    /// Only generals and guards are left.
    Material,
}

/// What repetition and perpetual check need of an earlier position.
#[derive(Clone, Copy, Debug)]
pub struct PastPosition {
    key: u64,
    last: Option<Move>,
    captured: bool,
    in_check: bool,
}

/// The history, while it is walked back two plies at a time.
struct LookBack<'a> {
    position: &'a Position,
    past: &'a [PastPosition],
}

impl LookBack<'_> {
    /// The position so many plies ago.
    fn ago(&self, plies: usize) -> &PastPosition {
        &self.past[self.past.len() - plies]
    }
}

impl Position {
    pub(super) fn to_past_position(self) -> PastPosition {
        PastPosition {
            key: self.key,
            last: self.last,
            captured: self.captured,
            in_check: !self.threats.checkers.is_empty(),
        }
    }

    /// Who wins if the game ends here without mate.
    pub fn tally(&self) -> Option<Side> {
        self.winner_by(self.rules.tally)
    }

    fn winner_by(&self, tally: Tally) -> Option<Side> {
        let (cho, han) = (self.rules.cho, self.rules.cho.other());
        match tally {
            Tally::Draw => None,
            // Han's 1.5 points outweigh a lead of one.
            Tally::Points if self.points(cho) >= self.points(han) + 2 => Some(cho),
            Tally::Points => Some(han),
        }
    }

    /// The end that the last move brought about, other than mate.
    pub(super) fn terminated(&self) -> Option<Outcome> {
        let reason = match self.termination? {
            Termination::Bikjang => "bikjang",
            Termination::Passes => "passes",
            Termination::Material => "material",
        };
        Some(Outcome { winner: self.tally(), reason, ending: Ending::Final })
    }

    pub(super) fn judge(&self, past: &[PastPosition], in_tree: usize) -> Option<Outcome> {
        if let Some(outcome) = self.terminated() {
            return Some(outcome);
        }
        if self.rules.quiet_plies.is_some_and(|limit| self.quiet >= limit) && self.has_move() {
            return Some(Outcome { winner: self.tally(), reason: "nocapture", ending: Ending::Claimable });
        }
        let window = past.len().min(self.quiet.min(self.known) as usize);
        if window < 4 {
            return None;
        }
        self.repetition(&LookBack { position: self, past }, window, in_tree)
    }

    /// Whether there is a legal move: mate takes precedence over the count of plies without a capture.
    pub(super) fn has_move(&self) -> bool {
        self.may_pass() || self.count_moves() > 0
    }

    /// Repetition, perpetual check and back-and-forth, in the order in which walking back finds them.
    fn repetition(&self, back: &LookBack, window: usize, in_tree: usize) -> Option<Outcome> {
        let mut back_and_forth = BackAndForthMoves::begin(back);
        // Whether each side gave check with every move since the position looked at.
        let mut checked_us = !self.threats.checkers.is_empty() && back.ago(2).in_check;
        let mut checked_them = back.ago(1).in_check && back.ago(3).in_check;
        let mut occurrences = 1;
        for plies in (4..=window).step_by(2) {
            if back_and_forth.continues(back, plies, window) {
                let winner = Some(self.turn);
                return Some(Outcome { winner, reason: "moverep", ending: Ending::Claimable });
            }
            checked_us &= back.ago(plies).in_check;
            if back.ago(plies).key == self.key {
                occurrences += 1;
                let ending = if occurrences >= self.rules.repetitions {
                    Some(Ending::Claimable)
                } else if plies <= in_tree && back_and_forth.reversals == 0 {
                    Some(Ending::Foreseen)
                } else {
                    None
                };
                if let Some(ending) = ending {
                    let checked = match (checked_us, checked_them) {
                        (true, false) => Some(self.turn),
                        (false, true) => Some(self.turn.other()),
                        _ => None,
                    };
                    let (winner, reason) = self.repeated(checked);
                    return Some(Outcome { winner, reason, ending });
                }
            }
            if plies < window {
                checked_them &= back.ago(plies + 1).in_check;
            }
        }
        None
    }

    /// Who wins by a repetition, and how it is called; `checked` is the side that alone was in check all the time.
    fn repeated(&self, checked: Option<Side>) -> (Option<Side>, &'static str) {
        match (checked, self.rules.perpetual_check) {
            (Some(checked), PerpetualCheck::Loses) => (Some(checked), "perpetual"),
            (Some(_), PerpetualCheck::Draws) => (None, "perpetual"),
            _ => (self.winner_by(self.rules.repetition), "repetition"),
        }
    }
}

/// One piece of the side that just moved, going to and fro between two points. The corner cases are those of `pyffish`.
struct BackAndForthMoves {
    /// How often in a row it went back, plus one; 0 if it does not, or if that does not matter.
    reversals: u32,
}

impl BackAndForthMoves {
    fn begin(back: &LookBack) -> BackAndForthMoves {
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
        BackAndForthMoves { reversals }
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

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{MODERN, OFFICIAL, RuleSet, STRICT, TRADITIONAL};
    use super::*;
    use crate::game::{Game, Notation, Searchable};
    use crate::games::test_games;

    fn endings(rules: &'static RuleSet, fen: &str, moves: &str) -> Vec<(usize, Option<Side>, &'static str)> {
        test_games::endings(fen::read(rules, fen).expect("a good FEN"), moves)
    }

    const BARE: &str = "3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 0 1";

    #[test]
    fn two_passes_end_the_game_by_points() {
        assert_eq!(endings(&OFFICIAL, BARE, "f1f1 d10d10"), [(2, Some(Side::Lower), "passes")]);
        assert_eq!(endings(&TRADITIONAL, BARE, "f1f1 d10d10"), [(2, None, "passes")]);
        assert_eq!(endings(&OFFICIAL, BARE, "f1f1 a7a6 f1f1"), []);
    }

    #[test]
    fn cho_wins_by_points_only_with_two_more() {
        let two_more = BARE.replace("P8", "P7P");
        assert_eq!(endings(&OFFICIAL, &two_more, "f1f1 d10d10"), [(2, Some(Side::Upper), "passes")]);
        let one_more = "p2k5/9/9/9/9/9/9/9/9/B4K3 w - - 0 1";
        assert_eq!(endings(&OFFICIAL, one_more, "f1f1 d10d10"), [(2, Some(Side::Lower), "passes")]);
    }

    #[test]
    fn a_pass_under_bikjang_ends_the_game_even_in_check() {
        let checked = "4k4/9/9/9/9/9/9/4n4/9/4K4 b - - 0 1";
        assert_eq!(endings(&TRADITIONAL, checked, "e3c2 e1e1"), [(2, None, "bikjang")]);
    }

    #[test]
    fn the_third_occurrence_ends_the_game() {
        let there_and_back = "f1f2 d10d9 f2f1 d9d10 f1f2 d10d9 f2f1 d9d10";
        assert_eq!(endings(&OFFICIAL, BARE, there_and_back), [(8, Some(Side::Lower), "repetition")]);
    }

    #[test]
    fn perpetual_check_loses() {
        let moves = "a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
        let chase = "3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1";
        assert_eq!(endings(&OFFICIAL, chase, moves), [(9, Some(Side::Lower), "perpetual")]);
    }

    #[test]
    fn the_count_of_plies_may_come_from_the_fen() {
        assert_eq!(endings(&OFFICIAL, &BARE.replace("0 1", "99 1"), "a4b4"), [(1, Some(Side::Lower), "nocapture")]);
        assert_eq!(endings(&MODERN, &BARE.replace("0 1", "99 1"), "a4b4"), []);
    }

    #[test]
    fn mate_goes_before_the_count_of_plies() {
        let mate = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 99 1";
        assert_eq!(endings(&OFFICIAL, mate, "b1b10"), [(1, Some(Side::Upper), "checkmate")]);
    }

    #[test]
    fn going_back_and_forth_loses_in_modern_play() {
        let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
        let moves = "i1i2 a7b7 i2i1 b7a7 i1i2 i7h7 i2i1 h7h6 i1i2";
        assert_eq!(endings(&MODERN, start, moves), [(9, Some(Side::Lower), "moverep")]);
        assert_eq!(endings(&OFFICIAL, start, moves), []);
    }

    #[test]
    fn a_side_that_cannot_move_loses_where_passing_is_unknown() {
        let stuck = "4k4/9/9/9/9/4r4/9/9/r8/3K5 w - - 0 1";
        assert_eq!(endings(&STRICT, stuck, ""), [(0, Some(Side::Lower), "stalemate")]);
        assert_eq!(endings(&OFFICIAL, stuck, ""), []);
    }

    #[test]
    fn a_recurrence_within_the_tree_is_foreseen() {
        let mut position = fen::read(&OFFICIAL, BARE).expect("a good FEN");
        let mut past = Vec::new();
        for text in "f1f2 d10d9 f2f1 d9d10".split_whitespace() {
            past.push(position.past_position());
            position.play(position.parse_move(text).expect("a legal move"));
        }
        assert_eq!(position.decided(&past, 3), None);
        let foreseen = Outcome { winner: Some(Side::Lower), reason: "repetition", ending: Ending::Foreseen };
        assert_eq!(position.decided(&past, 4), Some(foreseen));
    }

    #[test]
    fn a_skipped_turn_is_no_pass_and_ends_the_look_back() {
        let mut position = fen::read(&OFFICIAL, BARE).expect("a good FEN");
        position.play(position.parse_move("pass").expect("a legal move"));
        let skipped = position.null_move().expect("nobody is in check");
        assert!(skipped.termination.is_none() && skipped.known == 0 && !skipped.passed());
    }
}
