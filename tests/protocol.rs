//! The binary through its pipes, as a GUI or a match runner meets it: handshake, options, positions, extensions and the
//! command line. Searches are in `thinking.rs`, reaction times in `latency.rs`, what is wrong with the input in
//! `bad_input.rs`.

mod common;

use common::*;
use std::io::Write;

// --- The handshake -------------------------------------------------------------------------------------------------

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

#[test]
fn nothing_is_printed_before_the_engine_is_spoken_to() {
    assert!(run(&[], "").stdout.is_empty());
    // The first thing it says is the answer to the first thing that it is told.
    let mut engine = Engine::start();
    engine.tell("");
    engine.quit();
}

#[test]
fn uci_tells_name_author_and_options_and_ends_with_uciok() {
    let mut engine = Engine::start();
    let lines = handshake(&mut engine);
    assert!(lines[0].starts_with("id name Janggun"), "{}", lines[0]);
    assert!(lines[1].starts_with("id author ") && lines[1].len() > "id author ".len(), "{}", lines[1]);
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    for line in &lines[2..lines.len() - 1] {
        assert!(line.is_empty() || line.starts_with("option name "), "'{line}' between id and uciok");
    }
    // Asked again, it says the same again.
    assert_eq!(handshake(&mut engine), lines);
    engine.quit();
}

#[test]
fn options_have_the_types_defaults_and_ranges_of_the_contract() {
    let mut engine = Engine::start();
    let options = options(&mut engine);
    for (name, default, min, max) in [
        ("Hash", "64", 1, 65536),
        ("Threads", "1", 1, 256),
        ("MultiPV", "1", 1, 256),
        ("Move Overhead", "10", 0, 5000),
        ("Skill Level", "20", 0, 20),
    ] {
        let option = option(&options, name);
        assert_eq!(option.kind, "spin", "{name}");
        assert_eq!(option.default.as_deref(), Some(default), "{name}");
        assert_eq!((option.min, option.max), (Some(min), Some(max)), "{name}");
    }
    for name in ["Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_LimitStrength"] {
        let option = option(&options, name);
        assert_eq!((option.kind.as_str(), option.default.as_deref()), ("check", Some("false")), "{name}");
    }
    let setups = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];
    for (name, default, choices) in [
        ("UCI_Variant", "janggi", &VARIANTS[..]),
        ("UCI_Variant", "janggi", &["twelvejanggi", "dobutsu", "cheduk"]),
        ("CheDuk_Territory", "wedge", &["wedge", "span"]),
        ("Twelve_Evaluation", "janggun", &["janggun", "seed"]),
        ("Level", "full", &["full", "high", "middle", "low"]),
        ("Janggi_ChoSetup", "masangsangma", &setups),
        ("Janggi_HanSetup", "masangsangma", &setups),
    ] {
        let option = option(&options, name);
        assert_eq!((option.kind.as_str(), option.default.as_deref()), ("combo", Some(default)), "{name}");
        for choice in choices {
            assert!(option.choices.iter().any(|offered| offered == choice), "{name} offers {choice}");
        }
    }
    assert_eq!(option(&options, "UCI_Elo").kind, "spin");
    assert_eq!(option(&options, "Clear Hash").kind, "button");
    let log = option(&options, "Log File");
    assert_eq!(log.kind, "string");
    assert!(matches!(log.default.as_deref(), Some("" | "<empty>")), "{log:?}");
    engine.quit();
}

#[test]
fn option_lines_are_such_that_every_gui_can_read_them() {
    let mut engine = Engine::start();
    let lines = handshake(&mut engine);
    let variant = lines.iter().find(|line| line.starts_with("option name UCI_Variant")).expect("the variant option");
    assert!(variant.len() < 256, "the variant line has {} bytes", variant.len());
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let option = OptionLine::parse(line);
        let keywords = ["name", "type", "value", "default", "min", "max", "var"];
        assert!(!option.name.split(' ').any(|word| keywords.contains(&word)), "a keyword in '{}'", option.name);
        match option.kind.as_str() {
            "spin" => {
                let default: i64 = option.default.and_then(|text| text.parse().ok()).expect("a default");
                assert!(option.min.expect("min") <= default && default <= option.max.expect("max"), "{line}");
            }
            "combo" => assert!(option.choices.contains(&option.default.expect("a default")), "{line}"),
            "check" => assert!(matches!(option.default.as_deref(), Some("true" | "false")), "{line}"),
            "string" => assert!(option.default.is_some(), "{line}"),
            "button" => assert_eq!(option.default, None, "{line}"),
            other => panic!("an option of type {other}"),
        }
    }
    engine.quit();
}

#[test]
fn isready_is_answered_once_each_time() {
    let mut engine = Engine::start();
    engine.send("isready\nisready\nisready");
    for _ in 0..3 {
        assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    }
    engine.assert_nothing_more();
    engine.quit();
}

#[test]
fn debug_and_register_are_taken_in_silence() {
    let mut engine = Engine::start();
    engine.tell("debug on");
    engine.tell("debug off");
    engine.tell("register later");
    engine.tell("register name Nobody code 4711");
    engine.quit();
}

#[test]
fn quit_ends_the_process_even_in_the_middle_of_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite\nquit");
    assert!(engine.wait().success());
}

// --- End of input, closed output -----------------------------------------------------------------------------------

#[test]
fn end_of_input_lets_a_limited_search_finish() {
    for go in [
        "go depth 6",
        "go nodes 20000",
        "go movetime 200",
        "go wtime 500 btime 500",
        "go mate 1",
        "go depth 3\nisready",
        "go depth 4\nposition startpos moves a4b4\ngo depth 4",
    ] {
        let output = run(&[], &format!("position startpos\n{go}\n"));
        let lines = output_lines(&output);
        let expected = go.matches("go ").count();
        let found = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(found, expected, "after '{go}': {lines:#?}");
        assert!(output.status.success() && output.stderr.is_empty(), "after '{go}': {output:?}");
    }
    let lines = output_lines(&run(&[], "go perft 3\n"));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 33000"), "{lines:#?}");
    // Without a line feed at the end, too.
    let lines = output_lines(&run(&[], "go depth 2"));
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn end_of_input_ends_everything_else() {
    for input in ["", "uci\n", "go infinite\n", "go ponder wtime 1000 btime 1000\n", "go infinite depth 3\n"] {
        let mut engine = Engine::start();
        engine.send_bytes(input.as_bytes());
        engine.close_input();
        assert!(engine.wait().success(), "after {input:?}");
    }
}

#[test]
fn a_closed_output_pipe_ends_the_process_without_a_panic() {
    for input in ["uci\n", "go infinite\n", "go depth 60\n", "d\nd\nd\nisready\n", "go perft 3\n", "help\nbench 2\n"] {
        let mut child = command(&[]).spawn().expect("the engine starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        drop(child.stdout.take());
        // The input stays open: the end of the output alone must be enough, and may be before all of this is read. Where it
        // cannot be watched, the lines that the engine cannot say tell of it.
        let _ = stdin.write_all(format!("{input}isready\nisready\n").as_bytes()).and_then(|()| stdin.flush());
        let (_, complaints) = end_of(&mut child);
        assert!(!complaints.contains("panicked"), "after {input:?}: {complaints}");
    }
}

// --- Options -------------------------------------------------------------------------------------------------------

#[test]
fn setting_the_variant_sets_its_start_position_and_says_so() {
    let mut engine = Engine::start();
    for variant in VARIANTS {
        let start = if variant == "janggistrict" { STRICT_START } else { START };
        engine.ask("position startpos moves a4b4");
        assert_eq!(
            engine.set_variant(variant),
            format!("info string variant {variant} files 9 ranks 10 pocket 0 template janggi startpos {start}")
        );
        assert_eq!(engine.fen(), start);
    }
    for (variant, start) in [("twelvejanggi", TWELVE_START), ("dobutsu", DOBUTSU_START)] {
        assert_eq!(
            engine.set_variant(variant),
            format!("info string variant {variant} files 3 ranks 4 pocket 3 template shogi startpos {start}")
        );
        assert_eq!(engine.fen(), start);
    }
    // The strict rule set knows no pass, and Cho, lower case, moves first.
    engine.set_variant("janggistrict");
    let moves = engine.moves();
    assert!(moves.contains(&"a7a6".to_string()) && !moves.contains(&"e9e9".to_string()), "{moves:?}");
    engine.quit();
}

#[test]
fn another_variant_can_be_chosen_on_the_command_line() {
    let mut engine = Engine::start_with(&["--variant", "janggistrict"]);
    engine.tell("");
    assert_eq!(engine.fen(), STRICT_START);
    engine.tell("position startpos moves a7a6");
    let options = options(&mut engine);
    assert_eq!(option(&options, "UCI_Variant").default.as_deref(), Some("janggistrict"));
    engine.quit();
    let output = run(&["--variant", "chess"], "");
    assert!(!output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
}

#[test]
fn setups_change_what_startpos_means() {
    let mut engine = Engine::start();
    for (name, back_rank) in [
        ("masangsangma", "RNBA1ABNR"),
        ("sangmamasang", "RBNA1ANBR"),
        ("sangmasangma", "RBNA1ABNR"),
        ("masangmasang", "RNBA1ANBR"),
    ] {
        engine.tell(&format!("setoption name Janggi_ChoSetup value {name}"));
        engine.tell("position startpos");
        let fen = engine.fen();
        assert!(fen.contains(&format!("/{back_rank} w ")), "{name}: {fen}");
        assert!(fen.starts_with("rnba1abnr/"), "{name}: {fen}");
    }
    engine.tell("setoption name Janggi_ChoSetup value masangsangma");
    engine.tell("setoption name Janggi_HanSetup value sangmasangma");
    engine.tell("position startpos");
    assert!(engine.fen().starts_with("rbna1abnr/") && engine.fen().contains("/RNBA1ABNR w "), "{}", engine.fen());
    // The line about a variant tells its start with the set-ups. Cho is the lower-case side in the strict rule set.
    let line = engine.set_variant("janggistrict");
    assert!(line.contains(" startpos rnba1abnr/") && line.ends_with("/RBNA1ABNR b - - 0 1"), "{line}");
    engine.quit();
}

#[test]
fn option_names_match_in_any_letter_case() {
    let mut engine = Engine::start();
    engine.tell("setoption name hash value 2");
    engine.tell("setoption name MULTIpv value 2");
    engine.tell("setoption name move OVERHEAD value 20");
    engine.tell("setoption name CLEAR hash");
    engine.tell("setoption name level value low");
    let search = engine.search_legally("go depth 2");
    assert_eq!(search.infos.iter().map(|info| info.multipv).max(), Some(2));
    let answer = engine.ask("setoption name uci_variant value janggimodern");
    assert!(answer[0].starts_with("info string variant janggimodern "), "{answer:?}");
    engine.quit();
}

#[test]
fn options_of_other_engines_and_values_of_buttons_are_taken_in_silence() {
    let mut engine = Engine::start();
    for line in [
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_Chess960 value true",
        "setoption name VariantPath value",
        "setoption name VariantPath value /a/b c/variants.ini",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
        "setoption name SyzygyPath",
        "setoption name clear hash value true",
        "setoption name Clear Hash value",
        "setoption name Clear Hash",
        "setoption name Log File value",
        "setoption name Log File value <empty>",
    ] {
        engine.tell(line);
    }
    engine.quit();
}

#[test]
fn an_empty_value_does_no_harm() {
    let mut engine = Engine::start();
    for name in ["Hash", "Threads", "Ponder", "UCI_Variant", "Level", "Janggi_ChoSetup", "UCI_Elo"] {
        let answer = engine.ask(&format!("setoption name {name} value"));
        let harmless = answer.len() <= 1 && answer.iter().all(|line| line.starts_with("info string "));
        assert!(harmless, "an empty {name}: {answer:?}");
        engine.tell("position startpos");
        assert_eq!(engine.fen(), START, "an empty {name}");
    }
    engine.search_legally("go depth 2");
    engine.quit();
}

#[test]
fn every_option_can_be_set_to_its_default_and_its_bounds() {
    let mut engine = Engine::start();
    for option in options(&mut engine) {
        let mut values: Vec<String> = option.default.iter().cloned().chain(option.choices.iter().cloned()).collect();
        match option.kind.as_str() {
            // The largest table does not fit every machine, and so many threads suit none.
            "spin" if option.name == "Hash" || option.name == "Threads" => values.push("1".to_string()),
            "spin" => values.extend([option.min, option.max].into_iter().flatten().map(|bound| bound.to_string())),
            "check" => values.extend(["true".to_string(), "false".to_string()]),
            _ => {}
        }
        for value in values {
            let answer = engine.ask(&format!("setoption name {} value {value}", option.name));
            assert!(!answer.iter().any(|line| line.contains("error")), "{} = {value}: {answer:?}", option.name);
        }
    }
    engine.tell("position startpos");
    engine.quit();
}

#[test]
fn the_log_file_holds_what_went_in_and_out() {
    let folder = Folder::new("log file");
    let path = folder.file("janggun log.txt");
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name Log File value {path}"));
    let search = engine.search("go depth 2");
    engine.tell("setoption name Log File value");
    engine.send("d");
    engine.expect("Fen:", SOON);
    engine.quit();
    let log = std::fs::read_to_string(&path).expect("a log file, with a blank in its name");
    for part in ["go depth 2", "readyok", "info depth 1 ", &format!("bestmove {}", search.best)] {
        assert!(log.contains(part), "'{part}' in the log:\n{log}");
    }
    assert!(!log.contains("Fen:"), "the log goes on after its end:\n{log}");
}

// --- FENs and moves ------------------------------------------------------------------------------------------------

#[test]
fn dialects_of_fens_are_read() {
    let mut engine = Engine::start();
    let placement = START.split(' ').next().expect("a placement");
    let dialect = placement.replace('N', "H").replace('B', "E").replace('n', "h").replace('b', "e");
    for fen in [
        START.to_string(),
        format!("{placement} w - - 0"),
        format!("{placement} w - -"),
        format!("{placement} w"),
        format!("{placement} w 0 1"),
        format!("{placement}[] w - - 0 1"),
        format!("{dialect} w - - 0 1"),
        format!("{dialect} w"),
        format!("{START} moves"),
        format!("{START} moves "),
    ] {
        engine.tell("position startpos moves a4b4");
        let answer = engine.ask(&format!("position fen {fen}"));
        assert!(answer.is_empty(), "{fen}: {answer:?}");
        assert_eq!(engine.fen(), START, "{fen}");
    }
    engine.tell("position startpos moves");
    assert_eq!(engine.fen(), START);
    engine.tell(&format!("position fen {MIDDLE} moves a4b4"));
    assert!(engine.fen().ends_with(" b - - 1 10"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn a_pass_and_a_korean_record_are_read() {
    let mut engine = Engine::start();
    for (line, position) in [
        ("position startpos moves 0000", "startpos moves e2e2"),
        ("position startpos moves pass", "startpos moves e2e2"),
        ("position startpos moves @@@@", "startpos moves e2e2"),
        ("position startpos moves a4b4 pass a1a2", "startpos moves a4b4 e9e9 a1a2"),
        ("position startpos moves 0283", "startpos moves b1c3"),
        ("position startpos moves 02馬83", "startpos moves b1c3"),
        ("position startpos moves 02마83", "startpos moves b1c3"),
        ("position startpos moves 7172 41졸42", "startpos moves a4b4 a7b7"),
        ("position startpos moves 71卒72 41병42", "startpos moves a4b4 a7b7"),
        ("position startpos moves 7172 41兵42 01車91", "startpos moves a4b4 a7b7 a1a2"),
    ] {
        engine.tell(&format!("position {position}"));
        let expected = engine.fen();
        engine.tell("position startpos");
        let answer = engine.ask(line);
        assert!(answer.is_empty(), "'{line}': {answer:?}");
        assert_eq!(engine.fen(), expected, "'{line}'");
    }
    // Seen from Cho's side, which is the upper edge in the strict rule set.
    engine.set_variant("janggistrict");
    engine.tell("position startpos moves a7a6");
    let expected = engine.fen();
    engine.tell("position startpos moves 7969");
    assert_eq!(engine.fen(), expected);
    engine.quit();
}

#[test]
fn every_legal_move_is_accepted() {
    let mut engine = Engine::start();
    for variant in VARIANTS.into_iter().chain(["twelvejanggi", "dobutsu", "cheduk"]) {
        engine.set_variant(variant);
        for name in engine.moves() {
            engine.tell(&format!("position startpos moves {name}"));
        }
    }
    engine.quit();
}

#[test]
fn games_of_thousands_of_moves_are_ordinary_input() {
    let mut engine = Engine::start();
    let cycle = ["a1a2", "a10a9", "a2a1", "a9a10"];
    let moves: Vec<&str> = cycle.into_iter().cycle().take(3000).collect();
    engine.tell(&format!("position startpos moves {}", moves.join(" ")));
    assert!(engine.fen().ends_with(" w - - 3000 1501"), "{}", engine.fen());
    assert_eq!(engine.result().split(' ').next(), Some("0-1"));
    engine.search_legally("go depth 3");
    engine.quit();
}

#[test]
fn a_megabyte_of_moves_is_ordinary_input() {
    let mut engine = Engine::start();
    let moves = "a1a2 a10a9 a2a1 a9a10 ".repeat(48_000);
    assert!(moves.len() > 1 << 20);
    engine.tell(&format!("position startpos moves {}", moves.trim_end()));
    assert!(engine.fen().contains(" w - - "), "{}", engine.fen());
    engine.search_legally("go nodes 1");
    engine.quit();
}

// --- Extensions ----------------------------------------------------------------------------------------------------

#[test]
fn d_shows_board_points_fen_key_and_checkers() {
    let mut engine = Engine::start();
    let picture = engine.ask("d");
    let text = picture.join("\n");
    assert!(text.chars().any(|letter| ('가'..='힣').contains(&letter)), "Korean names in\n{text}");
    assert!(text.contains("72") && text.contains("73.5"), "points of both sides in\n{text}");
    let tail: Vec<&str> = picture[picture.len() - 3..].iter().map(String::as_str).collect();
    assert_eq!(tail[0], format!("Fen: {START}"));
    let key = tail[1].strip_prefix("Key: ").expect("a key");
    assert!(key.len() == 16 && key.chars().all(|digit| digit.is_ascii_hexdigit()), "{key}");
    assert_eq!(tail[2].trim_end(), "Checkers:");

    engine.tell("position fen 4k4/9/9/9/9/9/4r4/9/4K4/9 w - - 0 1");
    let picture = engine.ask("d");
    assert_eq!(picture.last().map(String::as_str), Some("Checkers: e4"));
    engine.quit();
}

#[test]
fn the_key_is_that_of_the_position_not_of_the_way_to_it() {
    let mut engine = Engine::start();
    let key = |engine: &mut Engine, position: &str| {
        engine.tell(&format!("position {position}"));
        engine.ask("d").into_iter().find(|line| line.starts_with("Key: ")).expect("a key")
    };
    let one = key(&mut engine, "startpos moves a4b4 a7b7 i4h4");
    let other = key(&mut engine, "startpos moves i4h4 a7b7 a4b4");
    assert_eq!(one, other);
    assert_ne!(one, key(&mut engine, "startpos moves a4b4 a7b7"));
    engine.quit();
}

#[test]
fn moves_are_sorted_and_counted() {
    let mut engine = Engine::start();
    let moves = engine.moves();
    assert_eq!(moves.len(), 32);
    assert!(moves.is_sorted(), "{moves:?}");
    assert!(moves.contains(&"e2e2".to_string()));
    engine.tell(&format!("position fen {ONLY_REPLY}"));
    assert_eq!(engine.ask("moves"), ["moves 1 e10d10"]);
    engine.tell(&format!("position fen {MATED}"));
    assert_eq!(engine.ask("moves"), ["moves 0"]);
    engine.quit();
}

#[test]
fn eval_tells_terms_and_total() {
    let mut engine = Engine::start();
    let lines = engine.ask("eval");
    assert!(lines.len() >= 3, "{lines:#?}");
    let last = lines.last().expect("a last line").to_lowercase();
    assert!(last.contains("total") && last.chars().any(|letter| letter.is_ascii_digit()), "{lines:#?}");
    engine.quit();
}

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

// --- The command line ----------------------------------------------------------------------------------------------

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
    assert_eq!(output_lines(&version), [format!("janggun {}", env!("CARGO_PKG_VERSION"))]);
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
    let expected = ["analyse", "bench", "match", "rate", "solve", "selfplay", "games", "tune", "perft", "help"];
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
