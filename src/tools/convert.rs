//! `janggun convert`: reads records of games and writes them in another form.

use std::fmt::Display;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::files;
use crate::games::registry;
use crate::pipes;
use crate::records::{self, RecordFormat};

const EXAMPLES: &str = "\
Forms: pgn (UTF-8), ours and that of other programs; gib (CP949, read in UTF-8 and UTF-16 too), the form of Korean sites.
Without --from and --to the ends of the files' names tell which. Games that cannot be read or written are named on standard
error and left out.

Examples:
  janggun convert games.gib --out games.pgn
  janggun convert *.pgn --out all.gib
  janggun convert - --from gib --to pgn < games.gib | less

Exit codes: 0 all is well; 1 a game was left out, a file has none, or cannot be read or written; 2 the arguments are not understood.";

/// The arguments of `convert`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArguments {
    /// Files with games; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// File to write; standard output if it is - or not given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Form of the input: pgn or gib
    #[arg(long, value_name = "FORM", value_parser = record_format)]
    pub from: Option<RecordFormat>,
    /// Form of the output: pgn or gib
    #[arg(long, value_name = "FORM", value_parser = record_format)]
    pub to: Option<RecordFormat>,
    /// Variant of the games that do not name one
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<String>,
}

impl ConvertArguments {
    /// The file to write; none for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

/// A form of records by its name.
pub fn record_format(name: &str) -> Result<RecordFormat, String> {
    RecordFormat::of_extension(name).ok_or_else(|| format!("expected {}", RecordFormat::names().join(" or ")))
}

/// Why a conversion failed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ConvertError {
    #[error("cannot read '{path}': {error}")]
    Input { path: PathBuf, error: io::Error },
    #[error("cannot write '{path}': {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    #[error("neither its name nor its contents tell what '{0}' holds; add --from pgn or --from gib")]
    From(PathBuf),
    #[error("in which form? Add --to pgn or --to gib, or a name for --out that ends so")]
    To,
    #[error("'{0}' holds no game")]
    NoGames(PathBuf),
    #[error("there is no variant '{0}'; choose one of {known}", known = registry::NAMES.join(", "))]
    Variant(String),
}

/// How many games were written, and how many left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Converted {
    /// Games in the output.
    pub written: usize,
    /// Games that are not.
    pub left_out: usize,
    /// Files without a game.
    pub empty: usize,
}

impl Display for Converted {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let noun = if self.written == 1 { "game" } else { "games" };
        write!(f, "{} {noun} written, {} left out", self.written, self.left_out)
    }
}

impl Converted {
    /// Whether every file had a game, and every game was written.
    pub fn is_complete(&self) -> bool {
        self.left_out == 0 && self.empty == 0
    }
}

/// Converts all files to one. `complain` is told of every game that was left out or read with a doubt, and of files without a game.
pub fn convert(
    arguments: &ConvertArguments,
    output: &mut dyn Write,
    complain: &mut dyn FnMut(&dyn Display),
) -> Result<Converted, ConvertError> {
    let to = arguments.to.or_else(|| RecordFormat::of_path(arguments.out.as_deref()?)).ok_or(ConvertError::To)?;
    let variant = arguments.variant.as_deref();
    if let Some(unknown) = variant.filter(|variant| !registry::NAMES.contains(variant)) {
        return Err(ConvertError::Variant(unknown.to_owned()));
    }
    let mut converted = Converted::default();
    let mut bytes = Vec::new();
    for path in &arguments.files {
        let (name, input) = (path.display(), read_file(path)?);
        let format =
            arguments.from.or_else(|| RecordFormat::of_path(path)).or_else(|| RecordFormat::of_content(&input));
        // Nothing tells what holds nothing.
        let is_blank = input.iter().all(u8::is_ascii_whitespace);
        let format = format.or(is_blank.then_some(to)).ok_or_else(|| ConvertError::From(path.clone()))?;
        let games = records::read(&input, format, variant);
        if games.is_empty() {
            if let [only] = &arguments.files[..] {
                return Err(ConvertError::NoGames(only.clone()));
            }
            complain(&ConvertError::NoGames(path.clone()));
            converted.empty += 1;
        }
        for read in games {
            read.warnings.iter().for_each(|warning| complain(&format!("{name}: {read}: {warning}")));
            let told = read.to_string();
            let written = read.game.map_err(|error| error.to_string());
            match written.and_then(|game| records::write(&game, to).map_err(|error| error.to_string())) {
                Ok(game) => {
                    bytes.extend(game);
                    converted.written += 1;
                }
                Err(error) => {
                    complain(&format!("{name}: {told} is left out: {error}"));
                    converted.left_out += 1;
                }
            }
        }
    }
    if converted.written + converted.left_out == 0 {
        return Ok(converted);
    }
    match arguments.file() {
        Some(path) => {
            files::replace(path, &bytes).map_err(|error| ConvertError::File { path: path.to_owned(), error })?
        }
        None => output.write_all(&bytes).and_then(|()| output.flush())?,
    }
    Ok(converted)
}

/// The contents of a file, or of standard input.
pub(super) fn read_file(path: &Path) -> Result<Vec<u8>, ConvertError> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        pipes::stdin().and_then(|mut stdin| stdin.read_to_end(&mut bytes)).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| ConvertError::Input { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_is_no_games() {
        assert_eq!(Converted { written: 1, ..Converted::default() }.to_string(), "1 game written, 0 left out");
        assert_eq!(Converted { written: 2, left_out: 1, empty: 0 }.to_string(), "2 games written, 1 left out");
    }
}
