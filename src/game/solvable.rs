//! What a solver asks of a game that is small enough to be solved.

use super::notation::{Notation, Variant};

/// A game that is small enough to be solved. Only the solver and the tablebase ask.
pub trait Solvable: Notation {
    /// The form in which positions are solved.
    type Solved: SolvedPosition;

    /// About how much memory solving takes.
    const SOLVING_MEGABYTES: u32;

    /// The rules under which a variant is solved.
    fn solved_rules(variant: &Variant) -> &'static <Self::Solved as SolvedPosition>::Rules;

    /// The position as it is solved.
    fn to_solved(&self) -> Self::Solved;

    /// The strategy for a variant that the program carries, as it was distilled from the solution, if there is one.
    fn carried_strategy(_: &Variant) -> Option<&'static [u8]> {
        None
    }
}

/// A position of a game that can be solved, as its side to move sees it: seen from the other side, or in a mirror, it is
/// the same position.
pub trait SolvedPosition: Copy + Eq + Send + Sync + 'static {
    /// What tells the variants of the game apart.
    type Rules: Sync + 'static;

    /// All numbers are below this.
    const NUMBERS: u64;

    /// The number of the position, the same for its mirror image.
    fn number(self) -> u64;

    /// A position with this number. It may be unreachable, or the mirror image of the canonical one, whose number differs.
    fn from_number(number: u64) -> Self;

    /// Whether the position is reachable as far as the rules show.
    fn is_sound(self, rules: &Self::Rules) -> bool;

    /// The same in a mirror.
    fn mirrored(self) -> Self;

    /// How the game has ended, if it is over.
    fn over(self, rules: &Self::Rules) -> Option<Over>;

    /// Whether the side to move has a move that wins at once.
    fn wins_at_once(self, rules: &Self::Rules) -> bool;

    /// Calls `visit` with the position after every legal move, as the opponent sees it.
    fn successors(self, rules: &Self::Rules, visit: impl FnMut(Self));

    /// Calls `visit` with every position from which a move of the opponent leads here, as the opponent saw it.
    fn predecessors(self, rules: &Self::Rules, visit: impl FnMut(Self));
}

/// A game that is over, for the side that would be to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It has won.
    Won,
    /// Nobody has.
    Drawn,
    /// It has lost.
    Lost,
}
