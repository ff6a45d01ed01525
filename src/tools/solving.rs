//! `janggun solve`: solves a game, verifies a table or distils a strategy, with a progress bar.

use std::path::Path;

use super::bar::Bar;
use crate::clock::Instant;
use crate::files;
use crate::game::{Settings, Solvable, Variant};
use crate::games::family::{Family, SolvedVisitor};
use crate::games::registry::{self, Visitor};
use crate::tablebase::verify::{self, VerifyError};
use crate::tablebase::{self, Counts, TableError, Tablebase, distil, strategy, writer};

/// Why solving, verifying or distilling failed.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// An unknown variant, or one that cannot be solved.
    #[error("'{name}' cannot be solved; {solvable} can")]
    #[allow(missing_docs)]
    Variant { name: String, solvable: String },
    /// Not enough memory for the solver's states.
    #[error("there is not enough memory to solve the game; it takes about {:.1} GB", f64::from(*megabytes) / 1e3)]
    #[allow(missing_docs)]
    Memory { megabytes: u32 },
    /// The table lacks a position that the strategy needs.
    #[error("the table lacks a position; check it with 'janggun solve --verify'")]
    Incomplete,
    /// The table cannot be read or written.
    #[error(transparent)]
    Tablebase(#[from] TableError),
    /// The table fails verification.
    #[error(transparent)]
    Wrong(#[from] VerifyError),
}

/// Runs a task if the visited game is solvable.
struct IfSolvable<T> {
    task: T,
}

/// A task that needs a solvable game.
trait SolverTask {
    fn run<G: Solvable>(self, variant: &'static Variant) -> Result<String, SolveError>;
}

impl<T: SolverTask> Visitor for IfSolvable<T> {
    type Output = Option<Result<String, SolveError>>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        F::visit_solved(RunTask { task: self.task, variant })
    }
}

struct RunTask<T> {
    task: T,
    variant: &'static Variant,
}

impl<F: Family, T: SolverTask> SolvedVisitor<F> for RunTask<T> {
    type Output = Result<String, SolveError>;

    fn visit(self) -> Self::Output
    where
        F::Position: Solvable,
    {
        self.task.run::<F::Position>(self.variant)
    }
}

fn run(variant: &str, task: impl SolverTask) -> Result<String, SolveError> {
    let done = registry::visit(variant, IfSolvable { task }).flatten();
    done.unwrap_or_else(|| {
        Err(SolveError::Variant { name: variant.to_owned(), solvable: solvable_variants().join(" and ") })
    })
}

/// Names of the variants that can be solved.
pub fn solvable_variants() -> Vec<String> {
    struct CanBeSolved;
    impl SolverTask for CanBeSolved {
        fn run<G: Solvable>(self, variant: &'static Variant) -> Result<String, SolveError> {
            Ok(variant.name.to_owned())
        }
    }
    let names =
        registry::NAMES.iter().filter_map(|name| registry::visit(name, IfSolvable { task: CanBeSolved })??.ok());
    names.collect()
}

/// Solves a variant and writes the table; returns a summary.
pub fn solve(variant: &str, out: &Path, threads: usize) -> Result<String, SolveError> {
    run(variant, Solve { out, threads })
}

/// Verifies a table; returns a summary.
pub fn verify(path: &Path, threads: usize) -> Result<String, SolveError> {
    let table = Tablebase::open(path)?;
    let variant = table.variant().to_owned();
    run(&variant, Verify { table, threads })
}

/// Distils a strategy from a table and writes it; returns a summary.
pub fn distil(path: &Path, out: &Path, settings: &dyn Settings) -> Result<String, SolveError> {
    let table = Tablebase::open(path)?;
    let variant = table.variant().to_owned();
    run(&variant, Distil { table, out, settings })
}

struct Solve<'a> {
    out: &'a Path,
    threads: usize,
}

impl SolverTask for Solve<'_> {
    fn run<G: Solvable>(self, variant: &'static Variant) -> Result<String, SolveError> {
        writer::check_room(self.out)?;
        let started = Instant::now();
        let bar = Bar::new();
        let rules = G::solved_rules(variant);
        let solution = tablebase::solve::<G::Solved>(rules, self.threads, &bar)
            .ok_or(SolveError::Memory { megabytes: G::SOLVING_MEGABYTES })?;
        writer::write(self.out, variant.name, &solution, &bar)?;
        bar.finish();
        let bytes = self.out.metadata().map_or(0, |metadata| metadata.len());
        let (counts, seconds) = (describe(&solution.counts), started.elapsed().as_secs());
        Ok(format!("{}: {counts}; {:.1} MB in {seconds} s", variant.name, bytes as f64 / 1e6))
    }
}

struct Distil<'a> {
    table: Tablebase,
    out: &'a Path,
    settings: &'a dyn Settings,
}

impl SolverTask for Distil<'_> {
    fn run<G: Solvable>(self, variant: &'static Variant) -> Result<String, SolveError> {
        let rules = G::solved_rules(variant);
        // The first positions in which either player has to move: the start, and all of its successors.
        let start = G::start(variant, self.settings).to_solved();
        let bar = Bar::new();
        let entries = distil::distil(&self.table, rules, start, &bar).ok_or(SolveError::Incomplete)?;
        bar.finish();
        let fail = |error| TableError::Io { what: "write", path: self.out.to_owned(), error };
        let bytes = strategy::encode(variant.name, &entries).map_err(fail)?;
        files::replace(self.out, &bytes).map_err(fail)?;
        Ok(format!("{}: {} positions in {:.1} MB", variant.name, entries.len(), bytes.len() as f64 / 1e6))
    }
}

struct Verify {
    table: Tablebase,
    threads: usize,
}

impl SolverTask for Verify {
    fn run<G: Solvable>(self, variant: &'static Variant) -> Result<String, SolveError> {
        let bar = Bar::new();
        let counts = verify::verify::<G::Solved>(&self.table, G::solved_rules(variant), self.threads, &bar)?;
        bar.finish();
        Ok(format!("{}: verified; {}", variant.name, describe(&counts)))
    }
}

fn describe(counts: &Counts) -> String {
    let Counts { positions, wins, losses, draws, longest } = counts;
    format!("{positions} positions, {wins} won, {losses} lost, {draws} drawn, the longest win takes {longest} plies")
}
