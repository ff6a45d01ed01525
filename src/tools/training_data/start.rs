//! The start of a game: variant, FEN, and the options that the FEN does not contain.

use crate::game::{Notation, OptionKind, Settings, Variant};

/// A value of an option that may be drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OwnValue {
    Choice(&'static str),
    Number(i64),
}

/// The options of one game: own values for some, the common values for the others.
pub struct GameSettings<'a> {
    common: &'a dyn Settings,
    own: Vec<(&'static str, OwnValue)>,
}

impl<'a> GameSettings<'a> {
    /// Common values only.
    pub fn new(common: &'a dyn Settings) -> GameSettings<'a> {
        GameSettings { common, own: Vec::new() }
    }

    /// Draws values at random for the options that the game lists in `DRAWN_BY_LOT`.
    pub fn draw<G: Notation>(common: &'a dyn Settings, random: &mut fastrand::Rng) -> GameSettings<'a> {
        let mut settings = GameSettings::new(common);
        for spec in G::OPTIONS {
            let Some((_, words)) = G::DRAWN_BY_LOT.iter().find(|(name, _)| *name == spec.name) else { continue };
            let value = match spec.kind {
                OptionKind::Combo { .. } => random.choice(*words).copied().map(OwnValue::Choice),
                // 0 may mean "different each time", which could not be reproduced.
                OptionKind::Spin { min, max, .. } => Some(OwnValue::Number(random.i64(min.max(1)..=max))),
                _ => None,
            };
            settings.own.extend(value.map(|value| (spec.name, value)));
        }
        settings
    }

    /// Sets an option of the game; returns whether name and value are valid.
    #[must_use]
    fn set<G: Notation>(&mut self, name: &str, value: &str) -> bool {
        let Some(spec) = G::OPTIONS.iter().find(|spec| spec.name == name) else { return false };
        let value = match spec.kind {
            OptionKind::Combo { choices, .. } => {
                choices.iter().find(|&&choice| choice == value).map(|choice| OwnValue::Choice(choice))
            }
            OptionKind::Spin { min, max, .. } => {
                value.parse().ok().filter(|number| (min..=max).contains(number)).map(OwnValue::Number)
            }
            _ => None,
        };
        self.own.extend(value.map(|value| (spec.name, value)));
        value.is_some()
    }

    fn own(&self, name: &str) -> Option<OwnValue> {
        self.own.iter().find(|own| own.0 == name).map(|own| own.1)
    }
}

impl Settings for GameSettings<'_> {
    fn choice(&self, name: &str) -> &str {
        match self.own(name) {
            Some(OwnValue::Choice(choice)) => choice,
            _ => self.common.choice(name),
        }
    }

    fn number(&self, name: &str) -> i64 {
        match self.own(name) {
            Some(OwnValue::Number(number)) => number,
            _ => self.common.number(name),
        }
    }
}

/// The start of a game.
#[derive(Clone, Debug)]
pub struct Start<G> {
    #[allow(missing_docs)]
    pub variant: &'static Variant,
    #[allow(missing_docs)]
    pub position: G,
}

impl<G: Notation> Start<G> {
    /// Variant, FEN and `NAME=VALUE` for each other option, separated by tabs.
    pub fn write(&self, settings: &dyn Settings) -> String {
        let mut text = format!("{}\t{}", self.variant.name, self.position.fen());
        let besides = G::besides_fen(self.variant);
        for spec in G::OPTIONS.iter().filter(|spec| besides.contains(&spec.name)) {
            text += &match spec.kind {
                OptionKind::Spin { .. } => format!("\t{}={}", spec.name, settings.number(spec.name)),
                _ => format!("\t{}={}", spec.name, settings.choice(spec.name)),
            };
        }
        text
    }

    /// The inverse of [`Start::write`]; options that are not written have their values of `common`.
    pub fn read(text: &str, common: &dyn Settings) -> Option<Start<G>> {
        let mut fields = text.split('\t');
        let name = fields.next()?;
        let variant = G::VARIANTS.iter().find(|variant| variant.name == name)?;
        let fen = fields.next()?;
        let mut settings = GameSettings::new(common);
        for field in fields {
            let (name, value) = field.split_once('=')?;
            if !settings.set::<G>(name, value) {
                return None;
            }
        }
        let position = G::from_fen(variant, &settings, fen).ok()?;
        Some(Start { variant, position })
    }
}
