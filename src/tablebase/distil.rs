//! Distils a strategy from a table: the part of it that is needed to play one side perfectly from the start.
//!
//! From each position that can arise, one best move is followed and every reply to it. Among the best moves, a
//! heuristic takes the one that is likely to add the fewest entries.
//!
//! A strategy that always plays the same move in a position would soon repeat itself in a drawn game against itself. For one such
//! game, other moves are prepared where that happens: see `StrategyBuilder::lengthen`.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::file::Tablebase;
use super::solve::Progress;
use super::strategy::{QUICK, StrategyEntry, after};
use super::value::{SolvedValue, immediate_value};
use crate::game::SolvedPosition;

/// Estimated entries behind a drawn position; far more can follow than after a won one.
const DRAWN: u32 = 4;
/// A won position is estimated at one entry and one more for this many plies.
const PLIES: u32 = 16;
/// Length of the drawn game against itself in which no position recurs.
const LONG_GAME: usize = 200;

/// The entries of a strategy for both sides of games that begin with `start`, in the order of their position numbers. `None` if
/// the table lacks a position.
pub fn distil<P: SolvedPosition>(
    table: &Tablebase,
    rules: &P::Rules,
    start: P,
    progress: &dyn Progress,
) -> Option<Vec<StrategyEntry>> {
    let (visited, queue, choices) = (HashSet::new(), VecDeque::new(), BTreeMap::new());
    let mut builder = StrategyBuilder { table, rules, visited, queue, choices };
    progress.begin("distilling", 0);
    builder.visit(start);
    builder.answer_all(start, progress)?;
    if builder.value(start)? == SolvedValue::Draw {
        builder.lengthen(start, progress)?;
    }
    let entry = |(number, choice)| StrategyEntry { number: number as u32, choice };
    Some(builder.choices.into_iter().map(entry).collect())
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
    /// The entries, by position number.
    choices: BTreeMap<u64, u8>,
}

impl<P: SolvedPosition> StrategyBuilder<'_, P> {
    fn visit(&mut self, position: P) {
        if self.visited.insert(position.number()) {
            self.queue.push_back(position);
        }
    }

    /// Makes sure that there is an answer to every reply to `position`, to every reply to that, and so on.
    fn answer_all(&mut self, position: P, progress: &dyn Progress) -> Option<()> {
        position.successors(self.rules, |reply| self.visit(reply));
        while let Some(position) = self.queue.pop_front() {
            if !needs_entry(self.value(position)?) {
                continue;
            }
            let (choice, next) = self.choose(position)?;
            self.choices.insert(position.number(), choice);
            next.successors(self.rules, |reply| self.visit(reply));
            progress.advance(1);
        }
        Some(())
    }

    /// Follows a drawn game of the strategy against itself. Where its move would bring back a position, every reply to the cheapest other
    /// move that keeps the draw gets an answer: whoever finds that all replies to a move are answered may play it instead.
    fn lengthen(&mut self, start: P, progress: &dyn Progress) -> Option<()> {
        let mut position = start;
        // With whose turn it is: for the other side it is another position.
        let mut met = HashSet::from([(start.number(), 0)]);
        for ply in 1..=LONG_GAME {
            let mut others = after(position, self.rules);
            let choice = self.choices.get(&position.number());
            let own = choice.and_then(|&choice| others.get(usize::from(choice)).copied());
            others.retain(|&(number, _)| !met.contains(&(number, ply % 2)));
            let next = match own.filter(|(number, _)| !met.contains(&(*number, ply % 2))) {
                Some((_, next)) => next,
                None => {
                    let Some(next) = self.cheapest_draw(&others)? else { break };
                    self.answer_all(next, progress)?;
                    next
                }
            };
            met.insert((next.number(), ply % 2));
            position = next;
        }
        Some(())
    }

    /// Of positions in which the opponent is to move, a drawn one with the lowest estimated cost.
    fn cheapest_draw(&self, positions: &[(u64, P)]) -> Option<Option<P>> {
        let mut best: Option<(u32, P)> = None;
        for &(_, position) in positions {
            if self.value(position)? == SolvedValue::Draw {
                let cost = self.cost(position)?;
                best = best.filter(|(least, _)| *least <= cost).or(Some((cost, position)));
            }
        }
        Some(best.map(|(_, position)| position))
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
