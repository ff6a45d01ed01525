//! Searches short wins exhaustively, so that a strategy need not store them.

use rustc_hash::FxHashMap;

use crate::game::{Over, SolvedPosition};

/// What is known of whether the side to move can force a win.
#[derive(Clone, Copy)]
struct KnownWins {
    /// Won within this many plies.
    wins: Option<u8>,
    /// Not won within this many plies.
    fails: u8,
}

/// Searches all moves of both sides, with a table of known results.
pub struct WinSearch<'a, P: SolvedPosition> {
    rules: &'a P::Rules,
    known: FxHashMap<u64, KnownWins>,
}

impl<'a, P: SolvedPosition> WinSearch<'a, P> {
    /// A search with an empty table.
    pub fn new(rules: &'a P::Rules) -> WinSearch<'a, P> {
        WinSearch { rules, known: FxHashMap::default() }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &'a P::Rules {
        self.rules
    }

    /// The successor to which the quickest win within `plies` leads, seen by the opponent.
    pub fn quick_win(&mut self, position: P, plies: u8) -> Option<P> {
        if position.over(self.rules).is_some() {
            return None;
        }
        let replies = self.after(position);
        (1..=plies).find_map(|plies| replies.iter().copied().find(|&next| self.loses(next, plies - 1)))
    }

    fn after(&self, position: P) -> Vec<P> {
        let mut next = Vec::with_capacity(32);
        position.successors(self.rules, |position| next.push(position));
        next
    }

    /// Whether the side to move can force a win within `plies`.
    pub fn wins(&mut self, position: P, plies: u8) -> bool {
        if let Some(over) = position.over(self.rules) {
            return over == Over::Won;
        }
        if plies <= 1 || position.wins_at_once(self.rules) {
            return plies > 0 && position.wins_at_once(self.rules);
        }
        let number = position.number();
        match self.known.get(&number) {
            Some(known) if known.wins.is_some_and(|wins| wins <= plies) => return true,
            Some(known) if known.fails >= plies => return false,
            _ => {}
        }
        let wins = self.after(position).into_iter().any(|next| self.loses(next, plies - 1));
        let known = self.known.entry(number).or_insert(KnownWins { wins: None, fails: 0 });
        if wins {
            known.wins = Some(known.wins.map_or(plies, |known| known.min(plies)));
        } else {
            known.fails = known.fails.max(plies);
        }
        wins
    }

    /// Whether the side to move is lost within `plies`, whatever it plays.
    pub fn loses(&mut self, position: P, plies: u8) -> bool {
        if let Some(over) = position.over(self.rules) {
            return over == Over::Lost;
        }
        if plies == 0 || position.wins_at_once(self.rules) {
            return false;
        }
        self.after(position).into_iter().all(|next| self.wins(next, plies - 1))
    }
}
