//! The weights of the evaluation, in hundredths of a soldier, as `janggun tune janggi` prints them: first
//! what a thing counted is worth on a full board, then on an empty one.

use super::tapered::Tapered;
use crate::game::Block;
use crate::games::linear_eval::counted;

macro_rules! blocks {
    ($($name:ident $term:literal $about:literal [$($open:expr),* $(,)?] [$($late:expr),* $(,)?];)*) => {
        counted! { $($name)* }

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
pub(super) const fn weight(counted: usize, place: usize) -> Tapered {
    WORTHS[counted][place]
}

/// The longest block tells of half a board.
const LONGEST: usize = 50;

/// The weights again, both phases together.
const WORTHS: [[Tapered; LONGEST]; TERMS.len()] = {
    let mut worths = [[Tapered::new(0, 0); LONGEST]; TERMS.len()];
    let mut counted = 0;
    while counted < TERMS.len() {
        let (open, late) = (BLOCKS[2 * counted].weights, BLOCKS[2 * counted + 1].weights);
        let mut place = 0;
        while place < open.len() {
            worths[counted][place] = Tapered::new(open[place], late[place]);
            place += 1;
        }
        counted += 1;
    }
    worths
};

blocks! {
    // Guard, chariot, cannon, horse, elephant, soldier.
    Material "material" "pieces"
    [164, 697, 349, 243, 168, 84]
    [151, 735, 237, 320, 170, 129];
    // In the palace, its farthest rank first, files `d` and `e`.
    GeneralPlaces "piece_square" "general"
    [-20, -62, -12, 13, 20, 31]
    [-36, -38, 7, 5, 8, 24];
    // The same.
    GuardPlaces "piece_square" "guard"
    [1, 6, 9, 12, 5, -22]
    [1, -3, 11, 21, -13, -26];
    // The farthest rank first, files `a` to `e`; the other files mirror them.
    ChariotPlaces "piece_square" "chariot"
    [
         24,  -7,   3,  11,  14,
         23,  26,  18,  20,  20,
         22,  19,  21,  17,  13,
         16,  20,  17,   7,  22,
         15,   7,  12,  12,  14,
        -12,  -2,  -2,  11,   7,
         -6,  -9,  14,  27,  14,
          1,  -7,  -3,  -9,  -1,
        -10, -12,  12,   8,  -5,
        -11,   1,   3, -12,  -2,
    ]
    [
         13,   9,   9,  14,  15,
          1,  11,   2,  15,  20,
         13,   4,  11,  16,  16,
          3,  12,  12,  29,  15,
         10,   9,   7,  23,  15,
          6,  14,  12,  20,  19,
          2,  14,  13,  23,   9,
         -3,   1,   1,   4,   4,
         -4,  -3,  -6,   1,  -4,
        -41,  -4,  -4,  -3,   0,
    ];
    // The same.
    CannonPlaces "piece_square" "cannon"
    [
        -28, -27,  -8,  -4,   9,
        -23, -26, -27,  -3,   8,
        -20, -10, -23, -12,   2,
          2,  10, -19,  13,  11,
        -15, -27,  20,  -1,  10,
         -5, -13,  11, -13,  -1,
         -5,  -1,  -3,  -5,   2,
          7,   8,  23,  31,  29,
         19,  16,  16,  51,  -2,
          3,  -6,  11,  39,   4,
    ]
    [
        -18, -21,  21,  -3,   8,
        -21,   0,   0,   1,  10,
         -3, -11, -30,   1,   5,
         -7,   4, -16,   2,   4,
          0, -11,   2,  10,   1,
          3, -12, -15,  -4,  -6,
         -6,   0, -10,   4,  -1,
        -10,  -1, -19,  28,  25,
          7, -13,  11,  14,  -1,
          4,   0,  16,  39,  14,
    ];
    // The same.
    HorsePlaces "piece_square" "horse"
    [
        -11,  -9,   9,   1,   0,
         -9,  -2,   4,  11,   8,
         -8,   3,   2,   6,  14,
          1,   5,  29,  18,  15,
        -10,   7,  13,  18,  10,
         -3,  -8,  11,   5,  20,
          3,   1,  12,  10,  21,
         -6, -14,   9,  18,  -2,
          5, -26, -13,  12, -15,
        -30,  -4,  -7,  -4,  12,
    ]
    [
        -12,  -8,   5,   0,   0,
         -9,  -3,   3,   9,   8,
         -8,   4,  19,   4,  14,
          5,   9,  22,  10,  11,
         -4,  13,  26,  28,  15,
         -3,   9,   9,  17,  17,
         -5,  10,  14,  17,  22,
         -2, -14,  -1,  18,   8,
         -5,  -6,   4,  -8, -11,
        -17, -37, -14,  -3, -11,
    ];
    // The same.
    ElephantPlaces "piece_square" "elephant"
    [
        -19, -16,  -8, -11, -11,
        -18,  -4,   5, -12,  -1,
         -6,  -7,  -4,   3,  -3,
         -6,   5,   6, -24,   8,
          0,   5,  23,  -4,  10,
         -2,  -3,  -9,  24,  20,
         -9,   2,   9,   2,  22,
         -4,  -6,   6,  18,  22,
        -11,   5,  -2,   0,  -6,
          0, -12,  -6, -10,  -4,
    ]
    [
        -18, -12,  -5,  -8,  -7,
        -15,  -3,   6,  -6,  -1,
         -6,   0,   1,   2,  -2,
         -3,  11,  37,   4,   8,
         -6,   4,  25,   1,   4,
        -10,  -7,   9,  26,   7,
          8,   0,  10, -12,  20,
         -6,  -7,   2,   5,  -7,
         -8,   1,  -9,  -3,  -4,
         -7, -27, -14, -10,  -4,
    ];
    // The same.
    SoldierPlaces "piece_square" "soldier"
    [
        -30, -27, -27, -12,  -6,
         -4,   5,  19,  24,  42,
          3,  -5,  17,  41,  52,
         -9,   9,  23,  34,  29,
        -26,  -2,   5,  24,  15,
        -15,  -3,   9,   9,  21,
        -14,  -5,   9,  10,  16,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
    ]
    [
        -43, -32, -31, -14,  -6,
         -4,  16,  29,  38,  53,
          8,   6,  22,  68,  76,
         -7,  14,  37,  36,  32,
         -7,  -1,  29,  37,  23,
        -28, -17,  -2,  19,  13,
        -12,  -7, -12,  25,  31,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
          0,   0,   0,   0,   0,
    ];
    // Points within reach that are not occupied by its own side nor attacked by enemy soldiers: 0, 1, 2 …
    ChariotReach "mobility" "chariot"
    [-37, -21, -24, -21, -16, -7, -3, 4, 7, 11, 12, 15, 15, 15, 22, 31]
    [-42, -35, -33, -36, -28, -13, -3, 2, 6, 15, 19, 36, 30, 31, 26, 19];
    // The same.
    CannonReach "mobility" "cannon"
    [-16, -7, -3, -1, 5, 3, 10, 6, 10, 10, 12, 15]
    [-26, -14, -5, -6, 4, 10, 5, 7, 4, -6, 3, 14];
    // The same.
    HorseReach "mobility" "horse"
    [-26, -11, -5, 3, -1, 1, 6, 5, 2]
    [-33, -19, -18, -11, 15, 13, 26, 25, 13];
    // The same.
    ElephantReach "mobility" "elephant"
    [-22, -7, -6, 0, -3, 11, 15, 19, 34]
    [-18, -7, -8, 8, 5, 0, 13, 21, 23];
    // How much the palace with both guards in it is under attack; see `PRESSURE` in `terms.rs`.
    Pressure "assault" "pressure"
    [19, 7, 8, 4, 15, 15, 9, 27, 49, 38, 54, 65, 80, 95, 110, 126]
    [1, 9, -4, 15, 17, 2, 12, 25, 43, 40, 54, 66, 81, 95, 110, 126];
    // The same with one guard or none.
    BarePressure "assault" "pressure on few guards"
    [-17, -8, 2, 13, 9, 22, 24, 30, 46, 63, 78, 90, 105, 126, 147, 168]
    [0, -6, -1, -5, 10, 25, 30, 40, 47, 65, 78, 89, 110, 126, 147, 168];
    // Points from which a chariot, cannon, horse, elephant, soldier could give check without being taken.
    SafeChecks "assault" "safe checks"
    [26, 10, 21, 8, 10]
    [27, 17, -4, 29, 10];
    // Pieces between a chariot and the enemy general on one line: 0, 1, 2, more.
    ChariotLines "assault" "chariot lines"
    [0, -7, -5, -14]
    [0, 19, 2, -2];
    // The same of a cannon.
    CannonLines "assault" "cannon lines"
    [16, -6, 31, 20]
    [2, 8, 24, 0];
    // Points the general could step to: 0, 1, 2 …
    Escapes "palace" "escapes"
    [-6, 3, 2, 2, -4, 3]
    [6, -6, -5, 2, -3, 6];
    // Guards within a step of the general: 0, 1, 2.
    Cover "palace" "cover"
    [4, 2, -6]
    [-2, 3, 0];
    // What a soldier attacks that is not defended: guard, chariot, cannon, horse, elephant, soldier.
    SoldierHitsLoose "threats" "soldier hits undefended"
    [0, 15, 37, 28, 28, -4]
    [-2, 0, 8, 10, 12, 0];
    // What a leaper (or guard, or general) attacks, and no soldier.
    LeaperHitsLoose "threats" "leaper hits undefended"
    [2, 18, 43, 26, 32, 15]
    [2, 4, 25, 12, 16, 22];
    // What a cannon attacks, and none of those.
    CannonHitsLoose "threats" "cannon hits undefended"
    [10, 43, 0, 20, 24, 15]
    [6, 6, 0, 10, 3, 14];
    // What only a chariot attacks.
    ChariotHitsLoose "threats" "chariot hits undefended"
    [4, 0, 35, 44, 31, 21]
    [-2, -2, 28, 19, 16, 23];
    // The four once more, for what is defended.
    SoldierHitsHeld "threats" "soldier hits defended"
    [4, 8, 25, 38, 34, 4]
    [7, 0, 7, 7, 11, 1];
    LeaperHitsHeld "threats" "leaper hits defended"
    [-2, 4, 24, 10, 18, 4]
    [12, 2, 16, 4, 11, 0];
    CannonHitsHeld "threats" "cannon hits defended"
    [2, 30, 0, 6, -3, -4]
    [-14, 5, 0, 16, -3, 14];
    ChariotHitsHeld "threats" "chariot hits defended"
    [-8, -2, -7, 22, 8, 0]
    [-7, 0, -8, 4, 7, 12];
    // Own guard, chariot, cannon, horse, elephant, soldier that is defended.
    Guarded "threats" "guarded"
    [5, -7, 7, 2, 8, 5]
    [1, 12, 5, 4, -9, -3];
    // Soldiers side by side.
    SoldierPairs "soldiers" "soldier pairs"
    [3]
    [33];
    // Being ahead where points decide, in each quarter of the plies without a capture that are allowed.
    Ahead "points" "ahead"
    [9, 9, 26, 34]
    [92, 118, 134, 133];
    // Each point of that lead.
    Lead "points" "lead"
    [-10, -10, -15, -9]
    [13, 4, 4, 18];
    // Files between the palaces on which nothing but generals stands, for the side that is ahead, where bikjang ends games.
    OpenFiles "points" "open files"
    [-1, 2, 4, 0]
    [15, 23, 21, 0];
    // Pieces between the generals on one file, 0, 1, 2, more, for the same side.
    Facing "points" "facing"
    [7, 2, 3, 7]
    [8, 16, 15, 0];
    // The right to move.
    Tempo "tempo" "the turn"
    [18]
    [-4];
}
