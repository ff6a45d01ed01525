//! Faults of the search that clients once found, each as it was found, and the sweep that would have found them: every
//! number of nodes, one after the other.

mod common;

use common::{Engine, Info, Score, Search};
use janggun::engine::Options;
use janggun::game::{Notation, Side};
use janggun::games::{cheduk, janggi, twelve};
use std::time::{Duration, Instant};

/// Patience with long work on a slow machine.
const LONG: Duration = Duration::from_secs(120);

const WON_IN_ONE: &str = "j1s/kz1/KZ1/S1J[-] w 2 2";

fn twelve(threads: usize) -> Engine {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell("setoption name Twelve_Strategy value false");
    engine.tell(&format!("setoption name Threads value {threads}"));
    engine
}

fn mate(info: &Info) -> Option<i32> {
    match info.score {
        Score::Mate(moves) => Some(moves),
        Score::Cp(_) => None,
    }
}

/// The variation, the move and the answer to it are the same in the last line and in `bestmove`.
#[track_caller]
fn assert_consistent(search: &Search, what: &str) {
    let pv = &search.last().pv;
    assert_eq!(pv.first(), Some(&search.best), "{what}: the move is that of the last variation");
    assert_eq!(pv.get(1), search.ponder.as_ref(), "{what}: so is the answer that it expects");
}

#[test]
fn many_threads_do_not_take_a_won_position_for_lost() {
    let mut engine = twelve(64);
    for _ in 0..10 {
        engine.tell(&format!("ucinewgame\nposition fen {WON_IN_ONE}"));
        let search = engine.search("go nodes 20000");
        assert_eq!(search.best, "a2a3");
        assert_eq!(mate(search.last()), Some(1));
    }
    // Positions in which some moves lose at once, none of them lost.
    let not_lost: Vec<&str> = include_str!("data/twelve_values.txt")
        .lines()
        .filter(|line| line.split(';').nth(1).is_some_and(|value| value == "D"))
        .filter_map(|line| line.split(';').next())
        .step_by(5)
        .take(25)
        .collect();
    assert_eq!(not_lost.len(), 25);
    engine.tell("setoption name Threads value 4");
    for fen in not_lost {
        for nodes in [1, 40, 300] {
            engine.tell(&format!("ucinewgame\nposition fen {fen}"));
            let search = engine.search(&format!("go nodes {nodes}"));
            assert_eq!(mate(search.last()), None, "{fen} is a draw, but not with {nodes} nodes");
        }
    }
}

#[test]
fn threads_do_not_spend_a_small_budget_at_depth_one() {
    let mut engine = Engine::start();
    let depth = |engine: &mut Engine, threads: usize, lines: usize| {
        engine
            .tell(&format!("setoption name Threads value {threads}\nsetoption name MultiPV value {lines}\nucinewgame"));
        engine.search("go nodes 50000").last().depth
    };
    for lines in [1, 3] {
        let alone = depth(&mut engine, 1, lines);
        assert!(alone >= 6, "{alone}");
        assert_eq!(depth(&mut engine, 64, lines), alone);
        assert_eq!(depth(&mut engine, 8, lines), alone);
    }
}

#[test]
fn threads_do_not_change_a_weakened_search() {
    let mut engine = Engine::start();
    let mut depth_and_nodes = |threads: usize, strength: &str| {
        engine.tell(&format!("setoption name Threads value {threads}\n{strength}\nucinewgame"));
        let search = engine.search("go wtime 60000 btime 60000");
        (search.last().depth, search.last().nodes)
    };
    for strength in [
        "setoption name Skill Level value 10",
        "setoption name Skill Level value 3",
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 2000",
        "setoption name UCI_LimitStrength value false\nsetoption name Skill Level value 20\nsetoption name Level value low",
    ] {
        assert_eq!(depth_and_nodes(8, strength), depth_and_nodes(1, strength), "{strength}");
    }
}

#[test]
fn the_last_variation_is_that_of_the_move() {
    let mut engine = Engine::start();
    engine.tell("setoption name Hash value 1");
    for (variant, fen, nodes) in [
        ("janggi", "2ba3r1/1b1a1n3/4ck3/1rp2pp1p/P2NP2B1/1cP6/6PP1/2RC3C1/3AR4/4KABN1 w - - 1 29", 4841),
        ("janggicasual", "rnb2abn1/3k5/1c2a2c1/pp4p2/1C4p2/3PpP3/1P2P4/5K1C1/4N3R/1RBAA1BN1 b - - 18 21", 828),
    ] {
        engine.set_variant(variant);
        // What is suppressed depends on the node: the neighbours of the reported ones are tried as well.
        for nodes in nodes - 30..=nodes + 30 {
            engine.tell(&format!("ucinewgame\nposition fen {fen}"));
            let search = engine.search(&format!("go nodes {nodes}"));
            assert_consistent(&search, &format!("{variant} {nodes}"));
        }
    }
}

#[test]
fn a_win_in_one_is_not_missed_in_a_hurry() {
    let mut engine = twelve(1);
    for go in ["go nodes 77", "go nodes 1", "go wtime 20 winc 1000", "go movetime 1", "go movetime 10"] {
        engine.tell("ucinewgame\nposition fen 2s/k2/KS1/2J[Jzz] w 0 11");
        let search = engine.search(go);
        assert_eq!(mate(search.last()), Some(1), "{go}");
    }
    let mut engine = Engine::start();
    for (fen, moves) in common::MATES_IN_ONE {
        for go in ["go nodes 1", "go wtime 10", "go wtime 20 winc 1000", "go movetime 1"] {
            engine.tell(&format!("ucinewgame\nposition fen {fen}"));
            let search = engine.search(go);
            assert!(moves.contains(&search.best.as_str()), "{go}: {} in {fen}", search.best);
        }
    }
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn a_long_game_is_searched_as_fast_as_a_short_one() {
    const SHUFFLE: [&str; 4] = ["c1c2", "a4a3", "c2c1", "a3a4"];
    let mut engine = twelve(1);
    let mut nodes = |plies: usize| {
        let moves: Vec<&str> = SHUFFLE.into_iter().cycle().take(plies).collect();
        engine.tell(&format!("ucinewgame\nposition startpos moves {}", moves.join(" ")));
        engine.search("go movetime 2000").last().nodes.expect("a count") as f64
    };
    let mut ratios: Vec<f64> = (0..5).map(|_| nodes(5_000) / nodes(0)).collect();
    ratios.sort_by(f64::total_cmp);
    println!("nodes after 5,000 plies and after none, five times: {ratios:.2?}");
    assert!(ratios[2] >= 0.9);
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn stop_with_256_threads_is_answered_within_50_ms() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 256");
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            engine.send("go infinite");
            // Many lines come at once; after these all threads are at work.
            (0..8).for_each(|_| _ = engine.expect("info", LONG));
            let begun = Instant::now();
            engine.send("stop");
            engine.expect("bestmove", LONG).at.saturating_duration_since(begun)
        })
        .collect();
    times.sort();
    println!("median {:?}, 99th percentile {:?}, most {:?}", times[100], times[197], times[199]);
    assert!(times[197] <= Duration::from_millis(50));
}

#[test]
fn a_stop_is_answered_while_many_threads_search() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 256");
    for _ in 0..5 {
        engine.send("go infinite");
        engine.expect("info", LONG);
        engine.send("stop");
        engine.expect("bestmove", LONG);
    }
    engine.quit();
}

/// Twenty positions of a game, each with the moves that win at once, and whether it is won or lost if that is known.
fn positions(game: &str) -> Vec<(String, Vec<String>, Option<char>)> {
    fn winning<G: Notation>(position: &G) -> Vec<String> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let us: Side = position.side_to_move();
        moves.retain(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            next.outcome(&[position.past_position()]).is_some_and(|outcome| outcome.winner == Some(us))
        });
        moves.iter().map(ToString::to_string).collect()
    }
    fn read<G: Notation>(variant: usize, fen: &str) -> G {
        G::from_fen(&G::VARIANTS[variant], &Options::default(), fen).expect("a position")
    }
    let of_bench = |names: &[&str]| -> Vec<String> {
        let lines = include_str!("../positions/bench.txt").lines().filter_map(|line| line.split_once(';'));
        lines.filter(|(variant, _)| names.contains(variant)).map(|(_, fen)| fen.to_owned()).collect()
    };
    match game {
        "janggi" => {
            let mut fens = of_bench(&["janggi"]);
            fens.extend(common::MATES_IN_ONE.iter().map(|(fen, _)| (*fen).to_owned()));
            let mates = include_str!("data/janggi_mates.txt").lines().filter(|line| !line.starts_with('#'));
            fens.extend(mates.filter_map(|line| Some(line.split_once(';')?.0.to_owned())));
            fens.truncate(20);
            fens.into_iter().map(|fen| (fen.clone(), winning(&read::<janggi::Position>(0, &fen)), None)).collect()
        }
        "twelvejanggi" => {
            let lines = include_str!("data/twelve_values.txt").lines().filter(|line| !line.starts_with('#'));
            let fields = lines.step_by(97).take(20).map(|line| line.split(';').collect::<Vec<_>>());
            fields
                .map(|fields| {
                    let position = read::<twelve::Position>(0, fields[0]);
                    (fields[0].to_owned(), winning(&position), fields[1].chars().next())
                })
                .collect()
        }
        _ => {
            let mut fens = of_bench(&["cheduk"]);
            let exercises = include_str!("../positions/cheduk_exercises.txt").lines();
            fens.extend(exercises.filter(|line| !line.starts_with('#')).filter_map(|line| {
                let fen = line.split(';').find(|field| field.contains('/'))?;
                Some(fen.trim().to_owned())
            }));
            fens.truncate(20);
            fens.into_iter().map(|fen| (fen.clone(), winning(&read::<cheduk::Position>(0, &fen)), None)).collect()
        }
    }
}

fn sweep(game: &str, numbers: impl Iterator<Item = u64> + Clone) {
    let positions = positions(game);
    assert_eq!(positions.len(), 20, "{game}");
    let mut engine = Engine::start();
    engine.set_variant(game);
    engine.tell("setoption name Hash value 1\nsetoption name Twelve_Strategy value false");
    for (fen, winning, value) in positions {
        for nodes in numbers.clone() {
            engine.send(&format!("ucinewgame\nposition fen {fen}"));
            let search = engine.search(&format!("go nodes {nodes}"));
            let what = format!("{game} {fen} with {nodes} nodes");
            assert_consistent(&search, &what);
            if !winning.is_empty() {
                assert!(winning.contains(&search.best), "{what}: {} misses {winning:?}", search.best);
            }
            match (mate(search.last()), value) {
                (Some(1), _) => assert!(winning.contains(&search.best), "{what}: mate 1 that ends nothing"),
                (Some(mate), Some(value)) if mate > 0 => assert_eq!(value, 'W', "{what}: mate {mate}"),
                (Some(mate), Some(value)) => assert_eq!(value, 'L', "{what}: mate {mate}"),
                _ => (),
            }
        }
    }
}

#[test]
fn some_numbers_of_nodes_give_consistent_answers() {
    for game in ["janggi", "twelvejanggi", "cheduk"] {
        sweep(game, (1..40).step_by(3).chain((40..6_000).step_by(499)));
    }
}

#[test]
#[ignore = "takes half an hour"]
fn all_numbers_of_nodes_give_consistent_answers() {
    std::thread::scope(|scope| {
        for game in ["janggi", "twelvejanggi", "cheduk"] {
            scope.spawn(move || sweep(game, 1..=6_000));
        }
    });
}
