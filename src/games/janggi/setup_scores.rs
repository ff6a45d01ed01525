//! What set-ups are worth against each other: figures of the engine's games against itself, by `scripts/play_setups`.

use super::setup::COUNT;

/// Set-ups that score so much less than the best, in tenths of a per cent, are about as good.
pub const TOLERANCE: i32 = 30;

/// For each set-up of Han (rows) and of Cho (columns), in the order of the options: games, and Cho's score in tenths of a
/// per cent.
pub const SCORES: [[(u32, i32); COUNT]; COUNT] = [
    [(218, 450), (218, 367), (218, 459), (218, 523), (218, 477)],
    [(218, 601), (217, 415), (216, 639), (216, 579), (216, 361)],
    [(216, 468), (216, 394), (216, 398), (216, 500), (216, 426)],
    [(216, 472), (216, 412), (216, 440), (216, 458), (216, 403)],
    [(216, 370), (216, 514), (216, 597), (216, 588), (216, 519)],
];
