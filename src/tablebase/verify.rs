//! Verifies a table independently of the solver: forward only, from each position to its successors.
//!
//! First all values are collected: those of the entries, shallow values, and for every other position a win in one ply
//! more than its quickest lost successor, which must exist. Then each lost or drawn position is compared with its
//! successors. So every value has been derived from those of its successors.

use super::file::{TableError, Tablebase};
use super::solve::{Counts, Progress, SolverThreads};
use super::states::{State, States};
use super::value::{ShallowValue, SolvedValue, immediate_value, shallow_value};
use crate::game::SolvedPosition;

/// Why a table fails verification.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    /// The file cannot be read to its end.
    #[error(transparent)]
    Tablebase(#[from] TableError),
    /// Not enough memory for all values.
    #[error("there is not enough memory to check the table")]
    Memory,
    /// A value does not follow from its successors'.
    #[error("the value of position number {number} does not follow from its successors: {found}")]
    Wrong { number: u64, found: String },
    /// The counts in the header differ from those of the entries.
    #[error("the table's header counts {header}, its entries {entries}")]
    Counts { header: String, entries: String },
}

/// Verifies every position; returns the counts.
pub fn verify<P: SolvedPosition>(
    table: &Tablebase,
    rules: &P::Rules,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Counts, VerifyError> {
    let states = States::try_new(P::NUMBERS).ok_or(VerifyError::Memory)?;
    let workers = SolverThreads { threads: threads.max(1), progress };

    progress.begin("reading the entries", table.buckets());
    workers.map_chunks(table.buckets(), |buckets, _: &mut ()| {
        table.for_each_entry(buckets, |number, value| match value {
            SolvedValue::Draw => states.start_counter(number, 1),
            value => drop(states.decide(number, value)),
        });
    });
    table.take_error().map_or(Ok(()), Err)?;
    progress.begin("looking at all positions", P::NUMBERS);
    workers.map_chunks(P::NUMBERS, |numbers, _: &mut ()| {
        for number in numbers.filter(|&number| states.get(number) == State::Unused) {
            if let Some(position) = counted::<P>(number, rules)
                && let ShallowValue::Known(value) = shallow_value(position, rules)
            {
                states.decide(number, value);
            }
        }
    });
    progress.begin("finding the wins", P::NUMBERS);
    let found = workers.map_chunks(P::NUMBERS, |numbers, found: &mut Vec<VerifyError>| {
        for number in numbers.filter(|&number| states.get(number) == State::Unused) {
            let Some(position) = counted::<P>(number, rules) else { continue };
            match best_of(position, rules, &states) {
                Some(value @ SolvedValue::Win(_)) => drop(states.decide(number, value)),
                best => found.push(wrong(number, None, best)),
            }
        }
    });
    first(found)?;
    progress.begin("checking losses and draws", P::NUMBERS);
    let found = workers.map_chunks(P::NUMBERS, |numbers, (counts, found): &mut (Counts, Vec<VerifyError>)| {
        for number in numbers {
            let value = match states.get(number) {
                State::Unused => continue,
                State::Undecided(_) => SolvedValue::Draw,
                State::Decided(value) => value,
            };
            let Some(position) = counted::<P>(number, rules) else {
                found.push(wrong(number, Some(value), None));
                continue;
            };
            let best = best_of(position, rules, &states).unwrap_or(SolvedValue::Loss(0));
            if best != value {
                found.push(wrong(number, Some(value), Some(best)));
            }
            counts.add(value);
        }
    });
    let mut counts = Counts::default();
    for (part, _) in &found {
        counts.merge(part);
    }
    first(found.into_iter().map(|(_, errors)| errors).collect())?;
    if counts != table.counts() {
        return Err(VerifyError::Counts { header: format!("{:?}", table.counts()), entries: format!("{counts:?}") });
    }
    Ok(counts)
}

/// The position with this number, if the solver gives it a value: sound, not decided at once, and the number is its
/// own.
fn counted<P: SolvedPosition>(number: u64, rules: &P::Rules) -> Option<P> {
    let position = P::from_number(number);
    (position.is_sound(rules) && immediate_value(position, rules).is_none() && position.number() == number)
        .then_some(position)
}

/// The best value that the known successors give; `None` without any.
fn best_of<P: SolvedPosition>(position: P, rules: &P::Rules, states: &States) -> Option<SolvedValue> {
    let mut best: Option<SolvedValue> = None;
    position.successors(rules, |next| {
        let value = immediate_value(next, rules).or_else(|| match states.get(next.number()) {
            State::Unused => None,
            State::Undecided(_) => Some(SolvedValue::Draw),
            State::Decided(value) => Some(value),
        });
        // Won successors may be unknown during the first pass; they are never the best move.
        if let Some(value) = value.map(SolvedValue::before)
            && best.is_none_or(|best| value.rank() > best.rank())
        {
            best = Some(value);
        }
    });
    best
}

fn wrong(number: u64, said: Option<SolvedValue>, best: Option<SolvedValue>) -> VerifyError {
    VerifyError::Wrong { number, found: format!("the table says {said:?}, the successors {best:?}") }
}

fn first(found: Vec<Vec<VerifyError>>) -> Result<(), VerifyError> {
    found.into_iter().flatten().next().map_or(Ok(()), Err)
}
