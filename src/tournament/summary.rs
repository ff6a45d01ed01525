//! The texts about results: lines and the cross table.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::end_reason::EndReason;
use super::rating::{Encounter, Ratings, fit};
use super::record::GameRecord;
use super::sprt::{Sprt, SprtDecision};
use super::tally::{GameTally, Scoreboard};

fn score_line(engine: &str, against: &str, tally: &GameTally) -> String {
    let (games, points) = (tally.games(), tally.points());
    let percent = 100.0 * points / games.max(1) as f64;
    let GameTally { wins, draws, losses, pairs } = tally;
    let mut line = format!("{engine} against {against}: +{wins} ={draws} -{losses} of {games}, {percent:.1} %");
    if let Some(elo) = tally.elo() {
        let _ = write!(line, ", Elo {}", with_error(elo.difference, elo.error));
        let _ = write!(line, ", nElo {}", with_error(elo.normalized, elo.normalized_error));
        let _ = write!(line, ", LOS {:.2} %", 100.0 * elo.superiority);
    }
    let _ = write!(line, ", pairs {pairs:?}");
    line
}

/// Short enough to stand beside a progress bar.
pub fn brief(tally: &GameTally, sprt: Option<&Sprt>) -> String {
    let GameTally { wins, draws, losses, .. } = tally;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(elo) = tally.elo() {
        let _ = write!(text, ", Elo {}", with_error(elo.difference, elo.error));
    }
    if let Some(sprt) = sprt {
        let _ = write!(
            text,
            ", LLR {:.2}",
            without_negative_zero(sprt.log_likelihood_ratio(&tally.observations(sprt.observation())))
        );
    }
    text
}

/// A decision stands even if games that ended after it contradict it.
pub fn sprt_line(sprt: &Sprt, tally: &GameTally, decision: SprtDecision) -> String {
    let (lower, upper) = sprt.bounds();
    let decision = match decision {
        SprtDecision::H0 => "H0 accepted",
        SprtDecision::H1 => "H1 accepted",
        SprtDecision::Undecided => "undecided",
    };
    let model = format!("{:?}", sprt.model).to_lowercase();
    let ratio = without_negative_zero(sprt.log_likelihood_ratio(&tally.observations(sprt.observation())));
    format!(
        "SPRT: {decision}, LLR {ratio:.2} ({lower:.2} to {upper:.2}), elo0 {} elo1 {} {model}",
        sprt.elo0, sprt.elo1
    )
}

/// Two places behind the point, of which `-0.00` is none.
fn without_negative_zero(value: f64) -> f64 {
    if value.abs() < 0.005 { 0.0 } else { value }
}

/// A value with its error; `?` for an error of 0, which only says that all results so far are equal.
fn with_error(value: f64, error: f64) -> String {
    if value.is_finite() && error.is_finite() && error > 0.0 {
        format!("{value:+.1} ± {error:.1}")
    } else if value.is_finite() {
        format!("{value:+.1} ± ?")
    } else {
        (if value > 0.0 {
            "+∞"
        } else if value < 0.0 {
            "-∞"
        } else {
            "?"
        })
        .to_owned()
    }
}

/// The ratings that make all results likeliest, and the engines in their order.
fn ranking(scoreboard: &Scoreboard) -> (Ratings, Vec<usize>) {
    let count = scoreboard.names().len();
    let mut encounters = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            let tally = scoreboard.tally(a, b);
            if tally.games() > 0 {
                encounters.push(Encounter { players: [a, b], points: tally.points(), games: tally.games() as f64 });
            }
        }
    }
    let ratings = fit(count, &encounters);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| ratings.of(b).rating.total_cmp(&ratings.of(a).rating));
    (ratings, order)
}

/// The rating of an engine, and its error if that is known. Of two engines each has half of the difference, with the error that pairs of
/// games say; of more, what all results make likeliest. Where all results are equal nobody knows how far off that is.
fn rating_of(scoreboard: &Scoreboard, ratings: &Ratings, engine: usize) -> (f64, Option<f64>) {
    let rated = ratings.of(engine);
    if scoreboard.names().len() == 2 {
        let elo = scoreboard.tally(engine, 1 - engine).elo().filter(|elo| elo.difference.is_finite());
        let halves = elo.map(|elo| (elo.difference / 2.0, Some(elo.error / 2.0).filter(|&error| error > 0.0)));
        return halves.unwrap_or((rated.rating, None));
    }
    let GameTally { wins, draws, losses, .. } = scoreboard.total(engine);
    let are_equal = [wins, draws, losses].contains(&(wins + draws + losses));
    (rated.rating, Some(rated.error).filter(|_| !are_equal))
}

/// The ratings for a spreadsheet; an error that is not known is an empty field.
pub fn comma_separated(scoreboard: &Scoreboard) -> String {
    let (ratings, order) = ranking(scoreboard);
    let mut text = String::from("engine,elo,error,games,wins,draws,losses,score\n");
    for engine in order {
        let ((rating, error), total) = (rating_of(scoreboard, &ratings, engine), scoreboard.total(engine));
        let error = error.map_or_else(String::new, |error| format!("{error:.1}"));
        let score = 100.0 * total.points() / total.games().max(1) as f64;
        let name = scoreboard.names()[engine].replace('"', "\"\"");
        let GameTally { wins, draws, losses, .. } = total;
        let _ = writeln!(
            text,
            "\"{name}\",{:.1},{error},{},{wins},{draws},{losses},{score:.1}",
            without_negative_zero(rating),
            total.games()
        );
    }
    text
}

/// The cross table with ratings; a single line for two engines.
pub fn standings(scoreboard: &Scoreboard) -> String {
    let names = scoreboard.names();
    if let [a, b] = names {
        return score_line(a, b, &scoreboard.tally(0, 1)) + "\n";
    }
    let count = names.len();
    let (ratings, order) = ranking(scoreboard);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let header = ["Elo", "error", "games", "score", "draws", "LOS"];
    let mut text = format!("{:>3} {:<width$}", "", "engine");
    header.iter().for_each(|title| text += &format!(" {title:>8}"));
    for rank in 0..count {
        text += &format!(" {:>12}", format!("#{}", rank + 1));
    }
    text.push('\n');
    for (rank, &engine) in order.iter().enumerate() {
        let ((rating, error), total) = (rating_of(scoreboard, &ratings, engine), scoreboard.total(engine));
        let error = error.map_or_else(|| "?".to_owned(), |error| format!("{error:.1}"));
        let games = total.games().max(1) as f64;
        let _ = write!(text, "{:>3} {:<width$} {rating:>+8.1} {error:>8}", rank + 1, names[engine]);
        let shares = [total.points() / games, total.draws as f64 / games];
        let _ = write!(text, " {:>8} {:>6.1} % {:>6.1} %", total.games(), 100.0 * shares[0], 100.0 * shares[1]);
        // Against the next engine of the list.
        let superiority = order.get(rank + 1).map(|&next| 100.0 * ratings.superiority(engine, next));
        let superiority = superiority.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
        let _ = write!(text, " {superiority:>8}");
        for &other in &order {
            let GameTally { wins, draws, losses, .. } = scoreboard.tally(engine, other);
            let cell = if other == engine { "-".to_owned() } else { format!("+{wins} ={draws} -{losses}") };
            let _ = write!(text, " {cell:>12}");
        }
        text.push('\n');
    }
    text
}

/// Counts how games ended, and the faults of each engine.
#[derive(Clone, Debug, Default)]
pub struct EndReasonCounts {
    ends: BTreeMap<EndReason, u64>,
    faults: BTreeMap<(String, EndReason), u64>,
}

impl EndReasonCounts {
    pub fn add(&mut self, game: &GameRecord) {
        *self.ends.entry(game.reason.clone()).or_default() += 1;
        if let Some(loser) = game.loser().filter(|_| game.reason.is_fault()) {
            *self.faults.entry((loser.to_owned(), game.reason.clone())).or_default() += 1;
        }
    }

    /// Whether a game was lost by a fault.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// A line of reasons, and a line of faults if there are any.
    pub fn text(&self) -> String {
        let ends: Vec<String> = self.ends.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let mut text = format!("Ends: {}\n", if ends.is_empty() { "-".to_owned() } else { ends.join(", ") });
        let faults = self.faults.iter().map(|((name, reason), count)| format!("{name}: {reason} {count}"));
        let faults: Vec<String> = faults.collect();
        if !faults.is_empty() {
            let _ = writeln!(text, "Faults: {}", faults.join(", "));
        }
        text
    }
}

pub fn game_line(game: &GameRecord) -> String {
    let plies = game.opening.len() + game.moves.len();
    let detail = game.detail.as_ref().map(|detail| format!(": {} {detail}", game.loser().unwrap_or("somebody")));
    let (first, second, result, reason) = (&game.first, &game.second, game.result, &game.reason);
    let length = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
    format!("game {}: {first} - {second} {result} {reason}, {length}{}", game.game, detail.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::sprt::EloModel;

    #[test]
    fn equal_results_have_no_error_that_could_be_told() {
        assert_eq!(with_error(0.0, 0.0), "+0.0 ± ?");
        assert_eq!(with_error(12.34, 5.0), "+12.3 ± 5.0");
        assert_eq!(with_error(f64::INFINITY, f64::NAN), "+∞");
    }

    /// The list and the spreadsheet say the same of the same games.
    #[test]
    fn ratings_for_a_spreadsheet_agree_with_the_list() {
        let board = |tallies: &[(usize, usize, [u64; 3])]| {
            let mut board = Scoreboard::new(
                ["A", "B", "C"][..if tallies.len() > 1 { 3 } else { 2 }].iter().map(|&name| name.to_owned()),
            );
            for &(one, other, [wins, draws, losses]) in tallies {
                board.count_tally(one, other, &GameTally { wins, draws, losses, ..GameTally::default() });
            }
            board
        };
        let fields = |board: &Scoreboard| -> Vec<String> {
            comma_separated(board).lines().skip(1).map(ToOwned::to_owned).collect()
        };
        let drawn = board(&[(0, 1, [0, 4, 0])]);
        assert!(standings(&drawn).contains("Elo +0.0 ± ?"), "{}", standings(&drawn));
        assert_eq!(fields(&drawn), ["\"A\",0.0,,4,0,4,0,50.0", "\"B\",0.0,,4,0,4,0,50.0"]);
        let won = board(&[(0, 1, [4, 0, 0])]);
        assert!(standings(&won).contains("Elo +∞") && fields(&won)[0].contains(",,4,4,0,0,"), "{:?}", fields(&won));
        let mixed = board(&[(0, 1, [30, 50, 20])]);
        assert!(standings(&mixed).contains("Elo +34.9 ± 48.5"), "{}", standings(&mixed));
        assert!(fields(&mixed)[0].starts_with("\"A\",17.4,24.2,100,"), "{:?}", fields(&mixed));
        // Of three, one has only drawn.
        let three = board(&[(0, 1, [3, 1, 0]), (0, 2, [0, 2, 0]), (1, 2, [0, 2, 0])]);
        assert_eq!(fields(&three).iter().filter(|line| line.contains(",,")).count(), 1, "{:?}", fields(&three));
        assert_eq!(standings(&three).matches('?').count(), 1, "{}", standings(&three));
    }

    #[test]
    fn a_ratio_of_nothing_has_no_sign() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        assert_eq!(format!("{:.2}", without_negative_zero(-0.001)), "0.00");
        assert_eq!(format!("{:.2}", without_negative_zero(-0.006)), "-0.01");
        let tally = GameTally { wins: 1, losses: 1, pairs: [0, 0, 1, 0, 0], ..GameTally::default() };
        assert!(!sprt_line(&sprt, &tally, SprtDecision::Undecided).contains("-0.00"));
    }
}
