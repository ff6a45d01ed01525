//! Tournaments through the program: broken engines, records, resuming, merging, exit codes.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use common::{Engine, Folder, SOON, VARIANTS, output_lines, run};
use serde_json::Value;

#[cfg(target_os = "linux")]
use {
    common::{let_pass, signal, stop_process},
    nix::sys::signal::Signal,
    std::sync::mpsc::{Receiver, channel},
};

const JANGGUN: &str = env!("CARGO_BIN_EXE_janggun");
const ENGINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/engines");

/// `janggun match` with these arguments, blanks between them; within a setting there are commas instead.
fn words(arguments: &str) -> Vec<String> {
    ["match"].into_iter().chain(arguments.split_whitespace()).map(|word| word.replace(',', " ")).collect()
}

/// Plays it to its end.
fn play(arguments: &str) -> Output {
    run(&words(arguments).iter().map(String::as_str).collect::<Vec<_>>(), "")
}

/// Begins to play it. What it prints can be heard while it does.
fn begin(arguments: &str) -> Engine {
    Engine::start_with(&words(arguments).iter().map(String::as_str).collect::<Vec<_>>())
}

/// The same, and it ends well.
#[track_caller]
fn play_well(arguments: &str) -> Vec<String> {
    let output = play(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output_lines(&output)
}

/// The games of a record by number.
fn games(record: &str) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(record).expect("a record");
    let lines = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game"));
    let numbered = lines.map(|game: Value| (game["game"].as_u64().expect("a number"), game));
    let mut games = BTreeMap::new();
    for (number, game) in numbered {
        assert!(games.insert(number, game).is_none(), "game {number} is there twice");
    }
    games
}

/// What of a game is the same on every run at a fixed number of positions: all but times.
fn essence(game: &Value) -> String {
    let mut game = game.clone();
    game["ended"] = Value::Null;
    for mv in game["moves"].as_array_mut().expect("moves") {
        mv["time"] = Value::Null;
    }
    game.to_string()
}

/// Number, players and result of the games of a PGN file.
fn pgn_games(pgn: &str) -> BTreeMap<u64, [String; 5]> {
    let text = fs::read_to_string(pgn).expect("a PGN file");
    let mut games = BTreeMap::new();
    for game in text.split("[Event ").skip(1) {
        let tag = |name: &str| {
            let line = game.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
            line.and_then(|rest| rest.strip_suffix("\"]")).unwrap_or_else(|| panic!("{name} in {game}")).to_owned()
        };
        let end = game.split_whitespace().last().expect("a result").to_owned();
        assert_eq!(end, tag("Result"));
        let number = tag("GameNumber").parse().expect("a number");
        let values = ["White", "Black", "Result", "Termination", "PlyCount"].map(tag);
        assert!(games.insert(number, values).is_none(), "game {number} is there twice");
    }
    games
}

/// Record, PGN and the last lines that were printed say the same.
#[track_caller]
fn assert_agreement(record: &str, pgn: &str, lines: &[String]) {
    let games = games(record);
    let text = |game: &Value, key: &str| game[key].as_str().expect("text").to_owned();
    let told: BTreeMap<u64, [String; 5]> = games
        .iter()
        .map(|(&number, game)| {
            let plies = ["opening", "moves"].map(|key| game[key].as_array().expect("moves").len());
            let [first, second, result, reason] = ["first", "second", "result", "reason"].map(|key| text(game, key));
            (number, [first, second, result, reason, (plies[0] + plies[1]).to_string()])
        })
        .collect();
    assert_eq!(pgn_games(pgn), told);
    let mut tally = [0; 3];
    for game in games.values() {
        let turned = game["first"] != "A";
        let points = match game["result"].as_str() {
            Some("1-0") => 2,
            Some("0-1") => 0,
            _ => 1,
        };
        tally[if turned { 2 - points } else { points }] += 1;
    }
    let [losses, draws, wins] = tally;
    let expected = format!("A against B: +{wins} ={draws} -{losses} of {}, ", games.len());
    assert!(lines.iter().rev().take(3).any(|line| line.starts_with(&expected)), "{expected}: {lines:#?}");
}

#[test]
fn broken_engines_lose_for_the_right_reason_and_the_tournament_goes_on() {
    let modes = [
        ("illegal", "illegalmove"),
        ("crash", "crash"),
        ("stall", "stall"),
        ("garbage", "stall"),
        ("nomove", "protocol"),
        ("none", "protocol"),
        ("late", "time"),
        ("flood", "flood"),
        ("longline", "flood"),
    ];
    let folder = Folder::new("broken");
    let record = folder.file("games.jsonl");
    let mut arguments = format!(
        "--engine cmd={JANGGUN},name=good,nodes=100,option.Hash=1 --format gauntlet --games 2 --concurrency 4 \
         --patience 3 --margin 50 --record {record}"
    );
    for (mode, _) in modes {
        // What floods must not be late before it has said too much.
        let time = if mode == "late" { "st=0.5" } else { "tc=3+0.1" };
        let time = if mode == "flood" || mode == "longline" { "tc=30" } else { time };
        arguments += &format!(" --engine cmd={ENGINES}/broken.sh,arg={mode},name={mode},{time}");
    }
    let output = play(&arguments);
    assert_eq!(output.status.code(), Some(13), "{output:?}");
    let lines = output_lines(&output);
    let games = games(&record);
    assert_eq!(games.len(), 2 * modes.len());
    for game in games.values() {
        let (loser, sides) = if game["result"] == "1-0" { ("second", "1-0") } else { ("first", "0-1") };
        let name = game[loser].as_str().expect("a name");
        let (_, reason) = modes.iter().find(|(mode, _)| *mode == name).expect("the broken one loses");
        assert_eq!((game["reason"].as_str(), game["result"].as_str()), (Some(*reason), Some(sides)), "{game}");
        assert!(game["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{game}");
        assert!(!game["moves"].as_array().expect("moves").is_empty(), "{game}");
    }
    assert!(lines.iter().any(|line| line.starts_with("Faults: crash: crash 2, ")), "{lines:#?}");
}

/// Nobody should find out after a night that one of two engines has never played.
#[test]
fn an_engine_that_does_not_play_at_all_ends_the_tournament() {
    let good = format!("--engine cmd={JANGGUN},name=good,nodes=100,option.Hash=1 --patience 3 --games 20");
    let complaint = |arguments: &str| {
        let output = play(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(12), "{arguments}: {complaint}");
        complaint
    };
    for (mode, what) in [
        ("exits", "it ended instead of 'uciok': exit status: 3"),
        ("xboard", "it did not say 'uciok' within 3 s"),
        ("mute", "it did not say 'uciok' within 3 s"),
        ("endless", "it did not say 'uciok' within 3 s"),
    ] {
        let told = complaint(&format!("{good} --engine cmd={ENGINES}/broken.sh,arg={mode},name={mode},nodes=1"));
        let expected = format!("janggun: engine '{mode}' does not speak UCI: {what}; check cmd= and arg=.");
        assert!(told.starts_with(&expected), "{told}");
    }
    let told = complaint(&format!("{good} --engine cmd={ENGINES}/broken.sh,arg=complains,name=bad,nodes=1"));
    assert!(told.contains("it ended instead of 'uciok'"), "{told}");
    assert!(told.trim_end().ends_with("The last that it wrote to standard error:\n  no net\n  giving up"), "{told}");
    let told = complaint(&format!("{good} --engine cmd={ENGINES}/broken.sh,arg=illegal,name=bad,nodes=1"));
    let expected = "engine 'bad' failed in all of its first 4 games, at last because it played what is no legal move: 'a1a10' is not legal";
    assert!(told.contains(expected), "{told}");
}

/// What only one engine is told, the referee does not know; the other engine would lose by it, or both.
#[test]
fn rules_belong_to_the_referee_and_to_all_engines() {
    let refused = |arguments: &str| {
        let output = play(&format!("--engine cmd={JANGGUN} --each nodes=10 --games 2 {arguments}"));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}: {output:?}");
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    let setup = refused(&format!("--engine cmd={JANGGUN},name=B,option.Janggi_ChoSetup=gidongcha"));
    let expected = "janggun: engine 'B' has option.Janggi_ChoSetup=gidongcha, but the referee and all engines play by the same rules; give \
                    --rule Janggi_ChoSetup=gidongcha instead";
    assert_eq!(setup, expected);
    let variant = refused(&format!("--engine cmd={JANGGUN},name=B --each option.UCI_Variant=dobutsu"));
    assert!(variant.ends_with("but all play --variant janggi; give --variant dobutsu instead"), "{variant}");
    // The same as all, another game's, or a matter of the player alone.
    play_well(&format!(
        "--engine cmd={JANGGUN},option.Janggi_ChoSetup=masangsangma,option.UCI_Variant=janggi --engine cmd={JANGGUN},name=B,option.CheDuk_Seed=3 \
         --each nodes=10 option.Hash=1 --games 2 --max-plies 4 --random-plies 2"
    ));
}

/// An engine plays on without an option that it refuses, which nobody may want.
#[test]
fn what_an_engine_calls_an_error_is_told() {
    let output = play(&format!(
        "--engine cmd={JANGGUN},name=A,option.Hash=0 --engine cmd={JANGGUN},name=B,option.Hash=1 --each nodes=10 --games 2 --max-plies 4 --random-plies 2"
    ));
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "A says: error: option Hash cannot be '0'; it takes a whole number from 1 to";
    assert!(told.contains(expected) && told.lines().count() == 1, "{told}");
}

#[test]
fn what_is_wrong_with_arguments_is_found_before_a_game() {
    let engines = format!("--engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B --each nodes=10");
    for (arguments, sentence) in [
        ("--games 3", "--games cannot be 3"),
        ("--variant chess", "there is no variant 'chess'"),
        ("--each tc=abc", "tc cannot be 'abc'"),
        ("--each nodez=3", "there is no setting 'nodez'"),
        ("--rule Janggi_ChoSetup=bad", "Janggi_ChoSetup cannot be 'bad'; expected one of masangsangma, "),
        ("--max-plies 0", "invalid value '0' for '--max-plies <N>': expected a whole number from 1"),
        ("--concurrency 0", "invalid value '0' for '--concurrency <N>': expected a whole number from 1"),
        ("--as cutechess-cli", "--as must stand first, as in 'janggun match --as fastchess …'"),
    ] {
        let output = play(&format!("{engines} {arguments}"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && told.contains(sentence), "{arguments}: {told}");
    }
    let output = play(&format!("{engines} --openings no_such_file"));
    assert_eq!(output.status.code(), Some(1), "a file may be there the next time: {output:?}");
    for arguments in ["--as foo", "--as foo -engine cmd=x", "--as=foo -engine cmd=x"] {
        let output = play(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = "janggun: there is no runner 'foo' whose arguments 'janggun match --as' takes; choose fastchess or cutechess-cli";
        assert!(output.status.code() == Some(2) && told.contains(expected), "{arguments}: {told}");
    }
    assert!(output_lines(&play("--help")).iter().any(|line| line.trim() == "--as <NAME>"));
}

/// Two equal engines without openings play the same game again and again.
#[test]
fn equal_games_are_told_of() {
    let engine = |name| format!("--engine cmd={JANGGUN},name={name},nodes=10,option.Hash=1");
    let arguments = format!("{} {} --variant dobutsu --games 6 --max-plies 10", engine("A"), engine("B"));
    let output = play(&arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told.matches("is the same as game").count(), 1, "{told}");
    assert!(told.contains("add --openings FILE or --random-plies N"), "{told}");
    let output = play(&format!("{arguments} --random-plies 3"));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn engines_may_write_blanks_tabs_and_line_ends_as_they_like() {
    let folder = Folder::new("blanks");
    let record = folder.file("games.jsonl");
    play_well(&format!(
        "--engine cmd={ENGINES}/broken.sh,arg=blanks,name=A,'option.Move,Overhead=3' \
         --engine cmd={ENGINES}/broken.sh,arg=blanks,name=B --each nodes=10 --games 2 --max-plies 4 --record {record}"
    ));
    for game in games(&record).values() {
        assert_eq!(game["reason"], "length", "{game}");
        for mv in game["moves"].as_array().expect("moves") {
            assert!(mv["score"]["cp"] == 7 && mv["depth"].is_u64(), "{game}");
        }
    }
}

/// Nobody should have to guess for two minutes what the runner waits for.
#[test]
fn that_an_engine_does_not_move_is_told_before_it_loses() {
    let engine = |mode: &str| format!("cmd={ENGINES}/broken.sh name={mode} arg={mode} nodes=10");
    for mode in ["stall", "garbage"] {
        let arguments = ["match", "--engine", &engine(mode), "--engine", &engine("blanks"), "--patience", "3"];
        let mut runner = common::command(&arguments).stdout(Stdio::null()).spawn().expect("the runner starts");
        let complaints = BufReader::new(runner.stderr.take().expect("a pipe")).lines();
        let told = complaints.map(|line| line.expect("text")).find(|line| line.contains("has said nothing"));
        runner.kill().expect("it can be killed");
        runner.wait().expect("it ends");
        let parts =
            [&format!("{mode} has said nothing about its search for "), " s; it may take 120 s, and then loses"];
        assert!(told.as_ref().is_some_and(|told| parts.iter().all(|part| told.contains(part))), "{told:?}");
    }
}

/// The margin is wide, as a machine that runs tests may be busy; speed is measured elsewhere.
#[test]
fn the_engine_plays_itself_in_every_variant_without_a_fault() {
    let folder = Folder::new("itself");
    for variant in VARIANTS.into_iter().chain(["twelvejanggi", "dobutsu", "cheduk", "chedukmodern"]) {
        let (record, pgn) = (folder.file(&format!("{variant}.jsonl")), folder.file(&format!("{variant}.pgn")));
        let lines = play_well(&format!(
            "--engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B,ponder=true --each tc=0.3+0.01 option.Hash=1 \
             --variant {variant} --games 2 --max-plies 50 --margin 3000 --record {record} --pgn {pgn}"
        ));
        assert_agreement(&record, &pgn, &lines);
        for game in games(&record).values() {
            assert_eq!(game.get("detail"), None, "{game}");
        }
    }
}

#[test]
fn a_killed_tournament_resumes_without_losing_or_repeating_a_game() {
    let folder = Folder::new("resume");
    let file = |name: &str| folder.file(name);
    let arguments = |record: &str, pgn: &str| {
        format!(
            "--engine cmd={JANGGUN},name=A,nodes=4000 --engine cmd={JANGGUN},name=B,nodes=1500 --each option.Hash=1 \
             --variant janggi --games 12 --random-plies 3 --seed 5 --max-plies 40 --concurrency 2 --record {record} --pgn {pgn}"
        )
    };
    play_well(&arguments(&file("whole.jsonl"), &file("whole.pgn")));
    let (record, pgn) = (file("parts.jsonl"), file("parts.pgn"));
    let with_commas = arguments(&record, &pgn);
    for _ in 0..2 {
        let mut runner = begin(&with_commas);
        for _ in 0..3 {
            runner.next_line(SOON).expect("a game");
        }
        // It is killed.
        drop(runner);
        // A line that was being written at that moment.
        let torn = fs::read_to_string(&record).expect("a record") + "{\"game\":9,\"rou";
        fs::write(&record, torn).expect("the record can be torn");
        let pgn_text = fs::read_to_string(&pgn).expect("a PGN file");
        let last = pgn_text.rfind("[Event ").expect("a game");
        fs::write(&pgn, &pgn_text[..(last + pgn_text.len()) / 2]).expect("the PGN can be torn");
    }
    let lines = play_well(&with_commas);
    assert!(lines[0].starts_with("resumed: "), "{lines:#?}");
    let (whole, parts) = (games(&file("whole.jsonl")), games(&record));
    assert_eq!(parts.len(), 12);
    for (number, game) in &whole {
        assert_eq!(essence(game), essence(&parts[number]), "game {number}");
    }
    assert_agreement(&record, &pgn, &lines);
    // Nothing is left to play; other settings are refused, more games are not.
    assert_eq!(play_well(&with_commas)[0], "resumed: 12 games are in the record, 0 are left");
    let refused = play(&with_commas.replace("nodes=1500", "nodes=1501"));
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert!(complaint.contains("other settings (engines, their options or limits); repeat them"), "{complaint}");
    play_well(&with_commas.replace("--games 12", "--games 14"));
    assert_eq!(games(&record).len(), 14);
}

#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("mark");
    let (openings, record) = (folder.file("book.txt"), folder.file("games.jsonl"));
    fs::write(&openings, "\u{feff}b1c3 b10c8\r\n").expect("a file");
    let arguments = format!(
        "--engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B --each depth=1 option.Hash=1 --games 2 \
         --max-plies 4 --openings {openings} --record {record}"
    );
    play_well(&arguments);
    assert!(games(&record).values().all(|game| game["opening"].as_array().is_some_and(|moves| moves.len() == 2)));
    let text = fs::read_to_string(&record).expect("a record");
    fs::write(&record, format!("\u{feff}{text}")).expect("the record can be marked");
    let rated = run(&["rate", &record], "");
    assert!(rated.status.success() && output_lines(&rated)[0] == "2 games of janggi", "{rated:?}");
    let more = play_well(&arguments.replace("--games 2", "--games 4"));
    assert_eq!(more[0], "resumed: 2 games are in the record, 2 are left");
    let rated = run(&["rate", &record], "");
    assert_eq!(output_lines(&rated)[0], "4 games of janggi");
}

#[test]
fn shards_add_up_to_the_whole_and_duplicates_count_once() {
    let folder = Folder::new("shards");
    let file = |name: &str| folder.file(name);
    let arguments = |record: &str| {
        format!(
            "--engine cmd={JANGGUN},name=A,depth=3 --engine cmd={JANGGUN},name=B,depth=1 --engine cmd={JANGGUN},name=C,depth=2 \
             --each option.Hash=1 --variant dobutsu --games 4 --random-plies 2 --max-plies 60 --record {record}"
        )
    };
    play_well(&arguments(&file("whole.jsonl")));
    for part in 1..=3 {
        play_well(&(arguments(&file(&format!("{part}.jsonl"))) + &format!(" --shard {part}/3")));
    }
    let rate = |files: &[String]| {
        let words: Vec<&str> = ["rate"].into_iter().chain(files.iter().map(String::as_str)).collect();
        let output = run(&words, "");
        assert!(output.status.success(), "{output:?}");
        output_lines(&output)
    };
    let parts: Vec<String> = (1..=3).map(|part| file(&format!("{part}.jsonl"))).collect();
    let whole = rate(&[file("whole.jsonl")]);
    assert_eq!(whole[0], "12 games of dobutsu");
    assert_eq!(rate(&parts), whole);
    let twice: Vec<String> = parts.iter().cloned().chain([file("whole.jsonl")]).collect();
    assert_eq!(rate(&twice)[0], "12 games of dobutsu; lines that repeat a game and do not count: 12");
    assert_eq!(rate(&twice)[1..], whole[1..]);
    assert!(whole[1].contains("Elo") && whole.iter().any(|line| line.starts_with("  1 ")), "{whole:#?}");
    let table = output_lines(&run(&["rate", "--csv", &file("whole.jsonl")], ""));
    assert_eq!((table.len(), table[0].as_str()), (4, "engine,elo,error,games,wins,draws,losses,score"));
    assert!(table[1..].iter().all(|row| row.split(',').count() == 8 && row.starts_with('"')), "{table:#?}");
}

/// White is the side that moves first in the start position.
#[test]
fn a_game_that_begins_with_black_says_so_in_the_pgn() {
    let folder = Folder::new("black");
    let (openings, pgn) = (folder.file("openings.txt"), folder.file("games.pgn"));
    fs::write(&openings, "1k1/3/1H1/SK1[Szjj] b 0 1\n").expect("a file");
    play_well(&format!(
        "--engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B --each depth=1 option.Hash=1 --variant twelvejanggi \
         --games 2 --max-plies 3 --openings {openings} --pgn {pgn}"
    ));
    let text = fs::read_to_string(&pgn).expect("a PGN file");
    let moves: Vec<&str> =
        text.split("\n\n").map(str::trim).filter(|part| !part.is_empty() && !part.starts_with(['[', '%'])).collect();
    assert_eq!(moves.len(), 2, "{text}");
    assert!(moves.iter().all(|game| game.starts_with("1... ") && game.contains("\n2. ")), "{text}");
    let refused = run(&["rate", &pgn], "");
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    let wants = "is a PGN; 'janggun rate' wants the records that 'janggun match --record FILE' writes";
    assert!(refused.status.code() == Some(1) && complaint.contains(wants), "{complaint}");
}

#[test]
fn repeated_lines_of_a_record_count_once() {
    let folder = Folder::new("repeated");
    let (record, pgn) = (folder.file("games.jsonl"), folder.file("games.pgn"));
    let arguments = format!(
        "--engine cmd={JANGGUN},name=A,nodes=10,option.Hash=1 --engine cmd={JANGGUN},name=B,nodes=10,option.Hash=1 \
         --games 4 --random-plies 2 --max-plies 20 --sprt elo0=0 elo1=100 model=logistic --record {record} --pgn {pgn}"
    );
    let undecided = play(&arguments);
    assert_eq!(undecided.status.code(), Some(11), "{undecided:?}");
    let (text, summary) = (fs::read_to_string(&record).expect("a record"), output_lines(&undecided));
    let (_, played) = text.split_once('\n').expect("a first line");
    let left_out = "lines that repeat a game and do not count: 116";
    // Also with the first line, as `cat` does it.
    for repeated in [text.clone() + &played.repeat(29), text.repeat(30)] {
        fs::write(&record, repeated).expect("the record can grow");
        let again = play(&arguments);
        assert_eq!(again.status.code(), Some(11), "{again:?}");
        let lines = output_lines(&again);
        assert_eq!(lines[0], format!("resumed: 4 games are in the record, 0 are left; {left_out}"));
        assert_eq!(lines[1..], summary[summary.len() - lines.len() + 1..]);
    }
    assert_eq!(pgn_games(&pgn).len(), 4);
    let rated = output_lines(&run(&["rate", &record], ""));
    assert_eq!(rated[0], format!("4 games of janggi; {left_out}"));
    // The record of another tournament behind it is not taken for games of this one.
    fs::write(&record, text.clone() + &text.replace("\"fingerprint\":\"", "\"fingerprint\":\"x")).expect("a file");
    let refused = play(&arguments);
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("line 6: another tournament begins here"), "{complaint}");
}

#[test]
fn shards_that_write_one_pgn_at_once_lose_no_game() {
    const SHARDS: usize = 3;
    let folder = Folder::new("one-pgn");
    let pgn = folder.file("games.pgn");
    let record = |part: usize| folder.file(&format!("{part}.jsonl"));
    let arguments = |part: usize| {
        format!(
            "match --engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B --each nodes=50 option.Hash=1 --variant dobutsu \
             --games 30 --random-plies 3 --max-plies 20 --shard {part}/{SHARDS} --record {} --pgn {pgn}",
            record(part)
        )
    };
    let start = |part: usize| {
        let words: Vec<String> = arguments(part).split_whitespace().map(|word| word.replace(',', " ")).collect();
        common::command(&words.iter().map(String::as_str).collect::<Vec<_>>()).spawn().expect("the runner starts")
    };
    let check = |runners: Vec<Child>| {
        for runner in runners {
            let output = runner.wait_with_output().expect("it ends");
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        }
        let played: BTreeSet<u64> = (1..=SHARDS).flat_map(|part| games(&record(part)).into_keys()).collect();
        assert_eq!(played, (1..=30).collect());
        assert_eq!(pgn_games(&pgn).into_keys().collect::<BTreeSet<_>>(), played);
    };
    check((1..=SHARDS).map(start).collect());
    // A file that somebody has lost is written again, by all of them at once.
    fs::remove_file(&pgn).expect("a PGN file");
    check((1..=SHARDS).map(start).collect());
    // Without its record a shard would play its games again.
    fs::remove_file(record(2)).expect("a record");
    let refused = start(2).wait_with_output().expect("it ends");
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && complaint.contains("which this run plays as well"), "{complaint}");
}

#[test]
fn nobody_is_told_the_others_secret_tile() {
    let folder = Folder::new("secret");
    let (a, b) = (folder.file("a.txt"), folder.file("b.txt"));
    let output = play(&format!(
        "--engine cmd={ENGINES}/spy.sh,name=A,arg={a} --engine cmd={ENGINES}/spy.sh,name=B,arg={b} --each st=5 \
         --variant cheduk --games 2"
    ));
    // They know no more than how to place their ambassadors.
    assert_eq!(output.status.code(), Some(13), "{output:?}");
    let start = "ce9/e10/g10/11/d10/11/11/10D/11/10G/10E/9EC[ASSSSSasssss]";
    let (red, blue) = ("position startpos".to_owned(), format!("position fen {start} b Cc -/- - 0 0"));
    // h7 has the smaller number, so Blue is asked next, now that both are known.
    let both = "position startpos moves A@h7 A@c7".to_owned();
    let told = |file: &str| fs::read_to_string(file).expect("a log").lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(told(&a), [red.clone(), blue.clone(), both.clone()]);
    assert_eq!(told(&b), [blue, both, red]);
}

#[test]
fn a_test_ends_early_with_an_exit_code() {
    let good = format!("--variant dobutsu --random-plies 3 --engine cmd={JANGGUN},name=good,nodes=500,option.Hash=1");
    let bad = format!("--engine cmd={JANGGUN},name=bad,nodes=1,option.Hash=1");
    let rest = "--games 1000 --sprt elo0=0 elo1=100 model=logistic";
    let code = |arguments: String| {
        let output = play(&arguments);
        (output.status.code(), output_lines(&output).pop().expect("a last line"))
    };
    let (h1, line) = code(format!("{good} {bad} {rest}"));
    assert_eq!(h1, Some(0), "{line}");
    assert!(line.starts_with("SPRT: H1 accepted, LLR "), "{line}");
    let (h0, line) = code(format!("{bad} {good} {rest}"));
    assert_eq!(h0, Some(10), "{line}");
    assert!(line.starts_with("SPRT: H0 accepted, LLR -"), "{line}");
    let (undecided, line) = code(format!("{good} {bad} --games 2 --sprt"));
    assert_eq!(undecided, Some(11), "{line}");
    assert!(line.ends_with("(-2.94 to 2.94), elo0 0 elo1 5 normalized"), "{line}");
}

/// A pipe with a name, as engines that are scripts can use it.
#[cfg(target_os = "linux")]
fn named_pipe(folder: &Folder, name: &str) -> String {
    let path = folder.file(name);
    nix::unistd::mkfifo(path.as_str(), nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    path
}

/// Tells of each line that is written to a pipe with a name.
#[cfg(target_os = "linux")]
fn listen(path: &str) -> Receiver<String> {
    // Also to be written to, so that it does not end with the first who writes.
    let pipe = fs::File::options().read(true).write(true).open(path).expect("a pipe");
    let (sender, lines) = channel();
    thread::spawn(move || BufReader::new(pipe).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    lines
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_tournament_well() {
    let folder = Folder::new("interrupt");
    let [asked, answer] = ["asked", "answer"].map(|name| named_pipe(&folder, name));
    let asked_at = listen(&asked);
    let waits = format!("cmd={ENGINES}/waits.sh,arg={asked},arg={answer}");
    let mut runner = begin(&format!("--engine {waits},name=A --engine {waits},name=B --each tc=60"));
    assert_eq!(asked_at.recv_timeout(SOON).as_deref(), Ok("go"), "a game is under way");
    signal(runner.id(), Signal::SIGINT);
    assert_eq!(runner.wait().code(), Some(130));
    runner.expect("A against B: +0 =0 -0 of 0,", SOON);
    runner.expect("interrupted; with --record it could go on", SOON);
}

/// A scheduler that cancels a job signals the engines, too, and perhaps first: the game under way is nobody's loss.
#[cfg(target_os = "linux")]
#[test]
fn a_cancelled_job_blames_no_engine() {
    let folder = Folder::new("cancelled");
    let record = folder.file("games.jsonl");
    let mut runner = begin(&format!(
        "--engine cmd={ENGINES}/cancelled.sh,name=A --engine cmd={ENGINES}/cancelled.sh,name=B --each nodes=10 --record {record}"
    ));
    assert_eq!(runner.wait().code(), Some(130));
    runner.expect("interrupted; the same command goes on", SOON);
    assert_eq!(games(&record).len(), 0);
}

/// A runner that was stopped from the terminal could not hear the engine, whose clock has had the time for it twice over.
#[cfg(target_os = "linux")]
#[test]
fn while_the_runner_stands_still_no_clock_runs() {
    let folder = Folder::new("standstill");
    let record = folder.file("games.jsonl");
    let [asked, answer] = ["asked", "answer"].map(|name| named_pipe(&folder, name));
    let asked_at = listen(&asked);
    let mut runner = begin(&format!(
        "--engine cmd={ENGINES}/waits.sh,arg={asked},arg={answer},name=A --engine cmd={JANGGUN},name=B,depth=1,option.Hash=1 \
         --each st=0.5 --games 2 --max-plies 2 --margin 500 --record {record}"
    ));
    for _ in 0..2 {
        assert_eq!(asked_at.recv_timeout(SOON).as_deref(), Ok("go"));
        stop_process(runner.id());
        fs::write(&answer, "now\n").expect("the engine reads it");
        let_pass(Duration::from_millis(2_000));
        signal(runner.id(), Signal::SIGCONT);
    }
    assert!(runner.wait().success());
    let games = games(&record);
    assert_eq!(games.len(), 2);
    for game in games.values() {
        assert_eq!(game["reason"], "length", "{game}");
    }
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let folder = Folder::new("wrong");
    let openings = folder.file("book.txt");
    fs::write(&openings, "# a comment\nb1c3 b10c8\n\na1a9\n").expect("a file");
    let other = folder.file("games.pgn");
    fs::write(&other, "[Event \"precious\"]\n").expect("a file");
    let two = format!("--engine cmd={JANGGUN},name=A --engine cmd={JANGGUN},name=B --each depth=1");
    for (arguments, expected) in [
        (format!("--engine cmd={JANGGUN},depth=1"), "a tournament needs two engines or more"),
        (two.replace("name=B", "name=A"), "two engines are called 'A'; give each a name of its own with name=NAME"),
        (two.replace(" --each depth=1", ""), "engine 'A' has no limit; add tc=10+0.1"),
        (format!("{two} --variant chess"), "there is no variant 'chess'; choose one of janggi, "),
        (format!("{two} --games 3"), "--games cannot be 3; expected an even number"),
        (format!("{two} --openings {openings}"), "line 4: move list refused at ply 1: 'a1a9' is not legal here"),
        (format!("{two} --openings {openings}.none"), "cannot read the openings"),
        (format!("{two} --sprt elo0=5 elo1=5"), "--sprt: elo1 cannot be '5'; expected a number above elo0"),
        (format!("{two} --rule Hash=3"), "--rule: there is no setting 'Hash'; choose from Janggi_ChoSetup"),
        (format!("{two} --pgn {other}"), "holds something else than games of this tournament; move it away"),
        (format!("{two} --patience 0"), "--patience cannot be 0; expected seconds"),
        ("--engine cmd=./no-such-engine,depth=1 --engine cmd=b,depth=1".to_owned(), "cannot start './no-such-engine'"),
    ] {
        let output = play(&arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        // Files and programs may be there the next time.
        let is_outside = ["--openings", "--pgn", "no-such-engine"].iter().any(|part| arguments.contains(part));
        assert_eq!(output.status.code(), Some(if is_outside { 1 } else { 2 }), "{arguments}: {complaint}");
        assert!(complaint.starts_with("janggun: ") && complaint.contains(expected), "{arguments}: {complaint}");
    }
    let missing = run(&["rate", "no-such-file.jsonl"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("cannot use the record 'no-such-file.jsonl'"));
}
