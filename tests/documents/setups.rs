//! Document 003, set-ups.

use super::common::{Folder, START, run};
use super::{JANGGUN, PROTOCOL, sentence, variant};
use std::collections::BTreeSet;
use std::fs;

const SETUPS: &str = include_str!("../../docs/setups.md");

#[test]
fn document_003_setups_the_fifth_has_its_chariots_inside() {
    let mut engine = variant("janggi");
    engine.tell("setoption name Janggi_ChoSetup value gidongcha\nposition startpos");
    assert_eq!(engine.fen(), START.replace("RNBA1ABNR", "BNRA1ARNB"));
    engine.tell("setoption name Janggi_HanSetup value gidongcha\nposition startpos");
    assert_eq!(engine.fen(), START.replace("RNBA1ABNR", "BNRA1ARNB").replace("rnba1abnr", "bnra1arnb"));
    engine.quit();
}

#[test]
fn document_003_setups_and_000_3_3_have_korean_names() {
    let mut engine = variant("janggi");
    let names = [
        ("마상상마 안상 안상차림 원양마 원앙마", "RNBA1ABNR"),
        ("상마마상 바깥상 바깥상차림 양귀마", "RBNA1ANBR"),
        ("상마상마 왼상 왼상차림 원상차림", "RBNA1ABNR"),
        ("마상마상 오른상 오른상차림", "RNBA1ANBR"),
        ("기동차 機動車", "BNRA1ARNB"),
    ];
    for (names, rank) in names {
        for name in names.split(' ') {
            engine.tell(&format!("setoption name Janggi_ChoSetup value {name}\nposition startpos"));
            assert_eq!(engine.fen(), START.replace("RNBA1ABNR", rank), "{name}");
        }
    }
    let before = engine.fen();
    for unknown in ["마마상상", "상상마마", "귀마", "안", "left", "gidong cha"] {
        let told = sentence(&mut engine, &format!("setoption name Janggi_ChoSetup value {unknown}"));
        let expected = format!("info string error: option Janggi_ChoSetup cannot be '{unknown}'; it takes one of ");
        assert!(told.starts_with(&expected), "{told}");
        engine.tell("position startpos");
        assert_eq!(engine.fen(), before, "{unknown}");
    }
    for words in ["왼상", "오른상", "The North", "the South"] {
        assert!(PROTOCOL.contains(words), "protocol.md does not explain {words}");
    }
    engine.quit();
}

/// `setup han X cho Y`, and the back ranks that belong to it.
#[track_caller]
fn told_setups(line: &str) -> (String, String) {
    let rank = |name: &str| match name {
        "masangsangma" => "RNBA1ABNR",
        "sangmamasang" => "RBNA1ANBR",
        "sangmasangma" => "RBNA1ABNR",
        "masangmasang" => "RNBA1ANBR",
        "gidongcha" => "BNRA1ARNB",
        _ => panic!("no set-up is called {name}: {line}"),
    };
    let words: Vec<&str> = line.split(' ').collect();
    let [.., "setup", "han", han, "cho", cho] = words[..] else { panic!("not the form of a choice: {line}") };
    (rank(han).to_lowercase(), rank(cho).to_owned())
}

#[test]
fn document_003_setups_han_chooses_first_then_cho() {
    let mut engine = variant("janggi");
    let told = engine.ask("setoption name Janggi_HanSetup value auto\nsetoption name Janggi_ChoSetup value auto");
    assert!(told.iter().all(|line| line.starts_with("info string setup han ")), "{told:?}");
    let mut pairs = BTreeSet::new();
    for _ in 0..60 {
        let told = sentence(&mut engine, "ucinewgame");
        let (han, cho) = told_setups(&told);
        engine.tell("position startpos");
        let start = START.replace("rnba1abnr", &han).replace("RNBA1ABNR", &cho);
        assert_eq!(engine.fen(), start, "{told}");
        // The choice holds for the game.
        engine.tell("position startpos moves a4b4");
        assert!(engine.fen().starts_with(&han), "{told}");
        pairs.insert((han, cho));
    }
    assert!(pairs.len() > 1, "the choice is varied: {pairs:?}");
    // Cho answers a set-up that Han was given.
    let told = sentence(&mut engine, "setoption name Janggi_HanSetup value 바깥상");
    assert!(told.starts_with("info string setup han sangmamasang cho "), "{told}");
    engine.tell("setoption name Janggi_ChoSetup value 안상\nposition startpos");
    assert_eq!(engine.fen(), START.replace("rnba1abnr", "rbna1anbr"));
    engine.quit();
}

#[test]
fn document_003_setups_the_choice_comes_from_a_published_table() {
    let table = SETUPS.split("<!-- scores -->\n").nth(1).and_then(|rest| rest.split("<!-- /scores -->").next());
    let expected = janggun::games::janggi::score_table();
    assert_eq!(table.unwrap_or_default().trim(), expected.trim(), "paste this into docs/setups.md:\n{expected}");
    let cells: Vec<&str> = expected.lines().skip(2).flat_map(|row| row.split(" | ").skip(1)).collect();
    assert_eq!(cells.len(), 25);
    for cell in cells {
        let games: u32 = cell.split(['(', ')']).nth(1).and_then(|games| games.parse().ok()).expect(cell);
        assert!(games >= 40 && cell.contains('±'), "{cell}");
    }
}

#[test]
fn document_003_setups_a_match_leaves_the_choice_to_the_table() {
    let folder = Folder::new("auto-setups");
    let record = folder.file("games.jsonl");
    let engine = format!("cmd={JANGGUN} nodes=20 option.Hash=1 name=");
    let arguments = [
        "match",
        "--engine",
        &format!("{engine}A"),
        "--engine",
        &format!("{engine}B"),
        "--games",
        "4",
        "--max-plies",
        "2",
        "--rule",
        "Janggi_HanSetup=auto",
        "Janggi_ChoSetup=auto",
        "--record",
        &record,
    ];
    let output = run(&arguments, "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = fs::read_to_string(&record).expect("a record");
    let games: Vec<serde_json::Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    for pair in games.chunks(2) {
        assert_eq!((&pair[0]["options"], &pair[0]["fen"]), (&pair[1]["options"], &pair[1]["fen"]));
        let options = &pair[0]["options"];
        let told = |name: &str| options[name].as_str().unwrap_or_default().to_owned();
        let (han, cho) = told_setups(&format!("setup han {} cho {}", told("Janggi_HanSetup"), told("Janggi_ChoSetup")));
        assert_eq!(pair[0]["fen"], START.replace("rnba1abnr", &han).replace("RNBA1ABNR", &cho));
    }
}
