//! The weights of a network, quantised to 16 bits, and the value that they give.

use super::kernel::Kernel;
use super::layer::Layer;
use super::net_file::NetError;

/// A neuron's sum of 1.0; beyond it is clipped.
pub const CLIP: i16 = 255;
/// A head's weight of 1.0. Heads add up hundreds of neurons, so that their weights are small, and a coarser scale would show.
pub const HEAD_SCALE: i32 = 256;
/// The largest weight of the first layer: 1.98.
pub const INPUT_LIMIT: i16 = 504;
/// The largest weight of a head, 0.49: times [`CLIP`] it still fits into 16 bits.
pub const HEAD_LIMIT: i16 = 126;

/// From what both views see to a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Head<L> {
    /// For the side to move.
    pub own: L,
    /// For its opponent.
    pub opponent: L,
    /// In units of [`CLIP`] times [`HEAD_SCALE`].
    pub bias: i32,
}

/// A net for views with a first layer `L`.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<L> {
    /// The name of the file that it would be kept in, made from its checksum.
    pub name: String,
    /// Centipawns of an output of 1.0.
    pub spread: i32,
    /// One for each input.
    pub rows: Vec<L>,
    /// Before any input is set.
    pub biases: L,
    /// At least one.
    pub heads: Vec<Head<L>>,
}

impl<L: Layer> Network<L> {
    /// Makes sure that no position with at most `most_active` inputs can overflow a sum.
    pub fn check_bounds(&self, most_active: usize) -> Result<(), NetError> {
        let largest = |rows: &[L], neuron: usize| rows.iter().map(|row| i64::from(row.values()[neuron]).abs()).max();
        for neuron in 0..L::WIDTH {
            let most = largest(&self.rows, neuron).unwrap_or(0) * most_active as i64;
            if i64::from(self.biases.values()[neuron]).abs() + most > i64::from(i16::MAX) {
                return Err(NetError::Overflow);
            }
        }
        for head in &self.heads {
            let weights = || head.own.values().iter().chain(head.opponent.values());
            let sum: i64 = weights().map(|&weight| i64::from(weight).abs()).sum();
            let most = sum * i64::from(CLIP) * i64::from(CLIP);
            if weights().any(|weight| weight.unsigned_abs() > HEAD_LIMIT as u16)
                || most > i64::from(i32::MAX)
                || i64::from(head.bias).abs() * i64::from(self.spread) > i64::from(i32::MAX)
            {
                return Err(NetError::Overflow);
            }
        }
        Ok(())
    }

    /// Centipawns for the side to move, from the accumulators of both views.
    #[inline]
    pub fn output(&self, kernel: Kernel, head: usize, own: &L, opponent: &L) -> i32 {
        let head = &self.heads[head];
        let sum = i64::from(own.dot(kernel, &head.own)) + i64::from(opponent.dot(kernel, &head.opponent));
        let scaled = sum / i64::from(CLIP) + i64::from(head.bias);
        (scaled * i64::from(self.spread) / (i64::from(CLIP) * i64::from(HEAD_SCALE))) as i32
    }
}
