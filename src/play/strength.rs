//! How strong the engine plays, and what its levels are worth.

use std::fmt;

use crate::engine::options::{LEVEL_DEPTHS, Options, level_rating, name, skill_rating};
use crate::game::Settings;
use crate::games::Language;

/// How strong the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A value of `Skill Level`.
    Skill(u32),
    /// A value of `Level` below full strength.
    Level(&'static str),
}

/// The `Skill Level` that holds nothing back.
const FULL: u32 = 20;

/// The rows of the table in protocol.md that say for whom they are, with the Korean for it, weakest first.
const FOR_WHOM: [(Strength, &str, &str); 9] = [
    (Strength::Skill(0), "has just learned how the pieces go", "행마를 막 배움"),
    (Strength::Skill(2), "takes what is left hanging", "공짜 기물은 잡음"),
    (Strength::Skill(5), "plays now and then", "가끔 둠"),
    (Strength::Skill(10), "plays often", "자주 둠"),
    (
        Strength::Level("low"),
        "takes every piece that is left hanging, and makes no slips",
        "공짜 기물은 모두 잡고 실수가 없음",
    ),
    (Strength::Level("middle"), "sees short combinations", "짧은 수순을 읽음"),
    (Strength::Level("high"), "wants a strong opponent that answers at once", "바로 두는 강한 상대를 원함"),
    (Strength::Skill(15), "plays in a club", "기원 수준"),
    (Strength::Skill(FULL), "wants the best", "최강을 원함"),
];

impl Strength {
    /// Nothing held back.
    pub const FULL: Strength = Strength::Skill(FULL);

    /// A number from 0 to 20, `low`, `middle`, `high` or `full`, or the Korean words for these.
    pub fn parse(text: &str) -> Option<Strength> {
        Some(match text.trim().to_lowercase().as_str() {
            "low" | "하" => Strength::Level("low"),
            "middle" | "중" => Strength::Level("middle"),
            "high" | "상" => Strength::Level("high"),
            "full" | "최강" => Strength::FULL,
            number => Strength::Skill(number.parse().ok().filter(|&skill| skill <= FULL)?),
        })
    }

    /// That of an engine with these options.
    pub fn of(options: &Options) -> Strength {
        let level = LEVEL_DEPTHS.iter().find(|(level, depth)| depth.is_some() && *level == options.choice(name::LEVEL));
        let skill = Strength::Skill(u32::try_from(options.number(name::SKILL_LEVEL)).unwrap_or(FULL));
        level.map_or(skill, |(level, _)| Strength::Level(level))
    }

    /// The options that make it, with their values.
    pub fn options(self) -> [(&'static str, String); 2] {
        let (skill, level) = match self {
            Strength::Skill(skill) => (skill, LEVEL_DEPTHS[0].0),
            Strength::Level(level) => (FULL, level),
        };
        [(name::SKILL_LEVEL, skill.to_string()), (name::LEVEL, level.to_owned())]
    }

    /// What it is worth on the scale of `UCI_Elo`.
    fn rating(self) -> Option<u32> {
        match self {
            Strength::Skill(skill) => skill_rating(skill),
            Strength::Level(level) => level_rating(level),
        }
    }

    /// As people say it.
    pub fn told(self, language: Language) -> String {
        let korean = match self {
            Strength::Level("low") => "하",
            Strength::Level("middle") => "중",
            Strength::Level("high") => "상",
            _ => return self.to_string(),
        };
        language.pick(self.to_string(), korean.to_owned())
    }
}

/// As it is parsed.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Strength::Skill(skill) => write!(f, "{skill}"),
            Strength::Level(level) => write!(f, "{level}"),
        }
    }
}

/// How the levels compare and for whom they are, a line for each, weakest first. Where `Level` is that of a program of its own, which
/// nobody has rated, its lines come last.
pub fn table(has_level_player: bool, language: Language) -> Vec<String> {
    let mut rows: Vec<_> = FOR_WHOM.iter().collect();
    let is_own_program = |strength: Strength| has_level_player && matches!(strength, Strength::Level(_));
    rows.sort_by_key(|(strength, ..)| (is_own_program(*strength), strength.rating()));
    let line = |&&(strength, english, korean): &&(Strength, &str, &str)| {
        let rating = strength.rating().filter(|_| !is_own_program(strength));
        let elo = rating.map_or(String::new(), |rating| format!("Elo {rating:>4}"));
        let told = match strength {
            Strength::Level(level) if is_own_program(strength) => {
                let depth = LEVEL_DEPTHS.iter().find(|(known, _)| *known == level).and_then(|(_, depth)| *depth);
                let plies = depth.unwrap_or_default();
                language.pick(
                    format!("wants the program that came with the rules, which looks exactly {plies} plies ahead"),
                    format!("규칙과 함께 나온 원래 프로그램, 정확히 {plies}수 앞까지 읽음"),
                )
            }
            _ => language.pick(english, korean).to_owned(),
        };
        // Hangul takes two columns.
        let name = strength.told(language);
        let columns: usize = name.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
        format!("  {}{name}  {elo:<8}  {told}", " ".repeat(6_usize.saturating_sub(columns)))
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_have_numbers_and_names() {
        assert_eq!(Strength::parse("7"), Some(Strength::Skill(7)));
        assert_eq!(Strength::parse("하"), Strength::parse("LOW"));
        assert_eq!(Strength::parse("low"), Some(Strength::Level("low")));
        assert_eq!(Strength::parse("full"), Strength::parse("20"));
        for bad in ["21", "-1", "strong", ""] {
            assert_eq!(Strength::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn strengths_are_options_and_read_from_them_again() {
        let all = (0..=FULL).map(Strength::Skill).chain(["low", "middle", "high"].map(Strength::Level));
        for strength in all {
            let mut options = Options::default();
            for (option, value) in strength.options() {
                assert!(options.set(option, Some(&value)).is_ok(), "{option} {value}");
            }
            assert_eq!((Strength::of(&options), Strength::parse(&strength.to_string())), (strength, Some(strength)));
        }
    }

    /// The one table of protocol.md, which another test compares with the engine.
    #[test]
    fn levels_are_told_as_documented() {
        let documented = include_str!("../../protocol.md");
        let table = documented.split("<!-- levels -->").nth(1).and_then(|rest| rest.split("<!-- /levels -->").next());
        let rows = table.expect("the table").lines().filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, skill, level, elo, _, whom, _] = cells[..] else { return None };
            let level = level.split('`').nth(1).unwrap_or(skill);
            Some((Strength::parse(level)?, elo.parse().ok(), whom)).filter(|(.., whom)| !whom.is_empty())
        });
        let mut own = FOR_WHOM.map(|(strength, whom, _)| (strength, strength.rating(), whom));
        own.sort_by_key(|(_, rating, _)| *rating);
        assert_eq!(own.to_vec(), rows.collect::<Vec<_>>());
    }

    #[test]
    fn where_level_is_another_program_it_has_no_rating() {
        let english = table(true, Language::English);
        assert_eq!(english[0], "       0  Elo  500  has just learned how the pieces go");
        assert_eq!(
            english[8],
            "    high            wants the program that came with the rules, which looks exactly 7 plies ahead"
        );
        let korean = table(false, Language::Korean);
        assert!(korean[3].starts_with("      하  Elo 1690  "), "{}", korean[3]);
    }

    /// What the help of `--level` says.
    #[test]
    fn levels_with_names_lie_above_the_numbers_that_the_help_names() {
        for (level, number) in [("low", 9), ("middle", 11), ("high", 14)] {
            let rating = Strength::Level(level).rating();
            let around = [number, number + 1].map(|skill| Strength::Skill(skill).rating());
            assert!(around[0] <= rating && rating < around[1], "{level}: {rating:?}, {around:?}");
        }
    }
}
