//! What the engine may take: memory, stack, and time to begin and to stop.
//!
//! Those that are ignored measure; they take turns, and want a release build and a machine that is otherwise idle:
//! `cargo test --release --test limits -- --ignored --nocapture`.
#![cfg(target_os = "linux")]

mod common;

use common::{Dice, Engine, SOON, command, median, until};
use janggun::search::value::MAX_PLY;
use std::fs;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

const GAMES: [&str; 3] = ["janggi", "twelvejanggi", "cheduk"];
const MEGABYTE: u64 = 1 << 20;
/// What everything but the hash table may take.
const REST: u64 = 64;

static TURN: Mutex<()> = Mutex::new(());

fn my_turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Bytes, from the line of `/proc/PID/status` that begins with this word.
fn memory(engine: &Engine, word: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("the state of the process");
    let line = status.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{word} in {status}"));
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("kilobytes") * 1024
}

fn is_there(megabytes: u64) -> bool {
    let text = fs::read_to_string("/proc/meminfo").expect("the state of the memory");
    let line = text.lines().find(|line| line.starts_with("MemAvailable:")).expect("the free memory");
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("kilobytes") / 1024 > megabytes
}

/// In which so many of a hundred lie.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// From `stop` to `bestmove`, so many times, at random moments of searches of random positions.
fn stops(variant: &str, hash: u32, threads: u32, count: usize) -> Vec<Duration> {
    let mut engine = Engine::start();
    engine.set_variant(variant);
    engine.tell(&format!("setoption name Hash value {hash}"));
    engine.tell(&format!("setoption name Threads value {threads}"));
    engine.tell("setoption name Twelve_Strategy value false");
    let mut dice = Dice::new(u64::from(hash * threads));
    let mut moves: Vec<String> = Vec::new();
    let mut times = Vec::new();
    while times.len() < count {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let legal = engine.moves();
        if legal.is_empty() || moves.len() > 40 {
            moves.clear();
            continue;
        }
        engine.send("go infinite");
        engine.listen_for(Duration::from_micros(dice.roll(30_000)));
        let asked = Instant::now();
        engine.send("stop");
        times.push(engine.expect("bestmove", SOON).at.saturating_duration_since(asked));
        moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
    }
    engine.quit();
    times
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn stop_is_obeyed_within_10_ms_99_times_of_100() {
    let _turn = my_turn();
    let mut late = Vec::new();
    for (hash, threads) in [(64, 1), (64, 2), (1024, 1), (1024, 2)] {
        for variant in GAMES {
            let times = stops(variant, hash, threads, 1_000);
            let (middle, most, longest) = (median(&times), percentile(&times, 99), percentile(&times, 100));
            println!(
                "{variant}, Hash {hash}, Threads {threads}: median {middle:?}, 99 % {most:?}, longest {longest:?}"
            );
            if most >= Duration::from_millis(10) {
                late.push((variant, hash, threads, most));
            }
        }
    }
    assert!(late.is_empty(), "{late:?}");
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn the_engine_introduces_itself_within_50_ms() {
    let _turn = my_turn();
    let mut times = Vec::new();
    for _ in 0..20 {
        let begun = Instant::now();
        let mut engine = Engine::start();
        engine.send("uci");
        times.push(engine.expect("uciok", SOON).at.saturating_duration_since(begun));
        engine.quit();
    }
    println!("start to uciok: median {:?}, longest {:?}", median(&times), percentile(&times, 100));
    assert!(median(&times) < Duration::from_millis(50), "{times:?}");
}

/// An engine with a table of 4 GB that it has just made, and how long that took; none if the machine has no memory for it.
fn with_a_large_hash() -> Option<(Engine, Duration)> {
    if !is_there(5_000) {
        eprintln!("skipped: Hash 4096 wants 5 GB of free memory");
        return None;
    }
    let mut engine = Engine::start();
    let begun = Instant::now();
    let answer = engine.ask("setoption name Hash value 4096");
    let took = begun.elapsed();
    // Somebody else may have been quicker.
    if answer.iter().any(|line| line.starts_with("info string error: there is no memory for Hash 4096")) {
        eprintln!("skipped: {answer:?}");
        return None;
    }
    assert!(answer.is_empty(), "{answer:?}");
    Some((engine, took))
}

#[test]
fn a_large_hash_is_used() {
    if let Some((mut engine, _)) = with_a_large_hash() {
        engine.search_legally("go depth 3");
        engine.quit();
    }
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn a_large_hash_is_ready_within_two_seconds() {
    let _turn = my_turn();
    if let Some((_, took)) = with_a_large_hash() {
        println!("Hash 4096 to readyok: {took:?}");
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

/// The most memory that an engine with this much `Hash` ever has, in megabytes, after searches of all games.
fn peak(hash: u64, limit: &str) -> u64 {
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name Hash value {hash}"));
    for variant in GAMES {
        engine.set_variant(variant);
        if let (Ok(table), "twelvejanggi") = (std::env::var("TWELVE_TABLE"), variant) {
            engine.tell(&format!("setoption name TwelveTable value {table}"));
        }
        engine.search_legally(&format!("go {limit}"));
        engine.tell("ucinewgame");
        engine.search_legally("go nodes 1000");
    }
    let peak = memory(&engine, "VmHWM:") / MEGABYTE;
    engine.quit();
    println!("Hash {hash}: {peak} MB at most");
    peak
}

#[test]
fn memory_is_what_hash_says_and_little_more() {
    for hash in [1, 64, 256] {
        let peak = peak(hash, "nodes 100000");
        assert!(peak <= hash + REST, "{peak} MB with Hash {hash}");
    }
}

/// With `TWELVE_TABLE=FILE` a table is open as well.
#[test]
#[ignore = "takes minutes"]
fn memory_of_long_searches_is_what_hash_says_and_little_more() {
    let _turn = my_turn();
    for hash in [16, 1024] {
        let peak = peak(hash, "movetime 8000");
        assert!(peak <= hash + REST, "{peak} MB with Hash {hash}");
    }
}

/// Or else the first searches wait for it, page by page, and hear nothing while they do.
#[test]
fn the_memory_of_the_table_is_there_when_the_engine_is_ready() {
    let mut engine = Engine::start();
    // Not so much that a busy machine is not done with it when the engine gives up.
    engine.tell("setoption name Hash value 96");
    let taken = memory(&engine, "VmRSS:") / MEGABYTE;
    engine.quit();
    assert!(taken >= 96, "{taken} MB");
}

/// What threads have learned is kept from search to search, and each has more than a megabyte for it in Janggi and CheDuk.
#[test]
fn memory_of_threads_that_are_gone_is_given_back() {
    const THREADS: usize = 64;
    for variant in GAMES {
        let mut engine = Engine::start();
        engine.set_variant(variant);
        engine.tell("setoption name Hash value 1");
        engine.tell("setoption name Twelve_Strategy value false");
        engine.tell(&format!("setoption name Threads value {THREADS}"));
        engine.send("go infinite");
        let tasks = format!("/proc/{}/task", engine.id());
        until("all threads search", || fs::read_dir(&tasks).expect("its threads").count() >= THREADS);
        let lines = engine.think_to(4);
        engine.end_search("stop", lines);
        // All of it is written once more when it is forgotten.
        engine.tell("ucinewgame");
        let many = memory(&engine, "VmRSS:") / MEGABYTE;
        engine.tell("setoption name Threads value 1");
        engine.search_legally("go nodes 20000");
        let one = memory(&engine, "VmRSS:") / MEGABYTE;
        println!("{variant}: {many} MB with {THREADS} threads, {one} MB with one again");
        assert!(one <= 1 + REST, "{variant}: {one} MB");
        engine.quit();
    }
}

/// Searches so many times and tells by how much more memory the last tenth of them took than the first, in kilobytes.
fn growth(searches: usize) -> i64 {
    let mut command = command(&[]);
    // With one heap for all threads: which of several has free room left is chance, and hides what is lost.
    command.env("MALLOC_ARENA_MAX", "1");
    let mut engine = Engine::start_as(command);
    engine.tell("setoption name Hash value 1");
    let (mut first, mut last, mut done) = (0, 0, 0);
    for round in 0.. {
        // A fifth of them with a second thread.
        engine.tell(&format!("setoption name Threads value {}", if round % 5 == 4 { 2 } else { 1 }));
        engine.set_variant(GAMES[round % GAMES.len()]);
        let some = (searches - done).min(50);
        engine.send(&"go nodes 60\nucinewgame\n".repeat(some));
        for _ in 0..some {
            engine.expect("bestmove", SOON);
        }
        done += some;
        // It depends on the game and the threads: what counts is the most of all of them.
        let now = memory(&engine, "VmRSS:") / 1024;
        if done <= searches / 10 {
            first = now.max(first);
        } else if done > searches - searches / 10 {
            last = now.max(last);
        }
        if done == searches {
            break;
        }
    }
    println!("{done} searches: {first} kB during the first tenth, {last} kB during the last");
    engine.quit();
    last as i64 - first as i64
}

#[test]
fn memory_does_not_grow_from_search_to_search() {
    let growth = growth(10_000);
    assert!(growth < 1_024, "{growth} kB more");
}

/// The stacks of the threads that search are mappings of their own, of 16 MB each; as the system provides their pages when
/// they are first touched, it knows how deep they ever were. No line is longer than `MAX_PLY` plies.
#[test]
fn the_deepest_searches_leave_most_of_the_stack_alone() {
    for (variant, positions) in [
        ("janggimodern", &["fen 3k5/9/p8/P8/9/9/9/9/9/3K5 w - - 0 1", "fen 3Rk4/9/9/9/9/9/8p/9/5K3/C8 b - - 0 1"][..]),
        ("twelvejanggi", &["startpos"]),
        ("cheduk", &["startpos"]),
    ] {
        // Each in a process of its own, so that depth and stack belong together.
        let mut engine = Engine::start();
        engine.tell("setoption name Hash value 2");
        engine.tell("setoption name Threads value 2");
        engine.tell("setoption name Twelve_Strategy value false");
        engine.set_variant(variant);
        let mut deepest = 0;
        for position in positions {
            engine.tell(&format!("position {position}"));
            let search = engine.search("go nodes 400000");
            deepest = search.infos.iter().filter_map(|info| info.seldepth).fold(deepest, u64::max);
        }
        let stacks = stacks(&engine);
        let most = stacks.iter().max().copied().unwrap_or(0);
        let at_the_limit = most * MAX_PLY as u64 / deepest.max(1);
        println!("{variant}: {deepest} plies deep; stacks of {stacks:?} kB; {at_the_limit} kB for {MAX_PLY} plies");
        assert!(deepest >= 10, "{variant}: only {deepest} plies deep");
        assert!(most > 0 && at_the_limit < 8 << 10, "{variant}: {stacks:?} kB at {deepest} plies");
        engine.quit();
    }
}

/// The kilobytes that the threads which search have ever touched of their stacks.
fn stacks(engine: &Engine) -> Vec<u64> {
    let smaps = fs::read_to_string(format!("/proc/{}/smaps", engine.id())).expect("the memory of the process");
    let mut stacks = Vec::new();
    let mut is_stack = false;
    for line in smaps.lines() {
        let kilobytes = || line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("kB");
        if line.starts_with("Size:") {
            is_stack = kilobytes() == 16 << 10;
        } else if line.starts_with("Rss:") && is_stack {
            stacks.push(kilobytes());
        }
    }
    stacks
}
