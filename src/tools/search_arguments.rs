//! Arguments of the tools that search many positions.

use std::time::Duration;

use clap::Args;

use crate::engine::SearchRequest;
use crate::engine::options::name;

/// Nodes per position without a limit: about a second.
const DEFAULT_NODES: u64 = 1_000_000;

/// How each position is searched, and how many at a time.
#[derive(Args, Clone, Debug)]
pub struct SearchArguments {
    /// Positions that each search visits; 1000000 if no limit is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Seconds for each search
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub movetime: Option<Duration>,
    /// Iterations of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Positions to search at a time; as many as processors if not given
    #[arg(long, visible_alias = "workers", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// An option of the engine, such as Hash=64 (16 if not given) or TwelveTable=twelve.table; may be given several
    /// times
    #[arg(long, value_name = "NAME=VALUE")]
    pub option: Vec<String>,
}

/// An option that cannot be given so.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionArgumentError {
    #[error("--option cannot be '{0}'; expected NAME=VALUE, such as Hash=64")]
    NoValue(String),
    #[error(
        "--option cannot be '{option}', as each position has its variant; give --variant {value} for those that name none"
    )]
    Variant { option: String, value: String },
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 1000000".to_owned())
}

impl SearchArguments {
    /// The limits of each search.
    pub fn request(&self) -> SearchRequest {
        let request =
            SearchRequest { nodes: self.nodes, depth: self.depth, movetime: self.movetime, ..SearchRequest::default() };
        if request.is_limited() { request } else { SearchRequest { nodes: Some(DEFAULT_NODES), ..request } }
    }

    /// The options of the engine, by name.
    pub fn options(&self) -> Result<Vec<(&str, &str)>, OptionArgumentError> {
        fn split(option: &str) -> Result<(&str, &str), OptionArgumentError> {
            match option.split_once('=') {
                None => Err(OptionArgumentError::NoValue(option.to_owned())),
                Some((name, value)) if name.eq_ignore_ascii_case(name::VARIANT) => {
                    Err(OptionArgumentError::Variant { option: option.to_owned(), value: value.to_owned() })
                }
                Some(pair) => Ok(pair),
            }
        }
        self.option.iter().map(|option| split(option)).collect()
    }
}
