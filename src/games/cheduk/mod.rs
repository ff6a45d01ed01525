//! CheDuk (체둑): spies, embassies and territories on 132 hexagons.
//!
//! `hex`, `tables`: geometry of the board. `territory`: embassies and territories. `board`: the position. `action`:
//! the move type. `moves`: legal moves. `play`: playing them. `threats`: immediate wins. `ending`: how games end.
//! `setup`: the set-up phase, its secrets included. `ruleset`: in what the rule books differ. `fen`, `fen_error`, `notation`, `why`, `diagram`: the game as
//! text. `eval`, `terms`, `weights`, `static_exchange`: evaluation and captures. `features`: what a network is fed with.
//! Red is the upper-case side, at the bottom right; Blue is the lower-case side, at the top left.

mod action;
mod board;
mod board_picture;
mod diagram;
mod ending;
mod eval;
mod features;
mod fen;
mod fen_error;
mod hex;
mod moves;
mod notation;
mod play;
mod presentation;
mod ruleset;
mod setup;
mod static_exchange;
mod tables;
mod terms;
mod territory;
mod threats;
mod weights;
mod why;
mod zobrist;

pub use action::{Action, Move};
pub use board::{Kind, Piece, Position};
pub use ending::{Termination, WINNING_INFORMATION};
pub use eval::Evaluation;
pub use fen_error::FenError;
pub use hex::{Direction, FILES, RANKS, TILES, Tile, TileSet};
pub use ruleset::{ChiefRange, Gathering, Guarding, MODERN, OccupiedEmbassy, RULE_SETS, RuleSet, SpyPlaces};
pub use setup::{AMBASSADOR_TILES, SPIES, distance_to_centre, number};
pub use territory::{Ground, TerritoryRule};

use crate::game::{Ending, Game, Outcome, Searchable, Side};
use crate::games::family::{Family, NetworkVisitor};

/// CheDuk with its evaluation.
pub struct CheDuk;

impl Family for CheDuk {
    type Position = Position;
    type Evaluation = Evaluation;

    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("../../../nets/cheduk-8759194b.nnue"));

    fn visit_network<V: NetworkVisitor<CheDuk>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit())
    }
}

impl Game for Position {
    type Move = Move;
    type PastPosition = u64;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.push_legal(out);
    }

    fn legal_count(&self) -> usize {
        self.count_legal()
    }

    fn play(&mut self, mv: Move) {
        self.advance(mv);
    }

    fn past_position(&self) -> u64 {
        self.key
    }

    fn decided(&self, past: &[u64], in_tree: usize) -> Option<Outcome> {
        self.judge(past, in_tree)
    }

    fn no_moves(&self) -> Outcome {
        Outcome { winner: Some(self.turn.other()), reason: "nomoves", ending: Ending::Final }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn as_known_to_mover(&self) -> Position {
        self.without_secret()
    }
}

impl Searchable for Position {
    const MOVE_SLOTS: usize = Move::SLOTS;
    const PIECE_TO_SLOTS: usize = Kind::COUNT * TILES;

    fn noisy_moves(&self, out: &mut Vec<Move>) {
        self.push_noisy(out);
    }

    /// The last piece of information.
    fn win_by_rule(&self) -> Option<(Move, usize)> {
        self.last_information().map(|mv| (mv, 1))
    }

    fn null_move(&self) -> Option<Position> {
        let sensible = !self.is_set_up_phase() && self.termination().is_none() && !self.in_check();
        sensible.then(|| self.after_null_move())
    }

    fn in_check(&self) -> bool {
        !self.is_set_up_phase() && self.is_in_danger(self.turn)
    }

    fn check_test(&self) -> impl Fn(Move) -> bool {
        self.gives_check()
    }

    fn search_key(&self) -> u64 {
        if self.is_set_up_phase() { self.key ^ zobrist::set_up() } else { self.key }
    }

    fn past_key(past: &u64) -> Option<u64> {
        Some(*past)
    }

    fn move_slot(mv: Move) -> usize {
        mv.slot()
    }

    fn piece_to(&self, mv: Move) -> usize {
        let kind = match mv.action() {
            Action::PlaceAmbassador => Some(Kind::Ambassador),
            Action::Gather | Action::Return | Action::Enter | Action::PlaceSpy => Some(Kind::Spy),
            Action::Go | Action::Detach | Action::Castle => self.kind_at(self.turn, mv.from()),
        };
        kind.map_or(0, |kind| kind as usize) * TILES + mv.to().index()
    }

    /// Information, reserves, and the places of chiefs and guards.
    fn correction_key(&self) -> u64 {
        let mut key = 0;
        for side in [Side::Upper, Side::Lower] {
            let tile = |tile: Option<Tile>| tile.map_or(TILES, Tile::index) as u64;
            for part in [
                tile(self.chief(side)),
                tile(self.guard(side)),
                self.information(side).into(),
                self.spies_in_reserve(side) as u64,
                u64::from(self.ambassador(side).is_some()),
            ] {
                key = (key ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
            }
        }
        key
    }

    fn is_one_of_many(&self, mv: Move) -> bool {
        !self.is_set_up_phase() && mv.puts_down_a_spy()
    }
}
