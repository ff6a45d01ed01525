//! Plays one self-play game.

use crate::clock::Instant;

use super::SelfplayError;
use super::plan::{BALANCED, HARD_FACTOR, Plan, SCORES_IN_A_ROW};
use crate::engine::networks::EvaluatorVisitor;
use crate::game::{Evaluator, Game, Notation, Settings, Side};
use crate::games::Played;
use crate::games::family::Family;
use crate::search::value::Value;
use crate::search::{Bound, Limits, SearchMemory, Silent, StopToken, Task, TranspositionTable, think};
use crate::tools::training_data::{
    ADJUDICATED, GameSettings, Label, Ply, RejectedOpenings, Start, TOO_LONG, TrainingGame, move_index,
};

/// Size of a hash table.
const MEGABYTES: usize = 8;
/// Gives up after this many rejected openings: the settings allow no balanced one.
const MAX_REJECTED: u16 = 200;

/// Plays both sides, one game after the other.
pub(super) struct Player<'a> {
    plan: &'a Plan<'a>,
    settings: &'a dyn Settings,
    /// One for each side, since scores in a hash table include the contempt of the side that searched.
    memories: [SearchMemory; 2],
}

/// A game after its random moves, which waits for the evaluator that the options choose.
struct SelfplayGame<'a, F: Family> {
    player: &'a Player<'a>,
    played: Played<F::Position>,
    random_plies: usize,
    plies: &'a mut Vec<Ply>,
}

impl<F: Family> EvaluatorVisitor<F> for SelfplayGame<'_, F> {
    type Output = Result<SelfplayResult, RejectReason>;

    fn visit<E: Evaluator<F::Position> + Sync>(self, evaluator: E) -> Self::Output {
        self.player.play_on::<F, E>(self.played, self.random_plies, self.plies, &evaluator)
    }
}

/// Why an opening is rejected.
enum RejectReason {
    Ended,
    Unbalanced,
}

/// How a game ended.
struct SelfplayResult {
    winner: Option<Side>,
    reason: &'static str,
}

/// Consecutive scores beyond the adjudication limit for one side.
#[derive(Default)]
struct Streak {
    side: Option<Side>,
    scores: usize,
}

impl Streak {
    /// Adds a score of the side to move; returns the winner if the game is to be adjudicated.
    fn winner(&mut self, mover: Side, value: Value, limit: Value) -> Option<Side> {
        let side = match value {
            value if value >= limit => Some(mover),
            value if value <= -limit => Some(mover.other()),
            _ => None,
        };
        self.scores = if side == self.side { self.scores + 1 } else { 1 };
        self.side = side;
        side.filter(|_| self.scores >= SCORES_IN_A_ROW)
    }
}

/// The random generator of one game. Hashed twice, so that neighbouring seeds and numbers give independent games.
fn game_random(seed: u64, number: u64) -> fastrand::Rng {
    let mut of_seed = fastrand::Rng::with_seed(seed);
    let mut of_number = fastrand::Rng::with_seed(of_seed.u64(..) ^ number);
    fastrand::Rng::with_seed(of_number.u64(..))
}

impl<'a> Player<'a> {
    /// `None` if there is not enough memory for the hash tables.
    pub fn new(plan: &'a Plan<'a>, settings: &'a dyn Settings) -> Option<Player<'a>> {
        let tables = [TranspositionTable::try_new(MEGABYTES)?, TranspositionTable::try_new(MEGABYTES)?];
        Some(Player { plan, settings, memories: tables.map(SearchMemory::new) })
    }

    /// Plays the game with this number, which is always the same.
    pub fn play<F: Family>(&self, number: u64) -> Result<TrainingGame, SelfplayError> {
        let mut random = game_random(self.plan.arguments.seed, number);
        let mut thrown = RejectedOpenings::default();
        while thrown.ended + thrown.unbalanced < MAX_REJECTED {
            let variant = self.plan.draw_variant(&mut random);
            let settings = GameSettings::draw::<F::Position>(self.settings, &mut random);
            let position = match random.choice(&self.plan.fens) {
                None => F::Position::start(variant, &settings),
                Some(fen) => F::Position::from_fen(variant, &settings, fen)
                    .map_err(|error| SelfplayError::Opening { line: 0, error: error.to_string() })?,
            };
            let start = Start { variant, position };
            let mut plies = Vec::new();
            match self.play_from::<F>(&start, &settings, &mut random, &mut plies) {
                Err(RejectReason::Ended) => thrown.ended += 1,
                Err(RejectReason::Unbalanced) => thrown.unbalanced += 1,
                Ok(SelfplayResult { winner, reason }) => {
                    let (reason, start) = (reason.to_owned(), start.write(&settings));
                    return Ok(TrainingGame { number, winner, reason, thrown, start, plies });
                }
            }
        }
        Err(SelfplayError::NoOpening { thrown: MAX_REJECTED })
    }

    fn play_from<F: Family>(
        &self,
        start: &Start<F::Position>,
        settings: &dyn Settings,
        random: &mut fastrand::Rng,
        plies: &mut Vec<Ply>,
    ) -> Result<SelfplayResult, RejectReason> {
        let mut played = Played { position: start.position.clone(), past: Vec::new() };
        let random_plies = usize::from(self.plan.arguments.random) + usize::from(random.bool());
        for _ in 0..random_plies {
            let legal = played.legal_moves();
            let mv =
                played.outcome().map_or_else(|| random.choice(&legal).copied(), |_| None).ok_or(RejectReason::Ended)?;
            plies.push(Ply { index: move_index(&legal, mv), label: Label::Nothing });
            played.play(mv);
        }
        if played.outcome().is_some() {
            return Err(RejectReason::Ended);
        }
        self.memories.iter().for_each(|memory| memory.clear(1));
        let game = SelfplayGame::<F> { player: self, played, random_plies, plies };
        self.plan.networks.choose::<F, _>(settings, game)
    }

    /// Plays on after the random moves.
    fn play_on<F: Family, E: Evaluator<F::Position>>(
        &self,
        mut played: Played<F::Position>,
        random_plies: usize,
        plies: &mut Vec<Ply>,
        evaluator: &E,
    ) -> Result<SelfplayResult, RejectReason> {
        let mut streak = Streak::default();
        let most_plies = usize::from(self.plan.arguments.max_plies).max(random_plies + 1);
        loop {
            if let Some(outcome) = played.outcome() {
                return Ok(SelfplayResult { winner: outcome.winner, reason: outcome.reason });
            }
            if plies.len() >= most_plies {
                return Ok(SelfplayResult { winner: played.position.winner_by_tally(), reason: TOO_LONG });
            }
            let legal = played.legal_moves();
            let mover = played.position.side_to_move();
            let (mv, value, bound) = self.search::<F, E>(&played, legal.clone(), evaluator.clone());
            if plies.len() == random_plies && value.abs() > BALANCED {
                return Err(RejectReason::Unbalanced);
            }
            let label = if bound == Bound::Exact { Label::of_value(value) } else { Label::Nothing };
            plies.push(Ply { index: move_index(&legal, mv), label });
            played.play(mv);
            if let Some(winner) = streak.winner(mover, value, self.plan.arguments.adjudicate)
                && played.outcome().is_none()
            {
                return Ok(SelfplayResult { winner: Some(winner), reason: ADJUDICATED });
            }
        }
    }

    /// The best move, and its value without contempt.
    fn search<F: Family, E: Evaluator<F::Position>>(
        &self,
        played: &Played<F::Position>,
        moves: Vec<<F::Position as Game>::Move>,
        mut evaluator: E,
    ) -> (<F::Position as Game>::Move, Value, Bound) {
        let nodes = self.plan.arguments.nodes;
        let task = Task {
            position: played.position.as_known_to_mover(),
            past: played.past.clone(),
            moves,
            limits: Limits {
                soft_nodes: Some(nodes),
                nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
                ..Limits::default()
            },
            multi_pv: 1,
            threads: 1,
            mate_search: true,
            // Games of few nodes must not take longer, and may hold such mistakes.
            verify_root: false,
            started: Instant::now(),
            stop: StopToken::new(),
        };
        evaluator.begin(&task.position, played.past.len());
        let memory = &self.memories[played.position.side_to_move().index()];
        let result = think(task, memory, &evaluator, &mut Silent);
        let best = &result.lines[0];
        (best.moves[0], best.value, best.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_won_after_four_scores_that_agree() {
        let mut streak = Streak::default();
        let (upper, lower) = (Side::Upper, Side::Lower);
        let mut winner = |mover, value| streak.winner(mover, value, 1_000);
        assert_eq!(winner(upper, 1_500), None);
        assert_eq!(winner(lower, -1_000), None);
        assert_eq!(winner(upper, 31_990), None);
        assert_eq!(winner(lower, -999), None, "the fourth is not beyond the limit");
        assert_eq!([winner(upper, 1_100), winner(lower, 1_100)], [None; 2], "they do not agree");
        assert_eq!([winner(upper, -1_100), winner(lower, 1_100)], [None; 2]);
        assert_eq!(winner(upper, -31_000), Some(lower));
    }

    #[test]
    fn neighbouring_seeds_and_numbers_play_different_games() {
        let mut seen: Vec<u64> = (0..30).flat_map(|seed| (0..30).map(move |n| game_random(seed, n).u64(..))).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 900);
    }
}
