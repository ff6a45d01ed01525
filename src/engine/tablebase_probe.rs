//! Perfect play from a table: every move of a position with its exact value, and the variation that follows from it.

use std::sync::Arc;

use crate::clock::{Duration, Instant};
use crate::game::{Ending, Game, Outcome, Side, Solvable, SolvedPosition, Variant};
use crate::games::Played;
use crate::search::{SearchClock, StopToken, Task};
use crate::tablebase::{SolvedValue, TableError, Tablebase};

/// A variation with its exact value.
pub struct SolvedLine<G: Game> {
    /// For the side to move at the root.
    pub value: SolvedValue,
    /// Whether the first move ends the game.
    pub ends_at_once: bool,
    /// To the end of the game, or some way into a draw.
    pub moves: Vec<G::Move>,
}

/// A draw goes on for ever; this much of it is shown.
const DRAW_PLIES: usize = 12;
/// How many moves ahead the opponent's chances to go wrong in a draw are weighed.
const CHANCE_MOVES: u32 = 2;
/// A loss in so many plies is not seen by the opponent.
const HORIZON: u16 = 8;
/// How often an error is made that can be seen, where one that cannot counts as 1.
const SEEN_ERROR: f64 = 0.02;
/// How much of a chance is left a move later.
const FADING: f64 = 0.9;
/// How much of a chance is left the second time.
const TRIED: f64 = 0.2;
/// More than any win takes.
const MOST_PLIES: usize = 400;
/// The values of the moves are worth this much time even if there is none: from a disk that is not slow they take less.
const LEAST_TIME: Duration = Duration::from_millis(5);

/// When to be content with what has been found.
pub struct ProbeDeadline {
    began: Instant,
    clock: SearchClock,
    stop: StopToken,
}

impl ProbeDeadline {
    /// That of the search in whose place the table is asked.
    pub fn of<G: Game>(task: &Task<G>) -> ProbeDeadline {
        let clock = SearchClock::new(&task.limits, task.started, task.stop.clone());
        ProbeDeadline { began: Instant::now(), clock, stop: task.stop.clone() }
    }

    fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.clock.must_stop()
    }
}

/// A table together with the rules of the variant that it solves.
pub struct TablebaseProbe<G: Solvable> {
    table: Arc<Tablebase>,
    rules: &'static <G::Solved as SolvedPosition>::Rules,
}

impl<G: Solvable> TablebaseProbe<G> {
    /// None if the table is about another variant.
    pub fn new(variant: &Variant, table: Option<&Arc<Tablebase>>) -> Option<TablebaseProbe<G>> {
        let table = table.filter(|table| table.variant() == variant.name)?.clone();
        Some(TablebaseProbe { table, rules: G::solved_rules(variant) })
    }

    /// Why the table could not be read, if that is why it does not know.
    pub fn take_error(&self) -> Option<TableError> {
        self.table.take_error()
    }

    /// The moves, best first, each with its variation, or as much of that as deadline allows; none if the table does not
    /// know the values of all of them, or cannot tell them in time.
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

    /// What a move is worth, and whether it ends the game.
    fn probe_move(&self, played: &Played<G>, mv: G::Move) -> Option<(SolvedValue, bool)> {
        let us = played.position.side_to_move();
        let mut next = played.clone();
        next.play(mv);
        if let Some(outcome) = next.outcome() {
            return Some((of_outcome(outcome, us), true));
        }
        let value = self.table.value(next.position.to_solved(), self.rules)?.before();
        // The table knows no history: a win that the opponent can turn into one repetition too many is none.
        let spoilt =
            matches!(value, SolvedValue::Win(_)) && next.legal_moves().into_iter().any(|reply| draws(&next, reply));
        Some((if spoilt { SolvedValue::Draw } else { value }, false))
    }

    /// Of moves that draw, puts those first after which the opponent is most likely to go wrong.
    fn sort_draws(&self, played: &Played<G>, solved_lines: &mut [SolvedLine<G>], deadline: &ProbeDeadline) {
        // They stand together, between the wins and the losses.
        let first = solved_lines.partition_point(|line| line.value.rank() > SolvedValue::Draw.rank());
        let end = solved_lines.partition_point(|line| line.value.rank() >= SolvedValue::Draw.rank());
        let draws = &mut solved_lines[first..end];
        if draws.len() < 2 {
            return;
        }
        draws.sort_by_cached_key(|line| {
            let mut next = played.clone();
            next.play(line.moves[0]);
            // Who got out of it once will do so again.
            let tried = next.position.decided(&next.past, next.past.len()).is_some();
            let chance = self.chance(&next, CHANCE_MOVES, deadline) * if tried { TRIED } else { 1.0 };
            // One that there was no time to weigh to the end counts for nothing.
            if deadline.is_over() { 0 } else { -(chance * 1e6) as i64 }
        });
    }

    /// How likely an opponent who sees only so far is to lose a drawn position, in which it is to move, within some moves.
    fn chance(&self, played: &Played<G>, moves: u32, deadline: &ProbeDeadline) -> f64 {
        if played.outcome().is_some() || deadline.is_over() {
            return 0.0;
        }
        let (mut weight, mut chance) = (0.0, 0.0);
        for (next, value) in self.known_after(played) {
            match value {
                // Our win: an error that shows soon is hardly ever made.
                SolvedValue::Win(plies) => {
                    let likely = if plies < HORIZON { SEEN_ERROR } else { 1.0 };
                    weight += likely;
                    chance += likely;
                }
                SolvedValue::Draw => {
                    weight += 1.0;
                    chance += if moves > 1 { FADING * self.best_chance(&next, moves - 1, deadline) } else { 0.0 };
                }
                // The position was drawn, so that the opponent has no winning move.
                SolvedValue::Loss(_) => {}
            }
        }
        if weight > 0.0 { chance / weight } else { 0.0 }
    }

    /// The chance after the drawing move that promises most.
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

    /// Goes on with the best moves of both sides.
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

/// Whether a move draws by a rule that looks at the past.
fn draws<G: Solvable>(played: &Played<G>, mv: G::Move) -> bool {
    let mut next = played.clone();
    next.play(mv);
    let outcome = next.position.decided(&next.past, 0);
    outcome.is_some_and(|outcome| outcome.winner.is_none() && outcome.ending == Ending::Claimable)
}

fn of_outcome(outcome: Outcome, us: Side) -> SolvedValue {
    match outcome.winner {
        None => SolvedValue::Draw,
        Some(winner) if winner == us => SolvedValue::Win(1),
        Some(_) => SolvedValue::Loss(1),
    }
}
