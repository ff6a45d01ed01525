//! The list of options, setting them, and what they change.

use crate::common::*;
use crate::{OptionLine, handshake, option, options};

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
        ("UCI_Variant", "janggi", &["twelvejanggi", "dobutsu", "cheduk", "chedukmodern"]),
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
