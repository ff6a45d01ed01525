//! Move strings: coordinates, and the notation of Korean game records, read and written.

use super::board::{Kind, Move, Position};
use super::point::{FILES, Point, RANKS};
use crate::game::{Game, Script, Searchable, Side};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{all_consuming, map, map_opt, opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

pub(super) const EXPECTED: &str = "coordinates such as 'b1c3', a pass ('e2e2', '0000', 'pass', '@@@@', '한수쉼'), or a record \
                                   such as '76象53', '76상53' or '七6象五3'";

/// What a move string says, before anyone asks whether it is legal.
#[derive(Clone)]
pub(super) enum Written {
    Pass,
    Coordinates(Point, Point),
    Record(Recorded),
}

/// A move of a game record; its points are seen from Cho's seat.
#[derive(Clone, Copy)]
pub(super) struct Recorded {
    pub from: Point,
    /// The piece that moves, if it is named.
    pub moved: Option<Kind>,
    pub to: Point,
    /// The piece that is taken, if it is named.
    pub taken: Option<Kind>,
}

pub(super) fn written_move(text: &str) -> IResult<&str, Written> {
    let pass = alt((tag("0000"), tag("pass"), tag("@@@@"), tag("한수쉼"), tag("虛手")));
    let coordinates = map((coordinate, coordinate), |(from, to)| Written::Coordinates(from, to));
    alt((
        all_consuming(value(Written::Pass, pass)),
        all_consuming(coordinates),
        all_consuming(map(recorded, Written::Record)),
    ))
    .parse(text)
}

fn coordinate(input: &str) -> IResult<&str, Point> {
    let file = map(one_of("abcdefghi"), |letter| letter as usize - 'a' as usize);
    let rank = alt((value(9, tag("10")), map(one_of("123456789"), |digit| digit as usize - '1' as usize)));
    map((file, rank), |(file, rank)| Point::new(file, rank)).parse(input)
}

/// `76상53`, perhaps with whose piece it is, what it takes and a check: `76초상53졸장군`.
fn recorded(input: &str) -> IResult<&str, Recorded> {
    let owned = preceded(one_of("楚漢초한"), piece_name);
    let taken = preceded(opt(char('타')), piece_name);
    let check = alt((tag("장군"), tag("將軍")));
    // A check is looked for first: its first sign is also the name of a general.
    let behind =
        alt((map(check, |_| None), map((taken, opt(alt((tag("장군"), tag("將軍"))))), |(kind, _)| Some(kind))));
    let parts = (record_point, opt(alt((owned, piece_name))), record_point, opt(behind));
    map(parts, |(from, moved, to, behind)| Recorded { from, moved, to, taken: behind.flatten() }).parse(input)
}

/// Row, from the far edge, and column, from the left, as if Cho sat at the bottom. Older records write rows in Chinese.
fn record_point(input: &str) -> IResult<&str, Point> {
    let row = alt((sign_of("0987654321"), sign_of("十九八七六五四三二一")));
    map((row, sign_of("123456789")), |(rank, file)| Point::new(file, rank)).parse(input)
}

/// One of these signs, as its place among them.
fn sign_of<'a>(signs: &'static str) -> impl Parser<&'a str, Output = usize, Error = nom::error::Error<&'a str>> {
    map_opt(anychar, move |sign| signs.chars().position(|known| known == sign))
}

fn piece_name(input: &str) -> IResult<&str, Kind> {
    let kind = |name| match name {
        '楚' | '漢' | '將' | '宮' | '궁' | '왕' | '장' | '초' | '한' => Some(Kind::General),
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
    /// The point of the board for a point of a record, which is always written from Cho's seat, or the other way round.
    pub(super) fn seen_from_cho(&self, point: Point) -> Point {
        match self.rules.cho {
            Side::Upper => point,
            Side::Lower => Point::new(FILES - 1 - point.file(), RANKS - 1 - point.rank()),
        }
    }

    /// A legal move as a game record has it.
    pub(super) fn recorded(&self, mv: Move, script: Script) -> String {
        if mv.is_pass() {
            return if script == Script::Hangul { "한수쉼" } else { "虛手" }.to_owned();
        }
        let name = |point| {
            let kind = self.kind_at(point)?;
            let side = self.side_at(point)?;
            Some(record_name(kind, side == self.rules.cho, script))
        };
        let point = |point| {
            let point = self.seen_from_cho(point);
            format!("{}{}", (RANKS - point.rank()) % RANKS, point.file() + 1)
        };
        let mut after = *self;
        after.play(mv);
        let check = match script {
            _ if !after.in_check() => "",
            Script::Hangul => "장군",
            Script::Hanja => "將軍",
        };
        let (moved, taken) = (name(mv.from()).unwrap_or_default(), name(mv.to()).unwrap_or_default());
        format!("{}{moved}{}{taken}{check}", point(mv.from()), point(mv.to()))
    }
}

fn record_name(kind: Kind, is_cho: bool, script: Script) -> &'static str {
    let (hangul, hanja) = match kind {
        Kind::General => ("궁", "將"),
        Kind::Guard => ("사", "士"),
        Kind::Chariot => ("차", "車"),
        Kind::Cannon => ("포", "包"),
        Kind::Horse => ("마", "馬"),
        Kind::Elephant => ("상", "象"),
        Kind::Soldier if is_cho => ("졸", "卒"),
        Kind::Soldier => ("병", "兵"),
    };
    if script == Script::Hangul { hangul } else { hanja }
}
