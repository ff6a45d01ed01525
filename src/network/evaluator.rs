//! The evaluator: accumulators are a cache, not a listener.
//!
//! Each accumulator keeps the board that it belongs to, and the next one is found by comparing boards. Null moves, re-searches and mate
//! searches cannot corrupt it, and the rules know nothing of it. The ply of a search only tells where a board that differs
//! little is likely to be found: there is an accumulator for each ply.

use std::sync::Arc;

use super::features::{Changes, FeatureSet};
use super::kernel::Kernel;
use super::layer::Layer;
use super::net::Network;
use crate::game::{Evaluator, Side, Term};

/// More plies than any search reaches; the rest share the last accumulator.
const PLIES: usize = 256;
/// If more differs than this, sums are made anew from an empty board.
const REFRESH_DISTANCE: usize = 12;

/// The sums of both views of one board.
#[derive(Clone)]
struct Accumulator<G: FeatureSet> {
    board: G::Board,
    /// The upper-case side's view first.
    views: [G::Layer; 2],
}

/// A network, with what it remembers of the last search, and the hand-written evaluation for all that a network does not do.
pub struct NetworkEvaluator<G: FeatureSet, H> {
    network: Arc<Network<G::Layer>>,
    hand_written: H,
    kernel: Kernel,
    /// One for each ply that a search has reached.
    accumulators: Vec<Accumulator<G>>,
    changes: Changes,
    /// The same, as the lower-case side sees them.
    turned: Changes,
}

impl<G: FeatureSet, H: Evaluator<G>> NetworkEvaluator<G, H> {
    /// With the fastest kernel.
    pub fn new(network: Arc<Network<G::Layer>>, hand_written: H) -> Self {
        NetworkEvaluator::with_kernel(network, hand_written, Kernel::best())
    }

    /// With a kernel that this processor can run.
    pub fn with_kernel(network: Arc<Network<G::Layer>>, hand_written: H, kernel: Kernel) -> Self {
        NetworkEvaluator {
            network,
            hand_written,
            kernel,
            accumulators: Vec::new(),
            changes: Changes::default(),
            turned: Changes::default(),
        }
    }

    /// Of a board without inputs.
    fn empty(&self) -> Accumulator<G> {
        Accumulator { board: G::Board::default(), views: [self.network.biases; 2] }
    }

    /// Makes the accumulator of this ply that of the position.
    fn update_accumulator(&mut self, position: &G, ply: usize) {
        while self.accumulators.len() <= ply {
            self.accumulators.push(self.empty());
        }
        // The parent differs by one move, a grandparent and whatever was here before by two.
        let near = [ply.checked_sub(1), ply.checked_sub(2), Some(ply)];
        let mut best = (REFRESH_DISTANCE + 1, None);
        for candidate in near.into_iter().flatten() {
            let distance = position.distance(&self.accumulators[candidate].board);
            if distance < best.0 {
                best = (distance, Some(candidate));
            }
            // One move changes two points; nothing will be nearer.
            if distance <= 2 {
                break;
            }
        }
        let (before, here) = self.accumulators.split_at_mut(ply);
        let here = &mut here[0];
        let from = match best.1 {
            Some(from) if from != ply => {
                here.board.clone_from(&before[from].board);
                &before[from].views
            }
            Some(_) => &here.views.clone(),
            None => {
                here.board = G::Board::default();
                &[self.network.biases; 2]
            }
        };
        self.changes.clear();
        position.update(&mut here.board, &mut self.changes);
        self.turned.clear();
        let turn = |&input: &u16| G::turned(usize::from(input)) as u16;
        self.turned.removed.extend(self.changes.removed.iter().map(turn));
        self.turned.added.extend(self.changes.added.iter().map(turn));
        let rows = &self.network.rows;
        let [upper, lower] = &mut here.views;
        upper.update(self.kernel, &from[0], rows, &self.changes.removed, &self.changes.added);
        lower.update(self.kernel, &from[1], rows, &self.turned.removed, &self.turned.added);
    }

    /// What the network alone says.
    fn output(&mut self, position: &G, ply: usize) -> i32 {
        let ply = ply.min(PLIES - 1);
        self.update_accumulator(position, ply);
        let [upper, lower] = &self.accumulators[ply].views;
        let (own, opponent) = if position.side_to_move() == Side::Upper { (upper, lower) } else { (lower, upper) };
        let value = self.network.output(self.kernel, position.head(), own, opponent);
        let [part, whole] = position.scale();
        value * part / whole
    }
}

impl<G: FeatureSet, H: Evaluator<G>> Clone for NetworkEvaluator<G, H> {
    /// Without what it remembers.
    fn clone(&self) -> Self {
        NetworkEvaluator::with_kernel(self.network.clone(), self.hand_written.clone(), self.kernel)
    }

    /// Keeps its own accumulators if the network is the same.
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.network, &other.network) {
            self.network = other.network.clone();
            self.accumulators.clear();
        }
        self.hand_written.clone_from(&other.hand_written);
        self.kernel = other.kernel;
    }
}

impl<G: FeatureSet, H: Evaluator<G>> Evaluator<G> for NetworkEvaluator<G, H> {
    fn name(&self) -> &str {
        &self.network.name
    }

    fn begin(&mut self, position: &G, plies: usize) {
        self.hand_written.begin(position, plies);
    }

    fn contempt(&self, position: &G) -> i32 {
        if position.is_for_network() {
            self.hand_written.network_contempt(position)
        } else {
            self.hand_written.contempt(position)
        }
    }

    fn evaluate(&mut self, position: &G, ply: usize) -> i32 {
        if position.is_for_network() {
            self.output(position, ply) + self.hand_written.network_contempt(position)
        } else {
            self.hand_written.evaluate(position, ply)
        }
    }

    fn explain(&self, position: &G) -> Vec<Term> {
        self.hand_written.explain(position)
    }

    fn win_draw_loss(&self, position: &G, score: i32) -> [u16; 3] {
        self.hand_written.win_draw_loss(position, score)
    }
}
