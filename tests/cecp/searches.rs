//! Thinking, pondering, analysis and their clocks; the claim after the engine's own move.

use super::*;
use crate::common::*;
use std::time::{Duration, Instant};

/// Answers b0c2 and thinks about the answer to that, which it expects and returns, shown and without an end.
#[track_caller]
fn ponder(engine: &mut Engine) -> String {
    // Whoever is interrupted at the wrong moment may expect nothing.
    for _ in 0..20 {
        engine.send(&format!("new\nhard\npost\n{TEN_HOURS}\nusermove b0c2"));
        think_to(engine, 5);
        engine.send("?");
        own_move(engine);
        if let Some(hint) = engine.ask_cecp("hint").iter().find_map(|line| line.strip_prefix("Hint: ")) {
            return hint.to_owned();
        }
    }
    panic!("it never expects an answer");
}

/// How long a claim after the engine's own move waits for whoever judges games without it.
const CLAIM_DELAY: Duration = Duration::from_millis(300);

/// What is said up to the next pong if the engine is told this before it claims the game that its own move has won. If that
/// cannot be told because the machine was too slow for it, the same is done again.
#[track_caller]
fn after_mate(engine: &mut Engine, mate: &str, next: &str) -> Vec<String> {
    for _ in 0..100 {
        let begun = Instant::now();
        engine.send(mate);
        own_move(engine);
        let said = engine.ask_cecp(next);
        if begun.elapsed() < CLAIM_DELAY {
            return said;
        }
    }
    panic!("this machine is too busy to answer within {CLAIM_DELAY:?}");
}

#[test]
fn the_claim_after_the_engines_own_move_waits_for_the_next_game() {
    let mut engine = start();
    let (fen, _) = MATES_IN_ONE[1];
    let mate = format!("force\nsetboard {fen}\nsd 4\ngo");
    // A program that judges games itself begins the next one at once and must not read the claim there.
    assert_eq!(after_mate(&mut engine, &mate, "xboard\nnew"), [""; 0]);
    for next in ["variant janggi", "result 1-0 {White mates}\nforce", &format!("setboard {}", common::START)] {
        let lines = after_mate(&mut engine, &mate, next);
        assert!(lines.iter().all(|line| !line.starts_with("1-0")), "{next}: {lines:#?}");
    }
    // Nothing else keeps the engine from it, and it is made once.
    assert_eq!(after_mate(&mut engine, &mate, "go"), ["1-0 {checkmate}"]);
    // Nobody has to say anything to hear it, either.
    for next in ["force", "undo", "analyze\nexit", "white", "playother", "hard", "easy", "level 0 5 0", ""] {
        engine.send(&mate);
        own_move(&mut engine);
        engine.send(next);
        assert_eq!(engine.next_line(SOON).expect("a claim").text, "1-0 {checkmate}", "{next}");
        assert_eq!(engine.ask_cecp(""), [""; 0], "{next}");
    }
    // Before a pong everything has been said, and likewise at the end of the input.
    engine.send(&mate);
    own_move(&mut engine);
    assert_eq!(engine.ask_cecp(""), ["1-0 {checkmate}"]);
    let output = common::run(&[], &format!("xboard\n{mate}\n"));
    assert_eq!(common::output_lines(&output).last().map(|line| &line[..]), Some("1-0 {checkmate}"));
}

#[test]
fn thinking_is_shown_only_on_demand() {
    let mut engine = start();
    engine.send("sd 4\ngo");
    assert_eq!(engine.lines_until("move", SOON).len(), 1);
    engine.send("force\npost\ngo");
    let lines = texts(&engine.lines_until("move", SOON));
    let (last, thoughts) = lines.split_last().expect("a move");
    assert!(thoughts.len() >= 4, "{lines:#?}");
    for thought in thoughts {
        let (numbers, moves) = thought.split_once('\t').expect("a tab before the moves");
        let numbers: Vec<i64> = numbers.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers.len(), 7, "{thought}");
        assert!(numbers[0] >= 1 && numbers[3] >= 1, "{thought}");
        assert!(moves.trim_end_matches(['!', '?']).split(' ').all(|mv| mv.len() == 4), "{thought}");
    }
    let best = last.strip_prefix("move ").expect("a move");
    assert!(thoughts.last().expect("thoughts").contains(&format!("\t{best}")), "{lines:#?}");
    let (fen, _) = MATES_IN_ONE[0];
    engine.send(&format!("force\nsetboard {fen}\ngo"));
    let lines = texts(&engine.lines_until("move", SOON));
    assert!(lines.iter().any(|line| line.contains(" 100001 ")), "{lines:#?}");
}

/// How well is measured in `latency.rs`; without them it would be minutes.
#[test]
fn clocks_and_depths_end_a_search() {
    let mut engine = start();
    for limit in ["st 0.2", "level 0 0:01 0", "time 50\notim 9000", "level 0 0:01 0.1", "sd 2"] {
        engine.send(&format!("new\nforce\n{TEN_HOURS}\n{limit}\ngo"));
        own_move(&mut engine);
    }
}

#[test]
fn a_question_mark_means_now_and_pings_wait_for_the_move() {
    let mut engine = start();
    engine.send(&format!("{TEN_HOURS}\ngo\nping 5\nfrobnicate"));
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "Error (unknown command): frobnicate");
    engine.send("?\nping 6");
    let lines = texts(&engine.lines_until("pong 6", SOON));
    assert!(lines[0].starts_with("move "), "{lines:#?}");
    assert_eq!(lines[1..], ["pong 5", "pong 6"]);
    // A search that is not wanted any more makes no move.
    assert_eq!(engine.ask_cecp("go\nforce"), [""; 0]);
    assert_eq!(engine.ask_cecp("go\nresult 1-0 {White resigns}"), [""; 0]);
    assert_eq!(engine.ask_cecp("go\nnew"), [""; 0]);
    // A new value of an option begins the search again, and the move is still made.
    engine.send("force\nsd 3\ngo\ncores 1\nmemory 8\noption MultiPV=2");
    own_move(&mut engine);
    engine.send("go");
    engine.quit();
}

/// Else this would never end, as the time is longer than it takes to change the value.
#[test]
fn a_search_that_begins_again_does_not_get_its_time_again() {
    let mut engine = start();
    engine.send("force\nst 0.5\ngo");
    let begun = Instant::now();
    for threads in [1, 2].into_iter().cycle() {
        engine.send(&format!("cores {threads}\nfrobnicate"));
        let lines = texts(&engine.lines_until("Error (unknown command): frobnicate", SOON));
        if lines.iter().any(|line| line.starts_with("move ")) {
            break;
        }
        assert!(begun.elapsed() < SOON, "no move after {SOON:?}");
    }
    engine.quit();
}

#[test]
fn the_opponents_time_is_used_when_it_is_hard() {
    let mut engine = start();
    // Thinking goes on, pings are answered at once, and the expected move can be asked for.
    let hint = ponder(&mut engine);
    let thought = think_to(&mut engine, 4);
    let is_expected = |thought: &str| thought.contains(&format!("\t{hint} "));
    assert!(is_expected(&thought), "{hint} is part of '{thought}'");
    // When it comes, the search is the same, though not what it tells.
    engine.send(&format!("time 3600000\notim 3600000\nusermove {hint}"));
    let mut own = think_to(&mut engine, 1);
    while is_expected(&own) {
        own = think_to(&mut engine, 1);
    }
    assert!(depth_of(&own) >= depth_of(&thought), "'{own}' after '{thought}'");
    engine.send("?");
    own_move(&mut engine);
    // Another move than the expected one is answered as well.
    let lines = engine.ask_cecp("hint");
    let hint = lines.iter().find_map(|line| line.strip_prefix("Hint: ")).unwrap_or_default().to_owned();
    let other = ["a0a1", "i0i1"].into_iter().find(|mv| *mv != hint).expect("another move");
    engine.send(&format!("sd 2\nusermove {other}"));
    own_move(&mut engine);
    engine.ask_cecp("easy\nforce");
    assert_eq!(engine.ask_cecp("undo\nundo"), [""; 0]);
}

#[test]
fn the_expected_move_is_answered_by_the_clock_that_was_just_told() {
    let mut engine = start();
    let hint = ponder(&mut engine);
    think_to(&mut engine, 3);
    // With ten hours on the clock it would be minutes.
    engine.send(&format!("time 20\notim 360000\nusermove {hint}"));
    own_move(&mut engine);
}

#[test]
fn an_illegal_move_does_not_end_the_pondering() {
    let mut engine = start();
    let hint = ponder(&mut engine);
    let refused = engine.ask_cecp("usermove b0c2");
    assert!(refused.iter().any(|line| line.starts_with("Illegal move (")), "{refused:?}");
    let thought = think_to(&mut engine, 1);
    assert!(thought.contains(&format!("\t{hint} ")), "thinking about {hint} goes on: '{thought}'");
}

#[test]
fn analysis_follows_the_board() {
    let mut engine = start();
    engine.send("post\nanalyze");
    assert!(engine.next_line(SOON).is_some_and(|line| line.text.contains('\t')));
    for command in ["usermove b0c2", "undo", "setboard 4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "new", "option MultiPV=2"]
    {
        // What it thinks may all be said before the pong.
        let lines = engine.ask_cecp(&format!("{command}\n."));
        let begun = lines.iter().position(|line| line.starts_with("stat01: ")).expect("analysis goes on");
        if !lines[begun..].iter().any(|line| line.contains('\t')) {
            think_to(&mut engine, 1);
        }
    }
    let lines = engine.ask_cecp("nopost\nhint\n.");
    assert!(lines.iter().any(|line| line.starts_with("Hint: ")), "{lines:#?}");
    let status = lines.iter().find(|line| line.starts_with("stat01: ")).unwrap_or_else(|| panic!("{lines:#?}"));
    assert_eq!(status.split(' ').count(), 6, "{status}");
    let refused = engine.ask_cecp("usermove a0a9");
    assert!(refused.iter().any(|line| line.starts_with("Illegal move (")), "{refused:?}");
    assert_eq!(engine.ask_cecp("exit"), [""; 0]);
    assert_eq!(engine.ask_cecp(""), [""; 0]);
    // These end it as well, and no move begins it again.
    for command in ["force", "result * {}"] {
        engine.ask_cecp(&format!("new\nforce\nanalyze\n{command}"));
        assert_eq!(engine.ask_cecp("post\nusermove b0c2"), [""; 0], "{command}");
        assert_eq!(engine.ask_cecp(""), [""; 0], "{command}");
        assert_eq!(engine.ask_cecp("exit"), ["Error (command not legal now): exit"], "{command}");
    }
}
