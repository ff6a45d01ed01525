//! The record of a tournament, as JSON Lines: first its settings, then a line for each game, in the order in which games
//! ended. What is in the record has been played; a tournament is resumed by playing the rest.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fs4::fs_std::FileExt;
use serde::{Deserialize, Serialize};

use super::end_reason::{EndReason, GameResult};
use super::engine_lines::EngineScore;
use super::settings::MatchSettings;
use super::unique_games::UniqueGames;
use crate::files::AppendFile;
use crate::lines;

/// The form of the lines; a later form has another number.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The form of the lines.
    pub version: u32,
    /// Of the settings: equal ones mean the same games.
    pub fingerprint: String,
    /// What is played.
    pub settings: MatchSettings,
}

impl RecordHeader {
    /// Of these settings.
    pub fn new(settings: &MatchSettings) -> RecordHeader {
        RecordHeader { version: VERSION, fingerprint: settings.fingerprint(), settings: settings.clone() }
    }
}

/// A move that an engine played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// As the protocol writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// From the view of the side that moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    /// Iterations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Visited positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds, as the runner measured them.
    pub time: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the whole tournament, from 1.
    pub game: u64,
    /// Its round, from 1.
    pub round: u64,
    /// The engine from whose view the result is told; its side moves first in the variant's start position.
    pub first: String,
    /// The other.
    pub second: String,
    /// The letter of the first side: `w` is upper case, `b` lower case.
    pub first_side: char,
    /// Where the game started.
    pub fen: String,
    /// What was played before the engines were asked.
    pub opening: Vec<String>,
    /// What the engines played.
    pub moves: Vec<MoveRecord>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: EndReason,
    /// What happened, if it was the loser's fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When it ended, in seconds of Unix time.
    pub ended: u64,
}

impl GameRecord {
    /// The number of the two games with exchanged sides to which this one belongs, from 0.
    pub fn pair(&self) -> u64 {
        self.game.saturating_sub(1) / 2
    }
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("cannot use the record '{path}': {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody else writes it.
    #[error("the record '{0}' is being written by another tournament; choose another file")]
    InUse(PathBuf),
    /// It is none.
    #[error("'{path}' is not a record of a tournament: line {line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// It was made by another program.
    #[error("the record '{path}' has version {found}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// It belongs to another tournament.
    #[error(
        "the record '{path}' belongs to a tournament with other settings ({what}); repeat them to go on with it, \
         or choose another file"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
}

/// What a record holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordContents {
    /// The first line.
    pub header: RecordHeader,
    /// The lines with games, in the order in which these ended. A game may be there twice.
    pub games: Vec<GameRecord>,
    /// Bytes up to the end of the last whole line.
    length: u64,
}

/// Reads a record; none if there is not even one whole line. A last line that was cut off is left out.
fn contents(path: &Path, text: &[u8]) -> Result<Option<RecordContents>, RecordError> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(&text[..0], |end| &text[..=end]);
    let mut rows = whole.split_inclusive(|&byte| byte == b'\n').enumerate();
    let bad = |(line, error): (usize, serde_json::Error)| RecordError::Line {
        path: path.to_owned(),
        line: line + 1,
        why: error.to_string(),
    };
    let Some((_, first)) = rows.next() else {
        return Ok(None);
    };
    let header: RecordHeader = serde_json::from_slice(lines::without_mark(first)).map_err(|error| bad((0, error)))?;
    if header.version != VERSION {
        return Err(RecordError::Version { path: path.to_owned(), found: header.version });
    }
    let mut games = Vec::new();
    for (line, text) in rows {
        let text = lines::without_mark(text);
        match serde_json::from_slice(text) {
            Ok(game) => games.push(game),
            Err(error) => match serde_json::from_slice::<RecordHeader>(text) {
                // Records of one tournament have been put together.
                Ok(again) if again.fingerprint == header.fingerprint => (),
                Ok(_) => {
                    let why = "another tournament begins here; keep its games in a record of their own".to_owned();
                    return Err(RecordError::Line { path: path.to_owned(), line: line + 1, why });
                }
                Err(_) => return Err(bad((line, error))),
            },
        }
    }
    Ok(Some(RecordContents { header, games, length: whole.len() as u64 }))
}

/// Reads a whole record.
pub fn read(path: &Path) -> Result<RecordContents, RecordError> {
    let io = |error| RecordError::Io { path: path.to_owned(), error };
    let text = std::fs::read(path).map_err(io)?;
    let empty = || RecordError::Line { path: path.to_owned(), line: 1, why: "it is empty".to_owned() };
    contents(path, &text)?.ok_or_else(empty)
}

/// A record that is being written.
pub struct RecordFile {
    path: PathBuf,
    file: AppendFile,
}

impl RecordFile {
    /// Begins a record, or goes on with one of the same tournament; returns the games that it holds.
    pub fn open(path: &Path, header: &RecordHeader) -> Result<(RecordFile, UniqueGames), RecordError> {
        let io = |error| RecordError::Io { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(io)?;
        if !file.try_lock_exclusive().map_err(io)? {
            return Err(RecordError::InUse(path.to_owned()));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let found = contents(path, &text)?;
        let length = found.as_ref().map_or(0, |found| found.length);
        if let Some(found) = &found
            && found.header.fingerprint != header.fingerprint
        {
            let what = difference(&found.header.settings, &header.settings);
            return Err(RecordError::Other { path: path.to_owned(), what });
        }
        let file = AppendFile::after(length, file).map_err(io)?;
        let mut record = RecordFile { path: path.to_owned(), file };
        if found.is_none() {
            record.line(header)?;
        }
        let mut games = UniqueGames::default();
        let found = found.into_iter().flat_map(|found| found.games);
        found.for_each(|game| games.add(&header.fingerprint, game));
        Ok((record, games))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.line(game)
    }

    /// Writes a line in one piece, wholly or not at all.
    fn line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let path = &self.path;
        let io = |error| RecordError::Io { path: path.clone(), error };
        let mut text = serde_json::to_string(value).map_err(|error| io(error.into()))?;
        text.push('\n');
        self.file.add(&text).map_err(io)
    }
}

/// Which settings differ, for people.
fn difference(old: &MatchSettings, new: &MatchSettings) -> &'static str {
    let portable =
        |settings: &MatchSettings| settings.engines.iter().map(super::engines::EngineSettings::portable).collect();
    let (old_engines, new_engines): (Vec<_>, Vec<_>) = (portable(old), portable(new));
    let parts = [
        (old.variant != new.variant || old.rules != new.rules, "variant or rules"),
        (old_engines != new_engines, "engines, their options or limits"),
        (old.format != new.format, "format"),
        (old.openings != new.openings, "openings, their order or seed"),
    ];
    parts.into_iter().find(|(differs, _)| *differs).map_or("adjudication, length or margin", |(_, what)| what)
}
