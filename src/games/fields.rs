//! The fields of a FEN behind the placement, which games share: side to move, up to two dashes, plies, move number.

use nom::bytes::complete::is_not;
use nom::character::complete::{digit1, multispace1};
use nom::combinator::all_consuming;
use nom::multi::separated_list0;
use nom::{IResult, Parser};

use crate::game::Side;

/// The largest count of plies or moves that a FEN may state.
const LARGEST_COUNT: u32 = 99_999;

/// Why a field was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FieldError {
    #[error("field 2, the side to move, is missing; expected 'w' or 'b'")]
    SideMissing,
    #[error("field 2, the side to move, is '{found}'; expected 'w' or 'b'")]
    Side { found: String },
    #[error("field {field} is '{found}', expected '-' or a number")]
    Field {
        /// Counted from 1.
        field: usize,
        found: String,
    },
    #[error("field {field}, {what}, is {found}; expected 0 to {}", LARGEST_COUNT)]
    Count {
        /// Counted from 1.
        field: usize,
        what: &'static str,
        found: String,
    },
    #[error("field {field}, '{found}', is one too many")]
    Surplus {
        /// Counted from 1.
        field: usize,
        found: String,
    },
}

/// What the fields say; a number that is missing, or a dash in its place, is as at the start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fields {
    pub turn: Side,
    pub quiet: u32,
    pub move_number: u32,
}

/// The words between blanks.
pub(super) fn split(fen: &str) -> Vec<&str> {
    let words: IResult<&str, Vec<&str>> = separated_list0(multispace1, is_not(" \t\r\n")).parse(fen.trim());
    words.map_or(Vec::new(), |(_, words)| words)
}

/// Reads the side to move, field 2.
pub(super) fn side(text: Option<&&str>) -> Result<Side, FieldError> {
    match text.copied() {
        None => Err(FieldError::SideMissing),
        Some("w") => Ok(Side::Upper),
        Some("b") => Ok(Side::Lower),
        Some(other) => Err(FieldError::Side { found: other.to_owned() }),
    }
}

/// Writes the side to move.
pub(super) fn side_letter(side: Side) -> char {
    match side {
        Side::Upper => 'w',
        Side::Lower => 'b',
    }
}

/// Reads a number; none if a dash stands in its place.
pub(super) fn counter(field: usize, what: &'static str, text: &str) -> Result<Option<u32>, FieldError> {
    if text == "-" {
        return Ok(None);
    }
    let found = text.to_owned();
    let number: IResult<&str, &str> = all_consuming(digit1).parse(text);
    if number.is_err() {
        return Err(FieldError::Field { field, found });
    }
    match text.parse() {
        Ok(number) if number <= LARGEST_COUNT => Ok(Some(number)),
        _ => Err(FieldError::Count { field, what, found }),
    }
}

/// Reads the fields behind the placement; `plies` says what the first number counts.
pub(super) fn read(fields: &[&str], plies: &'static str) -> Result<Fields, FieldError> {
    let turn = side(fields.first())?;
    let rest = fields.get(1..).unwrap_or_default();
    let dashes = rest.iter().take(2).take_while(|&&field| field == "-").count();
    let mut counters = [None; 2];
    for (index, &text) in rest.iter().enumerate().skip(dashes) {
        let field = index + 3;
        let Some(place) = counters.get_mut(index - dashes) else {
            return Err(FieldError::Surplus { field, found: text.to_owned() });
        };
        *place = counter(field, [plies, "the move number"][index - dashes], text)?;
    }
    let [quiet, move_number] = counters;
    // Some programs count moves from 0.
    Ok(Fields { turn, quiet: quiet.unwrap_or(0), move_number: move_number.unwrap_or(1).max(1) })
}
