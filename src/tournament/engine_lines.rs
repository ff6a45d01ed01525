//! Parses the lines that UCI engines write.

use serde::{Deserialize, Serialize};

use crate::lines;

/// Seen from the side that moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineScore {
    Cp(i32),
    /// Moves to mate, negative if the side is mated.
    Mate(i32),
}

impl EngineScore {
    /// A mate as a number beyond any centipawn score.
    pub fn value(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            EngineScore::Cp(value) => value.clamp(-MATE, MATE),
            EngineScore::Mate(moves) if moves > 0 => MATE,
            EngineScore::Mate(_) => -MATE,
        }
    }
}

/// The last `info` line of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    pub score: Option<EngineScore>,
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub nodes: Option<u64>,
}

impl SearchInfo {
    /// Parses an `info` line and leaves out what is malformed.
    pub fn read(line: &str) -> SearchInfo {
        let mut info = SearchInfo::default();
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
                "seldepth" => info.seldepth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    let number = |word: Option<&str>| word.and_then(|word| word.parse().ok());
                    info.score = match words.next() {
                        Some("cp") => number(words.next()).map(EngineScore::Cp),
                        Some("mate") => number(words.next()).map(EngineScore::Mate),
                        _ => None,
                    };
                }
                "pv" | "string" => break,
                _ => (),
            }
        }
        info
    }
}

/// The words of a line. Blanks, tabs, carriage returns and a byte order mark around them do not count: engines and the
/// runtimes of their languages differ in that.
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    lines::without_mark(line).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Whether an `info` line has the score of the best line; with MultiPV, the others do not count.
pub fn tells_score(line: &[u8]) -> bool {
    let mut words = words(line);
    let (mut has_score, mut is_best) = (false, true);
    if words.next() != Some(b"info") {
        return false;
    }
    while let Some(word) = words.next() {
        match word {
            b"score" => has_score = true,
            b"multipv" => is_best = words.next() == Some(b"1"),
            b"pv" | b"string" => break,
            _ => (),
        }
    }
    has_score && is_best
}

/// What an `info string` calls an error: engines answer so to options that they refuse.
pub fn told_error(line: &[u8]) -> Option<String> {
    const LONGEST: usize = 400;
    let mut words = words(line);
    if words.next() != Some(b"info") || words.next() != Some(b"string") {
        return None;
    }
    let first = words.next().filter(|word| word.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"error")))?;
    let text = std::iter::once(first).chain(words).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
    Some(text.replace(char::is_control, " ").chars().take(LONGEST).collect())
}

/// The best move and the ponder move; none if there is no move.
pub fn best_move(line: &str) -> Option<(&str, Option<&str>)> {
    let mut words = line.split_ascii_whitespace();
    let (Some("bestmove"), Some(best)) = (words.next(), words.next().filter(|best| *best != "(none)")) else {
        return None;
    };
    let ponder = if words.next() == Some("ponder") { words.next() } else { None };
    Some((best, ponder))
}

/// An `option` line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    pub name: String,
    /// The values of a combo; empty for other types.
    pub choices: Vec<String>,
}

impl OptionDeclaration {
    pub fn read(line: &str) -> Option<OptionDeclaration> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let rest = words.strip_prefix(&["option", "name"])?;
        let (name, rest) = rest.split_at(rest.iter().position(|&word| word == "type")?);
        let choices = rest.split(|&word| word == "var").skip(1).map(|choice| choice.join(" ")).collect();
        Some(OptionDeclaration { name: name.join(" "), choices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_read_from_info_lines() {
        let line = "info depth 7 seldepth 9 multipv 1 score cp -13 lowerbound nodes 1234 nps 5 time 3 pv depth 3";
        assert!(tells_score(line.as_bytes()));
        let expected =
            SearchInfo { score: Some(EngineScore::Cp(-13)), depth: Some(7), nodes: Some(1234), seldepth: Some(9) };
        assert_eq!(SearchInfo::read(line), expected);
        assert_eq!(SearchInfo::read("info score mate -2 depth x").score, Some(EngineScore::Mate(-2)));
        assert_eq!(SearchInfo::read("info score cp 99999999999"), SearchInfo::default());
        for line in ["info string score cp 3", "info depth 3", "info multipv 2 score cp 3 nodes 1", "score cp 3"] {
            assert!(!tells_score(line.as_bytes()), "{line}");
        }
        assert_eq!(SearchInfo::read("info string score cp 3"), SearchInfo::default());
        let odd = "\u{feff}\t info\tdepth  7\tscore cp\t-13 multipv 1\r\n";
        assert!(tells_score(odd.as_bytes()));
        assert_eq!(
            SearchInfo::read(odd),
            SearchInfo { score: Some(EngineScore::Cp(-13)), depth: Some(7), ..SearchInfo::default() }
        );
        assert!(EngineScore::Mate(0).value() < EngineScore::Cp(-30_000).value());
    }

    #[test]
    fn best_moves_and_options_are_read() {
        assert_eq!(best_move("bestmove a1a2"), Some(("a1a2", None)));
        assert_eq!(best_move("bestmove  a1a2 ponder b1b2 "), Some(("a1a2", Some("b1b2"))));
        assert_eq!((best_move("bestmove"), best_move("bestmove (none)")), (None, None));
        assert_eq!(best_move("bestmove a1a2 ponder (none)"), Some(("a1a2", Some("(none)"))));
        let option = OptionDeclaration::read("option name UCI_Variant type combo default janggi var janggi var cheduk");
        let expected =
            OptionDeclaration { name: "UCI_Variant".to_owned(), choices: vec!["janggi".into(), "cheduk".into()] };
        assert_eq!(option, Some(expected));
        let spin = OptionDeclaration::read("option name Move Overhead type spin default 10 min 0 max 5000")
            .expect("an option");
        assert_eq!((spin.name.as_str(), spin.choices.len()), ("Move Overhead", 0));
        let odd = OptionDeclaration::read(
            " option\tname  Playing  Style type combo default very solid\tvar very solid  var wild\r",
        );
        let expected =
            OptionDeclaration { name: "Playing Style".to_owned(), choices: vec!["very solid".into(), "wild".into()] };
        assert_eq!(odd, Some(expected));
        assert_eq!(OptionDeclaration::read("option name x"), None);
    }
}
