//! How settled the answer of a search is, and so how much more time it deserves.

use super::value::Value;

/// Percent of the usual time, by the number of iterations for which the best move has been the same.
const STABILITY_PERCENT: [u32; 6] = [170, 135, 115, 100, 90, 80];
/// A loss of so much since the last iteration deserves more time, by so many percent.
const WORRYING_DROP: Value = 30;
const DROP_PERCENT: u32 = 50;
/// Percent of the time that a move deserves into which hardly any node went, and what each percent of all nodes takes off.
const DOUBT_PERCENT: f64 = 165.0;

/// How settled the answer is, and so how much more time it deserves.
pub struct Stability<M> {
    best: M,
    value: Value,
    stable_for: usize,
}

impl<M: Copy + PartialEq> Stability<M> {
    /// Nothing is settled yet.
    pub fn new(best: M) -> Stability<M> {
        Stability { best, value: 0, stable_for: 0 }
    }

    /// Takes note of what an iteration found, and returns the percentage of the usual time that the move deserves.
    /// `effort` is the part of all nodes that went into the best move: the more, the less is left to doubt.
    pub fn percent(&mut self, depth: u32, best: M, value: Value, effort: f64) -> u32 {
        self.stable_for = if best == self.best { self.stable_for + 1 } else { 0 };
        let dropped = depth > 4 && value < self.value - WORRYING_DROP;
        (self.best, self.value) = (best, value);
        let stability = STABILITY_PERCENT[self.stable_for.min(STABILITY_PERCENT.len() - 1)];
        let percent = stability + if dropped { DROP_PERCENT } else { 0 };
        (f64::from(percent) * (DOUBT_PERCENT / 100.0 - effort)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_settled_takes_less_time() {
        let mut stability = Stability::new('a');
        let changed = stability.percent(5, 'b', 10, 0.5);
        let kept = stability.percent(6, 'b', 10, 0.5);
        let easy = stability.percent(7, 'b', 10, 0.9);
        assert!(changed > kept && kept > easy, "{changed} {kept} {easy}");
        let falling = stability.percent(8, 'b', -60, 0.9);
        assert!(falling > easy, "{falling}");
    }
}
