//! What set-ups are worth against each other: figures of the engine's games against itself, by `scripts/play_setups`.

use super::setup::COUNT;

/// Set-ups that score so much less than the best, in tenths of a per cent, are about as good.
pub const TOLERANCE: i32 = 30;

/// For each set-up of Han (rows) and of Cho (columns), in the order of the options: games, and Cho's score in tenths of a
/// per cent.
pub const SCORES: [[(u32, i32); COUNT]; COUNT] = [
    [(175, 423), (174, 362), (174, 454), (174, 517), (174, 483)],
    [(174, 603), (174, 408), (174, 621), (174, 557), (174, 379)],
    [(174, 471), (174, 414), (174, 385), (174, 517), (174, 454)],
    [(174, 471), (174, 397), (174, 448), (174, 466), (174, 379)],
    [(174, 356), (174, 511), (174, 586), (174, 575), (174, 494)],
];
