//! The program that Twelve Janggi was first played against, for the option `Level`: fixed-depth alpha-beta with its authors'
//! tables, without quiescence search, extensions or a hash table. Its values are those of plain minimax.

use super::board::Board;
use super::moves::{Move, Termination};
use super::original_eval::{CENTIPAWNS, OriginalEvaluation};
use super::position::Position;
use super::ruleset::TWELVE_JANGGI;
use crate::game::{
    FixedDepthLine, FixedDepthPlayer, FixedDepthResult, FixedDepthTask, FixedDepthValue, OptionKind, OptionSpec,
};

/// Which of equally good moves is played.
pub(super) const ORIGINAL_OPTION: OptionSpec = OptionSpec::new(
    "Twelve_Seed",
    OptionKind::Spin { default: 0, min: 0, max: i32::MAX as i64 },
    "settles which of equally good moves the levels of Twelve Janggi play; 0: a different one each time",
);

/// The player of the three levels.
pub(super) const PLAYER: FixedDepthPlayer<Position> = FixedDepthPlayer { search, seed_option: ORIGINAL_OPTION.name };

/// A game that is won, in points of the tables; less the plies that it takes, so that of several wins the shortest is the best.
const WON: i32 = 1_000_000;
const INFINITE: i32 = WON + 1;
/// Greater than the points of any position, smaller than any win.
const DECIDED: i32 = WON / 2;

/// The search looks whether to break off only after so many positions: one ply is always searched.
const POLL_INTERVAL: u64 = 1_024;

struct AlphaBeta<'a> {
    stopped: &'a dyn Fn() -> bool,
    nodes: u64,
    broken_off: bool,
}

fn search(task: &FixedDepthTask<Position>) -> FixedDepthResult<Move> {
    let mut alpha_beta = AlphaBeta { stopped: task.stopped, nodes: 0, broken_off: false };
    let mut moves = task.moves.to_vec();
    // Shorter searches first: they order the moves, which changes no value, and answer if there is no time for more.
    let mut found = FixedDepthResult { depth: 0, lines: Vec::new(), nodes: 0 };
    for depth in 1..=task.depth {
        let Some(lines) = alpha_beta.root(task.position.board, &moves, depth, task.lines) else { break };
        moves = lines.iter().map(|(_, line)| line[0]).collect();
        let told = lines.into_iter().map(|(value, moves)| FixedDepthLine { value: told(value), moves });
        found = FixedDepthResult { depth, lines: told.collect(), nodes: 0 };
    }
    FixedDepthResult { nodes: alpha_beta.nodes, ..found }
}

fn told(value: i32) -> FixedDepthValue {
    if value.abs() < DECIDED {
        FixedDepthValue::Centipawns(value * CENTIPAWNS)
    } else if value > 0 {
        FixedDepthValue::Win((WON - value) as u32)
    } else {
        FixedDepthValue::Loss((WON + value) as u32)
    }
}

/// A value with the variation that leads to it.
type Valued = (i32, Vec<Move>);

impl AlphaBeta<'_> {
    /// The root moves, best first; none if the search broke off. The values of the first `lines`, and of those that are as good as
    /// the last of these, are exact, the others are not greater than they are told to be.
    fn root(&mut self, board: Board, moves: &[Move], depth: u32, lines: usize) -> Option<Vec<Valued>> {
        let mut found: Vec<Valued> = Vec::with_capacity(moves.len());
        for &mv in moves {
            // One less than the value to beat, so that an equal one comes out as such.
            let alpha = found.get(lines.max(1) - 1).map_or(-INFINITE, |(value, _)| value - 1);
            let mut line = vec![mv];
            let value = -self.node(board.after(mv), depth - 1, 1, (-INFINITE, -alpha), &mut line);
            if self.broken_off {
                return None;
            }
            let place = found.partition_point(|(other, _)| *other >= value);
            found.insert(place, (value, line));
        }
        Some(found)
    }

    /// The value for the side to move, `ply` plies after the root; the best variation is appended to `line`.
    fn node(&mut self, board: Board, depth: u32, ply: i32, (mut alpha, beta): (i32, i32), line: &mut Vec<Move>) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && (self.stopped)() {
            self.broken_off = true;
        }
        if let Some(termination) = board.termination(&TWELVE_JANGGI) {
            let winner = match termination {
                Termination::Capture(side) => Some(side),
                Termination::Entering(side) => side,
            };
            return winner.map_or(0, |side| if side == board.turn() { WON - ply } else { ply - WON });
        }
        if depth == 0 || self.broken_off {
            return OriginalEvaluation::points(board, board.turn());
        }
        let mut moves = Vec::with_capacity(32);
        board.for_each_move(&TWELVE_JANGGI, |mv| moves.push(mv));
        // Captures first, which changes no value either.
        moves.sort_by_key(|&mv| !board.takes(mv));
        let mut best = ply - WON; // whoever cannot move has lost
        let length = line.len();
        for mv in moves {
            let mut behind = vec![mv];
            let value = -self.node(board.after(mv), depth - 1, ply + 1, (-beta, -alpha), &mut behind);
            if value > best {
                best = value;
                line.truncate(length);
                line.append(&mut behind);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
