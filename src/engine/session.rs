//! A game session: the object-safe interface through which the engine drives any game. It is called once per command, never
//! per node.

use std::sync::Arc;

use super::handle::EngineError;
use super::job::{NewJob, PerftJob, SearchRequest, Timing, follows_strategy, plays};
use super::level::LevelPlayer;
use super::move_values::{self, MoveValue, MoveValues};
use super::networks::{EvaluatorVisitor, LoadedNetwork, Networks};
use super::options::{Options, WithoutChance};
use super::solved_probe::solved_probe;
use super::worker::Job;
use crate::game::{Chosen, Evaluator, MoveError, Notation, Settings, Term, Variant};
use crate::games::family::Family;
use crate::games::registry::{self, Visitor};
use crate::games::{AnyGame, Played, PositionError, RecordedGame};
use crate::search::{SearchMemory, StopToken};
use crate::tablebase::Tablebase;

/// A static evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    /// Term by term.
    pub terms: Vec<Term>,
    /// From the side to move's view.
    pub total: i32,
    /// The name of the network that evaluates instead, and what it says, from the same view.
    pub network: Option<(String, i32)>,
}

/// Hash table, thread pool and tablebase for a search.
#[derive(Clone, Debug)]
pub struct SearchTables {
    /// The hash table and the search threads.
    pub search: SearchMemory,
    /// The loaded tablebase, not necessarily of the current variant.
    pub solved: Option<Arc<Tablebase>>,
    /// The networks that may evaluate.
    pub networks: Networks,
}

/// The current game of any variant.
pub trait GameSession: Send {
    /// The variant that is played.
    fn variant(&self) -> &'static Variant;
    /// Whether another program plays the levels of the option `Level`.
    fn has_level_player(&self) -> bool;
    /// The FEN of the start position under these options.
    fn start_fen(&self, options: &Options) -> String;
    /// Applies changed options to the evaluator and, before the first move, to the start position.
    fn options_changed(&mut self, options: &Options);
    /// Sets up a position; on an error the old one stays.
    fn set_position(&mut self, options: &Options, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;
    /// What the engine chooses where the options leave that to it; `lot` settles what is about equal.
    fn choose(&self, options: &Options, lot: u64) -> Option<Chosen>;
    /// A FEN in canonical form; does not change the game.
    fn read_fen(&self, options: &Options, fen: &str) -> Result<String, PositionError>;
    /// Position, moves and result.
    fn game(&self) -> &dyn AnyGame;
    /// Plays a move; an error leaves the game unchanged.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Takes moves back; false, and unchanged, if there are not enough.
    fn undo(&mut self, plies: usize) -> bool;
    /// A copy with one more move played, for pondering.
    fn after(&self, text: &str) -> Result<Box<dyn GameSession>, MoveError>;
    /// The static evaluation, hand-written and by the network that plays.
    fn evaluate(&self, networks: &Networks) -> Evaluated;
    /// What is known of the legal moves, with this tablebase if it is of the variant.
    fn move_values(&self, tablebase: Option<&Arc<Tablebase>>) -> MoveValues;
    /// The name of the network that evaluates, if one does.
    fn network<'a>(&self, networks: &'a Networks) -> Option<&'a str>;
    /// The job for a search of the position.
    fn search(
        &self,
        request: &SearchRequest,
        options: &Options,
        memory: SearchTables,
        timing: Timing,
    ) -> Result<Box<dyn Job>, EngineError>;
    /// The job for a perft of the position.
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
        let record = RecordedGame::start(variant, self.0);
        let evaluator = F::Evaluation::with_settings(&WithoutChance(self.0));
        Box::new(SessionOf::<F> { variant, record, begun: false, evaluator, options: self.0.clone() })
    }
}

struct SessionOf<F: Family> {
    variant: &'static Variant,
    record: RecordedGame<F::Position>,
    /// Whether a position was set up or a move played, so that options no longer change the position.
    begun: bool,
    /// The hand-written one, for `eval`.
    evaluator: F::Evaluation,
    options: Options,
}

impl<F: Family> GameSession for SessionOf<F> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn has_level_player(&self) -> bool {
        F::fixed_depth_player(self.variant).is_some()
    }

    fn start_fen(&self, options: &Options) -> String {
        F::Position::start(self.variant, options).fen()
    }

    fn options_changed(&mut self, options: &Options) {
        self.evaluator = F::Evaluation::with_settings(&WithoutChance(options));
        self.options = options.clone();
        if !self.begun {
            self.record = RecordedGame::start(self.variant, options);
        }
    }

    fn choose(&self, options: &Options, lot: u64) -> Option<Chosen> {
        F::Position::choose(options, lot)
    }

    fn set_position(&mut self, options: &Options, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        self.record = RecordedGame::new(self.variant, options, fen, moves)?;
        self.begun = fen.is_some() || !moves.is_empty();
        Ok(())
    }

    fn read_fen(&self, options: &Options, fen: &str) -> Result<String, PositionError> {
        Ok(Played::<F::Position>::new::<&str>(self.variant, options, Some(fen), &[])?.position.fen())
    }

    fn game(&self) -> &dyn AnyGame {
        &self.record
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let played = self.record.play(text)?;
        self.begun = true;
        Ok(played)
    }

    fn undo(&mut self, plies: usize) -> bool {
        self.record.undo(plies)
    }

    fn after(&self, text: &str) -> Result<Box<dyn GameSession>, MoveError> {
        let mut record = self.record.clone();
        record.try_play(text)?;
        let (variant, evaluator, options) = (self.variant, self.evaluator.clone(), self.options.clone());
        Ok(Box::new(SessionOf::<F> { variant, record, begun: true, evaluator, options }))
    }

    fn evaluate(&self, networks: &Networks) -> Evaluated {
        struct EvaluateOnce<'a, F: Family>(&'a F::Position);
        impl<F: Family> EvaluatorVisitor<F> for EvaluateOnce<'_, F> {
            type Output = i32;
            fn visit<E: Evaluator<F::Position> + Sync>(self, mut evaluator: E) -> i32 {
                evaluator.evaluate(self.0, 0)
            }
        }
        let position = &self.record.played().position;
        let by_network = || networks.choose::<F, _>(&WithoutChance(&self.options), EvaluateOnce::<F>(position));
        Evaluated {
            terms: self.evaluator.explain(position),
            total: self.evaluator.clone().evaluate(position, 0),
            network: networks.of_game::<F>().map(|network| (network.name().to_owned(), by_network())),
        }
    }

    fn move_values(&self, tablebase: Option<&Arc<Tablebase>>) -> MoveValues {
        let played = self.record.played();
        let moves = played.legal_moves();
        let solved = solved_probe::<F>(self.variant, tablebase);
        let values = match &solved {
            Some(solved) => solved.move_values(played, &moves, follows_strategy::<F>(&self.options)),
            None => moves.iter().map(|&mv| move_values::by_rules(played, mv)).collect(),
        };
        let mut named: Vec<(String, MoveValue)> = moves.iter().map(ToString::to_string).zip(values).collect();
        named.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        (named, solved.and_then(|solved| solved.take_error()))
    }

    fn network<'a>(&self, networks: &'a Networks) -> Option<&'a str> {
        networks.of_game::<F>().map(LoadedNetwork::name)
    }

    fn search(
        &self,
        request: &SearchRequest,
        options: &Options,
        memory: SearchTables,
        timing: Timing,
    ) -> Result<Box<dyn Job>, EngineError> {
        let played = self.record.played();
        let outcome = played.outcome();
        let mut moves = Vec::new();
        for text in &request.moves {
            let mv = played.position.parse_move(text).map_err(EngineError::SearchMove)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        if moves.is_empty() {
            moves = played.legal_moves();
        }
        let solved = solved_probe::<F>(self.variant, memory.solved.as_ref());
        let tables = (memory.search, solved);
        let level_player = LevelPlayer::of::<F>(self.variant, options);
        let new_job = NewJob { played, outcome, moves, request, options, level_player, tables, timing };
        let mut networks = memory.networks;
        if request.mate.is_some() {
            // `go mate` uses the hand-written evaluation: its weights for attacks on the general find mates in fewer nodes.
            networks.enable(false);
        }
        // A game is not to begin alike each time; what an analysis says is.
        let settings: &dyn Settings = if plays(request, options) { options } else { &WithoutChance(options) };
        Ok(networks.choose::<F, _>(settings, new_job))
    }

    fn perft(&self, depth: u32, stop: StopToken) -> Box<dyn Job> {
        Box::new(PerftJob { position: self.record.played().position.clone(), depth, stop })
    }
}
