//! Texel's method: the weights of an evaluation that predict best how games end.
//!
//! An evaluation that is a sum of counts times weights turns into a chance to win by a logistic curve. Starting from the
//! weights as they are, gradient descent (Adam) makes the mean squared error over all positions as small as it gets.

use std::path::{Path, PathBuf};

use super::training_data::{DataError, GameReader, replay};
use crate::game::{Notation, Settings, Side, Tunable, Variant};
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};

/// How often all positions are gone through.
const ROUNDS: usize = 600;
/// How far a weight moves in a round at first.
const STEP: f64 = 1.5;
const FIRST_MOMENT: f64 = 0.9;
const SECOND_MOMENT: f64 = 0.999;
/// Positions with a higher score are left out; there is not much to learn from them.
const DECIDED: f64 = 700.0;
/// One of so many games is not learned from, but shows what was learned. Whole games, because positions of one game are
/// alike.
const KEPT_BACK: u64 = 10;
/// More weights than this are printed in rows of half a board's width.
const LONG_BLOCK: usize = 20;
const ROW: usize = 5;
/// About so many results tell how scores turn into chances.
const ENOUGH: usize = 25_000;

/// Why nothing was tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// No such variant.
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    /// A file cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file of another game.
    #[error("'{path}' holds games of {found}, not of {wanted}")]
    Game {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// The variant.
        wanted: &'static str,
    },
    /// None of the games is of the variant, or none has a quiet position.
    #[error("there is no quiet position of {0} in these files; make some with 'janggun selfplay'")]
    Nothing(&'static str),
}

/// What to aim at.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// How much of the target is what a search said, rather than how the game ended: a result is the sum of many
    /// accidents, but a score knows only what the evaluation knew already.
    pub trust: f64,
    /// How strongly weights are pulled back to where they were, which matters for those that hardly ever count.
    pub tether: f64,
}

/// Tunes with the games of one variant, and tells the new weights as they are to be pasted.
pub fn tune(variant: &str, files: &[PathBuf], aim: Aim, settings: &dyn Settings) -> Result<String, TuneError> {
    registry::visit(variant, Tune { files, aim, settings }).ok_or_else(|| TuneError::Variant(variant.to_owned()))?
}

struct Tune<'a> {
    files: &'a [PathBuf],
    aim: Aim,
    settings: &'a dyn Settings,
}

/// Positions, with their counts that are not 0.
#[derive(Default)]
struct Samples {
    /// The counts of all positions, one position behind the other: the weight and how often it counts.
    counts: Vec<(u16, f32)>,
    positions: Vec<Sample>,
}

struct Sample {
    /// Where in the counts those of the next position begin.
    end: usize,
    /// What a search thought of it.
    score: f64,
    /// How the game ended.
    result: f64,
}

impl Samples {
    fn push(&mut self, counts: impl IntoIterator<Item = f32>, score: f64, result: f64) {
        let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0.0);
        self.counts.extend(counts.map(|(index, count)| (index as u16, count)));
        self.positions.push(Sample { end: self.counts.len(), score, result });
    }

    fn len(&self) -> f64 {
        self.positions.len().max(1) as f64
    }

    fn iter(&self) -> impl Iterator<Item = (&Sample, &[(u16, f32)])> {
        let mut start = 0;
        self.positions.iter().map(move |sample| {
            let counts = &self.counts[start..sample.end];
            start = sample.end;
            (sample, counts)
        })
    }
}

impl Sample {
    /// What the evaluation should promise.
    fn target(&self, trust: f64, scale: f64) -> f64 {
        trust * chance(self.score, scale) + (1.0 - trust) * self.result
    }
}

fn value(counts: &[(u16, f32)], weights: &[f64]) -> f64 {
    counts.iter().map(|&(index, count)| weights[usize::from(index)] * f64::from(count)).sum()
}

fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

impl Visitor for Tune<'_> {
    type Output = Result<String, TuneError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let blocks = F::Evaluation::weights();
        let [mut samples, mut others] = [(); 2].map(|()| Samples::default());
        let mut ends = Vec::new();
        for path in self.files {
            self.read::<F>(path, variant, &mut ends, [&mut samples, &mut others])?;
        }
        if samples.positions.is_empty() {
            return Err(TuneError::Nothing(variant.name));
        }
        let first: Vec<f64> = blocks.iter().flat_map(|block| block.weights).map(|&weight| weight.into()).collect();
        let scale = best_scale(&samples, &first);
        let tuned = descend(&samples, &first, scale, self.aim);
        let mut text = format!("scale {scale:.0}\n");
        for (samples, which) in [(&samples, "positions"), (&others, "positions that were kept back")] {
            let [before, after] = [&first, &tuned].map(|weights| error(samples, weights, scale, self.aim.trust));
            text += &format!("{} {which}: error {before:.6} -> {after:.6}", samples.len());
            let [before, after] = [&first, &tuned].map(|weights| error(samples, weights, scale, 0.0));
            text += &format!(", of the results {before:.6} -> {after:.6}\n");
        }
        text += &outlook(&ends);
        let mut rest = &tuned[..];
        for block in blocks {
            let (own, others) = rest.split_at(block.weights.len());
            rest = others;
            text += &format!("{} {}\n", block.name, list(own));
        }
        Ok(text)
    }
}

impl Tune<'_> {
    /// Adds the quiet positions of a file to the samples to learn from or to those kept back, and what became of each.
    fn read<F: Family>(
        &self,
        path: &Path,
        variant: &'static Variant,
        ends: &mut Vec<(f64, f64)>,
        [samples, others]: [&mut Samples; 2],
    ) -> Result<(), TuneError> {
        let evaluator = F::Evaluation::default();
        let reader = GameReader::open(path)?;
        let found = reader.header().get("game");
        if found != F::Position::VARIANTS[0].name {
            return Err(TuneError::Game { path: path.to_owned(), found: found.to_owned(), wanted: variant.name });
        }
        for game in reader {
            let game = game?;
            if game.start.split('\t').next() != Some(variant.name) {
                continue;
            }
            let result = game.winner.map_or(0.5, |side| f64::from(u8::from(side == Side::Upper)));
            let samples = if game.number % KEPT_BACK == KEPT_BACK - 1 { &mut *others } else { &mut *samples };
            replay::<F>(&game, self.settings, |labelled| {
                let Some(score) = labelled.quiet_score_of_upper() else { return };
                let score = f64::from(score);
                ends.push((score, result));
                if score.abs() <= DECIDED {
                    samples.push(evaluator.counts(labelled.position), score, result);
                }
            })
            .map_err(|error| DataError::Game { path: path.to_owned(), number: game.number, error })?;
        }
        Ok(())
    }
}

/// As it is to be pasted.
fn list(weights: &[f64]) -> String {
    let row = |weights: &[f64]| {
        let weights: Vec<String> = weights.iter().map(|weight| (weight.round() as i64).to_string()).collect();
        weights.join(", ")
    };
    if weights.len() <= LONG_BLOCK {
        return format!("[{}]", row(weights));
    }
    let rows: String = weights.chunks(ROW).map(|weights| format!("    {},\n", row(weights))).collect();
    format!("[\n{rows}]")
}

fn error(samples: &Samples, weights: &[f64], scale: f64, trust: f64) -> f64 {
    let misses = samples
        .iter()
        .map(|(sample, counts)| (chance(value(counts, weights), scale) - sample.target(trust, scale)).powi(2));
    misses.sum::<f64>() / samples.len()
}

/// The steepness of the curve that fits the weights as they are.
fn best_scale(samples: &Samples, weights: &[f64]) -> f64 {
    let ends: Vec<_> = samples.iter().map(|(sample, counts)| (value(counts, weights), sample.result)).collect();
    let misses =
        |scale: f64| -> f64 { ends.iter().map(|&(value, result)| (chance(value, scale) - result).powi(2)).sum() };
    let scales = (1..=60).map(|step| f64::from(step) * 15.0);
    scales.min_by(|&a, &b| misses(a).total_cmp(&misses(b))).unwrap_or(150.0)
}

/// How scores of a search turn into results, for [`Evaluator::win_draw_loss`]: the spread, and the score at which a win is
/// as likely as not, that make the results likeliest.
fn outlook(ends: &[(f64, f64)]) -> String {
    let surprise = |spread: f64, even: f64| -> f64 {
        let unlikely = |&(score, result): &(f64, f64)| {
            let (win, loss) = (chance(score - even, spread), chance(-score - even, spread));
            let likely = if result == 1.0 {
                win
            } else if result == 0.0 {
                loss
            } else {
                1.0 - win - loss
            };
            -likely.max(1e-9).ln()
        };
        ends.iter().step_by(1 + ends.len() / ENOUGH).map(unlikely).sum()
    };
    let drawn = ends.iter().any(|&(_, result)| result == 0.5);
    let evens: Vec<f64> = if drawn { (1..=50).map(|step| f64::from(step) * 20.0).collect() } else { vec![0.0] };
    let pairs = evens.iter().flat_map(|&even| (5..=60).map(move |step| (f64::from(step) * 10.0, even)));
    let rated = pairs.map(|(spread, even)| (surprise(spread, even), spread, even));
    let best = rated.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(String::new(), |(_, spread, even)| format!("chances: spread {spread:.0}, even chance at {even:.0}\n"))
}

fn descend(samples: &Samples, first: &[f64], scale: f64, aim: Aim) -> Vec<f64> {
    let mut weights = first.to_vec();
    let (mut drift, mut spread) = (vec![0.0; first.len()], vec![0.0; first.len()]);
    for round in 1..=ROUNDS {
        let mut slope: Vec<f64> = weights.iter().zip(first).map(|(now, first)| aim.tether * (now - first)).collect();
        for (sample, counts) in samples.iter() {
            let chance = chance(value(counts, &weights), scale);
            let push = (chance - sample.target(aim.trust, scale)) * chance * (1.0 - chance) / (scale * samples.len());
            for &(index, count) in counts {
                slope[usize::from(index)] += push * f64::from(count);
            }
        }
        let step = STEP * (1.0 - (round - 1) as f64 / ROUNDS as f64);
        for index in 0..weights.len() {
            drift[index] += (1.0 - FIRST_MOMENT) * (slope[index] - drift[index]);
            spread[index] += (1.0 - SECOND_MOMENT) * (slope[index].powi(2) - spread[index]);
            let drift = drift[index] / (1.0 - FIRST_MOMENT.powi(round as i32));
            let spread = spread[index] / (1.0 - SECOND_MOMENT.powi(round as i32));
            weights[index] -= step * drift / (spread.sqrt() + 1e-12);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: f64 = 200.0;

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let truth = [100.0, -40.0, 250.0];
        let mut random = fastrand::Rng::with_seed(5);
        let mut samples = Samples::default();
        for _ in 0..20_000 {
            let counts = [0; 3].map(|_| random.i16(-2..=2));
            let score: f64 = counts.iter().zip(truth).map(|(&count, weight)| f64::from(count) * weight).sum();
            let result = f64::from(u8::from(random.f64() < chance(score, SCALE)));
            samples.push(counts.map(f32::from), score, result);
        }
        let found = descend(&samples, &[80.0, 0.0, 200.0], SCALE, Aim { trust: 0.7, tether: 2e-9 });
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 15.0, "{found} instead of {truth}");
        }
    }

    #[test]
    fn the_outlook_is_what_made_the_results() {
        let mut random = fastrand::Rng::with_seed(7);
        let ends: Vec<(f64, f64)> = (0..20_000)
            .map(|_| {
                let score = f64::from(random.i32(-600..600));
                let lot = random.f64();
                let (win, loss) = (chance(score - 100.0, 150.0), chance(-score - 100.0, 150.0));
                (
                    score,
                    if lot < win {
                        1.0
                    } else if lot < win + loss {
                        0.0
                    } else {
                        0.5
                    },
                )
            })
            .collect();
        assert_eq!(outlook(&ends), "chances: spread 150, even chance at 100\n");
    }
}
