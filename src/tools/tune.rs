//! Texel's method: the weights of an evaluation that predict best how games end.
//!
//! An evaluation that is a sum of counts times weights turns into a chance to win by a logistic curve. Starting from the
//! weights as they are, gradient descent (Adam) makes the mean squared error over all positions as small as it gets.

use std::fs;
use std::path::{Path, PathBuf};

use crate::game::{Evaluator, Notation, Settings, Variant};
use crate::games::any::{self, Visitor};

/// How often all positions are gone through.
const ROUNDS: usize = 600;
/// How far a weight moves in a round at first.
const STEP: f64 = 1.5;
const FIRST_MOMENT: f64 = 0.9;
const SECOND_MOMENT: f64 = 0.999;
/// How much of the target is what a search said, rather than how the game ended: a result is the sum of many accidents.
const TRUST: f64 = 0.7;
/// Positions with a higher score are left out; there is not much to learn from them.
const DECIDED: f64 = 700.0;
/// Pulls weights that hardly ever count back to where they were.
const TETHER: f64 = 2e-9;

/// Why nothing was tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// No such variant, or its evaluation is not of that kind.
    #[error("the evaluation of '{0}' has no weights to tune; cheduk's has")]
    Variant(String),
    /// The file cannot be read.
    #[error("cannot read '{path}': {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line is not as `janggun selfplay` writes them.
    #[error("line {0} is not 'FEN;score;result'; make the file with 'janggun selfplay'")]
    Line(usize),
}

/// Tunes, and tells the new weights as they are to be pasted.
pub fn tune(variant: &str, file: &Path, settings: &dyn Settings) -> Result<String, TuneError> {
    let text = fs::read_to_string(file).map_err(|error| TuneError::Io { path: file.to_owned(), error })?;
    any::visit(variant, Tune { text: &text, settings }).ok_or_else(|| TuneError::Variant(variant.to_owned()))?
}

struct Tune<'a> {
    text: &'a str,
    settings: &'a dyn Settings,
}

/// A position, with the counts that are not 0.
struct Sample {
    counts: Vec<(u16, i16)>,
    /// What a search thought of it.
    score: f64,
    /// How the game ended.
    result: f64,
}

impl Sample {
    /// What the evaluation should promise.
    fn target(&self, scale: f64) -> f64 {
        TRUST * chance(self.score, scale) + (1.0 - TRUST) * self.result
    }

    fn value(&self, weights: &[f64]) -> f64 {
        self.counts.iter().map(|&(index, count)| weights[usize::from(index)] * f64::from(count)).sum()
    }
}

fn chance(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

impl Visitor for Tune<'_> {
    type Output = Result<String, TuneError>;

    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output {
        let blocks = E::weights();
        if blocks.is_empty() {
            return Err(TuneError::Variant(variant.name.to_owned()));
        }
        let evaluator = E::default();
        let mut samples = Vec::new();
        for (number, line) in self.text.lines().enumerate() {
            let bad = || TuneError::Line(number + 1);
            let [fen, score, result] = line.split(';').collect::<Vec<_>>()[..] else { return Err(bad()) };
            let score: f64 = score.parse().map_err(|_| bad())?;
            let result: f64 = result.parse().map_err(|_| bad())?;
            if score.abs() > DECIDED {
                continue;
            }
            let position = G::from_fen(variant, self.settings, fen).map_err(|_| bad())?;
            let counts = evaluator.counts(&position).into_iter().enumerate().filter(|&(_, count)| count != 0);
            let counts = counts.map(|(index, count)| (index as u16, count as i16)).collect();
            samples.push(Sample { counts, score, result });
        }
        let first: Vec<f64> = blocks.iter().flat_map(|block| block.weights).map(|&weight| weight.into()).collect();
        let scale = best_scale(&samples, &first);
        let before = error(&samples, &first, scale);
        let tuned = descend(&samples, &first, scale);
        let after = error(&samples, &tuned, scale);
        let mut text = format!("{} positions, scale {scale:.0}, error {before:.6} -> {after:.6}\n", samples.len());
        let mut rest = &tuned[..];
        for block in blocks {
            let (own, others) = rest.split_at(block.weights.len());
            rest = others;
            let own: Vec<String> = own.iter().map(|weight| format!("{weight:.0}")).collect();
            text += &format!("{} [{}]\n", block.name, own.join(", "));
        }
        Ok(text)
    }
}

fn error(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        samples.iter().map(|sample| (chance(sample.value(weights), scale) - sample.target(scale)).powi(2)).sum();
    sum / samples.len().max(1) as f64
}

/// The steepness of the curve that fits the weights as they are.
fn best_scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let misses = |scale: f64| -> f64 {
        samples.iter().map(|sample| (chance(sample.value(weights), scale) - sample.result).powi(2)).sum()
    };
    let scales = (1..=60).map(|step| f64::from(step) * 15.0);
    scales.min_by(|&a, &b| misses(a).total_cmp(&misses(b))).unwrap_or(150.0)
}

fn descend(samples: &[Sample], first: &[f64], scale: f64) -> Vec<f64> {
    let mut weights = first.to_vec();
    let (mut drift, mut spread) = (vec![0.0; first.len()], vec![0.0; first.len()]);
    for round in 1..=ROUNDS {
        let mut slope: Vec<f64> = weights.iter().zip(first).map(|(now, first)| TETHER * (now - first)).collect();
        for sample in samples {
            let chance = chance(sample.value(&weights), scale);
            let push = (chance - sample.target(scale)) * chance * (1.0 - chance) / (scale * samples.len() as f64);
            for &(index, count) in &sample.counts {
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

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let truth = [100.0, -40.0, 250.0];
        let mut random = fastrand::Rng::with_seed(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let counts: Vec<(u16, i16)> = (0..3).map(|index| (index, random.i16(-2..=2))).collect();
                let mut sample = Sample { counts, score: 0.0, result: 0.0 };
                sample.score = sample.value(&truth);
                sample.result = f64::from(u8::from(random.f64() < chance(sample.score, 200.0)));
                sample
            })
            .collect();
        let found = descend(&samples, &[80.0, 0.0, 200.0], 200.0);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 15.0, "{found} instead of {truth}");
        }
    }
}
