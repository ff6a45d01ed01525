//! What a game tells a network of its positions.

use super::layer::Layer;
use crate::game::{Game, Side};

/// The inputs that change from one board to another, as the upper-case side sees them.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    /// No longer set.
    pub removed: Vec<u16>,
    /// Newly set.
    pub added: Vec<u16>,
}

impl Changes {
    /// Empties both lists.
    pub fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }
}

/// The inputs of a game's network: each is a fact that holds or not, such as "a horse of mine stands on c3".
///
/// An input is a number below [`FeatureSet::INPUTS`], as one side sees the board; [`FeatureSet::turned`] is the same fact as the
/// other side sees it. Where the game has a mirror image, [`FeatureSet::mirrored`] is the same fact in the position with left and
/// right exchanged, which is worth the same.
///
/// An input may be set more than once, such as "a spy of mine in enemy territory" by three spies; it then counts as often.
pub trait FeatureSet: Game {
    /// Changes whenever the meaning of an input does: a net for another set of features is refused.
    const DESCRIPTION: &'static str;
    /// How many inputs a view has.
    const INPUTS: usize;
    /// No position sets more of them, counted as often as they are set.
    const MOST_ACTIVE: usize;
    /// How many heads there are; [`FeatureSet::head`] chooses one.
    const HEADS: usize;
    /// How many groups [`FeatureSet::group`] knows.
    const GROUPS: usize;
    /// How fast a score turns into a win, in centipawns: what the net promises is a logistic curve of this spread.
    const SPREAD: f32;
    /// Whether there is a mirror image: half of the neurons are then those of the mirror image.
    const HAS_MIRROR_IMAGE: bool;
    /// The first layer of one view.
    type Layer: Layer;
    /// All that inputs depend on, to find out what has changed. The default is a board without inputs.
    type Board: Clone + Default + Send + Sync + 'static;

    /// Whether the network evaluates this position; others are left to the hand-written evaluation.
    fn is_for_network(&self) -> bool {
        true
    }

    /// What is left of the net's value, as a fraction: a game may take a part of an advantage for plies without progress. Nets learn
    /// the value before that.
    fn scale(&self) -> [i32; 2] {
        [1, 1]
    }

    /// How much differs, such as the number of points: an accumulator is updated from the board with the smallest distance.
    fn distance(&self, from: &Self::Board) -> usize;

    /// Lists what has changed since `from`, and makes `from` the board of this position.
    fn update(&self, from: &mut Self::Board, changes: &mut Changes);

    /// Which head judges this position, such as one for each phase of the game.
    fn head(&self) -> usize;

    /// The same fact, seen from the other side.
    fn turned(input: usize) -> usize;

    /// The same fact in the mirror image.
    fn mirrored(input: usize) -> usize {
        input
    }

    /// Inputs with something in common, such as the kind of piece: while a net is trained, they share a row of weights (a
    /// factoriser), so that rare ones learn from frequent ones.
    fn group(input: usize) -> Option<usize>;

    /// All inputs of a position from the view of one side, for training and as a check of [`FeatureSet::update`].
    fn inputs(&self, view: Side) -> Vec<u16> {
        let mut changes = Changes::default();
        self.update(&mut Self::Board::default(), &mut changes);
        let mut inputs = changes.added;
        if view == Side::Lower {
            inputs.iter_mut().for_each(|input| *input = Self::turned(usize::from(*input)) as u16);
        }
        inputs
    }
}
