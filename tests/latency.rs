//! How fast the binary reacts. All that measure are ignored: other work beside them would be measured too. They take
//! turns, and want a machine that is otherwise idle: `cargo test --release --test latency -- --ignored --nocapture`.
//!
//! What holds on any machine is in `thinking` and `cecp`.

mod common;

use common::{Dice, Engine, MIDDLE, SOON, median};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

static TURN: Mutex<()> = Mutex::new(());

fn my_turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn stop_is_obeyed_within_20_ms() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    let mut dice = Dice::new(2024);
    let mut times = Vec::new();
    for round in 0..100 {
        let position = if round % 2 == 0 { "startpos".to_string() } else { format!("fen {MIDDLE}") };
        engine.send(&format!("position {position}\ngo infinite"));
        engine.listen_for(Duration::from_micros(dice.roll(80_000)));
        let asked = Instant::now();
        engine.send("stop");
        let answer = engine.expect("bestmove", SOON);
        times.push(answer.at.saturating_duration_since(asked));
    }
    let middle = median(&times);
    assert!(middle < Duration::from_millis(20), "median {middle:?}, all: {times:?}");
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn isready_is_answered_within_20_ms_while_thinking() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    let mut dice = Dice::new(7);
    engine.send("position startpos\ngo infinite");
    let mut times = Vec::new();
    for _ in 0..50 {
        engine.listen_for(Duration::from_micros(dice.roll(30_000)));
        let asked = Instant::now();
        engine.send("isready");
        let answer = engine.expect("readyok", SOON);
        times.push(answer.at.saturating_duration_since(asked));
    }
    engine.send("stop");
    engine.expect("bestmove", SOON);
    let middle = median(&times);
    assert!(middle < Duration::from_millis(20), "median {middle:?}, all: {times:?}");
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn movetime_is_kept_and_used() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MIDDLE}"));
    let times: Vec<Duration> = (0..10).map(|_| engine.search("go movetime 200").time).collect();
    let middle = median(&times);
    assert!(middle <= Duration::from_millis(200), "late: median {middle:?}, all: {times:?}");
    assert!(middle >= Duration::from_millis(120), "wasted: median {middle:?}, all: {times:?}");
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn move_overhead_is_kept_back() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.tell("setoption name Move Overhead value 150");
    engine.send(&format!("position fen {MIDDLE}"));
    let times: Vec<Duration> = (0..5).map(|_| engine.search("go movetime 250").time).collect();
    assert!(median(&times) <= Duration::from_millis(130), "{times:?}");
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn an_expired_clock_is_answered_at_once() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MIDDLE}"));
    for go in ["go wtime 0 btime 0", "go wtime -500 btime 1000", "go wtime 1 btime 1", "go movetime 1", "go nodes 1"] {
        let times: Vec<Duration> = (0..5).map(|_| engine.search(go).time).collect();
        assert!(median(&times) < Duration::from_millis(30), "'{go}': {times:?}");
    }
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn a_game_on_a_short_clock_is_never_lost_on_time() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    let mut clocks = [Duration::from_millis(600); 2];
    let increment = Duration::from_millis(20);
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..60 {
        let clock = &mut clocks[ply % 2];
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let milliseconds = clock.as_millis();
        let search = engine.search(&format!("go wtime {milliseconds} btime {milliseconds} winc 20 binc 20"));
        assert!(search.time < *clock, "ply {ply} took {:?} of {clock:?}", search.time);
        *clock = *clock - search.time + increment;
        if search.best == "(none)" {
            break;
        }
        moves.push(search.best);
    }
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn a_ponder_hit_starts_the_clock() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MIDDLE}\ngo ponder movetime 150"));
    let lines = engine.think_until(|info| info.time >= Some(200));
    let search = engine.end_search("ponderhit", lines);
    assert!(search.time <= Duration::from_millis(200), "{:?} after the hit", search.time);
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn many_threads_answer_within_a_second() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 256");
    for variant in ["janggi", "twelvejanggi", "cheduk"] {
        engine.set_variant(variant);
        let time = engine.search("go movetime 300").time;
        assert!(time < Duration::from_secs(1), "{variant}: {time:?}");
    }
    engine.quit();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn clocks_of_cecp_are_respected() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2\nnew");
    let slack = Duration::from_millis(400);
    for (limit, longest) in [
        ("st 0.2", Duration::from_millis(200) + slack),
        ("level 0 0:01 0", Duration::from_secs(1)),
        ("level 40 5 0\ntime 50\notim 9000", Duration::from_millis(500) + slack),
        ("level 0 0:01 0.1", Duration::from_secs(1)),
        ("level 40 99 0\nsd 2", slack),
    ] {
        let begun = Instant::now();
        engine.send(&format!("force\n{limit}\ngo"));
        let time = engine.expect("move", SOON).at.saturating_duration_since(begun);
        assert!(time < longest, "'{limit}' took {time:?}");
    }
    // A new value of an option begins a search again, but not its time.
    engine.send("force\nst 1\nsd 99\ngo");
    let begun = Instant::now();
    for threads in [1, 2, 1, 2] {
        engine.listen_for(Duration::from_millis(200));
        engine.send(&format!("cores {threads}"));
    }
    let time = engine.expect("move", SOON).at.saturating_duration_since(begun);
    assert!(time < Duration::from_millis(1_400), "{time:?}");
    engine.quit();
}

/// Ends the busy loops when it is dropped: a panic drops it too, before the scope waits for the loops.
struct EndOfLoops<'a>(&'a AtomicBool);

impl Drop for EndOfLoops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does something beside so many busy loops, which end with it however it ends.
fn beside_busy_loops<T>(loops: usize, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _end = EndOfLoops(&done);
        for _ in 0..loops {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        work()
    })
}

/// Returns only if the loops have ended.
#[test]
#[should_panic(expected = "the match fails")]
fn busy_loops_end_with_a_panic() {
    beside_busy_loops(1, || panic!("the match fails"));
}

/// Three busy loops leave two threads that ponder, and whatever is to be answered, little of two processors.
#[test]
#[ignore = "measures; takes minutes"]
fn pondering_on_a_starved_machine_is_not_lost_on_time() {
    let _turn = my_turn();
    let program = env!("CARGO_BIN_EXE_janggun");
    let side = |settings: &str| format!("cmd=\"{program}\" {settings} tc=1+0.02 option.Hash=16");
    let (pondering, plain) = (side("name=pondering option.Threads=2 ponder=true"), side("name=plain"));
    let arguments = ["match", "--games", "16", "--seed", "5", "--engine", &pondering, "--engine", &plain];
    let lines = beside_busy_loops(3, || common::output_lines(&common::run(&arguments, "")));
    println!("{}", lines.join("\n"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("game ")).count(), 16);
    assert!(!lines.iter().any(|line| line.contains(" time, ")), "a game was lost on time");
}

/// Weighing draws takes many lookups. Needs a table as well, named by `TWELVE_TABLE`.
#[test]
#[ignore = "measures; run on an idle machine"]
fn stop_is_obeyed_within_10_ms_while_a_table_is_asked() {
    let _turn = my_turn();
    let Ok(file) = std::env::var("TWELVE_TABLE") else {
        eprintln!("skipped: TWELVE_TABLE names no table made by 'janggun solve twelvejanggi'");
        return;
    };
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell(&format!("setoption name TwelveTable value {file}"));
    engine.tell("setoption name MultiPV value 50");
    let mut dice = Dice::new(8);
    let (mut moves, mut times) = (Vec::new(), Vec::new());
    while times.len() < 100 {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let legal = engine.moves();
        if legal.is_empty() || moves.len() > 20 {
            moves.clear();
            continue;
        }
        let asked = Instant::now();
        engine.send("go infinite\nstop");
        times.push(engine.expect("bestmove", SOON).at.saturating_duration_since(asked));
        moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
    }
    assert!(median(&times) < Duration::from_millis(10), "{times:?}");
    engine.quit();
}
