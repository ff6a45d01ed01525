//! Documents 003 and 000, how games of Janggi end besides mate.

use super::common::{SOON, START, output_lines, run};
use super::{PROTOCOL, cecp, variant};

// 003 and 000 8, agreement

/// What the engine says if it is offered a draw after each of its answers to these moves.
fn offers(variant: &str, fen: &str, moves: &[&str]) -> Vec<String> {
    let mut engine = cecp(variant);
    engine.send(&format!("setboard {fen}\nsd 2"));
    let mut said = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        // In force mode the opponent's moves are made for it; then the engine plays on.
        let first = if index == 0 { "" } else { "force\n" };
        engine.send(&format!("{first}usermove {mv}\ngo"));
        engine.expect("move", SOON);
        said.extend(engine.ask_cecp("draw"));
    }
    engine.quit();
    said
}

#[test]
fn document_003_and_000_8_a_draw_offer_is_a_call_for_points() {
    // Even pieces: Han has 1.5 more, and takes the win as Han, while Cho does not lose a game for nothing.
    let even = "3k5/9/4p4/9/9/9/9/4P4/9/5K3";
    let as_han = offers("janggi", &format!("{even} w - - 0 1"), &["e2d2"]);
    assert_eq!(as_han, ["0-1 {points decide, as agreed}"]);
    let as_cho = offers("janggi", &format!("{even} b - - 0 1"), &["e7d7", "d7e7", "e7f7", "f7e7"]);
    assert!(as_cho.is_empty(), "{as_cho:?}");
    // A chariot behind, the engine is lost and says so, but never agrees to a draw.
    let ahead = "3k5/9/4p4/9/9/9/9/R3P4/9/5K3";
    let said = offers("janggi", &format!("{ahead} w - - 0 1"), &["a2a3", "a3a4", "a4a5", "a5a6"]);
    assert!(said.iter().all(|line| line == "1-0 {points decide, as agreed}"), "{said:?}");
    // Where points do not decide, a draw is a draw.
    let said = offers("janggitraditional", &format!("{even} b - - 0 1"), &["e7d7", "d7e7", "e7f7", "f7e7"]);
    assert!(said.iter().all(|line| line == "offer draw"), "{said:?}");
}

#[test]
fn document_003_and_000_8_a_draw_offer_is_a_call_for_points_in_a_terminal_too() {
    let ends = |variant: &str, side: &str, input: &str| {
        let arguments = ["play", variant, "--side", side, "--level", "0", "--clock", "none", "--lang", "en"];
        let output = run(&arguments, input);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let told = output_lines(&output);
        let is_end = |line: &&String| line.contains("agree") || line.starts_with("I decline");
        told.iter().filter(is_end).cloned().collect::<Vec<_>>()
    };
    // Han has 1.5 points more: as Han the engine takes the win, as Cho it does not lose for nothing.
    assert_eq!(ends("janggi", "Cho", "draw\nquit\n"), ["Han wins: points decide, as agreed."]);
    assert_eq!(ends("janggi", "Han", "draw\nquit\n"), ["I decline; I like my chances."]);
    assert_eq!(ends("janggi", "both", "draw\nquit\n"), ["Han wins: points decide, as agreed."]);
    assert_eq!(ends("janggiclassic", "both", "draw\nquit\n"), ["A draw by agreement."]);
}

// 000, 7.1 and 7.2

#[test]
fn document_000_7_1_a_repetition_is_judged_by_points_or_drawn() {
    let mut engine = variant("janggistrict");
    let position = "position startpos moves a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1";
    for (value, result) in [("points", "0-1 repetition"), ("draw", "1/2-1/2 repetition")] {
        engine.tell(&format!("setoption name Janggi_StrictRepetition value {value}\n{position}"));
        assert_eq!(engine.result(), result, "{value}");
    }
    // The count of plies without a capture is another matter (8).
    engine.tell(&format!("position fen {}", START.replace(" w - - 0 1", " b - - 100 60")));
    assert_eq!(engine.result(), "0-1 nocapture");
    engine.quit();
}

#[test]
fn document_000_7_2_perpetual_check_loses_or_draws() {
    let mut engine = variant("janggistrict");
    let chase = "fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
    for (repetition, perpetual, result) in [
        ("points", "loss", "1-0 perpetual"),
        ("draw", "loss", "1-0 perpetual"),
        ("points", "draw", "1/2-1/2 perpetual"),
        ("draw", "draw", "1/2-1/2 perpetual"),
    ] {
        engine.tell(&format!("setoption name Janggi_StrictRepetition value {repetition}"));
        engine.tell(&format!("setoption name Janggi_StrictPerpetual value {perpetual}\nposition {chase}"));
        assert_eq!(engine.result(), result, "{repetition} {perpetual}");
    }
    assert!(PROTOCOL.contains("calls perpetual check 빅장"), "protocol.md does not say what 000 calls 빅장");
    engine.quit();
}
