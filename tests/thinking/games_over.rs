//! Searches of games that are over, or could be claimed to be.

use crate::common::*;

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
