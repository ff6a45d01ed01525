//! Exercises of `positions/`, and proofs of forced wins that share nothing with the engine's search.

use std::collections::HashMap;

use janggun::game::{Searchable, Side};

/// Proves wins by looking at every reply. Of the winner's moves it looks at all only near the end, and before that at
/// those that give check: what it proves holds all the same.
pub struct Prover {
    /// So many moves before the end it looks at all moves of the winner.
    all_moves: u32,
    known: HashMap<(u64, u32), bool>,
}

impl Prover {
    pub fn new(all_moves: u32) -> Prover {
        Prover { all_moves, known: HashMap::new() }
    }

    /// Whether the side to move wins within so many of its moves.
    pub fn wins<G: Searchable>(&mut self, position: &G, length: u32) -> bool {
        let side = position.side_to_move();
        let after: Vec<G> = moves(position).into_iter().map(|mv| played(position, mv)).collect();
        if after.iter().any(|next| winner(next) == Some(side)) {
            return true;
        }
        if length == 1 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.key(), length)) {
            return known;
        }
        let (mut hopes, others): (Vec<_>, Vec<_>) = after.into_iter().partition(Searchable::in_check);
        if length <= self.all_moves {
            hopes.extend(others);
        }
        let wins = hopes.iter().any(|next| self.loses(next, length - 1));
        self.known.insert((position.key(), length), wins);
        wins
    }

    /// Whether the side to move loses, whatever it does, within so many moves of the other.
    pub fn loses<G: Searchable>(&mut self, position: &G, length: u32) -> bool {
        let replies = moves(position);
        !replies.is_empty()
            && replies
                .into_iter()
                .map(|mv| played(position, mv))
                .all(|next| winner(&next).is_none() && self.wins(&next, length))
    }
}

fn moves<G: Searchable>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a move.
pub fn played<G: Searchable>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Who has won, as far as one position tells.
fn winner<G: Searchable>(position: &G) -> Option<Side> {
    position.outcome(&[]).and_then(|outcome| outcome.winner)
}

/// A line of a file of exercises, `FEN;bm MOVE;mate MOVES`.
pub struct Exercise {
    pub fen: &'static str,
    pub solution: &'static str,
    /// Moves of the winner up to the end.
    pub length: u32,
}

/// The exercises of a file.
pub fn exercises(file: &'static str) -> Vec<Exercise> {
    let read = |line: &'static str| {
        let (fen, rest) = line.split_once(";bm ").expect("a solution");
        let (solution, length) = rest.split_once(";mate ").expect("a length");
        Exercise { fen, solution, length: length.parse().expect("a number") }
    };
    file.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}
