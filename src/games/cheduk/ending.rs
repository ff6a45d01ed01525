//! How games end.

use super::board::Position;
use crate::game::{Ending, Outcome, Side};

/// This much information wins at once.
pub const WINNING_INFORMATION: u8 = 5;

/// The game is drawn, or may be, when a state occurs this often.
pub const REPETITIONS_TO_DRAW: usize = 3;

/// What a state that recurs so often means (7.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepetitionRule {
    /// The game ends as a draw.
    Draw,
    /// Nothing by itself: the players are told, and may agree to a draw.
    Offer,
}

/// How a game has been won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// This side has gathered enough information.
    Information(Side),
    /// This side has captured the chief.
    Capture(Side),
}

impl Position {
    /// How the game has been won, if it has. Information takes precedence over a capture.
    #[inline]
    pub(super) fn termination(&self) -> Option<Termination> {
        let sides = || [Side::Upper, Side::Lower].into_iter();
        let informed =
            sides().find(|&side| self.information(side) >= WINNING_INFORMATION).map(Termination::Information);
        informed.or_else(|| sides().find(|side| self.chief(side.other()).is_none()).map(Termination::Capture))
    }

    pub(super) fn judge(&self, past: &[u64], in_tree: usize) -> Option<Outcome> {
        if let Some(termination) = self.termination() {
            let (winner, reason) = match termination {
                Termination::Information(side) => (side, "information"),
                Termination::Capture(side) => (side, "capture"),
            };
            return Some(Outcome { winner: Some(winner), reason, ending: Ending::Final });
        }
        let draw = |ending| Some(Outcome { winner: None, reason: "repetition", ending });
        let window = past.len().min(self.known as usize);
        let mut occurrences = 1;
        // Sides alternate after the set-up, so only every second ply can be equal; the set-up is irreversible.
        for plies in (4..=window).step_by(2) {
            if past[past.len() - plies] != self.key {
                continue;
            }
            occurrences += 1;
            if occurrences >= REPETITIONS_TO_DRAW && self.repetition == RepetitionRule::Draw {
                return draw(Ending::Claimable);
            }
            if plies <= in_tree {
                return draw(Ending::Foreseen);
            }
        }
        None
    }

    /// How often the state has occurred, this time included.
    pub(super) fn occurrences(&self, past: &[u64]) -> usize {
        let window = past.len().min(self.known as usize);
        1 + past[past.len() - window..].iter().filter(|&&key| key == self.key).count()
    }
}
