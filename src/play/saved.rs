//! Games in files: as lines of the protocol, so that `janggun < FILE` can go on with them too.

use std::fmt::Write;
use std::path::Path;

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
    #[error(transparent)]
    Refused(#[from] EngineError),
}

/// The game as text.
pub fn text(engine: &Engine) -> String {
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
    text + "\n"
}

/// Writes the game; if that fails, what was in the file before stays.
pub fn save(engine: &Engine, path: &Path) -> std::io::Result<()> {
    files::replace(path, text(engine).as_bytes())
}

/// Reads a game into the engine, wholly or not at all.
pub fn load(engine: &mut Engine, path: &Path) -> Result<(), LoadError> {
    let commands = read(&files::read_text(path)?)?;
    // A trial first: whatever is refused must leave the game that is under way as it is.
    let mut trial = Engine::without_worker(None)?;
    commands.iter().try_for_each(|command| carry_out(&mut trial, command))?;
    commands.iter().try_for_each(|command| carry_out(engine, command))?;
    Ok(())
}

fn read(text: &str) -> Result<Vec<UciCommand>, LoadError> {
    let mut commands = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        match parse(line.as_bytes()).map_err(|error| LoadError::Line { line: line_number, error })? {
            None => (),
            Some(command @ (UciCommand::SetOption { .. } | UciCommand::Position { .. })) => commands.push(command),
            Some(_) => return Err(LoadError::Foreign { line: line_number }),
        }
    }
    let has_position = commands.iter().any(|command| matches!(command, UciCommand::Position { .. }));
    if has_position { Ok(commands) } else { Err(LoadError::NoPosition) }
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
            let written = text(&engine);
            let mut other = Engine::without_worker(None).expect("an engine");
            for command in read(&written).expect("a game") {
                carry_out(&mut other, &command).expect("a game");
            }
            assert_eq!(other.game().picture(), engine.game().picture(), "{written}");
            assert_eq!(text(&other), written);
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_line() {
        let error = |text| read(text).expect_err("no game").to_string();
        assert_eq!(error(""), "there is no line 'position' in it");
        assert_eq!(error("position startpos\nquit\n"), "line 2 is neither 'setoption' nor 'position'");
        assert_eq!(error("hello"), "line 1: unknown command 'hello'; 'help' lists the commands");
    }
}
