//! A player that a game brings along for the option `Level`, where the levels are those of a certain program.

use super::rules::Game;

/// What a move is worth to a player of fixed depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedDepthValue {
    /// Won after so many plies.
    Win(u32),
    /// In centipawns.
    Centipawns(i32),
    /// Lost after so many plies.
    Loss(u32),
}

/// A root move with what is expected to follow.
#[derive(Clone, Debug)]
pub struct FixedDepthLine<M> {
    /// What it is worth.
    pub value: FixedDepthValue,
    /// The variation, the root move first.
    pub moves: Vec<M>,
}

/// What a player of fixed depth has found.
#[derive(Clone, Debug)]
pub struct FixedDepthResult<M> {
    /// Plies that it looked ahead: fewer than asked for if it was stopped.
    pub depth: u32,
    /// Best first; those that share the value of the first are as good.
    pub lines: Vec<FixedDepthLine<M>>,
    /// Positions visited.
    pub nodes: u64,
}

/// What to look for.
#[derive(Clone, Copy)]
pub struct FixedDepthTask<'a, G: Game> {
    /// The root.
    pub position: &'a G,
    /// The root moves, at least one.
    pub moves: &'a [G::Move],
    /// Plies.
    pub depth: u32,
    /// Of so many moves the exact values are wanted, and of all that are as good as the best.
    pub lines: usize,
    /// Asked now and then whether to break off.
    pub stopped: &'a dyn Fn() -> bool,
}

/// A player that searches to a fixed depth with an evaluation of its own.
#[derive(Debug)]
pub struct FixedDepthPlayer<G: Game> {
    /// Looks ahead.
    pub search: fn(&FixedDepthTask<G>) -> FixedDepthResult<G::Move>,
    /// The spin option that settles which of equally good moves is played; by chance if it is 0.
    pub seed_option: &'static str,
}
