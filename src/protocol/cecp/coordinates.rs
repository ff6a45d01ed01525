//! Moves, positions and sentences as CECP has them. On a board of ten ranks these are counted from 0, so that each is one
//! digit, and a pass is `@@@@`; in the engine they are counted from 1, and a pass is the point of the general twice.
//! White moves first in this protocol, whatever a FEN says: where the lower-case side does, the board stands on its head.

use crate::engine::GameSession;
use crate::game::Side;

const PASS: &str = "@@@@";

/// How the points of a board are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// As in the engine.
    FromOne,
    /// On ten ranks.
    FromZero,
    /// On ten ranks, counted from the other end, with the two sides exchanged. Files keep their names: the games are the
    /// same in a mirror.
    UpsideDown,
}

impl Coordinates {
    /// Those of the game on the table.
    pub fn of(session: &dyn GameSession) -> Coordinates {
        match (session.variant().ranks, session.first_side()) {
            (10, Side::Upper) => Coordinates::FromZero,
            (10, Side::Lower) => Coordinates::UpsideDown,
            _ => Coordinates::FromOne,
        }
    }

    /// A move of the engine, for the GUI.
    pub fn outward(self, mv: &str) -> String {
        if self.is_pass(mv) { PASS.to_owned() } else { self.sentence(mv) }
    }

    /// A text of the engine in which points, ranks and sides are called as the GUI calls them.
    pub fn sentence(self, text: &str) -> String {
        if self == Coordinates::FromOne {
            return text.to_owned();
        }
        let mut said = String::with_capacity(text.len());
        let mut before = "";
        for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
            let called = match (before, word) {
                ("rank", number) => self.rank(number).map(|rank| rank.to_string()),
                (_, "upper") if self == Coordinates::UpsideDown => Some("lower".to_owned()),
                (_, "lower") if self == Coordinates::UpsideDown => Some("upper".to_owned()),
                (_, points) => self.points(points),
            };
            said.push_str(called.as_deref().unwrap_or(word));
            said.push_str(&part[word.len()..]);
            before = word;
        }
        said
    }

    /// One or more points; none if the word is something else.
    fn points(self, word: &str) -> Option<String> {
        let mut called = String::new();
        let mut rest = word;
        while let Some(file) = rest.chars().next().filter(|file| ('a'..='i').contains(file)) {
            rest = &rest[1..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            called.push(file);
            called.push_str(&self.rank(&rest[..digits])?.to_string());
            rest = &rest[digits..];
        }
        rest.is_empty().then_some(called)
    }

    /// The rank that the engine calls so.
    fn rank(self, number: &str) -> Option<u32> {
        let rank = number.parse().ok().filter(|rank| (1..=10).contains(rank))?;
        Some(match self {
            Coordinates::FromOne => rank,
            Coordinates::FromZero => rank - 1,
            Coordinates::UpsideDown => 10 - rank,
        })
    }

    /// A FEN of the engine for the GUI, or the other way round.
    pub fn fen(self, fen: &str) -> String {
        if self != Coordinates::UpsideDown {
            return fen.to_owned();
        }
        let (placement, rest) = fen.split_at(fen.find([' ', '[']).unwrap_or(fen.len()));
        let ranks = placement.rsplit('/').collect::<Vec<_>>().join("/");
        let exchange = |letter: char| match letter {
            letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
            letter => letter.to_ascii_lowercase(),
        };
        let turn = |word| match word {
            "w" => "b",
            "b" => "w",
            other => other,
        };
        let rest = rest.split(' ').map(turn).collect::<Vec<_>>().join(" ");
        format!("{}{rest}", ranks.chars().map(exchange).collect::<String>())
    }

    /// A move of the GUI, for the engine, and as one of `legal` if it means one; none if it cannot be a move.
    pub fn inward(self, text: &str, legal: &[String]) -> Option<String> {
        let wanted = match (self, text.as_bytes()) {
            // The sign is XBoard's for a move on which its user chose not to promote.
            (Coordinates::FromOne, _) => text.strip_suffix('=').unwrap_or(text).to_owned(),
            (_, b"@@@@") => {
                let pass = legal.iter().find(|mv| self.is_pass(mv));
                return Some(pass.cloned().unwrap_or_else(|| PASS.to_owned()));
            }
            (_, &[from @ b'a'..=b'z', from_rank @ b'0'..=b'9', to @ b'a'..=b'z', to_rank @ b'0'..=b'9']) => {
                let rank = |digit: u8| match self {
                    Coordinates::UpsideDown => 10 - (digit - b'0'),
                    _ => digit - b'0' + 1,
                };
                format!("{}{}{}{}", char::from(from), rank(from_rank), char::from(to), rank(to_rank))
            }
            _ => return None,
        };
        let promoting = format!("{wanted}+");
        if legal.contains(&promoting) && !legal.contains(&wanted) { Some(promoting) } else { Some(wanted) }
    }

    fn is_pass(self, mv: &str) -> bool {
        let (from, to) = mv.split_at_checked(mv.len() / 2).unwrap_or((mv, ""));
        self != Coordinates::FromOne && from == to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Coordinates = Coordinates::FromZero;
    const TURNED: Coordinates = Coordinates::UpsideDown;

    #[test]
    fn ten_ranks_are_counted_from_zero() {
        for (ours, theirs) in [("b1c3", "b0c2"), ("a10a9", "a9a8"), ("a9a10", "a8a9"), ("i10i1", "i9i0")] {
            assert_eq!(TEN.outward(ours), theirs);
            assert_eq!(TEN.inward(theirs, &[]).as_deref(), Some(ours));
        }
    }

    #[test]
    fn a_board_upside_down_has_its_first_rank_at_the_top() {
        for (ours, theirs) in [("b10c8", "b0c2"), ("a10a9", "a0a1"), ("i10i1", "i0i9")] {
            assert_eq!(TURNED.outward(ours), theirs);
            assert_eq!(TURNED.inward(theirs, &[]).as_deref(), Some(ours));
        }
        assert_eq!(
            TURNED.sentence("the upper-case general on e10 is outside its palace, and rank 3 has 8 points, expected 9"),
            "the lower-case general on e0 is outside its palace, and rank 7 has 8 points, expected 9"
        );
        let (ours, theirs) = ("rn7/4k4/9/9/9/9/P8/9/4K4/8R b - - 3 7", "8r/4k4/9/p8/9/9/9/9/4K4/RN7 w - - 3 7");
        assert_eq!((TURNED.fen(ours).as_str(), TURNED.fen(theirs).as_str()), (theirs, ours));
        assert_eq!(TEN.fen(ours), ours);
        for nonsense in ["", " ", "w", "a/b", "9[] w w", "あ/[ /b"] {
            assert_eq!(TURNED.fen(&TURNED.fen(nonsense)), nonsense);
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
        assert_eq!(
            TEN.sentence("rank 10 has 8 points, the upper-case side"),
            "rank 9 has 8 points, the upper-case side"
        );
    }

    #[test]
    fn what_is_no_move_is_none() {
        for text in ["", "a1", "a10a9", "e2e4q", "1a2b", "あa", "A0A1", "pass"] {
            assert_eq!(TEN.inward(text, &[]), None, "{text}");
        }
    }
}
