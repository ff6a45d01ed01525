//! The positions to train with: which inputs are set, and what the net should say.

use std::path::{Path, PathBuf};

use super::TrainError;
use crate::game::{Evaluator, Game, Notation, Searchable, Settings, Side};
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
    results: Vec<Option<u8>>,
}

/// One position.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// What the side to move sees.
    pub inputs: &'a [u16],
    /// Which head judges it.
    pub head: usize,
    /// What a search or the hand-written evaluation said, in centipawns, for the side to move, before [`FeatureSet::scale`].
    pub score: f32,
    /// How the game ended for the side to move, from 0 to 1; None for a neighbour, which was not in a game.
    pub result: Option<f32>,
}

impl Samples {
    /// Adds a position.
    fn push<G: FeatureSet>(&mut self, position: &G, score: i16, half_points: Option<u8>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.inputs.extend(position.inputs(position.side_to_move()));
        self.starts.push(self.inputs.len() as u32);
        self.heads.push(position.head() as u8);
        self.scores.push(unscaled(position, score));
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
            result: self.results[number].map(|half_points| f32::from(half_points) / 2.0),
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
    /// What the hand-written evaluation says of those, before [`FeatureSet::scale`].
    pub hand_written: Vec<i16>,
    /// How many games were read.
    pub games: u64,
    /// Positions that were left out because they are decided.
    pub left_out: u64,
    /// How many of those to learn from are neighbours.
    pub neighbours: u64,
}

/// Which positions to take.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The share of those that are decided.
    pub decided: f64,
    /// So many neighbours for each position of a game.
    pub neighbours: u32,
}

/// A neighbour is reached by at most so many random moves.
const NEIGHBOUR_MOVES: usize = 2;

/// A position beside those of a game: after one or two random moves. Searches evaluate positions after such moves all the time, and games
/// hold hardly any. None if it is over or the side to move is in check.
fn neighbour<G: Game + Searchable>(position: &G, random: &mut fastrand::Rng, legal: &mut Vec<G::Move>) -> Option<G> {
    let mut position = position.clone();
    for _ in 0..random.usize(1..=NEIGHBOUR_MOVES) {
        legal.clear();
        position.legal_moves(legal);
        position.play(random.choice(&*legal).copied()?);
        if position.decided(&[], 0).is_some() {
            return None;
        }
    }
    Some(position).filter(|position| !position.in_check())
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
        choice: Choice,
        settings: &dyn Settings,
        read_game: &mut dyn FnMut(),
    ) -> Result<DataSet, TrainError>
    where
        F::Position: FeatureSet,
    {
        let mut data = DataSet::default();
        for path in files {
            data.read_file::<F>(path, choice, settings, read_game)?;
        }
        if data.training.len() == 0 || data.validation.len() == 0 {
            return Err(TrainError::Nothing(F::Position::VARIANTS[0].name));
        }
        Ok(data)
    }

    fn read_file<F: Family>(
        &mut self,
        path: &Path,
        choice: Choice,
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
        let (mut random, mut legal) = (lots.fork(), Vec::new());
        let mut hand_written = F::Evaluation::with_settings(settings);
        for game in reader {
            let game = game?;
            self.games += 1;
            read_game();
            let is_kept_back = game.number % KEPT_BACK == KEPT_BACK - 1;
            let samples = if is_kept_back { &mut self.validation } else { &mut self.training };
            let (left_out, neighbours, validated) = (&mut self.left_out, &mut self.neighbours, &mut self.hand_written);
            let mut is_wanted = |score: i16| {
                let wanted = score.abs() <= DECIDED || lots.f64() < choice.decided;
                *left_out += u64::from(!wanted);
                wanted
            };
            replay::<F>(&game, settings, |labelled| {
                let position = labelled.position;
                for _ in 0..if is_kept_back { 0 } else { choice.neighbours } {
                    let beside = neighbour(position, &mut random, &mut legal).filter(FeatureSet::is_for_network);
                    let Some(beside) = beside else { continue };
                    let value = hand_written.evaluate(&beside, 0).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                    if is_wanted(value) {
                        samples.push(&beside, value, None);
                        *neighbours += 1;
                    }
                }
                let Some(score) = labelled.quiet_score().filter(|_| position.is_for_network()) else { return };
                if is_wanted(score) {
                    if is_kept_back {
                        let value = hand_written.evaluate(position, 0).clamp(i16::MIN.into(), i16::MAX.into());
                        validated.push(unscaled(position, value as i16));
                    }
                    let mover = position.side_to_move();
                    let half_points = game.winner.map_or(1, |winner: Side| if winner == mover { 2 } else { 0 });
                    samples.push(position, score, Some(half_points));
                }
            })
            .map_err(|error| DataError::Game { path: path.to_owned(), number: game.number, error })?;
        }
        Ok(())
    }

    /// What to know before training: how many positions there are, how scores spread, and whether they agree with results. If the
    /// correlation is near 0 or negative, something is wrong with a view.
    pub fn summary(&self) -> String {
        let pairs = || {
            let labelled = self.training.iter().filter_map(|sample| Some((sample.score, sample.result?)));
            labelled.map(|(score, result)| (f64::from(score), f64::from(result)))
        };
        let count = pairs().count() as f64;
        let mean = |value: fn((f64, f64)) -> f64| pairs().map(value).sum::<f64>() / count;
        let (score, result) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let (score_2, result_2, product) =
            (mean(|pair| pair.0 * pair.0), mean(|pair| pair.1 * pair.1), mean(|pair| pair.0 * pair.1));
        let (deviation, of_results) = ((score_2 - score * score).sqrt(), (result_2 - result * result).sqrt());
        let correlation = (product - score * result) / (deviation * of_results).max(1e-9);
        let beyond = |limit: f64| 100.0 * pairs().filter(|pair| pair.0.abs() > limit).count() as f64 / count;
        let neighbours = match self.neighbours {
            0 => String::new(),
            count => format!("; {count} neighbours"),
        };
        format!(
            "{} games; {} positions to learn from, {} kept back, {} decided ones left out{neighbours}\n\
             scores: mean {score:.1}, standard deviation {deviation:.1}; beyond 150: {:.1} %, beyond {DECIDED}: {:.1} %\n\
             correlation of score and result: {correlation:.3}\n",
            self.games,
            self.training.len() as u64 - self.neighbours,
            self.validation.len(),
            self.left_out,
            beyond(150.0),
            beyond(f64::from(DECIDED)),
        )
    }
}
