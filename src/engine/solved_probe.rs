//! Perfect play in a game that is solved: by a tablebase, or else by the strategy that the program carries.

use std::sync::Arc;

use super::strategy_probe::StrategyProbe;
use super::tablebase_probe::{ProbeDeadline, SolvedLine, TablebaseProbe};
use crate::game::{Family, Game, Solvable, SolvedVisitor, Variant};
use crate::games::Played;
use crate::tablebase::{TableError, Tablebase};

/// What is known of a solved game, so that nobody who asks needs to know whether and how it was solved.
pub trait SolvedProbe<G: Game>: Send {
    /// The moves, best first, each with its exact value and its variation as far as the deadline allows; none if there is no
    /// table, or it does not know the values of all of them, or cannot tell them in time.
    fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<SolvedLine<G>>>;

    /// Why the table could not be read, if that is why it does not know.
    fn take_error(&self) -> Option<TableError>;

    /// The move of the carried strategy, if it is known and one of `moves`.
    fn strategy_move(&self, position: &G, moves: &[G::Move]) -> Option<G::Move>;
}

struct GameProbe<G: Solvable> {
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

    fn strategy_move(&self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        self.strategy.as_ref()?.strategy_move(position, moves)
    }
}

/// The same of one game.
pub type SolvedProbeOf<F> = Box<dyn SolvedProbe<<F as Family>::Position>>;

/// What is known of a variant; none if its game cannot be solved.
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
            tablebase: TablebaseProbe::new(self.variant, self.tablebase),
            strategy: StrategyProbe::new(self.variant),
        })
    }
}
