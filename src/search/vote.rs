//! What several threads make of what each of them thinks.

use super::root::{Root, RootMove};
use super::value::{INFINITE, Value, is_decisive};
use crate::game::{Evaluator, Game};

/// The weight of a vote for the worst of the moves that are voted for.
const VOTE_BASE: Value = 15;

/// What one thread thinks at the end.
pub(super) struct Opinion<G: Game> {
    best: RootMove<G>,
    /// Its last iteration that came to an end.
    depth: u32,
}

impl<G: Game, E: Evaluator<G>> Root<'_, G, E> {
    /// What this thread thinks.
    pub fn opinion(&self) -> Opinion<G> {
        Opinion { best: self.moves[0].clone(), depth: self.completed }
    }

    /// The threads vote, the more weightily the deeper they looked and the better they like their move. The first thread
    /// takes over the variation of the winner. A mate needs no votes.
    pub fn agree(&mut self, mut opinions: Vec<Opinion<G>>) {
        if self.task.lines > 1 || self.task.limits.mate.is_some() || is_decisive(self.moves[0].latest()) {
            return;
        }
        opinions.retain(|opinion| opinion.depth > 0 && opinion.best.latest() != -INFINITE);
        opinions.push(self.opinion());
        let worst = opinions.iter().map(|opinion| opinion.best.latest()).min().unwrap_or_default();
        let weight = |opinion: &Opinion<G>| {
            i64::from(opinion.best.latest() - worst + VOTE_BASE) * i64::from(opinion.depth.max(1))
        };
        let votes = |mv| opinions.iter().filter(|other| other.best.mv == mv).map(weight).sum::<i64>();
        // The first thread is the last of the list, and the last of several equals is taken.
        let Some(winner) = opinions.iter().max_by_key(|opinion| (votes(opinion.best.mv), weight(opinion))) else {
            return;
        };
        if winner.best.mv != self.moves[0].mv
            && let Some(at) = self.moves.iter().position(|mv| mv.mv == winner.best.mv)
        {
            self.depth = winner.depth.max(1);
            self.moves[at] = winner.best.clone();
            self.moves[..=at].rotate_right(1);
        }
    }
}
