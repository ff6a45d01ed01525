//! PGN: read as anybody writes it, and written. White is the side that moves first in the variant's start position.

use std::fmt::Write;

use super::replay::{Replay, dialect, rule_option};
use super::scan::{RawGame, tag_line};
use super::{GameError, ReadGame, StoredGame, StoredMove};
use crate::game::{GameResult, Side};
use crate::games::option_values::OptionValues;
use crate::games::registry;

/// Tags that tell what other fields of a game hold.
const OWN_TAGS: [&str; 6] = ["Result", "Variant", "SetUp", "FEN", "FirstSide", "PlyCount"];

/// The seven tags that every game should have, but for the result.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

pub fn read(raw: RawGame, variant: Option<&str>) -> ReadGame {
    let players = match (raw.tag("White"), raw.tag("Black")) {
        (Some(white), Some(black)) => Some(format!("{white} - {black}")),
        _ => None,
    };
    let (line, mut warnings) = (raw.line, Vec::new());
    let game = read_game(raw, variant, &mut warnings);
    ReadGame { number: 0, line, players, game, warnings }
}

fn read_game(raw: RawGame, variant: Option<&str>, warnings: &mut Vec<String>) -> Result<StoredGame, GameError> {
    if let Some(line) = raw.open_comment {
        return Err(GameError::OpenComment(line));
    }
    let named = raw.tag("Variant").map(|name| name.trim().to_lowercase().replace([' ', '-', '_'], ""));
    let name = named.as_deref().or(variant).unwrap_or(registry::NAMES[0]);
    let dialect = dialect(name).ok_or_else(|| GameError::Variant(name.to_owned()))?;
    let options: Vec<(&'static str, String)> =
        raw.tags.iter().filter_map(|(name, value)| rule_option(name, value)).collect();
    let mut values = OptionValues::default();
    options.iter().for_each(|(name, value)| values.set(name, value));
    let opened = Replay::open(dialect.variant.name, &values, raw.tag("FEN"));
    let mut replay = opened.ok_or_else(|| GameError::Variant(name.to_owned()))?.map_err(GameError::Start)?;
    let fen = replay.game().start_fen();
    let mut moves = Vec::with_capacity(raw.moves.len());
    for (index, mv) in raw.moves.into_iter().enumerate() {
        let text = replay.play(&mv.text).map_err(|error| GameError::Move { ply: index + 1, error })?;
        moves.push(StoredMove { text, comment: mv.comment });
    }
    let told = raw.tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.as_str());
    let told = GameResult::WORDS.iter().find(|(_, word)| Some(*word) == told).map(|(result, _)| *result);
    if let (Some(told), Some(found)) = (told, raw.result)
        && told != found
    {
        warnings.push(format!("its tag says {told}, its moves end with {found}, which counts"));
    }
    let is_kept =
        |(name, value): &(String, String)| !OWN_TAGS.contains(&name.as_str()) && rule_option(name, value).is_none();
    Ok(StoredGame {
        variant: dialect.variant.name,
        options,
        tags: raw.tags.into_iter().filter(is_kept).collect(),
        fen,
        preface: raw.preface,
        moves,
        result: raw.result.or(told),
    })
}

pub fn write(game: &StoredGame) -> String {
    let result = game.result.map_or("*".to_owned(), |result| result.to_string());
    let mut tags: Vec<(&str, &str)> = Vec::new();
    for name in ROSTER {
        let value = game.tag(name);
        tags.push((name, if value.is_empty() { "?" } else { value }));
    }
    tags.extend([("Result", result.as_str()), ("Variant", game.variant), ("SetUp", "1"), ("FEN", &game.fen)]);
    tags.extend(game.options.iter().map(|(name, value)| (*name, value.as_str())));
    let others = game.tags.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()));
    tags.extend(others.map(|(name, value)| (name.as_str(), value.as_str())));
    let first = game.replay().map(|replay| (replay.game().first_side(), replay.game().side_to_move()));
    let text = PgnText {
        tags: &tags,
        preface: game.preface.as_deref(),
        black_begins: first.is_ok_and(|(first, to_move): (Side, Side)| first != to_move),
        moves: game.moves.iter().map(|mv| PgnMove { text: &mv.text, comment: mv.comment.as_deref() }).collect(),
        detail: None,
        result: &result,
    };
    text.to_string()
}

/// What a game in PGN consists of.
pub struct PgnText<'a> {
    /// Names and values.
    pub tags: &'a [(&'a str, &'a str)],
    /// A comment before the first move.
    pub preface: Option<&'a str>,
    /// Whether the first move is Black's.
    pub black_begins: bool,
    /// The moves.
    pub moves: Vec<PgnMove<'a>>,
    /// A comment behind the last move.
    pub detail: Option<&'a str>,
    /// The last word.
    pub result: &'a str,
}

/// A move of such a game.
pub struct PgnMove<'a> {
    /// As it is written.
    pub text: &'a str,
    /// What is said about it.
    pub comment: Option<&'a str>,
}

impl std::fmt::Display for PgnText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.tags.iter().try_for_each(|(name, value)| f.write_str(&tag_line(name, value)))?;
        f.write_char('\n')?;
        if let Some(preface) = self.preface {
            writeln!(f, "{{{}}}", comment(preface))?;
        }
        for (ply, mv) in self.moves.iter().enumerate().map(|(ply, mv)| (ply + usize::from(self.black_begins), mv)) {
            if ply % 2 == 0 {
                write!(f, "{}. ", ply / 2 + 1)?;
            } else if ply == 1 && self.black_begins {
                f.write_str("1... ")?;
            }
            f.write_str(mv.text)?;
            if let Some(text) = mv.comment {
                write!(f, " {{{}}}", comment(text))?;
            }
            f.write_char(if ply % 2 == 0 { ' ' } else { '\n' })?;
        }
        if let Some(detail) = self.detail {
            write!(f, "{{{}}} ", comment(detail))?;
        }
        write!(f, "{}\n\n", self.result)
    }
}

/// A brace ends a comment, and an empty line a game.
fn comment(text: &str) -> String {
    text.replace(|sign: char| sign.is_control() || sign == '{' || sign == '}', " ")
}
