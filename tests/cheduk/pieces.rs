//! Chapters 2, 5 and 6.1: how the pieces move, the guard, castling, one action a turn.

use super::{after, is_legal, legal_from};

/// A board with a few pieces besides the chiefs' reserves; the embassies are `h7` and `c7`.
fn red(placement: &str, reserve: &str) -> String {
    format!("{placement}[{reserve}] w Cc h7/c7 - 0 20")
}

const ALL: &str = "ASSSSSasssss";

#[test]
fn rule_2_1_a_chief_steps_to_an_empty_tile_of_its_territory() {
    let fen = red("c10/11/11/11/11/11/11/6C4/11/11/11/11", ALL);
    assert_eq!(legal_from(&fen, "g5"), "g5g4 g5h4 g5h5 g5h6");
}

#[test]
fn rule_2_1_a_chief_never_captures() {
    let fen = red("c10/11/11/11/11/11/11/11/11/11/11/9sC", "ASSSSSassss");
    assert_eq!(legal_from(&fen, "k1"), "k1k2");
}

#[test]
fn d_2_1_a_chief_outside_its_territory_goes_anywhere_but_into_enemy_territory() {
    let fen = "11/11/11/11/11/d5c4/11/11/11/11/10C/11[ASSSSSasssss] b C h7/c7 - 0 20";
    assert_eq!(legal_from(fen, "g7"), "g7f7 g7g6 g7g8 g7h8", "h6 and h7 are Red's");
}

#[test]
fn d_2_1_inside_its_territory_a_chief_is_bound_to_it_again() {
    let fen = "11/11/11/11/11/3c7/11/11/11/11/11/10C[ASSSSSasssss] b - h7/c7 - 0 20";
    let inside = after(fen, "d7c7 k1k2");
    assert_eq!(legal_from(&inside, "c7"), "c7b7 c7c8 c7d8");
}

#[test]
fn rule_2_2_a_diplomat_goes_any_distance_without_jumping() {
    let fen = red("c10/11/11/11/11/11/2s2D1S3/11/11/11/11/10C", "ASSSSassss");
    let targets = legal_from(&fen, "f6");
    assert!(targets.contains("f6c6") && targets.contains("f6g6"), "up to the enemy piece: {targets}");
    assert!(!targets.contains("f6b6") && !targets.contains("f6h6"), "not past it, not onto a friend: {targets}");
    assert!(targets.contains("f6i12") && targets.contains("f6c12") && targets.contains("f6i1"), "{targets}");
}

#[test]
fn rule_2_3_an_envoy_needs_exactly_one_piece_to_jump_over() {
    let alone = red("c10/11/11/11/11/11/11/E10/11/11/11/10C", ALL);
    assert_eq!(legal_from(&alone, "a5"), "");
    for screen in ["S", "s"] {
        let (own, enemy) = if screen == "S" { ("ASSSSassss", "s") } else { ("ASSSSassss", "S") };
        let fen = red(&format!("c10/11/11/11/11/11/11/E1{screen}3{enemy}4/11/11/11/10C"), own);
        let capture = if enemy == "s" { " a5g5" } else { "" };
        assert_eq!(legal_from(&fen, "a5"), format!("a5d5 a5e5 a5f5{capture}"));
    }
}

#[test]
fn rule_2_3_an_envoy_neither_jumps_over_nor_captures_an_envoy() {
    for placement in ["E1E3s4", "E1e3s4"] {
        let fen = red(&format!("c10/11/11/11/11/11/11/{placement}/11/11/11/10C"), "ASSSSSassss");
        assert_eq!(legal_from(&fen, "a5"), "");
    }
    let fen = red("c10/11/11/11/11/11/11/E1S3e4/11/11/11/10C", "ASSSSasssss");
    assert_eq!(legal_from(&fen, "a5"), "a5d5 a5e5 a5f5");
}

#[test]
fn rule_2_3_an_envoy_captures_no_ambassador_but_jumps_over_one() {
    let fen = red("c10/11/11/11/11/11/11/E1S3a4/11/11/11/10C", "ASSSSsssss");
    assert_eq!(legal_from(&fen, "a5"), "a5d5 a5e5 a5f5");
    let fen = red("c10/11/11/11/11/11/11/E1A3g4/11/11/11/10C", "SSSSSasssss");
    assert_eq!(legal_from(&fen, "a5"), "a5d5 a5e5 a5f5 a5g5");
}

#[test]
fn d_2_3_an_occupied_embassy_is_a_wall_for_the_envoys_of_both_sides() {
    for (envoy, side) in [("E", "w"), ("e", "b")] {
        for (line, free) in [("3S6", ""), ("S9", ""), ("1S8", "")] {
            let fen = format!("c10/11/11/11/11/{envoy}{line}/11/11/11/11/11/10C[ASSSSasssss] {side} Cc h7/c7! c7 0 20");
            assert_eq!(legal_from(&fen, "a7"), free, "{fen}");
        }
    }
    let open = red("c10/11/11/11/11/ES9/11/11/11/11/11/10C", "ASSSSasssss");
    assert_eq!(legal_from(&open, "a7"), "a7c7 a7d7 a7e7 a7f7 a7g7 a7h7 a7i7 a7j7 a7k7");
}

#[test]
fn rule_2_3_an_envoy_on_an_occupied_embassy_may_leave() {
    let fen = "c10/11/11/11/11/2E1S6/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7! c7 0 20";
    assert_eq!(legal_from(fen, "c7"), "c7f7 c7g7 c7h7 c7i7 c7j7 c7k7");
}

#[test]
fn rule_2_4_an_ambassador_leaps_from_its_embassy() {
    let fen = red("c10/11/11/11/6e4/7A3/11/11/11/11/11/10C", "SSSSSasssss");
    assert_eq!(legal_from(&fen, "h7"), "h7g6 h7g8 h7h5 h7h9 h7j6 h7j8");
    let hemmed_in = red("c10/11/11/11/7SS2/6SAS2/7S3/11/11/11/11/10C", "asssss");
    assert_eq!(legal_from(&hemmed_in, "h7"), "h7g6 h7g8 h7h5 h7h9 h7j6 h7j8", "it jumps");
}

#[test]
fn rule_2_4_elsewhere_an_ambassador_goes_one_step() {
    let fen = red("c10/11/11/11/11/7S3/7As2/11/11/11/11/10C", "SSSSassss");
    assert_eq!(legal_from(&fen, "h6"), "h6g5 h6g6 h6g7 h6h5 h6i6");
    let abroad = "c10/11/11/11/11/2A8/11/11/11/11/11/10C[SSSSSasssss] w Cc h7/c7! c7 0 20";
    assert_eq!(legal_from(abroad, "c7"), "c7b7 c7c6 c7c8 c7d6 c7d7 c7d8", "also on the enemy's embassy");
}

#[test]
fn rule_2_5_spies_go_four_ways_that_differ_by_side() {
    let fen = red("c10/11/11/11/11/11/11/11/7S3/11/11/10C", "ASSSSasssss");
    assert_eq!(legal_from(&fen, "h4"), "h4g3 h4g4 h4g5 h4h5");
    let blue = "c10/11/11/3s7/11/11/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7 - 0 20";
    assert_eq!(legal_from(blue, "d9"), "d9d8 d9e10 d9e8 d9e9");
}

#[test]
fn rule_2_1_a_piece_may_be_left_under_attack_and_a_chief_too() {
    let fen = red("c10/11/11/11/11/11/11/9S1/11/11/11/d9C", "ASSSSasssss");
    assert!(is_legal(&fen, "j5i5"), "there is no rule of check");
}

#[test]
fn rule_2_6_a_guard_goes_one_step_captures_and_attaches() {
    let fen = red("c10/11/11/11/11/11/4SGs4/11/11/11/11/10C", "ASSSSassss");
    assert_eq!(legal_from(&fen, "f6"), "f6e5 f6e6 f6e7 f6f5 f6f7 f6g6");
    assert!(after(&fen, "f6g6").starts_with("c10/11/11/11/11/11/4S1G4/"));
    assert!(after(&fen, "f6e6").starts_with("c10/11/11/11/11/11/4+S1s4/"));
}

#[test]
fn rule_2_6_a_guard_attaches_to_every_kind_of_piece() {
    for (host, reserve) in [("C", ALL), ("D", ALL), ("E", ALL), ("A", "SSSSSasssss"), ("S", "ASSSSasssss")] {
        let chief = if host == "C" { "11" } else { "10C" };
        let fen = red(&format!("c10/11/11/11/11/11/11/11/11/9G{host}/11/{chief}"), reserve);
        assert!(after(&fen, "j3k3").contains(&format!("/10+{host}/")), "{fen}");
    }
}

#[test]
fn d_2_6_an_attached_guard_goes_where_its_host_goes() {
    let step = red("c10/11/11/11/11/11/5+S5/11/11/11/11/10C", "ASSSSasssss");
    assert!(after(&step, "f6f7").contains("/5+S5/11/11/"));
    let castling = red("c10/11/11/11/11/11/11/11/11/11/11/6D3+C", ALL);
    assert!(after(&castling, "k1g1").contains("/6+C3D["));
    let castling = red("c10/11/11/11/11/11/11/11/11/11/11/6+D3C", ALL);
    assert!(after(&castling, "k1g1").contains("/6C3+D["));
    let returning = red("c10/11/11/11/3+S~7/11/11/11/11/11/11/10C", "ASSSSasssss");
    assert!(after(&returning, "d8@k2").contains("/10+S/"));
    let entering = red("c10/11/11/11/11/3+S~7/11/11/11/11/11/10C", "ASSSSasssss");
    assert!(after(&entering, "d7c7@k2").contains("/10+S/"));
}

#[test]
fn d_2_6_an_attached_guard_is_no_obstacle_of_its_own() {
    let fen = red("c10/11/11/11/11/11/11/E1+S3+s4/11/11/11/10C", "ASSSSassss");
    assert_eq!(legal_from(&fen, "a5"), "a5d5 a5e5 a5f5 a5g5");
}

#[test]
fn rule_2_6_a_guard_detaches_to_an_empty_tile_beside() {
    let fen = red("c10/11/11/11/11/11/4S+Ss4/11/11/11/11/10C", "ASSSassss");
    assert_eq!(legal_from(&fen, "f6"), "f6e5 f6e5g f6e7 f6e7g f6f5g f6f7 f6f7g");
    assert!(after(&fen, "f6f7g").starts_with("c10/11/11/11/11/5G5/4SSs4/"));
}

#[test]
fn rule_2_6_an_attack_on_a_shared_tile_removes_only_the_guard() {
    let fen = "c10/11/11/11/11/11/5s5/5+D5/11/11/11/10C[ASSSSSassss] b Cc h7/c7 - 0 20";
    assert_eq!(
        after(fen, "f6f5"),
        "c10/11/11/11/11/11/5s5/5D5/11/11/11/10C[ASSSSSassss] w Cc h7/c7 - 0 21",
        "the attacker stays and its turn is over"
    );
    let envoy = red("c10/11/11/11/11/11/11/E1+S3+s4/11/11/11/10C", "ASSSSassss");
    assert!(after(&envoy, "a5g5").contains("/E1+S3s4/"), "an envoy stays too");
}

#[test]
fn d_2_6_a_shared_tile_is_attacked_only_by_what_could_capture_the_host() {
    for host in ["+e", "+a"] {
        let reserve = if host == "+a" { "ASSSSsssss" } else { "ASSSSasssss" };
        let fen = red(&format!("c10/11/11/11/11/11/11/E1S3{host}4/11/11/11/10C"), reserve);
        assert_eq!(legal_from(&fen, "a5"), "a5d5 a5e5 a5f5");
    }
}

#[test]
fn rule_2_6_a_guarded_chief_loses_only_its_guard() {
    let fen = "c10/11/11/11/11/11/11/11/11/11/11/6d3+C[ASSSSSasssss] b - h7/c7 - 0 20";
    assert!(after(fen, "g1k1").contains("/6d3C["));
    assert_eq!(super::ending(fen, "g1k1"), ("*", "-"));
}

#[test]
fn rule_2_6_a_captured_guard_is_gone() {
    let fen = "c10/11/11/11/5d5/5g5/5S5/5e5/11/11/11/10C[ASSSSasssss] w Cc h7/c7 - 0 20";
    assert_eq!(
        after(fen, "f6f7"),
        "c10/11/11/11/5d5/5S5/11/5e5/11/11/11/10C[ASSSSasssss] b Cc h7/c7 - 0 20",
        "it is not in reserve"
    );
}

#[test]
fn rule_5_every_action_takes_the_whole_turn() {
    let fen = "c10/11/2S8/11/2S~8/11/11/11/11/9GD/11/10C[ASSSasssss] w Cc h7/c7 - 0 20";
    for action in ["k3k4", "c10c10", "c8@k2", "S@k2", "A@h7", "j3k3", "j3j2"] {
        assert!(after(fen, action).contains("] b "), "{action}");
    }
    let line = red("c10/11/11/11/11/11/11/11/11/11/11/6D3+C", ALL);
    for action in ["k1g1", "k1j1g"] {
        assert!(after(&line, action).contains("] b "), "{action}");
    }
}

#[test]
fn rule_6_1_chief_and_diplomat_castle_once() {
    let fen = red("c10/11/11/11/11/11/11/11/11/11/11/6D3C", ALL);
    let castled = after(&fen, "k1g1");
    assert_eq!(castled, "c10/11/11/11/11/11/11/11/11/11/11/6C3D[ASSSSSasssss] b c h7/c7 - 1 20");
    assert!(!is_legal(&after(&castled, "a12b12"), "g1k1"));
    assert!(!is_legal(&fen.replace("Cc", "c"), "k1g1"));
}

#[test]
fn rule_6_1_castling_takes_a_straight_line_of_empty_tiles_or_none() {
    assert!(is_legal(&red("c10/11/11/11/11/11/11/11/11/11/11/9DC", ALL), "k1j1"), "side by side");
    let step_back = red("c10/11/11/11/11/11/11/11/11/11/11/9DC", ALL);
    assert!(after(&step_back, "k1j1").contains("/9CD["));
    assert!(!is_legal(&red("c10/11/11/11/11/11/11/11/11/11/11/6DS2C", "ASSSSasssss"), "k1g1"));
    assert!(!is_legal(&red("c10/11/11/11/11/11/11/10D/11/11/11/10C", ALL), "k1k5"));
}

#[test]
fn rule_6_1_castling_may_come_after_both_have_moved() {
    let fen = red("c10/11/11/11/11/11/11/11/11/11/6D4/10C", ALL);
    let moved = after(&fen, "g2g1 a12b12 k1j1 b12a12");
    assert!(is_legal(&moved, "j1g1"));
}

#[test]
fn d_6_1_castling_takes_no_chief_into_enemy_territory() {
    let fen = "11/11/11/11/11/c9d/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    assert!(!is_legal(fen, "a7k7"));
    let neutral = "11/11/11/11/11/c5d4/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    assert!(after(neutral, "a7g7").contains("/d5c4/"));
}
