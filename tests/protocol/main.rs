//! The binary through its pipes, as a GUI or a match runner meets it: handshake, options, positions, extensions and the
//! command line. Searches are in `thinking`, reaction times in `latency.rs`, what is wrong with the input in
//! `bad_input.rs`.

mod command_line;
#[path = "../common/mod.rs"]
mod common;
mod conversation;
mod options;
mod positions;

use common::*;

/// An `option` line, taken apart.
#[derive(Debug)]
struct OptionLine {
    name: String,
    kind: String,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl OptionLine {
    fn parse(line: &str) -> OptionLine {
        let (name, rest) =
            line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")).expect("name and type");
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut option = OptionLine {
            name: name.to_string(),
            kind: kind.to_string(),
            default: None,
            min: None,
            max: None,
            choices: Vec::new(),
        };
        let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            match word {
                "default" => {
                    let value = words.next_if(|next| !["min", "max", "var"].contains(next)).unwrap_or("");
                    option.default = Some(value.to_string());
                }
                "min" => option.min = words.next().and_then(|word| word.parse().ok()),
                "max" => option.max = words.next().and_then(|word| word.parse().ok()),
                "var" => option.choices.push(words.next().expect("a choice").to_string()),
                _ => panic!("unexpected '{word}' in '{line}'"),
            }
        }
        option
    }
}

fn handshake(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    texts(&engine.lines_until("uciok", SOON))
}

fn options(engine: &mut Engine) -> Vec<OptionLine> {
    handshake(engine).iter().filter(|line| line.starts_with("option ")).map(|line| OptionLine::parse(line)).collect()
}

#[track_caller]
fn option<'a>(options: &'a [OptionLine], name: &str) -> &'a OptionLine {
    let mut found = options.iter().filter(|option| option.name == name);
    let option = found.next().unwrap_or_else(|| panic!("an option {name}"));
    assert!(found.next().is_none(), "the option {name} is listed once");
    option
}
