//! The positions to train with: which inputs are set, and what the net should say.

use std::path::{Path, PathBuf};

use super::TrainError;
use crate::game::{Game, Notation, Settings, Side};
use crate::games::family::Family;
use crate::network::FeatureSet;
use crate::tools::training_data::{DataError, GameReader, replay};

/// One of so many games is not learned from, but shows what was learned. Whole games, because positions of one game are alike.
const KEPT_BACK: u64 = 20;
/// Scores beyond this are decided: there is less to learn from them, and too many of them.
pub const DECIDED: i16 = 600;

/// Many positions. The inputs are those of the side to move; the opponent's follow from them.
#[derive(Default)]
pub struct Samples {
    inputs: Vec<u16>,
    /// Where the inputs of each position begin, and where the last ones end.
    starts: Vec<u32>,
    heads: Vec<u8>,
    scores: Vec<i16>,
    /// Of the side to move: 0, 1 or 2 half points.
    results: Vec<u8>,
}

/// One position.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// What the side to move sees.
    pub inputs: &'a [u16],
    /// Which head judges it.
    pub head: usize,
    /// What a search said, in centipawns, for the side to move, before [`FeatureSet::scale`].
    pub score: f32,
    /// How the game ended for the side to move, from 0 to 1.
    pub result: f32,
}

impl Samples {
    /// Adds a position.
    pub fn push(&mut self, inputs: &[u16], head: usize, score: i16, half_points: u8) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.inputs.extend_from_slice(inputs);
        self.starts.push(self.inputs.len() as u32);
        self.heads.push(head as u8);
        self.scores.push(score);
        self.results.push(half_points);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// The position with this number.
    pub fn get(&self, number: usize) -> Sample<'_> {
        let inputs = &self.inputs[self.starts[number] as usize..self.starts[number + 1] as usize];
        Sample {
            inputs,
            head: usize::from(self.heads[number]),
            score: f32::from(self.scores[number]),
            result: f32::from(self.results[number]) / 2.0,
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }
}

/// What the files hold.
#[derive(Default)]
pub struct DataSet {
    /// To learn from.
    pub training: Samples,
    /// To see what was learned.
    pub validation: Samples,
    /// How many games were read.
    pub games: u64,
    /// Positions that were left out because they are decided.
    pub left_out: u64,
}

/// The score before [`FeatureSet::scale`].
fn unscaled<G: FeatureSet>(position: &G, score: i16) -> i16 {
    let [part, whole] = position.scale();
    (i32::from(score) * whole / part.max(1)).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

impl DataSet {
    /// Reads the quiet positions of all files. Of those that are decided, only a share is taken, by lot.
    pub fn read<F: Family>(
        files: &[PathBuf],
        decided_share: f64,
        settings: &dyn Settings,
        read_game: &mut dyn FnMut(),
    ) -> Result<DataSet, TrainError>
    where
        F::Position: FeatureSet,
    {
        let mut data = DataSet::default();
        for path in files {
            data.read_file::<F>(path, decided_share, settings, read_game)?;
        }
        if data.training.len() == 0 || data.validation.len() == 0 {
            return Err(TrainError::Nothing(F::Position::VARIANTS[0].name));
        }
        Ok(data)
    }

    fn read_file<F: Family>(
        &mut self,
        path: &Path,
        decided_share: f64,
        settings: &dyn Settings,
        read_game: &mut dyn FnMut(),
    ) -> Result<(), TrainError>
    where
        F::Position: FeatureSet,
    {
        let reader = GameReader::open(path)?;
        let (found, wanted) = (reader.header().get("game").to_owned(), F::Position::VARIANTS[0].name);
        if found != wanted {
            return Err(TrainError::Game { path: path.to_owned(), found, wanted });
        }
        // The lots of a file do not depend on the other files.
        let mut lots = fastrand::Rng::with_seed(u64::from(crc32fast::hash(&reader.header().to_bytes())));
        for game in reader {
            let game = game?;
            self.games += 1;
            read_game();
            let is_kept_back = game.number % KEPT_BACK == KEPT_BACK - 1;
            let samples = if is_kept_back { &mut self.validation } else { &mut self.training };
            let left_out = &mut self.left_out;
            replay::<F>(&game, settings, |labelled| {
                let Some(score) = labelled.quiet_score() else { return };
                let position = labelled.position;
                if !position.is_for_network() {
                    return;
                }
                if score.abs() > DECIDED && lots.f64() >= decided_share {
                    *left_out += 1;
                    return;
                }
                let mover = position.side_to_move();
                let half_points = game.winner.map_or(1, |winner: Side| if winner == mover { 2 } else { 0 });
                samples.push(&position.inputs(mover), position.head(), unscaled(position, score), half_points);
            })
            .map_err(|error| DataError::Game { path: path.to_owned(), number: game.number, error })?;
        }
        Ok(())
    }

    /// What to know before training: how many positions there are, how scores spread, and whether they agree with results. If the
    /// correlation is near 0 or negative, something is wrong with a view.
    pub fn summary(&self) -> String {
        let count = self.training.len() as f64;
        let pairs = || self.training.iter().map(|sample| (f64::from(sample.score), f64::from(sample.result)));
        let mean = |value: fn((f64, f64)) -> f64| pairs().map(value).sum::<f64>() / count;
        let (score, result) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let (score_2, result_2, product) =
            (mean(|pair| pair.0 * pair.0), mean(|pair| pair.1 * pair.1), mean(|pair| pair.0 * pair.1));
        let (deviation, of_results) = ((score_2 - score * score).sqrt(), (result_2 - result * result).sqrt());
        let correlation = (product - score * result) / (deviation * of_results).max(1e-9);
        let beyond = |limit: f64| 100.0 * pairs().filter(|pair| pair.0.abs() > limit).count() as f64 / count;
        format!(
            "{} games; {} positions to learn from, {} kept back, {} decided ones left out\n\
             scores: mean {score:.1}, standard deviation {deviation:.1}; beyond 150: {:.1} %, beyond {DECIDED}: {:.1} %\n\
             correlation of score and result: {correlation:.3}\n",
            self.games,
            self.training.len(),
            self.validation.len(),
            self.left_out,
            beyond(150.0),
            beyond(f64::from(DECIDED)),
        )
    }
}
