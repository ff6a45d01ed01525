//! The file in which finished games are kept, so that the same command goes on with an interrupted review.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ReviewError;
use super::judge::JudgedPosition;
use crate::files::{self, AppendFile};
use crate::records::StoredGame;

/// A game of the file: a line of JSON.
#[derive(Serialize, Deserialize)]
struct CachedGame {
    /// How its positions were searched.
    search: String,
    variant: String,
    options: Vec<(String, String)>,
    fen: String,
    moves: Vec<String>,
    /// From the first position to the one after the last move.
    positions: Vec<JudgedPosition>,
}

impl CachedGame {
    fn new(search: &str, game: &StoredGame, positions: Vec<JudgedPosition>) -> CachedGame {
        CachedGame {
            search: search.to_owned(),
            variant: game.variant.to_owned(),
            options: game.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            fen: game.fen.clone(),
            moves: game.moves.iter().map(|mv| mv.text.clone()).collect(),
            positions,
        }
    }

    /// Whether it is the same game, searched in the same way.
    fn fits(&self, other: &CachedGame) -> bool {
        let what =
            |game: &CachedGame| (game.variant.clone(), game.fen.clone(), game.moves.clone(), game.options.clone());
        self.search == other.search && self.positions.len() == self.moves.len() + 1 && what(self) == what(other)
    }
}

pub struct CachedGames {
    path: PathBuf,
    search: String,
    games: Vec<CachedGame>,
    file: AppendFile,
}

impl CachedGames {
    /// Opens the file, or begins it. What a killed process left of a line is cut off.
    pub fn open(path: &Path, search: &str) -> Result<CachedGames, ReviewError> {
        let failed = |error| ReviewError::File { path: path.to_owned(), error };
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(ReviewError::NotKept(path.to_owned()));
            }
            Err(error) => return Err(failed(error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let lines = text[..whole].lines().map(serde_json::from_str);
        let games: Result<Vec<CachedGame>, _> = lines.collect();
        let games = games.map_err(|_| ReviewError::NotKept(path.to_owned()))?;
        if whole == 0 && !text.is_empty() && !text.starts_with("{\"search\":") {
            return Err(ReviewError::NotKept(path.to_owned()));
        }
        let file = File::options().create(true).append(false).truncate(false).write(true).open(path).map_err(failed)?;
        let file = AppendFile::after(whole as u64, file).map_err(failed)?;
        Ok(CachedGames { path: path.to_owned(), search: search.to_owned(), games, file })
    }

    /// What was found out about a game, if it was.
    pub fn positions(&self, game: &StoredGame) -> Option<Vec<JudgedPosition>> {
        let wanted = CachedGame::new(&self.search, game, Vec::new());
        self.games.iter().find(|kept| kept.fits(&wanted)).map(|kept| kept.positions.clone())
    }

    pub fn add(&mut self, game: &StoredGame, positions: &[JudgedPosition]) -> Result<(), ReviewError> {
        let kept = CachedGame::new(&self.search, game, positions.to_vec());
        let failed = |error| ReviewError::File { path: self.path.clone(), error };
        let line = serde_json::to_string(&kept).map_err(|error| failed(error.into()))?;
        self.file.add(line + "\n").map_err(failed)?;
        self.games.push(kept);
        Ok(())
    }
}
