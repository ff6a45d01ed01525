//! The files of `positions/`: openings can be played in every variant that they are for, solutions hold, and the engine
//! finds them. Exercises of CheDuk are checked with its rules.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::exercises::{Exercise, Prover, exercises, played};
use common::{Engine, Score, VARIANTS, output_lines, run};
use janggun::engine::Options;
use janggun::game::{Game, Notation, Searchable, Solvable};
use janggun::games::janggi::Position as Janggi;
use janggun::games::twelve::Position as Twelve;
use janggun::tablebase::value::immediate_value;
use janggun::tablebase::{SolvedValue, Tablebase};

const JANGGI_SETUPS: &str = include_str!("../positions/janggi_setups.txt");
const JANGGI_OPENINGS: &str = include_str!("../positions/janggi_openings.txt");
const JANGGI_MATES: &str = include_str!("../positions/janggi_mates.txt");
const TWELVE_OPENINGS: &str = include_str!("../positions/twelve_openings.txt");
const TWELVE_EXERCISES: &str = include_str!("../positions/twelve_exercises.txt");
const DOBUTSU_OPENINGS: &str = include_str!("../positions/dobutsu_openings.txt");
const CHEDUK_SETUPS: &str = include_str!("../positions/cheduk_setups.txt");
const CHEDUKMODERN_SETUPS: &str = include_str!("../positions/chedukmodern_setups.txt");

fn position<G: Notation>(variant: &str, fen: &str) -> G {
    let variant = G::VARIANTS.iter().find(|known| known.name == variant).expect("a known variant");
    G::from_fen(variant, &Options::default(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn lines(file: &'static str) -> Vec<&'static str> {
    file.lines().filter(|line| !line.starts_with('#')).collect()
}

/// Placement, hands and side to move, without the counters.
fn board(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn assert_distinct<T: Ord>(all: impl IntoIterator<Item = T>, least: usize) {
    let all: Vec<T> = all.into_iter().collect();
    let number = all.len();
    assert_eq!(all.into_iter().collect::<BTreeSet<T>>().len(), number, "some are there twice");
    assert!(number >= least, "{number} are less than {least}");
}

// --- Openings ------------------------------------------------------------------------------------------------------

/// The match runner refuses a file if a game could not begin at one of its lines, so it need not play from each.
#[test]
fn a_match_begins_at_every_opening() {
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_janggun"));
    let janggi = VARIANTS.into_iter().flat_map(|variant| [("janggi_setups", variant), ("janggi_openings", variant)]);
    let others = [
        ("twelve_openings", "twelvejanggi"),
        ("dobutsu_openings", "dobutsu"),
        ("cheduk_setups", "cheduk"),
        ("chedukmodern_setups", "chedukmodern"),
    ];
    for (file, variant) in janggi.chain(others) {
        let path = format!("{}/positions/{file}.txt", env!("CARGO_MANIFEST_DIR"));
        let (one, two) = (format!("{engine} name=One"), format!("{engine} name=Two"));
        let output = run(
            &[
                "match",
                "--engine",
                &one,
                "--engine",
                &two,
                "--each",
                "depth=1",
                "option.Hash=1",
                "--variant",
                variant,
                "--openings",
                &path,
                "--games",
                "2",
                "--max-plies",
                "14",
            ],
            "",
        );
        assert!(output.status.success(), "{file}, {variant}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output_lines(&output).is_empty(), "{file}, {variant}");
    }
}

#[test]
fn janggi_has_all_set_ups() {
    const ORDERS: [&str; 4] = ["nbbn", "bnnb", "bnbn", "nbnb"];
    let rank = |order: &str| format!("r{}a1a{}r", &order[..2], &order[2..]);
    let expected: BTreeSet<String> = ORDERS
        .iter()
        .flat_map(|han| ORDERS.map(|cho| (rank(han), rank(cho).to_uppercase())))
        .map(|(han, cho)| format!("{han}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{cho} w - - 0 1"))
        .collect();
    assert_distinct(lines(JANGGI_SETUPS), 16);
    assert_eq!(lines(JANGGI_SETUPS).into_iter().map(str::to_string).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn janggi_openings_are_spread_over_set_ups_and_lengths() {
    let setups = lines(JANGGI_SETUPS);
    let (mut of_setup, mut of_length) = (BTreeMap::new(), BTreeMap::new());
    for line in lines(JANGGI_OPENINGS) {
        let (fen, moves) = line.split_once(" moves ").expect("moves");
        assert!(setups.contains(&fen), "{fen}");
        *of_setup.entry(fen).or_insert(0) += 1;
        *of_length.entry(moves.split(' ').count()).or_insert(0) += 1;
    }
    assert_eq!(of_setup.len(), 16);
    assert_eq!(of_length.keys().copied().collect::<Vec<_>>(), [6, 7, 8, 9, 10]);
    for counts in [of_setup.into_values().collect::<Vec<_>>(), of_length.into_values().collect()] {
        let (least, most) = (counts.iter().min().expect("some"), counts.iter().max().expect("some"));
        assert!(most - least <= 1, "{counts:?}");
    }
}

#[test]
fn janggi_openings_are_legal_in_all_rule_sets_and_end_in_different_quiet_positions() {
    for variant in VARIANTS {
        let end = |line: &str| {
            let (fen, moves) = line.split_once(" moves ").expect("moves");
            let mut position: Janggi = position(variant, fen);
            for mv in moves.split(' ') {
                let mv = position.parse_move(mv).unwrap_or_else(|error| panic!("{variant}: {line}: {error}"));
                position.play(mv);
            }
            assert!(!position.in_check(), "{variant}: {line}");
            board(&position.fen())
        };
        assert_distinct(lines(JANGGI_OPENINGS).into_iter().map(end), 1_000);
    }
}

#[test]
fn other_openings_are_different_positions_in_the_form_that_the_engine_writes() {
    for (variant, file) in [("twelvejanggi", TWELVE_OPENINGS), ("dobutsu", DOBUTSU_OPENINGS)] {
        assert_distinct(lines(file).into_iter().map(board), 200);
        for fen in lines(file) {
            assert_eq!(position::<Twelve>(variant, fen).fen(), fen);
        }
    }
    assert_distinct(lines(CHEDUK_SETUPS), 200);
    assert_distinct(lines(CHEDUKMODERN_SETUPS), 100);
}

// --- Exercises -----------------------------------------------------------------------------------------------------

/// Mates of at most so many moves are proven, and so many moves before the end the prover looks at all moves.
const PROVEN: u32 = 4;
const ALL_MOVES: u32 = 3;

#[test]
fn janggi_mates_are_of_all_lengths() {
    let mates = exercises(JANGGI_MATES);
    assert_distinct(mates.iter().map(|mate| mate.fen), 60);
    for length in 2..=6 {
        assert!(mates.iter().any(|mate| mate.length == length), "no mate in {length}");
    }
    for Exercise { fen, .. } in mates {
        assert_eq!(position::<Janggi>("janggi", fen).fen(), fen);
    }
}

/// By the rules of `janggitraditional`, in which points win nothing. What is a mate there is one in `janggi`.
#[test]
fn short_janggi_mates_hold() {
    for Exercise { fen, solution, length } in exercises(JANGGI_MATES) {
        if length <= PROVEN {
            let start: Janggi = position("janggitraditional", fen);
            let mv = start.parse_move(solution).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let proven = Prover::new(ALL_MOVES).loses(&played(&start, mv), length - 1);
            assert!(proven, "{fen}: {solution} does not mate in {length}");
        }
    }
}

#[test]
fn janggi_mates_are_found() {
    solve("janggi", exercises(JANGGI_MATES), 3_000_000);
}

/// The hunt for mates goes ahead of the iterations: it finds most of them, not always the shortest way, and none that is not
/// there.
#[test]
fn most_janggi_mates_are_seen_at_once() {
    let mut engine = Engine::start();
    let mut seen = 0;
    for Exercise { fen, length, .. } in exercises(JANGGI_MATES) {
        engine.tell(&format!("ucinewgame\nposition fen {fen}"));
        let search = engine.search("go depth 1");
        let Score::Mate(found) = search.last().score else { continue };
        seen += 1;
        let start: Janggi = position("janggitraditional", fen);
        assert!(found > 0 && (length > PROVEN || found >= length as i32), "{fen}: {}", search.last().text);
        if found <= PROVEN as i32 {
            let mv = start.parse_move(&search.best).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(Prover::new(ALL_MOVES).loses(&played(&start, mv), found as u32 - 1), "{fen}: {}", search.best);
        }
    }
    assert!(seen >= 45, "only {seen}");
    engine.quit();
}

/// Those that a search can see to the end; the others are checked with the table.
#[test]
fn short_twelve_janggi_exercises_are_solved() {
    let mut exercises = exercises(TWELVE_EXERCISES);
    assert_distinct(exercises.iter().map(|exercise| board(exercise.fen)), 40);
    exercises.retain(|exercise| exercise.length <= 7);
    solve("twelvejanggi", exercises, 3_000_000);
}

/// The engine plays the solution and sees its length after at most so many positions, without anything to remember; where
/// the solution is long, any mate will do.
fn solve(variant: &str, exercises: Vec<Exercise>, nodes: u64) {
    let mut engine = Engine::start();
    engine.set_variant(variant);
    engine.tell("setoption name Hash value 16");
    for Exercise { fen, solution, length } in exercises {
        engine.tell(&format!("ucinewgame\nposition fen {fen}"));
        let search = engine.search(&format!("go mate {length} nodes {nodes}"));
        match search.last().score {
            // Of a long mate it may see another way first.
            Score::Mate(found) if length > PROVEN && found > length as i32 => (),
            score => assert_eq!((search.best.as_str(), score), (solution, Score::Mate(length as i32)), "{fen}"),
        }
    }
    engine.quit();
}

/// Needs a table: `TWELVE_TABLE=FILE cargo test --release --test positions -- --ignored`.
#[test]
#[ignore = "needs a table, named by TWELVE_TABLE"]
fn the_solution_of_twelve_janggi_agrees() {
    let file = std::env::var("TWELVE_TABLE").expect("TWELVE_TABLE names a table made by 'janggun solve twelvejanggi'");
    let table = Tablebase::open(file.as_ref()).expect("a table");
    let variant = Twelve::VARIANTS.iter().find(|known| known.name == "twelvejanggi").expect("a known variant");
    let rules = Twelve::solved_rules(variant);
    let value = |position: &Twelve| {
        let solved = position.to_solved();
        immediate_value(solved, rules).or_else(|| table.value(solved, rules)).expect("it is solved")
    };
    for fen in lines(TWELVE_OPENINGS) {
        assert_eq!(value(&position("twelvejanggi", fen)), SolvedValue::Draw, "{fen}");
    }
    for Exercise { fen, solution, length } in exercises(TWELVE_EXERCISES) {
        let start: Twelve = position("twelvejanggi", fen);
        let SolvedValue::Win(plies) = value(&start) else { panic!("{fen} is not won") };
        assert_eq!(u32::from(plies).div_ceil(2), length, "{fen}");
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        moves.retain(|&mv| matches!(value(&played(&start, mv)), SolvedValue::Loss(_)));
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), [solution], "{fen}");
    }
}
