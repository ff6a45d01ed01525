//! Probing a solved game: its tablebase, or else the strategy that is compiled into the program.

use std::sync::Arc;

use super::move_values::{self, MoveValue};
use super::strategy_probe::StrategyProbe;
use super::tablebase_probe::{ProbeDeadline, SolvedLine, TablebaseProbe};
use crate::game::{Game, Solvable, Variant};
use crate::games::Played;
use crate::games::family::{Family, SolvedVisitor};
use crate::tablebase::{TableError, Tablebase};

/// Object-safe over games, because only some of them implement [`Solvable`].
pub trait SolvedProbe<G: Game>: Send {
    /// The moves, best first, with their exact values and, as far as the deadline allows, their variations; none if there is no
    /// tablebase, or it has not the values of all moves, or reading them takes too long.
    fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<SolvedLine<G>>>;

    /// The read error behind a failed probe, if there was one.
    fn take_error(&self) -> Option<TableError>;

    /// The moves of `moves` with which the built-in strategy does not lose and, if it can, keeps the game going; none if it has no move.
    fn strategy_moves(&self, played: &Played<G>, moves: &[G::Move]) -> Option<Vec<G::Move>>;

    /// What is known of each of the moves.
    fn move_values(&self, played: &Played<G>, moves: &[G::Move], follows_strategy: bool) -> Vec<MoveValue>;
}

struct GameProbe<G: Solvable> {
    variant: &'static Variant,
    tablebase: Option<TablebaseProbe<G>>,
    strategy: Option<StrategyProbe<G>>,
}

impl<G: Solvable> SolvedProbe<G> for GameProbe<G> {
    fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<SolvedLine<G>>> {
        self.tablebase.as_ref()?.probe(played, moves, lines, deadline)
    }

    fn take_error(&self) -> Option<TableError> {
        self.tablebase.as_ref()?.take_error()
    }

    fn strategy_moves(&self, played: &Played<G>, moves: &[G::Move]) -> Option<Vec<G::Move>> {
        self.strategy.as_ref()?.moves_to_play(played, moves)
    }

    fn move_values(&self, played: &Played<G>, moves: &[G::Move], follows_strategy: bool) -> Vec<MoveValue> {
        let strategy = self.strategy.as_ref().filter(|_| follows_strategy);
        move_values::of_solvable(self.variant, played, moves, self.tablebase.as_ref(), strategy)
    }
}

/// The probe for one game's positions.
pub type SolvedProbeOf<F> = Box<dyn SolvedProbe<<F as Family>::Position>>;

/// None if the game is not [`Solvable`].
pub fn solved_probe<F: Family>(
    variant: &'static Variant,
    tablebase: Option<&Arc<Tablebase>>,
) -> Option<SolvedProbeOf<F>> {
    F::visit_solved(OpenSolvedProbe { variant, tablebase })
}

struct OpenSolvedProbe<'a> {
    variant: &'static Variant,
    tablebase: Option<&'a Arc<Tablebase>>,
}

impl<F: Family> SolvedVisitor<F> for OpenSolvedProbe<'_> {
    type Output = SolvedProbeOf<F>;

    fn visit(self) -> Self::Output
    where
        F::Position: Solvable,
    {
        Box::new(GameProbe::<F::Position> {
            variant: self.variant,
            tablebase: TablebaseProbe::new(self.variant, self.tablebase),
            strategy: StrategyProbe::new(self.variant),
        })
    }
}
