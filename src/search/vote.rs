//! What several threads make of what each of them thinks.

use super::root::{Root, RootMove};
use super::value::{INFINITE, Value, is_decisive};
use crate::game::{Evaluator, Game, Searchable, Tactics};

/// The weight of a vote for the worst of the moves that are voted for.
const VOTE_BASE: Value = 15;

/// What one thread thinks at the end.
pub(super) struct ThreadVote<G: Game> {
    best: RootMove<G>,
    /// Its last iteration that came to an end.
    depth: u32,
}

impl<G: Searchable + Tactics, E: Evaluator<G>> Root<'_, G, E> {
    /// What this thread thinks.
    pub fn vote(&self) -> ThreadVote<G> {
        ThreadVote { best: self.moves[0].clone(), depth: self.completed }
    }

    /// The threads vote, the more weightily the deeper they looked and the better they like their move. The first thread
    /// takes over the variation of the winner. A mate needs no votes.
    pub fn count_votes(&mut self, mut votes: Vec<ThreadVote<G>>) {
        if self.task.lines > 1 || self.task.limits.mate.is_some() || is_decisive(self.moves[0].latest()) {
            return;
        }
        votes.retain(|vote| vote.depth > 0 && vote.best.latest() != -INFINITE);
        votes.push(self.vote());
        let worst = votes.iter().map(|vote| vote.best.latest()).min().unwrap_or_default();
        let weight =
            |vote: &ThreadVote<G>| i64::from(vote.best.latest() - worst + VOTE_BASE) * i64::from(vote.depth.max(1));
        let total = |mv| votes.iter().filter(|other| other.best.mv == mv).map(weight).sum::<i64>();
        // The first thread is the last of the list, and the last of several equals is taken.
        let Some(winner) = votes.iter().max_by_key(|vote| (total(vote.best.mv), weight(vote))) else {
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
