//! What a search prints, taken apart.

use super::{Line, texts};
use std::time::{Duration, Instant};

/// What a search printed.
#[derive(Clone, Debug)]
pub struct Search {
    pub infos: Vec<Info>,
    pub best: String,
    pub ponder: Option<String>,
    /// From the `go` to its `bestmove`.
    pub time: Duration,
}

impl Search {
    /// `lines` end with the `bestmove`. At least one `info` must tell depth, score and variation, and the last one the move.
    #[track_caller]
    pub fn from_lines(what: &str, begun: Instant, lines: &[Line]) -> Search {
        let last = lines.last().expect("there is at least the bestmove");
        let words: Vec<&str> = last.text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder.to_string())),
            _ => panic!("after '{what}', not the form of a bestmove line: '{}'", last.text),
        };
        let infos: Vec<Info> = lines.iter().filter_map(|line| Info::parse(&line.text)).collect();
        let told = infos.iter().any(|info| best == "(none)" || !info.pv.is_empty());
        assert!(told, "after '{what}', no info line with depth, score and pv in {:#?}", texts(lines));
        let errors: Vec<&Line> = lines.iter().filter(|line| line.text.starts_with("info string error")).collect();
        assert!(errors.is_empty(), "after '{what}': {errors:?}");
        Search { infos, best: best.to_string(), ponder, time: last.at.saturating_duration_since(begun) }
    }

    /// The last line about the best variation, which is the one that a runner without rules believes.
    pub fn last(&self) -> &Info {
        self.infos.iter().rev().find(|info| info.multipv == 1).expect("a search has at least one info line")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Cp(i32),
    Mate(i32),
}

/// An `info` line with a score.
#[derive(Clone, Debug)]
pub struct Info {
    pub text: String,
    pub depth: u32,
    pub seldepth: Option<u64>,
    pub multipv: u32,
    pub score: Score,
    pub bound: Option<String>,
    pub wdl: Option<[u32; 3]>,
    pub nodes: Option<u64>,
    /// In milliseconds.
    pub time: Option<u64>,
    pub pv: Vec<String>,
}

impl Info {
    /// None if this is another kind of line. A line with a score must be well formed.
    #[track_caller]
    pub fn parse(text: &str) -> Option<Info> {
        let words: Vec<&str> = text.split(' ').collect();
        if words[0] != "info" || words.get(1) == Some(&"string") || !words.contains(&"score") {
            return None;
        }
        let mut info = Info {
            text: text.to_string(),
            depth: u32::MAX,
            seldepth: None,
            multipv: 1,
            score: Score::Cp(i32::MAX),
            bound: None,
            wdl: None,
            nodes: None,
            time: None,
            pv: Vec::new(),
        };
        let bad = || -> ! { panic!("not a well-formed info line: '{text}'") };
        let number = |word: Option<&&str>| -> i64 {
            match word.and_then(|word| word.parse().ok()) {
                Some(number) => number,
                None => bad(),
            }
        };
        let mut rest = words[1..].iter();
        while let Some(&word) = rest.next() {
            match word {
                "depth" => info.depth = u32::try_from(number(rest.next())).unwrap_or_else(|_| bad()),
                "multipv" => info.multipv = u32::try_from(number(rest.next())).unwrap_or_else(|_| bad()),
                "nodes" => info.nodes = u64::try_from(number(rest.next())).ok(),
                "score" => {
                    let kind = rest.next();
                    let value = i32::try_from(number(rest.next())).unwrap_or_else(|_| bad());
                    info.score = match kind {
                        Some(&"cp") => Score::Cp(value),
                        Some(&"mate") => Score::Mate(value),
                        _ => bad(),
                    };
                }
                "lowerbound" | "upperbound" => info.bound = Some(word.to_string()),
                "wdl" => {
                    let three = [rest.next(), rest.next(), rest.next()];
                    info.wdl = Some(three.map(|word| u32::try_from(number(word)).unwrap_or_else(|_| bad())));
                }
                "seldepth" => info.seldepth = u64::try_from(number(rest.next())).ok().or_else(|| bad()),
                "time" => info.time = u64::try_from(number(rest.next())).ok().or_else(|| bad()),
                "nps" | "hashfull" | "tbhits" => {
                    if number(rest.next()) < 0 {
                        bad();
                    }
                }
                "pv" => info.pv = rest.by_ref().map(|word| word.to_string()).collect(),
                _ => bad(),
            }
        }
        if info.depth == u32::MAX || info.score == Score::Cp(i32::MAX) {
            bad();
        }
        Some(info)
    }
}
