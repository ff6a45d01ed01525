//! Pairings: who plays whom from which opening, as a pure function of the settings, so that a tournament can be resumed
//! and divided by the numbers of its games.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentFormat {
    /// Everyone meets everyone
    Roundrobin,
    /// The first engine meets all others
    Gauntlet,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningOrder {
    /// As they stand in the file
    Sequential,
    /// Shuffled with the seed
    Random,
}

/// The part of a tournament that one run plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 0.
    pub part: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    pub const WHOLE: Shard = Shard { part: 0, of: 1 };

    /// Parses `3/8`, the third of eight.
    pub fn read(text: &str) -> Result<Shard, String> {
        let numbers =
            text.split_once('/').and_then(|(part, of)| Some((part.parse::<u64>().ok()?, of.parse::<u64>().ok()?)));
        match numbers {
            Some((part, of)) if 1 <= part && part <= of => Ok(Shard { part: part - 1, of }),
            _ => Err(format!("'{text}' is no shard; expected one like 3/8, the third of eight")),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Number in the whole tournament, from 0.
    pub number: u64,
    /// Index of the engine from whose side the result is seen.
    pub first: usize,
    pub second: usize,
    /// Also the number of the opening before shuffling.
    pub round: u64,
}

impl ScheduledGame {
    /// The number of the pair of games with sides exchanged.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    /// Per pairing; even.
    games: u64,
    /// Games with the same opening: 2, or 1 where sides are exchanged from opening to opening.
    pair_length: u64,
    shard: Shard,
}

impl Schedule {
    pub fn new(engines: usize, format: TournamentFormat, games: u64, pair_length: u64, shard: Shard) -> Schedule {
        let all = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
        let pairings = all.filter(|&(a, _)| format == TournamentFormat::Roundrobin || a == 0).collect();
        Schedule { pairings, games, pair_length, shard }
    }

    /// Games of the whole tournament.
    pub fn total(&self) -> u64 {
        self.pairings.len() as u64 * self.games
    }

    /// The game of that number. It does not depend on the length of the tournament.
    pub fn game_at(&self, number: u64) -> ScheduledGame {
        let (pair, pairings) = (number / self.pair_length, self.pairings.len() as u64);
        let (a, b) = self.pairings[(pair % pairings) as usize];
        let turn = if self.pair_length == 1 { pair / pairings } else { number };
        let (first, second) = if turn.is_multiple_of(2) { (a, b) } else { (b, a) };
        ScheduledGame { number, first, second, round: pair / pairings }
    }

    /// The games of this shard, in order.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> {
        let mine = |scheduled: &ScheduledGame| scheduled.pair() % self.shard.of == self.shard.part;
        (0..self.total()).map(|number| self.game_at(number)).filter(mine)
    }
}

/// SplitMix64. Our own generator, as records must mean the same games in every build.
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.number()) * end as u128) >> 64) as usize
    }
}

/// The indices of the openings in the order in which they are used.
pub fn opening_order(length: usize, order: OpeningOrder, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..length).collect();
    if order == OpeningOrder::Random {
        let mut random = SplitMix64::new(seed);
        for last in (1..length).rev() {
            numbers.swap(last, random.below(last + 1));
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_exchange_sides_and_everyone_meets() {
        let schedule = Schedule::new(3, TournamentFormat::Roundrobin, 4, 2, Shard::WHOLE);
        let games: Vec<_> = schedule.games().map(|game| (game.first, game.second, game.round)).collect();
        let round = |round| [(0, 1, round), (1, 0, round), (0, 2, round), (2, 0, round), (1, 2, round), (2, 1, round)];
        assert_eq!(games, [round(0), round(1)].concat());
        let gauntlet = Schedule::new(4, TournamentFormat::Gauntlet, 2, 2, Shard::WHOLE);
        assert!(gauntlet.games().all(|game| game.first == 0 || game.second == 0));
        assert_eq!(gauntlet.total(), 6);
        let single = Schedule::new(2, TournamentFormat::Roundrobin, 3, 1, Shard::WHOLE);
        let games: Vec<_> = single.games().map(|game| (game.first, game.second, game.round)).collect();
        assert_eq!(games, [(0, 1, 0), (1, 0, 1), (0, 1, 2)]);
    }

    #[test]
    fn shards_divide_the_pairs_among_them() {
        let whole = Schedule::new(3, TournamentFormat::Roundrobin, 10, 2, Shard::WHOLE);
        let mut parts: Vec<ScheduledGame> = (1..=4)
            .flat_map(|part| {
                let shard = Shard::read(&format!("{part}/4")).expect("a shard");
                Schedule::new(3, TournamentFormat::Roundrobin, 10, 2, shard).games().collect::<Vec<_>>()
            })
            .collect();
        parts.sort_by_key(|game| game.number);
        assert_eq!(parts, whole.games().collect::<Vec<_>>());
        for bad in ["", "0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(Shard::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shuffling_is_settled_by_the_seed_for_good() {
        assert_eq!(opening_order(8, OpeningOrder::Sequential, 7), [0, 1, 2, 3, 4, 5, 6, 7]);
        let shuffled = opening_order(8, OpeningOrder::Random, 7);
        assert_eq!(shuffled, opening_order(8, OpeningOrder::Random, 7));
        assert_ne!(shuffled, opening_order(8, OpeningOrder::Random, 8));
        let mut sorted = shuffled.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, opening_order(8, OpeningOrder::Sequential, 0));
        assert_eq!(
            SplitMix64::new(1_234_567).number(),
            6_457_827_717_110_365_317,
            "the published first value of SplitMix64"
        );
    }
}
