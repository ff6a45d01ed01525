//! What positions are worth. A spy on the board counts about 55, a scale that suits the margins of the search.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::Tile;
use super::notation::SEED;
use super::static_exchange;
use super::terms;
use super::weights::{BLOCKS, Counted};
use super::zobrist;
use crate::game::{Block, Evaluator, Game, Settings, Side, Tactics, Term, Tunable, logistic_win_draw_loss};
use crate::games::ledger::{self, Account, Ledger};

/// What is gained by what ends the game; more than all the rest.
const DECISION: i32 = 5_000;
/// After so many plies in which nothing happened, half of an advantage has faded.
const FADING_PLIES: u32 = 60;
/// What makes a position lively: attacks on the chief, and runs for information.
const LIVELY: [usize; 5] = [
    Counted::Pressure as usize,
    Counted::BarePressure as usize,
    Counted::Approach as usize,
    Counted::Race as usize,
    Counted::FreeRun as usize,
];

// What whoever thinks likes better than it is. Two players who only wait do not lose: without this, half of the games
// between equals are not decided within 300 plies.
/// Percent of what is lively, whoever does it.
const TASTE: i32 = 10;
/// What it gives for each diplomat that stays on the board: without them hardly anything can be attacked.
const DIPLOMAT_STAYS: i32 = 42;
/// When a game has gone on for so many plies, what is lively on its own side begins to mean more to it: so many percent
/// with each move, for so many moves.
const PATIENCE: usize = 190;
const IMPATIENCE: i32 = 150;
const LONGEST_IMPATIENCE: usize = 20;
/// But who is ahead can wait: with this it is not impatient at all, with as much less than nothing it is in full.
const AHEAD: i32 = 30;

/// In the set-up an ambassador tile may seem better than it is by less than this, so that not every game begins alike.
const WHIM: u64 = 12;

/// The evaluation of CheDuk.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation {
    /// Which of the ambassador tiles that are about equally good it fancies; 0 for none.
    whim: u64,
    /// Who is thinking, if it is to play.
    player: Option<Player>,
}

/// A side with a contempt of its own.
#[derive(Clone, Copy, Debug)]
struct Player {
    side: Side,
    /// Percent by which it likes what is lively on its own side better than it used to.
    impatience: i32,
}

/// Adds up a side's worth.
#[derive(Default)]
struct Weighed {
    worth: i32,
    /// What of that makes the position lively.
    lively: i32,
    diplomats: i32,
}

impl Ledger for Weighed {
    #[inline]
    fn enter(&mut self, block: usize, place: usize, times: i32) {
        let value = BLOCKS[block].weights[place] * times;
        self.worth += value;
        if LIVELY.contains(&block) {
            self.lively += value;
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
    /// How much better than it is a side's embassy seems in the set-up.
    fn fancy(self, position: &Position, side: Side) -> i32 {
        let liked = |tile: Tile| zobrist::embassy(side, tile).wrapping_mul(self.whim) >> 32;
        position.ground().embassy(side).map_or(0, |tile| (liked(tile) % WHIM) as i32)
    }

    /// What whoever thinks likes better than it is, from the view of the side to move.
    fn liking(self, position: &Position, own: &Weighed, other: &Weighed) -> i32 {
        let Some(Player { side, impatience }) = self.player else { return 0 };
        let thinks = side == position.side_to_move();
        let mine = if thinks { own } else { other };
        let percent = TASTE * (own.lively + other.lively) + impatience * mine.lively;
        let liking = percent / 100 + DIPLOMAT_STAYS * (own.diplomats + other.diplomats);
        if thinks { liking } else { -liking }
    }
}

/// Weighs a position for the side to move and for the other.
#[inline]
fn weigh(position: &Position) -> [Weighed; 2] {
    let mut weighed = [Weighed::default(), Weighed::default()];
    terms::account(position, &mut weighed);
    let [upper, lower] = weighed;
    if position.side_to_move() == Side::Upper { [upper, lower] } else { [lower, upper] }
}

impl Evaluator<Position> for Evaluation {
    fn with_settings(settings: &dyn Settings) -> Evaluation {
        let whim = match settings.number(SEED) {
            0 => fastrand::u64(..),
            seed => fastrand::Rng::with_seed(seed as u64).u64(..),
        };
        Evaluation { whim, player: None }
    }

    fn begin(&mut self, position: &Position, plies: usize) {
        self.player = None;
        let behind = (AHEAD - self.evaluate(position)).clamp(0, 2 * AHEAD);
        let moves = (plies.saturating_sub(PATIENCE) / 2).min(LONGEST_IMPATIENCE) as i32;
        let impatience = IMPATIENCE * moves * behind / (2 * AHEAD);
        self.player = Some(Player { side: position.side_to_move(), impatience });
    }

    fn contempt(&self, position: &Position) -> i32 {
        let [own, other] = weigh(position);
        self.liking(position, &own, &other)
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let [own, other] = weigh(position);
        let mut worth = own.worth - other.worth;
        worth -= faded(position, worth);
        let fancied = if position.is_set_up_phase() && self.whim != 0 {
            self.fancy(position, us) - self.fancy(position, us.other())
        } else {
            0
        };
        worth + fancied + self.liking(position, &own, &other)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let mut terms = ledger::explain(BLOCKS, position);
        let sum = terms.iter().map(|term| term.upper - term.lower).sum();
        terms.push(Term { name: "faded", upper: -faded(position, sum), lower: 0 });
        terms
    }

    fn win_draw_loss(&self, _: &Position, score: i32) -> [u16; 3] {
        /// How fast a score turns into a win.
        const SPREAD: f64 = 220.0;
        /// The score at which a win becomes as likely as not.
        const EVEN_CHANCE: f64 = 60.0;
        logistic_win_draw_loss(score, SPREAD, EVEN_CHANCE)
    }
}

impl Tunable<Position> for Evaluation {
    fn weights() -> &'static [Block] {
        BLOCKS
    }

    fn counts(&self, position: &Position) -> Vec<f32> {
        ledger::counts(BLOCKS, position)
    }
}

impl Tactics for Position {
    const STATIC_EXCHANGE: bool = true;

    fn gain(&self, mv: Move) -> i32 {
        if mv.is_placing() || matches!(mv.action(), Action::Return | Action::Castle) {
            return 0;
        }
        let (us, them) = (self.side_to_move(), self.side_to_move().other());
        let taken = if self.shared_tile(them) == Some(mv.to()) {
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

/// How much of an advantage is lost by doing nothing with it: who is ahead has to make progress.
fn faded(position: &Position, worth: i32) -> i32 {
    let quiet = position.quiet_plies().min(FADING_PLIES) as i32;
    worth * quiet / (2 * FADING_PLIES as i32)
}

fn material(kind: Kind) -> i32 {
    match kind {
        Kind::Chief => 0,
        kind => weight(Counted::Material, kind as usize - 1),
    }
}

/// What a side loses with a piece; some of it comes back.
fn loss(kind: Kind) -> i32 {
    match kind {
        Kind::Chief => DECISION,
        Kind::Spy => material(kind) - weight(Counted::Reserve, 0) / 2,
        Kind::Ambassador => material(kind) - weight(Counted::Reserve, 1) / 2,
        kind => material(kind),
    }
}

/// What a side's information is worth.
fn worth(information: usize) -> i32 {
    if information == 0 { 0 } else { weight(Counted::Information, information - 1) }
}

/// What one more piece of information is worth.
fn next_information(position: &Position, side: Side) -> i32 {
    let have = usize::from(position.information(side));
    if have + 1 < usize::from(WINNING_INFORMATION) { worth(have + 1) - worth(have) } else { DECISION }
}

impl Account for Position {
    #[inline]
    fn account<L: Ledger>(&self, ledgers: &mut [L; 2]) {
        terms::account(self, ledgers);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::territory::TerritoryRule;
    use super::*;
    use crate::games::test_games;

    /// The position with half a turn and the colours exchanged.
    fn turned(position: &Position) -> Position {
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
        fen::read(position.ground().rule(), position.coin.other(), &fen)
            .unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// Positions of random games under both rules.
    fn samples() -> Vec<Position> {
        let rules = [TerritoryRule::Wedge, TerritoryRule::Span].repeat(10).into_iter();
        let starts = rules.map(|rule| fen::read(rule, Side::Upper, fen::START).expect("the start position"));
        test_games::random_games(starts, 120)
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            let other = turned(&position);
            assert_eq!(
                Evaluation::default().evaluate(&position),
                Evaluation::default().evaluate(&other),
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
            assert_eq!(Evaluation::default().evaluate(&position), sign * sum);
        }
    }

    #[test]
    fn a_taste_is_what_playing_adds() {
        for position in samples() {
            for plies in [0, PATIENCE + 20] {
                let mut player = Evaluation::default();
                player.begin(&position, plies);
                let plain = Evaluation::default().evaluate(&position);
                assert_eq!(player.evaluate(&position) - plain, player.contempt(&position), "{}", fen::write(&position));
            }
        }
    }

    #[test]
    fn only_who_is_not_ahead_becomes_impatient() {
        let ahead = "c10/11/11/11/2a8/11/7A3/11/9S1/10D/10G/10C[SSSSsssss] w Cc h6/c8 - 0 90";
        let behind = ahead.replace(" w ", " b ");
        let impatience = |fen: &str, plies| {
            let mut player = Evaluation::default();
            player.begin(&fen::read(TerritoryRule::Wedge, Side::Upper, fen).expect("a good FEN"), plies);
            player.player.expect("a player").impatience
        };
        assert_eq!(impatience(ahead, PATIENCE + 100), 0);
        assert_eq!(impatience(&behind, PATIENCE), 0);
        assert_eq!(impatience(&behind, PATIENCE + 100), IMPATIENCE * LONGEST_IMPATIENCE as i32);
    }

    #[test]
    fn chances_add_up() {
        let start = fen::read(TerritoryRule::Wedge, Side::Upper, fen::START).expect("the start position");
        for score in [-30_000, -300, -1, 0, 77, 30_000] {
            let [win, draw, loss] = Evaluation::default().win_draw_loss(&start, score);
            assert_eq!(win + draw + loss, 1_000, "{score}");
            assert_eq!([loss, draw, win], Evaluation::default().win_draw_loss(&start, -score));
        }
    }

    #[test]
    fn gains_are_what_a_move_takes() {
        let fen = "c10/11/11/2S8/11/2aS7/11/11/9G1/9s1/10e/10C[ASSSssss] w Cc h7/c7 a8,a9,b8 0 20";
        let position = fen::read(TerritoryRule::Wedge, Side::Upper, fen).expect("a good FEN");
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
