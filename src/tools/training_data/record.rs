//! One game as bytes.

use crate::game::Side;
use crate::search::value::{Value, is_decisive};

/// Scores are clamped to this, except those that count plies to a forced end.
pub const SCORE_LIMIT: i16 = 2_000;
/// Marks a ply without a score.
const NO_SCORE: i16 = i16::MIN;
/// Length of a frame's header: body length, checksum of the body, and checksum of these two. With the last, a damaged
/// length can be told from a truncated file.
pub(super) const FRAME: usize = 12;
/// Longer bodies were not written by us: the length is damaged.
pub(super) const LONGEST: usize = 1 << 20;

/// What the search said of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The move was random, or the search was stopped without an exact score.
    Nothing,
    /// Centipawns, within [`SCORE_LIMIT`], without contempt.
    Score(i16),
    /// A forced win (positive) or loss, by the search's count of plies; no training target.
    Decisive(i16),
}

impl Label {
    /// The label of an exact search value.
    pub fn of_value(value: Value) -> Label {
        let limit = Value::from(SCORE_LIMIT);
        match i16::try_from(value) {
            Ok(decisive) if is_decisive(value) => Label::Decisive(decisive),
            _ => Label::Score(value.clamp(-limit, limit) as i16),
        }
    }

    fn code(self) -> i16 {
        match self {
            Label::Nothing => NO_SCORE,
            Label::Score(score) => score.clamp(-SCORE_LIMIT, SCORE_LIMIT),
            Label::Decisive(value) => value,
        }
    }

    fn of_code(code: i16) -> Option<Label> {
        match code {
            NO_SCORE => Some(Label::Nothing),
            code if code.unsigned_abs() <= SCORE_LIMIT as u16 => Some(Label::Score(code)),
            code if is_decisive(code.into()) => Some(Label::Decisive(code)),
            _ => None,
        }
    }
}

/// A move of a game, with the label of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Index of the move among the legal moves sorted by their `u32` form.
    pub index: u16,
    #[allow(missing_docs)]
    pub label: Label,
}

/// Openings that were drawn for a game and rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RejectedOpenings {
    /// The random moves ended the game.
    pub ended: u16,
    /// The first score was outside of the balanced range.
    pub unbalanced: u16,
}

/// A whole self-play game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// Number of the game; with the seed it determines all random choices.
    pub number: u64,
    /// `None` in a draw.
    pub winner: Option<Side>,
    /// End reason, one word, such as `checkmate`.
    pub reason: String,
    /// Rejected openings.
    pub thrown: RejectedOpenings,
    /// Variant, FEN and options, as [`super::Start`] writes them.
    pub start: String,
    /// All moves, the random ones included.
    pub plies: Vec<Ply>,
}

impl TrainingGame {
    /// Encodes the game, framed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(128 + 4 * self.plies.len());
        body.extend(self.number.to_le_bytes());
        body.push(match self.winner {
            Some(Side::Lower) => 0,
            None => 1,
            Some(Side::Upper) => 2,
        });
        body.extend(self.thrown.ended.to_le_bytes());
        body.extend(self.thrown.unbalanced.to_le_bytes());
        for text in [&self.reason, &self.start] {
            let text = &text.as_bytes()[..text.len().min(u16::MAX.into())];
            body.extend((text.len() as u16).to_le_bytes());
            body.extend(text);
        }
        for ply in &self.plies {
            body.extend(ply.index.to_le_bytes());
            body.extend(ply.label.code().to_le_bytes());
        }
        frame(&body)
    }

    /// Decodes the body of a frame; `None` if it is not a game.
    pub(super) fn from_body(body: &[u8]) -> Option<TrainingGame> {
        let mut rest = Bytes(body);
        let number = u64::from_le_bytes(rest.take()?);
        let [winner] = rest.take()?;
        let winner = match winner {
            0 => Some(Side::Lower),
            1 => None,
            2 => Some(Side::Upper),
            _ => return None,
        };
        let thrown = RejectedOpenings { ended: rest.number()?, unbalanced: rest.number()? };
        let (reason, start) = (rest.text()?, rest.text()?);
        let (plies, []) = rest.0.as_chunks() else { return None };
        let ply = |&[a, b, c, d]: &[u8; 4]| {
            let label = Label::of_code(i16::from_le_bytes([c, d]))?;
            Some(Ply { index: u16::from_le_bytes([a, b]), label })
        };
        let plies = plies.iter().map(ply).collect::<Option<_>>()?;
        Some(TrainingGame { number, winner, reason, thrown, start, plies })
    }
}

/// Puts the header of a frame before a body.
pub(super) fn frame(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FRAME + body.len());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(body).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The bytes that are not decoded yet.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length.into())?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::{EVALUATION_LIMIT, FORESEEN, MATE};

    #[test]
    fn mates_are_told_apart_from_scores() {
        assert_eq!(Label::of_value(-57), Label::Score(-57));
        assert_eq!(Label::of_value(EVALUATION_LIMIT), Label::Score(SCORE_LIMIT));
        assert_eq!(Label::of_value(-2_001), Label::Score(-SCORE_LIMIT));
        assert_eq!(Label::of_value(MATE - 3), Label::Decisive(31_997));
        assert_eq!(Label::of_value(4 - FORESEEN), Label::Decisive(-29_996));
        for label in [Label::Nothing, Label::Score(-2_000), Label::Score(0), Label::Decisive(-31_990)] {
            assert_eq!(Label::of_code(label.code()), Some(label));
        }
        assert_eq!(Label::of_code(2_001), None);
    }

    #[test]
    fn a_game_that_is_cut_short_is_none() {
        let plies = vec![Ply { index: 40, label: Label::Score(-3) }; 3];
        let game = TrainingGame {
            number: 1 << 40,
            winner: Some(Side::Lower),
            reason: "checkmate".to_owned(),
            thrown: RejectedOpenings { ended: 1, unbalanced: 300 },
            start: "janggi\tFEN".to_owned(),
            plies,
        };
        let bytes = game.to_bytes();
        let body = &bytes[FRAME..];
        assert_eq!(TrainingGame::from_body(body), Some(game.clone()));
        for length in 0..body.len() {
            let whole_plies = TrainingGame::from_body(&body[..length]).is_none_or(|cut| cut.plies.len() < 3);
            assert!(whole_plies, "{length}");
        }
    }
}
