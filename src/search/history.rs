//! The histories of one thread: butterfly history of quiet moves, continuation history, capture history, killer moves,
//! countermoves, and the correction history of the static evaluation.

use super::value::{MAX_PLY, Value};
use crate::game::{Searchable, Side, Tactics};

/// History values stay within plus or minus this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Capture history distinguishes victims by their value, in this many classes of this many centipawns.
const TAKEN_STEPS: usize = 8;
const TAKEN_STEP: i32 = 96;

/// Entries of the correction history for each side, a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Fixed-point scale of the stored corrections.
const CORRECTION_SCALE: i32 = 256;
/// The largest correction, 64 centipawns.
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_SCALE;

/// Index of side, piece and target of a move, as continuation history and countermoves use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(usize);

/// What the histories need to know of a node.
#[derive(Clone, Copy, Debug)]
pub struct HistoryContext {
    /// Distance from the root.
    pub ply: usize,
    /// The hash move; 0 if none.
    pub hash_move: u32,
    /// The moves one and two plies before, if there were any.
    pub before: [Option<PieceTo>; 2],
}

/// A table with history gravity: the closer a value is to the limit, the less a bonus moves it.
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

/// The rows of butterfly and continuation history that belong to one node.
pub struct QuietRows<'a> {
    quiet: &'a [i16],
    continuation: [Option<&'a [i16]>; 2],
}

impl QuietRows<'_> {
    /// Butterfly history plus continuation history.
    pub fn score<G: Searchable>(&self, position: &G, mv: G::Move) -> i32 {
        let piece_to = position.piece_to(mv);
        let continuation = self.continuation.iter().flatten().map(|row| i32::from(row[piece_to]));
        i32::from(self.quiet[G::move_slot(mv)]) + continuation.sum::<i32>()
    }
}

/// All histories of one thread.
#[derive(Debug)]
pub struct Histories {
    /// Quiet moves, by side and slot.
    quiet: History,
    /// Continuation history one and two plies back: by the earlier move's [`PieceTo`] and this one's.
    continuation: [History; 2],
    /// Capture history, by [`PieceTo`] and class of the victim.
    noisy: History,
    /// The last refutation of each [`PieceTo`].
    countermoves: Vec<u32>,
    /// Two killer moves for each ply.
    killers: [[u32; 2]; MAX_PLY + 2],
    /// Correction history: the average error of the static evaluation, by side and correction key.
    corrections: Vec<i32>,
    slots: usize,
    piece_tos: usize,
}

impl Histories {
    /// All zero.
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

    /// All zero again, without new allocations.
    pub fn clear(&mut self) {
        let Histories { quiet, continuation: [one, two], noisy, countermoves, corrections, .. } = self;
        [quiet, one, two, noisy].into_iter().for_each(|history| history.0.fill(0));
        countermoves.fill(0);
        corrections.fill(0);
        self.clear_all_killers();
    }

    /// For a new search, whose plies are not those of the last one.
    pub fn clear_all_killers(&mut self) {
        self.killers = [[0; 2]; MAX_PLY + 2];
    }

    /// The index of a move in `position`.
    pub fn piece_to<G: Searchable>(position: &G, mv: G::Move) -> PieceTo {
        PieceTo(position.side_to_move().index() * G::PIECE_TO_SLOTS + position.piece_to(mv))
    }

    fn quiet_index<G: Searchable>(&self, side: Side, mv: G::Move) -> usize {
        side.index() * self.slots + G::move_slot(mv)
    }

    fn continuation_index(&self, before: PieceTo, piece_to: PieceTo) -> usize {
        // Without its side, which follows from that of the other move, except where a side moves twice.
        let slots = self.piece_tos / 2;
        before.0 * slots + piece_to.0 % slots
    }

    fn noisy_index(piece_to: PieceTo, gain: i32) -> usize {
        piece_to.0 * TAKEN_STEPS + ((gain / TAKEN_STEP) as usize).min(TAKEN_STEPS - 1)
    }

    /// What [`QuietRows::score`] of the quiet moves of one node looks into.
    pub fn quiet_rows<G: Searchable>(&self, position: &G, context: &HistoryContext) -> QuietRows<'_> {
        let quiet = &self.quiet.0[position.side_to_move().index() * G::MOVE_SLOTS..][..G::MOVE_SLOTS];
        let row = |number: usize| {
            let before = context.before[number]?;
            Some(&self.continuation[number].0[before.0 * G::PIECE_TO_SLOTS..][..G::PIECE_TO_SLOTS])
        };
        QuietRows { quiet, continuation: [row(0), row(1)] }
    }

    /// Capture history.
    pub fn noisy_score<G: Searchable>(&self, position: &G, mv: G::Move, gain: i32) -> i32 {
        self.noisy.get(Histories::noisy_index(Histories::piece_to(position, mv), gain))
    }

    /// The killer moves of a ply, newest first.
    pub fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// The countermove to the last move; 0 if none.
    pub fn countermove(&self, context: &HistoryContext) -> u32 {
        context.before[0].map_or(0, |before| self.countermoves[before.0])
    }

    /// The killers of the next ply belong to another subtree.
    pub fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [0; 2];
    }

    /// Adds a bonus, or a malus if negative, to the butterfly and continuation histories.
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

    /// Adds a bonus, or a malus if negative, to the capture history.
    pub fn update_noisy<G: Searchable>(&mut self, position: &G, mv: G::Move, gain: i32, bonus: i32) {
        self.noisy.add_bonus(Histories::noisy_index(Histories::piece_to(position, mv), gain), bonus);
    }

    /// A quiet move caused a beta cutoff: it becomes killer move and countermove.
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

    /// What correction history adds to the static evaluation.
    pub fn correction<G: Searchable>(&self, position: &G) -> Value {
        self.corrections[Histories::correction_index(position)] / CORRECTION_SCALE
    }

    /// Moves the stored correction towards `error`, what a search of that depth found minus the static evaluation.
    pub fn update_correction<G: Searchable>(&mut self, position: &G, error: Value, depth: i32) {
        /// Denominator of the weight in the moving average.
        const PARTS: i32 = 256;
        let weight = (depth + 1).min(16);
        let value = &mut self.corrections[Histories::correction_index(position)];
        let target = (error * CORRECTION_SCALE).clamp(-4 * CORRECTION_LIMIT, 4 * CORRECTION_LIMIT);
        *value = (*value * (PARTS - weight) + target * weight) / PARTS;
        *value = (*value).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
    }
}

/// MVV-LVA (most valuable victim, least valuable attacker) with capture history.
pub fn capture_score<G: Searchable + Tactics>(histories: &Histories, position: &G, mv: G::Move, gain: i32) -> i32 {
    16 * gain - position.stake(mv) + histories.noisy_score(position, mv, gain) / 8
}
