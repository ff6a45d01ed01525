//! `conf=NAME`: an engine from the file `engines.json`, in the form of cutechess's engine manager. chess-tuning-tools writes one for every match.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::values::DialectError;

/// What such a file tells of an engine, as far as it matters here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ConfiguredEngine {
    name: String,
    command: String,
    #[serde(default)]
    working_directory: String,
    #[serde(default)]
    protocol: String,
    #[serde(default)]
    init_strings: Vec<String>,
    #[serde(default)]
    options: Vec<ConfiguredOption>,
    #[serde(default)]
    ponder: bool,
    #[serde(default)]
    restart: String,
}

#[derive(Deserialize)]
struct ConfiguredOption {
    name: String,
    #[serde(default)]
    value: Value,
}

/// The engine of that name as values of `-engine`.
pub fn values_of(name: &str) -> Result<Vec<String>, DialectError> {
    let path = file();
    let text = std::fs::read_to_string(&path).map_err(|error| DialectError::ConfFile {
        name: name.to_owned(),
        path: path.clone(),
        error: error.to_string(),
    })?;
    from_text(name, &text, &path)
}

/// In the working folder, or where cutechess keeps it.
fn file() -> PathBuf {
    const NAME: &str = "engines.json";
    let folder = |variable| std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let settings = folder("XDG_CONFIG_HOME").or_else(|| folder("HOME").map(|home| home.join(".config")));
    let kept = settings.map(|settings| settings.join("cutechess").join(NAME)).filter(|path| path.exists());
    let here = PathBuf::from(NAME);
    if here.exists() { here } else { kept.unwrap_or(here) }
}

fn from_text(name: &str, text: &str, path: &Path) -> Result<Vec<String>, DialectError> {
    let engines: Vec<ConfiguredEngine> = serde_json::from_str(text).map_err(|error| DialectError::ConfFile {
        name: name.to_owned(),
        path: path.to_owned(),
        error: error.to_string(),
    })?;
    let Some(engine) = engines.iter().find(|engine| engine.name == name) else {
        let known = engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(DialectError::NoConf { name: name.to_owned(), path: path.to_owned(), known });
    };
    let mut values = vec![format!("name={name}")];
    // A path may have blanks; else what follows the program are its arguments.
    if Path::new(&engine.command).exists() {
        values.push(format!("cmd={}", engine.command));
    } else {
        let words = engine.command.split_whitespace().enumerate();
        values.extend(words.map(|(index, word)| format!("{}={word}", if index == 0 { "cmd" } else { "arg" })));
    }
    if !engine.working_directory.is_empty() {
        values.push(format!("dir={}", engine.working_directory));
    }
    if !engine.protocol.is_empty() {
        values.push(format!("proto={}", engine.protocol));
    }
    if engine.ponder {
        values.push("ponder".to_owned());
    }
    if !engine.restart.is_empty() {
        values.push(format!("restart={}", engine.restart));
    }
    for line in engine.init_strings.iter().flat_map(|text| text.lines()) {
        values.extend(option_of(line, name)?);
    }
    for option in &engine.options {
        let value = match &option.value {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        values.push(format!("option.{}={value}", option.name));
    }
    Ok(values)
}

/// `setoption name X value Y` as a value of `-engine`; none for `uci`, which is sent anyway.
fn option_of(line: &str, engine: &str) -> Result<Option<String>, DialectError> {
    let line = line.trim();
    if line.is_empty() || line == "uci" {
        return Ok(None);
    }
    let option = line.strip_prefix("setoption name ").map(|rest| rest.split_once(" value ").unwrap_or((rest, "")));
    match option {
        Some((name, value)) => Ok(Some(format!("option.{}={}", name.trim(), value.trim()))),
        None => Err(DialectError::InitString { engine: engine.to_owned(), line: line.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"[{"command": "./engine --fast", "name": "engine1", "protocol": "uci", "workingDirectory": "run",
        "initStrings": ["uci", "setoption name Late Moves value 3", "setoption name Clear Hash"],
        "options": [{"name": "Hash", "value": 16, "type": "spin"}, {"name": "Ponder", "value": false}, {"name": "x"}], "ponder": true, "restart": "on"}]"#;

    #[test]
    fn an_engine_is_found_with_all_that_is_said_of_it() {
        let path = Path::new("engines.json");
        let values = from_text("engine1", TEXT, path).expect("an engine");
        let expected = "name=engine1|cmd=./engine|arg=--fast|dir=run|proto=uci|ponder|restart=on|option.Late Moves=3|option.Clear Hash=|option.Hash=16|option.Ponder=false";
        assert_eq!(values.join("|"), expected);
        let error = |text: &str, name: &str| from_text(name, text, path).expect_err("refused").to_string();
        assert_eq!(
            error(TEXT, "engine2"),
            "-engine: there is no 'engine2' in 'engines.json', which has engine1; add it, or give cmd= instead of conf="
        );
        assert!(error("{", "x").starts_with("-engine conf=x: cannot read 'engines.json': "));
        assert!(error(&TEXT.replace("\"uci\", ", "\"xboard\", "), "engine1").contains("its initStrings say 'xboard'"));
    }
}
