//! Staged move ordering: hash move, winning and equal captures by MVV-LVA and capture history, killer moves and countermove,
//! quiet moves by history, losing captures by static exchange evaluation. Each stage is generated when it is reached.

use super::history::{Histories, HistoryContext, capture_score};
use crate::game::{Game, Searchable, Tactics};

const HASH_MOVE: i32 = 1 << 30;
const FIRST_KILLER: i32 = 1 << 24;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;
const COUNTERMOVE: i32 = FIRST_KILLER - 2;

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub mv: M,
    /// Higher is earlier.
    rank: i32,
    /// History score, also used by pruning and reductions.
    pub history: i32,
    /// Value of the captured piece; 0 for a quiet move.
    pub gain: i32,
}

impl<M> ScoredMove<M> {
    /// Capture or promotion, as opposed to quiet.
    pub fn is_noisy(&self) -> bool {
        self.gain > 0
    }

    /// Killer move or countermove.
    pub fn is_killer(&self) -> bool {
        self.rank >= COUNTERMOVE
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// All moves at once, for games without staged generation.
    All,
    HashMove,
    Noisy,
    Quiet,
    Losing,
}

/// Yields the moves of a node, best first. Its lists are reused by the next node at the same ply.
pub struct MovePicker<G: Game> {
    stage: Stage,
    /// Whether the moves of the stage have been generated.
    filled: bool,
    /// For quiescence search and ProbCut.
    noisy_only: bool,
    /// Leaves losing captures in their MVV-LVA order instead of deferring them by static exchange evaluation.
    skip_static_exchange: bool,
    /// Whether the hash move has been yielded, and must not be again.
    hash_move_given: bool,
    /// Set when all remaining moves will be pruned, so that sorting them is wasted.
    unsorted: bool,
    next: usize,
    generated: Vec<G::Move>,
    scored: Vec<ScoredMove<G::Move>>,
    /// A [`sort_key`] for each of `scored`, side by side, so that the highest is found by vector instructions.
    keys: Vec<i64>,
    losing: Vec<ScoredMove<G::Move>>,
}

impl<G: Game> Default for MovePicker<G> {
    fn default() -> Self {
        MovePicker {
            stage: Stage::HashMove,
            filled: false,
            noisy_only: false,
            skip_static_exchange: false,
            hash_move_given: false,
            unsorted: false,
            next: 0,
            generated: Vec::new(),
            scored: Vec::new(),
            keys: Vec::new(),
            losing: Vec::new(),
        }
    }
}

impl<G: Searchable + Tactics> MovePicker<G> {
    /// Resets the picker for a new node.
    pub fn begin(&mut self, noisy_only: bool, skip_static_exchange: bool) {
        self.stage = if G::STAGED_GENERATION { Stage::HashMove } else { Stage::All };
        (self.filled, self.next) = (false, 0);
        (self.noisy_only, self.skip_static_exchange, self.hash_move_given) = (noisy_only, skip_static_exchange, false);
        self.unsorted = false;
        self.losing.clear();
    }

    /// Drops the remaining quiet moves of the stage, except those that give check; the rest comes unsorted.
    pub fn skip_quiets(&mut self, gives_check: impl Fn(G::Move) -> bool) {
        let mut kept = self.next;
        for number in self.next..self.scored.len() {
            let scored = self.scored[number];
            if scored.is_noisy() || gives_check(scored.mv) {
                self.scored[kept] = scored;
                kept += 1;
            }
        }
        self.scored.truncate(kept);
        self.unsorted = true;
    }

    /// The next move; none at the end.
    pub fn next(
        &mut self,
        position: &G,
        histories: &Histories,
        context: &HistoryContext,
    ) -> Option<ScoredMove<G::Move>> {
        loop {
            if !self.filled {
                self.fill(position, histories, context);
            }
            if let Some(scored) = self.pick() {
                let code: u32 = scored.mv.into();
                if self.stage != Stage::HashMove && self.hash_move_given && code == context.hash_move {
                    continue;
                }
                let may_lose = self.stage == Stage::Noisy && !self.skip_static_exchange;
                if may_lose && !position.pays(scored.mv, 0) {
                    self.losing.push(scored);
                    continue;
                }
                return Some(scored);
            }
            self.stage = match self.stage {
                Stage::HashMove => Stage::Noisy,
                Stage::Noisy if self.noisy_only => Stage::Losing,
                Stage::Noisy => Stage::Quiet,
                Stage::Quiet => Stage::Losing,
                Stage::All | Stage::Losing => return None,
            };
            (self.filled, self.next) = (false, 0);
        }
    }

    /// Generates and scores the moves of the current stage.
    fn fill(&mut self, position: &G, histories: &Histories, context: &HistoryContext) {
        self.filled = true;
        self.generated.clear();
        self.scored.clear();
        match self.stage {
            Stage::All if self.noisy_only => position.noisy_moves(&mut self.generated),
            Stage::All => position.legal_moves(&mut self.generated),
            Stage::HashMove => {
                let known = position.legal_move(context.hash_move);
                self.generated.extend(known.filter(|&mv| !self.noisy_only || position.gain(mv) > 0));
                self.hash_move_given = !self.generated.is_empty();
            }
            Stage::Noisy => position.noisy_moves(&mut self.generated),
            Stage::Quiet => position.quiet_moves(&mut self.generated),
            Stage::Losing => {
                std::mem::swap(&mut self.scored, &mut self.losing);
                self.note_keys();
                return;
            }
        }
        let killers = histories.killers(context.ply);
        let countermove = histories.countermove(context);
        let quiet_rows = histories.quiet_rows(position, context);
        self.scored.extend(self.generated.iter().map(|&mv| {
            let code: u32 = mv.into();
            let gain = position.gain(mv);
            if self.stage == Stage::All && code == context.hash_move {
                let history = if gain > 0 { 0 } else { quiet_rows.score(position, mv) };
                return ScoredMove { mv, rank: HASH_MOVE, history, gain };
            }
            if gain > 0 {
                let rank = FIRST_KILLER + capture_score(histories, position, mv, gain);
                return ScoredMove { mv, rank, history: histories.noisy_score(position, mv, gain), gain };
            }
            let history = quiet_rows.score(position, mv);
            let rank = if code == killers[0] {
                FIRST_KILLER
            } else if code == killers[1] {
                SECOND_KILLER
            } else if code == countermove {
                COUNTERMOVE
            } else {
                history
            };
            ScoredMove { mv, rank, history, gain }
        }));
        self.note_keys();
    }

    fn note_keys(&mut self) {
        self.keys.clear();
        self.keys.extend(self.scored.iter().enumerate().map(|(number, scored)| sort_key(scored.rank, number)));
    }

    /// One step of a selection sort over the current stage.
    fn pick(&mut self) -> Option<ScoredMove<G::Move>> {
        let first = self.next;
        let unpicked = *self.scored.get(first)?;
        self.next += 1;
        if self.unsorted {
            return Some(unpicked);
        }
        let highest = self.keys[first..].iter().copied().fold(i64::MIN, i64::max);
        let best = number_of(highest);
        self.scored.swap(first, best);
        self.keys[best] = sort_key(unpicked.rank, best);
        Some(self.scored[first])
    }
}

/// Orders moves by rank, those of equal rank by their place in the list; the highest key tells the place as well.
fn sort_key(rank: i32, number: usize) -> i64 {
    i64::from(rank) << 32 | i64::from(!(number as u32))
}

/// The place in the list that a [`sort_key`] was made for.
fn number_of(key: i64) -> usize {
    !(key as u32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_key_is_that_of_the_first_move_with_the_highest_rank() {
        let ranks = [-5, 3, i32::MIN, 7, 7, HASH_MOVE, HASH_MOVE, 0];
        let keys = ranks.iter().enumerate().map(|(number, &rank)| sort_key(rank, number));
        assert_eq!(keys.clone().max().map(number_of), Some(5));
        let mut sorted: Vec<i64> = keys.collect();
        sorted.sort_unstable_by(|one, two| two.cmp(one));
        assert_eq!(sorted.into_iter().map(number_of).collect::<Vec<_>>(), [5, 6, 3, 4, 1, 7, 0, 2]);
    }
}
