//! Thread voting of lazy SMP: which thread's best move is played.

use super::root::{RootMove, Snapshot};
use super::think::Task;
use super::value::{INFINITE, Value, is_decisive};
use crate::game::Game;

/// Added to the value difference, so that the vote for the worst move counts too.
const VOTE_BASE: Value = 15;

/// A thread's best move after its last completed iteration.
#[derive(Clone)]
pub(super) struct ThreadVote<G: Game> {
    pub best: RootMove<G>,
    /// Of that iteration.
    pub depth: u32,
}

/// The result of the best thread. A vote weighs depth times value above the worst; the line of the winner replaces that of the
/// main thread. A proven win of the main thread is kept without a vote, a loss is not: another thread may have found a defence.
pub(super) fn best_thread<G: Game>(
    task: &Task<G>,
    mut main: Snapshot<G>,
    helpers: impl IntoIterator<Item = ThreadVote<G>>,
) -> Snapshot<G> {
    let own = main.moves[0].latest();
    if task.multi_pv > 1 || task.limits.mate.is_some() || (is_decisive(own) && own > 0) {
        return main;
    }
    let mut votes: Vec<ThreadVote<G>> = helpers.into_iter().collect();
    votes.retain(|vote| vote.depth > 0 && vote.best.latest() != -INFINITE);
    votes.push(ThreadVote { best: main.moves[0].clone(), depth: main.completed });
    let worst = votes.iter().map(|vote| vote.best.latest()).min().unwrap_or_default();
    let weight =
        |vote: &ThreadVote<G>| i64::from(vote.best.latest() - worst + VOTE_BASE) * i64::from(vote.depth.max(1));
    let total = |mv| votes.iter().filter(|other| other.best.mv == mv).map(weight).sum::<i64>();
    // The main thread is last: `max_by_key` prefers the last of equals.
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
