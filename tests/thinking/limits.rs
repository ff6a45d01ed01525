//! Every limit of `go`, none at all, and `go perft`.

use crate::common::*;
use std::time::Duration;

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

/// Only `infinite` and `ponder` make `bestmove` wait for a command.
#[test]
fn a_plain_go_ends_when_nothing_is_left_to_find() {
    let mut engine = Engine::start();
    for (fen, moves) in MATES_IN_ONE {
        engine.tell(&format!("position fen {fen}"));
        let search = engine.search_legally("go");
        assert_eq!(search.last().score, Score::Mate(1), "{fen}: {}", search.last().text);
        assert!(moves.contains(&search.best.as_str()), "{fen}: {}", search.best);
    }
    engine.tell(&format!("position fen {MATED}"));
    assert_eq!(engine.search("go").best, "(none)");
    engine.assert_nothing_more();
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
