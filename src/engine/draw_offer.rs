//! What the engine says to the offer of a draw, and what such an agreement means in a game.

use crate::game::Side;
use crate::games::AnyGame;
use crate::search::Score;

/// The engine agrees if its score said so after this many of its moves in a row.
const MOVES: u32 = 3;

/// With such a score it thinks that it is lost.
const LOST: i32 = -600;

/// What two players agree to when a draw is offered and taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Nobody wins.
    Draw,
    /// Points decide, which know no draw: this side wins.
    Points(Side),
}

impl Agreement {
    /// The agreement that is possible where the game stands.
    pub fn in_game(game: &dyn AnyGame) -> Agreement {
        game.winner_by_tally().map_or(Agreement::Draw, Agreement::Points)
    }
}

/// What the engine has thought of its chances at its last moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Outlook {
    /// Moves in a row after which its score was not positive.
    not_better: u32,
    /// Moves in a row after which it thought that it was lost.
    losing: u32,
}

impl Outlook {
    /// Remembers the score of a move that the engine has made; none counts as level.
    pub fn note(&mut self, score: Option<Score>) {
        let hundredths = match score {
            None => 0,
            Some(Score::Centipawns(score)) => score,
            Some(Score::Mate(moves)) if moves > 0 => i32::MAX,
            Some(Score::Mate(_)) => -i32::MAX,
        };
        self.not_better = if hundredths <= 0 { self.not_better + 1 } else { 0 };
        self.losing = if hundredths <= LOST { self.losing + 1 } else { 0 };
    }

    /// What the engine, which plays `side`, agrees to when it is offered a draw; none if it declines.
    pub fn answer(&self, game: &dyn AnyGame, side: Side) -> Option<Agreement> {
        let agreement = Agreement::in_game(game);
        let agrees = match agreement {
            Agreement::Draw => self.not_better >= MOVES,
            Agreement::Points(winner) => winner == side || self.losing >= MOVES,
        };
        agrees.then_some(agreement)
    }
}
