//! Skill levels (`Skill Level`, `UCI_Elo`): weaker play by a node limit and random noise on the values of the MultiPV lines.

use super::info::Line;
use super::value::Value;
use crate::game::Game;

/// The level of full strength.
pub const FULL: u32 = 20;
/// Nodes of level 0.
const LEAST_NODES: u64 = 40;
/// What each level is worth, in Elo above a level 0 that is called 500. The full strength, which comes last, depends on its time.
/// `scripts/measure_levels` measures and writes it.
pub const RATINGS: [u32; FULL as usize + 1] = [
    500, 704, 875, 999, 1036, 1183, 1301, 1334, 1417, 1563, 1731, 1970, 2080, 2321, 2444, 2658, 2800, 2989, 3144, 3247,
    3738,
];
/// From this level on no root move is played that the opponent answers by ending the game at once, as by a repetition; below, players
/// have not learned to look.
const LOOKS_AT_ANSWERS: u32 = 5;
/// MultiPV of a weakened search.
pub const CANDIDATES: usize = 6;

/// A level below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill(u32);

impl Skill {
    /// None at full strength.
    pub fn new(level: u32) -> Option<Skill> {
        (level < FULL).then_some(Skill(level))
    }

    /// For `UCI_Elo`: the strongest level that has no more than this rating.
    pub fn of_rating(rating: u32) -> Option<Skill> {
        let stronger = RATINGS[1..].iter().take_while(|&&level| level <= rating).count();
        Skill::new(stronger as u32)
    }

    /// The value of `Skill Level`.
    pub fn level(self) -> u32 {
        self.0
    }

    /// Its Elo in [`RATINGS`].
    pub fn rating(self) -> u32 {
        RATINGS[self.0 as usize]
    }

    /// Whether root moves are looked at for an answer that ends the game at once.
    pub fn verifies_root(self) -> bool {
        self.0 >= LOOKS_AT_ANSWERS
    }

    /// Node limit: grows by half with each level.
    pub fn nodes(self) -> u64 {
        (0..self.0).fold(LEAST_NODES, |nodes, _| nodes + nodes / 2)
    }

    /// Index of the line to play: the best after adding random noise, more at lower levels. Mate scores are beyond the
    /// noise, so that a win in sight is kept.
    pub fn choose<G: Game>(self, lines: &[Line<G>], random: &mut fastrand::Rng) -> usize {
        let below = (FULL - self.0) as Value;
        let blur = below * below * 9 / 10;
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
        assert!(RATINGS.is_sorted_by(|weaker, stronger| weaker < stronger));
        for (level, rating) in RATINGS.into_iter().enumerate() {
            assert_eq!(Skill::of_rating(rating), Skill::new(level as u32));
            assert_eq!(Skill::of_rating(rating - 1), Skill::new(level.saturating_sub(1) as u32));
        }
        assert_eq!(Skill::of_rating(u32::MAX), None);
    }
}
