//! The values of an argument, pairs of key and value, and why arguments are refused.

use std::path::PathBuf;

use super::super::engines::EngineSettingsError;
use super::super::keys::KeyError;
use super::super::openings::OpeningError;
use super::nearest::nearest;
use crate::games::registry;

/// Why arguments are refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum DialectError {
    #[error("there is no argument '{unknown}'; {}", meant.map_or("-help lists them".to_owned(), |meant| format!("did you mean -{meant}?")))]
    Unknown { unknown: String, meant: Option<&'static str> },
    #[error(
        "-{option} knows no '{unknown}'; {}",
        meant.map_or_else(|| format!("it knows {}", known.join(", ")), |meant| format!("did you mean {meant}?"))
    )]
    UnknownKey { option: &'static str, unknown: String, meant: Option<&'static str>, known: Vec<&'static str> },
    #[error("-{option} cannot be '{value}'; expected {expected}")]
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
    #[error("in '-engine {0}': no program; add cmd=PROGRAM")]
    NoCommand(String),
    #[error("engine '{0}' has no limit; add tc=10+0.1, st=0.5, nodes=10000 or depth=6, to it or behind -each")]
    NoLimit(String),
    #[error("a tournament needs two engines or more; give '-engine cmd=PROGRAM …' for each")]
    TooFew,
    #[error(transparent)]
    Engines(EngineSettingsError),
    #[error(transparent)]
    Openings(#[from] OpeningError),
    #[error(
        "-engine conf={name}: cannot read '{path}': {error}; it should be a list of engines as cutechess keeps it, or give cmd= instead of conf="
    )]
    ConfFile { name: String, path: PathBuf, error: String },
    #[error("-engine: there is no '{name}' in '{path}', which has {known}; add it, or give cmd= instead of conf=")]
    NoConf { name: String, path: PathBuf, known: String },
    #[error(
        "-engine conf={engine}: its initStrings say '{line}', but only 'setoption name … value …' can be sent; take it out"
    )]
    InitString { engine: String, line: String },
    #[error(
        "-config: cannot go on from '{path}': {error}; give file= the config.json that fastchess or this program wrote, or leave file= out"
    )]
    Config { path: PathBuf, error: String },
    #[error("-sprt compares two engines, but there are {0}; leave it out, or some engines")]
    Test(usize),
}

/// Pairs of key and value, if all keys are known.
pub fn checked(
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

pub fn unknown_key(option: &'static str, unknown: &str, known: &[&'static str]) -> DialectError {
    let meant = nearest(unknown, known);
    DialectError::UnknownKey { option, unknown: unknown.to_owned(), meant, known: known.to_vec() }
}

/// A key that has another value than it can have.
pub fn bad_value(option: &'static str, key: &str, value: &str, expected: &'static str) -> DialectError {
    let error = KeyError::Bad { key: key.to_owned(), value: value.to_owned(), expected: expected.into() };
    DialectError::Key { option, error }
}
