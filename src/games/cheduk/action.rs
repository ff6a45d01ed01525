//! Moves in 28 bits, and their notation.

use super::board::Kind;
use super::hex::{TILES, Tile};
use std::fmt;

/// The kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A step, a capture, an attack on a guarded piece, or attaching the guard.
    Go,
    /// The guard detaches from its host.
    Detach,
    /// Chief and diplomat exchange places.
    Castle,
    /// A spy gathers information where it stands.
    Gather,
    /// An informed spy returns home.
    Return,
    /// A spy enters the enemy embassy for the first time and returns home.
    Enter,
    /// An ambassador is placed, or returns from the reserve.
    PlaceAmbassador,
    /// A spy is placed, or returns from the reserve.
    PlaceSpy,
}

impl Action {
    const ALL: [Action; 8] = [
        Action::Go,
        Action::Detach,
        Action::Castle,
        Action::Gather,
        Action::Return,
        Action::Enter,
        Action::PlaceAmbassador,
        Action::PlaceSpy,
    ];
}

/// A move: an action with up to three tiles.
///
/// | bits | |
/// |---|---|
/// | 0–7 | where the piece ends up; the only part in which moves of one bundle differ |
/// | 8–15 | where it stood; 0 for a piece from the reserve |
/// | 16–23 | the embassy on the way, for [`Action::Enter`] |
/// | 24–27 | the action, which is what makes the number different from 0: 8 is added |
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(u32);

impl Move {
    /// Slots for histories: from and to, then a block by target for each action whose origin matters less.
    pub const SLOTS: usize = TILES * TILES + 4 * TILES;

    #[inline]
    const fn pack(action: Action, from: usize, through: usize, end: usize) -> Move {
        Move((8 + action as u32) << 24 | (through as u32) << 16 | (from as u32) << 8 | end as u32)
    }

    /// A move from one tile to another.
    #[inline]
    pub const fn new(action: Action, from: Tile, end: Tile) -> Move {
        Move::pack(action, from.index(), 0, end.index())
    }

    /// A spy's scoring entry into the embassy, and the tile to which it returns.
    #[inline]
    pub const fn entry(from: Tile, embassy: Tile, home: Tile) -> Move {
        Move::pack(Action::Enter, from.index(), embassy.index(), home.index())
    }

    /// An ambassador or a spy from the reserve.
    #[inline]
    pub const fn placing(kind: Kind, to: Tile) -> Move {
        let action = if matches!(kind, Kind::Ambassador) { Action::PlaceAmbassador } else { Action::PlaceSpy };
        Move::pack(action, 0, 0, to.index())
    }

    /// The same action of the same piece, ending on another tile.
    #[inline]
    pub const fn ending_on(self, end: Tile) -> Move {
        Move(self.0 & !0xff | end.index() as u32)
    }

    /// The kind of move.
    #[inline]
    pub const fn action(self) -> Action {
        Action::ALL[(self.0 >> 24 & 7) as usize]
    }

    /// Where the piece stood; meaningless for a piece from the reserve.
    #[inline]
    pub const fn from(self) -> Tile {
        Tile::from_index((self.0 >> 8 & 0xff) as usize)
    }

    /// Where the piece ends up.
    #[inline]
    pub const fn end(self) -> Tile {
        Tile::from_index((self.0 & 0xff) as usize)
    }

    /// The tile that is entered: for a scoring entry the embassy, else the same as [`Move::end`].
    #[inline]
    pub const fn to(self) -> Tile {
        match self.action() {
            Action::Enter => Tile::from_index((self.0 >> 16 & 0xff) as usize),
            _ => self.end(),
        }
    }

    /// Whether the piece comes from the reserve.
    #[inline]
    pub const fn is_placing(self) -> bool {
        matches!(self.action(), Action::PlaceAmbassador | Action::PlaceSpy)
    }

    /// Whether a spy from the reserve or one that returns may be put on any tile of its territory.
    #[inline]
    pub const fn puts_down_a_spy(self) -> bool {
        matches!(self.action(), Action::Return | Action::Enter | Action::PlaceSpy)
    }

    /// Index below [`Move::SLOTS`].
    #[inline]
    pub const fn slot(self) -> usize {
        match self.action() {
            Action::Gather => TILES * TILES + self.end().index(),
            Action::Return => TILES * TILES + TILES + self.end().index(),
            Action::PlaceAmbassador => TILES * TILES + 2 * TILES + self.end().index(),
            Action::PlaceSpy => TILES * TILES + 3 * TILES + self.end().index(),
            Action::Go | Action::Detach | Action::Castle | Action::Enter => {
                self.from().index() * TILES + self.to().index()
            }
        }
    }
}

impl From<Move> for u32 {
    fn from(mv: Move) -> u32 {
        mv.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to, end) = (self.from(), self.to(), self.end());
        match self.action() {
            Action::Go | Action::Castle | Action::Gather => write!(f, "{from}{to}"),
            Action::Detach => write!(f, "{from}{to}g"),
            Action::Return => write!(f, "{from}@{end}"),
            Action::Enter => write!(f, "{from}{to}@{end}"),
            Action::PlaceAmbassador => write!(f, "A@{end}"),
            Action::PlaceSpy => write!(f, "S@{end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Move> {
        let [d7, c7, k2] = ["d7", "c7", "k2"].map(Tile::named);
        vec![
            Move::new(Action::Go, d7, c7),
            Move::new(Action::Detach, d7, c7),
            Move::new(Action::Castle, d7, k2),
            Move::new(Action::Gather, d7, d7),
            Move::new(Action::Return, d7, k2),
            Move::entry(d7, c7, k2),
            Move::placing(Kind::Ambassador, c7),
            Move::placing(Kind::Spy, k2),
        ]
    }

    #[test]
    fn moves_are_written_as_the_rules_say() {
        let written: Vec<String> = samples().iter().map(ToString::to_string).collect();
        assert_eq!(written.join(" "), "d7c7 d7c7g d7k2 d7d7 d7@k2 d7c7@k2 A@c7 S@k2");
    }

    #[test]
    fn moves_keep_what_they_were_made_of() {
        for mv in samples() {
            assert_ne!(u32::from(mv), 0);
            assert!(mv.slot() < Move::SLOTS);
            assert_eq!(mv.ending_on(mv.end()), mv);
        }
        let entry = Move::entry(Tile::named("d7"), Tile::named("c7"), Tile::named("k12"));
        assert_eq!([entry.from(), entry.to(), entry.end()], ["d7", "c7", "k12"].map(Tile::named));
        let last = Move::new(Action::Go, Tile::named("k12"), Tile::named("k12"));
        assert!(last.slot() < Move::SLOTS);
    }
}
