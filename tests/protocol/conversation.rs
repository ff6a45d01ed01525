//! From the handshake to the end of the input.

use crate::common::*;
use crate::handshake;
use janggun::engine::options;
use janggun::search::skill::Skill;
use std::io::Write;

#[test]
fn nothing_is_printed_before_the_engine_is_spoken_to() {
    assert!(run(&[], "").stdout.is_empty());
    // The first thing it says is the answer to the first thing that it is told.
    let mut engine = Engine::start();
    engine.tell("");
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
        let known = ["option name ", "info string evaluation: "].iter().any(|start| line.starts_with(start));
        assert!(line.is_empty() || known, "'{line}' between id and uciok");
    }
    // Asked again, it says the same again.
    assert_eq!(handshake(&mut engine), lines);
    engine.quit();
}

#[test]
fn isready_is_answered_once_each_time() {
    let mut engine = Engine::start();
    engine.send("isready\nisready\nisready");
    for _ in 0..3 {
        assert_eq!(engine.next_line(SOON).expect("an answer").text, "readyok");
    }
    engine.assert_nothing_more();
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
    assert!(engine.wait().success());
}

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
        let mut engine = Engine::start();
        engine.send_bytes(input.as_bytes());
        engine.close_input();
        assert!(engine.wait().success(), "after {input:?}");
    }
}

#[test]
fn a_closed_output_pipe_ends_the_process_without_a_panic() {
    for input in ["uci\n", "go infinite\n", "go depth 60\n", "d\nd\nd\nisready\n", "go perft 3\n", "help\nbench 2\n"] {
        let mut child = command(&[]).spawn().expect("the engine starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        drop(child.stdout.take());
        // The input stays open: the end of the output alone must be enough, and may be before all of this is read. Where it
        // cannot be watched, the lines that the engine cannot say tell of it.
        let _ = stdin.write_all(format!("{input}isready\nisready\n").as_bytes()).and_then(|()| stdin.flush());
        let (_, complaints) = end_of(&mut child);
        assert!(!complaints.contains("panicked"), "after {input:?}: {complaints}");
    }
}

/// What people type who take the engine for a game.
#[test]
fn words_that_are_no_commands_get_an_answer_that_helps() {
    let answers = |input: &str| output_lines(&run(&[], input));
    for (typed, part) in [
        ("b1c3", "a move alone is no command: 'position startpos moves b1c3' plays it, then 'go' answers"),
        (
            "b1b9",
            "'b1b9' is not legal here: the horse on b1 cannot go to b9; and a move alone is no command, see 'help'",
        ),
        ("play", "'janggun play' plays with you"),
        ("new", "'ucinewgame' forgets the last game, 'position startpos' sets up the next"),
        ("exit", "'exit' is no command here: 'quit' ends the program"),
    ] {
        let [answer] = &answers(&format!("{typed}\n"))[..] else { panic!("{typed}") };
        assert!(answer.starts_with("info string error: ") && answer.contains(part), "{answer}");
    }
}

#[test]
fn debug_tells_which_option_limits_the_strength() {
    let told = |options: &str| {
        let lines = output_lines(&run(&[], &format!("debug on\n{options}go depth 1\n")));
        lines.into_iter().find(|line| line.contains("searching until")).expect("a comment")
    };
    assert!(told("").ends_with("searching until its limit, at full strength"));
    let weak = "setoption name Skill Level value 3\nsetoption name Level value 하\n";
    let (skill, low) = (Skill::new(3).expect("weak").rating(), options::level_rating("low").expect("weak"));
    let both =
        format!("weaker by Skill Level 3, 135 positions, Elo {skill}; and by Level low, 3 iterations, Elo {low}");
    assert!(told(weak).ends_with(&both), "{}", told(weak));
    let another = told("setoption name UCI_Variant value twelvejanggi\nsetoption name Level value low\n");
    assert!(another.ends_with("weaker by Level low, 3 plies of another program"), "{another}");
    let by_rating = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1200\n";
    let level = Skill::of_rating(1200).expect("weak").level();
    let words = format!("weaker by UCI_Elo 1200, which goes before Skill Level: Skill Level {level}, ");
    assert!(told(by_rating).contains(&words), "{}", told(by_rating));
    let analysis = "setoption name Level value low\nsetoption name UCI_AnalyseMode value true\n";
    assert!(told(analysis).ends_with("at full strength, as UCI_AnalyseMode overrules what makes it weaker"));
}
