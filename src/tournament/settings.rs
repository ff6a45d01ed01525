//! What a tournament is: everything that decides which games are played, and how.

use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, ResignRule};
use super::engines::EngineSettings;
use super::openings;
use super::referee::{Opening, RuleOptions};
use super::schedule::{OpeningOrder, ScheduledGame, SplitMix64, TournamentFormat, opening_order};

/// Where games start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// How many the file has; 0 without a file.
    pub number: usize,
    /// A digest of them: the same file may have another name elsewhere.
    pub digest: String,
    /// In which order they are used.
    pub order: OpeningOrder,
    /// Random moves behind each.
    pub random_plies: u32,
    /// Of shuffling and random moves.
    pub seed: u64,
}

/// Everything that decides what happens in a game of a given number. How many games there are, who plays them and where they are
/// written is left out, so that a tournament can be made longer and split among machines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchSettings {
    /// Protocol name.
    pub variant: String,
    /// Options of the game that are not at their default.
    pub rules: Vec<(String, String)>,
    /// The engines.
    pub engines: Vec<EngineSettings>,
    /// Who meets whom.
    pub format: TournamentFormat,
    /// Where games start.
    pub openings: OpeningSettings,
    /// When a side is taken to resign.
    pub resign: Option<ResignRule>,
    /// When a game is taken to be drawn.
    pub draw: Option<DrawRule>,
    /// Longer games are drawn.
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

/// A number for a text (FNV-1a), as 16 digits.
pub fn digest(text: &str) -> String {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The openings in the order in which they are used.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    openings: Vec<Opening>,
    order: Vec<usize>,
    random_plies: u32,
    seed: u64,
}

impl OpeningBook {
    /// Of these openings; without any, games start at the start position.
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

    /// The opening of a game; both games of a pair have the same.
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
