//! FENs: what can be read, what is refused and why, what is written.
//!
//! `placement side - - plies move`, as Fairy-Stockfish writes them. Read as well: `H` and `E` for horse and elephant,
//! `[]` after the placement, fewer dashes, missing counters, blanks and tabs in any number.

use super::board::{Kind, Position};
use super::point::{FILES, Point, RANKS};
use super::ruleset::RuleSet;
use super::tables::PALACES;
use super::threats::Threats;
use crate::game::{Sentence, Side, sentence};
use crate::games::fields::{self, FieldError, Fields};
use crate::games::placement::{self, PlacementError, Shape, cased, side_of};
use nom::character::complete::anychar;
use nom::combinator::map_opt;
use nom::{IResult, Parser};
use std::fmt;

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenError {
    Empty,
    Placement(PlacementError),
    Field(FieldError),
    Generals { side: Side, found: usize },
    TooMany { side: Side, kind: &'static str, found: usize, most: usize },
    OutsidePalace { side: Side, kind: &'static str, point: Point, palace: [Point; 2] },
    OpponentInCheck { side: Side },
}

impl From<PlacementError> for FenError {
    fn from(error: PlacementError) -> FenError {
        FenError::Placement(error)
    }
}

impl From<FieldError> for FenError {
    fn from(error: FieldError) -> FenError {
        FenError::Field(error)
    }
}

impl From<FenError> for Sentence {
    fn from(error: FenError) -> Sentence {
        match error {
            FenError::Empty => format!("the FEN is empty, expected a placement such as '{START_PLACEMENT}'").into(),
            FenError::Placement(error) => error.into(),
            FenError::Field(error) => error.to_string().into(),
            FenError::Generals { side, found } => {
                sentence!["the ", side, format!(" side has {found} generals, expected 1")]
            }
            FenError::TooMany { side, kind, found, most } => {
                sentence!["the ", side, format!(" side has {found} {kind}s, expected at most {most}")]
            }
            FenError::OutsidePalace { side, kind, point, palace: [from, to] } => {
                sentence!["the ", side, " ", kind, " on ", point, " is outside its palace, ", from, " to ", to]
            }
            FenError::OpponentInCheck { side } => {
                sentence!["the ", side, " general is in check but it is not its turn"]
            }
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for FenError {}

/// The default start position's first field.
const START_PLACEMENT: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR";

const SHAPE: Shape = Shape { files: FILES, ranks: RANKS, points: "points", letters: "K A R C N B P" };

/// Reads a FEN for the given rule set.
pub fn read(rules: &'static RuleSet, fen: &str) -> Result<Position, FenError> {
    let fields = fields::split(fen);
    let (placement, rest) = fields.split_first().ok_or(FenError::Empty)?;
    let pieces = read_placement(placement)?;
    let Fields { turn, quiet, move_number } = fields::read(rest, "the plies since the last capture")?;
    check_pieces(&pieces)?;

    let mut position = Position::new(rules, turn, pieces);
    position.quiet = quiet;
    position.move_number = move_number;
    if !Threats::against(&position, turn.other()).checkers.is_empty() {
        return Err(FenError::OpponentInCheck { side: turn.other() });
    }
    Ok(position)
}

/// Writes the FEN.
pub fn write(position: &Position) -> String {
    let placement = placement::write(FILES, RANKS, |file, rank| letter_at(position, Point::new(file, rank)));
    let side = fields::side_letter(position.turn);
    format!("{placement} {side} - - {} {}", position.quiet, position.move_number)
}

fn letter_at(position: &Position, point: Point) -> Option<char> {
    let letter = match position.kind_at(point)? {
        Kind::General => 'K',
        Kind::Guard => 'A',
        Kind::Chariot => 'R',
        Kind::Cannon => 'C',
        Kind::Horse => 'N',
        Kind::Elephant => 'B',
        Kind::Soldier => 'P',
    };
    Some(cased(position.side_at(point)?, letter))
}

fn kind_of(letter: char) -> Option<Kind> {
    match letter.to_ascii_uppercase() {
        'K' => Some(Kind::General),
        'A' => Some(Kind::Guard),
        'R' => Some(Kind::Chariot),
        'C' => Some(Kind::Cannon),
        'N' | 'H' => Some(Kind::Horse),
        'B' | 'E' => Some(Kind::Elephant),
        'P' => Some(Kind::Soldier),
        _ => None,
    }
}

fn piece(input: &str) -> IResult<&str, (Side, Kind)> {
    map_opt(anychar, |letter| Some((side_of(letter), kind_of(letter)?))).parse(input)
}

fn read_placement(text: &str) -> Result<Vec<(Side, Kind, Point)>, FenError> {
    let pieces = SHAPE.read(text.strip_suffix("[]").unwrap_or(text), piece)?;
    Ok(pieces.into_iter().map(|((side, kind), file, rank)| (side, kind, Point::new(file, rank))).collect())
}

/// Whether the pieces can come from one set, and stay where they must.
fn check_pieces(pieces: &[(Side, Kind, Point)]) -> Result<(), FenError> {
    for side in [Side::Upper, Side::Lower] {
        for kind in Kind::ALL {
            let found = pieces.iter().filter(|piece| (piece.0, piece.1) == (side, kind)).count();
            let most = match kind {
                Kind::General => 1,
                Kind::Soldier => 5,
                _ => 2,
            };
            if kind == Kind::General && found != 1 {
                return Err(FenError::Generals { side, found });
            }
            if found > most {
                return Err(FenError::TooMany { side, kind: kind.name(), found, most });
            }
        }
    }
    for &(side, kind, point) in pieces {
        if matches!(kind, Kind::General | Kind::Guard) && !PALACES[side.index()].contains(point) {
            let lowest = if side == Side::Upper { 0 } else { RANKS - 3 };
            let palace = [Point::new(3, lowest), Point::new(5, lowest + 2)];
            return Err(FenError::OutsidePalace { side, kind: kind.name(), point, palace });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::{OFFICIAL, STRICT};
    use super::*;

    const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";

    fn rewritten(fen: &str) -> String {
        read(&OFFICIAL, fen).map_or_else(|error| error.to_string(), |position| write(&position))
    }

    /// The complaint about a FEN with one part of the start position replaced.
    fn complaint(from: &str, to: &str) -> String {
        assert!(START.contains(from));
        read(&OFFICIAL, &START.replacen(from, to, 1)).expect_err("a bad FEN").to_string()
    }

    #[test]
    fn what_is_read_is_written() {
        for fen in [START, "4k4/9/9/4R4/9/9/9/9/9/3K5 b - - 57 123"] {
            assert_eq!(rewritten(fen), fen);
        }
    }

    #[test]
    fn dialects_are_understood() {
        let horses = START.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        assert_eq!(rewritten(&horses), START);
        for tail in [" w", " w - -", " w -", " w 0 1", " w - 0 1", " w - - 0", " w - - 0 0", "[] w - - 0 1"] {
            assert_eq!(rewritten(&START.replace(" w - - 0 1", tail)), START, "{tail}");
        }
        assert_eq!(rewritten(&format!(" \t{}\r\n", START.replace(' ', " \t "))), START);
        assert_eq!(rewritten(&START.replace("4k4", "22k1111")), START);
    }

    #[test]
    fn the_placement_must_have_ten_ranks_of_nine_points() {
        assert_eq!(complaint("/9/9/", "/9/"), "the placement has 9 ranks, expected 10");
        assert_eq!(complaint("4k4", "4k5"), "rank 9 has 10 points, expected 9");
        assert_eq!(complaint("4k4", "k"), "rank 9 has 1 point, expected 9");
        assert_eq!(complaint("/9/9/", "//9/"), "rank 6 has 0 points, expected 9");
        assert_eq!(
            complaint("1c5c1", "1x5c1"),
            "rank 8 has 'x', expected a digit 1 to 9 or one of the letters K A R C N B P in either case"
        );
        assert_eq!(complaint("4k4", "04k4").split(',').next(), Some("rank 9 has '0'"));
    }

    #[test]
    fn fields_are_named_when_they_are_wrong() {
        assert_eq!(complaint(" w - - 0 1", ""), "field 2, the side to move, is missing; expected 'w' or 'b'");
        assert_eq!(complaint(" w ", " white "), "field 2, the side to move, is 'white'; expected 'w' or 'b'");
        assert_eq!(complaint("- -", "KQ -"), "field 3 is 'KQ', expected '-' or a number");
        assert_eq!(complaint("0 1", "-3 1"), "field 5 is '-3', expected '-' or a number");
        assert_eq!(complaint("0 1", "0 1 2"), "field 7, '2', is one too many");
        assert_eq!(
            complaint("0 1", "99999999999999999999 1"),
            "field 5, the plies since the last capture, is 99999999999999999999; expected 0 to 99999"
        );
        assert_eq!(complaint("0 1", "0 100000"), "field 6, the move number, is 100000; expected 0 to 99999");
        assert!(rewritten("").starts_with("the FEN is empty, expected a placement such as 'rnba1abnr/"));
        assert_eq!(rewritten(" \t "), rewritten(""));
    }

    #[test]
    fn impossible_armies_are_refused() {
        assert_eq!(complaint("4k4", "9"), "the lower-case side has 0 generals, expected 1");
        assert_eq!(complaint("4K4", "3KK4"), "the upper-case side has 2 generals, expected 1");
        assert_eq!(complaint("/9/9/", "/9/4R4/"), "the upper-case side has 3 chariots, expected at most 2");
        assert_eq!(complaint("/9/9/", "/p8/9/"), "the lower-case side has 6 soldiers, expected at most 5");
        assert_eq!(complaint("4k4", "k8"), "the lower-case general on a9 is outside its palace, d8 to f10");
        assert_eq!(
            complaint("1C5C1/4K4/RNBA1ABNR", "1C5CA/4K4/RNBA2BNR"),
            "the upper-case guard on i3 is outside its palace, d1 to f3"
        );
    }

    #[test]
    fn facing_generals_may_be_given_even_where_they_may_not_be_made() {
        assert!(read(&STRICT, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").is_ok());
    }
}
