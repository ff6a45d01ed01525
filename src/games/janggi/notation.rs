//! Move strings, set-ups and options: Janggi as text, but for the FEN and the diagram.

use super::board::{Kind, Move, Position};
use super::diagram;
use super::fen::{self, FenError};
use super::point::{FILES, Point, RANKS};
use super::ruleset::{Facing, Passing, RULE_SETS, RuleSet};
use crate::game::{Game, MoveError, Notation, OptionKind, OptionSpec, Settings, Side, Variant};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::{IResult, Parser};

const EXPECTED: &str =
    "coordinates such as 'b1c3', a pass ('e2e2', '0000', 'pass', '@@@@'), or a record such as '76象53'";

/// The orders of horses (마) and elephants (상) on files `b`, `c`, `g` and `h`.
const SETUPS: [&str; 4] = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];

const CHO_SETUP: &str = "Janggi_ChoSetup";
const HAN_SETUP: &str = "Janggi_HanSetup";

const fn variant(name: &'static str) -> Variant {
    Variant { name, files: FILES as u8, ranks: RANKS as u8, pocket: 0, template: "janggi" }
}

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
        OptionSpec {
            name: CHO_SETUP,
            kind: OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            about: "Order of Cho's horses (ma) and elephants (sang) from file b to file h in the start position",
        },
        OptionSpec {
            name: HAN_SETUP,
            kind: OptionKind::Combo { default: SETUPS[0], choices: &SETUPS },
            about: "Order of Han's horses (ma) and elephants (sang) from file b to file h in the start position",
        },
    ];

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
                        return Err(illegal(format!("the piece on {} is a {}", mv.from(), kind.name())));
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
    let pass = value(Written::Pass, alt((tag("0000"), tag("pass"), tag("@@@@"))));
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
    fn why_illegal(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if self.finish.is_some() {
            return "the game is over".to_string();
        }
        if mv == self.pass() {
            return match self.rules.passing {
                Passing::Never => format!("{} knows no pass", self.rules.name),
                Passing::Allowed => "one cannot pass while in check".to_string(),
            };
        }
        let Some(kind) = self.kind_at(from) else { return format!("no piece stands on {from}") };
        if !self.side(self.turn).contains(from) {
            return format!("the {} on {from} is the opponent's", kind.name());
        }
        if let (Some(own), true) = (self.kind_at(to), self.side(self.turn).contains(to)) {
            return format!("{to} is taken by an own {}", own.name());
        }
        if !self.reached(kind, from).contains(to) {
            return format!("the {} on {from} cannot go to {to}", kind.name());
        }
        let mut after = *self;
        after.advance(mv);
        if super::threats::Threats::against(&after, self.turn).checkers.is_empty() {
            return match self.rules.facing {
                Facing::Bikjang => "it leaves the bikjang standing; break it or pass".to_string(),
                _ => "the generals would face each other".to_string(),
            };
        }
        match self.in_check() {
            true => "the general stays in check".to_string(),
            false => "it would expose the general to check".to_string(),
        }
    }
}
