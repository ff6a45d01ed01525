//! Evaluations that are sums: what is counted of a position, times weights. An evaluation is written once, as a function
//! that enters counts into a [`Ledger`]; adding up, explaining and tuning are three kinds of ledgers.

use crate::game::{Block, Term};

/// Where the counts of one side go.
pub trait Ledger {
    /// Something was found so many times: the number of a block, and the place in it.
    fn enter(&mut self, block: usize, place: usize, times: i32);
}

/// Keeps the sums of the blocks apart.
struct TermLedger<'a> {
    blocks: &'a [Block],
    sums: Vec<i32>,
}

impl Ledger for TermLedger<'_> {
    fn enter(&mut self, block: usize, place: usize, times: i32) {
        self.sums[block] += self.blocks[block].weights[place] * times;
    }
}

/// Keeps all counts apart.
struct CountLedger<'a> {
    blocks: &'a [Block],
    counts: Vec<i32>,
}

impl Ledger for CountLedger<'_> {
    fn enter(&mut self, block: usize, place: usize, times: i32) {
        let start: usize = self.blocks[..block].iter().map(|block| block.weights.len()).sum();
        self.counts[start + place] += times;
    }
}

/// Lets an evaluation be written for any ledger.
pub trait Account {
    /// Enters what each side has into its own ledger.
    fn account<L: Ledger>(&self, ledgers: &mut [L; 2]);
}

/// The evaluation block by block.
pub fn explain(blocks: &[Block], account: &impl Account) -> Vec<Term> {
    let mut ledgers = [(); 2].map(|()| TermLedger { blocks, sums: vec![0; blocks.len()] });
    account.account(&mut ledgers);
    let [upper, lower] = ledgers.map(|ledger| ledger.sums);
    let sums = upper.into_iter().zip(lower);
    blocks.iter().zip(sums).map(|(block, (upper, lower))| Term { name: block.name, upper, lower }).collect()
}

/// What is counted, the upper-case side's less the lower-case side's, for every weight of every block.
pub fn counts(blocks: &[Block], account: &impl Account) -> Vec<f32> {
    let len = blocks.iter().map(|block| block.weights.len()).sum();
    let mut ledgers = [(); 2].map(|()| CountLedger { blocks, counts: vec![0; len] });
    account.account(&mut ledgers);
    let [upper, lower] = ledgers.map(|ledger| ledger.counts);
    upper.into_iter().zip(lower).map(|(upper, lower)| (upper - lower) as f32).collect()
}

/// Declares what is counted, `Counted`, and the weights in the same order, `BLOCKS`: a name, what it is about, and a weight
/// for each place.
macro_rules! blocks {
    ($($name:ident $about:literal [$($weight:expr),* $(,)?];)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Counted { $($name),* }

        /// The weights, in the order of [`Counted`].
        pub(super) const BLOCKS: &[$crate::game::Block] =
            &[$($crate::game::Block { name: $about, weights: &[$($weight),*] }),*];
    };
}
pub(crate) use blocks;
