//! Move strings and variants: the game as text, but for the FEN and the diagram.

use super::board::{Board, Kind};
use super::diagram;
use super::eval;
use super::fen::{self, FenError};
use super::moves::{Move, Origin, steps_of};
use super::original_program;
use super::position::Position;
use super::ruleset::{Drops, RULE_SETS, RuleSet, TWELVE_JANGGI};
use super::square::{FILES, RANKS, Square, SquareSet};
use super::strategy;
use crate::game::{
    Game, MoveError, Notation, OptionKind, OptionRole, OptionSpec, Pass, Script, Settings, Side, Solvable, Variant,
    View, XBoardShape,
};
use nom::branch::alt;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::{IResult, Parser};

const EXPECTED: &str = "a step such as 'b2b3' or 'b3b4+', a drop such as 'Z@b3' (in dobutsu 'C@b3'), or piece and target \
                        as in 'Kb2' and 'Zb2!', '왕b2' and '자b2!'";

const fn variant(name: &'static str, xboard: &'static XBoardShape) -> Variant {
    let (files, ranks) = (FILES as u8, RANKS as u8);
    Variant { name, files, ranks, pocket: 3, template: "shogi", xboard: Some(xboard) }
}

const XBOARD_TWELVE_JANGGI: XBoardShape = XBoardShape {
    pieces: "Z....S...JK+.",
    parent: "shogi",
    moves: &[("K", "K"), ("S", "F"), ("J", "W"), ("Z", "fW"), ("+Z", "WfF")],
    pass: Pass::None,
};

const XBOARD_DOBUTSU: XBoardShape = XBoardShape {
    pieces: "C....E...GL+.",
    moves: &[("L", "K"), ("E", "F"), ("G", "W"), ("C", "fW"), ("+C", "WfF")],
    ..XBOARD_TWELVE_JANGGI
};

/// File of the table, for either variant.
const TABLE: OptionSpec = OptionSpec::new(
    "TwelveTable",
    OptionKind::File,
    "file made by `janggun solve`, for perfect play in the variant that it solves",
)
.with_role(OptionRole::SolvedTable);

const STRATEGY: OptionSpec = OptionSpec::new(
    "Twelve_Strategy",
    OptionKind::Check { default: true },
    "without a table, plays Twelve Janggi and Dobutsu by the strategy that the program carries",
)
.with_role(OptionRole::CarriedStrategy);

impl Notation for Position {
    type FenError = FenError;

    const VARIANTS: &'static [Variant] =
        &[variant("twelvejanggi", &XBOARD_TWELVE_JANGGI), variant("dobutsu", &XBOARD_DOBUTSU)];

    const OPTIONS: &'static [OptionSpec] = &[TABLE, STRATEGY, eval::OPTION, original_program::ORIGINAL_OPTION];

    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("nomoves", "no legal move"),
        ("capture", "the king is taken"),
        ("entering", "the king has entered the enemy camp"),
    ];

    fn start(variant: &Variant, _: &dyn Settings) -> Position {
        let rules = rules_of(variant);
        fen::read(rules, rules.start).expect("the start position is sound")
    }

    fn from_fen(variant: &Variant, _: &dyn Settings, fen: &str) -> Result<Position, FenError> {
        fen::read(rules_of(variant), fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let Ok((_, written)) = written_move(self.rules, text) else {
            return Err(MoveError::Unreadable { text: text.to_string(), expected: EXPECTED });
        };
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        legal.retain(|&mv| self.fits(written, mv));
        match legal[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::Illegal { text: text.to_string(), why: self.why_illegal(written).into() }),
            _ => {
                let candidates = legal.iter().map(ToString::to_string).collect();
                Err(MoveError::Ambiguous { text: text.to_string(), candidates })
            }
        }
    }

    /// As the original program has it, piece and target; in full where that would fit two pieces.
    fn record_move(&self, mv: Move, script: Script) -> String {
        let name = |kind| {
            let (hangul, hanja) = self.rules.alphabet.korean(kind);
            if script == Script::Hangul { hangul } else { hanja }
        };
        let text = match mv.origin() {
            Origin::Hand(kind) => format!("{}{}!", name(kind), mv.to()),
            Origin::Square(from) => {
                self.board.at(from).map_or("", |(_, kind)| name(kind)).to_owned() + &mv.to().to_string()
            }
        };
        if self.parse_move(&text) == Ok(mv) { text } else { mv.to_string() }
    }

    fn diagram(&self) -> String {
        diagram::draw(self, &View::default()).to_string()
    }

    fn checkers(&self) -> Vec<String> {
        self.board.checkers(self.board.turn()).map(|square| square.to_string()).collect()
    }

    fn first_side(&self) -> Side {
        Side::Upper
    }
}

impl Solvable for Position {
    type Solved = Board;

    const SOLVING_MEGABYTES: u32 = 2_500;

    fn solved_rules(variant: &Variant) -> &'static RuleSet {
        rules_of(variant)
    }

    fn to_solved(&self) -> Board {
        if self.board.turn() == Side::Upper { self.board } else { self.board.turned() }
    }

    fn carried_strategy(variant: &Variant) -> Option<&'static [u8]> {
        strategy::carried(variant)
    }
}

fn rules_of(variant: &Variant) -> &'static RuleSet {
    RULE_SETS.into_iter().find(|rules| rules.name == variant.name).unwrap_or(&TWELVE_JANGGI)
}

/// A parsed move string, legal or not.
#[derive(Clone, Copy)]
enum Written {
    /// `b2b3`, and whether it ends in `+`.
    Step(Square, Square, bool),
    /// `Z@b3`, `Zb3!` or `자b3!`.
    Drop(Kind, Square),
    /// `Kb2` or `왕b2`.
    Target(Kind, Square),
}

fn written_move<'a>(rules: &RuleSet, text: &'a str) -> IResult<&'a str, Written> {
    let kind = || {
        let named = |(plus, letter): (Option<char>, char)| match (plus, rules.alphabet.kind_of(letter)) {
            (None, kind) => kind.or_else(|| rules.alphabet.kind_of_korean(letter)),
            (Some(_), Some(Kind::Man)) => Some(Kind::Lord),
            (Some(_), _) => None,
        };
        map_opt((opt(char('+')), anychar), named)
    };
    let promotion = alt((value(true, char('+')), |rest| Ok((rest, false))));
    let step = map((square, square, promotion), |(from, to, promotes)| Written::Step(from, to, promotes));
    let drop = map((kind(), char('@'), square), |(kind, _, to)| Written::Drop(kind, to));
    let seeds_drop = map((kind(), square, char('!')), |(kind, to, _)| Written::Drop(kind, to));
    let seeds_step = map((kind(), square), |(kind, to)| Written::Target(kind, to));
    alt((all_consuming(step), all_consuming(drop), all_consuming(seeds_drop), all_consuming(seeds_step))).parse(text)
}

fn square(input: &str) -> IResult<&str, Square> {
    let file = map(one_of("abc"), |letter| letter as usize - 'a' as usize);
    let rank = map(one_of("1234"), |digit| digit as usize - '1' as usize);
    map((file, rank), |(file, rank)| Square::new(file, rank)).parse(input)
}

impl Position {
    /// Whether a legal move is the one written.
    fn fits(&self, written: Written, mv: Move) -> bool {
        match (written, mv.origin()) {
            (Written::Step(from, to, plus), Origin::Square(origin)) => {
                (origin, mv.to()) == (from, to) && (mv.promotes() || !plus)
            }
            (Written::Drop(kind, to), Origin::Hand(held)) => (held, mv.to()) == (kind, to),
            (Written::Target(kind, to), Origin::Square(origin)) => {
                mv.to() == to && self.board.at(origin).is_some_and(|(_, moved)| moved == kind)
            }
            _ => false,
        }
    }

    /// The rule that forbids what was written.
    fn why_illegal(&self, written: Written) -> String {
        if self.termination.is_some() {
            return "the game is over".to_string();
        }
        match written {
            Written::Step(from, to, plus) => self.why_no_step(from, to, plus),
            Written::Drop(kind, to) => self.why_no_drop(kind, to),
            Written::Target(kind, to) => self.why_no_piece_goes(kind, to),
        }
    }

    fn why_no_step(&self, from: Square, to: Square, plus: bool) -> String {
        let us = self.board.turn();
        let Some((side, kind)) = self.board.at(from) else { return format!("no piece stands on {from}") };
        let name = self.rules.alphabet.name(kind);
        if side != us {
            return format!("the piece on {from} is the opponent's");
        }
        if !steps_of(us, kind, from).contains(to) {
            return format!("a {name} does not go from {from} to {to}");
        }
        if self.board.side(us).contains(to) {
            return format!("a piece of the same side stands on {to}");
        }
        debug_assert!(plus, "everything else is legal");
        format!("a {name} does not promote by going to {to}")
    }

    fn why_no_drop(&self, kind: Kind, to: Square) -> String {
        let us = self.board.turn();
        let name = self.rules.alphabet.name(kind);
        if !Kind::IN_HAND.contains(&kind) {
            return format!("a {name} is never held in the hand");
        }
        if self.board.hand(us, kind) == 0 {
            return format!("there is no {name} in the hand");
        }
        if self.board.occupied().contains(to) {
            return format!("a piece stands on {to}");
        }
        let in_camp = SquareSet::camp(us.other()).contains(to) && self.rules.drops == Drops::OutsideEnemyCamp;
        debug_assert!(in_camp, "everything else is legal");
        format!("{to} is in the enemy camp, where nothing may be put")
    }

    fn why_no_piece_goes(&self, kind: Kind, to: Square) -> String {
        let us = self.board.turn();
        let name = self.rules.alphabet.name(kind);
        if Kind::IN_HAND.contains(&kind) && self.board.hand(us, kind) > 0 {
            let letter = self.rules.alphabet.letter(kind);
            return format!(
                "no {name} on the board can go to {to}; to put one there from the hand, add '!': {letter}{to}!"
            );
        }
        match self.board.pieces(us, kind).first() {
            None => format!("the side to move has no {name} on the board"),
            Some(_) if self.board.side(us).contains(to) => format!("a piece of the same side stands on {to}"),
            Some(_) => format!("no {name} can go to {to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::DOBUTSU;
    use super::*;

    fn parsed(rules: &'static RuleSet, fen: &str, text: &str) -> String {
        let position = fen::read(rules, fen).expect("a good FEN");
        position.parse_move(text).map_or_else(|error| error.to_string(), |mv| mv.to_string())
    }

    const MIDDLE: &str = "2k/Z2/S1S/K2[Zjj] w 0 1";

    #[test]
    fn all_forms_of_a_move_are_read() {
        let read = |text| parsed(&TWELVE_JANGGI, MIDDLE, text);
        assert_eq!(read("a1b1"), "a1b1");
        assert_eq!(read("Kb1"), "a1b1");
        assert_eq!(read("kb1"), "a1b1");
        assert_eq!(read("a3a4+"), "a3a4+");
        assert_eq!(read("a3a4"), "a3a4+");
        assert_eq!(read("Za4"), "a3a4+");
        assert_eq!(read("Z@b3"), "Z@b3");
        assert_eq!(read("z@b3"), "Z@b3");
        assert_eq!(read("Zb3!"), "Z@b3");
        let read = |text| parsed(&DOBUTSU, "1+Cl/3/3/L2[C] w 0 1", text);
        assert_eq!(read("+Cb3"), "b4b3");
        assert_eq!(read("La2"), "a1a2");
        assert_eq!(read("C@a4"), "C@a4");
        assert_eq!(read("Ca4!"), "C@a4");
    }

    #[test]
    fn two_pieces_that_could_go_are_named() {
        assert_eq!(parsed(&TWELVE_JANGGI, MIDDLE, "Sb3"), "'Sb3' is ambiguous: it could be a2b3 or c2b3");
    }

    #[test]
    fn refusals_give_the_reason() {
        let why = |text| {
            let error = parsed(&TWELVE_JANGGI, MIDDLE, text);
            error.split_once("is not legal here: ").map_or(error.clone(), |(_, why)| why.to_string())
        };
        assert_eq!(why("b1b2"), "no piece stands on b1");
        assert_eq!(why("c4b4"), "the piece on c4 is the opponent's");
        assert_eq!(why("a3b4"), "a man does not go from a3 to b4");
        assert_eq!(why("a1a2"), "a piece of the same side stands on a2");
        assert_eq!(why("a1b1+"), "a king does not promote by going to b1");
        assert_eq!(why("J@b3"), "there is no general in the hand");
        assert_eq!(why("H@b3"), "a lord is never held in the hand");
        assert_eq!(why("Z@a2"), "a piece stands on a2");
        assert_eq!(why("Z@b4"), "b4 is in the enemy camp, where nothing may be put");
        assert_eq!(why("Zb2"), "no man on the board can go to b2; to put one there from the hand, add '!': Zb2!");
        assert_eq!(why("Jb2"), "the side to move has no general on the board");
        assert_eq!(why("Ka2"), "a piece of the same side stands on a2");
        assert_eq!(why("Kb3"), "no king can go to b3");
        assert!(why("d1d2").starts_with("'d1d2' is not a move; expected a step such as 'b2b3'"));
        assert!(why("").starts_with("'' is not a move"));
        assert!(parsed(&TWELVE_JANGGI, "K2/3/2k/3 w", "a4a3").ends_with("the game is over"));
    }
}
