//! `janggun review`: looks through whole games and tells where they were lost, as a web page and as Markdown.
//!
//! | files | |
//! |---|---|
//! | `search_pool` | searches all positions, many at a time |
//! | `cache` | the file with what was found, from which an interrupted review goes on |
//! | `judge` | mistakes and accuracy |
//! | `report_data` | a game with its mistakes in words |
//! | `graph`, `board_svg`, `html`, `markdown` | the reports |

mod board_svg;
mod cache;
mod graph;
mod html;
mod judge;
mod markdown;
mod report_data;
mod search_pool;

use std::ffi::OsString;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::convert::{ConvertError, read_file, record_format};
use super::search_arguments::{OptionArgumentError, SearchArguments};
use crate::engine::EngineError;
use crate::files;
use crate::games::{Language, registry};
use crate::records::{self, RecordFormat, StoredGame};
use cache::CachedGames;
use report_data::ReportGame;

const EXAMPLES: &str = "\
Writes NAME.html, a page that needs nothing else, and NAME.md; both have a graph of the game, its mistakes with a better line and the accuracy of
both sides. A move is an inaccuracy (?!), a mistake (?) or a blunder (??) if it lost a tenth, two tenths or three tenths of a point, by the engine's
chances of win and draw. NAME.jsonl keeps what was found out about every finished game: the same command goes on with an interrupted review,
and does not search again what it knows.

Examples:
  janggun review game.pgn
  janggun review games.gib --game 3,7-9 --nodes 200000 --lang ko --out mine
  janggun convert - --from gib --to pgn < games.gib | janggun review - --out games --movetime 0.5

Exit codes: 0 all is well; 1 a game was left out, or a file cannot be read or written; 2 the arguments are not understood; 130 interrupted, with the
finished games in the report.";

/// The arguments of `review`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ReviewArguments {
    /// File with games (.pgn, .gib); - for standard input
    pub file: PathBuf,
    /// Name of the reports without its end; the input's, with -review behind it, if not given
    #[arg(long, value_name = "NAME")]
    pub out: Option<PathBuf>,
    /// Numbers of the games to review, such as 3 or 1,4-6; all if not given
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = numbers)]
    pub game: Vec<(usize, usize)>,
    /// Form of the input: pgn or gib; not needed where the file's name ends so
    #[arg(long, value_name = "FORM", value_parser = record_format)]
    pub from: Option<RecordFormat>,
    /// Variant of the games that do not name one
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<String>,
    /// Language of the reports; that of the locale if not given
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
    /// Limits and engine
    #[command(flatten)]
    pub search: SearchArguments,
}

/// `3` or `4-6`.
fn numbers(text: &str) -> Result<(usize, usize), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    let range = number(first).zip(number(last)).filter(|(first, last)| first <= last);
    range.ok_or_else(|| "expected numbers from 1, such as 3 or 4-6".to_owned())
}

/// Why there is no review.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ReviewError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Option(#[from] OptionArgumentError),
    #[error(transparent)]
    Input(#[from] ConvertError),
    #[error("there is no game {asked} in '{path}', which holds {held}")]
    NoGame { asked: usize, path: PathBuf, held: usize },
    #[error("'{0}' holds no game that can be reviewed")]
    NoGames(PathBuf),
    #[error("what shall the report be called? Add --out NAME")]
    NoName,
    #[error(
        "a report is several files, which standard output cannot take; give --out NAME, their name without its end"
    )]
    StandardOutput,
    #[error("'{0}' is not what an earlier review has kept; give another --out, or move it away")]
    NotKept(PathBuf),
    #[error("cannot write '{path}': {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("cannot start a thread: {0}; try a smaller --threads")]
    Thread(io::Error),
}

/// What came of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reviewed {
    /// Games in the reports.
    pub games: usize,
    /// Games that could not be read or searched.
    pub left_out: usize,
    /// The file of the HTML report.
    pub page: PathBuf,
    /// Whether games are missing because somebody interrupted it.
    pub interrupted: bool,
}

impl Display for Reviewed {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        write!(f, "{} {games} reviewed, {} left out: {}", self.games, self.left_out, self.page.display())?;
        if self.interrupted { f.write_str("\ninterrupted; the same command goes on") } else { Ok(()) }
    }
}

/// A game to look through.
struct ReviewGame {
    number: usize,
    game: StoredGame,
}

/// Reviews the games of a file. `complain` is told of every game that is left out or read with a doubt.
pub fn review(
    arguments: &ReviewArguments,
    threads: usize,
    interrupted: &AtomicBool,
    complain: &mut dyn FnMut(&dyn Display),
) -> Result<Reviewed, ReviewError> {
    let name = arguments.name()?;
    let (games, mut left_out) = arguments.games(complain)?;
    let search = arguments.search_text()?;
    let mut kept = CachedGames::open(&with_end(&name, ".jsonl"), &search)?;
    let searched = search_pool::search(arguments, &games, threads, &mut kept, interrupted)?;
    let language = arguments.lang.unwrap_or_else(Language::of_locale);
    let mut told = Vec::new();
    let mut missing = false;
    for (game, found) in games.iter().zip(searched) {
        match found {
            Ok(Some(positions)) => match ReportGame::new(game.number, &game.game, &positions, language) {
                Ok(game) => told.push(game),
                Err(error) => {
                    left_out += 1;
                    complain(&format!("game {} is left out: {error}", game.number));
                }
            },
            Ok(None) => missing = true,
            Err(error) => {
                left_out += 1;
                complain(&format!("game {} is left out: {error}", game.number));
            }
        }
    }
    let source = match arguments.file.file_name() {
        Some(name) if name == "-" => language.pick("standard input", "표준 입력").to_owned(),
        name => name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let report = report_data::ReviewReport { source, search, games: told, language };
    let page = with_end(&name, ".html");
    for (path, text) in [(&page, html::write(&report)), (&with_end(&name, ".md"), markdown::write(&report))] {
        files::replace(path, text.as_bytes()).map_err(|error| ReviewError::File { path: path.clone(), error })?;
    }
    Ok(Reviewed { games: report.games.len(), left_out, page, interrupted: missing })
}

fn with_end(name: &Path, end: &str) -> PathBuf {
    let mut path = OsString::from(name);
    path.push(end);
    PathBuf::from(path)
}

impl ReviewArguments {
    /// The name of the reports. Whoever names one of them means all.
    fn name(&self) -> Result<PathBuf, ReviewError> {
        if let Some(out) = &self.out {
            if out.as_os_str() == "-" {
                return Err(ReviewError::StandardOutput);
            }
            let is_report = out.extension().is_some_and(|end| end == "html" || end == "md" || end == "jsonl");
            return Ok(if is_report { out.with_extension("") } else { out.clone() });
        }
        if self.file.as_os_str() == "-" {
            return Err(ReviewError::NoName);
        }
        Ok(with_end(&self.file.with_extension(""), "-review"))
    }

    /// How positions are searched: what was found is good only for the same.
    fn search_text(&self) -> Result<String, ReviewError> {
        let request = self.search.request();
        let limits = [
            request.nodes.map(|nodes| format!("nodes {nodes}")),
            request.depth.map(|depth| format!("depth {depth}")),
            request.movetime.map(|time| format!("movetime {}", time.as_millis())),
        ];
        let options = self.search.options()?.into_iter().map(|(name, value)| Some(format!("{name}={value}")));
        Ok(limits.into_iter().chain(options).flatten().collect::<Vec<_>>().join(" "))
    }

    /// The chosen games that can be read, and how many of them cannot.
    fn games(&self, complain: &mut dyn FnMut(&dyn Display)) -> Result<(Vec<ReviewGame>, usize), ReviewError> {
        let variant = self.variant.as_deref();
        if let Some(unknown) = variant.filter(|variant| !registry::NAMES.contains(variant)) {
            return Err(ConvertError::Variant(unknown.to_owned()).into());
        }
        let bytes = read_file(&self.file)?;
        let format =
            self.from.or_else(|| RecordFormat::of_path(&self.file)).or_else(|| RecordFormat::of_content(&bytes));
        let format = format.ok_or_else(|| ConvertError::From(self.file.clone()))?;
        let reads = records::read(&bytes, format, variant);
        if let Some(&(_, asked)) = self.game.iter().find(|(_, last)| *last > reads.len()) {
            return Err(ReviewError::NoGame { asked, path: self.file.clone(), held: reads.len() });
        }
        let is_chosen = |number: usize| {
            self.game.is_empty() || self.game.iter().any(|(first, last)| (*first..=*last).contains(&number))
        };
        let (mut games, mut left_out) = (Vec::new(), 0);
        for read in reads.into_iter().filter(|read| is_chosen(read.number)) {
            read.warnings.iter().for_each(|warning| complain(&format!("{read}: {warning}")));
            let told = read.to_string();
            match read.game {
                Ok(game) => games.push(ReviewGame { number: read.number, game }),
                Err(error) => {
                    left_out += 1;
                    complain(&format!("{told} is left out: {error}"));
                }
            }
        }
        if games.is_empty() { Err(ReviewError::NoGames(self.file.clone())) } else { Ok((games, left_out)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games_are_read() {
        assert_eq!((numbers("3"), numbers("4-6")), (Ok((3, 3)), Ok((4, 6))));
        assert!(["", "0", "x", "6-4", "1-", "-1"].iter().all(|text| numbers(text).is_err()));
    }
}
