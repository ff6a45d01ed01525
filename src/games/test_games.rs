//! Games for the tests of all games.

use std::ops::Range;

use super::registry;
use crate::game::{Notation, OptionKind, Settings, Side};

/// The options of all games as they are at the start.
pub struct Defaults;

impl Defaults {
    fn kind(name: &str) -> Option<OptionKind> {
        registry::OPTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.kind)
    }
}

impl Settings for Defaults {
    fn choice(&self, name: &str) -> &str {
        match Defaults::kind(name) {
            Some(OptionKind::Combo { default, .. }) => default,
            _ => "",
        }
    }

    fn number(&self, name: &str) -> i64 {
        match Defaults::kind(name) {
            Some(OptionKind::Spin { default, .. }) => default,
            _ => 0,
        }
    }
}

/// The positions of random games, one from each of the starts and so many plies long.
pub fn random_games<G: Notation>(starts: impl IntoIterator<Item = G>, plies: usize) -> Vec<G> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut met = Vec::new();
    for mut position in starts {
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = random.choice(&moves) else { break };
            position.play(mv);
            met.push(position.clone());
        }
    }
    met
}

/// The largest number that `holds`, which is true up to some number of the range and false beyond; by binary search.
pub fn largest(range: Range<i32>, holds: impl Fn(i32) -> bool) -> i32 {
    let (mut low, mut high) = (range.start, range.end);
    while high - low > 1 {
        let middle = (low + high) / 2;
        *(if holds(middle) { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Compares pairs of values found in two ways, of which fewer than one in `interval` may differ.
#[track_caller]
pub fn assert_most_agree(pairs: impl IntoIterator<Item = (i32, i32)>, interval: usize) {
    let (alike, different): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(one, other)| one == other);
    let (alike, different) = (alike.len(), different.len());
    assert!(alike > 500 && different * interval < alike, "{alike} pairs agree, {different} do not");
}

/// Plays the moves and tells winner and reason of every ending met, with the ply.
pub fn endings<G: Notation>(mut position: G, moves: &str) -> Vec<(usize, Option<Side>, &'static str)> {
    let (mut past, mut found) = (Vec::new(), Vec::new());
    for text in moves.split_whitespace().map(Some).chain([None]) {
        found.extend(position.outcome(&past).map(|outcome| (past.len(), outcome.winner, outcome.reason)));
        if let Some(text) = text {
            past.push(position.past_position());
            position.play(position.parse_move(text).expect("a legal move"));
        }
    }
    found
}
