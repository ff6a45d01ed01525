//! What pieces are worth where they stand, as positions keep the sum of it.

use super::board::Kind;
use super::point::{FILES, POINTS, Point, RANKS};
use super::tapered::Tapered;
use super::weights::{Counted, weight};
use crate::game::Side;

/// What a piece is worth on a point: its material and how good the place is for it.
#[inline]
pub fn value(side: Side, kind: Kind, point: Point) -> Tapered {
    STANDING[side.index()][kind as usize][point.index()]
}

static STANDING: [[[Tapered; POINTS]; Kind::COUNT]; 2] = [standings(Side::Upper), standings(Side::Lower)];

const fn standings(side: Side) -> [[Tapered; POINTS]; Kind::COUNT] {
    let mut table = [[Tapered::new(0, 0); POINTS]; Kind::COUNT];
    let mut number = 0;
    while number < Kind::COUNT {
        let kind = Kind::ALL[number];
        let mut index = 0;
        while index < POINTS {
            let mut worth = match place(side, kind, Point::from_index(index)) {
                Some((counted, place)) => weight(counted as usize, place),
                None => Tapered::new(0, 0),
            };
            if number > 0 {
                worth = worth.plus(weight(Counted::Material as usize, number - 1));
            }
            table[number][index] = worth;
            index += 1;
        }
        number += 1;
    }
    table
}

/// Which weight says how good a point is for a piece; none where it cannot come.
pub(super) const fn place(side: Side, kind: Kind, point: Point) -> Option<(Counted, usize)> {
    let rank = match side {
        Side::Upper => RANKS - 1 - point.rank(),
        Side::Lower => point.rank(),
    };
    let file = if point.file() > 4 { FILES - 1 - point.file() } else { point.file() };
    let half_board = 5 * rank + file;
    let in_palace = rank >= 7 && file >= 3;
    let palace = if in_palace { 2 * (rank - 7) + file - 3 } else { 0 };
    match kind {
        Kind::General if in_palace => Some((Counted::GeneralPlaces, palace)),
        Kind::Guard if in_palace => Some((Counted::GuardPlaces, palace)),
        Kind::General | Kind::Guard => None,
        Kind::Chariot => Some((Counted::ChariotPlaces, half_board)),
        Kind::Cannon => Some((Counted::CannonPlaces, half_board)),
        Kind::Horse => Some((Counted::HorsePlaces, half_board)),
        Kind::Elephant => Some((Counted::ElephantPlaces, half_board)),
        Kind::Soldier => Some((Counted::SoldierPlaces, half_board)),
    }
}
