//! The questions before a game. What the command line says is not asked, and where nobody can answer nothing is.

use super::command::PlayCommand;
use super::console::Console;
use super::error::PlayError;
use super::strength::{self, Strength};
use super::timer::ClockSetting;
use crate::clock::Duration;
use crate::game::{OptionKind, Side};
use crate::games::AnyGame;
use crate::games::Language;
use crate::games::registry::{self, Description};

/// Who sits at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// A person has this side and the engine the other.
    Person(Side),
    /// Two people.
    Both,
}

impl Players {
    /// A person against the engine, on either side.
    fn by_lot() -> Players {
        Players::Person(if fastrand::bool() { Side::Upper } else { Side::Lower })
    }
}

/// Whoever ends the input while questions are asked does not want to play.
pub enum Answer<T> {
    /// This.
    Given(T),
    /// No more input.
    Gone,
}

/// Asks in one language.
pub struct Questions<'a> {
    /// Where to ask.
    pub console: &'a mut Console,
    /// How.
    pub language: Language,
}

impl Questions<'_> {
    /// Asks until `read` understands the answer, and says what is wrong with others; Enter alone takes `default`. Where nobody can be
    /// asked, that is the answer.
    fn until<T>(
        &mut self,
        prompt: &str,
        default: &str,
        read: impl Fn(&str) -> Option<T>,
        wrong: impl Fn(&str) -> String,
    ) -> Result<Answer<T>, PlayError> {
        if !self.console.is_terminal() {
            return Ok(read(default).map_or(Answer::Gone, Answer::Given));
        }
        loop {
            let Some(line) = self.console.ask(&format!("{prompt} [{default}]: "))? else { return Ok(Answer::Gone) };
            let line = if line.is_empty() { default } else { &line };
            if PlayCommand::parse(line) == PlayCommand::Quit {
                return Ok(Answer::Gone);
            }
            match read(line) {
                Some(answer) => return Ok(Answer::Given(answer)),
                None => {
                    let enter = self
                        .language
                        .pick(format!("Enter alone takes {default}."), format!("Enter만 누르면 {default}입니다."));
                    self.console.say(&format!("{}. {enter}", wrong(line)))?;
                }
            }
        }
    }

    /// What is wrong with an answer that is not in the list before the question.
    fn not_listed(&self) -> impl Fn(&str) -> String + use<> {
        let language = self.language;
        move |line| language.pick(format!("'{line}' is none of these"), format!("'{line}'은(는) 목록에 없습니다"))
    }

    /// One of several rows of a name and a title, by number or by name.
    fn choose(&mut self, heading: &str, rows: &[(String, String)]) -> Result<Answer<usize>, PlayError> {
        self.choose_by(heading, rows, |_| None)
    }

    /// The same; rows have other names besides.
    fn choose_by(
        &mut self,
        heading: &str,
        rows: &[(String, String)],
        by_other_name: impl Fn(&str) -> Option<usize>,
    ) -> Result<Answer<usize>, PlayError> {
        if self.console.is_terminal() {
            self.console.say(heading)?;
            let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            let digits = rows.len().to_string().len();
            for (index, (name, title)) in rows.iter().enumerate() {
                self.console.say(format!("  {:>digits$}  {name:<width$}  {title}", index + 1).trim_end())?;
            }
        }
        let read = |line: &str| {
            let by_number = line.parse::<usize>().ok().filter(|number| (1..=rows.len()).contains(number));
            by_number.map(|number| number - 1).or_else(|| by_other_name(line)).or_else(|| named(rows, line))
        };
        self.until(self.language.pick("Number or name", "번호나 이름"), "1", read, self.not_listed())
    }

    /// The variant.
    pub fn variant(&mut self) -> Result<Answer<&'static str>, PlayError> {
        let rows = variant_rows(self.language);
        let other = variant_rows(self.language.pick(Language::Korean, Language::English));
        let heading = self.language.pick("Which game?", "어떤 게임을 할까요?");
        let chosen = self.choose_by(heading, &rows, |line| named(&rows, line).or_else(|| named(&other, line)))?;
        Ok(match chosen {
            Answer::Given(index) => Answer::Given(registry::NAMES[index]),
            Answer::Gone => Answer::Gone,
        })
    }

    /// Who plays which side.
    pub fn players(&mut self, game: &dyn AnyGame) -> Result<Answer<Players>, PlayError> {
        let first = game.first_side();
        let language = self.language;
        let name = |side| language.of_game(game, game.side_name(side));
        let rows = [
            (name(first), String::new()),
            (name(first.other()), String::new()),
            (language.pick("random", "무작위").to_owned(), language.pick("either, by lot", "제비로 정함").to_owned()),
            (language.pick("both", "둘이서").to_owned(), language.pick("two people", "사람끼리").to_owned()),
        ];
        let chosen = self.choose(language.pick("Which side do you play?", "어느 쪽을 잡으시겠습니까?"), &rows)?;
        Ok(match chosen {
            Answer::Given(0) => Answer::Given(Players::Person(first)),
            Answer::Given(1) => Answer::Given(Players::Person(first.other())),
            Answer::Given(2) => Answer::Given(Players::by_lot()),
            Answer::Given(_) => Answer::Given(Players::Both),
            Answer::Gone => Answer::Gone,
        })
    }

    /// The value of an option that is drawn by lot elsewhere, if it is one of several words.
    pub fn setup(&mut self, game: &Description, option: &str) -> Result<Answer<Option<&'static str>>, PlayError> {
        let Some(spec) = game.options.iter().find(|spec| spec.name == option) else { return Ok(Answer::Given(None)) };
        let OptionKind::Combo { choices, .. } = spec.kind else { return Ok(Answer::Given(None)) };
        let rows: Vec<_> =
            choices.iter().map(|choice| ((*choice).to_owned(), self.language.title(game, choice))).collect();
        let by_other_name =
            |line: &str| spec.choice(line).and_then(|meant| choices.iter().position(|own| *own == meant));
        Ok(match self.choose_by(&self.language.title(game, option), &rows, by_other_name)? {
            Answer::Given(index) => Answer::Given(Some(choices[index])),
            Answer::Gone => Answer::Gone,
        })
    }

    /// How strong the engine is to be.
    pub fn strength(&mut self, has_level_player: bool) -> Result<Answer<Strength>, PlayError> {
        if self.console.is_terminal() {
            self.console.say(self.language.pick(
                "How strong am I? 0 to 20, or low, middle, high. Each suits somebody who …",
                "실력은? 0부터 20까지, 또는 하, 중, 상. 어울리는 상대:",
            ))?;
            for line in strength::table(has_level_player, self.language) {
                self.console.say(&line)?;
            }
        }
        self.until(self.language.pick("Level", "실력"), DEFAULT_LEVEL, Strength::parse, self.not_listed())
    }

    /// The clock, if there is to be one.
    pub fn clock(&mut self) -> Result<Answer<Option<ClockSetting>>, PlayError> {
        let prompt = self.language.pick(
            "Clock: minutes for the game + seconds for each move, such as 10+5, or none",
            "시계: 한 판의 분 + 한 수당 초, 예: 10+5. 시계 없이 두려면 없음",
        );
        let language = self.language;
        let wrong = |line: &str| PlayError::Clock(line.to_owned()).told(language);
        self.until(prompt, language.pick(NO_CLOCK, KOREAN_NO_CLOCK), read_clock, wrong)
    }
}

/// The protocol name and the title of every variant.
fn variant_rows(language: Language) -> Vec<(String, String)> {
    let row = |game: &Description, name: &str| (name.to_owned(), language.title(game, name));
    let games = registry::GAMES.iter();
    games.flat_map(|game| game.variants.iter().map(move |variant| row(game, variant.name))).collect()
}

/// The variant that is called so, as at the question for it, in either language.
pub fn read_variant(text: &str) -> Option<&'static str> {
    let languages = [Language::English, Language::Korean];
    let row = languages.into_iter().find_map(|language| named(&variant_rows(language), text.trim()));
    row.map(|row| registry::NAMES[row])
}

/// The row with this name or title; or the first whose title begins with it, before a comma or a bracket; or the only one in whose
/// name or title the text stands; or all of its words, one of which may be what titles begin with, as in `장기 온라인` and `온라인장기`.
fn named(rows: &[(String, String)], text: &str) -> Option<usize> {
    let text = text.to_lowercase();
    let rows: Vec<(String, String)> =
        rows.iter().map(|(name, title)| (name.to_lowercase(), title.to_lowercase())).collect();
    let head = |title: &str| title.split([',', '(']).next().unwrap_or_default().trim().to_owned();
    let only = |fits: &dyn Fn(&str, &str) -> bool| {
        let mut found = rows.iter().enumerate().filter(|(_, (name, title))| fits(name, title)).map(|(index, _)| index);
        found.next().filter(|_| found.next().is_none())
    };
    let stands_in =
        |part: &str, name: &str, title: &str| part.chars().count() > 1 && (name.contains(part) || title.contains(part));
    let without_head = |title: &str| {
        let head = head(title);
        let rest = text.strip_suffix(&head).or_else(|| text.strip_prefix(&head))?;
        Some(rest.trim().to_owned()).filter(|_| !head.is_empty())
    };
    only(&|name, title| name == text || title == text)
        .or_else(|| rows.iter().position(|(_, title)| !text.is_empty() && head(title) == text))
        .or_else(|| only(&|name, title| stands_in(&text, name, title)))
        .or_else(|| only(&|name, title| text.contains(' ') && text.split(' ').all(|word| stands_in(word, name, title))))
        .or_else(|| only(&|_, title| without_head(title).is_some_and(|rest| stands_in(&rest, "", title))))
}

/// The level if nobody says anything else: for somebody who knows the rules.
pub const DEFAULT_LEVEL: &str = "5";
/// Play without a clock.
pub const NO_CLOCK: &str = "none";
const KOREAN_NO_CLOCK: &str = "없음";

/// A clock, or none; nothing if it is neither.
pub fn read_clock(text: &str) -> Option<Option<ClockSetting>> {
    if [NO_CLOCK, KOREAN_NO_CLOCK].contains(&text.trim()) { Some(None) } else { ClockSetting::parse(text).map(Some) }
}

/// A number of seconds that a move may take; a day is the longest that anybody wants to wait for one.
pub fn read_think(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64)
}

/// The sides as the command line names them.
pub fn read_players(game: &dyn AnyGame, text: &str) -> Option<Players> {
    let first = game.first_side();
    let asked = text.trim().to_lowercase();
    let names = |side: Side| {
        let english = game.side_name(side);
        let korean = game.korean(english).unwrap_or_default();
        let short = english.split(' ').next().unwrap_or(english).to_lowercase();
        [english.to_lowercase(), short, korean]
    };
    match asked.as_str() {
        "both" | "둘이서" => Some(Players::Both),
        "first" | "선" => Some(Players::Person(first)),
        "second" | "후" => Some(Players::Person(first.other())),
        "random" | "무작위" | "아무거나" => Some(Players::by_lot()),
        _ => [Side::Upper, Side::Lower].into_iter().find(|&side| names(side).contains(&asked)).map(Players::Person),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_known_by_their_names_in_both_languages() {
        for (asked, variant) in [
            ("janggi", "janggi"),
            ("JanggiModern", "janggimodern"),
            ("장기", "janggi"),
            ("대한장기협회", "janggi"),
            ("온라인장기", "janggimodern"),
            ("장기 온라인", "janggimodern"),
            ("온라인 규칙", "janggimodern"),
            ("친선장기", "janggicasual"),
            ("엄격", "janggistrict"),
            ("옛 규칙", "janggitraditional"),
            ("전통장기", "janggiclassic"),
            ("십이장기", "twelvejanggi"),
            ("Twelve Janggi", "twelvejanggi"),
            ("더 지니어스", "twelvejanggi"),
            ("동물장기", "dobutsu"),
            ("Dobutsu Shogi", "dobutsu"),
            ("체둑", "cheduk"),
            ("CheDuk", "cheduk"),
            ("공식체둑", "chedukmodern"),
        ] {
            assert_eq!(read_variant(asked), Some(variant), "{asked}");
        }
        for unknown in ["", " ", "chess", "바둑", "규칙", "기", "x장기", "장기 바둑", "장기장기", "e"] {
            assert_eq!(read_variant(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_thought_takes_a_sensible_time() {
        assert_eq!(read_think("0.5"), Some(Duration::from_millis(500)));
        for bad in ["nan", "inf", "-1", "0", "1e300", "86401", "soon", ""] {
            assert!(read_think(bad).is_none(), "{bad}");
        }
    }
}
