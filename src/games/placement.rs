//! The first field of a FEN, which games share: ranks from the top with runs of empty points, then a pocket in brackets.

use crate::game::{Part, Sentence, Side, sentence};
use nom::branch::alt;
use nom::character::complete::{digit1, satisfy};
use nom::combinator::{map, map_res, verify};
use nom::multi::many0;
use nom::{IResult, Parser};
use std::fmt::{self, Display, Write};

/// What a placement must look like.
pub(super) struct Shape<'a> {
    pub files: usize,
    pub ranks: usize,
    /// What the game calls its points, in the plural.
    pub points: &'static str,
    /// The upper-case letters of the pieces, with blanks between.
    pub letters: &'a str,
}

/// Why a placement was refused; ranks are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PlacementError {
    RankCount {
        found: usize,
        expected: usize,
    },
    RankWidth {
        rank: u8,
        found: usize,
        expected: usize,
        /// What the game calls its points.
        points: &'static str,
    },
    /// Neither a piece nor a run of empty points.
    Letter {
        rank: u8,
        found: char,
        expected: String,
    },
}

impl From<PlacementError> for Sentence {
    fn from(error: PlacementError) -> Sentence {
        match error {
            PlacementError::RankCount { found, expected } => {
                format!("the placement has {}, expected {expected}", counted(found, "ranks")).into()
            }
            PlacementError::RankWidth { rank, found, expected, points } => {
                sentence!["rank ", Part::Rank(rank), format!(" has {}, expected {expected}", counted(found, points))]
            }
            PlacementError::Letter { rank, found, expected } => {
                sentence!["rank ", Part::Rank(rank), format!(" has '{found}', expected {expected}")]
            }
        }
    }
}

/// `1 rank`, `9 ranks`.
fn counted(number: usize, nouns: &str) -> String {
    let noun = if number == 1 { nouns.trim_end_matches('s') } else { nouns };
    format!("{number} {noun}")
}

impl Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for PlacementError {}

enum PlacementItem<P> {
    Piece(P),
    Gap(usize),
}

impl Shape<'_> {
    /// Where a run can be longer than 9, digits that follow each other are one number.
    fn has_long_runs(&self) -> bool {
        self.files > 9
    }

    fn gap<'a>(&self, input: &'a str) -> IResult<&'a str, usize> {
        if self.has_long_runs() {
            return verify(map_res(digit1, str::parse), |&width| width > 0).parse(input);
        }
        map(satisfy(|digit| ('1'..='9').contains(&digit)), |digit| digit as usize - '0' as usize).parse(input)
    }

    /// Reads a placement, of which `piece` reads one piece. Yields the pieces with their files and ranks.
    pub fn read<P>(
        &self,
        text: &str,
        piece: impl Fn(&str) -> IResult<&str, P>,
    ) -> Result<Vec<(P, usize, usize)>, PlacementError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != self.ranks {
            return Err(PlacementError::RankCount { found: ranks.len(), expected: self.ranks });
        }
        let mut pieces = Vec::with_capacity(32);
        // From the top, so that the first mistake a reader meets is the one reported.
        for (text, rank) in ranks.into_iter().zip((0..self.ranks).rev()) {
            let item = |input| {
                alt((map(&piece, PlacementItem::Piece), map(|input| self.gap(input), PlacementItem::Gap))).parse(input)
            };
            let (rest, items) = many0(item).parse(text).unwrap_or((text, Vec::new()));
            if let Some(found) = rest.chars().next() {
                return Err(PlacementError::Letter { rank: rank as u8, found, expected: self.expected_items() });
            }
            let mut file = 0_usize;
            for item in items {
                match item {
                    PlacementItem::Gap(width) => file = file.saturating_add(width),
                    PlacementItem::Piece(piece) => {
                        if file < self.files {
                            pieces.push((piece, file, rank));
                        }
                        file = file.saturating_add(1);
                    }
                }
            }
            if file != self.files {
                let (rank, points) = (rank as u8, self.points);
                return Err(PlacementError::RankWidth { rank, found: file, expected: self.files, points });
            }
        }
        Ok(pieces)
    }

    fn expected_items(&self) -> String {
        let number = if self.has_long_runs() { "number" } else { "digit" };
        format!("a {number} 1 to {} or one of the letters {} in either case", self.files, self.letters)
    }
}

/// Writes a placement; `piece` writes what stands on a file and rank.
pub(super) fn write<P: Display>(files: usize, ranks: usize, piece: impl Fn(usize, usize) -> Option<P>) -> String {
    let mut text = String::with_capacity(100);
    for rank in (0..ranks).rev() {
        let mut gap = 0;
        for file in 0..files {
            match piece(file, rank) {
                None => gap += 1,
                Some(piece) => {
                    push_gap(&mut text, gap);
                    gap = 0;
                    let _ = write!(text, "{piece}"); // a String takes anything
                }
            }
        }
        push_gap(&mut text, gap);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn push_gap(text: &mut String, gap: usize) {
    if gap > 0 {
        let _ = write!(text, "{gap}"); // a String takes anything
    }
}

/// The placement and what stands between the brackets behind it. The error is what is there instead of one pair of them.
pub(super) fn split_pocket(field: &str) -> Result<(&str, &str), String> {
    let Some(start) = field.find(['[', ']']) else { return Ok((field, "")) };
    let (placement, pocket) = field.split_at(start);
    match pocket.strip_prefix('[').and_then(|pocket| pocket.strip_suffix(']')) {
        Some(inner) if !inner.contains(['[', ']']) => Ok((placement, inner)),
        _ => Err(pocket.to_owned()),
    }
}

/// Whose piece a letter is.
pub(super) fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::Upper } else { Side::Lower }
}

/// An upper-case letter as it is written for a piece of that side.
pub(super) fn cased(side: Side, letter: char) -> char {
    match side {
        Side::Upper => letter,
        Side::Lower => letter.to_ascii_lowercase(),
    }
}
