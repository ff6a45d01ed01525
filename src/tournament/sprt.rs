//! The sequential probability ratio test: after every pair of games, whether the strength is `elo1` rather than `elo0`.
//!
//! This is the generalized test on pairs of games. For each hypothesis the five outcomes of a pair get the
//! probabilities that fit the results best among all that the hypothesis allows; the logarithm of the ratio of the two
//! likelihoods is compared with ln(β/(1−α)) and ln((1−β)/α). See Michel Van den Bergh, "Comments on Normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, whose numbers of equations stand below. fastchess
//! and fishtest decide by the same figures.

use clap::ValueEnum;

use super::keys::{self, KeyError};
use super::tally::score_of_elo;

/// Scores of the outcomes of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// An outcome that has not been seen is counted as this.
const UNSEEN: f64 = 1e-3;
/// Nobody needs a test to tell engines apart that differ more.
const FARTHEST: f64 = 200.0;

/// The scale of `elo0` and `elo1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EloModel {
    /// In units of the deviation of a game
    Normalized,
    /// The usual Elo
    Logistic,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// Rather `elo0`.
    H0,
    /// Rather `elo1`.
    H1,
    /// More games are needed.
    Undecided,
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The strength that is not good enough.
    pub elo0: f64,
    /// The strength that is hoped for.
    pub elo1: f64,
    /// How often `elo1` may be believed in error.
    pub alpha: f64,
    /// How often `elo0` may be believed in error.
    pub beta: f64,
    /// The scale.
    pub model: EloModel,
}

impl Sprt {
    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`.
    pub fn read(list: &str) -> Result<Sprt, KeyError> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        let elo = |text: &str| text.parse().ok().filter(|elo: &f64| elo.abs() <= FARTHEST);
        let error = |text: &str| text.parse().ok().filter(|error| *error > 0.0 && *error < 0.5);
        for (key, value) in keys::pairs(list)? {
            match key.as_str() {
                "elo0" => sprt.elo0 = keys::value(&key, &value, "a number from -200 to 200", elo)?,
                "elo1" => sprt.elo1 = keys::value(&key, &value, "a number from -200 to 200", elo)?,
                "alpha" => sprt.alpha = keys::value(&key, &value, "a number between 0 and 0.5", error)?,
                "beta" => sprt.beta = keys::value(&key, &value, "a number between 0 and 0.5", error)?,
                "model" => {
                    let read = |text: &str| EloModel::from_str(text, true).ok();
                    sprt.model = keys::value(&key, &value, "normalized or logistic", read)?;
                }
                _ => return Err(KeyError::Unknown { key, known: "elo0, elo1, alpha, beta, model" }),
            }
        }
        if sprt.elo0 < sprt.elo1 {
            return Ok(sprt);
        }
        let value = sprt.elo1.to_string();
        Err(KeyError::Bad { key: "elo1".to_owned(), value, expected: "a number above elo0" })
    }

    /// Below the first H0 holds, above the second H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the ratio of the likelihoods after these pairs, by half points; 0 without any.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let best_fit = |elo: f64| match self.model {
            EloModel::Logistic => fit_mean(&seen, score_of_elo(elo)),
            // A pair has half the variance of a game.
            EloModel::Normalized => fit_deviations(&seen, elo * 10f64.ln() / 800.0 * std::f64::consts::SQRT_2),
        };
        let (fit0, fit1) = (best_fit(self.elo0), best_fit(self.elo1));
        (0..5).map(|i| counts[i] * (fit1[i] / fit0[i]).ln()).sum()
    }

    /// What the test says after these pairs.
    pub fn decision(&self, pairs: &[u64; 5]) -> SprtDecision {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio >= upper => SprtDecision::H1,
            ratio if ratio <= lower => SprtDecision::H0,
            _ => SprtDecision::Undecided,
        }
    }
}

/// The likeliest distribution in which the expectation of `values` is 0 (1.2 and 1.3): p / (1 + θ value) with the θ
/// that makes it so. There must be values on both sides of 0.
fn fit_zero(seen: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let expectation = |theta: f64| (0..5).map(|i| seen[i] * values[i] / (1.0 + theta * values[i])).sum::<f64>();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Between its poles the expectation falls all the way, so halving finds the only zero.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        *(if expectation(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let theta = low + (high - low) / 2.0;
    std::array::from_fn(|i| seen[i] / (1.0 + theta * values[i]))
}

/// The likeliest distribution with this mean.
fn fit_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    fit_zero(seen, &SCORES.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies so many of its deviations above ½ (4.1): step by step, with the
/// condition made linear around the last estimate.
fn fit_deviations(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    const CLOSE: f64 = 1e-9;
    const STEPS: usize = 100;
    let mut fit = [0.2; 5];
    for _ in 0..STEPS {
        let mean: f64 = (0..5).map(|i| fit[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| fit[i] * (SCORES[i] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let condition = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
        });
        if condition.iter().all(|&value| value <= 0.0) || condition.iter().all(|&value| value >= 0.0) {
            // Results so one-sided that the line misses them all: take their own deviation for that of the hypothesis.
            let mean: f64 = (0..5).map(|i| seen[i] * SCORES[i]).sum();
            let variance: f64 = (0..5).map(|i| seen[i] * (SCORES[i] - mean).powi(2)).sum();
            return fit_mean(seen, (0.5 + deviations * variance.sqrt()).clamp(0.001, 0.999));
        }
        let next = fit_zero(seen, &condition);
        let change = (0..5).map(|i| (next[i] - fit[i]).abs()).fold(0.0, f64::max);
        fit = next;
        if change < CLOSE {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[track_caller]
    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() < tolerance, "{value} is not {expected}");
    }

    /// Values that fastchess's own tests expect of its formulas, where they are right to a hundredth of the value.
    #[test]
    fn the_ratio_agrees_with_fastchess() {
        use EloModel::{Logistic, Normalized};
        for (pairs, elo0, elo1, model, expected) in [
            ([365, 16_618, 36_029 + 200, 16_974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4_883, 10_311 + 401, 5_150, 104], -1.75, 0.25, Normalized, 3.01),
            ([379, 10_170, 21_828, 10_640, 343], 0.0, 2.0, Normalized, 2.946),
            ([0, 0, 0, 0, 5_550], 0.0, 5.0, Normalized, 111.82),
            ([223, 9_863, 20_279 + 1_000, 10_037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26_175, 55_003 + 980, 26_678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            near(sprt(elo0, elo1, model).log_likelihood_ratio(&pairs), expected, 0.002 * expected.abs());
        }
    }

    #[test]
    fn one_sided_results_have_a_finite_ratio() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            for (elo0, elo1) in [(0.0, 5.0), (-200.0, 200.0), (150.0, 200.0)] {
                for outcome in 0..5 {
                    let mut pairs = [0; 5];
                    pairs[outcome] = 1_000;
                    let ratio = sprt(elo0, elo1, model).log_likelihood_ratio(&pairs);
                    assert!(
                        ratio.is_finite() && (outcome != 4 || ratio > 0.0),
                        "{model:?} {elo0} {elo1} {outcome}: {ratio}"
                    );
                }
            }
        }
    }

    /// A second road: for small differences the ratio is nearly that of two normal distributions,
    /// N (s1 − s0) (2 m − s0 − s1) / (2 v), the approximation that fishtest and variantfishtest publish.
    #[test]
    fn the_ratio_is_nearly_that_of_normal_distributions() {
        let pairs: [u64; 5] = [520, 2_480, 5_100, 2_610, 590];
        let total = pairs.iter().sum::<u64>() as f64;
        let mean: f64 = (0..5).map(|i| pairs[i] as f64 * SCORES[i]).sum::<f64>() / total;
        let variance: f64 = (0..5).map(|i| pairs[i] as f64 * (SCORES[i] - mean).powi(2)).sum::<f64>() / total;
        let ratio = |s0: f64, s1: f64| total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        for (elo0, elo1) in [(0.0, 2.0), (-1.5, 1.5), (0.0, 5.0), (3.0, 8.0)] {
            let expected = ratio(score_of_elo(elo0), score_of_elo(elo1));
            near(sprt(elo0, elo1, EloModel::Logistic).log_likelihood_ratio(&pairs), expected, 0.02);
            let score = |elo: f64| 0.5 + elo * 10f64.ln() / 800.0 * (2.0 * variance).sqrt();
            let expected = ratio(score(elo0), score(elo1));
            near(sprt(elo0, elo1, EloModel::Normalized).log_likelihood_ratio(&pairs), expected, 0.02);
        }
    }

    #[test]
    fn verdicts_follow_from_the_bounds() {
        let test = sprt(0.0, 10.0, EloModel::Logistic);
        near(test.bounds().0, -2.944, 0.001);
        near(test.bounds().1, 2.944, 0.001);
        assert_eq!(test.decision(&[0; 5]), SprtDecision::Undecided);
        assert_eq!(test.decision(&[10, 10, 20, 10, 10]), SprtDecision::Undecided);
        assert_eq!(test.decision(&[100, 200, 400, 400, 300]), SprtDecision::H1);
        assert_eq!(test.decision(&[300, 400, 400, 200, 100]), SprtDecision::H0);
    }

    #[test]
    fn tests_are_read() {
        let read = Sprt::read("elo0=-3 elo1=1 alpha=0.1 model=logistic").expect("well formed");
        assert_eq!(read, Sprt { elo0: -3.0, elo1: 1.0, alpha: 0.1, beta: 0.05, model: EloModel::Logistic });
        for bad in ["elo0=5", "alpha=0", "beta=0.6", "model=x", "elo2=1", "elo1=nan"] {
            assert!(Sprt::read(bad).is_err(), "{bad}");
        }
    }
}
