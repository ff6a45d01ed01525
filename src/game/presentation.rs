//! What a person looks at and reads: the board in colours, moves in words, and all of it in Korean too.

use std::fmt;

use super::board_picture::BoardPicture;
use super::notation::Notation;
use super::rules::Side;
use super::sentence::BoardPoint;

/// A colour, as far as a terminal has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As text is.
    Plain,
    /// Less than text: the lines of a board.
    Faint,
    /// For the pieces of a side.
    Red,
    /// For the pieces of a side.
    Green,
    /// For the pieces of a side.
    Blue,
}

/// A piece of a line in one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// What is written.
    pub text: String,
    /// In which colour.
    pub ink: Ink,
    /// Whether it belongs to the last move.
    pub marked: bool,
}

/// How somebody looks at a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// From the other side.
    pub flipped: bool,
    /// The points of the last move.
    pub marked: Vec<BoardPoint>,
}

impl View {
    /// Whether a point belongs to the last move.
    pub fn marks(&self, file: usize, rank: usize) -> bool {
        self.marked.iter().any(|point| (usize::from(point.file), usize::from(point.rank)) == (file, rank))
    }

    /// So many numbers from 0, in the order in which they are seen.
    pub fn order(&self, count: usize) -> impl DoubleEndedIterator<Item = usize> + Clone + use<> {
        let flipped = self.flipped;
        (0..count).map(move |index| if flipped { count - 1 - index } else { index })
    }
}

/// A board and what stands beside it, line by line. [`fmt::Display`] writes it without colours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// Each of spans.
    pub lines: Vec<Vec<Span>>,
}

impl Drawing {
    /// Begins a line.
    pub fn begin_line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Adds to the last line.
    pub fn add(&mut self, text: impl Into<String>, ink: Ink, marked: bool) {
        if self.lines.is_empty() {
            self.begin_line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span { text: text.into(), ink, marked });
        }
    }

    /// Adds whole lines of plain text.
    pub fn add_text(&mut self, text: &str) {
        for line in text.lines() {
            self.begin_line();
            self.add(line, Ink::Plain, false);
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// Names, pictures and Korean texts: what is needed to show a game to people.
pub trait Presentable: Notation {
    /// What variants, options and the values of options are called, by their protocol names.
    const TITLES: &'static [(&'static str, &'static str)];

    /// English and Korean: titles, names, sentences. `{}` stands for anything, and in Korean for the first, second and third of
    /// these `{0}`, `{1}`, `{2}`; what stands there is translated if it is here too, and must be if it is several English words. Of several
    /// that fit the first counts.
    const KOREAN: &'static [(&'static str, &'static str)];

    /// What a side is called.
    fn side_name(&self, side: Side) -> &'static str;

    /// The board as somebody looks at it, with what stands beside it.
    fn drawing(&self, view: &View) -> Drawing;

    /// The same board as a picture, without what is told in words beside it.
    fn board_picture(&self, view: &View) -> BoardPicture;

    /// The points that a legal move touches.
    fn points_of(&self, mv: Self::Move) -> Vec<BoardPoint>;

    /// A legal move in words.
    fn describe(&self, mv: Self::Move) -> String;

    /// The Korean of what the game says of this position, if it has any. Where two Korean words are one in English, the position
    /// tells which is meant.
    fn korean(&self, english: &str) -> Option<String> {
        korean(Self::KOREAN, english)
    }
}

/// The Korean of an English sentence, if the book has it: the whole of it, never a half.
pub fn korean(book: &[(&str, &str)], english: &str) -> Option<String> {
    book.iter().find_map(|(pattern, korean)| {
        let mut text = (*korean).to_owned();
        for (number, part) in matched(pattern, english)?.into_iter().enumerate() {
            text = text.replace(&format!("{{{number}}}"), &korean_part(book, part, english)?);
        }
        Some(text)
    })
}

/// What stands in a sentence where a pattern has `{}`. Names of points and moves are the same in Korean; several English words that
/// the book does not have show that the pattern is that of another sentence.
fn korean_part(book: &[(&str, &str)], part: &str, whole: &str) -> Option<String> {
    // A part is shorter than the whole, unless the pattern is only a `{}`, which no book needs.
    let known = if part == whole { None } else { korean(book, part) };
    let is_english = part != whole && part.contains(' ') && part.contains(|letter: char| letter.is_ascii_alphabetic());
    known.or_else(|| (!is_english).then(|| part.to_owned()))
}

/// What stands where the pattern has `{}`, if the text fits it. Each takes as little as will do.
fn matched<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let last = pieces.peek().is_none();
        let at = if last {
            rest.len().checked_sub(piece.len()).filter(|&at| rest.ends_with(piece) && rest.is_char_boundary(at))?
        } else {
            rest.find(piece)?
        };
        found.push(&rest[..at]);
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &[(&str, &str)] =
        &[("the {} goes from {} to {}", "{1}에서 {2}(으)로 {0}"), ("horse", "마"), ("pass", "한수쉼")];

    #[test]
    fn sentences_are_translated_with_what_stands_in_them() {
        assert_eq!(korean(BOOK, "the horse goes from b1 to c3").as_deref(), Some("b1에서 c3(으)로 마"));
        assert_eq!(korean(BOOK, "pass").as_deref(), Some("한수쉼"));
        assert_eq!(korean(BOOK, "the horse goes from b1"), None);
        assert_eq!(korean(BOOK, "passes"), None);
        assert_eq!(korean(&[("{}", "{0}")], "anything").as_deref(), Some("anything"));
    }

    #[test]
    fn a_pattern_that_would_leave_english_words_is_not_that_of_the_sentence() {
        assert_eq!(korean(BOOK, "the horse and the cannon goes from b1 to c3"), None);
        let longer = [BOOK, &[("the {} and the {} go to {}", "{2}: {0}, {1}"), ("cannon", "포")]].concat();
        assert_eq!(korean(&longer, "the horse and the cannon go to c3").as_deref(), Some("c3: 마, 포"));
        assert_eq!(korean(&[("in hand: {}", "손: {0}")], "in hand: 相 將").as_deref(), Some("손: 相 將"));
    }

    #[test]
    fn a_view_from_the_other_side_counts_backwards() {
        let view = View { flipped: true, ..View::default() };
        assert_eq!(view.order(3).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(View::default().order(3).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
