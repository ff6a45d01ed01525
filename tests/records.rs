//! Records of games through the program: `convert`, `analyse` and the openings of `match`.

mod common;

use std::fs;
use std::process::Output;

use common::{Folder, output_lines, run};
use janggun::records::{RecordFormat, read};

const SAN: &str = include_str!("data/san.pgn");

fn janggun(arguments: &str, input: &str) -> Output {
    run(&arguments.split_whitespace().collect::<Vec<_>>(), input)
}

fn complaints(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect()
}

/// Games that pyffish played at random and wrote as SAN, and the same moves as it writes them for UCI.
#[test]
fn moves_are_understood_as_other_programs_write_them() {
    let games = read(SAN.as_bytes(), RecordFormat::Pgn, None);
    let expected: Vec<&str> = include_str!("data/san.txt").lines().collect();
    assert_eq!(games.len(), expected.len());
    for (game, expected) in games.iter().zip(expected) {
        let game = game.game.as_ref().unwrap_or_else(|error| panic!("{game}: {error}"));
        let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves.join(" ").replace(',', ""), expected.replace(',', ""));
    }
}

#[test]
fn games_are_converted_there_and_back() {
    let folder = Folder::new("convert");
    let [pgn, gib, again] = ["games.pgn", "games.gib", "again.pgn"].map(|name| folder.file(name));
    fs::write(&pgn, SAN).expect("a file");
    let output = janggun(&format!("convert {pgn} --out {gib}"), "");
    // A game of another kind has no .gib; all are named, and the others are written.
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output_lines(&output), ["20 games written, 10 left out"]);
    let told = complaints(&output);
    assert!(told.len() == 10 && told.iter().all(|line| line.contains("players of dobutsu have no form of records")));
    assert!(told[0].contains("games.pgn: game 1, line 1 (A - B) is left out: "), "{}", told[0]);

    let output = janggun(&format!("convert {gib} --out {again}"), "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let moves = |text: &str| -> Vec<Vec<String>> {
        let games = read(text.as_bytes(), RecordFormat::Pgn, None).into_iter().map(|game| game.game.expect("a game"));
        let janggi = games.filter(|game| game.variant == "janggi");
        janggi.map(|game| game.moves.into_iter().map(|mv| mv.text).collect()).collect()
    };
    let converted = fs::read_to_string(&again).expect("a file");
    assert_eq!(moves(&converted), moves(SAN));
    // To standard output, from standard input.
    let piped = janggun("convert - --from pgn --to pgn", &converted);
    assert_eq!(String::from_utf8_lossy(&piped.stdout), converted);
    let unsaid = janggun("convert - --from pgn", &converted);
    assert!(complaints(&unsaid)[0].contains("Add --to pgn or --to gib"), "{unsaid:?}");
}

#[test]
fn a_dash_is_standard_output() {
    let pgn = "[Variant \"dobutsu\"]\n\n1. b2b3 c4b3 *\n";
    let plain = janggun("convert - --from pgn --to pgn", pgn);
    let dash = janggun("convert - --from pgn --to pgn --out -", pgn);
    assert!(plain.status.success() && !plain.stdout.is_empty());
    assert_eq!((dash.status, dash.stdout, dash.stderr), (plain.status, plain.stdout, plain.stderr));
}

/// An empty page is no answer to somebody who waits for games.
#[test]
fn that_there_is_no_game_is_told() {
    let folder = Folder::new("no-games");
    let [empty, full, out] = ["empty.gib", "full.pgn", "out.pgn"].map(|name| folder.file(name));
    fs::write(&empty, "\n").expect("a file");
    fs::write(&full, "[Variant \"dobutsu\"]\n\n1. b2b3 *\n").expect("a file");
    for (arguments, name) in [
        ("convert - --from pgn --to gib".to_owned(), "-"),
        ("convert - --to gib".to_owned(), "-"),
        (format!("convert {empty} --out {out}"), empty.as_str()),
    ] {
        let output = janggun(&arguments, "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{arguments}");
        assert_eq!(complaints(&output), [format!("janggun: '{name}' holds no game")]);
    }
    assert!(!std::path::Path::new(&out).exists());
    // The others are written.
    let output = janggun(&format!("convert {empty} {full} --out {out}"), "");
    assert_eq!((output.status.code(), output_lines(&output)), (Some(1), vec!["1 game written, 0 left out".to_owned()]));
    assert_eq!(complaints(&output), [format!("janggun: '{empty}' holds no game")]);
}

#[test]
fn set_ups_that_were_guessed_are_told() {
    let tags = "[초차림 \"귀마\"]\n[한차림 \"귀마\"]\n";
    let moves = "1. 71졸61 2. 41병51 3. 02상74\n";
    let told = "its tags do not tell set-ups that can be read; 초차림 \"상마마상\" and 한차림 \"마상상마\" were guessed from its moves";
    for text in [format!("{tags}{moves}"), moves.to_owned()] {
        let output = janggun("convert - --from gib --to pgn", &text);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(complaints(&output), [format!("janggun: -: game 1, line 1: {told}")]);
        let analysed = janggun("analyse --games gib --depth 1", &text);
        assert!(analysed.status.success() && output_lines(&analysed).len() == 4, "{analysed:?}");
        assert_eq!(complaints(&analysed), [format!("janggun: line 1: game 1: {told}")]);
    }
    let one = janggun("convert - --from gib --to pgn", &format!("[초차림 \"상마마상\"]\n{moves}"));
    let expected = "janggun: -: game 1, line 1: its tags do not tell a set-up that can be read; 한차림 \"마상상마\" was guessed from its moves";
    assert_eq!(complaints(&one), [expected]);
}

#[test]
fn every_position_of_a_game_is_analysed() {
    let folder = Folder::new("analyse-games");
    let file = folder.file("games.pgn");
    let text = "[Variant \"janggi\"]\n\n1. b1c3 b10c8 *\n\n[White \"A\"]\n[Black \"B\"]\n\n1. b1b9 *\n\n[Variant \"dobutsu\"]\n\n1. b2b3 *\n";
    fs::write(&file, text).expect("a file");
    let output = janggun(&format!("analyse {file} --depth 2"), "");
    assert_eq!(output.status.code(), Some(1), "a game is damaged");
    let lines = output_lines(&output);
    let told: Vec<&str> = lines.iter().filter_map(|line| line.split("id ").nth(1)).collect();
    let expected = ["1 ply 0", "1 ply 1", "1 ply 2", "3 ply 0", "3 ply 1"].map(|id| format!("\"game {id}\";"));
    assert_eq!(told, expected);
    assert!(lines[0].starts_with("janggi;rnba1abnr/") && lines[4].starts_with("dobutsu;"), "{lines:?}");
    assert!(lines.iter().all(|line| line.contains(" bm ")), "{lines:?}");
    let complaint = &complaints(&output)[0];
    assert!(complaint.starts_with("janggun: line 5: game 2 (A - B) is left out: move 1 cannot"), "{complaint}");
    // What comes out can be analysed again.
    assert!(janggun("analyse --depth 2", &lines.join("\n")).status.success());
}

#[test]
fn games_are_openings() {
    let folder = Folder::new("opening-games");
    let [book, record] = ["book.pgn", "games.jsonl"].map(|name| folder.file(name));
    fs::write(&book, SAN).expect("a file");
    let engine = env!("CARGO_BIN_EXE_janggun");
    let arguments = [
        "match",
        "--engine",
        &format!("cmd={engine} name=A"),
        "--engine",
        &format!("cmd={engine} name=B"),
        "--each",
        "depth=1",
        "--variant",
        "janggi",
        "--games",
        "4",
        "--openings",
        &book,
        "--opening-plies",
        "4",
        "--max-plies",
        "4",
        "--record",
        &record,
    ];
    let output = run(&arguments, "");
    assert!(output.status.success(), "{output:?}");
    assert!(complaints(&output).iter().all(|line| line.contains("is left out")), "games of another kind: {output:?}");
    let record = fs::read_to_string(&record).expect("a record");
    let moves = include_str!("data/san.txt").lines().nth(1).expect("the first game of this kind");
    let opening: Vec<String> = moves.split(' ').take(4).map(|mv| format!("\"{mv}\"")).collect();
    assert!(record.contains(&format!("\"opening\":[{}]", opening.join(","))), "{record}");
}
