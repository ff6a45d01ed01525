//! Moves as CECP writes them. On a board of ten ranks these are counted from 0, so that each is one digit, and a pass is
//! `@@@@`; in the engine they are counted from 1, and a pass is the point of the general twice.

use crate::game::Variant;

const PASS: &str = "@@@@";

/// How the points of a board are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// As in the engine.
    FromOne,
    /// On ten ranks.
    FromZero,
}

impl Coordinates {
    /// Those of a variant.
    pub fn of(variant: &Variant) -> Coordinates {
        if variant.ranks == 10 { Coordinates::FromZero } else { Coordinates::FromOne }
    }

    /// A move of the engine, for the GUI.
    pub fn outward(self, mv: &str) -> String {
        if self.is_pass(mv) { PASS.to_owned() } else { self.sentence(mv) }
    }

    /// A text of the engine with the points in it called as the GUI calls them.
    pub fn sentence(self, text: &str) -> String {
        if self == Coordinates::FromOne {
            return text.to_owned();
        }
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        let mut in_word = false;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            said.push(letter);
            rest = after;
            let rank: Option<u32> = after[..digits].parse().ok();
            if let ('a'..='i', false, Some(rank @ 1..=10)) = (letter, in_word, rank) {
                said.push_str(&(rank - 1).to_string());
                rest = &after[digits..];
                // Another point may follow at once, as in a move.
                in_word = false;
            } else {
                in_word = letter.is_alphanumeric();
            }
        }
        said
    }

    /// A move of the GUI, for the engine, and as one of `legal` if it means one; none if it cannot be a move.
    pub fn inward(self, text: &str, legal: &[String]) -> Option<String> {
        let wanted = match (self, text.as_bytes()) {
            (Coordinates::FromZero, b"@@@@") => {
                let pass = legal.iter().find(|mv| self.is_pass(mv));
                return Some(pass.cloned().unwrap_or_else(|| PASS.to_owned()));
            }
            (Coordinates::FromZero, &[from, b'0'..=b'9', to, b'0'..=b'9']) => {
                let rank = |at: usize| text[at..=at].parse::<u32>().map(|rank| rank + 1);
                if !from.is_ascii_lowercase() || !to.is_ascii_lowercase() {
                    return None;
                }
                format!("{}{}{}{}", char::from(from), rank(1).ok()?, char::from(to), rank(3).ok()?)
            }
            (Coordinates::FromZero, _) => return None,
            // A move on which XBoard's user chose not to promote.
            (Coordinates::FromOne, _) => text.strip_suffix('=').unwrap_or(text).to_owned(),
        };
        let promoting = format!("{wanted}+");
        if legal.contains(&promoting) && !legal.contains(&wanted) { Some(promoting) } else { Some(wanted) }
    }

    fn is_pass(self, mv: &str) -> bool {
        let (from, to) = mv.split_at_checked(mv.len() / 2).unwrap_or((mv, ""));
        self == Coordinates::FromZero && from == to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Coordinates = Coordinates::FromZero;

    #[test]
    fn ten_ranks_are_counted_from_zero() {
        for (ours, theirs) in [("b1c3", "b0c2"), ("a10a9", "a9a8"), ("a9a10", "a8a9"), ("i10i1", "i9i0")] {
            assert_eq!(TEN.outward(ours), theirs);
            assert_eq!(TEN.inward(theirs, &[]).as_deref(), Some(ours));
        }
    }

    #[test]
    fn a_pass_is_four_signs() {
        for pass in ["e2e2", "e10e10"] {
            assert_eq!(TEN.outward(pass), "@@@@");
            assert_eq!(TEN.inward("@@@@", &["a1a2".to_owned(), pass.to_owned()]).as_deref(), Some(pass));
        }
        assert_eq!(TEN.inward("@@@@", &[]).as_deref(), Some("@@@@"));
    }

    #[test]
    fn other_boards_keep_their_moves() {
        let (board, legal) = (Coordinates::FromOne, ["b3b4+".to_owned(), "a1a2".to_owned()]);
        for mv in ["b2b3", "b3b4+", "Z@b3", "C@a4"] {
            assert_eq!(board.outward(mv), mv);
            assert_eq!(board.inward(mv, &legal).as_deref(), Some(mv));
        }
        assert_eq!(board.inward("b3b4", &legal).as_deref(), Some("b3b4+"));
        assert_eq!(board.inward("a1a2=", &legal).as_deref(), Some("a1a2"));
    }

    #[test]
    fn sentences_call_points_by_the_same_names() {
        assert_eq!(TEN.sentence("no piece stands on a10, nor on e2"), "no piece stands on a9, nor on e1");
        assert_eq!(TEN.sentence("it could be a2b3 or c2b3"), "it could be a1b2 or c1b2");
        assert_eq!(TEN.sentence("UTF8 and ab3 and 76象53 and i11"), "UTF8 and ab3 and 76象53 and i11");
    }

    #[test]
    fn what_is_no_move_is_none() {
        for text in ["", "a1", "a10a9", "e2e4q", "1a2b", "あa", "A0A1", "pass"] {
            assert_eq!(TEN.inward(text, &[]), None, "{text}");
        }
    }
}
