//! The network room from outside: files of nets, accumulators against fresh ones, and the options that choose a net.

mod common;

use std::fs;
use std::sync::Arc;

use common::{Engine, SOON};
use janggun::engine::Options;
use janggun::game::{Evaluator, Game, Notation, Searchable};
use janggun::games::cheduk::CheDuk;
use janggun::games::family::Family;
use janggun::games::janggi::{Janggi, Position};
use janggun::network::net::Head;
use janggun::network::net_file::{parse, to_bytes};
use janggun::network::{FeatureSet, Kernel, Layer, NetError, Network, NetworkEvaluator};

/// Where the part of a file begins that its checksum covers.
const CHECKED_FROM: usize = 16;

/// A net of Janggi with random weights.
fn net() -> Network<<Position as FeatureSet>::Layer> {
    net_of::<Position>()
}

/// A net with random weights.
fn net_of<G: FeatureSet>() -> Network<G::Layer> {
    let mut random = fastrand::Rng::with_seed(2);
    let mut layer = |limit: i16| {
        let mut layer = G::Layer::default();
        layer.values_mut().iter_mut().for_each(|value| *value = random.i16(-limit..=limit));
        layer
    };
    let heads = (0..G::HEADS).map(|head| Head { own: layer(60), opponent: layer(60), bias: head as i32 * 100 });
    let heads = heads.collect();
    Network {
        name: String::new(),
        spread: 150,
        rows: (0..G::INPUTS).map(|_| layer((17_500 / G::MOST_ACTIVE) as i16)).collect(),
        biases: layer(300),
        heads,
    }
}

#[test]
fn a_net_is_read_as_it_was_written() {
    let (bytes, name) = to_bytes::<Position>(&net());
    let read = parse::<Position>(&bytes).expect("a good net");
    assert_eq!(read, Network { name, ..net() });
}

#[test]
fn what_is_cut_short_damaged_or_too_long_is_refused() {
    let (bytes, _) = to_bytes::<Position>(&net());
    for cut in (0..bytes.len()).step_by(997).chain(0..60) {
        assert!(matches!(parse::<Position>(&bytes[..cut]), Err(NetError::Damaged)), "{cut}");
        let mut damaged = bytes.clone();
        damaged[cut] ^= 4;
        assert!(parse::<Position>(&damaged).is_err(), "{cut}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(parse::<Position>(&longer), Err(NetError::Damaged)));
}

/// With a checksum that is right again.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes[CHECKED_FROM..]);
    bytes[CHECKED_FROM - 4..CHECKED_FROM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn another_version_game_or_size_is_refused_by_name() {
    let (bytes, _) = to_bytes::<Position>(&net());
    let mut other = bytes.clone();
    other[8] = 9;
    assert!(matches!(parse::<Position>(&other), Err(NetError::Version { found: 9 })));
    for at in (CHECKED_FROM..CHECKED_FROM + 16).step_by(4) {
        let mut other = bytes.clone();
        other[at] ^= 1;
        assert!(matches!(parse::<Position>(&signed(other)), Err(NetError::Features)), "{at}");
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let overflows = |change: &dyn Fn(&mut Network<<Position as FeatureSet>::Layer>)| {
        let mut net = net();
        change(&mut net);
        let (bytes, _) = to_bytes::<Position>(&net);
        matches!(parse::<Position>(&bytes), Err(NetError::Overflow))
    };
    assert!(overflows(&|net| net.rows[700].values_mut()[5] = 1_000));
    assert!(overflows(&|net| net.biases.values_mut()[9] = i16::MIN));
    assert!(overflows(&|net| net.heads[0].own.values_mut()[9] = 127));
    assert!(overflows(&|net| net.heads[0].opponent.values_mut().fill(126)));
    assert!(overflows(&|net| net.heads[0].bias = i32::MIN));
    assert!(overflows(&|net| net.spread = 0));
    assert!(!overflows(&|_| ()));
}

/// Accumulators of one evaluator against fresh ones, in every position of random games of every rule set, with null moves, at plies
/// that jump about as those of a search do. Tells how many null moves there were.
fn compare_in_random_games<F: Family>(games: usize, visit: &mut dyn FnMut(<F::Position as Game>::Move)) -> usize
where
    F::Position: FeatureSet,
{
    let network = Arc::new(net_of::<F::Position>());
    let options = Options::default();
    let mut random = fastrand::Rng::with_seed(8);
    let mut kept = NetworkEvaluator::<F::Position, _>::new(network.clone(), F::Evaluation::default());
    let mut nulls = 0;
    for number in 0..games {
        let variant = &F::Position::VARIANTS[number % F::Position::VARIANTS.len()];
        let mut position = F::Position::start(variant, &options);
        let mut past = Vec::new();
        for ply in 0..400 {
            let mut check = |position: &F::Position, ply: usize| {
                let value = kept.evaluate(position, ply);
                let mut fresh = NetworkEvaluator::<F::Position, _>::new(network.clone(), F::Evaluation::default());
                assert_eq!(value, fresh.evaluate(position, 0), "{}", position.fen());
            };
            check(&position, ply % 40);
            if let Some(null) = position.null_move().filter(|_| ply % 5 == 0) {
                nulls += 1;
                check(&null, ply % 40 + 1);
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choice(&moves) else { break };
            visit(mv);
            past.push(position.past_position());
            position.play(mv);
            if position.outcome(&past).is_some() {
                check(&position, 7);
                break;
            }
        }
    }
    nulls
}

fn compare_in_random_games_of_janggi(games: usize) {
    let mut passes = 0;
    let nulls = compare_in_random_games::<Janggi>(games, &mut |mv| passes += usize::from(mv.is_pass()));
    assert!(passes > games / 10 && nulls > games, "{passes} passes, {nulls} null moves");
}

#[test]
fn accumulators_equal_fresh_ones_in_random_games() {
    compare_in_random_games_of_janggi(50);
    let nulls = compare_in_random_games::<CheDuk>(50, &mut |_| ());
    assert!(nulls > 50, "{nulls} null moves");
}

#[test]
#[ignore = "takes a minute"]
fn accumulators_equal_fresh_ones_in_a_thousand_random_games_of_every_rule_set() {
    compare_in_random_games_of_janggi(1_000 * Position::VARIANTS.len());
    compare_in_random_games::<CheDuk>(1_000, &mut |_| ());
}

#[test]
fn every_kernel_gives_the_same_values() {
    compare_kernels::<Janggi>();
    compare_kernels::<CheDuk>();
}

fn compare_kernels<F: Family>()
where
    F::Position: FeatureSet,
{
    let network = Arc::new(net_of::<F::Position>());
    let options = Options::default();
    let mut position = F::Position::start(&F::Position::VARIANTS[0], &options);
    let of_kernel = |&kernel: &Kernel| {
        NetworkEvaluator::<F::Position, _>::with_kernel(network.clone(), F::Evaluation::default(), kernel)
    };
    let mut evaluators: Vec<_> = Kernel::available().iter().map(of_kernel).collect();
    let mut random = fastrand::Rng::with_seed(2);
    for ply in 0..200 {
        let values: Vec<i32> = evaluators.iter_mut().map(|evaluator| evaluator.evaluate(&position, ply)).collect();
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(&mv) = random.choice(&moves) else { break };
        position.play(mv);
    }
}

/// A file of its own for each test.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = std::env::temp_dir().join(format!("janggun-network-{}-{name}", std::process::id()));
    fs::write(&path, bytes).expect("room for a file");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_net_from_a_file_evaluates_until_another_is_chosen() {
    let (bytes, name) = to_bytes::<Position>(&net());
    let path = file("chosen", &bytes);
    let mut engine = Engine::start();
    engine.send(&format!("setoption name EvalFile value {path}"));
    assert_eq!(engine.expect("info string", SOON).text, format!("info string evaluation: network {name}"));
    engine.send("position startpos moves a4a5");
    engine.send("eval");
    let by_net = engine.expect(&format!("Network {name}:"), SOON).text;
    let total = engine.expect("Total:", SOON).text;
    assert_eq!(by_net.trim_start_matches(&format!("Network {name}: ")), total.trim_start_matches("Total: "));
    engine.send("setoption name Use NNUE value false");
    assert_eq!(engine.expect("info string", SOON).text, "info string evaluation: hand-written");
    engine.send("setoption name Use NNUE value true");
    engine.expect(&format!("info string evaluation: network {name}"), SOON);
    engine.send("go depth 6");
    engine.expect("bestmove", SOON);
    // Another game keeps what it has.
    engine.send("setoption name UCI_Variant value twelvejanggi");
    engine.send("setoption name Use NNUE value true");
    engine.expect("info string evaluation: hand-written", SOON);
    engine.quit();
    fs::remove_file(path).expect("the file is there");
}

#[test]
fn a_net_of_cheduk_evaluates_from_the_end_of_the_set_up_on() {
    let (bytes, name) = to_bytes::<<CheDuk as Family>::Position>(&net_of::<<CheDuk as Family>::Position>());
    let path = file("cheduk", &bytes);
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value cheduk");
    engine.send(&format!("setoption name EvalFile value {path}"));
    engine.expect(&format!("info string evaluation: network {name}"), SOON);
    engine.send("position startpos");
    engine.send("go depth 3");
    let placed = engine.expect("bestmove", SOON).text;
    assert!(placed.starts_with("bestmove A@"), "{placed}");
    engine.send(
        "position fen ces8/e1s8/g2s7/2s8/dsa8/11/11/10D/8AS1/7SS1G/8S1E/8SEC[-] b Cc i4/c8 - 0 1 moves a8c4 j1g1",
    );
    engine.send("eval");
    let by_net = engine.expect(&format!("Network {name}:"), SOON).text;
    let total = engine.expect("Total:", SOON).text;
    assert_eq!(by_net.trim_start_matches(&format!("Network {name}: ")), total.trim_start_matches("Total: "));
    engine.send("go depth 5");
    engine.expect("bestmove", SOON);
    engine.send("setoption name Use NNUE value false");
    engine.expect("info string evaluation: hand-written", SOON);
    // Janggi keeps the net that comes with the program.
    engine.send("setoption name Use NNUE value true");
    engine.send("setoption name UCI_Variant value janggi");
    engine.send("position startpos moves a4a5");
    engine.send("eval");
    let janggi = engine.expect("Network", SOON).text;
    assert!(!janggi.contains(&name), "{janggi}");
    engine.quit();
    fs::remove_file(path).expect("the file is there");
}

#[test]
fn a_bad_file_is_one_error_and_changes_nothing() {
    let (bytes, name) = to_bytes::<Position>(&net());
    let good = file("good", &bytes);
    let mut foreign_version = bytes.clone();
    foreign_version[8] = 7;
    let mut overflowing = net();
    overflowing.biases.values_mut()[0] = i16::MAX;
    let mut damaged = bytes.clone();
    damaged[4_000] ^= 1;
    let mut other_features = bytes.clone();
    other_features[CHECKED_FROM] ^= 1;
    let bad = [
        ("missing", None, "cannot read the network"),
        ("cut", Some(bytes[..bytes.len() / 2].to_vec()), "damaged or incomplete"),
        ("damaged", Some(damaged), "damaged or incomplete"),
        ("version", Some(foreign_version), "has format 7"),
        ("features", Some(signed(other_features)), "for another game"),
        ("overflow", Some(to_bytes::<Position>(&overflowing).0), "could overflow"),
        ("text", Some(b"no net at all".to_vec()), "is not a network of Janggun"),
        ("empty", Some(Vec::new()), "is not a network of Janggun"),
    ];
    let mut engine = Engine::start();
    engine.send(&format!("setoption name EvalFile value {good}"));
    engine.expect(&format!("info string evaluation: network {name}"), SOON);
    for (what, bytes, expected) in bad {
        let path = bytes.map_or("/nowhere/at/all".to_owned(), |bytes| file(what, &bytes));
        engine.send(&format!("setoption name EvalFile value {path}"));
        let error = engine.expect("info string", SOON).text;
        assert!(error.starts_with("info string error: ") && error.contains(expected), "{what}: {error}");
        engine.send("eval");
        engine.expect(&format!("Network {name}:"), SOON);
        engine.expect("Total:", SOON);
        // It may never have been there.
        let _ = fs::remove_file(path);
    }
    engine.quit();
    fs::remove_file(good).expect("the file is there");
}
