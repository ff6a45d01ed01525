//! What a position is worth by its looks: material, places, reach, pressure on the generals, and the points that
//! decide a game without mate.

use super::attacks;
use super::board::{Kind, Move, Position};
use super::point::PointSet;
use super::ruleset::Tally;
use super::tables::PALACES;
use super::worth::{self, Worth};
use crate::game::{Evaluator, Side, Term};

/// The hand-written evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation;

/// What is counted, in the order of [`Evaluator::explain`].
#[derive(Clone, Copy)]
enum Aspect {
    Material,
    Places,
    Mobility,
    Soldiers,
    Assault,
    Points,
    Tempo,
}

const ASPECTS: [&str; 7] = ["material", "places", "mobility", "soldiers", "assault", "points", "tempo"];

/// One side's share of every aspect.
type Account = [i32; ASPECTS.len()];

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let own: i32 = account(position, position.turn).iter().sum();
        let other: i32 = account(position, position.turn.other()).iter().sum();
        own - other
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let (upper, lower) = (account(position, Side::Upper), account(position, Side::Lower));
        let term = |(index, &name)| Term { name, upper: upper[index], lower: lower[index] };
        ASPECTS.iter().enumerate().map(term).collect()
    }

    fn gain(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_pass() { 0 } else { position.kind_at(mv.to()).map_or(0, material) }
    }

    fn stake(&self, position: &Position, mv: Move) -> i32 {
        position.kind_at(mv.from()).map_or(0, material)
    }

    fn win_draw_loss(&self, position: &Position, score: i32) -> [u16; 3] {
        /// How fast a score turns into a win.
        const SPREAD: f64 = 170.0;
        /// The score at which, where draws exist, a win becomes as likely as not.
        const EVEN_CHANCE: f64 = 140.0;
        let margin = if position.rules().tally == Tally::Points { 0.0 } else { EVEN_CHANCE };
        let chance = |score: f64| (1000.0 / (1.0 + ((margin - score) / SPREAD).exp())).round() as u16;
        let win = chance(score.into());
        let loss = if margin == 0.0 { 1000 - win } else { chance(-f64::from(score)) };
        [win, 1000u16.saturating_sub(win + loss), loss]
    }
}

/// Between the worth on a full and on an empty board.
#[inline]
fn material(kind: Kind) -> i32 {
    worth::MATERIAL[kind as usize].with(16)
}

#[inline]
fn account(position: &Position, side: Side) -> Account {
    let own = position.side(side);
    let enemy_palace = PALACES[side.other().index()];
    let (mut material, mut places, mut mobility, mut pressure) =
        (Worth::default(), Worth::default(), Worth::default(), 0);
    for kind in Kind::ALL {
        let pieces = own & position.kind(kind);
        material += worth::MATERIAL[kind as usize].times(pieces.count() as i32);
        for from in pieces {
            places += worth::place(side, kind, from);
            let reached = match kind {
                Kind::General | Kind::Guard => continue,
                Kind::Chariot => attacks::chariot(from, position.occupied()),
                Kind::Cannon => attacks::cannon(from, position.occupied(), position.kind(Kind::Cannon)),
                Kind::Horse => attacks::horse(from, position.occupied()),
                Kind::Elephant => attacks::elephant(from, position.occupied()),
                Kind::Soldier => attacks::soldier(side, from),
            };
            let beyond_usual = reached.without(own).count() as i32 - worth::USUAL_REACH[kind as usize];
            mobility += worth::MOBILITY[kind as usize].times(beyond_usual);
            pressure += worth::PRESSURE[kind as usize] * (reached & enemy_palace).count() as i32;
        }
    }
    let pieces = position.occupied().all().count() as i32;
    let mut account = Account::default();
    let mut put = |aspect: Aspect, value| account[aspect as usize] = value;
    put(Aspect::Material, material.with(pieces));
    put(Aspect::Places, places.with(pieces));
    put(Aspect::Mobility, mobility.with(pieces));
    put(Aspect::Soldiers, soldier_pairs(position, side).with(pieces));
    put(Aspect::Assault, assault(position, side, pressure));
    put(Aspect::Points, lead(position, side).with(pieces));
    put(Aspect::Tempo, if position.turn == side { worth::TEMPO } else { 0 });
    account
}

#[inline]
fn soldier_pairs(position: &Position, side: Side) -> Worth {
    let soldiers = position.pieces(side, Kind::Soldier);
    let to_the_right = PointSet(soldiers.without(PointSet::file(8)).0 << 1);
    worth::SOLDIER_PAIR.times((soldiers & to_the_right).count() as i32)
}

/// Pressure from several pieces is worth more than the sum of it, and guards soften it.
#[inline]
fn assault(position: &Position, side: Side, pressure: i32) -> i32 {
    let guards = position.pieces(side.other(), Kind::Guard).count().min(2);
    pressure * pressure * worth::ASSAULT[guards] / 64
}

/// Where points decide, a lead is a threat to end the game.
#[inline]
fn lead(position: &Position, side: Side) -> Worth {
    if position.rules().tally == Tally::Draw || position.tally() != Some(side) {
        return Worth::default();
    }
    let lead = position.points(side) - position.points(side.other());
    let mut worth = worth::LEAD.times(lead.clamp(0, worth::LARGEST_LEAD));
    worth += worth::AHEAD;
    worth
}
