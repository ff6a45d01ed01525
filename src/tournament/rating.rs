//! Maximum-likelihood ratings of many players.
//!
//! The expected score of a game is 1 / (1 + 10^(−d/400)), where d is the difference of the ratings; a draw is half a
//! win. The mean rating is 0. A normal prior with a deviation of 1000 Elo keeps the rating of a player who has won all
//! games finite. Errors are 95 % intervals of the normal approximation that treats draws as half wins; with many draws
//! they are a little too wide.

use super::tally::{Z_95, normal_cdf};

/// The games between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Encounter {
    /// Indices of the players.
    pub players: [usize; 2],
    /// Of the first player.
    pub points: f64,
    pub games: f64,
}

/// The rating of one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerRating {
    /// In Elo; the mean of all players is 0.
    pub rating: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Ratings with their covariance.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// Elo per unit of the logistic function.
const UNIT: f64 = 173.717_792_761_247_26;
/// Deviation of the prior, in that unit.
const SPREAD: f64 = 1_000.0 / UNIT;

/// Fits the ratings of that many players.
pub fn fit(players: usize, encounters: &[Encounter]) -> Ratings {
    const STEPS: usize = 100;
    let mut strengths = vec![0.0f64; players];
    let mut covariance = Vec::new();
    for _ in 0..STEPS {
        // Newton's method; the log-likelihood is concave.
        let mut slope: Vec<f64> = strengths.iter().map(|strength| -strength / (SPREAD * SPREAD)).collect();
        let mut curvature = vec![vec![0.0; players]; players];
        (0..players).for_each(|i| curvature[i][i] = 1.0 / (SPREAD * SPREAD));
        for &Encounter { players: [a, b], points, games } in encounters {
            let expected = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
            slope[a] += points - games * expected;
            slope[b] -= points - games * expected;
            let information = games * expected * (1.0 - expected);
            for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                curvature[row][column] += sign * information;
            }
        }
        covariance = inverse(curvature);
        let mut largest: f64 = 0.0;
        for (strength, row) in strengths.iter_mut().zip(&covariance) {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            // A full step may overshoot far from the maximum.
            *strength += step.clamp(-1.0, 1.0);
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    Ratings { ratings: strengths.iter().map(|strength| strength * UNIT).collect(), covariance }.centred()
}

impl Ratings {
    /// Moves the mean to 0, and removes its variance from the covariance.
    fn centred(mut self) -> Ratings {
        let players = self.ratings.len() as f64;
        let mean = self.ratings.iter().sum::<f64>() / players;
        self.ratings.iter_mut().for_each(|rating| *rating -= mean);
        let rows: Vec<f64> = self.covariance.iter().map(|row| row.iter().sum::<f64>() / players).collect();
        let all = rows.iter().sum::<f64>() / players;
        for (row, row_mean) in self.covariance.iter_mut().zip(&rows) {
            for (value, column_mean) in row.iter_mut().zip(&rows) {
                *value = (*value - row_mean - column_mean + all) * UNIT * UNIT;
            }
        }
        self
    }

    pub fn of(&self, player: usize) -> PlayerRating {
        let error = Z_95 * self.covariance[player][player].max(0.0).sqrt();
        PlayerRating { rating: self.ratings[player], error }
    }

    /// The likelihood that one player is stronger than another.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let covariance = &self.covariance;
        let variance = covariance[player][player] + covariance[other][other] - 2.0 * covariance[player][other];
        normal_cdf((self.ratings[player] - self.ratings[other]) / variance.max(1e-12).sqrt())
    }
}

/// Inverts a positive definite matrix by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(i == j)));
    }
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= divisor);
        let pivot_row = matrix[pivot].clone();
        for (i, row) in matrix.iter_mut().enumerate() {
            let factor = row[pivot];
            if i != pivot {
                row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::tally::{elo_of_score, score_of_elo};

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let ratings = fit(2, &[Encounter { players: [0, 1], points: 6_400.0, games: 10_000.0 }]);
        let difference = ratings.of(0).rating - ratings.of(1).rating;
        assert!((difference - elo_of_score(0.64)).abs() < 0.1, "{difference}");
        // The error of a share is 1.96 √(p q / n); divided by the slope of the curve, half of it for each player.
        let expected = 1.96 / (10_000.0f64 * 0.64 * 0.36).sqrt() * UNIT / 2.0;
        assert!((ratings.of(0).error - expected).abs() < 0.05, "{}", ratings.of(0).error);
        assert!(ratings.superiority(0, 1) > 0.999_999);
    }

    #[test]
    fn known_strengths_are_found_again() {
        let truth = [150.0, 20.0, -30.0, -140.0];
        let mut encounters = Vec::new();
        for a in 0..4 {
            for b in a + 1..4 {
                let games = 100_000.0;
                encounters.push(Encounter {
                    players: [a, b],
                    points: games * score_of_elo(truth[a] - truth[b]),
                    games,
                });
            }
        }
        let ratings = fit(4, &encounters);
        for (player, truth) in truth.into_iter().enumerate() {
            assert!((ratings.of(player).rating - truth).abs() < 0.1);
        }
    }

    #[test]
    fn whoever_wins_always_or_never_plays_stays_finite() {
        let ratings = fit(3, &[Encounter { players: [0, 1], points: 10.0, games: 10.0 }]);
        assert!((0..3).all(|player| ratings.of(player).rating.is_finite() && ratings.of(player).error.is_finite()));
        assert!(ratings.of(0).rating > 300.0 && ratings.superiority(0, 1) > 0.9);
        assert!((ratings.superiority(1, 2) - 0.5).abs() < 0.5);
    }
}
