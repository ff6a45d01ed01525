//! What a position is worth by its looks: material, places, reach, pressure on the generals, and the points that
//! decide a game without mate.

use super::attacks;
use super::board::{Kind, Move, Position};
use super::exchange;
use super::point::{FILES, Point, PointSet};
use super::ruleset::Tally;
use super::tables::PALACES;
use super::worth::{self, Worth};
use crate::game::{Evaluator, Side, Term};

/// The hand-written evaluation.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation;

/// What is counted.
#[derive(Clone, Copy)]
enum Aspect {
    Standing,
    Mobility,
    Soldiers,
    Assault,
    Points,
    Tempo,
}

/// One side's share of every aspect.
type Account = [i32; 6];

impl Evaluator<Position> for Evaluation {
    const WEIGHS_EXCHANGES: bool = true;

    fn evaluate(&mut self, position: &Position) -> i32 {
        let own: i32 = account(position, position.turn).iter().sum();
        let other: i32 = account(position, position.turn.other()).iter().sum();
        own - other
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let accounts = [Side::Upper, Side::Lower].map(|side| account(position, side));
        let material = [Side::Upper, Side::Lower].map(|side| material_of(position, side));
        let places = [0, 1].map(|side| accounts[side][Aspect::Standing as usize] - material[side]);
        let of = |aspect: Aspect| [0, 1].map(|side| accounts[side][aspect as usize]);
        let term = |(name, [upper, lower]): (_, [i32; 2])| Term { name, upper, lower };
        let terms = [
            ("material", material),
            ("places", places),
            ("mobility", of(Aspect::Mobility)),
            ("soldiers", of(Aspect::Soldiers)),
            ("assault", of(Aspect::Assault)),
            ("points", of(Aspect::Points)),
            ("tempo", of(Aspect::Tempo)),
        ];
        terms.map(term).to_vec()
    }

    fn gain(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_pass() { 0 } else { position.kind_at(mv.to()).map_or(0, material) }
    }

    fn stake(&self, position: &Position, mv: Move) -> i32 {
        position.kind_at(mv.from()).map_or(0, material)
    }

    fn pays(&self, position: &Position, mv: Move, least: i32) -> bool {
        exchange::pays(position, mv, least, material)
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

/// A side's material alone, without the places.
fn material_of(position: &Position, side: Side) -> i32 {
    let mut sum = Worth::default();
    for kind in Kind::ALL {
        sum += worth::MATERIAL[kind as usize].times(position.pieces(side, kind).count() as i32);
    }
    sum.with(position.occupied().all().count() as i32)
}

/// What a side's pieces could do, kind by kind.
struct Activity<'a> {
    position: &'a Position,
    side: Side,
    mobility: Worth,
    pressure: i32,
}

impl Activity<'_> {
    /// `reached` says which points a piece of this kind attacks.
    #[inline(always)]
    fn add(&mut self, kind: Kind, reached: impl Fn(Point) -> PointSet) {
        let own = self.position.side(self.side);
        for from in own & self.position.kind(kind) {
            let reached = reached(from);
            let beyond_usual = reached.without(own).count() as i32 - worth::USUAL_REACH[kind as usize];
            self.mobility += worth::MOBILITY[kind as usize].times(beyond_usual);
            let near_general = reached & PALACES[self.side.other().index()];
            self.pressure += worth::PRESSURE[kind as usize] * near_general.count() as i32;
        }
    }

    /// Soldiers that have come close; how far they can go elsewhere matters little.
    #[inline(always)]
    fn add_soldiers(&mut self) {
        let palace = PALACES[self.side.other().index()];
        let around = PointSet(palace.0 << 1 | palace.0 >> 1 | palace.0 << FILES | palace.0 >> FILES);
        for from in self.position.pieces(self.side, Kind::Soldier) & (palace | around) {
            let near_general = attacks::soldier(self.side, from) & palace;
            self.pressure += worth::PRESSURE[Kind::Soldier as usize] * near_general.count() as i32;
        }
    }
}

#[inline]
fn account(position: &Position, side: Side) -> Account {
    let occupied = position.occupied();
    let cannons = position.kind(Kind::Cannon);
    let mut activity = Activity { position, side, mobility: Worth::default(), pressure: 0 };
    activity.add(Kind::Chariot, |from| attacks::chariot(from, occupied));
    activity.add(Kind::Cannon, |from| attacks::cannon(from, occupied, cannons));
    activity.add(Kind::Horse, |from| attacks::horse(from, occupied));
    activity.add(Kind::Elephant, |from| attacks::elephant(from, occupied));
    activity.add_soldiers();

    let pieces = occupied.all().count() as i32;
    let mut account = Account::default();
    let mut put = |aspect: Aspect, value| account[aspect as usize] = value;
    put(Aspect::Standing, position.standing[side.index()].with(pieces));
    put(Aspect::Mobility, activity.mobility.with(pieces));
    put(Aspect::Soldiers, soldier_pairs(position, side).with(pieces));
    put(Aspect::Assault, assault(position, side, activity.pressure));
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
    if position.rules().tally == Tally::Draw {
        return Worth::default();
    }
    let lead = position.points(side) - position.points(side.other());
    let needed = if side == position.rules().cho { 2 } else { -1 };
    if lead < needed {
        return Worth::default();
    }
    let mut worth = worth::LEAD.times(lead.clamp(0, worth::LARGEST_LEAD));
    worth += worth::AHEAD;
    worth
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{CASUAL, OFFICIAL, STRICT};
    use super::*;

    const MIDDLEGAME: &str = "1nb1aab1r/9/1c3kn1c/rBpp4p/6p2/2P6/P2P2P1P/1C3K1C1/4R4/R1NA1ANB1 w - - 7 1";

    fn flipped(fen: &str) -> String {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
        let ranks: Vec<&str> = fields[0].split('/').rev().collect();
        let swap = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        fields[0] = ranks.join("/").chars().map(swap).collect();
        fields[1] = if fields[1] == "w" { "b".to_string() } else { "w".to_string() };
        fields.join(" ")
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        // The strict rules turn the board around, so Cho stays Cho.
        let position = fen::read(&OFFICIAL, MIDDLEGAME).expect("a good FEN");
        let mirror = fen::read(&STRICT, &flipped(MIDDLEGAME)).expect("a good FEN");
        assert_eq!(Evaluation.evaluate(&position), Evaluation.evaluate(&mirror));
    }

    #[test]
    fn the_terms_add_up() {
        for fen in [MIDDLEGAME.to_string(), MIDDLEGAME.replace(" w ", " b ")] {
            let position = fen::read(&OFFICIAL, &fen).expect("a good FEN");
            let sum: i32 = Evaluation.explain(&position).iter().map(|term| term.upper - term.lower).sum();
            let sign = if position.turn == Side::Upper { 1 } else { -1 };
            assert_eq!(Evaluation.evaluate(&position), sign * sum);
        }
    }

    #[test]
    fn chances_add_up_and_points_leave_no_draws() {
        for rules in [&OFFICIAL, &CASUAL] {
            let position = fen::read(rules, MIDDLEGAME).expect("a good FEN");
            for score in [-30000, -500, -1, 0, 1, 77, 500, 30000] {
                let [win, draw, loss] = Evaluation.win_draw_loss(&position, score);
                assert_eq!(win + draw + loss, 1000, "{score}");
                assert_eq!([loss, draw, win], Evaluation.win_draw_loss(&position, -score));
                assert!(draw == 0 || rules.tally == Tally::Draw);
            }
        }
    }
}
