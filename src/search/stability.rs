//! Scaling of the soft time limit by the stability of the best move, a falling score, and the share of nodes spent on the
//! best move.

use super::value::Value;

/// Percent of the soft limit, by the number of iterations with the same best move.
const STABILITY_PERCENT: [u32; 6] = [170, 135, 115, 100, 90, 80];
/// A score that falls by this much in one iteration adds this percentage.
const WORRYING_DROP: Value = 30;
const DROP_PERCENT: u32 = 50;
/// Percentage if hardly any node was spent on the best move; each percent of the nodes spent on it takes one off.
const DOUBT_PERCENT: f64 = 165.0;

/// State over the iterations of one search.
pub struct Stability<M> {
    best: M,
    value: Value,
    stable_for: usize,
}

impl<M: Copy + PartialEq> Stability<M> {
    /// Before the first iteration.
    pub fn new(best: M) -> Stability<M> {
        Stability { best, value: 0, stable_for: 0 }
    }

    /// Call after each iteration; returns the percentage of the soft limit to use. `effort` is the fraction of all nodes
    /// spent on the best move.
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
