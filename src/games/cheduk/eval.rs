//! The evaluation. Weights are scaled so that a spy is worth about 55, which suits the margins of the search.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::Tile;
use super::notation::SEED;
use super::ruleset::Guarding;
use super::static_exchange;
use super::terms;
use super::weights::{BLOCKS, Counted};
use super::zobrist;
use crate::game::{Block, Evaluator, Game, Settings, Side, Tactics, Term, Tunable, logistic_win_draw_loss};
use crate::games::linear_eval::{self, LinearEval, TermCounter};

/// Gain of a move that ends the game; more than everything else together.
const DECISION: i32 = 5_000;
/// After this many quiet plies an advantage counts half.
pub(super) const DAMPING_PLIES: u32 = 60;
/// Terms of activity: attacks on the chief, and runs for information.
const ACTIVITY: [usize; 5] = [
    Counted::Pressure as usize,
    Counted::BarePressure as usize,
    Counted::Approach as usize,
    Counted::Race as usize,
    Counted::FreeRun as usize,
];

// Contempt: a bonus for the side that searches. Two sides that only wait do not lose; without this, half of the games
// between equals are undecided after 300 plies.
/// Percent of the activity of both sides.
const CONTEMPT_ACTIVITY: i32 = 10;
/// For each diplomat on the board, of either side: without them hardly anything can be attacked.
const CONTEMPT_DIPLOMAT: i32 = 42;
/// From this ply on, the searching side's own activity counts more: by `URGENCY_STEP` percent with each move, for
/// `URGENCY_MOVES` moves.
const URGENCY_PLY: usize = 190;
const URGENCY_STEP: i32 = 150;
const URGENCY_MOVES: usize = 20;
/// A side that is ahead by this may wait and has no urgency; one that is behind by as much has all of it.
const URGENCY_MARGIN: i32 = 30;

/// Upper bound of the random noise on ambassador tiles, so that games do not all begin alike.
const SETUP_NOISE: u64 = 12;

/// The evaluation of CheDuk.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation {
    /// Seed of the noise on ambassador tiles; 0 for none.
    noise_seed: u64,
    /// `None` outside of a search.
    contempt: Option<Contempt>,
}

#[derive(Clone, Copy, Debug)]
struct Contempt {
    /// The side that searches.
    side: Side,
    /// Percent of its own activity.
    urgency: i32,
}

/// Value of one side.
#[derive(Default)]
struct SideSum {
    value: i32,
    /// The part that the terms of [`ACTIVITY`] contribute.
    activity: i32,
    diplomats: i32,
}

impl TermCounter for SideSum {
    #[inline]
    fn add(&mut self, block: usize, place: usize, times: i32) {
        let value = BLOCKS[block].weights[place] * times;
        self.value += value;
        if ACTIVITY.contains(&block) {
            self.activity += value;
        }
        if block == Counted::Material as usize && place == Kind::Diplomat as usize - 1 {
            self.diplomats += times;
        }
    }
}

const fn weight(counted: Counted, place: usize) -> i32 {
    BLOCKS[counted as usize].weights[place]
}

impl Evaluation {
    /// Noise on the tile of a side's embassy.
    fn setup_noise(self, position: &Position, side: Side) -> i32 {
        let noise = |tile: Tile| zobrist::embassy(side, tile).wrapping_mul(self.noise_seed) >> 32;
        position.ground().embassy(side).map_or(0, |tile| (noise(tile) % SETUP_NOISE) as i32)
    }

    /// The bonus of the searching side, seen by the side to move.
    fn contempt_value(self, position: &Position, own: &SideSum, other: &SideSum) -> i32 {
        let Some(Contempt { side, urgency }) = self.contempt else { return 0 };
        let searching = side == position.side_to_move();
        let mine = if searching { own } else { other };
        let percent = CONTEMPT_ACTIVITY * (own.activity + other.activity) + urgency * mine.activity;
        let bonus = percent / 100 + CONTEMPT_DIPLOMAT * (own.diplomats + other.diplomats);
        if searching { bonus } else { -bonus }
    }
}

/// For the side to move and for the other.
#[inline]
fn side_sums(position: &Position) -> [SideSum; 2] {
    let mut sums = [SideSum::default(), SideSum::default()];
    terms::count(position, &mut sums);
    let [upper, lower] = sums;
    if position.side_to_move() == Side::Upper { [upper, lower] } else { [lower, upper] }
}

impl Evaluator<Position> for Evaluation {
    fn with_settings(settings: &dyn Settings) -> Evaluation {
        let noise_seed = match settings.number(SEED) {
            0 => fastrand::u64(..),
            seed => fastrand::Rng::with_seed(seed as u64).u64(..),
        };
        Evaluation { noise_seed, contempt: None }
    }

    fn begin(&mut self, position: &Position, plies: usize) {
        self.contempt = None;
        let behind = (URGENCY_MARGIN - self.evaluate(position, 0)).clamp(0, 2 * URGENCY_MARGIN);
        let moves = (plies.saturating_sub(URGENCY_PLY) / 2).min(URGENCY_MOVES) as i32;
        let urgency = URGENCY_STEP * moves * behind / (2 * URGENCY_MARGIN);
        self.contempt = Some(Contempt { side: position.side_to_move(), urgency });
    }

    fn contempt(&self, position: &Position) -> i32 {
        let [own, other] = side_sums(position);
        self.contempt_value(position, &own, &other)
    }

    /// Without the activity of both sides, which would cost as much as the whole hand-written evaluation, until there is urgency.
    fn network_contempt(&self, position: &Position) -> i32 {
        let Some(Contempt { side, urgency }) = self.contempt else { return 0 };
        if urgency > 0 {
            return self.contempt(position);
        }
        let diplomats = [Side::Upper, Side::Lower].into_iter().filter(|&side| position.diplomat(side).is_some());
        let bonus = CONTEMPT_DIPLOMAT * diplomats.count() as i32;
        if side == position.side_to_move() { bonus } else { -bonus }
    }

    fn evaluate(&mut self, position: &Position, _ply: usize) -> i32 {
        let us = position.side_to_move();
        let [own, other] = side_sums(position);
        let mut value = own.value - other.value;
        value -= quiet_damping(position, value);
        let noise = if position.is_set_up_phase() && self.noise_seed != 0 {
            self.setup_noise(position, us) - self.setup_noise(position, us.other())
        } else {
            0
        };
        value + noise + self.contempt_value(position, &own, &other)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let mut terms = linear_eval::explain(BLOCKS, position);
        let sum = terms.iter().map(|term| term.upper - term.lower).sum();
        terms.push(Term { name: "quiet plies", upper: -quiet_damping(position, sum), lower: 0 });
        terms
    }

    fn win_draw_loss(&self, position: &Position, score: i32) -> [u16; 3] {
        // The spread of the logistic curve from score to result, and the score at which a win becomes as likely as not; fitted by
        // `janggun tune` to 400 games each of 5,000 nodes a move, with the network where it evaluates.
        let (spread, even_chance) = match position.rules().guarding {
            Guarding::Attached => (120.0, 20.0),
            Guarding::Beside => (170.0, 20.0),
        };
        logistic_win_draw_loss(score, spread, even_chance)
    }
}

impl Tunable<Position> for Evaluation {
    fn weights() -> &'static [Block] {
        BLOCKS
    }

    fn counts(&self, position: &Position) -> Vec<f32> {
        linear_eval::counts(BLOCKS, position)
    }
}

impl Tactics for Position {
    const STATIC_EXCHANGE: bool = true;

    fn gain(&self, mv: Move) -> i32 {
        if mv.is_placing() || matches!(mv.action(), Action::Return | Action::Castle) {
            return 0;
        }
        let (us, them) = (self.side_to_move(), self.side_to_move().other());
        let taken = if self.shielded_tile(them) == Some(mv.to()) {
            return material(Kind::Guard);
        } else if self.side(them).contains(mv.to()) {
            self.kind_at(them, mv.to()).map_or(0, loss)
        } else {
            0
        };
        let scores = mv.action() == Action::Gather || self.unscored_embassy(us) == Some(mv.to());
        taken + if scores { next_information(self, us) } else { 0 }
    }

    fn stake(&self, mv: Move) -> i32 {
        match mv.action() {
            Action::PlaceAmbassador => material(Kind::Ambassador),
            Action::PlaceSpy => material(Kind::Spy),
            Action::Detach => material(Kind::Guard),
            _ => self.kind_at(self.side_to_move(), mv.from()).map_or(0, material),
        }
    }

    fn pays(&self, mv: Move, least: i32) -> bool {
        static_exchange::pays(self, mv, self.gain(mv), least, loss)
    }
}

/// The part of an advantage that quiet plies take away: the side that is ahead has to make progress.
fn quiet_damping(position: &Position, value: i32) -> i32 {
    let quiet = position.quiet_plies().min(DAMPING_PLIES) as i32;
    value * quiet / (2 * DAMPING_PLIES as i32)
}

fn material(kind: Kind) -> i32 {
    match kind {
        Kind::Chief => 0,
        kind => weight(Counted::Material, kind as usize - 1),
    }
}

/// What a side loses with a piece; spies and ambassadors return.
fn loss(kind: Kind) -> i32 {
    match kind {
        Kind::Chief => DECISION,
        Kind::Spy => material(kind) - weight(Counted::Reserve, 0) / 2,
        Kind::Ambassador => material(kind) - weight(Counted::Reserve, 1) / 2,
        kind => material(kind),
    }
}

/// Value of a side's information.
fn worth(information: usize) -> i32 {
    if information == 0 { 0 } else { weight(Counted::Information, information - 1) }
}

/// Value of one more piece of information.
fn next_information(position: &Position, side: Side) -> i32 {
    let have = usize::from(position.information(side));
    if have + 1 < usize::from(WINNING_INFORMATION) { worth(have + 1) - worth(have) } else { DECISION }
}

impl LinearEval for Position {
    #[inline]
    fn count_terms<C: TermCounter>(&self, counters: &mut [C; 2]) {
        terms::count(self, counters);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::fen;
    use super::super::ruleset::{CHEDUK, CHEDUK_SPAN, MODERN};
    use super::*;
    use crate::games::test_games;

    /// Rotated by 180 degrees, with the sides exchanged.
    pub fn turned(position: &Position) -> Position {
        let text = fen::write(position);
        let fields: Vec<&str> = text.split(' ').collect();
        let (placement, reserve) = fields[0].split_once('[').expect("a reserve");
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        let mut items: Vec<String> = Vec::new();
        for (index, letter) in placement.char_indices() {
            let digits = letter.is_ascii_digit() && placement[..index].ends_with(|c: char| c.is_ascii_digit());
            let joins = digits || letter == '~' || (index > 0 && placement[..index].ends_with('+'));
            match items.last_mut() {
                Some(last) if joins => last.push(swap(letter)),
                _ => items.push(swap(letter).to_string()),
            }
        }
        items.reverse();
        let turn_tile = |name: &str| match name {
            "-" => "-".to_owned(),
            name => {
                Tile::named(name.trim_end_matches('!')).turned().to_string()
                    + if name.ends_with('!') { "!" } else { "" }
            }
        };
        let embassies: Vec<String> = fields[3].split('/').rev().map(turn_tile).collect();
        let gathered: Vec<String> = fields[4].split(',').map(turn_tile).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let castling: String = fields[2].chars().map(swap).collect();
        let reserve: String = reserve.chars().map(|c| if c == ']' { c } else { swap(c) }).collect();
        let fen = format!(
            "{}[{reserve} {side} {castling} {} {} {} {}",
            items.concat(),
            embassies.join("/"),
            gathered.join(","),
            fields[5],
            fields[6]
        );
        fen::read(position.rules(), position.coin.other(), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// Positions of random games under all rules.
    pub fn samples() -> Vec<Position> {
        let rules = [&CHEDUK, &CHEDUK_SPAN, &MODERN].repeat(10).into_iter();
        let starts = rules.map(|rules| fen::read(rules, Side::Upper, fen::START).expect("the start position"));
        test_games::random_games(starts, 120)
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            let other = turned(&position);
            assert_eq!(
                Evaluation::default().evaluate(&position, 0),
                Evaluation::default().evaluate(&other, 0),
                "{}",
                fen::write(&position)
            );
            assert_eq!(position.legal_count(), other.legal_count(), "{}", fen::write(&position));
        }
    }

    #[test]
    fn the_terms_add_up() {
        for position in samples() {
            let sum: i32 = Evaluation::default().explain(&position).iter().map(|term| term.upper - term.lower).sum();
            let sign = if position.side_to_move() == Side::Upper { 1 } else { -1 };
            assert_eq!(Evaluation::default().evaluate(&position, 0), sign * sum);
        }
    }

    #[test]
    fn contempt_is_what_a_search_adds() {
        for position in samples() {
            for plies in [0, URGENCY_PLY + 20] {
                let mut player = Evaluation::default();
                player.begin(&position, plies);
                let plain = Evaluation::default().evaluate(&position, 0);
                assert_eq!(
                    player.evaluate(&position, 0) - plain,
                    player.contempt(&position),
                    "{}",
                    fen::write(&position)
                );
            }
        }
    }

    #[test]
    fn a_side_that_is_ahead_has_no_urgency() {
        let ahead = "c10/11/11/11/2a8/11/7A3/11/9S1/10D/10G/10C[SSSSsssss] w Cc h6/c8 - 0 90";
        let behind = ahead.replace(" w ", " b ");
        let urgency = |fen: &str, plies| {
            let mut player = Evaluation::default();
            player.begin(&fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN"), plies);
            player.contempt.expect("a search has begun").urgency
        };
        assert_eq!(urgency(ahead, URGENCY_PLY + 100), 0);
        assert_eq!(urgency(&behind, URGENCY_PLY), 0);
        assert_eq!(urgency(&behind, URGENCY_PLY + 100), URGENCY_STEP * URGENCY_MOVES as i32);
    }

    #[test]
    fn chances_add_up() {
        let start = fen::read(&CHEDUK, Side::Upper, fen::START).expect("the start position");
        for score in [-30_000, -300, -1, 0, 77, 30_000] {
            let [win, draw, loss] = Evaluation::default().win_draw_loss(&start, score);
            assert_eq!(win + draw + loss, 1_000, "{score}");
            assert_eq!([loss, draw, win], Evaluation::default().win_draw_loss(&start, -score));
        }
    }

    #[test]
    fn gains_are_what_a_move_takes() {
        let fen = "c10/11/11/2S8/11/2aS7/11/11/9G1/9s1/10e/10C[ASSSssss] w Cc h7/c7 a8,a9,b8 0 20";
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let gain = |text: &str| {
            use crate::game::Notation;
            position.gain(position.parse_move(text).expect("a legal move"))
        };
        assert_eq!(gain("c9c9"), worth(4) - worth(3));
        assert_eq!(gain("d7c7@k4"), loss(Kind::Ambassador) + worth(4) - worth(3));
        assert_eq!(gain("j4j3"), loss(Kind::Spy));
        assert_eq!(gain("j4j5"), 0);
        assert_eq!(gain("S@k4"), 0);
    }
}
