//! What moves are worth, from what the search says before and after them.

use serde::{Deserialize, Serialize};

use crate::engine::SearchReport;
use crate::game::Side;
use crate::search::Score;

/// What the search says of a position, from the side to move's view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedPosition {
    pub score: JudgedScore,
    /// The expected share of the points: wins and half of the draws.
    pub expectation: f64,
    pub depth: u32,
    /// The variation; empty if the game is over here.
    pub line: Vec<String>,
}

/// A score as files keep it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgedScore {
    Cp(i32),
    Mate(i32),
}

impl JudgedPosition {
    pub fn of_report(report: SearchReport) -> JudgedPosition {
        let [win, draw, _] = report.win_draw_loss.unwrap_or([0, 1_000, 0]).map(f64::from);
        let score = match report.score {
            Score::Centipawns(value) => JudgedScore::Cp(value),
            Score::Mate(moves) => JudgedScore::Mate(moves),
        };
        JudgedPosition { score, expectation: (win + draw / 2.0) / 1_000.0, depth: report.depth, line: report.moves }
    }

    /// The share of one side, if it is the turn of `to_move`.
    pub fn share_of(&self, side: Side, to_move: Side) -> f64 {
        if side == to_move { self.expectation } else { 1.0 - self.expectation }
    }

    /// The score as a side sees it: in units, `#` and moves where a mate is found.
    pub fn score_of(&self, side: Side, to_move: Side) -> String {
        let sign = if side == to_move { 1 } else { -1 };
        match self.score {
            JudgedScore::Cp(value) => format!("{:+.2}", f64::from(sign * value) / 100.0),
            // Mated in 0 is a mate on the board.
            JudgedScore::Mate(moves) => {
                let wins = (moves > 0) == (sign > 0);
                format!("{}#{}", if wins { "+" } else { "-" }, moves.abs())
            }
        }
    }
}

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    /// In the order of badness.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// By how much of a point a move must be worse than the best; the board page marks by the same limits.
    const fn limit(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.1,
            Mark::Mistake => 0.2,
            Mark::Blunder => 0.3,
        }
    }

    pub fn of_loss(lost: f64) -> Option<Mark> {
        Mark::ALL.into_iter().rev().find(|mark| lost >= mark.limit())
    }

    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    pub side: Side,
    /// As the protocol writes it.
    pub text: String,
    /// The share of the points that it lost, at least 0; none where the rules had ended the game and play went on.
    pub lost: Option<f64>,
    pub mark: Option<Mark>,
}

/// Judges the moves of a game by its positions, of which there is one more. `sides` tells whose turn it is in each.
pub fn judge(moves: &[String], sides: &[Side], positions: &[JudgedPosition]) -> Vec<JudgedMove> {
    let judged = moves.iter().enumerate().map(|(ply, text)| {
        let (side, before, after) = (sides[ply], &positions[ply], &positions[ply + 1]);
        let best = before.line.first();
        let loss = || before.expectation - after.share_of(side, sides[ply + 1]);
        // The best move loses nothing; what the next search sees deeper is no fault of the player.
        let lost = best.map(|best| if best == text { 0.0 } else { loss().max(0.0) });
        JudgedMove { side, text: text.clone(), lost, mark: lost.and_then(Mark::of_loss) }
    });
    judged.collect()
}

/// How well a side played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SideSummary {
    /// From 0 to 100, the mean of its moves; none without a move.
    pub accuracy: Option<f64>,
    /// Marks in the order of [`Mark::ALL`].
    pub marks: [usize; 3],
}

pub fn summary(moves: &[JudgedMove], side: Side) -> SideSummary {
    let own = || moves.iter().filter(|mv| mv.side == side);
    let losses: Vec<f64> = own().filter_map(|mv| mv.lost).collect();
    let accuracy =
        (!losses.is_empty()).then(|| losses.iter().map(|&lost| accuracy(lost)).sum::<f64>() / losses.len() as f64);
    let marks = Mark::ALL.map(|mark| own().filter(|mv| mv.mark == Some(mark)).count());
    SideSummary { accuracy, marks }
}

/// The accuracy of a move that lost so much of a point, on the curve that Lichess publishes: 100 where nothing is lost, 63 at a tenth,
/// 25 at three tenths.
fn accuracy(lost: f64) -> f64 {
    (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(expectation: f64, line: &[&str]) -> JudgedPosition {
        let line = line.iter().map(|mv| (*mv).to_owned()).collect();
        JudgedPosition { score: JudgedScore::Cp(0), expectation, depth: 1, line }
    }

    #[test]
    fn moves_are_judged_from_the_view_of_their_side() {
        use Side::{Lower, Upper};
        let moves = ["a", "b", "c", "d"].map(ToOwned::to_owned);
        // The upper side falls from 0.6 to 0.25, then the lower one from 0.75 to 0.6; it moves twice, the second time over the end.
        let positions = [
            position(0.6, &["x"]),
            position(0.75, &["y"]),
            position(0.6, &["c"]),
            position(0.2, &[]),
            position(0.5, &["z"]),
        ];
        let judged = judge(&moves, &[Upper, Lower, Lower, Lower, Upper], &positions);
        let marks: Vec<Option<Mark>> = judged.iter().map(|mv| mv.mark).collect();
        assert_eq!(marks, [Some(Mark::Blunder), Some(Mark::Inaccuracy), None, None]);
        assert_eq!((judged[2].lost, judged[3].lost), (Some(0.0), None));
        let lower = summary(&judged, Lower);
        assert_eq!(lower.marks, [1, 0, 0]);
        assert!(lower.accuracy.is_some_and(|accuracy| (70.0..80.0).contains(&accuracy)), "{lower:?}");
        assert_eq!(summary(&[], Upper), SideSummary::default());
    }

    #[test]
    fn scores_are_told_from_the_view_of_one_side() {
        let score = |score| JudgedPosition { score, ..position(0.5, &[]) };
        assert_eq!(score(JudgedScore::Cp(125)).score_of(Side::Upper, Side::Lower), "-1.25");
        assert_eq!(score(JudgedScore::Mate(3)).score_of(Side::Upper, Side::Upper), "+#3");
        assert_eq!(score(JudgedScore::Mate(0)).score_of(Side::Upper, Side::Upper), "-#0");
        assert_eq!(score(JudgedScore::Mate(-2)).score_of(Side::Upper, Side::Lower), "+#2");
    }

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.001 && accuracy(1.0) == 0.0);
        assert!((accuracy(0.1) - 63.6).abs() < 0.1 && (accuracy(0.3) - 24.8).abs() < 0.1);
    }
}
