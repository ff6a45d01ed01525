//! Replays a game to get its positions and labels. Moves are stored as indices into the legal moves, so that they can
//! only be decoded by the rules.

use super::record::{Label, TrainingGame};
use super::start::Start;
use super::{ADJUDICATED, TOO_LONG};
use crate::game::{Game, Searchable, Settings, Side, Tactics};
use crate::games::Played;
use crate::games::family::Family;

/// Why a game cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReplayError {
    /// The start cannot be read.
    #[error("it cannot begin at '{0}'")]
    Start(String),
    /// A move index beyond the number of legal moves.
    #[error("at ply {ply} there are {legal} legal moves, and it goes on with number {index}")]
    Move {
        /// Counted from 1.
        ply: usize,
        legal: usize,
        /// Counted from 0.
        index: u16,
    },
    /// The rules give another result.
    #[error("it is not over by '{0}' where it ends")]
    End(String),
}

/// A position of a game, the move played there and its label.
pub struct Labelled<'a, F: Family> {
    /// The full position, secrets included.
    pub position: &'a F::Position,
    #[allow(missing_docs)]
    pub mv: <F::Position as Game>::Move,
    /// For the side to move.
    pub label: Label,
}

impl<F: Family> Labelled<'_, F> {
    /// The score if the position is quiet, so that an evaluation can learn from it: not in check, the move played is
    /// no capture, no forced win or loss.
    pub fn quiet_score(&self) -> Option<i16> {
        match self.label {
            Label::Score(score) if !self.position.in_check() && self.position.gain(self.mv) == 0 => Some(score),
            _ => None,
        }
    }

    /// The same for the upper-case side.
    pub fn quiet_score_of_upper(&self) -> Option<i16> {
        self.quiet_score().map(|score| if self.position.side_to_move() == Side::Upper { score } else { -score })
    }
}

/// The index of a legal move: the number of legal moves with a smaller `u32` form.
pub fn move_index<M: Copy + Into<u32>>(legal: &[M], mv: M) -> u16 {
    let code: u32 = mv.into();
    legal.iter().filter(|&&other| other.into() < code).count() as u16
}

/// Replays a game, calls `visit` with each position, and compares the end with what the rules say.
pub fn replay<F: Family>(
    game: &TrainingGame,
    common: &dyn Settings,
    mut visit: impl FnMut(Labelled<F>),
) -> Result<(), ReplayError> {
    let Some(start) = Start::<F::Position>::read(&game.start, common) else {
        return Err(ReplayError::Start(game.start.clone()));
    };
    let mut played = Played { position: start.position, past: Vec::with_capacity(game.plies.len()) };
    let mut legal = Vec::new();
    for (number, ply) in game.plies.iter().enumerate() {
        legal.clear();
        played.position.legal_moves(&mut legal);
        let index = usize::from(ply.index);
        if index >= legal.len() {
            return Err(ReplayError::Move { ply: number + 1, legal: legal.len(), index: ply.index });
        }
        let (_, &mut mv, _) = legal.select_nth_unstable_by_key(index, |&mv| mv.into());
        visit(Labelled { position: &played.position, mv, label: ply.label });
        played.play(mv);
    }
    let end = match game.reason.as_str() {
        ADJUDICATED => return Ok(()),
        TOO_LONG => Some(played.position.winner_by_tally()),
        reason => played.outcome().filter(|outcome| outcome.reason == reason).map(|outcome| outcome.winner),
    };
    if end == Some(game.winner) { Ok(()) } else { Err(ReplayError::End(game.reason.clone())) }
}
