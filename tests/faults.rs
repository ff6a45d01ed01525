//! What goes wrong around the program: pipes, memory, disks, signals. Each gets a sentence where anyone can hear it, and
//! nothing is lost that was written before.
#![cfg(target_os = "linux")]

mod common;

use common::{Engine, Folder, SOON, command, end_of, let_pass, signal, stop_process, until, until_idle};
use janggun::engine::Options;
use janggun::game::{Notation, Solvable, SolvedPosition};
use janggun::games::twelve::{Position, TWELVE_JANGGI};
use janggun::tablebase::Strategy;
use janggun::tools::training_data::GameReader;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::Signal;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the binary from a shell that has limited something before.
fn limited(limit: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}; exec {} {arguments}", env!("CARGO_BIN_EXE_janggun"))]);
    command.env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Gives it this input and waits for the end.
fn run(mut command: Command, input: &str) -> (Output, Vec<String>, String) {
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // It need not read what it does not want.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let lines = common::output_lines(&output);
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!complaints.contains("panicked"), "{complaints}");
    (output, lines, complaints)
}

// --- Pipes ---------------------------------------------------------------------------------------------------------

fn start_unread() -> Child {
    command(&[]).spawn().expect("the engine starts")
}

fn write(child: &mut Child, text: &str) {
    let stdin = child.stdin.as_mut().expect("stdin is piped");
    stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).expect("the engine reads its input");
}

/// Reads up to the line `readyok` of that number, and returns all of it.
fn read_until_ready(reader: &mut impl BufRead, times: usize) -> String {
    let mut text = String::new();
    for _ in 0..times {
        while reader.read_line(&mut text).expect("output is UTF-8") > 0 && !text.ends_with("\nreadyok\n") {}
    }
    text
}

#[test]
fn a_reader_that_pauses_misses_nothing_and_keeps_nobody_from_hearing_stop() {
    let mut child = start_unread();
    let folder = Folder::new("unread");
    let log = folder.file("log");
    // Far more than fits into a pipe.
    write(&mut child, &format!("setoption name Log File value {log}\n{}go infinite\n", "d\n".repeat(100)));
    let logged = |text: &str| fs::read_to_string(&log).is_ok_and(|log| log.contains(text));
    until("the engine thinks", || logged("<< info depth 4 "));
    write(&mut child, "stop\nposition startpos moves a4b4\nd\nisready\n");
    until_idle(child.id());
    assert!(logged("<< bestmove ") && logged("<< readyok"), "all is done although nobody reads");
    let text = read_until_ready(&mut BufReader::new(child.stdout.take().expect("stdout is piped")), 1);
    write(&mut child, "quit\n");
    assert!(end_of(&mut child).0.success());
    let lines: Vec<&str> = text.lines().collect();
    assert!(text.len() > 1 << 16, "more than a pipe holds: {}", text.len());
    assert_eq!(lines.iter().filter(|line| line.starts_with("Fen: ")).count(), 101);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(lines.last(), Some(&"readyok"));
    assert!(lines.iter().any(|line| line.starts_with("Fen: ") && line.contains(" b - - 1 1")));
}

#[test]
fn a_reader_that_is_far_behind_gets_every_line_in_order() {
    let mut child = start_unread();
    const ROUNDS: usize = 2_000;
    write(&mut child, &"moves\nresult\nd\nisready\n".repeat(ROUNDS));
    // All of it waits for a reader.
    until_idle(child.id());
    let text = read_until_ready(&mut BufReader::new(child.stdout.take().expect("stdout is piped")), ROUNDS);
    drop(child.stdin.take());
    assert!(end_of(&mut child).0.success());
    let marks = text.lines().filter_map(|line| line.split([' ', ':']).next());
    let marks: Vec<&str> = marks.filter(|mark| ["moves", "result", "Fen", "readyok"].contains(mark)).collect();
    assert_eq!(marks.len(), 4 * ROUNDS);
    assert!(marks.chunks(4).all(|round| round == ["moves", "result", "Fen", "readyok"]));
}

#[test]
fn quit_is_obeyed_although_nobody_reads() {
    // Less and more than an engine says before it takes a breath.
    for pictures in [150, 1_000, 20_000] {
        let mut child = start_unread();
        write(&mut child, &format!("{}go infinite\nquit\n", "d\n".repeat(pictures)));
        let (status, complaints) = end_of(&mut child);
        assert!(status.success(), "{status}");
        assert!(complaints.contains("nobody reads the output"), "{complaints}");
    }
}

#[test]
fn the_end_of_the_input_is_noticed_although_nobody_reads() {
    let mut child = start_unread();
    write(&mut child, &"d\n".repeat(1_000));
    drop(child.stdin.take());
    assert!(end_of(&mut child).0.success());
}

#[test]
fn an_input_that_ends_in_the_middle_of_a_line_is_a_line() {
    let (output, lines, _) = run(limited("true", ""), "position startpos\ngo depth 2");
    assert!(output.status.success());
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn an_input_that_cannot_be_read_is_an_end_of_input() {
    // A folder can be opened but not read.
    let folder = File::open(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let output = command(&[]).stdin(folder).output().expect("the engine starts");
    assert!(output.status.success());
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.contains("cannot read any more input"), "{complaints}");
}

fn do_not_block(pipe: &impl AsFd) {
    fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).expect("a pipe");
}

#[test]
fn an_input_that_does_not_block_is_waited_for() {
    let (input, mut ours) = std::io::pipe().expect("a pipe");
    do_not_block(&input);
    let child = command(&[]).stdin(input).spawn().expect("the engine starts");
    for line in ["isready\n", "is", "ready\n", "go depth 2\n"] {
        until_idle(child.id());
        ours.write_all(line.as_bytes()).expect("the engine reads its input");
    }
    drop(ours);
    let output = child.wait_with_output().expect("it ends");
    let lines = common::output_lines(&output);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(lines[..2], ["readyok", "readyok"]);
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn an_output_that_does_not_block_is_waited_for() {
    let (ours, output) = std::io::pipe().expect("a pipe");
    do_not_block(&output);
    let mut child = command(&[]).stdout(output).spawn().expect("the engine starts");
    write(&mut child, &format!("{}isready\n", "d\n".repeat(1_000)));
    until_idle(child.id());
    let text = read_until_ready(&mut BufReader::new(ours), 1);
    drop(child.stdin.take());
    assert!(end_of(&mut child).0.success());
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("Fen: "), count("Key: "), count("Checkers:")), (1_000, 1_000, 1_000));
}

#[test]
fn an_analysis_waits_for_pipes_that_do_not_block() {
    let (input, mut lines) = std::io::pipe().expect("a pipe");
    let (mut answers, output) = std::io::pipe().expect("a pipe");
    do_not_block(&input);
    do_not_block(&output);
    let child = command(&["analyse", "--depth", "1"]).stdin(input).stdout(output).spawn().expect("it starts");
    // More than fits into a pipe, in pieces that are no lines.
    let text = format!("{} c0 \"{}\";\n", common::START, "long ".repeat(200)).repeat(100);
    assert!(text.len() > 1 << 16);
    let (first, rest) = text.split_at(700);
    for piece in ["", first, rest] {
        until_idle(child.id());
        lines.write_all(piece.as_bytes()).expect("it reads its input");
    }
    until_idle(child.id());
    drop(lines);
    let mut told = String::new();
    answers.read_to_string(&mut told).expect("output is UTF-8");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(told.lines().filter(|line| line.contains(" bm ") && line.ends_with(" long \";")).count(), 100, "{told}");
}

#[test]
fn what_is_counted_waits_for_an_output_that_does_not_block() {
    let (mut ours, mut output) = std::io::pipe().expect("a pipe");
    do_not_block(&output);
    while output.write(&[b'.'; 512]).is_ok() {}
    let child = command(&["perft", "janggi", "1"]).stdout(output).spawn().expect("it starts");
    until_idle(child.id());
    let mut text = String::new();
    ours.read_to_string(&mut text).expect("output is UTF-8");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(text.starts_with("..") && text.lines().count() > 30, "{text}");
}

#[test]
fn a_closed_output_ends_an_engine_that_has_nothing_to_say() {
    for lines in ["uci\n", "go depth 1 infinite\n", "xboard\nprotover 2\n"] {
        let mut child = start_unread();
        write(&mut child, lines);
        until_idle(child.id());
        drop(child.stdout.take());
        assert!(end_of(&mut child).0.success(), "{lines:?}");
    }
}

#[test]
fn a_line_without_end_is_refused_once_and_skipped() {
    let long = "a1a2 ".repeat(1 << 20);
    let input = format!("position startpos moves {long}\nisready\n{long}");
    let (output, lines, complaints) = run(limited("true", ""), &input);
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    let error = "info string error: a line is longer than 4 MB and was skipped";
    assert_eq!(lines, [error, "readyok", error]);
    let (_, lines, _) = run(limited("true", ""), &format!("xboard\n{long}\nping 1\n"));
    assert_eq!(lines, ["Error (a line is longer than 4 MB and was skipped): …", "pong 1"]);
    // A game with more moves than anybody plays is no such line.
    let game = "a1a2 a10a9 a2a1 a9a10 ".repeat(5_000);
    let (_, lines, _) =
        run(limited("true", "--variant janggicasual"), &format!("position startpos moves {game}\nisready\n"));
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
    assert!(lines.iter().all(|line| !line.contains("longer")), "{lines:?}");
}

// --- Signals and clocks --------------------------------------------------------------------------------------------

#[test]
fn a_process_that_was_stopped_goes_on() {
    let mut engine = Engine::start();
    for go in ["go movetime 200", "go wtime 2000 btime 2000", "go infinite"] {
        engine.send(&format!("{go}\nisready"));
        let mut lines = engine.lines_until("readyok", SOON);
        stop_process(engine.id());
        // Until its time is over, if it has any.
        let_pass(Duration::from_millis(200));
        engine.send("isready");
        signal(engine.id(), Signal::SIGCONT);
        lines.extend(engine.lines_until("readyok", SOON));
        if go == "go infinite" {
            engine.send("stop");
        }
        // It may have been over already.
        if !lines.iter().any(|line| line.text.starts_with("bestmove ")) {
            engine.expect("bestmove", SOON);
        }
        engine.assert_nothing_more();
    }
    engine.quit();
}

/// The time of day may be set while the engine thinks; only what is written down for people may depend on it.
#[test]
fn nothing_is_decided_by_the_time_of_day() {
    fn users(folder: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path().display().to_string();
            if fs::metadata(&path).expect("an entry").is_dir() {
                users(&path, found);
            } else if fs::read_to_string(&path)
                .is_ok_and(|text| ["UNIX_EPOCH", "SystemTime"].iter().any(|word| text.contains(word)))
            {
                found.push(path.rsplit("src/").next().expect("a path").to_owned());
            }
        }
    }
    let mut found = Vec::new();
    users(concat!(env!("CARGO_MANIFEST_DIR"), "/src"), &mut found);
    found.sort();
    assert_eq!(found, ["protocol/output.rs", "tournament/game.rs"], "stamps of the log and of records");
}

/// Puts the time of day forward and back while the engine thinks, with libfaketime (Debian: `apt-get install faketime`).
#[test]
fn a_clock_that_is_set_disturbs_no_search() {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let Some(library) =
        folders.map(|entry| entry.path().join("faketime/libfaketime.so.1")).find(|library| library.exists())
    else {
        eprintln!("skipped: no libfaketime in /usr/lib; install faketime");
        return;
    };
    let folder = Folder::new("time");
    let (time, log) = (folder.file("time"), folder.file("log"));
    let set = |offset: &str| {
        // In one step, as the engine may look at any moment.
        fs::write(folder.file("new"), offset).expect("a file");
        fs::rename(folder.file("new"), &time).expect("a file");
    };
    set("+0");
    let mut command = command(&[]);
    command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", &time);
    // Only the time of day can be set; the other clocks go on.
    command.env("FAKETIME_NO_CACHE", "1").env("DONT_FAKE_MONOTONIC", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let mut engine = Engine::start_as(command);
    engine.tell(&format!("setoption name Log File value {log}"));
    for go in ["go movetime 400", "go wtime 12000 btime 12000", "go infinite"] {
        for offset in ["+1d", "-1d"] {
            let begun = Instant::now();
            engine.send(&format!("{go}\nisready"));
            engine.expect("readyok", SOON);
            set(offset);
            if go == "go infinite" {
                engine.think_until(|info| info.time >= Some(200));
                engine.send("stop");
            }
            engine.expect("bestmove", SOON);
            let took = begun.elapsed();
            assert!(took > Duration::from_millis(100), "'{go}', {offset}: {took:?}");
        }
    }
    engine.quit();
    let log = fs::read_to_string(&log).expect("a log");
    let stamps: Vec<u64> = log.lines().filter_map(|line| line.split('.').next()?.parse().ok()).collect();
    let (first, last) = (stamps.iter().min().expect("a stamp"), stamps.iter().max().expect("a stamp"));
    assert!(last - first > 24 * 3_600, "the clock was set, as the log can tell: {first} to {last}");
}

// --- Threads and memory --------------------------------------------------------------------------------------------

#[test]
fn as_many_threads_as_there_may_be_still_answer() {
    let mut engine = Engine::start();
    engine.tell("setoption name Threads value 256");
    for variant in ["janggi", "twelvejanggi", "cheduk"] {
        engine.set_variant(variant);
        engine.search_legally("go nodes 2000");
        engine.search_legally("go movetime 300");
        engine.send("go infinite\nstop");
        engine.expect("bestmove", SOON);
        engine.assert_nothing_more();
    }
    engine.quit();
}

#[test]
fn without_memory_for_the_hash_the_old_one_stays() {
    // Else it depends on which thread asks first how much the C library sets aside for it.
    let limit = "ulimit -v 600000; export MALLOC_ARENA_MAX=1";
    let input = "setoption name Hash value 4096\ngo depth 3\n";
    let (output, lines, complaints) = run(limited(limit, ""), input);
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    let error =
        lines.first().and_then(|line| line.strip_prefix("info string error: there is no memory for Hash 4096; "));
    let largest = error.and_then(|error| error.rsplit(' ').next()).and_then(|word| word.parse::<u32>().ok());
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
    // What the sentence offers can be had.
    let largest = largest.unwrap_or_else(|| panic!("{lines:#?}"));
    assert!((100..600).contains(&largest), "{largest}");
    let (_, lines, _) = run(limited(limit, ""), &format!("setoption name Hash value {largest}\nisready\n"));
    assert_eq!(lines, ["readyok"]);
}

#[test]
fn without_memory_to_begin_with_the_reason_is_told() {
    let (output, lines, complaints) = run(limited("ulimit -v 60000", ""), "uci\n");
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    assert!(lines.is_empty() && complaints.starts_with("janggun: there is no memory for Hash 64"), "{complaints}");
}

#[test]
fn too_little_memory_for_a_bench_is_not_called_a_stop() {
    let mut told = 0;
    // Somewhere between too little to start and enough.
    for kilobytes in (80_000..160_000).step_by(6_000) {
        let (output, lines, complaints) = run(limited(&format!("ulimit -v {kilobytes}"), "bench 1"), "");
        assert!(lines.iter().all(|line| !line.contains("stopped")), "{kilobytes} kB: {lines:?}");
        if complaints.starts_with("janggun: there is no memory for the bench") {
            assert_eq!(output.status.code(), Some(1));
            told += 1;
        }
    }
    assert!(told > 0, "no such limit was tried");
}

// --- Files ---------------------------------------------------------------------------------------------------------

type Solved = <Position as Solvable>::Solved;

/// A sound table of Twelve Janggi in which every bucket has an entry, though not a true one, and these numbers one that says
/// that they are lost in fifty plies.
fn write_table(path: &str, lost: &BTreeSet<u64>) {
    const BUCKET: u64 = 4_096;
    let (mut starts, mut stream, mut entries) = (Vec::new(), Vec::new(), 0u64);
    for first in (0..Solved::NUMBERS).step_by(BUCKET as usize) {
        starts.extend((stream.len() as u32).to_le_bytes());
        // A draw, then the lost ones, each with how many numbers are skipped before it.
        stream.extend([0, 0]);
        entries += 1;
        let mut next = first + 1;
        for &number in lost.range(next..first + BUCKET) {
            let [low, high] = ((number - next) as u16).to_le_bytes();
            stream.extend([255, low, high, 50]);
            entries += 1;
            next = number + 1;
        }
    }
    starts.extend((stream.len() as u32).to_le_bytes());
    let body = [starts, stream].concat();
    let mut bytes = b"JANGGUN-TABLE\0\0\0\x01\0\0\0twelvejanggi\0\0\0\0".to_vec();
    bytes.resize(78, 0);
    bytes.extend(Solved::NUMBERS.to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.extend(body);
    fs::write(path, bytes).expect("a file");
}

/// The numbers of all positions that are one or two plies from the start of Twelve Janggi.
fn first_positions() -> BTreeSet<u64> {
    let rules = &TWELVE_JANGGI;
    let variant = Position::VARIANTS.iter().find(|variant| variant.name == rules.name).expect("the variant");
    let start = Position::start(variant, &Options::default()).to_solved();
    let mut numbers = BTreeSet::new();
    start.successors(rules, |one| {
        numbers.insert(one.number());
        one.successors(rules, |two| numbers.extend([two.number()]));
    });
    numbers
}

#[test]
fn a_table_that_is_cut_short_while_it_is_used_is_told_and_searched_without() {
    let folder = Folder::new("table");
    let path = folder.file("table");
    write_table(&path, &BTreeSet::new());
    let mut engine = Engine::start();
    engine.set_variant("twelvejanggi");
    engine.tell(&format!("setoption name TwelveTable value {path}"));
    engine.search_legally("go depth 3");
    File::options().write(true).open(&path).and_then(|file| file.set_len(4_096)).expect("a shorter file");
    for _ in 0..2 {
        engine.send("go depth 3");
        let lines = common::texts(&engine.lines_until("bestmove", SOON));
        let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string error: ")).collect();
        assert!(errors.len() == 1 && errors[0].contains("is damaged or incomplete"), "{lines:#?}");
        assert!(lines.len() > 2, "it searches: {lines:#?}");
    }
    fs::remove_file(&path).expect("the file can be removed");
    engine.tell("setoption name TwelveTable value");
    engine.search_legally("go depth 3");
    engine.quit();
}

#[test]
fn a_full_disk_behind_standard_output_is_told() {
    let folder = Folder::new("full disk");
    let file = |name: &str| folder.file(name);
    fs::write(file("position.epd"), common::START).expect("a file");
    let analyse = format!("analyse --depth 1 '{}'", file("position.epd"));
    let (record, positions, more) = (file("rated.jsonl"), file("positions.txt"), file("more.txt"));
    let engine = |name: &str| format!("--engine 'cmd={} name={name}'", env!("CARGO_BIN_EXE_janggun"));
    let tournament = format!("match {} {} --each nodes=10 --variant dobutsu --games 2", engine("A"), engine("B"));
    let recorded = format!("{tournament} --record '{record}'");
    let selfplay = |out: &str| format!("selfplay cheduk --games 2 --nodes 20 --out '{out}'");
    for preparation in [&recorded, &selfplay(&positions)] {
        let (output, _, complaints) = run(limited("true", preparation), "");
        assert!(output.status.success(), "{preparation}: {complaints}");
    }
    let rate = format!("rate '{record}'");
    let games = format!("games '{positions}'");
    let tune = format!("tune cheduk '{positions}'");
    let selfplay = selfplay(&more);
    // The only kind of `solve` that does not take minutes, if all that follows the first moves is known to be lost.
    let (table, strategy) = (file("first.table"), file("strategy"));
    write_table(&table, &first_positions());
    let solve = format!("solve --distil '{table}' --out '{strategy}'");
    for arguments in ["", "bench 1", "perft janggi 2", &analyse, &rate, &tournament, &selfplay, &games, &tune, &solve] {
        // A device that is always full.
        let full = limited("exec >/dev/full", arguments);
        let (output, _, complaints) = run(full, "uci\nisready\ngo depth 2\n");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {complaints}");
        assert!(complaints.starts_with("janggun: ") && complaints.lines().count() == 1, "{arguments:?}: {complaints}");
        assert!(complaints.contains("standard output: No space left"), "{arguments:?}: {complaints}");
    }
    // What went elsewhere is not lost.
    let bytes = fs::read(&strategy).expect("a strategy");
    assert_eq!(Strategy::read(&bytes, "twelvejanggi").expect("a whole one").len(), 1);
    let (output, lines, _) = run(limited("true", &solve), "");
    assert!(output.status.success());
    assert_eq!(lines, ["twelvejanggi: 1 positions in 0.0 MB"]);
    assert_eq!(whole_games(&more), 2);
}

#[test]
fn a_full_disk_behind_the_log_ends_the_log_and_nothing_else() {
    let (output, lines, complaints) =
        run(limited("true", ""), "setoption name Log File value /dev/full\nisready\ngo depth 2\n");
    assert!(output.status.success());
    assert_eq!(lines[0], "readyok");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
    assert!(complaints.contains("the log file is closed: No space left"), "{complaints}");
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
}

/// Nobody writes to this one, or reads it.
#[test]
fn a_pipe_in_the_place_of_a_file_is_refused() {
    let folder = Folder::new("pipe");
    let pipe = folder.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    let mut engine = Engine::start();
    let table = engine.ask(&format!("setoption name TwelveTable value {pipe}"));
    assert!(table.len() == 1 && table[0].contains("is not a table of Janggun"), "{table:?}");
    let log = engine.ask(&format!("setoption name Log File value {pipe}"));
    assert!(log.len() == 1 && log[0].contains("it is a pipe; name a file"), "{log:?}");
    engine.search_legally("go depth 2");
    engine.quit();
}

/// How many games a file holds, none of them torn.
fn whole_games(path: impl AsRef<Path>) -> usize {
    let mut reader = GameReader::open(path.as_ref()).expect("games");
    let games = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("whole games");
    assert_eq!(reader.torn(), 0);
    games.len()
}

#[test]
fn self_play_on_a_full_disk_leaves_whole_games_and_goes_on_later() {
    let folder = Folder::new("selfplay");
    let out = folder.file("selfplay.games");
    let arguments = format!("selfplay cheduk --games 60 --nodes 20 --threads 2 --out {out}");
    let (output, _, complaints) = run(limited("trap '' XFSZ; ulimit -f 10", &arguments), "");
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    assert!(complaints.starts_with("janggun: cannot write '") && complaints.contains("whole games"), "{complaints}");
    let before = fs::read(&out).expect("games");
    let games = whole_games(&out);
    assert!((1..60).contains(&games), "{games}");
    assert!(complaints.contains(&format!("it holds {games} whole games")), "{complaints}");
    let (output, _, complaints) = run(limited("true", &arguments), "");
    assert!(output.status.success(), "{complaints}");
    assert!(fs::read(&out).expect("games").starts_with(&before), "nothing that was written is lost");
    assert_eq!(whole_games(&out), 60);
}

/// A shell can make a file refuse to grow.
#[test]
fn a_tournament_whose_record_cannot_grow_ends_and_goes_on_later() {
    let folder = Folder::new("record");
    let record = folder.file("games.jsonl");
    let engine = |name: &str| format!("--engine 'cmd={} name={name}'", env!("CARGO_BIN_EXE_janggun"));
    let arguments = format!(
        "match {} {} --each nodes=30 option.Hash=1 --variant dobutsu --games 40 --random-plies 3 --max-plies 30 --concurrency 3 --record {record}",
        engine("A"),
        engine("B")
    );
    let (output, _, complaints) = run(limited("trap '' XFSZ; ulimit -f 20", &arguments), "");
    assert!(!output.status.success());
    assert!(complaints.contains("cannot use the record '"), "{complaints}");
    let games = |text: &str| text.lines().filter(|line| line.starts_with("{\"game\":")).count();
    let before = fs::read_to_string(&record).expect("a record");
    assert!(before.ends_with('\n'), "what could not be written is cut off");
    let whole = games(&before);
    assert!((1..40).contains(&whole), "{whole} games before the disk was full");

    let (output, _, complaints) = run(limited("true", &arguments), "");
    assert!(output.status.success(), "{complaints}");
    let after = fs::read_to_string(&record).expect("a record");
    assert_eq!(games(&after), 40);
    let kept: Vec<&str> = before.lines().take(whole + 1).collect();
    assert!(after.lines().zip(&kept).all(|(line, old)| line == *old), "nothing that was written is lost");
}
