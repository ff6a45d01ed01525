//! A bounded search for bytes that break something, with every run of the tests: the same targets as those of `fuzz/`,
//! on `seeds/`, changed by the dice, and on every input that was ever found to break one, in `regressions/`.
//!
//! `FUZZ_ROUNDS` says how many changed inputs each target gets.

mod targets;

use std::fs;
use std::path::Path;

/// What is not found by changing bytes.
const WORDS: [&str; 24] = [
    " moves ",
    " value ",
    " name ",
    "position ",
    "startpos",
    "fen ",
    "go ",
    "stop\n",
    "infinite",
    "99999999999999999999",
    "-1",
    "/",
    "[",
    "]",
    "\r\n",
    "\t",
    "\0",
    "\u{FFFD}",
    "졸",
    "setoption ",
    "isready\n",
    " - ",
    "xboard\n",
    "ping 1\n",
];

fn read(folder: &str, target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(folder).join(target);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Changes an input in one of the ways in which inputs go wrong.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut fastrand::Rng) {
    let place = random.usize(..=input.len());
    let end = (place + random.usize(..8)).min(input.len());
    match random.u8(..8) {
        0 if place < input.len() => input[place] = random.u8(..),
        1 => input.insert(place, random.u8(..)),
        2 => drop(input.drain(place..end)),
        3 => {
            let again = input[place..end].to_vec();
            input.splice(place..place, again.repeat(random.usize(1..4)));
        }
        4 => {
            let other = &seeds[random.usize(..seeds.len())];
            let from = random.usize(..=other.len());
            input.splice(place.., other[from..].iter().copied());
        }
        5 => drop(input.splice(place..place, WORDS[random.usize(..WORDS.len())].bytes())),
        6 if place < input.len() => input[place] ^= 1 << random.u8(..8),
        _ if place < input.len() => input[place] = input[place].wrapping_add(1),
        _ => (),
    }
}

fn attack(name: &str, target: fn(&[u8]), rounds: usize) {
    let seeds = read("seeds", name);
    assert!(!seeds.is_empty(), "{name} has seeds");
    for input in seeds.iter().chain(&read("regressions", name)) {
        target(input);
    }
    let rounds = std::env::var("FUZZ_ROUNDS").map_or(rounds, |text| text.parse().expect("FUZZ_ROUNDS is a number"));
    let mut random = fastrand::Rng::with_seed(rounds as u64);
    for round in 0..rounds {
        let mut input = seeds[round % seeds.len()].clone();
        for _ in 0..=random.usize(..6) {
            change(&mut input, &seeds, &mut random);
        }
        let held = std::panic::catch_unwind(|| target(&input));
        if let Err(panic) = held {
            eprintln!(
                "{name} breaks on this input, which belongs into tests/fuzz/regressions/{name}: {}",
                input.escape_ascii()
            );
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn any_line_of_uci_is_understood_or_refused() {
    attack("uci_line", targets::uci_line, 100_000);
}

#[test]
fn any_line_of_cecp_is_understood_or_refused() {
    attack("cecp_line", targets::cecp_line, 100_000);
}

#[test]
fn any_fen_of_janggi_is_sound_or_refused() {
    attack("fen_janggi", targets::fen_janggi, 40_000);
}

#[test]
fn any_fen_of_twelve_janggi_is_sound_or_refused() {
    attack("fen_twelve", targets::fen_twelve, 40_000);
}

#[test]
fn any_fen_of_cheduk_is_sound_or_refused() {
    attack("fen_cheduk", targets::fen_cheduk, 15_000);
}

#[test]
fn whatever_is_taken_for_a_move_is_legal() {
    attack("move_text", targets::move_text, 10_000);
}

#[test]
fn any_lines_are_a_conversation_that_ends_well() {
    attack("conversation", targets::conversation, 2_000);
}

#[test]
fn any_file_of_records_is_read_or_refused_in_sentences() {
    attack("records", targets::records, 300);
}
