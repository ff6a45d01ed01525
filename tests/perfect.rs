//! Perfect play without any file: the strategy that the program carries, proven by playing it against everything, and
//! tried against the original program.

mod common;

use common::{Dice, Engine, SOON, Search};
use janggun::engine::{MoveValue, Options};
use janggun::game::{Game, Notation, Outcome, Side, Solvable, SolvedPosition};
use janggun::games::twelve::{Board, Move, OriginalEvaluation, Position, RuleSet};
use janggun::tablebase::quick::WinSearch;
use janggun::tablebase::strategy::{self, Strategy};
use janggun::tablebase::value::immediate_value;
use janggun::tablebase::{SolvedValue, Tablebase};
use std::time::Instant;

fn start(variant: &str) -> (Position, &'static RuleSet, Strategy<'static>) {
    let variant = Position::VARIANTS.iter().find(|known| known.name == variant).expect("a known variant");
    let rules = Position::solved_rules(variant);
    let bytes = Position::carried_strategy(variant).expect("a strategy");
    (
        Position::start(variant, &Options::default()),
        rules,
        Strategy::read(bytes, variant.name).expect("a sound strategy"),
    )
}

fn table_file() -> String {
    std::env::var("TWELVE_TABLE").expect("TWELVE_TABLE names a table made by 'janggun solve twelvejanggi'")
}

fn engine_with_table() -> Engine {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell(&format!("setoption name TwelveTable value {}", table_file()));
    engine
}

fn after_one_move(board: Board, rules: &RuleSet) -> Vec<Board> {
    let mut after = Vec::new();
    board.successors(rules, |next| after.push(next));
    after
}

#[test]
fn twelve_janggi_is_never_lost_whatever_the_opponent_does() {
    let (position, rules, strategy) = start("twelvejanggi");
    let board = position.to_solved();
    // Some entries are only for games in which it has left its usual moves, so as not to repeat a position.
    let roots = after_one_move(board, rules).into_iter().chain([board]).chain(strategy.positions()).collect();
    assert_eq!(strategy::check(&strategy, rules, roots), Ok(strategy.len()));
}

#[test]
fn the_second_player_never_loses_dobutsu() {
    let (position, rules, strategy) = start("dobutsu");
    let roots = after_one_move(position.to_solved(), rules);
    assert_eq!(strategy::check(&strategy, rules, roots), Ok(strategy.len()));
}

/// Without a table some moves have their exact value, or a bound. None may contradict what another program has computed, and short
/// wins must all be known.
#[test]
fn what_is_said_of_moves_is_true() {
    let mut engine = janggun::engine::Engine::without_worker(Some("twelvejanggi")).expect("an engine");
    let (mut exact, mut bounds) = (0, 0);
    for line in include_str!("data/twelve_values.txt").lines().filter(|line| !line.starts_with('#')) {
        let [fen, value, plies, best] = line.split(';').collect::<Vec<_>>()[..] else { panic!("four fields: {line}") };
        let (plies, best): (u16, Vec<&str>) = (plies.parse().unwrap_or(0), best.split(' ').collect());
        engine.set_position(Some(fen), &[]).expect(fen);
        let (moves, failure) = engine.move_values();
        assert!(failure.is_none());
        for (mv, known) in moves {
            let is_best = best.contains(&mv.as_str());
            let is_true = match (known, value) {
                (MoveValue::Exact(SolvedValue::Win(found)), "W") => {
                    if is_best {
                        found == plies
                    } else {
                        found > plies
                    }
                }
                (MoveValue::Exact(SolvedValue::Win(_)), _) => false,
                (MoveValue::Exact(SolvedValue::Draw), "D") => is_best,
                (MoveValue::Exact(SolvedValue::Draw), _) => value == "W" && !is_best,
                (MoveValue::Exact(SolvedValue::Loss(found)), "L") => {
                    if is_best {
                        found == plies
                    } else {
                        found < plies
                    }
                }
                (MoveValue::Exact(SolvedValue::Loss(_)), _) => !is_best,
                (MoveValue::AtLeastDraw, _) => value != "L",
                (MoveValue::AtMostDraw, _) => value != "W" || !is_best,
                (MoveValue::Unknown, _) => value != "W" || plies > 6 || !is_best,
            };
            assert!(is_true, "{line}: {mv} is said to be {known:?}");
            exact += usize::from(matches!(known, MoveValue::Exact(_)));
            bounds += usize::from(matches!(known, MoveValue::AtLeastDraw | MoveValue::AtMostDraw));
        }
    }
    assert!(exact > 1_000, "{exact} exact values, {bounds} bounds");
}

/// The start is a draw, and the strategy knows it for both sides: so does the move that it plays.
#[test]
fn the_start_is_known_to_be_a_draw() {
    let mut engine = janggun::engine::Engine::without_worker(Some("twelvejanggi")).expect("an engine");
    let values: Vec<MoveValue> = engine.move_values().0.into_iter().map(|(_, value)| value).collect();
    let draws = values.iter().filter(|value| **value == MoveValue::Exact(SolvedValue::Draw)).count();
    assert!(draws == 1 && !values.contains(&MoveValue::Unknown), "{values:?}");
    engine.set_option("Twelve_Strategy", Some("false")).expect("an option");
    assert!(engine.move_values().0.iter().all(|(_, value)| !matches!(value, MoveValue::AtMostDraw)));
}

/// A move after which the opponent wins at once has no answer, whatever the numbers of positions without a king are.
#[test]
fn no_answer_is_needed_to_a_game_that_is_lost() {
    let (_, rules, strategy) = start("twelvejanggi");
    let (mut answered, mut lost) = (0, 0);
    for position in strategy.positions::<Board>().step_by(500) {
        let mut win_search = WinSearch::new(rules);
        for next in after_one_move(position, rules) {
            let answers = strategy.answers_all(next, &mut win_search);
            assert!(!answers || !next.wins_at_once(rules), "{next:?}");
            answered += usize::from(answers);
            lost += usize::from(next.wins_at_once(rules));
        }
    }
    assert!(answered > 1_000 && lost > 1_000, "{answered} {lost}");
}

/// A game that was lost so, at the last move: the strategy's own move would repeat a position.
#[test]
fn a_repetition_is_not_avoided_by_losing() {
    const GAME: &str = "b1c2 a4a3 c2b1 b3b2 a1b2 c4b3 b2a3 b4a3 J@b2 S@c3 b2b3 a3b3 S@a2 b3a3 c1c2 Z@b3 a2b3 a3b3 Z@b2 b3b4 Z@a2 c3b2 b1b2 \
        J@b3 b2a1 Z@c3 c2b2 b3b2 S@a3 b4b3 a3b2 J@c2 J@a3 b3b4 a1b1 S@b3 a3b3 b4b3 S@c1 c2b2 c1b2 S@c4 J@c1 J@a4 b1a1 c3c2 c1c2 b3c2 \
        Z@c1 c2b3 a1b1 J@c3 b1a1 b3b4 a1b1 c4b3 b1a1 b3a2 a1a2 c3b3 c1c2 b3b2 a2b2 Z@b3 b2a2 a4a3 a2a1 S@b2 a1b1 b4c4 J@a2 c4b4 a2a1 \
        b2a1 S@c3 b4c4 b1a1 J@a4 S@a2 a3a2 a1a2 S@a3 J@b1 a3b4 c3b4 c4b4 S@c3 b4c4 b1c1 S@b4 c3b4 c4b4 S@c3 b4c4 c1b1 S@a3 b1c1 a3b4 \
        c3b4 c4b4";
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.send(&format!("position startpos moves {GAME}"));
    let played = engine.search("go nodes 5000").best;
    let values = engine.ask("values");
    let value =
        values.iter().flat_map(|line| line.split(' ')).find_map(|known| known.strip_prefix(&format!("{played}=")));
    assert!(value.is_some_and(|value| value.starts_with("draw")), "{played}: {values:?}");
    engine.quit();
}

// --- Against itself ------------------------------------------------------------------------------------------------

/// A drawn game need not end by repetition soon: this many plies it goes on at least.
const LONG_GAME: usize = 60;

/// The game that an engine at full strength plays against itself, as far as it goes within `plies`.
fn game_against_itself(engine: &mut Engine, plies: usize) -> (Vec<String>, Option<Outcome>) {
    let (mut position, ..) = start("twelvejanggi");
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    while moves.len() < plies && position.outcome(&past).is_none() {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let mv = position.parse_move(&engine.search("go nodes 5000").best).expect("a legal move");
        moves.push(mv.to_string());
        past.push(position.past_position());
        position.play(mv);
    }
    (moves, position.outcome(&past))
}

#[test]
fn without_a_table_a_drawn_game_goes_on() {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    let (moves, outcome) = game_against_itself(&mut engine, LONG_GAME);
    assert_eq!((moves.len(), outcome), (LONG_GAME, None), "{moves:?}");
    engine.quit();
}

#[test]
#[ignore = "needs a table, named by TWELVE_TABLE"]
fn with_a_table_a_drawn_game_goes_on() {
    let mut engine = engine_with_table();
    let (moves, outcome) = game_against_itself(&mut engine, LONG_GAME);
    assert_eq!((moves.len(), outcome), (LONG_GAME, None), "{moves:?}");
    engine.quit();
}

// --- The original program --------------------------------------------------------------------------------------------

/// Plies that the original program looks ahead at its strongest level.
const SEED_DEPTH: u32 = 7;
const SEED_WIN: i32 = 10_000;

/// The original program: minimax of a fixed depth with alpha-beta pruning and its own evaluation, nothing else.
fn seed_value(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let us = position.side_to_move();
    match position.decided(&[], 0) {
        Some(Outcome { winner: Some(winner), .. }) if winner == us => return SEED_WIN + depth as i32,
        Some(_) => return -SEED_WIN - depth as i32,
        None if depth == 0 => return OriginalEvaluation::points(position.board(), us),
        None => {}
    }
    for mv in legal(position) {
        let mut next = *position;
        next.play(mv);
        alpha = alpha.max(-seed_value(&next, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Its move. Of equally good ones the dice choose, so that not all games are the same.
fn seed_move(position: &Position, dice: &mut Dice) -> Move {
    let mut moves = legal(position);
    for last in (1..moves.len()).rev() {
        moves.swap(last, dice.roll(last as u64 + 1) as usize);
    }
    let mut best = (i32::MIN + 1, moves[0]);
    for mv in moves {
        let mut next = *position;
        next.play(mv);
        let value = -seed_value(&next, SEED_DEPTH - 1, -2 * SEED_WIN, -best.0.max(-2 * SEED_WIN));
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Games against the original program, and what came of them for the engine.
#[derive(Default, Debug)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Moves after which theory promised less than before.
    slips: u32,
}

/// Plays one game from an opening, and tells who won.
fn play(
    engine: &mut Engine,
    side: Side,
    opening: &[String],
    dice: &mut Dice,
    mut judge: impl FnMut(&Position, Move),
) -> Option<Side> {
    let (mut position, ..) = start("twelvejanggi");
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    engine.send("ucinewgame");
    loop {
        if let Some(outcome) = position.outcome(&past) {
            return outcome.winner;
        }
        let mv = if let Some(text) = opening.get(past.len()) {
            position.parse_move(text).expect("a legal opening")
        } else if position.side_to_move() == side {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            let best = engine.search("go nodes 10000").best;
            let mv = position.parse_move(&best).expect("a legal move");
            judge(&position, mv);
            mv
        } else {
            seed_move(&position, dice)
        };
        moves.push(mv.to_string());
        past.push(position.past_position());
        position.play(mv);
    }
}

#[test]
fn the_seeds_program_does_not_win_from_the_start() {
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    let mut dice = Dice::new(7);
    for side in [Side::Upper, Side::Lower] {
        for _ in 0..2 {
            let winner = play(&mut engine, side, &[], &mut dice, |_, _| ());
            assert_ne!(winner, Some(side.other()));
        }
    }
}

/// Needs a table: `TWELVE_TABLE=FILE cargo test --release --test perfect -- --ignored --nocapture`.
#[test]
#[ignore = "needs a table, named by TWELVE_TABLE"]
fn two_hundred_games_against_the_seeds_program() {
    let table = Tablebase::open(table_file().as_ref()).expect("a table");
    let (first, rules, _) = start("twelvejanggi");
    let value = |position: &Position| {
        let solved = position.to_solved();
        immediate_value(solved, rules).or_else(|| table.value(solved, rules)).expect("it is solved")
    };
    let mut engine = engine_with_table();
    let mut dice = Dice::new(2026);
    let mut score = Score::default();
    for _ in 0..100 {
        // Random moves that leave the game drawn, as the start position is.
        let opening = 'again: loop {
            let (mut position, mut moves) = (first, Vec::new());
            for _ in 0..2 + dice.roll(5) {
                let legal = legal(&position);
                let mv = legal[dice.roll(legal.len() as u64) as usize];
                position.play(mv);
                moves.push(mv.to_string());
                if value(&position) != SolvedValue::Draw {
                    continue 'again;
                }
            }
            break moves;
        };
        for side in [Side::Upper, Side::Lower] {
            let mut slips = 0;
            let winner = play(&mut engine, side, &opening, &mut dice, |position, mv| {
                let mut next = *position;
                next.play(mv);
                slips += u32::from(value(&next).before() != value(position));
            });
            score.slips += slips;
            match winner {
                Some(winner) if winner == side => score.won += 1,
                Some(_) => score.lost += 1,
                None => score.drawn += 1,
            }
        }
        println!("{score:?}");
    }
    assert_eq!((score.lost, score.slips), (0, 0));
    assert!(score.won >= 180, "{score:?}");
}

/// Weighing draws takes many lookups. How soon it stops is measured in `latency.rs`.
#[test]
#[ignore = "needs a table, named by TWELVE_TABLE"]
fn stop_is_obeyed_while_a_table_is_asked() {
    let mut engine = engine_with_table();
    engine.tell("setoption name MultiPV value 50");
    let mut dice = Dice::new(8);
    let (mut moves, mut searches, mut known) = (Vec::new(), 0, 0);
    while searches < 100 {
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let legal = engine.moves();
        if legal.is_empty() || moves.len() > 20 {
            moves.clear();
            continue;
        }
        engine.send("go infinite\nstop");
        let lines = engine.lines_until("bestmove", SOON);
        let search = Search::from_lines("go infinite", Instant::now(), &lines);
        assert!(legal.contains(&search.best), "{} is one of {legal:?}", search.best);
        // Where there is no time at all for the values, the search answers.
        known += usize::from(!search.last().text.contains(" tbhits 0 "));
        searches += 1;
        moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
    }
    assert!(known > 0, "the table is never asked");
    engine.quit();
}
