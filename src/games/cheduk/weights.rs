//! The weights of the evaluation, in hundredths of a spy, as `janggun tune cheduk` prints them.

use crate::game::Block;

macro_rules! blocks {
    ($($name:ident $about:literal [$($weight:expr),* $(,)?];)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Counted { $($name),* }

        /// The weights, in the order of [`Counted`].
        pub(super) const BLOCKS: &[Block] = &[$(Block { name: $about, weights: &[$($weight),*] }),*];
    };
}

blocks! {
    // Diplomat, envoy, ambassador, spy, guard.
    Material "material" [658, 220, 142, 94, 179];
    // A spy, the ambassador.
    Reserve "reserve" [76, 108];
    // One to four.
    Information "information" [102, 226, 592, 846];
    // Spies by their steps to the next tile to gather, with up to two pieces of information.
    Approach "approach" [164, 74, 42, 35, 26, 16, 10, 8];
    // The same with three or four.
    Race "race" [143, 102, 25, 14, -8, -22, -21, -45];
    // The same again, if the enemy has lost its diplomat.
    FreeRun "free run" [60, 50, 42, 34, 26, 18, 10, 0];
    // Spies where only a guard keeps them from gathering.
    Watched "watched spies" [40];
    // Informed spies abroad.
    Informed "informed spies" [72];
    // Diplomat, envoys, ambassador, spies of the enemy that could be captured.
    Threats "threats" [9, 39, 15, 13];
    // Tiles within reach of the diplomat and of the envoys.
    Mobility "mobility" [1, 2];
    // Guarded, could be captured, tiles to step to, own pieces beside it.
    Chief "chief" [39, -60, 3, 3];
    // Diplomat, spies, ambassador, envoys, guard near the enemy chief.
    Pressure "pressure" [67, 43, 64, 15, 101];
    // The guard's distance from its chief.
    Guard "guard" [-1, 7, -2, -30, -22];
    // Enemy embassy not occupied yet, own embassy occupied, ambassador at home.
    Embassy "embassy" [15, -20, 17];
    // The embassy's place, in the order of the ambassador tiles.
    Place "embassy's place" [12, 16, -3, 20, 24, 14, 10, 4, 14, -15, 15, 6, -37, -12, 16, -37, -28, -31];
    // The right to move.
    Tempo "tempo" [6];
}
