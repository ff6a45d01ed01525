//! The types of one game in one bundle, so that one more type does not touch everybody who is generic over games.
//!
//! To add a game: a folder with a position that implements `Game`, `Searchable`, `Tactics`, `Notation` and `Presentable`, an
//! evaluation that implements `Evaluator` and `Tunable`, a `Family` of both, and a line in `registry.rs`. Optional are
//! `FeatureSet` (a network), `Solvable` (a solved game) and a fixed-depth player.

use crate::game::{Evaluator, FixedDepthPlayer, Presentable, Searchable, Solvable, Tactics, Tunable, Variant};
use crate::network::FeatureSet;

/// A game with all that belongs to it. A new game is a folder with one of these, and a line in the registry.
pub trait Family: Send + Sync + 'static {
    /// Rules and notation.
    type Position: Searchable + Tactics + Presentable;
    /// The hand-written evaluation.
    type Evaluation: Evaluator<Self::Position> + Tunable<Self::Position> + Default + Sync;

    /// Calls the visitor if the game can be solved. A game whose position is [`Solvable`] overrides this with
    /// `Some(visitor.visit())`; the others need not say anything.
    fn visit_solved<V: SolvedVisitor<Self>>(_visitor: V) -> Option<V::Output>
    where
        Self: Sized,
    {
        None
    }

    /// The program whose levels the option `Level` offers in a variant, if they are those of a certain program.
    fn fixed_depth_player(_variant: &Variant) -> Option<FixedDepthPlayer<Self::Position>> {
        None
    }

    /// The net that comes with the program, as a file; none for a game that no network evaluates.
    const NETWORK: Option<&'static [u8]> = None;

    /// Calls the visitor if a network can evaluate the game. A game whose position has a [`FeatureSet`] overrides this with
    /// `Some(visitor.visit())`.
    fn visit_network<V: NetworkVisitor<Self>>(_visitor: V) -> Option<V::Output>
    where
        Self: Sized,
    {
        None
    }
}

/// Something to do with a game only if a network can evaluate it.
pub trait NetworkVisitor<F: Family> {
    /// What a visit gives back.
    type Output;
    /// Called with the knowledge that the game's positions have features.
    fn visit(self) -> Self::Output
    where
        F::Position: FeatureSet;
}

/// Something to do with a game only if it can be solved.
pub trait SolvedVisitor<F: Family> {
    /// What a visit gives back.
    type Output;
    /// Called with the knowledge that the game's positions can be solved.
    fn visit(self) -> Self::Output
    where
        F::Position: Solvable;
}
