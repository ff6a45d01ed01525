//! A position: the board with counters, and how games end.

use super::board::Board;
use super::moves::{Move, Origin, Termination};
use super::ruleset::{Counter, RuleSet};
use crate::game::{Ending, Outcome};

/// A position of Twelve Janggi or of Dobutsu.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) rules: &'static RuleSet,
    /// How the game has ended for good; follows from the board.
    pub(super) termination: Option<Termination>,
    /// Plies since the last capture or drop, as the FEN counts them.
    pub(super) quiet: u32,
    /// Plies back to which the history is known and contains no null move: the window for repetitions. Captures do not
    /// shorten it, since a captured piece can be dropped again.
    known: u32,
    /// Move number of the FEN.
    pub(super) move_number: u32,
}

impl Position {
    /// A position without a history.
    pub fn new(rules: &'static RuleSet, board: Board) -> Position {
        Position { board, rules, termination: board.termination(rules), quiet: 0, known: 0, move_number: 1 }
    }

    /// Pieces, hands and side to move.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Twelve Janggi or Dobutsu.
    #[inline]
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn advance(&mut self, mv: Move) {
        let dropped = matches!(mv.origin(), Origin::Hand(_));
        let counted_promotion = mv.promotes() && self.rules.counter == Counter::PromotionsToo;
        let restarts = dropped || counted_promotion || self.board.takes(mv);
        self.quiet = if restarts { 0 } else { self.quiet.saturating_add(1) };
        self.known = self.known.saturating_add(1);
        self.pass_turn_to(self.board.after(mv));
    }

    /// Skips the turn, for null-move pruning; repetitions are not looked for across it.
    pub(super) fn after_null_move(&self) -> Position {
        let mut position = *self;
        position.quiet = position.quiet.saturating_add(1);
        position.known = 0;
        position.pass_turn_to(self.board.with_turn_given());
        position
    }

    #[inline]
    fn pass_turn_to(&mut self, next: Board) {
        self.move_number = self.move_number.saturating_add(self.board.turn().index() as u32);
        self.board = next;
        self.termination = next.termination(self.rules);
    }

    pub(super) fn judge(&self, past: &[Board], in_tree: usize) -> Option<Outcome> {
        if let Some(termination) = self.termination {
            let (winner, reason) = match termination {
                Termination::Capture(side) => (Some(side), "capture"),
                Termination::Entering(side) => (side, "entering"),
            };
            return Some(Outcome { winner, reason, ending: Ending::Final });
        }
        let draw = |ending| Some(Outcome { winner: None, reason: "repetition", ending });
        let window = past.len().min(self.known as usize);
        let mut occurrences = 1;
        for plies in (4..=window).step_by(2) {
            if past[past.len() - plies] != self.board {
                continue;
            }
            occurrences += 1;
            if occurrences >= self.rules.repetitions {
                return draw(Ending::Claimable);
            }
            if plies <= in_tree {
                return draw(Ending::Foreseen);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;
    use crate::game::{Game, Notation, Searchable, Side};
    use crate::games::test_games;

    fn endings(rules: &'static RuleSet, fen: &str, moves: &str) -> Vec<(usize, Option<Side>, &'static str)> {
        test_games::endings(fen::read(rules, fen).expect("a good FEN"), moves)
    }

    const ROUND: &str = "b1a2 b4c3 a2b1 c3b4 ";

    #[test]
    fn the_king_may_be_left_to_be_taken() {
        assert_eq!(endings(&TWELVE_JANGGI, TWELVE_JANGGI.start, "b2b3 a4a3 b3b4"), [(3, Some(Side::Upper), "capture")]);
    }

    #[test]
    fn one_reply_is_left_to_take_a_king_that_entered() {
        let fen = "k2/2K/3/3[-] w 0 1";
        assert_eq!(endings(&TWELVE_JANGGI, fen, "c3c4 a4a3"), [(2, Some(Side::Upper), "entering")]);
        assert_eq!(endings(&TWELVE_JANGGI, fen, "c3b4 a4b4"), [(2, Some(Side::Lower), "capture")]);
        let fen = "l2/2L/3/3[-] w 0 1";
        assert_eq!(endings(&DOBUTSU, fen, "c3c4"), [(1, Some(Side::Upper), "entering")]);
        assert_eq!(endings(&DOBUTSU, fen, "c3b4 a4a3"), []);
    }

    #[test]
    fn positions_that_recur_draw_the_third_or_fourth_time() {
        assert_eq!(endings(&TWELVE_JANGGI, TWELVE_JANGGI.start, &ROUND.repeat(2)), [(8, None, "repetition")]);
        assert_eq!(endings(&DOBUTSU, DOBUTSU.start, &ROUND.repeat(3)), [(12, None, "repetition")]);
    }

    #[test]
    fn a_position_recurs_across_captures_and_drops() {
        let fen = "1k1/1j1/1J1/1K1[SZsz] w 0 1";
        let round = "b2b3 b4b3 J@b2 b3a4 b1a1 J@b3 a1b1 a4b4 ";
        assert_eq!(endings(&TWELVE_JANGGI, fen, &round.repeat(2)), [(16, None, "repetition")]);
    }

    #[test]
    fn a_search_foresees_a_repetition() {
        let mut position = fen::read(&TWELVE_JANGGI, TWELVE_JANGGI.start).expect("a good FEN");
        let mut past = Vec::new();
        for text in ROUND.split_whitespace() {
            past.push(position.past_position());
            position.play(position.parse_move(text).expect("a legal move"));
        }
        assert_eq!(position.decided(&past, 0), None);
        assert_eq!(position.decided(&past, 3), None);
        assert_eq!(position.decided(&past, 4).map(|outcome| outcome.ending), Some(Ending::Foreseen));
        let skipped = position.null_move().expect("nothing is attacked");
        assert_eq!(skipped.decided(&past, 4), None);
    }
}
