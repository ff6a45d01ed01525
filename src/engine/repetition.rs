//! Whether a move keeps the game going, or brings back a position of the game.

use crate::game::{Ending, Notation};
use crate::games::Played;

/// What a move brings, from what keeps a game going to what ends it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Repetition {
    /// A position that has not been on the board.
    New,
    /// One that has been there.
    Recurs,
    /// One with which the game is drawn by repetition.
    Draws,
}

impl Repetition {
    /// What a legal move brings.
    pub fn of<G: Notation>(played: &Played<G>, mv: G::Move) -> Repetition {
        let mut next = played.clone();
        next.play(mv);
        let decided = |in_tree| next.position.decided(&next.past, in_tree);
        match decided(0) {
            Some(outcome) if outcome.ending == Ending::Claimable && outcome.winner.is_none() => Repetition::Draws,
            // Seen as a search sees it, to which one repetition is enough.
            None if decided(next.past.len()).is_some() => Repetition::Recurs,
            _ => Repetition::New,
        }
    }
}
