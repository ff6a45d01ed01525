//! What coordinates and sets of them have in common on all boards.
//!
//! Macros, not generic types: the tables of the rules are built by `const fn`, which cannot call methods of traits.

/// The methods of a point type with `index` and `from_index`, on a board of `$files` by `$ranks` points.
macro_rules! coordinates {
    ($point:ident, $files:expr, $ranks:expr) => {
        impl $point {
            /// Both numbers count from 0.
            #[inline]
            pub const fn new(file: usize, rank: usize) -> $point {
                debug_assert!(file < $files && rank < $ranks);
                $point::from_index(rank * $files + file)
            }

            /// 0 for file `a`.
            #[inline]
            pub const fn file(self) -> usize {
                self.index() % $files
            }

            /// 0 for rank `1`.
            #[inline]
            pub const fn rank(self) -> usize {
                self.index() / $files
            }

            /// As a [`BoardPoint`]($crate::game::BoardPoint), which is the same for every game.
            pub const fn board_point(self) -> $crate::game::BoardPoint {
                $crate::game::BoardPoint { file: self.file() as u8, rank: self.rank() as u8 }
            }

            /// `None` beyond the edge of the board.
            pub(super) const fn on_board(file: i32, rank: i32) -> Option<$point> {
                if 0 <= file && file < $files as i32 && 0 <= rank && rank < $ranks as i32 {
                    Some($point::new(file as usize, rank as usize))
                } else {
                    None
                }
            }

            /// In the order of the indices, `a1` first.
            pub fn all() -> impl Iterator<Item = $point> {
                (0..$files * $ranks).map($point::from_index)
            }
        }

        impl std::fmt::Display for $point {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
            }
        }
    };
}

/// The methods of a set that holds its points in one integer, `$stride` bits for each, of which the lowest
/// says whether the point is in the set. The set itself has `bit`, an integer with one bit, and `words`, its bits in words of 64.
macro_rules! integer_set {
    ($set:ident of $point:ident, $stride:literal) => {
        impl $set {
            /// Without any point.
            pub const EMPTY: $set = $set(0);

            /// The set of one point.
            #[inline]
            pub const fn of(point: $point) -> $set {
                $set($set::bit($stride * point.index()))
            }

            /// Whether no point is in it.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the point is in it.
            #[inline]
            pub const fn contains(self, point: $point) -> bool {
                let bit = $stride * point.index();
                if cfg!(target_arch = "wasm32") {
                    // It has no integers of 128 bits, and no instruction to shift them.
                    self.words()[bit / 64] >> (bit % 64) & 1 != 0
                } else {
                    self.0 >> bit & 1 != 0
                }
            }

            /// Whether the two have a point in common.
            #[inline]
            pub const fn meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// The points of this set that are not in `other`.
            #[inline]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// The number of points.
            #[inline]
            pub const fn count(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The point with the lowest index.
            #[inline]
            pub const fn first(self) -> Option<$point> {
                if self.0 == 0 { None } else { Some($point::from_index(self.0.trailing_zeros() as usize / $stride)) }
            }

            #[inline]
            const fn pop_first(&mut self) -> Option<$point> {
                let first = self.first();
                self.0 &= self.0.wrapping_sub(1);
                first
            }

            #[inline]
            const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            #[inline]
            const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            #[inline]
            const fn xor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }
        }

        $crate::games::bitset::set_operators!($set of $point, $stride);
    };
}

/// Operators and iteration of a set with `and`, `or`, `xor`, `without`, `pop_first`, and its bits as `words` of 64.
macro_rules! set_operators {
    ($set:ident of $point:ident, $stride:literal) => {
        impl std::ops::BitAnd for $set {
            type Output = $set;
            #[inline]
            fn bitand(self, other: $set) -> $set {
                self.and(other)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;
            #[inline]
            fn bitor(self, other: $set) -> $set {
                self.or(other)
            }
        }

        impl std::ops::BitXor for $set {
            type Output = $set;
            #[inline]
            fn bitxor(self, other: $set) -> $set {
                self.xor(other)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: $set) {
                *self = self.and(other);
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: $set) {
                *self = self.or(other);
            }
        }

        impl std::ops::BitXorAssign for $set {
            #[inline]
            fn bitxor_assign(&mut self, other: $set) {
                *self = self.xor(other);
            }
        }

        /// The rest of the board.
        impl std::ops::Not for $set {
            type Output = $set;
            #[inline]
            fn not(self) -> $set {
                $set::ALL.without(self)
            }
        }

        impl Iterator for $set {
            type Item = $point;

            /// Takes out the point with the lowest index.
            #[inline]
            fn next(&mut self) -> Option<$point> {
                self.pop_first()
            }

            /// Word by word, which spares the carry between them.
            #[inline]
            fn fold<B, F: FnMut(B, $point) -> B>(self, init: B, mut f: F) -> B {
                let mut folded = init;
                for (number, mut word) in self.words().into_iter().enumerate() {
                    while word != 0 {
                        let bit = 64 * number + word.trailing_zeros() as usize;
                        folded = f(folded, $point::from_index(bit / $stride));
                        word &= word - 1;
                    }
                }
                folded
            }
        }

        impl FromIterator<$point> for $set {
            fn from_iter<I: IntoIterator<Item = $point>>(points: I) -> $set {
                points.into_iter().fold($set::EMPTY, |set, point| set.or($set::of(point)))
            }
        }
    };
}

pub(crate) use {coordinates, integer_set, set_operators};

#[cfg(test)]
mod tests {
    use crate::games::cheduk::{Tile, TileSet};
    use crate::games::janggi::{Point, PointSet};
    use crate::games::twelve::{Square, SquareSet};
    use std::collections::BTreeSet;

    /// Compares the operations of a set type with those of the standard library on pseudo-random subsets of its board.
    macro_rules! compare_with_standard_sets {
        ($set:ident of $point:ident) => {
            let mut random = fastrand::Rng::with_seed(7);
            let mut subset = || -> BTreeSet<$point> { $point::all().filter(|_| random.u8(..) < 80).collect() };
            let set = |points: &BTreeSet<$point>| points.iter().copied().collect::<$set>();
            assert_eq!($set::ALL.collect::<Vec<_>>(), $point::all().collect::<Vec<_>>());
            assert!($set::EMPTY.is_empty() && !$set::ALL.is_empty());
            let mut empty = $set::EMPTY;
            assert_eq!((empty.first(), empty.next()), (None, None));
            for _ in 0..50 {
                let (a, b) = (subset(), subset());
                let (ours, others) = (set(&a), set(&b));
                assert_eq!(ours & others, set(&(&a & &b)));
                assert_eq!(ours | others, set(&(&a | &b)));
                assert_eq!(ours ^ others, set(&(&a ^ &b)));
                assert_eq!(ours.without(others), set(&(&a - &b)));
                assert_eq!(!ours, $point::all().filter(|point| !a.contains(point)).collect());
                assert_eq!(ours.meets(others), !a.is_disjoint(&b));
                assert_eq!((ours.count(), ours.first()), (a.len(), a.first().copied()));
                assert!($point::all().all(|point| ours.contains(point) == a.contains(&point)));
                let (mut and, mut or, mut xor) = (ours, ours, ours);
                and &= others;
                or |= others;
                xor ^= others;
                assert_eq!((and, or, xor), (ours & others, ours | others, ours ^ others));
                let (mut stepped, mut folded) = (Vec::new(), Vec::new());
                for point in ours {
                    stepped.push(point);
                }
                ours.for_each(|point| folded.push(point));
                assert_eq!(stepped, a.into_iter().collect::<Vec<_>>());
                assert_eq!(folded, stepped);
            }
        };
    }

    #[test]
    fn sets_are_sets() {
        compare_with_standard_sets!(PointSet of Point);
        compare_with_standard_sets!(SquareSet of Square);
        compare_with_standard_sets!(TileSet of Tile);
    }

    #[test]
    fn the_highest_tile_is_the_last_of_the_iteration() {
        for tile in Tile::all() {
            let set = TileSet::of(Tile::from_index(0)).with(tile);
            assert_eq!((set.first(), set.last()), (Some(Tile::from_index(0)), Some(tile)));
        }
    }
}
