//! Perfect play from the strategy that is compiled into the program, without a tablebase.

use super::repetition::Repetition;
use crate::game::{Solvable, SolvedPosition, Variant};
use crate::games::Played;
use crate::tablebase::Strategy;
use crate::tablebase::quick::WinSearch;

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
        let chosen = self.strategy.follow(position.to_solved(), self.rules)?;
        moves.iter().copied().find(|&mv| after(position, mv).to_solved() == chosen)
    }

    /// The moves that a search may choose from: that of the strategy, or, if it would repeat a position, others that are as good and keep
    /// the game going. None if the strategy has no move among `moves`.
    pub fn moves_to_play(&self, played: &Played<G>, moves: &[G::Move]) -> Option<Vec<G::Move>> {
        let chosen = self.strategy_move(&played.position, moves)?;
        let repeats = Repetition::of(played, chosen);
        // Others only keep the draw: the strategy is left only if that is all there is, as the opponent then has a strategy too.
        if repeats == Repetition::New || !self.has_answer(&after(&played.position, chosen)) {
            return Some(vec![chosen]);
        }
        let mut win_search = WinSearch::new(self.rules);
        let mut others: Vec<(Repetition, G::Move)> = moves
            .iter()
            .map(|&mv| (Repetition::of(played, mv), mv))
            .filter(|&(repetition, mv)| {
                repetition < repeats
                    && self.strategy.answers_all(after(&played.position, mv).to_solved(), &mut win_search)
            })
            .collect();
        let Some(least) = others.iter().map(|&(repetition, _)| repetition).min() else {
            return Some(vec![chosen]);
        };
        others.retain(|&(repetition, _)| repetition == least);
        Some(others.into_iter().map(|(_, mv)| mv).collect())
    }

    /// Whether the strategy knows how the side to move here does not lose.
    pub fn has_answer(&self, position: &G) -> bool {
        self.strategy.follow(position.to_solved(), self.rules).is_some()
    }
}

fn after<G: Solvable>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}
