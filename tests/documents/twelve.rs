//! Documents 001 and 004, Twelve Janggi.

use super::{cecp, sentence, variant};

#[test]
fn document_001_moves_are_typed_in_korean() {
    let mut engine = variant("twelvejanggi");
    for (position, text, mv) in [
        ("startpos", "자b3", "b2b3"),
        ("startpos", "子b3", "b2b3"),
        ("startpos", "왕a2", "b1a2"),
        ("startpos", "王a2", "b1a2"),
        ("startpos", "장c2", "c1c2"),
        ("fen 1k1/3/3/K2[Z] w 0 1", "자b2!", "Z@b2"),
        ("fen 1k1/3/3/K2[Z] w 0 1", "왕b2", "a1b2"),
        ("fen 2k/Z2/3/K2[-] w 0 1", "자a4", "a3a4+"),
        ("fen 1H1/3/2k/K2[-] w 0 1", "후b3", "b4b3"),
    ] {
        assert_eq!(engine.ask(&format!("position {position} moves {text}")), [""; 0], "{text}");
        let record = sentence(&mut engine, "record");
        let after = engine.fen();
        engine.tell(&format!("position {position} moves {mv}"));
        assert_eq!(engine.fen(), after, "{text}");
        let hangul = text.replace('子', "자").replace('王', "왕");
        assert_eq!(record, format!("record {hangul}"));
    }
    engine.quit();
}

#[test]
fn document_001_and_004_a_move_stands_alone_on_its_line_in_cecp() {
    let mut engine = cecp("twelvejanggi");
    for text in ["Zb3", "왕b3", "Zb2!", "자a2!", "b2b3"] {
        assert_eq!(engine.ask_cecp(text), [""; 0], "{text}");
    }
    assert_eq!(engine.ask_cecp("record"), ["record 자b3 왕b3 자b2! 자a2! 자b3"]);
    engine.quit();
}
