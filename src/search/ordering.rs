//! Which move first: the table's, then what takes most for least, then killers, then what has been good elsewhere.

use super::value::MAX_PLY;
use crate::game::{Evaluator, Game, Side};

const TABLE_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 26;
const FIRST_KILLER: i32 = 1 << 24;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;
const REPLY: i32 = FIRST_KILLER - 2;
/// No history value leaves this range.
pub const HISTORY_LIMIT: i32 = 8_192;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Higher is earlier.
    pub rank: i32,
    /// What it takes; 0 for a quiet move.
    pub gain: i32,
}

impl<M> Ranked<M> {
    /// Whether the move takes something.
    pub fn is_noisy(&self) -> bool {
        self.gain > 0
    }

    /// How good the move has been elsewhere, for a quiet one; killers count as very good.
    pub fn history(&self) -> i32 {
        self.rank.min(HISTORY_LIMIT)
    }
}

/// Where a node stands: what else is known of its moves.
#[derive(Clone, Copy, Debug)]
pub struct Place<M> {
    /// Distance from the root.
    pub ply: usize,
    /// The move that the table recommends; 0 if none.
    pub table_move: u32,
    /// The move that led here.
    pub answered: Option<M>,
}

/// What one thread has learned about the order of moves.
pub struct Memory {
    /// By side and slot of the move.
    history: Vec<i32>,
    /// Best answer to a move: by side and slot of the move answered.
    replies: Vec<u32>,
    /// Quiet moves that refuted a sibling.
    killers: [[u32; 2]; MAX_PLY + 2],
    slots: usize,
}

impl Memory {
    /// Knows nothing.
    pub fn new<G: Game>() -> Memory {
        Memory {
            history: vec![0; 2 * G::MOVE_SLOTS],
            replies: vec![0; 2 * G::MOVE_SLOTS],
            killers: [[0; 2]; MAX_PLY + 2],
            slots: G::MOVE_SLOTS,
        }
    }

    fn index<G: Game>(&self, side: Side, mv: G::Move) -> usize {
        side.index() * self.slots + G::move_slot(mv)
    }

    /// A quiet move caused a cutoff, and the quiet moves tried before it did not.
    pub fn reward<G: Game>(&mut self, side: Side, place: Place<G::Move>, depth: i32, best: G::Move, tried: &[G::Move]) {
        let code: u32 = best.into();
        let killers = &mut self.killers[place.ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        if let Some(answered) = place.answered {
            let index = self.index::<G>(side, answered);
            self.replies[index] = code;
        }
        let bonus = (depth * depth * 8).min(1_200);
        self.shift::<G>(side, best, bonus);
        for &mv in tried {
            self.shift::<G>(side, mv, -bonus);
        }
    }

    /// Moves a history value, the less the farther out it is already.
    fn shift<G: Game>(&mut self, side: Side, mv: G::Move, bonus: i32) {
        let index = self.index::<G>(side, mv);
        let value = &mut self.history[index];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }

    /// Forgets the killers of a ply, which belong to another subtree.
    pub fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [0; 2];
    }

    /// Ranks the moves of a node.
    pub fn rank<G: Game, E: Evaluator<G>>(
        &self,
        position: &G,
        evaluator: &E,
        place: Place<G::Move>,
        moves: &[G::Move],
        ranked: &mut Vec<Ranked<G::Move>>,
    ) {
        let Place { ply, table_move, answered } = place;
        let side = position.side_to_move();
        let killers = self.killers[ply];
        let reply = answered.map_or(0, |answered| self.replies[self.index::<G>(side, answered)]);
        ranked.clear();
        ranked.extend(moves.iter().map(|&mv| {
            let code: u32 = mv.into();
            let gain = evaluator.gain(position, mv);
            let rank = if code == table_move {
                TABLE_MOVE
            } else if gain > 0 {
                NOISY + 16 * gain - evaluator.stake(position, mv)
            } else if code == killers[0] {
                FIRST_KILLER
            } else if code == killers[1] {
                SECOND_KILLER
            } else if code == reply {
                REPLY
            } else {
                self.history[self.index::<G>(side, mv)]
            };
            Ranked { mv, rank, gain }
        }));
    }
}

/// Brings the best of the moves from `from` on to the front and returns it.
pub fn pick<M: Copy>(ranked: &mut [Ranked<M>], from: usize) -> Ranked<M> {
    let mut best = from;
    let mut highest = ranked[from].rank;
    for (index, candidate) in ranked.iter().enumerate().skip(from + 1) {
        if candidate.rank > highest {
            (best, highest) = (index, candidate.rank);
        }
    }
    ranked.swap(from, best);
    ranked[from]
}
