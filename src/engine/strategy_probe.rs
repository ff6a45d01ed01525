//! Perfect play from the strategy that is compiled into the program, without a tablebase.

use crate::game::{Solvable, SolvedPosition, Variant};
use crate::tablebase::Strategy;

/// The built-in strategy of a variant, with its rules.
pub struct StrategyProbe<G: Solvable> {
    strategy: Strategy<'static>,
    rules: &'static <G::Solved as SolvedPosition>::Rules,
}

impl<G: Solvable> StrategyProbe<G> {
    /// None if the variant has no built-in strategy.
    pub fn new(variant: &Variant) -> Option<StrategyProbe<G>> {
        let strategy = Strategy::read(G::carried_strategy(variant)?, variant.name)?;
        Some(StrategyProbe { strategy, rules: G::solved_rules(variant) })
    }

    /// The strategy's move, if it has one and it is among `moves`.
    pub fn strategy_move(&self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        let after = self.strategy.follow(position.to_solved(), self.rules)?;
        moves.iter().copied().find(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            next.to_solved() == after
        })
    }

    /// Whether the strategy knows how the side to move here does not lose.
    pub fn has_answer(&self, position: &G) -> bool {
        self.strategy.follow(position.to_solved(), self.rules).is_some()
    }
}
