//! The binary under stress: random conversations at random moments, recorded, and every line of the answer accounted for.
//! A conversation follows from its seed, but for the moments at which the machine lets its parts run.
//!
//! `STRESS_LINES` says how many lines are sent in all, `STRESS_SEED` with which seed the first conversation begins:
//!
//!     STRESS_LINES=100000 cargo test --release --test stress -- --nocapture
//!
//! With `--ignored` it is measured on top of that how soon the answers come.

#[path = "../common/mod.rs"]
mod common;
mod due;
mod table;
mod talk;

use common::{Dice, Engine, SOON};
use due::Due;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use std::{env, fs, thread};
use table::Table;

/// Answers that may be outstanding; a GUI that sends more without listening is not stressful but foolish.
const MOST_DUE: usize = 40;

/// What was said by whom and when. However a conversation fails, by an answer, a crash or silence, it is kept, and told how
/// to hold it again.
struct Record {
    seed: u64,
    begun: Instant,
    text: String,
}

impl Record {
    fn new(seed: u64) -> Record {
        Record { seed, begun: Instant::now(), text: String::new() }
    }

    fn path(seed: u64) -> String {
        format!("{}/stress-{seed}-{}.log", env!("CARGO_TARGET_TMPDIR"), std::process::id())
    }

    fn note(&mut self, who: &str, line: &str) {
        let time = self.begun.elapsed().as_secs_f64();
        let end = line.char_indices().nth(2_000).map_or(line.len(), |(index, _)| index);
        let _ = writeln!(self.text, "{time:10.4} {who} {}", &line[..end]);
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        if !thread::panicking() {
            return;
        }
        let path = Record::path(self.seed);
        let kept = match fs::write(&path, &self.text) {
            Ok(()) => format!("the record is {path}"),
            Err(error) => format!("the record cannot be written to {path}: {error}"),
        };
        let tail: Vec<&str> = self.text.lines().rev().take(30).collect();
        let tail: Vec<&str> = tail.into_iter().rev().collect();
        eprintln!("this was STRESS_SEED={}; {kept}; its end:\n{}", self.seed, tail.join("\n"));
    }
}

/// One conversation. The engine goes first, as it may complain when it does, and the record last.
struct Conversation {
    engine: Engine,
    due: Due,
    record: Record,
}

impl Conversation {
    fn say(&mut self, line: &[u8]) {
        self.record.note(">>", &String::from_utf8_lossy(line));
        self.engine.send_bytes(&[line, b"\n"].concat());
    }

    /// Listens for so long.
    fn listen(&mut self, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        while let Some(line) = self.engine.next_line(end.saturating_duration_since(Instant::now())) {
            self.record.note("<<", &line.text);
            self.due.hear(&line)?;
        }
        self.due.is_anything_late()
    }

    fn talk(&mut self, table: &mut Table, dice: &mut Dice, lines: usize) -> Result<(), String> {
        for _ in 0..lines {
            let command = talk::command(table, dice);
            self.due.expect(command.meaning, table);
            self.say(&command.line);
            let pause = match dice.roll(10) {
                0..5 => 0,
                5..9 => dice.roll(5_000),
                _ => dice.roll(30_000),
            };
            self.listen(Duration::from_micros(pause))?;
            if self.due.len() > MOST_DUE {
                self.due.expect(talk::Meaning::Stop, table);
                self.say(b"stop");
                while self.due.len() > MOST_DUE / 4 {
                    self.listen(Duration::from_millis(5))?;
                }
            }
        }
        Ok(())
    }

    /// Ends in one of the ways there are, in the middle of whatever is going on: all that is due must still come.
    fn end(&mut self, table: &Table, dice: &mut Dice) -> Result<(), String> {
        // At the end of the input a perft is finished first, and that may take days.
        let quits = dice.roll(2) == 0 || self.due.is_counting();
        self.due.expect(talk::Meaning::Change, table);
        if quits {
            self.say(b"quit");
        } else {
            self.record.note(">>", "(end of input)");
            self.engine.close_input();
        }
        let status = self.engine.wait();
        if !status.success() {
            return Err(format!("it ended with {status}"));
        }
        // What it has said is all there.
        self.listen(SOON)?;
        if self.due.len() > 0 { Err(format!("it ended without {:?}", self.due)) } else { Ok(()) }
    }
}

/// Holds a conversation and returns what was measured of it.
fn converse(seed: u64, lines: usize) -> due::Measured {
    let mut dice = Dice::new(seed);
    let mut table = Table::new();
    let mut conversation = Conversation { engine: Engine::start(), due: Due::default(), record: Record::new(seed) };
    let held = conversation.talk(&mut table, &mut dice, lines).and_then(|()| conversation.end(&table, &mut dice));
    if let Err(error) = held {
        panic!("STRESS_SEED={seed} after {lines} lines at most: {error}");
    }
    conversation.due.measured()
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not '{text}'")))
}

/// Holds as many conversations as it takes to say so many lines, and returns what was measured of them.
fn converse_at_length() -> due::Measured {
    let all = number("STRESS_LINES").unwrap_or(4_000) as usize;
    let mut seed = number("STRESS_SEED").unwrap_or(1);
    let (mut said, mut total) = (0, due::Measured::default());
    while said < all {
        let lines = (50 + Dice::new(seed).roll(1_500) as usize).min(all - said);
        total.add(converse(seed, lines));
        said += lines;
        seed += 1;
    }
    eprintln!("{said} lines, seeds up to {}: {total}", seed - 1);
    assert!(total.searches * 10 > said && total.variations > total.searches, "too little was asked: {total}");
    total
}

#[test]
fn random_conversations_break_no_promise() {
    converse_at_length();
}

#[test]
#[ignore = "measures; run on an idle machine"]
fn random_conversations_are_answered_in_time() {
    converse_at_length().assert_in_time();
}

#[test]
fn a_conversation_that_breaks_off_leaves_its_record() {
    const SEED: u64 = 99_999_999;
    let _ = fs::remove_file(Record::path(SEED));
    let broken = std::panic::catch_unwind(|| {
        let mut engine = Engine::start();
        engine.close_input();
        let mut conversation = Conversation { engine, due: Due::default(), record: Record::new(SEED) };
        conversation.say(b"isready");
    });
    assert!(broken.is_err(), "nobody hears that");
    let record = fs::read_to_string(Record::path(SEED)).expect("the record");
    assert!(record.ends_with(" >> isready\n"), "{record}");
    fs::remove_file(Record::path(SEED)).expect("the record can be removed");
}
