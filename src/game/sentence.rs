//! Sentences for people in which points, ranks and sides are data. Protocols call these by different names, and whoever
//! prints a sentence chooses.

use std::borrow::Cow;
use std::fmt;

use super::rules::Side;

/// A place on any board. Files and ranks are counted from 0, ranks from the bottom of a FEN's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPoint {
    /// Counted from the left.
    pub file: u8,
    /// Counted from the side of the upper-case pieces.
    pub rank: u8,
}

/// As in FENs and in the moves of the engine.
impl fmt::Display for BoardPoint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&FenNames.point(*self))
    }
}

/// One part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// As it is.
    Text(Cow<'static, str>),
    /// The name of a point.
    Point(BoardPoint),
    /// The number of a rank, counted from 0 here.
    Rank(u8),
    /// `upper-case` or `lower-case`.
    Side(Side),
}

/// How points, ranks and sides are called.
pub trait BoardNames {
    /// The name of a point.
    fn point(&self, point: BoardPoint) -> String;
    /// The number of a rank that is counted from 0 here.
    fn rank(&self, rank: u8) -> u8;
    /// Which letters the pieces of a side have.
    fn side(&self, side: Side) -> Side;
}

/// As in FENs and in the moves of the engine.
struct FenNames;

impl BoardNames for FenNames {
    fn point(&self, point: BoardPoint) -> String {
        format!("{}{}", char::from(b'a' + point.file), self.rank(point.rank))
    }

    fn rank(&self, rank: u8) -> u8 {
        rank + 1
    }

    fn side(&self, side: Side) -> Side {
        side
    }
}

/// A sentence for people, which is displayed with the names of FENs unless it is [told](Sentence::told) with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence(Vec<Part>);

impl Sentence {
    /// Of parts that follow each other without blanks; see the macro `sentence!`.
    pub fn new(parts: Vec<Part>) -> Sentence {
        Sentence(parts)
    }

    /// With the names that the reader uses.
    pub fn told(&self, names: &dyn BoardNames) -> String {
        let told = |part: &Part| match part {
            Part::Text(text) => text.to_string(),
            Part::Point(point) => names.point(*point),
            Part::Rank(rank) => names.rank(*rank).to_string(),
            Part::Side(side) => match names.side(*side) {
                Side::Upper => "upper-case".to_owned(),
                Side::Lower => "lower-case".to_owned(),
            },
        };
        self.0.iter().map(told).collect()
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.told(&FenNames))
    }
}

/// A sentence in which nothing has another name for anybody.
impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence(vec![text.into()])
    }
}

impl From<&'static str> for Sentence {
    fn from(text: &'static str) -> Sentence {
        Sentence(vec![text.into()])
    }
}

impl From<&'static str> for Part {
    fn from(text: &'static str) -> Part {
        Part::Text(text.into())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Part {
        Part::Text(text.into())
    }
}

impl From<BoardPoint> for Part {
    fn from(point: BoardPoint) -> Part {
        Part::Point(point)
    }
}

impl From<Side> for Part {
    fn from(side: Side) -> Part {
        Part::Side(side)
    }
}

/// A noun with its article: `a horse`, `an elephant`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A [`Sentence`] of texts, points and sides: `sentence!["no piece stands on ", point]`.
macro_rules! sentence {
    [$($part:expr),+ $(,)?] => { $crate::game::Sentence::new(vec![$($crate::game::Part::from($part)),+]) };
}
pub(crate) use sentence;
