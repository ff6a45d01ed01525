//! The position: pieces, embassies, gathered tiles, side to move.
//!
//! A side has at most eleven pieces, and only spies and envoys are more than one. So the pieces are kept in a roster,
//! a byte each, beside a set of occupied tiles for each side.
//!
//! Alternatives, measured with `janggun perft cheduk 5` from a position after the set-up (936,818,695 leaves), five
//! interleaved rounds on a machine busy with other work, seconds of processor time:
//!
//! | | least | median | most |
//! |---|---|---|---|
//! | this: roster, sets of three words, rays cut off at the nearest piece | 2.6 | 3.6 | 4.1 |
//! | walking along lines tile by tile instead of cutting off rays | 3.8 | 4.3 | 5.9 |
//! | a byte for each tile kept beside the roster | 3.0 | 3.2 | 4.2 |
//! | sets of a `u128` and a `u64` | 3.5 | 3.7 | 4.0 |
//!
//! Walking was slower in every round. The other two are within the noise, so this is the simplest and smallest to
//! copy. Searches to depth 12 showed no difference beyond the noise.

use super::ending::RepetitionRule;
use super::hex::{Tile, TileSet};
use super::ruleset::{Guarding, RuleSet};
use super::setup::SPIES;
use super::territory::Ground;
use super::zobrist;
use crate::game::Side;

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// 수반 首, the royal piece; never captures.
    Chief,
    /// 외교관 外, slides any distance in a straight line.
    Diplomat,
    /// 특사 特, jumps over exactly one piece in a straight line.
    Envoy,
    /// 대사 使, whose first tile becomes the embassy.
    Ambassador,
    /// 첩자 諜, gathers information.
    Spy,
    /// 경호원 守, takes the blow for others.
    Guard,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 6;

    /// All kinds, in the order of the enum.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::Chief, Kind::Diplomat, Kind::Envoy, Kind::Ambassador, Kind::Spy, Kind::Guard];

    /// How many of this kind a side begins with.
    pub const fn full_number(self) -> usize {
        match self {
            Kind::Spy => SPIES,
            Kind::Envoy => 2,
            Kind::Chief | Kind::Diplomat | Kind::Ambassador | Kind::Guard => 1,
        }
    }

    /// FEN letter for the upper-case side.
    pub const fn letter(self) -> char {
        match self {
            Kind::Chief => 'C',
            Kind::Diplomat => 'D',
            Kind::Envoy => 'E',
            Kind::Ambassador => 'A',
            Kind::Spy => 'S',
            Kind::Guard => 'G',
        }
    }

    /// English name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Chief => "chief",
            Kind::Diplomat => "diplomat",
            Kind::Envoy => "special envoy",
            Kind::Ambassador => "ambassador",
            Kind::Spy => "spy",
            Kind::Guard => "guard",
        }
    }

    /// Its slots in the roster.
    const fn slots(self) -> std::ops::Range<usize> {
        match self {
            Kind::Chief => 0..1,
            Kind::Diplomat => 1..2,
            Kind::Envoy => 2..4,
            Kind::Ambassador => 4..5,
            Kind::Spy => FIRST_SPY..FIRST_SPY + SPIES,
            Kind::Guard => GUARD..GUARD + 1,
        }
    }
}

/// Index of a piece in its side's roster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot(usize);

const FIRST_SPY: usize = 5;
/// The guard comes last, so that a search for the piece on a shared tile finds the host.
const GUARD: usize = FIRST_SPY + SPIES;
pub(super) const SLOTS: usize = GUARD + 1;

/// What the slots are for.
pub(super) const KINDS: [Kind; SLOTS] = [
    Kind::Chief,
    Kind::Diplomat,
    Kind::Envoy,
    Kind::Envoy,
    Kind::Ambassador,
    Kind::Spy,
    Kind::Spy,
    Kind::Spy,
    Kind::Spy,
    Kind::Spy,
    Kind::Guard,
];

impl Slot {
    #[inline]
    pub(super) fn kind(self) -> Kind {
        KINDS[self.0]
    }

    /// The bit of a spy in the mask of informed spies.
    #[inline]
    fn informed_bit(self) -> u8 {
        1 << self.0.wrapping_sub(FIRST_SPY)
    }
}

/// The piece on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    #[allow(missing_docs)]
    pub side: Side,
    /// On a shared tile, that of the guard's host.
    pub kind: Kind,
    /// Whether the guard of its side is attached to it.
    pub guarded: bool,
    /// Whether it is a spy that has gathered and not yet returned.
    pub informed: bool,
}

/// A position of CheDuk.
///
/// `roster` and `sides` are two views of the same pieces; `information` and `key` are derived from the rest. A guard
/// is attached exactly if another piece of its side has the same tile. A piece that is not on the board has no tile:
/// spies and the ambassador are then in reserve, others captured.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    roster: [[Option<Tile>; SLOTS]; 2],
    sides: [TileSet; 2],
    gathered: TileSet,
    pub(super) rules: &'static RuleSet,
    pub(super) ground: &'static Ground,
    pub(super) key: u64,
    /// Field 6 of the FEN.
    pub(super) quiet: u32,
    /// Plies back to which the history is known, without a null move and without anything irreversible: the window for
    /// repetitions.
    pub(super) known: u32,
    /// Move number of the FEN; 0 during the set-up.
    pub(super) move_number: u32,
    /// A bit for each spy of a side.
    informed: [u8; 2],
    /// Tiles of the enemy's territory that each side has gathered.
    information: [u8; 2],
    attached: [bool; 2],
    embassy_occupied: [bool; 2],
    castled: [bool; 2],
    pub(super) turn: Side,
    /// Who moves first if nothing else decides it.
    pub(super) coin: Side,
    /// What a state that recurs means.
    pub(super) repetition: RepetitionRule,
}

impl Position {
    /// An empty board in the set-up phase.
    pub(super) fn empty(rules: &'static RuleSet, coin: Side, turn: Side) -> Position {
        Position {
            roster: [[None; SLOTS]; 2],
            sides: [TileSet::EMPTY; 2],
            gathered: TileSet::EMPTY,
            rules,
            ground: Ground::of(rules.territory, [None; 2]),
            key: if turn == Side::Lower { zobrist::lower_to_move() } else { 0 },
            quiet: 0,
            known: 0,
            move_number: 0,
            informed: [0; 2],
            information: [0; 2],
            attached: [false; 2],
            embassy_occupied: [false; 2],
            castled: [false; 2],
            turn,
            coin,
            repetition: RepetitionRule::Draw,
        }
    }

    /// The tiles of all pieces, by side and slot.
    #[inline]
    pub(super) fn roster(&self) -> &[[Option<Tile>; SLOTS]; 2] {
        &self.roster
    }

    /// For each side, which of its spies are informed, as [`Position::informed_bit`] numbers them.
    #[inline]
    pub(super) fn informed_bits(&self) -> [u8; 2] {
        self.informed
    }

    /// The bit of the spy with this slot; none for other pieces.
    #[inline]
    pub(super) fn informed_bit(slot: usize) -> u8 {
        if KINDS[slot] == Kind::Spy { Slot(slot).informed_bit() } else { 0 }
    }

    /// Tiles with a piece of this side.
    #[inline]
    pub fn side(&self, side: Side) -> TileSet {
        self.sides[side.index()]
    }

    /// Tiles with a piece.
    #[inline]
    pub fn occupied(&self) -> TileSet {
        self.sides[0] | self.sides[1]
    }

    /// The chief's tile, unless it was captured.
    #[inline]
    pub fn chief(&self, side: Side) -> Option<Tile> {
        self.roster[side.index()][0]
    }

    /// The diplomat's tile, unless it was captured.
    #[inline]
    pub fn diplomat(&self, side: Side) -> Option<Tile> {
        self.roster[side.index()][1]
    }

    /// Tiles of a side's envoys.
    #[inline]
    pub fn envoys(&self, side: Side) -> impl Iterator<Item = Tile> + use<> {
        let [_, _, first, second, ..] = self.roster[side.index()];
        [first, second].into_iter().flatten()
    }

    /// The ambassador's tile, unless it is in reserve.
    #[inline]
    pub fn ambassador(&self, side: Side) -> Option<Tile> {
        self.roster[side.index()][4]
    }

    /// Tiles of a side's spies.
    #[inline]
    pub fn spies(&self, side: Side) -> impl Iterator<Item = Tile> + '_ {
        self.roster[side.index()][FIRST_SPY..GUARD].iter().copied().flatten()
    }

    /// Tiles of a side's informed spies.
    #[inline]
    pub fn informed_spies(&self, side: Side) -> impl Iterator<Item = Tile> + '_ {
        let bits = self.informed[side.index()];
        let spies = self.roster[side.index()][FIRST_SPY..GUARD].iter().enumerate();
        spies.filter_map(move |(number, &tile)| tile.filter(|_| bits >> number & 1 != 0))
    }

    /// The guard's tile, attached or not, unless it was captured.
    #[inline]
    pub fn guard(&self, side: Side) -> Option<Tile> {
        self.roster[side.index()][GUARD]
    }

    /// Whether a side's guard shares its tile with another piece.
    #[inline]
    pub fn is_guard_attached(&self, side: Side) -> bool {
        self.attached[side.index()]
    }

    /// The tile of an attached guard and its host.
    #[inline]
    pub fn shared_tile(&self, side: Side) -> Option<Tile> {
        if self.attached[side.index()] { self.guard(side) } else { None }
    }

    /// The tile on which an attack removes the guard of `side` in place of the piece that stands there.
    #[inline]
    pub fn shielded_tile(&self, side: Side) -> Option<Tile> {
        match self.rules.guarding {
            Guarding::Attached => self.shared_tile(side),
            Guarding::Beside => {
                let guard = self.guard(side)?;
                self.chief(side).filter(|&chief| TileSet::around(chief).contains(guard))
            }
        }
    }

    /// Spies of a side that are not on the board.
    #[inline]
    pub fn spies_in_reserve(&self, side: Side) -> usize {
        self.roster[side.index()][FIRST_SPY..GUARD].iter().filter(|tile| tile.is_none()).count()
    }

    /// Tiles of a side's pieces of a kind.
    pub fn pieces(&self, side: Side, kind: Kind) -> TileSet {
        self.roster[side.index()][kind.slots()].iter().copied().flatten().collect()
    }

    /// The piece on a tile; on a shared tile the host.
    pub fn piece_at(&self, tile: Tile) -> Option<Piece> {
        let side = self.side_at(tile)?;
        let slot = self.slot_at(side, tile)?;
        let informed = slot.kind() == Kind::Spy && self.informed[side.index()] & slot.informed_bit() != 0;
        Some(Piece { side, kind: slot.kind(), guarded: self.shared_tile(side) == Some(tile), informed })
    }

    /// Whose piece stands on a tile.
    #[inline]
    pub fn side_at(&self, tile: Tile) -> Option<Side> {
        [Side::Upper, Side::Lower].into_iter().find(|&side| self.side(side).contains(tile))
    }

    /// The kind of a side's piece on a tile; on a shared tile that of the host.
    #[inline]
    pub fn kind_at(&self, side: Side, tile: Tile) -> Option<Kind> {
        self.slot_at(side, tile).map(Slot::kind)
    }

    /// The slot of a side's piece on a tile; on a shared tile that of the host.
    #[inline]
    pub(super) fn slot_at(&self, side: Side, tile: Tile) -> Option<Slot> {
        self.roster[side.index()].iter().position(|&place| place == Some(tile)).map(Slot)
    }

    /// By which rules it is played.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// Embassies and territories.
    #[inline]
    pub fn ground(&self) -> &'static Ground {
        self.ground
    }

    /// Whether the other side occupies a side's embassy.
    #[inline]
    pub fn is_embassy_occupied(&self, side: Side) -> bool {
        self.embassy_occupied[side.index()]
    }

    /// Tiles on which information has been gathered.
    #[inline]
    pub fn gathered(&self) -> TileSet {
        self.gathered
    }

    /// Pieces of information that a side has.
    #[inline]
    pub fn information(&self, side: Side) -> u8 {
        self.information[side.index()]
    }

    /// Whether a side has used its castling.
    #[inline]
    pub fn has_castled(&self, side: Side) -> bool {
        self.castled[side.index()]
    }

    /// Field 6 of the FEN.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// The enemy embassy, if this side has not scored by entering it yet.
    #[inline]
    pub(super) fn unscored_embassy(&self, side: Side) -> Option<Tile> {
        self.ground.embassy(side.other()).filter(|&embassy| !self.gathered.contains(embassy))
    }

    /// The key, computed from scratch.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = if self.turn == Side::Lower { zobrist::lower_to_move() } else { 0 };
        for side in [Side::Upper, Side::Lower] {
            for (tile, kind) in self.roster[side.index()].into_iter().zip(KINDS) {
                key ^= tile.map_or(0, |tile| zobrist::piece(side, kind, tile));
            }
            key ^= self.informed_spies(side).fold(0, |key, tile| key ^ zobrist::informed(side, tile));
            key ^= self.ground.embassy(side).map_or(0, |tile| zobrist::embassy(side, tile));
            key ^= if self.is_embassy_occupied(side) { zobrist::occupied(side) } else { 0 };
            key ^= if self.has_castled(side) { zobrist::castled(side) } else { 0 };
        }
        self.gathered.fold(key, |key, tile| key ^ zobrist::gathered(tile))
    }
}

/// The elementary changes of which moves consist. Each keeps everything consistent but turn and counters.
impl Position {
    /// Puts a piece of a kind on an empty tile; returns whether the side had one left.
    pub(super) fn put(&mut self, side: Side, kind: Kind, tile: Tile) -> bool {
        let slots = &mut self.roster[side.index()][kind.slots()];
        let Some(slot) = slots.iter_mut().find(|place| place.is_none()) else { return false };
        *slot = Some(tile);
        self.sides[side.index()].toggle(tile);
        self.key ^= zobrist::piece(side, kind, tile);
        true
    }

    /// Puts the guard on the tile of another piece of its side; returns whether the guard was off the board.
    pub(super) fn put_attached(&mut self, side: Side, tile: Tile) -> bool {
        let guard = &mut self.roster[side.index()][GUARD];
        if guard.is_some() {
            return false;
        }
        *guard = Some(tile);
        self.attached[side.index()] = true;
        self.key ^= zobrist::piece(side, Kind::Guard, tile);
        true
    }

    /// Removes the only piece of its kind.
    pub(super) fn take_off(&mut self, side: Side, kind: Kind) {
        let slot = Slot(kind.slots().start);
        if self.roster[side.index()][slot.0].is_some() {
            self.remove(side, slot);
        }
    }

    /// Removes a piece that shares its tile with no guard.
    #[inline]
    pub(super) fn remove(&mut self, side: Side, slot: Slot) {
        let Some(tile) = self.roster[side.index()][slot.0].take() else { return };
        self.sides[side.index()].toggle(tile);
        self.key ^= zobrist::piece(side, slot.kind(), tile);
        if slot.kind() == Kind::Spy && self.informed[side.index()] & slot.informed_bit() != 0 {
            self.informed[side.index()] ^= slot.informed_bit();
            self.key ^= zobrist::informed(side, tile);
        }
    }

    /// Removes the guard; the host of an attached one stays.
    #[inline]
    pub(super) fn remove_guard(&mut self, side: Side) {
        if !self.attached[side.index()] {
            return self.remove(side, Slot(GUARD));
        }
        let Some(tile) = self.roster[side.index()][GUARD].take() else { return };
        self.attached[side.index()] = false;
        self.key ^= zobrist::piece(side, Kind::Guard, tile);
    }

    /// Moves a piece, together with an attached guard.
    #[inline]
    pub(super) fn relocate(&mut self, side: Side, slot: Slot, to: Tile) {
        let Some(from) = self.roster[side.index()][slot.0].replace(to) else { return };
        self.sides[side.index()].toggle(from);
        self.sides[side.index()].toggle(to);
        self.key ^= zobrist::piece(side, slot.kind(), from) ^ zobrist::piece(side, slot.kind(), to);
        if slot.kind() == Kind::Spy && self.informed[side.index()] & slot.informed_bit() != 0 {
            self.key ^= zobrist::informed(side, from) ^ zobrist::informed(side, to);
        }
        if self.shared_tile(side) == Some(from) {
            self.roster[side.index()][GUARD] = Some(to);
            self.key ^= zobrist::piece(side, Kind::Guard, from) ^ zobrist::piece(side, Kind::Guard, to);
        }
    }

    /// Exchanges two pieces, each together with an attached guard.
    pub(super) fn swap(&mut self, side: Side, first: Slot, second: Slot) {
        let roster = &mut self.roster[side.index()];
        let (Some(here), Some(there)) = (roster[first.0], roster[second.0]) else { return };
        (roster[first.0], roster[second.0]) = (Some(there), Some(here));
        for kind in [first.kind(), second.kind()] {
            self.key ^= zobrist::piece(side, kind, here) ^ zobrist::piece(side, kind, there);
        }
        if let Some(shared) = self.shared_tile(side).filter(|tile| [here, there].contains(tile)) {
            let to = if shared == here { there } else { here };
            self.roster[side.index()][GUARD] = Some(to);
            self.key ^= zobrist::piece(side, Kind::Guard, shared) ^ zobrist::piece(side, Kind::Guard, to);
        }
    }

    /// Moves the free guard to the tile of another piece of its side.
    #[inline]
    pub(super) fn attach_guard(&mut self, side: Side, to: Tile) {
        let Some(from) = self.roster[side.index()][GUARD].replace(to) else { return };
        self.sides[side.index()].toggle(from);
        self.attached[side.index()] = true;
        self.key ^= zobrist::piece(side, Kind::Guard, from) ^ zobrist::piece(side, Kind::Guard, to);
    }

    /// Moves the attached guard to an empty tile.
    #[inline]
    pub(super) fn detach_guard(&mut self, side: Side, to: Tile) {
        let Some(from) = self.roster[side.index()][GUARD].replace(to) else { return };
        self.sides[side.index()].toggle(to);
        self.attached[side.index()] = false;
        self.key ^= zobrist::piece(side, Kind::Guard, from) ^ zobrist::piece(side, Kind::Guard, to);
    }

    /// Sets or clears that a spy is informed.
    #[inline]
    pub(super) fn set_informed(&mut self, side: Side, slot: Slot, informed: bool) {
        let was_informed = self.informed[side.index()] & slot.informed_bit() != 0;
        if let Some(tile) = self.roster[side.index()][slot.0]
            && informed != was_informed
        {
            self.informed[side.index()] ^= slot.informed_bit();
            self.key ^= zobrist::informed(side, tile);
        }
    }

    /// Marks the tile as gathered, which counts as information for the enemy of its owner.
    #[inline]
    pub(super) fn gather_tile(&mut self, tile: Tile) {
        if self.gathered.contains(tile) {
            return;
        }
        self.gathered.toggle(tile);
        self.key ^= zobrist::gathered(tile);
        for side in [Side::Upper, Side::Lower] {
            self.information[side.index()] += u8::from(self.ground.territory(side.other()).contains(tile));
        }
    }

    #[inline]
    pub(super) fn set_embassy_occupied(&mut self, side: Side, occupied: bool) {
        if self.embassy_occupied[side.index()] != occupied {
            self.embassy_occupied[side.index()] = occupied;
            self.key ^= zobrist::occupied(side);
        }
    }

    pub(super) fn set_castled(&mut self, side: Side) {
        if !self.castled[side.index()] {
            self.castled[side.index()] = true;
            self.key ^= zobrist::castled(side);
        }
    }

    #[inline]
    pub(super) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= zobrist::lower_to_move();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_cheap_to_copy() {
        assert!(size_of::<Position>() <= 160, "{}", size_of::<Position>());
    }

    #[test]
    fn every_kind_has_its_slots() {
        for kind in Kind::ALL {
            assert_eq!(kind.slots().len(), kind.full_number());
            assert!(kind.slots().all(|slot| Slot(slot).kind() == kind));
        }
    }
}
