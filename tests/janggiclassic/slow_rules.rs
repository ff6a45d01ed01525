//! The rules of `janggiclassic` a second time, written down from the text of the rules alone and as slowly as they read: letters
//! on a grid, every move tried out, the whole game remembered. Nothing of the program is used here.

use std::collections::BTreeSet;

pub const FILES: i32 = 9;
pub const RANKS: i32 = 10;

/// File and rank, both from 0, `a1` first.
pub type Place = (i32, i32);

/// A pass, or a piece going from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Pass,
    Go(Place, Place),
}

/// How a game has ended: the winner's letter case (`w` for upper), none in a draw, and why.
pub type End = (Option<char>, &'static str);

/// One position of the game with how it came about.
#[derive(Clone)]
struct Moment {
    board: Vec<Vec<char>>,
    turn: char,
    /// What was played to get here.
    played: Option<Action>,
    /// Whether that was the general moving to where the generals face each other.
    offers: bool,
    /// Whether that took a piece.
    took: bool,
}

/// A game from its first position on.
#[derive(Clone)]
pub struct SlowGame {
    moments: Vec<Moment>,
    /// An end that leaves no moves, other than mate.
    over: Option<&'static str>,
}

const EMPTY: char = '.';

fn on_board((file, rank): Place) -> bool {
    (0..FILES).contains(&file) && (0..RANKS).contains(&rank)
}

fn in_palace((file, rank): Place) -> bool {
    (3..=5).contains(&file) && ((0..=2).contains(&rank) || (7..=9).contains(&rank))
}

fn in_palace_of(side: char, place: Place) -> bool {
    in_palace(place) && (place.1 <= 2) == (side == 'w')
}

/// The drawn diagonals lead from the centre of a palace to its corners.
fn is_centre(place: Place) -> bool {
    place == (4, 1) || place == (4, 8)
}

fn is_corner(place: Place) -> bool {
    in_palace(place) && (place.0 == 3 || place.0 == 5) && [0, 2, 7, 9].contains(&place.1)
}

fn drawn_diagonal(from: Place, to: Place) -> bool {
    let apart = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
    apart == (1, 1) && in_palace(to) && ((is_centre(from) && is_corner(to)) || (is_corner(from) && is_centre(to)))
}

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn add(place: Place, step: Place) -> Place {
    (place.0 + step.0, place.1 + step.1)
}

fn side_of(piece: char) -> Option<char> {
    if piece == EMPTY { None } else { Some(if piece.is_ascii_uppercase() { 'w' } else { 'b' }) }
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn at(board: &[Vec<char>], (file, rank): Place) -> char {
    board[rank as usize][file as usize]
}

fn all_places() -> impl Iterator<Item = Place> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

/// Every line on which a chariot or a cannon on `from` can go, point by point.
fn lines(from: Place) -> Vec<Vec<Place>> {
    let mut lines = Vec::new();
    for step in STRAIGHT {
        let mut line = Vec::new();
        let mut place = add(from, step);
        while on_board(place) {
            line.push(place);
            place = add(place, step);
        }
        lines.push(line);
    }
    for step in DIAGONAL {
        let mut line = Vec::new();
        let mut place = from;
        while drawn_diagonal(place, add(place, step)) {
            place = add(place, step);
            line.push(place);
        }
        lines.push(line);
    }
    lines
}

/// Where the piece on `from` could go if its own general were of no concern.
fn goes(board: &[Vec<char>], from: Place) -> Vec<Place> {
    let piece = at(board, from);
    let Some(side) = side_of(piece) else { return Vec::new() };
    let mut targets: Vec<Place> = Vec::new();
    match piece.to_ascii_uppercase() {
        'K' | 'A' => {
            for step in STRAIGHT.into_iter().chain(DIAGONAL) {
                let to = add(from, step);
                let along_a_line = STRAIGHT.contains(&step) || drawn_diagonal(from, to);
                if on_board(to) && along_a_line && in_palace_of(side, to) {
                    targets.push(to);
                }
            }
        }
        'R' => {
            for line in lines(from) {
                for to in line {
                    targets.push(to);
                    if at(board, to) != EMPTY {
                        break;
                    }
                }
            }
        }
        'C' => {
            for line in lines(from) {
                let Some(screen) = line.iter().position(|&place| at(board, place) != EMPTY) else { continue };
                if at(board, line[screen]).eq_ignore_ascii_case(&'C') {
                    continue;
                }
                for &to in &line[screen + 1..] {
                    if at(board, to) == EMPTY {
                        targets.push(to);
                        continue;
                    }
                    if !at(board, to).eq_ignore_ascii_case(&'C') {
                        targets.push(to);
                    }
                    break;
                }
            }
        }
        'N' | 'B' => {
            let far = if piece.eq_ignore_ascii_case(&'N') { 1 } else { 2 };
            for step in STRAIGHT {
                for outward in DIAGONAL {
                    // Outward: the diagonal goes on in the direction of the first step.
                    if outward.0 * step.0 + outward.1 * step.1 != 1 {
                        continue;
                    }
                    let mut place = add(from, step);
                    let mut free = true;
                    for _ in 0..far {
                        free = free && on_board(place) && at(board, place) == EMPTY;
                        place = add(place, outward);
                    }
                    if free && on_board(place) {
                        targets.push(place);
                    }
                }
            }
        }
        'P' => {
            let forward = if side == 'w' { 1 } else { -1 };
            for step in [(0, forward), (1, 0), (-1, 0)] {
                targets.push(add(from, step));
            }
            for step in [(1, forward), (-1, forward)] {
                if drawn_diagonal(from, add(from, step)) {
                    targets.push(add(from, step));
                }
            }
        }
        letter => panic!("no piece has the letter {letter}"),
    }
    targets.retain(|&to| on_board(to) && side_of(at(board, to)) != Some(side));
    targets
}

fn general(board: &[Vec<char>], side: char) -> Place {
    let letter = if side == 'w' { 'K' } else { 'k' };
    all_places().find(|&place| at(board, place) == letter).expect("each side has a general")
}

/// Whether the general of a side could be captured.
pub fn is_in_check(board: &[Vec<char>], side: char) -> bool {
    let target = general(board, side);
    all_places().any(|from| side_of(at(board, from)) == Some(other(side)) && goes(board, from).contains(&target))
}

fn generals_face(board: &[Vec<char>]) -> bool {
    let ((file, low), (other_file, high)) = (general(board, 'w'), general(board, 'b'));
    file == other_file && (low.min(high) + 1..low.max(high)).all(|rank| at(board, (file, rank)) == EMPTY)
}

fn after(board: &[Vec<char>], action: Action) -> Vec<Vec<char>> {
    let mut next = board.to_vec();
    if let Action::Go(from, to) = action {
        next[to.1 as usize][to.0 as usize] = at(board, from);
        next[from.1 as usize][from.0 as usize] = EMPTY;
    }
    next
}

/// Whether only generals and guards are left.
fn nothing_to_mate_with(board: &[Vec<char>]) -> bool {
    all_places().all(|place| !"RCNBP".contains(at(board, place).to_ascii_uppercase()))
}

impl SlowGame {
    pub fn new(board: Vec<Vec<char>>, turn: char) -> SlowGame {
        let over = nothing_to_mate_with(&board).then_some("material");
        SlowGame { moments: vec![Moment { board, turn, played: None, offers: false, took: false }], over }
    }

    fn now(&self) -> &Moment {
        self.moments.last().expect("a game has a position")
    }

    pub fn board(&self) -> &[Vec<char>] {
        &self.now().board
    }

    pub fn turn(&self) -> char {
        self.now().turn
    }

    /// Whether the side to move has been offered a draw.
    pub fn is_offered(&self) -> bool {
        self.now().offers
    }

    /// The way back from the last move of the side to move, be that legal or not.
    pub fn way_back(&self) -> Option<Action> {
        let before = self.moments.len().checked_sub(2)?;
        match self.moments[before].played? {
            Action::Pass => None,
            Action::Go(from, to) => Some(Action::Go(to, from)),
        }
    }

    pub fn legal(&self) -> Vec<Action> {
        let Moment { board, turn, .. } = self.now();
        if self.over.is_some() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        for from in all_places().filter(|&from| side_of(at(board, from)) == Some(*turn)) {
            for to in goes(board, from) {
                let action = Action::Go(from, to);
                if !is_in_check(&after(board, action), *turn) {
                    legal.push(action);
                }
            }
        }
        if !is_in_check(board, *turn) {
            legal.push(Action::Pass);
        }
        legal
    }

    pub fn play(&mut self, action: Action) {
        let Moment { board, turn, played, offers: was_offered, .. } = self.now().clone();
        let next = after(&board, action);
        let (by_general, took) = match action {
            Action::Pass => (false, false),
            Action::Go(from, to) => (at(&board, from).eq_ignore_ascii_case(&'K'), at(&board, to) != EMPTY),
        };
        let facing = generals_face(&next);
        if was_offered && facing {
            self.over = Some("bikjang");
        } else if action == Action::Pass && played == Some(Action::Pass) {
            self.over = Some("passes");
        } else if nothing_to_mate_with(&next) {
            self.over = Some("material");
        }
        let offers = by_general && facing;
        self.moments.push(Moment { board: next, turn: other(turn), played: Some(action), offers, took });
    }

    pub fn end(&self) -> Option<End> {
        if let Some(reason) = self.over {
            return Some((None, reason));
        }
        let now = self.now();
        if self.legal().is_empty() {
            assert!(is_in_check(&now.board, now.turn), "whoever is not in check can pass");
            return Some((Some(other(now.turn)), "checkmate"));
        }
        let since_capture = self.moments.iter().rposition(|moment| moment.took).unwrap_or(0);
        let same = |moment: &&Moment| moment.turn == now.turn && moment.board == now.board;
        let occurrences = self.moments[since_capture..].iter().filter(same).count();
        (occurrences >= 3).then_some((None, "repetition"))
    }

    /// The legal moves as the protocol writes them.
    pub fn written(&self) -> BTreeSet<String> {
        self.legal().into_iter().map(|action| self.write(action)).collect()
    }

    pub fn write(&self, action: Action) -> String {
        let name = |(file, rank): Place| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        match action {
            Action::Go(from, to) => name(from) + &name(to),
            Action::Pass => name(general(self.board(), self.turn())).repeat(2),
        }
    }

    /// Whether the other side is in check after an action, and whether the generals face.
    pub fn brings(&self, action: Action) -> (bool, bool) {
        let next = after(self.board(), action);
        (is_in_check(&next, other(self.turn())), generals_face(&next))
    }

    pub fn fen(&self) -> String {
        let rank = |rank: &Vec<char>| {
            let mut text = String::new();
            let mut empty = 0;
            for &piece in rank {
                if piece == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(piece);
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let ranks: Vec<String> = self.board().iter().rev().map(rank).collect();
        format!("{} {} - - 0 1", ranks.join("/"), self.turn())
    }
}

/// A board without pieces.
pub fn empty_board() -> Vec<Vec<char>> {
    vec![vec![EMPTY; FILES as usize]; RANKS as usize]
}
