//! What `info` lines promise: legal variations, true scores, mates, MultiPV, WDL; also with weaker levels and threads.

use crate::common::*;
use crate::with_moves;
use std::collections::BTreeSet;

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
    let data = include_str!("../data/janggi_mates.txt");
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
        for go in [format!("go mate {mate}"), format!("go depth {}", 2 * mate + 12)] {
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
