//! Linear evaluations: sums of counts times weights. An evaluation is written once, as a function that adds counts to a
//! [`TermCounter`]; the search's sum, the terms of `eval` and the tuner's counts are different counters.

use crate::game::{Block, Side, Term};

/// Where the counts of one side go.
pub trait TermCounter {
    /// Counts the weight at `place` of a block so many times.
    fn add(&mut self, block: usize, place: usize, times: i32);
}

/// One side of a position, whose terms are counted. Each game implements its terms on this for its own positions.
pub(super) struct SideTerms<'a, P, C> {
    pub position: &'a P,
    pub side: Side,
    pub counter: &'a mut C,
}

impl<P, C: TermCounter> SideTerms<'_, P, C> {
    #[inline(always)]
    pub fn count(&mut self, block: impl Into<usize>, place: usize, times: usize) {
        self.counter.add(block.into(), place, times as i32);
    }
}

struct BlockSums<'a> {
    blocks: &'a [Block],
    sums: Vec<i32>,
}

impl TermCounter for BlockSums<'_> {
    fn add(&mut self, block: usize, place: usize, times: i32) {
        self.sums[block] += self.blocks[block].weights[place] * times;
    }
}

struct WeightCounts<'a> {
    blocks: &'a [Block],
    counts: Vec<i32>,
}

impl TermCounter for WeightCounts<'_> {
    fn add(&mut self, block: usize, place: usize, times: i32) {
        let start: usize = self.blocks[..block].iter().map(|block| block.weights.len()).sum();
        self.counts[start + place] += times;
    }
}

/// What can be counted by any counter.
pub trait LinearEval {
    /// Adds what each side has to its own counter, the upper-case side's first.
    fn count_terms<C: TermCounter>(&self, counters: &mut [C; 2]);
}

/// The evaluation block by block.
pub fn explain(blocks: &[Block], evaluation: &impl LinearEval) -> Vec<Term> {
    let mut counters = [(); 2].map(|()| BlockSums { blocks, sums: vec![0; blocks.len()] });
    evaluation.count_terms(&mut counters);
    let [upper, lower] = counters.map(|counter| counter.sums);
    let sums = upper.into_iter().zip(lower);
    blocks.iter().zip(sums).map(|(block, (upper, lower))| Term { name: block.name, upper, lower }).collect()
}

/// What is counted, the upper-case side's less the lower-case side's, for every weight of every block.
pub fn counts(blocks: &[Block], evaluation: &impl LinearEval) -> Vec<f32> {
    let len = blocks.iter().map(|block| block.weights.len()).sum();
    let mut counters = [(); 2].map(|()| WeightCounts { blocks, counts: vec![0; len] });
    evaluation.count_terms(&mut counters);
    let [upper, lower] = counters.map(|counter| counter.counts);
    upper.into_iter().zip(lower).map(|(upper, lower)| (upper - lower) as f32).collect()
}

/// Declares `Counted`, the names of what is counted.
macro_rules! counted {
    ($($name:ident)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Counted { $($name),* }

        impl From<Counted> for usize {
            #[inline(always)]
            fn from(counted: Counted) -> usize {
                counted as usize
            }
        }
    };
}
pub(crate) use counted;

/// Declares what is counted, `Counted`, and the weights in the same order, `BLOCKS`: a name, what it is about, and a weight
/// for each place.
macro_rules! blocks {
    ($($name:ident $about:literal [$($weight:expr),* $(,)?];)*) => {
        $crate::games::linear_eval::counted! { $($name)* }

        /// The weights, in the order of [`Counted`].
        pub(super) const BLOCKS: &[$crate::game::Block] =
            &[$($crate::game::Block { name: $about, weights: &[$($weight),*] }),*];
    };
}
pub(crate) use blocks;
