//! Errors of FENs, in words for the user.

use super::fen::START;
use super::hex::Tile;
use crate::game::Sentence;
use crate::games::{FieldError, PlacementError};

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("the FEN is empty, expected one such as '{}'", START)]
    Empty,
    #[error(transparent)]
    Placement(#[from] PlacementError),
    #[error("the {kind} on {tile} cannot be informed ('~'); only spies can")]
    Informed { kind: &'static str, tile: Tile },
    #[error("the guard on {tile} has a guard attached ('+'); a guard attaches to other pieces only")]
    GuardedGuard { tile: Tile },
    #[error("the {kind} on {tile} has a guard attached ('+'); in {variant} a guard attaches to nobody")]
    AttachesToNobody { kind: &'static str, tile: Tile, variant: &'static str },
    #[error("{side} has more than {most} {kind} on the board")]
    TooMany { side: &'static str, kind: String, most: usize },
    #[error("the reserve '{found}' is not enclosed in '[' and ']'")]
    Brackets { found: String },
    #[error("the reserve has '{found}', expected the letters A and S in either case, or '-' if it is empty")]
    ReserveLetter { found: char },
    #[error("{side} has {on_board} {kind} on the board and {in_reserve} in reserve, expected {expected} together")]
    Reserve { side: &'static str, kind: String, on_board: usize, in_reserve: usize, expected: usize },
    #[error(transparent)]
    Field(#[from] FieldError),
    #[error("field 3, castling, is '{found}'; expected 'Cc', 'C', 'c' or '-'")]
    Castling { found: String },
    #[error("field 4, the embassies, is '{found}'; expected Red's and Blue's tile as in 'h7/c7!', or '-' for none")]
    Embassies { found: String },
    #[error("{side}'s embassy cannot be on {tile}, which is no ambassador tile of {side}")]
    EmbassyTile { side: &'static str, tile: Tile },
    #[error("{side} has no embassy, but the game has begun: the move number is not 0")]
    EmbassyMissing { side: &'static str },
    #[error("{side}'s embassy on {tile} is occupied but {tile} is not among the gathered tiles")]
    OccupiedNotGathered { side: &'static str, tile: Tile },
    #[error("field 5, the gathered tiles, is '{found}'; expected tiles with commas between, as in 'c7,k3', or '-'")]
    Gathered { found: String },
    #[error("{tile} is listed twice among the gathered tiles")]
    GatheredTwice { tile: Tile },
    #[error("{tile} is among the gathered tiles but lies in nobody's territory")]
    GatheredNeutral { tile: Tile },
    #[error("both sides have five information; the game would have been over before")]
    BothInformed,
    #[error("{side} has no chief but is not to move; only a chief that has just been captured may be missing")]
    ChiefMissing { side: &'static str },
    #[error("{side} has no chief, but the game has not begun: the move number is 0")]
    NoChiefInSetUp { side: &'static str },
    #[error("the game has not begun, the move number is 0, but {what}")]
    NotInSetUp { what: String },
}

impl From<FenError> for Sentence {
    fn from(error: FenError) -> Sentence {
        error.to_string().into()
    }
}
