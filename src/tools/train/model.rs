//! The network while it learns, in 32-bit floats: its value, its gradient, and what it becomes when it is quantised.
//!
//! Where a game has a mirror image, it is worth the same. The net is built that way: half of its neurons are trained, the other half
//! are their mirror images, with the same weights for mirrored inputs and in the heads.

use std::marker::PhantomData;

use super::samples::Sample;
use crate::network::net::{CLIP, HEAD_LIMIT, HEAD_SCALE, Head, INPUT_LIMIT, Network};
use crate::network::{FeatureSet, Layer};

/// The largest weight of a head.
const HEAD_CLIP: f32 = HEAD_LIMIT as f32 / HEAD_SCALE as f32;

/// The inputs of one view in all forms in which neurons see them: both views, and their mirror images if there are any.
const MOST_FORMS: usize = 4;

/// Where the parameters of a game's net lie in one list.
pub struct Model<G: FeatureSet> {
    /// Trained neurons: half of the layer if the other half are mirror images.
    width: usize,
    /// Of each view: 2 with a mirror image, else 1.
    images: usize,
    /// For each input: as it is, mirrored, turned, turned and mirrored; without mirror images the first two are as it is and turned.
    forms: Vec<[u16; MOST_FORMS]>,
    groups: Vec<Option<usize>>,
    game: PhantomData<G>,
}

/// Activations of one position, from the forward pass.
pub struct Activations {
    /// One for each form.
    sums: Vec<Vec<f32>>,
    /// The output, of which the logistic function is the chance to win.
    pub output: f32,
}

impl<G: FeatureSet> Model<G> {
    /// For the sizes that the game wants.
    pub fn new() -> Model<G> {
        let form = |input: usize| {
            let turned = G::turned(input);
            let forms = if G::HAS_MIRROR_IMAGE {
                [input, G::mirrored(input), turned, G::mirrored(turned)]
            } else {
                [input, turned, input, turned]
            };
            forms.map(|input| input as u16)
        };
        let images = if G::HAS_MIRROR_IMAGE { 2 } else { 1 };
        Model {
            width: G::Layer::WIDTH / images,
            images,
            forms: (0..G::INPUTS).map(form).collect(),
            groups: (0..G::INPUTS).map(G::group).collect(),
            game: PhantomData,
        }
    }

    /// The largest weight of the first layer: no position may overflow a sum.
    const INPUT_CLIP: f32 = {
        let most = (i16::MAX - INPUT_LIMIT) / G::MOST_ACTIVE as i16;
        let limit = if most < INPUT_LIMIT { most } else { INPUT_LIMIT };
        limit as f32 / CLIP as f32
    };

    /// The rows of the inputs come first, then those of the groups, then biases and heads.
    fn groups_at(&self) -> usize {
        G::INPUTS * self.width
    }

    fn biases_at(&self) -> usize {
        self.groups_at() + G::GROUPS * self.width
    }

    fn head_at(&self, head: usize) -> usize {
        self.biases_at() + self.width + head * (2 * self.width + 1)
    }

    /// How many parameters there are.
    pub fn len(&self) -> usize {
        self.head_at(G::HEADS)
    }

    /// Random initial parameters.
    pub fn random(&self, seed: u64) -> Vec<f32> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut uniform = |limit: f32| limit * (2.0 * random.f32() - 1.0);
        let mut parameters = vec![0.0; self.len()];
        let (rows, rest) = parameters.split_at_mut(self.groups_at());
        rows.fill_with(|| uniform(0.1));
        let groups = self.biases_at() - self.groups_at();
        rest[groups..groups + self.width].fill_with(|| 0.1 + uniform(0.1));
        let limit = 1.0 / (4.0 * self.width as f32).sqrt();
        rest[groups + self.width..].fill_with(|| uniform(limit));
        for head in 0..G::HEADS {
            parameters[self.head_at(head) + 2 * self.width] = 0.0;
        }
        parameters
    }

    /// Keeps weights within what can be quantised.
    pub fn clip(&self, parameters: &mut [f32]) {
        let (first, heads) = parameters.split_at_mut(self.head_at(0));
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-Self::INPUT_CLIP, Self::INPUT_CLIP));
        for head in heads.chunks_mut(2 * self.width + 1) {
            let weights = 2 * self.width;
            head[..weights].iter_mut().for_each(|weight| *weight = weight.clamp(-HEAD_CLIP, HEAD_CLIP));
        }
    }

    /// The parameters as they take part in play: rows with those of their groups added, and all of them rounded to what they will be
    /// when they are quantised. Training looks at these, so that rounding costs nothing in the end; gradients pass through to the
    /// parameters that are kept in full.
    pub fn rounded(&self, parameters: &[f32]) -> Vec<f32> {
        let mut rounded = parameters.to_vec();
        let (rows, _) = rounded.split_at_mut(self.groups_at());
        for (input, row) in rows.chunks_exact_mut(self.width).enumerate() {
            let Some(group) = self.groups[input] else { continue };
            let at = self.groups_at() + group * self.width;
            let shared = &parameters[at..at + self.width];
            row.iter_mut().zip(shared).for_each(|(weight, shared)| {
                *weight = (*weight + shared).clamp(-Self::INPUT_CLIP, Self::INPUT_CLIP);
            });
        }
        let round = |weights: &mut [f32], scale: f32| {
            weights.iter_mut().for_each(|weight| *weight = (*weight * scale).round_ties_even() / scale);
        };
        let (input_scale, head_scale) = (f32::from(CLIP), HEAD_SCALE as f32);
        let (first, heads) = rounded.split_at_mut(self.head_at(0));
        round(first, input_scale);
        for head in heads.chunks_mut(2 * self.width + 1) {
            let (weights, bias) = head.split_at_mut(2 * self.width);
            round(weights, head_scale);
            round(bias, input_scale * head_scale);
        }
        rounded
    }

    /// Room for what the neurons say.
    pub fn activations(&self) -> Activations {
        Activations { sums: vec![vec![0.0; self.width]; 2 * self.images], output: 0.0 }
    }

    /// Evaluates a position with [`Model::rounded`] parameters.
    pub fn forward(&self, parameters: &[f32], sample: Sample, found: &mut Activations) {
        let width = self.width;
        let biases = &parameters[self.biases_at()..][..width];
        for (form, sums) in found.sums.iter_mut().enumerate() {
            sums.copy_from_slice(biases);
            for &input in sample.inputs {
                let row = usize::from(self.forms[usize::from(input)][form]) * width;
                sums.iter_mut().zip(&parameters[row..row + width]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let head = &parameters[self.head_at(sample.head)..][..2 * width + 1];
        found.output = head[2 * width];
        for (form, sums) in found.sums.iter().enumerate() {
            found.output += dot(sums, &head[form / self.images * width..][..width]);
        }
    }

    /// Back-propagates `output_gradient` of one sample into the gradient of the parameters. Gradients of groups (factoriser) are left
    /// to [`Model::share_gradient`].
    pub fn backward(
        &self,
        parameters: &[f32],
        sample: Sample,
        found: &mut Activations,
        output_gradient: f32,
        gradient: &mut [f32],
    ) {
        let width = self.width;
        let at = self.head_at(sample.head);
        let (first, heads) = gradient.split_at_mut(self.head_at(0));
        let head = &mut heads[at - self.head_at(0)..][..2 * width + 1];
        head[2 * width] += output_gradient;
        for (form, sums) in found.sums.iter_mut().enumerate() {
            let half = form / self.images * width;
            let weights = &parameters[at + half..][..width];
            for ((sum, weight), slope) in sums.iter_mut().zip(weights).zip(&mut head[half..half + width]) {
                let clipped = sum.clamp(0.0, 1.0);
                *slope += output_gradient * clipped * clipped;
                // From here on the sums hold what they should change by.
                let inside = *sum > 0.0 && *sum < 1.0;
                *sum = if inside { 2.0 * output_gradient * weight * clipped } else { 0.0 };
            }
            for &input in sample.inputs {
                let row = usize::from(self.forms[usize::from(input)][form]) * width;
                first[row..row + width].iter_mut().zip(&*sums).for_each(|(slope, change)| *slope += change);
            }
            let biases = &mut first[self.biases_at()..][..width];
            biases.iter_mut().zip(&*sums).for_each(|(slope, change)| *slope += change);
        }
    }

    /// A group's row changes with all rows of its inputs.
    pub fn share_gradient(&self, gradient: &mut [f32]) {
        let width = self.width;
        let (rows, rest) = gradient.split_at_mut(self.groups_at());
        for (input, row) in rows.chunks_exact(width).enumerate() {
            let Some(group) = self.groups[input] else { continue };
            let shared = &mut rest[group * width..][..width];
            shared.iter_mut().zip(row).for_each(|(slope, change)| *slope += change);
        }
    }

    /// The net with 16-bit weights.
    pub fn quantise(&self, parameters: &[f32]) -> Network<G::Layer> {
        let width = self.width;
        let parameters = &self.rounded(parameters);
        let layer = |one: &[f32], mirror: &[f32], scale: f32| {
            let mut layer = G::Layer::default();
            let mirror: &[f32] = if G::HAS_MIRROR_IMAGE { mirror } else { &[] };
            let values = one.iter().chain(mirror).map(|weight| (weight * scale).round() as i16);
            layer.values_mut().iter_mut().zip(values).for_each(|(neuron, value)| *neuron = value);
            layer
        };
        let row = |input: usize| &parameters[input * width..][..width];
        let biases = &parameters[self.biases_at()..][..width];
        let (input_scale, head_scale) = (f32::from(CLIP), HEAD_SCALE as f32);
        let head = |number: usize| {
            let at = self.head_at(number);
            let (own, opponent) = (&parameters[at..][..width], &parameters[at + width..][..width]);
            Head {
                own: layer(own, own, head_scale),
                opponent: layer(opponent, opponent, head_scale),
                bias: (parameters[at + 2 * width] * input_scale * head_scale).round() as i32,
            }
        };
        Network {
            name: String::new(),
            spread: G::SPREAD as i32,
            rows: (0..G::INPUTS).map(|input| layer(row(input), row(G::mirrored(input)), input_scale)).collect(),
            biases: layer(biases, biases, input_scale),
            heads: (0..G::HEADS).map(head).collect(),
        }
    }

    /// The parameters of a net that [`Model::quantise`] made. What a group had learned is part of the rows.
    pub fn dequantise(&self, network: &Network<G::Layer>) -> Vec<f32> {
        let (input_scale, head_scale) = (f32::from(CLIP), HEAD_SCALE as f32);
        let mut parameters = vec![0.0; self.len()];
        let mut put = |at: usize, layer: &G::Layer, scale: f32| {
            let trained = layer.values().iter().take(self.width).map(|&value| f32::from(value) / scale);
            parameters[at..].iter_mut().zip(trained).for_each(|(parameter, value)| *parameter = value);
        };
        for (input, row) in network.rows.iter().enumerate() {
            put(input * self.width, row, input_scale);
        }
        put(self.biases_at(), &network.biases, input_scale);
        for (number, head) in network.heads.iter().enumerate() {
            put(self.head_at(number), &head.own, head_scale);
            put(self.head_at(number) + self.width, &head.opponent, head_scale);
        }
        for (number, head) in network.heads.iter().enumerate() {
            parameters[self.head_at(number) + 2 * self.width] = head.bias as f32 / (input_scale * head_scale);
        }
        parameters
    }
}

/// The sum of squared clipped values times weights, in sixteen lanes: a plain sum of floats could not be vectorised.
fn dot(sums: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0f32; LANES];
    let (sums, more_sums) = sums.as_chunks::<LANES>();
    let (weights, more_weights) = weights.as_chunks::<LANES>();
    for (sums, weights) in sums.iter().zip(weights) {
        for lane in 0..LANES {
            let clipped = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += clipped * clipped * weights[lane];
        }
    }
    let rest = more_sums.iter().zip(more_weights).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight);
    lanes.iter().sum::<f32>() + rest.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Evaluator, Game, Notation, Side};
    use crate::games::cheduk::CheDuk;
    use crate::games::family::Family;
    use crate::games::janggi::{Janggi, Position};
    use crate::network::{NetworkEvaluator, net_file};
    use std::sync::Arc;

    /// Positions that a network evaluates.
    fn positions<G: Notation + FeatureSet>() -> Vec<G> {
        let options = crate::engine::Options::default();
        let mut random = fastrand::Rng::with_seed(4);
        let mut met = Vec::new();
        for _ in 0..20 {
            let mut position = G::start(&G::VARIANTS[0], &options);
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&mv) = random.choice(&moves) else { break };
                position.play(mv);
                if position.is_for_network() {
                    met.push(position.clone());
                }
            }
        }
        met
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        compare_gradients::<Position>();
        compare_gradients::<<CheDuk as Family>::Position>();
    }

    fn compare_gradients<G: Notation + FeatureSet>() {
        let model = Model::<G>::new();
        let mut parameters = model.random(7);
        // Larger weights, so that differences show in 32 bits.
        parameters.iter_mut().for_each(|weight| *weight *= 2.0);
        let position = &positions::<G>()[40];
        let inputs = position.inputs(position.side_to_move());
        let sample = Sample { inputs: &inputs, head: position.head(), score: 0.0, result: None };
        let mut found = model.activations();
        // Without rounding, which would hide small steps.
        let with_groups = |parameters: &[f32]| {
            let mut all = parameters.to_vec();
            for (place, weight) in all[..model.groups_at()].iter_mut().enumerate() {
                let group = model.groups[place / model.width].map(|group| group * model.width + place % model.width);
                *weight += group.map_or(0.0, |group| parameters[model.groups_at() + group]);
            }
            all
        };
        let mut output = |parameters: &[f32]| {
            model.forward(&with_groups(parameters), sample, &mut found);
            found.output
        };
        let mut gradient = vec![0.0; model.len()];
        let mut activations = model.activations();
        model.forward(&with_groups(&parameters), sample, &mut activations);
        model.backward(&parameters, sample, &mut activations, 1.0, &mut gradient);
        model.share_gradient(&mut gradient);
        let mut random = fastrand::Rng::with_seed(1);
        let in_group = |&input: &u16| Some((usize::from(input), model.groups[usize::from(input)]?));
        let (input, group) = inputs.iter().find_map(in_group).expect("a piece");
        let (set, group) = (input * model.width, model.groups_at() + group * model.width);
        let places = [
            (set, model.width),
            (group, model.width),
            (model.biases_at(), model.width),
            (model.head_at(position.head()), 2 * model.width + 1),
        ];
        let mut seen = 0;
        for (at, length) in places {
            for _ in 0..40 {
                let place = at + random.usize(..length);
                // So short that no neuron begins or ceases to be clipped within it.
                let step = 5e-4;
                let mut difference = |change: f32| {
                    let mut changed = parameters.clone();
                    changed[place] += change;
                    output(&changed)
                };
                let slope = (difference(step) - difference(-step)) / (2.0 * step);
                let tolerance = 0.02 * slope.abs().max(0.05);
                seen += usize::from(slope.abs() > 0.01);
                assert!((slope - gradient[place]).abs() < tolerance, "{place}: {slope} against {}", gradient[place]);
            }
        }
        assert!(seen > 40, "only {seen} slopes are not 0");
    }

    #[test]
    fn the_quantised_net_is_within_three_centipawns() {
        compare_quantised::<Janggi>();
        compare_quantised::<CheDuk>();
    }

    fn compare_quantised<F: Family>()
    where
        F::Position: FeatureSet,
    {
        let model = Model::<F::Position>::new();
        let parameters = model.random(3);
        let rounded = model.rounded(&parameters);
        let (bytes, _) = net_file::to_bytes::<F::Position>(&model.quantise(&parameters));
        let network = Arc::new(net_file::parse::<F::Position>(&bytes).expect("a good net"));
        let mut evaluator = NetworkEvaluator::new(network, F::Evaluation::default());
        let mut found = model.activations();
        for (number, position) in positions::<F::Position>().iter().enumerate() {
            let inputs = position.inputs(position.side_to_move());
            let sample = Sample { inputs: &inputs, head: position.head(), score: 0.0, result: None };
            model.forward(&rounded, sample, &mut found);
            let [part, whole] = position.scale();
            let expected = found.output * F::Position::SPREAD * part as f32 / whole as f32;
            let value = evaluator.evaluate(position, number % 7) as f32;
            assert!((expected - value).abs() <= 3.0, "{expected} against {value}");
        }
    }

    #[test]
    fn a_net_survives_its_way_to_floats_and_back() {
        fn there_and_back<G: FeatureSet>() {
            let model = Model::<G>::new();
            let (bytes, _) = net_file::to_bytes::<G>(&model.quantise(&model.random(11)));
            let network = net_file::parse::<G>(&bytes).expect("a good net");
            let (again, _) = net_file::to_bytes::<G>(&model.quantise(&model.dequantise(&network)));
            assert!(again == bytes);
        }
        there_and_back::<Position>();
        there_and_back::<<CheDuk as Family>::Position>();
    }

    #[test]
    fn clipped_weights_cannot_overflow() {
        fn largest_net<G: FeatureSet>() {
            let model = Model::<G>::new();
            let mut parameters = model.random(12);
            parameters[..model.head_at(0)].fill(5.0);
            model.clip(&mut parameters);
            model.quantise(&parameters).check_bounds(G::MOST_ACTIVE).expect("no overflow");
        }
        largest_net::<Position>();
        largest_net::<<CheDuk as Family>::Position>();
    }

    #[test]
    fn a_mirrored_position_is_worth_the_same() {
        let model = Model::<Position>::new();
        let parameters = model.random(5);
        let rounded = model.rounded(&parameters);
        let mut found = model.activations();
        for position in positions::<Position>().iter().step_by(17) {
            let inputs = position.inputs(Side::Upper);
            let mirrored: Vec<u16> = inputs.iter().map(|&input| Position::mirrored(input.into()) as u16).collect();
            let [one, two] = [&inputs, &mirrored].map(|inputs| {
                model.forward(&rounded, Sample { inputs, head: 0, score: 0.0, result: None }, &mut found);
                found.output
            });
            assert!((one - two).abs() < 1e-4, "{one} {two}");
        }
    }
}
