//! Games in files: as lines of the protocol, so that `janggun < FILE` can go on with them too.

use std::fmt::Write;
use std::path::Path;

use super::timer::StoppedClock;
use crate::engine::options::name;
use crate::engine::{Engine, EngineError};
use crate::files;
use crate::game::{OptionKind, Settings};
use crate::games::registry;
use crate::protocol::ParseError;
use crate::protocol::uci::{UciCommand, parse};

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LoadError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("line {line}: {error}")]
    Line { line: usize, error: ParseError },
    #[error("line {line} is neither 'setoption' nor 'position'")]
    Foreign { line: usize },
    #[error("there is no line 'position' in it")]
    NoPosition,
    #[error("line {line} is no clock; expected '{CLOCK} none' or as in '{CLOCK} 10+5 wtime 600000 btime 600000'")]
    Clock { line: usize },
    #[error(transparent)]
    Refused(#[from] EngineError),
}

/// What begins the line of the clock, a comment to the protocol.
const CLOCK: &str = "# clock";
/// What follows in it if the game has none.
const NO_CLOCK: &str = "none";

/// A game as a file has it.
pub struct SavedGame {
    commands: Vec<UciCommand>,
    /// What it says of the clock, or that there is none. Games that nobody has played here say nothing.
    pub clock: Option<Option<StoppedClock>>,
}

/// The game as text.
pub fn text(engine: &Engine, clock: Option<StoppedClock>) -> String {
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
    let clock = clock.map_or(NO_CLOCK.to_owned(), |clock| clock.to_string());
    let _ = write!(text, "\n{CLOCK} {clock}\n");
    text
}

/// Writes the game; if that fails, what was in the file before stays.
pub fn save(engine: &Engine, clock: Option<StoppedClock>, path: &Path) -> std::io::Result<()> {
    files::replace(path, text(engine, clock).as_bytes())
}

impl SavedGame {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<SavedGame, LoadError> {
        SavedGame::parse(&files::read_text(path)?)
    }

    fn parse(text: &str) -> Result<SavedGame, LoadError> {
        let mut saved = SavedGame { commands: Vec::new(), clock: None };
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            if let Some(clock) = text.trim().strip_prefix(CLOCK) {
                saved.clock = Some(read_clock(clock.trim()).ok_or(LoadError::Clock { line })?);
                continue;
            }
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

    #[test]
    fn a_game_that_was_written_is_read_again() {
        for variant in registry::NAMES.iter() {
            let mut engine = Engine::without_worker(Some(variant)).expect("an engine");
            for _ in 0..7 {
                let mv = engine.game().legal_moves().swap_remove(0);
                engine.play(&mv).expect("a legal move");
            }
            for clock in [None, StoppedClock::parse("10+5 wtime 571250 btime 482000")] {
                let written = text(&engine, clock);
                let mut other = Engine::without_worker(None).expect("an engine");
                let saved = SavedGame::parse(&written).expect("a game");
                saved.set_up(&mut other).expect("a game");
                assert_eq!(other.game().picture(), engine.game().picture(), "{written}");
                assert_eq!(saved.clock, Some(clock));
                assert_eq!(text(&other, clock), written);
            }
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_line() {
        let error = |text| SavedGame::parse(text).err().expect("no game").to_string();
        assert_eq!(error(""), "there is no line 'position' in it");
        assert_eq!(error("position startpos\nquit\n"), "line 2 is neither 'setoption' nor 'position'");
        assert!(
            error("# a game\nposition startpos\n# clock soon\n")
                .starts_with("line 3 is no clock; expected '# clock none'")
        );
        assert_eq!(SavedGame::parse("position startpos\n").map(|saved| saved.clock).ok(), Some(None));
        assert_eq!(error("hello"), "line 1: unknown command 'hello'; 'help' lists the commands");
    }
}
