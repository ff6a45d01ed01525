//! Counts distinct keys in bounded memory.

use rustc_hash::FxHashSet;

/// Most keys kept.
const MOST: usize = 1 << 20;

/// Keeps the keys whose hash begins with a number of zero bits, one more bit whenever the keys become too many, and
/// counts their occurrences. Whether a key is kept depends on the key alone, so that those kept are an unbiased
/// sample.
#[derive(Default)]
pub(super) struct Distinct {
    keys: FxHashSet<u64>,
    zeros: u32,
    /// Occurrences of keys that are still kept, and of all keys.
    met: u64,
    repeated: u64,
}

impl Distinct {
    pub fn add(&mut self, key: u64) {
        // A game's keys need not be evenly distributed in their upper bits.
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

    /// The share of keys that had occurred before: exact up to about a million distinct keys, then an estimate.
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
