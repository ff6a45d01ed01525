//! CECP, as XBoard and WinBoard speak it, through the pipes of the real program.

mod common;

use common::{Dice, Engine, MATES_IN_ONE, SOON, VARIANTS, texts};
use std::time::{Duration, Instant};

fn start() -> Engine {
    start_variant("janggi")
}

fn start_variant(variant: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send(&format!("xboard\nprotover 2\nmemory 4\nnew\nvariant {variant}"));
    answers(&mut engine, "");
    engine
}

/// Everything said up to the answer to a ping.
#[track_caller]
fn answers(engine: &mut Engine, text: &str) -> Vec<String> {
    engine.send(&format!("{text}\nping 77"));
    let mut lines = engine.lines_until("pong 77", SOON);
    lines.pop();
    texts(&lines)
}

/// The move that the engine makes.
#[track_caller]
fn own_move(engine: &mut Engine) -> String {
    engine.expect("move", SOON).text["move ".len()..].to_owned()
}

/// The depth that a line of thinking tells, if it is one.
fn depth_of(line: &str) -> Option<u32> {
    line.split_once('\t')?.0.split(' ').next()?.parse().ok()
}

/// Listens to the thinking until it tells of this depth, and returns that line.
#[track_caller]
fn think_to(engine: &mut Engine, depth: u32) -> String {
    loop {
        let line = engine.next_line(SOON).expect("thinking goes on").text;
        let told = depth_of(&line).unwrap_or_else(|| panic!("thinking goes on, but got '{line}'"));
        if told >= depth {
            return line;
        }
    }
}

/// More time than any test has, so that whatever limits a search is something else.
const TEN_HOURS: &str = "level 0 600 0";

/// Answers b0c2 and thinks about the answer to that, which it expects and returns, shown and without an end.
#[track_caller]
fn ponder(engine: &mut Engine) -> String {
    // Whoever is interrupted at the wrong moment may expect nothing.
    for _ in 0..20 {
        engine.send(&format!("new\nhard\npost\n{TEN_HOURS}\nusermove b0c2"));
        think_to(engine, 5);
        engine.send("?");
        own_move(engine);
        if let Some(hint) = answers(engine, "hint").iter().find_map(|line| line.strip_prefix("Hint: ")) {
            return hint.to_owned();
        }
    }
    panic!("it never expects an answer");
}

/// A move of ten ranks as UCI writes it.
fn to_uci(mv: &str, pass: &str) -> String {
    let points: Vec<char> = mv.chars().collect();
    match points[..] {
        ['@', ..] => pass.to_owned(),
        [from, from_rank, to, to_rank] => {
            let rank = |digit: char| digit.to_digit(10).expect("one digit for each rank") + 1;
            format!("{from}{}{to}{}", rank(from_rank), rank(to_rank))
        }
        _ => panic!("not the form of a move: {mv}"),
    }
}

/// A move of ten ranks, in UCI, as it is if these are counted from the other end.
fn upside_down(mv: &str) -> String {
    let cut = mv.rfind(char::is_alphabetic).expect("two points");
    let turn = |point: &str| format!("{}{}", &point[..1], 11 - point[1..].parse::<u32>().expect("a rank"));
    turn(&mv[..cut]) + &turn(&mv[cut..])
}

#[test]
fn the_handshake_tells_all_features() {
    let mut engine = Engine::start();
    engine.send("xboard\nprotover 2");
    let lines = texts(&engine.lines_until("feature done=1", SOON));
    let all = lines.join(" ");
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:#?}");
    for expected in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "memory=1",
        "smp=1",
        "playother=1",
        "myname=\"Janggun",
        "option=\"Skill Level -spin 20 0 20\"",
        "option=\"Janggi_ChoSetup -combo *masangsangma /// ",
        "variants=\"janggi,janggitraditional,janggimodern,janggicasual,janggistrict,twelvejanggi,dobutsu\"",
    ] {
        assert!(all.contains(expected), "{expected} in {lines:#?}");
    }
    assert!(!all.contains("CheDuk"), "{lines:#?}");
    assert_eq!(
        answers(&mut engine, "accepted ping\nrejected debug\nrandom\ncomputer\nname Fritz\nrating 0 0"),
        [""; 0]
    );
    engine.quit();
}

#[test]
fn only_the_first_line_chooses_the_protocol() {
    let mut engine = Engine::start();
    engine.send("isready");
    engine.expect("readyok", SOON);
    let refused = engine.ask("xboard");
    assert!(refused[0].starts_with("info string error"), "{refused:?}");
    engine.quit();
}

#[test]
fn every_variant_is_set_up() {
    let mut engine = start();
    for variant in VARIANTS {
        let lines = answers(&mut engine, &format!("new\nvariant {variant}"));
        assert!(lines[0].starts_with("setup (.N.R.AB..KPC..n.r.ab..kpc.) 9x10+0_fairy rnba1abnr/"), "{lines:#?}");
        assert!(lines[0].ends_with("/RNBA1ABNR w - - 0 1"), "{lines:#?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("piece ")), "{lines:#?}");
    }
    for (variant, fen) in [("twelvejanggi", common::TWELVE_START), ("dobutsu", common::DOBUTSU_START)] {
        let lines = answers(&mut engine, &format!("new\nvariant {variant}"));
        assert!(lines[0].ends_with(&format!(" 3x4+3_shogi {fen}")), "{lines:#?}");
    }
    for variant in ["cheduk", "normal", "nonsense"] {
        let line = format!("variant {variant}");
        assert_eq!(answers(&mut engine, &line), [format!("Error (unsupported variant): {line}")]);
    }
}

/// A whole game of the engine against itself; the other protocol referees.
fn plays_a_whole_game(variant: &str, depth: u32) {
    let mut engine = start_variant(variant);
    let mut referee = Engine::start();
    referee.set_variant(variant);
    answers(&mut engine, "option Twelve_Strategy=0");
    let mut moves = String::new();
    for _ in 0..400 {
        engine.send(&format!("sd {depth}\ngo\nping 1"));
        let lines = texts(&engine.lines_until("pong 1", SOON));
        let mv = lines[0].strip_prefix("move ").unwrap_or_else(|| panic!("a move in {lines:#?}"));
        let legal = referee.moves();
        let mv = if legal[0].len() > 3 && VARIANTS.contains(&variant) {
            let pass = legal.iter().find(|mv| mv.split_at(mv.len() / 2).0 == mv.split_at(mv.len() / 2).1);
            let mv = to_uci(mv, pass.map_or("", String::as_str));
            if variant == "janggistrict" { upside_down(&mv) } else { mv }
        } else {
            mv.to_owned()
        };
        assert!(legal.contains(&mv), "{variant}: {mv} after {moves}");
        moves = format!("{moves} {mv}");
        referee.tell(&format!("position startpos moves{moves}"));
        let result = referee.result();
        if lines.len() > 2 {
            let told = lines[1].split(' ').next().expect("a word");
            assert_eq!(result.split(' ').next(), Some(told), "{lines:#?} {result}");
            assert!(lines[1].contains(" {") && lines[1].ends_with('}'), "{lines:#?}");
            engine.quit();
            return;
        }
        assert_eq!(result, "* -", "nothing is claimed in {lines:#?}");
    }
}

#[test]
fn whole_games_are_legal_and_end_with_a_claim() {
    for variant in VARIANTS {
        plays_a_whole_game(variant, 1);
    }
    plays_a_whole_game("twelvejanggi", 3);
    plays_a_whole_game("dobutsu", 3);
}

#[test]
fn the_engine_answers_moves_as_black_and_plays_on_demand() {
    let mut engine = start();
    engine.send("sd 1\nusermove b0c2");
    own_move(&mut engine);
    assert_eq!(answers(&mut engine, "playother\nping 3"), ["pong 3"]);
    assert_eq!(answers(&mut engine, "force\nusermove a3a4"), [""; 0]);
    engine.send("go");
    own_move(&mut engine);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let mut engine = start();
    let lines =
        answers(&mut engine, "force\nusermove b0b5\nusermove a9a8\nusermove xyz\nusermove e5e6\nusermove a10a9");
    assert_eq!(lines.len(), 5);
    for (line, mv) in lines.iter().zip(["b0b5", "a9a8", "xyz", "e5e6", "a10a9"]) {
        assert!(line.starts_with("Illegal move (") && line.ends_with(&format!("): {mv}")), "{line}");
    }
    assert!(lines[3].contains("e5"), "the points are called as the GUI calls them: {}", lines[3]);
    assert_eq!(answers(&mut engine, "frobnicate"), ["Error (unknown command): frobnicate"]);
    assert_eq!(answers(&mut engine, "level 40"), ["Error ('level MPS' needs minutes, as in '5' or '0:30'): level 40"]);
    assert_eq!(answers(&mut engine, "exit"), ["Error (command not legal now): exit"]);
}

#[test]
fn moves_can_be_taken_back() {
    let mut engine = start();
    assert_eq!(answers(&mut engine, "undo"), ["Error (command not legal now): undo"]);
    assert_eq!(answers(&mut engine, "remove"), ["Error (command not legal now): remove"]);
    assert_eq!(answers(&mut engine, "force\nusermove b0c2\nusermove b9c7\nundo\nusermove h9g7"), [""; 0]);
    assert_eq!(answers(&mut engine, "remove\nusermove b0c2"), [""; 0]);
    let again = answers(&mut engine, "usermove b0c2");
    assert!(again[0].starts_with("Illegal move"), "{again:?}");
}

#[test]
fn taking_back_ends_a_search_only_if_it_can_be_done() {
    let mut engine = start();
    for command in ["undo", "remove"] {
        engine.send(&format!("new\nlevel 0 60 0\ngo\n{command}"));
        assert_eq!(engine.next_line(SOON).expect("an error").text, format!("Error (command not legal now): {command}"));
        engine.send("?");
        own_move(&mut engine);
    }
    // After `undo` the engine plays neither side, after `remove` the same as before.
    assert_eq!(answers(&mut engine, "new\nusermove b0c2\nundo\nusermove b0c2\nusermove b9c7"), [""; 0]);
    engine.send("new\nsd 1\nusermove b0c2");
    own_move(&mut engine);
    engine.send("remove\nusermove b0c2");
    own_move(&mut engine);
    engine.send("new\nforce\nusermove b0c2\nusermove b9c7\nlevel 0 60 0\nsd 99\ngo\nremove\n?");
    own_move(&mut engine);
}

#[test]
fn a_pass_is_made_in_both_forms() {
    let mut engine = start();
    // The opponent's pass, and the same as XBoard tells it while the engine plays; another one ends the game.
    let start = common::START;
    let after = start.replace(" w ", " b ");
    for pass in ["usermove @@@@", &format!("setboard {after}"), &format!("setboard {}", after.replace('n', "h"))] {
        engine.send(&format!("new\nsd 1\n{pass}"));
        own_move(&mut engine);
        assert_eq!(answers(&mut engine, "result * {}\nundo\nundo\nusermove b0c2"), [""; 0], "{pass}");
    }
    // While it does not play, positions are set up: in this way XBoard takes passes back.
    for moves in [
        format!("usermove @@@@\nsetboard {start}\nusermove b0c2"),
        format!("setboard {after}\nusermove @@@@\nusermove b0c2"),
        format!("usermove @@@@\nanalyze\nsetboard {start}\nusermove b0c2\nexit"),
    ] {
        assert_eq!(answers(&mut engine, &format!("new\nforce\n{moves}")), [""; 0], "{moves}");
    }
    engine.send("new\nforce\nusermove @@@@\nplayother\nusermove @@@@");
    assert_eq!(engine.expect("0-1", SOON).text, "0-1 {both sides passed}");
}

#[test]
fn a_pass_that_is_not_legal_changes_nothing() {
    let mut strict = start_variant("janggistrict");
    let knows_none = ["Illegal move (janggistrict knows no pass): @@@@"];
    assert_eq!(answers(&mut strict, "force\nusermove @@@@"), knows_none);
    let after = common::START.replace(" w ", " b ");
    assert_eq!(answers(&mut strict, &format!("new\nsd 1\nsetboard {after}")), knows_none);
    strict.send("usermove b0c2");
    own_move(&mut strict);
    let mut engine = start();
    let check = "3k5/9/9/9/9/9/9/4r4/4K4/8R w - - 0 1";
    assert_eq!(answers(&mut engine, &format!("force\nsetboard {check}\nplayother\nsd 1")), [""; 0]);
    let pass = format!("setboard {}", check.replace(" w ", " b "));
    assert_eq!(answers(&mut engine, &pass), ["Illegal move (one cannot pass while in check): @@@@"]);
    engine.send("usermove e1e2");
    own_move(&mut engine);
}

#[test]
fn positions_are_set_up_or_refused() {
    let mut engine = start();
    let (fen, mates) = MATES_IN_ONE[1];
    engine.send(&format!("force\nsetboard {fen}\nsd 4\ngo"));
    assert_eq!(to_uci(&own_move(&mut engine), ""), mates[0]);
    engine.expect("1-0 {checkmate}", SOON);
    let refused = answers(&mut engine, "force\nsetboard 9/9 w");
    assert!(refused[0].starts_with("tellusererror Illegal position: "), "{refused:?}");
    assert_eq!(answers(&mut engine, "usermove a0a1"), ["Illegal move (no position is set up): a0a1"]);
    assert_eq!(answers(&mut engine, "new\nforce\nusermove a0a1"), [""; 0]);
    // Elephants and horses may be called E and H, and hands may be empty brackets.
    let fen = "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR[] b - - 0 1";
    assert_eq!(answers(&mut engine, &format!("setboard {fen}")), [""; 0]);
}

#[test]
fn white_moves_first_in_the_strict_rules_too() {
    let mut engine = start_variant("janggistrict");
    // The user has White, or another engine that was told the position; points are called as White sees them.
    let start = common::START;
    for begin in ["new".to_owned(), format!("new\nforce\nsetboard {start}\nplayother"), "new\nwhite".to_owned()] {
        engine.send(&format!("{begin}\nsd 1\npost\nusermove b0c2"));
        let lines = texts(&engine.lines_until("move", SOON));
        let answer = lines.last().expect("a move").strip_prefix("move ").expect("a move").to_owned();
        assert!(answer.as_bytes()[1] >= b'6', "Black moves at the top: {answer}");
        assert!(lines.iter().any(|line| line.contains(&format!("\t{answer}"))), "{lines:#?}");
    }
    assert_eq!(
        answers(&mut engine, "new\nforce\nusermove b9c7"),
        ["Illegal move (the horse on b9 is the opponent's): b9c7"]
    );
    let refused = answers(&mut engine, "setboard 9/4k4/9/9/9/9/9/9/9/8 w - - 0 1");
    assert_eq!(refused, ["tellusererror Illegal position: FEN refused: rank 0 has 8 points, expected 9"]);
    // Set-ups are those of the other rule sets: Cho, at the bottom, moves first.
    let lines = answers(&mut engine, "option Janggi_ChoSetup=sangmasangma\nvariant janggistrict");
    assert!(
        lines[0].ends_with(" rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1"),
        "{lines:#?}"
    );
    // Whoever mates as White has won as White.
    let (fen, mates) = MATES_IN_ONE[1];
    engine.send(&format!("force\nsetboard {fen}\nsd 4\ngo"));
    assert_eq!(to_uci(&own_move(&mut engine), ""), mates[0]);
    engine.expect("1-0 {checkmate}", SOON);
}

/// How long a claim after the engine's own move waits for whoever judges games without it.
const CLAIM_DELAY: Duration = Duration::from_millis(300);

/// What is said up to the next pong if the engine is told this before it claims the game that its own move has won. If that
/// cannot be told because the machine was too slow for it, the same is done again.
#[track_caller]
fn after_mate(engine: &mut Engine, mate: &str, next: &str) -> Vec<String> {
    for _ in 0..100 {
        let begun = Instant::now();
        engine.send(mate);
        own_move(engine);
        let said = answers(engine, next);
        if begun.elapsed() < CLAIM_DELAY {
            return said;
        }
    }
    panic!("this machine is too busy to answer within {CLAIM_DELAY:?}");
}

#[test]
fn the_claim_after_the_engines_own_move_waits_for_the_next_game() {
    let mut engine = start();
    let (fen, _) = MATES_IN_ONE[1];
    let mate = format!("force\nsetboard {fen}\nsd 4\ngo");
    // A program that judges games itself begins the next one at once and must not read the claim there.
    assert_eq!(after_mate(&mut engine, &mate, "xboard\nnew"), [""; 0]);
    for next in ["variant janggi", "result 1-0 {White mates}\nforce", &format!("setboard {}", common::START)] {
        let lines = after_mate(&mut engine, &mate, next);
        assert!(lines.iter().all(|line| !line.starts_with("1-0")), "{next}: {lines:#?}");
    }
    // Nothing else keeps the engine from it, and it is made once.
    assert_eq!(after_mate(&mut engine, &mate, "go"), ["1-0 {checkmate}"]);
    // Nobody has to say anything to hear it, either.
    for next in ["force", "undo", "analyze\nexit", "white", "playother", "hard", "easy", "level 0 5 0", ""] {
        engine.send(&mate);
        own_move(&mut engine);
        engine.send(next);
        assert_eq!(engine.next_line(SOON).expect("a claim").text, "1-0 {checkmate}", "{next}");
        assert_eq!(answers(&mut engine, ""), [""; 0], "{next}");
    }
    // Before a pong everything has been said, and likewise at the end of the input.
    engine.send(&mate);
    own_move(&mut engine);
    assert_eq!(answers(&mut engine, ""), ["1-0 {checkmate}"]);
    let output = common::run(&[], &format!("xboard\n{mate}\n"));
    assert_eq!(common::output_lines(&output).last().map(|line| &line[..]), Some("1-0 {checkmate}"));
}

#[test]
fn thinking_is_shown_only_on_demand() {
    let mut engine = start();
    engine.send("sd 4\ngo");
    assert_eq!(engine.lines_until("move", SOON).len(), 1);
    engine.send("force\npost\ngo");
    let lines = texts(&engine.lines_until("move", SOON));
    let (last, thoughts) = lines.split_last().expect("a move");
    assert!(thoughts.len() >= 4, "{lines:#?}");
    for thought in thoughts {
        let (numbers, moves) = thought.split_once('\t').expect("a tab before the moves");
        let numbers: Vec<i64> = numbers.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers.len(), 7, "{thought}");
        assert!(numbers[0] >= 1 && numbers[3] >= 1, "{thought}");
        assert!(moves.trim_end_matches(['!', '?']).split(' ').all(|mv| mv.len() == 4), "{thought}");
    }
    let best = last.strip_prefix("move ").expect("a move");
    assert!(thoughts.last().expect("thoughts").contains(&format!("\t{best}")), "{lines:#?}");
    let (fen, _) = MATES_IN_ONE[0];
    engine.send(&format!("force\nsetboard {fen}\ngo"));
    let lines = texts(&engine.lines_until("move", SOON));
    assert!(lines.iter().any(|line| line.contains(" 100001 ")), "{lines:#?}");
}

/// How well is measured in `latency.rs`; without them it would be minutes.
#[test]
fn clocks_and_depths_end_a_search() {
    let mut engine = start();
    for limit in ["st 0.2", "level 0 0:01 0", "time 50\notim 9000", "level 0 0:01 0.1", "sd 2"] {
        engine.send(&format!("new\nforce\n{TEN_HOURS}\n{limit}\ngo"));
        own_move(&mut engine);
    }
}

#[test]
fn a_question_mark_means_now_and_pings_wait_for_the_move() {
    let mut engine = start();
    engine.send(&format!("{TEN_HOURS}\ngo\nping 5\nfrobnicate"));
    assert_eq!(engine.next_line(SOON).expect("an answer").text, "Error (unknown command): frobnicate");
    engine.send("?\nping 6");
    let lines = texts(&engine.lines_until("pong 6", SOON));
    assert!(lines[0].starts_with("move "), "{lines:#?}");
    assert_eq!(lines[1..], ["pong 5", "pong 6"]);
    // A search that is not wanted any more makes no move.
    assert_eq!(answers(&mut engine, "go\nforce"), [""; 0]);
    assert_eq!(answers(&mut engine, "go\nresult 1-0 {White resigns}"), [""; 0]);
    assert_eq!(answers(&mut engine, "go\nnew"), [""; 0]);
    // A new value of an option begins the search again, and the move is still made.
    engine.send("force\nsd 3\ngo\ncores 1\nmemory 8\noption MultiPV=2");
    own_move(&mut engine);
    engine.send("go");
    engine.quit();
}

/// Else this would never end, as the time is longer than it takes to change the value.
#[test]
fn a_search_that_begins_again_does_not_get_its_time_again() {
    let mut engine = start();
    engine.send("force\nst 0.5\ngo");
    let begun = Instant::now();
    for threads in [1, 2].into_iter().cycle() {
        engine.send(&format!("cores {threads}\nfrobnicate"));
        let lines = texts(&engine.lines_until("Error (unknown command): frobnicate", SOON));
        if lines.iter().any(|line| line.starts_with("move ")) {
            break;
        }
        assert!(begun.elapsed() < SOON, "no move after {SOON:?}");
    }
    engine.quit();
}

#[test]
fn the_opponents_time_is_used_when_it_is_hard() {
    let mut engine = start();
    // Thinking goes on, pings are answered at once, and the expected move can be asked for.
    let hint = ponder(&mut engine);
    let thought = think_to(&mut engine, 4);
    let is_expected = |thought: &str| thought.contains(&format!("\t{hint} "));
    assert!(is_expected(&thought), "{hint} is part of '{thought}'");
    // When it comes, the search is the same, though not what it tells.
    engine.send(&format!("time 3600000\notim 3600000\nusermove {hint}"));
    let mut own = think_to(&mut engine, 1);
    while is_expected(&own) {
        own = think_to(&mut engine, 1);
    }
    assert!(depth_of(&own) >= depth_of(&thought), "'{own}' after '{thought}'");
    engine.send("?");
    own_move(&mut engine);
    // Another move than the expected one is answered as well.
    let lines = answers(&mut engine, "hint");
    let hint = lines.iter().find_map(|line| line.strip_prefix("Hint: ")).unwrap_or_default().to_owned();
    let other = ["a0a1", "i0i1"].into_iter().find(|mv| *mv != hint).expect("another move");
    engine.send(&format!("sd 2\nusermove {other}"));
    own_move(&mut engine);
    answers(&mut engine, "easy\nforce");
    assert_eq!(answers(&mut engine, "undo\nundo"), [""; 0]);
}

#[test]
fn the_expected_move_is_answered_by_the_clock_that_was_just_told() {
    let mut engine = start();
    let hint = ponder(&mut engine);
    think_to(&mut engine, 3);
    // With ten hours on the clock it would be minutes.
    engine.send(&format!("time 20\notim 360000\nusermove {hint}"));
    own_move(&mut engine);
}

#[test]
fn an_illegal_move_does_not_end_the_pondering() {
    let mut engine = start();
    let hint = ponder(&mut engine);
    let refused = answers(&mut engine, "usermove b0c2");
    assert!(refused.iter().any(|line| line.starts_with("Illegal move (")), "{refused:?}");
    let thought = think_to(&mut engine, 1);
    assert!(thought.contains(&format!("\t{hint} ")), "thinking about {hint} goes on: '{thought}'");
}

#[test]
fn analysis_follows_the_board() {
    let mut engine = start();
    engine.send("post\nanalyze");
    assert!(engine.next_line(SOON).is_some_and(|line| line.text.contains('\t')));
    for command in ["usermove b0c2", "undo", "setboard 4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", "new", "option MultiPV=2"]
    {
        // What it thinks may all be said before the pong.
        let lines = answers(&mut engine, &format!("{command}\n."));
        let begun = lines.iter().position(|line| line.starts_with("stat01: ")).expect("analysis goes on");
        if !lines[begun..].iter().any(|line| line.contains('\t')) {
            think_to(&mut engine, 1);
        }
    }
    let lines = answers(&mut engine, "nopost\nhint\n.");
    assert!(lines.iter().any(|line| line.starts_with("Hint: ")), "{lines:#?}");
    let status = lines.iter().find(|line| line.starts_with("stat01: ")).unwrap_or_else(|| panic!("{lines:#?}"));
    assert_eq!(status.split(' ').count(), 6, "{status}");
    let refused = answers(&mut engine, "usermove a0a9");
    assert!(refused.iter().any(|line| line.starts_with("Illegal move (")), "{refused:?}");
    assert_eq!(answers(&mut engine, "exit"), [""; 0]);
    assert_eq!(answers(&mut engine, ""), [""; 0]);
    // These end it as well, and no move begins it again.
    for command in ["force", "result * {}"] {
        answers(&mut engine, &format!("new\nforce\nanalyze\n{command}"));
        assert_eq!(answers(&mut engine, "post\nusermove b0c2"), [""; 0], "{command}");
        assert_eq!(answers(&mut engine, ""), [""; 0], "{command}");
        assert_eq!(answers(&mut engine, "exit"), ["Error (command not legal now): exit"], "{command}");
    }
}

#[test]
fn options_are_set_and_refused() {
    let mut engine = start();
    assert_eq!(answers(&mut engine, "option UCI_ShowWDL=1\noption Skill Level=3\noption Clear Hash"), [""; 0]);
    let refused = answers(&mut engine, "option Skill Level=99");
    assert_eq!(
        refused,
        ["Error (option Skill Level cannot be '99'; it takes a whole number from 0 to 20): option Skill Level=99"]
    );
    let without = answers(&mut engine, "option Skill Level");
    let expected = "Error (option Skill Level needs a value; it takes a whole number from 0 to 20): option Skill Level";
    assert_eq!(without, [expected]);
    let unknown = answers(&mut engine, "option Nonsense=1");
    assert!(unknown[0].starts_with("Error (there is no option 'Nonsense'; choose one of UCI_Variant, "), "{unknown:?}");
    assert!(answers(&mut engine, "memory none")[0].starts_with("Error (option Hash cannot be 'none'"));
}

#[test]
fn a_set_up_counts_from_the_next_game_on() {
    let mut engine = start();
    // Neither before the first move nor after it.
    assert_eq!(answers(&mut engine, "force\noption Janggi_ChoSetup=sangmamasang\nusermove b0c2\nundo"), [""; 0]);
    assert_eq!(answers(&mut engine, "option Janggi_HanSetup=sangmamasang\nusermove b0c2\nusermove b9c7"), [""; 0]);
    let refused = answers(&mut engine, "new\nforce\nusermove b0c2");
    assert!(refused[0].starts_with("Illegal move ("), "{refused:?}");
    assert_eq!(answers(&mut engine, "usermove c0d2"), [""; 0]);
    let lines = answers(&mut engine, "option Janggi_HanSetup=masangsangma\nvariant janggi");
    assert!(
        lines[0].ends_with(" rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1"),
        "{lines:#?}"
    );
}

#[test]
fn a_draw_is_accepted_without_an_advantage() {
    let mut engine = start();
    assert_eq!(answers(&mut engine, "draw"), [""; 0]);
    // Black has nothing but its general against two chariots.
    engine.send("force\nsetboard 3k5/9/9/9/9/p8/9/R8/4K4/R8 w - - 0 1\nsd 2\nusermove a2b2\ngo");
    own_move(&mut engine);
    for _ in 0..3 {
        engine.send("force\nusermove @@@@\ngo");
        engine.lines_until("move", SOON);
    }
    assert_eq!(answers(&mut engine, "draw"), ["offer draw"]);
}

#[test]
fn the_end_of_the_input_lets_the_move_be_made() {
    let output = common::run(&[], "xboard\nsd 3\ngo\n");
    assert!(output.status.success());
    let lines = common::output_lines(&output);
    assert!(lines.len() == 1 && lines[0].starts_with("move "), "{lines:#?}");
    let output = common::run(&["--variant", "cheduk"], "xboard\nanalyze\n");
    assert!(output.status.success() && output.stdout.is_empty());
}

#[test]
fn random_commands_are_never_left_without_an_answer() {
    const COMMANDS: [&str; 40] = [
        "new",
        "force",
        "go",
        "go",
        "playother",
        "white",
        "black",
        "level 40 5 0",
        "level 0 0:01 0",
        "st 0.01",
        "sd 2",
        "time 20",
        "otim 20",
        "usermove b0c2",
        "usermove b9c7",
        "usermove @@@@",
        "a3a4",
        "a6a5",
        "?",
        "draw",
        "result * {}",
        "setboard 4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1",
        "setboard nonsense",
        "hint",
        "bk",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        ".",
        "exit",
        "memory 2",
        "cores 2",
        "option MultiPV=2",
        "variant twelvejanggi",
        "variant janggi",
        "computer",
    ];
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        let mut engine = start();
        answers(&mut engine, "st 0.02");
        let mut said = String::new();
        for number in 0..80 {
            let command = COMMANDS[dice.roll(COMMANDS.len() as u64) as usize];
            said = format!("{said}\n{command}");
            engine.send(command);
            if dice.roll(8) == 0 {
                engine.send_bytes(&[dice.roll(256) as u8, b' ', dice.roll(256) as u8, b'\n']);
            }
            if dice.roll(3) == 0 {
                engine.send(&format!("?\nping {number}"));
                let pong = engine.try_lines_until(&format!("pong {number}"), SOON);
                assert!(pong.is_ok(), "seed {seed}: no pong after{said}");
            }
        }
        engine.quit();
    }
}
