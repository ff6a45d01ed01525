//! Moves, passes, positions and whole games.

use super::*;
use crate::common::*;

/// A move of ten ranks as UCI writes it.
fn to_uci(mv: &str, pass: &str) -> String {
    let points: Vec<char> = mv.chars().collect();
    match points[..] {
        ['@', ..] => pass.to_owned(),
        [from, from_rank, to, to_rank] => {
            let rank = |digit: char| digit.to_digit(10).expect("one digit for each rank") + 1;
            format!("{from}{}{to}{}", rank(from_rank), rank(to_rank))
        }
        _ => panic!("not the form of a move: {mv}"),
    }
}

/// A move of ten ranks, in UCI, as it is if these are counted from the other end.
fn upside_down(mv: &str) -> String {
    let cut = mv.rfind(char::is_alphabetic).expect("two points");
    let turn = |point: &str| format!("{}{}", &point[..1], 11 - point[1..].parse::<u32>().expect("a rank"));
    turn(&mv[..cut]) + &turn(&mv[cut..])
}

/// A whole game of the engine against itself; the other protocol referees.
fn plays_a_whole_game(variant: &str, depth: u32) {
    let mut engine = start_variant(variant);
    let mut referee = Engine::start();
    referee.set_variant(variant);
    engine.ask_cecp("option Twelve_Strategy=0");
    let mut moves = String::new();
    for _ in 0..400 {
        engine.send(&format!("sd {depth}\ngo\nping 1"));
        let lines = texts(&engine.lines_until("pong 1", SOON));
        let mv = lines[0].strip_prefix("move ").unwrap_or_else(|| panic!("a move in {lines:#?}"));
        let legal = referee.moves();
        let mv = if legal[0].len() > 3 && VARIANTS.contains(&variant) {
            let pass = legal.iter().find(|mv| mv.split_at(mv.len() / 2).0 == mv.split_at(mv.len() / 2).1);
            let mv = to_uci(mv, pass.map_or("", String::as_str));
            if variant == "janggistrict" { upside_down(&mv) } else { mv }
        } else {
            mv.to_owned()
        };
        assert!(legal.contains(&mv), "{variant}: {mv} after {moves}");
        moves = format!("{moves} {mv}");
        referee.tell(&format!("position startpos moves{moves}"));
        let result = referee.result();
        if lines.len() > 2 {
            let told = lines[1].split(' ').next().expect("a word");
            assert_eq!(result.split(' ').next(), Some(told), "{lines:#?} {result}");
            assert!(lines[1].contains(" {") && lines[1].ends_with('}'), "{lines:#?}");
            engine.quit();
            return;
        }
        assert_eq!(result, "* -", "nothing is claimed in {lines:#?}");
    }
}

#[test]
fn whole_games_are_legal_and_end_with_a_claim() {
    for variant in VARIANTS {
        plays_a_whole_game(variant, 1);
    }
    plays_a_whole_game("twelvejanggi", 3);
    plays_a_whole_game("dobutsu", 3);
}

#[test]
fn a_move_in_the_coordinates_of_uci_is_told_in_those_of_the_gui() {
    let mut engine = start();
    assert_eq!(
        engine.ask_cecp("force\nusermove b1c3"),
        ["Illegal move (no piece stands on b1; ranks begin with 0 here: UCI's 'b1c3' is 'b0c2'): b1c3"]
    );
    let told = engine.ask_cecp("usermove e2e2");
    assert!(told[0].contains("; ranks begin with 0 here: UCI's 'e2e2' is '@@@@'): e2e2"), "{told:?}");
    // What is no move in either is refused without that.
    assert_eq!(engine.ask_cecp("usermove b1c2"), ["Illegal move (no piece stands on b1): b1c2"]);
    assert_eq!(engine.ask_cecp("usermove b0c2"), [""; 0]);
    engine.quit();
}

#[test]
fn the_engine_answers_moves_as_black_and_plays_on_demand() {
    let mut engine = start();
    engine.send("sd 1\nusermove b0c2");
    own_move(&mut engine);
    assert_eq!(engine.ask_cecp("playother\nping 3"), ["pong 3"]);
    assert_eq!(engine.ask_cecp("force\nusermove a3a4"), [""; 0]);
    engine.send("go");
    own_move(&mut engine);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let mut engine = start();
    let lines = engine.ask_cecp("force\nusermove b0b5\nusermove a9a8\nusermove xyz\nusermove e5e6\nusermove a10a9");
    assert_eq!(lines.len(), 5);
    for (line, mv) in lines.iter().zip(["b0b5", "a9a8", "xyz", "e5e6", "a10a9"]) {
        assert!(line.starts_with("Illegal move (") && line.ends_with(&format!("): {mv}")), "{line}");
    }
    assert!(lines[3].contains("e5"), "the points are called as the GUI calls them: {}", lines[3]);
    assert_eq!(engine.ask_cecp("frobnicate"), ["Error (unknown command): frobnicate"]);
    assert_eq!(engine.ask_cecp("level 40"), ["Error ('level MPS' needs minutes, as in '5' or '0:30'): level 40"]);
    assert_eq!(engine.ask_cecp("exit"), ["Error (command not legal now): exit"]);
}

#[test]
fn moves_can_be_taken_back() {
    let mut engine = start();
    assert_eq!(engine.ask_cecp("undo"), ["Error (command not legal now): undo"]);
    assert_eq!(engine.ask_cecp("remove"), ["Error (command not legal now): remove"]);
    assert_eq!(engine.ask_cecp("force\nusermove b0c2\nusermove b9c7\nundo\nusermove h9g7"), [""; 0]);
    assert_eq!(engine.ask_cecp("remove\nusermove b0c2"), [""; 0]);
    let again = engine.ask_cecp("usermove b0c2");
    assert!(again[0].starts_with("Illegal move"), "{again:?}");
}

#[test]
fn taking_back_ends_a_search_only_if_it_can_be_done() {
    let mut engine = start();
    for command in ["undo", "remove"] {
        engine.send(&format!("new\nlevel 0 60 0\ngo\n{command}"));
        assert_eq!(engine.next_line(SOON).expect("an error").text, format!("Error (command not legal now): {command}"));
        engine.send("?");
        own_move(&mut engine);
    }
    // After `undo` the engine plays neither side, after `remove` the same as before.
    assert_eq!(engine.ask_cecp("new\nusermove b0c2\nundo\nusermove b0c2\nusermove b9c7"), [""; 0]);
    engine.send("new\nsd 1\nusermove b0c2");
    own_move(&mut engine);
    engine.send("remove\nusermove b0c2");
    own_move(&mut engine);
    engine.send("new\nforce\nusermove b0c2\nusermove b9c7\nlevel 0 60 0\nsd 99\ngo\nremove\n?");
    own_move(&mut engine);
}

#[test]
fn a_pass_is_made_in_both_forms() {
    let mut engine = start();
    // The opponent's pass, and the same as XBoard tells it while the engine plays; another one ends the game.
    let start = common::START;
    let after = start.replace(" w ", " b ");
    for pass in ["usermove @@@@", &format!("setboard {after}"), &format!("setboard {}", after.replace('n', "h"))] {
        engine.send(&format!("new\nsd 1\n{pass}"));
        own_move(&mut engine);
        assert_eq!(engine.ask_cecp("result * {}\nundo\nundo\nusermove b0c2"), [""; 0], "{pass}");
    }
    // While it does not play, positions are set up: in this way XBoard takes passes back.
    for moves in [
        format!("usermove @@@@\nsetboard {start}\nusermove b0c2"),
        format!("setboard {after}\nusermove @@@@\nusermove b0c2"),
        format!("usermove @@@@\nanalyze\nsetboard {start}\nusermove b0c2\nexit"),
    ] {
        assert_eq!(engine.ask_cecp(&format!("new\nforce\n{moves}")), [""; 0], "{moves}");
    }
    engine.send("new\nforce\nusermove @@@@\nplayother\nusermove @@@@");
    assert_eq!(engine.expect("0-1", SOON).text, "0-1 {both sides passed}");
}

#[test]
fn a_pass_that_is_not_legal_changes_nothing() {
    let mut strict = start_variant("janggistrict");
    let knows_none = ["Illegal move (janggistrict knows no pass): @@@@"];
    assert_eq!(strict.ask_cecp("force\nusermove @@@@"), knows_none);
    let after = common::START.replace(" w ", " b ");
    assert_eq!(strict.ask_cecp(&format!("new\nsd 1\nsetboard {after}")), knows_none);
    strict.send("usermove b0c2");
    own_move(&mut strict);
    let mut engine = start();
    let check = "3k5/9/9/9/9/9/9/4r4/4K4/8R w - - 0 1";
    assert_eq!(engine.ask_cecp(&format!("force\nsetboard {check}\nplayother\nsd 1")), [""; 0]);
    let pass = format!("setboard {}", check.replace(" w ", " b "));
    assert_eq!(engine.ask_cecp(&pass), ["Illegal move (one cannot pass while in check): @@@@"]);
    engine.send("usermove e1e2");
    own_move(&mut engine);
}

#[test]
fn positions_are_set_up_or_refused() {
    let mut engine = start();
    let (fen, mates) = MATES_IN_ONE[1];
    engine.send(&format!("force\nsetboard {fen}\nsd 4\ngo"));
    assert_eq!(to_uci(&own_move(&mut engine), ""), mates[0]);
    engine.expect("1-0 {checkmate}", SOON);
    let refused = engine.ask_cecp("force\nsetboard 9/9 w");
    assert!(refused[0].starts_with("tellusererror Illegal position: "), "{refused:?}");
    assert_eq!(engine.ask_cecp("usermove a0a1"), ["Illegal move (no position is set up): a0a1"]);
    assert_eq!(engine.ask_cecp("new\nforce\nusermove a0a1"), [""; 0]);
    // Elephants and horses may be called E and H, and hands may be empty brackets.
    let fen = "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR[] b - - 0 1";
    assert_eq!(engine.ask_cecp(&format!("setboard {fen}")), [""; 0]);
}

#[test]
fn white_moves_first_in_the_strict_rules_too() {
    let mut engine = start_variant("janggistrict");
    // The user has White, or another engine that was told the position; points are called as White sees them.
    let start = common::START;
    for begin in ["new".to_owned(), format!("new\nforce\nsetboard {start}\nplayother"), "new\nwhite".to_owned()] {
        engine.send(&format!("{begin}\nsd 1\npost\nusermove b0c2"));
        let lines = texts(&engine.lines_until("move", SOON));
        let answer = lines.last().expect("a move").strip_prefix("move ").expect("a move").to_owned();
        assert!(answer.as_bytes()[1] >= b'6', "Black moves at the top: {answer}");
        assert!(lines.iter().any(|line| line.contains(&format!("\t{answer}"))), "{lines:#?}");
    }
    assert_eq!(
        engine.ask_cecp("new\nforce\nusermove b9c7"),
        ["Illegal move (the horse on b9 is the opponent's): b9c7"]
    );
    let refused = engine.ask_cecp("setboard 9/4k4/9/9/9/9/9/9/9/8 w - - 0 1");
    assert_eq!(refused, ["tellusererror Illegal position: FEN refused: rank 0 has 8 points, expected 9"]);
    // Set-ups are those of the other rule sets: Cho, at the bottom, moves first.
    let lines = engine.ask_cecp("option Janggi_ChoSetup=sangmasangma\nvariant janggistrict");
    assert!(
        lines[0].ends_with(" rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1"),
        "{lines:#?}"
    );
    // Whoever mates as White has won as White.
    let (fen, mates) = MATES_IN_ONE[1];
    engine.send(&format!("force\nsetboard {fen}\nsd 4\ngo"));
    assert_eq!(to_uci(&own_move(&mut engine), ""), mates[0]);
    engine.expect("1-0 {checkmate}", SOON);
}

#[test]
fn a_draw_is_accepted_without_an_advantage() {
    // Where points decide there are no draws, see tests/documents.rs.
    let mut engine = start_variant("janggicasual");
    assert_eq!(engine.ask_cecp("draw"), [""; 0]);
    // Black has nothing but its general against two chariots. Nothing else ends the game here: generals may face each other, and nobody passes twice.
    engine.send("force\nsetboard 3k5/9/9/9/9/p8/9/R8/4K4/R8 w - - 0 1\nsd 2\nusermove a2b2\ngo");
    own_move(&mut engine);
    for mv in ["b2c2", "c2b2", "b2c2"] {
        engine.send(&format!("force\nusermove {mv}\ngo"));
        engine.lines_until("move", SOON);
    }
    assert_eq!(engine.ask_cecp("draw"), ["offer draw"]);
}

#[test]
fn the_end_of_the_input_lets_the_move_be_made() {
    // With `hard` it would ponder after its move.
    for pondering in ["easy", "hard"] {
        let mut engine = Engine::start();
        engine.send(&format!("xboard\n{pondering}\nsd 3\ngo"));
        engine.close_input();
        own_move(&mut engine);
        assert!(engine.wait().success(), "{pondering}");
    }
    let output = common::run(&["--variant", "cheduk"], "xboard\nanalyze\n");
    assert!(output.status.success() && output.stdout.is_empty());
}
