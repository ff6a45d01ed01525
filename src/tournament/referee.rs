//! The referee of a game in progress, for every variant by one trait object.

use std::borrow::Cow;
use std::collections::BTreeMap;

use once_cell::sync::Lazy;

use super::keys::{self, KeyError};
use crate::game::{MoveError, Notation, OptionKind, OptionRole, OptionSpec, Settings, Variant};
use crate::games::family::Family;
use crate::games::option_values::{choice_or_default, number_or_default};
use crate::games::registry::{self, Visitor};
use crate::games::{AnyGame, PositionError, RecordedGame};

/// The options of the variants: the defaults, and those that the tournament changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleOptions {
    changed: BTreeMap<&'static str, String>,
    /// Those that are drawn for one pair of games; they go before the others.
    drawn: BTreeMap<&'static str, String>,
}

/// The options that say how a game is played; tables and strategies belong to the players.
fn rule_options() -> impl Iterator<Item = &'static OptionSpec> {
    registry::OPTIONS.iter().filter(|spec| matches!(spec.role, OptionRole::Plain | OptionRole::Seed))
}

static RULE_NAMES: Lazy<String> = Lazy::new(|| rule_options().map(|spec| spec.name).collect::<Vec<_>>().join(", "));

/// A value of an option as the protocol writes it; none if it is no value of this option.
fn rule_value(spec: &OptionSpec, text: &str) -> Option<String> {
    match spec.kind {
        OptionKind::Combo { .. } => spec.choice(text).map(ToOwned::to_owned),
        OptionKind::Spin { min, max, .. } => {
            text.parse().ok().filter(|number| (min..=max).contains(number)).map(|number: i64| number.to_string())
        }
        _ => Some(text.to_owned()),
    }
}

/// The names of the options on which the games of a variant depend: where they begin, and what a FEN does not say.
struct GameRules;

impl Visitor for GameRules {
    type Output = Vec<&'static str>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let beginnings = F::Position::DRAWN_BY_LOT.iter().map(|(name, _)| *name);
        beginnings.chain(F::Position::besides_fen(variant).iter().copied()).collect()
    }
}

impl RuleOptions {
    /// Reads `NAME=VALUE …`; each must be an option that a game declares.
    pub fn read(list: &str) -> Result<RuleOptions, KeyError> {
        let mut rules = RuleOptions::default();
        for (key, text) in keys::pairs(list)? {
            let Some(spec) = rule_options().find(|spec| spec.name.eq_ignore_ascii_case(&key)) else {
                return Err(KeyError::Unknown { key, known: &RULE_NAMES });
            };
            let value = keys::value(spec.name, &text, spec.expected(), |text| rule_value(spec, text))?;
            rules.changed.insert(spec.name, value);
        }
        Ok(rules)
    }

    /// The option that an engine's own one contradicts: engines and referee play one game, by the same rules.
    pub fn contradicted(&self, variant: &str, name: &str, text: &str) -> Option<&'static str> {
        let rules = registry::visit(variant, GameRules).unwrap_or_default();
        let spec = rule_options().find(|spec| spec.name.eq_ignore_ascii_case(name) && rules.contains(&spec.name))?;
        let is_settled = spec.role != OptionRole::Seed || self.changed.contains_key(spec.name);
        let own = match spec.kind {
            OptionKind::Combo { .. } => self.choice(spec.name).to_owned(),
            _ => self.number(spec.name).to_string(),
        };
        (!is_settled || rule_value(spec, text) != Some(own)).then_some(spec.name)
    }

    /// The options that differ from their defaults.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let kept = self.changed.iter().filter(|(name, _)| !self.drawn.contains_key(*name));
        kept.chain(&self.drawn).map(|(&name, value)| (name, value.as_str()))
    }

    /// Those that were drawn for the pair of games.
    pub fn drawn(&self) -> &BTreeMap<&'static str, String> {
        &self.drawn
    }

    /// The same for one pair of games, in which `lot` settles what the rules leave to chance, unless the tournament settles it.
    pub fn for_pair(&self, variant: &str, lot: u64) -> RuleOptions {
        let drawn = registry::visit(variant, DrawOptions { rules: self, lot }).unwrap_or_default();
        RuleOptions { changed: self.changed.clone(), drawn }
    }

    fn value(&self, name: &str) -> Option<&String> {
        self.drawn.get(name).or_else(|| self.changed.get(name))
    }
}

struct DrawOptions<'a> {
    rules: &'a RuleOptions,
    lot: u64,
}

impl Visitor for DrawOptions<'_> {
    type Output = BTreeMap<&'static str, String>;

    fn visit<F: Family>(self, _: &'static Variant) -> Self::Output {
        let chosen = F::Position::choose(self.rules, self.lot).map(|chosen| chosen.values).unwrap_or_default();
        let mut drawn: BTreeMap<_, _> = chosen.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        for spec in F::Position::OPTIONS.iter().filter(|spec| spec.role == OptionRole::Seed) {
            if let (OptionKind::Spin { max, .. }, false) = (spec.kind, self.rules.changed.contains_key(spec.name)) {
                // 0 may stand for "different each time", which nobody could repeat.
                let number = 1 + self.lot % max.unsigned_abs().max(1);
                drawn.insert(spec.name, number.to_string());
            }
        }
        drawn
    }
}

impl Settings for RuleOptions {
    fn choice(&self, name: &str) -> &str {
        choice_or_default(name, self.value(name))
    }

    fn number(&self, name: &str) -> i64 {
        number_or_default(name, self.value(name))
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

/// One game in progress, and how to tell the players of it.
pub struct Referee {
    game: Box<dyn AnyGame>,
    /// The `position` command for engines that may know everything. It grows with the game; made anew for each move, it would be most of
    /// what a move costs.
    command: String,
}

/// Opens a game; none if there is no such variant.
pub fn open_game(variant: &str, rules: &RuleOptions, opening: &Opening) -> Option<Result<Referee, PositionError>> {
    registry::visit(variant, OpenReferee { rules, opening })
}

struct OpenReferee<'a> {
    rules: &'a RuleOptions,
    opening: &'a Opening,
}

impl Visitor for OpenReferee<'_> {
    type Output = Result<Referee, PositionError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let Opening { fen, moves } = self.opening;
        let game = RecordedGame::<F::Position>::new(variant, self.rules, fen.as_deref(), moves)?;
        // What is drawn for a pair changes where a game begins only if the tournament asked for that.
        let plain_start = fen.is_none() && self.rules.changed.is_empty();
        let start = if plain_start { "startpos".to_owned() } else { format!("fen {}", game.start_fen()) };
        let mut referee = Referee { game: Box::new(game), command: format!("position {start}") };
        for (ply, text) in referee.game.moves().iter().enumerate() {
            referee.add_to_command(ply, text);
        }
        Ok(referee)
    }
}

impl Referee {
    /// The game as it stands.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Plays a move and returns it as the protocol writes it.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let ply = self.game.plies();
        let text = self.game.play(text)?;
        self.add_to_command(ply, &text);
        Ok(text)
    }

    fn add_to_command(&mut self, ply: usize, text: &str) {
        self.command.push_str(if ply == 0 { " moves " } else { " " });
        self.command.push_str(text);
    }

    /// The `position` command for the engine whose turn it is, without what it may not know.
    pub fn position(&self) -> Cow<'_, str> {
        match self.game.fen_known_to_mover() {
            Some(fen) => Cow::Owned(format!("position fen {fen}")),
            None => Cow::Borrowed(&self.command),
        }
    }

    /// What would be if this move were played, if it can be; to think on the opponent's time.
    pub fn after(&self, text: &str) -> Option<Referee> {
        let mut next = Referee { game: self.game.after(text).ok()?, command: self.command.clone() };
        let ply = self.game.plies();
        let text = next.game.moves().pop()?;
        next.add_to_command(ply, &text);
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    fn start(variant: &str, moves: &[&str]) -> Referee {
        let opening = Opening { fen: None, moves: moves.iter().map(|&mv| mv.to_owned()).collect() };
        open_game(variant, &RuleOptions::default(), &opening).expect("a variant").expect("a position")
    }

    #[test]
    fn whoever_places_second_in_cheduk_is_not_told_the_first_tile() {
        let told = ["A@h3", "A@h7", "A@i9"].map(|tile| start("cheduk", &[tile]).position().into_owned());
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
        assert!(game.game().start_fen().contains("/RBNA1ANBR "), "{}", game.game().start_fen());
        assert!(RuleOptions::read("CheDuk_Seed=x").is_err() && RuleOptions::read("Hash=1").is_err());
        let stranger = RuleOptions::read("TwelveTable=x").expect_err("no rule").to_string();
        let unknown = RuleOptions::read("Janggi_ChoSetup=bad").expect_err("no set-up").to_string();
        assert!(unknown.starts_with("Janggi_ChoSetup cannot be 'bad'; expected one of masangsangma, "), "{unknown}");
        for known in ["Janggi_HanSetup", "Twelve_Evaluation", "CheDuk_Territory", "CheDuk_Seed"] {
            assert!(stranger.contains(known), "{stranger}");
        }
    }

    #[test]
    fn an_engine_may_not_play_by_rules_of_its_own() {
        let plain = RuleOptions::default();
        assert_eq!(plain.contradicted("janggi", "janggi_chosetup", "gidongcha"), Some("Janggi_ChoSetup"));
        assert_eq!(plain.contradicted("janggi", "Janggi_ChoSetup", "masangsangma"), None, "as for everybody");
        assert_eq!(plain.contradicted("cheduk", "CheDuk_Seed", "0"), Some("CheDuk_Seed"), "it is drawn for each pair");
        let given = RuleOptions::read("CheDuk_Seed=5 CheDuk_Territory=span").expect("options");
        assert_eq!(given.contradicted("cheduk", "CheDuk_Seed", "5"), None);
        assert_eq!(given.contradicted("cheduk", "CheDuk_Territory", "wedge"), Some("CheDuk_Territory"));
        // Another game's options, and those of players.
        for (name, value) in [("Janggi_ChoSetup", "gidongcha"), ("Twelve_Evaluation", "original"), ("Hash", "1")] {
            assert_eq!(plain.contradicted("twelvejanggi", name, value), None, "{name}");
        }
    }

    #[test]
    fn what_is_left_to_chance_is_drawn_for_each_pair() {
        let rules = RuleOptions::default();
        let seed = |lot| rules.for_pair("cheduk", lot).drawn().get("CheDuk_Seed").cloned();
        assert!(seed(1).is_some() && seed(1) == seed(1) && seed(1) != seed(2) && seed(u64::MAX).is_some());
        let given = RuleOptions::read("CheDuk_Seed=5").expect("an option").for_pair("cheduk", 1);
        assert_eq!((given.drawn().len(), given.number("CheDuk_Seed")), (0, 5));
        assert_eq!(rules.for_pair("janggi", 1), rules);
        let auto = RuleOptions::read("Janggi_HanSetup=auto").expect("an option").for_pair("janggi", 1);
        assert!(auto.drawn().contains_key("Janggi_HanSetup") && auto.choice("Janggi_HanSetup") != "auto");
        assert_eq!(auto.changes().filter(|(name, _)| *name == "Janggi_HanSetup").count(), 1);
        assert_eq!(
            RuleOptions::read("Janggi_HanSetup=바깥상").expect("an option").choice("Janggi_HanSetup"),
            "sangmamasang"
        );
    }

    #[test]
    fn moves_are_judged() {
        let mut game = start("janggistrict", &[]);
        assert_eq!((game.game().first_side(), game.game().side_to_move()), (Side::Lower, Side::Lower));
        assert!(game.play("a1a2").is_err());
        let after = game.after("a7a6").expect("a legal move");
        assert!(game.game().moves().is_empty() && game.position() == "position startpos");
        assert_eq!(game.play("a7a6").as_deref(), Ok("a7a6"));
        assert_eq!((game.position(), after.position()), ("position startpos moves a7a6".into(), game.position()));
        assert_eq!(game.play("a4a5").as_deref(), Ok("a4a5"));
        assert_eq!(game.position(), "position startpos moves a7a6 a4a5");
    }
}
