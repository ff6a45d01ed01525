//! The six rule sets as values; what each difference means is decided where it matters.

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
    /// A draw is offered by moving the own general there, and taken by leaving it so. Facing that arises otherwise means
    /// nothing.
    Offer,
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

/// What it means to give check at every move of a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerpetualCheck {
    /// Whoever did loses.
    Loses,
    /// Nobody wins.
    Draws,
    /// Nothing: it is a repetition like any other.
    Ignored,
}

/// What happens when no piece is left that could mate: only generals and guards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareGenerals {
    /// Nothing.
    PlayOn,
    /// The game is drawn.
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
    /// The game ends after so many plies without a capture, if it ever does.
    pub quiet_plies: Option<u32>,
    /// The game ends when a position occurs this often.
    pub repetitions: u32,
    /// Who wins then.
    pub repetition: Tally,
    /// Unless it was by perpetual check.
    pub perpetual_check: PerpetualCheck,
    /// Nothing left to mate with.
    pub bare_generals: BareGenerals,
    /// One piece moving to and fro.
    pub back_and_forth: BackAndForth,
}

/// Scoring of the Korean Janggi Association.
pub static OFFICIAL: RuleSet = BASE;

/// The older rule, under which only mate wins.
pub static TRADITIONAL: RuleSet =
    RuleSet { name: "janggitraditional", tally: Tally::Draw, repetition: Tally::Draw, ..BASE };

/// Online play after the fashion of Kakao.
pub static MODERN: RuleSet = RuleSet {
    name: "janggimodern",
    facing: Facing::Ignored,
    quiet_plies: Some(200),
    repetitions: 4,
    back_and_forth: BackAndForth::Loses,
    ..BASE
};

/// Friendly play.
pub static CASUAL: RuleSet =
    RuleSet { name: "janggicasual", facing: Facing::Ignored, tally: Tally::Draw, repetition: Tally::Draw, ..BASE };

/// The rule book for engines: no passing, no facing generals, and Cho at the top of the board.
pub static STRICT: RuleSet = STRICT_BASE;

/// The same with its other readings of repetition (7.1) and of perpetual check (7.2).
static STRICT_READINGS: [RuleSet; 3] = [
    RuleSet { repetition: Tally::Draw, ..STRICT_BASE },
    RuleSet { perpetual_check: PerpetualCheck::Draws, ..STRICT_BASE },
    RuleSet { repetition: Tally::Draw, perpetual_check: PerpetualCheck::Draws, ..STRICT_BASE },
];

/// The traditional win-or-draw rule to the letter: only mate wins.
pub static CLASSIC: RuleSet = RuleSet {
    name: "janggiclassic",
    facing: Facing::Offer,
    tally: Tally::Draw,
    quiet_plies: None,
    repetition: Tally::Draw,
    perpetual_check: PerpetualCheck::Ignored,
    bare_generals: BareGenerals::Draw,
    ..BASE
};

/// All of them.
pub static RULE_SETS: [&RuleSet; 6] = [&OFFICIAL, &TRADITIONAL, &MODERN, &CASUAL, &STRICT, &CLASSIC];

/// The rule book for engines as its two open questions are answered.
pub fn strict(repetition: Tally, perpetual_check: PerpetualCheck) -> &'static RuleSet {
    let fits = |rules: &&RuleSet| (rules.repetition, rules.perpetual_check) == (repetition, perpetual_check);
    STRICT_READINGS.iter().find(fits).unwrap_or(&STRICT)
}

const STRICT_BASE: RuleSet =
    RuleSet { name: "janggistrict", cho: Side::Lower, passing: Passing::Never, facing: Facing::Forbidden, ..BASE };

const BASE: RuleSet = RuleSet {
    name: "janggi",
    cho: Side::Upper,
    passing: Passing::Allowed,
    facing: Facing::Bikjang,
    tally: Tally::Points,
    quiet_plies: Some(100),
    repetitions: 3,
    repetition: Tally::Points,
    perpetual_check: PerpetualCheck::Loses,
    bare_generals: BareGenerals::PlayOn,
    back_and_forth: BackAndForth::Allowed,
};
