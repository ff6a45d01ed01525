//! Chapter 7: how games end.

use super::{WEDGE, after, ending, legal, played, position};
use janggun::game::{Ending, Game, Searchable};

const FOUR: &str = "c10/11/11/11/2S8/11/11/11/11/11/11/10C[ASSSSasssss] w Cc h7/c7 a8,a9,b8,b9 0 20";

#[test]
fn rule_7_1_capturing_the_chief_wins() {
    let fen = "cD9/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20";
    assert_eq!(ending(fen, "b12a12"), ("1-0", "capture"));
    let fen = "c10/11/11/11/11/11/11/11/11/11/11/9dC[ASSSSSasssss] b - h7/c7 - 0 20";
    assert_eq!(ending(fen, "j1k1"), ("0-1", "capture"));
}

#[test]
fn rule_7_1_five_information_wins_at_once() {
    assert_eq!(ending(FOUR, "c8c8"), ("1-0", "information"));
    assert_eq!(ending(&FOUR.replace("b9", "k2"), "c8c8"), ("*", "-"), "four of Blue's tiles are not five");
}

#[test]
fn d_8_information_is_judged_before_the_capture() {
    let fen = "11/11/11/11/11/2cS7/11/11/11/11/11/10C[ASSSSasssss] w - h7/c7 a8,a9,b8,b9 0 20";
    assert_eq!(ending(fen, "d7c7@k2"), ("1-0", "information"));
}

#[test]
fn d_8_the_deciding_move_is_carried_out_in_full() {
    let fen = "11/11/11/11/11/2cS7/11/11/11/11/11/10C[ASSSSasssss] w - h7/c7 - 0 20";
    assert_eq!(after(fen, "d7c7@k2"), "11/11/11/11/11/11/11/11/11/11/10S/10C[ASSSSasssss] b - h7/c7! c7 0 20");
    assert_eq!(ending(fen, "d7c7@k2"), ("1-0", "capture"));
}

#[test]
fn rule_7_1_a_won_game_has_no_moves() {
    for (fen, mv) in
        [(FOUR, "c8c8"), ("cD9/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] w Cc h7/c7 - 0 20", "b12a12")]
    {
        let (position, outcome) = played(fen, mv);
        assert_eq!(outcome.map(|outcome| outcome.ending), Some(Ending::Final));
        assert_eq!(position.legal_count(), 0);
        assert!(legal(&position).is_empty());
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        assert!(noisy.is_empty());
    }
}

const SHUFFLE: &str = "a12b12 k1k2 b12a12 k2k1 ";
const QUIET: &str = "c10/11/11/11/11/11/11/11/11/11/11/10C[ASSSSSasssss] b Cc h7/c7 - 0 20";

#[test]
fn rule_7_2_the_third_time_the_same_state_is_a_draw() {
    assert_eq!(ending(QUIET, SHUFFLE), ("*", "-"));
    assert_eq!(ending(QUIET, &SHUFFLE.repeat(2)), ("1/2-1/2", "repetition"));
}

#[test]
fn rule_7_2_after_a_repetition_play_may_go_on() {
    let (position, outcome) = played(QUIET, &SHUFFLE.repeat(2));
    assert_eq!(outcome.map(|outcome| outcome.ending), Some(Ending::Claimable));
    assert!(position.legal_count() > 0);
}

#[test]
fn rule_7_2_states_recur_across_captures() {
    // Red's spy takes Blue's, goes back, and Blue's comes back too. The chiefs walk until all stand as before.
    let fen = "c10/11/11/11/2s8/1S9/11/11/11/11/11/10C[ASSSSassss] w Cc h7/c7 - 0 20";
    let round = "b7c8 a12b12 c8b7 S@c8 k1k2 b12a11 k2k1 a11a12 ";
    assert_eq!(after(fen, round), fen.replace(" 0 20", " 7 24"));
    assert_eq!(ending(fen, round), ("*", "-"));
    assert_eq!(ending(fen, &round.repeat(2)), ("1/2-1/2", "repetition"));
}

#[test]
fn rule_7_2_a_state_with_other_flags_is_another_state() {
    // The same tiles, but the embassy has changed hands in between: c7! becomes c7 when the spy comes by.
    let fen = "c10/11/11/11/11/1s9/11/11/11/11/11/10C[ASSSSSassss] b Cc h7/c7! c7 0 20";
    let (first, second) = (position(WEDGE, fen), position(WEDGE, &fen.replace("c7!", "c7")));
    assert_ne!(first.key(), second.key());
    for (from, to) in [("Cc", "C"), (" c7 0", " c7,c8 0"), ("1s9", "1s~9"), (" b ", " w "), ("/10C[", "/10+C[")] {
        assert_ne!(first.key(), position(WEDGE, &fen.replacen(from, to, 1)).key(), "{to}");
    }
    let other_counters = position(WEDGE, &fen.replace(" 0 20", " 7 33"));
    assert_eq!(first.key(), other_counters.key(), "counters are not part of the state");
}

#[test]
fn a_search_foresees_a_repetition() {
    let mut game = position(WEDGE, QUIET);
    let mut past = Vec::new();
    for text in SHUFFLE.split_whitespace() {
        use janggun::game::Notation;
        past.push(game.past_position());
        game.play(game.parse_move(text).expect("a legal move"));
    }
    assert_eq!(game.decided(&past, 0), None);
    assert_eq!(game.decided(&past, 3), None);
    assert_eq!(game.decided(&past, 4).map(|outcome| outcome.ending), Some(Ending::Foreseen));
    let skipped = game.null_move().expect("nothing is attacked");
    assert_eq!(skipped.decided(&past, 4), None);
}

#[test]
fn d_7_1_a_side_with_no_legal_action_loses() {
    let fen = "cS9/S10/11/11/11/11/10G/10s/10e/7C2s/10s/9ss[ASSSa] b - h7/c7! c7,j1,k1,k2,k3 0 20";
    assert_eq!(ending(fen, ""), ("1-0", "nomoves"));
}
