//! English or Korean, for programs that speak to people.

use std::env;

use super::record::AnyGame;
use super::registry::Description;
use crate::game::{Outcome, korean};

/// What is spoken to people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Language {
    /// English.
    #[value(name = "en")]
    English,
    /// 한국어.
    #[value(name = "ko")]
    Korean,
}

impl Language {
    /// That of the locale: the first of these variables that is set counts; without any, what Windows is set to.
    pub fn of_locale() -> Language {
        let set = |name: &&str| env::var(name).ok().filter(|value| !value.is_empty());
        let told = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
        #[cfg(windows)]
        let told = told.or_else(sys_locale::get_locale);
        let locale = told.unwrap_or_default();
        if locale.starts_with("ko") { Language::Korean } else { Language::English }
    }

    /// The one of two texts that is in this language.
    pub fn pick<T>(self, english: T, korean: T) -> T {
        match self {
            Language::English => english,
            Language::Korean => korean,
        }
    }

    /// What a game says in English, in this language; English if the game has no word for it.
    pub fn of_game(self, game: &dyn AnyGame, english: &str) -> String {
        match self {
            Language::English => None,
            Language::Korean => game.korean(english),
        }
        .unwrap_or_else(|| english.to_owned())
    }

    /// What a variant, an option or a value of a game is called.
    pub fn title(self, game: &Description, name: &str) -> String {
        let english = game.titles.iter().find(|(named, _)| *named == name).map_or(name, |(_, title)| title);
        self.pick(None, korean(game.korean, english)).unwrap_or_else(|| english.to_owned())
    }

    /// How a game has ended, in a sentence.
    pub fn result(self, game: &dyn AnyGame, outcome: &Outcome) -> String {
        let reason = self.of_game(game, game.in_words(outcome.reason));
        match outcome.winner {
            Some(side) => {
                let winner = self.of_game(game, game.side_name(side));
                self.pick(format!("{winner} wins: {reason}."), format!("{winner}의 승리입니다: {reason}."))
            }
            None => self.pick(format!("A draw: {reason}."), format!("무승부입니다: {reason}.")),
        }
    }
}
