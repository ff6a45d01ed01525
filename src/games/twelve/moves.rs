//! Moves, what they do to the board, and when they end the game.
//!
//! There is no check: every move that the pieces can make is legal, and a king that can be captured may be.

use super::board::{Board, Kind};
use super::ruleset::{Alphabet, Drops, Entering, RuleSet};
use super::square::{SQUARES, Square, SquareSet};
use crate::game::Side;
use std::fmt;

/// Where a moved piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A square of the board.
    Square(Square),
    /// The hand of the side to move.
    Hand(Kind),
}

/// A step or a drop. Bits 0–3 are the target, 4–7 the origin (a square, or 12 plus the kind dropped minus one), bit 8
/// a promotion, bit 9 the alphabet in which a dropped piece is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(u16);

const PROMOTES: u16 = 1 << 8;
const ANIMALS: u16 = 1 << 9;

impl Move {
    /// Number of different values of [`Move::slot`].
    pub(super) const SLOTS: usize = (SQUARES + Kind::IN_HAND.len()) << 4;

    /// A step without promotion.
    #[inline]
    pub const fn step(from: Square, to: Square) -> Move {
        Move((from.index() << 4 | to.index()) as u16)
    }

    /// A step with which a man is promoted to a lord.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Move {
        Move(Move::step(from, to).0 | PROMOTES)
    }

    /// A drop, printed in the given alphabet.
    #[inline]
    pub const fn drop(kind: Kind, to: Square, alphabet: Alphabet) -> Move {
        let origin = SQUARES + kind as usize - Kind::Minister as usize;
        let names = match alphabet {
            Alphabet::Twelve => 0,
            Alphabet::Animals => ANIMALS,
        };
        Move((origin << 4 | to.index()) as u16 | names)
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn origin(self) -> Origin {
        let origin = self.0 as usize >> 4 & 15;
        if origin < SQUARES {
            Origin::Square(Square::from_index(origin))
        } else {
            Origin::Hand(Kind::IN_HAND[origin - SQUARES])
        }
    }

    /// Target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as usize & 15)
    }

    /// Whether a man is promoted to a lord.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    #[inline]
    pub(super) const fn slot(self) -> usize {
        self.0 as usize & 0xff
    }
}

impl From<Move> for u32 {
    /// Never 0, since no piece moves from `a1` to `a1`.
    fn from(mv: Move) -> u32 {
        mv.0.into()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            Origin::Square(from) => write!(f, "{from}{}{}", self.to(), if self.promotes() { "+" } else { "" }),
            Origin::Hand(kind) => {
                let alphabet = if self.0 & ANIMALS == 0 { Alphabet::Twelve } else { Alphabet::Animals };
                write!(f, "{}@{}", alphabet.letter(kind), self.to())
            }
        }
    }
}

/// How a move ended the game for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// This side has captured the king.
    Capture(Side),
    /// This side's king has entered the enemy camp; `None` if both have, which only a FEN can bring about.
    Entering(Option<Side>),
}

/// Steps on an empty board, by the piece's four bits and its square.
static STEPS: [[SquareSet; SQUARES]; 16] = steps();

const fn steps() -> [[SquareSet; SQUARES]; 16] {
    let mut steps = [[SquareSet::EMPTY; SQUARES]; 16];
    let mut index = 0;
    while index < 2 * Kind::COUNT * SQUARES {
        let (code, kind) = (index / SQUARES % Kind::COUNT + 1, Kind::ALL[index / SQUARES % Kind::COUNT]);
        let (code, forward) = if index < Kind::COUNT * SQUARES { (code, 1) } else { (code + 8, -1) };
        let from = Square::from_index(index % SQUARES);
        let mut direction = 0;
        while direction < 9 {
            let (files, ranks) = (direction % 3 - 1, direction / 3 - 1);
            if goes(kind, files, ranks * forward)
                && let Some(to) = from.offset(files, ranks)
            {
                steps[code][from.index()].0 |= SquareSet::of(to).0;
            }
            direction += 1;
        }
        index += 1;
    }
    steps
}

/// Whether a piece moves one step in that direction, seen from its own side.
const fn goes(kind: Kind, files: i32, ranks: i32) -> bool {
    let (straight, moves) = (files == 0 || ranks == 0, files != 0 || ranks != 0);
    moves
        && match kind {
            Kind::King => true,
            Kind::Minister => !straight,
            Kind::General => straight,
            Kind::Man => files == 0 && ranks == 1,
            Kind::Lord => straight || ranks == 1,
        }
}

/// The steps of a piece on an empty board.
#[inline]
pub(super) fn steps_of(side: Side, kind: Kind, from: Square) -> SquareSet {
    STEPS[kind as usize + 1 + 8 * side.index()][from.index()]
}

impl Board {
    /// Calls `found` with every move of the side to move, steps first. Does not check whether the game is over, see
    /// [`Board::termination`].
    #[inline]
    pub fn for_each_move(self, rules: &RuleSet, mut found: impl FnMut(Move)) {
        self.for_each_step(|_| SquareSet::ALL, &mut found);
        let turn = self.turn();
        if self.hand_is_empty(turn) {
            return;
        }
        let targets = self.drop_targets(rules);
        for kind in Kind::IN_HAND {
            if self.hand(turn, kind) > 0 {
                targets.for_each(|to| found(Move::drop(kind, to, rules.alphabet)));
            }
        }
    }

    /// Calls `found` with every capture, every promotion and every step of the king into the enemy camp.
    #[inline]
    pub fn for_each_noisy_move(self, found: impl FnMut(Move)) {
        let them = self.turn().other();
        let enemies = self.side(them);
        let into_camp = enemies | SquareSet::camp(them);
        self.for_each_step(|kind| if matches!(kind, Kind::King | Kind::Man) { into_camp } else { enemies }, found);
    }

    /// Calls `found` with the steps of all pieces to the squares that `wanted` gives for their kind.
    #[inline]
    fn for_each_step(self, wanted: impl Fn(Kind) -> SquareSet, mut found: impl FnMut(Move)) {
        let us = self.turn();
        let own = self.side(us);
        let camp = SquareSet::camp(us.other());
        for from in own {
            let Some((_, kind)) = self.at(from) else { continue };
            let targets = STEPS[self.code_at(from)][from.index()].without(own) & wanted(kind);
            for to in targets {
                let promotes = kind == Kind::Man && camp.contains(to);
                found(if promotes { Move::promotion(from, to) } else { Move::step(from, to) });
            }
        }
    }

    /// Number of moves that [`Board::for_each_move`] finds.
    #[inline]
    pub fn count_moves(self, rules: &RuleSet) -> usize {
        let turn = self.turn();
        let own = self.side(turn);
        let targets = |from: Square| STEPS[self.code_at(from)][from.index()].without(own).count();
        let steps: usize = own.map(targets).sum();
        let droppable = Kind::IN_HAND.into_iter().filter(|&kind| self.hand(turn, kind) > 0).count();
        steps + droppable * self.drop_targets(rules).count()
    }

    /// The squares on which the side to move may drop a piece.
    #[inline]
    pub fn drop_targets(self, rules: &RuleSet) -> SquareSet {
        let empty = SquareSet::ALL.without(self.occupied());
        match rules.drops {
            Drops::OutsideEnemyCamp => empty.without(SquareSet::camp(self.turn().other())),
            Drops::Anywhere => empty,
        }
    }

    /// The board after a move of [`Board::for_each_move`].
    #[inline]
    pub fn after(self, mv: Move) -> Board {
        let us = self.turn();
        let to = mv.to();
        let next = match mv.origin() {
            Origin::Hand(kind) => self.without_in_hand(us, kind).with(to, us, kind),
            Origin::Square(from) => {
                let Some((_, kind)) = self.at(from) else { return self };
                let kind = if mv.promotes() { Kind::Lord } else { kind };
                let next = self.without(from).with(to, us, kind);
                match self.at(to).and_then(|(_, taken)| taken.captured()) {
                    Some(prisoner) => next.with_in_hand(us, prisoner),
                    None => next,
                }
            }
        };
        next.with_turn_given()
    }

    /// Whether a move is a capture.
    #[inline]
    pub(super) fn takes(self, mv: Move) -> bool {
        self.occupied().contains(mv.to())
    }

    /// The pieces of `side` that attack `square`, whoever stands there.
    #[inline]
    pub fn attackers(self, side: Side, square: Square) -> SquareSet {
        // Steps are symmetric between the sides: look from the square with the other side's pieces.
        let of = |kind| self.pieces(side, kind) & steps_of(side.other(), kind, square);
        Kind::ALL.into_iter().map(of).fold(SquareSet::EMPTY, |all, some| all | some)
    }

    /// The pieces that attack `side`'s king; none if it has no king.
    #[inline]
    pub fn checkers(self, side: Side) -> SquareSet {
        self.king(side).map_or(SquareSet::EMPTY, |king| self.attackers(side.other(), king))
    }

    /// Whether the side to move can capture the king, and so win at once.
    #[inline]
    pub fn can_take_king(self) -> bool {
        !self.checkers(self.turn().other()).is_empty()
    }

    /// Whether `side`'s king stands in the enemy camp.
    #[inline]
    pub fn has_entered(self, side: Side) -> bool {
        self.pieces(side, Kind::King).meets(SquareSet::camp(side.other()))
    }

    /// A step of the king into the enemy camp, to where the opponent could not take it.
    #[inline]
    pub(super) fn safe_entry(self) -> Option<Move> {
        let (us, them) = (self.turn(), self.turn().other());
        let king = self.king(us)?;
        let targets = (steps_of(us, Kind::King, king) & SquareSet::camp(them)).without(self.side(us));
        let mut entries = targets.map(|to| Move::step(king, to));
        entries.find(|&mv| self.after(mv).attackers(them, mv.to()).is_empty())
    }

    /// How the game has ended, if it has. Does not look for a side without a move, which loses.
    #[inline]
    pub fn termination(self, rules: &RuleSet) -> Option<Termination> {
        let us = self.turn();
        for side in [us, us.other()] {
            if self.king(side).is_none() {
                return Some(Termination::Capture(side.other()));
            }
        }
        match rules.entering {
            Entering::Survived => self.has_entered(us).then_some(Termination::Entering(Some(us))),
            Entering::Unattacked => {
                let safe = |side| self.has_entered(side) && self.checkers(side).is_empty();
                match (safe(us), safe(us.other())) {
                    (true, false) => Some(Termination::Entering(Some(us))),
                    (false, true) => Some(Termination::Entering(Some(us.other()))),
                    (true, true) => Some(Termination::Entering(None)),
                    (false, false) => None,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::super::{Position, fen};
    use super::*;

    fn position(rules: &'static RuleSet, fen: &str) -> Position {
        fen::read(rules, fen).expect("a good FEN")
    }

    fn moves(rules: &'static RuleSet, fen: &str) -> String {
        let mut moves = Vec::new();
        position(rules, fen).board().for_each_move(rules, |mv| moves.push(mv.to_string()));
        moves.sort();
        moves.join(" ")
    }

    #[test]
    fn each_piece_has_its_own_steps() {
        let steps = |side, kind| {
            let names: Vec<String> = steps_of(side, kind, Square::new(1, 1)).map(|to| to.to_string()).collect();
            names.join(" ")
        };
        assert_eq!(steps(Side::Upper, Kind::King), "a1 b1 c1 a2 c2 a3 b3 c3");
        assert_eq!(steps(Side::Upper, Kind::Minister), "a1 c1 a3 c3");
        assert_eq!(steps(Side::Lower, Kind::General), "b1 a2 c2 b3");
        assert_eq!(steps(Side::Upper, Kind::Man), "b3");
        assert_eq!(steps(Side::Lower, Kind::Man), "b1");
        assert_eq!(steps(Side::Upper, Kind::Lord), "b1 a2 c2 a3 b3 c3");
        assert_eq!(steps(Side::Lower, Kind::Lord), "a1 b1 c1 a2 c2 b3");
    }

    #[test]
    fn drops_avoid_the_enemy_camp_in_twelve_janggi_only() {
        assert_eq!(
            moves(&TWELVE_JANGGI, "2k/3/3/K2[Z] w 0 1"),
            "Z@a2 Z@a3 Z@b1 Z@b2 Z@b3 Z@c1 Z@c2 Z@c3 a1a2 a1b1 a1b2"
        );
        assert_eq!(
            moves(&DOBUTSU, "2l/3/3/L2[c] b 0 1"),
            "C@a2 C@a3 C@a4 C@b1 C@b2 C@b3 C@b4 C@c1 C@c2 C@c3 c4b3 c4b4 c4c3"
        );
    }

    #[test]
    fn a_captured_lord_is_held_as_a_man() {
        let board = position(&TWELVE_JANGGI, "1Hk/3/3/K2[z] b 0 1").board();
        let next = board.after(Move::step(Square::new(2, 3), Square::new(1, 3)));
        assert_eq!(next.hand(Side::Lower, Kind::Man), 2);
        assert_eq!(next.turn(), Side::Upper);
    }

    #[test]
    fn a_king_in_the_enemy_camp_wins_when_it_is_still_there_on_its_own_turn() {
        let termination = |fen| position(&TWELVE_JANGGI, fen).board().termination(&TWELVE_JANGGI);
        assert_eq!(termination("K2/3/3/2k[-] w 0 1"), Some(Termination::Entering(Some(Side::Upper))));
        assert_eq!(termination("K2/3/3/2k[-] b 0 1"), Some(Termination::Entering(Some(Side::Lower))));
        assert_eq!(termination("Kj1/3/3/1k1[-] w 0 1"), Some(Termination::Entering(Some(Side::Upper))));
        assert_eq!(termination("K2/3/2k/3[-] b 0 1"), None);
        assert_eq!(termination("3/3/2k/3[-] w 0 1"), Some(Termination::Capture(Side::Lower)));
    }

    #[test]
    fn a_lion_in_the_enemy_camp_wins_when_nothing_attacks_it() {
        let termination = |fen| position(&DOBUTSU, fen).board().termination(&DOBUTSU);
        assert_eq!(termination("l1L/3/3/3[-] b 0 1"), Some(Termination::Entering(Some(Side::Upper))));
        assert_eq!(termination("lL1/3/3/3[-] b 0 1"), None);
        assert_eq!(termination("1L1/l2/3/3[-] w 0 1"), None);
        assert_eq!(termination("1L1/3/l2/3[-] w 0 1"), Some(Termination::Entering(Some(Side::Upper))));
        assert_eq!(termination("1L1/1g1/3/1l1[-] w 0 1"), Some(Termination::Entering(Some(Side::Lower))));
        assert_eq!(termination("1L1/3/3/1l1[-] w 0 1"), Some(Termination::Entering(None)));
    }

    #[test]
    fn symmetry_is_complete() {
        // Moves do not depend on left and right, nor on the name of the side.
        for rules in [&TWELVE_JANGGI, &DOBUTSU] {
            let mut boards = vec![position(rules, rules.start).board()];
            let mut random = fastrand::Rng::with_seed(7);
            for _ in 0..2_000 {
                let board = boards[random.usize(..boards.len())];
                let successors = |board: Board| {
                    let mut next = Vec::new();
                    if board.termination(rules).is_none() {
                        board.for_each_move(rules, |mv| next.push(board.after(mv)));
                    }
                    next.sort();
                    next
                };
                let mut mirrored: Vec<Board> = successors(board.mirrored()).into_iter().map(Board::mirrored).collect();
                let mut turned: Vec<Board> = successors(board.turned()).into_iter().map(Board::turned).collect();
                mirrored.sort();
                turned.sort();
                assert_eq!(mirrored, successors(board));
                assert_eq!(turned, successors(board));
                assert_eq!(board.turned().can_take_king(), board.can_take_king());
                boards.extend(mirrored);
            }
        }
    }
}
