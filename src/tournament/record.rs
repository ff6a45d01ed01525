//! The record of a tournament as JSON Lines: its settings, then one line per game in the order in which games ended. A
//! tournament is resumed by playing the games that are not in its record.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::end_reason::EndReason;
use super::engine_lines::EngineScore;
use super::settings::MatchSettings;
use super::unique_games::UniqueGames;
use crate::files::{self, AppendFile};
use crate::game::GameResult;
use crate::lines;

/// Version of the format.
const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordHeader {
    pub version: u32,
    /// Of the settings; equal fingerprints mean the same games.
    pub fingerprint: String,
    pub settings: MatchSettings,
}

impl RecordHeader {
    pub fn new(settings: &MatchSettings) -> RecordHeader {
        RecordHeader { version: VERSION, fingerprint: settings.fingerprint(), settings: settings.clone() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// In the notation of the protocol.
    #[serde(rename = "move")]
    pub text: String,
    /// Seen from the side that moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How far the longest line was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds, measured by the runner.
    pub time: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the whole tournament, from 1.
    pub game: u64,
    /// From 1.
    pub round: u64,
    /// The engine from whose side the result is seen: the side that moves first in the variant's start position.
    pub first: String,
    pub second: String,
    /// The side of the first engine: `w` for upper case, `b` for lower case.
    pub first_side: char,
    /// The position before the opening.
    pub fen: String,
    pub opening: Vec<String>,
    /// Options of the variant that were drawn for this pair of games.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    pub moves: Vec<MoveRecord>,
    pub result: GameResult,
    pub reason: EndReason,
    /// What the loser did wrong, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Unix time in seconds.
    pub ended: u64,
}

impl GameRecord {
    /// The engine that lost; nobody in a draw.
    pub fn loser(&self) -> Option<&str> {
        match self.result {
            GameResult::FirstWins => Some(&self.second),
            GameResult::SecondWins => Some(&self.first),
            GameResult::Draw => None,
        }
    }
}

impl GameRecord {
    /// The number of the pair of games with sides exchanged, from 0.
    pub fn pair(&self) -> u64 {
        self.game.saturating_sub(1) / 2
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("cannot use the record '{path}': {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("the record '{0}' is being written by another tournament; choose another file")]
    InUse(PathBuf),
    #[error("'{path}' is not a record of a tournament: line {line}: {why}")]
    Line { path: PathBuf, line: usize, why: String },
    #[error("'{0}' is a PGN; 'janggun rate' wants the records that 'janggun match --record FILE' writes")]
    Pgn(PathBuf),
    #[error("the record '{path}' has version {found}; this program reads version {VERSION}")]
    Version { path: PathBuf, found: u32 },
    #[error(
        "the record '{path}' belongs to a tournament with other settings ({what}); repeat them to go on with it, \
         or choose another file"
    )]
    Other { path: PathBuf, what: &'static str },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordContents {
    pub header: RecordHeader,
    /// One per line, in the order in which they ended; a game may occur twice.
    pub games: Vec<GameRecord>,
    /// Bytes up to the end of the last complete line.
    length: u64,
}

/// Parses a record; none without a complete line. An incomplete last line is left out.
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
    // A tag, or the comment with which our own begin; JSON begins with a brace.
    if lines::without_mark(first).trim_ascii_start().first().is_some_and(|byte| b"[%".contains(byte)) {
        return Err(RecordError::Pgn(path.to_owned()));
    }
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
                // Records of one tournament have been concatenated.
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

pub fn read(path: &Path) -> Result<RecordContents, RecordError> {
    let io = |error| RecordError::Io { path: path.to_owned(), error };
    let text = std::fs::read(path).map_err(io)?;
    let empty = || RecordError::Line { path: path.to_owned(), line: 1, why: "it is empty".to_owned() };
    contents(path, &text)?.ok_or_else(empty)
}

/// A record that is being written, locked for the duration of the run.
pub struct RecordFile {
    path: PathBuf,
    file: AppendFile,
}

impl RecordFile {
    /// Creates a record, or opens that of the same tournament; returns its games.
    pub fn open(path: &Path, header: &RecordHeader) -> Result<(RecordFile, UniqueGames), RecordError> {
        let io = |error| RecordError::Io { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(io)?;
        if !files::lock_while_open(&file).map_err(io)? {
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

    pub fn add(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.line(game)
    }

    /// Writes a line, completely or not at all.
    fn line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let path = &self.path;
        let io = |error| RecordError::Io { path: path.clone(), error };
        let mut text = serde_json::to_string(value).map_err(|error| io(error.into()))?;
        text.push('\n');
        self.file.add(&text).map_err(io)
    }
}

/// Names the settings that differ.
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
