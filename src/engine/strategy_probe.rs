//! Perfect play from the strategy that the program carries, for whoever has no table.

use crate::game::{Solvable, SolvedPosition, Variant};
use crate::tablebase::Strategy;

/// A carried strategy together with the rules of its variant.
pub struct StrategyProbe<G: Solvable> {
    strategy: Strategy<'static>,
    rules: &'static <G::Solved as SolvedPosition>::Rules,
}

impl<G: Solvable> StrategyProbe<G> {
    /// None if nothing is known by heart of the variant.
    pub fn new(variant: &Variant) -> Option<StrategyProbe<G>> {
        let strategy = Strategy::read(G::carried_strategy(variant)?, variant.name)?;
        Some(StrategyProbe { strategy, rules: G::solved_rules(variant) })
    }

    /// The move to make, if it is known and one of `moves`.
    pub fn strategy_move(&self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        let after = self.strategy.follow(position.to_solved(), self.rules)?;
        moves.iter().copied().find(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            next.to_solved() == after
        })
    }
}
