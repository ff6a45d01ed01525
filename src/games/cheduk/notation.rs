//! Move strings and options: the game as text, but for the FEN and the diagram.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::diagram;
use super::ending::{REPETITIONS_TO_DRAW, RepetitionRule};
use super::fen::{self, START, tile};
use super::fen_error::FenError;
use super::hex::{FILES, RANKS, Tile};
use super::ruleset::{CHEDUK, CHEDUK_SPAN, RULE_SETS, RuleSet};
use super::setup::toss;
use crate::game::{Game, MoveError, Notation, OptionKind, OptionRole, OptionSpec, Settings, Side, Variant, View};
use nom::branch::alt;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{all_consuming, map, map_opt};
use nom::{IResult, Parser};

const EXPECTED: &str = "two tiles as in 'h7g8' (the same twice to gather), with 'g' to detach a guard as in 'k2j2g', \
                        with '@' and a tile to return as in 'c7@k2' or 'd7c7@k2', or a piece to place as in 'A@h7', \
                        'S@k2' and '첩@k2'";

const TERRITORY: &str = "CheDuk_Territory";
const TERRITORIES: [&str; 2] = ["wedge", "span"];
const REPETITION: &str = "CheDuk_Repetition";
const REPETITIONS: [&str; 2] = ["draw", "offer"];
pub(super) const SEED: &str = "CheDuk_Seed";
const LARGEST_SEED: i64 = i32::MAX as i64;

impl Notation for Position {
    type FenError = FenError;

    const VARIANTS: &'static [Variant] = &[variant("cheduk"), variant("chedukmodern")];

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new(
            TERRITORY,
            OptionKind::Combo { default: TERRITORIES[0], choices: &TERRITORIES },
            "territories of CheDuk: the picture of the rule book, or its sentence (±3 files, ±4 ranks)",
        ),
        OptionSpec::new(
            SEED,
            OptionKind::Spin { default: 0, min: 0, max: LARGEST_SEED },
            "seed of the coin that is tossed for the first move if CheDuk's set-up ends in a tie; unless it is 0, it also settles which of the best ambassador tiles the engine takes",
        )
        .with_role(OptionRole::Seed),
        OptionSpec::new(
            REPETITION,
            OptionKind::Combo { default: REPETITIONS[0], choices: &REPETITIONS },
            "the third occurrence of a state of CheDuk: a draw, or only the offer of one, which the players may agree to",
        ),
    ];

    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("nomoves", "no legal move"),
        ("capture", "the chief is taken"),
        ("information", "enough information is gathered"),
    ];

    const DRAWN_BY_LOT: &'static [(&'static str, &'static [&'static str])] = &[(SEED, &[])];

    fn besides_fen(variant: &Variant) -> &'static [&'static str] {
        if variant.name == CHEDUK.name { &[TERRITORY, SEED, REPETITION] } else { &[SEED, REPETITION] }
    }

    fn start(variant: &Variant, settings: &dyn Settings) -> Position {
        Position::from_fen(variant, settings, START).expect("the start position is sound")
    }

    fn from_fen(variant: &Variant, settings: &dyn Settings, fen: &str) -> Result<Position, FenError> {
        let mut position = fen::read(rules_of(variant, settings), toss(settings.number(SEED)), fen)?;
        if settings.choice(REPETITION) == REPETITIONS[1] {
            position.repetition = RepetitionRule::Offer;
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let Ok((_, written)) = written_move(text) else {
            return Err(MoveError::Unreadable { text: text.to_owned(), expected: EXPECTED });
        };
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        // Notation is unambiguous: no two legal moves are written alike.
        let found = legal.iter().copied().find(|&mv| written.is(mv));
        found.ok_or_else(|| MoveError::Illegal { text: text.to_owned(), why: self.why_illegal(written).into() })
    }

    fn notice(&self, past: &[u64]) -> Option<&'static str> {
        let offers = self.repetition == RepetitionRule::Offer && self.termination().is_none();
        (offers && self.occurrences(past) >= REPETITIONS_TO_DRAW).then_some("repetition: a draw may be agreed")
    }

    fn diagram(&self) -> String {
        diagram::draw(self, &View::default()).to_string()
    }

    fn checkers(&self) -> Vec<String> {
        if self.is_set_up_phase() {
            return Vec::new();
        }
        self.attackers(self.turn).map(|tile| tile.to_string()).collect()
    }

    fn first_side(&self) -> Side {
        Side::Upper
    }
}

const fn variant(name: &'static str) -> Variant {
    Variant {
        name,
        files: FILES as u8,
        ranks: RANKS as u8,
        // The reserve holds two kinds of pieces.
        pocket: 2,
        template: "cheduk",
        // XBoard cannot show hexagons.
        xboard: None,
    }
}

/// Only the first rule book leaves a choice of territories.
fn rules_of(variant: &Variant, settings: &dyn Settings) -> &'static RuleSet {
    let rules = RULE_SETS.into_iter().find(|rules| rules.name == variant.name).unwrap_or(&CHEDUK);
    if *rules == CHEDUK && settings.choice(TERRITORY) == TERRITORIES[1] { &CHEDUK_SPAN } else { rules }
}

/// A parsed move string, legal or not.
#[derive(Clone, Copy)]
pub(super) enum Written {
    /// `h7g8`.
    Step(Tile, Tile),
    /// `k2j2g`.
    Detach(Tile, Tile),
    /// `c7@k2`.
    Return(Tile, Tile),
    /// `d7c7@k2`.
    Enter(Tile, Tile, Tile),
    /// `A@h7` or `S@k2`.
    Place(Kind, Tile),
}

impl Written {
    /// Whether a legal move is the one written.
    fn is(self, mv: Move) -> bool {
        match (self, mv.action()) {
            (Written::Step(from, to), Action::Go | Action::Castle | Action::Gather) => {
                (mv.from(), mv.to()) == (from, to)
            }
            (Written::Detach(from, to), Action::Detach) => (mv.from(), mv.to()) == (from, to),
            (Written::Return(from, home), Action::Return) => (mv.from(), mv.end()) == (from, home),
            (Written::Enter(from, to, home), Action::Enter) => (mv.from(), mv.to(), mv.end()) == (from, to, home),
            (Written::Place(kind, to), Action::PlaceAmbassador | Action::PlaceSpy) => mv == Move::placing(kind, to),
            _ => false,
        }
    }
}

/// A piece that can be placed, by its letter or by its sign on either side of the board.
fn placed_kind(input: &str) -> IResult<&str, Kind> {
    let is_named = |kind: Kind, letter: char| {
        let mut signs = [Side::Upper, Side::Lower].into_iter().map(|side| diagram::sign(side, kind));
        kind.letter().eq_ignore_ascii_case(&letter) || signs.any(|sign| sign.starts_with(letter))
    };
    let placed = |letter| [Kind::Ambassador, Kind::Spy].into_iter().find(|&kind| is_named(kind, letter));
    map_opt(anychar, placed).parse(input)
}

fn written_move(text: &str) -> IResult<&str, Written> {
    let place = map((placed_kind, char('@'), tile), |(kind, _, to)| Written::Place(kind, to));
    let step = map((tile, tile), |(from, to)| Written::Step(from, to));
    let detach = map((tile, tile, one_of("gG")), |(from, to, _)| Written::Detach(from, to));
    let back = map((tile, char('@'), tile), |(from, _, home)| Written::Return(from, home));
    let enter = map((tile, tile, char('@'), tile), |(from, to, _, home)| Written::Enter(from, to, home));
    alt((all_consuming(place), all_consuming(step), all_consuming(detach), all_consuming(back), all_consuming(enter)))
        .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_placed_by_their_letters_and_by_their_signs() {
        let read = |fen: &str, text: &str| {
            let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
            position.parse_move(text).map(|mv| mv.to_string()).ok()
        };
        let spies = "c10/11/11/2+s8/2S8/3S~7/11/11/11/11/9DG/10C[ASSSassss] w Cc h7/c7 - 0 20";
        for text in ["A@h7", "a@h7", "사@h7", "使@h7"] {
            assert_eq!(read(START, text).as_deref(), Some("A@h7"), "{text}");
        }
        for text in ["S@k3", "s@k3", "첩@k3", "諜@k3"] {
            assert_eq!(read(spies, text).as_deref(), Some("S@k3"), "{text}");
        }
        for text in ["수@k3", "첩k3", "첩@", "@k3", "x@k3"] {
            assert_eq!(read(spies, text), None, "{text}");
        }
    }
}
