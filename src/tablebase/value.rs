//! What a position is worth, and what of that can be seen without a table.

use crate::game::{Over, SolvedPosition};

/// The value of a position for its side to move, with best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolvedValue {
    /// Won, in so many plies.
    Win(u16),
    /// Nobody can force anything.
    Draw,
    /// Lost, in so many plies.
    Loss(u16),
}

impl SolvedValue {
    /// The same as a move to it is worth to the side that makes it.
    pub fn before(self) -> SolvedValue {
        match self {
            SolvedValue::Win(plies) => SolvedValue::Loss(plies + 1),
            SolvedValue::Draw => SolvedValue::Draw,
            SolvedValue::Loss(plies) => SolvedValue::Win(plies + 1),
        }
    }

    /// Greater is better: quick wins, slow wins, draws, slow losses, quick losses.
    pub fn rank(self) -> i32 {
        match self {
            SolvedValue::Win(plies) => 10_000 - i32::from(plies),
            SolvedValue::Draw => 0,
            SolvedValue::Loss(plies) => i32::from(plies) - 10_000,
        }
    }
}

/// What looking at a position and its moves tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShallowValue {
    /// The value shows at once: the game is over, or the next move or two decide it.
    Known(SolvedValue),
    /// It depends on positions further away.
    Unknown,
}

/// Looks at a position. `Unknown` ones have at least one move to a position whose value does not show.
pub fn shallow_value<P: SolvedPosition>(position: P, rules: &P::Rules) -> ShallowValue {
    if let Some(value) = immediate_value(position, rules) {
        return ShallowValue::Known(value);
    }
    let mut best = Some(SolvedValue::Loss(0));
    position.successors(rules, |next| {
        // One move whose value is not seen leaves everything open.
        best = best.and_then(|best| {
            let value = immediate_value(next, rules)?.before();
            Some(if value.rank() > best.rank() { value } else { best })
        });
    });
    best.map_or(ShallowValue::Unknown, ShallowValue::Known)
}

/// The value of a game that is over or can be won at once.
pub fn immediate_value<P: SolvedPosition>(position: P, rules: &P::Rules) -> Option<SolvedValue> {
    match position.over(rules) {
        Some(Over::Won) => Some(SolvedValue::Win(0)),
        Some(Over::Drawn) => Some(SolvedValue::Draw),
        Some(Over::Lost) => Some(SolvedValue::Loss(0)),
        None => position.wins_at_once(rules).then_some(SolvedValue::Win(1)),
    }
}
