//! Texel tuning: finds the weights with which an evaluation predicts the results of games best.
//!
//! The evaluation is linear: counts times weights. A logistic function turns it into an expected score; gradient
//! descent (Adam), starting from the current weights, minimises the mean squared error over all positions.

use std::path::{Path, PathBuf};

use super::training_data::{DataError, GameReader, replay};
use crate::game::{Notation, Settings, Side, Tunable, Variant};
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};

/// Epochs: passes over all samples.
const ROUNDS: usize = 600;
/// Initial step of a weight per epoch.
const STEP: f64 = 1.5;
const FIRST_MOMENT: f64 = 0.9;
const SECOND_MOMENT: f64 = 0.999;
/// Positions with a higher score are left out: hardly anything can be learned from them.
const DECIDED: f64 = 700.0;
/// One in this many games is a validation game. Whole games, because positions of one game resemble each other.
const VALIDATION_INTERVAL: u64 = 10;
/// Blocks of more weights are printed in rows of half a board's width.
const LONG_BLOCK: usize = 20;
const ROW: usize = 5;
/// About this many results fit the win-draw-loss curve well.
const ENOUGH: usize = 25_000;

/// Why tuning failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuneError {
    /// No variant of this name.
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    /// A file cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A file of another game.
    #[error("'{path}' holds games of {found}, not of {wanted}")]
    Game { path: PathBuf, found: String, wanted: &'static str },
    /// No game of the variant, or none with a quiet position.
    #[error("there is no quiet position of {0} in these files; make some with 'janggun selfplay'")]
    Nothing(&'static str),
}

/// What the weights are fitted to.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// Share of the search score in the target, as opposed to the result: a result is noisy, but a score knows only
    /// what the evaluation knew already.
    pub trust: f64,
    /// Strength of the pull towards the old weights, which matters for terms that rarely occur.
    pub tether: f64,
}

/// Tunes with the games of one variant; returns the new weights as source text.
pub fn tune(
    variant: &str,
    files: &[PathBuf],
    tuning: TuneSettings,
    settings: &dyn Settings,
) -> Result<String, TuneError> {
    registry::visit(variant, Tune { files, tuning, settings }).ok_or_else(|| TuneError::Variant(variant.to_owned()))?
}

struct Tune<'a> {
    files: &'a [PathBuf],
    tuning: TuneSettings,
    settings: &'a dyn Settings,
}

/// Positions as sparse vectors of counts.
#[derive(Default)]
struct TunerSamples {
    /// Pairs of weight index and count, of all positions, concatenated.
    counts: Vec<(u16, f32)>,
    positions: Vec<TunerSample>,
}

struct TunerSample {
    /// End of its counts.
    end: usize,
    /// Score of the search, for the upper-case side.
    score: f64,
    /// Result of the game for the upper-case side: 0, 0.5 or 1.
    result: f64,
}

impl TunerSamples {
    fn push(&mut self, counts: impl IntoIterator<Item = f32>, score: f64, result: f64) {
        let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0.0);
        self.counts.extend(counts.map(|(index, count)| (index as u16, count)));
        self.positions.push(TunerSample { end: self.counts.len(), score, result });
    }

    fn len(&self) -> f64 {
        self.positions.len().max(1) as f64
    }

    fn iter(&self) -> impl Iterator<Item = (&TunerSample, &[(u16, f32)])> {
        let mut start = 0;
        self.positions.iter().map(move |sample| {
            let counts = &self.counts[start..sample.end];
            start = sample.end;
            (sample, counts)
        })
    }
}

impl TunerSample {
    /// Expected score that the evaluation should predict.
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
        let [mut samples, mut others] = [(); 2].map(|()| TunerSamples::default());
        let mut ends = Vec::new();
        for path in self.files {
            self.read::<F>(path, variant, &mut ends, [&mut samples, &mut others])?;
        }
        if samples.positions.is_empty() {
            return Err(TuneError::Nothing(variant.name));
        }
        let first: Vec<f64> = blocks.iter().flat_map(|block| block.weights).map(|&weight| weight.into()).collect();
        let scale = best_scale(&samples, &first);
        let tuned = descend(&samples, &first, scale, self.tuning);
        let mut text = format!("scale {scale:.0}\n");
        for (samples, which) in [(&samples, "positions"), (&others, "positions that were kept back")] {
            let [before, after] = [&first, &tuned].map(|weights| error(samples, weights, scale, self.tuning.trust));
            text += &format!("{} {which}: error {before:.6} -> {after:.6}", samples.len());
            let [before, after] = [&first, &tuned].map(|weights| error(samples, weights, scale, 0.0));
            text += &format!(", of the results {before:.6} -> {after:.6}\n");
        }
        text += &fit_win_draw_loss(&ends);
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
    /// Adds the quiet positions of a file to the training or validation samples, and score and result of each to
    /// `ends`.
    fn read<F: Family>(
        &self,
        path: &Path,
        variant: &'static Variant,
        ends: &mut Vec<(f64, f64)>,
        [samples, others]: [&mut TunerSamples; 2],
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
            let samples =
                if game.number % VALIDATION_INTERVAL == VALIDATION_INTERVAL - 1 { &mut *others } else { &mut *samples };
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

/// As Rust source.
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

fn error(samples: &TunerSamples, weights: &[f64], scale: f64, trust: f64) -> f64 {
    let misses = samples
        .iter()
        .map(|(sample, counts)| (chance(value(counts, weights), scale) - sample.target(trust, scale)).powi(2));
    misses.sum::<f64>() / samples.len()
}

/// Slope of the logistic function that fits the current weights.
fn best_scale(samples: &TunerSamples, weights: &[f64]) -> f64 {
    let ends: Vec<_> = samples.iter().map(|(sample, counts)| (value(counts, weights), sample.result)).collect();
    let misses =
        |scale: f64| -> f64 { ends.iter().map(|&(value, result)| (chance(value, scale) - result).powi(2)).sum() };
    let scales = (1..=60).map(|step| f64::from(step) * 15.0);
    scales.min_by(|&a, &b| misses(a).total_cmp(&misses(b))).unwrap_or(150.0)
}

/// Fits the curve of [`Evaluator::win_draw_loss`] by maximum likelihood: its spread, and the score at which a win is
/// as likely as not.
fn fit_win_draw_loss(ends: &[(f64, f64)]) -> String {
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

fn descend(samples: &TunerSamples, first: &[f64], scale: f64, tuning: TuneSettings) -> Vec<f64> {
    let mut weights = first.to_vec();
    let (mut first_moment, mut second_moment) = (vec![0.0; first.len()], vec![0.0; first.len()]);
    for round in 1..=ROUNDS {
        let mut gradient: Vec<f64> =
            weights.iter().zip(first).map(|(now, first)| tuning.tether * (now - first)).collect();
        for (sample, counts) in samples.iter() {
            let chance = chance(value(counts, &weights), scale);
            let error_gradient =
                (chance - sample.target(tuning.trust, scale)) * chance * (1.0 - chance) / (scale * samples.len());
            for &(index, count) in counts {
                gradient[usize::from(index)] += error_gradient * f64::from(count);
            }
        }
        let step = STEP * (1.0 - (round - 1) as f64 / ROUNDS as f64);
        for index in 0..weights.len() {
            first_moment[index] += (1.0 - FIRST_MOMENT) * (gradient[index] - first_moment[index]);
            second_moment[index] += (1.0 - SECOND_MOMENT) * (gradient[index].powi(2) - second_moment[index]);
            let mean = first_moment[index] / (1.0 - FIRST_MOMENT.powi(round as i32));
            let square = second_moment[index] / (1.0 - SECOND_MOMENT.powi(round as i32));
            weights[index] -= step * mean / (square.sqrt() + 1e-12);
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
        let mut samples = TunerSamples::default();
        for _ in 0..20_000 {
            let counts = [0; 3].map(|_| random.i16(-2..=2));
            let score: f64 = counts.iter().zip(truth).map(|(&count, weight)| f64::from(count) * weight).sum();
            let result = f64::from(u8::from(random.f64() < chance(score, SCALE)));
            samples.push(counts.map(f32::from), score, result);
        }
        let found = descend(&samples, &[80.0, 0.0, 200.0], SCALE, TuneSettings { trust: 0.7, tether: 2e-9 });
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
        assert_eq!(fit_win_draw_loss(&ends), "chances: spread 150, even chance at 100\n");
    }
}
