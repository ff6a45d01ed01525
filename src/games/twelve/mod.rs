//! Twelve Janggi (십이장기) and Dobutsu Shogi: two rule sets on one board of twelve squares.
//!
//! `square` and `board`: the board in one machine word. `moves`: moves and what ends the game. `position`: counters
//! and repetitions. `ruleset`: in what the two games differ. `fen`, `notation`, `diagram`: the game as text. `eval`,
//! `weights`, `original_eval`: evaluation. `original_program`: the levels of the original program. `index`, `retro`, `strategy`: the solved game.
//! Upper-case pieces stand at the bottom and move first. Pieces have their names of Twelve Janggi.

mod board;
mod board_picture;
mod diagram;
mod eval;
mod fen;
mod index;
mod moves;
mod notation;
mod original_eval;
mod original_program;
mod position;
mod presentation;
mod retro;
mod ruleset;
mod square;
mod strategy;
mod weights;

pub use board::{Board, Kind};
pub use eval::Evaluation;
pub use fen::FenError;
pub use moves::{Move, Origin, Termination};
pub use original_eval::OriginalEvaluation;
pub use position::Position;
pub use ruleset::{Alphabet, Counter, DOBUTSU, Drops, Entering, RULE_SETS, RuleSet, TWELVE_JANGGI};
pub use square::{FILES, RANKS, SQUARES, Square, SquareSet};

use crate::game::{Ending, FixedDepthPlayer, Game, Outcome, Searchable, Side, Variant};
use crate::games::family::{Family, SolvedVisitor};
use crate::games::splitmix;

/// Twelve Janggi and Dobutsu with their evaluation. Both are solved.
pub struct TwelveJanggi;

impl Family for TwelveJanggi {
    type Position = Position;
    type Evaluation = Evaluation;

    fn visit_solved<V: SolvedVisitor<TwelveJanggi>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }

    fn fixed_depth_player(variant: &Variant) -> Option<FixedDepthPlayer<Position>> {
        (variant.name == TWELVE_JANGGI.name).then_some(original_program::PLAYER)
    }
}

impl Game for Position {
    type Move = Move;
    type PastPosition = Board;

    fn side_to_move(&self) -> Side {
        self.board.turn()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.termination.is_none() {
            self.board.for_each_move(self.rules, |mv| out.push(mv));
        }
    }

    fn legal_count(&self) -> usize {
        if self.termination.is_none() { self.board.count_moves(self.rules) } else { 0 }
    }

    fn play(&mut self, mv: Move) {
        self.advance(mv);
    }

    fn past_position(&self) -> Board {
        self.board
    }

    fn decided(&self, past: &[Board], in_tree: usize) -> Option<Outcome> {
        self.judge(past, in_tree)
    }

    fn no_moves(&self) -> Outcome {
        Outcome { winner: Some(self.side_to_move().other()), reason: "nomoves", ending: Ending::Final }
    }

    fn key(&self) -> u64 {
        // In place of a Zobrist key: the whole board is 61 bits.
        splitmix::mix(self.board.bits())
    }
}

impl Searchable for Position {
    const MOVE_SLOTS: usize = Move::SLOTS;
    const PIECE_TO_SLOTS: usize = Move::SLOTS;

    fn noisy_moves(&self, out: &mut Vec<Move>) {
        if self.termination.is_none() {
            self.board.for_each_noisy_move(|mv| out.push(mv));
        }
    }

    /// The king enters the enemy camp where nothing can take it.
    fn win_by_rule(&self) -> Option<(Move, usize)> {
        // Taking the king is quicker, and any search tries that first.
        if self.termination.is_some() || self.board.can_take_king() {
            return None;
        }
        let plies = match self.rules.entering {
            Entering::Unattacked => 1,
            // The opponent has one answer, which changes nothing.
            Entering::Survived => 2,
        };
        self.board.safe_entry().map(|mv| (mv, plies))
    }

    fn null_move(&self) -> Option<Position> {
        let sensible = self.termination.is_none() && !self.in_check();
        sensible.then(|| self.after_null_move())
    }

    fn in_check(&self) -> bool {
        !self.board.checkers(self.board.turn()).is_empty()
    }

    fn past_key(past: &Board) -> Option<u64> {
        Some(splitmix::mix(past.bits()))
    }

    fn move_slot(mv: Move) -> usize {
        mv.slot()
    }

    fn piece_to(&self, mv: Move) -> usize {
        mv.slot()
    }
}
