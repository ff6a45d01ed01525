//! The options: declared once in one table, from which protocol, validation, help and documentation are generated.

use once_cell::sync::Lazy;

use crate::game::{OptionKind, OptionRole, OptionSpec, Settings, Variant};
use crate::games::registry;
#[cfg(feature = "tuning")]
use crate::search::parameters;
use crate::search::skill::RATINGS;

/// Names of the options that the engine itself reads.
pub mod name {
    #![allow(missing_docs)]
    pub const VARIANT: &str = "UCI_Variant";
    pub const HASH: &str = "Hash";
    pub const THREADS: &str = "Threads";
    pub const MULTI_PV: &str = "MultiPV";
    pub const PONDER: &str = "Ponder";
    pub const MOVE_OVERHEAD: &str = "Move Overhead";
    pub const ANALYSE_MODE: &str = "UCI_AnalyseMode";
    pub const SHOW_WDL: &str = "UCI_ShowWDL";
    pub const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
    pub const ELO: &str = "UCI_Elo";
    pub const SKILL_LEVEL: &str = "Skill Level";
    pub const LEVEL: &str = "Level";
    pub const CLEAR_HASH: &str = "Clear Hash";
    pub const USE_NNUE: &str = "Use NNUE";
    pub const EVAL_FILE: &str = "EvalFile";
    pub const LOG_FILE: &str = "Log File";
}

/// Weakest and strongest rating that `UCI_Elo` takes.
pub const ELO_RANGE: (i64, i64) = (RATINGS[0] as i64, RATINGS[RATINGS.len() - 1] as i64);

/// `Level` and its iterations: the three levels of the original program, 상, 중 and 하.
pub const LEVEL_DEPTHS: [(&str, Option<u32>); 4] =
    [("full", None), ("high", Some(7)), ("middle", Some(5)), ("low", Some(3))];

/// What they are worth on the scale of `RATINGS`, where our own search plays them. `scripts/measure_levels` measures and writes it.
pub const LEVEL_RATINGS: [(&str, u32); 3] = [("low", 1690), ("middle", 2063), ("high", 2580)];

/// What the levels are called in Korean.
const KOREAN_LEVELS: [(&str, &str); 3] = [("상", "high"), ("중", "middle"), ("하", "low")];

static LEVELS: [&str; 4] = {
    let [(a, _), (b, _), (c, _), (d, _)] = LEVEL_DEPTHS;
    [a, b, c, d]
};

/// The plies that the option `Level` asks for; none at full strength, and in analysis.
pub fn level_depth(options: &Options) -> Option<u32> {
    let level = if options.is_on(name::ANALYSE_MODE) { LEVELS[0] } else { options.word(name::LEVEL) };
    LEVEL_DEPTHS.iter().find(|(name, _)| *name == level).and_then(|(_, depth)| *depth)
}

/// What a value of the option `Level` is worth; none for full strength.
pub fn level_rating(level: &str) -> Option<u32> {
    LEVEL_RATINGS.iter().find(|(name, _)| *name == level).map(|&(_, rating)| rating)
}

/// What a value of the option `Skill Level` is worth; none if there is no such level.
pub fn skill_rating(level: u32) -> Option<u32> {
    RATINGS.get(level as usize).copied()
}

/// Megabytes of the hash table. A page of a browser has less memory than a machine, and WebAssembly memory never shrinks.
const DEFAULT_HASH: i64 = if cfg!(target_family = "wasm") { 16 } else { 64 };
const LARGEST_HASH: i64 = if cfg!(target_family = "wasm") { 512 } else { 65_536 };
/// In a browser each thread is a worker with an engine of its own for JavaScript.
const MOST_THREADS: i64 = if cfg!(target_family = "wasm") { 32 } else { 256 };

const fn spin(name: &'static str, default: i64, min: i64, max: i64, about: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::Spin { default, min, max }, about)
}

const fn check(name: &'static str, about: &'static str) -> OptionSpec {
    OptionSpec::new(name, OptionKind::Check { default: false }, about)
}

/// Every option, in the order in which they are listed.
pub static TABLE: Lazy<Vec<OptionSpec>> = Lazy::new(|| {
    let variants = OptionKind::Combo { default: registry::NAMES[0], choices: &registry::NAMES };
    let levels = OptionKind::Combo { default: LEVELS[0], choices: &LEVELS };
    let mut table = vec![
        OptionSpec::new(name::VARIANT, variants, "game and rule set; also sets up its start position"),
        spin(name::HASH, DEFAULT_HASH, 1, LARGEST_HASH, "size of the transposition table in megabytes"),
        spin(name::THREADS, 1, 1, MOST_THREADS, "threads that search"),
        spin(name::MULTI_PV, 1, 1, 256, "variations to work out and report"),
        check(name::PONDER, "tells the engine that it may be asked to think on the opponent's time"),
        spin(name::MOVE_OVERHEAD, 10, 0, 5_000, "milliseconds kept back for the GUI and the pipe at every move"),
        check(
            name::ANALYSE_MODE,
            "analysis: always at full strength, whatever the strength options say, and without what varies the engine's play",
        ),
        check(name::SHOW_WDL, "adds win, draw and loss in thousandths to the scores"),
        check(name::LIMIT_STRENGTH, "plays at the strength of UCI_Elo"),
        spin(name::ELO, 1_500, ELO_RANGE.0, ELO_RANGE.1, "strength to play at, with UCI_LimitStrength"),
        spin(name::SKILL_LEVEL, 20, 0, 20, "strength from 0, a beginner, to 20, everything"),
        OptionSpec::new(
            name::LEVEL,
            levels,
            "no more than 7, 5 or 3 iterations; where these are the levels of another program, that one plays, exactly so many plies deep; 상, 중, 하 are understood too",
        ),
        OptionSpec::new(
            name::USE_NNUE,
            OptionKind::Check { default: true },
            "lets a network evaluate where there is one, else the hand-written evaluation",
        ),
        OptionSpec::new(
            name::EVAL_FILE,
            OptionKind::File,
            "file of a network, to be used for its game instead of the one that comes with the program",
        ),
        OptionSpec::new(name::CLEAR_HASH, OptionKind::Button, "forgets everything that was searched"),
        OptionSpec::new(
            name::LOG_FILE,
            OptionKind::File,
            "file to which everything in and out is appended, with time stamps",
        ),
    ];
    table.extend(registry::OPTIONS.iter());
    #[cfg(feature = "tuning")]
    table.extend(parameters::ALL.iter().map(|parameter| {
        let [default, min, max] = [parameter.default, parameter.min, parameter.max].map(i64::from);
        spin(parameter.name, default, min, max, "a parameter of the search, to be tuned")
    }));
    table
});

/// All variants, in the order in which they are offered.
pub fn variants() -> &'static [&'static Variant] {
    &registry::VARIANTS
}

/// The variants of the game that declares an option; none if the option belongs to the engine.
pub fn variants_with(option: &str) -> Option<&'static [Variant]> {
    let declares = |game: &&registry::Description| game.options.iter().any(|spec| spec.name == option);
    registry::GAMES.iter().find(declares).map(|game| game.variants)
}

/// Options of other engines that GUIs send unconditionally: accepted and ignored.
const FOREIGN: [&str; 18] = [
    "UCI_Chess960",
    "UCI_Opponent",
    "UCI_EngineAbout",
    "UCI_RatingAdv",
    "VariantPath",
    "SyzygyPath",
    "SyzygyProbeDepth",
    "SyzygyProbeLimit",
    "Syzygy50MoveRule",
    "Debug Log File",
    "Contempt",
    "Slow Mover",
    "nodestime",
    "usemillisec",
    "TsumeMode",
    "OwnBook",
    "BookFile",
    "NalimovPath",
];

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("there is no option '{name}'; choose one of {known}")]
    Unknown { name: String, known: String },
    #[error("option {name} names a file, which only whoever started this engine may do, on the command line")]
    NamesFile { name: &'static str },
    #[error("option {name} needs a value; it takes {expected}")]
    MissingValue { name: &'static str, expected: String },
    #[error("option {name} cannot be '{value}'; it takes {expected}")]
    BadValue { name: &'static str, value: String, expected: String },
}

#[derive(Clone, PartialEq, Debug)]
enum OptionValue {
    Check(bool),
    Spin(i64),
    Choice(&'static str),
    Text(String),
    Nothing,
}

/// What whoever speaks to the engine may take of the machine, if that is a guest on it, such as a page in a browser. A guest names no
/// files either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionLimits {
    /// Largest value of `Threads`.
    pub threads: i64,
    /// Largest value of `Hash`, in megabytes.
    pub hash: i64,
}

impl OptionLimits {
    /// The option as a guest may see it; none if it is hidden.
    fn apply(self, spec: &OptionSpec) -> Option<OptionSpec> {
        let kind = match spec.kind {
            OptionKind::File => return None,
            OptionKind::Spin { default, min, max } => {
                let limit = match spec.name {
                    name::THREADS => self.threads,
                    name::HASH => self.hash,
                    _ => max,
                };
                let max = limit.clamp(min, max);
                OptionKind::Spin { default: default.min(max), min, max }
            }
            kind => kind,
        };
        Some(OptionSpec { kind, ..*spec })
    }
}

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// One for each row of [`TABLE`].
    values: Vec<OptionValue>,
    /// What whoever sets options is held to.
    limits: Option<OptionLimits>,
    /// What the engine has chosen where an option leaves that to it.
    chosen: Vec<(&'static str, &'static str)>,
}

impl Default for Options {
    fn default() -> Options {
        let default = |spec: &OptionSpec| match spec.kind {
            OptionKind::Check { default } => OptionValue::Check(default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(default),
            OptionKind::Combo { default, .. } => OptionValue::Choice(default),
            OptionKind::File => OptionValue::Text(String::new()),
            OptionKind::Button => OptionValue::Nothing,
        };
        Options { values: TABLE.iter().map(default).collect(), limits: None, chosen: Vec::new() }
    }
}

impl Options {
    /// From now on a guest sets the options. What they were set to before stays, files included; numbers are lowered to the limits.
    pub fn limit(&mut self, limits: OptionLimits) {
        self.limits = Some(limits);
        for (spec, value) in TABLE.iter().zip(&mut self.values) {
            if let (Some(OptionKind::Spin { max, .. }), OptionValue::Spin(number)) =
                (limits.apply(spec).map(|spec| spec.kind), value)
            {
                *number = max.min(*number);
            }
        }
    }

    /// Whether a guest sets the options, who may not name files.
    pub fn are_limited(&self) -> bool {
        self.limits.is_some()
    }

    /// The options that can be set, with the ranges that count here.
    pub fn offered(&self) -> Vec<OptionSpec> {
        TABLE.iter().filter_map(|spec| self.as_offered(spec)).collect()
    }

    fn as_offered(&self, spec: &OptionSpec) -> Option<OptionSpec> {
        self.limits.map_or(Some(*spec), |limits| limits.apply(spec))
    }

    /// Sets an option and returns its declaration; none if it is an option of another engine, or if the value is
    /// empty and so leaves things as they are. Nothing changes on an error.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Option<&'static OptionSpec>, OptionError> {
        let Some(row) = TABLE.iter().position(|spec| spec.name.eq_ignore_ascii_case(name)) else {
            let foreign = FOREIGN.iter().any(|known| known.eq_ignore_ascii_case(name));
            return if foreign { Ok(None) } else { Err(self.unknown(name)) };
        };
        let Some(spec) = &self.as_offered(&TABLE[row]) else {
            return Err(OptionError::NamesFile { name: TABLE[row].name });
        };
        let parsed = match (spec.kind, value) {
            (OptionKind::Button, _) => OptionValue::Nothing,
            (OptionKind::File, value) => match value.unwrap_or_default() {
                "<empty>" => OptionValue::Text(String::new()),
                text => OptionValue::Text(text.to_owned()),
            },
            (_, None) => return Err(OptionError::MissingValue { name: spec.name, expected: expected(spec) }),
            (_, Some("")) => return Ok(None),
            (_, Some(value)) => parse_value(spec, value).ok_or_else(|| OptionError::BadValue {
                name: spec.name,
                value: value.to_owned(),
                expected: expected(spec),
            })?,
        };
        self.values[row] = parsed;
        Ok(Some(&TABLE[row]))
    }

    fn unknown(&self, name: &str) -> OptionError {
        let known: Vec<&str> = self.offered().iter().map(|spec| spec.name).collect();
        OptionError::Unknown { name: name.to_owned(), known: known.join(", ") }
    }

    /// From now on these words take the place of those that were set; whether others did before.
    pub fn choose(&mut self, chosen: Vec<(&'static str, &'static str)>) -> bool {
        !std::mem::replace(&mut self.chosen, chosen).is_empty()
    }

    /// The word that a combo option was set to, whatever the engine has chosen since.
    pub fn word(&self, name: &str) -> &str {
        match self.value(name) {
            OptionValue::Choice(choice) => choice,
            _ => "",
        }
    }

    fn value(&self, name: &str) -> &OptionValue {
        let row = TABLE.iter().position(|spec| spec.name == name);
        row.map_or(&OptionValue::Nothing, |row| &self.values[row])
    }

    /// Whether a check option is on.
    pub fn is_on(&self, name: &str) -> bool {
        matches!(self.value(name), OptionValue::Check(true))
    }

    /// The value of a spin option; its declaration keeps it small and not negative.
    pub fn number(&self, name: &str) -> usize {
        usize::try_from(Settings::number(self, name)).unwrap_or(0)
    }

    /// The value of an option that names a file.
    pub fn text(&self, name: &str) -> &str {
        match self.value(name) {
            OptionValue::Text(text) => text,
            _ => "",
        }
    }
}

impl Settings for Options {
    fn choice(&self, name: &str) -> &str {
        let chosen = self.chosen.iter().find(|(option, _)| *option == name);
        chosen.map_or_else(|| self.word(name), |(_, word)| word)
    }

    fn number(&self, name: &str) -> i64 {
        match self.value(name) {
            OptionValue::Spin(number) => *number,
            _ => 0,
        }
    }
}

/// What an analysis reads instead of 0, by which an option would leave something to chance.
const ANALYSIS_SEED: i64 = 1;

/// The options as an evaluation reads them that leaves nothing to chance: the same position is worth the same at every search.
pub(super) struct WithoutChance<'a>(pub &'a Options);

impl Settings for WithoutChance<'_> {
    fn choice(&self, name: &str) -> &str {
        self.0.choice(name)
    }

    fn number(&self, name: &str) -> i64 {
        let is_seed = || TABLE.iter().any(|spec| spec.name == name && spec.role == OptionRole::Seed);
        match Settings::number(self.0, name) {
            0 if is_seed() => ANALYSIS_SEED,
            number => number,
        }
    }
}

fn parse_value(spec: &OptionSpec, value: &str) -> Option<OptionValue> {
    match spec.kind {
        OptionKind::Check { .. } => {
            let value = value.to_ascii_lowercase();
            value.parse().ok().map(OptionValue::Check)
        }
        OptionKind::Spin { min, max, .. } => {
            value.parse().ok().filter(|number| (min..=max).contains(number)).map(OptionValue::Spin)
        }
        OptionKind::Combo { .. } => {
            let korean = KOREAN_LEVELS.iter().find(|(korean, _)| spec.name == name::LEVEL && *korean == value);
            spec.choice(korean.map_or(value, |(_, level)| level)).map(OptionValue::Choice)
        }
        OptionKind::File | OptionKind::Button => None,
    }
}

/// What values an option takes, for people.
pub fn expected(spec: &OptionSpec) -> String {
    spec.expected()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_sound() {
        let keywords = ["name", "value", "type", "default", "min", "max", "var"];
        for spec in TABLE.iter() {
            assert!(spec.name.split(' ').all(|word| !keywords.contains(&word)), "{}", spec.name);
            match spec.kind {
                OptionKind::Spin { default, min, max } => assert!((min..=max).contains(&default), "{}", spec.name),
                OptionKind::Combo { default, choices } => assert!(choices.contains(&default), "{}", spec.name),
                _ => (),
            }
            let twins = TABLE.iter().filter(|other| other.name.eq_ignore_ascii_case(spec.name)).count();
            assert_eq!(twins, 1, "{}", spec.name);
        }
    }

    #[test]
    fn names_and_words_match_in_any_case() {
        let mut options = Options::default();
        assert!(options.set("hASH", Some("128")).is_ok());
        assert_eq!(options.number(name::HASH), 128);
        assert!(options.set("level", Some("LOW")).is_ok());
        assert_eq!(options.choice(name::LEVEL), "low");
        assert!(options.set("Level", Some("상")).is_ok());
        assert_eq!(options.choice(name::LEVEL), "high");
        assert!(options.set("ponder", Some("True")).is_ok());
        assert!(options.is_on(name::PONDER));
    }

    #[test]
    fn a_bad_value_changes_nothing_and_says_what_would_do() {
        let mut options = Options::default();
        for bad in ["0", "65537", "-1", "many", "1.5", "99999999999999999999"] {
            let error = options.set("Hash", Some(bad)).expect_err(bad).to_string();
            assert_eq!(error, format!("option Hash cannot be '{bad}'; it takes a whole number from 1 to 65536"));
        }
        assert_eq!(options.number(name::HASH), 64);
        assert!(matches!(options.set("Nonsense", None), Err(OptionError::Unknown { name, .. }) if name == "Nonsense"));
    }

    #[test]
    fn a_guest_names_no_file_and_takes_no_more_than_allowed() {
        let mut options = Options::default();
        assert!(options.set("Log File", Some("kept.txt")).is_ok());
        options.limit(OptionLimits { threads: 2, hash: 32 });
        assert_eq!((options.number(name::HASH), options.text(name::LOG_FILE)), (32, "kept.txt"));
        let files = TABLE.iter().filter(|spec| spec.kind == OptionKind::File);
        for (count, spec) in files.enumerate() {
            for value in [Some("/etc/passwd"), Some("<empty>"), Some(""), None] {
                let refused = OptionError::NamesFile { name: spec.name };
                assert_eq!(options.set(&spec.name.to_uppercase(), value), Err(refused), "file {count}");
            }
            let unknown = options.set("Nonsense", None).expect_err("no such option").to_string();
            assert!(!unknown.contains(spec.name), "{unknown}");
        }
        assert_eq!(options.text(name::LOG_FILE), "kept.txt");
        let error = options.set("Threads", Some("3")).expect_err("too many").to_string();
        assert_eq!(error, "option Threads cannot be '3'; it takes a whole number from 1 to 2");
        assert!(options.set("Hash", Some("33")).is_err() && options.set("Hash", Some("16")).is_ok());
        let offered = options.offered();
        assert!(offered.iter().all(|spec| spec.kind != OptionKind::File) && offered.len() > 10);
        let hash = offered.iter().find(|spec| spec.name == name::HASH).expect("the option Hash");
        assert_eq!(hash.kind, OptionKind::Spin { default: 32, min: 1, max: 32 });
    }

    #[test]
    fn an_analysis_leaves_nothing_to_chance_but_rules_and_given_seeds_stay() {
        let mut options = Options::default();
        let seeds: Vec<&str> =
            TABLE.iter().filter(|spec| spec.role == OptionRole::Seed).map(|spec| spec.name).collect();
        assert!(!seeds.is_empty());
        for seed in seeds {
            assert_eq!((Settings::number(&options, seed), WithoutChance(&options).number(seed)), (0, ANALYSIS_SEED));
            options.set(seed, Some("7")).expect("a number");
            assert_eq!(WithoutChance(&options).number(seed), 7);
        }
        assert_eq!(WithoutChance(&options).number(name::MULTI_PV), 1);
        options.set(name::MOVE_OVERHEAD, Some("0")).expect("a number");
        assert_eq!(WithoutChance(&options).number(name::MOVE_OVERHEAD), 0);
        assert_eq!(WithoutChance(&options).choice(name::LEVEL), LEVELS[0]);
    }

    #[test]
    fn empty_values_and_other_engines_options_do_no_harm() {
        let mut options = Options::default();
        assert_eq!(options.set("Hash", Some("")), Ok(None));
        assert_eq!(options.set("uci_chess960", Some("true")), Ok(None));
        assert!(options.set("clear hash", Some("true")).is_ok());
        assert!(options.set("Log File", Some("a b.txt")).is_ok());
        assert_eq!(options.text(name::LOG_FILE), "a b.txt");
        assert!(options.set("Log File", Some("<empty>")).is_ok());
        assert_eq!(options.text(name::LOG_FILE), "");
    }
}
