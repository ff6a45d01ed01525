//! `janggiclassic`, the traditional rule of document 003, against a second implementation of its text that shares nothing with the
//! program, over random games that are biased to endings, checks, facing generals, repetitions and passes.

mod games;
mod occasions;
mod slow_rules;

use games::{Dice, Mood, choose, ending, mate_by_an_offer, start};
use janggun::engine::Options;
use janggun::game::{Ending, Game, Notation, Outcome, Side};
use janggun::games::Played;
use janggun::games::janggi::Position;
use occasions::{Moment, OCCASIONS};
use slow_rules::{Action, End, SlowGame};
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn open(fen: &str) -> Played<Position> {
    let variant = Position::VARIANTS.iter().find(|known| known.name == "janggiclassic").expect("the variant");
    Played::new::<&str>(variant, &Options::default(), Some(fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn told(outcome: Option<Outcome>) -> Option<End> {
    let letter = |side| if side == Side::Upper { 'w' } else { 'b' };
    outcome.map(|outcome| (outcome.winner.map(letter), outcome.reason))
}

/// One game in both.
struct Comparison {
    slow: SlowGame,
    fast: Played<Position>,
    /// From where, and the moves since, to be told of a difference.
    way: String,
    /// Which position has which key.
    keys: HashMap<u64, (String, char)>,
}

impl Comparison {
    fn new(slow: SlowGame) -> Comparison {
        let fen = slow.fen();
        Comparison { fast: open(&fen), slow, way: format!("{fen} moves"), keys: HashMap::new() }
    }

    /// Everything that the text says of a position.
    fn compare(&mut self, legal: &[Action], dice: &mut Dice) -> Option<End> {
        let (slow, fast, way) = (&self.slow, &self.fast, &self.way);
        let expected: BTreeSet<String> = legal.iter().map(|&action| slow.text(action)).collect();
        let found: BTreeSet<String> = fast.legal_moves().iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "legal moves of {way}");
        assert_eq!(fast.position.legal_count(), expected.len(), "their number in {way}");
        let (end, outcome) = (slow.end(), fast.outcome());
        assert_eq!(told(outcome), end, "the end of {way}");
        let is_final = outcome.is_some_and(|outcome| outcome.ending == Ending::Final);
        assert_eq!(is_final, end.is_some() && expected.is_empty(), "whether play may go on after {way}");
        assert_eq!(fast.position.fen(), slow.fen(), "the FEN of {way}");
        let mut checkers = fast.position.checkers();
        checkers.sort();
        assert_eq!(checkers, slow.checkers(), "who gives check in {way}");
        let position = (slow.fen().split(' ').next().unwrap_or_default().to_owned(), slow.turn());
        assert_eq!(
            self.keys.entry(fast.position.key()).or_insert_with(|| position.clone()),
            &position,
            "the key of {way}"
        );
        let placed = self.keys.values().filter(|&known| *known == position).count();
        assert_eq!(placed, 1, "two keys of one position in {way}");
        for _ in 0..4 {
            let text = dice.move_text();
            assert_eq!(
                fast.position.parse_move(&text).is_ok(),
                expected.contains(&text),
                "whether {text} may be played in {way}"
            );
        }
        end
    }

    fn play(&mut self, action: Action) {
        let text = self.slow.text(action);
        let mv = self.fast.position.parse_move(&text).unwrap_or_else(|error| panic!("{}: {error}", self.way));
        self.fast.play(mv);
        self.slow.play(action);
        self.way += " ";
        self.way += &text;
    }
}

/// Plays one game in both; half of the repetitions are played past.
fn compare_game(first: SlowGame, mood: Mood, plies: usize, dice: &mut Dice, seen: &mut BTreeMap<&'static str, u32>) {
    let mut both = Comparison::new(first);
    for _ in 0..plies {
        let legal = both.slow.legal();
        let end = both.compare(&legal, dice);
        let now =
            Moment { game: &both.slow, legal: &legal, reason: end.map(|(_, reason)| reason), last: both.slow.last() };
        for (name, _, _) in OCCASIONS.iter().filter(|(_, _, is_so)| is_so(&now)) {
            *seen.entry(name).or_default() += 1;
        }
        if legal.is_empty() || (end.is_some() && dice.below(2) == 0) {
            return;
        }
        let action = choose(&both.slow, &legal, mood, dice);
        both.play(action);
    }
}

#[test]
fn document_003_traditional_rule_is_that_of_a_second_implementation() {
    let mut dice = Dice(23);
    let mut seen = BTreeMap::new();
    for number in 0..4_000 {
        let (first, mood, plies) = match number % 200 {
            0..10 => (start(&mut dice), Mood::of(&mut dice), 60),
            10 => (start(&mut dice), Mood::Quiet, 250),
            11 => (mate_by_an_offer(&mut dice), Mood::Mate, 60),
            _ => (ending(&mut dice), Mood::of(&mut dice), 60),
        };
        compare_game(first, mood, plies, &mut dice, &mut seen);
    }
    for (name, least, _) in OCCASIONS {
        assert!(seen.get(name).copied().unwrap_or(0) >= least, "too few games come to {name}: {seen:#?}");
    }
}

fn result(fen: &str, moves: &str) -> Option<End> {
    let mut played = open(fen);
    for text in moves.split_whitespace() {
        assert_eq!(played.outcome(), None, "too early, before {text}");
        played.play(played.position.parse_move(text).unwrap_or_else(|error| panic!("{error}")));
    }
    told(played.outcome())
}

#[test]
fn document_003_only_the_generals_own_move_offers_a_draw() {
    // Han's general steps to the file of Cho's, and Cho leaves it so.
    let apart = "3k5/9/9/p8/9/9/P8/9/9/4K4 b - - 0 1";
    assert_eq!(result(apart, "d10e10 a4b4"), Some((None, "bikjang")));
    assert_eq!(result(apart, "d10e10 e1e1"), Some((None, "bikjang")));
    assert_eq!(result(apart, "d10e10 e1d1 e10e9 a4b4"), None);
    // A soldier that makes way offers nothing.
    let between = "4k4/9/9/p8/4P4/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(result(between, "e6d6 a7a6 d6d7 a6a5"), None);
}

#[test]
fn document_003_mate_and_an_offer_in_one_move() {
    // Cho's general becomes the screen of its own cannon: the side that is offered a draw is mated.
    let screen = "3k5/9/9/9/9/4R4/9/9/4K4/3C5 w - - 0 1";
    assert_eq!(result(screen, "e2d2"), Some((Some('w'), "checkmate")));
    // A move that would mate leaves Han's offer standing, and accepts it.
    let chariots = "3k5/1R7/R8/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(result(chariots, "d10e10 a8a10"), Some((None, "bikjang")));
    // Facing that nobody's general has made is no offer.
    let faced = "4k4/1R7/R8/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(result(faced, "a8a10"), Some((Some('w'), "checkmate")));
}

#[test]
fn document_003_nobody_passes_in_check() {
    let checked = open("4k4/9/9/9/9/9/9/4r4/9/4K4 w - - 0 1");
    let refused = checked.position.parse_move("pass").expect_err("a pass in check").to_string();
    assert_eq!(refused, "'pass' is not legal here: one cannot pass while in check");
}

#[test]
fn document_003_nobody_wins_by_perpetual_check_or_with_nothing_left() {
    let chase = "3k5/9/9/9/9/R8/9/9/9/5K3 w - - 0 1";
    let moves = "a5d5 d10e10 d5e5 e10d10 e5d5 d10e10 d5e5 e10d10 e5d5";
    assert_eq!(result(chase, moves), Some((None, "repetition")));
    assert_eq!(result("3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1", "e1e2"), Some((None, "material")));
    assert_eq!(result("3k5/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", ""), Some((None, "material")));
    assert_eq!(result("3k5/9/9/p8/9/9/P8/9/9/5K3 w - - 250 1", "a4b4"), None);
}
