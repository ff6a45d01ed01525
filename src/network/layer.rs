//! A row of numbers as wide as the first layer: weights of one input, or an accumulator.

use super::kernel::{self, Kernel};

/// So many 16-bit numbers, aligned for the widest vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Neurons<const WIDTH: usize>(pub [i16; WIDTH]);

impl<const WIDTH: usize> Default for Neurons<WIDTH> {
    fn default() -> Self {
        Neurons([0; WIDTH])
    }
}

/// [`Neurons`] of some width; a game names its width with this.
pub trait Layer: Copy + Default + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// Number of neurons.
    const WIDTH: usize;

    /// The activations, quantised.
    fn values(&self) -> &[i16];

    /// The activations, to be written.
    fn values_mut(&mut self) -> &mut [i16];

    /// Becomes what `from` is, less the rows that are removed, plus those that are added.
    fn update(&mut self, kernel: Kernel, from: &Self, rows: &[Self], removed: &[u16], added: &[u16]);

    /// The sum of squared clipped values times weights.
    fn dot(&self, kernel: Kernel, weights: &Self) -> i32;
}

impl<const WIDTH: usize> Layer for Neurons<WIDTH> {
    const WIDTH: usize = WIDTH;

    fn values(&self) -> &[i16] {
        &self.0
    }

    fn values_mut(&mut self) -> &mut [i16] {
        &mut self.0
    }

    #[inline]
    fn update(&mut self, kernel: Kernel, from: &Self, rows: &[Self], removed: &[u16], added: &[u16]) {
        kernel::update(kernel, self, from, rows, removed, added);
    }

    #[inline]
    fn dot(&self, kernel: Kernel, weights: &Self) -> i32 {
        kernel::dot(kernel, self, weights)
    }
}
