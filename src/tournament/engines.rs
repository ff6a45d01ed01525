//! The settings of each engine on the command line.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::keys::{self, KeyError};
use super::limits::{EngineLimits, TimeControl, milliseconds};

pub const KEYS: &str = "cmd, name, dir, arg, option.NAME, tc, st, nodes, depth, ponder";

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Unique within a tournament.
    pub name: String,
    pub command: String,
    pub arguments: Vec<String>,
    /// The working folder.
    pub folder: Option<PathBuf>,
    /// UCI options.
    pub options: Vec<(String, String)>,
    pub limits: EngineLimits,
    pub ponder: bool,
    /// Whether the program is started anew for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineSettingsError {
    #[error("in '{list}': {error}")]
    Key { list: String, error: KeyError },
    #[error("in '{0}': no program; add cmd=PROGRAM")]
    NoCommand(String),
    #[error("engine '{0}' has no limit; add tc=10+0.1, st=0.5, nodes=10000 or depth=6, to it or to --each")]
    NoLimit(String),
    #[error("two engines are called '{0}'; give each a name of its own with name=NAME")]
    SameName(String),
    #[error("a tournament needs two engines or more; give --engine \"cmd=PROGRAM …\" for each")]
    TooFew,
}

/// Parses the engines. `each` holds shared settings, which those of an engine override.
pub fn read(each: &str, lists: &[String]) -> Result<Vec<EngineSettings>, EngineSettingsError> {
    let key_error = |list: &str| {
        let list = list.to_owned();
        move |error| EngineSettingsError::Key { list, error }
    };
    let mut shared = EngineSettings::default();
    shared.apply(each).map_err(key_error(each))?;
    if lists.len() < 2 {
        return Err(EngineSettingsError::TooFew);
    }
    let mut engines: Vec<EngineSettings> = Vec::new();
    for list in lists {
        let mut engine = shared.clone();
        engine.apply(list).map_err(key_error(list))?;
        if engine.command.is_empty() {
            return Err(EngineSettingsError::NoCommand(list.clone()));
        }
        if engine.name.is_empty() {
            let file = Path::new(&engine.command).file_stem();
            engine.name = file.map_or_else(|| engine.command.clone(), |file| file.to_string_lossy().into_owned());
        }
        if engines.iter().any(|other| other.name == engine.name) {
            return Err(EngineSettingsError::SameName(engine.name));
        }
        if !engine.limits.are_set() {
            return Err(EngineSettingsError::NoLimit(engine.name));
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Whether every setting of a list can be.
pub fn check(list: &str) -> Result<(), KeyError> {
    EngineSettings::default().apply(list)
}

impl EngineSettings {
    fn apply(&mut self, list: &str) -> Result<(), KeyError> {
        for (key, value) in keys::pairs(list)? {
            if let Some(option) = key.strip_prefix("option.") {
                self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
                self.options.push((option.to_owned(), value));
                continue;
            }
            match key.as_str() {
                "cmd" => self.command = value,
                "name" => self.name = value,
                "dir" => self.folder = Some(value.into()),
                "arg" => self.arguments.push(value),
                "tc" => {
                    let expected = "seconds as in 10, 10+0.1, 40/60 or 40/60+0.5";
                    self.limits.clock = Some(keys::value(&key, &value, expected, TimeControl::read)?);
                }
                "st" => {
                    let positive = |text: &str| milliseconds(text).filter(|&time| time > 0);
                    self.limits.movetime = Some(keys::value(&key, &value, "seconds for each move, as 0.5", positive)?);
                }
                "nodes" => self.limits.nodes = Some(keys::count(&key, &value)?),
                "depth" => self.limits.depth = Some(keys::count(&key, &value)?),
                "ponder" => self.ponder = keys::switch(&key, &value)?,
                _ => return Err(KeyError::Unknown { key, known: KEYS }),
            }
        }
        Ok(())
    }

    /// The settings that decide how the engine plays, without the path of its program, which differs between machines.
    pub fn portable(&self) -> EngineSettings {
        EngineSettings { command: String::new(), folder: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn an_engines_own_settings_go_before_the_shared_ones() {
        let each = "tc=10+0.1 option.Hash=16 option.Threads=1";
        let texts = ["cmd=bin/a option.hash=32 ponder=true", "cmd=bin/a name=b arg=--variant arg=cheduk nodes=100"];
        let engines = read(each, &lists(&texts)).expect("both hold");
        assert_eq!((engines[0].name.as_str(), engines[1].name.as_str()), ("a", "b"));
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(engines[0].options, [option("Threads", "1"), option("hash", "32")]);
        assert_eq!(engines[1].options, [option("Hash", "16"), option("Threads", "1")]);
        assert_eq!(engines[1].arguments, ["--variant", "cheduk"]);
        assert_eq!(engines[1].limits.to_string(), "10+0.1, 100 nodes");
        assert!(engines[0].ponder && !engines[1].ponder);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |each: &str, texts: &[&str]| read(each, &lists(texts)).expect_err("refused").to_string();
        assert!(error("", &["cmd=a", "cmd=b"]).starts_with("engine 'a' has no limit; add tc="));
        assert!(error("st=1", &["cmd=a", "cmd=a"]).starts_with("two engines are called 'a'"));
        assert!(error("st=1", &["cmd=a"]).starts_with("a tournament needs two engines"));
        assert!(error("", &["cmd=a"]).starts_with("a tournament needs two engines"), "whatever else it lacks");
        assert!(error("st=1", &["name=a", "cmd=a"]).ends_with("add cmd=PROGRAM"));
        assert!(error("st=0", &["cmd=a", "cmd=b"]).contains("st cannot be '0'"));
        assert!(error("tim=1", &["cmd=a", "cmd=b"]).contains("there is no setting 'tim'; choose from cmd, name"));
    }
}
