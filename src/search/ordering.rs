//! Which move first: the table's, then what takes most for least, then killers, then what has been good elsewhere, and
//! captures that lose more than they take at the very end. Moves are generated in stages, when they are needed.

use super::history::{Memory, Place, noisy_rank};
use crate::game::{Evaluator, Game};

const TABLE_MOVE: i32 = 1 << 30;
const FIRST_KILLER: i32 = 1 << 24;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;
const REPLY: i32 = FIRST_KILLER - 2;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Higher is earlier.
    rank: i32,
    /// How good the move has been elsewhere.
    pub history: i32,
    /// What it takes; 0 for a quiet move.
    pub gain: i32,
}

impl<M> Ranked<M> {
    /// Whether the move takes something.
    pub fn is_noisy(&self) -> bool {
        self.gain > 0
    }

    /// Whether it has refuted something lately.
    pub fn is_killer(&self) -> bool {
        self.rank >= REPLY
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Everything at once, where that is no more work than a part of it.
    All,
    Table,
    Noisy,
    Quiet,
    Losing,
}

/// Hands out the moves of a node, best first. Its lists are kept for the next node at the same ply.
pub struct Picker<G: Game> {
    stage: Stage,
    /// Whether the moves of the stage have been generated.
    filled: bool,
    /// Only captures and the like.
    noisy_only: bool,
    /// Whether captures that lose are handed out at their place, without asking what they bring.
    trusting: bool,
    /// Whether the table's move has been handed out already.
    table_move_given: bool,
    /// Whether the rest may come in any order.
    unsorted: bool,
    next: usize,
    generated: Vec<G::Move>,
    ranked: Vec<Ranked<G::Move>>,
    losing: Vec<Ranked<G::Move>>,
}

impl<G: Game> Default for Picker<G> {
    fn default() -> Self {
        Picker {
            stage: Stage::Table,
            filled: false,
            noisy_only: false,
            trusting: false,
            table_move_given: false,
            unsorted: false,
            next: 0,
            generated: Vec::new(),
            ranked: Vec::new(),
            losing: Vec::new(),
        }
    }
}

impl<G: Game> Picker<G> {
    /// Begins with another node: all of its moves, or those that take something alone.
    pub fn begin(&mut self, noisy_only: bool, trusting: bool) {
        self.stage = if G::IN_STAGES { Stage::Table } else { Stage::All };
        (self.filled, self.next) = (false, 0);
        (self.noisy_only, self.trusting, self.table_move_given) = (noisy_only, trusting, false);
        self.unsorted = false;
        self.losing.clear();
    }

    /// The rest of the quiet moves may come in any order.
    pub fn stop_sorting(&mut self) {
        self.unsorted = true;
    }

    /// The next move; none when all have been handed out.
    pub fn next<E: Evaluator<G>>(
        &mut self,
        position: &G,
        evaluator: &E,
        memory: &Memory,
        place: &Place,
    ) -> Option<Ranked<G::Move>> {
        loop {
            if !self.filled {
                self.fill(position, evaluator, memory, place);
            }
            if let Some(ranked) = self.pick() {
                let code: u32 = ranked.mv.into();
                if self.stage != Stage::Table && self.table_move_given && code == place.table_move {
                    continue;
                }
                let may_lose = self.stage == Stage::Noisy && !self.trusting;
                if may_lose && !evaluator.pays(position, ranked.mv, 0) {
                    self.losing.push(ranked);
                    continue;
                }
                return Some(ranked);
            }
            self.stage = match self.stage {
                Stage::Table => Stage::Noisy,
                Stage::Noisy if self.noisy_only => Stage::Losing,
                Stage::Noisy => Stage::Quiet,
                Stage::Quiet => Stage::Losing,
                Stage::All | Stage::Losing => return None,
            };
            (self.filled, self.next) = (false, 0);
        }
    }

    /// Makes the list of the stage.
    fn fill<E: Evaluator<G>>(&mut self, position: &G, evaluator: &E, memory: &Memory, place: &Place) {
        self.filled = true;
        self.generated.clear();
        self.ranked.clear();
        match self.stage {
            Stage::All if self.noisy_only => position.noisy_moves(&mut self.generated),
            Stage::All => position.legal_moves(&mut self.generated),
            Stage::Table => {
                let known = position.legal_move(place.table_move);
                self.generated.extend(known.filter(|&mv| !self.noisy_only || evaluator.gain(position, mv) > 0));
                self.table_move_given = !self.generated.is_empty();
            }
            Stage::Noisy => position.noisy_moves(&mut self.generated),
            Stage::Quiet => position.quiet_moves(&mut self.generated),
            Stage::Losing => {
                std::mem::swap(&mut self.ranked, &mut self.losing);
                return;
            }
        }
        let killers = memory.killers(place.ply);
        let reply = memory.reply(place);
        self.ranked.extend(self.generated.iter().map(|&mv| {
            let code: u32 = mv.into();
            let gain = evaluator.gain(position, mv);
            if self.stage == Stage::All && code == place.table_move {
                let history = if gain > 0 { 0 } else { memory.of_quiet(position, place, mv) };
                return Ranked { mv, rank: TABLE_MOVE, history, gain };
            }
            if gain > 0 {
                let rank = FIRST_KILLER + noisy_rank(memory, position, evaluator, mv, gain);
                return Ranked { mv, rank, history: memory.of_noisy(position, mv, gain), gain };
            }
            let history = memory.of_quiet(position, place, mv);
            let rank = if code == killers[0] {
                FIRST_KILLER
            } else if code == killers[1] {
                SECOND_KILLER
            } else if code == reply {
                REPLY
            } else {
                history
            };
            Ranked { mv, rank, history, gain }
        }));
    }

    /// The best of what is left of the stage.
    fn pick(&mut self) -> Option<Ranked<G::Move>> {
        let rest = self.ranked.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        self.next += 1;
        if self.unsorted {
            return Some(rest[0]);
        }
        let mut best = 0;
        let mut highest = rest[0].rank;
        for (index, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.rank > highest {
                (best, highest) = (index, candidate.rank);
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}
