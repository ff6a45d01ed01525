//! The engine against simple players (one that moves at random, one that takes the best capture or gathering it sees)
//! and against itself.

use super::WEDGE;
use super::common::{Dice, Engine};
use janggun::game::{Game, Notation, Outcome, Side, Tactics};
use janggun::games::Played;
use janggun::games::cheduk::{Move, Position};

/// Chooses among legal moves.
type Player = fn(&Position, &[Move], &mut Dice) -> Move;

fn random(_: &Position, moves: &[Move], dice: &mut Dice) -> Move {
    moves[dice.roll(moves.len() as u64) as usize]
}

/// What brings most at once; anything if nothing does.
fn greedy(position: &Position, moves: &[Move], dice: &mut Dice) -> Move {
    let most = moves.iter().map(|&mv| position.gain(mv)).max().unwrap_or(0);
    let best: Vec<Move> = moves.iter().copied().filter(|&mv| position.gain(mv) == most).collect();
    random(position, &best, dice)
}

/// The engine's move in a game from the start.
fn thought(engine: &mut Engine, game: &Played<Position>, moves: &[Move], go: &str) -> Move {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    engine.send(&format!("position startpos moves {}", moves.join(" ")));
    game.position.parse_move(&engine.search(go).best).expect("a legal move")
}

/// Plays a game, the set-up included, up to some number of plies. Gives the end, if there is one, and the moves.
fn play(plies: usize, mut choose: impl FnMut(&Played<Position>, &[Move]) -> Move) -> (Option<Outcome>, Vec<Move>) {
    let mut game = Played::<Position>::start(&Position::VARIANTS[0], &WEDGE);
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < plies {
        let mv = choose(&game, &moves);
        game.play(mv);
        moves.push(mv);
    }
    (game.outcome(), moves)
}

fn engine() -> Engine {
    let mut engine = Engine::start();
    engine.set_variant("cheduk");
    engine
}

/// The seeds with which the coin falls as it does in the rules of the games that are played here: for Red.
fn seed(number: u64) -> u64 {
    let is_red = |&seed: &u64| {
        let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) >> 63 == 1
    };
    (1..).filter(is_red).nth(number as usize).expect("half of all seeds")
}

/// Wins of the engine in so many games, half of them with each colour.
fn wins(player: Player, games: u64, go: &str) -> u64 {
    let mut engine = engine();
    let mut won = 0;
    for number in 0..games {
        let side = if number % 2 == 0 { Side::Upper } else { Side::Lower };
        let mut dice = Dice::new(number + 1);
        engine.tell(&format!("setoption name CheDuk_Seed value {}\nucinewgame", seed(number)));
        let (outcome, moves) = play(usize::MAX, |game, moves| {
            if game.position.side_to_move() == side {
                thought(&mut engine, game, moves, go)
            } else {
                player(&game.position, &game.legal_moves(), &mut dice)
            }
        });
        let winner = outcome.and_then(|outcome| outcome.winner);
        won += u64::from(winner == Some(side));
        if winner != Some(side) {
            println!("game {number}, won by {winner:?}: {moves:?}");
        }
    }
    won
}

/// How many of so many games against itself the engine decides within 300 plies.
fn decided(games: u64, go: &str) -> u64 {
    let mut engines = [engine(), engine()];
    let mut decided = 0;
    for number in 0..games {
        for (index, engine) in (0..).zip(&mut engines) {
            engine.tell(&format!("setoption name CheDuk_Seed value {}\nucinewgame", seed(2 * number + index)));
        }
        let (outcome, moves) =
            play(300, |game, moves| thought(&mut engines[game.position.side_to_move().index()], game, moves, go));
        decided += u64::from(outcome.is_some_and(|outcome| outcome.winner.is_some()));
        println!("{} plies: {}", moves.len(), outcome.map_or("undecided", |outcome| outcome.reason));
    }
    decided
}

/// With nodes instead of a clock the games are always the same, so that this cannot fail by bad luck.
#[test]
fn simple_players_are_beaten() {
    assert_eq!(wins(random, 4, "go nodes 4000"), 4);
    assert_eq!(wins(greedy, 4, "go nodes 4000"), 4);
}

/// `cargo test --release --test cheduk -- --ignored --nocapture`
#[test]
#[ignore = "takes several minutes"]
fn a_random_player_loses_every_one_of_a_hundred_games() {
    assert_eq!(wins(random, 100, "go movetime 100"), 100);
}

#[test]
#[ignore = "takes several minutes"]
fn a_greedy_player_loses_nearly_all_of_a_hundred_games() {
    let won = wins(greedy, 100, "go movetime 100");
    println!("{won} of 100");
    assert!(won >= 95, "{won} of 100");
}

/// With nodes as well.
#[test]
fn games_of_the_engine_against_itself_end() {
    assert!(decided(10, "go nodes 4000") >= 9);
}

#[test]
#[ignore = "takes several minutes"]
fn ninety_of_a_hundred_games_of_the_engine_against_itself_are_decided() {
    let decided = decided(100, "go movetime 100");
    println!("{decided} of 100");
    assert!(decided >= 90, "{decided} of 100");
}
