//! Keeps the file of `-config` while a tournament is played, and takes up its results.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::super::record::GameRecord;
use super::super::runner::Tournament;
use super::super::tally::{GameTally, Scoreboard};
use super::config_file::{ConfigFile, Stats};
use crate::files;
use crate::game::GameResult;

/// The file and what it begins with.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigSettings {
    pub path: PathBuf,
    /// It is written after so many games; 0: only at the end.
    pub interval: u64,
    /// The settings, and the results that the tournament goes on from.
    pub file: ConfigFile,
}

/// Writes the results of whole pairs, as a pair is what statistics count, or of games where each has its own opening.
pub struct ConfigWriter {
    settings: ConfigSettings,
    names: Vec<String>,
    finished: BTreeSet<u64>,
    /// First games of pairs under way.
    half_pairs: HashMap<u64, GameRecord>,
    in_pairs: bool,
    unsaved: u64,
    /// Whether the file may be written.
    writes: bool,
}

impl ConfigWriter {
    pub fn new(settings: &ConfigSettings, tournament: &Tournament, games: u64) -> ConfigWriter {
        let mut settings = settings.clone();
        let names: Vec<String> = tournament.settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let known = |key: &str| names.iter().any(|a| names.iter().any(|b| a != b && key == pair_name(a, b)));
        settings.file.stats.retain(|key, _| known(key));
        let total = settings.file.stats.values().map(Stats::games).sum::<u64>().min(games);
        let listed = settings.file.finished.take().unwrap_or_default();
        let listed: BTreeSet<u64> = listed
            .into_iter()
            .filter(|(first, last)| last.saturating_sub(*first) < total)
            .flat_map(|(first, last)| first..=last)
            .collect();
        // fastchess tells how many, and goes on behind the first so many.
        let finished = if listed.len() as u64 == total { listed } else { (1..=total).collect() };
        let writes = !ConfigFile::is_foreign(&settings.path);
        if !writes {
            log::warn!(
                "'{}' is no file of a tournament and stays as it is; name another with -config outname=FILE to go on from after an interruption",
                settings.path.display()
            );
        }
        let in_pairs = tournament.pair_length == 2;
        ConfigWriter { settings, names, finished, half_pairs: HashMap::new(), in_pairs, unsaved: 0, writes }
    }

    pub fn path(&self) -> &Path {
        &self.settings.path
    }

    /// Numbers of the games that are counted.
    pub fn finished(&self) -> &BTreeSet<u64> {
        &self.finished
    }

    /// All results together, of the first two engines: for the lines about pairs.
    pub fn stats(&self) -> Stats {
        let [a, b, ..] = &self.names[..] else { return Stats::default() };
        let of = |a, b| self.settings.file.stats.get(&pair_name(a, b)).copied().unwrap_or_default();
        of(a, b).plus(of(b, a).reversed())
    }

    /// Puts the results on the board.
    pub fn resume(&self, board: &mut Scoreboard) {
        for (first, a) in self.names.iter().enumerate() {
            for (second, b) in self.names.iter().enumerate() {
                if let Some(stats) = self.settings.file.stats.get(&pair_name(a, b)) {
                    board.count_tally(first, second, &stats.tally());
                }
            }
        }
    }

    /// Counts a game, and writes the file if it is due.
    pub fn add(&mut self, game: &GameRecord) {
        self.unsaved += 1;
        let numbers = if !self.in_pairs {
            self.count(game, None);
            vec![game.game]
        } else if let Some(other) = self.half_pairs.remove(&game.pair()) {
            self.count(game, Some(&other));
            vec![game.game, other.game]
        } else {
            self.half_pairs.insert(game.pair(), game.clone());
            Vec::new()
        };
        self.finished.extend(numbers);
        if self.settings.interval > 0 && self.unsaved >= self.settings.interval {
            self.save();
        }
    }

    fn count(&mut self, game: &GameRecord, other: Option<&GameRecord>) {
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let is_turned = place(&game.first) > place(&game.second);
        let (a, b) = if is_turned { (&game.second, &game.first) } else { (&game.first, &game.second) };
        let points = |game: &GameRecord| {
            let points = game.result.half_points();
            if game.first == *a { points } else { 2 - points }
        };
        let mut stats = Stats::default();
        for game in other.into_iter().chain([game]) {
            match points(game) {
                0 => stats.losses += 1,
                1 => stats.draws += 1,
                _ => stats.wins += 1,
            }
        }
        if let Some(other) = other {
            let both_drawn = game.result == GameResult::Draw && other.result == GameResult::Draw;
            match points(game) + points(other) {
                0 => stats.penta_LL += 1,
                1 => stats.penta_LD += 1,
                2 if both_drawn => stats.penta_DD += 1,
                2 => stats.penta_WL += 1,
                3 => stats.penta_WD += 1,
                _ => stats.penta_WW += 1,
            }
        }
        let saved = self.settings.file.stats.entry(pair_name(a, b)).or_default();
        *saved = saved.plus(stats);
    }

    /// Writes the file; true if it could be. The games go on without it.
    pub fn save(&mut self) -> bool {
        if !self.writes {
            return false;
        }
        self.unsaved = 0;
        self.settings.file.finished = Some(runs(&self.finished));
        let text = serde_json::to_string_pretty(&self.settings.file).unwrap_or_default() + "\n";
        let written = files::replace(&self.settings.path, text.as_bytes());
        if let Err(error) = &written {
            log::warn!(
                "cannot write '{}': {error}; name another file with -config outname=FILE",
                self.path().display()
            );
        }
        written.is_ok()
    }
}

fn pair_name(a: &str, b: &str) -> String {
    format!("{a} vs {b}")
}

/// First and last of each run of numbers that follow one another.
fn runs(numbers: &BTreeSet<u64>) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

impl Stats {
    /// Whether numbers and pairs are possible.
    pub fn can_be(&self) -> bool {
        const MOST: u64 = u32::MAX as u64;
        let pairs = [self.penta_WW, self.penta_WD, self.penta_WL, self.penta_DD, self.penta_LD, self.penta_LL];
        let games = [self.wins, self.losses, self.draws];
        pairs.iter().chain(&games).all(|&number| number <= MOST)
            && 2 * pairs.iter().sum::<u64>() <= games.iter().sum::<u64>()
    }

    fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    fn plus(self, other: Stats) -> Stats {
        Stats {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            penta_WW: self.penta_WW + other.penta_WW,
            penta_WD: self.penta_WD + other.penta_WD,
            penta_WL: self.penta_WL + other.penta_WL,
            penta_DD: self.penta_DD + other.penta_DD,
            penta_LD: self.penta_LD + other.penta_LD,
            penta_LL: self.penta_LL + other.penta_LL,
        }
    }

    /// Seen from the other engine.
    fn reversed(self) -> Stats {
        Stats {
            wins: self.losses,
            losses: self.wins,
            penta_WW: self.penta_LL,
            penta_WD: self.penta_LD,
            penta_LD: self.penta_WD,
            penta_LL: self.penta_WW,
            ..self
        }
    }

    fn tally(&self) -> GameTally {
        let middle = self.penta_WL + self.penta_DD;
        let pairs = [self.penta_LL, self.penta_LD, middle, self.penta_WD, self.penta_WW];
        GameTally { wins: self.wins, draws: self.draws, losses: self.losses, pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_as_long_as_can_be() {
        assert_eq!(runs(&BTreeSet::from([1, 2, 3, 7, 9, 10])), [(1, 3), (7, 7), (9, 10)]);
        assert_eq!(runs(&BTreeSet::new()), []);
    }
}
