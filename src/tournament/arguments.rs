//! The command line of `match` and `rate`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::adjudication::{DrawRule, ResignRule};
use super::dialect::Dialect;
use super::engines::{self, EngineSettings, EngineSettingsError};
use super::game::Timeouts;
use super::keys::KeyError;
use super::openings::{self, OpeningError};
use super::referee::RuleOptions;
use super::runner::Tournament;
use super::schedule::{OpeningOrder, Shard, TournamentFormat};
use super::settings::{MatchSettings, OpeningBook};
use super::sprt::Sprt;
use crate::games::registry;
use crate::records::RecordFormat;

const EXAMPLES: &str = "\
Settings of an engine are a list key=value with blanks between, in one argument; quotes keep blanks together:
  cmd=PROGRAM       the engine's program
  name=NAME         by which it is known; the program's name if not given
  dir=FOLDER        its working folder
  arg=ARGUMENT      an argument of the program; may be given several times
  option.NAME=VALUE an option of the engine, such as option.Hash=16 or 'option.Move Overhead=20'
  tc=TIME           a clock in seconds: 10+0.1, 40/60 (for 40 moves), 40/60+0.5
  st=SECONDS        seconds for each move
  nodes=N, depth=N  positions or iterations for each move
  ponder=true       thinks on the opponent's time

Examples:
  janggun match --engine 'cmd=./new name=New' --engine 'cmd=./old name=Old' --each tc=10+0.1 option.Hash=16 \\
      --variant janggi --games 1000 --random-plies 6 --concurrency 2 --record games.jsonl --sprt elo0=0 elo1=5
  janggun match --engine cmd=janggun --engine cmd=fairy-stockfish --each st=0.5 --games 100 --openings book.epd --order random

What decides the game itself belongs in --variant and --rule, not in option.NAME of an engine: the referee goes by it as well.

Called as fastchess or cutechess-cli, or as 'janggun match --as NAME …', it takes the arguments of those programs and prints their lines; docs/runners.md
tells more.

Exit codes: 0 all games were played, or the test accepted H1; 10 it accepted H0; 11 it is undecided; 12 an engine does not play at all: it
never says uciok, or fails in all of its first four games; 13 all games were played, but some were lost by a fault; 130 interrupted;
1 the tournament could not go on, or a file or program that is named cannot be used; 2 the arguments are not understood, or cannot be.";

/// The arguments of `match`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct MatchArguments {
    /// An engine: a list of settings, see below; give two or more
    #[arg(long, value_name = "SETTINGS", required = true)]
    pub engine: Vec<String>,
    /// Settings that all engines share; an engine's own go before them
    #[arg(long, value_name = "SETTINGS", num_args = 1..)]
    pub each: Vec<String>,
    /// Variant, such as janggi
    #[arg(long, value_name = "VARIANT", default_value = crate::games::registry::NAMES[0])]
    pub variant: String,
    /// Options of the game for the referee and for every engine that declares them, such as CheDuk_Territory=span
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    pub rule: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = TournamentFormat::Roundrobin)]
    pub format: TournamentFormat,
    /// Games of each pairing: an even number, since every opening is played twice with sides exchanged
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<usize>)]
    pub concurrency: usize,
    /// File of openings, one in each line: a FEN, a FEN with `moves …`, EPD, or moves; or a file of games, .pgn or .gib
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Take only so many moves of each opening
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Order of the openings
    #[arg(long, value_enum, default_value_t = OpeningOrder::Sequential)]
    pub order: OpeningOrder,
    /// Random moves behind each opening
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub random_plies: u32,
    /// Seed of the order and of the random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A side resigns when so many of its moves running had such a score: moves=3 score=600 [both=true, the opponent agrees]
    #[arg(long, value_name = "SETTINGS", num_args = 0..)]
    pub resign: Option<Vec<String>>,
    /// A game is drawn when, after so many plies, so many moves running of both had such a score: after=80 moves=8 score=10
    #[arg(long, value_name = "SETTINGS", num_args = 0..)]
    pub draw: Option<Vec<String>>,
    /// Games are drawn after so many plies, moves of both sides after the opening
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = count::<u32>)]
    pub max_plies: u32,
    /// Milliseconds by which a clock may be exceeded
    #[arg(long, value_name = "MS", default_value_t = 20)]
    pub margin: u64,
    /// Seconds after which an engine that should answer at once has lost
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub patience: f64,
    /// Seconds after which an engine without a clock that does not move has lost
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    pub longest_move: f64,
    /// Stop as soon as this is decided: elo0=0 elo1=5 [alpha=0.05 beta=0.05 model=normalized|logistic|bayesian]
    #[arg(long, value_name = "SETTINGS", num_args = 0..)]
    pub sprt: Option<Vec<String>>,
    /// File of the games as JSON Lines; a tournament that was interrupted goes on where it stopped
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// File of the games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Play only this part of the tournament, such as 3/8, the third of eight
    #[arg(long, value_name = "PART", value_parser = Shard::read)]
    pub shard: Option<Shard>,
    /// Tell the statistics after so many games, if not on a terminal
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub report: u64,
    /// Take the arguments of another runner and print its lines; must stand first, see below
    #[arg(long = "as", value_name = "NAME", value_enum)]
    pub other: Option<Dialect>,
}

/// The arguments of `rate`.
#[derive(Args, Clone, Debug)]
pub struct RateArguments {
    /// Records that `match --record` has written
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print comma-separated values: engine, elo, error (empty where it is not known), games, wins, draws, losses, score in percent
    #[arg(long)]
    pub csv: bool,
}

/// Why the arguments are refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ArgumentError {
    #[error(transparent)]
    Engines(#[from] EngineSettingsError),
    #[error("--{argument}: {error}")]
    Key { argument: &'static str, error: KeyError },
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    #[error(
        "--games cannot be {0}; expected an even number from 2, since every opening is played with sides exchanged"
    )]
    Games(u64),
    #[error("--{argument} cannot be {value}; expected seconds from 0.001 to 1000000")]
    Seconds { argument: &'static str, value: f64 },
    #[error("--sprt compares two engines, but there are {0}; leave it out, or some engines")]
    Test(usize),
    #[error(
        "engine '{engine}' has option.{option}={value}, but the referee and all engines play by the same rules; give --rule {option}={value} \
         instead"
    )]
    OwnRule { engine: String, option: &'static str, value: String },
    #[error(
        "engine '{engine}' has option.UCI_Variant={value}, but all play --variant {variant}; give --variant {value} instead"
    )]
    OwnVariant { engine: String, value: String, variant: String },
    #[error(
        "--as must stand first, as in 'janggun match --as fastchess …'; what follows it are the arguments of that program"
    )]
    AsNotFirst,
    #[error(transparent)]
    Openings(#[from] OpeningError),
}

impl ArgumentError {
    /// Whether a file is to blame, rather than the command line.
    pub fn is_about_a_file(&self) -> bool {
        matches!(self, ArgumentError::Openings(_))
    }
}

impl MatchArguments {
    /// Checks everything that can be checked before the first game.
    pub fn tournament(&self) -> Result<Tournament, ArgumentError> {
        let engines = engines::read(&joined(&self.each), &self.engine)?;
        let variant = self.variant.clone();
        if !registry::NAMES.contains(&variant.as_str()) {
            return Err(ArgumentError::Variant(variant));
        }
        if self.other.is_some() {
            return Err(ArgumentError::AsNotFirst);
        }
        if self.games < 2 || !self.games.is_multiple_of(2) {
            return Err(ArgumentError::Games(self.games));
        }
        let rules = list("rule", Some(&self.rule), RuleOptions::read)?.unwrap_or_default();
        engines.iter().try_for_each(|engine| check_game(engine, &variant, &rules))?;
        let sprt = list("sprt", self.sprt.as_ref(), Sprt::read)?;
        if sprt.is_some() && engines.len() != 2 {
            return Err(ArgumentError::Test(engines.len()));
        }
        let lines = self
            .openings
            .as_ref()
            .map(|path| openings::read(path, RecordFormat::of_path(path), &variant, &rules, self.opening_plies))
            .transpose()?;
        let (book, openings) = OpeningBook::new(lines.unwrap_or_default(), self.order, self.random_plies, self.seed);
        let settings = MatchSettings {
            variant,
            rules: rules.changes().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            engines,
            format: self.format,
            openings,
            resign: list("resign", self.resign.as_ref(), ResignRule::read)?,
            draw: list("draw", self.draw.as_ref(), DrawRule::read)?,
            max_plies: self.max_plies,
            margin: self.margin,
        };
        let timeouts = Timeouts {
            reply: seconds("patience", self.patience)?,
            search: seconds("longest-move", self.longest_move)?,
        };
        Ok(Tournament {
            settings,
            rules,
            book,
            games: self.games,
            pair_length: 2,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            concurrency: self.concurrency,
            timeouts,
            sprt,
            report: self.report,
            record: self.record.clone(),
            pgn: self.pgn.clone(),
            dialect: None,
        })
    }
}

/// What engines are told by options of their own, the referee does not know.
fn check_game(engine: &EngineSettings, variant: &str, rules: &RuleOptions) -> Result<(), ArgumentError> {
    for (name, value) in &engine.options {
        let (engine, value) = (engine.name.clone(), value.clone());
        if name.eq_ignore_ascii_case("UCI_Variant") && !value.eq_ignore_ascii_case(variant) {
            return Err(ArgumentError::OwnVariant { engine, value, variant: variant.to_owned() });
        }
        if let Some(option) = rules.contradicted(variant, name, &value) {
            return Err(ArgumentError::OwnRule { engine, option, value });
        }
    }
    Ok(())
}

/// Reads a whole number from 1.
fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| "expected a whole number from 1".to_owned())
}

/// Joins arguments to one list of settings. Blanks inside one of several arguments belong to its value.
fn joined(arguments: &[String]) -> String {
    match arguments {
        [one] => one.clone(),
        many => {
            let has_blanks =
                |argument: &String| argument.contains(char::is_whitespace) && !argument.contains(['"', '\'']);
            let quoted =
                |argument: &String| if has_blanks(argument) { format!("\"{argument}\"") } else { argument.clone() };
            many.iter().map(quoted).collect::<Vec<_>>().join(" ")
        }
    }
}

fn list<T>(
    argument: &'static str,
    list: Option<&Vec<String>>,
    read: impl Fn(&str) -> Result<T, KeyError>,
) -> Result<Option<T>, ArgumentError> {
    let error = |error| ArgumentError::Key { argument, error };
    list.map(|list| read(&joined(list)).map_err(error)).transpose()
}

fn seconds(argument: &'static str, value: f64) -> Result<Duration, ArgumentError> {
    let fits = (0.001..=1e6).contains(&value);
    if fits { Ok(Duration::from_secs_f64(value)) } else { Err(ArgumentError::Seconds { argument, value }) }
}
