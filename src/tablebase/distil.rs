//! Distils a strategy from a table: the part of it that is needed to play one side perfectly from the start.
//!
//! From each position that can arise, one best move is followed and every reply to it. Among the best moves, a
//! heuristic takes the one that is likely to add the fewest entries.

use std::collections::{HashSet, VecDeque};

use super::file::Tablebase;
use super::solve::Progress;
use super::strategy::{QUICK, StrategyEntry, after};
use super::value::{SolvedValue, immediate_value};
use crate::game::SolvedPosition;

/// Estimated entries behind a drawn position; far more can follow than after a won one.
const DRAWN: u32 = 4;
/// A won position is estimated at one entry and one more for this many plies.
const PLIES: u32 = 16;

/// The entries of a strategy for games that begin with one of `roots`, in which it is to move, in the order of their
/// position numbers. `None` if the table lacks a position.
pub fn distil<P: SolvedPosition>(
    table: &Tablebase,
    rules: &P::Rules,
    roots: &[P],
    progress: &dyn Progress,
) -> Option<Vec<StrategyEntry>> {
    let mut builder = StrategyBuilder { table, rules, visited: HashSet::new(), queue: VecDeque::new() };
    let mut entries = Vec::new();
    roots.iter().for_each(|&root| builder.visit(root));
    progress.begin("distilling", 0);
    while let Some(position) = builder.queue.pop_front() {
        if !needs_entry(builder.value(position)?) {
            continue;
        }
        let (choice, next) = builder.choose(position)?;
        entries.push(StrategyEntry { number: position.number() as u32, choice });
        next.successors(rules, |reply| builder.visit(reply));
        progress.advance(1);
    }
    entries.sort_by_key(|entry| entry.number);
    Some(entries)
}

fn needs_entry(value: SolvedValue) -> bool {
    match value {
        SolvedValue::Win(plies) => plies > u16::from(QUICK),
        SolvedValue::Draw => true,
        SolvedValue::Loss(_) => false,
    }
}

struct StrategyBuilder<'a, P: SolvedPosition> {
    table: &'a Tablebase,
    rules: &'a P::Rules,
    /// Numbers of all positions met.
    visited: HashSet<u64>,
    /// Positions met and not yet expanded.
    queue: VecDeque<P>,
}

impl<P: SolvedPosition> StrategyBuilder<'_, P> {
    fn visit(&mut self, position: P) {
        if self.visited.insert(position.number()) {
            self.queue.push_back(position);
        }
    }

    fn value(&self, position: P) -> Option<SolvedValue> {
        immediate_value(position, self.rules).or_else(|| self.table.value(position, self.rules))
    }

    /// The best move with the lowest estimated cost.
    fn choose(&self, position: P) -> Option<(u8, P)> {
        let value = self.value(position)?;
        let mut best: Option<(u32, u8, P)> = None;
        for (index, (_, next)) in after(position, self.rules).into_iter().enumerate() {
            if self.value(next)?.before() != value {
                continue;
            }
            let cost = self.cost(next)?;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, u8::try_from(index).ok()?, next));
            }
        }
        best.map(|(_, index, next)| (index, next))
    }

    /// Estimated entries that the replies add.
    fn cost(&self, position: P) -> Option<u32> {
        let mut total = Some(0);
        position.successors(self.rules, |reply| {
            if self.visited.contains(&reply.number()) {
                return;
            }
            let cost = self.value(reply).map(|value| match value {
                value if !needs_entry(value) => 0,
                SolvedValue::Win(plies) => 1 + u32::from(plies) / PLIES,
                _ => DRAWN,
            });
            total = total.zip(cost).map(|(total, cost)| total + cost);
        });
        total
    }
}
