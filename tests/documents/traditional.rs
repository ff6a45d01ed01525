//! Document 003, the traditional rule, wherever rule sets are named. The rule itself is compared with a second implementation in
//! `tests/janggiclassic`.

use super::common::{Engine, Folder, output_lines, run};
use super::{JANGGUN, PROTOCOL, cecp, variant};
use std::fs;

/// Han's general steps to the file of Cho's.
const BEFORE_AN_OFFER: &str = "3k5/9/9/p8/9/9/P8/9/9/4K4 b - - 0 1";

#[test]
fn document_003_traditional_rule_in_uci() {
    let mut engine = Engine::start();
    let told = engine.ask("uci");
    let offered = told.iter().find(|line| line.starts_with("option name UCI_Variant ")).expect("the option");
    assert!(offered.contains(" var janggiclassic "), "{offered}");
    engine.set_variant("janggiclassic");
    let chase = "fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
    for (position, result) in [
        (&format!("fen {BEFORE_AN_OFFER} moves d10e10")[..], "* -"),
        (&format!("fen {BEFORE_AN_OFFER} moves d10e10 a4b4"), "1/2-1/2 bikjang"),
        (&format!("fen {BEFORE_AN_OFFER} moves d10e10 e1d1"), "* -"),
        (chase, "1/2-1/2 repetition"),
        ("fen 3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1 moves e1e2", "1/2-1/2 material"),
        ("fen 3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 250 200", "* -"),
        ("startpos moves e2e2 e9e9", "1/2-1/2 passes"),
        ("fen 4k4/1R7/R8/9/9/9/9/9/9/4K4 w - - 0 1 moves a8a10", "1-0 checkmate"),
    ] {
        engine.tell(&format!("position {position}"));
        assert_eq!(engine.result(), result, "{position}");
    }
    engine.tell("position fen 4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1");
    assert!(!engine.moves().contains(&"e1e1".to_owned()), "a pass in check");
    engine.quit();
}

#[test]
fn document_003_traditional_rule_a_lost_side_accepts_and_a_winning_side_declines() {
    let mut engine = variant("janggiclassic");
    // Cho, two chariots behind, has been offered a draw: every move but one that breaks the facing draws.
    engine.tell("position fen 3k5/9/9/r7r/9/9/9/9/9/4K4 b - - 0 1 moves d10e10");
    let search = engine.search_legally("go depth 6");
    engine.tell(&format!("position fen 3k5/9/9/r7r/9/9/9/9/9/4K4 b - - 0 1 moves d10e10 {}", search.best));
    assert_eq!(engine.result(), "1/2-1/2 bikjang", "{}", search.best);
    // Han, two chariots ahead, has been offered one, and goes out of its way.
    engine.tell("position fen 4k4/9/9/r7r/9/9/9/9/9/3K5 w - - 0 1 moves d1e1");
    let search = engine.search_legally("go depth 6");
    engine.tell(&format!("position fen 4k4/9/9/r7r/9/9/9/9/9/3K5 w - - 0 1 moves d1e1 {}", search.best));
    assert_eq!(engine.result(), "* -", "{}", search.best);
    engine.quit();
}

#[test]
fn document_003_traditional_rule_in_cecp() {
    let mut engine = cecp("janggiclassic");
    for (fen, moves, claimed) in [
        (BEFORE_AN_OFFER, ["d9e9", "a3b3"], "1/2-1/2 {bikjang, the generals face each other}"),
        ("3k5/9/9/9/9/9/9/4p4/9/4K4 b - - 0 1", ["e2e1", "e0e1"], "1/2-1/2 {nothing is left to mate with}"),
        ("4k4/1R7/R8/9/9/9/9/9/9/4K4 b - - 0 1", ["@@@@", "a7a9"], "1-0 {checkmate}"),
    ] {
        // The engine plays the side that the last of these moves leaves to move, and so judges it.
        let said = engine.ask_cecp(&format!("force\nsetboard {fen}\nusermove {}\nplayother", moves[0]));
        assert_eq!(said, [""; 0], "{fen}");
        assert_eq!(engine.ask_cecp(&format!("usermove {}", moves[1])), [claimed], "{fen}");
    }
    engine.ask_cecp("force\nsetboard 4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1");
    for pass in ["@@@@", "한수쉼"] {
        assert_eq!(engine.ask_cecp(pass), [format!("Illegal move (one cannot pass while in check): {pass}")]);
    }
    engine.quit();
}

#[test]
fn document_003_traditional_rule_in_match_and_analyse() {
    let folder = Folder::new("traditional");
    let (openings, record) = (folder.file("openings.txt"), folder.file("games.jsonl"));
    fs::write(&openings, format!("{BEFORE_AN_OFFER} moves d10e10\n")).expect("openings");
    let engine = format!("cmd={JANGGUN} nodes=20 option.Hash=1 name=");
    let (a, b) = (format!("{engine}A"), format!("{engine}B"));
    let mut arguments = vec!["match", "--variant", "janggiclassic", "--games", "2", "--max-plies", "60"];
    arguments.extend(["--openings", &openings, "--record", &record, "--engine", &a, "--engine", &b]);
    let output = run(&arguments, "");
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&record).expect("a record");
    let games: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    // Both sides have a soldier: whoever is to move takes the draw, or the game goes on to another of this rule's ends.
    for game in &games {
        let reason = game["reason"].as_str().unwrap_or_default();
        let ends = ["bikjang", "repetition", "passes", "material", "checkmate", "length"];
        assert!(ends.contains(&reason), "{game}");
    }
    assert_eq!(games.len(), 2);

    let lines = format!("{BEFORE_AN_OFFER}\n{BEFORE_AN_OFFER} moves d10e10\n");
    let output = run(&["analyse", "--variant", "janggiclassic", "--depth", "3"], &lines);
    assert!(output.status.success(), "{output:?}");
    let told = output_lines(&output);
    assert!(told.len() == 2 && told.iter().all(|line| line.contains(" bm ")), "{told:?}");
}

#[test]
fn document_003_traditional_rule_is_documented_and_has_openings() {
    let chapter = PROTOCOL.split("## Janggi\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    for said in
        ["`janggiclassic` is the traditional rule", "照面", "draw, as any repetition", "only generals and guards left"]
    {
        assert!(chapter.contains(said), "protocol.md does not say: {said}");
    }
    let mut engine = variant("janggiclassic");
    let openings = include_str!("../../positions/janggi_openings.txt").lines().filter(|line| !line.starts_with('#'));
    for opening in openings.step_by(20) {
        assert_eq!(engine.ask(&format!("position fen {opening}")), [""; 0], "{opening}");
        assert_eq!(engine.result(), "* -", "{opening}");
    }
    engine.quit();
}
