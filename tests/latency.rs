//! How fast the binary reacts. These tests have a file of their own, and take turns, because other tests beside
//! them would be measured too.

mod common;

use common::{Dice, Engine, SOON, median};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

const MIDDLE: &str = "r1ba1ab1r/4k4/1c2n1nc1/p1p3p1p/4p4/9/P1P1P1P1P/1CN3NC1/4K4/R1BA1AB1R w - - 0 10";

static TURN: Mutex<()> = Mutex::new(());

fn my_turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[test]
fn stop_is_obeyed_within_20_ms() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    let mut dice = Dice::new(2024);
    let mut times = Vec::new();
    for round in 0..100 {
        let position = if round % 2 == 0 { "startpos".to_string() } else { format!("fen {MIDDLE}") };
        engine.send(&format!("position {position}\ngo infinite"));
        thread::sleep(Duration::from_micros(dice.roll(80_000)));
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
fn isready_is_answered_within_20_ms_while_thinking() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    let mut dice = Dice::new(7);
    engine.send("position startpos\ngo infinite");
    let mut times = Vec::new();
    for _ in 0..50 {
        thread::sleep(Duration::from_micros(dice.roll(30_000)));
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
fn a_ponder_hit_starts_the_clock() {
    let _turn = my_turn();
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MIDDLE}\ngo ponder movetime 150"));
    engine.assert_no_bestmove_for(Duration::from_millis(400));
    let hit = Instant::now();
    engine.send("ponderhit");
    let answer = engine.expect("bestmove", SOON);
    assert!(answer.at.saturating_duration_since(hit) <= Duration::from_millis(200), "too late after the hit");
    engine.quit();
}
