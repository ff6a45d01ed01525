//! The rules of a game, and nothing else: what perft, a referee or a browser needs.

use std::fmt;

/// One of the two players, named by the letter case of its pieces in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// Upper-case letters; `w` in a FEN, `wtime` on the clock.
    Upper,
    /// Lower-case letters; `b` in a FEN, `btime` on the clock.
    Lower,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Upper => Side::Lower,
            Side::Lower => Side::Upper,
        }
    }

    /// 0 or 1, for tables with an entry for each side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How sure an [`Outcome`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game is over; no legal move is left.
    Final,
    /// The rules end the game here, but a GUI may let it go on: repetitions and move counts.
    Claimable,
    /// Not over yet, but it would be if the players went on as they did: a position that recurs within a search.
    Foreseen,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// One word for the protocol, such as `checkmate`.
    pub reason: &'static str,
    /// Whether play could go on.
    pub ending: Ending,
}

/// The rules of one game, and nothing else. A new game implements this and the other traits that `Family` (`games/family.rs`) asks
/// for, and gets a line in `games/registry.rs`.
///
/// A value is one position, cheap to copy. What the rules remember of earlier positions, for repetitions, is kept
/// outside as a list of [`Game::PastPosition`], oldest first, which does not contain the position itself.
pub trait Game: Clone + Send + Sync + 'static {
    /// A legal action. Its `u32` form is never 0 and differs from that of every other legal action of the position.
    type Move: Copy + Eq + fmt::Display + fmt::Debug + Into<u32> + Send + Sync + 'static;
    /// What a later position needs to know of this one.
    type PastPosition: Copy + Send + Sync + 'static;

    /// Whose turn it is. Sides need not alternate.
    fn side_to_move(&self) -> Side;

    /// Appends every legal move; none when the game is over for good.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// How many moves [`Game::legal_moves`] would append.
    fn legal_count(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Whether there is a legal move.
    fn can_move(&self) -> bool {
        self.legal_count() > 0
    }

    /// Carries out `mv`, which must come from [`Game::legal_moves`] of this position.
    fn play(&mut self, mv: Self::Move);

    /// What later positions must remember of this one.
    fn past_position(&self) -> Self::PastPosition;

    /// How the game has ended, as far as that shows without looking at the legal moves: rules of winning, repetition detection,
    /// move counts. The last `in_tree` entries of `past` were only thought of by a search: a single repetition among them counts as
    /// [`Ending::Foreseen`].
    fn decided(&self, past: &[Self::PastPosition], in_tree: usize) -> Option<Outcome>;

    /// What it means that the side to move has no legal move in a position that is not decided otherwise.
    fn no_moves(&self) -> Outcome;

    /// The end of the game, if this is it.
    fn outcome(&self, past: &[Self::PastPosition]) -> Option<Outcome> {
        match self.decided(past, 0) {
            Some(outcome) if outcome.ending == Ending::Final => Some(outcome),
            _ if !self.can_move() => Some(self.no_moves()),
            decided => decided,
        }
    }

    /// Who would win if the game were broken off here and counted out; nobody where only the board decides.
    fn winner_by_tally(&self) -> Option<Side> {
        None
    }

    /// Equal keys mean "same position" in the sense of the repetition rule.
    fn key(&self) -> u64;

    /// The position as the side to move may know it: a secret of the opponent is taken away. A search starts here. The
    /// legal moves are the same.
    fn as_known_to_mover(&self) -> Self {
        self.clone()
    }
}
