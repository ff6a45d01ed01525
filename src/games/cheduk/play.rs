//! Carrying out moves.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::hex::Tile;
use crate::game::Side;

impl Position {
    /// Carries out a legal move.
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
            Action::PlaceSpy => _ = self.put(us, Kind::Spy, mv.end()),
        }
        self.pass_turn();
    }

    /// Nothing before this can recur, and field 6 of the FEN counts from here.
    #[inline]
    fn restart(&mut self) {
        (self.quiet, self.known) = (0, 0);
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.move_number = self.move_number.saturating_add((self.turn == Side::Lower) as u32);
        self.set_turn(self.turn.other());
    }

    /// The turn given away outside the rules, for a search: nothing before it can recur.
    pub(super) fn after_null_move(&self) -> Position {
        let mut position = *self;
        position.quiet = position.quiet.saturating_add(1);
        position.known = 0;
        position.pass_turn();
        position
    }

    /// A move to another tile, whatever is there.
    #[inline]
    fn go(&mut self, from: Tile, to: Tile) {
        let (us, them) = (self.turn, self.turn.other());
        let Some(piece) = self.slot_at(us, from) else { return };
        if self.side(us).contains(to) {
            // Only a guard goes where a friend stands.
            self.attach_guard(us, to);
            return;
        }
        if self.shared_tile(them) == Some(to) {
            self.remove_attached_guard(them);
            self.restart();
            return;
        }
        if let Some(taken) = self.slot_at(them, to) {
            self.remove(them, taken);
            self.quiet = 0;
            // Spies and ambassadors come back, and with them the positions before.
            if !matches!(taken.kind(), Kind::Spy | Kind::Ambassador) {
                self.known = 0;
            }
        }
        self.relocate(us, piece, to);
        self.arrive(to);
    }

    /// What it means that a piece of the side to move has come to a tile.
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

    /// A spy goes home and is not informed any more.
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
