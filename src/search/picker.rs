//! Staged move ordering: hash move, winning and equal captures by MVV-LVA and capture history, killer moves and countermove,
//! quiet moves by history, losing captures by static exchange evaluation. Each stage is generated when it is reached.

use super::history::{Histories, HistoryContext, capture_score};
use crate::game::{Game, Searchable, Tactics};

const TABLE_MOVE: i32 = 1 << 30;
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
    TableMove,
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
    table_move_given: bool,
    /// Set when all remaining moves will be pruned, so that sorting them is wasted.
    unsorted: bool,
    next: usize,
    generated: Vec<G::Move>,
    scored: Vec<ScoredMove<G::Move>>,
    /// The ranks of `scored`, side by side, so that the highest is found by vector instructions.
    ranks: Vec<i32>,
    losing: Vec<ScoredMove<G::Move>>,
}

impl<G: Game> Default for MovePicker<G> {
    fn default() -> Self {
        MovePicker {
            stage: Stage::TableMove,
            filled: false,
            noisy_only: false,
            skip_static_exchange: false,
            table_move_given: false,
            unsorted: false,
            next: 0,
            generated: Vec::new(),
            scored: Vec::new(),
            ranks: Vec::new(),
            losing: Vec::new(),
        }
    }
}

impl<G: Searchable + Tactics> MovePicker<G> {
    /// Resets the picker for a new node.
    pub fn begin(&mut self, noisy_only: bool, skip_static_exchange: bool) {
        self.stage = if G::STAGED_GENERATION { Stage::TableMove } else { Stage::All };
        (self.filled, self.next) = (false, 0);
        (self.noisy_only, self.skip_static_exchange, self.table_move_given) = (noisy_only, skip_static_exchange, false);
        self.unsorted = false;
        self.losing.clear();
    }

    /// From now on moves come unsorted.
    pub fn stop_sorting(&mut self) {
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
                if self.stage != Stage::TableMove && self.table_move_given && code == context.table_move {
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
                Stage::TableMove => Stage::Noisy,
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
            Stage::TableMove => {
                let known = position.legal_move(context.table_move);
                self.generated.extend(known.filter(|&mv| !self.noisy_only || position.gain(mv) > 0));
                self.table_move_given = !self.generated.is_empty();
            }
            Stage::Noisy => position.noisy_moves(&mut self.generated),
            Stage::Quiet => position.quiet_moves(&mut self.generated),
            Stage::Losing => {
                std::mem::swap(&mut self.scored, &mut self.losing);
                self.note_ranks();
                return;
            }
        }
        let killers = histories.killers(context.ply);
        let countermove = histories.countermove(context);
        self.scored.extend(self.generated.iter().map(|&mv| {
            let code: u32 = mv.into();
            let gain = position.gain(mv);
            if self.stage == Stage::All && code == context.table_move {
                let history = if gain > 0 { 0 } else { histories.quiet_score(position, context, mv) };
                return ScoredMove { mv, rank: TABLE_MOVE, history, gain };
            }
            if gain > 0 {
                let rank = FIRST_KILLER + capture_score(histories, position, mv, gain);
                return ScoredMove { mv, rank, history: histories.noisy_score(position, mv, gain), gain };
            }
            let history = histories.quiet_score(position, context, mv);
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
        self.note_ranks();
    }

    fn note_ranks(&mut self) {
        self.ranks.clear();
        self.ranks.extend(self.scored.iter().map(|scored| scored.rank));
    }

    /// One step of a selection sort over the current stage.
    fn pick(&mut self) -> Option<ScoredMove<G::Move>> {
        let rest = self.scored.get_mut(self.next..).filter(|rest| !rest.is_empty())?;
        let ranks = &mut self.ranks[self.next..];
        self.next += 1;
        if self.unsorted {
            return Some(rest[0]);
        }
        let highest = ranks.iter().copied().fold(i32::MIN, i32::max);
        let best = ranks.iter().position(|&rank| rank == highest).unwrap_or(0);
        rest.swap(0, best);
        ranks.swap(0, best);
        Some(rest[0])
    }
}
