//! The binary through its pipes, as a GUI or a match runner meets it. What takes time is in `latency.rs`, what is
//! wrong with the input in `bad_input.rs`.

mod common;

use common::{Dice, Engine, Info, SOON, START, Score, Search, command, output_lines, run, texts, wait_for};
use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

const STRICT_START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1";
const VARIANTS: [&str; 5] = ["janggi", "janggitraditional", "janggimodern", "janggicasual", "janggistrict"];

/// Mate in one, in `janggi`, with the moves that give it.
const MATES_IN_ONE: [(&str, &[&str]); 4] = [
    ("1C1k5/4aN3/4RP2B/9/5p3/1p7/PP2P4/9/9/2BA1K3 w - - 2 2", &["e8e9", "f8e9"]),
    ("3ak1c2/4NR3/2R6/p3c3p/3p5/8B/1P7/4CA3/5C3/4KA3 w - - 1 2", &["f9f10"]),
    ("3ac1b1r/4ka3/3n5/C1p2p2p/7p1/3n5/1b5PP/1R7/1r2A4/3KA4 b - - 2 2", &["d5c3"]),
    ("4akr1R/1r3a1C1/1N7/7pb/3p5/1p2CP3/P3B2P1/3R5/B8/3KAA3 w - - 2 2", &["i10g10"]),
];

/// Mated: the end of the third of the above.
const MATED: &str = "3ac1b1r/4ka3/3n5/C1p2p2p/7p1/9/1b5PP/1Rn6/1r2A4/3KA4 w - - 3 3";

/// A single legal move, `e10d10`.
const ONLY_REPLY: &str = "3Rk4/9/9/9/9/9/8p/9/5K3/C8 b - - 0 1";

/// A position in the middle of a game.
const MIDDLE: &str = "r1ba1ab1r/4k4/1c2n1nc1/p1p3p1p/4p4/9/P1P1P1P1P/1CN3NC1/4K4/R1BA1AB1R w - - 0 10";

// --- The handshake ---------------------------------------------------------------------------------------------

/// An `option` line, taken apart.
#[derive(Debug)]
struct OptionLine {
    name: String,
    kind: String,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl OptionLine {
    fn parse(line: &str) -> OptionLine {
        let (name, rest) =
            line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")).expect("name and type");
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut option = OptionLine {
            name: name.to_string(),
            kind: kind.to_string(),
            default: None,
            min: None,
            max: None,
            choices: Vec::new(),
        };
        let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            match word {
                "default" => {
                    let value = words.next_if(|next| !["min", "max", "var"].contains(next)).unwrap_or("");
                    option.default = Some(value.to_string());
                }
                "min" => option.min = words.next().and_then(|word| word.parse().ok()),
                "max" => option.max = words.next().and_then(|word| word.parse().ok()),
                "var" => option.choices.push(words.next().expect("a choice").to_string()),
                _ => panic!("unexpected '{word}' in '{line}'"),
            }
        }
        option
    }
}

fn handshake(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    texts(&engine.lines_until("uciok", SOON))
}

fn options(engine: &mut Engine) -> Vec<OptionLine> {
    handshake(engine).iter().filter(|line| line.starts_with("option ")).map(|line| OptionLine::parse(line)).collect()
}

#[track_caller]
fn option<'a>(options: &'a [OptionLine], name: &str) -> &'a OptionLine {
    let mut found = options.iter().filter(|option| option.name == name);
    let option = found.next().unwrap_or_else(|| panic!("an option {name}"));
    assert!(found.next().is_none(), "the option {name} is listed once");
    option
}

#[test]
fn nothing_is_printed_before_the_engine_is_spoken_to() {
    let mut engine = Engine::start();
    engine.assert_silent_for(Duration::from_millis(300));
    engine.quit();
}

#[test]
fn uci_tells_name_author_and_options_and_ends_with_uciok() {
    let mut engine = Engine::start();
    let lines = handshake(&mut engine);
    assert!(lines[0].starts_with("id name Janggun"), "{}", lines[0]);
    assert!(lines[1].starts_with("id author ") && lines[1].len() > "id author ".len(), "{}", lines[1]);
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    for line in &lines[2..lines.len() - 1] {
        assert!(line.is_empty() || line.starts_with("option name "), "'{line}' between id and uciok");
    }
    // Asked again, it says the same again.
    assert_eq!(handshake(&mut engine), lines);
    engine.quit();
}

#[test]
fn options_have_the_types_defaults_and_ranges_of_the_contract() {
    let mut engine = Engine::start();
    let options = options(&mut engine);
    for (name, default, min, max) in [
        ("Hash", "64", 1, 65536),
        ("Threads", "1", 1, 256),
        ("MultiPV", "1", 1, 256),
        ("Move Overhead", "10", 0, 5000),
        ("Skill Level", "20", 0, 20),
    ] {
        let option = option(&options, name);
        assert_eq!(option.kind, "spin", "{name}");
        assert_eq!(option.default.as_deref(), Some(default), "{name}");
        assert_eq!((option.min, option.max), (Some(min), Some(max)), "{name}");
    }
    for name in ["Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_LimitStrength"] {
        let option = option(&options, name);
        assert_eq!((option.kind.as_str(), option.default.as_deref()), ("check", Some("false")), "{name}");
    }
    let setups = ["masangsangma", "sangmamasang", "sangmasangma", "masangmasang"];
    for (name, default, choices) in [
        ("UCI_Variant", "janggi", &VARIANTS[..]),
        ("Level", "full", &["full", "high", "middle", "low"]),
        ("Janggi_ChoSetup", "masangsangma", &setups),
        ("Janggi_HanSetup", "masangsangma", &setups),
    ] {
        let option = option(&options, name);
        assert_eq!((option.kind.as_str(), option.default.as_deref()), ("combo", Some(default)), "{name}");
        for choice in choices {
            assert!(option.choices.iter().any(|offered| offered == choice), "{name} offers {choice}");
        }
    }
    assert_eq!(option(&options, "UCI_Elo").kind, "spin");
    assert_eq!(option(&options, "Clear Hash").kind, "button");
    let log = option(&options, "Log File");
    assert_eq!(log.kind, "string");
    assert!(matches!(log.default.as_deref(), Some("" | "<empty>")), "{log:?}");
    engine.quit();
}

#[test]
fn option_lines_are_such_that_every_gui_can_read_them() {
    let mut engine = Engine::start();
    let lines = handshake(&mut engine);
    let variant = lines.iter().find(|line| line.starts_with("option name UCI_Variant")).expect("the variant option");
    assert!(variant.len() < 256, "the variant line has {} bytes", variant.len());
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let option = OptionLine::parse(line);
        let keywords = ["name", "type", "value", "default", "min", "max", "var"];
        assert!(!option.name.split(' ').any(|word| keywords.contains(&word)), "a keyword in '{}'", option.name);
        match option.kind.as_str() {
            "spin" => {
                let default: i64 = option.default.and_then(|text| text.parse().ok()).expect("a default");
                assert!(option.min.expect("min") <= default && default <= option.max.expect("max"), "{line}");
            }
            "combo" => assert!(option.choices.contains(&option.default.expect("a default")), "{line}"),
            "check" => assert!(matches!(option.default.as_deref(), Some("true" | "false")), "{line}"),
            "string" => assert!(option.default.is_some(), "{line}"),
            "button" => assert_eq!(option.default, None, "{line}"),
            other => panic!("an option of type {other}"),
        }
    }
    engine.quit();
}

#[test]
fn isready_is_answered_once_each_time() {
    let mut engine = Engine::start();
    engine.send("isready\nisready\nisready");
    for _ in 0..3 {
        assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    }
    engine.assert_silent_for(Duration::from_millis(50));
    engine.quit();
}

#[test]
fn debug_and_register_are_taken_in_silence() {
    let mut engine = Engine::start();
    engine.tell("debug on");
    engine.tell("debug off");
    engine.tell("register later");
    engine.tell("register name Nobody code 4711");
    engine.quit();
}

#[test]
fn quit_ends_the_process_even_in_the_middle_of_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite\nquit");
    assert!(engine.wait(SOON).success());
}

// --- Every form of go --------------------------------------------------------------------------------------------

/// One `go`: its `bestmove` is legal, and there is exactly one.
#[track_caller]
fn check_go(engine: &mut Engine, go: &str) -> Search {
    let search = engine.search(go);
    let legal = engine.moves();
    assert!(legal.contains(&search.best), "'{go}' plays {} out of {legal:?}", search.best);
    assert_eq!(search.last().pv.first(), Some(&search.best), "'{go}': the move is that of the last variation");
    if let Some(ponder) = &search.ponder {
        assert_eq!(search.last().pv.get(1), Some(ponder), "'{go}': the ponder move is that of the last variation");
    }
    engine.assert_silent_for(Duration::from_millis(20));
    search
}

#[test]
fn every_limited_go_gets_exactly_one_legal_bestmove() {
    let mut engine = Engine::start();
    for position in ["startpos", "startpos moves a4b4", &format!("fen {MIDDLE}"), &format!("fen {ONLY_REPLY}")] {
        engine.tell(&format!("position {position}"));
        for go in [
            "go depth 1",
            "go depth 5",
            "go nodes 1",
            "go nodes 5000",
            "go movetime 1",
            "go movetime 60",
            "go mate 1",
            "go wtime 300 btime 300",
            "go wtime 200 btime 200 winc 20 binc 20",
            "go wtime 300 btime 300 movestogo 2",
            "go wtime 300 btime 300 winc 5 binc 5 movestogo 1",
            "go wtime 0 btime 0",
            "go wtime 1 btime 1",
            "go wtime -100 btime -100",
            "go wtime -100 btime -100 winc 10 binc 10",
            "go depth 3 nodes 100000 movetime 2000",
        ] {
            check_go(&mut engine, go);
        }
    }
    engine.quit();
}

#[test]
fn a_plain_go_thinks_until_stopped() {
    let mut engine = Engine::start();
    engine.send("go");
    // Whether it takes this for `infinite` or for a limit of its own choice, a stop ends it with a move.
    let mut lines = engine.try_lines_until("bestmove", Duration::from_millis(100)).unwrap_or_else(|lines| lines);
    if !lines.last().is_some_and(|line| line.text.starts_with("bestmove")) {
        engine.send("stop");
        lines.extend(engine.lines_until("bestmove", SOON));
    }
    let search = Search::from_lines("go", Instant::now(), &lines);
    assert!(engine.moves().contains(&search.best));
    engine.quit();
}

#[test]
fn depth_is_the_depth_of_the_last_line() {
    let mut engine = Engine::start();
    for depth in [1, 2, 4, 6] {
        let search = check_go(&mut engine, &format!("go depth {depth}"));
        assert_eq!(search.last().depth, depth, "{}", search.last().text);
    }
    engine.quit();
}

#[test]
fn nodes_are_a_limit() {
    let mut engine = Engine::start();
    for nodes in [1, 100, 10_000, 100_000] {
        engine.tell("ucinewgame");
        let search = check_go(&mut engine, &format!("go nodes {nodes}"));
        let searched = search.infos.iter().filter_map(|info| info.nodes).max().expect("nodes are told");
        assert!(searched <= nodes + 5_000, "'go nodes {nodes}' searched {searched}");
    }
    engine.quit();
}

#[test]
fn searchmoves_restricts_the_answer_wherever_it_stands() {
    let mut engine = Engine::start();
    for go in [
        "go searchmoves a4b4 i4h4 depth 4",
        "go depth 4 searchmoves a4b4 i4h4",
        "go movetime 50 searchmoves i4h4 a4b4",
        "go nodes 1 searchmoves a4b4",
    ] {
        let search = check_go(&mut engine, go);
        assert!(["a4b4", "i4h4"].contains(&search.best.as_str()), "'{go}' plays {}", search.best);
        for info in &search.infos {
            assert!(["a4b4", "i4h4"].contains(&info.pv[0].as_str()), "'{go}' tells {}", info.text);
        }
    }
    engine.quit();
}

#[test]
fn infinite_waits_for_stop() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    let mut lines = engine.assert_no_bestmove_for(Duration::from_millis(200));
    engine.send("stop");
    lines.extend(engine.lines_until("bestmove", SOON));
    let search = Search::from_lines("go infinite", Instant::now(), &lines);
    assert!(engine.moves().contains(&search.best));
    engine.quit();
}

#[test]
fn infinite_waits_even_for_a_mate_an_only_reply_and_a_finished_game() {
    let mut engine = Engine::start();
    for (fen, move_is_due) in [(MATES_IN_ONE[0].0, true), (ONLY_REPLY, true), (MATED, false)] {
        for go in ["go infinite", "go infinite depth 1", "go ponder wtime 100 btime 100"] {
            engine.tell(&format!("position fen {fen}"));
            engine.send(go);
            let mut lines = engine.assert_no_bestmove_for(Duration::from_millis(150));
            assert!(lines.len() < 600, "a flood of {} lines", lines.len());
            engine.send("stop");
            lines.extend(engine.lines_until("bestmove", SOON));
            let search = Search::from_lines(go, Instant::now(), &lines);
            assert_eq!(search.best != "(none)", move_is_due, "'{go}' in {fen}");
        }
    }
    engine.quit();
}

#[test]
fn a_ponder_hit_turns_pondering_into_an_ordinary_search() {
    let mut engine = Engine::start();
    for go in [
        "go ponder wtime 400 btime 400",
        "go ponder movetime 60",
        "go ponder depth 3",
        "go ponder wtime 400 btime 400 winc 10 binc 10 movestogo 5",
    ] {
        engine.tell("position startpos moves a4b4 a7b7");
        engine.send(go);
        let mut lines = engine.assert_no_bestmove_for(Duration::from_millis(150));
        engine.send("ponderhit");
        lines.extend(engine.lines_until("bestmove", SOON));
        let search = Search::from_lines(go, Instant::now(), &lines);
        assert!(engine.moves().contains(&search.best), "'{go}' plays {}", search.best);
        engine.assert_silent_for(Duration::from_millis(20));
    }
    engine.quit();
}

#[test]
fn a_ponder_miss_is_a_stop_and_the_next_search_is_about_the_new_position() {
    let mut engine = Engine::start();
    engine.tell("position startpos moves a4b4 a7b7");
    engine.send("go ponder wtime 400 btime 400");
    let mut lines = engine.assert_no_bestmove_for(Duration::from_millis(80));
    engine.send("stop");
    lines.extend(engine.lines_until("bestmove", SOON));
    Search::from_lines("go ponder", Instant::now(), &lines);
    engine.tell("position startpos moves a4b4 i7h7");
    check_go(&mut engine, "go wtime 400 btime 400");
    engine.quit();
}

#[test]
fn ponderhit_on_the_very_next_line_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        engine.send("go ponder movetime 20\nponderhit");
        engine.expect("bestmove", SOON);
    }
    engine.quit();
}

#[test]
fn go_perft_counts_under_every_root_move() {
    let mut engine = Engine::start();
    for (depth, total) in [(1, 32), (2, 1024), (3, 33000)] {
        engine.send(&format!("go perft {depth}"));
        let lines = texts(&engine.lines_until("Nodes searched:", SOON));
        let counts: Vec<(&str, u64)> = lines
            .iter()
            .filter(|line| !line.starts_with("Nodes") && !line.is_empty())
            .map(|line| line.split_once(": ").expect("MOVE: COUNT"))
            .map(|(name, count)| (name, count.parse().expect("a count")))
            .collect();
        assert_eq!(lines.last().map(String::as_str), Some(format!("Nodes searched: {total}").as_str()));
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total);
        let mut names: Vec<String> = counts.iter().map(|(name, _)| name.to_string()).collect();
        names.sort();
        engine.ask(""); // whatever else may follow a perft
        assert_eq!(names, engine.moves());
    }
    engine.quit();
}

#[test]
fn bestmove_names_a_ponder_move_if_the_variation_has_one() {
    let mut engine = Engine::start();
    let search = check_go(&mut engine, "go depth 6");
    assert!(search.last().pv.len() >= 2, "{}", search.last().text);
    assert_eq!(search.ponder.as_ref(), search.last().pv.get(1));
    engine.quit();
}

// --- Commands during a search --------------------------------------------------------------------------------------

#[test]
fn a_stop_on_the_very_next_line_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send("go infinite\nstop");
        let search = Search::from_lines("go infinite", Instant::now(), &engine.lines_until("bestmove", SOON));
        assert_ne!(search.best, "(none)");
    }
    engine.send(&"go infinite\nstop\n".repeat(50));
    for _ in 0..50 {
        engine.expect("bestmove", SOON);
    }
    engine.assert_silent_for(Duration::from_millis(50));
    engine.quit();
}

#[test]
fn a_second_go_ends_the_first_whose_bestmove_comes_first() {
    let mut engine = Engine::start();
    engine.send("go infinite searchmoves i4h4\ngo depth 3 searchmoves a4b4");
    let first = engine.lines_until("bestmove", SOON);
    assert_eq!(Search::from_lines("the first go", Instant::now(), &first).best, "i4h4");
    let second = Search::from_lines("the second go", Instant::now(), &engine.lines_until("bestmove", SOON));
    assert_eq!(second.best, "a4b4");
    for info in &second.infos {
        assert_eq!(info.pv[0], "a4b4", "nothing of the old search: {}", info.text);
    }
    engine.assert_silent_for(Duration::from_millis(50));
    engine.quit();
}

#[test]
fn position_setoption_and_ucinewgame_end_a_search_and_are_then_carried_out() {
    let mut engine = Engine::start();
    for (command, fen) in [
        ("position startpos moves a4b4", None),
        ("setoption name Hash value 2", Some(START)),
        ("setoption name Clear Hash", Some(START)),
        ("setoption name MultiPV value 1", Some(START)),
        ("ucinewgame", None),
    ] {
        engine.tell("position startpos");
        engine.send(&format!("go infinite\n{command}\nisready"));
        let lines = texts(&engine.lines_until("readyok", SOON));
        let bestmoves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(bestmoves, 1, "'{command}' during a search: {lines:#?}");
        assert!(!lines.iter().any(|line| line.contains("error")), "'{command}' during a search: {lines:#?}");
        if let Some(fen) = fen {
            assert_eq!(engine.fen(), fen, "after '{command}'");
        }
        engine.assert_silent_for(Duration::from_millis(30));
    }
    engine.tell("position startpos");
    engine.send("go infinite\nposition startpos moves a4b4\nd");
    let lines = texts(&engine.lines_until("Checkers:", SOON));
    let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a bestmove");
    let fen = lines.iter().position(|line| line.starts_with("Fen: ")).expect("a FEN");
    assert!(best < fen, "the old bestmove comes first");
    assert!(lines[fen].contains(" b - - 1 1"), "{}", lines[fen]);
    engine.quit();
}

#[test]
fn setting_the_variant_during_a_search_ends_it_first() {
    let mut engine = Engine::start();
    engine.send("go infinite\nsetoption name UCI_Variant value janggistrict\nisready");
    let lines = texts(&engine.lines_until("readyok", SOON));
    let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("a bestmove");
    let told = lines.iter().position(|line| line.starts_with("info string variant ")).expect("a variant line");
    assert!(best < told, "{lines:#?}");
    assert_eq!(engine.fen(), STRICT_START);
    engine.quit();
}

#[test]
fn stop_position_and_go_in_one_write_are_taken_in_order() {
    let mut engine = Engine::start();
    let mut referee = Engine::start();
    let mut dice = Dice::new(1);
    let (mut here, mut there) = ("startpos moves a4b4", "startpos");
    engine.send("position startpos\ngo infinite");
    for _ in 0..10 {
        engine.assert_no_bestmove_for(Duration::from_millis(dice.roll(60)));
        engine.send(&format!("stop\nposition {here}\ngo infinite"));
        engine.expect("bestmove", SOON);
        // From here on, everything is about the new position.
        for line in engine.assert_no_bestmove_for(Duration::from_millis(30 + dice.roll(60))) {
            if let Some(info) = Info::parse(&line.text) {
                referee.tell(&format!("position {}", with_moves(here, &info.pv)));
            }
        }
        std::mem::swap(&mut here, &mut there);
    }
    engine.send("stop");
    engine.expect("bestmove", SOON);
    engine.quit();
}

#[test]
fn isready_is_answered_while_thinking() {
    let mut engine = Engine::start();
    engine.send("go infinite\nisready");
    let lines = engine.lines_until("readyok", SOON);
    assert!(!lines.iter().any(|line| line.text.starts_with("bestmove")), "isready must not end the search");
    engine.assert_no_bestmove_for(Duration::from_millis(50));
    engine.send("stop");
    engine.expect("bestmove", SOON);
    engine.quit();
}

// --- What the lines of a search promise -------------------------------------------------------------------------------

/// `position` arguments with more moves at the end.
fn with_moves(position: &str, moves: &[String]) -> String {
    let keyword = if position.contains(" moves ") { "" } else { " moves" };
    format!("{position}{keyword} {}", moves.join(" "))
}

#[test]
fn variations_are_legal_to_their_last_move_and_scores_of_one_move_are_true() {
    let shuffled = "startpos moves a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1";
    let passed = "fen 3k5/9/4b4/9/9/9/9/9/9/4K3R w - - 0 1 moves e1e1";
    let late = "fen 2ba1a3/3k5/9/p3p4/9/6P2/P8/4C4/4K4/3A1A1B1 w - - 95 80";
    let bare = "fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    for variant in VARIANTS {
        let mut engine = Engine::start();
        let mut referee = Engine::start();
        engine.set_variant(variant);
        referee.set_variant(variant);
        engine.tell("setoption name Hash value 4");
        let strict = variant == "janggistrict";
        let mut positions = vec!["startpos".to_string(), format!("fen {MIDDLE}"), bare.to_string(), late.to_string()];
        if !strict {
            positions.extend([shuffled.to_string(), passed.to_string()]);
        }
        positions.push(format!("fen {}", MATES_IN_ONE[0].0));
        positions.push("fen 3k5/9/c3RC3/3p5/5B3/7P1/1P7/9/4A4/2BA1K3 w - - 0 1".to_string());
        for (number, position) in positions.iter().enumerate() {
            engine.tell(&format!("setoption name MultiPV value {}", 1 + number % 3));
            engine.tell(&format!("position {position}"));
            for go in ["go nodes 1", "go movetime 150", "go depth 4"] {
                let search = engine.search(go);
                for info in &search.infos {
                    check_info(&mut referee, variant, position, info);
                }
            }
        }
        engine.quit();
        referee.quit();
    }
}

/// Replays a variation on another engine.
#[track_caller]
fn check_info(referee: &mut Engine, variant: &str, position: &str, info: &Info) {
    let told = format!("{variant}, {position}: '{}'", info.text);
    let answer = referee.ask(&format!("position {}", with_moves(position, &info.pv)));
    assert!(answer.is_empty(), "an illegal variation in {told}: {answer:?}");
    let wins_at_once = info.score == Score::Mate(1);
    let draws_at_once = info.score == Score::Cp(0) && info.pv.len() == 1;
    if (wins_at_once || draws_at_once) && info.bound.is_none() {
        assert!(info.depth > 0 && !info.pv.is_empty(), "no move in {told}");
        let before = referee.ask(&format!("position {position}\nd"));
        let white = before.iter().any(|line| line.starts_with("Fen: ") && line.contains(" w "));
        referee.tell(&format!("position {}", with_moves(position, &info.pv[..1])));
        let result = referee.result();
        let cho_moved = white != (variant == "janggistrict");
        let expected = match (wins_at_once, cho_moved) {
            (false, _) => "1/2-1/2",
            (true, true) => "1-0",
            (true, false) => "0-1",
        };
        assert_eq!(result.split(' ').next(), Some(expected), "after the first move of {told}");
    }
}

#[test]
fn a_win_at_once_is_told_as_mate_one() {
    let mut engine = Engine::start();
    for (fen, moves) in MATES_IN_ONE {
        engine.tell(&format!("position fen {fen}"));
        for go in ["go depth 4", "go mate 1", "go movetime 100"] {
            let search = check_go(&mut engine, go);
            assert_eq!(search.last().score, Score::Mate(1), "'{go}' in {fen}: {}", search.last().text);
            assert!(moves.contains(&search.best.as_str()), "'{go}' in {fen} plays {}", search.best);
        }
    }
    // Ahead in points, and the opponent has passed: a second pass wins.
    engine.tell("position fen 3k5/9/4b4/9/9/9/9/9/9/4K3R b - - 0 1 moves d10d10");
    let search = check_go(&mut engine, "go depth 4");
    assert_eq!((search.last().score, search.best.as_str()), (Score::Mate(1), "e1e1"), "{}", search.last().text);
    // Ahead in points with the generals facing: so does a pass.
    engine.tell("position fen 4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1");
    let search = check_go(&mut engine, "go depth 4");
    assert_eq!((search.last().score, search.best.as_str()), (Score::Mate(1), "e1e1"), "{}", search.last().text);
    engine.quit();
}

#[test]
fn known_mates_are_found() {
    let mut engine = Engine::start();
    let data = include_str!("data/janggi_mates.txt");
    let mut found = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let [fen, mate, first_moves] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("three fields in {line}")
        };
        let mate: i32 = mate.strip_prefix("mate ").and_then(|number| number.parse().ok()).expect("mate N");
        if mate > 3 {
            continue;
        }
        for go in [format!("go mate {mate}"), format!("go depth {}", 2 * mate + 3)] {
            engine.tell("ucinewgame");
            engine.tell(&format!("position fen {fen}"));
            let search = engine.search_within(&go, Duration::from_secs(30));
            assert_eq!(search.last().score, Score::Mate(mate), "'{go}' in {fen}: {}", search.last().text);
            let good = first_moves.split(' ').any(|first| first == search.best);
            assert!(good, "'{go}' in {fen} plays {}, not one of {first_moves}", search.best);
        }
        found += 1;
    }
    assert!(found >= 10, "only {found} positions");
    engine.quit();
}

#[test]
fn multipv_tells_that_many_different_moves() {
    let mut engine = Engine::start();
    engine.tell("setoption name MultiPV value 3");
    let search = check_go(&mut engine, "go depth 4");
    let last: Vec<&Info> = search.infos.iter().filter(|info| info.depth == 4 && info.bound.is_none()).collect();
    let numbers: BTreeSet<u32> = last.iter().map(|info| info.multipv).collect();
    assert_eq!(numbers, BTreeSet::from([1, 2, 3]), "{last:#?}");
    let firsts: BTreeSet<&String> = last[last.len() - 3..].iter().map(|info| &info.pv[0]).collect();
    assert_eq!(firsts.len(), 3, "{last:#?}");

    // More than there are moves.
    engine.tell("setoption name MultiPV value 256");
    let search = check_go(&mut engine, "go depth 2");
    let most = search.infos.iter().map(|info| info.multipv).max();
    assert_eq!(most, Some(32));
    engine.tell(&format!("position fen {ONLY_REPLY}"));
    let search = check_go(&mut engine, "go depth 2");
    assert_eq!(search.infos.iter().map(|info| info.multipv).max(), Some(1));
    engine.quit();
}

#[test]
fn wdl_is_told_on_request_and_sums_up() {
    let mut engine = Engine::start();
    assert!(check_go(&mut engine, "go depth 3").infos.iter().all(|info| info.wdl.is_none()));
    engine.tell("setoption name UCI_ShowWDL value true");
    for info in check_go(&mut engine, "go depth 3").infos {
        let [win, draw, loss] = info.wdl.unwrap_or_else(|| panic!("wdl in '{}'", info.text));
        assert_eq!(win + draw + loss, 1000, "{}", info.text);
    }
    engine.quit();
}

#[test]
fn weaker_levels_and_several_threads_still_play_legal_moves() {
    let mut engine = Engine::start();
    for (options, go, deepest) in [
        (&["Level value high"][..], "go movetime 500", 7),
        (&["Level value middle"], "go movetime 500", 5),
        (&["Level value low"], "go movetime 500", 3),
        (&["Level value full", "Skill Level value 0"], "go depth 5", 5),
        (&["Skill Level value 20", "UCI_LimitStrength value true"], "go depth 5", 5),
        (&["UCI_LimitStrength value false", "Threads value 2"], "go depth 6", 6),
        (&["Threads value 1", "UCI_AnalyseMode value true", "Ponder value true"], "go depth 5", 5),
    ] {
        for option in options {
            engine.tell(&format!("setoption name {option}"));
        }
        for position in ["startpos", "startpos moves a4b4"] {
            engine.tell(&format!("position {position}"));
            let search = engine.search(go);
            assert!(engine.moves().contains(&search.best), "{options:?}");
            let depth = search.infos.iter().map(|info| info.depth).max();
            assert!(depth <= Some(deepest), "{options:?} searched to depth {depth:?}");
        }
    }
    engine.quit();
}

// --- The end of the game --------------------------------------------------------------------------------------------------

#[test]
fn a_game_that_is_over_gets_its_score_and_no_move() {
    let mut engine = Engine::start();
    for (variant, position, score, result) in [
        ("janggi", &format!("fen {MATED}")[..], "mate 0", "0-1 checkmate"),
        ("janggi", "startpos moves e2e2 e9e9", "mate 0", "0-1 passes"),
        ("janggi", "startpos moves a4b4 e9e9 e2e2", "mate 1", "0-1 passes"),
        ("janggi", "fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1 moves d1e1 e10e10", "mate 1", "1-0 bikjang"),
        ("janggitraditional", "fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1 moves d1e1 e10e10", "cp 0", "1/2-1/2 bikjang"),
        ("janggitraditional", "startpos moves e2e2 e9e9", "cp 0", "1/2-1/2 passes"),
        ("janggimodern", "startpos moves e2e2 e9e9", "mate 0", "0-1 passes"),
        ("janggicasual", "startpos moves e2e2 e9e9", "cp 0", "1/2-1/2 passes"),
    ] {
        engine.set_variant(variant);
        engine.tell(&format!("position {position}"));
        assert_eq!(engine.result(), result, "{variant}, {position}");
        assert_eq!(engine.moves(), Vec::<String>::new(), "{variant}, {position}");
        for go in ["go depth 5", "go movetime 50", "go wtime 1000 btime 1000", "go nodes 1", "go mate 1"] {
            engine.send(go);
            let lines = texts(&engine.lines_until("bestmove", SOON));
            assert_eq!(
                lines,
                [format!("info depth 0 score {score}"), "bestmove (none)".to_string()],
                "{go}, {position}"
            );
        }
    }
    engine.quit();
}

#[test]
fn after_an_end_that_may_be_claimed_play_can_go_on() {
    let cycle = "a1a2 a10a9 a2a1 a9a10";
    let mut engine = Engine::start();
    for (variant, position, result) in [
        ("janggi", format!("startpos moves {cycle} {cycle}"), "0-1 repetition"),
        ("janggitraditional", format!("startpos moves {cycle} {cycle}"), "1/2-1/2 repetition"),
        ("janggicasual", format!("startpos moves {cycle} {cycle} {cycle}"), "1/2-1/2 repetition"),
        ("janggimodern", "startpos moves i1i2 a7b7 i2i1 b7a7 i1i2 a7b7 i2i1 b7a7 i1i2".to_string(), "0-1 moverep"),
        ("janggi", format!("fen {} moves a4b4", START.replace(" 0 1", " 99 60")), "0-1 nocapture"),
        ("janggicasual", format!("fen {}", START.replace(" 0 1", " 100 60")), "1/2-1/2 nocapture"),
        ("janggimodern", format!("fen {}", START.replace(" 0 1", " 200 99")), "0-1 nocapture"),
        ("janggistrict", "startpos moves a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1".to_string(), "0-1 repetition"),
    ] {
        engine.set_variant(variant);
        engine.tell(&format!("position {position}"));
        assert_eq!(engine.result(), result, "{variant}, {position}");
        assert!(!engine.moves().is_empty(), "{variant}, {position}");
        for go in ["go depth 3", "go nodes 1", "go movetime 20"] {
            check_go(&mut engine, go);
        }
    }
    engine.quit();
}

#[test]
fn result_of_a_game_that_goes_on_is_a_star() {
    let mut engine = Engine::start();
    for variant in VARIANTS {
        engine.set_variant(variant);
        assert_eq!(engine.result(), "* -", "{variant}");
    }
    engine.quit();
}

// --- End of input, closed output ---------------------------------------------------------------------------------------------

#[test]
fn end_of_input_lets_a_limited_search_finish() {
    for go in [
        "go depth 6",
        "go nodes 20000",
        "go movetime 200",
        "go wtime 500 btime 500",
        "go mate 1",
        "go depth 3\nisready",
        "go depth 4\nposition startpos moves a4b4\ngo depth 4",
    ] {
        let output = run(&[], &format!("position startpos\n{go}\n"));
        let lines = output_lines(&output);
        let expected = go.matches("go ").count();
        let found = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(found, expected, "after '{go}': {lines:#?}");
        assert!(output.status.success() && output.stderr.is_empty(), "after '{go}': {output:?}");
    }
    let lines = output_lines(&run(&[], "go perft 3\n"));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 33000"), "{lines:#?}");
    // Without a line feed at the end, too.
    let lines = output_lines(&run(&[], "go depth 2"));
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn end_of_input_ends_everything_else() {
    for input in ["", "uci\n", "go infinite\n", "go ponder wtime 1000 btime 1000\n", "go infinite depth 3\n"] {
        let begun = Instant::now();
        let mut engine = Engine::start();
        engine.send_bytes(input.as_bytes());
        engine.close_input();
        assert!(engine.wait(SOON).success(), "after {input:?}");
        assert!(begun.elapsed() < Duration::from_secs(5), "after {input:?}");
    }
}

#[test]
fn a_closed_output_pipe_ends_the_process_without_a_panic() {
    for input in ["uci\n", "go infinite\n", "go depth 60\n", "d\nd\nd\nisready\n", "go perft 3\n", "help\nbench 2\n"] {
        let mut child = command(&[]).spawn().expect("the engine starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let stderr = child.stderr.take().expect("stderr is piped");
        drop(child.stdout.take());
        // The input stays open: the end of the output alone must be enough.
        stdin.write_all(input.as_bytes()).and_then(|()| stdin.flush()).expect("the engine reads its input");
        let end = Instant::now() + SOON;
        while child.try_wait().expect("the process can be waited for").is_none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
            // Something more to say, in case the first write went unnoticed.
            let _ = stdin.write_all(b"isready\n").and_then(|()| stdin.flush());
        }
        if child.try_wait().expect("the process can be waited for").is_none() {
            child.kill().expect("the process can be killed");
            panic!("after {input:?}, the engine lives on without an output");
        }
        wait_for(&mut child, SOON);
        let complaints = std::io::read_to_string(stderr).expect("standard error is UTF-8");
        assert!(!complaints.contains("panicked"), "after {input:?}: {complaints}");
    }
}

// --- Options -----------------------------------------------------------------------------------------------------------------

#[test]
fn setting_the_variant_sets_its_start_position_and_says_so() {
    let mut engine = Engine::start();
    for variant in VARIANTS {
        let start = if variant == "janggistrict" { STRICT_START } else { START };
        engine.ask("position startpos moves a4b4");
        assert_eq!(
            engine.set_variant(variant),
            format!("info string variant {variant} files 9 ranks 10 pocket 0 template janggi startpos {start}")
        );
        assert_eq!(engine.fen(), start);
    }
    // The strict rule set knows no pass, and Cho, lower case, moves first.
    let moves = engine.moves();
    assert!(moves.contains(&"a7a6".to_string()) && !moves.contains(&"e9e9".to_string()), "{moves:?}");
    engine.quit();
}

#[test]
fn another_variant_can_be_chosen_on_the_command_line() {
    let mut engine = Engine::start_with(&["--variant", "janggistrict"]);
    engine.assert_silent_for(Duration::from_millis(50));
    assert_eq!(engine.fen(), STRICT_START);
    engine.tell("position startpos moves a7a6");
    let options = options(&mut engine);
    assert_eq!(option(&options, "UCI_Variant").default.as_deref(), Some("janggistrict"));
    engine.quit();
    let output = run(&["--variant", "chess"], "");
    assert!(!output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
}

#[test]
fn setups_change_what_startpos_means() {
    let mut engine = Engine::start();
    for (name, back_rank) in [
        ("masangsangma", "RNBA1ABNR"),
        ("sangmamasang", "RBNA1ANBR"),
        ("sangmasangma", "RBNA1ABNR"),
        ("masangmasang", "RNBA1ANBR"),
    ] {
        engine.tell(&format!("setoption name Janggi_ChoSetup value {name}"));
        engine.tell("position startpos");
        let fen = engine.fen();
        assert!(fen.contains(&format!("/{back_rank} w ")), "{name}: {fen}");
        assert!(fen.starts_with("rnba1abnr/"), "{name}: {fen}");
    }
    engine.tell("setoption name Janggi_ChoSetup value masangsangma");
    engine.tell("setoption name Janggi_HanSetup value sangmasangma");
    engine.tell("position startpos");
    assert!(engine.fen().starts_with("rbna1abnr/") && engine.fen().contains("/RNBA1ABNR w "), "{}", engine.fen());
    // The line about a variant tells its start with the set-ups. Cho is the lower-case side in the strict rule set.
    let line = engine.set_variant("janggistrict");
    assert!(line.contains(" startpos rnba1abnr/") && line.ends_with("/RBNA1ABNR b - - 0 1"), "{line}");
    engine.quit();
}

#[test]
fn option_names_match_in_any_letter_case() {
    let mut engine = Engine::start();
    engine.tell("setoption name hash value 2");
    engine.tell("setoption name MULTIpv value 2");
    engine.tell("setoption name move OVERHEAD value 20");
    engine.tell("setoption name CLEAR hash");
    engine.tell("setoption name level value low");
    let search = check_go(&mut engine, "go depth 2");
    assert_eq!(search.infos.iter().map(|info| info.multipv).max(), Some(2));
    let answer = engine.ask("setoption name uci_variant value janggimodern");
    assert!(answer[0].starts_with("info string variant janggimodern "), "{answer:?}");
    engine.quit();
}

#[test]
fn options_of_other_engines_and_values_of_buttons_are_taken_in_silence() {
    let mut engine = Engine::start();
    for line in [
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_Chess960 value true",
        "setoption name VariantPath value",
        "setoption name VariantPath value /a/b c/variants.ini",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
        "setoption name SyzygyPath",
        "setoption name clear hash value true",
        "setoption name Clear Hash value",
        "setoption name Clear Hash",
        "setoption name Log File value",
        "setoption name Log File value <empty>",
    ] {
        engine.tell(line);
    }
    engine.quit();
}

#[test]
fn an_empty_value_does_no_harm() {
    let mut engine = Engine::start();
    for name in ["Hash", "Threads", "Ponder", "UCI_Variant", "Level", "Janggi_ChoSetup", "UCI_Elo"] {
        let answer = engine.ask(&format!("setoption name {name} value"));
        let harmless = answer.len() <= 1 && answer.iter().all(|line| line.starts_with("info string "));
        assert!(harmless, "an empty {name}: {answer:?}");
        engine.tell("position startpos");
        assert_eq!(engine.fen(), START, "an empty {name}");
    }
    check_go(&mut engine, "go depth 2");
    engine.quit();
}

#[test]
fn every_option_can_be_set_to_its_default_and_its_bounds() {
    let mut engine = Engine::start();
    for option in options(&mut engine) {
        let mut values: Vec<String> = option.default.iter().cloned().chain(option.choices.iter().cloned()).collect();
        match option.kind.as_str() {
            // The largest table does not fit every machine, and so many threads suit none.
            "spin" if option.name == "Hash" || option.name == "Threads" => values.push("1".to_string()),
            "spin" => values.extend([option.min, option.max].into_iter().flatten().map(|bound| bound.to_string())),
            "check" => values.extend(["true".to_string(), "false".to_string()]),
            _ => {}
        }
        for value in values {
            let answer = engine.ask(&format!("setoption name {} value {value}", option.name));
            assert!(!answer.iter().any(|line| line.contains("error")), "{} = {value}: {answer:?}", option.name);
        }
    }
    engine.tell("position startpos");
    engine.quit();
}

#[test]
fn the_log_file_holds_what_went_in_and_out() {
    let path = std::env::temp_dir().join(format!("janggun log {}.txt", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name Log File value {}", path.display()));
    let search = engine.search("go depth 2");
    engine.tell("setoption name Log File value");
    engine.send("d");
    engine.expect("Fen:", SOON);
    engine.quit();
    let log = std::fs::read_to_string(&path).expect("a log file, with a blank in its name");
    std::fs::remove_file(&path).expect("the log file can be removed");
    for part in ["go depth 2", "readyok", "info depth 1 ", &format!("bestmove {}", search.best)] {
        assert!(log.contains(part), "'{part}' in the log:\n{log}");
    }
    assert!(!log.contains("Fen:"), "the log goes on after its end:\n{log}");
}

// --- FENs and moves ---------------------------------------------------------------------------------------------------------

#[test]
fn dialects_of_fens_are_read() {
    let mut engine = Engine::start();
    let placement = START.split(' ').next().expect("a placement");
    let dialect = placement.replace('N', "H").replace('B', "E").replace('n', "h").replace('b', "e");
    for fen in [
        START.to_string(),
        format!("{placement} w - - 0"),
        format!("{placement} w - -"),
        format!("{placement} w"),
        format!("{placement} w 0 1"),
        format!("{placement}[] w - - 0 1"),
        format!("{placement}[-] w - - 0 1"),
        format!("{dialect} w - - 0 1"),
        format!("{dialect} w"),
        format!("{START} moves"),
        format!("{START} moves "),
    ] {
        engine.tell("position startpos moves a4b4");
        let answer = engine.ask(&format!("position fen {fen}"));
        assert!(answer.is_empty(), "{fen}: {answer:?}");
        assert_eq!(engine.fen(), START, "{fen}");
    }
    engine.tell("position startpos moves");
    assert_eq!(engine.fen(), START);
    engine.tell(&format!("position fen {MIDDLE} moves a4b4"));
    assert!(engine.fen().ends_with(" b - - 1 10"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn a_pass_and_a_korean_record_are_read() {
    let mut engine = Engine::start();
    for (line, position) in [
        ("position startpos moves 0000", "startpos moves e2e2"),
        ("position startpos moves pass", "startpos moves e2e2"),
        ("position startpos moves @@@@", "startpos moves e2e2"),
        ("position startpos moves a4b4 pass a1a2", "startpos moves a4b4 e9e9 a1a2"),
        ("position startpos moves 0283", "startpos moves b1c3"),
        ("position startpos moves 02馬83", "startpos moves b1c3"),
        ("position startpos moves 02마83", "startpos moves b1c3"),
        ("position startpos moves 7172 41졸42", "startpos moves a4b4 a7b7"),
        ("position startpos moves 71卒72 41병42", "startpos moves a4b4 a7b7"),
        ("position startpos moves 7172 41兵42 01車91", "startpos moves a4b4 a7b7 a1a2"),
    ] {
        engine.tell(&format!("position {position}"));
        let expected = engine.fen();
        engine.tell("position startpos");
        let answer = engine.ask(line);
        assert!(answer.is_empty(), "'{line}': {answer:?}");
        assert_eq!(engine.fen(), expected, "'{line}'");
    }
    // Seen from Cho's side, which is the upper edge in the strict rule set.
    engine.set_variant("janggistrict");
    engine.tell("position startpos moves a7a6");
    let expected = engine.fen();
    engine.tell("position startpos moves 7969");
    assert_eq!(engine.fen(), expected);
    engine.quit();
}

#[test]
fn every_legal_move_is_accepted() {
    let mut engine = Engine::start();
    for variant in VARIANTS {
        engine.set_variant(variant);
        for name in engine.moves() {
            engine.tell(&format!("position startpos moves {name}"));
        }
    }
    engine.quit();
}

#[test]
fn games_of_thousands_of_moves_are_ordinary_input() {
    let mut engine = Engine::start();
    let cycle = ["a1a2", "a10a9", "a2a1", "a9a10"];
    let moves: Vec<&str> = cycle.into_iter().cycle().take(3000).collect();
    engine.tell(&format!("position startpos moves {}", moves.join(" ")));
    assert!(engine.fen().ends_with(" w - - 3000 1501"), "{}", engine.fen());
    assert_eq!(engine.result().split(' ').next(), Some("0-1"));
    check_go(&mut engine, "go depth 3");
    engine.quit();
}

#[test]
fn a_megabyte_of_moves_is_ordinary_input() {
    let mut engine = Engine::start();
    let moves = "a1a2 a10a9 a2a1 a9a10 ".repeat(48_000);
    assert!(moves.len() > 1 << 20);
    engine.tell(&format!("position startpos moves {}", moves.trim_end()));
    assert!(engine.fen().contains(" w - - "), "{}", engine.fen());
    check_go(&mut engine, "go nodes 1");
    engine.quit();
}

// --- Extensions -------------------------------------------------------------------------------------------------------------------

#[test]
fn d_shows_board_points_fen_key_and_checkers() {
    let mut engine = Engine::start();
    let picture = engine.ask("d");
    let text = picture.join("\n");
    assert!(text.chars().any(|letter| ('가'..='힣').contains(&letter)), "Korean names in\n{text}");
    assert!(text.contains("72") && text.contains("73.5"), "points of both sides in\n{text}");
    let tail: Vec<&str> = picture[picture.len() - 3..].iter().map(String::as_str).collect();
    assert_eq!(tail[0], format!("Fen: {START}"));
    let key = tail[1].strip_prefix("Key: ").expect("a key");
    assert!(key.len() == 16 && key.chars().all(|digit| digit.is_ascii_hexdigit()), "{key}");
    assert_eq!(tail[2].trim_end(), "Checkers:");

    engine.tell("position fen 4k4/9/9/9/9/9/4r4/9/4K4/9 w - - 0 1");
    let picture = engine.ask("d");
    assert_eq!(picture.last().map(String::as_str), Some("Checkers: e4"));
    engine.quit();
}

#[test]
fn the_key_is_that_of_the_position_not_of_the_way_to_it() {
    let mut engine = Engine::start();
    let key = |engine: &mut Engine, position: &str| {
        engine.tell(&format!("position {position}"));
        engine.ask("d").into_iter().find(|line| line.starts_with("Key: ")).expect("a key")
    };
    let one = key(&mut engine, "startpos moves a4b4 a7b7 i4h4");
    let other = key(&mut engine, "startpos moves i4h4 a7b7 a4b4");
    assert_eq!(one, other);
    assert_ne!(one, key(&mut engine, "startpos moves a4b4 a7b7"));
    engine.quit();
}

#[test]
fn moves_are_sorted_and_counted() {
    let mut engine = Engine::start();
    let moves = engine.moves();
    assert_eq!(moves.len(), 32);
    assert!(moves.is_sorted(), "{moves:?}");
    assert!(moves.contains(&"e2e2".to_string()));
    engine.tell(&format!("position fen {ONLY_REPLY}"));
    assert_eq!(engine.ask("moves"), ["moves 1 e10d10"]);
    engine.tell(&format!("position fen {MATED}"));
    assert_eq!(engine.ask("moves"), ["moves 0"]);
    engine.quit();
}

#[test]
fn eval_tells_terms_and_total() {
    let mut engine = Engine::start();
    let lines = engine.ask("eval");
    assert!(lines.len() >= 3, "{lines:#?}");
    let last = lines.last().expect("a last line").to_lowercase();
    assert!(last.contains("total") && last.chars().any(|letter| letter.is_ascii_digit()), "{lines:#?}");
    engine.quit();
}

#[test]
fn help_names_the_commands() {
    let mut engine = Engine::start();
    let text = engine.ask("help").join("\n");
    for word in ["uci", "isready", "setoption", "position", "go", "stop", "moves", "result", "eval", "perft", "bench"] {
        assert!(text.contains(word), "'{word}' in\n{text}");
    }
    engine.quit();
}

/// The node count of `N nodes N nps`, the last line.
#[track_caller]
fn bench_nodes(lines: &[String]) -> u64 {
    let last: Vec<&str> = lines.last().expect("a last line").split(' ').collect();
    let [nodes, "nodes", _, "nps"] = last[..] else { panic!("'N nodes N nps' at the end of {lines:#?}") };
    nodes.parse().expect("a number of nodes")
}

#[test]
fn bench_searches_the_same_number_of_nodes_every_time() {
    let first = run(&["bench", "4"], "");
    let second = run(&["bench", "4"], "");
    assert!(first.status.success() && first.stderr.is_empty(), "{first:?}");
    let nodes = bench_nodes(&output_lines(&first));
    assert_eq!(bench_nodes(&output_lines(&second)), nodes);
    assert!(nodes > 100, "{nodes}");
    // The same from within, whatever was searched before.
    let mut engine = Engine::start();
    engine.search("go depth 5");
    engine.send("bench 4");
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.ends_with(" nps")) {
        lines.push(engine.next_line(SOON).expect("the end of the bench").text);
    }
    assert_eq!(bench_nodes(&lines), nodes);
    engine.quit();
}

// --- The command line ------------------------------------------------------------------------------------------------------------------

#[test]
fn perft_from_the_command_line() {
    let output = run(&["perft", "janggi", "3"], "");
    let lines = output_lines(&output);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(lines.contains(&"Nodes searched: 33000".to_string()), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(), 32);
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let lines = output_lines(&run(&["perft", "janggimodern", "1", fen], ""));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 21"), "{lines:#?}");
}

#[test]
fn help_and_version_on_the_command_line() {
    let help = run(&["--help"], "");
    let text = output_lines(&help).join("\n");
    assert!(help.status.success() && help.stderr.is_empty(), "{help:?}");
    for word in ["bench", "perft", "--variant", "--version"] {
        assert!(text.contains(word), "'{word}' in\n{text}");
    }
    let version = run(&["--version"], "");
    assert!(version.status.success() && version.stderr.is_empty(), "{version:?}");
    assert_eq!(output_lines(&version), [format!("janggun {}", env!("CARGO_PKG_VERSION"))]);
}

#[test]
fn a_wrong_command_line_is_explained() {
    for arguments in [
        &["perft"][..],
        &["perft", "janggi"],
        &["perft", "chess", "3"],
        &["perft", "janggi", "deep"],
        &["perft", "janggi", "2", "9/9 w"],
        &["bench", "deep"],
        &["sing"],
        &["--frobnicate"],
        &["--variant"],
    ] {
        let output = run(arguments, "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!complaint.is_empty() && !complaint.contains("panicked"), "{arguments:?}: {complaint}");
    }
}
