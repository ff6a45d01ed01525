//! Plays the moves of records.

use super::san;
use crate::game::{Ending, MoveError, Notation, OptionKind, OptionRole, OptionSpec, RecordForm, Variant};
use crate::games::family::Family;
use crate::games::option_values::OptionValues;
use crate::games::registry::{self, Visitor};
use crate::games::{AnyGame, PositionError, RecordedGame};

/// A game of a record in progress. Players may have gone on where our rules end a game without mate: then a game begins
/// anew from the position there, as far as the rules are concerned.
pub struct Replay {
    variant: &'static str,
    options: OptionValues,
    game: Box<dyn AnyGame>,
}

impl Replay {
    /// A game from a FEN, or from the start position; none if there is no such variant.
    pub fn open(
        variant: &'static str,
        options: &OptionValues,
        fen: Option<&str>,
    ) -> Option<Result<Replay, PositionError>> {
        let game = registry::visit(variant, OpenGame { options, fen })?;
        Some(game.map(|game| Replay { variant, options: options.clone(), game }))
    }

    /// The game since its beginning, or since play went on after an end.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Plays a move in any notation and returns it as the protocol writes it.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        match play(&mut *self.game, self.variant, text) {
            Err(refused) => {
                let mut again = self.reopened().ok_or_else(|| refused.clone())?;
                let played = play(&mut *again, self.variant, text).map_err(|_| refused)?;
                self.game = again;
                Ok(played)
            }
            played => played,
        }
    }

    /// Plays a move of the protocol and returns it as records of the game have it.
    pub fn record(&mut self, text: &str) -> Result<String, MoveError> {
        let recorded = match self.game.recorded(text) {
            Ok(recorded) => recorded,
            Err(refused) => {
                self.game = self.reopened().ok_or(refused)?;
                self.game.recorded(text)?
            }
        };
        self.game.play(text)?;
        Ok(recorded)
    }

    /// The game from here on as if nothing had ended it; none if nothing has, or if nothing can undo it.
    fn reopened(&self) -> Option<Box<dyn AnyGame>> {
        let is_final = |game: &dyn AnyGame| game.outcome().is_some_and(|outcome| outcome.ending == Ending::Final);
        if !is_final(&*self.game) {
            return None;
        }
        let fen = self.game.picture().fen;
        let game = registry::visit(self.variant, OpenGame { options: &self.options, fen: Some(&fen) })?.ok()?;
        (!is_final(&*game)).then_some(game)
    }
}

fn play(game: &mut dyn AnyGame, variant: &str, text: &str) -> Result<String, MoveError> {
    let refused = match game.play(text) {
        Ok(played) => return Ok(played),
        Err(refused) => refused,
    };
    match san::find(game, variant, text) {
        Some(mv) => game.play(&mv),
        None => Err(refused),
    }
}

struct OpenGame<'a> {
    options: &'a OptionValues,
    fen: Option<&'a str>,
}

impl Visitor for OpenGame<'_> {
    type Output = Result<Box<dyn AnyGame>, PositionError>;

    fn visit<F: Family>(self, variant: &'static Variant) -> Self::Output {
        let game = RecordedGame::<F::Position>::new::<&str>(variant, self.options, self.fen, &[])?;
        Ok(Box::new(game))
    }
}

/// What a game says about its records.
#[derive(Clone, Copy)]
pub struct RecordDialect {
    pub variant: &'static Variant,
    /// All variants of the game.
    pub variants: &'static [Variant],
    pub form: Option<&'static RecordForm>,
    pub san_letters: &'static [(char, char)],
}

/// Of the game that has this variant.
pub fn dialect(variant: &str) -> Option<RecordDialect> {
    registry::visit(variant, DescribeRecords)
}

struct DescribeRecords;

impl Visitor for DescribeRecords {
    type Output = RecordDialect;

    fn visit<F: Family>(self, variant: &'static Variant) -> RecordDialect {
        RecordDialect {
            variant,
            variants: F::Position::VARIANTS,
            form: F::Position::record_form(variant),
            san_letters: F::Position::SAN_LETTERS,
        }
    }
}

/// An option of a game that a record may tell, and its value; none if there is no such option or value.
pub fn rule_option(name: &str, value: &str) -> Option<(&'static str, String)> {
    let is_rule = |spec: &&OptionSpec| matches!(spec.role, OptionRole::Plain | OptionRole::Seed);
    let spec = registry::OPTIONS.iter().filter(is_rule).find(|spec| spec.name == name)?;
    let value = match spec.kind {
        OptionKind::Combo { .. } => spec.choice(value)?.to_owned(),
        OptionKind::Spin { min, max, .. } => {
            value.parse().ok().filter(|number| (min..=max).contains(number)).map(|number: i64| number.to_string())?
        }
        _ => return None,
    };
    Some((spec.name, value))
}
