//! The arguments of self-play, and the part of them that determines the games.

use std::io;
use std::path::PathBuf;

use super::SelfplayError;
use crate::engine::Options;
use crate::engine::networks::{LoadedNetwork, Networks};
use crate::engine::options::OptionError;
use crate::files;
use crate::game::{HAND_WRITTEN, Notation, Settings, Variant};
use crate::games::family::Family;
use crate::tools::training_data::Header;

/// Openings whose first score is higher are rejected.
pub(super) const BALANCED: i32 = 400;
/// Scores in a row beyond the limit that adjudicate a game.
pub(super) const SCORES_IN_A_ROW: usize = 4;
/// The hard node limit, as a multiple of the soft one.
pub(super) const HARD_FACTOR: u64 = 8;

/// What `selfplay` is to do.
#[derive(clap::Args, Clone, Debug)]
pub struct SelfplayArguments {
    /// Variant, such as janggi
    pub variant: String,
    /// File to write the games to; if it holds games with the same settings already, the others are played
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many games the file is to hold in the end
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub games: u64,
    /// Positions that each search visits; the iteration under way is finished, within 8 times as many
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Random moves at the beginning of each game, so many or one more
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub random: u16,
    /// Variants of the game and how often to play them, such as janggi=85,janggimodern=15; if not given, janggi is played
    /// with 15 % of the other rule sets, and every other variant alone
    #[arg(long, value_name = "NAME=SHARE,...")]
    pub variants: Option<String>,
    /// Of the random choices: files with different seeds hold different games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at a time, each with one thread; as many as processors if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Score in centipawns with which a game is won, if four scores in a row agree
    #[arg(long, value_name = "SCORE", default_value_t = 1_000, value_parser = clap::value_parser!(i32).range(1..))]
    pub adjudicate: i32,
    /// A game that takes longer ends; points decide it where points decide, else nobody wins
    #[arg(long, value_name = "PLIES", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    pub max_plies: u16,
    /// File of FENs, one in each line, to begin games with; if not given, the start position with all its set-ups
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// An option of the engine, such as CheDuk_Territory=span; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
    /// If the file is damaged, keep a copy of it with the ending .damaged, go on behind the games before the damage
    #[arg(long)]
    pub repair: bool,
}

impl SelfplayArguments {
    /// The engine options to play with.
    pub fn options(&self) -> Result<Options, SelfplayError> {
        let mut options = Options::default();
        for text in &self.option {
            let (name, value) = text.split_once('=').ok_or_else(|| SelfplayError::Option(text.clone()))?;
            options.set(name, Some(value)).map_err(|error: OptionError| SelfplayError::EngineOption(error))?;
        }
        Ok(options)
    }

    /// The networks that these options choose.
    pub fn networks(&self) -> Result<Networks, SelfplayError> {
        Networks::of_options(&self.options()?).map_err(SelfplayError::Network)
    }
}

/// Everything that determines the games of a file.
pub(super) struct Plan<'a> {
    pub arguments: &'a SelfplayArguments,
    /// Variants and their shares.
    pub mixture: Vec<(&'static Variant, u32)>,
    /// Openings; the start position if there are none.
    pub fens: Vec<String>,
    pub header: Header,
    /// Those that evaluate.
    pub networks: Networks,
}

impl<'a> Plan<'a> {
    pub fn new<F: Family>(
        arguments: &'a SelfplayArguments,
        variant: &'static Variant,
        (settings, networks): (&dyn Settings, Networks),
    ) -> Result<Plan<'a>, SelfplayError> {
        let default = F::Position::MIXTURES.iter().find(|(name, _)| *name == variant.name).map(|(_, mixture)| *mixture);
        let wanted = arguments.variants.as_deref().or(default);
        let mixture = wanted.map_or(Ok(vec![(variant, 1)]), mixture::<F::Position>)?;
        let text = match &arguments.openings {
            None => String::new(),
            Some(path) => files::read_text(path).map_err(|error| openings_error(path, error))?,
        };
        let fens = fens::<F::Position>(&text, &mixture, settings)?;
        let header = header::<F>(arguments, &mixture, &fens, &networks);
        Ok(Plan { arguments, mixture, fens, header, networks })
    }

    pub fn draw_variant(&self, random: &mut fastrand::Rng) -> &'static Variant {
        let mut lot = random.u32(..self.mixture.iter().map(|(_, share)| share).sum::<u32>().max(1));
        for &(variant, share) in &self.mixture {
            if lot < share {
                return variant;
            }
            lot -= share;
        }
        self.mixture[0].0
    }
}

fn openings_error(path: &std::path::Path, error: io::Error) -> SelfplayError {
    SelfplayError::Openings { path: path.to_owned(), error }
}

/// Parses `janggi=85,janggimodern=15`; at least one share is positive.
fn mixture<G: Notation>(text: &str) -> Result<Vec<(&'static Variant, u32)>, SelfplayError> {
    let refuse = |part: &str| {
        let known = G::VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ");
        SelfplayError::Mixture { part: part.to_owned(), known }
    };
    let mut mixture = Vec::new();
    for part in text.split(',') {
        let found = part.split_once('=').and_then(|(name, share)| {
            let variant = G::VARIANTS.iter().find(|variant| variant.name == name)?;
            let share = share.parse().ok().filter(|share| (1..=1_000).contains(share))?;
            let is_new = mixture.iter().all(|(other, _): &(&Variant, u32)| other.name != name);
            is_new.then_some((variant, share))
        });
        mixture.push(found.ok_or_else(|| refuse(part))?);
    }
    Ok(mixture)
}

/// The FENs of an opening file; each must be valid in every variant.
fn fens<G: Notation>(
    text: &str,
    mixture: &[(&'static Variant, u32)],
    settings: &dyn Settings,
) -> Result<Vec<String>, SelfplayError> {
    let mut fens = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        for (variant, _) in mixture {
            let read = G::from_fen(variant, settings, line);
            read.map_err(|error| SelfplayError::Opening { line: index + 1, error: error.to_string() })?;
        }
        fens.push(line.to_owned());
    }
    Ok(fens)
}

/// Everything but their number that determines games.
fn header<F: Family>(
    arguments: &SelfplayArguments,
    mixture: &[(&'static Variant, u32)],
    fens: &[String],
    networks: &Networks,
) -> Header {
    let mixture: Vec<String> = mixture.iter().map(|(variant, share)| format!("{}={share}", variant.name)).collect();
    let openings = match fens {
        [] => "none".to_owned(),
        fens => format!("{} {:08x}", fens.len(), crc32fast::hash(fens.join("\n").as_bytes())),
    };
    let mut options = arguments.option.clone();
    options.sort_unstable();
    let pairs = [
        ("game", F::Position::VARIANTS[0].name.to_owned()),
        ("engine", concat!("Janggun ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("evaluation", networks.of_game::<F>().map_or(HAND_WRITTEN, LoadedNetwork::name).to_owned()),
        ("options", options.join(" ")),
        ("nodes", arguments.nodes.to_string()),
        ("seed", arguments.seed.to_string()),
        ("variants", mixture.join(",")),
        ("random", arguments.random.to_string()),
        ("openings", openings),
        ("balanced", BALANCED.to_string()),
        ("adjudicate", arguments.adjudicate.to_string()),
        ("max-plies", arguments.max_plies.to_string()),
    ];
    // A line break, in a FEN or an option, would end the value.
    Header(pairs.map(|(key, value)| (key.to_owned(), value.replace(['\n', '\r'], " "))).to_vec())
}
