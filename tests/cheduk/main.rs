//! The rules of CheDuk: against data from an independent program, and sentence by sentence. A test named
//! `rule_2_5_…` follows paragraph 2.5 of the rule book; one named `d_2_5_…` a decision where that paragraph leaves room. What
//! `chedukmodern` has of its own is in `modern.rs`.
//! Those of the set-up (3) and of the territories (4.1) are beside the code, in `setup.rs` and `territory.rs`.

#[path = "../common/mod.rs"]
mod common;
mod embassies;
mod ends;
mod engine;
mod exercises;
mod fens;
mod information;
mod modern;
mod pieces;
mod players;
mod properties;
mod vectors;

use janggun::game::{Game, Notation, Outcome, Settings, Side, Variant};
use janggun::games::cheduk::{Move, Position};

/// A variant, and the option `CheDuk_Territory`.
#[derive(Clone, Copy)]
struct Rules {
    variant: &'static str,
    territory: &'static str,
}

impl Rules {
    fn variant(self) -> &'static Variant {
        Position::VARIANTS.iter().find(|variant| variant.name == self.variant).expect("a variant")
    }
}

impl Settings for Rules {
    fn choice(&self, _: &str) -> &str {
        self.territory
    }

    fn number(&self, _: &str) -> i64 {
        0
    }
}

const WEDGE: Rules = Rules { variant: "cheduk", territory: "wedge" };
const SPAN: Rules = Rules { variant: "cheduk", territory: "span" };
const MODERN: Rules = Rules { variant: "chedukmodern", territory: "wedge" };

fn position(rules: Rules, fen: &str) -> Position {
    let position = Position::from_fen(rules.variant(), &rules, fen);
    position.unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn start(rules: Rules) -> Position {
    Position::start(rules.variant(), &rules)
}

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// All legal moves, sorted.
fn legal(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = moves(position).iter().map(ToString::to_string).collect();
    moves.sort();
    moves
}

/// The legal moves that start like this, sorted, as one text.
#[track_caller]
fn legal_from(fen: &str, start: &str) -> String {
    legal_from_by(WEDGE, fen, start)
}

#[track_caller]
fn legal_from_by(rules: Rules, fen: &str, start: &str) -> String {
    let moves = legal(&position(rules, fen));
    let starts =
        |text: &&String| text.strip_prefix(start).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    moves.iter().filter(starts).cloned().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn is_legal(fen: &str, mv: &str) -> bool {
    legal(&position(WEDGE, fen)).contains(&mv.to_owned())
}

/// The position after some moves, and the end of the game if it is one.
#[track_caller]
fn played(fen: &str, moves: &str) -> (Position, Option<Outcome>) {
    played_by(WEDGE, fen, moves)
}

#[track_caller]
fn played_by(rules: Rules, fen: &str, moves: &str) -> (Position, Option<Outcome>) {
    let mut position = position(rules, fen);
    let mut past = Vec::new();
    for text in moves.split_whitespace() {
        past.push(position.past_position());
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
        position.play(mv);
    }
    let outcome = position.outcome(&past);
    (position, outcome)
}

/// The FEN after some moves.
#[track_caller]
fn after(fen: &str, moves: &str) -> String {
    played(fen, moves).0.fen()
}

/// The result from Red's view.
fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::Upper)) => "1-0",
        Some(Some(Side::Lower)) => "0-1",
    }
}

/// Result and reason after some moves.
#[track_caller]
fn ending(fen: &str, moves: &str) -> (&'static str, &'static str) {
    let outcome = played(fen, moves).1;
    (result(outcome), outcome.map_or("-", |outcome| outcome.reason))
}
