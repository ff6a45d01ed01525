//! Chapter 2.5: gathering, returning, scoring entries and resurrection.

use super::{WEDGE, after, ending, is_legal, legal_from, played, position};
use janggun::game::{Searchable, Side};

const SPY_ABROAD: &str = "c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 4 20";

#[test]
fn rule_2_5_a_spy_gathers_in_enemy_territory_and_stays_informed() {
    assert!(is_legal(SPY_ABROAD, "c8c8"));
    assert_eq!(after(SPY_ABROAD, "c8c8"), "c10/11/11/11/2S~8/11/11/11/11/11/11/10C[ASSSSasssss] b Cc h7/c7 c8 0 20");
    assert_eq!(played(SPY_ABROAD, "c8c8").0.information(Side::Upper), 1);
}

#[test]
fn rule_2_5_only_spies_gather_and_only_in_enemy_territory() {
    assert!(!is_legal(&SPY_ABROAD.replace("2S8", "2D8").replace("ASSSSa", "ASSSSSa"), "c8c8"));
    for place in ["c10/11/11/11/4S6/11/11", "c10/11/11/11/11/11/7S3"] {
        let fen = format!("{place}/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20");
        assert!(!is_legal(&fen, "e8e8") && !is_legal(&fen, "h6h6"), "{fen}");
    }
}

#[test]
fn rule_2_5_a_tile_is_gathered_only_once_by_whomever() {
    assert!(!is_legal(&SPY_ABROAD.replace(" - 4", " c8 4"), "c8c8"));
}

#[test]
fn rule_2_6_an_enemy_guard_beside_hinders_gathering_attached_or_not() {
    for guard in ["2Sg7", "2S+s7"] {
        let reserve = if guard.contains('s') { "ASSSSassss" } else { "ASSSSasssss" };
        let fen = SPY_ABROAD.replace("2S8", guard).replace("ASSSSasssss", reserve);
        assert!(!is_legal(&fen, "c8c8"), "{fen}");
    }
    assert!(is_legal(&SPY_ABROAD.replace("2S8", "2SG7"), "c8c8"), "an own guard does not");
    assert!(is_legal(&SPY_ABROAD.replace("2S8", "2S1g6"), "c8c8"), "one farther away does not");
}

#[test]
fn rule_2_5_an_informed_spy_returns_to_an_empty_tile_of_its_territory() {
    let fen = after(SPY_ABROAD, "c8c8 a12b12");
    let back = after(&fen, "c8@k2");
    assert_eq!(back, "1c9/11/11/11/11/11/11/11/11/11/10S/10C[ASSSSasssss] b Cc h7/c7 c8 2 21");
    assert!(!is_legal(&fen, "c8@k1") && !is_legal(&fen, "c8@c9") && !is_legal(&fen, "c8@f6"));
    assert!(!is_legal(SPY_ABROAD, "c8@k2"), "not before it has gathered");
}

#[test]
fn rule_4_2_no_spy_returns_from_neutral_ground() {
    let fen = "c10/11/11/11/11/11/5S~5/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert_eq!(legal_from(fen, "f6"), "f6e5 f6e6 f6e7 f6f7");
    let home = "c10/11/11/11/11/11/11/7S~3/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert!(is_legal(home, "h5@k2") && !is_legal(home, "h5@h5"), "from home it may");
}

#[test]
fn rule_4_2_on_neutral_ground_pieces_move_and_capture_but_spies_neither_gather_nor_come_back() {
    let fen = "c10/11/11/11/11/5s5/5S5/11/11/11/11/10C[ASSSSassss] w Cc h7/c7 - 0 20";
    assert_eq!(legal_from(fen, "f6"), "f6e5 f6e6 f6e7 f6f7", "one of them captures, none gathers");
    assert!(is_legal(fen, "S@k2") && !is_legal(fen, "S@e6") && !is_legal(fen, "S@f5"));
}

#[test]
fn d_2_5_moving_does_not_end_being_informed() {
    let fen = "c10/11/11/11/11/5s5/5S~5/11/11/11/11/10C[ASSSSassss] w Cc h7/c7 - 0 20";
    assert!(after(fen, "f6f7").contains("/5S~5/11/11/"));
}

#[test]
fn d_2_5_an_informed_spy_gathers_again_elsewhere() {
    assert!(
        after(SPY_ABROAD, "c8c8 a12b12 c8b8 b12a12 b8b8")
            .contains("/1S~9/11/11/11/11/11/11/10C[ASSSSasssss] b Cc h7/c7 b8,c8 ")
    );
}

#[test]
fn rule_2_5_a_captured_informed_spy_is_informed_no_more() {
    let fen = "c10/11/11/11/11/5s5/5S~5/11/11/11/11/10C[ASSSSassss] b Cc h7/c7 - 0 20";
    assert!(after(fen, "f7f6 S@k2").contains("/10S/"));
}

#[test]
fn d_2_5_a_spy_that_scores_the_embassy_returns_in_the_same_move() {
    let fen = "c10/11/11/11/11/2aS7/11/11/11/11/11/10C[ASSSSsssss] w Cc h7/c7 - 5 20";
    assert_eq!(after(fen, "d7c7@k2"), "c10/11/11/11/11/11/11/11/11/11/10S/10C[ASSSSasssss] b Cc h7/c7! c7 0 20");
    assert!(!is_legal(fen, "d7c7"), "the tile has to be chosen");
    let informed = fen.replace("2aS7", "2aS~7");
    assert!(after(&informed, "d7c7@k2").contains("/10S/"), "it is not informed afterwards");
}

#[test]
fn rule_2_5_later_entries_are_plain_moves() {
    let fen = "c10/11/11/11/11/3S7/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 c7 0 20";
    assert_eq!(legal_from(fen, "d7"), "d7c7 d7d6 d7d8 d7e8");
    assert!(after(fen, "d7c7").contains(" h7/c7! c7 1 "));
}

#[test]
fn rule_2_6_a_guard_beside_the_embassy_does_not_hinder_an_entry() {
    let fen = "c10/11/11/11/11/1g1S7/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert!(is_legal(fen, "d7c7@k2"));
}

#[test]
fn rule_6_2_an_attack_on_a_guarded_piece_on_the_embassy_scores_nothing() {
    let fen = "c10/11/11/11/11/2+aS7/11/11/11/11/11/10C[ASSSSsssss] w Cc h7/c7 - 0 20";
    assert_eq!(after(fen, "d7c7"), "c10/11/11/11/11/2aS7/11/11/11/11/11/10C[ASSSSsssss] b Cc h7/c7 - 0 20");
    assert!(!is_legal(fen, "d7c7@k2"));
}

#[test]
fn rule_2_5_without_a_tile_to_return_to_no_entry_scores() {
    // Red's territory behind f3 has nineteen tiles, and something stands on each of them.
    let full = "c10/11/11/11/11/3S7/11/11/11/5AEEDGC/5SSSSss/4sssdeeg[a] w Cc f3/c7 - 0 20";
    assert_eq!(legal_from(full, "d7"), "d7d6 d7d8 d7e8");
    let freed = full.replace("deeg[a]", "dee1[a]");
    assert_eq!(legal_from(&freed, "d7"), "d7c7@k1 d7d6 d7d8 d7e8");
    // So a chief on the embassy has nothing to fear from that spy.
    let chief = full.replace("c10/", "11/").replace("3S7", "2cS7").replace(" w ", " b ");
    assert!(!position(WEDGE, &chief).in_check());
    assert!(position(WEDGE, &chief.replace("deeg[a]", "dee1[a]")).in_check());
}

#[test]
fn rule_2_5_a_captured_spy_comes_back_on_an_empty_tile_of_its_territory() {
    let fen = "c10/11/11/11/11/11/5s5/11/11/11/11/10C[ASSSSSassss] w Cc h7/c7 - 0 21";
    assert!(after(fen, "S@k2").contains("/10S/10C[ASSSSassss] b Cc h7/c7 - 1 "), "a whole turn, without limit");
    assert!(!is_legal(fen, "S@k1") && !is_legal(fen, "S@f7") && !is_legal(fen, "S@a12"));
}

#[test]
fn d_2_5_spies_use_their_own_embassy_only_if_it_is_empty_and_free() {
    let fen = "c10/11/11/11/2S~8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert!(is_legal(fen, "S@h7") && is_legal(fen, "c8@h7"));
    let occupied = fen.replace("h7/c7 -", "h7!/c7 h7");
    assert!(!is_legal(&occupied, "S@h7") && !is_legal(&occupied, "c8@h7"));
}

#[test]
fn rule_2_5_nothing_else_comes_back() {
    let fen = "c10/11/11/11/11/5d5/5S5/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert_eq!(after(fen, "f6f7").split(['[', ']']).nth(1), Some("ASSSSasssss"));
}

#[test]
fn d_6_2_information_is_the_number_of_gathered_tiles_in_enemy_territory() {
    let (position, _) = played("c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 a8,b8,k2 0 20", "");
    assert_eq!((position.information(Side::Upper), position.information(Side::Lower)), (2, 1));
    assert_eq!(ending(SPY_ABROAD, "c8c8"), ("*", "-"));
}
