//! Perfect play from a table: every move of a position with its exact value, and the variation that follows from it.

use std::sync::Arc;

use crate::game::{Ending, Indexed, Notation, Outcome, Side, Variant};
use crate::games::Played;
use crate::tablebase::{Table, Value};

/// A variation with its exact value.
pub struct Judged<G: Notation> {
    /// For the side to move at the root.
    pub value: Value,
    /// Whether the first move ends the game.
    pub ends_at_once: bool,
    /// To the end of the game, or some way into a draw.
    pub moves: Vec<G::Move>,
}

/// A draw goes on for ever; this much of it is shown.
const DRAW_PLIES: usize = 12;
/// More than any win takes.
const MOST_PLIES: usize = 400;

/// A table together with the rules of the variant that it solves.
pub struct Oracle<G: Notation> {
    table: Arc<Table>,
    rules: &'static <G::Solved as Indexed>::Rules,
}

impl<G: Notation> Oracle<G> {
    /// None if the table is about another variant.
    pub fn new(variant: &Variant, table: Option<&Arc<Table>>) -> Option<Oracle<G>> {
        let table = table.filter(|table| table.variant() == variant.name)?.clone();
        Some(Oracle { table, rules: G::solved_rules(variant)? })
    }

    /// The moves, best first, each with its variation; none if the table does not know all of them.
    pub fn consult(&self, played: &Played<G>, moves: &[G::Move], lines: usize) -> Option<Vec<Judged<G>>> {
        let mut judged: Vec<Judged<G>> = Vec::new();
        for &mv in moves {
            let (value, ends_at_once) = self.judge(played, mv)?;
            judged.push(Judged { value, ends_at_once, moves: vec![mv] });
        }
        judged.sort_by_key(|line| -line.value.rank());
        for line in judged.iter_mut().take(lines) {
            self.extend(played, line);
        }
        Some(judged)
    }

    /// What a move is worth, and whether it ends the game.
    fn judge(&self, played: &Played<G>, mv: G::Move) -> Option<(Value, bool)> {
        let us = played.position.side_to_move();
        let mut next = played.clone();
        next.play(mv);
        if let Some(outcome) = next.outcome() {
            return Some((of_outcome(outcome, us), true));
        }
        let value = self.table.value(next.position.to_solved()?, self.rules)?.before();
        // The table knows no history: a win that the opponent can turn into one repetition too many is none.
        let spoilt = matches!(value, Value::Win(_)) && next.legal_moves().into_iter().any(|reply| draws(&next, reply));
        Some((if spoilt { Value::Draw } else { value }, false))
    }

    /// Goes on with the best moves of both sides.
    fn extend(&self, played: &Played<G>, line: &mut Judged<G>) {
        let mut game = played.clone();
        game.play(line.moves[0]);
        let most = if line.value == Value::Draw { DRAW_PLIES } else { MOST_PLIES };
        while line.moves.len() < most && game.outcome().is_none() {
            let replies = game.legal_moves();
            let best = replies.into_iter().filter_map(|mv| Some((self.judge(&game, mv)?.0, mv)));
            let Some((_, mv)) = best.max_by_key(|(value, _)| value.rank()) else { return };
            line.moves.push(mv);
            game.play(mv);
        }
    }
}

/// Whether a move draws by a rule that looks at the past.
fn draws<G: Notation>(played: &Played<G>, mv: G::Move) -> bool {
    let mut next = played.clone();
    next.play(mv);
    let outcome = next.position.decided(&next.past, 0);
    outcome.is_some_and(|outcome| outcome.winner.is_none() && outcome.ending == Ending::Claimable)
}

fn of_outcome(outcome: Outcome, us: Side) -> Value {
    match outcome.winner {
        None => Value::Draw,
        Some(winner) if winner == us => Value::Win(1),
        Some(_) => Value::Loss(1),
    }
}
