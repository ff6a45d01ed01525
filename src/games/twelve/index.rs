//! Position numbers for the solver. The upper-case side is always to move.
//!
//! By symmetry the king of the side to move stands on file `a` or `b`; next comes the other king. Each kind of the
//! other pieces, ministers, generals and men, takes up to two of those squares that the kinds before it leave. Each
//! combination of counts on the board has a range of numbers; within it a number is made, digit by digit, of the
//! squares of a kind, their owners, which men are promoted, and how many of the pieces in hand the side to move holds.

use super::board::{Board, Kind};
use super::moves::Termination;
use super::ruleset::{Drops, RuleSet};
use super::square::{FILES, SQUARES, Square, SquareSet};
use crate::game::{Over, Side, SolvedPosition};

const US: Side = Side::Upper;
const THEM: Side = Side::Lower;

/// Squares without a king.
const FREE: usize = SQUARES - 2;
/// Squares of the own king times squares of the other king.
const KING_PAIRS: u64 = 8 * (SQUARES as u64 - 1);
/// 0, 1 or 2 pieces of a kind on the board.
const COUNTS: usize = 3;

/// Binomial coefficient: ways to put `pieces` indistinguishable pieces on `squares`.
const fn ways(squares: usize, pieces: usize) -> u32 {
    match pieces {
        0 => 1,
        1 => squares as u32,
        _ => (squares * (squares - 1) / 2) as u32,
    }
}

/// Range of one kind's digit: its squares out of `squares`, its owners (for men also promotions), its hands.
const fn digits(squares: usize, pieces: usize, marks: u32) -> u32 {
    ways(squares, pieces) * (1 << (marks as usize * pieces)) * (COUNTS - pieces) as u32
}

/// First number of each combination of counts, and the end of the last range.
static RANGES: ([[[u32; COUNTS]; COUNTS]; COUNTS], u32) = ranges();
const BLOCK: u64 = ranges().1 as u64;

const fn ranges() -> ([[[u32; COUNTS]; COUNTS]; COUNTS], u32) {
    let mut starts = [[[0; COUNTS]; COUNTS]; COUNTS];
    let mut end = 0;
    let mut n = 0;
    while n < COUNTS * COUNTS * COUNTS {
        let (ministers, generals, men) = (n / 9, n / 3 % 3, n % 3);
        starts[ministers][generals][men] = end;
        end += digits(FREE, ministers, 1)
            * digits(FREE - ministers, generals, 1)
            * digits(FREE - ministers - generals, men, 2);
        n += 1;
    }
    (starts, end)
}

/// The pieces of one kind, collected while iterating over the squares in order.
#[derive(Clone, Copy, Default)]
struct KindDigits {
    count: usize,
    /// Rank of the set of squares among all sets of its size.
    squares: u32,
    /// A bit per piece: owned by the side to move.
    own: u32,
    /// A bit per piece: promoted.
    lords: u32,
}

impl KindDigits {
    #[inline]
    fn add(&mut self, square: u32, own: bool, lord: bool) {
        self.squares = if self.count == 0 { square } else { square * (square - 1) / 2 + self.squares };
        self.own |= u32::from(own) << self.count;
        self.lords |= u32::from(lord) << self.count;
        self.count += 1;
    }
}

/// The number of a board whose own king stands on file `a` or `b`.
fn number_of(board: Board) -> u64 {
    let mut met = [KindDigits::default(); 3];
    // Squares so far that were left for ministers, generals and men.
    let mut left = [0u32; 3];
    let (mut king, mut other_king) = (0, 0);
    for square in Square::all() {
        let Some((side, kind)) = board.at(square) else {
            left = left.map(|count| count + 1);
            continue;
        };
        let own = side == US;
        match kind {
            Kind::King if own => king = square.index() as u64,
            Kind::King => other_king = square.index() as u64,
            Kind::Minister => {
                met[0].add(left[0], own, false);
                left[0] += 1;
            }
            Kind::General => {
                met[1].add(left[1], own, false);
                left[0] += 1;
                left[1] += 1;
            }
            Kind::Man | Kind::Lord => {
                met[2].add(left[2], own, kind == Kind::Lord);
                left = left.map(|count| count + 1);
            }
        }
    }
    let [ministers, generals, men] = met;
    let mut number = 0;
    let mut push = |digit: u32, base: u32| number = number * base + digit;
    let mut free = FREE;
    for (met, kind) in met.into_iter().zip(Kind::IN_HAND) {
        push(met.squares, ways(free, met.count));
        push(met.own, 1 << met.count);
        if kind == Kind::Man {
            push(met.lords, 1 << met.count);
        }
        push(board.hand(US, kind) as u32, (COUNTS - met.count) as u32);
        free -= met.count;
    }
    let start = RANGES.0[ministers.count][generals.count][men.count];
    let king_pair = (king / 3 * 2 + king % 3) * (SQUARES as u64 - 1) + other_king - u64::from(other_king > king);
    king_pair * BLOCK + u64::from(start + number)
}

/// Removes the squares with this rank among the sets of `count` squares from `left`, lowest first.
#[inline]
fn choose(left: &mut u16, number: u32, count: usize) -> [usize; 2] {
    let (mut low, mut high) = (number, 0);
    if count == 2 {
        high = 1;
        while (high + 1) * high / 2 <= number {
            high += 1;
        }
        low = number - high * (high - 1) / 2;
    }
    let squares = [nth(*left, low), nth(*left, high)];
    for &square in &squares[..count] {
        *left &= !(1 << square);
    }
    squares
}

/// The `n`th square of a set.
#[inline]
fn nth(mut set: u16, n: u32) -> usize {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as usize % SQUARES
}

fn board_of(number: u64) -> Board {
    let (king_pair, mut rest) = ((number / BLOCK) as usize, (number % BLOCK) as u32);
    let (own, other) = (king_pair / (SQUARES - 1), king_pair % (SQUARES - 1));
    let king = own / 2 * FILES + own % 2;
    let other_king = other + usize::from(other >= king);

    let combination = (0..27).rev().find(|&n| RANGES.0[n / 9][n / 3 % 3][n % 3] <= rest).unwrap_or(0);
    let counts = [combination / 9, combination / 3 % 3, combination % 3];
    rest -= RANGES.0[counts[0]][counts[1]][counts[2]];
    // Digits come out in the reverse order.
    let mut pop = |base: u32| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let mut digits = [[0; 4]; 3];
    let mut free = FREE - counts.iter().sum::<usize>();
    for kind in (0..3).rev() {
        let count = counts[kind];
        free += count;
        let hand = pop((COUNTS - count) as u32);
        let lords = if kind == 2 { pop(1 << count) } else { 0 };
        let own = pop(1 << count);
        digits[kind] = [pop(ways(free, count)), own, lords, hand];
    }

    let mut board = Board::empty(US).with(Square::from_index(king), US, Kind::King).with(
        Square::from_index(other_king),
        THEM,
        Kind::King,
    );
    let mut left = 0xfff & !(1 << king | 1 << other_king);
    for (kind, (count, [squares, own, lords, hand])) in Kind::IN_HAND.into_iter().zip(counts.into_iter().zip(digits)) {
        for (index, &square) in choose(&mut left, squares, count)[..count].iter().enumerate() {
            let side = if own >> index & 1 == 1 { US } else { THEM };
            let kind = if lords >> index & 1 == 1 { Kind::Lord } else { kind };
            board = board.with(Square::from_index(square), side, kind);
        }
        for place in 0..2 - count {
            board = board.with_in_hand(if place < hand as usize { US } else { THEM }, kind);
        }
    }
    board
}

impl SolvedPosition for Board {
    type Rules = RuleSet;

    const NUMBERS: u64 = KING_PAIRS * BLOCK;

    fn number(self) -> u64 {
        match self.king(US).map_or(0, Square::file) {
            0 => number_of(self),
            2 => number_of(self.mirrored()),
            _ => number_of(self).min(number_of(self.mirrored())),
        }
    }

    fn from_number(number: u64) -> Board {
        board_of(number)
    }

    fn is_sound(self, rules: &RuleSet) -> bool {
        // A man that steps into the enemy camp is promoted: a man can stand there only if it was dropped.
        let stuck = |side: Side| self.pieces(side, Kind::Man).meets(SquareSet::camp(side.other()));
        rules.drops == Drops::Anywhere || !(stuck(US) || stuck(THEM))
    }

    fn mirrored(self) -> Board {
        Board::mirrored(self)
    }

    fn over(self, rules: &RuleSet) -> Option<Over> {
        Some(match self.termination(rules)? {
            Termination::Capture(winner) | Termination::Entering(Some(winner)) if winner == self.turn() => Over::Won,
            Termination::Entering(None) => Over::Drawn,
            _ => Over::Lost,
        })
    }

    fn wins_at_once(self, rules: &RuleSet) -> bool {
        self.can_take_king() || self.can_enter_safely(rules)
    }

    fn successors(self, rules: &RuleSet, mut visit: impl FnMut(Board)) {
        self.for_each_move(rules, |mv| visit(self.after(mv).turned()));
    }

    fn predecessors(self, rules: &RuleSet, visit: impl FnMut(Board)) {
        self.turned().for_each_origin(rules, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;

    fn sample(rules: &'static RuleSet, count: u64) -> impl Iterator<Item = Board> {
        (0..count)
            .map(|n| Board::from_number(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % Board::NUMBERS))
            .filter(|board| board.is_sound(rules))
    }

    #[test]
    fn numbers_and_boards_belong_together() {
        for n in 0..200_000u64 {
            let number = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % Board::NUMBERS;
            assert_eq!(number_of(board_of(number)), number);
        }
        assert_eq!(number_of(board_of(Board::NUMBERS - 1)), Board::NUMBERS - 1);
    }

    #[test]
    fn a_mirror_does_not_change_the_number() {
        for board in sample(&DOBUTSU, 20_000) {
            assert_eq!(board.number(), board.mirrored().number());
            let counted = Board::from_number(board.number());
            assert!(counted == board || counted == board.mirrored());
        }
        let start = fen::read(&TWELVE_JANGGI, TWELVE_JANGGI.start).expect("the start position");
        assert_eq!(Board::from_number(start.board().number()).number(), start.board().number());
    }

    #[test]
    fn a_win_at_once_is_a_move_that_ends_the_game() {
        for rules in [&TWELVE_JANGGI, &DOBUTSU] {
            for board in sample(rules, 100_000).filter(|board| board.over(rules).is_none()) {
                let mut ends = false;
                board.successors(rules, |next| ends |= next.over(rules) == Some(Over::Lost));
                assert_eq!(board.wins_at_once(rules), ends, "{board:?}");
            }
        }
    }

    #[test]
    fn every_move_can_be_taken_back_and_nothing_else() {
        for rules in [&TWELVE_JANGGI, &DOBUTSU] {
            for board in sample(rules, 20_000).filter(|board| board.over(rules).is_none()) {
                board.successors(rules, |next| {
                    let mut found = next.king(US).is_none() || next.over(rules).is_some();
                    if !found {
                        next.predecessors(rules, |before| found |= before == board);
                    }
                    assert!(found, "{:?} is not among the origins of {next:?}", board);
                });
                board.predecessors(rules, |before| {
                    let mut found = false;
                    before.successors(rules, |next| found |= next == board);
                    assert!(found, "{before:?} does not lead to {board:?}");
                    assert!(before.over(rules).is_none() && before.is_sound(rules));
                });
            }
        }
    }
}
