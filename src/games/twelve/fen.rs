//! FENs: `placement[hands] side plies move`. Also accepted: `[]` or nothing for empty hands, hands in any order, `+`
//! and the letter of a man for a lord, dashes before the counters as Fairy-Stockfish writes them, missing counters,
//! any number of blanks and tabs.

use super::board::{Board, Kind};
use super::position::Position;
use super::ruleset::{Alphabet, Drops, RuleSet};
use super::square::{FILES, RANKS, Square, SquareSet};
use crate::game::{Sentence, Side};
use crate::games::fields::{self, FieldError, Fields};
use crate::games::placement::{self, PlacementError, Shape, cased, side_of};
use nom::character::complete::{anychar, char};
use nom::combinator::{map_opt, opt};
use nom::{IResult, Parser};

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("the FEN is empty, expected one such as '{start}'")]
    Empty { start: &'static str },
    #[error(transparent)]
    Placement(#[from] PlacementError),
    #[error("the hands '{found}' are not enclosed in '[' and ']'")]
    Brackets { found: String },
    #[error("the hands have '{found}', expected letters of {letters} in either case, or '-' for empty hands")]
    Hand { found: char, letters: String },
    #[error(transparent)]
    Field(#[from] FieldError),
    #[error("the {side} side has {found} {kind}s, expected 1")]
    Kings { side: &'static str, found: usize, kind: &'static str },
    #[error("the {side} side has no {kind} but is not to move; only a {kind} that has just been taken may be missing")]
    KingMissing { side: &'static str, kind: &'static str },
    #[error("there are {found} pieces {letter} on the board and in the hands, expected at most 2")]
    TooMany { letter: String, found: usize },
    #[error("the {side} {kind} on {square} stands in the enemy camp, where it would be a {promoted}")]
    Unpromoted { side: &'static str, kind: &'static str, square: Square, promoted: &'static str },
}

impl From<FenError> for Sentence {
    fn from(error: FenError) -> Sentence {
        error.to_string().into()
    }
}

/// Parses a FEN under a rule set.
pub fn read(rules: &'static RuleSet, fen: &str) -> Result<Position, FenError> {
    let fields = fields::split(fen);
    let (first, rest) = fields.split_first().ok_or(FenError::Empty { start: rules.start })?;
    let (placement, hands) = placement::split_pocket(first).map_err(|found| FenError::Brackets { found })?;
    let pieces = read_placement(rules.alphabet, placement)?;
    let hands = read_hands(rules, hands)?;
    let Fields { turn, quiet, move_number } = fields::read(rest, "the plies since the last capture or drop")?;
    check_pieces(rules, turn, &pieces, &hands)?;

    let board = pieces.iter().fold(Board::empty(turn), |board, &(side, kind, square)| board.with(square, side, kind));
    let board = hands.iter().fold(board, |board, &(side, kind)| board.with_in_hand(side, kind));
    let mut position = Position::new(rules, board);
    position.quiet = quiet;
    position.move_number = move_number;
    Ok(position)
}

/// Writes the FEN.
pub fn write(position: &Position) -> String {
    let (board, alphabet) = (position.board, position.rules.alphabet);
    let placement = placement::write(FILES, RANKS, |file, rank| {
        board.at(Square::new(file, rank)).map(|(side, kind)| letters(alphabet, side, kind))
    });
    let held = hand_letters(position, Side::Upper) + &hand_letters(position, Side::Lower);
    let held = if held.is_empty() { "-" } else { &held };
    let side = fields::side_letter(board.turn());
    format!("{placement}[{held}] {side} {} {}", position.quiet, position.move_number)
}

fn letters(alphabet: Alphabet, side: Side, kind: Kind) -> String {
    alphabet.letter(kind).chars().map(|letter| cased(side, letter)).collect()
}

/// A side's hand as the FEN lists it.
pub(super) fn hand_letters(position: &Position, side: Side) -> String {
    let rules = position.rules;
    let several = |&kind: &Kind| letters(rules.alphabet, side, kind).repeat(position.board.hand(side, kind));
    rules.hand_order.iter().map(several).collect()
}

fn piece(alphabet: Alphabet, input: &str) -> IResult<&str, (Side, Kind)> {
    let named = |(plus, letter): (Option<char>, char)| {
        let side = side_of(letter);
        match (plus, alphabet.kind_of(letter)?) {
            (Some(_), Kind::Man) => Some((side, Kind::Lord)),
            (Some(_), _) => None,
            (None, kind) => Some((side, kind)),
        }
    };
    map_opt((opt(char('+')), anychar), named).parse(input)
}

fn read_placement(alphabet: Alphabet, text: &str) -> Result<Vec<(Side, Kind, Square)>, FenError> {
    let letters = Kind::ALL.map(|kind| alphabet.letter(kind)).join(" ");
    let shape = Shape { files: FILES, ranks: RANKS, points: "squares", letters: &letters };
    let pieces = shape.read(text, |input| piece(alphabet, input))?;
    Ok(pieces.into_iter().map(|((side, kind), file, rank)| (side, kind, Square::new(file, rank))).collect())
}

fn read_hands(rules: &RuleSet, text: &str) -> Result<Vec<(Side, Kind)>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let held = |letter: char| {
        let kind = rules.alphabet.kind_of(letter).filter(|kind| Kind::IN_HAND.contains(kind));
        let letters = || rules.hand_order.map(|kind| rules.alphabet.letter(kind)).join(" ");
        kind.map(|kind| (side_of(letter), kind)).ok_or_else(|| FenError::Hand { found: letter, letters: letters() })
    };
    text.chars().map(held).collect()
}

/// Checks that the pieces on board and in hands can result from play.
fn check_pieces(
    rules: &RuleSet,
    turn: Side,
    pieces: &[(Side, Kind, Square)],
    hands: &[(Side, Kind)],
) -> Result<(), FenError> {
    let alphabet = rules.alphabet;
    let king = alphabet.name(Kind::King);
    for side in [Side::Upper, Side::Lower] {
        let found = pieces.iter().filter(|piece| (piece.0, piece.1) == (side, Kind::King)).count();
        if found > 1 {
            return Err(FenError::Kings { side: name(side), found, kind: king });
        }
        if found == 0 && side != turn {
            return Err(FenError::KingMissing { side: name(side), kind: king });
        }
    }
    for kind in Kind::IN_HAND {
        let on_board = pieces.iter().filter(|piece| piece.1.captured() == Some(kind)).count();
        let found = on_board + hands.iter().filter(|held| held.1 == kind).count();
        if found > 2 {
            let letter = match kind {
                Kind::Man => format!("{} and {}", alphabet.letter(kind), alphabet.letter(Kind::Lord)),
                _ => alphabet.letter(kind).to_string(),
            };
            return Err(FenError::TooMany { letter, found });
        }
    }
    for &(side, kind, square) in pieces {
        let in_camp = SquareSet::camp(side.other()).contains(square);
        if kind == Kind::Man && in_camp && rules.drops == Drops::OutsideEnemyCamp {
            let (kind, promoted) = (alphabet.name(kind), alphabet.name(Kind::Lord));
            return Err(FenError::Unpromoted { side: name(side), kind, square, promoted });
        }
    }
    Ok(())
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Upper => "upper-case",
        Side::Lower => "lower-case",
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::{DOBUTSU, RULE_SETS, TWELVE_JANGGI};
    use super::*;

    fn rewritten(rules: &'static RuleSet, fen: &str) -> String {
        read(rules, fen).map_or_else(|error| error.to_string(), |position| write(&position))
    }

    /// The error for the start position of Twelve Janggi with one part replaced.
    fn complaint(from: &str, to: &str) -> String {
        assert!(TWELVE_JANGGI.start.contains(from));
        let fen = TWELVE_JANGGI.start.replacen(from, to, 1);
        read(&TWELVE_JANGGI, &fen).expect_err("a bad FEN").to_string()
    }

    #[test]
    fn what_is_read_is_written() {
        for rules in RULE_SETS {
            assert_eq!(rewritten(rules, rules.start), rules.start);
        }
        for fen in ["1H1/2k/j1S/K2[sjz] b 0 1", "1k1/3/3/1K1[SSJJZz] w 12 34", "3/2k/3/1J1[Z] w 0 9"] {
            assert_eq!(rewritten(&TWELVE_JANGGI, fen), fen);
        }
        let fen = "1+C1/l2/3/1L1[GEgce] b 5 7";
        assert_eq!(rewritten(&DOBUTSU, fen), fen);
    }

    #[test]
    fn dialects_are_understood() {
        let start = TWELVE_JANGGI.start;
        for other in ["jks/1z1/1Z1/SKJ", "jks/1z1/1Z1/SKJ[]", "jks/1z1/1Z1/SKJ[-]"] {
            for tail in [" w", " w -", " w - -", " w 0", " w 0 1", " w - - 0 1", " w - 0 1", " w - - 0 0"] {
                assert_eq!(rewritten(&TWELVE_JANGGI, &format!("{other}{tail}")), start, "{other}{tail}");
            }
        }
        assert_eq!(rewritten(&TWELVE_JANGGI, " \tjks/111/12/SKJ[ZZ]\t b  \r\n"), "jks/3/3/SKJ[ZZ] b 0 1");
        assert_eq!(rewritten(&TWELVE_JANGGI, "1+Z1/k2/3/K+z1 w"), "1H1/k2/3/Kh1[-] w 0 1");
        assert_eq!(rewritten(&TWELVE_JANGGI, "1k1/3/3/1K1[zjsZJS] w"), "1k1/3/3/1K1[SJZsjz] w 0 1");
    }

    #[test]
    fn the_placement_must_have_four_ranks_of_three_squares() {
        assert_eq!(complaint("/1z1/", "/"), "the placement has 3 ranks, expected 4");
        assert_eq!(complaint("1z1", "1z2"), "rank 3 has 4 squares, expected 3");
        assert_eq!(complaint("1z1", "1x1").split(',').next(), Some("rank 3 has 'x'"));
        assert_eq!(
            complaint("1z1", "1+s1"),
            "rank 3 has '+', expected a digit 1 to 3 or one of the letters K S J Z H in either case"
        );
        assert_eq!(complaint("1z1", "0z1").split(',').next(), Some("rank 3 has '0'"));
    }

    #[test]
    fn hands_are_checked() {
        assert_eq!(complaint("[-]", "[Z"), "the hands '[Z' are not enclosed in '[' and ']'");
        assert_eq!(complaint("[-]", "]"), "the hands ']' are not enclosed in '[' and ']'");
        assert_eq!(complaint("[-]", "[Z][z]"), "the hands '[Z][z]' are not enclosed in '[' and ']'");
        assert_eq!(
            complaint("[-]", "[K]"),
            "the hands have 'K', expected letters of S J Z in either case, or '-' for empty hands"
        );
        assert_eq!(complaint("[-]", "[Z-]").split(',').next(), Some("the hands have '-'"));
    }

    #[test]
    fn fields_are_named_when_they_are_wrong() {
        assert_eq!(complaint(" w 0 1", ""), "field 2, the side to move, is missing; expected 'w' or 'b'");
        assert_eq!(complaint(" w ", " x "), "field 2, the side to move, is 'x'; expected 'w' or 'b'");
        assert_eq!(complaint("0 1", "x 1"), "field 3 is 'x', expected '-' or a number");
        assert_eq!(complaint("0 1", "0 1 2"), "field 5, '2', is one too many");
        assert_eq!(complaint("0 1", "0 100000"), "field 4, the move number, is 100000; expected 0 to 99999");
        assert_eq!(rewritten(&TWELVE_JANGGI, " "), "the FEN is empty, expected one such as 'jks/1z1/1Z1/SKJ[-] w 0 1'");
    }

    #[test]
    fn impossible_positions_are_refused() {
        assert_eq!(complaint("jks", "jkk"), "the lower-case side has 2 kings, expected 1");
        assert_eq!(
            complaint("jks", "j1s"),
            "the lower-case side has no king but is not to move; \
             only a king that has just been taken may be missing"
        );
        assert_eq!(complaint("[-]", "[S]"), "there are 3 pieces S on the board and in the hands, expected at most 2");
        assert_eq!(
            complaint("1z1", "1zH"),
            "there are 3 pieces Z and H on the board and in the hands, expected at most 2"
        );
        assert_eq!(
            complaint("jks/1z1", "Zks/3"),
            "the upper-case man on a4 stands in the enemy camp, where it would be a lord"
        );
        assert!(read(&DOBUTSU, "Cle/3/1C1/ELG[g] w 0 1").is_ok());
    }
}
