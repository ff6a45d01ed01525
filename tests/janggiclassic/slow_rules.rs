//! The rules of `janggiclassic` as their text reads, by somebody who had the text alone: a board of letters, moves found by asking of
//! every point whether a piece reaches it, and the end of a game read off its whole history. Slow, and meant to be.

/// File and rank, counted from 0: `a1` is `(0, 0)`, `i10` is `(8, 9)`.
pub type Point = (i32, i32);

/// Letters of a FEN by rank and file; `.` is an empty point. Upper case is Cho, at the bottom.
pub type Board = [[char; 9]; 10];

/// Who won, `w` for Cho or `b` for Han, and the reason in the words of the protocol.
pub type End = (Option<char>, &'static str);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Pass,
    Go(Point, Point),
}

pub const EMPTY: Board = [['.'; 9]; 10];

/// Every point, from `a1` along the ranks.
pub fn all_points() -> Vec<Point> {
    (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank))).collect()
}

pub fn at(board: &Board, (file, rank): Point) -> char {
    board[rank as usize][file as usize]
}

pub fn put(board: &mut Board, (file, rank): Point, piece: char) {
    board[rank as usize][file as usize] = piece;
}

pub fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn belongs(piece: char, side: char) -> bool {
    piece != '.' && piece.is_ascii_uppercase() == (side == 'w')
}

pub fn name((file, rank): Point) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The palace that a point lies in, by its centre: files `d`–`f`, ranks `1`–`3` and `8`–`10`.
fn palace((file, rank): Point) -> Option<Point> {
    match (file, rank) {
        (3..=5, 0..=2) => Some((4, 1)),
        (3..=5, 7..=9) => Some((4, 8)),
        _ => None,
    }
}

/// Whether a drawn line leads from one point to the next: the lines of the board, and in a palace those from its centre to its corners.
fn are_joined(a: Point, b: Point) -> bool {
    match ((a.0 - b.0).abs(), (a.1 - b.1).abs()) {
        (0, 1) | (1, 0) => true,
        (1, 1) => palace(a).is_some() && palace(a) == palace(b) && (palace(a) == Some(a) || palace(a) == Some(b)),
        _ => false,
    }
}

/// The points between two points of one drawn line; none if there is no such line.
fn between(from: Point, to: Point) -> Option<Vec<Point>> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if from == to || !is_straight {
        return None;
    }
    let mut passed = Vec::new();
    let mut point = from;
    while point != to {
        let next = (point.0 + files.signum(), point.1 + ranks.signum());
        if !are_joined(point, next) {
            return None;
        }
        passed.push(next);
        point = next;
    }
    passed.pop();
    Some(passed)
}

/// The points that a horse (one diagonal step) or an elephant (two) passes; none if its way does not lead there.
fn passed_by_leaper(from: Point, to: Point, diagonal_steps: i32) -> Option<Vec<Point>> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let straight = if (files.abs(), ranks.abs()) == (diagonal_steps + 1, diagonal_steps) {
        (from.0 + files.signum(), from.1)
    } else if (files.abs(), ranks.abs()) == (diagonal_steps, diagonal_steps + 1) {
        (from.0, from.1 + ranks.signum())
    } else {
        return None;
    };
    let mut passed = vec![straight];
    for step in 1..diagonal_steps {
        passed.push((straight.0 + step * files.signum(), straight.1 + step * ranks.signum()));
    }
    Some(passed)
}

/// Whether the piece on `from` moves to `to` or takes there, its own general's safety aside.
fn reaches(board: &Board, from: Point, to: Point) -> bool {
    let piece = at(board, from);
    let side = if piece.is_ascii_uppercase() { 'w' } else { 'b' };
    if piece == '.' || belongs(at(board, to), side) {
        return false;
    }
    let is_free = |way: Vec<Point>| way.into_iter().all(|point| at(board, point) == '.');
    let is_cannon = |point: Point| matches!(at(board, point), 'C' | 'c');
    match piece.to_ascii_uppercase() {
        'K' | 'A' => {
            let own_palace = if side == 'w' { (4, 1) } else { (4, 8) };
            are_joined(from, to) && palace(to) == Some(own_palace)
        }
        'R' => between(from, to).is_some_and(is_free),
        'C' => between(from, to).is_some_and(|way| {
            let screens: Vec<Point> = way.into_iter().filter(|&point| at(board, point) != '.').collect();
            screens.len() == 1 && !is_cannon(screens[0]) && !is_cannon(to)
        }),
        'N' => passed_by_leaper(from, to, 1).is_some_and(is_free),
        'B' => passed_by_leaper(from, to, 2).is_some_and(is_free),
        'P' => {
            let backward = if side == 'w' { -1 } else { 1 };
            are_joined(from, to) && to.1 - from.1 != backward
        }
        unknown => panic!("no piece has the letter {unknown}"),
    }
}

fn general(board: &Board, side: char) -> Point {
    let letter = if side == 'w' { 'K' } else { 'k' };
    all_points().into_iter().find(|&point| at(board, point) == letter).expect("each side has its general")
}

/// The points from which the general of `side` could be taken.
pub fn checkers(board: &Board, side: char) -> Vec<Point> {
    let target = general(board, side);
    let attacks = |&from: &Point| belongs(at(board, from), other(side)) && reaches(board, from, target);
    all_points().into_iter().filter(attacks).collect()
}

pub fn is_in_check(board: &Board, side: char) -> bool {
    !checkers(board, side).is_empty()
}

/// Whether the generals stand on one file with nothing between.
pub fn are_facing(board: &Board) -> bool {
    let (cho, han) = (general(board, 'w'), general(board, 'b'));
    cho.0 == han.0 && (cho.1 + 1..han.1).all(|rank| at(board, (cho.0, rank)) == '.')
}

fn moved(board: &Board, action: Action) -> Board {
    let mut next = *board;
    if let Action::Go(from, to) = action {
        put(&mut next, to, at(board, from));
        put(&mut next, from, '.');
    }
    next
}

/// A game with all that has happened in it.
#[derive(Clone)]
pub struct SlowGame {
    /// Every board with the side to move, the given one first.
    positions: Vec<(Board, char)>,
    /// What led from each of them to the next.
    actions: Vec<Action>,
    /// The counter of plies without capture in the FEN from which the game began.
    counted_before: usize,
}

impl SlowGame {
    pub fn new(board: Board, turn: char, counted_before: usize) -> SlowGame {
        SlowGame { positions: vec![(board, turn)], actions: Vec::new(), counted_before }
    }

    pub fn board(&self) -> &Board {
        &self.positions.last().expect("the first one at least").0
    }

    pub fn turn(&self) -> char {
        self.positions.last().expect("the first one at least").1
    }

    pub fn is_in_check(&self) -> bool {
        is_in_check(self.board(), self.turn())
    }

    /// None when the game is over for good.
    pub fn legal(&self) -> Vec<Action> {
        if self.drawn_for_good().is_some() { Vec::new() } else { self.moves() }
    }

    /// What is legal for the own general's safety, the pass among it unless the side is in check; as if no draw had ended the game.
    pub fn moves(&self) -> Vec<Action> {
        let (board, turn) = (self.board(), self.turn());
        let mut found = Vec::new();
        for from in all_points().into_iter().filter(|&from| belongs(at(board, from), turn)) {
            for to in all_points().into_iter().filter(|&to| reaches(board, from, to)) {
                if !is_in_check(&moved(board, Action::Go(from, to)), turn) {
                    found.push(Action::Go(from, to));
                }
            }
        }
        if !self.is_in_check() {
            found.push(Action::Pass);
        }
        found
    }

    pub fn play(&mut self, action: Action) {
        let next = (moved(self.board(), action), other(self.turn()));
        self.positions.push(next);
        self.actions.push(action);
    }

    pub fn after(&self, action: Action) -> SlowGame {
        let mut next = self.clone();
        next.play(action);
        next
    }

    pub fn end(&self) -> Option<End> {
        if let Some(reason) = self.drawn_for_good() {
            return Some((None, reason));
        }
        if self.moves().is_empty() {
            return Some((Some(other(self.turn())), "checkmate"));
        }
        (self.occurrences() >= 3).then_some((None, "repetition"))
    }

    /// The draws after which there is no playing on.
    fn drawn_for_good(&self) -> Option<&'static str> {
        let plies = self.actions.len();
        if plies >= 2 && self.was_offered(plies - 1) && are_facing(self.board()) {
            Some("bikjang")
        } else if self.actions.ends_with(&[Action::Pass, Action::Pass]) {
            Some("passes")
        } else if self.board().iter().flatten().all(|piece| matches!(piece, '.' | 'K' | 'k' | 'A' | 'a')) {
            Some("material")
        } else {
            None
        }
    }

    /// Whether the move that was the last one after so many plies was a general's own, and made the generals face.
    fn was_offered(&self, plies: usize) -> bool {
        let Some(Action::Go(_, to)) = plies.checked_sub(1).map(|last| self.actions[last]) else { return false };
        let board = &self.positions[plies].0;
        matches!(at(board, to), 'K' | 'k') && are_facing(board)
    }

    /// Whether the side to move has been offered a draw by bikjang.
    pub fn is_offered(&self) -> bool {
        self.was_offered(self.actions.len())
    }

    /// How often this board has been there with this side to move, now included.
    pub fn occurrences(&self) -> usize {
        self.positions.iter().filter(|&position| Some(position) == self.positions.last()).count()
    }

    /// Whether `side` has given check with each of its moves since this position was there first.
    pub fn has_checked_throughout(&self, side: char) -> bool {
        let first = self.positions.iter().position(|position| Some(position) == self.positions.last());
        let since = &self.positions[first.expect("it is among them") + 1..];
        let mut after_its_moves = since.iter().filter(|(_, turn)| *turn != side).peekable();
        after_its_moves.peek().is_some() && after_its_moves.all(|(board, turn)| is_in_check(board, *turn))
    }

    /// The last action, and the game before it.
    pub fn last(&self) -> Option<(Action, SlowGame)> {
        let mut before = self.clone();
        before.positions.pop();
        before.actions.pop().map(|action| (action, before))
    }

    /// Plies since the last capture.
    pub fn quiet_plies(&self) -> usize {
        let men = |board: &Board| board.iter().flatten().filter(|&&piece| piece != '.').count();
        let same = self.positions.iter().rev().take_while(|(board, _)| men(board) == men(self.board())).count();
        let from_the_fen = if same == self.positions.len() { self.counted_before } else { 0 };
        same - 1 + from_the_fen
    }

    /// How many have been played.
    pub fn plies(&self) -> usize {
        self.actions.len()
    }

    pub fn text(&self, action: Action) -> String {
        let (from, to) = match action {
            Action::Pass => (general(self.board(), self.turn()), general(self.board(), self.turn())),
            Action::Go(from, to) => (from, to),
        };
        name(from) + &name(to)
    }

    /// The points from which check is given, in the order of the alphabet.
    pub fn checkers(&self) -> Vec<String> {
        let mut names: Vec<String> = checkers(self.board(), self.turn()).into_iter().map(name).collect();
        names.sort();
        names
    }

    /// Placement from rank 10 down, the side to move, plies since the last capture, the number of the move.
    pub fn fen(&self) -> String {
        let mut ranks = Vec::new();
        for rank in self.board().iter().rev() {
            let letters: String = rank.iter().collect();
            let mut text = String::new();
            for part in letters.split_inclusive(|sign| sign != '.') {
                let empty = part.matches('.').count();
                text += &if empty > 0 { empty.to_string() } else { String::new() };
                text.extend(part.chars().filter(|&sign| sign != '.'));
            }
            ranks.push(text);
        }
        let number = 1 + self.positions[1..].iter().filter(|(_, turn)| *turn == 'w').count();
        format!("{} {} - - {} {number}", ranks.join("/"), self.turn(), self.quiet_plies())
    }
}
