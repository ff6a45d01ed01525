//! Retrograde analysis. First every position gets the number of its moves that are not known to lose. Then, ply by
//! ply, newly decided positions decide their predecessors: a move to a lost position wins, and a position is lost when
//! all of its moves lead to won ones. What remains undecided is drawn.
//!
//! Who may touch what: the threads of one step share only the states, whose updates are atomic. Each thread collects
//! the positions that it has decided in a list of its own; the lists are joined between steps.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use super::states::States;
use super::value::{ShallowValue, SolvedValue, immediate_value, shallow_value};
use crate::game::SolvedPosition;

/// Positions per unit of work.
const CHUNK: u64 = 1 << 14;

/// Is told the progress of a long computation.
pub trait Progress: Sync {
    /// A step of `total` units begins.
    fn begin(&self, step: &str, total: u64);
    /// `by` more units are done.
    fn advance(&self, by: u64);
}

/// Positions by value, mirror images counted once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions that are not over and not won at once.
    pub positions: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Plies of the longest win or loss.
    pub longest: u16,
}

impl Counts {
    /// Counts a position.
    pub(super) fn add(&mut self, value: SolvedValue) {
        self.positions += 1;
        match value {
            SolvedValue::Win(plies) => {
                self.wins += 1;
                self.longest = self.longest.max(plies);
            }
            SolvedValue::Draw => self.draws += 1,
            SolvedValue::Loss(plies) => {
                self.losses += 1;
                self.longest = self.longest.max(plies);
            }
        }
    }

    /// Adds the counts of another thread.
    pub(super) fn merge(&mut self, other: &Counts) {
        self.positions += other.positions;
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.longest = self.longest.max(other.longest);
    }
}

/// A solved game.
pub struct Solution {
    /// Undecided positions are draws.
    pub states: States,
    #[allow(missing_docs)]
    pub counts: Counts,
}

/// Solves the game; `None` if there is not enough memory.
pub fn solve<P: SolvedPosition>(rules: &P::Rules, threads: usize, progress: &dyn Progress) -> Option<Solution> {
    let states = States::try_new(P::NUMBERS)?;
    let workers = SolverThreads { threads: threads.max(1), progress };
    let mut counts = Counts::default();

    // Positions lost by their shallow value, by distance in plies.
    let mut shallow_losses: [Vec<u32>; 3] = Default::default();
    progress.begin("looking at all positions", P::NUMBERS);
    for found in
        workers.map_chunks(P::NUMBERS, |range, found: &mut InitialPass| found.classify::<P>(&states, rules, range))
    {
        counts.positions += found.positions;
        for (all, more) in shallow_losses.iter_mut().zip(found.losses) {
            all.extend(more);
        }
    }

    progress.begin("going back from the ends", counts.positions);
    let mut wins: Vec<u32> = Vec::new();
    let mut losses = Vec::new();
    for plies in 0.. {
        if let Some(more) = shallow_losses.get_mut(plies as usize) {
            losses.append(more);
        }
        if plies as usize > shallow_losses.len() && wins.is_empty() && losses.is_empty() {
            break;
        }
        if !(wins.is_empty() && losses.is_empty()) {
            counts.longest = plies;
        }
        counts.wins += wins.len() as u64;
        counts.losses += losses.len() as u64;

        let won_next = workers.map_chunks(losses.len() as u64, |range, out: &mut Vec<u32>| {
            for &number in &losses[range.start as usize..range.end as usize] {
                for_each_predecessor::<P>(number, rules, |before| {
                    if states.decide(before, SolvedValue::Win(plies + 1)) {
                        out.push(before as u32);
                    }
                });
            }
        });
        let lost_next = workers.map_chunks(wins.len() as u64, |range, out: &mut Vec<u32>| {
            for &number in &wins[range.start as usize..range.end as usize] {
                for_each_predecessor::<P>(number, rules, |before| {
                    if states.count_down(before) && states.decide(before, SolvedValue::Loss(plies + 1)) {
                        out.push(before as u32);
                    }
                });
            }
        });
        wins = won_next.concat();
        losses = lost_next.concat();
    }
    counts.draws = counts.positions - counts.wins - counts.losses;
    Some(Solution { states, counts })
}

/// What one thread finds in the first pass over all positions.
#[derive(Default)]
struct InitialPass {
    positions: u64,
    losses: [Vec<u32>; 3],
}

impl InitialPass {
    fn classify<P: SolvedPosition>(&mut self, states: &States, rules: &P::Rules, range: Range<u64>) {
        for number in range {
            let position = P::from_number(number);
            if !position.is_sound(rules) || immediate_value(position, rules).is_some() || position.number() != number {
                continue;
            }
            self.positions += 1;
            match shallow_value(position, rules) {
                ShallowValue::Known(value @ SolvedValue::Loss(plies)) => {
                    states.decide_shallow(number, value);
                    self.losses[usize::from(plies).min(2)].push(number as u32);
                }
                // Not a win, since `immediate_value` has excluded those; a draw stays undecided for good.
                ShallowValue::Known(_) => states.start_counter(number, 1),
                ShallowValue::Unknown => states.start_counter(number, undecided_moves(position, rules)),
            }
        }
    }
}

/// Number of distinct successors that are not won at once for the opponent.
fn undecided_moves<P: SolvedPosition>(position: P, rules: &P::Rules) -> u16 {
    // Two moves lead to the same position only if they are mirror images of each other.
    let symmetric = position.mirrored() == position;
    let mut seen = Vec::new();
    let mut count = 0;
    position.successors(rules, |next| {
        if matches!(immediate_value(next, rules), Some(SolvedValue::Win(_))) {
            return;
        }
        if symmetric {
            let number = next.number();
            if seen.contains(&number) {
                return;
            }
            seen.push(number);
        }
        count += 1;
    });
    count
}

/// Calls `visit` with the number of each distinct predecessor that is not decided at once.
fn for_each_predecessor<P: SolvedPosition>(number: u32, rules: &P::Rules, mut visit: impl FnMut(u64)) {
    let position = P::from_number(number.into());
    let symmetric = position.mirrored() == position;
    let mut seen = Vec::new();
    position.predecessors(rules, |before| {
        if before.wins_at_once(rules) {
            return;
        }
        let number = before.number();
        if symmetric {
            if seen.contains(&number) {
                return;
            }
            seen.push(number);
        }
        visit(number);
    });
}

/// Splits the work of a step among threads.
pub(super) struct SolverThreads<'a> {
    pub threads: usize,
    pub progress: &'a dyn Progress,
}

impl SolverThreads<'_> {
    /// Splits `0..total` into chunks; each thread accumulates a result of its own.
    pub fn map_chunks<T: Default + Send>(&self, total: u64, work: impl Fn(Range<u64>, &mut T) + Sync) -> Vec<T> {
        let next = AtomicU64::new(0);
        let work_loop = || {
            let mut result = T::default();
            loop {
                let start = next.fetch_add(CHUNK, Relaxed);
                if start >= total {
                    return result;
                }
                let end = (start + CHUNK).min(total);
                work(start..end, &mut result);
                self.progress.advance(end - start);
            }
        };
        thread::scope(|scope| {
            let others: Vec<_> =
                (1..self.threads).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work_loop).ok()).collect();
            let mut results = vec![work_loop()];
            results.extend(others.into_iter().filter_map(|thread| thread.join().ok()));
            results
        })
    }
}
