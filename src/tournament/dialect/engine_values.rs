//! `-engine` and `-each`.

use super::super::engines;
use super::engine_conf;
use super::values::{DialectError, bad_value, unknown_key};

/// The settings of an engine as our own command line has them, its margin in milliseconds, and whether it is restarted for every game.
/// `option` is the argument that has these values.
pub fn engine_list(
    option: &'static str,
    values: &[String],
) -> Result<(String, Option<u64>, Option<bool>), DialectError> {
    const KEYS: [&str; 20] = [
        "cmd",
        "conf",
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
        "debug",
        "tscale",
        "option.NAME",
    ];
    let (mut list, mut margin, mut restart) = (Vec::new(), None, None);
    for value in values {
        let Some((key, text)) = value.split_once('=') else {
            match value.as_str() {
                "ponder" => list.push("ponder=true".to_owned()),
                // Claims of engines are never trusted here; the transcript is that of all engines.
                "trust" | "debug" => (),
                "whitepov" => return Err(unsupported_whitepov()),
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
            // `inf/10`, as fastchess knows it: the time is for the whole game.
            "tc" => list.push(format!("\"tc={}\"", text.trim_start_matches("infinite/").trim_start_matches("inf/"))),
            "proto" if text == "uci" => (),
            "proto" => {
                let why = "engines are spoken to in UCI; give proto=uci, or play with a program that speaks it";
                return Err(DialectError::Unsupported { option: "engine proto", why });
            }
            "timemargin" => {
                margin = Some(text.parse().map_err(|_| bad_value(option, key, text, "milliseconds"))?);
            }
            "restart" => {
                restart = match text {
                    "on" => Some(true),
                    "off" | "auto" => Some(false),
                    _ => return Err(bad_value(option, key, text, "on, off or auto")),
                };
            }
            "conf" => {
                let (own, own_margin, own_restart) = engine_list(option, &engine_conf::values_of(text)?)?;
                list.push(own);
                (margin, restart) = (own_margin.or(margin), own_restart.or(restart));
            }
            "stderr" | "trust" | "tscale" | "debug" => (),
            "book" | "bookdepth" => {
                let why = "no engine has a book of its own; give -openings for both";
                return Err(DialectError::Unsupported { option: "engine book", why });
            }
            "initstr" => {
                let why = "options are set with option.NAME=VALUE";
                return Err(DialectError::Unsupported { option: "engine initstr", why });
            }
            "whitepov" => return Err(unsupported_whitepov()),
            key if key.starts_with("option.") => list.push(add(key)),
            other => return Err(unknown_key(option, other, &KEYS)),
        }
    }
    let list = list.join(" ");
    engines::check(&list).map_err(|error| DialectError::Key { option, error })?;
    Ok((list, margin, restart))
}

fn unsupported_whitepov() -> DialectError {
    let why = "scores are those of the side to move, as UCI has them; have the engine tell them so";
    DialectError::Unsupported { option: "engine whitepov", why }
}
