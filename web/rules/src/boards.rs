//! Games in progress, and the answers to questions about them as text. `web/js/rules.js` asks, and has the same numbers.

use janggun::engine::Options;
use janggun::game::{Ending, Notation, Side, Variant};
use janggun::games::family::Family;
use janggun::games::registry::{self, Visitor};
use janggun::games::{AnyGame, PositionError, RecordedGame};
use janggun::protocol::uci::reply;

type Answer = Result<String, String>;

/// The games by their numbers.
#[derive(Default)]
pub struct Boards(Vec<Option<Box<dyn AnyGame>>>);

impl Boards {
    /// Answers question number `question` about a board.
    pub fn answer(&mut self, question: u32, board: usize, text: &str) -> Answer {
        match question {
            0 => return Ok(registry::NAMES.join("\n")),
            1 => return self.open(text),
            2 => {
                if let Some(slot) = self.0.get_mut(board) {
                    *slot = None;
                }
                return Ok(String::new());
            }
            3 => return setups(text),
            _ => (),
        }
        let game = self.0.get_mut(board).and_then(Option::as_mut).ok_or("this board is closed; make another one")?;
        match question {
            4 => Ok(game.legal_moves().join("\n")),
            5 => game.play(text).map_err(|error| error.to_string()),
            6 => Ok(last_move_taken_back(&mut **game)),
            7 => Ok(game.picture().fen),
            8 => Ok(if game.side_to_move() == Side::Upper { "w" } else { "b" }.to_owned()),
            9 => Ok(game.picture().checkers.join("\n")),
            10 => Ok(result(&**game)),
            11 => Ok(game.moves().join("\n")),
            12 => game.recorded(text).map_err(|error| error.to_string()),
            13 => Ok(game.counted_points().map_or_else(String::new, |[upper, lower]| format!("{upper}\n{lower}"))),
            14 => Ok(game.picture().diagram),
            _ => Err("there is no such question; the files of the package do not fit together".to_owned()),
        }
    }

    /// Variant, options as `name=value`, and perhaps `fen FEN`, a line each.
    fn open(&mut self, text: &str) -> Answer {
        let mut lines = text.lines();
        let variant = lines.next().unwrap_or_default();
        let mut options = Options::default();
        let mut fen = None;
        for line in lines {
            if let Some(text) = line.strip_prefix("fen ") {
                fen = Some(text);
            } else if let Some((name, value)) = line.split_once('=') {
                options.set(name, Some(value)).map_err(|error| error.to_string())?;
            }
        }
        let game = with_variant(variant, Open { options: &options, fen })?.map_err(|error| error.to_string())?;
        let number = self.0.iter().position(Option::is_none).unwrap_or(self.0.len());
        if number == self.0.len() {
            self.0.push(None);
        }
        self.0[number] = Some(game);
        Ok(number.to_string())
    }
}

fn with_variant<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, String> {
    let unknown = || format!("there is no variant '{name}'; choose one of {}", registry::NAMES.join(", "));
    registry::visit(name, visitor).ok_or_else(unknown)
}

struct Open<'a> {
    options: &'a Options,
    fen: Option<&'a str>,
}

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn AnyGame>, PositionError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        Ok(Box::new(RecordedGame::<F::Position>::new::<&str>(variant, self.options, self.fen, &[])?))
    }
}

fn last_move_taken_back(game: &mut dyn AnyGame) -> String {
    let last = game.moves().pop().unwrap_or_default();
    game.undo(1);
    last
}

/// The score, the reason, the reason in words, and whether play could go on, a line each.
fn result(game: &dyn AnyGame) -> String {
    let outcome = game.outcome();
    let line = reply::result(outcome, game.first_side());
    let score = line.split(' ').nth(1).unwrap_or("*");
    match outcome {
        None => score.to_owned(),
        Some(outcome) => {
            let words = game.in_words(outcome.reason);
            format!("{score}\n{}\n{words}\n{}", outcome.reason, outcome.ending != Ending::Final)
        }
    }
}

/// The set-ups that a variant may start from, each as a line: its FEN, and the options that bring it about.
fn setups(variant: &str) -> Answer {
    with_variant(variant, Setups)
}

struct Setups;

impl Visitor for Setups {
    type Output = String;

    fn visit<F: Family>(self, variant: &'static Variant) -> String {
        let mut all = vec![(Options::default(), String::new())];
        // Numbers have no words, and too many values to be listed.
        for (name, choices) in F::Position::DRAWN_BY_LOT.iter().filter(|(_, words)| !words.is_empty()) {
            let with = |(options, text): &(Options, String), choice: &str| {
                let mut options = options.clone();
                // A choice of its own declaration is never refused.
                let _ = options.set(name, Some(choice));
                (options, format!("{text}\t{name}={choice}"))
            };
            all = all.iter().flat_map(|begun| choices.iter().map(|choice| with(begun, choice))).collect();
        }
        let line =
            |(options, text): &(Options, String)| format!("{}{text}", F::Position::start(variant, options).fen());
        all.iter().map(line).collect::<Vec<String>>().join("\n")
    }
}
