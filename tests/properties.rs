//! Two roads, one truth: seeded random games and dense random positions of Janggi, each fact found in two ways.

use janggun::engine::Options;
use janggun::game::{Ending, Evaluator, Game, Notation, Searchable, Side};
use janggun::games::janggi::{Evaluation, Facing, FenError, Kind, Move, Passing, Point, PointSet, Position};
use proptest::prelude::*;

const FILES: i32 = 9;
const RANKS: i32 = 10;

/// The rules once more, as plainly as possible: a map from points to pieces, and every move tried out.
#[derive(Clone)]
struct Plain {
    cells: [Option<(Side, Kind)>; 90],
}

type Square = (i32, i32);

impl Plain {
    fn of(position: &Position) -> Plain {
        let cell = |point| position.side_at(point).zip(position.kind_at(point));
        Plain { cells: std::array::from_fn(|index| cell(Point::from_index(index))) }
    }

    fn at(&self, (file, rank): Square) -> Option<(Side, Kind)> {
        self.cells[(rank * FILES + file) as usize]
    }

    fn find_general(&self, side: Side) -> Square {
        let index = self.cells.iter().position(|&cell| cell == Some((side, Kind::General))).expect("a general");
        (index as i32 % FILES, index as i32 / FILES)
    }

    /// Where a piece can go, its own general's safety aside.
    fn targets(&self, from: Square) -> Vec<Square> {
        let Some((side, kind)) = self.at(from) else { return Vec::new() };
        let (x, y) = from;
        let forward = if side == Side::Upper { 1 } else { -1 };
        let mut targets = Vec::new();
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let straight = dx == 0 || dy == 0;
            match kind {
                Kind::General | Kind::Guard => {
                    if drawn(from, (x + dx, y + dy)) && palace((x + dx, y + dy)) && palace(from) {
                        targets.push((x + dx, y + dy));
                    }
                }
                Kind::Soldier => {
                    if dy != -forward && drawn(from, (x + dx, y + dy)) {
                        targets.push((x + dx, y + dy));
                    }
                }
                Kind::Chariot | Kind::Cannon => {
                    let screens_wanted = if kind == Kind::Cannon { 1 } else { 0 };
                    let (mut here, mut screens) = (from, 0);
                    while drawn(here, (here.0 + dx, here.1 + dy)) && screens <= screens_wanted {
                        here = (here.0 + dx, here.1 + dy);
                        if screens == screens_wanted {
                            targets.push(here);
                        }
                        match self.at(here) {
                            Some((_, Kind::Cannon)) if kind == Kind::Cannon => break,
                            Some(_) => screens += 1,
                            None => {}
                        }
                    }
                }
                Kind::Horse | Kind::Elephant if straight => {
                    for turn in [1, -1] {
                        let mut path = vec![(x + dx, y + dy)];
                        let diagonal = (dx + turn * dy, dy + turn * dx);
                        let steps = if kind == Kind::Horse { 1 } else { 2 };
                        for _ in 0..steps {
                            let (x, y) = path[path.len() - 1];
                            path.push((x + diagonal.0, y + diagonal.1));
                        }
                        let target = path.pop().expect("at least two points");
                        if on_board(target) && path.iter().all(|&point| self.at(point).is_none()) {
                            targets.push(target);
                        }
                    }
                }
                Kind::Horse | Kind::Elephant => {}
            }
        }
        let takes_cannon = |&to: &Square| kind == Kind::Cannon && matches!(self.at(to), Some((_, Kind::Cannon)));
        targets.retain(|to| self.at(*to).is_none_or(|(other, _)| other != side) && !takes_cannon(to));
        targets
    }

    fn checked(&self, side: Side) -> bool {
        let general = self.find_general(side);
        let enemies = squares().filter(|&from| self.at(from).is_some_and(|(other, _)| other != side));
        enemies.into_iter().any(|from| self.targets(from).contains(&general))
    }

    fn facing(&self) -> bool {
        let ((file, bottom), (other_file, top)) = (self.find_general(Side::Upper), self.find_general(Side::Lower));
        file == other_file && (bottom + 1..top).all(|rank| self.at((file, rank)).is_none())
    }

    /// Every legal move of a position that is not over, sorted.
    fn legal(&self, position: &Position) -> Vec<String> {
        let turn = position.side_to_move();
        let rules = position.rules();
        let bikjang = rules.facing == Facing::Bikjang && self.facing();
        let mut moves = Vec::new();
        for from in squares().filter(|&from| self.at(from).is_some_and(|(side, _)| side == turn)) {
            for to in self.targets(from) {
                if matches!(self.at(to), Some((_, Kind::General))) {
                    continue;
                }
                let mut after = self.clone();
                after.cells[(to.1 * FILES + to.0) as usize] = after.cells[(from.1 * FILES + from.0) as usize].take();
                let facing_is_wrong = bikjang || rules.facing == Facing::Forbidden;
                let wrong = after.checked(turn) || facing_is_wrong && after.facing();
                if !wrong {
                    moves.push(format!("{}{}", name(from), name(to)));
                }
            }
        }
        if rules.passing == Passing::Allowed && (bikjang || !self.checked(turn)) {
            let general = name(self.find_general(turn));
            moves.push(format!("{general}{general}"));
        }
        moves.sort();
        moves
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
}

fn on_board((file, rank): Square) -> bool {
    (0..FILES).contains(&file) && (0..RANKS).contains(&rank)
}

fn palace((file, rank): Square) -> bool {
    (3..=5).contains(&file) && ((0..=2).contains(&rank) || (7..=9).contains(&rank))
}

/// Whether the board has a line from one point to its neighbour.
fn drawn(from: Square, to: Square) -> bool {
    let straight = from.0 == to.0 || from.1 == to.1;
    let centre = |square| square == (4, 1) || square == (4, 8);
    on_board(to) && (straight || palace(from) && palace(to) && (centre(from) || centre(to)))
}

fn name((file, rank): Square) -> String {
    Point::new(file as usize, rank as usize).to_string()
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Everything that must hold of a position in which the game is not over for good.
fn check(position: &Position) {
    let fen = position.fen();
    let variant = Position::VARIANTS.iter().find(|variant| variant.name == position.rules().name).expect("a variant");
    let again = Position::from_fen(variant, &Options::default(), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), position.key(), "{fen}");
    assert_eq!(again.occupied(), position.occupied(), "{fen}");
    assert_eq!(Evaluation::default().evaluate(&again, 0), Evaluation::default().evaluate(position, 0), "{fen}");
    for side in [Side::Upper, Side::Lower] {
        assert_eq!(again.side(side), position.side(side), "{fen}");
        assert_eq!(again.points(side), position.points(side), "{fen}");
        assert_eq!(again.general(side), position.general(side), "{fen}");
    }
    for kind in Kind::ALL {
        assert_eq!(again.kind(kind), position.kind(kind), "{fen}");
    }

    let plain = Plain::of(position);
    assert_eq!(position.in_check(), plain.checked(position.side_to_move()), "{fen}");
    let moves = legal(position);
    let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.sort();
    assert_eq!(names, plain.legal(position), "{} {fen}", position.rules().name);
    assert_eq!(position.legal_count(), moves.len(), "{fen}");
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    let takes = |mv: &&Move| position.side(position.side_to_move().other()).contains(mv.to());
    assert_eq!(noisy, moves.iter().filter(takes).copied().collect::<Vec<_>>(), "{fen}");
    let mut quiet = Vec::new();
    position.quiet_moves(&mut quiet);
    assert_eq!(quiet, moves.iter().filter(|mv| !takes(mv)).copied().collect::<Vec<_>>(), "{fen}");
    assert!(moves.iter().all(|&mv| position.legal_move(mv.into()) == Some(mv)), "{fen}");
    let mut checks = Vec::new();
    position.checks(&mut checks);
    let gives_check = position.check_test();
    assert_eq!(checks, moves.iter().copied().filter(|&mv| gives_check(mv)).collect::<Vec<_>>(), "{fen}");
}

/// Every move is understood as it is printed, and no other pair of points is.
fn check_input(position: &Position) {
    let moves = legal(position);
    for from in Point::all() {
        for to in Point::all() {
            let mv = Move::new(from, to);
            let parsed = position.parse_move(&mv.to_string());
            assert_eq!(parsed.ok(), moves.contains(&mv).then_some(mv), "{mv} {}", position.fen());
        }
    }
    // A table may hand out the code of another position's move, or of none at all.
    for code in 0..=u32::from(u16::MAX) {
        let known = moves.iter().copied().find(|&mv| u32::from(mv) == code);
        assert_eq!(position.legal_move(code), known, "{code} {}", position.fen());
    }
}

fn random_game(variant: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::start(&Position::VARIANTS[variant], &Options::default());
    let mut past = Vec::new();
    for ply in 0..120 {
        let over = position.outcome(&past).is_some_and(|outcome| outcome.ending == Ending::Final);
        let moves = legal(&position);
        if over {
            assert!(moves.is_empty(), "{}", position.fen());
            return;
        }
        check(&position);
        if ply == 7 || ply == 77 {
            check_input(&position);
        }
        // Captures and passes make for odd positions sooner.
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        let mv = match random.u8(0..10) {
            0..3 if !noisy.is_empty() => noisy[random.usize(..noisy.len())],
            _ => moves[random.usize(..moves.len())],
        };
        past.push(position.past_position());
        position.play(mv);
    }
}

/// As many pieces as a set has, each anywhere, most of them near one of the generals.
fn random_fen(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut cells = [None; 90];
    let mut put = |letter: char, files: std::ops::Range<i32>, ranks: std::ops::Range<i32>| {
        let (file, rank) = (random.i32(files), random.i32(ranks));
        let cell: &mut Option<char> = &mut cells[(rank * FILES + file) as usize];
        cell.get_or_insert(letter);
    };
    put('K', 3..6, 0..3);
    put('k', 3..6, 7..10);
    put('A', 3..6, 0..3);
    put('a', 3..6, 7..10);
    let low = (seed % 7) as i32;
    for letter in "CcRrCcRrNnBbNnBbPpPpPpAa".chars() {
        match letter {
            'A' => put(letter, 3..6, 0..3),
            'a' => put(letter, 3..6, 7..10),
            _ => put(letter, 1..8, low..(low + 5).min(10)),
        }
    }
    let rank = |rank: usize| -> String {
        (0..9).map(|file| cells[rank * 9 + file].map_or("1".to_string(), |letter: char| letter.to_string())).collect()
    };
    let ranks: Vec<String> = (0..10).rev().map(rank).collect();
    format!("{} {} - - 0 1", ranks.join("/"), if seed.is_multiple_of(2) { "w" } else { "b" })
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    for variant in 0..Position::VARIANTS.len() {
        for seed in 0..12 {
            random_game(variant, seed);
        }
    }
}

#[test]
fn dense_positions_agree_with_the_plain_rules() {
    let mut checked = 0;
    for seed in 0..8_000 {
        let fen = random_fen(seed);
        let variant = &Position::VARIANTS[seed as usize % Position::VARIANTS.len()];
        match Position::from_fen(variant, &Options::default(), &fen) {
            Ok(position) => check(&position),
            // Thrown together as they are, many leave the side that has just moved in check.
            Err(FenError::OpponentInCheck { .. }) => continue,
            Err(error) => panic!("{fen}: {error}"),
        }
        checked += 1;
    }
    assert!(checked >= 3_000, "only {checked} positions were sound");
}

#[test]
fn keys_of_siblings_differ() {
    let start = Position::start(&Position::VARIANTS[0], &Options::default());
    let mut keys: Vec<u64> = Vec::new();
    for mv in legal(&start) {
        let mut next = start;
        next.play(mv);
        keys.push(next.search_key());
    }
    keys.push(start.search_key());
    keys.push(start.null_move().expect("nobody is in check").search_key());
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn sets_of_points_iterate_the_same_both_ways() {
    let set = PointSet::ALL.without(PointSet::file(3)) & (PointSet::rank(2) | PointSet::rank(7) | PointSet::file(8));
    let mut folded = Vec::new();
    set.for_each(|point| folded.push(point));
    let mut stepped = Vec::new();
    for point in set {
        stepped.push(point);
    }
    assert_eq!(folded, stepped);
}

proptest! {
    #[test]
    fn no_text_is_a_disaster(text in "\\PC*", tail in "[rnbakcpRNBAKCPHEhe1-9/ wb-]{0,90}") {
        let start = Position::start(&Position::VARIANTS[0], &Options::default());
        for variant in Position::VARIANTS {
            let _ = Position::from_fen(variant, &Options::default(), &text);
            let _ = Position::from_fen(variant, &Options::default(), &tail);
            let _ = Position::from_fen(variant, &Options::default(), &format!("{} {text}", start.fen()));
        }
        let _ = start.parse_move(&text);
        let _ = start.parse_move(&tail);
    }
}
