//! The one list of all games. Whoever needs a game by its protocol name passes a [`Visitor`], which is called once
//! with the right types; from there on everything is compiled for that game.

use once_cell::sync::Lazy;

use super::{cheduk, janggi, twelve};
use crate::game::{Notation, OptionSpec, Presentable, Variant};
use crate::games::family::Family;

/// Something to do with a game that is known only by the name of one of its variants.
pub trait Visitor {
    /// What a visit gives back.
    type Output;
    /// Called with the game's types.
    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output;
}

/// What can be known of a game without its types.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Description {
    /// All that it can be played in.
    pub variants: &'static [Variant],
    /// The options that belong to it alone.
    pub options: &'static [OptionSpec],
    /// See [`Notation::DRAWN_BY_LOT`].
    pub drawn_by_lot: &'static [(&'static str, &'static [&'static str])],
    /// What variants, options and values are called, by their protocol names.
    pub titles: &'static [(&'static str, &'static str)],
    /// The Korean of what the game says, see [`Presentable::KOREAN`].
    pub korean: &'static [(&'static str, &'static str)],
}

macro_rules! games {
    ($($family:ty),+ $(,)?) => {
        /// Every game, in the order in which they are offered.
        pub static GAMES: &[Description] = &[$(Description {
            variants: <$family as Family>::Position::VARIANTS,
            options: <$family as Family>::Position::OPTIONS,
            drawn_by_lot: <$family as Family>::Position::DRAWN_BY_LOT,
            titles: <$family as Family>::Position::TITLES,
            korean: <$family as Family>::Position::KOREAN,
        }),+];

        /// Calls the visitor with the game that has a variant of this name, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                let mut variants = <$family as Family>::Position::VARIANTS.iter();
                if let Some(variant) = variants.find(|variant| variant.name == name) {
                    return Some(visitor.visit::<$family>(variant));
                }
            )+
            None
        }
    };
}

// A new game is a folder and a line here.
games! {
    janggi::Janggi,
    twelve::TwelveJanggi,
    cheduk::CheDuk,
}

/// Every variant of every game, in the order in which they are offered.
pub static VARIANTS: Lazy<Vec<&'static Variant>> = Lazy::new(|| GAMES.iter().flat_map(|game| game.variants).collect());

/// The options that belong to one game only.
pub static OPTIONS: Lazy<Vec<OptionSpec>> = Lazy::new(|| GAMES.iter().flat_map(|game| game.options).copied().collect());

/// The protocol names of all variants.
pub static NAMES: Lazy<Vec<&'static str>> = Lazy::new(|| VARIANTS.iter().map(|variant| variant.name).collect());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::OptionKind;

    /// The ends of a game in words.
    struct Reasons;

    impl Visitor for Reasons {
        type Output = &'static [(&'static str, &'static str)];

        fn visit<F: Family>(self, _variant: &'static Variant) -> Self::Output {
            F::Position::REASONS
        }
    }

    /// Everything that is offered to people has a title, and every title its Korean; so has every end.
    #[test]
    fn what_is_offered_has_a_title_in_both_languages() {
        for game in GAMES {
            let asked = |spec: &&OptionSpec| game.drawn_by_lot.iter().any(|(name, _)| *name == spec.name);
            let choices = game.options.iter().filter(asked).flat_map(|spec| match spec.kind {
                OptionKind::Combo { choices, .. } => choices,
                _ => &[],
            });
            for name in game.variants.iter().map(|variant| variant.name).chain(choices.copied()) {
                let title = game.titles.iter().find(|(named, _)| *named == name).map(|(_, title)| *title);
                let title = title.unwrap_or_else(|| panic!("{name} has no title"));
                assert!(crate::game::korean(game.korean, title).is_some(), "{title} has no Korean");
            }
            for (_, words) in visit(game.variants[0].name, Reasons).expect("a game") {
                assert!(crate::game::korean(game.korean, words).is_some(), "{words} has no Korean");
            }
        }
    }

    #[test]
    fn names_are_unique_and_fit_on_one_line() {
        let mut names = NAMES.clone();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
        assert!(NAMES.iter().map(|name| name.len() + 5).sum::<usize>() < 200);
    }
}
