//! The hand-written evaluation: material on the board and in hand, the king's way into the enemy camp, attacks. An
//! option replaces it by that of the original program.

use super::board::{Board, Kind};
use super::moves::{Move, Origin, steps_of};
use super::original_eval::OriginalEvaluation;
use super::position::Position;
use super::square::{RANKS, SquareSet};
use super::weights::{BLOCKS, Counted};
use crate::game::{
    Block, Evaluator, OptionKind, OptionSpec, Settings, Side, Tactics, Term, Tunable, logistic_win_draw_loss,
};
use crate::games::linear_eval::{self, LinearEval, TermCounter};

const OPTION_NAME: &str = "Twelve_Evaluation";
const CHOICES: [&str; 2] = ["janggun", "seed"];

/// Selects the evaluation.
pub(super) const OPTION: OptionSpec = OptionSpec::new(
    OPTION_NAME,
    OptionKind::Combo { default: CHOICES[0], choices: &CHOICES },
    "evaluation of Twelve Janggi and Dobutsu: the engine's own, or the tables of the program it descends from",
);

/// A king in the enemy camp that cannot be captured before it has won.
const ARRIVED: i32 = 3_000;
/// Attacks around the king beyond this add nothing.
const HARDEST_PRESSURE: usize = 7;
/// Gain of capturing the king, which ends the game; more than everything else together.
const KING: i32 = 5_000;

/// The evaluation of both rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// Written for this engine.
    #[default]
    Janggun,
    /// The tables of the original program, see [`OriginalEvaluation`].
    Original,
}

/// Value of one side.
#[derive(Default)]
struct Sum(i32);

impl TermCounter for Sum {
    #[inline]
    fn add(&mut self, block: usize, place: usize, times: i32) {
        self.0 += BLOCKS[block].weights[place] * times;
    }
}

impl Evaluator<Position> for Evaluation {
    fn with_settings(settings: &dyn Settings) -> Evaluation {
        if settings.choice(OPTION_NAME) == CHOICES[1] { Evaluation::Original } else { Evaluation::Janggun }
    }

    fn evaluate(&mut self, position: &Position, _ply: usize) -> i32 {
        match self {
            Evaluation::Original => OriginalEvaluation::evaluate(position),
            Evaluation::Janggun => {
                let board = position.board;
                let mut sums = [Sum::default(), Sum::default()];
                board.count_terms(&mut sums);
                let us = board.turn();
                let [own, other] = [us, us.other()].map(|side| sums[side.index()].0 + arrived(board, side));
                own - other
            }
        }
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        if *self == Evaluation::Original {
            return OriginalEvaluation::explain(position);
        }
        let mut terms = linear_eval::explain(BLOCKS, &position.board);
        let [upper, lower] = [Side::Upper, Side::Lower].map(|side| arrived(position.board, side));
        terms.push(Term { name: "arrived", upper, lower });
        terms
    }

    fn win_draw_loss(&self, _: &Position, score: i32) -> [u16; 3] {
        /// Spread of the logistic curve from score to result.
        const SPREAD: f64 = 250.0;
        /// Score at which a win becomes as likely as not.
        const EVEN_CHANCE: f64 = 100.0;
        logistic_win_draw_loss(score, SPREAD, EVEN_CHANCE)
    }
}

impl Tunable<Position> for Evaluation {
    fn weights() -> &'static [Block] {
        BLOCKS
    }

    fn counts(&self, position: &Position) -> Vec<f32> {
        linear_eval::counts(BLOCKS, &position.board)
    }
}

impl Tactics for Position {
    fn gain(&self, mv: Move) -> i32 {
        let taken = self.board.at(mv.to()).map_or(0, |(_, kind)| worth(kind));
        let promoted = if mv.promotes() { worth(Kind::Lord) - worth(Kind::Man) } else { 0 };
        taken + promoted
    }

    fn stake(&self, mv: Move) -> i32 {
        let kind = match mv.origin() {
            Origin::Hand(kind) => Some(kind),
            Origin::Square(from) => self.board.at(from).map(|(_, kind)| kind),
        };
        kind.map_or(0, worth)
    }
}

/// Gain of capturing a piece.
fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => KING,
        kind => BLOCKS[Counted::Material as usize].weights[kind as usize - 1],
    }
}

impl LinearEval for Board {
    #[inline]
    fn count_terms<C: TermCounter>(&self, counters: &mut [C; 2]) {
        let reach = [Side::Upper, Side::Lower].map(|side| {
            let mut all = SquareSet::EMPTY;
            for from in self.side(side) {
                if let Some((_, kind)) = self.at(from) {
                    all |= steps_of(side, kind, from);
                }
            }
            all
        });
        for side in [Side::Upper, Side::Lower] {
            count_side(*self, side, reach, &mut counters[side.index()]);
        }
    }
}

/// Counts the terms of one side; `reach` are the squares that each side attacks.
#[inline]
fn count_side(board: Board, side: Side, reach: [SquareSet; 2], counter: &mut impl TermCounter) {
    let mut count = |counted: Counted, place: usize, times: usize| counter.add(counted as usize, place, times as i32);
    let them = side.other();
    let own = board.side(side);
    let [own_reach, enemy_reach] = [side, them].map(|side| reach[side.index()]);
    let zone = board.king(them).map_or(SquareSet::EMPTY, |king| {
        steps_of(side, Kind::King, king) | SquareSet::of(king) // a king goes the same ways for both sides
    });
    let mut pressure = 0;
    for from in own {
        let Some((_, kind)) = board.at(from) else { continue };
        let targets = steps_of(side, kind, from).without(own);
        count(Counted::Reach, kind as usize, targets.count());
        pressure += (targets & zone).count();
        if kind == Kind::King {
            count(Counted::King, 2 * from.rank_for(side) + from.file() % 2, 1);
            count(Counted::Escapes, targets.without(enemy_reach).count(), 1);
        } else {
            count(Counted::Material, kind as usize - 1, 1);
            count(Counted::Places, RANKS * (kind as usize - 1) + from.rank_for(side), 1);
        }
    }
    count(Counted::Pressure, pressure.min(HARDEST_PRESSURE), 1);
    for (place, kind) in Kind::IN_HAND.into_iter().enumerate() {
        let held = board.hand(side, kind);
        if held > 0 {
            count(Counted::Hand, 2 * place + held.min(2) - 1, 1);
        }
    }
    for hit in board.side(them) & own_reach {
        if let Some((_, kind)) = board.at(hit)
            && kind != Kind::King
        {
            let covered = enemy_reach.contains(hit);
            count(if covered { Counted::Held } else { Counted::Loose }, kind as usize - 1, 1);
        }
    }
    count(Counted::Tempo, 0, usize::from(board.turn() == side));
}

/// Bonus if the king cannot be captured any more before it has won by entering.
#[inline]
fn arrived(board: Board, side: Side) -> i32 {
    let safe = board.has_entered(side) && board.turn() != side && board.checkers(side).is_empty();
    if safe { ARRIVED } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;
    use crate::games::test_games;

    /// Positions of random games under both rule sets.
    fn samples() -> Vec<Position> {
        let starts = [&TWELVE_JANGGI, &DOBUTSU].repeat(20).into_iter();
        test_games::random_games(starts.map(|rules| fen::read(rules, rules.start).expect("the start position")), 40)
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            for mut evaluation in [Evaluation::Janggun, Evaluation::Original] {
                let turned = Position::new(position.rules, position.board.turned());
                let mirrored = Position::new(position.rules, position.board.mirrored());
                assert_eq!(evaluation.evaluate(&position, 0), evaluation.evaluate(&turned, 0));
                assert_eq!(evaluation.evaluate(&position, 0), evaluation.evaluate(&mirrored, 0));
            }
        }
    }

    #[test]
    fn the_terms_add_up() {
        for position in samples() {
            for mut evaluation in [Evaluation::Janggun, Evaluation::Original] {
                let sum: i32 = evaluation.explain(&position).iter().map(|term| term.upper - term.lower).sum();
                let sign = if position.board.turn() == Side::Upper { 1 } else { -1 };
                assert_eq!(evaluation.evaluate(&position, 0), sign * sum);
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
        struct Setting(&'static str);
        impl Settings for Setting {
            fn choice(&self, _: &str) -> &str {
                self.0
            }

            fn number(&self, _: &str) -> i64 {
                0
            }
        }
        assert_eq!(Evaluation::with_settings(&Setting("seed")), Evaluation::Original);
        assert_eq!(Evaluation::with_settings(&Setting("janggun")), Evaluation::Janggun);
    }
}
