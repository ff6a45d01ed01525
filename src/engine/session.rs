//! One variant at the table: the face that the engine sees of a game. There is one call for each command, none for
//! each node.

use std::sync::Arc;
use std::time::Instant;

use super::handle::EngineError;
use super::job::{PerftJob, SearchJob, SearchRequest};
use super::options::Options;
use super::perfect::perfect_play;
use super::worker::Job;
use crate::game::{Evaluator, Family, Game, Notation, Outcome, Side, Term, Variant};
use crate::games::registry::{self, Visitor};
use crate::games::{Played, PositionError};
use crate::search::{SearchMemory, StopToken};
use crate::tablebase::Tablebase;

/// What a person wants to see of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The board and what belongs beside it, several lines.
    pub diagram: String,
    /// The FEN.
    pub fen: String,
    /// The key of the repetition rule.
    pub key: u64,
    /// Points from which the side to move is in check.
    pub checkers: Vec<String>,
}

/// A static evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// Term by term.
    pub terms: Vec<Term>,
    /// From the side to move's view.
    pub total: i32,
}

/// What a search may draw on.
#[derive(Clone, Debug)]
pub struct SearchTables {
    /// The hash table and the search threads.
    pub search: SearchMemory,
    /// A solved game, not necessarily the one that is played.
    pub solved: Option<Arc<Tablebase>>,
}

/// A game at the table, whichever it is.
pub trait GameSession: Send {
    /// The variant that is played.
    fn variant(&self) -> &'static Variant;
    /// The FEN of the start position under these options.
    fn start_fen(&self, options: &Options) -> String;
    /// Follows a change of the options: positions are weighed, and a game that has not begun begins, as they say now.
    fn options_changed(&mut self, options: &Options);
    /// Sets up a position; on an error the old one stays.
    fn set_position(&mut self, options: &Options, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;
    /// Legal moves, sorted as text.
    fn legal_moves(&self) -> Vec<String>;
    /// The end of the game, if this is it.
    fn outcome(&self) -> Option<Outcome>;
    /// What the reason of an outcome means, in words for people.
    fn in_words(&self, reason: &'static str) -> &'static str;
    /// Who moves first in the start position.
    fn first_side(&self) -> Side;
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;
    /// The position for people.
    fn picture(&self) -> Picture;
    /// The static evaluation.
    fn evaluate(&self) -> Evaluated;
    /// A search of the position.
    fn search(
        &self,
        request: &SearchRequest,
        options: &Options,
        memory: SearchTables,
        timing: (Instant, StopToken),
    ) -> Result<Box<dyn Job>, EngineError>;
    /// A perft of the position.
    fn perft(&self, depth: u32, stop: StopToken) -> Box<dyn Job>;
}

/// The start position of the variant with this name, if there is one.
pub fn open_session(variant: &str, options: &Options) -> Option<Box<dyn GameSession>> {
    registry::visit(variant, OpenSession(options))
}

struct OpenSession<'a>(&'a Options);

impl Visitor for OpenSession<'_> {
    type Output = Box<dyn GameSession>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Box<dyn GameSession> {
        let played = Played::start(variant, self.0);
        Box::new(SessionOf::<F> { variant, played, begun: false, evaluator: F::Evaluation::with_settings(self.0) })
    }
}

struct SessionOf<F: Family> {
    variant: &'static Variant,
    played: Played<F::Position>,
    /// Whether the position is anything but the start position as the options define it.
    begun: bool,
    evaluator: F::Evaluation,
}

impl<F: Family> GameSession for SessionOf<F> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn start_fen(&self, options: &Options) -> String {
        F::Position::start(self.variant, options).fen()
    }

    fn options_changed(&mut self, options: &Options) {
        self.evaluator = F::Evaluation::with_settings(options);
        if !self.begun {
            self.played = Played::start(self.variant, options);
        }
    }

    fn set_position(&mut self, options: &Options, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        self.played = Played::new(self.variant, options, fen, moves)?;
        self.begun = fen.is_some() || !moves.is_empty();
        Ok(())
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = self.played.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.outcome()
    }

    fn in_words(&self, reason: &'static str) -> &'static str {
        F::Position::REASONS.iter().find(|(known, _)| *known == reason).map_or(reason, |(_, words)| words)
    }

    fn first_side(&self) -> Side {
        self.played.position.first_side()
    }

    fn side_to_move(&self) -> Side {
        self.played.position.side_to_move()
    }

    fn picture(&self) -> Picture {
        let position = &self.played.position;
        Picture { diagram: position.diagram(), fen: position.fen(), key: position.key(), checkers: position.checkers() }
    }

    fn evaluate(&self) -> Evaluated {
        let position = &self.played.position;
        Evaluated { terms: self.evaluator.explain(position), total: self.evaluator.clone().evaluate(position) }
    }

    fn search(
        &self,
        request: &SearchRequest,
        options: &Options,
        memory: SearchTables,
        timing: (Instant, StopToken),
    ) -> Result<Box<dyn Job>, EngineError> {
        let outcome = self.played.outcome();
        let mut moves = Vec::new();
        for text in &request.moves {
            let mv = self.played.position.parse_move(text).map_err(EngineError::SearchMove)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        if moves.is_empty() {
            moves = self.played.legal_moves();
        }
        let perfect = perfect_play::<F>(self.variant, memory.solved.as_ref());
        let tables = (memory.search, perfect);
        Ok(Box::new(SearchJob::<F>::new(&self.played, outcome, moves, request, options, tables, timing)))
    }

    fn perft(&self, depth: u32, stop: StopToken) -> Box<dyn Job> {
        Box::new(PerftJob { position: self.played.position.clone(), depth, stop })
    }
}
