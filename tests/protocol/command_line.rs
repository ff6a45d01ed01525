//! The modes that the command line chooses, `help` and `bench`.

use crate::common::*;

#[test]
fn help_names_the_commands() {
    let mut engine = Engine::start();
    let text = engine.ask("help").join("\n");
    for word in ["uci", "isready", "setoption", "position", "go", "stop", "moves", "result", "eval", "perft", "bench"] {
        assert!(text.contains(word), "'{word}' in\n{text}");
    }
    engine.quit();
}

/// The node count of `N nodes N nps`, the last line.
#[track_caller]
fn bench_nodes(lines: &[String]) -> u64 {
    let last: Vec<&str> = lines.last().expect("a last line").split(' ').collect();
    let [nodes, "nodes", _, "nps"] = last[..] else { panic!("'N nodes N nps' at the end of {lines:#?}") };
    nodes.parse().expect("a number of nodes")
}

#[test]
fn bench_searches_the_same_number_of_nodes_every_time() {
    let first = run(&["bench", "4"], "");
    let second = run(&["bench", "4"], "");
    assert!(first.status.success() && first.stderr.is_empty(), "{first:?}");
    let nodes = bench_nodes(&output_lines(&first));
    assert_eq!(bench_nodes(&output_lines(&second)), nodes);
    assert!(nodes > 100, "{nodes}");
    // The same from within, whatever was searched before.
    let mut engine = Engine::start();
    engine.search("go depth 5");
    engine.send("bench 4");
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.ends_with(" nps")) {
        lines.push(engine.next_line(SOON).expect("the end of the bench").text);
    }
    assert_eq!(bench_nodes(&lines), nodes);
    engine.quit();
}

#[test]
fn perft_from_the_command_line() {
    let output = run(&["perft", "janggi", "3"], "");
    let lines = output_lines(&output);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(lines.contains(&"Nodes searched: 33000".to_string()), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(), 32);
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let lines = output_lines(&run(&["perft", "janggimodern", "1", fen], ""));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 21"), "{lines:#?}");
}

#[test]
fn help_and_version_on_the_command_line() {
    let help = run(&["--help"], "");
    let text = output_lines(&help).join("\n");
    assert!(help.status.success() && help.stderr.is_empty(), "{help:?}");
    for word in ["--variant", "--version"] {
        assert!(text.contains(word), "'{word}' in\n{text}");
    }
    let version = run(&["--version"], "");
    assert!(version.status.success() && version.stderr.is_empty(), "{version:?}");
    let [told] = &output_lines(&version)[..] else { panic!("{version:?}") };
    // A release build adds its revision.
    assert!(told.starts_with(concat!("janggun ", env!("CARGO_PKG_VERSION"))), "{told}");
}

/// The entries of a help text, each with what is said about it.
fn entries(text: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut listed = false;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if indent == 0 && !line.is_empty() {
            listed = ["Commands:", "Arguments:", "Options:"].contains(&line);
        } else if listed && (1..8).contains(&indent) {
            let (name, about) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
            entries.push((name.to_owned(), about.trim().to_owned()));
        } else if let (true, Some((_, about))) = (listed, entries.last_mut()) {
            about.push_str(line.trim());
        }
    }
    entries
}

#[test]
fn every_subcommand_and_every_option_is_explained() {
    let top = entries(&output_lines(&run(&["--help"], "")).join("\n"));
    let subcommands: Vec<&str> = top.iter().map(|(name, _)| name.as_str()).filter(|name| !name.contains('-')).collect();
    let expected = [
        "play",
        "board",
        "analyse",
        "review",
        "convert",
        "bench",
        "match",
        "rate",
        "solve",
        "selfplay",
        "games",
        "tune",
        "train",
        "parameters",
        "perft",
        "help",
    ];
    assert_eq!(subcommands, expected);
    for subcommand in expected.iter().filter(|name| **name != "help") {
        let help = run(&[subcommand, "--help"], "");
        let lines = output_lines(&help);
        assert!(help.status.success() && help.stderr.is_empty(), "{help:?}");
        assert!(lines.first().is_some_and(|line| line.len() > 20), "what '{subcommand}' does: {lines:#?}");
        let entries = entries(&lines.join("\n"));
        assert!(entries.iter().any(|(name, _)| name.contains("--help")), "{lines:#?}");
        for (name, about) in top.iter().chain(&entries) {
            assert!(about.len() > 8, "'{name}' of '{subcommand}' is not explained: '{about}'");
        }
    }
}

#[test]
fn a_wrong_command_line_is_explained() {
    for arguments in [
        &["perft"][..],
        &["perft", "janggi"],
        &["perft", "chess", "3"],
        &["perft", "janggi", "deep"],
        &["perft", "janggi", "2", "9/9 w"],
        &["bench", "deep"],
        &["sing"],
        &["--frobnicate"],
        &["--variant"],
    ] {
        let output = run(arguments, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!complaint.is_empty() && !complaint.contains("panicked"), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_manual_has_a_page_for_every_subcommand() {
    let folder = Folder::new("manual");
    let done = run(&["manual", &folder.file("of it")], "");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    let page = |name: &str| std::fs::read_to_string(folder.path().join("of it/man").join(name)).expect("a page");
    assert!(page("janggun.1").contains("janggun\\-play(1)"), "{}", page("janggun.1"));
    for mode in ["play", "board", "analyse", "convert", "bench", "match", "rate", "solve", "selfplay", "train", "perft"]
    {
        assert!(page(&format!("janggun-{mode}.1")).contains(".SH SYNOPSIS"), "{mode}");
    }
    let completions = std::fs::read_dir(folder.path().join("of it/completions")).expect("a folder").count();
    assert!(completions >= 4, "{completions} shells");
    std::fs::write(folder.file("taken"), "").expect("a file");
    let refused = run(&["manual", &folder.file("taken")], "");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && told.contains("choose a folder that can be written to"), "{told}");
}

/// Scripts tell a wrong command line from a file that cannot be read.
#[test]
fn arguments_that_cannot_be_end_every_mode_with_two() {
    for (arguments, sentence) in [
        ("perft foo 1", "there is no variant 'foo'"),
        ("perft janggi 1 nonsense", "FEN refused"),
        ("--variant foo bench 1", "there is no variant 'foo'"),
        ("play janggi --level 99", "there is no level '99'"),
        ("analyse --option Hash", "expected NAME=VALUE"),
        ("review game.pgn --variant chess", "there is no variant 'chess'"),
        ("convert game.pgn", "Add --to pgn or --to gib"),
        ("convert game.pgn --to pgn --variant chess", "there is no variant 'chess'"),
        ("selfplay chess --out none", "there is no variant 'chess'"),
        ("selfplay janggi --out none --option Hash=0", "option Hash cannot be '0'"),
        ("selfplay janggi --out none --max-plies 0", "invalid value '0' for '--max-plies <PLIES>'"),
        ("tune chess none", "there is no variant 'chess'"),
        ("train chess none --out none.net", "there is no variant 'chess'"),
        ("solve janggi --out none", "'janggi' cannot be solved"),
        ("board --option Hash", "expected NAME=VALUE"),
        ("match", "required arguments were not provided"),
    ] {
        let output = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && complaint.contains(sentence), "{arguments}: {complaint}");
    }
    for arguments in
        ["convert none.pgn --to gib", "review none.pgn", "analyse none.epd", "rate none.jsonl", "tune janggi none"]
    {
        let output = run(&arguments.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(output.status.code(), Some(1), "{arguments}: {output:?}");
    }
}
