//! The positions of a game with their labels. Moves are stored as numbers in the list of legal moves, so that reading a
//! game means playing it again, by the rules.

use super::record::{Label, TrainingGame};
use super::start::Start;
use super::{ADJUDICATED, TOO_LONG};
use crate::game::{Game, Searchable, Settings, Side, Tactics};
use crate::games::Played;
use crate::games::family::Family;

/// Why a game cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It begins nowhere.
    #[error("it cannot begin at '{0}'")]
    Start(String),
    /// A move that is none.
    #[error("at ply {ply} there are {legal} legal moves, and it goes on with number {index}")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// How many moves there are.
        legal: usize,
        /// Counted from 0.
        index: u16,
    },
    /// The rules say something else.
    #[error("it is not over by '{0}' where it ends")]
    End(String),
}

/// A position of a game, before the move that was played there.
pub struct Labelled<'a, F: Family> {
    /// As the referee knows it.
    pub position: &'a F::Position,
    /// What was played.
    pub mv: <F::Position as Game>::Move,
    /// What the search said, from the view of the side to move.
    pub label: Label,
}

impl<F: Family> Labelled<'_, F> {
    /// The score of a position from which an evaluation can learn: nobody is in check, the best move takes nothing, and
    /// no end is in sight.
    pub fn quiet_score(&self) -> Option<i16> {
        match self.label {
            Label::Score(score) if !self.position.in_check() && self.position.gain(self.mv) == 0 => Some(score),
            _ => None,
        }
    }

    /// The same from the view of the upper-case side.
    pub fn quiet_score_of_upper(&self) -> Option<i16> {
        self.quiet_score().map(|score| if self.position.side_to_move() == Side::Upper { score } else { -score })
    }
}

/// The number of a legal move: how many legal moves have a smaller `u32` form.
pub fn move_index<M: Copy + Into<u32>>(legal: &[M], mv: M) -> u16 {
    let code: u32 = mv.into();
    legal.iter().filter(|&&other| other.into() < code).count() as u16
}

/// Plays a game again and shows each position to `visit`. The end is compared with what the rules say.
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
