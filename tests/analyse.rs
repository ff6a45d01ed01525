//! `janggun analyse` in pipelines: lines in, annotated lines out, in order, whatever comes in.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Output;
use std::time::Instant;

use common::{MATED, MATES_IN_ONE, MIDDLE, SOON, START, TWELVE_START, command, end_of, output_lines, run};

const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/bench.txt");

/// `janggun analyse` with these arguments, blanks between them.
fn analyse(arguments: &str, input: &str) -> Output {
    run(&["analyse"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>(), input)
}

/// The same, and nothing is refused.
#[track_caller]
fn lines(arguments: &str, input: &str) -> Vec<String> {
    let output = analyse(arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    output_lines(&output)
}

fn complaints(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect()
}

/// The operand of an operation behind the FEN.
#[track_caller]
fn operand<'a>(line: &'a str, fen: &str, code: &str) -> Option<&'a str> {
    let operations = line.strip_prefix(fen).unwrap_or_else(|| panic!("'{line}' begins with '{fen}'"));
    assert!(operations.ends_with(';'), "{line}");
    operations.split(';').find_map(|operation| operation.trim().strip_prefix(code)?.strip_prefix(' '))
}

#[test]
fn a_position_comes_out_with_move_score_depth_and_variation() {
    let answer = lines("--depth 4", MIDDLE);
    assert_eq!(answer.len(), 1);
    let field = |code| operand(&answer[0], MIDDLE, code).unwrap_or_else(|| panic!("{code} in {}", answer[0]));
    assert_eq!(field("acd"), "4");
    assert_eq!(field("pv").split(' ').next(), Some(field("bm")));
    assert!(field("ce").parse::<i32>().is_ok_and(|score| score.abs() < 1_000));
}

#[test]
fn a_forced_win_is_told_in_moves_and_the_end_without_any() {
    for (fen, winning) in MATES_IN_ONE {
        let answer = lines("--nodes 5000", fen);
        assert_eq!(operand(&answer[0], fen, "dm"), Some("1"));
        assert_eq!(operand(&answer[0], fen, "ce"), None);
        assert!(operand(&answer[0], fen, "bm").is_some_and(|best| winning.contains(&best)), "{answer:?}");
    }
    assert_eq!(lines("--depth 3", MATED), [format!("{MATED} ce -32767; acd 0;")]);
    // The king has entered and the turn has come: won without a move.
    let entered = "twelvejanggi;2K/k2/3/3[SJZsjz] w 0 1";
    assert_eq!(lines("--depth 3", entered), [format!("{entered} ce 32767; acd 0;")]);
}

#[test]
fn the_order_is_that_of_the_input_whatever_the_number_of_workers() {
    let one = lines(&format!("{BENCH} --nodes 3000 --threads 1"), "");
    let bench = fs::read_to_string(BENCH).expect("positions");
    assert_eq!(one.len(), bench.lines().count());
    for (answer, line) in one.iter().zip(bench.lines()) {
        assert!(operand(answer, line, "bm").is_some());
    }
    assert_eq!(lines(&format!("{BENCH} --nodes 3000 --workers 5"), ""), one);
    // Nor does it matter what was searched before, or that it was: the output is fit to be input.
    let again: Vec<String> = one.iter().rev().cloned().collect();
    let mut backwards = lines("- --nodes 3000 --threads 2", &again.join("\n"));
    backwards.reverse();
    assert_eq!(backwards, one);
}

/// In CheDuk the engine's play varies during the set-up; what it says of a position does not.
#[test]
fn an_analysis_is_not_left_to_chance() {
    let line = "cheduk;startpos moves A@h7 A@c9\n";
    let answers = lines("--depth 3 --threads 1", &line.repeat(12));
    assert!(answers.len() == 12 && answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    // Whoever wants another variation of the same play may have it.
    let others: Vec<String> =
        (1..=12).flat_map(|seed| lines(&format!("--depth 3 --option CheDuk_Seed={seed}"), line)).collect();
    assert_eq!(others[0], answers[0]);
    assert!(others.iter().any(|answer| *answer != answers[0]), "no seed matters: {others:#?}");
}

#[test]
fn variants_comments_and_operations_of_others() {
    let input = format!("# a comment\r\n\r\n{TWELVE_START} bm a1a2; id \"the start; of it\";\r\njanggi;{START}\r\n");
    let answer = lines("--variant twelvejanggi --depth 3", &input);
    assert_eq!(answer.len(), 2);
    assert!(answer[0].starts_with(&format!("{TWELVE_START} bm ")));
    assert!(answer[0].ends_with("; id \"the start; of it\";"));
    assert_eq!(answer[0].matches("bm ").count(), 1);
    assert!(answer[1].starts_with(&format!("janggi;{START} bm ")));
    // The variant may also stand where it stands for the protocol.
    let output = run(&["--variant", "dobutsu", "analyse", "--depth", "2"], common::DOBUTSU_START);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn several_variations_are_several_lines() {
    let answer = lines("--multipv 3 --depth 3", &format!("{START}\n{MATED}\n"));
    assert_eq!(answer.len(), 4);
    let field = |index: usize, code| operand(&answer[index], START, code);
    assert_eq!([0, 1, 2].map(|index| field(index, "multipv")), [Some("1"), Some("2"), Some("3")]);
    assert!(field(0, "bm").is_some() && field(1, "bm").is_none());
    assert_ne!(field(0, "pv"), field(1, "pv"));
}

#[test]
fn a_bad_line_is_named_and_the_others_are_analysed() {
    let input = format!("{START}\n9/9 w\ngo;{START}\n{}\n{MIDDLE}", "x".repeat(100_000));
    let output = analyse("--depth 2", &input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output_lines(&output).len(), 2);
    let complaints = complaints(&output);
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert_eq!(complaints[0], "janggun: line 2: FEN refused: the placement has 2 ranks, expected 10");
    assert!(complaints[1].starts_with("janggun: line 3: there is no variant 'go'; choose one of janggi"));
    assert!(complaints[2].starts_with("janggun: line 4: FEN refused"));
    assert!(complaints.iter().all(|line| line.len() < 500));
}

/// The FEN ends somewhere before the first semicolon; a reader that tried every beginning of the line would take minutes.
#[test]
fn a_line_of_very_many_words_takes_no_longer_than_others() {
    let words = "c2 ".repeat(300_000);
    let input = format!("{START} pv {words};\n9/9 w {words};\n");
    let mut child = command(&["analyse", "--depth", "1"]).spawn().expect("the engine starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(output_lines(&output)[0].starts_with(&format!("{START} bm ")));
    assert_eq!(complaints(&output), ["janggun: line 2: FEN refused: the placement has 2 ranks, expected 10"]);
}

#[test]
fn a_line_without_end_is_refused_and_not_kept() {
    let mut child = command(&["analyse", "--depth", "1", "--threads", "1"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let block = vec![b'x'; 1 << 20];
    (0..256).for_each(|_| input.write_all(&block).expect("it reads"));
    write!(input, "\n{START}\n").expect("it reads");
    let mut answer = String::new();
    output.read_line(&mut answer).expect("it answers");
    assert!(answer.starts_with(START), "{answer}");
    // Where it can be known how much memory that took.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let most: Option<u64> = most.and_then(|kilobytes| kilobytes.parse().ok());
    assert!(most.is_none_or(|kilobytes| kilobytes < 128 << 10), "{most:?} kB");
    // Without a line feed behind it, it is the last line.
    (0..5).for_each(|_| input.write_all(&block).expect("it reads"));
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let refused = |line| format!("janggun: line {line}: a line is longer than 4 MB and was skipped");
    assert_eq!(complaints(&output), [refused(1), refused(3)]);
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_line() {
    let plain = lines("--depth 2", &format!("{START}\n{MIDDLE}\n"));
    // The second is that of another file.
    assert_eq!(lines("--depth 2", &format!("\u{feff}{START}\n\u{feff}{MIDDLE}\n")), plain);
    assert!(lines("", "\u{feff}# a comment\n").is_empty());
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_such_file");
    let missing = missing.to_str().expect("paths are UTF-8");
    for (arguments, code, sentence) in [
        (missing, 1, "janggun: cannot read '"),
        ("--variant chess", 2, "janggun: there is no variant 'chess'"),
        ("--option Hash", 2, "janggun: --option cannot be 'Hash'; expected NAME=VALUE"),
        ("--option Hash=0", 2, "janggun: option Hash cannot be '0'"),
        ("--option uci_variant=dobutsu", 2, "janggun: --option cannot be 'uci_variant=dobutsu', as each position has"),
        ("--option EvalFile=none.net", 1, "janggun: cannot read"),
        ("--movetime 0", 2, "error: invalid value '0' for '--movetime <SECONDS>': expected seconds"),
        ("--threads 0", 2, "error: invalid value '0'"),
    ] {
        let output = analyse(arguments, START);
        assert_eq!(output.status.code(), Some(code), "{arguments}");
        assert!(complaints(&output)[0].starts_with(sentence), "{arguments}: {:?}", complaints(&output));
        assert!(output.stdout.is_empty());
    }
    assert!(lines("", "").is_empty());
}

#[test]
fn each_line_is_answered_at_once_and_a_closed_pipe_is_no_error() {
    let mut child = command(&["analyse", "--depth", "2"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    // While the input is still open.
    writeln!(input, "{START}").expect("it reads");
    output.read_line(&mut answer).expect("it answers");
    assert!(answer.starts_with(START));
    drop(output);
    // It notices when it writes, and does not wait for the input to end. More than once, as a process that another test starts
    // at this very moment has the output open until it is another program.
    let begun = Instant::now();
    while writeln!(input, "{START}").is_ok() {
        assert!(begun.elapsed() < SOON, "it reads on without an output");
    }
    let (status, complaints) = end_of(&mut child);
    assert!(status.success());
    assert_eq!(complaints, "");
}

#[test]
fn games_are_analysed_where_they_stand() {
    let after = "r1ba1abnr/4k4/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/4K4/R1BA1ABNR w - - 2 2";
    let answer = lines("--depth 2", &format!("startpos moves b1c3 b10c8\n{START} moves 02마83 b10c8\n{after}\n"));
    assert_eq!(answer.len(), 3);
    assert!(answer[2].starts_with(after) && answer.iter().all(|line| *line == answer[2]), "{answer:#?}");
    let refused = analyse("--depth 2", "startpos moves b1b9\n");
    assert!(complaints(&refused)[0].starts_with("janggun: line 1: move list refused at ply 1: 'b1b9' is not legal"));
}

#[test]
fn answers_can_be_json() {
    let answer = lines("--depth 3 --multipv 2 --json", &format!("{MIDDLE} id \"x\";\n{MATED}\n"));
    let answer: Vec<serde_json::Value> = answer.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answer.len(), 3);
    assert_eq!(answer[0]["fen"], MIDDLE);
    assert_eq!((&answer[0]["best"], &answer[0]["variant"]), (&answer[0]["pv"][0], &"janggi".into()));
    assert!(answer[0]["score"]["cp"].is_i64() && answer[0]["depth"] == 3 && answer[1]["multipv"] == 2);
    assert_eq!(answer[0]["operations"][0], "id \"x\"");
    assert!(answer[2]["best"].is_null() && answer[2]["score"]["mate"] == 0, "{}", answer[2]);
}

#[test]
fn a_fen_of_another_variant_is_recognised() {
    let advice = |input: &str| complaints(&analyse("--depth 1", input)).remove(0);
    assert!(advice(TWELVE_START).ends_with("; this looks like twelvejanggi: add --variant twelvejanggi"));
    let cheduk = "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0";
    assert!(advice(cheduk).ends_with("; this looks like cheduk: add --variant cheduk"));
    assert!(!advice("8/8 w").contains("looks like"));
}
