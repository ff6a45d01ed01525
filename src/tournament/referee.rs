//! The rules at the table: one game in progress, whichever it is, judged by our own code.

use std::collections::BTreeMap;

use once_cell::sync::Lazy;

use super::keys::{self, KeyError};
use crate::game::{Family, MoveError, OptionKind, OptionRole, OptionSpec, Settings, Variant};
use crate::games::registry::{self, Visitor};
use crate::games::{AnyGame, GameRecord, PositionError};

/// The options of the games, as the referee reads them: their defaults, and what the tournament says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    changed: BTreeMap<&'static str, String>,
}

/// The options that say how a game is played; tables and strategies belong to the players.
fn rule_options() -> impl Iterator<Item = &'static OptionSpec> {
    registry::OPTIONS.iter().filter(|spec| spec.role == OptionRole::Plain)
}

static RULE_NAMES: Lazy<String> = Lazy::new(|| rule_options().map(|spec| spec.name).collect::<Vec<_>>().join(", "));

impl Rules {
    /// Reads `NAME=VALUE …`; each must be an option that a game declares.
    pub fn read(list: &str) -> Result<Rules, KeyError> {
        let mut rules = Rules::default();
        for (key, text) in keys::pairs(list)? {
            let Some(spec) = rule_options().find(|spec| spec.name.eq_ignore_ascii_case(&key)) else {
                return Err(KeyError::Unknown { key, known: &RULE_NAMES });
            };
            let fits = |text: &str| match spec.kind {
                OptionKind::Combo { choices, .. } => choices.contains(&text).then(|| text.to_owned()),
                OptionKind::Spin { min, max, .. } => text
                    .parse()
                    .ok()
                    .filter(|number| (min..=max).contains(number))
                    .map(|number: i64| number.to_string()),
                _ => Some(text.to_owned()),
            };
            let value = keys::value(spec.name, &text, "a value that protocol.md lists for this option", fits)?;
            rules.changed.insert(spec.name, value);
        }
        Ok(rules)
    }

    /// What differs from the defaults.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.changed.iter().map(|(&name, value)| (name, value.as_str()))
    }

    fn kind(name: &str) -> Option<OptionKind> {
        registry::OPTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.kind)
    }
}

impl Settings for Rules {
    fn choice(&self, name: &str) -> &str {
        match (self.changed.get(name), Rules::kind(name)) {
            (Some(value), _) => value,
            (None, Some(OptionKind::Combo { default, .. })) => default,
            _ => "",
        }
    }

    fn number(&self, name: &str) -> i64 {
        match (self.changed.get(name), Rules::kind(name)) {
            (Some(value), _) => value.parse().unwrap_or(0),
            (None, Some(OptionKind::Spin { default, .. })) => default,
            _ => 0,
        }
    }
}

/// Where a game starts: a FEN, or the start position, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// None for the start position.
    pub fen: Option<String>,
    /// What is played before the engines are asked.
    pub moves: Vec<String>,
}

/// One game in progress, and how to tell the players of it.
pub struct Referee {
    game: Box<dyn AnyGame>,
    /// As a `position` command says it.
    start: String,
}

/// Opens a game; none if there is no such variant.
pub fn open(variant: &str, rules: &Rules, opening: &Opening) -> Option<Result<Referee, PositionError>> {
    registry::visit(variant, Open { rules, opening })
}

struct Open<'a> {
    rules: &'a Rules,
    opening: &'a Opening,
}

impl Visitor for Open<'_> {
    type Output = Result<Referee, PositionError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let Opening { fen, moves } = self.opening;
        let game = GameRecord::<F::Position>::new(variant, self.rules, fen.as_deref(), moves)?;
        let plain_start = fen.is_none() && self.rules.changed.is_empty();
        let start = if plain_start { "startpos".to_owned() } else { format!("fen {}", game.start_fen()) };
        Ok(Referee { game: Box::new(game), start })
    }
}

impl Referee {
    /// The game as it stands.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Plays a move and returns it as the protocol writes it.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        self.game.play(text)
    }

    /// The `position` command for the engine whose turn it is, without what it may not know.
    pub fn position(&self) -> String {
        if let Some(fen) = self.game.fen_known_to_mover() {
            return format!("position fen {fen}");
        }
        let mut command = format!("position {}", self.start);
        let moves = self.game.moves();
        if !moves.is_empty() {
            command.push_str(" moves ");
            command.push_str(&moves.join(" "));
        }
        command
    }

    /// What would be if this move were played, if it can be; to think on the opponent's time.
    pub fn after(&self, text: &str) -> Option<Referee> {
        Some(Referee { game: self.game.after(text).ok()?, start: self.start.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    fn start(variant: &str, moves: &[&str]) -> Referee {
        let opening = Opening { fen: None, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
        open(variant, &Rules::default(), &opening).expect("a variant").expect("a position")
    }

    #[test]
    fn whoever_places_second_in_cheduk_is_not_told_the_first_tile() {
        let told: Vec<String> = ["A@h3", "A@h7", "A@i9"].map(|tile| start("cheduk", &[tile]).position()).into();
        assert!(
            told.iter().all(|text| *text == told[0] && !text.contains("A@") && text.contains(" b Cc -/- ")),
            "{told:?}"
        );
        assert_eq!(start("cheduk", &["A@h7", "A@c7"]).position(), "position startpos moves A@h7 A@c7");
        assert_eq!(start("cheduk", &[]).position(), "position startpos");
    }

    #[test]
    fn rules_reach_the_referee() {
        let rules = Rules::read("janggi_chosetup=sangmamasang CheDuk_Seed=1").expect("both are options");
        let table = open("janggi", &rules, &Opening::default()).expect("a variant").expect("a position");
        assert!(table.position().starts_with("position fen rnba1abnr/"), "{}", table.position());
        assert!(table.game().start_fen().contains("/RBNA1ANBR "), "{}", table.game().start_fen());
        assert!(Rules::read("CheDuk_Seed=x").is_err() && Rules::read("Hash=1").is_err());
        let stranger = Rules::read("TwelveTable=x").expect_err("no rule").to_string();
        assert!(stranger.contains("Janggi_HanSetup, Twelve_Evaluation, CheDuk_Territory"), "{stranger}");
    }

    #[test]
    fn moves_are_judged() {
        let mut table = start("janggistrict", &[]);
        assert_eq!((table.game().first_side(), table.game().side_to_move()), (Side::Lower, Side::Lower));
        assert!(table.play("a1a2").is_err());
        assert!(table.after("a7a6").is_some() && table.game().moves().is_empty());
        assert_eq!(table.play("a7a6").as_deref(), Ok("a7a6"));
    }
}
