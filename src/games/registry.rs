//! The one list of all games. Whoever needs a game by its protocol name passes a [`Visitor`], which is called once
//! with the right types; from there on everything is compiled for that game.

use once_cell::sync::Lazy;

use super::{cheduk, janggi, twelve};
use crate::game::{Evaluator, Notation, OptionSpec, Variant};

/// Something to do with a game that is known only by the name of one of its variants.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Called with the game's position and evaluation.
    fn visit<G: Notation, E: Evaluator<G> + Sync + 'static>(self, variant: &'static Variant) -> Self::Output;
}

macro_rules! games {
    ($($position:ty, $evaluation:ty;)+) => {
        /// Every variant of every game, in the order in which they are offered.
        pub static VARIANTS: Lazy<Vec<&'static Variant>> =
            Lazy::new(|| [$(<$position as Notation>::VARIANTS),+].into_iter().flatten().collect());

        /// The options that belong to one game only.
        pub static OPTIONS: Lazy<Vec<OptionSpec>> =
            Lazy::new(|| [$(<$position as Notation>::OPTIONS),+].concat());

        /// Calls the visitor with the game that has a variant of this name, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if let Some(variant) = <$position as Notation>::VARIANTS.iter().find(|variant| variant.name == name) {
                    return Some(visitor.visit::<$position, $evaluation>(variant));
                }
            )+
            None
        }
    };
}

// A new game is a folder and a line here.
games! {
    janggi::Position, janggi::Evaluation;
    twelve::Position, twelve::Evaluation;
    cheduk::Position, cheduk::Evaluation;
}

/// The protocol names of all variants.
pub static NAMES: Lazy<Vec<&'static str>> = Lazy::new(|| VARIANTS.iter().map(|variant| variant.name).collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_fit_on_one_line() {
        let mut names = NAMES.clone();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMES.len());
        assert!(NAMES.iter().map(|name| name.len() + 5).sum::<usize>() < 200);
    }
}
