//! Arguments with a single dash, as fastchess and cutechess-cli take them, to a tournament.

use std::path::PathBuf;
use std::time::Duration;

use super::super::adjudication::{DrawRule, ResignRule};
use super::super::engines::{self, EngineSettingsError};
use super::super::game::Timeouts;
use super::super::keys::{self, KeyError};
use super::super::openings::{self, OpeningError};
use super::super::referee::RuleOptions;
use super::super::runner::Tournament;
use super::super::schedule::{OpeningOrder, Shard, TournamentFormat};
use super::super::settings::{MatchSettings, OpeningBook};
use super::super::sprt::Sprt;
use super::nearest::nearest;
use super::{Dialect, DialectSettings, PgnSettings};
use crate::game::OptionRole;
use crate::games::registry;
use crate::records::RecordFormat;

/// What a command line asks for.
#[derive(Debug)]
pub enum DialectRun {
    /// A tournament.
    Play(Box<Tournament>),
    /// A text to print.
    Tell(String),
}

#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DialectError {
    #[error("there is no argument '{unknown}'; did you mean -{nearest}?")]
    Unknown { unknown: String, nearest: &'static str },
    #[error("-{option} knows no '{unknown}'; did you mean {nearest}?")]
    UnknownKey { option: &'static str, unknown: String, nearest: &'static str },
    #[error("-{option}: '{value}' cannot be; expected {expected}")]
    Value { option: &'static str, value: String, expected: &'static str },
    #[error("-{option}: {error}")]
    Key { option: &'static str, error: KeyError },
    #[error("-{0} needs a value")]
    Missing(&'static str),
    #[error("-{option} is not possible here: {why}")]
    Unsupported { option: &'static str, why: &'static str },
    #[error(
        "which game? Give -variant with one of {known}, or option.UCI_Variant=… to the engines",
        known = registry::NAMES.join(", ")
    )]
    NoVariant,
    #[error("the engines have different values for {0}; it belongs to the game, so give it once, behind -each")]
    Disagreement(String),
    #[error(transparent)]
    Engines(#[from] EngineSettingsError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error("-sprt compares two engines, but there are {0}; leave it out, or some engines")]
    Test(usize),
}

/// Arguments that both programs know, or one of them.
const OPTIONS: [&str; 43] = [
    "engine",
    "each",
    "variant",
    "rounds",
    "games",
    "repeat",
    "concurrency",
    "openings",
    "sprt",
    "resign",
    "draw",
    "maxmoves",
    "recover",
    "srand",
    "pgnout",
    "event",
    "site",
    "ratinginterval",
    "scoreinterval",
    "output",
    "config",
    "debug",
    "version",
    "help",
    "tournament",
    "log",
    "report",
    "autosaveinterval",
    "wait",
    "testEnv",
    "strict",
    "force-concurrency",
    "use-affinity",
    "show-latency",
    "check-mate-pvs",
    "crc32",
    "startup-ms",
    "ucinewgame-ms",
    "ping-ms",
    "noswap",
    "reverse",
    "tb",
    "epdout",
];

/// What these tell does not matter for our games or our runner, so that they are taken and say nothing.
const WITHOUT_EFFECT: [&str; 14] = [
    "debug",
    "log",
    "report",
    "autosaveinterval",
    "wait",
    "testEnv",
    "strict",
    "force-concurrency",
    "use-affinity",
    "show-latency",
    "check-mate-pvs",
    "crc32",
    "startup-ms",
    "ucinewgame-ms",
];

struct Parsed {
    dialect: Dialect,
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    variant: Option<String>,
    rounds: u64,
    games: Option<u64>,
    repeats: bool,
    concurrency: usize,
    openings: Openings,
    sprt: Option<Sprt>,
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    max_moves: Option<u64>,
    recovers: bool,
    seed: u64,
    pgn: Option<PgnSettings>,
    event: String,
    site: String,
    rating_interval: Option<u64>,
    score_interval: u64,
    output: Dialect,
    format: TournamentFormat,
    reply_timeout: u64,
}

#[derive(Default)]
struct Openings {
    file: Option<PathBuf>,
    format: Option<&'static str>,
    random: bool,
    plies: Option<usize>,
    start: usize,
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
        let known = OPTIONS.iter().find(|known| Some(**known) == name).copied();
        match (known, name) {
            (Some("version"), _) | (None, Some("v")) => return Ok(DialectRun::Tell(dialect.version())),
            (Some("help"), _) => return Ok(DialectRun::Tell(help(dialect))),
            (Some(option), _) => parsed.apply(option, values)?,
            (None, Some("tbpieces" | "tbignore50" | "tbadjudicate")) => parsed.apply("tb", values)?,
            (None, name) => {
                let unknown = name.unwrap_or(option);
                let nearest = OPTIONS.iter().find(|known| **known == nearest(unknown, &OPTIONS)).copied();
                return Err(DialectError::Unknown { unknown: option.clone(), nearest: nearest.unwrap_or("help") });
            }
        }
        rest = next;
    }
    parsed.tournament().map(|tournament| DialectRun::Play(Box::new(tournament)))
}

fn help(dialect: Dialect) -> String {
    let options = OPTIONS.iter().map(|option| format!("-{option}")).collect::<Vec<_>>().join(" ");
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
            openings: Openings { start: 1, ..Openings::default() },
            sprt: None,
            resign: None,
            draw: None,
            max_moves: None,
            recovers: false,
            seed: 1,
            pgn: None,
            event: if dialect == Dialect::Fastchess { "Fastchess Tournament" } else { "?" }.to_owned(),
            site: "?".to_owned(),
            rating_interval: None,
            score_interval: 1,
            output: dialect,
            format: TournamentFormat::Roundrobin,
            reply_timeout: 10_000,
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
            "srand" => self.seed = number(0)?,
            "pgnout" => self.pgn = Some(self.read_pgn(values)?),
            "event" => self.event = values.join(" "),
            "site" => self.site = values.join(" "),
            "ratinginterval" => self.rating_interval = Some(number(0)?),
            "scoreinterval" => self.score_interval = number(0)?,
            "ping-ms" => self.reply_timeout = number(1)?,
            "output" => {
                for (_, value) in checked(option, values, &["format"])? {
                    self.output = match value.as_str() {
                        "fastchess" => Dialect::Fastchess,
                        "cutechess" => Dialect::Cutechess,
                        _ => return Err(DialectError::Value { option, value, expected: "fastchess or cutechess" }),
                    };
                }
            }
            "config" => {
                let pairs = checked(option, values, &["file", "outname", "discard", "stats"])?;
                if pairs.iter().any(|(key, _)| key == "file") {
                    let why = "a match is resumed from its record, with 'janggun match --record FILE'";
                    return Err(DialectError::Unsupported { option, why });
                }
            }
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
            "epdout" => {
                let why = "write the games with -pgnout, and their positions with 'janggun analyse FILE.pgn'";
                return Err(DialectError::Unsupported { option, why });
            }
            _ => debug_assert!(WITHOUT_EFFECT.contains(&option), "{option} is taken and does nothing"),
        }
        Ok(())
    }

    fn read_sprt(&self, values: &[String]) -> Result<Sprt, DialectError> {
        checked("sprt", values, &["elo0", "elo1", "alpha", "beta", "model"])?;
        // cutechess-cli has the usual Elo, fastchess normalized Elo unless told otherwise.
        let model = if self.dialect == Dialect::Cutechess { "model=logistic " } else { "" };
        Sprt::read(&format!("{model}{}", values.join(" "))).map_err(|error| DialectError::Key { option: "sprt", error })
    }

    /// `-pgnout FILE [min]`, or `-pgnout file=FILE nodes=true …`.
    fn read_pgn(&self, values: &[String]) -> Result<PgnSettings, DialectError> {
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

    fn tournament(self) -> Result<Tournament, DialectError> {
        let (each, mut margin, restart_each) = engine_list(&self.each)?;
        let mut lists = Vec::new();
        let mut restarts = Vec::new();
        for engine in &self.engines {
            let (list, own_margin, restart) = engine_list(engine)?;
            margin = margin.max(own_margin);
            restarts.push(restart.or(restart_each).unwrap_or(false));
            lists.push(list);
        }
        let mut engines = engines::read(&each, &lists)?;
        engines.iter_mut().zip(restarts).for_each(|(engine, restart)| engine.restart = restart);
        let (variant, rules) = self.game(&mut engines)?;
        if self.sprt.is_some() && engines.len() != 2 {
            return Err(DialectError::Test(engines.len()));
        }
        let (book, openings) = self.openings.read(&variant, &rules, self.seed)?;
        let games = self.games.unwrap_or(if self.dialect == Dialect::Fastchess || self.repeats { 2 } else { 1 });
        let settings = MatchSettings {
            variant,
            rules: rules.changes().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            engines,
            format: self.format,
            openings,
            resign: self.resign,
            draw: self.draw,
            // A move of chess is two plies; 0 means no limit.
            max_plies: self
                .max_moves
                .filter(|&moves| moves > 0)
                .map_or(u32::MAX, |moves| moves.saturating_mul(2).min(1 << 30) as u32),
            margin: margin.unwrap_or(0),
        };
        let dialect = DialectSettings {
            output: self.output,
            rating_interval: self.rating_interval.unwrap_or(if self.dialect == Dialect::Fastchess { 10 } else { 0 }),
            score_interval: self.score_interval,
            book: self.openings.file.as_ref().and_then(|file| Some(file.file_name()?.to_string_lossy().into_owned())),
            recovers: self.recovers,
            pgn: self.pgn.map(|pgn| PgnSettings { event: self.event, site: self.site, ..pgn }),
        };
        let reply = Duration::from_millis(self.reply_timeout);
        Ok(Tournament {
            settings,
            rules,
            book,
            games: self.rounds.saturating_mul(games),
            // cutechess plays an opening once unless it is told to repeat it.
            pair_length: if games == 1 || self.dialect == Dialect::Cutechess && !self.repeats { 1 } else { 2 },
            shard: Shard::WHOLE,
            concurrency: self.concurrency,
            timeouts: Timeouts { reply, search: Duration::from_secs(120).max(reply) },
            sprt: self.sprt,
            report: 0,
            record: None,
            pgn: None,
            dialect: Some(dialect),
        })
    }

    /// The variant, and options of the game that engines were given as their own: the referee must know them, too.
    fn game(&self, engines: &mut [engines::EngineSettings]) -> Result<(String, RuleOptions), DialectError> {
        const VARIANT: &str = "UCI_Variant";
        let mut taken = |name: &str| -> Result<Option<String>, DialectError> {
            let mut found: Vec<Option<String>> = Vec::new();
            for engine in engines.iter_mut() {
                let at = engine.options.iter().position(|(option, _)| option.eq_ignore_ascii_case(name));
                found.push(at.map(|at| engine.options.remove(at).1));
            }
            found.dedup();
            match &mut found[..] {
                [one] => Ok(one.take()),
                _ => Err(DialectError::Disagreement(name.to_owned())),
            }
        };
        let told = taken(VARIANT)?;
        let wanted = self.variant.as_deref().filter(|&name| name != "standard").map(ToOwned::to_owned).or(told);
        let variant = wanted.filter(|name| registry::NAMES.contains(&name.as_str())).ok_or(DialectError::NoVariant)?;
        let mut list = String::new();
        for spec in registry::OPTIONS.iter().filter(|spec| matches!(spec.role, OptionRole::Plain | OptionRole::Seed)) {
            if let Some(value) = taken(spec.name)? {
                list += &format!("{}={value} ", spec.name);
            }
        }
        let rules = RuleOptions::read(&list).map_err(|error| DialectError::Key { option: "each", error })?;
        Ok((variant, rules))
    }
}

impl Openings {
    fn apply(&mut self, values: &[String]) -> Result<(), DialectError> {
        let option = "openings";
        for (key, value) in checked(option, values, &["file", "format", "order", "plies", "start", "policy"])? {
            let number = |value: String| {
                let expected = "a whole number from 1";
                value.parse().ok().filter(|&number| number > 0).ok_or(DialectError::Value { option, value, expected })
            };
            match (key.as_str(), value.as_str()) {
                ("file", _) => self.file = Some(PathBuf::from(value)),
                ("format", "epd") => self.format = Some("epd"),
                ("format", "pgn") => self.format = Some("pgn"),
                ("format", _) => return Err(DialectError::Value { option, value, expected: "epd or pgn" }),
                ("order", "random") => self.random = true,
                ("order", "sequential") => self.random = false,
                ("order", _) => return Err(DialectError::Value { option, value, expected: "random or sequential" }),
                ("plies", _) => self.plies = Some(number(value)?),
                ("start", _) => self.start = number(value)?,
                _ => (),
            }
        }
        Ok(())
    }

    fn read(
        &self,
        variant: &str,
        rules: &RuleOptions,
        seed: u64,
    ) -> Result<(OpeningBook, super::super::settings::OpeningSettings), DialectError> {
        let read = |file: &PathBuf| {
            let format = match self.format {
                Some("pgn") => Some(RecordFormat::Pgn),
                Some(_) => None,
                None => RecordFormat::of_path(file),
            };
            openings::read(file, format, variant, rules, self.plies)
        };
        let openings = self.file.as_ref().map(read).transpose()?.unwrap_or_default();
        let order = if self.random { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let (book, settings) = OpeningBook::new(openings, order, 0, seed);
        Ok((book.starting_at(self.start - 1), settings))
    }
}

/// The settings of an engine as our own command line has them, its margin in milliseconds, and whether it is restarted for every game.
fn engine_list(values: &[String]) -> Result<(String, Option<u64>, Option<bool>), DialectError> {
    const KEYS: [&str; 17] = [
        "cmd",
        "name",
        "dir",
        "arg",
        "args",
        "proto",
        "tc",
        "st",
        "nodes",
        "depth",
        "plies",
        "timemargin",
        "restart",
        "ponder",
        "stderr",
        "trust",
        "option.NAME",
    ];
    let option = "engine";
    let (mut list, mut margin, mut restart) = (Vec::new(), None, None);
    for value in values {
        let Some((key, text)) = value.split_once('=') else {
            match value.as_str() {
                "ponder" => list.push("ponder=true".to_owned()),
                other => return Err(unknown_key(option, other, &KEYS)),
            }
            continue;
        };
        let add = |key: &str| format!("\"{key}={}\"", text.replace('"', ""));
        match key {
            "cmd" | "name" | "dir" | "arg" | "st" | "nodes" | "depth" => list.push(add(key)),
            "plies" => list.push(add("depth")),
            "args" => list.extend(text.split_whitespace().map(|word| format!("\"arg={word}\""))),
            "tc" if matches!(text, "inf" | "infinite") => (),
            "tc" => list.push(add("tc")),
            "proto" if text == "uci" => (),
            "proto" => {
                let why = "engines are spoken to in UCI; give proto=uci, or play with a program that speaks it";
                return Err(DialectError::Unsupported { option: "engine proto", why });
            }
            "timemargin" => {
                let expected = "milliseconds";
                let read = text.parse().map_err(|_| DialectError::Value { option, value: value.clone(), expected });
                margin = Some(read?);
            }
            "restart" => restart = Some(text == "on"),
            "stderr" | "trust" => (),
            key if key.starts_with("option.") => list.push(add(key)),
            other => return Err(unknown_key(option, other, &KEYS)),
        }
    }
    Ok((list.join(" "), margin, restart))
}

fn read_resign(values: &[String]) -> Result<ResignRule, DialectError> {
    let mut list = String::new();
    for (key, value) in checked("resign", values, &["movecount", "score", "twosided"])? {
        let key = match key.as_str() {
            "movecount" => "moves",
            "twosided" => "both",
            other => other,
        };
        list += &format!("{key}={value} ");
    }
    ResignRule::read(&list).map_err(|error| DialectError::Key { option: "resign", error })
}

fn read_draw(values: &[String]) -> Result<DrawRule, DialectError> {
    let mut list = String::new();
    for (key, value) in checked("draw", values, &["movenumber", "movecount", "score"])? {
        list += &match key.as_str() {
            // A move of chess is two plies.
            "movenumber" => {
                format!("after={} ", value.parse::<u64>().map_or(value, |moves| moves.saturating_mul(2).to_string()))
            }
            "movecount" => format!("moves={value} "),
            other => format!("{other}={value} "),
        };
    }
    DrawRule::read(&list).map_err(|error| DialectError::Key { option: "draw", error })
}

/// Pairs of key and value, if all keys are known.
fn checked(
    option: &'static str,
    values: &[String],
    known: &[&'static str],
) -> Result<Vec<(String, String)>, DialectError> {
    let pair = |value: &String| {
        let (key, text) = value.split_once('=').unwrap_or((value, ""));
        match known.contains(&key) {
            true => Ok((key.to_owned(), text.to_owned())),
            false => Err(unknown_key(option, key, known)),
        }
    };
    values.iter().map(pair).collect()
}

fn unknown_key(option: &'static str, unknown: &str, known: &[&'static str]) -> DialectError {
    let nearest = nearest(unknown, known);
    let nearest = known.iter().find(|known| **known == nearest).copied().unwrap_or(known[0]);
    DialectError::UnknownKey { option, unknown: unknown.to_owned(), nearest }
}
