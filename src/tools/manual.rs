//! Man pages and completions for shells, made of the description of the command line: releases and packages carry them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, ValueEnum};
use clap_complete::Shell;

/// Why they could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the manual to '{folder}': {error}; choose a folder that can be written to", folder = folder.display())]
pub struct ManualError {
    folder: PathBuf,
    error: io::Error,
}

/// Writes `man/NAME.1`, a page for each subcommand too, and `completions/` for every shell.
pub fn write(command: Command, folder: &Path) -> Result<(), ManualError> {
    let fail = |error| ManualError { folder: folder.to_owned(), error };
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    let name = command.get_name().to_owned();
    for folder in [&pages, &completions] {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    clap_mangen::generate_to(command.clone(), &pages).map_err(fail)?;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut command.clone(), &name, &completions).map_err(fail)?;
    }
    Ok(())
}
