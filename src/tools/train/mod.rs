//! Trains a network with games of the engine against itself.
//!
//! - `samples.rs`: positions, which inputs they set, and what was said of them.
//! - `model.rs`: the network in floats, its gradient, and its quantised form.
//! - `optimiser.rs`: AdamW and the learning rate.
//! - `checkpoint.rs`: the state from which an interrupted run goes on.
//! - `report.rs`: how it went, with a picture.
//!
//! A batch is divided into a fixed number of parts, whose gradients are added in their order: the same seed gives the same net on
//! however many threads.

mod checkpoint;
mod model;
mod optimiser;
mod report;
mod samples;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use parking_lot::Mutex;

use super::bar::Bar;
use super::share;
use super::training_data::DataError;
use crate::files;
use crate::game::{Settings, Variant};
use crate::games::family::{Family, NetworkVisitor};
use crate::games::registry::{self, Visitor};
use crate::network::{FeatureSet, Kernel, Layer, NetError, Network, net_file};
use crate::tablebase::Progress;
use checkpoint::Checkpoint;
use model::Model;
use optimiser::{AdamW, cosine};
use samples::{Choice, DataSet, Sample, Samples};

/// Each batch is divided into so many parts.
const PARTS: usize = 8;
/// So many positions show how far the quantised net is from the float one.
const COMPARED: usize = 10_000;

/// What `train` is to do.
#[derive(clap::Args, Clone, Debug)]
pub struct TrainArguments {
    /// Variant of the game to train for, such as janggi; games of all its variants are learned from
    pub variant: String,
    /// Files made by selfplay
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// File to write the net to; beside it go its report (.md, with a picture, .svg) and the state of the run (.checkpoint)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Net to go on from, instead of a random one: what it has learned from games that are not at hand is kept. A lower rate suits it, such as 0.0005
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// How often to go through all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: u32,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    pub batch: u32,
    /// Learning rate at the beginning; it falls along a cosine
    #[arg(long, value_name = "RATE", default_value_t = 2e-3, value_parser = share::<f32>)]
    pub rate: f32,
    /// Learning rate at the end
    #[arg(long, value_name = "RATE", default_value_t = 1e-5, value_parser = share::<f32>)]
    pub last_rate: f32,
    /// How fast weights decay
    #[arg(long, value_name = "DECAY", default_value_t = 0.01, value_parser = share::<f32>)]
    pub decay: f32,
    /// How much of the target is the result of the game, from 0 to 1, rather than the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share::<f32>)]
    pub result_share: f32,
    /// How many of the positions with scores beyond 600 to take, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = share::<f64>)]
    pub decided_share: f64,
    /// For each position of the games, so many after one or two random moves, of which the net learns what the hand-written evaluation
    /// says: games hold few of the positions that searches meet
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    pub neighbours: u32,
    /// Of the random choices: the same seed gives the same net
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Threads to use; all processors if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// Why there is no net.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TrainError {
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
    #[error("no network evaluates {0}")]
    NoFeatures(&'static str),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("'{path}' holds games of {found}, not of {wanted}", path = .path.display())]
    Game { path: PathBuf, found: String, wanted: &'static str },
    #[error("these files hold too few games of {0} to train with; make more with 'janggun selfplay'")]
    Nothing(&'static str),
    #[error("cannot read '{path}': {error}", path = .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write '{path}': {error}; make room or choose another file with --out, and the same command goes on", path = .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("'{path}' is damaged; delete it to begin anew", path = .0.display())]
    DamagedCheckpoint(PathBuf),
    #[error("'{path}' belongs to a run with other arguments or other games; repeat these, delete it, or choose another --out", path = .0.display())]
    OtherRun(PathBuf),
    #[error("cannot go on from '{path}': {error}", path = .path.display())]
    From { path: PathBuf, error: NetError },
    #[error(transparent)]
    Network(#[from] NetError),
}

/// Mean squared errors of chances to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Of the positions that were learned from, while they were.
    pub training: f64,
    /// Of those that were kept back, after the epoch.
    pub validation: f64,
}

/// Trains a net and writes it; tells how it went. Lines about the progress go to `remark`.
pub fn train(
    arguments: &TrainArguments,
    threads: usize,
    settings: &dyn Settings,
    remark: &mut dyn FnMut(&str),
) -> Result<String, TrainError> {
    let run = TrainGame { arguments, threads: threads.max(1), settings, remark };
    registry::visit(&arguments.variant, run).ok_or_else(|| TrainError::Variant(arguments.variant.clone()))?
}

struct TrainGame<'a> {
    arguments: &'a TrainArguments,
    threads: usize,
    settings: &'a dyn Settings,
    remark: &'a mut dyn FnMut(&str),
}

impl Visitor for TrainGame<'_> {
    type Output = Result<String, TrainError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        F::visit_network(self).ok_or(TrainError::NoFeatures(variant.name))?
    }
}

impl<F: Family> NetworkVisitor<F> for TrainGame<'_> {
    type Output = Result<String, TrainError>;

    fn visit(self) -> Self::Output
    where
        F::Position: FeatureSet,
    {
        let bar = Bar::new();
        bar.begin("reading games", 0);
        let choice = Choice { decided: self.arguments.decided_share, neighbours: self.arguments.neighbours };
        let data = DataSet::read::<F>(&self.arguments.files, choice, self.settings, &mut || bar.advance(1))?;
        let summary = data.summary();
        (self.remark)(summary.trim_end());
        let model = Model::new();
        let from = self.arguments.from.as_deref().map(read_net::<F::Position>).transpose()?;
        let first = match &from {
            Some(network) => model.dequantise(network),
            None => model.random(self.arguments.seed),
        };
        let from = from.map(|network| network.name);
        let run = Run::<F::Position> { arguments: self.arguments, threads: self.threads, model, first, from, data };
        let state = run.run(&bar, self.remark)?;
        bar.finish();
        run.write(&state, &summary)
    }
}

struct Run<'a, G: FeatureSet> {
    arguments: &'a TrainArguments,
    threads: usize,
    model: Model<G>,
    /// The parameters to begin with.
    first: Vec<f32>,
    /// The name of the net that they are from.
    from: Option<String>,
    data: DataSet,
}

impl<G: FeatureSet> Run<'_, G> {
    /// Arguments and data that decide the net.
    fn fingerprint(&self) -> u32 {
        let TrainArguments {
            epochs, batch, rate, last_rate, decay, result_share, decided_share, neighbours, seed, ..
        } = self.arguments;
        let mut text = format!("{} {epochs} {batch} {rate} {last_rate} {decay}", G::DESCRIPTION);
        let _ = write!(text, " {result_share} {decided_share} {neighbours} {seed}");
        if let Some(from) = &self.from {
            let _ = write!(text, " from {from}");
        }
        let scores: f64 = self.data.training.iter().map(|sample| f64::from(sample.score)).sum();
        let _ =
            write!(text, " {} {} {} {scores}", G::Layer::WIDTH, self.data.training.len(), self.data.validation.len());
        crc32fast::hash(text.as_bytes())
    }

    /// What the net should say: a chance to win.
    fn target(&self, sample: Sample) -> f32 {
        let promised = chance(sample.score / G::SPREAD);
        let share = self.arguments.result_share.clamp(0.0, 1.0);
        sample.result.map_or(promised, |result| share * result + (1.0 - share) * promised)
    }

    fn run(&self, bar: &Bar, remark: &mut dyn FnMut(&str)) -> Result<Checkpoint, TrainError> {
        let path = checkpoint::path_of(&self.arguments.out);
        let fingerprint = self.fingerprint();
        let mut state = Checkpoint::read(&path, fingerprint, self.model.len())?.unwrap_or_else(|| {
            let parameters = self.first.clone();
            let optimiser = AdamW::new(parameters.len());
            Checkpoint { fingerprint, best: parameters.clone(), parameters, optimiser, losses: Vec::new() }
        });
        if state.losses.is_empty() {
            remark(&format!("hand-written evaluation: validation {:.6}", self.validate_hand_written()));
        }
        if let (Some(from), true) = (&self.from, state.losses.is_empty()) {
            remark(&format!("network {from}: validation {:.6}", self.validate(&state.parameters)));
        }
        if !state.losses.is_empty() {
            remark(&format!("'{}': going on after epoch {}", path.display(), state.losses.len()));
        }
        while state.losses.len() < self.arguments.epochs as usize {
            let epoch = state.losses.len();
            bar.begin(&format!("epoch {} of {}", epoch + 1, self.arguments.epochs), self.data.training.len() as u64);
            let training = self.epoch(&mut state, epoch, bar);
            let validation = self.validate(&state.parameters);
            if state.losses.iter().all(|loss| validation < loss.validation) {
                state.best.clone_from(&state.parameters);
            }
            state.losses.push(EpochLoss { training, validation });
            remark(&format!("epoch {}: training {training:.6}, validation {validation:.6}", epoch + 1));
            state.write(&path)?;
        }
        Ok(state)
    }

    /// Goes once through all positions; tells the mean loss.
    fn epoch(&self, state: &mut Checkpoint, epoch: usize, bar: &Bar) -> f64 {
        let samples = &self.data.training;
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        fastrand::Rng::with_seed(self.arguments.seed.wrapping_add(epoch as u64 + 1)).shuffle(&mut order);
        let batches = order.chunks(self.arguments.batch as usize);
        let all = (batches.len() * self.arguments.epochs as usize) as f32;
        let mut gradients: Vec<Mutex<PartGradient>> =
            (0..PARTS).map(|_| Mutex::new(PartGradient::new(&self.model))).collect();
        let mut total = 0.0;
        for (number, batch) in batches.enumerate() {
            let rounded = self.model.rounded(&state.parameters);
            let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
            let next = AtomicUsize::new(0);
            let labour = || {
                while let Some((part, numbers)) =
                    Some(next.fetch_add(1, Relaxed)).and_then(|part| Some((part, *parts.get(part)?)))
                {
                    let scale = 1.0 / batch.len() as f32;
                    gradients[part].lock().add(self, samples, &rounded, numbers, scale);
                }
            };
            thread::scope(|scope| {
                (1..self.threads).for_each(|_| _ = scope.spawn(labour));
                labour();
            });
            let (first, others) = gradients.split_at_mut(1);
            let sum = first[0].get_mut();
            for part in others {
                let part = part.get_mut();
                sum.gradient.iter_mut().zip(&mut part.gradient).for_each(|(sum, slope)| *sum += std::mem::take(slope));
                sum.loss += std::mem::take(&mut part.loss);
            }
            total += std::mem::take(&mut sum.loss);
            self.model.share_gradient(&mut sum.gradient);
            let done = (epoch * order.len().div_ceil(self.arguments.batch as usize) + number) as f32 / all;
            let rate = cosine(self.arguments.rate, self.arguments.last_rate, done);
            state.optimiser.step(&mut state.parameters, &sum.gradient, rate, self.arguments.decay);
            sum.gradient.fill(0.0);
            self.model.clip(&mut state.parameters);
            bar.advance(batch.len() as u64);
        }
        total / samples.len() as f64
    }

    fn validate(&self, parameters: &[f32]) -> f64 {
        let rounded = self.model.rounded(parameters);
        let mut found = self.model.activations();
        let losses = self.data.validation.iter().map(|sample| {
            self.model.forward(&rounded, sample, &mut found);
            f64::from(chance(found.output) - self.target(sample)).powi(2)
        });
        losses.sum::<f64>() / self.data.validation.len() as f64
    }

    /// What the hand-written evaluation would have as its loss: a net that is worse than this has learned too little.
    fn validate_hand_written(&self) -> f64 {
        let values = self.data.validation.iter().zip(&self.data.hand_written);
        let losses = values
            .map(|(sample, &value)| f64::from(chance(f32::from(value) / G::SPREAD) - self.target(sample)).powi(2));
        losses.sum::<f64>() / self.data.validation.len() as f64
    }

    /// Mean and largest distance in centipawns between the quantised net and the float one, over positions that were kept back.
    fn quantisation_error(&self, parameters: &[f32], network: &Network<G::Layer>) -> (f64, f64) {
        let rounded = self.model.rounded(parameters);
        let mut found = self.model.activations();
        let kernel = Kernel::best();
        let (mut sum, mut most, mut count) = (0.0, 0.0f64, 0.0);
        for sample in self.data.validation.iter().step_by(self.data.validation.len().div_ceil(COMPARED)) {
            self.model.forward(&rounded, sample, &mut found);
            let turned: Vec<u16> = sample.inputs.iter().map(|&input| G::turned(usize::from(input)) as u16).collect();
            let [own, opponent] = [sample.inputs, &turned].map(|inputs| {
                let mut sums = G::Layer::default();
                sums.update(kernel, &network.biases, &network.rows, &[], inputs);
                sums
            });
            let value = network.output(kernel, sample.head, &own, &opponent);
            let error = (f64::from(found.output * G::SPREAD) - f64::from(value)).abs();
            (sum, most, count) = (sum + error, most.max(error), count + 1.0);
        }
        (sum / count, most)
    }

    /// Writes net and report.
    fn write(&self, state: &Checkpoint, data: &str) -> Result<String, TrainError> {
        let network = self.model.quantise(&state.best);
        network.check_bounds(G::MOST_ACTIVE)?;
        let (bytes, name) = net_file::to_bytes::<G>(&network);
        let out = &self.arguments.out;
        let write = |path: &Path, bytes: &[u8]| {
            files::replace(path, bytes).map_err(|error| TrainError::Write { path: path.to_owned(), error })
        };
        write(out, &bytes)?;
        let (mean, most) = self.quantisation_error(&state.best, &network);
        let quantised = format!("quantised: {mean:.2} centipawns from the float net on the average, {most:.2} at most");
        let (picture, text) = (beside(out, "svg"), beside(out, "md"));
        write(&picture, report::losses_svg(&state.losses).as_bytes())?;
        let files: Vec<String> = self.arguments.files.iter().map(|path| file_name(path)).collect();
        let TrainArguments {
            variant,
            epochs,
            batch,
            rate,
            last_rate,
            decay,
            result_share,
            decided_share,
            neighbours,
            seed,
            ..
        } = self.arguments;
        let neighbours = if *neighbours == 0 { String::new() } else { format!(" --neighbours {neighbours}") };
        let from = self.arguments.from.as_deref().map(|path| format!(" --from {}", file_name(path)));
        let command = format!(
            "janggun train {variant} {} --out {}{} --epochs {epochs} --batch {batch} --rate {rate} --last-rate {last_rate} \
             --decay {decay} --result-share {result_share} --decided-share {decided_share}{neighbours} --seed {seed}",
            files.join(" "),
            file_name(out),
            from.unwrap_or_default(),
        );
        let report = report::markdown(&name, &command, data, &state.losses, &file_name(&picture), &quantised);
        write(&text, report.as_bytes())?;
        let best = state.losses.iter().map(|loss| loss.validation).fold(f64::MAX, f64::min);
        Ok(format!("network {name}: validation {best:.6}; {quantised}; {} bytes", bytes.len()))
    }
}

/// The net to go on from.
fn read_net<G: FeatureSet>(path: &Path) -> Result<Network<G::Layer>, TrainError> {
    net_file::read(path).and_then(|bytes| net_file::parse::<G>(&bytes)).map_err(|error| match error {
        NetError::Io { path, error } => TrainError::Read { path, error },
        error => TrainError::From { path: path.to_owned(), error },
    })
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    name.into()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The logistic function.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The gradient of one part of a batch.
struct PartGradient {
    gradient: Vec<f32>,
    loss: f64,
    found: model::Activations,
}

impl PartGradient {
    fn new<G: FeatureSet>(model: &Model<G>) -> PartGradient {
        PartGradient { gradient: vec![0.0; model.len()], loss: 0.0, found: model.activations() }
    }

    fn add<G: FeatureSet>(&mut self, run: &Run<G>, samples: &Samples, rounded: &[f32], numbers: &[u32], scale: f32) {
        for &number in numbers {
            let sample = samples.get(number as usize);
            run.model.forward(rounded, sample, &mut self.found);
            let promised = chance(self.found.output);
            let error = promised - run.target(sample);
            self.loss += f64::from(error).powi(2);
            let output_gradient = 2.0 * error * promised * (1.0 - promised) * scale;
            run.model.backward(rounded, sample, &mut self.found, output_gradient, &mut self.gradient);
        }
    }
}
