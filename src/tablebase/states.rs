//! The solver's memory: sixteen bits for every position number, shared by its threads.
//!
//! A state is 0 for a number without a position to solve. Otherwise it first counts the moves that are not yet known
//! to lose; once the value is decided it holds that for good. Counting down and deciding are single atomic operations,
//! so that exactly one thread decides each position.

use std::sync::atomic::Ordering::Relaxed;

use super::value::SolvedValue;
use crate::memory::TableMemory;

const DECIDED: u16 = 1 << 15;
const WON: u16 = 1 << 14;
const SHALLOW: u16 = 1 << 13;
const PLIES: u16 = SHALLOW - 1;
const LANES: u64 = 4;

/// The state of a position number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No position, or one that is decided at once.
    Unused,
    /// This many moves are not yet known to lose.
    Undecided(u16),
    /// A win or a loss.
    Decided(SolvedValue),
}

/// The states of all position numbers.
pub struct States {
    words: TableMemory,
    len: u64,
}

impl States {
    /// All unused; `None` if the memory cannot be allocated.
    pub fn try_new(len: u64) -> Option<States> {
        Some(States { words: TableMemory::try_zeroed(usize::try_from(len.div_ceil(LANES)).ok()?)?, len })
    }

    /// Number of states.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn lane(number: u64) -> u64 {
        number % LANES * 16
    }

    fn raw(&self, number: u64) -> u16 {
        (self.words[(number / LANES) as usize].load(Relaxed) >> Self::lane(number)) as u16
    }

    /// The state of a number.
    pub fn get(&self, number: u64) -> State {
        match self.raw(number) {
            0 => State::Unused,
            raw if raw & DECIDED == 0 => State::Undecided(raw),
            raw if raw & WON == 0 => State::Decided(SolvedValue::Loss(raw & PLIES)),
            raw => State::Decided(SolvedValue::Win(raw & PLIES)),
        }
    }

    /// Prefetches the cache line of a number.
    pub fn prefetch(&self, number: u64) {
        self.words.prefetch((number / LANES) as usize);
    }

    /// Sets the number of moves not yet known to lose; the state must be unused.
    pub fn start_counter(&self, number: u64, moves: u16) {
        self.words[(number / LANES) as usize].fetch_or(u64::from(moves) << Self::lane(number), Relaxed);
    }

    /// Decides an unused state whose value is a [`ShallowValue`](super::ShallowValue).
    pub fn decide_shallow(&self, number: u64, value: SolvedValue) {
        if self.decide(number, value) {
            self.words[(number / LANES) as usize].fetch_or(u64::from(SHALLOW) << Self::lane(number), Relaxed);
        }
    }

    /// Whether the value was decided by `decide_shallow`.
    pub fn is_shallow(&self, number: u64) -> bool {
        self.raw(number) & (DECIDED | SHALLOW) == DECIDED | SHALLOW
    }

    /// Decides an unused or undecided state; false if it is decided already.
    pub fn decide(&self, number: u64, value: SolvedValue) -> bool {
        let bits = match value {
            SolvedValue::Win(plies) => DECIDED | WON | plies,
            SolvedValue::Loss(plies) => DECIDED | plies,
            SolvedValue::Draw => return false,
        };
        let (word, lane) = (&self.words[(number / LANES) as usize], Self::lane(number));
        let change = |old: u64| {
            let undecided = (old >> lane) as u16 & DECIDED == 0;
            undecided.then(|| old & !(0xffff << lane) | u64::from(bits) << lane)
        };
        word.fetch_update(Relaxed, Relaxed, change).is_ok()
    }

    /// Counts one losing move; true if it was the last one of an undecided state.
    pub fn count_down(&self, number: u64) -> bool {
        if !matches!(self.get(number), State::Undecided(_)) {
            return false;
        }
        let (word, lane) = (&self.words[(number / LANES) as usize], Self::lane(number));
        let change = |old: u64| {
            let raw = (old >> lane) as u16;
            (raw & DECIDED == 0 && raw > 0).then(|| old - (1 << lane))
        };
        word.fetch_update(Relaxed, Relaxed, change).is_ok_and(|old| (old >> lane) as u16 == 1)
    }
}
