//! What others need to know of any game, cut by who asks:
//!
//! | trait | who asks |
//! |---|---|
//! | [`Game`] | everybody: the rules |
//! | [`Searchable`] | the search: noisy moves, null moves, checks, keys and indices for its tables |
//! | [`Tactics`] | the search: what a capture wins and risks |
//! | [`Evaluator`] | the search and `eval`: what a position is worth |
//! | [`Tunable`] | the tuner of a hand-written evaluation |
//! | [`Notation`] | protocols and tools: FENs, moves and diagrams as text, and [`Sentence`]s about what was refused |
//! | [`Presentable`] | whoever shows a game to people: boards in colours, moves in words, Korean |
//! | [`Solvable`] | the solver and the tablebase |
//!
//! The search is generic over these and compiled once for each game; nothing here knows a concrete game, a thread or a clock.

mod board_picture;
mod evaluator;
mod fixed_depth;
mod notation;
mod presentation;
mod record_form;
mod result;
mod rules;
mod searchable;
mod sentence;
mod solvable;

pub use board_picture::{BoardPicture, PictureShape, Spot, polygon};
pub use evaluator::{Block, Evaluator, HAND_WRITTEN, Term, Tunable, logistic_win_draw_loss};
pub use fixed_depth::{FixedDepthLine, FixedDepthPlayer, FixedDepthResult, FixedDepthTask, FixedDepthValue};
pub use notation::{
    Chosen, MoveError, Notation, OptionKind, OptionRole, OptionSpec, Pass, Script, Settings, Variant, XBoardShape,
};
pub use presentation::{Drawing, Ink, Presentable, Span, View, korean};
pub use record_form::{RecordForm, RecordTag};
pub use result::GameResult;
pub use rules::{Ending, Game, Outcome, Side};
pub use searchable::{Searchable, Tactics};
pub(crate) use sentence::sentence;
pub use sentence::{BoardNames, BoardPoint, Part, Sentence, with_article};
pub use solvable::{Over, Solvable, SolvedPosition};
