//! Perft: counts the leaves of the move tree, to verify and time move generation.

use crate::game::Game;
use crate::search::StopToken;

/// Bounds the allocation of move lists for a mistyped depth; no perft gets there.
const MAX_DEPTH: u32 = 100;

/// Perft with the count of each root move; none if it was stopped.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    stop: &StopToken,
    on_move: &mut dyn FnMut(G::Move, u64),
) -> Option<u64> {
    let depth = depth.min(MAX_DEPTH);
    if depth == 0 {
        return Some(1);
    }
    let mut counter = PerftCounter { stop, lists: (0..depth).map(|_| Vec::new()).collect() };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut total = 0;
    for mv in moves {
        let mut child = position.clone();
        child.play(mv);
        let nodes = counter.count(&child, depth - 1)?;
        on_move(mv, nodes);
        total += nodes;
    }
    Some(total)
}

/// The number of leaves at `depth`.
pub fn count<G: Game>(position: &G, depth: u32) -> u64 {
    // Nobody else holds the token, so it is never stopped.
    divide(position, depth, &StopToken::new(), &mut |_, _| ()).unwrap_or(0)
}

struct PerftCounter<'a, G: Game> {
    stop: &'a StopToken,
    /// One reused move list per remaining depth.
    lists: Vec<Vec<G::Move>>,
}

impl<G: Game> PerftCounter<'_, G> {
    fn count(&mut self, position: &G, depth: u32) -> Option<u64> {
        match depth {
            0 => return Some(1),
            // Bulk counting.
            1 => return Some(position.legal_count() as u64),
            _ => (),
        }
        if self.stop.is_stopped() {
            return None;
        }
        let mut moves = std::mem::take(&mut self.lists[depth as usize]);
        moves.clear();
        position.legal_moves(&mut moves);
        let mut total = 0;
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            total += self.count(&child, depth - 1)?;
        }
        self.lists[depth as usize] = moves;
        Some(total)
    }
}
