//! `-engine` and `-each`.

use super::values::{DialectError, unknown_key};

/// The settings of an engine as our own command line has them, its margin in milliseconds, and whether it is restarted for every game.
pub fn engine_list(values: &[String]) -> Result<(String, Option<u64>, Option<bool>), DialectError> {
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
