//! `chedukmodern`: what the authors' present rule book, and their program where it is silent, do differently. Paragraphs are those
//! of that book; its program is compared in `vectors.rs` and by `scripts/compare_cheduk.mjs`.

use super::common::Engine;
use super::{MODERN, Rules, legal, legal_from_by, played_by, position, result, start};
use janggun::game::{Game, Notation, Searchable};
use janggun::games::cheduk::Position;

#[track_caller]
fn legal_from(fen: &str, from: &str) -> String {
    legal_from_by(MODERN, fen, from)
}

#[track_caller]
fn after(fen: &str, moves: &str) -> String {
    played_by(MODERN, fen, moves).0.fen()
}

#[track_caller]
fn ending(fen: &str, moves: &str) -> (&'static str, &'static str) {
    let outcome = played_by(MODERN, fen, moves).1;
    (result(outcome), outcome.map_or("-", |outcome| outcome.reason))
}

#[track_caller]
fn why(fen: &str, text: &str) -> String {
    let error = position(MODERN, fen).parse_move(text).expect_err("an illegal move").to_string();
    error.split_once("is not legal here: ").map_or(error.clone(), |(_, why)| why.to_owned())
}

/// A position of the game from its placement, with the embassies h7 and c7.
fn fen(placement: &str) -> String {
    format!("{placement} w Cc h7/c7 - 0 20")
}

#[test]
fn rule_2_6_a_guard_goes_one_or_two_tiles_straight() {
    let open = fen("c10/11/11/11/11/11/5G5/11/11/11/11/10C[ASSSSSasssss]");
    assert_eq!(legal_from(&open, "f6"), "f6d6 f6e4 f6e5 f6e6 f6e7 f6e8 f6f5 f6f7 f6g4 f6g6 f6g8 f6h6");
}

#[test]
fn rule_2_6_a_guard_jumps_over_nobody_and_attaches_to_nobody() {
    let between = fen("c10/11/11/11/11/11/4SGs4/11/11/11/11/10C[ASSSSassss]");
    assert_eq!(legal_from(&between, "f6"), "f6e4 f6e5 f6e7 f6e8 f6f5 f6f7 f6g4 f6g6 f6g8");
    assert_eq!(why(&between, "f6e6"), "a piece of the same side stands on e6");
    assert_eq!(why(&between, "f6h6"), "the guard on f6 does not go to h6");
    assert_eq!(
        after(&between, "f6g6"),
        "c10/11/11/11/11/11/4S1G4/11/11/11/11/10C[ASSSSasssss] b Cc h7/c7 - 0 20",
        "it captures like any piece"
    );
}

#[test]
fn rule_2_6_a_guard_beside_the_chief_is_removed_in_its_stead_and_the_attacker_stays() {
    let beside = fen("cg9/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss]");
    let removed = "c10/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    assert_eq!(after(&beside, "b10a12"), removed);
    assert_eq!(ending(&beside, "b10a12"), ("*", "-"));
    assert_eq!(ending(&beside, "b10a12 S@a7 b10a12"), ("1-0", "capture"), "the next attack finds nobody beside it");
}

#[test]
fn rule_2_6_a_guard_farther_away_protects_nobody() {
    let away = fen("c1g8/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss]");
    assert_eq!(ending(&away, "b10a12"), ("1-0", "capture"));
}

#[test]
fn rule_2_6_a_guard_protects_the_chief_alone() {
    let others = fen("c10/11/11/1gd2D5/11/11/11/11/11/11/11/10C[ASSSSSasssss]");
    let taken = "c10/11/11/1gD8/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    assert_eq!(after(&others, "f9c9"), taken);
}

#[test]
fn rule_2_6_an_envoy_that_strikes_a_protected_chief_stays_too() {
    let jump = fen("c2s1E5/g10/11/11/11/11/11/11/11/11/11/10C[ASSSSSassss]");
    assert_eq!(after(&jump, "f12a12"), "c2s1E5/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7 - 0 20");
}

#[test]
fn rule_2_6_a_protected_chief_on_its_embassy_is_attacked_and_nothing_is_scored() {
    let home = fen("11/11/11/11/11/1gcS7/11/11/11/11/11/10C[ASSSSasssss]");
    assert_eq!(legal_from(&home, "d7"), "d7c7 d7d6 d7d8 d7e8");
    assert_eq!(after(&home, "d7c7"), "11/11/11/11/11/2cS7/11/11/11/11/11/10C[ASSSSasssss] b Cc h7/c7 - 0 20");
    assert_eq!(why(&home, "d7c7@k2"), "the piece on c7 is guarded: the spy attacks, d7c7, and stays where it is");
    assert_eq!(ending(&home, "d7c7 S@a7 d7c7@k2"), ("1-0", "capture"));
}

#[test]
fn a_protected_chief_is_not_in_check() {
    let attacked = "cg9/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    let protected = position(MODERN, attacked);
    assert_eq!((protected.checkers().len(), protected.in_check()), (0, false));
    let bare = position(MODERN, &attacked.replace("cg9", "c1g8"));
    assert_eq!((bare.checkers(), bare.in_check()), (vec!["b10".to_owned()], true));
}

#[test]
fn rule_3_3_spies_are_placed_on_numbered_tiles_of_the_own_territory() {
    let placing = "ce9/e10/g10/11/d10/2a4A3/11/10D/11/10G/10E/9EC[SSSSSsssss] b Cc h7/c7 - 0 0";
    let tiles = "S@a7 S@b7 S@b8 S@b9 S@c10 S@c11 S@c8 S@c9 S@d10 S@d11 S@d12 S@d8 S@d9 S@e10 S@e11 S@e12 S@f12";
    assert_eq!(legal(&position(MODERN, placing)).join(" "), tiles);
    let unnumbered = "a9 has no number in Blue's colour, and spies are placed on such tiles only";
    assert_eq!(why(placing, "S@a9"), unnumbered);
    assert_eq!(why(placing, "S@e8"), "e8 does not lie in Blue's territory");
    assert_eq!(why(placing, "S@c7"), "a piece stands on c7");
    let red = placing.replace(" b ", " w ");
    assert_eq!(legal(&position(MODERN, &red)).len(), 4 * 7 - 1);
}

/// Once the game has begun, spies come back anywhere in their territory.
#[test]
fn rule_2_5_numbers_mean_nothing_after_the_set_up() {
    let reserve = "c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";
    assert!(legal(&position(MODERN, reserve)).contains(&"S@a9".to_owned()));
}

#[test]
fn d_2_5_an_informed_spy_returns_before_it_gathers_again() {
    let abroad = fen("c10/11/11/11/2S~8/11/11/11/11/11/11/10C[ASSSSasssss]");
    assert_eq!(why(&abroad, "c8c8"), "the spy on c8 is informed, and has to return before it gathers again");
    assert!(legal(&position(MODERN, &abroad)).contains(&"c8@k2".to_owned()));
    let fresh = abroad.replace("S~", "S");
    assert_eq!(ending(&fresh, "c8c8"), ("*", "-"));
    assert!(after(&fresh, "c8c8").starts_with("c10/11/11/11/2S~8/"), "it stays where it has gathered");
    assert!(after(&fresh, "c8c8 a12b12 c8@k2").contains("/10S/10C["));
}

#[test]
fn d_2_5_a_spy_may_come_home_to_the_own_embassy_and_frees_it() {
    let occupied = "c10/11/11/11/2S~8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7!/c7 c8,h7 0 20";
    assert!(after(occupied, "S@h7").ends_with(" b Cc h7/c7 c8,h7 1 20"));
    assert!(after(occupied, "c8@h7").ends_with(" b Cc h7/c7 c8,h7 1 20"));
    assert_eq!(why(occupied, "A@h7"), "the embassy on h7 is occupied");
    let entering = occupied.replace("2S~8/11/", "11/3S7/").replace("c8,h7", "h7");
    assert!(after(&entering, "d7c7@h7").ends_with(" b Cc h7/c7! c7,h7 0 20"), "{}", after(&entering, "d7c7@h7"));
}

#[test]
fn d_2_1_castling_may_lead_anywhere_and_frees_the_chief() {
    let line = "c1D7C/11/11/11/11/11/11/11/11/11/11/11[ASSSSSasssss] w Cc h7/c7 - 0 20";
    assert!(after(line, "k12c12").starts_with("c1C7D/"));
    let inside = fen("c10/11/11/11/11/11/11/6C4/11/11/11/11[ASSSSSasssss]");
    assert_eq!(legal_from(&inside, "g5"), "g5g4 g5h4 g5h5 g5h6");
    assert_eq!(
        why(&inside, "g5f5"),
        "f5 lies outside the chief's own territory, which it leaves only by castling or after it"
    );
    assert_eq!(legal_from(&inside.replace(" Cc ", " c "), "g5"), "g5f5 g5g4 g5g6 g5h4 g5h5 g5h6");
}

#[test]
fn d_6_2_a_chief_that_has_castled_may_occupy_the_enemy_embassy() {
    let near = "c10/11/11/11/11/3C7/11/11/11/11/11/11[ASSSSSasssss] w - h7/c7 a8,a9,b8,b9 0 20";
    assert!(after(near, "d7c7").ends_with(" b - h7/c7! a8,a9,b8,b9,c7 0 20"));
    assert_eq!(ending(near, "d7c7"), ("1-0", "information"));
    assert!(position(MODERN, &near.replace(" w ", " b ")).in_check(), "which threatens to win");
    let guarded = near.replace("3C7", "2SC7").replace("[AS", "[A");
    assert_eq!(why(&guarded, "d7c7"), "a piece of the same side stands on c7");
    let taken = near.replace("3C7", "2sC7").replace("sssss]", "ssss]");
    assert_eq!(why(&taken, "d7c7"), "a chief does not capture");
}

#[test]
fn territories_are_wedges_whatever_the_option_says() {
    const SPAN: Rules = Rules { territory: "span", ..MODERN };
    let begun = fen("c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss]");
    assert_eq!(legal(&position(SPAN, &begun)), legal(&position(MODERN, &begun)));
}

#[test]
fn the_start_is_that_of_cheduk() {
    assert_eq!(start(MODERN).fen(), start(super::WEDGE).fen());
    assert_eq!(start(MODERN).legal_count(), 18);
}

#[test]
fn no_fen_attaches_a_guard() {
    let attached = fen("c10/11/11/11/11/11/11/11/11/11/10+D/10C[ASSSSSasssss]");
    let refused = Position::from_fen(MODERN.variant(), &MODERN, &attached).map(|position| position.fen());
    assert_eq!(
        refused.expect_err("a guard that attaches").to_string(),
        "the diplomat on k2 has a guard attached ('+'); in chedukmodern a guard attaches to nobody"
    );
    assert_eq!(
        why(&fen("c10/11/11/11/11/11/11/11/11/11/9DG/10C[ASSSSSasssss]"), "k2j2g"),
        "no guard is attached to the piece on k2"
    );
}

#[test]
fn moves_are_told_in_words() {
    use janggun::game::Presentable;
    let words = |fen: &str, text: &str| {
        let position = position(MODERN, fen);
        position.describe(position.parse_move(text).expect("a legal move"))
    };
    assert_eq!(
        words(&fen("cg9/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss]"), "b10a12"),
        "the diplomat on b10 attacks the guarded chief on a12: only the guard is removed, and nobody moves"
    );
}

#[test]
fn the_program_plays_it_at_every_strength() {
    let mut engine = Engine::start();
    let line = engine.set_variant("chedukmodern");
    assert_eq!(
        line,
        "info string variant chedukmodern files 11 ranks 12 pocket 2 template cheduk startpos \
         ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0"
    );
    let begun = "ce3s5/e3s6/g3s6/2s8/d10/1sa4AS2/7S3/10D/7S3/10G/5S4E/4S4EC[-] w Cc h7/c7 - 0 1";
    for setup in ["startpos", "startpos moves A@h7", "startpos moves A@h7 A@c7 S@d8", &format!("fen {begun}")] {
        engine.tell(&format!("position {setup}"));
        engine.search_legally("go depth 4");
    }
    for strength in ["Skill Level value 0", "Skill Level value 20", "UCI_LimitStrength value true", "Level value low"] {
        engine.tell(&format!("setoption name {strength}"));
        engine.search_legally("go nodes 500");
    }
    engine.tell("setoption name UCI_LimitStrength value false\nsetoption name Level value full");
    engine
        .tell("position fen cg9/11/1D9/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20 moves b10a12 S@a7");
    assert_eq!(engine.search_legally("go depth 3").best, "b10a12");
    engine.quit();
}
