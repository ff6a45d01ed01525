//! Counts results and computes Elo, its error and the likelihood of superiority (LOS).
//!
//! The two games of a pair share an opening and are not independent, so a pair is one observation with five outcomes
//! (the pentanomial model). With p the share of each outcome, s its score from 0 to 1, N the number of observations and
//! n the games per observation: mean m = Σ p s, variance v = Σ p (s − m)², Elo = 400 log₁₀(m / (1 − m)), its error half
//! the distance between the Elo of m ± 1.96 √(v/N), LOS = Φ((m − ½) / √(v/N)), normalized Elo = (m − ½) / √(n v) ·
//! 800/ln 10. fastchess computes the same.

use std::collections::HashMap;

use super::record::GameRecord;

/// 95 % of a normal distribution lie within this many standard deviations.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Results of one engine against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct GameTally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Complete pairs, by half points from 0 to 4.
    pub pairs: [u64; 5],
}

impl GameTally {
    /// All of them, in pairs or not.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A draw is half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Seen from the other engine.
    pub fn reversed(&self) -> GameTally {
        let mut pairs = self.pairs;
        pairs.reverse();
        GameTally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// The sum of both.
    pub fn merged(&self, other: &GameTally) -> GameTally {
        GameTally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// From the pairs if every game belongs to a complete pair, else from the games.
    pub fn elo(&self) -> Option<Elo> {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs > 0 && 2 * pairs == self.games() {
            Elo::of_observations(&self.pairs)
        } else {
            Elo::of_observations(&self.observations(Observation::Game))
        }
    }

    /// How often each result was observed, by half points.
    pub fn observations(&self, of: Observation) -> Vec<u64> {
        match of {
            Observation::Game => vec![self.losses, self.draws, self.wins],
            Observation::Pair => self.pairs.to_vec(),
        }
    }
}

/// What is independent of the others in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    /// A game, where every game has its own opening.
    Game,
    /// Two games with the same opening and sides exchanged.
    Pair,
}

/// A difference in strength, with 95 % errors.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Elo {
    /// Logistic Elo.
    pub difference: f64,
    pub error: f64,
    /// Normalized Elo: in units of the standard deviation of a game, which depends less on time control and openings.
    pub normalized: f64,
    pub normalized_error: f64,
    /// The likelihood of superiority, from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// Of the counts of games or pairs by half points; none without any.
    pub fn of_observations(counts: &[u64]) -> Option<Elo> {
        let total = counts.iter().sum::<u64>() as f64;
        if total == 0.0 {
            return None;
        }
        let steps = (counts.len() - 1) as f64;
        let shares = || counts.iter().enumerate().map(|(i, &count)| (i as f64 / steps, count as f64 / total));
        let mean: f64 = shares().map(|(score, share)| score * share).sum();
        let variance: f64 = shares().map(|(score, share)| share * (score - mean).powi(2)).sum();
        let deviation = (variance / total).sqrt();
        let reach = Z_95 * deviation;
        let games = steps / 2.0;
        let scale = 800.0 / 10f64.ln() / (games * variance).sqrt();
        let superiority = if deviation > 0.0 {
            normal_cdf((mean - 0.5) / deviation)
        } else {
            // All observations are equal.
            mean.clamp(0.0, 1.0)
        };
        Some(Elo {
            difference: elo_of_score(mean),
            error: (elo_of_score(mean + reach) - elo_of_score(mean - reach)) / 2.0,
            normalized: (mean - 0.5) * scale,
            normalized_error: reach * scale,
            superiority,
        })
    }
}

/// Infinite for a score of 0 or 1.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score.clamp(0.0, 1.0) / (1.0 - score.clamp(0.0, 1.0))).log10()
}

pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function Φ of the normal distribution.
pub fn normal_cdf(x: f64) -> f64 {
    const FAR: f64 = 9.0;
    if x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …), without cancellation.
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * f64::EPSILON {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// Results of all pairings.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    names: Vec<String>,
    /// By the indices of two engines, the smaller first; seen from that engine.
    tallies: HashMap<(usize, usize), GameTally>,
    /// Half points of the engine with the smaller index in the first game of an incomplete pair.
    half_pairs: HashMap<(String, u64), usize>,
}

impl Scoreboard {
    pub fn new(names: impl IntoIterator<Item = String>) -> Scoreboard {
        Scoreboard { names: names.into_iter().collect(), ..Scoreboard::default() }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn number(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Counts a game of the tournament with that fingerprint.
    pub fn add(&mut self, fingerprint: &str, game: &GameRecord) {
        let (first, second) = (self.number(&game.first), self.number(&game.second));
        let points = game.result.half_points();
        let (key, points) = if first < second { ((first, second), points) } else { ((second, first), 2 - points) };
        let tally = self.tallies.entry(key).or_default();
        tally.add_game(points);
        let pair = (fingerprint.to_owned(), game.pair());
        match self.half_pairs.remove(&pair) {
            Some(half) => tally.pairs[half + points] += 1,
            None => drop(self.half_pairs.insert(pair, points)),
        }
    }

    /// Counts results that were counted before, as of another run.
    pub fn count_tally(&mut self, engine: usize, against: usize, tally: &GameTally) {
        let (key, tally) =
            if engine < against { ((engine, against), *tally) } else { ((against, engine), tally.reversed()) };
        let sum = self.tallies.entry(key).or_default();
        *sum = sum.merged(&tally);
    }

    /// Results of one engine against another.
    pub fn tally(&self, engine: usize, against: usize) -> GameTally {
        let key = (engine.min(against), engine.max(against));
        let tally = self.tallies.get(&key).copied().unwrap_or_default();
        if engine < against { tally } else { tally.reversed() }
    }

    /// Results of one engine against all others.
    pub fn total(&self, engine: usize) -> GameTally {
        let others = (0..self.names.len()).filter(|&other| other != engine);
        others.fold(GameTally::default(), |sum, other| sum.merged(&self.tally(engine, other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 0.006, "{value} is not {expected}");
    }

    /// Values from fastchess's tests.
    #[test]
    fn elo_agrees_with_fastchess() {
        let elo = Elo::of_observations(&[89, 123, 76]).expect("games");
        near(elo.normalized, -20.76);
        near(elo.normalized_error, 40.13);
        near(elo.superiority * 100.0, 15.53);
        let elo = Elo::of_observations(&[96, 111, 136]).expect("games");
        near(elo.difference, 40.70);
        near(elo.error, 30.43);
        near(elo.normalized, 49.77);
        near(elo.normalized_error, 36.77);
        near(elo.superiority * 100.0, 99.60);
        let elo = Elo::of_observations(&[356, 0, 34]).expect("games");
        near(elo.normalized, -508.44);
        near(elo.normalized_error, 34.48);
        for (pairs, normalized, normalized_error, difference, error) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], -19.01, 2.65, -21.04, 2.95),
        ] {
            let elo = Elo::of_observations(&pairs).expect("pairs");
            near(elo.normalized, normalized);
            near(elo.normalized_error, normalized_error);
            near(elo.difference, difference);
            near(elo.error, error);
        }
        let elo = Elo::of_observations(&[332, 433, 457 + 41, 333, 334]).expect("pairs");
        near(elo.superiority * 100.0, 5.05);
    }

    #[test]
    fn one_sided_results_have_no_finite_elo() {
        assert_eq!(Elo::of_observations(&[0, 0, 0]), None);
        let all = Elo::of_observations(&[0, 0, 5]).expect("games");
        assert!(all.difference == f64::INFINITY && all.superiority == 1.0);
        let drawn = Elo::of_observations(&[0, 5, 0]).expect("games");
        assert!(drawn.difference == 0.0 && drawn.error == 0.0 && drawn.superiority == 0.5);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, value) in
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (-1.96, 0.024_997_895_148_220), (4.0, 0.999_968_328_758_167)]
        {
            assert!((normal_cdf(x) - value).abs() < 1e-14, "{x}");
        }
        assert_eq!((normal_cdf(40.0), normal_cdf(-40.0)), (1.0, 0.0));
    }
}
