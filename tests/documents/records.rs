//! Document 003, records.

use super::common::Engine;
use super::{cecp, sentence, variant};

#[test]
fn document_003_records_are_read_with_chinese_rows_and_all_names() {
    let mut engine = variant("janggi");
    for (text, mv) in [
        ("十2馬八3", "b1c3"),
        ("十2마83", "b1c3"),
        ("02마八3", "b1c3"),
        ("七1졸六1", "a4a5"),
        ("95초94", "e2d2"),
        ("九5초九4", "e2d2"),
        ("95楚94", "e2d2"),
        ("02초마83", "b1c3"),
        ("한수쉼", "e2e2"),
        ("虛手", "e2e2"),
    ] {
        assert_eq!(engine.ask(&format!("position startpos moves {text}")), [""; 0], "{text}");
        let after = engine.fen();
        engine.tell(&format!("position startpos moves {mv}"));
        assert_eq!(engine.fen(), after, "{text}");
    }
    engine.tell("position startpos moves a4a5 25한24");
    assert!(engine.fen().contains("/3k5/"), "{}", engine.fen());
    // The example of the document, on a board where it is a move.
    engine.tell("position fen 4k4/9/9/5B3/9/9/9/9/9/3K5 w - - 0 1 moves 四6象一8");
    assert!(engine.fen().starts_with("4k2B1/"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn document_003_records_are_written_and_read_again() {
    let mut engine = variant("janggi");
    let moves = "a4a5 a7a6 a5a6 a10a6 a1a6 e9e9 a6a10 e9e8";
    engine.tell(&format!("position startpos moves {moves}"));
    let (hangul, hanja) = (
        "record 71졸61 41병51 61졸51병 11차51졸 01차51차 한수쉼 51차11 25궁35",
        "record 71卒61 41兵51 61卒51兵 11車51卒 01車51車 虛手 51車11 25將35",
    );
    assert_eq!(sentence(&mut engine, "record"), hangul);
    assert_eq!(sentence(&mut engine, "record hanja"), hanja);
    let end = engine.fen();
    for record in [hangul, hanja] {
        engine.tell(&record.replace("record ", "position startpos moves "));
        assert_eq!(engine.fen(), end);
    }
    engine.tell("position fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves a5d5");
    assert_eq!(sentence(&mut engine, "record"), "record 61차64장군");
    assert_eq!(sentence(&mut engine, "record hanja"), "record 61車64將軍");
    engine.tell("position fen 3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1 moves 61차64장군");
    let told = "info string error: 'latin' after 'record' is not understood; expected 'hangul', 'hanja' or the end of the line";
    assert_eq!(sentence(&mut engine, "record latin"), told);
    engine.tell("position startpos");
    assert_eq!(sentence(&mut engine, "record"), "record");
    // From Cho's seat also where Cho sits at the top.
    engine.set_variant("janggistrict");
    engine.tell("position startpos moves a7a6");
    assert_eq!(sentence(&mut engine, "record"), "record 79졸69");
    engine.quit();
}

#[test]
fn document_003_records_of_whole_games_come_back_in_both_scripts() {
    let games = include_str!("../data/janggi_games.txt").lines().filter(|line| !line.starts_with('#')).step_by(12);
    let mut engine = Engine::start();
    let mut checks = 0;
    for line in games {
        let fields: Vec<&str> = line.split(';').collect();
        engine.set_variant(fields[0]);
        let position = format!("position fen {} moves ", fields[1]);
        if !engine.ask(&format!("{position}{}", fields[2])).is_empty() {
            continue; // one of the games begins where the side that is not to move is in check
        }
        let end = engine.fen();
        for command in ["record", "record hanja"] {
            let record = sentence(&mut engine, command);
            let written = record.strip_prefix("record ").expect("a record");
            checks += written.matches("장군").count();
            assert_eq!(engine.ask(&format!("{position}{written}")), [""; 0], "{line}");
            assert_eq!(engine.fen(), end, "{line}");
        }
    }
    assert!(checks > 100, "{checks}");
    engine.quit();
}

#[test]
fn document_003_records_in_cecp_too() {
    let mut engine = cecp("janggi");
    for text in ["十2馬八3", "한수쉼", "usermove 95초94", "usermove 12마33", "9484"] {
        assert_eq!(engine.ask_cecp(text), [""; 0], "{text}");
    }
    assert_eq!(engine.ask_cecp("record"), ["record 02마83 한수쉼 95궁94 12마33 94궁84"]);
    assert_eq!(engine.ask_cecp("record hanja"), ["record 02馬83 虛手 95將94 12馬33 94將84"]);
    engine.quit();
}
