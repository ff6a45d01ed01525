//! The board in one machine word: pieces, hands and side to move.

use super::square::{SQUARES, Square, SquareSet};
use crate::game::Side;

/// Kinds of pieces, by their names in Twelve Janggi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// 왕 王, one step in all directions; in Dobutsu the lion.
    King,
    /// 상 相, one step diagonally; the elephant.
    Minister,
    /// 장 將, one step orthogonally; the giraffe.
    General,
    /// 자 子, one step straight forward; the chick.
    Man,
    /// 후 侯, one step in all directions but diagonally backward; the hen.
    Lord,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 5;

    /// All kinds, in the order of the enum.
    pub const ALL: [Kind; Kind::COUNT] = [Kind::King, Kind::Minister, Kind::General, Kind::Man, Kind::Lord];

    /// The kinds that can be held in a hand.
    pub const IN_HAND: [Kind; 3] = [Kind::Minister, Kind::General, Kind::Man];

    /// What the piece becomes in its captor's hand; `None` for the king, whose capture ends the game.
    #[inline]
    pub const fn captured(self) -> Option<Kind> {
        match self {
            Kind::King => None,
            Kind::Lord => Some(Kind::Man),
            other => Some(other),
        }
    }
}

/// Pieces, hands and side to move, in 61 bits. Equal boards are the same position in the sense of the repetition rule.
///
/// | bits | |
/// |---|---|
/// | 0–47 | four for each square, `a1` first: 0 if it is empty, else the kind plus one, and 8 for the lower-case side |
/// | 48–53 | what the upper-case side holds: ministers, generals, men, two bits each |
/// | 54–59 | the same for the lower-case side |
/// | 60 | 1 if the lower-case side is to move |
///
/// A side has one king, or none once it has been captured. Different boards have different bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board(u64);

const SQUARE_BITS: u64 = (1 << (4 * SQUARES)) - 1;
const HANDS: usize = 4 * SQUARES;
const HAND_WIDTH: usize = 6;
const LOWER_TO_MOVE: u64 = 1 << 60;

/// The four bits of a piece.
#[inline]
const fn code(side: Side, kind: Kind) -> u64 {
    kind as u64 + 1 + 8 * side as u64
}

/// Position of the two bits that count such pieces in hand.
#[inline]
const fn hand_shift(side: Side, kind: Kind) -> usize {
    debug_assert!(matches!(kind, Kind::Minister | Kind::General | Kind::Man));
    HANDS + HAND_WIDTH * side as usize + 2 * (kind as usize - Kind::Minister as usize)
}

impl Board {
    /// An empty board with empty hands.
    pub const fn empty(turn: Side) -> Board {
        Board(LOWER_TO_MOVE * turn as u64)
    }

    /// The bits described at [`Board`].
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Board::bits`].
    #[inline]
    pub const fn from_bits(bits: u64) -> Board {
        Board(bits)
    }

    /// Side to move.
    #[inline]
    pub const fn turn(self) -> Side {
        if self.0 & LOWER_TO_MOVE == 0 { Side::Upper } else { Side::Lower }
    }

    /// With the other side to move.
    #[inline]
    pub const fn with_turn_given(self) -> Board {
        Board(self.0 ^ LOWER_TO_MOVE)
    }

    /// Squares with a piece.
    #[inline]
    pub const fn occupied(self) -> SquareSet {
        SquareSet((self.0 | self.0 >> 1 | self.0 >> 2) & SquareSet::ALL.0)
    }

    /// Pieces of a side.
    #[inline]
    pub const fn side(self, side: Side) -> SquareSet {
        let lower = SquareSet(self.0 >> 3 & SquareSet::ALL.0);
        match side {
            Side::Upper => self.occupied().without(lower),
            Side::Lower => lower,
        }
    }

    /// Pieces of a side and kind.
    #[inline]
    pub const fn pieces(self, side: Side, kind: Kind) -> SquareSet {
        let differing = self.0 ^ (code(side, kind) * SquareSet::ALL.0);
        SquareSet(!(differing | differing >> 1 | differing >> 2 | differing >> 3) & SquareSet::ALL.0)
    }

    /// The king's square, unless it has been captured.
    #[inline]
    pub const fn king(self, side: Side) -> Option<Square> {
        self.pieces(side, Kind::King).first()
    }

    /// The piece on `square`.
    #[inline]
    pub const fn at(self, square: Square) -> Option<(Side, Kind)> {
        let code = self.code_at(square);
        if code == 0 {
            return None;
        }
        let side = if code & 8 == 0 { Side::Upper } else { Side::Lower };
        Some((side, Kind::ALL[(code & 7) - 1]))
    }

    /// The four bits of `square`: 0 if it is empty, else side and kind.
    #[inline]
    pub const fn code_at(self, square: Square) -> usize {
        (self.0 >> (4 * square.index()) & 15) as usize
    }

    /// Number of pieces of a kind in a side's hand.
    #[inline]
    pub const fn hand(self, side: Side, kind: Kind) -> usize {
        (self.0 >> hand_shift(side, kind) & 3) as usize
    }

    /// Whether a side has no piece in hand.
    #[inline]
    pub const fn hand_is_empty(self, side: Side) -> bool {
        self.0 >> (HANDS + HAND_WIDTH * side as usize) & ((1 << HAND_WIDTH) - 1) == 0
    }

    /// With a piece on a square, replacing what was there.
    #[inline]
    pub const fn with(self, square: Square, side: Side, kind: Kind) -> Board {
        Board(self.without(square).0 | code(side, kind) << (4 * square.index()))
    }

    /// With an empty square.
    #[inline]
    pub const fn without(self, square: Square) -> Board {
        Board(self.0 & !(15 << (4 * square.index())))
    }

    /// With one more piece in hand; there must be fewer than two.
    #[inline]
    pub const fn with_in_hand(self, side: Side, kind: Kind) -> Board {
        debug_assert!(self.hand(side, kind) < 3);
        Board(self.0 + (1 << hand_shift(side, kind)))
    }

    /// With one piece fewer in hand; there must be one.
    #[inline]
    pub const fn without_in_hand(self, side: Side, kind: Kind) -> Board {
        debug_assert!(self.hand(side, kind) > 0);
        Board(self.0 - (1 << hand_shift(side, kind)))
    }

    /// Files `a` and `c` exchanged. The rules are symmetric left to right.
    #[inline]
    pub const fn mirrored(self) -> Board {
        const A: u64 = 0x00f0_0f00_f00f;
        const B: u64 = 0x0f00_f00f_00f0;
        Board((self.0 & A) << 8 | self.0 >> 8 & A | self.0 & (B | !SQUARE_BITS))
    }

    /// Rotated by 180 degrees, with sides, hands and turn exchanged: the same game with the players exchanged.
    #[inline]
    pub const fn turned(self) -> Board {
        let reversed = (self.0 & SQUARE_BITS).swap_bytes();
        let reversed = (reversed >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (reversed & 0x0f0f_0f0f_0f0f_0f0f) << 4) >> 16;
        let swapped = reversed ^ Board(reversed).occupied().0 << 3;
        let hand = (1 << HAND_WIDTH) - 1;
        let upper = self.0 >> HANDS & hand;
        let lower = self.0 >> (HANDS + HAND_WIDTH) & hand;
        let hands = lower << HANDS | upper << (HANDS + HAND_WIDTH);
        Board(swapped | hands | !self.0 & LOWER_TO_MOVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// King on a1, lower-case lord on b4, a general and two men in hand.
    fn sample() -> Board {
        Board::empty(Side::Lower)
            .with(Square::new(0, 0), Side::Upper, Kind::King)
            .with(Square::new(1, 3), Side::Lower, Kind::Lord)
            .with_in_hand(Side::Upper, Kind::General)
            .with_in_hand(Side::Lower, Kind::Man)
            .with_in_hand(Side::Lower, Kind::Man)
    }

    #[test]
    fn what_is_put_is_found() {
        let board = sample();
        assert_eq!(board.at(Square::new(0, 0)), Some((Side::Upper, Kind::King)));
        assert_eq!(board.at(Square::new(1, 3)), Some((Side::Lower, Kind::Lord)));
        assert_eq!(board.at(Square::new(1, 2)), None);
        assert_eq!(board.king(Side::Upper), Some(Square::new(0, 0)));
        assert_eq!(board.king(Side::Lower), None);
        assert_eq!(board.pieces(Side::Lower, Kind::Lord), SquareSet::of(Square::new(1, 3)));
        assert_eq!((board.hand(Side::Upper, Kind::General), board.hand(Side::Lower, Kind::Man)), (1, 2));
        assert_eq!(board.turn(), Side::Lower);
        assert_eq!(board.occupied().count(), 2);
        assert!(board.bits() < 1 << 61);
    }

    #[test]
    fn mirrors_and_turns_undo_themselves() {
        let board = sample();
        assert_eq!(board.mirrored().mirrored(), board);
        assert_eq!(board.turned().turned(), board);
        assert_eq!(board.mirrored().king(Side::Upper), Some(Square::new(2, 0)));
        assert_eq!(board.mirrored().at(Square::new(1, 3)), Some((Side::Lower, Kind::Lord)));
        let turned = board.turned();
        assert_eq!(turned.king(Side::Lower), Some(Square::new(2, 3)));
        assert_eq!(turned.at(Square::new(1, 0)), Some((Side::Upper, Kind::Lord)));
        assert_eq!((turned.hand(Side::Lower, Kind::General), turned.hand(Side::Upper, Kind::Man)), (1, 2));
        assert_eq!(turned.turn(), Side::Upper);
    }
}
