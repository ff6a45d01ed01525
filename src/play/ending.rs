//! How a game has ended.

use crate::game::{Outcome, Side};
use crate::games::{AnyGame, Language};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// By its rules.
    Rules(Outcome),
    /// Somebody has given up.
    Resignation {
        /// Who has.
        loser: Side,
    },
    /// A clock has run out.
    Time {
        /// Whose.
        loser: Side,
    },
    /// A draw was agreed on.
    Draw,
    /// It was agreed that points decide.
    Points {
        /// Who has more.
        winner: Side,
    },
}

/// The sides as FENs have them.
const SIDES: [(Side, &str); 2] = [(Side::Upper, "w"), (Side::Lower, "b")];

/// A side as a FEN has it.
pub fn side_letter(side: Side) -> &'static str {
    SIDES[side.index()].1
}

/// Reads what [`side_letter`] writes.
pub fn read_side(text: &str) -> Option<Side> {
    SIDES.iter().find(|(_, letter)| *letter == text).map(|(side, _)| *side)
}

impl Conclusion {
    /// Reads what [`Conclusion::saved`] writes.
    pub fn parse(text: &str) -> Option<Conclusion> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words[..] {
            ["resignation", loser] => Conclusion::Resignation { loser: read_side(loser)? },
            ["time", loser] => Conclusion::Time { loser: read_side(loser)? },
            ["draw"] => Conclusion::Draw,
            ["points", winner] => Conclusion::Points { winner: read_side(winner)? },
            _ => return None,
        })
    }

    /// As a file has it; none if it follows from the moves.
    pub fn saved(&self) -> Option<String> {
        match *self {
            Conclusion::Rules(_) => None,
            Conclusion::Resignation { loser } => Some(format!("resignation {}", side_letter(loser))),
            Conclusion::Time { loser } => Some(format!("time {}", side_letter(loser))),
            Conclusion::Draw => Some("draw".to_owned()),
            Conclusion::Points { winner } => Some(format!("points {}", side_letter(winner))),
        }
    }

    /// The result with its reason.
    pub fn told(&self, game: &dyn AnyGame, language: Language) -> String {
        let name = |side: Side| language.of_game(game, game.side_name(side));
        let wins = |winner: Side, english: &str, korean: &str| {
            let winner = name(winner);
            language.pick(format!("{winner} wins: {english}."), format!("{winner}의 승리입니다: {korean}."))
        };
        match *self {
            Conclusion::Rules(outcome) => language.result(game, &outcome),
            Conclusion::Resignation { loser } => wins(loser.other(), "resignation", "기권"),
            Conclusion::Time { loser } => {
                let late = name(loser);
                wins(loser.other(), &format!("time is over for {late}"), &format!("{late}의 시간이 다 됨"))
            }
            Conclusion::Draw => language.pick("A draw by agreement.", "무승부입니다: 합의.").to_owned(),
            Conclusion::Points { winner } => wins(winner, "points decide, as agreed", "합의하여 점수로 가림"),
        }
    }
}
