//! The questions before a game. What the command line says is not asked, and where nobody can answer nothing is.

use super::PlayError;
use super::command::PlayCommand;
use super::console::Console;
use super::opponent::Strength;
use super::timer::ClockSetting;
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
    /// Asks until `read` understands the answer; Enter alone takes `default`. Where nobody can be asked, that is the answer.
    fn until<T>(
        &mut self,
        prompt: &str,
        default: &str,
        read: impl Fn(&str) -> Option<T>,
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
                    let sentence = match self.language {
                        Language::English => format!("'{line}' is none of these; Enter alone takes {default}."),
                        Language::Korean => format!("'{line}'은(는) 목록에 없습니다. Enter만 누르면 {default}입니다."),
                    };
                    self.console.say(&sentence)?;
                }
            }
        }
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
        self.until(self.language.pick("Number or name", "번호나 이름"), "1", read)
    }

    /// The variant.
    pub fn variant(&mut self) -> Result<Answer<&'static str>, PlayError> {
        let row = |game: &Description, name: &str| (name.to_owned(), self.language.title(game, name));
        let games = registry::GAMES.iter();
        let rows: Vec<_> =
            games.flat_map(|game| game.variants.iter().map(move |variant| row(game, variant.name))).collect();
        let chosen = self.choose(self.language.pick("Which game?", "어떤 게임을 할까요?"), &rows)?;
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
        let chosen = self.choose(language.pick("Which side do you play?", "어느 쪽을 잡을까요?"), &rows)?;
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
    pub fn strength(&mut self) -> Result<Answer<Strength>, PlayError> {
        let prompt = self.language.pick(
            "How strong am I? 0 (beginner) to 20 (full strength), or low, middle, high",
            "실력은? 0(초보)부터 20(최강)까지, 또는 하, 중, 상",
        );
        self.until(prompt, DEFAULT_LEVEL, Strength::parse)
    }

    /// The clock, if there is to be one.
    pub fn clock(&mut self) -> Result<Answer<Option<ClockSetting>>, PlayError> {
        let prompt = self.language.pick(
            "Clock: minutes+seconds for each move, such as 10+5, or none",
            "시계: 분+한 수당 초, 예: 10+5. 시계 없이 두려면 없음",
        );
        self.until(prompt, self.language.pick(NO_CLOCK, KOREAN_NO_CLOCK), read_clock)
    }
}

/// The row that is called so, or the only one in whose name or title the text stands.
fn named(rows: &[(String, String)], text: &str) -> Option<usize> {
    let text = text.to_lowercase();
    let found = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let fits = |(name, title): &(String, String)| fits(&name.to_lowercase()) || fits(&title.to_lowercase());
        rows.iter().enumerate().filter(|(_, row)| fits(row)).map(|(index, _)| index).collect()
    };
    if let [only] = found(&|own| own == text)[..] {
        return Some(only);
    }
    match found(&|own| text.chars().count() > 1 && own.contains(&text))[..] {
        [only] => Some(only),
        _ => None,
    }
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
        "first" => Some(Players::Person(first)),
        "second" => Some(Players::Person(first.other())),
        "random" | "무작위" | "아무거나" => Some(Players::by_lot()),
        _ => [Side::Upper, Side::Lower].into_iter().find(|&side| names(side).contains(&asked)).map(Players::Person),
    }
}
