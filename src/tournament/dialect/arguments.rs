//! Arguments with a single dash, as fastchess and cutechess-cli take them, to a tournament.

use std::path::{Path, PathBuf};

use super::super::adjudication::{DrawRule, ResignRule};
use super::super::runner::Tournament;
use super::super::schedule::TournamentFormat;
use super::super::sprt::Sprt;
use super::adjudication::{read_draw, read_resign};
use super::config_file::ConfigFile;
use super::nearest::nearest;
use super::openings::OpeningValues;
use super::option_names;
use super::pgn::read_pgn;
use super::values::{DialectError, bad_value, checked};
use super::{Dialect, PgnSettings};
use crate::games::registry;

/// What a command line asks for.
#[derive(Debug)]
pub enum DialectRun {
    /// A tournament.
    Play(Box<Tournament>),
    /// A text to print.
    Tell(String),
}

/// What the arguments say.
pub struct Parsed {
    pub dialect: Dialect,
    pub engines: Vec<Vec<String>>,
    pub each: Vec<String>,
    pub variant: Option<String>,
    pub rounds: u64,
    pub games: Option<u64>,
    pub repeats: bool,
    pub concurrency: usize,
    pub openings: OpeningValues,
    pub sprt: Option<Sprt>,
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    pub max_moves: Option<u64>,
    pub recovers: bool,
    /// Drawn by lot if not given: tools that call again and again without a seed want other openings each time.
    pub seed: Option<u64>,
    pub debug: bool,
    pub pgn: Option<PgnSettings>,
    pub event: String,
    pub site: String,
    pub rating_interval: Option<u64>,
    pub score_interval: u64,
    pub output: Dialect,
    pub format: TournamentFormat,
    pub reply_timeout: u64,
    /// The file that is written to go on from.
    pub config: Option<PathBuf>,
    /// The file whose results count.
    pub resumed: Option<ConfigFile>,
    pub autosave: u64,
}

/// Reads the arguments behind the program's name.
pub fn read(dialect: Dialect, arguments: &[String]) -> Result<DialectRun, DialectError> {
    let mut parsed = Parsed::new(dialect);
    if arguments.is_empty() {
        return Ok(DialectRun::Tell(help(dialect)));
    }
    let mut rest = arguments;
    while let Some((option, behind)) = rest.split_first() {
        let is_option = |word: &String| {
            word.starts_with("--") || word.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_alphabetic))
        };
        let values = behind.iter().position(is_option).unwrap_or(behind.len());
        let (values, next) = behind.split_at(values);
        let name = option.strip_prefix("--").or_else(|| option.strip_prefix('-')).filter(|name| !name.is_empty());
        let known = option_names::all().find(|known| Some(*known) == name);
        match (known, name) {
            (Some("version"), _) | (None, Some("v")) => return Ok(DialectRun::Tell(dialect.version())),
            (Some("help"), _) => return Ok(DialectRun::Tell(help(dialect))),
            (Some(option), _) => parsed.apply(option, values)?,
            (None, Some("tbpieces" | "tbignore50" | "tbadjudicate")) => parsed.apply("tb", values)?,
            (None, name) => {
                let all: Vec<&str> = option_names::all().collect();
                let meant = nearest(name.unwrap_or(option), &all);
                return Err(DialectError::Unknown { unknown: option.clone(), meant });
            }
        }
        rest = next;
    }
    parsed.tournament().map(|tournament| DialectRun::Play(Box::new(tournament)))
}

fn help(dialect: Dialect) -> String {
    let options = option_names::all().map(|option| format!("-{option}")).collect::<Vec<_>>().join(" ");
    format!(
        "{}\nplays engines against each other in {}.\nThe game is -variant, or option.UCI_Variant where that must be 'standard'. Arguments: {options}\n\
         docs/runners.md tells what each does here. 'janggun match --help' has more: records, resuming, shards.",
        dialect.version(),
        registry::NAMES.join(", ")
    )
}

impl Parsed {
    fn new(dialect: Dialect) -> Parsed {
        Parsed {
            dialect,
            engines: Vec::new(),
            each: Vec::new(),
            variant: None,
            rounds: if dialect == Dialect::Fastchess { 2 } else { 1 },
            games: None,
            repeats: false,
            concurrency: 1,
            openings: OpeningValues { start: 1, ..OpeningValues::default() },
            sprt: None,
            resign: None,
            draw: None,
            max_moves: None,
            recovers: false,
            seed: None,
            debug: false,
            pgn: None,
            event: if dialect == Dialect::Fastchess { "Fastchess Tournament" } else { "?" }.to_owned(),
            site: "?".to_owned(),
            rating_interval: None,
            score_interval: 1,
            output: dialect,
            format: TournamentFormat::Roundrobin,
            // fastchess waits for a minute.
            reply_timeout: if dialect == Dialect::Fastchess { 60_000 } else { 10_000 },
            // cutechess-cli knows no such file.
            config: (dialect == Dialect::Fastchess).then(|| "config.json".into()),
            resumed: None,
            autosave: 20,
        }
    }

    fn apply(&mut self, option: &'static str, values: &[String]) -> Result<(), DialectError> {
        let one = || match values {
            [value] => Ok(value.as_str()),
            _ => Err(DialectError::Missing(option)),
        };
        let number = |least: u64| {
            let value = one()?;
            let number = value.parse().ok().filter(|&number: &u64| number >= least);
            let expected = if least == 0 { "a whole number from 0" } else { "a whole number from 1" };
            number.ok_or_else(|| DialectError::Value { option, value: value.to_owned(), expected })
        };
        match option {
            "engine" => self.engines.push(values.to_vec()),
            "each" => self.each.extend_from_slice(values),
            "variant" => self.variant = Some(one()?.to_owned()),
            "rounds" => self.rounds = number(1)?,
            "games" => self.games = Some(number(1)?),
            "repeat" if values.is_empty() => self.repeats = true,
            // Of cutechess-cli this is how often an opening is played, of fastchess the games of a round.
            "repeat" => {
                let times = number(1)?;
                self.repeats = times > 1;
                self.games = if self.dialect == Dialect::Fastchess { Some(times) } else { self.games };
            }
            "concurrency" => self.concurrency = number(1)? as usize,
            "openings" => self.openings.apply(values)?,
            "sprt" => self.sprt = Some(self.read_sprt(values)?),
            "resign" => self.resign = Some(read_resign(values)?),
            "draw" => self.draw = Some(read_draw(values)?),
            "maxmoves" => self.max_moves = Some(number(0)?),
            "recover" => self.recovers = true,
            "srand" => self.seed = Some(number(0)?),
            "debug" => self.debug = true,
            "seeds" => {
                if number(1)? != 1 {
                    let why = "one engine plays the gauntlet, the first; leave it out, or play one tournament for each";
                    return Err(DialectError::Unsupported { option, why });
                }
            }
            "pgnout" => self.pgn = Some(read_pgn(values)?),
            "event" => self.event = values.join(" "),
            "site" => self.site = values.join(" "),
            "ratinginterval" => self.rating_interval = Some(number(0)?),
            "scoreinterval" => self.score_interval = number(0)?,
            "ping-ms" => self.reply_timeout = number(1)?,
            "output" => {
                for (key, value) in checked(option, values, &["format"])? {
                    self.output = match value.as_str() {
                        "fastchess" => Dialect::Fastchess,
                        "cutechess" => Dialect::Cutechess,
                        _ => return Err(bad_value(option, &key, &value, "fastchess or cutechess")),
                    };
                }
            }
            "config" => self.read_config(values)?,
            "autosaveinterval" => self.autosave = number(0)?,
            "tournament" => {
                self.format = match one()? {
                    "roundrobin" | "round-robin" => TournamentFormat::Roundrobin,
                    "gauntlet" => TournamentFormat::Gauntlet,
                    other => {
                        let value = other.to_owned();
                        return Err(DialectError::Value { option, value, expected: "roundrobin or gauntlet" });
                    }
                };
            }
            "tb" => {
                let why = "there are no Syzygy tables for these games; leave -tb and what belongs to it out";
                return Err(DialectError::Unsupported { option, why });
            }
            "noswap" | "reverse" => {
                let why = "every opening is played with sides exchanged; leave it out";
                return Err(DialectError::Unsupported { option, why });
            }
            "quick" | "compliance" => {
                let why = "give -engine, -each, -rounds and -openings; 'janggun match --help' has examples";
                return Err(DialectError::Unsupported { option, why });
            }
            "epdout" => {
                let why = "write the games with -pgnout, and their positions with 'janggun analyse FILE.pgn'";
                return Err(DialectError::Unsupported { option, why });
            }
            _ => debug_assert!(option_names::is_without_effect(option), "{option} is taken and does nothing"),
        }
        Ok(())
    }

    /// What the file says takes the place of all before it; what comes later is added or replaces it.
    fn read_config(&mut self, values: &[String]) -> Result<(), DialectError> {
        let option = "config";
        let pairs = checked(option, values, &["file", "outname", "discard", "stats"])?;
        let value = |wanted: &str| pairs.iter().rev().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
        let switch = |key: &str, default: bool| match value(key) {
            None => Ok(default),
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            Some(other) => Err(bad_value(option, key, other, "true or false")),
        };
        let (discards, keeps_results) = (switch("discard", false)?, switch("stats", true)?);
        if let Some(path) = value("file").filter(|_| !discards) {
            let file = ConfigFile::read(Path::new(path))?;
            file.restore(self)?;
            self.resumed = keeps_results.then_some(file);
        }
        let name = value("outname").filter(|name| !name.is_empty());
        self.config = name.map(PathBuf::from).or(self.config.take()).or_else(|| Some("config.json".into()));
        Ok(())
    }

    fn read_sprt(&self, values: &[String]) -> Result<Sprt, DialectError> {
        checked("sprt", values, &["elo0", "elo1", "alpha", "beta", "model"])?;
        // cutechess-cli has the usual Elo, fastchess normalized Elo unless told otherwise.
        let model = if self.dialect == Dialect::Cutechess { "model=logistic " } else { "" };
        Sprt::read(&format!("{model}{}", values.join(" "))).map_err(|error| DialectError::Key { option: "sprt", error })
    }
}
