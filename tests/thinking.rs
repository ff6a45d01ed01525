//! Searches of the real binary: every form of `go`, commands in the middle of one, and what its lines promise.

mod common;

use common::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

// --- Every form of go ----------------------------------------------------------------------------------------------

#[test]
fn every_limited_go_gets_exactly_one_legal_bestmove() {
    let mut engine = Engine::start();
    for position in ["startpos", "startpos moves a4b4", &format!("fen {MIDDLE}"), &format!("fen {ONLY_REPLY}")] {
        engine.tell(&format!("position {position}"));
        for go in [
            "go depth 1",
            "go depth 5",
            "go nodes 1",
            "go nodes 5000",
            "go movetime 1",
            "go movetime 60",
            "go mate 1",
            "go wtime 300 btime 300",
            "go wtime 200 btime 200 winc 20 binc 20",
            "go wtime 300 btime 300 movestogo 2",
            "go wtime 300 btime 300 winc 5 binc 5 movestogo 1",
            "go wtime 0 btime 0",
            "go wtime 1 btime 1",
            "go wtime -100 btime -100",
            "go wtime -100 btime -100 winc 10 binc 10",
            "go depth 3 nodes 100000 movetime 2000",
        ] {
            engine.search_legally(go);
        }
    }
    engine.quit();
}

#[test]
fn a_plain_go_thinks_until_stopped() {
    let mut engine = Engine::start();
    for variant in ["janggi", "twelvejanggi", "cheduk"] {
        engine.set_variant(variant);
        for go in ["go", "go searchmoves"] {
            let moves = engine.moves();
            engine.send(&if go == "go" { go.to_string() } else { format!("{go} {}", moves[1..].join(" ")) });
            let lines = engine.think_to(8);
            let search = engine.end_search("stop", lines);
            assert!(moves.contains(&search.best), "'{go}' plays {}", search.best);
            engine.assert_nothing_more();
        }
    }
    engine.quit();
}

#[test]
fn depth_is_the_depth_of_the_last_line() {
    let mut engine = Engine::start();
    for depth in [1, 2, 4, 6] {
        let search = engine.search_legally(&format!("go depth {depth}"));
        assert_eq!(search.last().depth, depth, "{}", search.last().text);
    }
    engine.quit();
}

/// What a search that remembers nothing visits, as far as it tells.
#[track_caller]
fn nodes(engine: &mut Engine, go: &str) -> u64 {
    engine.tell("ucinewgame");
    let search = engine.search_legally(go);
    search.infos.iter().filter_map(|info| info.nodes).max().expect("nodes are told")
}

/// The first iteration may be finished whatever the limit is, so that the score is a real one.
#[test]
fn nodes_are_a_limit_beyond_the_first_iteration() {
    let mut engine = Engine::start();
    engine.tell("setoption name Twelve_Strategy value false");
    // Else it would fancy another of the good tiles each time.
    engine.tell("setoption name CheDuk_Seed value 2");
    let middle = format!("fen {MIDDLE}");
    let in_check = "fen 4k4/9/4b4/9/9/9/9/9/R8/r3K4 w - - 0 1";
    for (variant, position) in [
        ("janggi", "startpos"),
        ("janggi", &middle),
        ("janggi", in_check),
        ("twelvejanggi", "startpos"),
        ("twelvejanggi", "fen 1H1/s1Z/2k/Ks1[jj] b 5 22"),
        ("cheduk", "startpos"),
        ("cheduk", "startpos moves A@i7 A@d7 S@i1 S@a7 S@j2"),
    ] {
        engine.set_variant(variant);
        engine.tell(&format!("position {position}"));
        let least = nodes(&mut engine, "go depth 1");
        for limit in [1, 2, 7, 50, 300, 1_000, 10_000, 100_000] {
            let searched = nodes(&mut engine, &format!("go nodes {limit}"));
            assert!(
                searched <= least.max(limit),
                "{variant}, {position}: {searched} of {limit}, depth 1 takes {least}"
            );
        }
    }
    engine.quit();
}

#[test]
fn without_time_the_first_iteration_is_the_last() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {MIDDLE}"));
    let least = nodes(&mut engine, "go depth 1");
    for go in ["go wtime 0 btime 0", "go wtime -500 btime 1000", "go wtime 1 btime 1", "go movetime 0", "go movetime 1"]
    {
        let searched = nodes(&mut engine, go);
        assert!(searched <= least, "'{go}': {searched}, depth 1 takes {least}");
    }
    engine.quit();
}

/// Whatever else the machine does: an answer before that time wastes it, and how much after is measured in `latency.rs`.
#[test]
fn movetime_is_used() {
    let mut engine = Engine::start();
    engine.tell(&format!("position fen {MIDDLE}"));
    let search = engine.search_legally("go movetime 100");
    let overhead = 10;
    assert!(search.time >= Duration::from_millis(100 - overhead), "{:?}", search.time);
    engine.quit();
}

#[test]
fn searchmoves_restricts_the_answer_wherever_it_stands() {
    let mut engine = Engine::start();
    for go in [
        "go searchmoves a4b4 i4h4 depth 4",
        "go depth 4 searchmoves a4b4 i4h4",
        "go movetime 50 searchmoves i4h4 a4b4",
        "go nodes 1 searchmoves a4b4",
    ] {
        let search = engine.search_legally(go);
        assert!(["a4b4", "i4h4"].contains(&search.best.as_str()), "'{go}' plays {}", search.best);
        for info in &search.infos {
            assert!(["a4b4", "i4h4"].contains(&info.pv[0].as_str()), "'{go}' tells {}", info.text);
        }
    }
    engine.quit();
}

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
fn go_perft_counts_under_every_root_move() {
    let mut engine = Engine::start();
    for (depth, total) in [(1, 32), (2, 1024), (3, 33000)] {
        engine.send(&format!("go perft {depth}"));
        let lines = texts(&engine.lines_until("Nodes searched:", SOON));
        let counts: Vec<(&str, u64)> = lines
            .iter()
            .filter(|line| !line.starts_with("Nodes") && !line.is_empty())
            .map(|line| line.split_once(": ").expect("MOVE: COUNT"))
            .map(|(name, count)| (name, count.parse().expect("a count")))
            .collect();
        assert_eq!(lines.last().map(String::as_str), Some(format!("Nodes searched: {total}").as_str()));
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total);
        let mut names: Vec<String> = counts.iter().map(|(name, _)| name.to_string()).collect();
        names.sort();
        engine.ask(""); // whatever else may follow a perft
        assert_eq!(names, engine.moves());
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

// --- Commands during a search --------------------------------------------------------------------------------------

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

// --- What the lines of a search promise ----------------------------------------------------------------------------

/// `position` arguments with more moves at the end.
fn with_moves(position: &str, moves: &[String]) -> String {
    let keyword = if position.contains(" moves ") { "" } else { " moves" };
    format!("{position}{keyword} {}", moves.join(" "))
}

#[test]
fn variations_are_legal_to_their_last_move_and_scores_of_one_move_are_true() {
    let shuffled = "startpos moves a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1";
    let passed = "fen 3k5/9/4b4/9/9/9/9/9/9/4K3R w - - 0 1 moves e1e1";
    let late = "fen 2ba1a3/3k5/9/p3p4/9/6P2/P8/4C4/4K4/3A1A1B1 w - - 95 80";
    let bare = "fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    for variant in VARIANTS {
        let strict = variant == "janggistrict";
        let mut positions = vec!["startpos".to_string(), format!("fen {MIDDLE}"), bare.to_string(), late.to_string()];
        if !strict {
            positions.extend([shuffled.to_string(), passed.to_string()]);
        }
        positions.push(format!("fen {}", MATES_IN_ONE[0].0));
        positions.push("fen 3k5/9/c3RC3/3p5/5B3/7P1/1P7/9/4A4/2BA1K3 w - - 0 1".to_string());
        check_searches(variant, &positions);
    }
    let twelve = [
        "startpos",
        "startpos moves b1a2 b4c3 a2b1 c3b4 b1a2 b4c3 a2b1",
        "fen 1k1/2K/3/3[SJZsjz] w 0 1",
        "fen k2/2K/3/3[SJZsjz] w 0 1",
        "fen 1kK/3/3/3[SJZsjz] b 0 1",
        "fen 2K/3/k2/3[SJZsjz] b 0 1",
        "fen 1k1/3/3/1K1[SJZsjz] b 3 9",
        "fen 1H1/s1Z/2k/Ks1[jj] b 5 22",
    ];
    for (variant, letters) in [("twelvejanggi", "KSJZH"), ("dobutsu", "LEGC+")] {
        let translated = |text: &str| -> String {
            let translate = |letter: char| match "KSJZ".find(letter.to_ascii_uppercase()) {
                Some(index) if letter.is_uppercase() => letters[index..=index].to_string(),
                Some(index) => letters[index..=index].to_lowercase(),
                None if letter == 'H' && variant == "dobutsu" => "+C".to_string(),
                None => letter.to_string(),
            };
            match text.strip_prefix("fen ") {
                Some(fen) => format!("fen {}", fen.chars().map(translate).collect::<String>()),
                None => text.to_string(),
            }
        };
        check_searches(variant, &twelve.map(translated));
    }
}

/// Searches every position in several ways and checks all that is told.
#[track_caller]
fn check_searches(variant: &str, positions: &[String]) {
    let mut engine = Engine::start();
    let mut referee = Engine::start();
    engine.set_variant(variant);
    referee.set_variant(variant);
    engine.tell("setoption name Hash value 4");
    for (number, position) in positions.iter().enumerate() {
        engine.tell(&format!("setoption name MultiPV value {}", 1 + number % 3));
        engine.tell(&format!("position {position}"));
        for go in ["go nodes 1", "go nodes 20000", "go movetime 5", "go depth 4"] {
            let search = engine.search(go);
            for info in &search.infos {
                check_info(&mut referee, variant, position, info);
            }
        }
    }
    engine.quit();
    referee.quit();
}

/// Whether a position has no move left.
fn is_over(referee: &mut Engine, position: &str) -> bool {
    referee.tell(&format!("position {position}"));
    referee.moves().is_empty()
}

/// Replays a variation on another engine.
#[track_caller]
fn check_info(referee: &mut Engine, variant: &str, position: &str, info: &Info) {
    let told = format!("{variant}, {position}: '{}'", info.text);
    let answer = referee.ask(&format!("position {}", with_moves(position, &info.pv)));
    assert!(answer.is_empty(), "an illegal variation in {told}: {answer:?}");
    let wins_at_once = info.score == Score::Mate(1);
    let draws_at_once = info.score == Score::Cp(0) && info.pv.len() == 1;
    if (wins_at_once || draws_at_once) && info.bound.is_none() && !is_over(referee, position) {
        assert!(info.depth > 0 && !info.pv.is_empty(), "no move in {told}");
        let before = referee.ask(&format!("position {position}\nd"));
        let white = before.iter().any(|line| line.starts_with("Fen: ") && line.contains(" w "));
        referee.tell(&format!("position {}", with_moves(position, &info.pv[..1])));
        let result = referee.result();
        let cho_moved = white != (variant == "janggistrict");
        let expected = match (wins_at_once, cho_moved) {
            (false, _) => "1/2-1/2",
            (true, true) => "1-0",
            (true, false) => "0-1",
        };
        assert_eq!(result.split(' ').next(), Some(expected), "after the first move of {told}");
    }
}

#[test]
fn a_win_at_once_is_told_as_mate_one() {
    let mut engine = Engine::start();
    for (fen, moves) in MATES_IN_ONE {
        engine.tell(&format!("position fen {fen}"));
        for go in ["go depth 4", "go mate 1", "go movetime 100"] {
            let search = engine.search_legally(go);
            assert_eq!(search.last().score, Score::Mate(1), "'{go}' in {fen}: {}", search.last().text);
            assert!(moves.contains(&search.best.as_str()), "'{go}' in {fen} plays {}", search.best);
        }
    }
    // Ahead in points, and the opponent has passed: a second pass wins.
    engine.tell("position fen 3k5/9/4b4/9/9/9/9/9/9/4K3R b - - 0 1 moves d10d10");
    let search = engine.search_legally("go depth 4");
    assert_eq!((search.last().score, search.best.as_str()), (Score::Mate(1), "e1e1"), "{}", search.last().text);
    // Ahead in points with the generals facing: so does a pass.
    engine.tell("position fen 4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1");
    let search = engine.search_legally("go depth 4");
    assert_eq!((search.last().score, search.best.as_str()), (Score::Mate(1), "e1e1"), "{}", search.last().text);
    engine.quit();
}

#[test]
fn known_mates_are_found() {
    let mut engine = Engine::start();
    let data = include_str!("data/janggi_mates.txt");
    let mut found = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [fen, mate, first_moves] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("three fields in {line}")
        };
        let mate: i32 = mate.strip_prefix("mate ").and_then(|number| number.parse().ok()).expect("mate N");
        if mate > 3 {
            continue;
        }
        // Reductions may hide a quiet mating move for a few plies more than the mate has.
        for go in [format!("go mate {mate}"), format!("go depth {}", 2 * mate + 9)] {
            engine.tell("ucinewgame");
            engine.tell(&format!("position fen {fen}"));
            let search = engine.search(&go);
            assert_eq!(search.last().score, Score::Mate(mate), "'{go}' in {fen}: {}", search.last().text);
            let good = first_moves.split(' ').any(|first| first == search.best);
            assert!(good, "'{go}' in {fen} plays {}, not one of {first_moves}", search.best);
        }
        found += 1;
    }
    assert!(found >= 10, "only {found} positions");
    engine.quit();
}

#[test]
fn multipv_tells_that_many_different_moves() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 3");
    let search = engine.search_legally("go depth 4");
    let last: Vec<&Info> = search.infos.iter().filter(|info| info.depth == 4 && info.bound.is_none()).collect();
    let numbers: BTreeSet<u32> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(numbers, BTreeSet::from([1, 2, 3]), "{last:#?}");
    let firsts: BTreeSet<&String> = last[last.len() - 3..].iter().map(|info| &info.pv[0]).collect();
    assert_eq!(firsts.len(), 3, "{last:#?}");

    // Also when a search ends in the middle of an iteration, with another best move than before.
    for nodes in (1_000..40_000).step_by(1_500) {
        engine.tell("ucinewgame\nposition startpos");
        let search = engine.search_legally(&format!("go nodes {nodes}"));
        let shown = |number| search.infos.iter().rfind(|info| info.multipv == number).expect("a variation");
        let firsts: BTreeSet<&String> = (1..=3).map(|number| &shown(number).pv[0]).collect();
        assert_eq!(firsts.len(), 3, "{nodes} nodes: {:#?}", search.infos);
    }

    // More than there are moves.
    engine.tell("setoption name MultiPV value 256");
    let search = engine.search_legally("go depth 2");
    let most = search.infos.iter().map(|info| info.multipv).max();
    assert_eq!(most, Some(32));
    engine.tell(&format!("position fen {ONLY_REPLY}"));
    let search = engine.search_legally("go depth 2");
    assert_eq!(search.infos.iter().map(|info| info.multipv).max(), Some(1));
    engine.quit();
}

#[test]
fn wdl_is_told_on_request_and_sums_up() {
    let mut engine = Engine::start();
    assert!(engine.search_legally("go depth 3").infos.iter().all(|info| info.wdl.is_none()));
    engine.tell("setoption name UCI_ShowWDL value true");
    for info in engine.search_legally("go depth 3").infos {
        let [win, draw, loss] = info.wdl.unwrap_or_else(|| panic!("wdl in '{}'", info.text));
        assert_eq!(win + draw + loss, 1000, "{}", info.text);
    }
    engine.quit();
}

#[test]
fn weaker_levels_and_several_threads_still_play_legal_moves() {
    let mut engine = Engine::start();
    for (options, go, deepest) in [
        (&["Level value high"][..], "go movetime 500", 7),
        (&["Level value middle"], "go movetime 500", 5),
        (&["Level value low"], "go movetime 500", 3),
        (&["Level value full", "Skill Level value 0"], "go depth 5", 5),
        (&["Skill Level value 20", "UCI_LimitStrength value true"], "go depth 5", 5),
        (&["UCI_LimitStrength value false", "Threads value 2"], "go depth 6", 6),
        (&["Threads value 1", "UCI_AnalyseMode value true", "Ponder value true"], "go depth 5", 5),
    ] {
        for option in options {
            engine.tell(&format!("setoption name {option}"));
        }
        for position in ["startpos", "startpos moves a4b4"] {
            engine.tell(&format!("position {position}"));
            let search = engine.search(go);
            assert!(engine.moves().contains(&search.best), "{options:?}");
            let depth = search.infos.iter().map(|info| info.depth).max();
            assert!(depth <= Some(deepest), "{options:?} searched to depth {depth:?}");
        }
    }
    engine.quit();
}

// --- The end of the game -------------------------------------------------------------------------------------------

#[test]
fn a_game_that_is_over_gets_its_score_and_no_move() {
    let mut engine = Engine::start();
    for (variant, position, score, result) in [
        ("janggi", &format!("fen {MATED}")[..], "mate 0", "0-1 checkmate"),
        ("janggi", "startpos moves e2e2 e9e9", "mate 0", "0-1 passes"),
        ("janggi", "startpos moves a4b4 e9e9 e2e2", "mate 1", "0-1 passes"),
        ("janggi", "fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1 moves d1e1 e10e10", "mate 1", "1-0 bikjang"),
        ("janggitraditional", "fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1 moves d1e1 e10e10", "cp 0", "1/2-1/2 bikjang"),
        ("janggitraditional", "startpos moves e2e2 e9e9", "cp 0", "1/2-1/2 passes"),
        ("janggimodern", "startpos moves e2e2 e9e9", "mate 0", "0-1 passes"),
        ("janggicasual", "startpos moves e2e2 e9e9", "cp 0", "1/2-1/2 passes"),
    ] {
        engine.set_variant(variant);
        engine.tell(&format!("position {position}"));
        assert_eq!(engine.result(), result, "{variant}, {position}");
        assert_eq!(engine.moves(), Vec::<String>::new(), "{variant}, {position}");
        for go in ["go depth 5", "go movetime 50", "go wtime 1000 btime 1000", "go nodes 1", "go mate 1"] {
            engine.send(go);
            let lines = texts(&engine.lines_until("bestmove", SOON));
            assert_eq!(
                lines,
                [format!("info depth 0 score {score}"), "bestmove (none)".to_string()],
                "{go}, {position}"
            );
        }
    }
    engine.quit();
}

#[test]
fn after_an_end_that_may_be_claimed_play_can_go_on() {
    let cycle = "a1a2 a10a9 a2a1 a9a10";
    let mut engine = Engine::start();
    for (variant, position, result) in [
        ("janggi", format!("startpos moves {cycle} {cycle}"), "0-1 repetition"),
        ("janggitraditional", format!("startpos moves {cycle} {cycle}"), "1/2-1/2 repetition"),
        ("janggicasual", format!("startpos moves {cycle} {cycle} {cycle}"), "1/2-1/2 repetition"),
        ("janggimodern", "startpos moves i1i2 a7b7 i2i1 b7a7 i1i2 a7b7 i2i1 b7a7 i1i2".to_string(), "0-1 moverep"),
        ("janggi", format!("fen {} moves a4b4", START.replace(" 0 1", " 99 60")), "0-1 nocapture"),
        ("janggicasual", format!("fen {}", START.replace(" 0 1", " 100 60")), "1/2-1/2 nocapture"),
        ("janggimodern", format!("fen {}", START.replace(" 0 1", " 200 99")), "0-1 nocapture"),
        ("janggistrict", "startpos moves a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1".to_string(), "0-1 repetition"),
    ] {
        engine.set_variant(variant);
        engine.tell(&format!("position {position}"));
        assert_eq!(engine.result(), result, "{variant}, {position}");
        assert!(!engine.moves().is_empty(), "{variant}, {position}");
        for go in ["go depth 3", "go nodes 1", "go movetime 20"] {
            engine.search_legally(go);
        }
    }
    engine.quit();
}

#[test]
fn result_of_a_game_that_goes_on_is_a_star() {
    let mut engine = Engine::start();
    for variant in VARIANTS {
        engine.set_variant(variant);
        assert_eq!(engine.result(), "* -", "{variant}");
    }
    engine.quit();
}
