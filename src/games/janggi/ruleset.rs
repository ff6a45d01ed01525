//! The five rule sets as values; what each difference means is decided where it matters.

use crate::game::Side;

/// Whether a side may give its turn away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// When it is not in check, or under bikjang.
    Allowed,
    /// A side without a legal move loses.
    Never,
}

/// What generals that face each other on an open file mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facing {
    /// Bikjang: the side to move breaks it, or ends the game by passing.
    Bikjang,
    /// Nothing.
    Ignored,
    /// No move may leave them so.
    Forbidden,
}

/// Who wins a game that ends without mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// The side with more points; Han gets 1.5 for moving second.
    Points,
    /// Nobody.
    Draw,
}

/// What going back and forth with one piece leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAndForth {
    /// Only to repetition.
    Allowed,
    /// To loss, after the fourth reversal.
    Loses,
}

/// Everything that one way to play Janggi does differently from another.
#[derive(PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Protocol name.
    pub name: &'static str,
    /// The side that plays Cho, and so moves first.
    pub cho: Side,
    /// Giving the turn away.
    pub passing: Passing,
    /// Generals on an open file.
    pub facing: Facing,
    /// Games without mate.
    pub tally: Tally,
    /// The game ends after so many plies without a capture.
    pub quiet_plies: u32,
    /// The game ends when a position occurs this often.
    pub repetitions: u32,
    /// One piece moving to and fro.
    pub back_and_forth: BackAndForth,
}

/// Scoring of the Korean Janggi Association.
pub static OFFICIAL: RuleSet = BASE;

/// The older rule, under which only mate wins.
pub static TRADITIONAL: RuleSet = RuleSet { name: "janggitraditional", tally: Tally::Draw, ..BASE };

/// Online play after the fashion of Kakao.
pub static MODERN: RuleSet = RuleSet {
    name: "janggimodern",
    facing: Facing::Ignored,
    quiet_plies: 200,
    repetitions: 4,
    back_and_forth: BackAndForth::Loses,
    ..BASE
};

/// Friendly play.
pub static CASUAL: RuleSet = RuleSet { name: "janggicasual", facing: Facing::Ignored, tally: Tally::Draw, ..BASE };

/// The rule book for engines: no passing, no facing generals, and Cho at the top of the board.
pub static STRICT: RuleSet =
    RuleSet { name: "janggistrict", cho: Side::Lower, passing: Passing::Never, facing: Facing::Forbidden, ..BASE };

/// All of them.
pub static RULE_SETS: [&RuleSet; 5] = [&OFFICIAL, &TRADITIONAL, &MODERN, &CASUAL, &STRICT];

const BASE: RuleSet = RuleSet {
    name: "janggi",
    cho: Side::Upper,
    passing: Passing::Allowed,
    facing: Facing::Bikjang,
    tally: Tally::Points,
    quiet_plies: 100,
    repetitions: 3,
    back_and_forth: BackAndForth::Allowed,
};
