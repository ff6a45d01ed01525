//! Weaker play on purpose: choosing among good moves with a slip of the hand.

use super::info::Line;
use super::value::Value;
use crate::game::Game;

/// The level that plays its best.
pub const FULL: u32 = 20;
/// How many variations a weakened search works out.
pub const CANDIDATES: usize = 6;

/// A level that does not play its best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill(u32);

impl Skill {
    /// None at full strength.
    pub fn new(level: u32) -> Option<Skill> {
        (level < FULL).then_some(Skill(level))
    }

    /// The level for a rating between `min` and `max`.
    pub fn of_rating(rating: u32, min: u32, max: u32) -> Option<Skill> {
        let step = max.saturating_sub(min).max(1);
        Skill::new(rating.saturating_sub(min) * FULL / step)
    }

    /// How deep this level looks.
    pub fn depth(self) -> u32 {
        1 + self.0 / 2
    }

    /// Which of the variations, best first, it plays: it takes each to be better than it is by a random amount of up
    /// to a few soldiers, the more the weaker it is, but never gives away a win that it sees.
    pub fn choose<G: Game>(self, lines: &[Line<G>], random: &mut fastrand::Rng) -> usize {
        let blur = 12 * (FULL - self.0) as Value;
        let felt = |line: &Line<G>| line.value + random.i32(0..=blur);
        let felt: Vec<Value> = lines.iter().map(felt).collect();
        (0..felt.len()).max_by_key(|&i| (felt[i], std::cmp::Reverse(i))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toy::Nim;
    use crate::search::{Bound, value::MATE};

    #[test]
    fn a_seen_win_is_never_given_away() {
        let lines: Vec<Line<Nim>> =
            [MATE - 1, 90, 80].map(|value| Line { value, bound: Bound::Exact, moves: Vec::new() }).into();
        let skill = Skill::new(0).expect("weak");
        let mut random = fastrand::Rng::with_seed(1);
        assert!((0..200).all(|_| skill.choose(&lines, &mut random) == 0));
        let chosen: Vec<usize> = (0..200).map(|_| skill.choose(&lines[1..], &mut random)).collect();
        assert!(chosen.contains(&0) && chosen.contains(&1));
    }

    #[test]
    fn ratings_cover_the_levels() {
        assert_eq!(Skill::of_rating(500, 500, 2500), Skill::new(0));
        assert_eq!(Skill::of_rating(1500, 500, 2500), Skill::new(10));
        assert_eq!(Skill::of_rating(2500, 500, 2500), None);
    }
}
