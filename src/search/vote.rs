//! What several threads make of what each of them thinks.

use super::root::{RootMove, Snapshot};
use super::think::Task;
use super::value::{INFINITE, Value, is_decisive};
use crate::game::Game;

/// The weight of a vote for the worst of the moves that are voted for.
const VOTE_BASE: Value = 15;

/// What one thread thinks after an iteration that came to an end.
#[derive(Clone)]
pub(super) struct ThreadVote<G: Game> {
    pub best: RootMove<G>,
    /// That iteration.
    pub depth: u32,
}

/// The threads vote, the more weightily the deeper they looked and the better they like their move; the first thread's
/// answer is replaced by the variation of the winner. A proven win needs no votes, but a loss does: another thread may have
/// found the way out.
pub(super) fn count<G: Game>(
    task: &Task<G>,
    mut main: Snapshot<G>,
    helpers: impl IntoIterator<Item = ThreadVote<G>>,
) -> Snapshot<G> {
    let own = main.moves[0].latest();
    if task.lines > 1 || task.limits.mate.is_some() || (is_decisive(own) && own > 0) {
        return main;
    }
    let mut votes: Vec<ThreadVote<G>> = helpers.into_iter().collect();
    votes.retain(|vote| vote.depth > 0 && vote.best.latest() != -INFINITE);
    votes.push(ThreadVote { best: main.moves[0].clone(), depth: main.completed });
    let worst = votes.iter().map(|vote| vote.best.latest()).min().unwrap_or_default();
    let weight =
        |vote: &ThreadVote<G>| i64::from(vote.best.latest() - worst + VOTE_BASE) * i64::from(vote.depth.max(1));
    let total = |mv| votes.iter().filter(|other| other.best.mv == mv).map(weight).sum::<i64>();
    // The first thread is the last of the list, and the last of several equals is taken.
    let Some(winner) = votes.iter().max_by_key(|vote| (total(vote.best.mv), weight(vote))) else {
        return main;
    };
    if winner.best.mv != main.moves[0].mv
        && let Some(at) = main.moves.iter().position(|mv| mv.mv == winner.best.mv)
    {
        main.depth = winner.depth.max(1);
        main.moves[at] = winner.best.clone();
        main.moves[..=at].rotate_right(1);
    }
    main
}
