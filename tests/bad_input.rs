//! Bad input: one line that says what is wrong and where, and nothing changed.
//!
//! The wording is the engine's own; a row asks only for what a user needs to find the mistake: the field, the rank,
//! the ply, the option.

mod common;

use common::{Engine, SOON, START, texts};
use std::collections::BTreeSet;

/// What the engine is told before all the rest, so that there is a state to lose.
const STATE: [&str; 3] =
    ["setoption name Hash value 2", "setoption name MultiPV value 2", "position startpos moves a4b4 a7b7"];

/// A line of bad input, and words of which one must be in the error, in any letter case. No words: any error will do.
struct Row {
    name: &'static str,
    line: Vec<u8>,
    words: &'static [&'static str],
}

fn row(name: &'static str, line: impl AsRef<[u8]>, words: &'static [&'static str]) -> Row {
    Row { name, line: line.as_ref().to_vec(), words }
}

/// `position fen` with a placement, white to move.
fn placement(name: &'static str, placement: &str, words: &'static [&'static str]) -> Row {
    row(name, format!("position fen {placement} w - - 0 1"), words)
}

fn unknown_commands() -> Vec<Row> {
    vec![
        row("an unknown word", "frobnicate", &["frobnicate"]),
        row("several unknown words", "please play well", &["please"]),
        row("a number", "12345", &["12345"]),
        row("punctuation", "???", &["???"]),
        row("Korean letters", "장군", &["장군"]),
        row("a FEN without a command", START, &["rnba1abnr"]),
        row("a move without a command", "a4b4", &["a4b4"]),
        row("an answer instead of a command", "bestmove a4b4", &["bestmove"]),
        row("two commands in one word", "isreadyisready", &["isreadyisready"]),
        row("bytes that are not UTF-8", b"\xff\xfe\x80\xc3", &[]),
        row("bytes that are not UTF-8 in a word", b"isre\xffady", &[]),
        row("NUL bytes", b"\0\0\0\0", &[]),
        row("a NUL byte in a command", b"is\0ready", &[]),
        row("control characters", b"\x01\x1b[31m\x7f", &[]),
        row("a megabyte without a blank", "x".repeat(1 << 20), &[]),
        row("a megabyte of unknown words", "wort ".repeat(1 << 18), &["wort"]),
        row("debug neither on nor off", "debug perhaps", &["debug", "perhaps"]),
        row("bench with a word", "bench deep", &["bench", "deep"]),
    ]
}

fn bad_options() -> Vec<Row> {
    vec![
        row("a megabyte as an option", format!("setoption name {} value 1", "x".repeat(1 << 20)), &[]),
        row("a megabyte as a value", format!("setoption name Hash value {}", "9".repeat(1 << 20)), &["Hash"]),
        row("a megabyte as a choice", format!("setoption name Level value {}", "x".repeat(1 << 20)), &["Level"]),
        row("setoption alone", "setoption", &["name"]),
        row("setoption without a name", "setoption name", &["name"]),
        row("setoption without the word name", "setoption Hash value 16", &["name"]),
        row("setoption with a value only", "setoption value 16", &["name"]),
        row("setoption with an empty name", "setoption name value 16", &["name"]),
        row("an unknown option", "setoption name Colour value blue", &["Colour"]),
        row("an unknown option without a value", "setoption name Colour", &["Colour"]),
        row("an option's name with a letter too many", "setoption name Hashs value 16", &["Hashs"]),
        row("an option's name without its blank", "setoption name MoveOverhead value 16", &["MoveOverhead"]),
        row("not UTF-8 in an option's name", b"setoption name Ha\xffsh value 16", &[]),
        row("Hash without a value", "setoption name Hash", &["Hash"]),
        row("Hash of nothing", "setoption name Hash value 0", &["Hash"]),
        row("Hash below nothing", "setoption name Hash value -64", &["Hash"]),
        row("Hash above its range", "setoption name Hash value 65537", &["Hash"]),
        row("Hash beyond any number", "setoption name Hash value 99999999999999999999999", &["Hash"]),
        row("Hash as a fraction", "setoption name Hash value 16.5", &["Hash"]),
        row("Hash as a word", "setoption name Hash value big", &["Hash"]),
        row("Hash with a unit", "setoption name Hash value 16 MB", &["Hash"]),
        row("Hash in hexadecimal", "setoption name Hash value 0x10", &["Hash"]),
        row("Hash that is not UTF-8", b"setoption name Hash value \xff\xff", &["Hash"]),
        row("no Threads", "setoption name Threads value 0", &["Threads"]),
        row("too many Threads", "setoption name Threads value 257", &["Threads"]),
        row("Threads as a word", "setoption name Threads value two", &["Threads"]),
        row("no MultiPV", "setoption name MultiPV value 0", &["MultiPV"]),
        row("too much MultiPV", "setoption name MultiPV value 257", &["MultiPV"]),
        row("MultiPV as a word", "setoption name MultiPV value all", &["MultiPV"]),
        row("a negative overhead", "setoption name Move Overhead value -1", &["Move Overhead"]),
        row("too great an overhead", "setoption name Move Overhead value 5001", &["Move Overhead"]),
        row("an overhead with a unit", "setoption name Move Overhead value 10ms", &["Move Overhead"]),
        row("a negative skill", "setoption name Skill Level value -1", &["Skill Level"]),
        row("too much skill", "setoption name Skill Level value 21", &["Skill Level"]),
        row("Elo as a word", "setoption name UCI_Elo value master", &["UCI_Elo"]),
        row("Elo out of range", "setoption name UCI_Elo value 1000000", &["UCI_Elo"]),
        row("Ponder neither true nor false", "setoption name Ponder value perhaps", &["Ponder"]),
        row("Ponder without a value", "setoption name Ponder", &["Ponder"]),
        row("WDL neither true nor false", "setoption name UCI_ShowWDL value 2", &["UCI_ShowWDL"]),
        row("analysis neither true nor false", "setoption name UCI_AnalyseMode value off course", &["UCI_AnalyseMode"]),
        row("a level that does not exist", "setoption name Level value godlike", &["Level"]),
        row("a variant of another engine", "setoption name UCI_Variant value chess", &["UCI_Variant", "chess"]),
        row("two variants at once", "setoption name UCI_Variant value janggi janggimodern", &["UCI_Variant"]),
        row("a variant without a value", "setoption name UCI_Variant", &["UCI_Variant"]),
        row("an unknown set-up of Cho", "setoption name Janggi_ChoSetup value mamasangsang", &["Janggi_ChoSetup"]),
        row("an unknown set-up of Han", "setoption name Janggi_HanSetup value NBBN", &["Janggi_HanSetup"]),
        row("a log in no folder", "setoption name Log File value /no/such/folder/log.txt", &["Log File", "/no/such"]),
    ]
}

fn bad_go() -> Vec<Row> {
    vec![
        row("go with an unknown word", "go sideways", &["sideways"]),
        row("go with a stray number", "go 5", &["5"]),
        row("depth without a number", "go depth", &["depth"]),
        row("depth as a word", "go depth deep", &["depth"]),
        row("depth as a fraction", "go depth 3.5", &["depth"]),
        row("depth before another limit", "go depth movetime 10", &["depth"]),
        row("nodes without a number", "go nodes", &["nodes"]),
        row("nodes as a word", "go nodes many", &["nodes"]),
        row("movetime without a number", "go movetime", &["movetime"]),
        row("movetime as a word", "go movetime soon", &["movetime"]),
        row("mate without a number", "go mate", &["mate"]),
        row("mate as a word", "go mate now", &["mate"]),
        row("wtime without a number", "go wtime", &["wtime"]),
        row("wtime as a word", "go wtime lots btime 1000", &["wtime"]),
        row("btime as a word", "go wtime 1000 btime lots", &["btime"]),
        row("winc as a word", "go wtime 1000 btime 1000 winc x binc 1", &["winc"]),
        row("binc without a number", "go wtime 1000 btime 1000 winc 1 binc", &["binc"]),
        row("movestogo as a word", "go wtime 1000 btime 1000 movestogo x", &["movestogo"]),
        row("perft without a depth", "go perft", &["perft"]),
        row("perft as a word", "go perft deep", &["perft"]),
        row("searchmoves with garbage", "go depth 1 searchmoves xyz", &["xyz"]),
        row("searchmoves with an illegal move", "go depth 1 searchmoves a1c5", &["a1c5"]),
        row("searchmoves with one illegal move", "go depth 1 searchmoves b4b5 a1c5", &["a1c5"]),
        row("a megabyte as a limit", format!("go depth {}", "x".repeat(1 << 20)), &["depth"]),
        row("a megabyte to search", format!("go depth 1 searchmoves {}", "x".repeat(1 << 20)), &[]),
        row("not UTF-8 in a go", b"go depth \xff", &["depth"]),
    ]
}

fn bad_positions() -> Vec<Row> {
    vec![
        row("position alone", "position", &["position", "startpos", "fen"]),
        row("position of an unknown kind", "position middle", &["middle"]),
        row("position of moves only", "position moves a4b4", &["startpos", "fen", "moves"]),
        row("startpos with a stray word", "position startpos here", &["here"]),
        row("startpos with moves but not the word", "position startpos a4b4", &["a4b4", "moves"]),
        row("a FEN without the word fen", format!("position {START}"), &["rnba1abnr", "startpos"]),
        row("an empty FEN", "position fen", &["FEN"]),
        row("an empty FEN with moves", "position fen moves a4b4", &["FEN"]),
        row("not UTF-8 in a FEN", b"position fen rnba1abnr/4k4/\xff/9 w - - 0 1", &[]),
        row("a megabyte as a side", format!("position fen {} w", START.replace(" w", &"x".repeat(1 << 20))), &[]),
        row("a megabyte after startpos", format!("position startpos {}", "x".repeat(1 << 20)), &[]),
        row("a megabyte as a FEN", format!("position fen {}", "9/".repeat(1 << 19)), &["rank"]),
    ]
}

fn bad_fens() -> Vec<Row> {
    let fen = |name, wrong: &str, words| row(name, format!("position fen {wrong}"), words);
    let board = START.split(' ').next().expect("a placement");
    vec![
        placement("nine ranks", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR", &["rank"]),
        placement("eleven ranks", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR", &["rank"]),
        placement("one rank", "4k4", &["rank"]),
        placement("a rank too wide", &board.replace("1c5c1", "1c5c2"), &["rank 8"]),
        placement("a rank too narrow", &board.replace("1C5C1", "1C5C"), &["rank 3"]),
        placement("a rank far too wide", &board.replace("/9/9/", "/99/9/"), &["rank 6"]),
        placement("an empty rank", &board.replace("/9/9/", "//9/"), &["rank 6"]),
        placement("a zero in a rank", &board.replace("4K4", "4K04"), &["rank 2"]),
        placement("an unknown letter", &board.replace("1c5c1", "1x5c1"), &["x"]),
        placement("a queen", &board.replace("RNBA1ABNR", "RNBQ1ABNR"), &["Q"]),
        placement("a Korean letter", &board.replace("1c5c1", "1포5c1"), &["포"]),
        placement("a promoted piece", &board.replace("1C5C1", "1+C5C1"), &["+"]),
        placement("pieces in hand", &format!("{board}[R]"), &["hand", "[R]", "bracket", "R"]),
        placement("an open bracket", &format!("{board}["), &["[", "bracket", "hand"]),
        placement("no general of Cho", &board.replace("4K4", "9"), &["general"]),
        placement("no general of Han", &board.replace("4k4", "9"), &["general"]),
        placement("no general at all", "9/9/9/9/9/9/9/9/9/9", &["general"]),
        placement("two generals of Cho", &board.replace("RNBA1ABNR", "RNBAKABNR"), &["general"]),
        placement("two generals of Han", &board.replace("rnba1abnr", "rnbakabnr"), &["general"]),
        placement("three chariots", &board.replace("/9/9/", "/9/4R4/"), &["chariot"]),
        placement("three cannons", &board.replace("/9/9/", "/9/4C4/"), &["cannon"]),
        placement("three horses", &board.replace("/9/9/", "/9/4N4/"), &["horse"]),
        placement("three horses in two dialects", &board.replace("/9/9/", "/9/4H4/"), &["horse"]),
        placement("three elephants", &board.replace("/9/9/", "/9/4B4/"), &["elephant"]),
        placement("three guards", &board.replace("4K4", "4KA3"), &["guard"]),
        placement("six soldiers", &board.replace("/9/9/", "/9/4P4/"), &["soldier"]),
        placement("three chariots of Han", &board.replace("/9/9/", "/4r4/9/"), &["chariot"]),
        placement("three horses of Han", &board.replace("/9/9/", "/4n4/9/"), &["horse"]),
        placement("six soldiers of Han", &board.replace("/9/9/", "/4p4/9/"), &["soldier"]),
        placement(
            "Cho's general outside its palace",
            &board.replace("4K4", "9").replace("/9/9/9/", "/9/9/4K4/"),
            &["general", "palace"],
        ),
        placement("Cho's general beside its palace", &board.replace("4K4", "2K6"), &["general", "palace"]),
        placement("Han's general outside its palace", &board.replace("4k4", "6k2"), &["general", "palace"]),
        placement("the generals in each other's palaces", "9/4K4/9/9/9/9/9/9/3k5/9", &["general", "palace"]),
        placement("Cho's guard outside its palace", "4k4/9/9/9/9/9/A8/9/3K5/9", &["guard", "palace"]),
        placement("Han's guard in Cho's palace", "4k4/9/9/9/9/9/9/9/3K5/3a5", &["guard", "palace"]),
        fen("an unknown side", &START.replace(" w ", " x "), &["side", "x"]),
        fen("a side as a word", &START.replace(" w ", " white "), &["side", "white"]),
        fen("castling rights", &START.replace(" - - ", " KQkq - "), &["KQkq"]),
        fen("an en passant point", &START.replace(" - - ", " - e3 "), &["e3"]),
        fen("a counter as a word", &START.replace(" 0 1", " zero 1"), &["zero"]),
        fen("a negative counter", &START.replace(" 0 1", " -5 1"), &["-5"]),
        fen("a counter as a fraction", &START.replace(" 0 1", " 1.5 1"), &["1.5"]),
        fen("a move number as a word", &START.replace(" 0 1", " 0 one"), &["one"]),
        fen("a negative move number", &START.replace(" 0 1", " 0 -1"), &["-1"]),
        fen("a seventh field", &format!("{START} again"), &["again"]),
        fen("the side not to move in check by a chariot", "4k4/9/9/9/9/9/4R4/9/3K5/9 w - - 0 1", &["check"]),
        fen("the side not to move in check by a cannon", "3k5/9/9/9/9/9/4c4/4p4/4K4/9 b - - 0 1", &["check"]),
        fen("the side not to move in check by a soldier", "4k4/4P4/9/9/9/9/9/9/3K5/9 w - - 0 1", &["check"]),
    ]
}

fn bad_moves() -> Vec<Row> {
    let after = |name, moves: &str, words| row(name, format!("position startpos moves {moves}"), words);
    let shuffle = "a1a2 a10a9 a2a1 a9a10 ".repeat(25);
    vec![
        after("an illegal first move", "a1a5", &["ply 1"]),
        after("an illegal second move", "a4b4 a10a5", &["ply 2"]),
        after("an illegal third move", "a4b4 a7b7 e2e5", &["ply 3"]),
        after("an illegal move after a hundred", &format!("{shuffle}a1a5"), &["ply 101"]),
        after("an illegal move amidst legal ones", "a4b4 a1a2 b4a4", &["ply 2"]),
        after("a move from an empty point", "e5e6", &["ply 1"]),
        after("a move of the opponent", "a7b7", &["ply 1"]),
        after("a capture of an own piece", "a1b1", &["ply 1"]),
        after("a soldier moving back", "a4a3", &["ply 1"]),
        after("a cannon without a screen", "b3b6", &["ply 1"]),
        after("a cannon taking a cannon", "b3b8", &["ply 1"]),
        after("a horse with its leg blocked", "b1d2", &["ply 1"]),
        after("a general leaving its palace", "a4b4 a7b7 e2e3 b7a7 e3e4", &["ply 5"]),
        after("a word", "forward", &["ply 1"]),
        after("half a move", "a4", &["ply 1"]),
        after("a move and a half", "a4b4c4", &["ply 1"]),
        after("rank 0", "a0a1", &["ply 1"]),
        after("rank 11", "a11a10", &["ply 1"]),
        after("file j", "j1j2", &["ply 1"]),
        after("a promotion", "a4b4q", &["ply 1"]),
        after("a drop", "P@e5", &["ply 1"]),
        after("wide letters", "ａ4b4", &["ply 1"]),
        after("a pass of another piece", "a1a1", &["ply 1"]),
        after("a pass of an empty point", "e5e5", &["ply 1"]),
        after("a Korean move with the wrong name", "02車83", &["ply 1"]),
        after("a Korean move with an unknown name", "02犬83", &["ply 1"]),
        after("a Korean move to nowhere", "02馬99", &["ply 1"]),
        after("a Korean move from an empty point", "5545", &["ply 1"]),
        after("a Korean move with column 0", "0083", &["ply 1"]),
        after("a move after both have passed", "e2e2 e9e9 a4b4", &["ply 3"]),
        row("not UTF-8 in a move", b"position startpos moves a4b4 a7\xffb7", &["ply 2"]),
        row("a pass in check", "position fen 4k4/9/9/9/9/9/4r4/9/4K4/9 w - - 0 1 moves e2e2", &["ply 1"]),
        row("a pass in check, otherwise", "position fen 4k4/9/9/9/9/9/4r4/9/4K4/9 w - - 0 1 moves 0000", &["ply 1"]),
        row("a move that leaves check", "position fen 3k5/9/9/9/9/9/4r4/9/4K4/R8 w - - 0 1 moves a1a2", &["ply 1"]),
        row("moves after a bad FEN", "position fen 9/9 w - - 0 1 moves a4b4", &["rank"]),
        after("a megabyte as a move", &"a".repeat(1 << 20), &["ply 1"]),
    ]
}

/// All that can be seen of the state from outside.
fn state(engine: &mut Engine) -> Result<Vec<String>, String> {
    engine.send("d\nmoves\nresult\nisready");
    let lines = engine.try_lines_until("readyok", SOON).map_err(|lines| format!("not ready: {:?}", texts(&lines)))?;
    engine.send("go depth 1");
    let search = engine.try_lines_until("bestmove", SOON).map_err(|lines| format!("no move: {:?}", texts(&lines)))?;
    let variations = search.iter().filter(|line| line.text.contains(" multipv 2 ")).count();
    Ok([texts(&lines), vec![format!("{} variations", if variations > 0 { "several" } else { "single" })]].concat())
}

/// Sends one bad line and says what is wrong with the reaction.
fn try_row(engine: &mut Engine, row: &Row) -> Result<(), String> {
    let before = state(engine)?;
    engine.send_bytes(&[&row.line[..], b"\nisready\n"].concat());
    let lines = engine.try_lines_until("readyok", SOON).map_err(|lines| format!("no answer: {:?}", texts(&lines)))?;
    let said = &texts(&lines)[..lines.len() - 1];
    let errors: Vec<&String> = said.iter().filter(|line| line.starts_with("info string error: ")).collect();
    let [error] = errors[..] else { return Err(format!("{} errors, not one: {said:?}", errors.len())) };
    if error.len() > 1000 {
        return Err(format!("an error of {} bytes", error.len()));
    }
    if !row.words.is_empty() && !row.words.iter().any(|word| error.to_lowercase().contains(&word.to_lowercase())) {
        return Err(format!("'{error}' mentions none of {:?}", row.words));
    }
    if said.len() > 1 && !row.line.starts_with(b"go ") {
        return Err(format!("more than an error: {said:?}"));
    }
    let after = state(engine)?;
    if after != before {
        return Err(format!("the state has changed from {before:#?} to {after:#?}"));
    }
    Ok(())
}

/// Tries all rows, with one engine as long as it lives, and reports all that fail together.
fn try_rows(rows: &[Row]) {
    let start = || {
        let mut engine = Engine::start();
        for line in STATE {
            engine.tell(line);
        }
        engine
    };
    let mut engine = start();
    let mut failures = Vec::new();
    for row in rows {
        if let Err(failure) = try_row(&mut engine, row) {
            let line = String::from_utf8_lossy(&row.line[..row.line.len().min(120)]).into_owned();
            failures.push(format!("{} ({line:?}): {failure}", row.name));
            engine = start();
        }
    }
    assert!(failures.is_empty(), "{} of {} rows fail:\n{}", failures.len(), rows.len(), failures.join("\n"));
    engine.quit();
}

#[test]
fn unknown_commands_are_told() {
    try_rows(&unknown_commands());
}

#[test]
fn bad_options_are_told() {
    try_rows(&bad_options());
}

#[test]
fn bad_limits_are_told() {
    try_rows(&bad_go());
}

#[test]
fn bad_position_commands_are_told() {
    try_rows(&bad_positions());
}

#[test]
fn bad_fens_are_told() {
    try_rows(&bad_fens());
}

#[test]
fn bad_moves_are_told() {
    try_rows(&bad_moves());
}

#[test]
fn there_are_many_kinds_of_bad_input_and_each_has_its_name() {
    let tables = [unknown_commands(), bad_options(), bad_go(), bad_positions(), bad_fens(), bad_moves()];
    let names: Vec<&str> = tables.iter().flatten().map(|row| row.name).collect();
    let different: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(different.len(), names.len(), "names are told apart");
    assert!(names.len() >= 80, "{} kinds", names.len());
}

#[test]
fn bad_input_during_a_search_does_not_end_it() {
    let mut engine = Engine::start();
    engine.send("go infinite\nfrobnicate\nisready");
    let lines = texts(&engine.lines_until("readyok", SOON));
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error: ")).count(), 1, "{lines:#?}");
    let lines = engine.think_to(6);
    engine.end_search("stop", lines);
    engine.quit();
}

#[test]
fn the_strict_rule_set_refuses_passes_and_facing_generals() {
    let mut engine = Engine::start();
    engine.set_variant("janggistrict");
    for line in [
        "position startpos moves e9e9",
        "position startpos moves pass",
        "position startpos moves a4a5",
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d1e1",
    ] {
        let answer = engine.ask(line);
        assert_eq!(answer.len(), 1, "'{line}': {answer:?}");
        assert!(answer[0].starts_with("info string error: ") && answer[0].contains("ply 1"), "'{line}': {answer:?}");
    }
    assert!(engine.fen().ends_with(" b - - 0 1"));
    engine.quit();
}

#[test]
fn a_hash_larger_than_memory_is_refused_with_the_largest_that_would_do() {
    let memory = std::fs::read_to_string("/proc/meminfo").ok();
    let megabytes = memory
        .as_ref()
        .and_then(|text| text.lines().find(|line| line.starts_with("MemTotal:")))
        .and_then(|line| line.split_whitespace().nth(1))
        .and_then(|kilobytes| kilobytes.parse::<u64>().ok())
        .map(|kilobytes| kilobytes / 1024);
    // Only where the memory is known and too small for the largest value of the option.
    if megabytes.is_none_or(|megabytes| megabytes >= 65_000) {
        return;
    }
    let mut engine = Engine::start();
    for line in STATE {
        engine.tell(line);
    }
    let before = engine.fen();
    let answer = engine.ask("setoption name Hash value 65536");
    assert_eq!(answer.len(), 1, "{answer:?}");
    assert!(answer[0].starts_with("info string error: ") && answer[0].contains("Hash"), "{answer:?}");
    let numbers = answer[0].split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
    let largest = numbers.filter(|number| *number > 1 && *number < 65_536).max();
    assert!(largest.is_some_and(|largest| largest <= megabytes.unwrap_or(0)), "{answer:?}");
    assert_eq!(engine.fen(), before);
    engine.search("go depth 2");
    engine.quit();
}

// --- Odd, but not bad ----------------------------------------------------------------------------------------------

#[test]
fn stop_and_ponderhit_without_a_search_are_ignored() {
    let mut engine = Engine::start();
    engine.tell("stop");
    engine.tell("ponderhit");
    engine.tell("stop\nstop\nponderhit\nstop");
    engine.search("go depth 1");
    engine.tell("stop");
    engine.quit();
}

#[test]
fn blank_lines_tabs_and_carriage_returns_are_ordinary() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\n\n   \n\t\n\r\n\r\nisready\r\n");
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    engine.send_bytes(b"position\tstartpos \t moves  a4b4\ta7b7 \r\n  isready \r\n");
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    assert!(engine.fen().ends_with(" w - - 2 2"), "{}", engine.fen());
    engine.send_bytes(b"setoption  name   Move  Overhead\tvalue   20 \r\nisready\n");
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    engine.send_bytes(b"\t go \t depth 2\r\n");
    engine.expect("bestmove", SOON);
    engine.quit();
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    let output = common::run(&[], "\u{feff}uci\nquit\n");
    let lines = common::output_lines(&output);
    assert!(lines[0].starts_with("id name ") && lines.last().is_some_and(|line| line == "uciok"), "{lines:#?}");
    let output = common::run(&[], "\u{feff}xboard\nprotover 2\nping 1\nquit\n");
    let lines = common::output_lines(&output);
    assert!(lines[0].starts_with("feature ") && lines.last().is_some_and(|line| line == "pong 1"), "{lines:#?}");
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_file() {
    let file = |name: &str| format!("{}/mark-{name}", env!("CARGO_TARGET_TMPDIR"));
    let (openings, games) = (file("openings.txt"), file("games"));
    let _ = std::fs::remove_file(&games);
    let start = "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0";
    std::fs::write(&openings, format!("\u{feff}{start}\r\n")).expect("a file");
    let selfplay = ["selfplay", "cheduk", "--games", "2", "--nodes", "20", "--openings", &openings, "--out", &games];
    let output = common::run(&selfplay, "");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut engine = Engine::start();
    engine.send("joho isready");
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    engine.tell("would you kindly position startpos moves a4b4");
    assert!(engine.fen().ends_with(" b - - 1 1"), "{}", engine.fen());
    engine.search("please go depth 1");
    engine.quit();
}

#[test]
fn a_megabyte_of_blanks_is_a_blank_line() {
    let mut engine = Engine::start();
    engine.tell(&" ".repeat(1 << 20));
    engine.send(&format!("{}isready", "\t".repeat(1 << 20)));
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    engine.quit();
}

#[test]
fn numbers_out_of_range_do_no_harm() {
    let mut engine = Engine::start();
    for go in [
        "go depth 0",
        "go depth -3",
        "go depth 99999999999999999999999",
        "go nodes 0",
        "go nodes 99999999999999999999999999",
        "go movetime 0",
        "go movetime -10",
        "go movetime 99999999999999999999999",
        "go mate 0",
        "go mate 4000000000",
        "go wtime 99999999999999999999999 btime 1",
        "go wtime 100 btime 100 winc -5 binc -5",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo -1",
        "go wtime 100 btime 100 movestogo 99999999999",
    ] {
        // Either it is refused or it is obeyed within what is possible, and then a stop may be needed.
        engine.send(&format!("{go}\nisready"));
        let said = texts(&engine.lines_until("readyok", SOON));
        let refused = said.iter().filter(|line| line.starts_with("info string error: ")).count();
        assert!(refused <= 1, "'{go}': {said:?}");
        let answer = if go.contains("perft") { "Nodes searched:" } else { "bestmove" };
        if refused == 0 && !said.iter().any(|line| line.starts_with(answer)) {
            engine.send("stop");
            engine.expect(answer, SOON);
        }
        engine.ask("stop");
        assert_eq!(engine.fen(), START, "after '{go}'");
    }
    engine.send("go perft 0");
    engine.expect("Nodes searched: 1", SOON);
    for depth in ["1000000", "4294967295", "99999999999999999999"] {
        engine.send(&format!("go perft {depth}\nstop"));
        engine.expect("info string perft stopped", SOON);
    }
    for (counter, number) in [("99999999999999999999", "1"), ("0", "99999999999999999999"), ("0", "0"), ("60000", "1")]
    {
        let fen = START.replace(" 0 1", &format!(" {counter} {number}"));
        let answer = engine.ask(&format!("position fen {fen}"));
        assert!(answer.len() <= 1 && answer.iter().all(|line| line.starts_with("info string error: ")), "{answer:?}");
        engine.search("go depth 2");
    }
    engine.quit();
}
