//! Move strings, set-ups and options: Janggi as text, but for the FEN and the diagram.

use super::board::{Kind, Move, Position};
use super::diagram;
use super::fen::{self, FenError};
use super::point::{FILES, Point, RANKS};
use super::ruleset::{Facing, Passing, RULE_SETS, RuleSet, Tally};
use super::threats::Threats;
use crate::game::{
    Game, MoveError, Notation, OptionKind, OptionSpec, Pass, Searchable, Sentence, Settings, Side, Variant,
    XBoardShape, sentence,
};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::{IResult, Parser};

const EXPECTED: &str =
    "coordinates such as 'b1c3', a pass ('e2e2', '0000', 'pass', '@@@@', '한수쉼'), or a record such as '76象53'";

/// The orders of horses (마) and elephants (상) on files `b`, `c`, `g` and `h`.
const SETUPS: [&str; 4] = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];

/// A pass in records.
const RECORDED_PASS: &str = "한수쉼";

/// 덤: what Han has for moving second.
const SECOND_PLAYER_POINTS: f32 = 1.5;

const CHO_SETUP: &str = "Janggi_ChoSetup";
const HAN_SETUP: &str = "Janggi_HanSetup";

const fn variant(name: &'static str) -> Variant {
    let (files, ranks) = (FILES as u8, RANKS as u8);
    Variant { name, files, ranks, pocket: 0, template: "janggi", xboard: Some(&XBOARD) }
}

/// A soldier is no pawn here, since pawns promote on the last rank.
const XBOARD: XBoardShape = XBoardShape {
    pieces: ".N.R.AB..KPC.",
    parent: "fairy",
    moves: &[("K", "K"), ("A", "K"), ("N", "nN"), ("B", "Z"), ("R", "RF2"), ("C", "pRpB"), ("P", "fsWfF")],
    pass: Pass::SamePointTwice,
};

impl Notation for Position {
    type FenError = FenError;

    const VARIANTS: &'static [Variant] = &[
        variant("janggi"),
        variant("janggitraditional"),
        variant("janggimodern"),
        variant("janggicasual"),
        variant("janggistrict"),
    ];

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new(
            CHO_SETUP,
            OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            "Order of Cho's horses (ma) and elephants (sang) from file b to file h in the start position",
        ),
        OptionSpec::new(
            HAN_SETUP,
            OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            "Order of Han's horses (ma) and elephants (sang) from file b to file h in the start position",
        ),
    ];

    const MIXTURES: &'static [(&'static str, &'static str)] =
        &[("janggi", "janggi=85,janggimodern=5,janggitraditional=4,janggicasual=3,janggistrict=3")];

    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("stalemate", "no legal move"),
        ("bikjang", "bikjang, the generals face each other"),
        ("passes", "both sides passed"),
        ("nocapture", "too many moves without a capture"),
        ("moverep", "one piece went back and forth"),
        ("perpetual", "perpetual check"),
    ];

    const DRAWN_BY_LOT: &'static [&'static str] = &[CHO_SETUP, HAN_SETUP];

    fn start(variant: &Variant, settings: &dyn Settings) -> Position {
        let rules = rules_of(variant);
        let setup = |side| settings.choice(if side == rules.cho { CHO_SETUP } else { HAN_SETUP });
        let pieces = [Side::Upper, Side::Lower].into_iter().flat_map(|side| army(side, setup(side)));
        Position::new(rules, rules.cho, pieces)
    }

    fn from_fen(variant: &Variant, _: &dyn Settings, fen: &str) -> Result<Position, FenError> {
        fen::read(rules_of(variant), fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let Ok((_, written)) = written_move(text) else {
            return Err(MoveError::Unreadable { text: text.to_string(), expected: EXPECTED });
        };
        let illegal = |why| MoveError::Illegal { text: text.to_string(), why };
        let mv = match written {
            Written::Pass => self.pass(),
            Written::Coordinates(from, to) => Move::new(from, to),
            Written::Record(from, named, to) => {
                let mv = Move::new(self.seen_from_cho(from), self.seen_from_cho(to));
                match (named, self.kind_at(mv.from())) {
                    (Some(named), Some(kind)) if named != kind => {
                        return Err(illegal(sentence!["the piece on ", mv.from(), " is a ", kind.name()]));
                    }
                    _ => mv,
                }
            }
        };
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        if legal.contains(&mv) { Ok(mv) } else { Err(illegal(self.why_illegal(mv))) }
    }

    fn diagram(&self) -> String {
        diagram::draw(self)
    }

    fn checkers(&self) -> Vec<String> {
        self.threats.checkers.map(|point| point.to_string()).collect()
    }

    fn first_side(&self) -> Side {
        self.rules.cho
    }

    /// As in `.gib` files, without what was captured: `79졸78`.
    fn record(&self, mv: Move) -> String {
        if mv.is_pass() {
            return RECORDED_PASS.to_owned();
        }
        let [from, to] = [mv.from(), mv.to()].map(|point| {
            // Rows from the far edge and columns from the left of Cho's seat, the last row being 0.
            let seen = self.seen_from_cho(point);
            format!("{}{}", (RANKS - seen.rank()) % 10, seen.file() + 1)
        });
        let name = self.kind_at(mv.from()).map_or("", |kind| korean_name(kind, self.turn == self.rules.cho));
        format!("{from}{name}{to}")
    }

    fn counted_points(&self) -> Option<[f32; 2]> {
        let han = self.rules.cho.other();
        Some([Side::Upper, Side::Lower].map(|side| {
            let second = if side == han && self.rules.tally == Tally::Points { SECOND_PLAYER_POINTS } else { 0.0 };
            self.points(side) as f32 + second
        }))
    }
}

/// The piece's name in Korean; soldiers have two.
const fn korean_name(kind: Kind, is_cho: bool) -> &'static str {
    match kind {
        Kind::General => "궁",
        Kind::Guard => "사",
        Kind::Chariot => "차",
        Kind::Cannon => "포",
        Kind::Horse => "마",
        Kind::Elephant => "상",
        Kind::Soldier if is_cho => "졸",
        Kind::Soldier => "병",
    }
}

fn rules_of(variant: &Variant) -> &'static RuleSet {
    RULE_SETS.into_iter().find(|rules| rules.name == variant.name).unwrap_or(RULE_SETS[0])
}

/// The sixteen pieces of one side in the start position.
fn army(side: Side, setup: &str) -> Vec<(Side, Kind, Point)> {
    use Kind::{Cannon, Chariot, Elephant, General, Guard, Horse, Soldier};
    let [b, c, g, h] = match setup {
        "sangmamasang" => [Elephant, Horse, Horse, Elephant],
        "sangmasangma" => [Elephant, Horse, Elephant, Horse],
        "masangmasang" => [Horse, Elephant, Horse, Elephant],
        _ => [Horse, Elephant, Elephant, Horse],
    };
    let back_rank = [(Chariot, 0), (b, 1), (c, 2), (Guard, 3), (Guard, 5), (g, 6), (h, 7), (Chariot, 8)];
    let back_rank = back_rank.map(|(kind, file)| (kind, file, 0));
    let others = [
        (General, 4, 1),
        (Cannon, 1, 2),
        (Cannon, 7, 2),
        (Soldier, 0, 3),
        (Soldier, 2, 3),
        (Soldier, 4, 3),
        (Soldier, 6, 3),
        (Soldier, 8, 3),
    ];
    let place = |(kind, file, rank)| {
        let rank = if side == Side::Upper { rank } else { RANKS - 1 - rank };
        (side, kind, Point::new(file, rank))
    };
    back_rank.into_iter().chain(others).map(place).collect()
}

/// What a move string says, before anyone asks whether it is legal.
#[derive(Clone)]
enum Written {
    Pass,
    Coordinates(Point, Point),
    Record(Point, Option<Kind>, Point),
}

fn written_move(text: &str) -> IResult<&str, Written> {
    let pass = value(Written::Pass, alt((tag("0000"), tag("pass"), tag("@@@@"), tag(RECORDED_PASS))));
    let coordinates = map((coordinate, coordinate), |(from, to)| Written::Coordinates(from, to));
    let record = map((record_point, opt(piece_name), record_point), |(from, name, to)| Written::Record(from, name, to));
    alt((all_consuming(pass), all_consuming(coordinates), all_consuming(record))).parse(text)
}

fn coordinate(input: &str) -> IResult<&str, Point> {
    let file = map(one_of("abcdefghi"), |letter| letter as usize - 'a' as usize);
    let rank = alt((value(9, tag("10")), map(one_of("123456789"), |digit| digit as usize - '1' as usize)));
    map((file, rank), |(file, rank)| Point::new(file, rank)).parse(input)
}

/// Row, from the far edge, and column, from the left, as if Cho sat at the bottom.
fn record_point(input: &str) -> IResult<&str, Point> {
    let row = map(one_of("1234567890"), |digit| digit.to_digit(10).map_or(0, |row| (10 - row as usize) % 10));
    let column = map(one_of("123456789"), |digit| digit as usize - '1' as usize);
    map((row, column), |(rank, file)| Point::new(file, rank)).parse(input)
}

fn piece_name(input: &str) -> IResult<&str, Kind> {
    let kind = |name| match name {
        '楚' | '漢' | '將' | '宮' | '궁' | '왕' | '장' => Some(Kind::General),
        '士' | '사' => Some(Kind::Guard),
        '車' | '차' => Some(Kind::Chariot),
        '包' | '포' => Some(Kind::Cannon),
        '馬' | '마' => Some(Kind::Horse),
        '象' | '상' => Some(Kind::Elephant),
        '卒' | '兵' | '졸' | '병' => Some(Kind::Soldier),
        _ => None,
    };
    map_opt(anychar, kind).parse(input)
}

impl Position {
    /// The point of the board for a point of a record, which is always written from Cho's seat.
    fn seen_from_cho(&self, point: Point) -> Point {
        match self.rules.cho {
            Side::Upper => point,
            Side::Lower => Point::new(FILES - 1 - point.file(), RANKS - 1 - point.rank()),
        }
    }

    /// Which rule forbids a move that is not legal.
    fn why_illegal(&self, mv: Move) -> Sentence {
        let (from, to) = (mv.from(), mv.to());
        if self.termination.is_some() {
            return "the game is over".into();
        }
        if mv == self.pass() {
            return match self.rules.passing {
                Passing::Never => format!("{} knows no pass", self.rules.name).into(),
                Passing::Allowed => "one cannot pass while in check".into(),
            };
        }
        let Some(kind) = self.kind_at(from) else { return sentence!["no piece stands on ", from] };
        if !self.side(self.turn).contains(from) {
            return sentence!["the ", kind.name(), " on ", from, " is the opponent's"];
        }
        if let (Some(own), true) = (self.kind_at(to), self.side(self.turn).contains(to)) {
            return sentence![to, " is taken by an own ", own.name()];
        }
        if !self.reached(kind, from).contains(to) {
            return sentence!["the ", kind.name(), " on ", from, " cannot go to ", to];
        }
        let mut after = *self;
        after.advance(mv);
        if Threats::against(&after, self.turn).checkers.is_empty() {
            return match self.rules.facing {
                Facing::Bikjang => "it leaves the bikjang standing; break it or pass".into(),
                _ => "the generals would face each other".into(),
            };
        }
        match self.in_check() {
            true => "the general stays in check".into(),
            false => "it would expose the general to check".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::{CASUAL, OFFICIAL, STRICT};
    use super::*;

    struct Chosen(&'static str, &'static str);

    impl Settings for Chosen {
        fn choice(&self, name: &str) -> &str {
            if name == CHO_SETUP { self.0 } else { self.1 }
        }

        fn number(&self, _: &str) -> i64 {
            0
        }
    }

    fn start(name: &str) -> Position {
        let variant = Position::VARIANTS.iter().find(|variant| variant.name == name).expect("a variant");
        Position::start(variant, &Chosen(SETUPS[0], SETUPS[0]))
    }

    fn complaint(position: &Position, text: &str) -> String {
        position.parse_move(text).expect_err("an illegal move").to_string()
    }

    fn why(rules: &'static RuleSet, fen: &str, text: &str) -> String {
        let complaint = complaint(&fen::read(rules, fen).expect("a good FEN"), text);
        complaint.split_once(": ").map(|(_, why)| why.to_string()).expect("a reason")
    }

    #[test]
    fn the_start_position_follows_the_options() {
        let setups = Chosen("sangmamasang", "masangmasang");
        let start = Position::start(&Position::VARIANTS[0], &setups);
        assert_eq!(start.fen(), "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1");
        let strict = Position::start(&Position::VARIANTS[4], &setups);
        assert_eq!(strict.fen(), "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ANBR b - - 0 1");
    }

    #[test]
    fn a_pass_has_four_spellings() {
        let position = start("janggi");
        for text in ["e2e2", "0000", "pass", "@@@@"] {
            assert_eq!(position.parse_move(text).map(|mv| mv.to_string()), Ok("e2e2".to_string()));
        }
    }

    #[test]
    fn records_are_read_from_chos_seat() {
        let position = start("janggi");
        for text in ["09車89", "09차89", "0989"] {
            assert_eq!(position.parse_move(text).map(|mv| mv.to_string()), Ok("i1i3".to_string()), "{text}");
        }
        let strict = start("janggistrict");
        assert_eq!(strict.parse_move("79졸69").map(|mv| mv.to_string()), Ok("a7a6".to_string()));
    }

    #[test]
    fn a_record_must_name_the_right_piece() {
        let text = complaint(&start("janggi"), "71馬61");
        assert_eq!(text, "'71馬61' is not legal here: the piece on a4 is a soldier");
    }

    #[test]
    fn nonsense_is_no_move() {
        let position = start("janggi");
        for text in
            ["", "a4", "a4a", "a4a11", "j1j2", "a0a1", "a4a5x", "A4A5", " a4a5", "76상", "７６상53", "@@@", "0001"]
        {
            let expected = MoveError::Unreadable { text: text.to_string(), expected: EXPECTED };
            assert_eq!(position.parse_move(text), Err(expected));
        }
    }

    #[test]
    fn the_reason_fits_the_mistake() {
        let bare = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(why(&OFFICIAL, bare, "a1a2"), "no piece stands on a1");
        assert_eq!(why(&OFFICIAL, bare, "e10e9"), "the general on e10 is the opponent's");
        assert_eq!(why(&STRICT, bare, "pass"), "janggistrict knows no pass");
        assert_eq!(why(&STRICT, bare, "d1e1"), "the generals would face each other");
        let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
        assert_eq!(why(&OFFICIAL, start, "a1a4"), "a4 is taken by an own soldier");
        assert_eq!(why(&OFFICIAL, start, "b3b6"), "the cannon on b3 cannot go to b6");
        let checked = "4k4/9/9/9/9/9/9/3r5/9/3K1R3 w - - 0 1";
        assert_eq!(why(&CASUAL, checked, "f1f2"), "the general stays in check");
        assert_eq!(why(&CASUAL, checked, "0000"), "one cannot pass while in check");
        let pinned = "4k4/9/9/9/9/9/9/3r5/3R5/3K5 w - - 0 1";
        assert_eq!(why(&CASUAL, pinned, "d2e2"), "it would expose the general to check");
        let facing = "4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert_eq!(why(&OFFICIAL, facing, "a1a2"), "it leaves the bikjang standing; break it or pass");
    }

    #[test]
    fn checkers_are_named() {
        let position = fen::read(&OFFICIAL, "3k5/9/9/9/9/9/9/4r4/9/3pK4 w - - 0 1").expect("a good FEN");
        assert_eq!(position.checkers(), ["d1", "e3"]);
    }

    #[test]
    fn records_are_written_as_they_are_read() {
        let mut random = fastrand::Rng::with_seed(3);
        for rules in RULE_SETS {
            let setups = Chosen(SETUPS[1], SETUPS[2]);
            let variant = Position::VARIANTS.iter().find(|variant| variant.name == rules.name).expect("a variant");
            let mut position = Position::start(variant, &setups);
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                for &mv in &moves {
                    assert_eq!(position.parse_move(&position.record(mv)), Ok(mv), "{}", position.record(mv));
                }
                let Some(mv) = random.choice(&moves) else { break };
                position.play(*mv);
            }
        }
        let start = Position::start(&Position::VARIANTS[0], &Chosen(SETUPS[0], SETUPS[0]));
        let record = |text| start.record(start.parse_move(text).expect("a legal move"));
        assert_eq!(
            (record("i4h4"), record("b1c3"), record("pass")),
            ("79졸78".into(), "02마83".into(), "한수쉼".into())
        );
        assert_eq!(start.counted_points(), Some([72.0, 73.5]));
        let casual = Position::start(&Position::VARIANTS[3], &Chosen(SETUPS[0], SETUPS[0]));
        assert_eq!(casual.counted_points(), Some([72.0, 72.0]), "nothing is counted there");
    }
}
