//! Values of the search and scores for users.

use crate::game::{Ending, Outcome, Side};

/// A value from the side to move's view: centipawns, or a proven result counted in plies.
pub type Value = i32;

/// The deepest ply of any line.
pub const MAX_PLY: usize = 200;

/// Greater than every value.
pub const INFINITE: Value = 32_001;
/// Mate at this node; `MATE - n` is mate in `n` plies.
pub const MATE: Value = 32_000;
/// Won by a repetition rule, `n` plies from now as `FORESEEN - n`, that applies only after further recurrences. Below every
/// mate score, because the opponent may still deviate.
pub const FORESEEN: Value = 30_000;
/// No static evaluation reaches this.
pub const EVALUATION_LIMIT: Value = 25_000;
/// A draw, and nothing but a draw.
pub const DRAW: Value = 0;

const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
const FORESEEN_BOUND: Value = FORESEEN - 2 * MAX_PLY as Value;

/// The value for `side` of a game that ends `ply` plies after the root.
pub fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> Value {
    let Some(winner) = outcome.winner else {
        return DRAW;
    };
    let won = match outcome.ending {
        Ending::Final | Ending::Claimable => MATE - ply as Value,
        Ending::Foreseen => FORESEEN - ply as Value,
    };
    if winner == side { won } else { -won }
}

/// Whether the value is a proven win or loss.
pub fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Whether the value is a distance to the end, proven or foreseen, instead of centipawns.
pub fn is_decisive(value: Value) -> bool {
    value.abs() >= FORESEEN_BOUND
}

/// As stored in the hash table: mate distance from the stored position instead of from the root.
pub fn value_to_tt(value: Value, ply: usize) -> Value {
    if !is_decisive(value) { value } else { value + value.signum() * ply as Value }
}

/// The reverse of [`value_to_tt`].
pub fn value_from_tt(value: Value, ply: usize) -> Value {
    if !is_decisive(value) { value } else { value - value.signum() * ply as Value }
}

/// A value as users see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// Moves of the winner until the end, negative when the side to move loses. A game that is won without a move of
    /// the winner, on its turn, counts as if that took one.
    Mate(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        if !is_mate(value) {
            return Score::Centipawns(value);
        }
        let plies = MATE - value.abs();
        // The winner moves at plies 1, 3, 5 ... when it is on turn, else at plies 2, 4, 6 ... A move that loses at once,
        // by a rule instead of an answer, counts as one all the same: 0 would mean that the game is over already.
        if value > 0 { Score::Mate((plies + 1) / 2) } else { Score::Mate(-(plies / 2).max(1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(Score::from(MATE - 1), Score::Mate(1));
        assert_eq!(Score::from(MATE - 3), Score::Mate(2));
        assert_eq!(Score::from(-(MATE - 1)), Score::Mate(-1));
        assert_eq!(Score::from(-(MATE - 2)), Score::Mate(-1));
        assert_eq!(Score::from(-(MATE - 4)), Score::Mate(-2));
        assert_eq!(Score::from(FORESEEN - 4), Score::Centipawns(FORESEEN - 4));
    }

    #[test]
    fn the_table_counts_from_its_own_position() {
        for value in [0, 57, -20_000, MATE - 9, -(MATE - 9), FORESEEN - 9, -(FORESEEN - 9)] {
            assert_eq!(value_from_tt(value_to_tt(value, 7), 7), value);
        }
        assert_eq!(value_to_tt(MATE - 9, 7), MATE - 2);
        assert_eq!(value_to_tt(-(MATE - 9), 7), -(MATE - 2));
    }
}
