//! What a position is worth by its looks: material on the board and in hand, the king's way into the enemy camp, and
//! what the pieces attack. The evaluation of the seeds' program can take its place.

use super::board::{Board, Kind};
use super::moves::{Move, Origin, steps_of};
use super::position::Position;
use super::seed::SeedEvaluation;
use super::square::SquareSet;
use crate::game::{Evaluator, OptionKind, OptionSpec, Settings, Side, Term};

const OPTION_NAME: &str = "Twelve_Evaluation";
const CHOICES: [&str; 2] = ["janggun", "seed"];

/// Which of the evaluations is used.
pub(super) const OPTION: OptionSpec = OptionSpec {
    name: OPTION_NAME,
    kind: OptionKind::Combo { default: CHOICES[0], choices: &CHOICES },
    about: "evaluation of Twelve Janggi and Dobutsu: the engine's own, or the tables of the program it descends from",
};

/// On the board, in hundredths of a man.
const MATERIAL: [i32; Kind::COUNT] = [0, 260, 330, 100, 420];
/// In hand, where a piece may go anywhere: minister, general, man.
const HELD: [i32; 3] = [300, 370, 130];
/// A second piece of a kind in hand is worth less, for only one can be put at a time.
const SECOND_HELD: i32 = -30;
/// The king so many ranks from home.
const ADVANCE: [i32; 4] = [0, 10, 35, 60];
/// The king in the enemy camp, where nothing can take it before it has won.
const ARRIVED: i32 = 3_000;
/// Each square that a piece can go to.
const REACH: i32 = 6;
/// Each attack on a square next to the enemy king, or on the king.
const PRESSURE: i32 = 14;
/// Each enemy piece under attack.
const THREAT: i32 = 22;
/// The right to move.
const TEMPO: i32 = 25;
/// What is gained with the king, which ends the game; more than all the rest.
const KING: i32 = 5_000;

/// The evaluation of both games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// Written for this engine.
    #[default]
    Janggun,
    /// The tables of the seeds' program, see [`SeedEvaluation`].
    Seed,
}

/// What is counted.
#[derive(Clone, Copy)]
enum Aspect {
    Material,
    Hand,
    Advance,
    Reach,
    Pressure,
    Threats,
    Tempo,
}

/// One side's share of every aspect.
type Account = [i32; 7];

impl Evaluator<Position> for Evaluation {
    fn with_settings(settings: &dyn Settings) -> Evaluation {
        if settings.choice(OPTION_NAME) == CHOICES[1] { Evaluation::Seed } else { Evaluation::Janggun }
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Evaluation::Seed => SeedEvaluation::evaluate(position),
            Evaluation::Janggun => {
                let us = position.board.turn();
                let own: i32 = account(position.board, us).iter().sum();
                let other: i32 = account(position.board, us.other()).iter().sum();
                own - other
            }
        }
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        if *self == Evaluation::Seed {
            return SeedEvaluation::explain(position);
        }
        let [upper, lower] = [Side::Upper, Side::Lower].map(|side| account(position.board, side));
        let term = |(aspect, name)| {
            let index = aspect as usize;
            Term { name, upper: upper[index], lower: lower[index] }
        };
        let terms = [
            (Aspect::Material, "material"),
            (Aspect::Hand, "hand"),
            (Aspect::Advance, "advance"),
            (Aspect::Reach, "reach"),
            (Aspect::Pressure, "pressure"),
            (Aspect::Threats, "threats"),
            (Aspect::Tempo, "tempo"),
        ];
        terms.map(term).to_vec()
    }

    fn gain(&self, position: &Position, mv: Move) -> i32 {
        let taken = position.board.at(mv.to()).map_or(0, |(_, kind)| self.worth(kind));
        let promoted = if mv.promotes() { self.worth(Kind::Lord) - self.worth(Kind::Man) } else { 0 };
        taken + promoted
    }

    fn stake(&self, position: &Position, mv: Move) -> i32 {
        let kind = match mv.origin() {
            Origin::Hand(kind) => Some(kind),
            Origin::Square(from) => position.board.at(from).map(|(_, kind)| kind),
        };
        kind.map_or(0, |kind| self.worth(kind))
    }

    fn win_draw_loss(&self, _: &Position, score: i32) -> [u16; 3] {
        /// How fast a score turns into a win.
        const SPREAD: f64 = 120.0;
        /// The score at which a win becomes as likely as not.
        const EVEN_CHANCE: f64 = 90.0;
        let chance = |score: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp())).round() as u16;
        let (win, loss) = (chance(score.into()), chance(-f64::from(score)));
        [win, 1000u16.saturating_sub(win + loss), loss]
    }
}

impl Evaluation {
    /// What a piece on the board is worth to its captor.
    fn worth(self, kind: Kind) -> i32 {
        match (self, kind) {
            (Evaluation::Seed, kind) => SeedEvaluation::worth(kind),
            (Evaluation::Janggun, Kind::King) => KING,
            (Evaluation::Janggun, kind) => MATERIAL[kind as usize],
        }
    }
}

#[inline]
fn account(board: Board, side: Side) -> Account {
    let (own, enemies) = (board.side(side), board.side(side.other()));
    let zone = board.king(side.other()).map_or(SquareSet::EMPTY, |king| {
        steps_of(side, Kind::King, king) | SquareSet::of(king) // a king goes the same ways for both sides
    });
    let (mut material, mut reach, mut pressure, mut threatened) = (0, 0, 0, SquareSet::EMPTY);
    for from in own {
        let Some((_, kind)) = board.at(from) else { continue };
        let targets = steps_of(side, kind, from).without(own);
        material += MATERIAL[kind as usize];
        reach += targets.count() as i32;
        pressure += (targets & zone).count() as i32;
        threatened = threatened | targets & enemies;
    }
    let mut held = 0;
    for (kind, worth) in Kind::IN_HAND.into_iter().zip(HELD) {
        let count = board.hand(side, kind) as i32;
        held += count * worth + (count - 1).max(0) * SECOND_HELD;
    }

    let mut account = Account::default();
    let mut put = |aspect: Aspect, value| account[aspect as usize] = value;
    put(Aspect::Material, material);
    put(Aspect::Hand, held);
    put(Aspect::Advance, advance(board, side));
    put(Aspect::Reach, REACH * reach);
    put(Aspect::Pressure, PRESSURE * pressure);
    put(Aspect::Threats, THREAT * threatened.count() as i32);
    put(Aspect::Tempo, if board.turn() == side { TEMPO } else { 0 });
    account
}

#[inline]
fn advance(board: Board, side: Side) -> i32 {
    let has_arrived = board.has_entered(side) && board.turn() != side && board.checkers(side).is_empty();
    if has_arrived { ARRIVED } else { board.king(side).map_or(0, |king| ADVANCE[king.rank_for(side)]) }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;
    use crate::games::trial;

    /// Positions of random games of both kinds.
    fn samples() -> Vec<Position> {
        let starts = [&TWELVE_JANGGI, &DOBUTSU].repeat(20).into_iter();
        trial::random_games(starts.map(|rules| fen::read(rules, rules.start).expect("the start position")), 40)
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            for mut evaluation in [Evaluation::Janggun, Evaluation::Seed] {
                let turned = Position::new(position.rules, position.board.turned());
                let mirrored = Position::new(position.rules, position.board.mirrored());
                assert_eq!(evaluation.evaluate(&position), evaluation.evaluate(&turned));
                assert_eq!(evaluation.evaluate(&position), evaluation.evaluate(&mirrored));
            }
        }
    }

    #[test]
    fn the_terms_add_up() {
        for position in samples() {
            for mut evaluation in [Evaluation::Janggun, Evaluation::Seed] {
                let sum: i32 = evaluation.explain(&position).iter().map(|term| term.upper - term.lower).sum();
                let sign = if position.board.turn() == Side::Upper { 1 } else { -1 };
                assert_eq!(evaluation.evaluate(&position), sign * sum);
            }
        }
    }

    #[test]
    fn chances_add_up() {
        let start = fen::read(&TWELVE_JANGGI, TWELVE_JANGGI.start).expect("the start position");
        for score in [-30_000, -300, -1, 0, 77, 30_000] {
            let [win, draw, loss] = Evaluation::Janggun.win_draw_loss(&start, score);
            assert_eq!(win + draw + loss, 1_000, "{score}");
            assert_eq!([loss, draw, win], Evaluation::Janggun.win_draw_loss(&start, -score));
        }
    }

    #[test]
    fn the_option_chooses() {
        struct Chosen(&'static str);
        impl Settings for Chosen {
            fn choice(&self, _: &str) -> &str {
                self.0
            }

            fn number(&self, _: &str) -> i64 {
                0
            }
        }
        assert_eq!(Evaluation::with_settings(&Chosen("seed")), Evaluation::Seed);
        assert_eq!(Evaluation::with_settings(&Chosen("janggun")), Evaluation::Janggun);
    }
}
