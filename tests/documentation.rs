//! The documentation tells the truth: its dialogues are run, its option table is compared.

mod common;

use common::Folder;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

const PROTOCOL: &str = include_str!("../protocol.md");
const README: &str = include_str!("../README.md");
const KOREAN_README: &str = include_str!("../README.ko.md");
const PLAY: &str = include_str!("../docs/play.md");
/// The sides whose prompts stand in the games of these documents.
const PROMPTS: [&str; 8] = ["Cho", "Han", "초", "한", "First player", "Second player", "Red", "Blue"];
const ARCHITECTURE: &str = include_str!("../docs/architecture.md");
const PICTURE: &str = include_str!("../docs/architecture.svg");

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

/// What an error names as expected stands in the help and in both tables of commands.
#[test]
fn every_word_after_record_is_documented() {
    let lines = common::output_lines(&common::run(&[], "record latin\nhelp\n"));
    let (_, expected) = lines[0].split_once("expected ").expect("what is expected");
    let words: Vec<&str> = expected.split('\'').skip(1).step_by(2).collect();
    assert_eq!(words, ["hangul", "hanja"]);
    let help = lines.iter().find(|line| line.contains("record [")).expect("the help of record");
    let rows: Vec<&str> = PROTOCOL.lines().filter(|line| line.starts_with("| `record`")).collect();
    assert_eq!(rows.len(), 2);
    for word in words {
        assert!(help.contains(word), "{word}: {help}");
        assert!(rows.iter().all(|row| row.contains(&format!("`record {word}`"))), "{word}: {rows:?}");
        let answer = common::output_lines(&common::run(&[], &format!("position startpos moves b1c3\nrecord {word}\n")));
        assert!(answer.last().is_some_and(|line| line.starts_with("record 02")), "{answer:?}");
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

/// The fenced blocks of a kind.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let begin = format!("```{kind}\n");
    text.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn both_readmes_show_the_same_commands() {
    assert_eq!(blocks(KOREAN_README, "sh"), blocks(README, "sh"));
    assert_eq!(blocks(KOREAN_README, "text"), blocks(README, "text"));
}

#[test]
fn releases_have_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    for (name, text) in [("README.md", README), ("README.ko.md", KOREAN_README)] {
        let named: Vec<&str> = text
            .match_indices("janggun-")
            .chain(text.match_indices("janggun_"))
            .map(|(at, prefix)| &text[at + prefix.len()..])
            .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|rest| rest.split(['-', '_']).next())
            .collect();
        assert!(named.len() >= 4 && named.iter().all(|named| *named == version), "{name} names releases {named:?}");
    }
    for manifest in [include_str!("../web/Cargo.toml"), include_str!("../web/package/package.json")] {
        assert!(
            manifest.contains(&format!("\"{version}\"")),
            "all of a release has the version {version}:\n{manifest}"
        );
    }
    assert!(include_str!("../CHANGELOG.md").contains(&format!("\n## {version}\n")), "CHANGELOG.md tells of {version}");
}

/// What a person types in the game stands behind a prompt, as on a terminal.
#[test]
fn the_games_of_the_documents_are_played_so() {
    for document in [README, KOREAN_README, PLAY] {
        let games = blocks(document, "play");
        assert!(!games.is_empty());
        for game in games {
            let mut lines = game.lines();
            let command = lines.next().and_then(|line| line.strip_prefix("$ janggun ")).expect("a command");
            let prompt = |line: &str| {
                PROMPTS.iter().find_map(|prompt| Some(line.strip_prefix(prompt)?.strip_prefix("> ")?.to_owned()))
            };
            let (typed, expected): (Vec<&str>, Vec<&str>) = lines.partition(|line| prompt(line).is_some());
            let typed: String = typed.into_iter().filter_map(prompt).map(|line| line + "\n").collect();
            let arguments: Vec<&str> = command.split(' ').collect();
            let printed = common::output_lines(&common::run(&arguments, &typed));
            let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
            assert!(all_fit(&expected, &printed), "documented:\n{game}\nprinted:\n{}", printed.join("\n"));
        }
    }
}

#[test]
fn the_table_of_levels_is_that_of_the_engine() {
    use janggun::engine::options::{LEVEL_DEPTHS, LEVEL_RATINGS};
    use janggun::search::skill::{FULL, RATINGS, Skill};
    let tables = marked(PROTOCOL, "levels");
    let rows: Vec<Vec<&str>> = tables
        .iter()
        .flat_map(|table| table.lines().skip(2))
        .map(|row| row.split('|').map(str::trim).collect())
        .collect();
    let skills = (0..=FULL).zip(RATINGS).map(|(level, rating)| {
        let nodes = Skill::new(level).map_or("all that time allows".to_owned(), |skill| skill.nodes().to_string());
        (rating, [level.to_string(), String::new(), rating.to_string(), nodes])
    });
    let levels = LEVEL_RATINGS.into_iter().map(|(name, rating)| {
        let depth = LEVEL_DEPTHS.iter().find(|(known, _)| *known == name).and_then(|(_, depth)| *depth);
        let iterations = format!("{} iterations", depth.expect("a limit"));
        (rating, [String::new(), format!("`{name}`"), rating.to_string(), iterations])
    });
    let mut expected: Vec<(u32, [String; 4])> = skills.chain(levels).collect();
    expected.sort_by_key(|(rating, _)| *rating);
    assert_eq!(rows.len(), expected.len());
    let first_word = |cell: &str| cell.split(',').next().unwrap_or_default().to_owned();
    for (row, (_, cells)) in rows.iter().zip(expected) {
        assert_eq!([row[1].to_owned(), first_word(row[2]), row[3].to_owned(), row[4].to_owned()], cells);
    }
}

/// The parts of `text` between the marks `<!-- name -->` and `<!-- /name -->`.
fn marked<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    text.split(&begin).skip(1).map(|rest| rest.split(&end).next().unwrap_or_default()).collect()
}

/// What stands in every second place between the quotes: the quoted words.
fn quoted(text: &str, quote: char) -> Vec<&str> {
    text.split(quote).skip(1).step_by(2).collect()
}

/// The rooms and what each may use, as tests/architecture.rs has them.
fn rooms() -> Vec<(&'static str, Vec<&'static str>)> {
    let test = include_str!("architecture.rs");
    let table = test.split("const MAY_USE").nth(1).and_then(|rest| rest.split("\n];").next()).unwrap_or_default();
    let rows = table.split("&[").collect::<Vec<_>>();
    let name = |before: &'static str| quoted(before, '"').pop().unwrap_or_default();
    let uses = |behind: &'static str| quoted(behind.split(']').next().unwrap_or_default(), '"');
    // The first piece holds the type, with a list of its own; the last one no name of a further room.
    rows.windows(2).skip(1).map(|pair| (name(pair[0]), uses(pair[1]))).collect()
}

#[test]
fn the_table_of_rooms_is_that_of_the_source() {
    let tables = marked(ARCHITECTURE, "rooms");
    let rows = tables.iter().flat_map(|table| table.lines().skip(2)).map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        (quoted(cells[1], '`')[0], quoted(cells[3], '`'))
    });
    let rooms = rooms();
    assert!(rooms.len() >= 15, "the table of tests/architecture.rs cannot be read any more: {rooms:?}");
    assert_eq!(rows.collect::<Vec<_>>(), rooms, "docs/architecture.md against tests/architecture.rs");
}

#[test]
fn the_picture_of_rooms_is_true() {
    let rooms = rooms();
    for (room, _) in rooms.iter().filter(|(room, _)| *room != "lib") {
        assert!(PICTURE.contains(&format!(">{room}</text>")), "{room} is missing in docs/architecture.svg");
    }
    let arrows: Vec<(&str, &str)> = PICTURE
        .split("<title>")
        .skip(1)
        .filter_map(|rest| rest.split("</title>").next()?.split_once(" uses "))
        .collect();
    assert_eq!(arrows.len(), PICTURE.matches("class=\"arrow\"").count(), "every arrow has a title");
    for (from, to) in arrows {
        let allowed = rooms.iter().any(|(room, uses)| *room == from && uses.contains(&to));
        assert!(allowed || from == "main", "{from} does not use {to}");
    }
}

/// Whether a source file defines a function, type, constant or, as `Type::Variant`, a variant of an enum.
fn defines(source: &str, name: &str) -> bool {
    const KEYWORDS: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "static"];
    let starts = |text: &str, word: &str| {
        text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let declares = |line: &str, keyword: &str, name: &str| {
        let code = line.trim_start();
        !code.starts_with("//")
            && code.match_indices(keyword).any(|(at, _)| {
                let begins_word = at == 0 || code[..at].ends_with(' ');
                begins_word && code[at + keyword.len()..].strip_prefix(' ').is_some_and(|rest| starts(rest, name))
            })
    };
    match name.split_once("::") {
        None => source.lines().any(|line| KEYWORDS.iter().any(|keyword| declares(line, keyword, name))),
        Some((of, variant)) => {
            let inside = source.lines().skip_while(|line| !declares(line, "enum", of));
            inside.take_while(|line| *line != "}").any(|line| starts(line.trim_start(), variant))
        }
    }
}

#[test]
fn a_definition_is_told_from_a_use() {
    let source = "pub const fn go(self) {\n    // fn gone\n    went(Node::Leaf)\n}\nenum Node {\n    Leaf(u8),\n}\n";
    for name in ["go", "Node", "Node::Leaf"] {
        assert!(defines(source, name), "{name}");
    }
    for name in ["g", "gone", "went", "Leaf", "Node::go", "Node::Lea"] {
        assert!(!defines(source, name), "{name}");
    }
}

/// In its tables, a file is followed by what is to be found in it: `file.rs`: `name`, `Type`, `Enum::Variant`.
#[test]
fn every_name_of_the_architecture_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut names = 0;
    for row in marked(ARCHITECTURE, "names").iter().flat_map(|table| table.lines()) {
        let mut source: Option<(&str, String)> = None;
        for word in quoted(row, '`') {
            if word.ends_with(".rs") {
                source = fs::read_to_string(root.join("src").join(word)).ok().map(|text| (word, text));
                if source.is_none() {
                    wrong.push(format!("there is no src/{word}"));
                }
            } else if let Some((file, text)) = &source {
                names += 1;
                if !defines(text, word) {
                    wrong.push(format!("src/{file} does not define {word}"));
                }
            }
        }
    }
    for word in quoted(ARCHITECTURE, '`').into_iter().filter(|word| word.ends_with(".rs")) {
        if !root.join("src").join(word).is_file() && !root.join(word).is_file() {
            wrong.push(format!("there is no {word}"));
        }
    }
    assert!(names > 200, "only {names} names were found in the tables");
    assert!(wrong.is_empty(), "docs/architecture.md is stale:\n{}", wrong.join("\n"));
}
