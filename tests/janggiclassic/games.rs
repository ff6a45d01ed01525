//! Where the compared games begin and how they are played: by chance, but with a liking for what the rules speak of.

use super::slow_rules::{Action, Board, EMPTY, Point, SlowGame, are_facing, at, is_in_check, name, other, put};

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % end as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A move from any point to any point, as it would be written.
    pub fn move_text(&mut self) -> String {
        let (from, to) = (self.point((0, 8), (0, 9)), self.point((0, 8), (0, 9)));
        name(from) + &name(to)
    }

    fn point(&mut self, files: (usize, usize), ranks: (usize, usize)) -> Point {
        let file = files.0 + self.below(files.1 - files.0 + 1);
        let rank = ranks.0 + self.below(ranks.1 - ranks.0 + 1);
        (file as i32, rank as i32)
    }
}

pub fn board_of(placement: &str) -> Board {
    let mut board = EMPTY;
    for (rank, text) in placement.split('/').rev().enumerate() {
        let mut file = 0;
        for sign in text.chars() {
            match sign.to_digit(10) {
                Some(empty) => file += empty as i32,
                None => {
                    put(&mut board, (file, rank as i32), sign);
                    file += 1;
                }
            }
        }
    }
    board
}

/// The start with a set-up for each side, as the document lists them.
pub fn start(dice: &mut Dice) -> SlowGame {
    const SETUPS: [&str; 5] = ["RNBA1ABNR", "RBNA1ANBR", "RBNA1ABNR", "RNBA1ANBR", "BNRA1ARNB"];
    let (cho, han) = (dice.pick(&SETUPS), dice.pick(&SETUPS).to_ascii_lowercase());
    SlowGame::new(board_of(&format!("{han}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{cho}")), 'w', 0)
}

const CHO_PALACE: ((usize, usize), (usize, usize)) = ((3, 5), (0, 2));
const HAN_PALACE: ((usize, usize), (usize, usize)) = ((3, 5), (7, 9));

fn put_if_it_fits(board: &mut Board, dice: &mut Dice, piece: char, (files, ranks): ((usize, usize), (usize, usize))) {
    let point = dice.point(files, ranks);
    let of_a_set = if piece.eq_ignore_ascii_case(&'P') { 5 } else { 2 };
    let there = board.iter().flatten().filter(|&&other| other == piece).count();
    if at(board, point) == '.' && there < of_a_set {
        put(board, point, piece);
    }
}

/// A position with few pieces in which the side that is not to move is not in check.
pub fn ending(dice: &mut Dice) -> SlowGame {
    loop {
        let mut board = EMPTY;
        put_if_it_fits(&mut board, dice, 'K', CHO_PALACE);
        put_if_it_fits(&mut board, dice, 'k', HAN_PALACE);
        for _ in 0..dice.below(3) {
            put_if_it_fits(&mut board, dice, 'A', CHO_PALACE);
            put_if_it_fits(&mut board, dice, 'a', HAN_PALACE);
        }
        // Now an even fight of few pieces, now one side with all the heavy ones, which mates sooner.
        let attacker = dice.pick(&['w', 'b', 'x', 'x']);
        for _ in 0..1 + dice.below(if attacker == 'x' { 4 } else { 7 }) {
            let letter = dice.pick(&['R', 'R', 'C', 'C', 'N', 'N', 'B', 'P', 'P']);
            let is_han = attacker == 'b' || (attacker == 'x' && dice.below(2) == 0);
            let piece = if is_han { letter.to_ascii_lowercase() } else { letter };
            put_if_it_fits(&mut board, dice, piece, ((0, 8), (0, 9)));
        }
        let turn = dice.pick(&['w', 'b']);
        let counted_before = dice.pick(&[0, 0, 0, 0, 90, 99, 190, 199, 250]);
        if !is_in_check(&board, other(turn)) {
            return SlowGame::new(board, turn, counted_before);
        }
    }
}

/// An ending in which Cho's general can make the generals face and mate, as the screen of its own cannon.
pub fn mate_by_an_offer(dice: &mut Dice) -> SlowGame {
    loop {
        let mut board = EMPTY;
        let file = dice.pick(&[3, 5]);
        let pieces = [((file, 0), 'C'), ((4, 1), 'K'), ((file, 7 + dice.below(3) as i32), 'k')];
        pieces.into_iter().for_each(|(point, piece)| put(&mut board, point, piece));
        for piece in ['R', 'R', 'N', 'p', 'a'] {
            put_if_it_fits(&mut board, dice, piece, if piece == 'a' { HAN_PALACE } else { ((0, 8), (3, 9)) });
        }
        let game = SlowGame::new(board, 'w', 0);
        let offers = game.after(Action::Go((4, 1), (file, 1)));
        if !is_in_check(&board, 'b') && offers.is_offered() && offers.end() == Some((Some('w'), "checkmate")) {
            return game;
        }
    }
}

/// What the players of a game are after.
#[derive(Clone, Copy, PartialEq)]
pub enum Mood {
    /// Mate, else check with few answers.
    Mate,
    /// This side gives check, and both go back to where they were.
    Chase(char),
    /// Both go back to where they were.
    Repetition,
    /// Facing generals, best of all together with mate or check.
    Facing,
    /// The same, but an offer is declined.
    Offers,
    /// Nothing is taken, nothing repeated.
    Quiet,
    /// Whatever can be taken is.
    Exchange,
    Passes,
    Anything,
}

impl Mood {
    pub fn of(dice: &mut Dice) -> Mood {
        let moods = [
            Mood::Mate,
            Mood::Mate,
            Mood::Chase('w'),
            Mood::Chase('b'),
            Mood::Repetition,
            Mood::Facing,
            Mood::Facing,
            Mood::Facing,
            Mood::Offers,
            Mood::Quiet,
            Mood::Exchange,
            Mood::Passes,
            Mood::Anything,
        ];
        dice.pick(&moods)
    }

    /// How much a player in this mood likes what an action leads to.
    fn liking(self, game: &SlowGame, action: Action) -> usize {
        let next = game.after(action);
        let takes = matches!(action, Action::Go(_, to) if at(game.board(), to) != '.');
        let (has_checked, is_facing) = (next.is_in_check(), are_facing(next.board()));
        let mates = || has_checked && next.moves().is_empty();
        let accepts = game.is_offered() && is_facing;
        match self {
            Mood::Facing if is_facing => 1 + usize::from(has_checked) + usize::from(mates()),
            // Only players who are after that accept an offer, or the games would be short.
            _ if accepts => 0,
            Mood::Mate if has_checked => 100 - next.moves().len() + usize::from(is_facing),
            Mood::Mate | Mood::Anything | Mood::Facing => 1,
            Mood::Chase(side) if game.turn() == side && !has_checked => 1,
            Mood::Chase(_) | Mood::Repetition if action == Action::Pass => 1,
            Mood::Chase(_) | Mood::Repetition => 1 + next.occurrences(),
            Mood::Offers => 1 + usize::from(is_facing) + usize::from(is_facing && has_checked),
            Mood::Quiet => {
                1 + 2 * usize::from(!takes) + usize::from(next.occurrences() == 1) + usize::from(action != Action::Pass)
            }
            Mood::Exchange => 1 + usize::from(takes),
            Mood::Passes => 1 + usize::from(action == Action::Pass),
        }
    }
}

/// An action, mostly of those that the mood likes best.
pub fn choose(game: &SlowGame, legal: &[Action], mood: Mood, dice: &mut Dice) -> Action {
    if dice.below(if mood == Mood::Quiet { 100 } else { 5 }) == 0 {
        return dice.pick(legal);
    }
    let likings: Vec<usize> = legal.iter().map(|&action| mood.liking(game, action)).collect();
    let most = likings.iter().max();
    let liked = legal.iter().zip(&likings).filter(|&(_, liking)| Some(liking) == most);
    let best: Vec<Action> = liked.map(|(&action, _)| action).collect();
    dice.pick(&best)
}
