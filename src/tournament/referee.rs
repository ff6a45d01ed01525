//! The referee of a game in progress, for every variant by one trait object.

use std::collections::BTreeMap;

use super::keys::{self, KeyError};
use crate::game::{Family, MoveError, Notation, OptionKind, Outcome, Settings, Side, Variant};
use crate::games::registry::{self, Visitor};
use crate::games::{Played, PositionError};

/// The options of the variants: the defaults, and those that the tournament changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleOptions {
    changed: BTreeMap<&'static str, String>,
}

impl RuleOptions {
    /// Parses `NAME=VALUE …`; each must be an option of a variant.
    pub fn read(list: &str) -> Result<RuleOptions, KeyError> {
        let mut rules = RuleOptions::default();
        for (key, text) in keys::pairs(list)? {
            let Some(spec) = registry::OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(&key)) else {
                let known = "Janggi_ChoSetup, Janggi_HanSetup, CheDuk_Territory, CheDuk_Seed";
                return Err(KeyError::Unknown { key, known });
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

    /// The options that differ from their defaults.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.changed.iter().map(|(&name, value)| (name, value.as_str()))
    }

    fn kind(name: &str) -> Option<OptionKind> {
        registry::OPTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.kind)
    }
}

impl Settings for RuleOptions {
    fn choice(&self, name: &str) -> &str {
        match (self.changed.get(name), RuleOptions::kind(name)) {
            (Some(value), _) => value,
            (None, Some(OptionKind::Combo { default, .. })) => default,
            _ => "",
        }
    }

    fn number(&self, name: &str) -> i64 {
        match (self.changed.get(name), RuleOptions::kind(name)) {
            (Some(value), _) => value.parse().unwrap_or(0),
            (None, Some(OptionKind::Spin { default, .. })) => default,
            _ => 0,
        }
    }
}

/// Where a game starts. The digest of openings, and with it the fingerprint of a tournament, depends on the names of
/// these fields and of this type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// None for the start position.
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

/// A game in progress.
pub trait Referee: Send {
    /// Sides need not alternate.
    fn side_to_move(&self) -> Side;
    /// The side that moves first in the start position; results are seen from it.
    fn first_side(&self) -> Side;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move; returns it in the notation of the protocol.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// The `position` command for the side to move, without the opponent's secrets.
    fn position(&self) -> String;
    fn start_fen(&self) -> &str;
    /// All moves, including those of the opening.
    fn moves(&self) -> &[String];
    /// The game after this move, if it is legal, for pondering.
    fn after(&self, text: &str) -> Option<Box<dyn Referee>>;
}

/// None if there is no such variant.
pub fn open_game(
    variant: &str,
    rules: &RuleOptions,
    opening: &Opening,
) -> Option<Result<Box<dyn Referee>, PositionError>> {
    registry::visit(variant, OpenGame { rules, opening })
}

struct OpenGame<'a> {
    rules: &'a RuleOptions,
    opening: &'a Opening,
}

impl Visitor for OpenGame<'_> {
    type Output = Result<Box<dyn Referee>, PositionError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let Opening { fen, moves } = self.opening;
        let played = Played::<F::Position>::new::<&str>(variant, self.rules, fen.as_deref(), &[])?;
        let start_fen = played.position.fen();
        let plain_start = fen.is_none() && self.rules.changed.is_empty();
        let start = if plain_start { "startpos".to_owned() } else { format!("fen {start_fen}") };
        let mut game = RefereedGame { played, start, start_fen, moves: Vec::new() };
        for (index, text) in moves.iter().enumerate() {
            game.play(text).map_err(|error| PositionError::Move { ply: index + 1, error })?;
        }
        Ok(Box::new(game))
    }
}

#[derive(Clone)]
struct RefereedGame<G: Notation> {
    played: Played<G>,
    /// The first argument of `position`.
    start: String,
    start_fen: String,
    moves: Vec<String>,
}

impl<G: Notation> Referee for RefereedGame<G> {
    fn side_to_move(&self) -> Side {
        self.played.position.side_to_move()
    }

    fn first_side(&self) -> Side {
        self.played.position.first_side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.outcome()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.played.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.played.position.parse_move(text)?;
        let text = mv.to_string();
        self.played.play(mv);
        self.moves.push(text.clone());
        Ok(text)
    }

    fn position(&self) -> String {
        let position = &self.played.position;
        let known = position.as_known_to_mover();
        if known.key() != position.key() {
            // The moves would reveal the secret.
            return format!("position fen {}", known.fen());
        }
        let mut command = format!("position {}", self.start);
        if !self.moves.is_empty() {
            command.push_str(" moves");
        }
        for mv in &self.moves {
            command.push(' ');
            command.push_str(mv);
        }
        command
    }

    fn start_fen(&self) -> &str {
        &self.start_fen
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn after(&self, text: &str) -> Option<Box<dyn Referee>> {
        let mut next = self.clone();
        next.play(text).ok()?;
        Some(Box::new(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(variant: &str, moves: &[&str]) -> Box<dyn Referee> {
        let opening = Opening { fen: None, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
        open_game(variant, &RuleOptions::default(), &opening).expect("a variant").expect("a position")
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
        let rules = RuleOptions::read("janggi_chosetup=sangmamasang CheDuk_Seed=1").expect("both are options");
        let game = open_game("janggi", &rules, &Opening::default()).expect("a variant").expect("a position");
        assert!(game.position().starts_with("position fen rnba1abnr/"), "{}", game.position());
        assert!(game.start_fen().contains("/RBNA1ANBR "), "{}", game.start_fen());
        assert!(RuleOptions::read("CheDuk_Seed=x").is_err() && RuleOptions::read("Hash=1").is_err());
    }

    #[test]
    fn moves_are_judged() {
        let mut game = start("janggistrict", &[]);
        assert_eq!((game.first_side(), game.side_to_move()), (Side::Lower, Side::Lower));
        assert!(game.play("a1a2").is_err());
        assert!(game.after("a7a6").is_some() && game.moves().is_empty());
        assert_eq!(game.play("a7a6").as_deref(), Ok("a7a6"));
    }
}
