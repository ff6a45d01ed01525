//! Statistics of games: what to know before training with them.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::distinct::Distinct;
use crate::game::{Game, Searchable, Settings, Side, Tactics};
use crate::games::family::Family;
use crate::tools::training_data::{Label, ReplayError, TrainingGame, replay};

/// Lower bounds of the histogram's bins, but the first.
const EDGES: [i16; 14] = [-1500, -1000, -600, -400, -200, -100, -50, 0, 50, 100, 200, 400, 600, 1000];
/// Length of the longest bar, in characters.
const BAR: f64 = 40.0;

/// Statistics over all games that were added.
#[derive(Default)]
pub struct Statistics {
    /// Files read.
    pub files: u64,
    /// Files that end in a partial game.
    pub torn: u64,
    games: u64,
    /// Game lengths: sum, shortest, longest.
    plies: u64,
    lengths: Option<(usize, usize)>,
    variants: BTreeMap<String, u64>,
    /// Wins of the lower-case side, draws, wins of the upper-case side.
    results: [u64; 3],
    reasons: BTreeMap<String, u64>,
    thrown_ended: u64,
    thrown_unbalanced: u64,
    /// Positions that are not quiet, by the first reason that applies.
    without_score: u64,
    decisive: u64,
    in_check: u64,
    captures: u64,
    scores: Scores,
    seen_games: FxHashSet<u64>,
    repeated_games: u64,
    positions: Distinct,
}

/// Scores and results of quiet positions, for the upper-case side.
#[derive(Default)]
struct Scores {
    count: f64,
    score: f64,
    score_squared: f64,
    result: f64,
    result_squared: f64,
    product: f64,
    histogram: [u64; EDGES.len() + 1],
}

impl Scores {
    fn add(&mut self, score: i16, result: f64) {
        self.histogram[EDGES.partition_point(|&edge| edge <= score)] += 1;
        let score = f64::from(score);
        self.count += 1.0;
        self.score += score;
        self.score_squared += score * score;
        self.result += result;
        self.result_squared += result * result;
        self.product += score * result;
    }

    fn mean(&self) -> f64 {
        self.score / self.count.max(1.0)
    }

    fn deviation(&self) -> f64 {
        (self.score_squared / self.count.max(1.0) - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// Pearson's coefficient of score and result; `None` if one of them is constant.
    fn correlation(&self) -> Option<f64> {
        let count = self.count.max(1.0);
        let mean = self.result / count;
        let spread = (self.result_squared / count - mean * mean).max(0.0).sqrt() * self.deviation();
        let correlation = (self.product / count - self.mean() * mean) / spread;
        (spread > 1e-9).then_some(correlation)
    }
}

impl Statistics {
    /// Adds a game, if it can be replayed.
    pub(super) fn add<F: Family>(&mut self, game: &TrainingGame, settings: &dyn Settings) -> Result<(), ReplayError> {
        let result = game.winner.map_or(1, |side| 2 * usize::from(side == Side::Upper));
        replay::<F>(game, settings, |labelled| match labelled.label {
            Label::Nothing => self.without_score += 1,
            Label::Decisive(_) => self.decisive += 1,
            Label::Score(_) if labelled.position.in_check() => self.in_check += 1,
            Label::Score(_) if labelled.position.gain(labelled.mv) != 0 => self.captures += 1,
            Label::Score(_) => {
                if let Some(score) = labelled.quiet_score_of_upper() {
                    self.scores.add(score, result as f64 / 2.0);
                    self.positions.add(labelled.position.key());
                }
            }
        })?;
        let length = game.plies.len();
        self.games += 1;
        self.plies += length as u64;
        self.lengths = Some(self.lengths.map_or((length, length), |(min, max)| (min.min(length), max.max(length))));
        let variant = game.start.split('\t').next().unwrap_or_default();
        *self.variants.entry(variant.to_owned()).or_default() += 1;
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.results[result] += 1;
        self.thrown_ended += u64::from(game.thrown.ended);
        self.thrown_unbalanced += u64::from(game.thrown.unbalanced);
        let mut hasher = FxHasher::default();
        game.start.hash(&mut hasher);
        game.plies.iter().for_each(|ply| ply.index.hash(&mut hasher));
        self.repeated_games += u64::from(!self.seen_games.insert(hasher.finish()));
        Ok(())
    }
}

fn list(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Statistics { files, games, plies, results: [lost, drawn, won], scores, .. } = self;
        write!(f, "files {files}")?;
        if self.torn > 0 {
            write!(f, ", {} of them end in the middle of a game", self.torn)?;
        }
        writeln!(f, "\ngames {games}: {}", list(&self.variants))?;
        writeln!(f, "results +{won} ={drawn} -{lost} for the upper-case side")?;
        writeln!(f, "endings {}", list(&self.reasons))?;
        let (shortest, longest) = self.lengths.unwrap_or_default();
        let mean = *plies as f64 / (*games).max(1) as f64;
        writeln!(f, "plies {plies}; a game has {shortest} to {longest}, {mean:.1} on average")?;
        writeln!(f, "quiet positions {}", scores.count)?;
        let Statistics { without_score, decisive, in_check, captures, .. } = self;
        writeln!(
            f,
            "others: {without_score} without a score, {decisive} with an end in sight, {in_check} in check, {captures} \
             where the best move takes something"
        )?;
        writeln!(
            f,
            "openings thrown away: {} not balanced, {} over already",
            self.thrown_unbalanced, self.thrown_ended
        )?;
        let repeated = 100.0 * self.positions.share_repeated();
        writeln!(f, "repeated: {} games, {repeated:.2} % of the quiet positions", self.repeated_games)?;
        let correlation = scores.correlation().map_or("unknown".to_owned(), |value| format!("{value:.3}"));
        writeln!(f, "score of the upper-case side: mean {:.1}, deviation {:.1}", scores.mean(), scores.deviation())?;
        writeln!(f, "correlation of score and result {correlation}")?;
        let most = scores.histogram.iter().max().copied().unwrap_or(0).max(1) as f64;
        for (number, &count) in scores.histogram.iter().enumerate() {
            let from = number.checked_sub(1).map_or("-2000".to_owned(), |before| EDGES[before].to_string());
            let share = 100.0 * count as f64 / scores.count.max(1.0);
            let bar = "#".repeat((BAR * count as f64 / most).round() as usize);
            writeln!(f, "{}", format!("  from {from:>5}  {share:5.1} %  {bar}").trim_end())?;
        }
        Ok(())
    }
}
