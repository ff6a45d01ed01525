//! The documentation tells the truth: its dialogues are run, its option table is compared.

mod common;

use common::Folder;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

const PROTOCOL: &str = include_str!("../protocol.md");
const README: &str = include_str!("../README.md");

/// The fenced blocks that show a dialogue.
fn dialogues() -> Vec<&'static str> {
    PROTOCOL.split("```session\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// What the engine prints when it is given the commands one by one, and each search the time to finish.
fn run(typed: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_janggun"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = engine.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
    let mut printed = String::new();
    for command in typed.lines() {
        writeln!(stdin, "{command}").expect("the engine reads");
        if command.starts_with("go ") {
            for line in lines.by_ref() {
                let line = line.expect("text");
                printed += &format!("{line}\n");
                if ["bestmove", "Nodes searched", "info string error", "move "].iter().any(|end| line.starts_with(end))
                {
                    break;
                }
            }
        }
    }
    drop(stdin);
    printed.extend(lines.map(|line| line.expect("text") + "\n"));
    assert!(engine.wait().expect("the engine ends").success());
    printed
}

/// Whether `line` fits `pattern`, in which `…` stands for anything.
fn fits(pattern: &str, line: &str) -> bool {
    let Some((before, after)) = pattern.split_once('…') else {
        return pattern == line;
    };
    line.strip_prefix(before)
        .is_some_and(|rest| (0..=rest.len()).rev().any(|i| rest.is_char_boundary(i) && fits(after, &rest[i..])))
}

/// Whether the lines fit the patterns, where a pattern `…` alone stands for any number of lines.
fn all_fit(patterns: &[&str], lines: &[&str]) -> bool {
    match (patterns, lines) {
        ([], []) => true,
        (["…", rest @ ..], lines) => (0..=lines.len()).any(|i| all_fit(rest, &lines[i..])),
        ([pattern, patterns @ ..], [line, lines @ ..]) => fits(pattern, line) && all_fit(patterns, lines),
        _ => false,
    }
}

#[test]
fn the_dialogues_of_protocol_md_are_real() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 8);
    for dialogue in dialogues {
        let typed: String =
            dialogue.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
        let expected: Vec<&str> = dialogue.lines().filter(|line| !line.starts_with("> ")).collect();
        let printed = run(&typed);
        let printed: Vec<&str> = printed.lines().collect();
        assert!(all_fit(&expected, &printed), "documented:\n{dialogue}\nprinted:\n{}", printed.join("\n"));
    }
}

#[test]
fn the_option_table_of_protocol_md_is_the_engines() {
    let table = PROTOCOL.split("<!-- options -->\n").nth(1).and_then(|rest| rest.split("<!-- /options -->").next());
    let expected = janggun::protocol::uci::reply::option_table();
    assert_eq!(table.unwrap_or_default().trim(), expected.trim(), "paste this into protocol.md:\n{expected}");
}

#[test]
fn every_command_is_documented() {
    for (form, _) in janggun::protocol::uci::command::WORDS {
        let word = form.split(' ').next().unwrap_or_default();
        let documented = [format!("| `{word}`"), format!("| `{word} ")];
        assert!(documented.iter().any(|row| PROTOCOL.contains(row)), "{word}");
    }
}

#[test]
fn every_command_of_cecp_is_documented() {
    let chapter = PROTOCOL.split("## CECP\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let rows: Vec<&str> = chapter.lines().filter_map(|line| line.strip_prefix("| ")).collect();
    for word in janggun::protocol::cecp::command::WORDS {
        let documented = [format!("`{word}`"), format!("`{word} ")];
        assert!(rows.iter().any(|row| documented.iter().any(|form| row.contains(form))), "{word}");
    }
}

/// What the README shows for a shell, except for what needs other programs than the engine and those of every system.
#[cfg(unix)]
#[test]
fn the_pipelines_of_the_readme_work() {
    let section =
        README.split("## In a shell\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let blocks = section.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let pipelines: Vec<&str> =
        blocks.filter(|block| !["python3", "jq ", "scripts/"].iter().any(|other| block.contains(other))).collect();
    assert!(pipelines.len() >= 6);

    let folder = Folder::new("readme");
    let bench = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/bench.txt");
    fs::create_dir_all(folder.file("positions")).expect("a folder can be made");
    fs::copy(bench, folder.file("positions/bench.txt")).expect("the positions can be copied");
    let programs = Path::new(env!("CARGO_BIN_EXE_janggun")).parent().expect("a folder").display();
    let path = format!("{programs}:{}", env::var("PATH").unwrap_or_default());
    for pipeline in pipelines {
        let output = Command::new("sh").args(["-c", pipeline]).current_dir(folder.path()).env("PATH", &path).output();
        let output = output.expect("a shell");
        assert!(output.status.success() && output.stderr.is_empty(), "{pipeline}\n{output:?}");
        assert!(!output.stdout.is_empty(), "{pipeline}");
    }
}
