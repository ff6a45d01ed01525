//! `janggun play`: a person plays against the engine, or two people against each other, in a terminal.

mod ask;
mod command;
mod console;
mod explain;
mod opponent;
mod paint;
mod particles;
mod saved;
mod session;
mod timer;

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::clock::Duration;
use crate::engine::options::expected;
use crate::engine::{Engine, EngineError};
use crate::game::{MoveError, OptionKind};
use crate::games::Language;
use crate::games::registry::{self, Description};
use ask::{Answer, Questions};
use console::Console;
use opponent::{Opponent, Strength};
use paint::Paint;
use saved::{LoadError, SavedGame};
use session::PlaySession;
use timer::ClockSetting;

/// What `play` is to do.
#[derive(Args)]
pub struct PlayArguments {
    /// Game and rules, a value of UCI_Variant
    variant: Option<String>,
    /// Side that you play: its name, first, second, random, or both for two people
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Set-ups, where the game has them, first side's first: SETUP/SETUP; one alone is for both sides
    #[arg(long, value_name = "SETUP[/SETUP]")]
    setup: Option<String>,
    /// Strength of the engine: 0 (beginner) to 20 (full strength), or low, middle, high (하, 중, 상)
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Clock of both sides, minutes and seconds for each move as in 10+5, or none
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<String>,
    /// Seconds that the engine takes for a move without a clock, at the most
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = read_think)]
    think: Duration,
    /// Language; that of the locale if not given
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PlayError {
    #[error("there is no side '{asked}'; choose {known}, first, second, random or both")]
    Side { asked: String, known: String },
    #[error("there is no level '{0}'; choose a number from 0 to 20, or low, middle, high or full")]
    Level(String),
    #[error("'{0}' is no clock; write minutes and seconds for each move, as in 10+5, or none")]
    Clock(String),
    #[error("this game has no set-up to choose; leave --setup out")]
    NoSetup,
    #[error("there is no set-up '{asked}'; it takes {known}")]
    Setup { asked: String, known: String },
    #[error("cannot load the game: {0}")]
    Load(#[from] LoadError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the engine found no move; begin again with the game as it was saved")]
    NoMove,
    #[error("the engine's own move was refused: {0}")]
    Move(MoveError),
    #[error("cannot read the terminal: {0}")]
    Terminal(String),
    #[error("cannot read or write: {0}")]
    Io(#[from] io::Error),
}

impl PlayError {
    fn terminal(error: impl std::fmt::Display) -> PlayError {
        PlayError::Terminal(error.to_string())
    }
}

/// A number of seconds that a move may take; a day is the longest that anybody wants to wait for one.
fn read_think(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 86400".to_owned())
}

/// Asks what the arguments do not say, and plays.
pub fn play(arguments: &PlayArguments) -> Result<(), PlayError> {
    let language = arguments.lang.unwrap_or_else(Language::of_locale);
    let mut console = Console::open()?;
    let mut questions = Questions { console: &mut console, language };
    let saved = arguments.load.as_deref().map(SavedGame::read).transpose()?;
    let Some(prepared) = prepare(arguments, saved.as_ref(), &mut questions)? else { return Ok(()) };
    let Prepared { opponent, players, control } = prepared;
    let session = PlaySession::new(console, opponent, (language, Paint::of_stdout()), players, control);
    // A clock on the command line is a new one.
    let clock = saved.and_then(|saved| saved.clock).flatten().filter(|_| arguments.clock.is_none());
    session.run(clock)
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

fn prepare(
    arguments: &PlayArguments,
    saved: Option<&SavedGame>,
    questions: &mut Questions,
) -> Result<Option<Prepared>, PlayError> {
    // What the command line says is checked before anything is asked.
    let asked_level = arguments.level.as_ref();
    let asked_level =
        asked_level.map(|asked| Strength::parse(asked).ok_or_else(|| PlayError::Level(asked.clone()))).transpose()?;
    let asked_clock = arguments.clock.as_ref();
    let asked_clock =
        asked_clock.map(|asked| ask::read_clock(asked).ok_or_else(|| PlayError::Clock(asked.clone()))).transpose()?;
    let variant = match &arguments.variant {
        Some(name) => name.as_str(),
        // A game that is loaded knows what it is.
        None if saved.is_some() => registry::NAMES[0],
        None => given!(questions.variant()),
    };
    let mut start = Engine::without_worker(Some(variant))?;
    if let Some(saved) = saved {
        saved.set_up(&mut start).map_err(LoadError::from)?;
    }
    let players = match &arguments.side {
        None => given!(questions.players(start.game())),
        Some(asked) => ask::read_players(start.game(), asked).ok_or_else(|| side_error(&start, asked))?,
    };
    let setups = if saved.is_some() { Vec::new() } else { given!(setups(arguments, questions, &start)) };
    let strength = match asked_level {
        Some(strength) => strength,
        // Two people need no opponent, but may ask it for advice.
        None if players == ask::Players::Both => Strength::parse("full").ok_or(PlayError::NoMove)?,
        None => given!(questions.strength()),
    };
    let control = match asked_clock {
        Some(control) => control,
        None => match saved.and_then(|saved| saved.clock) {
            Some(clock) => clock.map(|clock| clock.control()),
            None => given!(questions.clock()),
        },
    };
    let mut opponent = Opponent::new(variant, &strength, arguments.think)?;
    for (option, value) in setups {
        opponent.engine.set_option(option, Some(value))?;
    }
    if let Some(saved) = saved {
        saved.set_up(&mut opponent.engine).map_err(LoadError::from)?;
    }
    Ok(Some(Prepared { opponent, players, control }))
}

fn side_error(engine: &Engine, asked: &str) -> PlayError {
    let game = engine.game();
    let first = game.first_side();
    let known = [first, first.other()].map(|side| game.side_name(side)).join(", ");
    PlayError::Side { asked: asked.to_owned(), known }
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
        if !matches!(spec.kind, OptionKind::Combo { .. }) {
            continue;
        }
        let asked = if chosen.is_empty() { first } else { second };
        let unknown = || PlayError::Setup { asked: asked.to_owned(), known: expected(spec) };
        chosen.push((spec.name, spec.choice(asked).ok_or_else(unknown)?));
    }
    if chosen.is_empty() { Err(PlayError::NoSetup) } else { Ok(chosen) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_takes_a_sensible_time() {
        assert_eq!(read_think("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["nan", "inf", "-1", "0", "1e300", "86401", "soon", ""] {
            assert!(read_think(bad).is_err(), "{bad}");
        }
    }

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
