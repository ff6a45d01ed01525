//! What positions are worth, in hundredths of a spy.

use super::action::{Action, Move};
use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::hex::{Tile, TileSet};
use super::moves::diplomat_reach;
use crate::game::{Evaluator, Game, Side, Term};

/// On the board.
const MATERIAL: [i32; Kind::COUNT] = [0, 450, 300, 150, 100, 220];
/// Not on the board but able to come back, at the price of a turn.
const SPY_IN_RESERVE: i32 = 70;
const AMBASSADOR_IN_RESERVE: i32 = 100;
/// By how much information there is; five wins.
const INFORMATION: [i32; WINNING_INFORMATION as usize] = [0, 160, 350, 580, 880];
/// The first occupation of the enemy embassy has yet to be had: it needs no turn of its own.
const UNSCORED_EMBASSY: i32 = 30;
/// A spy so many steps from the nearest tile of enemy territory that has not been gathered.
const APPROACH: [i32; 8] = [70, 48, 34, 24, 16, 10, 5, 0];
/// A spy that could gather right now.
const READY: i32 = 40;
/// Each piece that attacks a tile beside the enemy chief, or the chief.
const PRESSURE: i32 = 18;
/// The chief could be captured.
const CHIEF_ATTACKED: i32 = 60;
/// The guard is attached to the chief.
const CHIEF_GUARDED: i32 = 40;
/// The own embassy is in enemy hands.
const EMBASSY_LOST: i32 = -20;
/// The right to move.
const TEMPO: i32 = 20;
/// What is gained by what ends the game; more than all the rest.
const DECISION: i32 = 5_000;

/// The evaluation of CheDuk.
#[derive(Clone, Copy, Default, Debug)]
pub struct Evaluation;

/// What is counted.
#[derive(Clone, Copy)]
enum Aspect {
    Material,
    Reserve,
    Information,
    Spies,
    Danger,
    Embassy,
    Tempo,
}

/// One side's share of every aspect.
type Account = [i32; 7];

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let own: i32 = account(position, us).iter().sum();
        let other: i32 = account(position, us.other()).iter().sum();
        own - other
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let [upper, lower] = [Side::Upper, Side::Lower].map(|side| account(position, side));
        let term = |(aspect, name)| {
            let index = aspect as usize;
            Term { name, upper: upper[index], lower: lower[index] }
        };
        let terms = [
            (Aspect::Material, "material"),
            (Aspect::Reserve, "reserve"),
            (Aspect::Information, "information"),
            (Aspect::Spies, "spies"),
            (Aspect::Danger, "chief danger"),
            (Aspect::Embassy, "embassy"),
            (Aspect::Tempo, "tempo"),
        ];
        terms.map(term).to_vec()
    }

    fn gain(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_placing() || matches!(mv.action(), Action::Return | Action::Castle) {
            return 0;
        }
        let (us, them) = (position.side_to_move(), position.side_to_move().other());
        let taken = if position.shared_tile(them) == Some(mv.to()) {
            return MATERIAL[Kind::Guard as usize];
        } else if position.side(them).contains(mv.to()) {
            position.kind_at(them, mv.to()).map_or(0, loss)
        } else {
            0
        };
        let scores = mv.action() == Action::Gather || position.unscored_embassy(us) == Some(mv.to());
        taken + if scores { next_information(position, us) } else { 0 }
    }

    fn stake(&self, position: &Position, mv: Move) -> i32 {
        match mv.action() {
            Action::PlaceAmbassador => MATERIAL[Kind::Ambassador as usize],
            Action::PlaceSpy => MATERIAL[Kind::Spy as usize],
            Action::Detach => MATERIAL[Kind::Guard as usize],
            _ => position.kind_at(position.side_to_move(), mv.from()).map_or(0, |kind| MATERIAL[kind as usize]),
        }
    }

    fn win_draw_loss(&self, _: &Position, score: i32) -> [u16; 3] {
        /// How fast a score turns into a win.
        const SPREAD: f64 = 150.0;
        /// The score at which a win becomes as likely as not.
        const EVEN_CHANCE: f64 = 60.0;
        let chance = |score: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp())).round() as u16;
        let (win, loss) = (chance(score.into()), chance(-f64::from(score)));
        [win, 1000u16.saturating_sub(win + loss), loss]
    }
}

/// What a side loses with a piece; some of it comes back.
fn loss(kind: Kind) -> i32 {
    match kind {
        Kind::Chief => DECISION,
        Kind::Spy => MATERIAL[kind as usize] - SPY_IN_RESERVE / 2,
        Kind::Ambassador => MATERIAL[kind as usize] - AMBASSADOR_IN_RESERVE / 2,
        kind => MATERIAL[kind as usize],
    }
}

/// What one more piece of information is worth.
fn next_information(position: &Position, side: Side) -> i32 {
    let have = usize::from(position.information(side));
    INFORMATION.get(have + 1).map_or(DECISION, |next| next - INFORMATION[have])
}

fn account(position: &Position, side: Side) -> Account {
    let them = side.other();
    let mut material = 0;
    for (tile, kind) in [
        (position.diplomat(side), Kind::Diplomat),
        (position.ambassador(side), Kind::Ambassador),
        (position.guard(side), Kind::Guard),
    ] {
        material += tile.map_or(0, |_| MATERIAL[kind as usize]);
    }
    material += MATERIAL[Kind::Envoy as usize] * position.envoys(side).count() as i32;
    let reserve = position.spies_in_reserve(side) as i32;
    material += MATERIAL[Kind::Spy as usize] * (Kind::Spy.full_number() as i32 - reserve);

    let mut account = Account::default();
    let mut put = |aspect: Aspect, value| account[aspect as usize] = value;
    put(Aspect::Material, material);
    let ambassador = if position.ambassador(side).is_none() { AMBASSADOR_IN_RESERVE } else { 0 };
    put(Aspect::Reserve, SPY_IN_RESERVE * reserve + ambassador);
    let information = usize::from(position.information(side)).min(INFORMATION.len() - 1);
    put(Aspect::Information, INFORMATION[information]);
    put(Aspect::Spies, spies(position, side));
    put(Aspect::Danger, chief_safety(position, side) + pressure(position, side));
    let unscored = if position.unscored_embassy(side).is_some() { UNSCORED_EMBASSY } else { 0 };
    let lost = if position.is_embassy_occupied(side) { EMBASSY_LOST } else { 0 };
    put(Aspect::Embassy, unscored + lost);
    put(Aspect::Tempo, if position.side_to_move() == side { TEMPO } else { 0 });
    debug_assert!(position.chief(them).is_some() || position.finish().is_some());
    account
}

/// How near the spies are to something that can be gathered.
fn spies(position: &Position, side: Side) -> i32 {
    let them = side.other();
    let land = position.ground().territory(them).without(position.gathered());
    let watched = position.guard(them).map_or(TileSet::EMPTY, TileSet::around);
    let mut sum = 0;
    for spy in position.spies(side) {
        if land.contains(spy) {
            sum += APPROACH[0] + if watched.contains(spy) { 0 } else { READY };
        } else if let Some(embassy) = position.ground().embassy(them) {
            // The embassy is the corner of the territory that lies nearest to the enemy.
            sum += APPROACH[(spy.distance(embassy) as usize).clamp(1, APPROACH.len() - 1)];
        }
    }
    sum
}

fn chief_safety(position: &Position, side: Side) -> i32 {
    let guarded = position.chief(side).is_some() && position.shared_tile(side) == position.chief(side);
    let attacked = !position.is_set_up_phase() && !position.attackers(side).is_empty();
    i32::from(guarded) * CHIEF_GUARDED - i32::from(attacked) * CHIEF_ATTACKED
}

/// How many pieces of a side look at the enemy chief or a tile beside it.
fn pressure(position: &Position, side: Side) -> i32 {
    let Some(chief) = position.chief(side.other()) else { return 0 };
    let zone = TileSet::around(chief).with(chief);
    let bears = |from: Option<Tile>, reach: &dyn Fn(Tile) -> TileSet| from.is_some_and(|from| reach(from).meets(zone));
    let mut count = i32::from(bears(position.diplomat(side), &|from| diplomat_reach(from, position.occupied())));
    count += position.spies(side).filter(|&spy| TileSet::spy_steps(side, spy).meets(zone)).count() as i32;
    count += i32::from(bears(position.ambassador(side), &TileSet::around));
    // An envoy has a line to the chief or to a tile beside it, whatever stands between.
    count += position.envoys(side).filter(|&envoy| envoy.direction_to(chief).is_some()).count() as i32;
    PRESSURE * count
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::territory::TerritoryRule;
    use super::*;

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
        let mut random = fastrand::Rng::with_seed(3);
        let mut samples = Vec::new();
        for rule in [TerritoryRule::Wedge, TerritoryRule::Span].repeat(10) {
            let mut position = fen::read(rule, Side::Upper, fen::START).expect("the start position");
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&mv) = random.choice(&moves) else { break };
                position.play(mv);
                samples.push(position);
            }
        }
        samples
    }

    #[test]
    fn both_sides_are_weighed_alike() {
        for position in samples() {
            let other = turned(&position);
            assert_eq!(Evaluation.evaluate(&position), Evaluation.evaluate(&other), "{}", fen::write(&position));
            assert_eq!(position.legal_count(), other.legal_count(), "{}", fen::write(&position));
        }
    }

    #[test]
    fn the_terms_add_up() {
        for position in samples() {
            let sum: i32 = Evaluation.explain(&position).iter().map(|term| term.upper - term.lower).sum();
            let sign = if position.side_to_move() == Side::Upper { 1 } else { -1 };
            assert_eq!(Evaluation.evaluate(&position), sign * sum);
        }
    }

    #[test]
    fn chances_add_up() {
        let start = fen::read(TerritoryRule::Wedge, Side::Upper, fen::START).expect("the start position");
        for score in [-30_000, -300, -1, 0, 77, 30_000] {
            let [win, draw, loss] = Evaluation.win_draw_loss(&start, score);
            assert_eq!(win + draw + loss, 1_000, "{score}");
            assert_eq!([loss, draw, win], Evaluation.win_draw_loss(&start, -score));
        }
    }

    #[test]
    fn gains_are_what_a_move_takes() {
        let fen = "c10/11/11/2S8/11/2aS7/11/11/9G1/9s1/10e/10C[ASSSssss] w Cc h7/c7 a8,a9,b8 0 20";
        let position = fen::read(TerritoryRule::Wedge, Side::Upper, fen).expect("a good FEN");
        let gain = |text: &str| {
            use crate::game::Notation;
            Evaluation.gain(&position, position.parse_move(text).expect("a legal move"))
        };
        assert_eq!(gain("c9c9"), INFORMATION[4] - INFORMATION[3]);
        assert_eq!(gain("d7c7@k4"), loss(Kind::Ambassador) + INFORMATION[4] - INFORMATION[3]);
        assert_eq!(gain("j4j3"), loss(Kind::Spy));
        assert_eq!(gain("j4j5"), 0);
        assert_eq!(gain("S@k4"), 0);
    }
}
