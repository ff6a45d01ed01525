//! What the source documents say around the rules, a test for each paragraph, through the pipes of the real program.
//! 000 is the rule book of Janggi for engines, 001 and 004 are those of Twelve Janggi, 002 is that of CheDuk, 003 the
//! encyclopedia's article on Janggi.

mod common;

use common::{Engine, Folder, SOON, START, output_lines, run, texts};
use std::collections::BTreeSet;
use std::fs;

const PROTOCOL: &str = include_str!("../protocol.md");
const SETUPS: &str = include_str!("../docs/setups.md");
const JANGGUN: &str = env!("CARGO_BIN_EXE_janggun");

/// Everything that is said to a line, where one line at most is wanted.
#[track_caller]
fn sentence(engine: &mut Engine, line: &str) -> String {
    let mut lines = engine.ask(line);
    assert!(lines.len() <= 1, "after '{line}': {lines:?}");
    lines.pop().unwrap_or_default()
}

fn variant(name: &str) -> Engine {
    let mut engine = Engine::start();
    engine.set_variant(name);
    engine
}

/// A CECP session, in force mode.
fn cecp(variant: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send(&format!("xboard\nprotover 2\nmemory 4\nnew\nvariant {variant}\nforce"));
    answers(&mut engine, "");
    engine
}

/// Everything said up to the answer to a ping.
#[track_caller]
fn answers(engine: &mut Engine, text: &str) -> Vec<String> {
    engine.send(&format!("{text}\nping 77"));
    let mut lines = engine.lines_until("pong 77", SOON);
    lines.pop();
    texts(&lines)
}

// 003, set-ups

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
fn document_003_setups_have_korean_names() {
    let mut engine = variant("janggi");
    let names = [
        ("마상상마 안상 안상차림", "RNBA1ABNR"),
        ("상마마상 바깥상 바깥상차림", "RBNA1ANBR"),
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
    for unknown in ["마마상상", "안", "left", "gidong cha"] {
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

// 003, records

#[test]
fn document_003_records_are_read_with_chinese_rows_and_all_names() {
    let mut engine = variant("janggi");
    for (text, mv) in [
        ("十2馬八3", "b1c3"),
        ("十2마83", "b1c3"),
        ("02마八3", "b1c3"),
        ("七1졸六1", "a4a5"),
        ("95초94", "e2d2"),
        ("九5초九4", "e2d2"),
        ("95楚94", "e2d2"),
        ("02초마83", "b1c3"),
        ("한수쉼", "e2e2"),
        ("虛手", "e2e2"),
    ] {
        assert_eq!(engine.ask(&format!("position startpos moves {text}")), [""; 0], "{text}");
        let after = engine.fen();
        engine.tell(&format!("position startpos moves {mv}"));
        assert_eq!(engine.fen(), after, "{text}");
    }
    engine.tell("position startpos moves a4a5 25한24");
    assert!(engine.fen().contains("/3k5/"), "{}", engine.fen());
    // The example of the document, on a board where it is a move.
    engine.tell("position fen 4k4/9/9/5B3/9/9/9/9/9/3K5 w - - 0 1 moves 四6象一8");
    assert!(engine.fen().starts_with("4k2B1/"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn document_003_records_are_written_and_read_again() {
    let mut engine = variant("janggi");
    let moves = "a4a5 a7a6 a5a6 a10a6 a1a6 e9e9 a6a10 e9e8";
    engine.tell(&format!("position startpos moves {moves}"));
    let (hangul, hanja) = (
        "record 71졸61 41병51 61졸51병 11차51졸 01차51차 한수쉼 51차11 25궁35",
        "record 71卒61 41兵51 61卒51兵 11車51卒 01車51車 虛手 51車11 25將35",
    );
    assert_eq!(sentence(&mut engine, "record"), hangul);
    assert_eq!(sentence(&mut engine, "record hanja"), hanja);
    let end = engine.fen();
    for record in [hangul, hanja] {
        engine.tell(&record.replace("record ", "position startpos moves "));
        assert_eq!(engine.fen(), end);
    }
    engine.tell("position fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves a5d5");
    assert_eq!(sentence(&mut engine, "record"), "record 61차64장군");
    assert_eq!(sentence(&mut engine, "record hanja"), "record 61車64將軍");
    engine.tell("position fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves 61차64장군");
    let told = "info string error: 'latin' after 'record' is not understood; expected 'hangul', 'hanja' or the end of the line";
    assert_eq!(sentence(&mut engine, "record latin"), told);
    engine.tell("position startpos");
    assert_eq!(sentence(&mut engine, "record"), "record");
    // From Cho's seat also where Cho sits at the top.
    engine.set_variant("janggistrict");
    engine.tell("position startpos moves a7a6");
    assert_eq!(sentence(&mut engine, "record"), "record 79졸69");
    engine.quit();
}

#[test]
fn document_003_records_of_whole_games_come_back_in_both_scripts() {
    let games = include_str!("data/janggi_games.txt").lines().filter(|line| !line.starts_with('#')).step_by(12);
    let mut engine = Engine::start();
    let mut checks = 0;
    for line in games {
        let fields: Vec<&str> = line.split(';').collect();
        engine.set_variant(fields[0]);
        let position = format!("position fen {} moves ", fields[1]);
        if !engine.ask(&format!("{position}{}", fields[2])).is_empty() {
            continue; // one of the games begins where the side that is not to move is in check
        }
        let end = engine.fen();
        for command in ["record", "record hanja"] {
            let record = sentence(&mut engine, command);
            let written = record.strip_prefix("record ").expect("a record");
            checks += written.matches("장군").count();
            assert_eq!(engine.ask(&format!("{position}{written}")), [""; 0], "{line}");
            assert_eq!(engine.fen(), end, "{line}");
        }
    }
    assert!(checks > 100, "{checks}");
    engine.quit();
}

#[test]
fn document_003_records_in_cecp_too() {
    let mut engine = cecp("janggi");
    for text in ["十2馬八3", "한수쉼", "usermove 95초94", "usermove 12마33", "9484"] {
        assert_eq!(answers(&mut engine, text), [""; 0], "{text}");
    }
    assert_eq!(answers(&mut engine, "record"), ["record 02마83 한수쉼 95궁94 12마33 94궁84"]);
    assert_eq!(answers(&mut engine, "record hanja"), ["record 02馬83 虛手 95將94 12馬33 94將84"]);
    engine.quit();
}

// 003 and 000 8, agreement

/// What the engine says if it is offered a draw after each of its answers to these moves.
fn offers(variant: &str, fen: &str, moves: &[&str]) -> Vec<String> {
    let mut engine = cecp(variant);
    engine.send(&format!("setboard {fen}\nsd 2"));
    let mut said = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        // In force mode the opponent's moves are made for it; then the engine plays on.
        let first = if index == 0 { "" } else { "force\n" };
        engine.send(&format!("{first}usermove {mv}\ngo"));
        engine.expect("move", SOON);
        said.extend(answers(&mut engine, "draw"));
    }
    engine.quit();
    said
}

#[test]
fn document_003_and_000_8_a_draw_offer_is_a_call_for_points() {
    // Even pieces: Han has 1.5 more, and takes the win as Han, while Cho does not lose a game for nothing.
    let even = "3k5/9/4p4/9/9/9/9/4P4/9/5K3";
    let as_han = offers("janggi", &format!("{even} w - - 0 1"), &["e2d2"]);
    assert_eq!(as_han, ["0-1 {points decide, as agreed}"]);
    let as_cho = offers("janggi", &format!("{even} b - - 0 1"), &["e7d7", "d7e7", "e7f7", "f7e7"]);
    assert!(as_cho.is_empty(), "{as_cho:?}");
    // A chariot behind, the engine is lost and says so, but never agrees to a draw.
    let ahead = "3k5/9/4p4/9/9/9/9/R3P4/9/5K3";
    let said = offers("janggi", &format!("{ahead} w - - 0 1"), &["a2a3", "a3a4", "a4a5", "a5a6"]);
    assert!(said.iter().all(|line| line == "1-0 {points decide, as agreed}"), "{said:?}");
    // Where points do not decide, a draw is a draw.
    let said = offers("janggitraditional", &format!("{even} b - - 0 1"), &["e7d7", "d7e7", "e7f7", "f7e7"]);
    assert!(said.iter().all(|line| line == "offer draw"), "{said:?}");
}

// 000, 7.1 and 7.2

#[test]
fn document_000_7_1_a_repetition_is_judged_by_points_or_drawn() {
    let mut engine = variant("janggistrict");
    let position = "position startpos moves a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1";
    for (value, result) in [("points", "0-1 repetition"), ("draw", "1/2-1/2 repetition")] {
        engine.tell(&format!("setoption name Janggi_StrictRepetition value {value}\n{position}"));
        assert_eq!(engine.result(), result, "{value}");
    }
    // The count of plies without a capture is another matter (8).
    engine.tell(&format!("position fen {}", START.replace(" w - - 0 1", " b - - 100 60")));
    assert_eq!(engine.result(), "0-1 nocapture");
    engine.quit();
}

#[test]
fn document_000_7_2_perpetual_check_loses_or_draws() {
    let mut engine = variant("janggistrict");
    let chase = "fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
    for (repetition, perpetual, result) in [
        ("points", "loss", "1-0 perpetual"),
        ("draw", "loss", "1-0 perpetual"),
        ("points", "draw", "1/2-1/2 perpetual"),
        ("draw", "draw", "1/2-1/2 perpetual"),
    ] {
        engine.tell(&format!("setoption name Janggi_StrictRepetition value {repetition}"));
        engine.tell(&format!("setoption name Janggi_StrictPerpetual value {perpetual}\nposition {chase}"));
        assert_eq!(engine.result(), result, "{repetition} {perpetual}");
    }
    assert!(PROTOCOL.contains("calls perpetual check 빅장"), "protocol.md does not say what 000 calls 빅장");
    engine.quit();
}

// 001 and 004

#[test]
fn document_001_moves_are_typed_in_korean() {
    let mut engine = variant("twelvejanggi");
    for (position, text, mv) in [
        ("startpos", "자b3", "b2b3"),
        ("startpos", "子b3", "b2b3"),
        ("startpos", "왕a2", "b1a2"),
        ("startpos", "王a2", "b1a2"),
        ("startpos", "장c2", "c1c2"),
        ("fen 1k1/3/3/K2[Z] w 0 1", "자b2!", "Z@b2"),
        ("fen 1k1/3/3/K2[Z] w 0 1", "왕b2", "a1b2"),
        ("fen 2k/Z2/3/K2[-] w 0 1", "자a4", "a3a4+"),
        ("fen 1H1/3/2k/K2[-] w 0 1", "후b3", "b4b3"),
    ] {
        assert_eq!(engine.ask(&format!("position {position} moves {text}")), [""; 0], "{text}");
        let record = sentence(&mut engine, "record");
        let after = engine.fen();
        engine.tell(&format!("position {position} moves {mv}"));
        assert_eq!(engine.fen(), after, "{text}");
        let hangul = text.replace('子', "자").replace('王', "왕");
        assert_eq!(record, format!("record {hangul}"));
    }
    engine.quit();
}

#[test]
fn document_001_and_004_a_move_stands_alone_on_its_line_in_cecp() {
    let mut engine = cecp("twelvejanggi");
    for text in ["Zb3", "왕b3", "Zb2!", "자a2!", "b2b3"] {
        assert_eq!(answers(&mut engine, text), [""; 0], "{text}");
    }
    assert_eq!(answers(&mut engine, "record"), ["record 자b3 왕b3 자b2! 자a2! 자b3"]);
    engine.quit();
}

// 002

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

// Bad input

#[test]
fn bad_notation_is_one_sentence_and_changes_nothing() {
    let mut janggi = variant("janggi");
    janggi.tell("position startpos moves b1c3");
    let before = janggi.fen();
    for text in [
        "76상",
        "상53",
        "7상53",
        "十一6象53",
        "七0象五3",
        "十十馬八3",
        "零2馬八3",
        "02마83마마",
        "한수",
        "0283장",
        "七六象五三",
    ] {
        let told = sentence(&mut janggi, &format!("position startpos moves {text}"));
        let expected = format!("info string error: move list refused at ply 1: '{text}' is not ");
        assert!(told.starts_with(&expected), "{told}");
        assert_eq!(janggi.fen(), before, "{text}");
    }
    for (text, why) in [
        ("02차83", "the piece on b1 is a horse"),
        ("02마83졸", "no piece stands on c3"),
        ("01차71병", "a4 is taken by an own soldier"),
    ] {
        let told = sentence(&mut janggi, &format!("position startpos moves {text}"));
        assert_eq!(told, format!("info string error: move list refused at ply 1: '{text}' is not legal here: {why}"));
        assert_eq!(janggi.fen(), before);
    }
    janggi.quit();

    let mut twelve = variant("twelvejanggi");
    let fen = "2k/Z2/S1S/K2[Zjj] w 0 1";
    twelve.tell("position startpos moves b2b3");
    let before = twelve.fen();
    for (text, why) in [
        ("상b3", "'상b3' is ambiguous: it could be a2b3 or c2b3"),
        ("상", "'상' is not a move; expected"),
        ("자b5!", "'자b5!' is not a move; expected"),
        ("차b3", "'차b3' is not a move; expected"),
        ("자b4!", "'자b4!' is not legal here: b4 is in the enemy camp, where nothing may be put"),
    ] {
        let told = sentence(&mut twelve, &format!("position fen {fen} moves {text}"));
        assert!(told.starts_with(&format!("info string error: move list refused at ply 1: {why}")), "{told}");
        assert_eq!(twelve.fen(), before, "{text}");
    }
    twelve.quit();

    let mut engine = cecp("janggi");
    for text in ["76상", "十一6象53", "七0象五3"] {
        let lines = answers(&mut engine, text);
        assert!(lines.len() == 1 && lines[0].starts_with("Illegal move (expected "), "{text}: {lines:?}");
    }
    assert_eq!(answers(&mut engine, "hello"), ["Error (unknown command): hello"]);
    assert_eq!(answers(&mut engine, "record"), ["record"]);
    engine.quit();
}
