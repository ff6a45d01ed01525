//! The file of `-config`: the settings of a tournament and its results so far, by which it goes on.
//!
//! Names and shapes are those of fastchess, whose files can be read. Further than theirs go `variant`, which has the name of any game, and
//! `finished`, the numbers of the games that count, so that what was under way when the file was written is played again, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::adjudication::{DrawRule, ResignRule};
use super::super::engines::EngineSettings;
use super::super::limits::TimeControl;
use super::super::schedule::TournamentFormat;
use super::super::settings::MatchSettings;
use super::super::sprt::Sprt;
use super::arguments::Parsed;
use super::values::DialectError;
use super::{Dialect, PgnSettings};

/// What fastchess calls a game that is not named.
const STANDARD: &str = "standard";

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigFile {
    pub resign: Resign,
    pub draw: Draw,
    pub maxmoves: MaxMoves,
    pub opening: OpeningFile,
    pub pgn: Pgn,
    pub sprt: Test,
    pub config_name: String,
    /// 0 for fastchess, 1 for cutechess.
    pub output: u64,
    pub seed: u64,
    /// A number in files of fastchess.
    pub variant: Value,
    /// 0 for a round robin, 1 for a gauntlet.
    #[serde(rename = "type")]
    pub format: u64,
    pub ratinginterval: u64,
    pub scoreinterval: u64,
    pub autosaveinterval: u64,
    pub games: u64,
    pub rounds: u64,
    /// Whether both games of a round have one opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<bool>,
    pub concurrency: u64,
    pub recover: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ping_ms: Option<u64>,
    pub engines: Vec<Engine>,
    /// By two names, as `A vs B`.
    pub stats: BTreeMap<String, Stats>,
    /// The first and last number of each run of games that the results count, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<Vec<(u64, u64)>>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Resign {
    pub move_count: u32,
    pub score: i32,
    pub twosided: bool,
    pub enabled: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draw {
    pub move_number: u32,
    pub move_count: u32,
    pub score: i32,
    pub enabled: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MaxMoves {
    pub move_count: u64,
    pub enabled: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningFile {
    pub file: String,
    /// 0 for EPD, 1 for PGN, 2 if it is not told.
    pub format: u64,
    /// 0 for random, 1 for sequential.
    pub order: u64,
    /// -1 for all.
    pub plies: i64,
    pub start: i64,
}

impl Default for OpeningFile {
    fn default() -> OpeningFile {
        OpeningFile { file: String::new(), format: 2, order: 1, plies: -1, start: 1 }
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pgn {
    pub event_name: String,
    pub site: String,
    pub file: String,
    pub append_file: bool,
    pub track_nodes: bool,
    pub track_seldepth: bool,
    pub min: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Test {
    pub alpha: f64,
    pub beta: f64,
    pub elo0: f64,
    pub elo1: f64,
    pub model: String,
    pub enabled: bool,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Engine {
    pub name: String,
    pub dir: String,
    pub cmd: String,
    pub args: ProgramArguments,
    pub restart: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    pub options: Vec<(String, String)>,
    pub limit: Limit,
}

/// Arguments of a program: separated by blanks, or one by one if they contain any.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProgramArguments {
    Text(String),
    List(Vec<String>),
}

impl Default for ProgramArguments {
    fn default() -> ProgramArguments {
        ProgramArguments::Text(String::new())
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limit {
    pub tc: Clock,
    pub nodes: u64,
    pub plies: u64,
}

/// In milliseconds; 0 is no limit.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    pub increment: u64,
    pub fixed_time: u64,
    pub time: u64,
    pub moves: u32,
    pub timemargin: i64,
}

/// Results of the engine that is named first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[allow(non_snake_case, reason = "they are the names in the file")]
pub struct Stats {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    pub penta_WW: u64,
    pub penta_WD: u64,
    pub penta_WL: u64,
    pub penta_DD: u64,
    pub penta_LD: u64,
    pub penta_LL: u64,
}

impl ConfigFile {
    pub fn read(path: &Path) -> Result<ConfigFile, DialectError> {
        let wrong = |error: String| DialectError::Config { path: path.to_owned(), error };
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let file: ConfigFile = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        match file.engines.len() {
            0 | 1 => Err(wrong("it has no engines".to_owned())),
            _ if !file.stats.values().all(Stats::can_be) => Err(wrong("its results cannot be".to_owned())),
            _ => Ok(file),
        }
    }

    /// Whether a file is there that is none of a tournament, so that it must not be overwritten.
    pub fn is_foreign(path: &Path) -> bool {
        path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0) && ConfigFile::read(path).is_err()
    }

    /// The settings in the place of those that were read before.
    pub fn restore(&self, parsed: &mut Parsed) -> Result<(), DialectError> {
        parsed.engines = self.engines.iter().map(Engine::words).collect();
        parsed.each.clear();
        parsed.variant = Some(self.variant.as_str().unwrap_or(STANDARD).to_owned());
        parsed.rounds = self.rounds.max(1);
        parsed.games = Some(self.games.max(1));
        parsed.repeats = self.repeat.unwrap_or(self.games > 1);
        parsed.concurrency = self.concurrency.max(1) as usize;
        let opening = &self.opening;
        let openings = &mut parsed.openings;
        openings.file = (!opening.file.is_empty()).then(|| opening.file.clone().into());
        openings.format = ["epd", "pgn"].get(opening.format as usize).copied();
        openings.random = opening.order == 0;
        openings.plies = usize::try_from(opening.plies).ok().filter(|&plies| plies > 0);
        openings.start = opening.start.max(1) as usize;
        let Test { alpha, beta, elo0, elo1, model, .. } = &self.sprt;
        let test = format!("elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}");
        let test = self.sprt.enabled.then(|| Sprt::read(&test)).transpose();
        parsed.sprt = test.map_err(|error| DialectError::Key { option: "config", error })?;
        let (resign, draw) = (&self.resign, &self.draw);
        parsed.resign = resign.enabled.then(|| ResignRule {
            moves: resign.move_count.max(1),
            score: resign.score.max(1),
            both: resign.twosided,
        });
        parsed.draw = draw.enabled.then(|| DrawRule {
            after: draw.move_number.saturating_mul(2),
            moves: draw.move_count.max(1),
            score: draw.score.max(0),
        });
        parsed.max_moves = self.maxmoves.enabled.then_some(self.maxmoves.move_count);
        parsed.recovers = self.recover;
        parsed.seed = Some(self.seed);
        parsed.pgn = (!self.pgn.file.is_empty()).then(|| PgnSettings {
            file: self.pgn.file.clone().into(),
            append: self.pgn.append_file,
            minimal: self.pgn.min,
            nodes: self.pgn.track_nodes,
            seldepth: self.pgn.track_seldepth,
            ..PgnSettings::default()
        });
        parsed.event = self.pgn.event_name.clone();
        parsed.site = self.pgn.site.clone();
        parsed.rating_interval = Some(self.ratinginterval);
        parsed.score_interval = self.scoreinterval;
        parsed.autosave = self.autosaveinterval;
        parsed.output = match self.output {
            0 => Dialect::Fastchess,
            1 => Dialect::Cutechess,
            _ => parsed.output,
        };
        parsed.format = if self.format == 1 { TournamentFormat::Gauntlet } else { TournamentFormat::Roundrobin };
        parsed.reply_timeout = self.ping_ms.unwrap_or(parsed.reply_timeout);
        if !self.config_name.is_empty() {
            parsed.config = Some(self.config_name.clone().into());
        }
        Ok(())
    }
}

impl Engine {
    /// With what belongs to the game among its options, as the command line has it.
    pub fn of(engine: &EngineSettings, settings: &MatchSettings) -> Engine {
        let limits = &engine.limits;
        let clock = limits.clock.unwrap_or(TimeControl { moves: None, base: 0, increment: 0 });
        let has_blanks = |word: &String| word.is_empty() || word.contains(char::is_whitespace);
        let args = match engine.arguments.iter().any(has_blanks) {
            true => ProgramArguments::List(engine.arguments.clone()),
            false => ProgramArguments::Text(engine.arguments.join(" ")),
        };
        Engine {
            name: engine.name.clone(),
            dir: engine.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default(),
            cmd: engine.command.clone(),
            args,
            restart: engine.restart,
            ponder: engine.ponder,
            options: engine.options.iter().chain(&settings.rules).cloned().collect(),
            limit: Limit {
                tc: Clock {
                    increment: clock.increment,
                    fixed_time: limits.movetime.unwrap_or(0),
                    time: clock.base,
                    moves: clock.moves.unwrap_or(0),
                    timemargin: settings.margin.try_into().unwrap_or(i64::MAX),
                },
                nodes: limits.nodes.unwrap_or(0),
                plies: limits.depth.unwrap_or(0),
            },
        }
    }

    /// As they stand behind `-engine`.
    fn words(&self) -> Vec<String> {
        let mut words = vec![format!("cmd={}", self.cmd), format!("name={}", self.name)];
        let mut add = |key: &str, value: String| words.push(format!("{key}={value}"));
        if !self.dir.is_empty() {
            add("dir", self.dir.clone());
        }
        match &self.args {
            ProgramArguments::Text(text) if text.is_empty() => (),
            ProgramArguments::Text(text) => add("args", text.clone()),
            ProgramArguments::List(list) => list.iter().for_each(|word| add("arg", word.clone())),
        }
        add("restart", (if self.restart { "on" } else { "off" }).to_owned());
        let Limit { tc, nodes, plies } = &self.limit;
        if tc.time > 0 || tc.increment > 0 {
            let moves = (tc.moves > 0).then_some(tc.moves);
            add("tc", TimeControl { moves, base: tc.time, increment: tc.increment }.to_string());
        }
        if tc.fixed_time > 0 {
            add("st", (tc.fixed_time as f64 / 1_000.0).to_string());
        }
        if tc.timemargin > 0 {
            add("timemargin", tc.timemargin.to_string());
        }
        if *nodes > 0 {
            add("nodes", nodes.to_string());
        }
        if *plies > 0 {
            add("depth", plies.to_string());
        }
        for (name, value) in &self.options {
            add(&format!("option.{name}"), value.clone());
        }
        if self.ponder {
            words.push("ponder".to_owned());
        }
        words
    }
}
