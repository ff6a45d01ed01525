//! What a search asks of a game besides its rules.

use super::rules::Game;

/// Noisy moves, null moves, checks, and the keys and indices of the search's tables.
pub trait Searchable: Game {
    /// Number of different values of [`Searchable::move_slot`].
    const MOVE_SLOTS: usize;
    /// Number of different values of [`Searchable::piece_to`].
    const PIECE_TO_SLOTS: usize;
    /// Whether [`Searchable::quiet_moves`] and [`Searchable::legal_move`] are so much cheaper than [`Game::legal_moves`]
    /// that moves should be generated in stages.
    const STAGED_GENERATION: bool = false;
    /// Whether whoever is in check has no other legal moves than those that end it, so that a proof-number search can
    /// look for mates by checks alone.
    const CHECK_MUST_BE_ANSWERED: bool = false;

    /// Appends the legal moves that take something or otherwise upset the balance at once, for quiescence search.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the legal moves that [`Searchable::noisy_moves`] does not.
    fn quiet_moves(&self, out: &mut Vec<Self::Move>) {
        let (mut noisy, mut all) = (Vec::new(), Vec::new());
        self.noisy_moves(&mut noisy);
        self.legal_moves(&mut all);
        out.extend(all.into_iter().filter(|mv| !noisy.contains(mv)));
    }

    /// The legal move with this `u32` form, if there is one.
    fn legal_move(&self, code: u32) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| mv.into() == code)
    }

    /// A legal move that wins by a rule and not by a capture, whatever the opponent answers, such as a pass that ends the game with
    /// more points; and how many plies after this position the game is over.
    fn win_by_rule(&self) -> Option<(Self::Move, usize)> {
        None
    }

    /// The position after a null move: the turn is given away, as if that were a move; none where this makes no sense.
    fn null_move(&self) -> Option<Self>;

    /// Whether the side to move would lose its royal piece if it did nothing.
    fn in_check(&self) -> bool;

    /// A quick test of whether a legal move gives check, for pruning. It may err now and then.
    fn check_test(&self) -> impl Fn(Self::Move) -> bool {
        |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.in_check()
        }
    }

    /// Appends the legal moves that give check by [`Searchable::check_test`].
    fn checks(&self, out: &mut Vec<Self::Move>) {
        let first = out.len();
        self.legal_moves(out);
        let gives_check = self.check_test();
        let checks = out.drain(first..).filter(|&mv| gives_check(mv)).collect::<Vec<_>>();
        out.extend(checks);
    }

    /// Whether a legal move is one of many that differ only in where a piece is put down: those of them that come
    /// late in the order are searched less deep.
    fn is_one_of_many(&self, _: Self::Move) -> bool {
        false
    }

    /// The key of the transposition table: positions with equal keys may share an entry.
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// The search key after a legal move, where that is much cheaper than making the move. It may err now and then: it is used to
    /// prefetch.
    fn key_after(&self, _: Self::Move) -> Option<u64> {
        None
    }

    /// The key of an earlier position, if the past matters to the rules only through positions that recur: a search then
    /// need not go through a long game at every node.
    fn past_key(_: &Self::PastPosition) -> Option<u64> {
        None
    }

    /// A small number that tells moves apart well enough for history statistics.
    fn move_slot(mv: Self::Move) -> usize;

    /// A small number for which piece moves where: continuation histories and countermoves refer to moves by it.
    fn piece_to(&self, mv: Self::Move) -> usize;

    /// A number for the slow-changing part of a position, such as its pawn structure: the static evaluation errs alike in
    /// positions that share it, and correction history learns by how much. 0, one correction for all positions, where
    /// games have not shown a key to be better.
    fn correction_key(&self) -> u64 {
        0
    }
}

/// What a capture wins and risks, in centipawns. Stays hand-written when a network evaluates.
pub trait Tactics: Game {
    /// Whether [`Tactics::pays`] is a static exchange evaluation; where it is not, everything pays.
    const STATIC_EXCHANGE: bool = false;

    /// What `mv` takes; 0 for a quiet move.
    fn gain(&self, mv: Self::Move) -> i32;

    /// What the piece that makes `mv` is worth, and so may be lost in return.
    fn stake(&self, mv: Self::Move) -> i32;

    /// Static exchange evaluation (SEE): whether `mv` and the captures that follow on its target bring at least `least`.
    fn pays(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }
}
