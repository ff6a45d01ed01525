//! Converts moves, FENs and points between the engine's notation and CECP's. On a board of more than nine ranks CECP
//! counts ranks from 0, so that each is one digit, where the engine counts from 1; and a pass is `@@@@`, where each
//! game has its own form. White moves first in CECP, whatever a FEN says: if the lower-case side moves first, the
//! board is turned upside down.

use crate::engine::GameSession;
use crate::game::{BoardNames, BoardPoint, Pass, Side, Variant};

const PASS: &str = "@@@@";

/// How a GUI names the points of the variant's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates {
    ranks: u8,
    /// Ranks are counted from the other end and the sides exchanged. Files keep their names: all games are symmetric
    /// left to right.
    upside_down: bool,
    pass: Pass,
}

impl Coordinates {
    /// For the variant of a session.
    pub fn of(session: &dyn GameSession) -> Coordinates {
        Coordinates::new(session.variant(), session.game().first_side())
    }

    /// For a variant in which `first` moves first.
    pub fn new(variant: &Variant, first: Side) -> Coordinates {
        let pass = variant.xboard.map_or(Pass::None, |shape| shape.pass);
        Coordinates { ranks: variant.ranks, upside_down: first == Side::Lower, pass }
    }

    /// The GUI's number of the lowest rank.
    fn first_rank(self) -> u8 {
        u8::from(self.ranks <= 9)
    }

    /// Whether the GUI's names are the engine's.
    fn is_plain(self) -> bool {
        self.first_rank() == 1 && !self.upside_down
    }

    /// Converts a move of the engine to the GUI's notation.
    pub fn to_gui(self, mv: &str) -> String {
        if self.is_pass(mv) {
            return PASS.to_owned();
        }
        let mut text = String::with_capacity(mv.len());
        let mut rest = mv;
        // A point is a lower-case file letter followed by a number; everything else is copied.
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            text.push(letter);
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let rank = rest[..digits].parse::<u8>().ok().filter(|rank| (1..=self.ranks).contains(rank));
            if let (true, Some(rank)) = (letter.is_ascii_lowercase(), rank) {
                text.push_str(&self.rank(rank - 1).to_string());
                rest = &rest[digits..];
            }
        }
        text
    }

    /// Converts a FEN, in either direction.
    pub fn fen(self, fen: &str) -> String {
        if !self.upside_down {
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

    /// Converts a move of the GUI to the engine's notation, to one of `legal` if it means one; `None` if it is no move
    /// at all.
    pub fn read_gui_move(self, text: &str, legal: &[String]) -> Option<String> {
        if text == PASS && self.pass != Pass::None {
            let pass = legal.iter().find(|mv| self.is_pass(mv));
            return Some(pass.cloned().unwrap_or_else(|| PASS.to_owned()));
        }
        let wanted = match text.as_bytes() {
            // XBoard appends `=` if its user chose not to promote.
            _ if self.is_plain() => text.strip_suffix('=').unwrap_or(text).to_owned(),
            &[from @ b'a'..=b'z', from_rank @ b'0'..=b'9', to @ b'a'..=b'z', to_rank @ b'0'..=b'9'] => {
                let rank = |digit: u8| {
                    let rank = (digit - b'0').checked_sub(self.first_rank()).filter(|rank| *rank < self.ranks)?;
                    Some(if self.upside_down { self.ranks - rank } else { rank + 1 })
                };
                format!("{}{}{}{}", char::from(from), rank(from_rank)?, char::from(to), rank(to_rank)?)
            }
            _ => return None,
        };
        let promoting = format!("{wanted}+");
        if legal.contains(&promoting) && !legal.contains(&wanted) { Some(promoting) } else { Some(wanted) }
    }

    /// Whether a word that is no move of the GUI may be one in another notation of the game: coordinates may not, as ranks would
    /// be mistaken for others.
    pub fn leaves_to_game(self, text: &str) -> bool {
        let mut signs = text.bytes();
        let is_point = signs.next().is_some_and(|sign| sign.is_ascii_lowercase())
            && signs.next().is_some_and(|sign| sign.is_ascii_digit());
        !is_point
    }

    /// What whoever typed a legal move in the engine's own coordinates has to know.
    pub fn hint(self, text: &str, legal: &[String]) -> Option<String> {
        let is_meant = !self.is_plain() && legal.iter().any(|mv| mv == text);
        is_meant
            .then(|| format!("ranks begin with {} here: UCI's '{text}' is '{}'", self.first_rank(), self.to_gui(text)))
    }

    /// The form of a move, for an error, where the engine's own text would name the wrong one.
    pub fn expected(self) -> Option<String> {
        let (first, last) = (self.first_rank(), self.first_rank() + self.ranks - 1);
        let pass = if self.pass == Pass::None { String::new() } else { format!(", a pass, '{PASS}'") };
        let example = format!("b{first}c{}", first + 2);
        let rest = "or a move as records of the game have it";
        (!self.is_plain())
            .then(|| format!("expected coordinates such as '{example}', ranks from {first} to {last}{pass}, {rest}"))
    }

    fn is_pass(self, mv: &str) -> bool {
        let (from, to) = mv.split_at_checked(mv.len() / 2).unwrap_or((mv, ""));
        self.pass == Pass::SamePointTwice && from == to
    }
}

impl BoardNames for Coordinates {
    fn point(&self, point: BoardPoint) -> String {
        format!("{}{}", char::from(b'a' + point.file), self.rank(point.rank))
    }

    fn rank(&self, rank: u8) -> u8 {
        let rank = if self.upside_down { self.ranks - 1 - rank } else { rank };
        rank + self.first_rank()
    }

    fn side(&self, side: Side) -> Side {
        if self.upside_down { side.other() } else { side }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Part, sentence};

    const TEN: Coordinates = Coordinates { ranks: 10, upside_down: false, pass: Pass::SamePointTwice };
    const TURNED: Coordinates = Coordinates { upside_down: true, ..TEN };
    const FOUR: Coordinates = Coordinates { ranks: 4, upside_down: false, pass: Pass::None };

    #[test]
    fn ten_ranks_are_counted_from_zero() {
        for (ours, theirs) in [("b1c3", "b0c2"), ("a10a9", "a9a8"), ("a9a10", "a8a9"), ("i10i1", "i9i0")] {
            assert_eq!(TEN.to_gui(ours), theirs);
            assert_eq!(TEN.read_gui_move(theirs, &[]).as_deref(), Some(ours));
        }
    }

    #[test]
    fn a_board_upside_down_has_its_first_rank_at_the_top() {
        for (ours, theirs) in [("b10c8", "b0c2"), ("a10a9", "a0a1"), ("i10i1", "i0i9")] {
            assert_eq!(TURNED.to_gui(ours), theirs);
            assert_eq!(TURNED.read_gui_move(theirs, &[]).as_deref(), Some(ours));
        }
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
            assert_eq!(TEN.to_gui(pass), "@@@@");
            assert_eq!(TEN.read_gui_move("@@@@", &["a1a2".to_owned(), pass.to_owned()]).as_deref(), Some(pass));
        }
        assert_eq!(TEN.read_gui_move("@@@@", &[]).as_deref(), Some("@@@@"));
    }

    #[test]
    fn other_boards_keep_their_moves() {
        let (board, legal) = (FOUR, ["b3b4+".to_owned(), "a1a2".to_owned()]);
        for mv in ["b2b3", "b3b4+", "Z@b3", "C@a4"] {
            assert_eq!(board.to_gui(mv), mv);
            assert_eq!(board.read_gui_move(mv, &legal).as_deref(), Some(mv));
        }
        assert_eq!(board.read_gui_move("b3b4", &legal).as_deref(), Some("b3b4+"));
        assert_eq!(board.read_gui_move("a1a2=", &legal).as_deref(), Some("a1a2"));
    }

    #[test]
    fn sentences_call_points_by_the_same_names() {
        let (a10, e2) = (BoardPoint { file: 0, rank: 9 }, BoardPoint { file: 4, rank: 1 });
        let told = sentence!["the ", Side::Upper, " piece on ", a10, " or ", e2, ", rank ", Part::Rank(2), " of 'a10'"];
        assert_eq!(told.to_string(), "the upper-case piece on a10 or e2, rank 3 of 'a10'");
        assert_eq!(told.told(&TEN), "the upper-case piece on a9 or e1, rank 2 of 'a10'");
        assert_eq!(told.told(&TURNED), "the lower-case piece on a0 or e8, rank 7 of 'a10'");
        assert_eq!(told.told(&FOUR), told.to_string());
    }

    #[test]
    fn drops_and_promotions_keep_their_signs() {
        let turned = Coordinates { upside_down: true, ..FOUR };
        for (ours, theirs) in [("Z@b3", "Z@b2"), ("b3b4+", "b2b1+"), ("a1a4", "a4a1")] {
            assert_eq!((turned.to_gui(ours).as_str(), FOUR.to_gui(ours).as_str()), (theirs, ours));
        }
        assert_eq!(turned.read_gui_move("a4a1", &[]).as_deref(), Some("a1a4"));
        assert_eq!(turned.read_gui_move("a5a1", &[]), None);
        assert_eq!(FOUR.expected(), None);
        let expected = "expected coordinates such as 'b0c2', ranks from 0 to 9, a pass, '@@@@', \
                        or a move as records of the game have it";
        assert_eq!(TEN.expected().as_deref(), Some(expected));
    }

    #[test]
    fn whoever_types_the_coordinates_of_uci_is_told_those_of_the_gui() {
        let legal = ["b1c3".to_owned(), "e2e2".to_owned()];
        let hint = |board: Coordinates, text| board.hint(text, &legal);
        assert_eq!(hint(TEN, "b1c3").as_deref(), Some("ranks begin with 0 here: UCI's 'b1c3' is 'b0c2'"));
        assert_eq!(hint(TURNED, "b1c3").as_deref(), Some("ranks begin with 0 here: UCI's 'b1c3' is 'b9c7'"));
        assert_eq!(hint(TEN, "e2e2").as_deref(), Some("ranks begin with 0 here: UCI's 'e2e2' is '@@@@'"));
        assert_eq!((hint(TEN, "b1c2"), hint(FOUR, "b1c3")), (None, None));
    }

    #[test]
    fn what_is_no_move_is_none() {
        for text in ["", "a1", "a10a9", "e2e4q", "1a2b", "あa", "A0A1", "pass"] {
            assert_eq!(TEN.read_gui_move(text, &[]), None, "{text}");
        }
    }
}
