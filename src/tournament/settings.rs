//! The settings that decide which games a tournament has, and how they are played.

use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, ResignRule};
use super::engines::EngineSettings;
use super::openings;
use super::referee::{Opening, RuleOptions};
use super::schedule::{OpeningOrder, ScheduledGame, SplitMix64, TournamentFormat, opening_order};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// Openings in the file; 0 without a file.
    pub number: usize,
    /// Of the openings rather than of the path, which differs between machines.
    pub digest: String,
    pub order: OpeningOrder,
    pub random_plies: u32,
    /// For the order and the random moves.
    pub seed: u64,
}

/// Decide what happens in a game of a given number. The number of games, the shard and the files are left out, so that
/// a tournament can be extended and divided. Field names are part of records and fingerprints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchSettings {
    /// Name in the protocol.
    pub variant: String,
    /// Options of the variant that differ from their defaults.
    pub rules: Vec<(String, String)>,
    pub engines: Vec<EngineSettings>,
    pub format: TournamentFormat,
    pub openings: OpeningSettings,
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    pub max_plies: u32,
    /// Milliseconds by which a clock may be exceeded.
    pub margin: u64,
}

impl MatchSettings {
    /// Equal fingerprints mean the same games.
    pub fn fingerprint(&self) -> String {
        let engines = self.engines.iter().map(EngineSettings::portable).collect();
        let portable = MatchSettings { engines, ..self.clone() };
        digest(&serde_json::to_string(&portable).unwrap_or_default())
    }
}

/// FNV-1a in hexadecimal.
pub fn digest(text: &str) -> String {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The openings, and the order in which they are used.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    openings: Vec<Opening>,
    order: Vec<usize>,
    random_plies: u32,
    seed: u64,
}

impl OpeningBook {
    /// Without openings, games start from the start position.
    pub fn new(
        openings: Vec<Opening>,
        order: OpeningOrder,
        random_plies: u32,
        seed: u64,
    ) -> (OpeningBook, OpeningSettings) {
        let number = openings.len();
        let digest = digest(&format!("{openings:?}"));
        let settings = OpeningSettings { number, digest, order, random_plies, seed };
        let order = opening_order(number, order, seed);
        (OpeningBook { openings, order, random_plies, seed }, settings)
    }

    /// The same, beginning with another opening than the first.
    pub fn starting_at(mut self, skipped: usize) -> OpeningBook {
        let number = self.order.len().max(1);
        self.order.rotate_left(skipped % number);
        self
    }

    /// A number for what the rules leave to chance, the same for both games of a pair.
    pub fn lot(&self, scheduled: &ScheduledGame) -> u64 {
        // Another generator than that of the random moves, which starts at the seed itself.
        SplitMix64::new(!self.seed ^ scheduled.round.rotate_left(32)).number()
    }

    /// The opening of a game, the same for both games of a pair.
    pub fn opening(&self, scheduled: &ScheduledGame, variant: &str, rules: &RuleOptions) -> Opening {
        let start = Opening::default();
        let index = self.order.get(scheduled.round as usize % self.order.len().max(1));
        let opening = index.map_or(&start, |&index| &self.openings[index]);
        if self.random_plies == 0 {
            return opening.clone();
        }
        let seed = SplitMix64::new(self.seed ^ scheduled.round.rotate_left(32)).number();
        openings::with_random_moves(opening, self.random_plies, seed, variant, rules)
    }
}
