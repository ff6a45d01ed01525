//! The value of a position, and how much of it one or two plies of search tell without a table.

use crate::game::{Over, SolvedPosition};

/// The value of a position for its side to move, with perfect play on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolvedValue {
    /// Won in this many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// Lost in this many plies.
    Loss(u16),
}

impl SolvedValue {
    /// The value of the position before a move that leads to this one, if that move is the best.
    pub fn before(self) -> SolvedValue {
        match self {
            SolvedValue::Win(plies) => SolvedValue::Loss(plies + 1),
            SolvedValue::Draw => SolvedValue::Draw,
            SolvedValue::Loss(plies) => SolvedValue::Win(plies + 1),
        }
    }

    /// Orders values: quick wins, slow wins, draws, slow losses, quick losses.
    pub fn rank(self) -> i32 {
        match self {
            SolvedValue::Win(plies) => 10_000 - i32::from(plies),
            SolvedValue::Draw => 0,
            SolvedValue::Loss(plies) => i32::from(plies) - 10_000,
        }
    }
}

/// The result of a search of one or two plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShallowValue {
    /// The game is over, or the next move or two decide it.
    Known(SolvedValue),
    /// Needs the table.
    Unknown,
}

/// Searches one or two plies. An `Unknown` position has at least one move to a position that is neither over nor won
/// at once.
pub fn shallow_value<P: SolvedPosition>(position: P, rules: &P::Rules) -> ShallowValue {
    if let Some(value) = immediate_value(position, rules) {
        return ShallowValue::Known(value);
    }
    let mut best = Some(SolvedValue::Loss(0));
    position.successors(rules, |next| {
        // One successor of unknown value makes the result unknown.
        best = best.and_then(|best| {
            let value = immediate_value(next, rules)?.before();
            Some(if value.rank() > best.rank() { value } else { best })
        });
    });
    best.map_or(ShallowValue::Unknown, ShallowValue::Known)
}

/// The value of a position that is over or won by the next move.
pub fn immediate_value<P: SolvedPosition>(position: P, rules: &P::Rules) -> Option<SolvedValue> {
    match position.over(rules) {
        Some(Over::Won) => Some(SolvedValue::Win(0)),
        Some(Over::Drawn) => Some(SolvedValue::Draw),
        Some(Over::Lost) => Some(SolvedValue::Loss(0)),
        None => position.wins_at_once(rules).then_some(SolvedValue::Win(1)),
    }
}
