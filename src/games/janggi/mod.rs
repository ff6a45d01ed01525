//! Janggi, Korean chess: six rule sets, their notation, and the evaluation.
//!
//! `point`, `tables`: geometry of the board. `attacks`: how pieces move. `threats`: checks and pins. `moves`: legal
//! moves. `static_exchange`: captures on one point. `ruleset`: in what the rule sets differ. `ending`: how games end
//! without mate. `fen`, `notation`, `written`, `gib`, `diagram`: the game as text. `setup`, `setup_scores`: set-ups, and which
//! one the engine chooses. `eval`, `piece_square`, `terms`, `tapered`,
//! `weights`: evaluation.
//! Upper-case pieces stand at the bottom. They are Cho, except in `janggistrict`.

mod attacks;
mod board;
mod board_picture;
mod diagram;
mod ending;
mod eval;
mod features;
mod fen;
mod gib;
mod moves;
mod notation;
mod piece_square;
mod point;
mod presentation;
mod ruleset;
mod setup;
mod setup_scores;
mod static_exchange;
mod tables;
mod tapered;
mod terms;
mod threats;
mod weights;
mod written;
mod zobrist;

pub use board::{Kind, Move, Position};
pub use ending::PastPosition;
pub use eval::Evaluation;
pub use fen::FenError;
pub use point::{Point, PointSet};
pub use ruleset::{BackAndForth, BareGenerals, Facing, Passing, PerpetualCheck, RULE_SETS, RuleSet, Tally};
pub use setup::score_table;

use crate::game::{Ending, Game, Outcome, Searchable, Side};
use crate::games::family::{Family, NetworkVisitor};
use point::POINTS;
use threats::Checks;

/// Janggi with its evaluation.
pub struct Janggi;

impl Family for Janggi {
    type Position = Position;
    type Evaluation = Evaluation;

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../../nets/janggi-24f70c11.nnue"));

    fn visit_network<V: NetworkVisitor<Janggi>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

impl Game for Position {
    type Move = Move;
    type PastPosition = PastPosition;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.push_moves(PointSet::ALL, out);
        if self.may_pass() {
            out.push(self.pass());
        }
    }

    fn legal_count(&self) -> usize {
        self.count_moves() + self.may_pass() as usize
    }

    fn can_move(&self) -> bool {
        self.has_move()
    }

    fn play(&mut self, mv: Move) {
        self.advance(mv);
    }

    fn past_position(&self) -> PastPosition {
        self.to_past_position()
    }

    fn decided(&self, past: &[PastPosition], in_tree: usize) -> Option<Outcome> {
        self.judge(past, in_tree)
    }

    fn no_moves(&self) -> Outcome {
        // A check that leaves an offered draw standing is no mate, though it leaves no move.
        self.terminated().unwrap_or_else(|| {
            let reason = if self.in_check() { "checkmate" } else { "stalemate" };
            Outcome { winner: Some(self.turn.other()), reason, ending: Ending::Final }
        })
    }

    fn winner_by_tally(&self) -> Option<Side> {
        self.tally()
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Searchable for Position {
    const MOVE_SLOTS: usize = POINTS * POINTS;
    const PIECE_TO_SLOTS: usize = Kind::COUNT * POINTS;
    const STAGED_GENERATION: bool = true;
    const CHECK_MUST_BE_ANSWERED: bool = true;

    fn noisy_moves(&self, out: &mut Vec<Move>) {
        self.push_moves(self.side(self.turn.other()), out);
    }

    fn quiet_moves(&self, out: &mut Vec<Move>) {
        self.push_moves(!self.side(self.turn.other()), out);
        if self.may_pass() {
            out.push(self.pass());
        }
    }

    fn legal_move(&self, code: u32) -> Option<Move> {
        Move::from_code(code).filter(|&mv| self.is_legal(mv))
    }

    /// A pass under bikjang, or after a pass, with more points.
    fn win_by_rule(&self) -> Option<(Move, usize)> {
        let ends = self.bikjang() || self.passed();
        (ends && self.may_pass() && self.tally() == Some(self.turn)).then(|| (self.pass(), 1))
    }

    fn null_move(&self) -> Option<Position> {
        let sensible = self.threats.checkers.is_empty() && !self.facing && self.termination.is_none();
        sensible.then(|| self.after_null_move())
    }

    fn in_check(&self) -> bool {
        !self.threats.checkers.is_empty()
    }

    fn check_test(&self) -> impl Fn(Move) -> bool {
        let checks = Checks::of(self);
        move |mv| checks.include(mv)
    }

    fn checks(&self, out: &mut Vec<Move>) {
        self.push_checks(out);
    }

    fn search_key(&self) -> u64 {
        /// From this many plies before the limit on, the count of plies without a capture is part of the key.
        const NEAR_THE_END: u32 = 24;
        let mut key = self.key;
        if self.passed() {
            key ^= zobrist::passed();
        }
        if self.rules.quiet_plies.is_some_and(|limit| self.quiet.saturating_add(NEAR_THE_END) >= limit) {
            key ^= zobrist::quiet_plies(self.quiet);
        }
        if self.facing && self.rules.facing == Facing::Offer {
            key ^= zobrist::offered();
        }
        key
    }

    /// Without what [`Searchable::search_key`] adds for passes and long games.
    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let mut key = self.key ^ zobrist::lower_to_move();
        if !mv.is_pass()
            && let Some(kind) = self.kind_at(mv.from())
        {
            key ^= zobrist::piece(self.turn, kind, mv.from()) ^ zobrist::piece(self.turn, kind, mv.to());
            if let Some(taken) = self.kind_at(mv.to()) {
                key ^= zobrist::piece(self.turn.other(), taken, mv.to());
            }
        }
        Some(key)
    }

    fn move_slot(mv: Move) -> usize {
        mv.from().index() * POINTS + mv.to().index()
    }

    fn piece_to(&self, mv: Move) -> usize {
        self.kind_at(mv.from()).map_or(0, |kind| kind as usize) * POINTS + mv.to().index()
    }

    fn correction_key(&self) -> u64 {
        let soldiers = self.kind(Kind::Soldier);
        let fold = |set: PointSet| (set.0 as u64) ^ (set.0 >> 64) as u64;
        let upper = fold(soldiers & self.side(Side::Upper)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let lower = fold(soldiers & self.side(Side::Lower)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (upper ^ lower) >> 32
    }
}
