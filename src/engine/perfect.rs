//! Perfect play in a game that is solved: by a tablebase, or else by the strategy that the program carries.

use std::sync::Arc;

use super::strategy_probe::StrategyProbe;
use super::tablebase_probe::{Judged, ProbeDeadline, TablebaseProbe};
use crate::game::{Family, Game, Solvable, SolvedVisitor, Variant};
use crate::games::Played;
use crate::tablebase::{TableError, Tablebase};

/// What is known of a solved game, so that nobody who asks needs to know whether and how it was solved.
pub trait PerfectPlay<G: Game>: Send {
    /// The moves, best first, each with its exact value and its variation as far as the deadline allows; none if there is no
    /// table, or it does not know the values of all of them, or cannot tell them in time.
    fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<Judged<G>>>;

    /// Why the table could not be read, if that is why it does not know.
    fn take_trouble(&self) -> Option<TableError>;

    /// The move of the carried strategy, if it is known and one of `moves`.
    fn advise(&self, position: &G, moves: &[G::Move]) -> Option<G::Move>;
}

struct Solved<G: Solvable> {
    tablebase: Option<TablebaseProbe<G>>,
    strategy: Option<StrategyProbe<G>>,
}

impl<G: Solvable> PerfectPlay<G> for Solved<G> {
    fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<Judged<G>>> {
        self.tablebase.as_ref()?.probe(played, moves, lines, deadline)
    }

    fn take_trouble(&self) -> Option<TableError> {
        self.tablebase.as_ref()?.take_trouble()
    }

    fn advise(&self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        self.strategy.as_ref()?.advise(position, moves)
    }
}

/// The same of one game.
pub type PerfectPlayOf<F> = Box<dyn PerfectPlay<<F as Family>::Position>>;

/// What is known of a variant; none if its game cannot be solved.
pub fn perfect_play<F: Family>(
    variant: &'static Variant,
    tablebase: Option<&Arc<Tablebase>>,
) -> Option<PerfectPlayOf<F>> {
    F::visit_solved(Open { variant, tablebase })
}

struct Open<'a> {
    variant: &'static Variant,
    tablebase: Option<&'a Arc<Tablebase>>,
}

impl<F: Family> SolvedVisitor<F> for Open<'_> {
    type Output = PerfectPlayOf<F>;

    fn visit(self) -> Self::Output
    where
        F::Position: Solvable,
    {
        Box::new(Solved::<F::Position> {
            tablebase: TablebaseProbe::new(self.variant, self.tablebase),
            strategy: StrategyProbe::new(self.variant),
        })
    }
}
