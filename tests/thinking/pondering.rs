//! `go ponder`, `ponderhit`, and the ponder move.

use crate::common::*;
use std::time::Duration;

#[test]
fn a_ponder_hit_turns_pondering_into_an_ordinary_search() {
    let mut engine = Engine::start();
    for (go, depth, milliseconds) in [
        ("go ponder wtime 100 btime 100", 1, 100),
        ("go ponder movetime 60", 1, 60),
        ("go ponder depth 3", 3, 0),
        ("go ponder wtime 100 btime 100 winc 10 binc 10 movestogo 5", 1, 100),
    ] {
        engine.tell("position startpos moves a4b4 a7b7");
        engine.send(go);
        // Until its limits are exceeded, as it says itself.
        let lines = engine.think_until(|info| info.depth >= depth && info.time >= Some(milliseconds));
        let search = engine.end_search("ponderhit", lines);
        assert!(engine.moves().contains(&search.best), "'{go}' plays {}", search.best);
        engine.assert_nothing_more();
    }
    engine.quit();
}

/// It is not the time since `go` that counts.
#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {MIDDLE}"));
    engine.send("go ponder movetime 60");
    let lines = engine.think_until(|info| info.time >= Some(60));
    let search = engine.end_search("ponderhit", lines);
    let overhead = 10;
    assert!(search.time >= Duration::from_millis(60 - overhead), "{:?} after the hit", search.time);
    engine.quit();
}

#[test]
fn a_ponder_miss_is_a_stop_and_the_next_search_is_about_the_new_position() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves a4b4 a7b7");
    engine.send("go ponder wtime 400 btime 400");
    let lines = engine.think_to(4);
    engine.end_search("stop", lines);
    engine.tell("position startpos moves a4b4 i7h7");
    engine.search_legally("go wtime 400 btime 400");
    engine.quit();
}

#[test]
fn ponderhit_on_the_very_next_line_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        engine.send("go ponder movetime 20\nponderhit");
        engine.expect("bestmove", SOON);
    }
    engine.quit();
}

#[test]
fn bestmove_names_a_ponder_move_if_the_variation_has_one() {
    let mut engine = Engine::start();
    let search = engine.search_legally("go depth 6");
    assert!(search.last().pv.len() >= 2, "{}", search.last().text);
    assert_eq!(search.ponder.as_ref(), search.last().pv.get(1));
    engine.quit();
}
