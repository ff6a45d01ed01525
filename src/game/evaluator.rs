//! What positions are worth, hand-written or learned, and what the tuner asks besides.

use super::notation::Settings;
use super::rules::Game;

/// One line of a static evaluation, from the view of the upper-case side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// What is counted.
    pub name: &'static str,
    /// For the upper-case side, in hundredths of a soldier (or whatever the game's unit is).
    pub upper: i32,
    /// For the lower-case side.
    pub lower: i32,
}

/// The name of every evaluator that is no network.
pub const HAND_WRITTEN: &str = "hand-written";

/// What positions are worth. `&mut`, so that an evaluator may keep what it computed for the last position.
pub trait Evaluator<G: Game>: Clone + Send + 'static {
    /// As the game's own options want it.
    fn with_settings(_: &dyn Settings) -> Self
    where
        Self: Default,
    {
        Self::default()
    }

    /// What it is called, for those who have to know who made a score.
    fn name(&self) -> &str {
        HAND_WRITTEN
    }

    /// A search for the side to move begins, to play and not to analyse, in a game of which so many plies are known: the
    /// evaluator may play with contempt from now on.
    fn begin(&mut self, _: &G, _plies: usize) {}

    /// How much of [`Evaluator::evaluate`] is contempt. Users are told what a position is worth without it.
    fn contempt(&self, _: &G) -> i32 {
        0
    }

    /// The contempt with which a network plays: evaluated beside it in every node, it has to be quick. Never asked in a position that
    /// is left to the hand-written evaluation.
    fn network_contempt(&self, position: &G) -> i32 {
        self.contempt(position)
    }

    /// The static evaluation: from the side to move's view, in centipawns, without looking ahead. The ply of the search is only
    /// a hint: what was evaluated at the plies before is likely to differ by a move or two.
    fn evaluate(&mut self, position: &G, ply: usize) -> i32;

    /// The same, term by term.
    fn explain(&self, position: &G) -> Vec<Term>;

    /// Win, draw and loss, in thousandths, that a score promises.
    fn win_draw_loss(&self, position: &G, score: i32) -> [u16; 3];
}

/// A hand-written evaluation that is a sum of counts times weights.
pub trait Tunable<G: Game>: Evaluator<G> {
    /// The weights.
    fn weights() -> &'static [Block];

    /// What [`Tunable::weights`] are multiplied with, one count for each: the upper-case side's less the lower-case
    /// side's. What counts only in another phase of the game counts as a fraction.
    fn counts(&self, position: &G) -> Vec<f32>;
}

/// Weights of an evaluation that belong together, such as one for each distance.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// What they are about.
    pub name: &'static str,
    /// One for each thing that is counted.
    pub weights: &'static [i32],
}

/// Win, draw and loss, in thousandths, on a logistic curve: `spread` is how fast a score turns into a win, `even` the score
/// at which a win becomes as likely as not. With `even` 0 there are no draws.
pub fn logistic_win_draw_loss(score: i32, spread: f64, even: f64) -> [u16; 3] {
    let chance = |score: f64| (1000.0 / (1.0 + ((even - score) / spread).exp())).round() as u16;
    let win = chance(score.into());
    let loss = if even == 0.0 { 1000 - win } else { chance(-f64::from(score)) };
    [win, 1000u16.saturating_sub(win + loss), loss]
}
