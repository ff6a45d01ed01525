//! Piece-square tables (PSQT), and a cache of their sums: computed from scratch, they would be half of every evaluation.
//!
//! The cache keeps the board that its sums belong to and updates them by comparing boards, so that it need not be told
//! of moves: null moves, re-searches and jumps within the tree cannot corrupt it.

use super::board::{Kind, Position};
use super::point::{FILES, POINTS, Point, PointSet, RANKS};
use super::tapered::Tapered;
use super::weights::{Counted, weight};
use crate::game::Side;

/// Material and piece-square value of a piece on a point.
#[inline]
pub fn value(side: Side, kind: Kind, point: Point) -> Tapered {
    TABLES[side.index()][kind as usize][point.index()]
}

/// The sums of both sides for the board evaluated last.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceSquareSums {
    sides: [PointSet; 2],
    kinds: [PointSet; Kind::COUNT],
    cells: [Option<Kind>; POINTS],
    sums: [Tapered; 2],
}

impl PieceSquareSums {
    /// The sums of both sides for a position.
    #[inline]
    pub fn of(&mut self, position: &Position) -> [Tapered; 2] {
        let mut changed = PointSet::EMPTY;
        for (old, new) in self.sides.iter().zip(&position.sides).chain(self.kinds.iter().zip(&position.kinds)) {
            changed |= *old ^ *new;
        }
        for point in changed {
            for side in [Side::Upper, Side::Lower] {
                if self.sides[side.index()].contains(point)
                    && let Some(kind) = self.cells[point.index()]
                {
                    self.sums[side.index()] -= value(side, kind, point);
                }
                if position.side(side).contains(point)
                    && let Some(kind) = position.kind_at(point)
                {
                    self.sums[side.index()] += value(side, kind, point);
                }
            }
        }
        (self.sides, self.kinds, self.cells) = (position.sides, position.kinds, position.cells);
        self.sums
    }
}

impl Default for PieceSquareSums {
    /// Of an empty board.
    fn default() -> PieceSquareSums {
        PieceSquareSums {
            sides: [PointSet::EMPTY; 2],
            kinds: [PointSet::EMPTY; Kind::COUNT],
            cells: [None; POINTS],
            sums: [Tapered::default(); 2],
        }
    }
}

static TABLES: [[[Tapered; POINTS]; Kind::COUNT]; 2] = [table_of(Side::Upper), table_of(Side::Lower)];

const fn table_of(side: Side) -> [[Tapered; POINTS]; Kind::COUNT] {
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

/// Block and index of the piece-square weight; `None` where the piece cannot stand.
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
