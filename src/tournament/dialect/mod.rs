//! Speaks as other runners of matches do, so that the tools that call them work here: their arguments, their lines, their PGN.
//!
//! What plays and referees is the same tournament as ever. Only the formats of lines were taken over, not a line of code.

mod adjudication;
mod arguments;
mod config_file;
mod config_writer;
mod engine_conf;
mod engine_values;
mod lines;
mod nearest;
mod openings;
mod option_names;
mod pgn;
mod tournament;
mod values;

use std::path::PathBuf;

pub use arguments::{DialectRun, read};
pub use config_writer::{ConfigSettings, ConfigWriter};
pub use lines::DialectLines;
pub use pgn::DialectPgn;
pub use values::DialectError;

/// A runner of matches as which this program can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Dialect {
    /// fastchess
    Fastchess,
    /// cutechess-cli
    #[value(name = "cutechess-cli", alias = "cutechess")]
    Cutechess,
}

impl Dialect {
    /// By the name of the program: `fastchess`, `fastchess-ob`, `cutechess-cli.exe`.
    pub fn of_program(path: &str) -> Option<Dialect> {
        let name = path.rsplit(['/', '\\']).next()?;
        let begins = |with: &str| name.starts_with(with);
        if begins("fastchess") { Some(Dialect::Fastchess) } else { begins("cutechess").then_some(Dialect::Cutechess) }
    }

    /// What `--version` says. Whoever asks wants to know whether the arguments of that version are understood.
    pub fn version(self) -> String {
        let own = env!("JANGGUN_VERSION");
        match self {
            Dialect::Fastchess => format!("fastchess 1.8.1 (as spoken by Janggun {own})"),
            Dialect::Cutechess => format!("cutechess-cli 1.4.0 (as spoken by Janggun {own})"),
        }
    }
}

/// What a dialect adds to the settings of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct DialectSettings {
    /// Whose lines are printed.
    pub output: Dialect,
    /// Statistics are printed after so many games, or with fastchess's lines pairs; 0: only at the end.
    pub rating_interval: u64,
    /// The score is printed after so many games; only with cutechess's lines.
    pub score_interval: u64,
    /// The name of the book, for a line.
    pub book: Option<String>,
    /// Whether the tournament goes on after an engine has failed.
    pub recovers: bool,
    /// Whether all that is said to and by engines is printed.
    pub debug: bool,
    pub pgn: Option<PgnSettings>,
    /// The file by which the tournament goes on after an interruption.
    pub config: Option<ConfigSettings>,
}

/// The file of games, and what each move's comment tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnSettings {
    pub file: PathBuf,
    /// Games are added to those that the file has.
    pub append: bool,
    /// Moves only.
    pub minimal: bool,
    pub nodes: bool,
    pub seldepth: bool,
    pub event: String,
    pub site: String,
}
