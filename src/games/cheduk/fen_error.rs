//! Why FENs are refused, in words for people.

use super::fen::START;
use super::hex::Tile;
use crate::game::Sentence;
use crate::games::fields::FieldError;

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Nothing there.
    #[error("the FEN is empty, expected one such as '{}'", START)]
    Empty,
    /// Too few or too many ranks.
    #[error("the placement has {found} ranks, expected 12")]
    RankCount {
        /// How many there are.
        found: usize,
    },
    /// Too few or too many tiles on a rank.
    #[error("rank {rank} has {found} tiles, expected 11")]
    RankWidth {
        /// As printed on the board.
        rank: usize,
        /// How many there are.
        found: usize,
    },
    /// Neither a piece nor a number of empty tiles.
    #[error("rank {rank} has '{found}', expected a number 1 to 11 or one of the letters C D E A S G in either case")]
    Letter {
        /// As printed on the board.
        rank: usize,
        /// What is there.
        found: char,
    },
    /// `~` behind another piece than a spy.
    #[error("the {kind} on {tile} cannot be informed ('~'); only spies can")]
    Informed {
        /// What is there.
        kind: &'static str,
        /// Where.
        tile: Tile,
    },
    /// `+` before a guard.
    #[error("the guard on {tile} has a guard attached ('+'); a guard attaches to other pieces only")]
    GuardedGuard {
        /// Where.
        tile: Tile,
    },
    /// More pieces of a kind than the game has.
    #[error("{side} has more than {most} {kind} on the board")]
    TooMany {
        /// Whose.
        side: &'static str,
        /// Of what.
        kind: String,
        /// How many the game has.
        most: usize,
    },
    /// A bracket without its fellow, or something after it.
    #[error("the reserve '{found}' is not enclosed in '[' and ']'")]
    Brackets {
        /// What is there.
        found: String,
    },
    /// Something that cannot be in reserve.
    #[error("the reserve has '{found}', expected the letters A and S in either case, or '-' if it is empty")]
    ReserveLetter {
        /// What is there.
        found: char,
    },
    /// The pieces on the board and in reserve are not those of the game.
    #[error("{side} has {on_board} {kind} on the board and {in_reserve} in reserve, expected {expected} together")]
    Reserve {
        /// Whose.
        side: &'static str,
        /// Of what.
        kind: String,
        /// How many stand on the board.
        on_board: usize,
        /// How many are in reserve.
        in_reserve: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The side to move or a counter.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// Another third field.
    #[error("field 3, castling, is '{found}'; expected 'Cc', 'C', 'c' or '-'")]
    Castling {
        /// What is there.
        found: String,
    },
    /// Another fourth field.
    #[error("field 4, the embassies, is '{found}'; expected Red's and Blue's tile as in 'h7/c7!', or '-' for none")]
    Embassies {
        /// What is there.
        found: String,
    },
    /// An embassy where no ambassador may be placed.
    #[error("{side}'s embassy cannot be on {tile}, which is no ambassador tile of {side}")]
    EmbassyTile {
        /// Whose.
        side: &'static str,
        /// Where.
        tile: Tile,
    },
    /// An embassy is missing although the game has begun.
    #[error("{side} has no embassy, but the game has begun: the move number is not 0")]
    EmbassyMissing {
        /// Whose.
        side: &'static str,
    },
    /// An occupied embassy that has not been scored.
    #[error("{side}'s embassy on {tile} is occupied but {tile} is not among the gathered tiles")]
    OccupiedNotGathered {
        /// Whose.
        side: &'static str,
        /// Where.
        tile: Tile,
    },
    /// Another fifth field.
    #[error("field 5, the gathered tiles, is '{found}'; expected tiles with commas between, as in 'c7,k3', or '-'")]
    Gathered {
        /// What is there.
        found: String,
    },
    /// A tile twice among those gathered.
    #[error("{tile} is listed twice among the gathered tiles")]
    GatheredTwice {
        /// Where.
        tile: Tile,
    },
    /// A gathered tile where nothing can be gathered.
    #[error("{tile} is among the gathered tiles but lies in nobody's territory")]
    GatheredNeutral {
        /// Where.
        tile: Tile,
    },
    /// Both sides have won.
    #[error("both sides have five information; the game would have been over before")]
    BothInformed,
    /// A side without a chief that is not the one that just lost it.
    #[error("{side} has no chief but is not to move; only a chief that has just been captured may be missing")]
    ChiefMissing {
        /// Whose.
        side: &'static str,
    },
    /// A side without a chief before the game has begun.
    #[error("{side} has no chief, but the game has not begun: the move number is 0")]
    NoChiefInSetUp {
        /// Whose.
        side: &'static str,
    },
    /// Something that cannot be before the game has begun.
    #[error("the game has not begun, the move number is 0, but {what}")]
    NotInSetUp {
        /// What is there.
        what: String,
    },
}

impl From<FenError> for Sentence {
    fn from(error: FenError) -> Sentence {
        error.to_string().into()
    }
}
