//! What the runner of matches costs beside its engines. To be run alone, on a quiet machine, in a release build:
//! `cargo test --release --test runner_cost -- --ignored --nocapture`.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::process::Stdio;
use std::time::Instant;

use common::{Folder, command, until};

/// Processor time of a process without that of its children, in ticks of a hundredth of a second; the first is true if it has ended.
fn ticks(process: u32) -> (bool, u64) {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).expect("a process that nobody has waited for");
    let (_, fields) = text.rsplit_once(')').expect("the name of the program");
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |index: usize| fields[index].parse::<u64>().expect("a number");
    (fields[0] == "Z", number(11) + number(12))
}

#[test]
#[ignore = "measures, and wants the machine for itself"]
fn eight_games_at_a_time_take_little_of_a_core() {
    let folder = Folder::new("cost");
    let record = folder.file("games.jsonl");
    let engine = |name: &str| format!("cmd={} name={name}", env!("CARGO_BIN_EXE_janggun"));
    let (first, second) = (engine("A"), engine("B"));
    let games = ["--games", "64", "--concurrency", "8", "--random-plies", "6", "--max-plies", "120"];
    // Without overhead: engines that kept all of their 10 ms back would answer at once, ten times as often.
    let limits = "st=0.01 'option.Move Overhead=0'";
    let each = ["--variant", "janggi", "--each", limits, "--margin", "10000", "--record", &record];
    let arguments = [&["match", "--engine", &first, "--engine", &second][..], &games, &each].concat();
    let started = Instant::now();
    let mut runner =
        command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the runner starts");
    let mut used = 0;
    until("the end of the match", || {
        let (ended, ticks) = ticks(runner.id());
        used = ticks;
        ended
    });
    let seconds = started.elapsed().as_secs_f64();
    assert!(runner.wait().expect("the runner ends").success());
    let moves = fs::read_to_string(&record).expect("a record").matches("\"move\":").count();
    let busy = used as f64 / 100.0;
    println!(
        "{moves} moves in {seconds:.1} s: {busy:.2} s of the runner, {:.2} % of a core, {:.0} µs a move",
        100.0 * busy / seconds,
        1e6 * busy / moves.max(1) as f64
    );
    assert!(busy < 0.02 * seconds, "{busy:.2} s of {seconds:.1} s");
}
