//! The lines that other runners print while they play.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use super::super::end_reason::EndReason;
use super::super::engines::EngineSettings;
use super::super::record::GameRecord;
use super::super::runner::Tournament;
use super::super::schedule::ScheduledGame;
use super::super::sprt::{Sprt, SprtDecision};
use super::super::tally::{Elo, GameTally, Observation, Scoreboard};
use super::{ConfigWriter, Dialect, DialectSettings};
use crate::game::GameResult;

const RULE: &str = "--------------------------------------------------";

pub struct DialectLines<'a> {
    output: &'a mut dyn Write,
    settings: &'a DialectSettings,
    engines: &'a [EngineSettings],
    total: u64,
    played: u64,
    /// Results of the first game of pairs under way.
    half_pairs: HashMap<u64, GameResult>,
    pairs: u64,
    /// Pairs in which each won once, and in which both games were drawn.
    won_and_lost: u64,
    drawn_twice: u64,
    observation: Observation,
}

impl<'a> DialectLines<'a> {
    pub fn new(
        output: &'a mut dyn Write,
        settings: &'a DialectSettings,
        tournament: &'a Tournament,
        total: u64,
    ) -> DialectLines<'a> {
        DialectLines {
            output,
            settings,
            engines: &tournament.settings.engines,
            total,
            played: 0,
            half_pairs: HashMap::new(),
            pairs: 0,
            won_and_lost: 0,
            drawn_twice: 0,
            observation: tournament.observation(),
        }
    }

    /// Goes on behind the games of another run.
    pub fn resume(&mut self, config: &ConfigWriter) {
        let stats = config.stats();
        self.played = config.finished().len() as u64;
        self.pairs = self.played / 2;
        (self.won_and_lost, self.drawn_twice) = (stats.penta_WL, stats.penta_DD);
    }

    pub fn started(&mut self, game: &ScheduledGame) -> io::Result<()> {
        let name = |engine: usize| &self.engines[engine].name;
        let (number, total) = (game.number + 1, self.total);
        writeln!(self.output, "Started game {number} of {total} ({} vs {})", name(game.first), name(game.second))?;
        self.output.flush()
    }

    /// A line of the transcript of `-debug`.
    pub fn said(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")
    }

    pub fn finished(&mut self, game: &GameRecord, board: &Scoreboard, sprt: Option<&Sprt>) -> io::Result<()> {
        self.played += 1;
        let (number, result, reason) = (game.game, game.result, reason(game, self.settings.output));
        writeln!(self.output, "Finished game {number} ({} vs {}): {result} {{{reason}}}", game.first, game.second)?;
        let completes_pair = self.count(game);
        let due = |interval: u64, count: u64| interval > 0 && count.is_multiple_of(interval);
        let is_last = self.played == self.total;
        let tally = board.tally(0, 1);
        match self.settings.output {
            Dialect::Cutechess => {
                if board.names().len() == 2 && (due(self.settings.score_interval, self.played) || is_last) {
                    self.score(board, &tally)?;
                }
                if due(self.settings.rating_interval, self.played) && !is_last {
                    self.ratings(board, &tally, sprt)?;
                }
            }
            Dialect::Fastchess => {
                if completes_pair && due(self.settings.rating_interval, self.pairs) && !is_last {
                    self.ratings(board, &tally, sprt)?;
                }
            }
        }
        self.output.flush()
    }

    /// The last lines; for a run that was interrupted with the file that it can go on from.
    pub fn end(
        &mut self,
        board: &Scoreboard,
        sprt: Option<&Sprt>,
        decision: Option<SprtDecision>,
        interrupted: Option<&Path>,
    ) -> io::Result<()> {
        let tally = board.tally(0, 1);
        if self.played > 0 {
            self.ratings(board, &tally, sprt)?;
        }
        let decided = match decision {
            Some(SprtDecision::H0) => Some("H0"),
            Some(SprtDecision::H1) => Some("H1"),
            _ => None,
        };
        match (self.settings.output, decided, sprt) {
            (Dialect::Fastchess, Some(decided), Some(sprt)) => {
                writeln!(
                    self.output,
                    "SPRT ([{:.2}, {:.2}]) completed - {decided} was accepted",
                    sprt.elo0, sprt.elo1
                )?;
            }
            (Dialect::Fastchess, ..) if interrupted.is_some() => {
                let file = interrupted.map(|file| file.display().to_string()).unwrap_or_default();
                writeln!(self.output, "Tournament was interrupted. -config file={file} goes on with it")?;
            }
            (Dialect::Fastchess, ..) => writeln!(self.output, "Tournament finished")?,
            (Dialect::Cutechess, ..) => writeln!(self.output, "Finished match")?,
        }
        self.output.flush()
    }

    /// Counts a game of a pair, and tells whether it completes one.
    fn count(&mut self, game: &GameRecord) -> bool {
        let Some(other) = self.half_pairs.remove(&game.pair()) else {
            self.half_pairs.insert(game.pair(), game.result);
            return false;
        };
        self.pairs += 1;
        match (other, game.result) {
            (GameResult::Draw, GameResult::Draw) => self.drawn_twice += 1,
            // Sides are exchanged.
            (a, b) if a == b => self.won_and_lost += 1,
            _ => (),
        }
        true
    }

    fn score(&mut self, board: &Scoreboard, tally: &GameTally) -> io::Result<()> {
        let (names, games) = (board.names(), tally.games());
        let share = tally.points() / games as f64;
        let GameTally { wins, losses, draws, .. } = tally;
        writeln!(
            self.output,
            "Score of {} vs {}: {wins} - {losses} - {draws}  [{share:.3}] {games}",
            names[0], names[1]
        )
    }

    fn ratings(&mut self, board: &Scoreboard, tally: &GameTally, sprt: Option<&Sprt>) -> io::Result<()> {
        match (self.settings.output, board.names().len()) {
            (Dialect::Cutechess, 2) => {
                let elo = Elo::of_observations(&tally.observations(Observation::Game));
                let Some(elo) = elo else { return Ok(()) };
                let draws = 100.0 * tally.draws as f64 / tally.games() as f64;
                let (difference, error) = (number(elo.difference), number(elo.error));
                let superiority = 100.0 * elo.superiority;
                writeln!(
                    self.output,
                    "Elo difference: {difference} +/- {error}, LOS: {superiority:.2} %, DrawRatio: {draws:.2} %"
                )?;
                if let Some(sprt) = sprt {
                    writeln!(self.output, "{}", cutechess_sprt(sprt, &tally.observations(self.observation)))?;
                }
                Ok(())
            }
            (Dialect::Fastchess, 2) => {
                writeln!(self.output, "{RULE}")?;
                self.head_to_head(board, tally)?;
                if let Some(sprt) = sprt {
                    writeln!(self.output, "{}", fastchess_sprt(sprt, &tally.observations(self.observation)))?;
                }
                writeln!(self.output, "{RULE}")
            }
            (output, _) => self.ranking(board, output),
        }
    }

    fn head_to_head(&mut self, board: &Scoreboard, tally: &GameTally) -> io::Result<()> {
        let names = board.names();
        let both = |text: &dyn Fn(&EngineSettings) -> String| {
            let texts: Vec<String> = self.engines.iter().map(text).collect();
            if texts[0] == texts[1] { texts[0].clone() } else { texts.join(" - ") }
        };
        let option = |engine: &EngineSettings, name: &str, unit: &str| {
            let found = engine.options.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
            found.map_or("NULL".to_owned(), |(_, value)| format!("{value}{unit}"))
        };
        let limits = both(&limits);
        let threads = both(&|engine| option(engine, "Threads", "t"));
        let hash = both(&|engine| option(engine, "Hash", "MB"));
        let book = self.settings.book.as_ref().map(|book| format!(", {book}")).unwrap_or_default();
        writeln!(self.output, "Results of {} vs {} ({limits}, {threads}, {hash}{book}):", names[0], names[1])?;
        let pairs: u64 = tally.pairs.iter().sum();
        let elo = Elo::of_observations(&tally.observations(self.observation));
        let text = |value: fn(&Elo) -> f64| elo.as_ref().map_or("nan".to_owned(), |elo| number(value(elo)));
        writeln!(
            self.output,
            "Elo: {} +/- {}, nElo: {} +/- {}",
            text(|elo| elo.difference),
            text(|elo| elo.error),
            text(|elo| elo.normalized),
            text(|elo| elo.normalized_error)
        )?;
        let (games, points) = (tally.games(), tally.points());
        let superiority = text(|elo| 100.0 * elo.superiority);
        match self.observation {
            Observation::Game => {
                let draws = number(100.0 * tally.draws as f64 / games as f64);
                writeln!(self.output, "LOS: {superiority} %, DrawRatio: {draws} %")?;
            }
            Observation::Pair => {
                let draws = number(100.0 * tally.pairs[2] as f64 / pairs as f64);
                let ratio = number((tally.pairs[3] + tally.pairs[4]) as f64 / (tally.pairs[0] + tally.pairs[1]) as f64);
                writeln!(self.output, "LOS: {superiority} %, DrawRatio: {draws} %, PairsRatio: {ratio}")?;
            }
        }
        let share = number(100.0 * points / games as f64);
        let GameTally { wins, losses, draws, pairs } = tally;
        writeln!(
            self.output,
            "Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({share} %)"
        )?;
        if self.observation == Observation::Game {
            return Ok(());
        }
        let middle = number(self.won_and_lost as f64 / self.drawn_twice as f64);
        writeln!(self.output, "Ptnml(0-2): {pairs:?}, WL/DD Ratio: {middle}")
    }

    fn ranking(&mut self, board: &Scoreboard, output: Dialect) -> io::Result<()> {
        let totals: Vec<GameTally> = (0..board.names().len()).map(|engine| board.total(engine)).collect();
        let elo = |tally: &GameTally| match output {
            Dialect::Fastchess => Elo::of_observations(&tally.observations(self.observation)),
            Dialect::Cutechess => Elo::of_observations(&tally.observations(Observation::Game)),
        };
        let value = |engine: usize| elo(&totals[engine]).map_or(f64::NEG_INFINITY, |elo| elo.difference);
        let mut order: Vec<usize> = (0..totals.len()).collect();
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        let width = board.names().iter().map(|name| name.chars().count()).max().unwrap_or(0).max(25);
        let (rank, name) = ("Rank", "Name");
        let titles = ["Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"].map(|title| format!("{title:>10}"));
        writeln!(self.output, "{rank:<4} {name:<width$} {}", titles.join(" "))?;
        for (rank, engine) in order.into_iter().enumerate() {
            let tally = &totals[engine];
            let Some(elo) = elo(tally) else { continue };
            let games = tally.games();
            let cells = [
                number(elo.difference),
                number(elo.error),
                number(elo.normalized),
                number(elo.normalized_error),
                games.to_string(),
                format!("{:.1}%", 100.0 * tally.points() / games as f64),
                format!("{:.1}%", 100.0 * tally.draws as f64 / games as f64),
            ];
            let cells = cells.map(|cell| format!("{cell:>10}")).join(" ");
            writeln!(self.output, "{:>4} {:<width$} {cells}", rank + 1, board.names()[engine])?;
        }
        Ok(())
    }
}

/// Two decimals, and what is no number as C++ writes it.
fn number(value: f64) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else if value.is_infinite() {
        (if value > 0.0 { "inf" } else { "-inf" }).to_owned()
    } else {
        format!("{value:.2}")
    }
}

fn limits(engine: &EngineSettings) -> String {
    let limits = &engine.limits;
    match (limits.clock, limits.movetime, limits.depth, limits.nodes) {
        (Some(clock), ..) => clock.to_string(),
        (_, Some(time), ..) => format!("{}/move", time as f64 / 1_000.0),
        (.., Some(depth), _) => format!("{depth} plies"),
        (.., Some(nodes)) => format!("{nodes} nodes"),
        _ => String::new(),
    }
}

fn fastchess_sprt(sprt: &Sprt, observations: &[u64]) -> String {
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(observations);
    let percent = 100.0 * if ratio >= 0.0 { ratio / upper } else { -ratio / lower };
    format!("LLR: {ratio:.2} ({percent:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1)
}

/// The ratio is that on which the tournament decides, from pairs of games where they are played in pairs.
fn cutechess_sprt(sprt: &Sprt, observations: &[u64]) -> String {
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(observations);
    let percent = 100.0 * if ratio < 0.0 { ratio / lower } else { ratio / upper };
    let accepted = match sprt.decision(observations) {
        SprtDecision::H0 => " - H0 was accepted",
        SprtDecision::H1 => " - H1 was accepted",
        SprtDecision::Undecided => "",
    };
    format!("SPRT: llr {ratio:.2} ({percent:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}")
}

/// Why a game ended, as runners of chess say it; tools look for their words. White is the first engine.
pub(super) fn reason(game: &GameRecord, dialect: Dialect) -> String {
    let (winner, loser) = match game.result {
        GameResult::FirstWins => ("White", "Black"),
        _ => ("Black", "White"),
    };
    let is_draw = game.result == GameResult::Draw;
    match &game.reason {
        EndReason::Rules(word) if is_draw => format!("Draw by {word}"),
        EndReason::Rules(word) if word == "checkmate" => format!("{winner} mates"),
        EndReason::Rules(word) => format!("{winner} wins by {word}"),
        EndReason::IllegalMove => format!("{loser} makes an illegal move"),
        EndReason::Time => format!("{loser} loses on time"),
        EndReason::Crash | EndReason::Protocol | EndReason::Flood => format!("{loser} disconnects"),
        EndReason::Stall => format!("{loser}'s connection stalls"),
        EndReason::LevelScores | EndReason::Length if is_draw => "Draw by adjudication".to_owned(),
        EndReason::Resignation if dialect == Dialect::Cutechess => format!("{winner} wins by adjudication"),
        EndReason::Resignation | EndReason::LevelScores | EndReason::Length => format!("{winner} wins by adjudication"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_cpp() {
        let written = [1.005, -0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(number);
        assert_eq!(written, ["1.00", "-0.50", "nan", "inf", "-inf"]);
    }
}
