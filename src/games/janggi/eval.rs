//! The hand-written evaluation: material, piece-square tables, mobility, pressure on the generals, threats, and the points
//! that decide a game without mate. All of it is a sum of counts times weights, so that the weights can be tuned.

use super::board::{Kind, Move, Position};
use super::piece_square::{self, PieceSquareSums};
use super::ruleset::Tally;
use super::static_exchange;
use super::tapered::{FULL_BOARD, Tapered};
use super::terms;
use super::weights::{BLOCKS, Counted, TERMS, weight};
use crate::game::{Block, Evaluator, Side, Tactics, Term, Tunable, logistic_win_draw_loss};
use crate::games::linear_eval::TermCounter;

/// The evaluation of Janggi.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation {
    piece_square: PieceSquareSums,
}

impl TermCounter for Tapered {
    #[inline(always)]
    fn add(&mut self, block: usize, place: usize, times: i32) {
        *self += weight(block, place).times(times);
    }
}

/// Everything that was counted: block, place, times.
impl TermCounter for Vec<(usize, usize, i32)> {
    fn add(&mut self, block: usize, place: usize, times: i32) {
        self.push((block, place, times));
    }
}

/// All entries of both sides, those of the sums that the position keeps among them.
fn entries(position: &Position) -> [Vec<(usize, usize, i32)>; 2] {
    let mut counters = [Side::Upper, Side::Lower].map(|side| {
        let mut counter = Vec::new();
        for point in position.side(side) {
            let Some(kind) = position.kind_at(point) else { continue };
            if kind != Kind::General {
                counter.add(Counted::Material as usize, kind as usize - 1, 1);
            }
            if let Some((counted, place)) = piece_square::place(side, kind, point) {
                counter.add(counted as usize, place, 1);
            }
        }
        counter
    });
    terms::count(position, &mut counters);
    counters
}

fn pieces(position: &Position) -> i32 {
    position.occupied().all().count() as i32
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position, _ply: usize) -> i32 {
        let mut sums = self.piece_square.of(position);
        terms::count(position, &mut sums);
        let [upper, lower] = sums.map(|sum| sum.with(pieces(position)));
        if position.turn == Side::Upper { upper - lower } else { lower - upper }
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let entries = entries(position);
        let mut names = TERMS.to_vec();
        names.dedup();
        // Rounding the sums up to each term, not the terms, makes these add up to what the whole is worth.
        let up_to = |number: usize, side: usize| {
            let mut sum = Tapered::default();
            for &(block, place, times) in &entries[side] {
                if names[..number].contains(&TERMS[block]) {
                    sum.add(block, place, times);
                }
            }
            sum.with(pieces(position))
        };
        let terms = names.iter().enumerate().map(|(number, name)| {
            let [upper, lower] = [0, 1].map(|side| up_to(number + 1, side) - up_to(number, side));
            Term { name, upper, lower }
        });
        terms.collect()
    }

    fn win_draw_loss(&self, position: &Position, score: i32) -> [u16; 3] {
        // As `janggun tune` finds them: 181,223 positions of `janggi` from games that were over before the limit of 300
        // plies, 27,742 of `janggitraditional`, all with 1,500 nodes a move.
        /// How fast a score turns into a win, and the score at which a win becomes as likely as not, where points decide.
        const BY_POINTS: (f64, f64) = (150.0, 0.0);
        /// The same where only mate wins.
        const BY_MATE: (f64, f64) = (350.0, 600.0);
        let (spread, even) = if position.rules().tally == Tally::Points { BY_POINTS } else { BY_MATE };
        logistic_win_draw_loss(score, spread, even)
    }
}

impl Tunable<Position> for Evaluation {
    fn weights() -> &'static [Block] {
        BLOCKS
    }

    fn counts(&self, position: &Position) -> Vec<f32> {
        let mut counts: Vec<Vec<f32>> = BLOCKS.iter().map(|block| vec![0.0; block.weights.len()]).collect();
        let full = pieces(position) as f32 / FULL_BOARD as f32;
        for (entries, sign) in entries(position).into_iter().zip([1.0, -1.0]) {
            for (block, place, times) in entries {
                counts[2 * block][place] += sign * times as f32 * full;
                counts[2 * block + 1][place] += sign * times as f32 * (1.0 - full);
            }
        }
        counts.concat()
    }
}

impl Tactics for Position {
    const STATIC_EXCHANGE: bool = true;

    fn gain(&self, mv: Move) -> i32 {
        if mv.is_pass() { 0 } else { self.kind_at(mv.to()).map_or(0, material) }
    }

    fn stake(&self, mv: Move) -> i32 {
        self.kind_at(mv.from()).map_or(0, material)
    }

    fn pays(&self, mv: Move, least: i32) -> bool {
        static_exchange::pays(self, mv, least, material)
    }
}

/// Between the worth on a full and on an empty board.
#[inline]
fn material(kind: Kind) -> i32 {
    match kind {
        Kind::General => 0,
        kind => weight(Counted::Material as usize, kind as usize - 1).with(FULL_BOARD / 2),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::fen;
    use super::super::ruleset::{CASUAL, OFFICIAL, RULE_SETS, RuleSet};
    use super::*;
    use crate::games::test_games;
    use once_cell::sync::Lazy;

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

    /// The rule sets with the board turned around, so that Cho stays Cho.
    static TURNED: Lazy<Vec<RuleSet>> =
        Lazy::new(|| RULE_SETS.iter().map(|rules| RuleSet { cho: rules.cho.other(), ..**rules }).collect());

    /// The position with its sides exchanged.
    pub fn turned(position: &Position) -> Position {
        let number = RULE_SETS.iter().position(|rules| *rules == position.rules()).expect("a rule set");
        fen::read(&TURNED[number], &flipped(&fen::write(position))).expect("a good FEN")
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            let fen = fen::write(&position);
            let turned = turned(&position);
            assert_eq!(
                Evaluation::default().evaluate(&position, 0),
                Evaluation::default().evaluate(&turned, 0),
                "{fen}"
            );
        }
    }

    /// Positions of random games under all rule sets.
    fn samples() -> Vec<Position> {
        let starts = RULE_SETS.into_iter().cycle().take(15);
        test_games::random_games(starts.map(|rules| fen::read(rules, MIDDLEGAME).expect("a good FEN")), 150)
    }

    /// From the upper-case side's view.
    fn evaluate(position: &Position) -> i32 {
        Evaluation::default().evaluate(position, 0) * if position.turn == Side::Upper { 1 } else { -1 }
    }

    #[test]
    fn an_evaluator_may_jump_from_any_position_to_any_other() {
        let mut samples = samples();
        fastrand::Rng::with_seed(5).shuffle(&mut samples);
        let mut used = Evaluation::default();
        for position in &samples {
            assert_eq!(
                used.evaluate(position, 0),
                Evaluation::default().evaluate(position, 0),
                "{}",
                fen::write(position)
            );
        }
    }

    #[test]
    fn the_terms_add_up() {
        for position in samples() {
            let sum: i32 = Evaluation::default().explain(&position).iter().map(|term| term.upper - term.lower).sum();
            assert_eq!(evaluate(&position), sum, "{}", fen::write(&position));
        }
    }

    #[test]
    fn counts_times_weights_are_the_evaluation() {
        let weights: Vec<i32> = Evaluation::weights().iter().flat_map(|block| block.weights).copied().collect();
        for position in samples() {
            let counts = Evaluation::default().counts(&position);
            assert_eq!(counts.len(), weights.len());
            let sum: f32 = counts.iter().zip(&weights).map(|(count, &weight)| count * weight as f32).sum();
            // Each side's sum is rounded.
            assert!((sum - evaluate(&position) as f32).abs() < 2.1, "{sum}: {}", fen::write(&position));
        }
    }

    #[test]
    fn every_weight_has_its_term_and_its_other_phase() {
        assert_eq!(BLOCKS.len(), 2 * TERMS.len());
        assert!(BLOCKS.chunks(2).all(|pair| pair[0].weights.len() == pair[1].weights.len()));
        let mut terms = TERMS.to_vec();
        terms.dedup();
        assert!((1..terms.len()).all(|number| !terms[..number].contains(&terms[number])), "terms are not in order");
    }

    #[test]
    fn chances_add_up_and_points_leave_no_draws() {
        for rules in [&OFFICIAL, &CASUAL] {
            let position = fen::read(rules, MIDDLEGAME).expect("a good FEN");
            for score in [-30000, -500, -1, 0, 1, 77, 500, 30000] {
                let [win, draw, loss] = Evaluation::default().win_draw_loss(&position, score);
                assert_eq!(win + draw + loss, 1000, "{score}");
                assert_eq!([loss, draw, win], Evaluation::default().win_draw_loss(&position, -score));
                assert!(draw == 0 || rules.tally == Tally::Draw);
            }
        }
    }
}
