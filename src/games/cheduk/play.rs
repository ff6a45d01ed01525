//! Playing moves.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::hex::Tile;
use crate::game::Side;

impl Position {
    /// Plays a legal move.
    pub(super) fn advance(&mut self, mv: Move) {
        self.quiet = self.quiet.saturating_add(1);
        self.known = self.known.saturating_add(1);
        if self.is_set_up_phase() {
            match mv.action() {
                Action::PlaceAmbassador => self.found_embassy(mv.end()),
                _ => self.place_first_time(mv.end()),
            }
            self.restart();
            return;
        }
        let us = self.turn;
        match mv.action() {
            Action::Go => self.go(mv.from(), mv.to()),
            Action::Detach => {
                self.detach_guard(us, mv.end());
                self.arrive(mv.end());
            }
            Action::Castle => self.castle(mv.from(), mv.end()),
            Action::Gather => {
                self.gather_tile(mv.from());
                self.restart();
                self.inform(mv.from(), true);
            }
            Action::Return => self.go_home(mv.from(), mv.end()),
            Action::Enter => {
                self.go(mv.from(), mv.to());
                self.go_home(mv.to(), mv.end());
            }
            Action::PlaceAmbassador => _ = self.put(us, Kind::Ambassador, mv.end()),
            Action::PlaceSpy => {
                self.put(us, Kind::Spy, mv.end());
                self.arrive(mv.end());
            }
        }
        self.pass_turn();
    }

    /// Restarts the counter of field 6 and the window for repetitions: the move is irreversible.
    #[inline]
    fn restart(&mut self) {
        (self.quiet, self.known) = (0, 0);
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.move_number = self.move_number.saturating_add((self.turn == Side::Lower) as u32);
        self.set_turn(self.turn.other());
    }

    /// Skips the turn, for null-move pruning; repetitions are not looked for across it.
    pub(super) fn after_null_move(&self) -> Position {
        let mut position = *self;
        position.quiet = position.quiet.saturating_add(1);
        position.known = 0;
        position.pass_turn();
        position
    }

    /// Moves a piece to a tile, whatever is there.
    #[inline]
    fn go(&mut self, from: Tile, to: Tile) {
        let (us, them) = (self.turn, self.turn.other());
        let Some(piece) = self.slot_at(us, from) else { return };
        if self.side(us).contains(to) {
            // Only the guard may go to a tile of its own side.
            self.attach_guard(us, to);
            return;
        }
        if self.shielded_tile(them) == Some(to) {
            self.remove_guard(them);
            self.restart();
            return;
        }
        if let Some(taken) = self.slot_at(them, to) {
            self.remove(them, taken);
            self.quiet = 0;
            // Spies and ambassadors can return, so that earlier positions can recur.
            if !matches!(taken.kind(), Kind::Spy | Kind::Ambassador) {
                self.known = 0;
            }
        }
        self.relocate(us, piece, to);
        self.arrive(to);
    }

    /// What follows if a piece of the side to move arrives on a tile: it frees its own embassy, or occupies the enemy's,
    /// which scores the first time.
    #[inline]
    fn arrive(&mut self, tile: Tile) {
        let (us, them) = (self.turn, self.turn.other());
        if self.ground.embassy(us) == Some(tile) {
            self.set_embassy_occupied(us, false);
        } else if self.ground.embassy(them) == Some(tile) {
            if self.unscored_embassy(us).is_some() {
                self.gather_tile(tile);
                self.restart();
            }
            self.set_embassy_occupied(them, true);
        }
    }

    /// Moves a spy home and clears that it is informed.
    fn go_home(&mut self, from: Tile, home: Tile) {
        self.inform(from, false);
        if let Some(spy) = self.slot_at(self.turn, from) {
            self.relocate(self.turn, spy, home);
            self.arrive(home);
        }
    }

    fn inform(&mut self, tile: Tile, informed: bool) {
        if let Some(spy) = self.slot_at(self.turn, tile) {
            self.set_informed(self.turn, spy, informed);
        }
    }

    fn castle(&mut self, chief: Tile, diplomat: Tile) {
        let us = self.turn;
        let (Some(first), Some(second)) = (self.slot_at(us, chief), self.slot_at(us, diplomat)) else { return };
        self.swap(us, first, second);
        self.arrive(diplomat);
        self.arrive(chief);
        self.set_castled(us);
        self.known = 0;
    }
}
