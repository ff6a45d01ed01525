//! A game from its start to where it stands: moves are played, taken back and tried out. The engine, the referee and both
//! protocols keep their games in this.

use super::played::{Played, PositionError};
use crate::game::{
    BoardPicture, BoardPoint, Drawing, MoveError, Notation, Outcome, Presentable, Script, Searchable, Settings, Side,
    Variant, View,
};

/// What a person wants to see of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The board and what belongs beside it, several lines.
    pub diagram: String,
    /// The last move, if one was made.
    pub last_move: Option<String>,
    /// How the game has ended, if it has, and the side from whose view results are told.
    pub result: Option<(Outcome, Side)>,
    /// The FEN.
    pub fen: String,
    /// The key of the repetition rule.
    pub key: u64,
    /// Points from which the side to move is in check.
    pub checkers: Vec<String>,
}

/// A legal move for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveInWords {
    /// As the protocol writes it.
    pub text: String,
    /// The points that it touches.
    pub points: Vec<BoardPoint>,
    /// What it does, in English.
    pub words: String,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
    /// The answer by which the opponent would win at once by a rule, and not by a capture, as by a pass after a pass.
    pub winning_answer: Option<WinningAnswer>,
}

/// An answer that wins by a rule at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningAnswer {
    /// What it does, in English.
    pub words: String,
    /// How it ends the game.
    pub outcome: Outcome,
}

/// A game in progress with its moves.
#[derive(Clone)]
pub struct RecordedGame<G: Notation> {
    start: G,
    moves: Vec<G::Move>,
    now: Played<G>,
}

impl<G: Notation> RecordedGame<G> {
    /// A game at the start position of a variant.
    pub fn start(variant: &Variant, settings: &dyn Settings) -> RecordedGame<G> {
        RecordedGame::from(Played::start(variant, settings))
    }

    /// A game that starts at `fen`, or at the start position, and in which `moves` have been played.
    pub fn new<S: AsRef<str>>(
        variant: &Variant,
        settings: &dyn Settings,
        fen: Option<&str>,
        moves: &[S],
    ) -> Result<RecordedGame<G>, PositionError> {
        let mut record = RecordedGame::from(Played::new::<&str>(variant, settings, fen, &[])?);
        for (index, text) in moves.iter().enumerate() {
            record.try_play(text.as_ref()).map_err(|error| PositionError::Move { ply: index + 1, error })?;
        }
        Ok(record)
    }

    /// Where the game stands, and what its rules remember.
    pub fn played(&self) -> &Played<G> {
        &self.now
    }

    /// Plays a move if it is one.
    pub fn try_play(&mut self, text: &str) -> Result<G::Move, MoveError> {
        let mv = self.now.position.parse_move(text)?;
        self.now.play(mv);
        self.moves.push(mv);
        Ok(mv)
    }
}

impl<G: Notation> From<Played<G>> for RecordedGame<G> {
    fn from(now: Played<G>) -> RecordedGame<G> {
        RecordedGame { start: now.position.clone(), moves: Vec::new(), now }
    }
}

/// A [`RecordedGame`] of whichever game.
pub trait AnyGame: Send {
    /// Whose turn it is. Sides need not alternate.
    fn side_to_move(&self) -> Side;
    /// The side from whose view results are told: it moves first in the start position.
    fn first_side(&self) -> Side;
    /// The end of the game, if this is it.
    fn outcome(&self) -> Option<Outcome>;
    /// What the reason of an outcome means, in words for people.
    fn in_words(&self, reason: &'static str) -> &'static str;
    /// Legal moves, sorted as text.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move and returns it as the protocol writes it; on an error nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Takes so many moves back, and tells whether there were as many; if not, nothing has changed.
    fn undo(&mut self, plies: usize) -> bool;
    /// A copy in which one more move is played.
    fn after(&self, text: &str) -> Result<Box<dyn AnyGame>, MoveError>;
    /// How many moves were made.
    fn plies(&self) -> usize;
    /// The moves, as the protocol writes them.
    fn moves(&self) -> Vec<String>;
    /// The FEN at which the game started.
    fn start_fen(&self) -> String;
    /// The FEN as the side to move may know it, if the position has a secret; moves would give that away.
    fn fen_known_to_mover(&self) -> Option<String>;
    /// The position for people.
    fn picture(&self) -> Picture;
    /// The moves as records of this game have them.
    fn record(&self, script: Script) -> Vec<String>;
    /// What the rules say to the players here though the game goes on.
    fn notice(&self) -> Option<&'static str>;
    /// Who would win if the players agreed to end the game here; nobody where that is a draw.
    fn winner_by_tally(&self) -> Option<Side>;
    /// A legal move in any of its forms, as the protocol writes it.
    fn canonical(&self, text: &str) -> Result<String, MoveError>;
    /// Whether a word has the form of a move, be it legal or not.
    fn reads(&self, text: &str) -> bool;
    /// The position as the side to move may know it, for a person who looks at it in this way; the last move is marked by whoever asks.
    fn drawing(&self, view: &View) -> Drawing;
    /// The position as a picture, with all that its players hide from each other.
    fn board_picture(&self, view: &View) -> BoardPicture;
    /// The points of the last move; none if there was none.
    fn last_points(&self) -> Vec<BoardPoint>;
    /// The legal moves, sorted as text.
    fn moves_in_words(&self) -> Vec<MoveInWords>;
    /// What a side is called, in English.
    fn side_name(&self, side: Side) -> &'static str;
    /// The Korean of something that the game says; none if it has no word for it.
    fn korean(&self, english: &str) -> Option<String>;
    /// A legal move as records of the game have it.
    fn recorded(&self, text: &str) -> Result<String, MoveError>;
    /// What each side has if points are counted, upper-case side first; none in games without points.
    fn counted_points(&self) -> Option<[f32; 2]>;
}

impl<G: Presentable + Searchable> RecordedGame<G> {
    /// The win by a rule that a move leaves to the opponent, `after` that move.
    fn winning_answer(mover: Side, after: &Played<G>) -> Option<WinningAnswer> {
        let opponent = after.position.side_to_move();
        if opponent == mover || after.outcome().is_some() {
            return None;
        }
        let (answer, _) = after.position.win_by_rule()?;
        let mut end = after.clone();
        end.play(answer);
        let outcome = end.outcome().filter(|outcome| outcome.winner == Some(opponent))?;
        Some(WinningAnswer { words: after.position.describe(answer), outcome })
    }
}

impl<G: Presentable + Searchable> AnyGame for RecordedGame<G> {
    fn side_to_move(&self) -> Side {
        self.now.position.side_to_move()
    }

    fn first_side(&self) -> Side {
        self.now.position.first_side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome()
    }

    fn in_words(&self, reason: &'static str) -> &'static str {
        G::REASONS.iter().find(|(known, _)| *known == reason).map_or(reason, |(_, words)| words)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.now.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        Ok(self.try_play(text)?.to_string())
    }

    /// From the start again: positions need not keep what a move destroyed, and playing moves takes next to no time.
    fn undo(&mut self, plies: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(plies) else { return false };
        self.moves.truncate(left);
        self.now = Played { position: self.start.clone(), past: Vec::new() };
        self.moves.iter().for_each(|&mv| self.now.play(mv));
        true
    }

    fn after(&self, text: &str) -> Result<Box<dyn AnyGame>, MoveError> {
        let mut next = self.clone();
        next.try_play(text)?;
        Ok(Box::new(next))
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }

    fn start_fen(&self) -> String {
        self.start.fen()
    }

    fn fen_known_to_mover(&self) -> Option<String> {
        let known = self.now.position.as_known_to_mover();
        (known.key() != self.now.position.key()).then(|| known.fen())
    }

    fn picture(&self) -> Picture {
        let position = &self.now.position;
        Picture {
            diagram: position.diagram(),
            last_move: self.moves.last().map(ToString::to_string),
            result: self.outcome().map(|outcome| (outcome, self.first_side())),
            fen: position.fen(),
            key: position.key(),
            checkers: position.checkers(),
        }
    }

    fn drawing(&self, view: &View) -> Drawing {
        self.now.position.as_known_to_mover().drawing(view)
    }

    fn board_picture(&self, view: &View) -> BoardPicture {
        self.now.position.board_picture(view)
    }

    fn last_points(&self) -> Vec<BoardPoint> {
        let mut before = self.start.clone();
        let Some((&last, earlier)) = self.moves.split_last() else { return Vec::new() };
        earlier.iter().for_each(|&mv| before.play(mv));
        before.points_of(last)
    }

    fn moves_in_words(&self) -> Vec<MoveInWords> {
        let position = &self.now.position;
        let told = |mv: &G::Move| {
            let mut after = self.now.clone();
            after.play(*mv);
            MoveInWords {
                text: mv.to_string(),
                points: position.points_of(*mv),
                words: position.describe(*mv),
                outcome: after.outcome(),
                winning_answer: Self::winning_answer(position.side_to_move(), &after),
            }
        };
        let mut moves: Vec<MoveInWords> = self.now.legal_moves().iter().map(told).collect();
        moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        moves
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.now.position.side_name(side)
    }

    fn korean(&self, english: &str) -> Option<String> {
        self.now.position.korean(english)
    }

    fn record(&self, script: Script) -> Vec<String> {
        let mut position = self.start.clone();
        let mut written = Vec::with_capacity(self.moves.len());
        for &mv in &self.moves {
            written.push(position.record_move(mv, script));
            position.play(mv);
        }
        written
    }

    fn notice(&self) -> Option<&'static str> {
        self.now.position.notice(&self.now.past)
    }

    fn winner_by_tally(&self) -> Option<Side> {
        self.now.position.winner_by_tally()
    }

    fn canonical(&self, text: &str) -> Result<String, MoveError> {
        Ok(self.now.position.parse_move(text)?.to_string())
    }

    fn reads(&self, text: &str) -> bool {
        !matches!(self.canonical(text), Err(MoveError::Unreadable { .. }))
    }

    fn recorded(&self, text: &str) -> Result<String, MoveError> {
        let position = &self.now.position;
        Ok(position.record_move(position.parse_move(text)?, Script::Hangul))
    }

    fn counted_points(&self) -> Option<[f32; 2]> {
        self.now.position.counted_points()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::family::Family;
    use crate::games::registry::{self, Visitor};
    use crate::games::test_games::Defaults;

    struct Open;

    impl Visitor for Open {
        type Output = Box<dyn AnyGame>;

        fn visit<F: Family>(self, variant: &'static Variant) -> Box<dyn AnyGame> {
            Box::new(RecordedGame::<F::Position>::start(variant, &Defaults))
        }
    }

    type GameState = (Picture, Option<Outcome>, Vec<String>, Option<String>);

    fn state(game: &dyn AnyGame) -> GameState {
        (game.picture(), game.outcome(), game.moves(), game.fen_known_to_mover())
    }

    #[test]
    fn moves_taken_back_leave_the_game_as_it_was() {
        let mut random = fastrand::Rng::with_seed(7);
        for name in registry::NAMES.iter() {
            let mut game = registry::visit(name, Open).expect("a known variant");
            let start_fen = game.start_fen();
            let mut states = vec![state(&*game)];
            for _ in 0..200 {
                if random.u8(..4) == 0 {
                    let plies = random.usize(..4);
                    assert_eq!(game.undo(plies), plies < states.len(), "{name}");
                    if plies < states.len() {
                        states.truncate(states.len() - plies);
                    }
                } else if let Some(mv) = random.choice(game.legal_moves()) {
                    let next = state(&*game.after(&mv).expect("a legal move"));
                    assert_eq!(game.play(&mv), Ok(mv), "{name}");
                    states.push(next);
                }
                assert_eq!(Some(&state(&*game)), states.last(), "{name}");
                assert!(game.play("nonsense").is_err() && game.plies() + 1 == states.len(), "{name}");
            }
            assert!(game.undo(states.len() - 1) && !game.undo(1), "{name}");
            assert_eq!((state(&*game), game.start_fen()), (states.remove(0), start_fen), "{name}");
        }
    }
}
