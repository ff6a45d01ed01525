//! `position`, and what `d`, `moves` and `eval` tell of it.

use crate::common::*;

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
    for variant in VARIANTS.into_iter().chain(["twelvejanggi", "dobutsu", "cheduk", "chedukmodern"]) {
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
fn d_shows_the_last_move_and_the_result() {
    let shown = output_lines(&run(&[], "position startpos moves e2e2 e9e9\nd\n"));
    assert!(
        shown.contains(&"Last move: e9e9".to_owned()) && shown.contains(&"Result: 0-1 passes".to_owned()),
        "{shown:#?}"
    );
    let shown = output_lines(&run(&[], "d\n"));
    assert!(!shown.iter().any(|line| line.starts_with("Last move") || line.starts_with("Result")), "{shown:#?}");
}
