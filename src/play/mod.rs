//! `janggun play`: a person plays against the engine, or two people against each other, in a terminal.

mod ask;
mod command;
mod console;
mod ending;
mod error;
mod explain;
mod opponent;
mod paint;
mod particles;
mod saved;
mod session;
mod strength;
mod timer;
mod verdict;

use std::path::PathBuf;

use clap::Args;

use crate::clock::Duration;
use crate::engine::options::expected;
use crate::engine::{Engine, EngineError};
use crate::game::OptionKind;
use crate::games::Language;
use crate::games::registry::{self, Description};
use ask::{Answer, Questions};
use console::Console;
pub use error::{PlayError, PlayFailure};
use opponent::Opponent;
use paint::Paint;
use saved::{LoadError, SavedGame, SavedSettings};
use session::PlaySession;
use strength::Strength;
use timer::ClockSetting;

/// What `play` is to do.
#[derive(Args)]
pub struct PlayArguments {
    /// Game and rules: a value of UCI_Variant, or a name such as 십이장기
    pub variant: Option<String>,
    /// Side that you play: its name, first, second, random, or both for two people
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Set-ups, where the game has them, first side's first: SETUP/SETUP; one alone is for both sides
    #[arg(long, value_name = "SETUP[/SETUP]")]
    setup: Option<String>,
    /// Strength of the engine: 0 (beginner) to 20 (full strength), 5 where nobody can be asked; low, middle, high (하, 중, 상) lie just above 9, 11, 14, but in twelvejanggi are another program, which nobody has rated
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Clock of both sides: minutes for the game, above 0, and seconds for each move as in 10+5, or none
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<String>,
    /// Seconds that the engine takes for a move without a clock, at the most; 3 if not given
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    think: Option<String>,
    /// Language; that of the locale if not given
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Go on with a game that was saved, with its side, level and clock unless they are given too
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// How long the engine takes for a move without a clock, at the most, if nobody says anything else.
const DEFAULT_THINK: Duration = Duration::from_secs(3);

/// Asks what the arguments do not say, and plays.
pub fn play(arguments: &PlayArguments) -> Result<(), PlayFailure> {
    let language = arguments.lang.unwrap_or_else(Language::of_locale);
    play_in(language, arguments).map_err(|error| PlayFailure { error, language })
}

fn play_in(language: Language, arguments: &PlayArguments) -> Result<(), PlayError> {
    let mut console = Console::open()?;
    let mut questions = Questions { console: &mut console, language };
    let saved = arguments.load.as_deref().map(SavedGame::read).transpose()?;
    let Some(prepared) = prepare(arguments, saved.as_ref(), &mut questions)? else { return Ok(()) };
    let Prepared { opponent, players, control } = prepared;
    let session = PlaySession::new(console, opponent, (language, Paint::of_stdout()), players, control);
    let settings = saved.map(|saved| saved.settings).unwrap_or_default();
    // A clock on the command line is a new one.
    let clock = settings.clock.flatten().filter(|_| arguments.clock.is_none());
    session.run(clock, settings.end)
}

/// All that was asked.
struct Prepared {
    opponent: Opponent,
    players: ask::Players,
    control: Option<ClockSetting>,
}

/// Unwraps an answer, or leaves: whoever ends the input does not want to play.
macro_rules! given {
    ($answer:expr) => {
        match $answer? {
            Answer::Given(answer) => answer,
            Answer::Gone => return Ok(None),
        }
    };
}

/// What the command line says, checked before anything is asked.
struct Asked {
    variant: Option<&'static str>,
    strength: Option<Strength>,
    clock: Option<Option<ClockSetting>>,
    think: Option<Duration>,
}

impl Asked {
    fn of(arguments: &PlayArguments) -> Result<Asked, PlayError> {
        let unknown = |name: &String| PlayError::from(EngineError::Variant { name: name.clone() });
        Ok(Asked {
            variant: read(arguments.variant.as_ref(), ask::read_variant, unknown)?,
            strength: read(arguments.level.as_ref(), Strength::parse, |asked| PlayError::Level(asked.clone()))?,
            clock: read(arguments.clock.as_ref(), ask::read_clock, |asked| PlayError::Clock(asked.clone()))?,
            think: read(arguments.think.as_ref(), ask::read_think, |asked| PlayError::Think(asked.clone()))?,
        })
    }
}

/// A value, if it is given.
fn read<T>(
    asked: Option<&String>,
    parse: impl Fn(&str) -> Option<T>,
    wrong: impl Fn(&String) -> PlayError,
) -> Result<Option<T>, PlayError> {
    asked.map(|asked| parse(asked).ok_or_else(|| wrong(asked))).transpose()
}

/// What comes of the command line, what the saved game says where that is silent, and answers to questions for the rest.
fn prepare(
    arguments: &PlayArguments,
    saved: Option<&SavedGame>,
    questions: &mut Questions,
) -> Result<Option<Prepared>, PlayError> {
    let asked = Asked::of(arguments)?;
    let kept = saved.map_or(SavedSettings::default(), |saved| saved.settings);
    let variant = match asked.variant {
        Some(name) => name,
        // A game that is loaded knows what it is.
        None if saved.is_some() => registry::NAMES[0],
        None => given!(questions.variant()),
    };
    let mut start = Engine::without_worker(Some(variant))?;
    if let Some(saved) = saved {
        saved.set_up(&mut start).map_err(LoadError::from)?;
    }
    let players = match (&arguments.side, kept.players) {
        (Some(asked), _) => ask::read_players(start.game(), asked).ok_or_else(|| side_error(&start, asked))?,
        (None, Some(players)) => players,
        (None, None) => given!(questions.players(start.game())),
    };
    let setups = if saved.is_some() { Vec::new() } else { given!(setups(arguments, questions, &start)) };
    let known_strength = asked.strength.or(kept.strength);
    let strength = match known_strength {
        Some(strength) => strength,
        // Two people need no opponent, but may ask it for advice.
        None if players == ask::Players::Both => Strength::FULL,
        None => given!(questions.strength(start.session().has_level_player())),
    };
    let control = match (asked.clock, kept.clock) {
        (Some(control), _) => control,
        (None, Some(clock)) => clock.map(|clock| clock.control()),
        (None, None) => given!(questions.clock()),
    };
    let mut opponent = Opponent::new(variant, strength, asked.think.or(kept.think).unwrap_or(DEFAULT_THINK))?;
    for (option, value) in setups {
        opponent.engine.set_option(option, Some(value))?;
    }
    if let Some(saved) = saved {
        saved.set_up(&mut opponent.engine).map_err(LoadError::from)?;
    }
    // The file may have set options of strength, too.
    if let Some(strength) = known_strength {
        opponent.set_strength(strength)?;
    }
    Ok(Some(Prepared { opponent, players, control }))
}

fn side_error(engine: &Engine, asked: &str) -> PlayError {
    let game = engine.game();
    let first = game.first_side();
    let names =
        |language: Language| [first, first.other()].map(|side| language.of_game(game, game.side_name(side))).join(", ");
    PlayError::Side { asked: asked.to_owned(), known: names(Language::English), korean: names(Language::Korean) }
}

type Setups = Vec<(&'static str, &'static str)>;

/// The values of the options that shape the start position.
fn setups(arguments: &PlayArguments, questions: &mut Questions, engine: &Engine) -> Result<Answer<Setups>, PlayError> {
    let variant = engine.session().variant().name;
    let game = registry::GAMES.iter().find(|game| game.variants.iter().any(|own| own.name == variant));
    let Some(game) = game else { return Ok(Answer::Given(Vec::new())) };
    let mut chosen = Vec::new();
    if let Some(asked) = &arguments.setup {
        return setups_of(game, asked).map(Answer::Given);
    }
    for &(option, _) in game.drawn_by_lot {
        match questions.setup(game, option)? {
            Answer::Given(Some(value)) => chosen.push((option, value)),
            Answer::Given(None) => (),
            Answer::Gone => return Ok(Answer::Gone),
        }
    }
    Ok(Answer::Given(chosen))
}

/// What `--setup` says.
fn setups_of(game: &'static Description, asked: &str) -> Result<Setups, PlayError> {
    let (first, second) = asked.split_once('/').unwrap_or((asked, asked));
    let mut chosen = Vec::new();
    for spec in game.options.iter().filter(|spec| game.drawn_by_lot.iter().any(|(name, _)| *name == spec.name)) {
        let OptionKind::Combo { choices, .. } = spec.kind else { continue };
        let asked = if chosen.is_empty() { first } else { second };
        let unknown = || PlayError::Setup {
            asked: asked.to_owned(),
            known: expected(spec),
            korean: choices.iter().map(|choice| Language::Korean.title(game, choice)).collect::<Vec<_>>().join(", "),
        };
        chosen.push((spec.name, spec.choice(asked).ok_or_else(unknown)?));
    }
    if chosen.is_empty() { Err(PlayError::NoSetup) } else { Ok(chosen) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_ups_have_names_in_both_languages() {
        let game = &registry::GAMES[0];
        let values =
            |asked| setups_of(game, asked).map(|chosen| chosen.iter().map(|(_, value)| *value).collect::<Vec<_>>());
        assert_eq!(values("sangmamasang").ok(), Some(vec!["sangmamasang", "sangmamasang"]));
        assert_eq!(values("안상차림/masangmasang").ok(), Some(vec!["masangsangma", "masangmasang"]));
        assert_eq!(values("왼상/기동차").ok(), Some(vec!["sangmasangma", "gidongcha"]));
        // Half a name is none.
        for unknown in ["masang/", "", "x", "e", "마상", "왼상/", "안상/상"] {
            assert!(values(unknown).is_err(), "{unknown}");
        }
        assert!(matches!(setups_of(&registry::GAMES[1], "x"), Err(PlayError::NoSetup)));
    }
}
