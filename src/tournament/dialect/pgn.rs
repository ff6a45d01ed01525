//! Games in the manner of other runners' PGN, whose comments tools read.

use std::fs::OpenOptions;
use std::io;
use std::path::PathBuf;

use super::super::engine_lines::EngineScore;
use super::super::keys;
use super::super::pgn::{begins_with_black, date, date_and_time};
use super::super::record::{GameRecord, MoveRecord};
use super::super::settings::MatchSettings;
use super::lines::reason;
use super::values::{DialectError, unknown_key};
use super::{Dialect, PgnSettings};
use crate::files::AppendFile;
use crate::records::{PgnMove, PgnText};
use crate::tournament::end_reason::EndReason;

/// A file of such games.
pub struct DialectPgn {
    settings: PgnSettings,
    dialect: Dialect,
    file: AppendFile,
}

impl DialectPgn {
    pub fn open(settings: &PgnSettings, dialect: Dialect) -> Result<DialectPgn, (PathBuf, io::Error)> {
        let open = || {
            let file = OpenOptions::new().write(true).create(true).truncate(!settings.append).open(&settings.file)?;
            let length = file.metadata()?.len();
            AppendFile::after(length, file)
        };
        let file = open().map_err(|error| (settings.file.clone(), error))?;
        Ok(DialectPgn { settings: settings.clone(), dialect, file })
    }

    pub fn add(&mut self, game: &GameRecord, settings: &MatchSettings) -> Result<(), (PathBuf, io::Error)> {
        let text = game_text(game, settings, &self.settings, self.dialect);
        self.file.add(text).map_err(|error| (self.settings.file.clone(), error))
    }
}

fn game_text(game: &GameRecord, settings: &MatchSettings, pgn: &PgnSettings, dialect: Dialect) -> String {
    let result = game.result.to_string();
    let (day, end, round) = (date(game.ended), date_and_time(game.ended), game.round.to_string());
    let plies = (game.opening.len() + game.moves.len()).to_string();
    let limits = |name: &str| {
        let engine = settings.engines.iter().find(|engine| engine.name == name);
        engine.map(|engine| engine.limits.to_string()).unwrap_or_default()
    };
    let (white, black) = (limits(&game.first), limits(&game.second));
    let mut tags = vec![
        ("Event", pgn.event.as_str()),
        ("Site", &pgn.site),
        ("Date", &day),
        ("Round", &round),
        ("White", &game.first),
        ("Black", &game.second),
        ("Result", &result),
        ("SetUp", "1"),
        ("FEN", &game.fen),
        ("Variant", &settings.variant),
    ];
    tags.extend(game.options.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    if !pgn.minimal {
        tags.extend([("GameEndTime", end.as_str()), ("PlyCount", &plies), ("Termination", termination(&game.reason))]);
        match white == black {
            true => tags.push(("TimeControl", &white)),
            false => tags.extend([("WhiteTimeControl", white.as_str()), ("BlackTimeControl", &black)]),
        }
    }
    let why = reason(game, dialect);
    let last = game.moves.len().saturating_sub(1);
    let comments: Vec<String> = game
        .moves
        .iter()
        .enumerate()
        .map(|(index, mv)| comment(mv, pgn, (index == last).then_some(why.as_str())))
        .collect();
    let told = |comment| (!pgn.minimal).then_some(comment);
    let opening = game.opening.iter().map(|mv| PgnMove { text: mv, comment: told("book") });
    let moves =
        game.moves.iter().zip(&comments).map(|(mv, comment)| PgnMove { text: &mv.text, comment: told(comment) });
    let text = PgnText {
        tags: &tags,
        preface: None,
        black_begins: begins_with_black(game),
        moves: opening.chain(moves).collect(),
        detail: game.moves.is_empty().then_some(why.as_str()),
        result: &result,
    };
    text.to_string()
}

/// As in `+0.13/7 0.012s, n=1234, sd=9, White mates`.
fn comment(mv: &MoveRecord, pgn: &PgnSettings, why: Option<&str>) -> String {
    let score = match mv.score {
        Some(EngineScore::Cp(0)) => "0.00".to_owned(),
        Some(EngineScore::Cp(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        // Plies rather than moves.
        Some(EngineScore::Mate(moves)) if moves > 0 => format!("+M{}", 2 * i64::from(moves) - 1),
        Some(EngineScore::Mate(moves)) => format!("-M{}", 2 * i64::from(moves).abs()),
        None => String::new(),
    };
    let mut parts = vec![format!("{score}/{} {:.3}s", mv.depth.unwrap_or(0), mv.time as f64 / 1_000.0)];
    if pgn.nodes {
        parts.push(format!("n={}", mv.nodes.unwrap_or(0)));
    }
    if pgn.seldepth {
        parts.push(format!("sd={}", mv.seldepth.unwrap_or(0)));
    }
    parts.extend(why.map(ToOwned::to_owned));
    parts.join(", ")
}

fn termination(reason: &EndReason) -> &'static str {
    match reason {
        EndReason::Rules(_) => "normal",
        EndReason::IllegalMove => "illegal move",
        EndReason::Time => "time forfeit",
        EndReason::Stall => "stalled connection",
        EndReason::Crash | EndReason::Protocol | EndReason::Flood => "abandoned",
        EndReason::Resignation | EndReason::LevelScores | EndReason::Length => "adjudication",
    }
}

/// `-pgnout FILE [min]`, or `-pgnout file=FILE nodes=true …`.
pub fn read_pgn(values: &[String]) -> Result<PgnSettings, DialectError> {
    const SWITCHES: [&str; 14] = [
        "file",
        "append",
        "nodes",
        "seldepth",
        "min",
        "nps",
        "hashfull",
        "tbhits",
        "timeleft",
        "latency",
        "pv",
        "notation",
        "match_line",
        "fi",
    ];
    let option = "pgnout";
    let mut pgn = PgnSettings { append: true, ..PgnSettings::default() };
    for value in values {
        let Some((key, text)) = value.split_once('=') else {
            match value.as_str() {
                "min" => pgn.minimal = true,
                "fi" => (),
                file if pgn.file.as_os_str().is_empty() => pgn.file = PathBuf::from(file),
                other => return Err(unknown_key(option, other, &SWITCHES)),
            }
            continue;
        };
        let switch = || keys::switch(key, text).map_err(|error| DialectError::Key { option, error });
        match key {
            "file" => pgn.file = PathBuf::from(text),
            "append" => pgn.append = switch()?,
            "nodes" => pgn.nodes = switch()?,
            "seldepth" => pgn.seldepth = switch()?,
            "min" => pgn.minimal = switch()?,
            known if SWITCHES.contains(&known) => (),
            other => return Err(unknown_key(option, other, &SWITCHES)),
        }
    }
    if pgn.file.as_os_str().is_empty() { Err(DialectError::Missing(option)) } else { Ok(pgn) }
}
