//! The weights of the evaluation, in hundredths of a soldier, as `janggun tune janggi` prints them: first
//! what a thing counted is worth on a full board, then on an empty one.

use super::worth::Worth;
use crate::game::Block;

macro_rules! blocks {
    ($($name:ident $term:literal $about:literal [$($open:expr),* $(,)?] [$($late:expr),* $(,)?];)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Counted { $($name),* }

        /// The term of the evaluation that it belongs to, in the order of [`Counted`].
        pub(super) const TERMS: &[&str] = &[$($term),*];

        /// The weights, in the order of [`Counted`], two blocks each.
        pub(super) const BLOCKS: &[Block] = &[$(
            Block { name: concat!($term, ": ", $about, ", full board"), weights: &[$($open),*] },
            Block { name: concat!($term, ": ", $about, ", empty board"), weights: &[$($late),*] },
        )*];
    };
}

/// What one of the things counted is worth.
#[inline(always)]
pub(super) const fn weight(counted: usize, place: usize) -> Worth {
    Worth { open: BLOCKS[2 * counted].weights[place], late: BLOCKS[2 * counted + 1].weights[place] }
}

blocks! {
    // Guard, chariot, cannon, horse, elephant, soldier.
    Material "material" "pieces"
    [162, 679, 362, 260, 174, 86]
    [166, 715, 275, 310, 179, 130];
    // Two guards, chariots, cannons, horses, elephants.
    Pairs "material" "pairs"
    [-7, -6, -5, 0, 3]
    [0, -6, -3, 3, 0];
    // In the palace, its farthest rank first, files `d` and `e`.
    GeneralPlaces "places" "general"
    [-27, -50, -3, 9, 16, 25]
    [-32, -40, 2, 0, 13, 27];
    // The same.
    GuardPlaces "places" "guard"
    [-2, 3, 8, 13, 2, -17]
    [-1, -1, 6, 16, -1, -13];
    // The farthest rank first, files `a` to `e`; the other files mirror them.
    ChariotPlaces "places" "chariot"
    [
         20,   3,   8,  15,  15,
          8,  11,  12,  21,  20,
          9,  12,  14,  17,  15,
         10,  14,  14,  15,  18,
          7,  11,   9,  17,  13,
         -6,  -1,   4,  13,   9,
          1,  -1,  13,  14,  10,
         -1,   0,  -3,  -3,   2,
        -10,  -9,   9,   6,  -2,
        -12,   3,  -3,   1,   0,
    ]
    [
         12,  11,   9,  15,  16,
          6,  11,  10,  20,  20,
          8,   6,   6,  16,  16,
          7,  10,   9,  16,  15,
          7,   9,   9,  17,  13,
          3,   7,   8,  14,  12,
          2,   6,   8,  13,   8,
         -5,   3,   0,   1,   2,
         -4,  -1,   1,   2,  -1,
        -16,   1,  -2,   1,   0,
    ];
    // The same.
    CannonPlaces "places" "cannon"
    [
         -9, -16,  -1,   4,   8,
         -3,  -8,  -2,  -1,   7,
         -9,  -6, -10,   1,   2,
         -2,  -3, -11,   3,   2,
        -10, -12,   1,  -1,   1,
         -6, -11,  -4,  -6,  -2,
         -4,  -6,  -3,   1,   3,
         -1,   9,  14,  23,  21,
          9,   3,   7,  22,  10,
          3,  -4,   4,  25,   6,
    ]
    [
         -3,  -6,  11,   5,   8,
         -1,   0,   1,   1,   7,
         -3,  -4, -10,   2,   4,
         -5,  -4,  -5,  -1,   0,
         -5,  -6,  -3,   0,  -1,
         -3,  -5,  -7,  -4,  -3,
         -4,  -3,  -4,   2,   2,
         -7,  -2,   1,  14,   9,
          2,  -2,   4,  17,   5,
          2,   0,   7,  23,  10,
    ];
    // The same.
    HorsePlaces "places" "horse"
    [
        -13,  -7,   3,   1,   0,
         -9,  -1,   4,  12,   8,
         -5,   7,   6,  14,  16,
         -1,  10,  23,  16,  20,
         -7,   7,  16,  16,  18,
         -2,   1,  18,   6,  19,
         -3,   2,   5,  11,  16,
        -15,  -4,   4,  10,   1,
         -2, -10,  -5,   2, -13,
        -17, -15,  -8,  -6,  -1,
    ]
    [
        -14,  -6,   2,   1,   0,
         -8,  -1,   5,  12,   8,
         -5,   7,  11,  12,  15,
          0,  11,  21,  15,  16,
         -2,   9,  18,  20,  17,
         -3,   6,   9,  13,  15,
         -6,   4,   7,  13,  13,
        -10,  -4,   4,  11,   3,
         -8,  -6,  -3,  -5,  -9,
        -14, -17,  -7,  -6,  -8,
    ];
    // The same.
    ElephantPlaces "places" "elephant"
    [
        -18, -12,  -7,  -7,  -6,
        -10,  -4,   1,  -3,   0,
         -7,  -3,   3,   4,   2,
         -6,   3,  11,  -2,   9,
         -5,   5,  11,   1,  12,
         -6,   2,   5,  15,  10,
          0,  -2,   7,   4,  16,
         -7,  -1,   1,   3,  15,
        -13,  -7,  -5,   0,  -2,
        -10, -19,  -7,  -5,  -4,
    ]
    [
        -16, -11,  -6,  -5,  -5,
        -10,  -3,   1,  -2,   0,
         -7,  -1,   4,   3,   3,
         -6,   4,  16,   5,   9,
         -5,   5,  10,   5,  11,
         -7,   1,   8,  12,  10,
         -1,  -1,   6,   1,  12,
         -7,  -2,   0,   0,  13,
        -10,  -7,  -6,  -2,  -2,
        -12, -15,  -7,  -5,  -4,
    ];
    // The same.
    SoldierPlaces "places" "soldier"
    [
        -30, -26, -21, -10,  -6,
         -4,   4,  14,  29,  40,
          3,   8,  19,  39,  43,
         -2,   8,  16,  25,  23,
         -9,   8,  10,  23,  18,
        -14,  -1,   6,   4,  18,
        -20,  -9,   5,  11,  14,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
    ]
    [
        -41, -30, -21, -11,  -6,
         -1,  11,  24,  44,  50,
          9,  16,  27,  56,  61,
          6,  16,  26,  30,  32,
         -2,  10,  19,  26,  21,
        -10,  -6,   7,   7,  15,
         -8,  -3,   3,  11,   4,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
    ];
    // Points within reach that are not occupied by its own side nor attacked by enemy soldiers: 0, 1, 2 …
    ChariotReach "mobility" "chariot"
    [-32, -25, -24, -21, -19, -8, -7, -3, 3, 11, 11, 15, 18, 16, 22, 30]
    [-40, -35, -30, -28, -21, -14, -11, -2, 2, 8, 14, 24, 26, 27, 26, 30];
    // The same.
    CannonReach "mobility" "cannon"
    [-18, -11, -6, -5, 4, 5, 6, 6, 15, 15, 22, 22]
    [-20, -6, -6, -1, 3, 2, 4, 10, 9, 6, 10, 17];
    // The same.
    HorseReach "mobility" "horse"
    [-30, -16, -11, -2, -1, 3, 11, 15, 21]
    [-29, -22, -15, -11, 2, 11, 20, 23, 22];
    // The same.
    ElephantReach "mobility" "elephant"
    [-25, -13, -10, 2, 4, 11, 18, 26, 34]
    [-16, -12, -1, 3, 5, 4, 15, 21, 25];
    // How much the palace with both guards in it is under attack; see `Survey::pressure`.
    Pressure "assault" "pressure"
    [7, -2, 3, 9, 12, 10, 16, 25, 40, 43, 57, 67, 81, 95, 110, 126]
    [0, 3, -1, 9, 12, 10, 16, 25, 39, 43, 57, 67, 81, 95, 110, 126];
    // The same with one guard or none.
    BarePressure "assault" "pressure on few guards"
    [-2, -5, 1, 8, 11, 20, 27, 35, 48, 61, 76, 90, 107, 126, 147, 168]
    [2, -7, 0, 5, 9, 23, 28, 41, 48, 61, 75, 90, 108, 126, 147, 168];
    // Points from which a chariot, cannon, horse, elephant, soldier could give check without being taken.
    SafeChecks "assault" "safe checks"
    [24, 13, 12, 12, 10]
    [21, 9, 4, 16, 10];
    // Pieces between a chariot and the enemy general on one line: 0, 1, 2, more.
    ChariotLines "assault" "chariot lines"
    [0, 7, 1, -3]
    [0, 9, 1, 0];
    // The same of a cannon.
    CannonLines "assault" "cannon lines"
    [9, 1, 21, 15]
    [3, 3, 10, 3];
    // Points the general could step to: 0, 1, 2 …
    Escapes "palace" "escapes"
    [-3, -2, -5, 2, 3, 4]
    [4, -1, 0, -1, -2, 1];
    // Guards within a step of the general: 0, 1, 2.
    Cover "palace" "cover"
    [-2, 3, -1]
    [-1, -4, 5];
    // What a soldier attacks that is not defended: guard, chariot, cannon, horse, elephant, soldier.
    SoldierHitsLoose "threats" "soldier hits undefended"
    [0, 3, 15, 9, 10, -3]
    [-1, 0, 3, 4, 5, -1];
    // What a leaper (or guard, or general) attacks, and no soldier.
    LeaperHitsLoose "threats" "leaper hits undefended"
    [1, 6, 20, 9, 11, 10]
    [1, 2, 11, 5, 6, 10];
    // What a cannon attacks, and none of those.
    CannonHitsLoose "threats" "cannon hits undefended"
    [2, 20, 0, 10, 10, 11]
    [1, 3, 0, 4, 1, 5];
    // What only a chariot attacks.
    ChariotHitsLoose "threats" "chariot hits undefended"
    [1, 1, 25, 21, 14, 14]
    [0, -1, 10, 8, 7, 10];
    // The four once more, for what is defended.
    SoldierHitsHeld "threats" "soldier hits defended"
    [2, 3, 11, 14, 15, 3]
    [3, 0, 3, 2, 3, 1];
    LeaperHitsHeld "threats" "leaper hits defended"
    [0, 2, 10, 3, 11, 6]
    [4, 1, 5, 2, 6, 2];
    CannonHitsHeld "threats" "cannon hits defended"
    [-6, 9, 0, 0, 3, 2]
    [-6, 1, 0, 4, 0, 6];
    ChariotHitsHeld "threats" "chariot hits defended"
    [-8, -1, 0, 12, 8, 3]
    [0, 0, -1, 0, 3, 5];
    // Own guard, chariot, cannon, horse, elephant, soldier that is defended.
    Guarded "threats" "guarded"
    [-3, 0, 9, 4, 5, 4]
    [-2, 2, 7, 9, -4, 3];
    // Soldiers side by side.
    SoldierPairs "soldiers" "soldier pairs"
    [6]
    [20];
    // Being ahead where points decide, in each quarter of the plies without a capture that are allowed.
    Ahead "points" "ahead"
    [13, 12, 20, 20]
    [81, 80, 85, 85];
    // Each point of that lead.
    Lead "points" "lead"
    [-3, -2, -2, 3]
    [14, 10, 11, 16];
    // The right to move.
    Tempo "tempo" "the turn"
    [11]
    [-1];
}
