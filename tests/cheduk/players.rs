//! The engine against simple players: one that moves at random, and one that takes the best capture or gathering it sees.

use super::WEDGE;
use super::common::{Dice, Engine};
use janggun::game::{Evaluator, Game, Notation, Side};
use janggun::games::Played;
use janggun::games::cheduk::{Evaluation, Move, Position};

/// Chooses among legal moves.
type Player = fn(&Position, &[Move], &mut Dice) -> Move;

fn random(_: &Position, moves: &[Move], dice: &mut Dice) -> Move {
    moves[dice.roll(moves.len() as u64) as usize]
}

/// What brings most at once; anything if nothing does.
fn greedy(position: &Position, moves: &[Move], dice: &mut Dice) -> Move {
    let evaluation = Evaluation::default();
    let most = moves.iter().map(|&mv| evaluation.gain(position, mv)).max().unwrap_or(0);
    let best: Vec<Move> = moves.iter().copied().filter(|&mv| evaluation.gain(position, mv) == most).collect();
    random(position, &best, dice)
}

/// Wins of the engine in so many games, half of them with each colour; the set-up is played too.
fn wins(player: Player, games: u64, go: &str) -> u64 {
    let mut engine = Engine::start();
    engine.set_variant("cheduk");
    let mut won = 0;
    for number in 0..games {
        let side = if number % 2 == 0 { Side::Upper } else { Side::Lower };
        let mut dice = Dice::new(number + 1);
        let mut game = Played::<Position>::start(&Position::VARIANTS[0], &WEDGE);
        let mut moves: Vec<String> = Vec::new();
        engine.tell("ucinewgame");
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let mv = if game.position.side_to_move() == side {
                engine.send(&format!("position startpos moves {}", moves.join(" ")));
                let best = engine.search(go).best;
                game.position.parse_move(&best).expect("a legal move")
            } else {
                player(&game.position, &game.legal_moves(), &mut dice)
            };
            moves.push(mv.to_string());
            game.play(mv);
        };
        won += u64::from(winner == Some(side));
        if winner != Some(side) {
            println!("game {number}, won by {winner:?}: {}", moves.join(" "));
        }
    }
    won
}

#[test]
fn simple_players_are_beaten() {
    assert_eq!(wins(random, 4, "go movetime 20"), 4);
    assert_eq!(wins(greedy, 4, "go movetime 20"), 4);
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
