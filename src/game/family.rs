//! The types of one game in one bundle, so that one more type does not touch everybody who is generic over games.

use super::{Evaluator, Notation, Searchable, Solvable, Tactics, Tunable};

/// A game with all that belongs to it. A new game is a folder with one of these, and a line in the registry.
pub trait Family: Send + Sync + 'static {
    /// Rules and notation.
    type Position: Searchable + Tactics + Notation;
    /// The hand-written evaluation.
    type Evaluation: Evaluator<Self::Position> + Tunable<Self::Position> + Sync;

    /// Calls the visitor if the game can be solved. A game whose position is [`Solvable`] overrides this with
    /// `Some(visitor.visit())`; the others need not say anything.
    fn visit_solved<V: SolvedVisitor<Self>>(_visitor: V) -> Option<V::Output>
    where
        Self: Sized,
    {
        None
    }
}

/// Something to do with a game only if it can be solved.
pub trait SolvedVisitor<F: Family> {
    /// What comes of it.
    type Output;
    /// Called with the knowledge that the game's positions can be solved.
    fn visit(self) -> Self::Output
    where
        F::Position: Solvable;
}
