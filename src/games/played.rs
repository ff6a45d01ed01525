//! A game in progress: the position and what its rules remember of the way there.

use crate::game::{Game, MoveError, Notation, Outcome, Sentence, Settings, Variant};

/// A position with its past.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// Where the game stands.
    pub position: G,
    /// Traces of all earlier positions, oldest first.
    pub past: Vec<G::PastPosition>,
}

/// Why a position was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The FEN does not hold; whoever says why may call points by other names.
    #[error("FEN refused: {0}")]
    Fen(Sentence),
    /// A move of the list does not hold.
    #[error("move list refused at ply {ply}: {error}")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl<G: Notation> Played<G> {
    /// A game at its start position.
    pub fn start(variant: &Variant, settings: &dyn Settings) -> Played<G> {
        Played { position: G::start(variant, settings), past: Vec::new() }
    }

    /// A game that starts at `fen`, or at the start position, and in which `moves` have been played.
    pub fn new<S: AsRef<str>>(
        variant: &Variant,
        settings: &dyn Settings,
        fen: Option<&str>,
        moves: &[S],
    ) -> Result<Played<G>, PositionError> {
        let mut played = Played::start(variant, settings);
        if let Some(fen) = fen {
            played.position = G::from_fen(variant, settings, fen).map_err(|error| PositionError::Fen(error.into()))?;
        }
        for (index, text) in moves.iter().enumerate() {
            let parsed = played.position.parse_move(text.as_ref());
            let mv = parsed.map_err(|error| PositionError::Move { ply: index + 1, error })?;
            played.play(mv);
        }
        Ok(played)
    }

    /// Carries out a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.past.push(self.position.past_position());
        self.position.play(mv);
    }

    /// The end of the game, if this is it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.past)
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves
    }
}
