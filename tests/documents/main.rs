//! What the source documents say around the rules, a test for each paragraph, through the pipes of the real program.
//! 000 is the rule book of Janggi for engines, 001 and 004 are those of Twelve Janggi, 002 is that of CheDuk, 003 the
//! encyclopedia's article on Janggi.

mod cheduk;
#[path = "../common/mod.rs"]
mod common;
mod ends;
mod records;
mod setups;
mod traditional;
mod twelve;

use common::Engine;

const PROTOCOL: &str = include_str!("../../protocol.md");
const JANGGUN: &str = env!("CARGO_BIN_EXE_janggun");

/// Everything that is said to a line, where one line at most is wanted.
#[track_caller]
fn sentence(engine: &mut Engine, line: &str) -> String {
    let mut lines = engine.ask(line);
    assert!(lines.len() <= 1, "after '{line}': {lines:?}");
    lines.pop().unwrap_or_default()
}

fn variant(name: &str) -> Engine {
    let mut engine = Engine::start();
    engine.set_variant(name);
    engine
}

/// A CECP session, in force mode.
fn cecp(variant: &str) -> Engine {
    let mut engine = Engine::start_cecp(variant);
    engine.ask_cecp("force");
    engine
}

#[test]
fn bad_notation_is_one_sentence_and_changes_nothing() {
    let mut janggi = variant("janggi");
    janggi.tell("position startpos moves b1c3");
    let before = janggi.fen();
    for text in [
        "76상",
        "상53",
        "7상53",
        "十一6象53",
        "七0象五3",
        "十十馬八3",
        "零2馬八3",
        "02마83마마",
        "한수",
        "0283장",
        "七六象五三",
    ] {
        let told = sentence(&mut janggi, &format!("position startpos moves {text}"));
        let expected = format!("info string error: move list refused at ply 1: '{text}' is not ");
        assert!(told.starts_with(&expected), "{told}");
        assert_eq!(janggi.fen(), before, "{text}");
    }
    for (text, why) in [
        ("02차83", "the piece on b1 is a horse"),
        ("02마83졸", "no piece stands on c3"),
        ("01차71병", "a4 is taken by an own soldier"),
    ] {
        let told = sentence(&mut janggi, &format!("position startpos moves {text}"));
        assert_eq!(told, format!("info string error: move list refused at ply 1: '{text}' is not legal here: {why}"));
        assert_eq!(janggi.fen(), before);
    }
    janggi.quit();

    let mut twelve = variant("twelvejanggi");
    let fen = "2k/Z2/S1S/K2[Zjj] w 0 1";
    twelve.tell("position startpos moves b2b3");
    let before = twelve.fen();
    for (text, why) in [
        ("상b3", "'상b3' is ambiguous: it could be a2b3 or c2b3"),
        ("상", "'상' is not a move; expected"),
        ("자b5!", "'자b5!' is not a move; expected"),
        ("차b3", "'차b3' is not a move; expected"),
        ("자b4!", "'자b4!' is not legal here: b4 is in the enemy camp, where nothing may be put"),
    ] {
        let told = sentence(&mut twelve, &format!("position fen {fen} moves {text}"));
        assert!(told.starts_with(&format!("info string error: move list refused at ply 1: {why}")), "{told}");
        assert_eq!(twelve.fen(), before, "{text}");
    }
    twelve.quit();

    let mut engine = cecp("janggi");
    let expected = "expected coordinates such as 'b0c2', ranks from 0 to 9, a pass, '@@@@', \
                    or a move as records of the game have it";
    for text in ["76상", "十一6象53", "七0象五3", "usermove 상53", "usermove hello", "usermove 한수"] {
        let told = format!("Illegal move ({expected}): {}", text.trim_start_matches("usermove "));
        assert_eq!(engine.ask_cecp(text), [told]);
    }
    let told = engine.ask_cecp("option Janggi_ChoSetup=귀마");
    assert!(told.len() == 1 && told[0].starts_with("Error (option Janggi_ChoSetup cannot be '귀마'; "), "{told:?}");
    assert_eq!(engine.ask_cecp("hello"), ["Error (unknown command): hello"]);
    assert_eq!(engine.ask_cecp("record"), ["record"]);
    engine.quit();
}
