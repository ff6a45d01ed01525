//! Adjudication: the engines' scores end a game before the rules do.

use serde::{Deserialize, Serialize};

use super::engine_lines::EngineScore;
use super::keys::{self, KeyError};
use crate::game::Side;

/// A side that has reported a score of `-score` or worse on `moves` consecutive moves loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    pub moves: u32,
    /// In centipawns.
    pub score: i32,
    /// Whether the opponent must have reported `score` or better on as many moves.
    pub both: bool,
}

impl ResignRule {
    /// Reads `moves=3 score=600 both=true`.
    pub fn read(list: &str) -> Result<ResignRule, KeyError> {
        let mut resign = ResignRule { moves: 3, score: 600, both: false };
        for (key, value) in keys::pairs(list)? {
            match key.as_str() {
                "moves" => resign.moves = keys::value(&key, &value, "a whole number from 1", positive)?,
                "score" => resign.score = keys::value(&key, &value, "a whole number from 1", positive)?,
                "both" => resign.both = keys::switch(&key, &value)?,
                _ => return Err(KeyError::Unknown { key, known: "moves, score, both" }),
            }
        }
        Ok(resign)
    }
}

/// A game is drawn once both sides have reported a score within `score` of 0 on `moves` consecutive moves after ply
/// `after`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    pub after: u32,
    pub moves: u32,
    /// In centipawns.
    pub score: i32,
}

impl DrawRule {
    /// Reads `after=80 moves=8 score=10`.
    pub fn read(list: &str) -> Result<DrawRule, KeyError> {
        let mut draw = DrawRule { after: 80, moves: 8, score: 10 };
        for (key, value) in keys::pairs(list)? {
            let (place, expected, least) = match key.as_str() {
                "after" => (&mut draw.after, "a whole number from 0", 0),
                "moves" => (&mut draw.moves, "a whole number from 1", 1),
                "score" => {
                    draw.score = keys::value(&key, &value, "a whole number from 0", |text| {
                        text.parse().ok().filter(|&number| number >= 0)
                    })?;
                    continue;
                }
                _ => return Err(KeyError::Unknown { key, known: "after, moves, score" }),
            };
            *place = keys::value(&key, &value, expected, |text| text.parse().ok().filter(|&number| number >= least))?;
        }
        Ok(draw)
    }
}

fn positive<T: std::str::FromStr + Default + PartialOrd>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    Resigns(Side),
    Draw,
}

/// Counts the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    plies: u32,
    /// Consecutive moves with a losing, level or winning score, by side.
    hopeless: [u32; 2],
    level: [u32; 2],
    winning: [u32; 2],
}

impl Adjudicator {
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Adjudicator {
        Adjudicator { resign, draw, plies: 0, hopeless: [0; 2], level: [0; 2], winning: [0; 2] }
    }

    /// Adds the score of a move. A move without a score resets the counts of its side.
    pub fn add(&mut self, side: Side, score: Option<EngineScore>) -> Option<Adjudication> {
        self.plies += 1;
        let (resign, draw, value) = (self.resign, self.draw, score.map(EngineScore::value));
        let is_hopeless = resign.zip(value).is_some_and(|(rule, value)| value <= -rule.score);
        let is_winning = resign.zip(value).is_some_and(|(rule, value)| value >= rule.score);
        let is_level =
            draw.zip(value).is_some_and(|(rule, value)| self.plies > rule.after && value.abs() <= rule.score);
        for (row, goes_on) in
            [(&mut self.hopeless, is_hopeless), (&mut self.winning, is_winning), (&mut self.level, is_level)]
        {
            let row = &mut row[side.index()];
            *row = if goes_on { *row + 1 } else { 0 };
        }
        if let Some(ResignRule { moves, both, .. }) = resign {
            let loser = [Side::Upper, Side::Lower].into_iter().find(|loser| {
                let agreed = !both || self.winning[loser.other().index()] >= moves;
                self.hopeless[loser.index()] >= moves && agreed
            });
            if let Some(loser) = loser {
                return Some(Adjudication::Resigns(loser));
            }
        }
        let drawn = draw.is_some_and(|rule| self.level.iter().all(|&level| level >= rule.moves));
        drawn.then_some(Adjudication::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rulings(mut scores: Adjudicator, told: &[i32]) -> Vec<Option<Adjudication>> {
        let sides = [Side::Upper, Side::Lower].into_iter().cycle();
        sides.zip(told).map(|(side, &value)| scores.add(side, Some(EngineScore::Cp(value)))).collect()
    }

    #[test]
    fn a_side_resigns_after_enough_hopeless_moves_running() {
        let resign = ResignRule::read("moves=2 score=500").ok();
        let told = [-500, 900, -499, 900, -501, 900, -500];
        let ruled = rulings(Adjudicator::new(resign, None), &told);
        assert!(ruled[..6].iter().all(Option::is_none));
        assert_eq!(ruled[6], Some(Adjudication::Resigns(Side::Upper)));
    }

    #[test]
    fn the_opponent_may_have_to_agree() {
        let resign = ResignRule::read("moves=2 score=500 both=true").ok();
        let ruled = rulings(Adjudicator::new(resign, None), &[-600, 0, -600, 600, -600, 600]);
        assert!(ruled[..5].iter().all(Option::is_none));
        assert_eq!(ruled[5], Some(Adjudication::Resigns(Side::Upper)));
    }

    #[test]
    fn level_scores_late_in_the_game_draw_it() {
        let draw = DrawRule::read("after=2 moves=2 score=10").ok();
        let ruled = rulings(Adjudicator::new(None, draw), &[0, 0, 5, -5, 10, -10]);
        assert!(ruled[..5].iter().all(Option::is_none));
        assert_eq!(ruled[5], Some(Adjudication::Draw));
        let mut scores = Adjudicator::new(None, draw);
        assert!((0..20).all(|_| scores.add(Side::Upper, None).is_none()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(
            ResignRule::read("moves=0").is_err()
                && ResignRule::read("score=-5").is_err()
                && DrawRule::read("x=1").is_err()
        );
        assert_eq!(DrawRule::read(""), Ok(DrawRule { after: 80, moves: 8, score: 10 }));
    }
}
