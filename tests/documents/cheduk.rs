//! Document 002, CheDuk.

use super::common::{Folder, output_lines, run};
use super::{JANGGUN, PROTOCOL, variant};
use std::collections::BTreeSet;
use std::fs;

/// The generator that protocol.md writes down.
fn toss(seed: u64) -> &'static str {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    if (z ^ (z >> 31)) >= 1 << 63 { "w" } else { "b" }
}

/// A set-up that is the same for both sides after a half turn, so that nothing decides but the coin.
const TIE: &str = "A@h7 A@d6 S@c7 S@i6 S@c8 S@i5 S@c9 S@i4 S@b7 S@j6 S@b6 S@j7";

#[test]
fn document_002_3_3_and_8_the_coin_is_tossed_by_a_seeded_generator() {
    let mut engine = variant("cheduk");
    let mut fell = BTreeSet::new();
    for seed in (0..40).chain([2_147_483_646, 2_147_483_647]) {
        engine.tell(&format!("setoption name CheDuk_Seed value {seed}\nposition startpos moves {TIE}"));
        let fen = engine.fen();
        let turn = fen.split(' ').nth(1).expect("a side to move");
        assert_eq!(turn, toss(seed), "{seed}");
        fell.insert((seed % 2, turn.to_owned()));
    }
    assert_eq!(fell.len(), 4, "even and odd decide nothing: {fell:?}");
    for number in ["0x9E3779B97F4A7C15", "0xBF58476D1CE4E5B9", "0x94D049BB133111EB"] {
        assert!(PROTOCOL.contains(number), "protocol.md lacks {number}");
    }
    engine.quit();
}

#[test]
fn document_002_8_a_pair_of_games_has_one_seed() {
    let folder = Folder::new("seeds");
    let play = |file: &str, rule: &[&str]| {
        let record = folder.file(file);
        let engine = format!("cmd={JANGGUN} nodes=30 option.Hash=1 name=");
        let mut arguments =
            vec!["match", "--variant", "cheduk", "--games", "6", "--max-plies", "14", "--record", &record];
        let (a, b) = (format!("{engine}A"), format!("{engine}B"));
        arguments.extend(["--engine", &a, "--engine", &b]);
        arguments.extend(rule);
        let output = run(&arguments, "");
        // Standard error may tell that games are equal, which is no fault of so few nodes.
        assert!(output.status.success(), "{output:?}");
        assert!(!output_lines(&output).is_empty());
        let text = fs::read_to_string(&record).expect("a record");
        let games = text.lines().skip(1).map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a game"));
        games.collect::<Vec<_>>()
    };
    let games = play("drawn.jsonl", &[]);
    let seeds: Vec<&str> = games.iter().map(|game| game["options"]["CheDuk_Seed"].as_str().expect("a seed")).collect();
    assert!(seeds.chunks(2).all(|pair| pair[0] == pair[1]), "{seeds:?}");
    assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), 3, "{seeds:?}");
    // No engine has made an illegal move, so that both knew it.
    assert!(games.iter().all(|game| game.get("detail").is_none()), "{games:?}");
    // The engines settle their choice of tiles by the seed as well: a pair begins alike.
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["moves"][0]["move"], pair[1]["moves"][0]["move"]);
    }
    let games = play("given.jsonl", &["--rule", "CheDuk_Seed=7"]);
    assert!(games.iter().all(|game| game.get("options").is_none()), "a seed that is given is not drawn");
}

#[test]
fn document_002_7_2_a_repetition_is_a_draw_or_the_offer_of_one() {
    let mut engine = variant("cheduk");
    let start = "position fen c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20 moves";
    let round = "k1j1 a12b12 j1k1 b12a12";
    let (twice, third) = (format!("{start} {round}"), format!("{start} {round} {round}"));
    engine.tell(&third);
    assert_eq!(engine.result(), "1/2-1/2 repetition");
    engine.tell("setoption name CheDuk_Repetition value offer");
    engine.tell(&twice);
    assert_eq!(engine.ask(&third), ["info string repetition: a draw may be agreed"]);
    assert_eq!(engine.result(), "* -");
    assert!(!engine.moves().is_empty());
    engine.search_legally("go depth 2");
    engine.tell("setoption name CheDuk_Repetition value draw");
    engine.tell(&third);
    assert_eq!(engine.result(), "1/2-1/2 repetition");
    engine.quit();
}

#[test]
fn document_002_said_out_loud() {
    let mut engine = variant("cheduk");
    engine.tell("position startpos");
    let red = engine.moves();
    engine.tell("position startpos moves A@h7");
    let blue = engine.moves();
    assert_eq!((red.len(), blue.len()), (18, 18));
    let chapter = PROTOCOL.split("## CheDuk\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    for (side, tiles) in [("Red: ", red), ("Blue: ", blue)] {
        let line = chapter.lines().find_map(|line| line.split_once(side)).unwrap_or_default().1;
        let named: BTreeSet<&str> = line.split('`').nth(1).unwrap_or_default().split(' ').collect();
        let tiles: BTreeSet<&str> = tiles.iter().filter_map(|mv| mv.strip_prefix("A@")).collect();
        assert_eq!(named, tiles, "the tiles of {side}");
    }
    for said in [
        "once a game for each side",
        "Any piece's first occupation counts",
        "A guard beside the embassy does not hinder a scoring entry",
    ] {
        assert!(chapter.contains(said), "protocol.md does not say: {said}");
    }
    engine.quit();
}
