//! CheDuk through the program: set-up, secrets and searches.

use super::common::{Engine, SOON};

const MAIN: &str = "ce3s5/e3s6/g3s6/2s8/d10/1sa4AS2/7S3/10D/7S3/10G/5S4E/4S4EC[-] w Cc h7/c7 - 0 1";

fn engine() -> Engine {
    let mut engine = Engine::start();
    let line = engine.set_variant("cheduk");
    assert_eq!(
        line,
        "info string variant cheduk files 11 ranks 12 pocket 2 template cheduk startpos \
         ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0"
    );
    engine
}

#[test]
fn searches_answer_in_every_phase() {
    let mut engine = engine();
    for setup in [
        "position startpos",
        "position startpos moves A@h7",
        "position startpos moves A@i7 A@d7",
        "position startpos moves A@i7 A@d7 S@i1 S@a7 S@j2 S@b7 S@j3 S@a9 S@j4 S@b9 S@j5",
        &format!("position fen {MAIN}"),
        "position fen 10c/11/8d2/5E5/11/9A1/11/2+D3S4/7S3/11/6S1C2/5SS4[asssss] b C h7/c5! c5 5 28",
    ] {
        engine.tell(setup);
        engine.search_legally("go depth 4");
    }
    engine.quit();
}

#[test]
fn rule_3_2_whoever_places_second_does_not_look_at_the_first_tile() {
    let mut engine = engine();
    // Else it would fancy another of the good tiles each time.
    engine.tell("setoption name CheDuk_Seed value 2");
    let mut answers = Vec::new();
    for tile in ["h3", "f3", "i5", "h7", "j8", "i9"] {
        engine.tell(&format!("ucinewgame\nposition startpos moves A@{tile}"));
        let search = engine.search_legally("go depth 3");
        assert!(search.infos.iter().all(|info| info.pv.len() == 1), "what follows depends on the secret");
        assert_eq!(search.ponder, None);
        answers.push((search.best.clone(), search.last().score));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    engine.quit();
}

/// Its play may vary from game to game, unless it analyses.
#[test]
fn what_is_said_in_analysis_does_not_vary() {
    let mut engine = engine();
    engine.tell("position startpos moves A@h7 A@c9");
    let scores = |engine: &mut Engine, go: &str| -> Vec<_> {
        let search = |_| {
            engine.tell("setoption name Clear Hash");
            let search = engine.search(go);
            (search.best.clone(), search.last().score)
        };
        (0..12).map(search).collect()
    };
    let played = scores(&mut engine, "go depth 3");
    assert!(played.iter().any(|answer| *answer != played[0]), "play varies: {played:?}");
    let evaluations: Vec<Vec<String>> = (0..12)
        .map(|_| {
            engine.tell("ucinewgame\nposition startpos moves A@h7 A@c9");
            engine.ask("eval")
        })
        .collect();
    assert!(evaluations.iter().all(|told| *told == evaluations[0]), "{evaluations:#?}");
    for options in ["setoption name UCI_AnalyseMode value true", "setoption name MultiPV value 2"] {
        engine.tell(options);
        let told = scores(&mut engine, "go depth 3");
        assert!(told.iter().all(|answer| *answer == told[0]), "{options}: {told:?}");
        engine.tell("setoption name UCI_AnalyseMode value false");
    }
    engine.quit();
}

#[test]
fn a_win_at_once_is_found() {
    let mut engine = engine();
    engine.tell("position fen cD9/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20");
    assert_eq!(engine.search_legally("go depth 3").best, "b12a12");
    engine.tell("position fen c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8,a9,b8,b9 0 20");
    assert_eq!(engine.search_legally("go depth 3").best, "c8c8");
    engine.tell(
        "position fen c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8,a9,b8,b9 0 20 moves c8c8",
    );
    assert_eq!(engine.result(), "1-0 information");
    engine.quit();
}

#[test]
fn the_options_change_territories_and_the_coin() {
    let mut engine = engine();
    let tie = "position startpos moves A@h7 A@d6 S@a7 S@k6 S@b8 S@j5 S@c9 S@i4 S@b7 S@j6 S@c8 S@i5";
    for (seed, side) in [(0, "w"), (7, "b")] {
        engine.tell(&format!("setoption name CheDuk_Seed value {seed}"));
        engine.tell(tie);
        assert!(engine.fen().contains(&format!("[-] {side} Cc h7/d6 - 0 1")), "{seed}");
    }
    let fen = "position fen c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20";
    engine.tell(fen);
    let wedge = engine.moves().len();
    engine.tell("setoption name CheDuk_Territory value span");
    engine.tell(fen);
    assert_ne!(engine.moves().len(), wedge);
    engine.quit();
}

#[test]
fn perft_and_evaluation_are_told() {
    let mut engine = engine();
    engine.tell(&format!("position fen {MAIN}"));
    engine.send("go perft 3");
    assert_eq!(engine.expect("Nodes searched:", SOON).text, "Nodes searched: 257887");
    assert!(engine.ask("eval").len() > 5);
    engine.quit();
}
