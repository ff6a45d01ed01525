//! Solving a game and checking the table, with a progress bar for whoever waits.

use std::path::Path;
use std::time::Instant;

use super::bar::Bar;
use crate::files;
use crate::game::{Evaluator, Indexed, Notation, Settings, Variant};
use crate::games::registry::{self, Visitor};
use crate::tablebase::verify::{self, VerifyError};
use crate::tablebase::{self, Counts, TableError, Tablebase, distil, file, strategy};

/// Why a game could not be solved or a table not be checked.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// No such variant, or one that is too large.
    #[error("'{0}' cannot be solved; twelvejanggi and dobutsu can")]
    Variant(String),
    /// Not enough memory.
    #[error("there is not enough memory to solve the game; it takes about 2.5 GB")]
    Memory,
    /// The table lacks a position.
    #[error("the table lacks a position; check it with 'janggun solve --verify'")]
    Incomplete,
    /// About the file.
    #[error(transparent)]
    Tablebase(#[from] TableError),
    /// The table is wrong.
    #[error(transparent)]
    Wrong(#[from] VerifyError),
}

/// Solves a variant, writes the table and tells about it.
pub fn solve(variant: &str, out: &Path, threads: usize) -> Result<String, SolveError> {
    registry::visit(variant, Solve { out, threads }).ok_or_else(|| SolveError::Variant(variant.to_owned()))?
}

/// Checks a table and tells about it.
pub fn verify(path: &Path, threads: usize) -> Result<String, SolveError> {
    let table = Tablebase::open(path)?;
    let variant = table.variant().to_owned();
    registry::visit(&variant, Verify { table, threads }).ok_or(SolveError::Variant(variant))?
}

struct Solve<'a> {
    out: &'a Path,
    threads: usize,
}

impl Visitor for Solve<'_> {
    type Output = Result<String, SolveError>;

    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output {
        let rules = G::solved_rules(variant).ok_or_else(|| SolveError::Variant(variant.name.to_owned()))?;
        file::check_room(self.out)?;
        let started = Instant::now();
        let bar = Bar::new();
        let solution = tablebase::solve::<G::Solved>(rules, self.threads, &bar).ok_or(SolveError::Memory)?;
        file::write(self.out, variant.name, &solution, &bar)?;
        bar.finish();
        let bytes = self.out.metadata().map_or(0, |metadata| metadata.len());
        let (counts, seconds) = (describe(&solution.counts), started.elapsed().as_secs());
        Ok(format!("{}: {counts}; {:.1} MB in {seconds} s", variant.name, bytes as f64 / 1e6))
    }
}

/// Distils the strategy that the program carries from a table, writes it and tells about it.
pub fn distil(path: &Path, out: &Path, settings: &dyn Settings) -> Result<String, SolveError> {
    let table = Tablebase::open(path)?;
    let variant = table.variant().to_owned();
    registry::visit(&variant, Distil { table, out, settings }).ok_or(SolveError::Variant(variant))?
}

struct Distil<'a> {
    table: Tablebase,
    out: &'a Path,
    settings: &'a dyn Settings,
}

impl Visitor for Distil<'_> {
    type Output = Result<String, SolveError>;

    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output {
        let unsolvable = || SolveError::Variant(variant.name.to_owned());
        let rules = G::solved_rules(variant).ok_or_else(unsolvable)?;
        let roots = both_sides::<G>(variant, self.settings).ok_or_else(unsolvable)?;
        let bar = Bar::new();
        let entries = distil::distil(&self.table, rules, &roots, &bar).ok_or(SolveError::Incomplete)?;
        bar.finish();
        let fail = |error| TableError::Io { what: "write", path: self.out.to_owned(), error };
        let bytes = strategy::encode(variant.name, &entries).map_err(fail)?;
        files::replace(self.out, &bytes).map_err(fail)?;
        Ok(format!("{}: {} positions in {:.1} MB", variant.name, entries.len(), bytes.len() as f64 / 1e6))
    }
}

/// The positions in which a player first has to move: the start of the game, and all that one move leads to.
fn both_sides<G: Notation>(variant: &Variant, settings: &dyn Settings) -> Option<Vec<G::Solved>> {
    let rules = G::solved_rules(variant)?;
    let start = G::start(variant, settings).to_solved()?;
    let mut roots = vec![start];
    start.successors(rules, |next| roots.push(next));
    Some(roots)
}

struct Verify {
    table: Tablebase,
    threads: usize,
}

impl Visitor for Verify {
    type Output = Result<String, SolveError>;

    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output {
        let rules = G::solved_rules(variant).ok_or_else(|| SolveError::Variant(variant.name.to_owned()))?;
        let bar = Bar::new();
        let counts = verify::verify::<G::Solved>(&self.table, rules, self.threads, &bar)?;
        bar.finish();
        Ok(format!("{}: verified; {}", variant.name, describe(&counts)))
    }
}

fn describe(counts: &Counts) -> String {
    let Counts { positions, wins, losses, draws, longest } = counts;
    format!("{positions} positions, {wins} won, {losses} lost, {draws} drawn, the longest win takes {longest} plies")
}
