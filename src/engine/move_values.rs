//! What each legal move is worth in the end, where that is known: by the rules, by a tablebase, by a short search for wins, or by the
//! strategy that the program carries.

use super::strategy_probe::StrategyProbe;
use super::tablebase_probe::{TablebaseProbe, of_outcome};
use crate::game::{Notation, Solvable, SolvedPosition, Variant};
use crate::games::Played;
use crate::tablebase::quick::WinSearch;
use crate::tablebase::{SolvedValue, TableError};

/// How far wins are looked for without a tablebase, in plies after the move. All moves together take some milliseconds.
const WIN_SEARCH_PLIES: u8 = 5;

/// What is known of a move, from the view of the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveValue {
    /// Its value with perfect play, in plies from the position before it.
    Exact(SolvedValue),
    /// The strategy plays it, and never loses.
    AtLeastDraw,
    /// The strategy has an answer to it, and never loses.
    AtMostDraw,
    /// Nothing.
    Unknown,
}

/// The legal moves as text, sorted, with what is known of each; and the error behind a tablebase that could not be read.
pub type MoveValues = (Vec<(String, MoveValue)>, Option<TableError>);

/// What the rules tell of any game: which moves end it.
pub fn by_rules<G: Notation>(played: &Played<G>, mv: G::Move) -> MoveValue {
    let us = played.position.side_to_move();
    let mut next = played.clone();
    next.play(mv);
    next.outcome().map_or(MoveValue::Unknown, |outcome| MoveValue::Exact(of_outcome(outcome, us)))
}

/// What is known of a game that can be solved.
pub fn of_solvable<G: Solvable>(
    variant: &Variant,
    played: &Played<G>,
    moves: &[G::Move],
    tablebase: Option<&TablebaseProbe<G>>,
    strategy: Option<&StrategyProbe<G>>,
) -> Vec<MoveValue> {
    let mut win_search = WinSearch::new(G::solved_rules(variant));
    let played_by_strategy = strategy.and_then(|strategy| strategy.strategy_move(&played.position, moves));
    let known = |mv: &G::Move| {
        if let Some((value, _)) = tablebase.and_then(|tablebase| tablebase.probe_move(played, *mv)) {
            return MoveValue::Exact(value);
        }
        let by_rules = by_rules(played, *mv);
        if by_rules != MoveValue::Unknown {
            return by_rules;
        }
        let mut next = played.position.clone();
        next.play(*mv);
        if let Some(value) = short_win(&mut win_search, next.to_solved()) {
            return MoveValue::Exact(value);
        }
        let at_least = played_by_strategy == Some(*mv);
        let at_most = strategy.is_some_and(|strategy| strategy.has_answer(&next));
        match (at_least, at_most) {
            (true, true) => MoveValue::Exact(SolvedValue::Draw),
            (true, false) => MoveValue::AtLeastDraw,
            (false, true) => MoveValue::AtMostDraw,
            (false, false) => MoveValue::Unknown,
        }
    };
    moves.iter().map(known).collect()
}

/// The value of the move before a position, if either side wins soon.
fn short_win<P: SolvedPosition>(win_search: &mut WinSearch<P>, next: P) -> Option<SolvedValue> {
    (0..=WIN_SEARCH_PLIES).find_map(|plies| {
        let value = if win_search.loses(next, plies) {
            SolvedValue::Loss(u16::from(plies))
        } else if win_search.wins(next, plies) {
            SolvedValue::Win(u16::from(plies))
        } else {
            return None;
        };
        Some(value.before())
    })
}
