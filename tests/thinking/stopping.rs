//! `stop`, `go infinite`, and other commands during a search.

use crate::common::*;
use crate::with_moves;
use std::time::Instant;

#[test]
fn infinite_waits_for_stop() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    let lines = engine.think_to(8);
    let search = engine.end_search("stop", lines);
    assert!(engine.moves().contains(&search.best));
    engine.assert_nothing_more();
    engine.quit();
}

#[test]
fn infinite_waits_even_for_a_mate_an_only_reply_and_a_finished_game() {
    let mut engine = Engine::start();
    for (fen, move_is_due) in [(MATES_IN_ONE[0].0, true), (ONLY_REPLY, true), (MATED, false)] {
        for go in ["go infinite", "go infinite depth 1", "go ponder wtime 100 btime 100"] {
            engine.tell(&format!("position fen {fen}"));
            engine.send(go);
            let lines = engine.think_to(u32::from(move_is_due));
            let search = engine.end_search("stop", lines);
            assert!(search.infos.len() < 600, "a flood of {} lines", search.infos.len());
            assert_eq!(search.best != "(none)", move_is_due, "'{go}' in {fen}");
        }
    }
    engine.quit();
}

#[test]
fn a_stop_on_the_very_next_line_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send("go infinite\nstop");
        let search = Search::from_lines("go infinite", Instant::now(), &engine.lines_until("bestmove", SOON));
        assert_ne!(search.best, "(none)");
    }
    engine.send(&"go infinite\nstop\n".repeat(50));
    for _ in 0..50 {
        engine.expect("bestmove", SOON);
    }
    engine.assert_nothing_more();
    engine.quit();
}

#[test]
fn stop_ends_a_search_of_any_position_of_every_game() {
    for (variant, threads) in [("janggi", 1), ("janggi", 2), ("twelvejanggi", 1), ("cheduk", 2)] {
        let mut engine = Engine::start();
        engine.set_variant(variant);
        engine.tell(&format!("setoption name Threads value {threads}"));
        engine.tell("setoption name Twelve_Strategy value false");
        let mut dice = Dice::new(threads);
        let (mut moves, mut searches): (Vec<String>, _) = (Vec::new(), 0);
        while searches < 40 {
            engine.tell(&format!("position startpos moves {}", moves.join(" ")));
            let legal = engine.moves();
            if legal.is_empty() {
                moves.clear();
                continue;
            }
            engine.send("go infinite");
            let lines = engine.think_to(1);
            let search = engine.end_search("stop", lines);
            assert!(legal.contains(&search.best), "{variant}: {} after {moves:?}", search.best);
            engine.assert_nothing_more();
            searches += 1;
            moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
        }
        engine.quit();
    }
}

#[test]
fn a_second_go_ends_the_first_whose_bestmove_comes_first() {
    let mut engine = Engine::start();
    engine.send("go infinite searchmoves i4h4\ngo depth 3 searchmoves a4b4");
    let first = engine.lines_until("bestmove", SOON);
    assert_eq!(Search::from_lines("the first go", Instant::now(), &first).best, "i4h4");
    let second = Search::from_lines("the second go", Instant::now(), &engine.lines_until("bestmove", SOON));
    assert_eq!(second.best, "a4b4");
    for info in &second.infos {
        assert_eq!(info.pv[0], "a4b4", "nothing of the old search: {}", info.text);
    }
    engine.assert_nothing_more();
    engine.quit();
}

#[test]
fn position_setoption_and_ucinewgame_end_a_search_and_are_then_carried_out() {
    let mut engine = Engine::start();
    for (command, fen) in [
        ("position startpos moves a4b4", None),
        ("setoption name Hash value 2", Some(START)),
        ("setoption name Clear Hash", Some(START)),
        ("setoption name MultiPV value 1", Some(START)),
        ("ucinewgame", None),
    ] {
        engine.tell("position startpos");
        engine.send(&format!("go infinite\n{command}\nisready"));
        let lines = texts(&engine.lines_until("readyok", SOON));
        let bestmoves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(bestmoves, 1, "'{command}' during a search: {lines:#?}");
        assert!(!lines.iter().any(|line| line.contains("error")), "'{command}' during a search: {lines:#?}");
        if let Some(fen) = fen {
            assert_eq!(engine.fen(), fen, "after '{command}'");
        }
        engine.assert_nothing_more();
    }
    engine.tell("position startpos");
    engine.send("go infinite\nposition startpos moves a4b4\nd");
    let lines = texts(&engine.lines_until("Checkers:", SOON));
    let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a bestmove");
    let fen = lines.iter().position(|line| line.starts_with("Fen: ")).expect("a FEN");
    assert!(best < fen, "the old bestmove comes first");
    assert!(lines[fen].contains(" b - - 1 1"), "{}", lines[fen]);
    engine.quit();
}

#[test]
fn setting_the_variant_during_a_search_ends_it_first() {
    let mut engine = Engine::start();
    engine.send("go infinite\nsetoption name UCI_Variant value janggistrict\nisready");
    let lines = texts(&engine.lines_until("readyok", SOON));
    let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a bestmove");
    let told = lines.iter().position(|line| line.starts_with("info string variant ")).expect("a variant line");
    assert!(best < told, "{lines:#?}");
    assert_eq!(engine.fen(), STRICT_START);
    engine.quit();
}

#[test]
fn stop_position_and_go_in_one_write_are_taken_in_order() {
    let mut engine = Engine::start();
    let mut referee = Engine::start();
    let mut dice = Dice::new(1);
    let (mut here, mut there) = ("startpos moves a4b4", "startpos");
    engine.send("position startpos\ngo infinite");
    for _ in 0..10 {
        // At any moment of the search, the first included.
        engine.send(&format!("stop\nposition {here}\ngo infinite"));
        engine.expect("bestmove", SOON);
        // From here on, everything is about the new position.
        for line in engine.think_to(1 + dice.roll(8) as u32) {
            if let Some(info) = Info::parse(&line.text) {
                referee.tell(&format!("position {}", with_moves(here, &info.pv)));
            }
        }
        std::mem::swap(&mut here, &mut there);
    }
    engine.send("stop");
    engine.expect("bestmove", SOON);
    engine.quit();
}

#[test]
fn isready_is_answered_while_thinking() {
    let mut engine = Engine::start();
    engine.send("go infinite\nisready");
    let lines = engine.lines_until("readyok", SOON);
    assert!(!lines.iter().any(|line| line.text.starts_with("bestmove")), "isready must not end the search");
    let lines = engine.think_to(6);
    engine.end_search("stop", lines);
    engine.quit();
}

#[test]
fn stop_ends_a_perft_too() {
    let mut engine = Engine::start();
    engine.send("go perft 9\nisready");
    engine.expect("readyok", SOON);
    engine.send("stop\nposition startpos moves a4b4");
    assert!(engine.fen().ends_with(" b - - 1 1"));
    engine.search_legally("go depth 2");
    engine.quit();
}

#[test]
fn a_random_conversation_gets_as_many_bestmoves_as_searches() {
    let searches = [
        "go infinite",
        "go depth 1",
        "go depth 5",
        "go nodes 300",
        "go movetime 1",
        "go movetime 15",
        "go ponder movetime 5",
        "go ponder wtime 50 btime 50",
        "go wtime 40 btime 40",
        "go mate 1",
        "go depth 2 searchmoves e2e2",
    ];
    let others = [
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "position startpos",
        "position startpos moves a4b4 a7b7",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "moves",
        "result",
    ];
    let mut engine = Engine::start();
    let mut dice = Dice::new(99);
    let pick = |words: &[&str], dice: &mut Dice| words[dice.roll(words.len() as u64) as usize].to_string();
    let (mut expected, mut found, mut unheard) = (0, 0, 0);
    for _ in 0..150 {
        let mut lines = Vec::new();
        for _ in 0..=dice.roll(5) {
            if dice.roll(2) == 0 {
                expected += 1;
                lines.push(pick(&searches, &mut dice));
            } else {
                lines.push(pick(&others, &mut dice));
            }
        }
        unheard += lines.iter().filter(|line| *line == "isready").count();
        // Sometimes what was asked is awaited before more is said, sometimes not.
        let awaited = dice.roll(4) as usize;
        for _ in 0..awaited {
            lines.push("isready".to_string());
        }
        unheard += awaited;
        engine.send(&lines.join("\n"));
        while awaited > 0 && unheard > 0 {
            let line = engine.next_line(SOON).unwrap_or_else(|| panic!("no answer to {lines:?}"));
            unheard -= usize::from(line.text == "readyok");
            assert!(!line.text.contains("error"), "'{}' after {lines:?}", line.text);
            found += usize::from(line.text.starts_with("bestmove "));
            assert!(found <= expected, "more bestmoves than searches after {lines:?}");
        }
    }
    engine.send("stop");
    while found < expected {
        let line = engine.next_line(SOON).unwrap_or_else(|| panic!("{found} of {expected} bestmoves"));
        found += usize::from(line.text.starts_with("bestmove "));
    }
    let rest = engine.ask("");
    assert!(!rest.iter().any(|line| line.starts_with("bestmove ")), "{rest:?}");
    engine.quit();
}
