//! Games in files: as lines of the protocol, so that `janggun < FILE` can go on with them too.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::ask::{Players, read_think};
use super::ending::{Conclusion, read_side, side_letter};
use super::strength::Strength;
use super::timer::StoppedClock;
use crate::clock::Duration;
use crate::engine::options::name;
use crate::engine::{Engine, EngineError};
use crate::files;
use crate::game::{OptionKind, Settings};
use crate::games::registry;
use crate::lines;
use crate::protocol::ParseError;
use crate::protocol::uci::{UciCommand, parse};
use crate::records::RecordFormat;

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LoadError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error(
        "it is a record of games ({}), and only what `save` wrote can be gone on with; `janggun review` looks through \
         records, and `janggun convert` writes them in another form",
        RecordFormat::names().join(" or ")
    )]
    Record,
    #[error("it is no text in UTF-8")]
    NotText,
    #[error("line {line}: {error}")]
    Line { line: usize, error: ParseError },
    #[error("line {line} is neither 'setoption' nor 'position'")]
    Foreign { line: usize },
    #[error("there is no line 'position' in it")]
    NoPosition,
    #[error("line {line} is not understood; expected '{}'", LoadError::setting_form(key, expected))]
    Setting { line: usize, key: &'static str, expected: &'static str },
    #[error("line {line} is no clock; expected {}", LoadError::clock_forms(" or as in "))]
    Clock { line: usize },
    #[error(transparent)]
    Refused(#[from] EngineError),
}

impl LoadError {
    /// How a line of a setting is written.
    pub fn setting_form(key: &str, expected: &str) -> String {
        format!("{SETTING} {key} {expected}")
    }

    /// How the line of the clock is written.
    pub fn clock_forms(or: &str) -> String {
        format!("'{CLOCK} {NO_CLOCK}'{or}'{CLOCK} 10+5 wtime 600000 btime 600000'")
    }
}

/// What begins the line of the clock, a comment to the protocol.
const CLOCK: &str = "# clock";
/// What follows in it if the game has none.
const NO_CLOCK: &str = "none";

/// What begins the lines of who plays and how the game ended, comments to the protocol.
const SETTING: &str = "# play";
/// What follows there, and the forms of the values.
const SETTINGS: [(&str, &str); 4] = [
    ("side", "w, b or both"),
    ("level", "a number from 0 to 20, or low, middle or high"),
    ("think", "seconds from 0.001 to 86400"),
    ("end", "resignation SIDE, time SIDE, draw or points SIDE"),
];
const BOTH: &str = "both";

/// What a file says of a game besides its moves. Older files, and those that nobody has played here, say less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SavedSettings {
    /// Both clocks, or that there are none.
    pub clock: Option<Option<StoppedClock>>,
    /// Who plays.
    pub players: Option<Players>,
    /// How strongly the engine plays.
    pub strength: Option<Strength>,
    /// How long it thinks without a clock, at the most.
    pub think: Option<Duration>,
    /// How the game has ended, where the moves do not tell.
    pub end: Option<Conclusion>,
}

/// A game as a file has it.
pub struct SavedGame {
    commands: Vec<UciCommand>,
    /// All but rules, position and moves.
    pub settings: SavedSettings,
}

/// The game as text.
pub fn text(engine: &Engine, settings: &SavedSettings) -> String {
    let (options, game) = (engine.options(), engine.game());
    let variant = engine.session().variant();
    let mut text = format!("setoption name {} value {}\n", name::VARIANT, variant.name);
    // A position may depend on the game's own options, and the next game of the same kind on all of them.
    let of_game = registry::GAMES.iter().find(|known| known.variants.iter().any(|own| own.name == variant.name));
    for spec in of_game.iter().flat_map(|game| game.options) {
        let value = match spec.kind {
            OptionKind::Combo { .. } => options.choice(spec.name).to_owned(),
            OptionKind::Spin { .. } => options.number(spec.name).to_string(),
            _ => continue,
        };
        let _ = writeln!(text, "setoption name {} value {value}", spec.name); // a String takes anything
    }
    let _ = write!(text, "position fen {}", game.start_fen());
    if game.plies() > 0 {
        let _ = write!(text, " moves {}", game.moves().join(" "));
    }
    text.push('\n');
    for line in settings.lines() {
        let _ = writeln!(text, "{line}");
    }
    text
}

impl SavedSettings {
    /// A comment for each that is told.
    fn lines(&self) -> Vec<String> {
        let clock = self.clock.map(|clock| clock.map_or(NO_CLOCK.to_owned(), |clock| clock.to_string()));
        let side = self.players.map(|players| match players {
            Players::Person(side) => side_letter(side),
            Players::Both => BOTH,
        });
        let values = [
            side.map(str::to_owned),
            self.strength.map(|strength| strength.to_string()),
            self.think.map(|think| think.as_secs_f64().to_string()),
            self.end.and_then(|end| end.saved()),
        ];
        let settings = SETTINGS.iter().zip(values);
        let settings = settings.filter_map(|((key, _), value)| Some(format!("{SETTING} {key} {}", value?)));
        clock.map(|clock| format!("{CLOCK} {clock}")).into_iter().chain(settings).collect()
    }

    /// Takes in a comment; other comments than ours say nothing.
    fn read(&mut self, text: &str, line: usize) -> Result<(), LoadError> {
        if let Some(clock) = text.strip_prefix(CLOCK) {
            self.clock = Some(read_clock(clock.trim()).ok_or(LoadError::Clock { line })?);
            return Ok(());
        }
        let setting = text.strip_prefix(SETTING).unwrap_or_default().trim();
        let (word, value) = setting.split_once(' ').unwrap_or((setting, ""));
        let Some(&(key, expected)) = SETTINGS.iter().find(|(key, _)| *key == word) else { return Ok(()) };
        let value = value.trim();
        let is_read = match key {
            "side" if value == BOTH => set(&mut self.players, Some(Players::Both)),
            "side" => set(&mut self.players, read_side(value).map(Players::Person)),
            "level" => set(&mut self.strength, Strength::parse(value)),
            "think" => set(&mut self.think, read_think(value)),
            _ => set(&mut self.end, Conclusion::parse(value)),
        };
        if is_read { Ok(()) } else { Err(LoadError::Setting { line, key, expected }) }
    }
}

/// Puts a value into its place; false if there is none.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let found = value.is_some();
    *place = value;
    found
}

/// Writes the game; if that fails, what was in the file before stays. A file that is something else than a game is kept, too.
pub fn save(engine: &Engine, settings: &SavedSettings, path: &Path) -> std::io::Result<()> {
    let is_there = path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
    if is_there && SavedGame::read(path).is_err() {
        return Err(std::io::Error::new(
            std::io::ErrorKind::AlreadyExists,
            "the file is there already and is no saved game; choose another name",
        ));
    }
    files::replace(path, text(engine, settings).as_bytes())
}

impl SavedGame {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<SavedGame, LoadError> {
        let bytes = fs::read(path)?;
        let text = str::from_utf8(lines::without_mark(&bytes)).map_err(|_| LoadError::NotText);
        let read = text.and_then(SavedGame::parse);
        read.map_err(|error| if is_record(path, &bytes) { LoadError::Record } else { error })
    }

    fn parse(text: &str) -> Result<SavedGame, LoadError> {
        let mut saved = SavedGame { commands: Vec::new(), settings: SavedSettings::default() };
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            saved.settings.read(text.trim(), line)?;
            match parse(text.as_bytes()).map_err(|error| LoadError::Line { line, error })? {
                None => (),
                Some(command @ (UciCommand::SetOption { .. } | UciCommand::Position { .. })) => {
                    saved.commands.push(command);
                }
                Some(_) => return Err(LoadError::Foreign { line }),
            }
        }
        let has_position = saved.commands.iter().any(|command| matches!(command, UciCommand::Position { .. }));
        if has_position { Ok(saved) } else { Err(LoadError::NoPosition) }
    }

    /// Sets the game up in the engine, wholly or not at all.
    pub fn set_up(&self, engine: &mut Engine) -> Result<(), EngineError> {
        // A trial first: whatever is refused must leave the game that is under way as it is.
        let mut trial = Engine::without_worker(None)?;
        self.commands.iter().try_for_each(|command| carry_out(&mut trial, command))?;
        self.commands.iter().try_for_each(|command| carry_out(engine, command))
    }
}

/// Whether a file that is no saved game holds games in a form that others write, by its name or by what is in it.
fn is_record(path: &Path, bytes: &[u8]) -> bool {
    let begins_like_ours = bytes.starts_with(b"setoption") || bytes.starts_with(b"position");
    RecordFormat::of_path(path).is_some() || !begins_like_ours && RecordFormat::of_content(bytes).is_some()
}

/// A clock, or none; nothing if it is neither.
fn read_clock(text: &str) -> Option<Option<StoppedClock>> {
    if text == NO_CLOCK { Some(None) } else { StoppedClock::parse(text).map(Some) }
}

fn carry_out(engine: &mut Engine, command: &UciCommand) -> Result<(), EngineError> {
    match command {
        UciCommand::SetOption { name, value } => engine.set_option(name, value.as_deref()).map(|_| ()),
        UciCommand::Position { fen, moves } => engine.set_position(fen.as_deref(), moves),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    #[test]
    fn a_game_that_was_written_is_read_again() {
        for variant in registry::NAMES.iter() {
            let mut engine = Engine::without_worker(Some(variant)).expect("an engine");
            for _ in 0..7 {
                let mv = engine.game().legal_moves().swap_remove(0);
                engine.play(&mv).expect("a legal move");
            }
            let clock = StoppedClock::parse("10+5 wtime 571250 btime 482000");
            let (players, strength) = (Players::Person(Side::Lower), Strength::Level("low"));
            let (think, end) = (Duration::from_millis(1_500), Conclusion::Resignation { loser: Side::Upper });
            let full = SavedSettings {
                clock: Some(clock),
                players: Some(players),
                strength: Some(strength),
                think: Some(think),
                end: Some(end),
            };
            let people = SavedSettings { clock: Some(None), players: Some(Players::Both), ..SavedSettings::default() };
            for settings in [full, people, SavedSettings::default()] {
                let written = text(&engine, &settings);
                let mut other = Engine::without_worker(None).expect("an engine");
                let saved = SavedGame::parse(&written).expect("a game");
                saved.set_up(&mut other).expect("a game");
                assert_eq!(other.game().picture(), engine.game().picture(), "{written}");
                assert_eq!(saved.settings, settings);
                assert_eq!(text(&other, &settings), written);
            }
        }
    }

    #[test]
    fn every_end_that_the_moves_do_not_tell_is_written_and_read() {
        for end in ["resignation w", "resignation b", "time b", "draw", "points w"] {
            let read = Conclusion::parse(end).expect(end);
            assert_eq!(read.saved().as_deref(), Some(end));
        }
        for bad in ["", "resignation", "resignation x", "draw w", "mate w", "points"] {
            assert_eq!(Conclusion::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn files_of_older_versions_say_less() {
        let older = "setoption name UCI_Variant value dobutsu\nposition startpos moves b2b3\n# clock none\n# play on\n";
        let settings = SavedSettings { clock: Some(None), ..SavedSettings::default() };
        assert_eq!(SavedGame::parse(older).map(|saved| saved.settings).ok(), Some(settings));
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_line() {
        let error = |text: &str| SavedGame::parse(text).err().expect("no game").to_string();
        assert_eq!(error(""), "there is no line 'position' in it");
        assert_eq!(error("position startpos\nquit\n"), "line 2 is neither 'setoption' nor 'position'");
        assert!(
            error("# a game\nposition startpos\n# clock soon\n")
                .starts_with("line 3 is no clock; expected '# clock none'")
        );
        let nothing = SavedSettings::default();
        assert_eq!(SavedGame::parse("position startpos\n").map(|saved| saved.settings).ok(), Some(nothing));
        assert_eq!(
            error("position startpos\n# play side red\n"),
            "line 2 is not understood; expected '# play side w, b or both'"
        );
        for bad in ["side", "level 21", "think 0", "think nan", "end resignation", "end"] {
            assert!(
                error(&format!("position startpos\n# play {bad}\n")).starts_with("line 2 is not understood; "),
                "{bad}"
            );
        }
        assert_eq!(error("hello"), "line 1: unknown command 'hello'; 'help' lists the commands");
    }
}
