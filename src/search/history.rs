//! What one thread has learned of moves and positions, from one search to the next.

use super::value::{MAX_PLY, Value};
use crate::game::{Searchable, Side, Tactics};

/// No history value leaves this range.
pub const HISTORY_LIMIT: i32 = 16_384;

/// What a capture takes is told apart by its worth, in so many steps of so much.
const TAKEN_STEPS: usize = 8;
const TAKEN_STEP: i32 = 96;

/// Entries that correct the static evaluation, a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Corrections are kept this many times finer than values.
const CORRECTION_SCALE: i32 = 256;
/// The largest correction.
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_SCALE;

/// A move in terms of what moved where, as later moves refer to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(usize);

/// Where a node stands: what came before.
#[derive(Clone, Copy, Debug)]
pub struct HistoryContext {
    /// Distance from the root.
    pub ply: usize,
    /// The move that the table recommends; 0 if none.
    pub table_move: u32,
    /// The moves one and two plies before, if there were any.
    pub before: [Option<PieceTo>; 2],
}

/// A table of values that are drawn towards their limits ever more slowly.
#[derive(Debug)]
struct History(Vec<i16>);

impl History {
    fn new(len: usize) -> History {
        History(vec![0; len])
    }

    fn get(&self, index: usize) -> i32 {
        self.0[index].into()
    }

    fn add_bonus(&mut self, index: usize, bonus: i32) {
        let value = &mut self.0[index];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// What one thread has learned.
#[derive(Debug)]
pub struct Histories {
    /// Quiet moves, by side and slot.
    quiet: History,
    /// Quiet moves after the move one ply and two plies before: by that piece_to and this.
    continuation: [History; 2],
    /// Captures: by piece_to and what was taken.
    noisy: History,
    /// Best answer to a piece_to.
    countermoves: Vec<u32>,
    /// Quiet moves that refuted a sibling.
    killers: [[u32; 2]; MAX_PLY + 2],
    /// By how much the static evaluation erred, by side and shape.
    corrections: Vec<i32>,
    slots: usize,
    piece_tos: usize,
}

impl Histories {
    /// Knows nothing.
    pub fn new<G: Searchable>() -> Histories {
        let piece_tos = 2 * G::PIECE_TO_SLOTS;
        Histories {
            quiet: History::new(2 * G::MOVE_SLOTS),
            continuation: [(); 2].map(|()| History::new(piece_tos * G::PIECE_TO_SLOTS)),
            noisy: History::new(piece_tos * TAKEN_STEPS),
            countermoves: vec![0; piece_tos],
            killers: [[0; 2]; MAX_PLY + 2],
            corrections: vec![0; 2 * CORRECTIONS],
            slots: G::MOVE_SLOTS,
            piece_tos,
        }
    }

    /// Knows nothing again, in histories that the system need not provide anew.
    pub fn clear(&mut self) {
        let Histories { quiet, continuation: [one, two], noisy, countermoves, corrections, .. } = self;
        [quiet, one, two, noisy].into_iter().for_each(|history| history.0.fill(0));
        countermoves.fill(0);
        corrections.fill(0);
        self.clear_all_killers();
    }

    /// A new search begins at another root.
    pub fn clear_all_killers(&mut self) {
        self.killers = [[0; 2]; MAX_PLY + 2];
    }

    /// A move as later ones will refer to it.
    pub fn piece_to<G: Searchable>(position: &G, mv: G::Move) -> PieceTo {
        PieceTo(position.side_to_move().index() * G::PIECE_TO_SLOTS + position.piece_to(mv))
    }

    fn quiet_index<G: Searchable>(&self, side: Side, mv: G::Move) -> usize {
        side.index() * self.slots + G::move_slot(mv)
    }

    fn continuation_index(&self, before: PieceTo, piece_to: PieceTo) -> usize {
        // Whose piece_to this is follows from the other, or nearly always does.
        let slots = self.piece_tos / 2;
        before.0 * slots + piece_to.0 % slots
    }

    fn noisy_index(piece_to: PieceTo, gain: i32) -> usize {
        piece_to.0 * TAKEN_STEPS + ((gain / TAKEN_STEP) as usize).min(TAKEN_STEPS - 1)
    }

    /// How good a quiet move has been, here and elsewhere.
    pub fn quiet_score<G: Searchable>(&self, position: &G, context: &HistoryContext, mv: G::Move) -> i32 {
        let piece_to = Histories::piece_to(position, mv);
        let mut sum = self.quiet.get(self.quiet_index::<G>(position.side_to_move(), mv));
        for (history, before) in self.continuation.iter().zip(context.before) {
            if let Some(before) = before {
                sum += history.get(self.continuation_index(before, piece_to));
            }
        }
        sum
    }

    /// How good a capture has been.
    pub fn noisy_score<G: Searchable>(&self, position: &G, mv: G::Move, gain: i32) -> i32 {
        self.noisy.get(Histories::noisy_index(Histories::piece_to(position, mv), gain))
    }

    /// Quiet moves that refuted siblings of this node.
    pub fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// The usual refutation of the move before; 0 if none.
    pub fn countermove(&self, context: &HistoryContext) -> u32 {
        context.before[0].map_or(0, |before| self.countermoves[before.0])
    }

    /// Forgets the killers of a ply, which belong to another subtree.
    pub fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [0; 2];
    }

    /// A quiet move was good, or bad if the bonus is negative.
    pub fn update_quiet<G: Searchable>(&mut self, position: &G, context: &HistoryContext, mv: G::Move, bonus: i32) {
        let piece_to = Histories::piece_to(position, mv);
        let index = self.quiet_index::<G>(position.side_to_move(), mv);
        self.quiet.add_bonus(index, bonus);
        for (number, before) in context.before.into_iter().enumerate() {
            if let Some(before) = before {
                let index = self.continuation_index(before, piece_to);
                self.continuation[number].add_bonus(index, bonus);
            }
        }
    }

    /// A capture was good, or bad if the bonus is negative.
    pub fn update_noisy<G: Searchable>(&mut self, position: &G, mv: G::Move, gain: i32, bonus: i32) {
        self.noisy.add_bonus(Histories::noisy_index(Histories::piece_to(position, mv), gain), bonus);
    }

    /// A quiet move refuted what was played before.
    pub fn update_refutations(&mut self, context: &HistoryContext, mv: u32) {
        let killers = &mut self.killers[context.ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        if let Some(before) = context.before[0] {
            self.countermoves[before.0] = mv;
        }
    }

    fn correction_index<G: Searchable>(position: &G) -> usize {
        position.side_to_move().index() * CORRECTIONS + position.correction_key() as usize % CORRECTIONS
    }

    /// What is to be added to the static evaluation of such positions.
    pub fn correction<G: Searchable>(&self, position: &G) -> Value {
        self.corrections[Histories::correction_index(position)] / CORRECTION_SCALE
    }

    /// A search of that depth found that the static evaluation was too low by so much.
    pub fn update_correction<G: Searchable>(&mut self, position: &G, error: Value, depth: i32) {
        /// Of this many parts, a deep search replaces so many.
        const PARTS: i32 = 256;
        let weight = (depth + 1).min(16);
        let value = &mut self.corrections[Histories::correction_index(position)];
        let target = (error * CORRECTION_SCALE).clamp(-4 * CORRECTION_LIMIT, 4 * CORRECTION_LIMIT);
        *value = (*value * (PARTS - weight) + target * weight) / PARTS;
        *value = (*value).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
    }
}

/// Captures are ordered by most valuable victim, least valuable attacker, and how good they have been.
pub fn capture_score<G: Searchable + Tactics>(histories: &Histories, position: &G, mv: G::Move, gain: i32) -> i32 {
    16 * gain - position.stake(mv) + histories.noisy_score(position, mv, gain) / 8
}
