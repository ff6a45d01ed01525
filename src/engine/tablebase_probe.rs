//! Tablebase probing at the root: every move with its exact value and variation. Among drawing moves, those are preferred
//! after which the opponent is most likely to go wrong.

use std::sync::Arc;

use super::repetition::Repetition;
use crate::clock::{Duration, Instant};
use crate::game::{Game, Outcome, Side, Solvable, SolvedPosition, Variant};
use crate::games::Played;
use crate::search::{SearchClock, StopToken, Task};
use crate::tablebase::{SolvedValue, TableError, Tablebase};

/// A variation with its exact value.
pub struct SolvedLine<G: Game> {
    /// From the view of the side to move at the root.
    pub value: SolvedValue,
    /// Whether the first move ends the game.
    pub ends_at_once: bool,
    /// To the end of the game, or some way into a draw.
    pub moves: Vec<G::Move>,
}

/// Length of a drawn variation, which has no end of its own.
const DRAW_PLIES: usize = 12;
/// Opponent's moves that are considered when drawing moves are compared.
const CHANCE_MOVES: u32 = 2;
/// The opponent is assumed to see losses in fewer plies than this.
const HORIZON: u16 = 8;
/// Weight of an error that the opponent can see, relative to one beyond its horizon.
const SEEN_ERROR: f64 = 0.02;
/// Discount of an error per move.
const FADING: f64 = 0.9;
/// Longer than any win.
const MOST_PLIES: usize = 400;
/// Reading the values of all moves may take this long even if the time is up; a fast disk needs less.
const LEAST_TIME: Duration = Duration::from_millis(5);

/// When probing must return with what it has.
pub struct ProbeDeadline {
    began: Instant,
    clock: SearchClock,
    stop: StopToken,
}

impl ProbeDeadline {
    /// The limits of the search that the probe replaces.
    pub fn of<G: Game>(task: &Task<G>) -> ProbeDeadline {
        let clock = SearchClock::new(&task.limits, task.started, task.stop.clone());
        ProbeDeadline { began: Instant::now(), clock, stop: task.stop.clone() }
    }

    /// Whether the limits are reached.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.clock.must_stop()
    }
}

/// A tablebase with the rules of its variant.
pub struct TablebaseProbe<G: Solvable> {
    table: Arc<Tablebase>,
    rules: &'static <G::Solved as SolvedPosition>::Rules,
}

impl<G: Solvable> TablebaseProbe<G> {
    /// None if the tablebase is of another variant.
    pub fn new(variant: &Variant, table: Option<&Arc<Tablebase>>) -> Option<TablebaseProbe<G>> {
        let table = table.filter(|table| table.variant() == variant.name)?.clone();
        Some(TablebaseProbe { table, rules: G::solved_rules(variant) })
    }

    /// The read error behind a failed probe, if there was one.
    pub fn take_error(&self) -> Option<TableError> {
        self.table.take_error()
    }

    /// See `SolvedProbe::probe`.
    pub fn probe(
        &self,
        played: &Played<G>,
        moves: &[G::Move],
        lines: usize,
        deadline: &ProbeDeadline,
    ) -> Option<Vec<SolvedLine<G>>> {
        let mut solved_lines: Vec<SolvedLine<G>> = Vec::new();
        for &mv in moves {
            if deadline.is_over() && deadline.began.elapsed() > LEAST_TIME {
                return None;
            }
            let (value, ends_at_once) = self.probe_move(played, mv)?;
            solved_lines.push(SolvedLine { value, ends_at_once, moves: vec![mv] });
        }
        solved_lines.sort_by_key(|line| -line.value.rank());
        self.sort_draws(played, &mut solved_lines, deadline);
        for line in solved_lines.iter_mut().take(lines) {
            self.extend(played, line, deadline);
        }
        Some(solved_lines)
    }

    /// The exact value of a move, and whether it ends the game.
    pub fn probe_move(&self, played: &Played<G>, mv: G::Move) -> Option<(SolvedValue, bool)> {
        let us = played.position.side_to_move();
        let mut next = played.clone();
        next.play(mv);
        if let Some(outcome) = next.outcome() {
            return Some((of_outcome(outcome, us), true));
        }
        let value = self.table.value(next.position.to_solved(), self.rules)?.before();
        // The tablebase ignores the game's history: a win that the opponent can answer with a drawing repetition is a draw.
        let spoilt = matches!(value, SolvedValue::Win(_))
            && next.legal_moves().into_iter().any(|reply| Repetition::of(&next, reply) == Repetition::Draws);
        Some((if spoilt { SolvedValue::Draw } else { value }, false))
    }

    /// Sorts the drawing moves: first those that do not repeat a position, then by the probability that the opponent goes wrong.
    fn sort_draws(&self, played: &Played<G>, solved_lines: &mut [SolvedLine<G>], deadline: &ProbeDeadline) {
        // The lines are sorted by value: draws are contiguous.
        let first = solved_lines.partition_point(|line| line.value.rank() > SolvedValue::Draw.rank());
        let end = solved_lines.partition_point(|line| line.value.rank() >= SolvedValue::Draw.rank());
        let draws = &mut solved_lines[first..end];
        if draws.len() < 2 {
            return;
        }
        draws.sort_by_cached_key(|line| {
            let mut next = played.clone();
            next.play(line.moves[0]);
            // In a position that has occurred before the opponent found the drawing move, and the game would not go on.
            let repetition = Repetition::of(played, line.moves[0]);
            let chance = self.chance(&next, CHANCE_MOVES, deadline);
            // An estimate cut short by the deadline is not comparable.
            (repetition, if deadline.is_over() { 0 } else { -(chance * 1e6) as i64 })
        });
    }

    /// Estimated probability that an opponent with a limited horizon, to move in a drawn position, makes a losing move within
    /// `moves` moves.
    fn chance(&self, played: &Played<G>, moves: u32, deadline: &ProbeDeadline) -> f64 {
        if played.outcome().is_some() || deadline.is_over() {
            return 0.0;
        }
        let (mut weight, mut chance) = (0.0, 0.0);
        for (next, value) in self.known_after(played) {
            match value {
                // A losing move of the opponent.
                SolvedValue::Win(plies) => {
                    let likely = if plies < HORIZON { SEEN_ERROR } else { 1.0 };
                    weight += likely;
                    chance += likely;
                }
                SolvedValue::Draw => {
                    weight += 1.0;
                    chance += if moves > 1 { FADING * self.best_chance(&next, moves - 1, deadline) } else { 0.0 };
                }
                // Cannot be: a drawn position has no winning move.
                SolvedValue::Loss(_) => {}
            }
        }
        if weight > 0.0 { chance / weight } else { 0.0 }
    }

    /// The same after our best drawing move.
    fn best_chance(&self, played: &Played<G>, moves: u32, deadline: &ProbeDeadline) -> f64 {
        if played.outcome().is_some() || deadline.is_over() {
            return 0.0;
        }
        let draws = self.known_after(played).into_iter().filter(|&(_, value)| value == SolvedValue::Draw);
        draws.map(|(next, _)| self.chance(&next, moves, deadline)).fold(0.0, f64::max)
    }

    /// The positions after every move, with their values for the side to move there.
    fn known_after(&self, played: &Played<G>) -> Vec<(Played<G>, SolvedValue)> {
        let after = |mv| {
            let mut next = played.clone();
            next.play(mv);
            let value = self.table.value(next.position.to_solved(), self.rules)?;
            Some((next, value))
        };
        played.legal_moves().into_iter().filter_map(after).collect()
    }

    /// Extends a variation with the best moves of both sides.
    fn extend(&self, played: &Played<G>, line: &mut SolvedLine<G>, deadline: &ProbeDeadline) {
        let mut game = played.clone();
        game.play(line.moves[0]);
        let most = if line.value == SolvedValue::Draw { DRAW_PLIES } else { MOST_PLIES };
        while line.moves.len() < most && game.outcome().is_none() && !deadline.is_over() {
            let replies = game.legal_moves();
            let best = replies.into_iter().filter_map(|mv| Some((self.probe_move(&game, mv)?.0, mv)));
            let Some((_, mv)) = best.max_by_key(|(value, _)| value.rank()) else { return };
            line.moves.push(mv);
            game.play(mv);
        }
    }
}

/// The value of a move that ends the game.
pub fn of_outcome(outcome: Outcome, us: Side) -> SolvedValue {
    match outcome.winner {
        None => SolvedValue::Draw,
        Some(winner) if winner == us => SolvedValue::Win(1),
        Some(_) => SolvedValue::Loss(1),
    }
}
