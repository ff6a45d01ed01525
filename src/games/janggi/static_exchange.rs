//! Static exchange evaluation (SEE): what a series of captures on one point gains, without playing it.
//!
//! Pieces behind others join in as lines open; with each piece that leaves, cannons gain and lose their screens, so
//! the attackers are computed anew after every capture.

use super::attacks;
use super::board::{Kind, Move, Position};
use super::point::{Point, PointSet};
use super::tables::{self, ELEPHANT_TARGETS, HORSE_TARGETS, PALACE_STEPS, SOLDIER_ORIGINS};
use crate::game::Side;

/// Least valuable attacker first.
const ORDER: [Kind; Kind::COUNT] =
    [Kind::Soldier, Kind::Guard, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Chariot, Kind::General];

/// The board during the exchange.
struct Exchange<'a> {
    position: &'a Position,
    target: Point,
    occupied: attacks::Occupancy,
    cannons: PointSet,
    /// The piece on the target.
    on_target: Kind,
}

impl Exchange<'_> {
    /// The least valuable piece of a side that can capture on the target.
    fn attacker(&self, side: Side) -> Option<(Kind, Point)> {
        let own = self.position.side(side) & self.occupied.all();
        let at = self.target.index();
        ORDER.into_iter().find_map(|kind| {
            let pieces = own & self.position.kind(kind);
            if pieces.is_empty() {
                return None;
            }
            let open = |path: PointSet| !path.meets(self.occupied.all());
            let from = match kind {
                Kind::Soldier => (pieces & SOLDIER_ORIGINS[side.index()][at]).first(),
                Kind::Guard | Kind::General => (pieces & PALACE_STEPS[at]).first(),
                Kind::Elephant => (pieces & ELEPHANT_TARGETS[at])
                    .into_iter()
                    .find(|&from| open(tables::elephant_path(from, self.target))),
                Kind::Horse => {
                    (pieces & HORSE_TARGETS[at]).into_iter().find(|&from| open(tables::horse_path(from, self.target)))
                }
                // No cannon captures a cannon. A screen for the way in is one for the way out.
                Kind::Cannon if self.on_target == Kind::Cannon => None,
                Kind::Cannon if !pieces.meets(tables::ALIGNED[at]) => None,
                Kind::Cannon => (pieces & attacks::cannon(self.target, &self.occupied, self.cannons)).first(),
                Kind::Chariot if !pieces.meets(tables::ALIGNED[at]) => None,
                Kind::Chariot => (pieces & attacks::chariot(self.target, &self.occupied)).first(),
            };
            from.map(|from| (kind, from))
        })
    }

    /// Moves a piece from its point to the target.
    fn lift(&mut self, kind: Kind, from: Point) {
        self.occupied.toggle(from);
        self.cannons = self.cannons.without(PointSet::of(from));
        self.on_target = kind;
    }
}

/// Whether `mv` and the captures that follow on its target gain at least `least` for its side, if either side stops as
/// soon as continuing does not pay. Pins are not considered.
pub fn pays(position: &Position, mv: Move, least: i32, worth: impl Fn(Kind) -> i32) -> bool {
    let (from, target) = (mv.from(), mv.to());
    let Some(kind) = position.kind_at(from).filter(|_| !mv.is_pass()) else {
        return least <= 0;
    };
    let taken = position.kind_at(target);
    // The balance of the side that has just moved, against what it needs.
    let mut balance = taken.map_or(0, &worth) - least;
    if balance < 0 {
        return false;
    }
    balance = worth(kind) - balance;
    if balance <= 0 {
        return true;
    }
    let occupied = *position.occupied();
    let mut exchange = Exchange { position, target, occupied, cannons: position.kind(Kind::Cannon), on_target: kind };
    exchange.lift(kind, from);
    if taken.is_none() {
        exchange.occupied.toggle(target);
    }

    let mut side = position.turn;
    let mut pays = true;
    loop {
        side = side.other();
        let Some((kind, from)) = exchange.attacker(side) else {
            return pays;
        };
        pays = !pays;
        // A general may capture only what is not defended any more.
        if kind == Kind::General {
            exchange.lift(kind, from);
            return if exchange.attacker(side.other()).is_some() { !pays } else { pays };
        }
        balance = worth(kind) - balance;
        if balance < i32::from(pays) {
            return pays;
        }
        exchange.lift(kind, from);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::OFFICIAL;
    use super::*;
    use crate::game::{Game, Notation, Searchable};
    use crate::games::test_games;

    /// Round numbers that are easy to add up.
    fn worth(kind: Kind) -> i32 {
        100 * kind.points()
    }

    /// The value of the exchange that a move begins.
    fn value(position: &Position, mv: Move) -> i32 {
        test_games::largest(-5_000..5_000, |least| pays(position, mv, least, worth))
    }

    #[track_caller]
    fn assert_value(fen: &str, mv: &str, expected: i32) {
        let position = fen::read(&OFFICIAL, fen).expect("a good FEN");
        assert_eq!(value(&position, position.parse_move(mv).expect("a legal move")), expected);
    }

    #[test]
    fn what_nobody_guards_is_won() {
        assert_value("3k5/9/9/p8/9/9/R8/9/9/5K3 w - - 0 1", "a4a7", 200);
        assert_value("3k5/9/9/p8/9/9/R8/9/9/5K3 w - - 0 1", "a4a5", 0);
    }

    #[test]
    fn what_is_guarded_costs_the_taker() {
        assert_value("3k5/9/9/pp7/9/9/R8/9/9/5K3 w - - 0 1", "a4a7", 200 - 1300);
        assert_value("3k5/9/9/pp7/9/R8/R8/9/9/5K3 w - - 0 1", "a5a7", 200 - 1300 + 200);
    }

    #[test]
    fn a_cannon_needs_its_screen() {
        // The soldier on a5 carries the cannon to a7; when the soldier itself takes nothing is left to jump over.
        assert_value("3k5/9/9/p8/9/P8/C8/9/9/5K3 w - - 0 1", "a4a7", 200);
        assert_value("r2k5/9/9/p8/9/P8/C8/9/9/5K3 w - - 0 1", "a4a7", 200 - 700);
    }

    #[test]
    fn a_screen_that_joins_in_is_missed() {
        // The chariot that takes on a7 from a6 leaves, and with it the screen of the cannon behind it.
        assert_value("r2k5/9/9/p8/R8/C8/9/9/9/5K3 w - - 0 1", "a6a7", 200 - 1300);
        // With another screen in its place the cannon takes back.
        assert_value("r2k5/9/9/p8/R8/P8/C8/9/9/5K3 w - - 0 1", "a6a7", 200 - 1300 + 1300);
    }

    #[test]
    fn no_cannon_takes_a_cannon() {
        assert_value("c2k5/p8/9/p8/9/P8/C8/9/9/5K3 w - - 0 1", "a4a7", 200);
    }

    #[test]
    fn a_general_takes_only_what_is_free() {
        assert_value("3k5/3p5/9/9/9/9/3R5/9/9/5K3 w - - 0 1", "d4d9", 200 - 1300);
        assert_value("3k5/3p5/9/9/9/3R5/3R5/9/9/5K3 w - - 0 1", "d5d9", 200);
    }

    /// Compares with playing all captures on the point, least valuable attacker first, in positions without checks.
    #[test]
    fn it_agrees_with_playing_the_captures() {
        fn best(position: &Position, target: Point, least_loss: i32) -> i32 {
            let mut moves = Vec::new();
            position.noisy_moves(&mut moves);
            let takes = moves.into_iter().filter(|mv| mv.to() == target);
            let cheapest = takes.min_by_key(|mv| {
                let kind = position.kind_at(mv.from()).expect("somebody moves");
                (ORDER.iter().position(|&other| other == kind), mv.from().index())
            });
            let Some(mv) = cheapest else { return least_loss };
            let gain = position.kind_at(target).map_or(0, worth);
            let mut next = *position;
            next.play(mv);
            (gain - best(&next, target, 0)).max(least_loss)
        }
        let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
        let starts = [fen::read(&OFFICIAL, start).expect("a good FEN"); 60];
        let mut pairs = Vec::new();
        for position in test_games::random_games(starts, 120) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let Some(taken) = position.kind_at(mv.to()).filter(|_| !mv.is_pass()) else { continue };
                let mut next = position;
                next.play(mv);
                if next.in_check() || next.bikjang() {
                    continue; // the answer is not free
                }
                pairs.push((value(&position, mv), worth(taken) - best(&next, mv.to(), 0)));
            }
        }
        // Pins and checks within an exchange are not modelled; they are rare.
        test_games::assert_most_agree(pairs, 20);
    }
}
