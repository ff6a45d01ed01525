//! How many of many keys are different, in little memory.

use rustc_hash::FxHashSet;

/// More keys than this are not kept.
const MOST: usize = 1 << 20;

/// Keeps the keys that begin with a number of zero bits, more of them as the keys become too many, and counts how often
/// such keys were met. Whether a key is kept depends on the key alone, so that those kept are a fair sample of all.
#[derive(Default)]
pub(super) struct Distinct {
    keys: FxHashSet<u64>,
    zeros: u32,
    /// How often kept keys were met, as far as they are still kept, and how often anything was.
    met: u64,
    repeated: u64,
}

impl Distinct {
    pub fn add(&mut self, key: u64) {
        // Keys of games need not be spread evenly in their upper bits.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if spread.leading_zeros() < self.zeros {
            return;
        }
        self.met += 1;
        if !self.keys.insert(spread) {
            self.repeated += 1;
        }
        if self.keys.len() > MOST {
            self.zeros += 1;
            self.keys.retain(|key| key.leading_zeros() >= self.zeros);
        }
    }

    /// Which part of the keys had been met before: exact up to about a million different ones, then an estimate.
    pub fn share_repeated(&self) -> f64 {
        self.repeated as f64 / self.met.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_keys_are_counted_exactly() {
        let mut distinct = Distinct::default();
        (0..1_000_u64).chain(0..250).for_each(|key| distinct.add(key));
        assert_eq!(distinct.share_repeated(), 0.2);
    }

    #[test]
    fn many_keys_are_estimated() {
        let mut distinct = Distinct::default();
        (0..6_000_000_u64).for_each(|key| distinct.add(key / 2));
        assert!(distinct.keys.len() <= MOST && distinct.zeros >= 1);
        assert!((distinct.share_repeated() - 0.5).abs() < 0.001, "{}", distinct.share_repeated());
    }
}
