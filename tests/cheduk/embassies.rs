//! Chapters 4 and 6.2: territories and the occupation of embassies.

use super::{SPAN, WEDGE, after, ending, is_legal, legal, position, start};
use janggun::game::{Notation, Searchable};

#[test]
fn rule_2_4_the_tile_of_the_ambassador_is_the_embassy_for_the_whole_game() {
    let fen = "c10/11/11/11/11/2a4A3/11/11/11/11/11/10C[SSSSSsssss] w Cc h7/c7 - 0 20";
    assert!(after(fen, "h7h9 c7c5").contains(" h7/c7 "));
}

#[test]
fn rule_4_1_the_territory_is_a_wedge_unless_the_option_says_span() {
    let fen = "c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20";
    let placed = |territory| legal(&position(territory, fen)).iter().filter(|mv| mv.starts_with("S@")).count();
    assert_eq!(placed(WEDGE), 36);
    assert_ne!(placed(SPAN), placed(WEDGE));
    assert_eq!(start(SPAN).fen(), start(WEDGE).fen());
}

#[test]
fn rule_6_2_whoever_moves_onto_the_enemy_embassy_occupies_it_and_scores_once() {
    let fen = "c10/11/11/11/11/2a2D5/11/11/11/11/11/10C[ASSSSSsssss] w Cc h7/c7 - 7 20";
    let occupied = after(fen, "f7c7");
    assert_eq!(occupied, "c10/11/11/11/11/2D8/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7! c7 0 20");
    let left = after(&occupied, "a12b12 c7f7");
    assert!(left.contains(" h7/c7! c7 2 "), "it stays occupied when the piece leaves: {left}");
    let again = after(&left, "b12a12 f7c7");
    assert!(again.contains(" h7/c7! c7 4 "), "only the first time scores: {again}");
}

#[test]
fn rule_6_2_an_embassy_is_free_again_when_a_piece_of_its_owner_arrives() {
    let spy = "c10/11/11/11/11/1s9/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7! c7 0 20";
    assert!(after(spy, "b7c7").contains(" h7/c7 c7 1 "));
    let guard = "c10/11/11/11/11/1gD8/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7! c7 0 20";
    assert!(after(guard, "b7c7").contains("/2g8/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 c7 0 "));
    let detached = "c10/11/11/11/11/3+s7/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7! c7 0 20";
    assert!(after(detached, "d7c7g").contains("/2gs7/11/11/11/11/11/10C[ASSSSSassss] w Cc h7/c7 c7 1 "));
    let chief = "c10/11/11/11/11/11/7C3/11/11/11/11/11[ASSSSSasssss] w Cc h7!/c7 h7 0 20";
    assert!(after(chief, "h6h7").contains(" b Cc h7/c7 h7 1 "));
}

#[test]
fn rule_6_2_an_attack_on_a_guarded_piece_frees_no_embassy() {
    let fen = "c10/11/11/11/11/1a+D8/11/11/11/11/11/10C[ASSSSSsssss] b Cc h7/c7! c7 0 20";
    assert!(after(fen, "b7c7").contains("/1aD8/11/11/11/11/11/10C[ASSSSSsssss] w Cc h7/c7! c7 0 "));
}

#[test]
fn rule_6_2_a_freed_embassy_occupied_again_is_occupied_but_scores_nothing() {
    let fen = "c10/11/11/11/11/3D7/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 c7 0 20";
    assert!(after(fen, "d7c7").contains(" h7/c7! c7 1 "));
}

#[test]
fn rule_6_2_a_detached_guard_occupies_like_any_piece() {
    let fen = "c10/11/11/11/11/3+S7/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert_eq!(after(fen, "d7c7g"), "c10/11/11/11/11/2GS7/11/11/11/11/11/10C[ASSSSasssss] b Cc h7/c7! c7 0 20");
}

#[test]
fn rule_2_4_a_captured_ambassador_comes_back_on_its_free_and_empty_embassy() {
    let fen = "c10/11/11/11/11/3s7/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7 c7 4 22";
    assert!(after(fen, "A@c7").contains("/2as7/11/11/11/11/11/10C[ASSSSSssss] w Cc h7/c7 c7 5 "));
    assert!(!is_legal(&fen.replace("h7/c7 ", "h7/c7! "), "A@c7"), "not while it is occupied");
    assert!(!is_legal(&fen.replace("/3s7/", "/2s8/"), "A@c7"), "not while something stands there");
    assert!(!is_legal(fen, "A@c8"), "nowhere else");
}

#[test]
fn rule_2_4_an_ambassador_cannot_come_back_in_the_turn_that_frees_the_embassy() {
    let fen = "c10/11/11/11/11/1s9/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7! c7 0 20";
    assert!(!is_legal(fen, "A@c7"));
    assert!(is_legal(&after(fen, "b7c7 k1k2 c7d7 k2k1"), "A@c7"));
}

#[test]
fn d_6_2_a_scored_occupation_counts_as_gathering_the_tile() {
    let fen = "c10/11/11/11/11/3d7/11/11/11/11/11/10C[ASSSSSasssss] b - h7/c7 k2,k3,k4,k5 0 20";
    assert_eq!(ending(fen, "d7h7"), ("0-1", "information"));
    let spy = "c10/11/11/11/11/2S8/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7! c7 0 20";
    assert!(!is_legal(spy, "c7c7"), "nobody gathers there again");
}

#[test]
fn checkers_are_the_pieces_that_could_take_the_chief() {
    let checkers = |fen: &str| position(WEDGE, fen).checkers().join(" ");
    let fen = "c10/11/11/11/11/11/11/11/11/11/11/d9C[ASSSSSasssss] w - h7/c7 - 0 20";
    assert_eq!(checkers(fen), "a1");
    assert_eq!(checkers(&fen.replace("d9C", "d9+C")), "", "a guard would be taken in its place");
    assert_eq!(checkers(&fen.replace("d9C", "e1s7C").replace("asssss", "assss")), "a1");
    assert_eq!(checkers("11/11/11/11/11/2cS7/11/11/11/11/11/10C[ASSSSasssss] b - h7/c7 - 0 20"), "d7");
    assert!(position(WEDGE, fen).null_move().is_none(), "no turn is given away in check");
}
