//! FENs: what is read, what is refused, and in which words.

use super::{SPAN, WEDGE, legal, position, start};
use janggun::game::{Game, Notation};
use janggun::games::cheduk::Position;

const START: &str = "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss] w Cc -/- - 0 0";
const BEGUN: &str = "c10/11/11/11/2S8/3d7/11/11/11/11/10+D/10C[ASSSSasssss] w Cc h7/c7! c7,k2 3 20";

#[track_caller]
fn refused(fen: &str) -> String {
    match Position::from_fen(&Position::VARIANTS[0], &WEDGE, fen) {
        Ok(position) => panic!("{fen} is read as {}", position.fen()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn rule_1_1_the_board_has_twelve_rows_of_eleven_tiles() {
    let rows: Vec<usize> = START.split('[').next().expect("a placement").split('/').map(tiles).collect();
    assert_eq!(rows, [11; 12]);
    assert!(refused(&START.replacen("11", "12", 1)).contains("11"));
    assert!(refused(&START.replacen("ce9/", "", 1)).contains("12"));
}

/// How many tiles a row of a FEN has.
fn tiles(row: &str) -> usize {
    let letters = row.chars().filter(|c| c.is_ascii_alphabetic()).count();
    let empty: usize = row.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<usize>().ok()).sum();
    letters + empty
}

#[test]
fn rule_1_2_each_side_has_eleven_pieces_of_six_kinds() {
    let placement = START.split(' ').next().expect("a placement");
    for (letter, number) in [('C', 1), ('D', 1), ('E', 2), ('A', 1), ('S', 5), ('G', 1)] {
        assert_eq!(placement.chars().filter(|&c| c == letter).count(), number, "{letter}");
        assert_eq!(placement.chars().filter(|&c| c == letter.to_ascii_lowercase()).count(), number, "{letter}");
    }
}

#[test]
fn rule_3_1_the_start_is_that_of_the_rules() {
    assert_eq!(start(WEDGE).fen(), START);
    assert_eq!(start(SPAN).fen(), START);
    assert_eq!(legal(&start(WEDGE)).len(), 18);
}

#[test]
fn dialects_are_read() {
    let again = |fen: &str| position(WEDGE, fen).fen();
    assert_eq!(again("ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[sssssaSSSSSA] w"), START);
    assert_eq!(again(&START.replace(" 0 0", "")), START);
    assert_eq!(again(&START.replace(" -/- ", " - ")), START);
    assert_eq!(again(&format!("  {}\t", START.replace(' ', "  "))), START);
    let counterless = BEGUN.replace(" 3 20", "");
    assert_eq!(again(&counterless), BEGUN.replace(" 3 20", " 0 1"));
    assert_eq!(again(&BEGUN.replace("c7,k2", "k2,C7").replace("h7/", "H7/")), BEGUN);
    let full = "ce3s5/e3s6/g3s6/2s8/d10/1sa4AS2/7S3/10D/7S3/10G/5S4E/4S4EC[-] w Cc h7/c7 - 0 1";
    assert_eq!(again(&full.replace("[-]", "")), full);
    assert_eq!(again(&full.replace("[-]", "[]")), full);
}

#[test]
fn what_cannot_be_read_is_refused() {
    assert_eq!(refused(""), format!("the FEN is empty, expected one such as '{START}'"));
    assert_eq!(refused("11/11 w"), "the placement has 2 ranks, expected 12");
    assert_eq!(refused(&START.replace("9EC", "8EC")), "rank 1 has 10 tiles, expected 11");
    assert_eq!(refused(&START.replace("9EC", "9ECC")), "rank 1 has 12 tiles, expected 11");
    assert_eq!(refused(&START.replace("/e10/", "/e99/")), "rank 11 has 100 tiles, expected 11");
    let letters = "expected a number 1 to 11 or one of the letters C D E A S G in either case";
    assert_eq!(refused(&START.replace("9EC", "9EX")), format!("rank 1 has 'X', {letters}"));
    assert_eq!(refused(&START.replace("9EC", "90EC")), "rank 1 has 92 tiles, expected 11");
    assert_eq!(refused(&START.replace("9EC", "9E+")), format!("rank 1 has '+', {letters}"));
    assert_eq!(refused(&START.replace("]", "")), "the reserve '[ASSSSSasssss' is not enclosed in '[' and ']'");
    assert_eq!(
        refused(&START.replace("[A", "[D")),
        "the reserve has 'D', expected the letters A and S in either case, or '-' if it is empty"
    );
    assert_eq!(refused(&START.replace(" w ", " r ")), "field 2, the side to move, is 'r'; expected 'w' or 'b'");
    assert_eq!(
        refused("11/11/11/11/11/11/11/11/11/11/11/11"),
        "field 2, the side to move, is missing; expected 'w' or 'b'"
    );
    assert_eq!(refused(&START.replace("Cc", "KQ")), "field 3, castling, is 'KQ'; expected 'Cc', 'C', 'c' or '-'");
    let embassies = "expected Red's and Blue's tile as in 'h7/c7!', or '-' for none";
    assert_eq!(refused(&BEGUN.replace("h7/c7!", "h7")), format!("field 4, the embassies, is 'h7'; {embassies}"));
    let gathered = "expected tiles with commas between, as in 'c7,k3', or '-'";
    assert_eq!(
        refused(&BEGUN.replace("c7,k2", "c7;k2")),
        format!("field 5, the gathered tiles, is 'c7;k2'; {gathered}")
    );
    assert_eq!(refused(&BEGUN.replace(" 3 20", " x 20")), "field 6 is 'x', expected '-' or a number");
    assert!(
        refused(&BEGUN.replace(" 3 20", " 3 123456")).starts_with("field 7, the move number, is 123456; expected 0 to")
    );
    assert_eq!(refused(&format!("{START} 1")), "field 8, '1', is one too many");
}

#[test]
fn pieces_that_the_game_has_not_are_refused() {
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/10C")), "Red has more than 1 chief on the board");
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/10d")), "Blue has more than 1 diplomat on the board");
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/8EEE")), "Red has more than 2 special envoys on the board");
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/10G")), "Red has more than 1 guard on the board");
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/5ssssss")), "Blue has more than 5 spies on the board");
    assert_eq!(refused(&BEGUN.replace("c10/11", "c10/9aa")), "Blue has more than 1 ambassador on the board");
    assert_eq!(
        refused(&BEGUN.replace("+D", "+G")),
        "the guard on k2 has a guard attached ('+'); a guard attaches to other pieces only"
    );
    assert_eq!(refused(&BEGUN.replace("+D", "D~")), "the diplomat on k2 cannot be informed ('~'); only spies can");
}

#[test]
fn a_reserve_that_does_not_add_up_is_refused() {
    assert_eq!(
        refused(&BEGUN.replace("ASSSSa", "ASSSSSa")),
        "Red has 1 spy on the board and 5 in reserve, expected 5 together"
    );
    assert_eq!(
        refused(&BEGUN.replace("Sasssss", "Ssssss")),
        "Blue has 0 ambassadors on the board and 0 in reserve, expected 1 together"
    );
}

#[test]
fn embassies_and_gathered_tiles_that_contradict_each_other_are_refused() {
    assert_eq!(
        refused(&BEGUN.replace("h7/", "h8/")),
        "Red's embassy cannot be on h8, which is no ambassador tile of Red"
    );
    assert_eq!(
        refused(&BEGUN.replace("c7,k2", "k2")),
        "Blue's embassy on c7 is occupied but c7 is not among the gathered tiles"
    );
    assert_eq!(
        refused(&BEGUN.replace("c7,k2", "c7,f6")),
        "f6 is among the gathered tiles but lies in nobody's territory"
    );
    assert_eq!(refused(&BEGUN.replace("c7,k2", "c7,c7")), "c7 is listed twice among the gathered tiles");
    assert_eq!(
        refused(&BEGUN.replace("c7,k2", "a7,a8,a9,b8,c7,k2,k3,k4,k5,k6")),
        "both sides have five information; the game would have been over before"
    );
    assert_eq!(
        refused(&BEGUN.replace("h7/c7! c7,k2", "-/c7 -")),
        "Red has no embassy, but the game has begun: the move number is not 0"
    );
}

#[test]
fn only_a_chief_that_has_just_been_captured_may_be_missing() {
    let fen = BEGUN.replace("c10/", "11/");
    assert_eq!(
        refused(&fen),
        "Blue has no chief but is not to move; only a chief that has just been captured may be missing"
    );
    assert_eq!(position(WEDGE, &fen.replace(" w ", " b ")).legal_count(), 0);
    assert_eq!(
        refused(&START.replace("9EC", "9E1")),
        "Red has no chief, but the game has not begun: the move number is 0"
    );
}

#[test]
fn what_cannot_be_in_the_set_up_is_refused() {
    let placing = "ce9/e10/g10/11/d10/2a4A3/11/10D/11/10G/10E/9EC[SSSSSsssss] b Cc h7/c7 - 0 0";
    let why = |fen: &str| {
        let error = refused(fen);
        error.strip_prefix("the game has not begun, the move number is 0, but ").map(str::to_owned).unwrap_or(error)
    };
    assert_eq!(why(&placing.replace("h7/c7", "i7/c7")), "Red's ambassador does not stand on its embassy");
    assert_eq!(why(&placing.replace("h7/c7", "h7/-")), "Blue's ambassador does not stand on its embassy");
    assert_eq!(
        why(&START.replace("/10D/", "/9SD/").replace("[AS", "[A")),
        "Red has placed spies before both ambassadors are placed"
    );
    assert_eq!(why(&placing.replace(" - 0 0", " c8 0 0")), "information has been gathered");
    let all = "ce3s5/e3s6/g3s6/2s8/d10/1sa4AS2/7S3/10D/7S3/10G/5S4E/4S4EC[-] w Cc h7/c7 - 0 0";
    assert_eq!(why(all), "all ambassadors and spies are placed");
    let red_done = all.replace("/1sa4", "/2a4").replace("[-]", "[s]");
    assert_eq!(why(&red_done), "Red is to place a spy and has none left");
    let one = "ce9/e10/g10/11/d10/2a8/11/10D/11/10G/10E/9EC[ASSSSSsssss] b Cc -/c7 - 0 0";
    assert_eq!(why(one), "Blue is to place an ambassador and has placed it");
}
