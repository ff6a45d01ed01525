//! The next thing to say, by the dice, and what it means.

use super::common::Dice;
use super::table::Table;
use janggun::games::registry;
use std::time::Duration;

/// What a search waits for before it may answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitsFor {
    Nothing,
    StopOrHit,
    Stop,
}

/// A search that was asked for.
#[derive(Clone, Debug)]
pub struct Go {
    pub waits_for: WaitsFor,
    /// How long it may think once it does not wait, if that is limited.
    pub time: Option<Duration>,
    /// The only moves to choose from, if not all.
    pub moves: Vec<String>,
}

/// What was said, as far as the answer depends on it.
pub enum Meaning {
    Go(Go),
    Perft,
    Stop,
    PonderHit,
    /// Ends a search, and is then carried out in silence.
    Change,
    /// The same, with a line about the variant.
    Variant,
    /// The same, but what it says is wrong.
    WrongChange,
    IsReady,
    Moves,
    Result,
    Picture,
    Evaluation,
    Nonsense,
}

/// More than the deepest or largest search takes that is asked for here.
const LONG: Duration = Duration::from_secs(30);

pub struct Command {
    pub line: Vec<u8>,
    pub meaning: Meaning,
}

fn say(line: impl Into<String>, meaning: Meaning) -> Command {
    Command { line: line.into().into_bytes(), meaning }
}

fn pick<'a>(dice: &mut Dice, words: &[&'a str]) -> &'a str {
    words[dice.roll(words.len() as u64) as usize]
}

/// The next command; those that change something change it on the table as well.
pub fn command(table: &mut Table, dice: &mut Dice) -> Command {
    match dice.roll(100) {
        0..32 => go(table, dice),
        32..34 => say(format!("go perft {}", [1, 2, 9][dice.roll(3) as usize]), Meaning::Perft),
        34..48 => say("stop", Meaning::Stop),
        48..54 => say("ponderhit", Meaning::PonderHit),
        54..61 => say("isready", Meaning::IsReady),
        61..77 => position(table, dice),
        77..88 => set_option(table, dice),
        88..90 => say("ucinewgame", Meaning::Change),
        90 => say("moves", Meaning::Moves),
        91 => say("result", Meaning::Result),
        92 => say("d", Meaning::Picture),
        93 => say("eval", Meaning::Evaluation),
        94..97 => nonsense(dice),
        _ => wrong_change(table, dice),
    }
}

fn go(table: &Table, dice: &mut Dice) -> Command {
    let mut words = vec!["go".to_owned()];
    let mut asked = Go { waits_for: WaitsFor::Nothing, time: None, moves: Vec::new() };
    let legal = table.session.game().legal_moves();
    if dice.roll(8) == 0 && !legal.is_empty() {
        for _ in 0..=dice.roll(3) {
            asked.moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
        }
        words.push(format!("searchmoves {}", asked.moves.join(" ")));
    }
    if dice.roll(5) == 0 {
        asked.waits_for = WaitsFor::StopOrHit;
        words.push("ponder".to_owned());
    }
    asked.time = Some(LONG);
    match dice.roll(10) {
        0..3 => {
            asked.waits_for = WaitsFor::Stop;
            words.push("infinite".to_owned());
        }
        3 => words.push(format!("depth {}", 1 + dice.roll(3))),
        4 => words.push(format!("nodes {}", dice.roll(4_000))),
        5 => words.push(format!("mate {} nodes {}", 1 + dice.roll(3), dice.roll(4_000))),
        6..8 => {
            let time = dice.roll(60);
            asked.time = Some(Duration::from_millis(time));
            words.push(format!("movetime {time}"));
        }
        8 => {
            let time = dice.roll(400) as i64 - 20;
            asked.time = Some(Duration::from_millis(time.max(0) as u64));
            words.push(format!("wtime {time} btime {time} winc {0} binc {0}", dice.roll(20)));
        }
        // Until a stop, like `infinite`, but without a promise.
        _ => asked.time = None,
    }
    say(words.join(" "), Meaning::Go(asked))
}

/// Moves of a random game, at most so many.
fn random_game(table: &Table, fen: Option<&str>, dice: &mut Dice, plies: u64) -> Vec<String> {
    let mut session = table.fresh();
    let mut moves = Vec::new();
    while (moves.len() as u64) < plies {
        session.set_position(table.options(), fen, &moves).expect("legal so far");
        let legal = session.game().legal_moves();
        if legal.is_empty() {
            break;
        }
        moves.push(legal[dice.roll(legal.len() as u64) as usize].clone());
    }
    moves
}

fn position(table: &mut Table, dice: &mut Dice) -> Command {
    let plies = match dice.roll(20) {
        0..4 => 0,
        4..19 => dice.roll(30),
        _ => dice.roll(250),
    };
    let mut fen = None;
    if dice.roll(3) == 0 {
        let mut session = table.fresh();
        let moves = random_game(table, None, dice, plies);
        session.set_position(table.options(), None, &moves).expect("a legal game");
        // A pass in a facing of the generals ends the game, even in check, and then its FEN is no position to play on from.
        fen = (!session.game().legal_moves().is_empty()).then(|| session.game().picture().fen);
    }
    let more = if fen.is_some() { dice.roll(8) } else { plies };
    let mut moves = random_game(table, fen.as_deref(), dice, more);
    // A long game: two moves and their way back, over and over, if they are legal.
    if dice.roll(12) == 0 && table.root.variant.starts_with("janggi") && fen.is_none() {
        let cycle = ["a1a2", "a10a9", "a2a1", "a9a10"];
        let first = if table.root.variant == "janggistrict" { 1 } else { 0 };
        moves = (0..dice.roll(3_000) as usize).map(|ply| cycle[(first + ply) % 4].to_owned()).collect();
    }
    let line = match &fen {
        Some(fen) => format!("position fen {fen} moves {}", moves.join(" ")),
        None => format!("position startpos moves {}", moves.join(" ")),
    };
    let meaning = if table.set_position(fen, moves) { Meaning::Change } else { Meaning::WrongChange };
    say(line, meaning)
}

fn set_option(table: &mut Table, dice: &mut Dice) -> Command {
    let (name, value) = match dice.roll(12) {
        0..2 => ("Hash", pick(dice, &["1", "2", "7", "16", "64", "200"])),
        2..4 => ("Threads", pick(dice, &["1", "1", "1", "2", "2", "3", "9"])),
        4..7 => ("UCI_Variant", registry::NAMES[dice.roll(registry::NAMES.len() as u64) as usize]),
        7 => ("MultiPV", pick(dice, &["1", "1", "2", "5", "256"])),
        8 => ("Skill Level", pick(dice, &["0", "10", "20", "20", "20"])),
        9 => ("Level", pick(dice, &["low", "middle", "full", "full"])),
        10 => *[
            ("UCI_ShowWDL", "true"),
            ("UCI_ShowWDL", "false"),
            ("UCI_AnalyseMode", "true"),
            ("UCI_AnalyseMode", "false"),
            ("Move Overhead", "0"),
            ("Move Overhead", "10"),
            ("Twelve_Strategy", "false"),
            ("Twelve_Strategy", "true"),
            ("Clear Hash", ""),
        ]
        .get(dice.roll(9) as usize)
        .expect("one of nine"),
        _ => *[
            ("Janggi_ChoSetup", "sangmamasang"),
            ("Janggi_ChoSetup", "masangsangma"),
            ("Janggi_HanSetup", "masangmasang"),
            ("CheDuk_Territory", "span"),
            ("CheDuk_Territory", "wedge"),
            ("CheDuk_Seed", "7"),
        ]
        .get(dice.roll(6) as usize)
        .expect("one of six"),
    };
    table.set_option(name, (!value.is_empty()).then_some(value));
    let meaning = if name == "UCI_Variant" { Meaning::Variant } else { Meaning::Change };
    let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
    say(format!("setoption name {name}{value}"), meaning)
}

/// Bytes that are no command, whatever they are.
fn nonsense(dice: &mut Dice) -> Command {
    let mut line = b"@".to_vec();
    for _ in 0..dice.roll(60) {
        line.push(dice.roll(256) as u8);
    }
    line.retain(|byte| !byte.is_ascii_whitespace() && *byte != 0x0B);
    Command { line, meaning: Meaning::Nonsense }
}

/// What ends a search although nothing comes of it.
fn wrong_change(table: &Table, dice: &mut Dice) -> Command {
    let line = match dice.roll(6) {
        0 => "setoption name Hash value 0".to_owned(),
        1 => "setoption name Colour value blue".to_owned(),
        2 => "setoption name UCI_Variant value chess".to_owned(),
        3 => "position fen 9/9/9 w - - 0 1".to_owned(),
        4 => format!("position startpos moves {} z9z9", table.root.moves.join(" ")),
        _ => "go depth 1 searchmoves z9z9".to_owned(),
    };
    say(line, Meaning::WrongChange)
}
