//! The game so far: CECP tells moves one by one and takes them back the same way.

use super::coordinates::Coordinates;
use crate::engine::{Engine, EngineError, PositionError};
use crate::game::MoveError;

/// Where the game began and what was played.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The FEN, also of the start position: options may change during the game, its beginning does not.
    start: String,
    moves: Vec<String>,
    /// A position was set up that cannot be, so that nobody knows where the game stands.
    pub is_lost: bool,
}

impl Record {
    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The start position as the options define it now.
    pub fn restart(&mut self, engine: &mut Engine) -> Result<(), EngineError> {
        let start = engine.session().start_fen(engine.options());
        self.set_up(engine, &start)
    }

    /// Another position; on an error the old one stays.
    pub fn set_up(&mut self, engine: &mut Engine, fen: &str) -> Result<(), EngineError> {
        engine.set_position(Some(fen), &[])?;
        *self = Record { start: fen.to_owned(), ..Record::default() };
        Ok(())
    }

    /// One more move, as the engine writes it; on an error it is not made.
    pub fn play(&mut self, engine: &mut Engine, mv: String) -> Result<(), EngineError> {
        self.moves.push(mv);
        let done = self.show(engine);
        if done.is_err() {
            self.moves.pop();
        }
        done
    }

    /// Takes back so many moves, or all if there are fewer.
    pub fn take_back(&mut self, engine: &mut Engine, plies: usize) -> Result<(), EngineError> {
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.show(engine)
    }

    /// Lets the engine see where the game stands.
    pub fn show(&self, engine: &mut Engine) -> Result<(), EngineError> {
        engine.set_position(Some(&self.start), &self.moves)
    }

    /// Lets the engine see where the game would stand after one more move.
    pub fn imagine(&self, engine: &mut Engine, mv: &str) -> Result<(), EngineError> {
        let moves: Vec<String> = self.moves.iter().cloned().chain([mv.to_owned()]).collect();
        engine.set_position(Some(&self.start), &moves)
    }
}

/// Why a move or a FEN was refused, without the move, with points as the GUI calls them.
pub fn why(error: &EngineError, coordinates: Coordinates) -> String {
    let EngineError::Position(error) = error else { return error.to_string() };
    match error {
        PositionError::Fen(why) => PositionError::Fen(why.told(&coordinates).into()).to_string(),
        PositionError::Move { error: MoveError::Illegal { why, .. }, .. } => why.told(&coordinates),
        PositionError::Move { error: MoveError::Unreadable { expected, .. }, .. } => {
            coordinates.expected().unwrap_or_else(|| format!("expected {expected}"))
        }
        PositionError::Move { error: MoveError::Ambiguous { candidates, .. }, .. } => {
            let candidates: Vec<String> = candidates.iter().map(|mv| coordinates.outward(mv)).collect();
            format!("it could be {}", candidates.join(" or "))
        }
    }
}
