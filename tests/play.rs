//! `janggun play`, as a person sees it: in a pseudo-terminal, typed and read.
#![cfg(unix)]

mod common;

use common::terminal::Terminal;
use common::{Folder, output_lines, run};
use janggun::engine::{Engine, Report, SearchRequest};
use janggun::game::View;
use janggun::games::registry;
use janggun::search::StopToken;
use std::fs;

/// A game beside the one on the screen: it knows what should be there, and what to play.
struct Mirror {
    engine: Engine,
    flipped: bool,
}

impl Mirror {
    fn new(variant: &str) -> Mirror {
        Mirror { engine: Engine::without_worker(Some(variant)).expect("an engine"), flipped: false }
    }

    fn good_move(&self) -> String {
        let request = SearchRequest { nodes: Some(5_000), ..SearchRequest::default() };
        let mut best = None;
        let listen = &mut |report| {
            if let Report::BestMove { best: found, .. } = report {
                best = found;
            }
        };
        self.engine.go_here(&request, (std::time::Instant::now(), &StopToken::new()), listen).expect("a search");
        best.expect("a move")
    }

    /// The lines of the board, with the last move marked.
    fn board(&self) -> Vec<String> {
        let game = self.engine.game();
        let view = View { flipped: self.flipped, marked: game.last_points() };
        game.drawing(&view).to_string().lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// Where the lines stand on the screen, one below the other, for the last time.
fn last_place(rows: &[String], lines: &[String]) -> Option<usize> {
    rows.windows(lines.len()).rposition(|window| window == lines)
}

/// Plays the first side of a variant against the weakest level until the end, and looks at the screen after each move.
fn play_whole_game(variant: &str) {
    let mut mirror = Mirror::new(variant);
    let side = mirror.engine.game().first_side();
    mirror.flipped = side == janggun::game::Side::Lower;
    let (own, other) = (mirror.engine.game().side_name(side), mirror.engine.game().side_name(side.other()));
    let arguments = ["play", variant, "--side", "first", "--level", "0", "--clock", "none"];
    let setup = ["--setup", "masangsangma"];
    let has_setup = variant.starts_with("janggi");
    let arguments: Vec<&str> = arguments.iter().chain(setup.iter().filter(|_| has_setup)).copied().collect();
    let mut terminal = Terminal::start(&arguments, &[]);
    terminal.await_any_prompt();
    let mut typed = String::new();
    for _ in 0..400 {
        // What the engine has played since.
        let rows = terminal.rows();
        let since = rows.iter().rposition(|row| *row == format!("{own}> {typed}")).map_or(0, |row| row + 1);
        let prefix = format!("{other}: ");
        for answer in rows[since..].iter().filter_map(|row| row.strip_prefix(&prefix)) {
            let mv = answer.split(' ').next().unwrap_or_default();
            mirror.engine.play(mv).unwrap_or_else(|error| panic!("{variant}: {error}\n{}", terminal.text()));
        }
        let board = mirror.board();
        assert!(last_place(&rows, &board).is_some(), "{variant}: {}\n{}", board.join("\n"), terminal.text());
        if let Some(outcome) = mirror.engine.game().outcome() {
            let words = mirror.engine.game().in_words(outcome.reason);
            let winner = outcome.winner.map(|winner| mirror.engine.game().side_name(winner));
            let sentence = winner.map_or(format!("A draw: {words}."), |winner| format!("{winner} wins: {words}."));
            assert!(rows.contains(&sentence), "{sentence}\n{}", terminal.text());
            assert_eq!(outcome.winner, Some(side), "{variant}: the better player wins");
            terminal.type_line("quit");
            terminal.await_end();
            return;
        }
        assert_eq!(mirror.engine.game().side_to_move(), side);
        typed = mirror.good_move();
        mirror.engine.play(&typed).expect("a legal move");
        terminal.type_line(&typed);
        terminal.await_any_prompt();
    }
    panic!("{variant}: the game does not end:\n{}", terminal.text());
}

#[test]
fn a_whole_game_of_janggi() {
    for variant in ["janggi", "janggistrict"] {
        play_whole_game(variant);
    }
}

#[test]
fn a_whole_game_of_the_other_rule_sets() {
    let others = registry::NAMES.iter().filter(|name| name.starts_with("janggi"));
    for variant in others.filter(|name| !["janggi", "janggistrict"].contains(name)) {
        play_whole_game(variant);
    }
}

#[test]
fn a_whole_game_on_the_small_boards() {
    for variant in ["twelvejanggi", "dobutsu"] {
        play_whole_game(variant);
    }
}

#[test]
fn a_whole_game_on_hexagons() {
    for variant in ["cheduk", "chedukmodern"] {
        play_whole_game(variant);
    }
}

/// Types lines one by one, each when the program waits for it.
fn converse(terminal: &mut Terminal, lines: &[&str]) {
    for line in lines {
        terminal.await_prompt("");
        terminal.type_line(line);
    }
    terminal.await_any_prompt();
}

fn converse_before_the_game(terminal: &mut Terminal, lines: &[&str]) {
    for line in lines {
        terminal.await_prompt("");
        terminal.type_line(line);
    }
}

#[test]
fn questions_are_asked_and_enter_takes_the_default() {
    let mut terminal = Terminal::start(&["play"], &[]);
    converse(&mut terminal, &["janggi and go", "twelve", "3rd", "second", "", "abc", "0+1", "10+5"]);
    let text = terminal.text();
    for expected in [
        "Which game?",
        "  twelvejanggi       Twelve Janggi, the game of The Genius",
        "'janggi and go' is none of these. Enter alone takes 1.",
        "Which side do you play?",
        "'3rd' is none of these. Enter alone takes 1.",
        "'abc' is no clock; write minutes, above 0, and seconds for each move, as in 10+5, or none. Enter alone takes none.",
        "'0+1' is no clock; write minutes, above 0, and seconds ",
        "How strong am I? 0 to 20, or low, middle, high. Each suits somebody who …",
        "       5  Elo 1183  plays now and then",
        "     low            wants the program that came with the rules, which looks exactly 3 plies ahead",
        "Level [5]:",
        "You play Second player; I play First player at level 5.",
        "    c   b   a",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(
        text.contains("Clock: minutes for the game + seconds for each move, such as 10+5, or none [none]:"),
        "{text}"
    );
    let prompt = terminal.rows().into_iter().rfind(|row| !row.is_empty()).unwrap_or_default();
    assert!(prompt.contains(", First player "), "both clocks: {prompt}");
    assert!(prompt.starts_with("Second player 10:0") || prompt.starts_with("Second player 9:"), "{prompt}");
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn document_003_setups_han_is_asked_first() {
    let mut terminal = Terminal::start(&["play", "janggi", "--side", "both", "--clock", "none", "--lang", "en"], &[]);
    converse(&mut terminal, &["기동차", "왼상"]);
    let rows = terminal.rows();
    let place = |heading: &str| rows.iter().position(|row| row == heading).expect(heading);
    assert!(place("Han's set-up") < place("Cho's set-up"), "{}", terminal.text());
    let text = terminal.text();
    for rank in ["10  象－馬－車－士－＋－士－車－馬－象", " 1  차－상－마－사－＋－사－상－마－차"]
    {
        assert!(text.contains(rank), "{rank}\n{text}");
    }
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn the_same_in_korean() {
    let mut terminal = Terminal::start(&["play"], &[("LANG", "ko_KR.UTF-8")]);
    converse(
        &mut terminal,
        &["janggi", "초", "2", "안상차림", "하", "0+1", "", "수 b1", "a1a9", "02마83", "끝판", "형세"],
    );
    let text = terminal.text();
    for expected in [
        "어떤 게임을 할까요?",
        "  1  janggi             장기, 대한장기협회 규칙",
        "초의 상차림",
        "어느 쪽을 잡으시겠습니까?",
        "'0+1'은 시계가 아닙니다. 10+5처럼 0보다 큰 분과 한 수당 초를 쓰거나 없음이라고 쓰세요. Enter만 누르면 없음입니다.",
        "시계: 한 판의 분 + 한 수당 초, 예: 10+5. 시계 없이 두려면 없음 [없음]:",
        "실력은? 0부터 20까지, 또는 하, 중, 상. 어울리는 상대:",
        "       5  Elo 1183  가끔 둠",
        "      하  Elo 1690  공짜 기물은 모두 잡고 실수가 없음",
        "당신은 초, 저는 한입니다. 저는 실력 하로 둡니다.",
        "  b1 마: …(으)로 이동",
        "'a1a9'는 둘 수 없습니다: a1의 차는 a9로 갈 수 없습니다.",
        "'끝판'은 수도 명령도 아닙니다.",
        "점 (덤 1.5점 포함)",
        "승률: 초 ",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    terminal.type_line("기권");
    terminal.await_any_prompt();
    assert!(terminal.text().contains("한의 승리입니다: 기권."), "{}", terminal.text());
    terminal.type_line("끝");
    terminal.await_end();
}

#[test]
fn actions_can_be_found_without_the_manual() {
    let folder = Folder::new("play-actions");
    let file = folder.file("game.txt");
    let fen = "c10/11/11/2+s8/2S~8/3S7/11/11/11/11/9DG/10C[ASSSassss] w Cc h7/c7 - 0 20";
    fs::write(&file, format!("setoption name UCI_Variant value cheduk\nposition fen {fen}\n")).expect("a file");
    let mut terminal = Terminal::start(&["play", "--load", &file, "--side", "both", "--clock", "none"], &[]);
    converse(&mut terminal, &["moves c8", "moves d7", "moves k2", "moves S@", "pass"]);
    let text = terminal.text();
    for expected in [
        "the informed spy on c8 returns home to …",
        "the spy on c8 attacks the guarded spy on c9: only the guard is removed, and nobody moves",
        "the spy on d7 enters the enemy embassy on c7, scores information and returns home to …",
        "  k2j2      the guard on k2 attaches to the diplomat on j2",
        "a captured spy comes back on …",
        "Nobody passes in this game.",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn commands_do_what_they_say() {
    let folder = Folder::new("play-commands");
    let file = folder.file("game.txt");
    let arguments = ["play", "twelvejanggi", "--side", "first", "--level", "3", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[]);
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    converse(&mut terminal, &["undo", "help", "b2b3", "hint", "eval", "draw", "nonsense", "b1b4"]);
    let text = terminal.text();
    for expected in [
        "There is no move of yours to take back.",
        "  undo            take back your last move",
        "I would play ",
        "chances: First player ",
        "I decline; I like my chances.",
        "'nonsense' is not a move; expected ",
        "'b1b4' is not legal here: a king does not go from b1 to b4.",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    // The last move stands out, and is the engine's.
    assert!(!terminal.inverse_cells().is_empty(), "{text}");
    terminal.type_line(&save);
    converse(&mut terminal, &["undo", "flip"]);
    assert!(terminal.text().contains("    c   b   a"), "{}", terminal.text());
    let saved = fs::read_to_string(&file).expect("a saved game");
    assert!(saved.starts_with("setoption name UCI_Variant value twelvejanggi\n"), "{saved}");
    let answer = output_lines(&run(&[], &format!("{saved}d\n")));
    assert!(answer.iter().any(|line| line.starts_with("Last move: ")), "{answer:?}");
    terminal.type_line("resign");
    converse(&mut terminal, &["b2b3", "hint", "load nowhere.txt", &load]);
    let text = terminal.text();
    for expected in
        ["Second player wins: resignation.", "The game is over; `new` begins another.", "Cannot load nowhere.txt: "]
    {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    terminal.type_line("new");
    terminal.await_prompt("First player>");
    terminal.type_line("exit");
    terminal.await_end();
}

#[test]
fn a_saved_game_keeps_both_clocks_and_their_setting() {
    let folder = Folder::new("play-clock");
    let file = folder.file("game.txt");
    let save = format!("save {file}");
    let load = format!("load {file}");
    let mut terminal = Terminal::start(&["play", "dobutsu", "--side", "both", "--clock", "20+0"], &[]);
    converse(&mut terminal, &["b2b3", &save]);
    let saved = fs::read_to_string(&file).expect("a saved game");
    let clock = saved.lines().find_map(|line| line.strip_prefix("# clock 20+0 wtime ")).expect(&saved);
    let times: Vec<u64> = clock.split(" btime ").map(|time| time.parse().expect("milliseconds")).collect();
    assert!(times.iter().all(|time| (600_000..1_200_000).contains(time)), "{saved}");
    // The protocol takes the line for a comment.
    let answer = output_lines(&run(&[], &format!("{saved}result\n")));
    assert_eq!(answer.last().map(String::as_str), Some("result * -"), "{answer:?}");
    // The clocks and the setting of the file take the place of those of this game.
    fs::write(&file, saved.replace(clock, "3600000 btime 7200000").replace("20+0", "150+5")).expect("a file");
    let again = folder.file("again.txt");
    terminal.type_line(&load);
    converse(&mut terminal, &[&format!("save {again}")]);
    assert!(terminal.text().contains("Second player 1"), "{}", terminal.text());
    let saved = fs::read_to_string(&again).expect("a saved game");
    let line = saved.lines().find(|line| line.starts_with("# clock")).expect("a line");
    let running = line.strip_prefix("# clock 150+5 wtime 3600000 btime ").expect(line);
    assert!((6_000_000..=7_200_000).contains(&running.parse::<u64>().expect(line)), "{line}");
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn a_loaded_game_asks_for_no_clock() {
    let folder = Folder::new("play-clock-load");
    let file = folder.file("game.txt");
    let game = "setoption name UCI_Variant value dobutsu\nposition startpos moves b2b3\n";
    let start = |clock: &str, arguments: &[&str]| {
        fs::write(&file, format!("{game}{clock}\n")).expect("a file");
        let arguments = [&["play", "--load", &file, "--side", "both"], arguments].concat();
        let mut terminal = Terminal::start(&arguments, &[]);
        terminal.await_any_prompt();
        let text = terminal.text();
        terminal.type_line("quit");
        terminal.await_end();
        text
    };
    assert!(start("# clock 200+5 wtime 1 btime 12000000", &[]).contains("Second player 1"));
    assert!(start("# clock none", &[]).contains("Second player>"));
    assert!(start("# clock 200+5 wtime 1 btime 12000000", &["--clock", "none"]).contains("Second player>"));
    // Whoever had no time left has lost.
    assert!(start("# clock 200+5 wtime 1 btime 0", &[]).contains("First player wins: time is over for Second player."));
}

#[test]
fn two_people_share_a_board_and_its_secret() {
    let arguments = ["play", "cheduk", "--side", "both", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[]);
    converse(&mut terminal, &["moves A@", "A@h7"]);
    // Blue has still to choose, and is not shown where Red's ambassador is: not on the board, and not in what was typed.
    let rows = terminal.rows();
    assert!(rows.iter().any(|row| row.starts_with(" 12")), "a board:\n{}", terminal.text());
    assert!(rows.iter().all(|row| !row.contains("h7") && !row.contains('[')), "{}", terminal.text());
    assert!(rows.contains(&"Red has chosen; it stays secret until Blue has chosen too.".to_owned()));
    // The arrow up brings back the line before.
    terminal.type_line("\x1b[A");
    terminal.await_any_prompt();
    assert!(terminal.text().contains("Blue> moves A@"), "{}", terminal.text());
    terminal.type_line("A@c7");
    terminal.await_any_prompt();
    assert!(terminal.text().contains("embassy h7"), "{}", terminal.text());
    terminal.type_line("draw");
    terminal.await_any_prompt();
    assert!(terminal.text().contains("A draw by agreement."), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
}

/// In Janggi there are no draws: whoever offers one is told what it would mean before it counts.
#[test]
fn a_call_for_points_is_confirmed() {
    let arguments = ["play", "janggi", "--side", "both", "--setup", "masangsangma/masangsangma", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[]);
    terminal.await_prompt("Cho>");
    terminal.type_line("draw");
    let question = "There are no draws here: the points decide, and Han would win. Agree? yes or no [no]:";
    terminal.await_prompt(question);
    terminal.type_line("");
    terminal.await_prompt("Cho>");
    terminal.type_line("draw");
    terminal.await_prompt(question);
    terminal.type_line("yes");
    terminal.await_prompt(">");
    assert!(terminal.text().contains("Han wins: points decide, as agreed."), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn a_pass_that_loses_is_confirmed() {
    let arguments = ["play", "janggi", "--side", "both", "--setup", "masangsangma/masangsangma", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[]);
    // Capitals are read too; after Han's pass, Cho's would end the game by points.
    converse(&mut terminal, &["H1G3", "pass"]);
    terminal.type_line("pass");
    let question = "This ends the game: Han wins: both sides passed. Play it? yes or no [no]:";
    terminal.await_prompt(question);
    terminal.type_line("");
    terminal.await_prompt("Cho>");
    terminal.type_line("pass");
    terminal.await_prompt(question);
    terminal.type_line("yes");
    terminal.await_prompt(">");
    assert!(terminal.text().contains("Han wins: both sides passed."), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
}

/// Han, who has more points, would win by passing too.
#[test]
fn a_pass_that_lets_the_opponent_win_by_one_is_confirmed() {
    let arguments = ["play", "janggi", "--side", "first", "--setup", "masangsangma", "--level", "5", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[]);
    let question = "If Han answers 'pass', Han wins: both sides passed. Play it? yes or no [no]:";
    // In every form of the move.
    for pass in ["pass", "e2e2", "0000", "虛手"] {
        terminal.await_prompt("Cho>");
        terminal.type_line(pass);
        terminal.await_prompt(question);
        terminal.type_line("");
    }
    converse(&mut terminal, &["moves e2"]);
    let told = "  e2e2      pass — If Han answers 'pass', Han wins: both sides passed.";
    assert!(terminal.rows().iter().any(|row| row == told), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
    let arguments = ["play", "장기", "--side", "both", "--setup", "안상", "--clock", "none", "--lang", "ko"];
    let mut terminal = Terminal::start(&arguments, &[]);
    terminal.await_prompt("초>");
    terminal.type_line("한수쉼");
    terminal.await_prompt("한이 '한수쉼'으로 응하면 한의 승리입니다: 양쪽 모두 한수쉼. 둘까요? 네/아니오 [아니오]:");
    terminal.type_line("네");
    // Cho has fewer points, so that Han need not fear an answer.
    terminal.await_prompt("한>");
    terminal.type_line("h10g8");
    terminal.await_prompt("초>");
    terminal.type_line("끝");
    terminal.await_end();
}

/// No other rules of winning than those of the game, and none where every move allows the answer.
#[test]
fn moves_that_let_the_opponent_win_by_a_rule_are_told_in_every_game() {
    let folder = Folder::new("play-answers");
    let file = folder.file("game.txt");
    let told = |variant: &str, fen: &str, lines: &str| {
        fs::write(&file, format!("setoption name UCI_Variant value {variant}\nposition fen {fen}\n")).expect("a file");
        play_lines(&["--load", &file, "--side", "both"], lines)
    };
    // Either lion can go to the last rank, where nothing attacks it.
    let text = told("dobutsu", "2g/L2/2l/3[] b 0 1", "moves c4\nmoves c2\n");
    let answer = "  c4c3      the giraffe on c4 goes to c3 — If First player answers 'the lion on a3 goes to ";
    assert!(text.contains(answer), "{text}");
    assert!(text.contains(" — Second player wins: the king has entered the enemy camp."), "{text}");
    let text = told("janggi", "4k4/9/9/9/4p4/9/9/R8/9/4K4 w - - 0 1", "moves e1\n");
    assert!(!text.contains("If Han answers"), "Cho has more points: {text}");
}

#[test]
fn an_end_that_is_not_on_the_board_is_taken_back_alone() {
    let input = "b1c3\nresign\nundo\nb10c8\ndraw\nundo\n";
    let output = run(&["play", "janggicasual", "--side", "both", "--lang", "en"], input);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("Cho wins: resignation.") && text.contains("A draw by agreement."), "{text}");
    assert!(!text.contains("There is no move of yours") && !text.contains("The game is over"), "{text}");
    // Both moves still stand: when the second was made, after the draw, and after that was taken back.
    assert_eq!(text.matches("包［馬］").count(), 3, "{text}");
    let output = run(&["play", "janggi", "--side", "first", "--level", "0", "--lang", "en"], "resign\nundo\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.contains("There is no move of yours"), "{text}");
}

#[test]
fn questions_can_be_left_and_a_side_drawn_by_lot() {
    let mut terminal = Terminal::start(&["play"], &[]);
    converse_before_the_game(&mut terminal, &["dobutsu", "random"]);
    assert!(terminal.text().contains("  3  random         either, by lot"), "{}", terminal.text());
    terminal.await_prompt("Level");
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn without_a_terminal_there_are_no_colours_and_no_questions() {
    let output = run(&["play", "janggi", "--side", "both", "--lang", "en"], "b1c3\npass\npass\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && output.stderr.is_empty(), "{text}");
    assert!(!text.contains('\x1b'), "{text}");
    assert!(text.contains(" 3  ＋－포［마］"), "{text}");
    assert!(text.contains("Han wins: both sides passed."), "{text}");
}

#[test]
fn colours_can_be_refused() {
    let arguments = ["play", "dobutsu", "--side", "both", "--clock", "none"];
    let mut terminal = Terminal::start(&arguments, &[("NO_COLOR", "1")]);
    converse(&mut terminal, &["b2b3"]);
    assert!(terminal.inverse_cells().is_empty() && terminal.text().contains("[병]"), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
}

#[test]
fn bad_arguments_are_refused_in_a_sentence() {
    for (arguments, sentence) in [
        (&["play", "chess"][..], "janggun: there is no variant 'chess'; choose one of janggi, "),
        (&["play", "janggi", "--side", "white"], "janggun: there is no side 'white'; choose Cho, Han, first, second, "),
        (&["play", "janggi", "--level", "21"], "janggun: there is no level '21'; choose a number from 0 to 20, "),
        (&["play", "--level", "21"], "janggun: there is no level '21'; choose a number from 0 to 20, "),
        (&["play", "janggi", "--clock", "soon"], "janggun: 'soon' is no clock; write minutes, above 0, and seconds "),
        (&["play", "janggi", "--clock", "0+1"], "janggun: '0+1' is no clock; write minutes, above 0, and seconds "),
        (&["play", "dobutsu", "--setup", "x"], "janggun: this game has no set-up to choose; leave --setup out"),
        (&["play", "janggi", "--setup", "x"], "janggun: there is no set-up 'x'; it takes one of masangsangma, "),
        (&["play", "--load", "nowhere"], "janggun: cannot load the game: "),
        (&["play", "장기바둑"], "janggun: there is no variant '장기바둑'; choose one of janggi, "),
    ] {
        let output = run(arguments, "");
        let complaint = String::from_utf8(output.stderr).expect("text");
        let code = if arguments.contains(&"--load") { 1 } else { 2 };
        assert!(output.status.code() == Some(code) && complaint.starts_with(sentence), "{complaint}");
    }
    for seconds in ["nan", "inf", "1e300", "0", "-1"] {
        for value in [&["--think", seconds][..], &[&format!("--think={seconds}")]] {
            let output = run(&[&["play", "janggi"], value].concat(), "quit\n");
            let complaint = String::from_utf8(output.stderr).expect("text");
            assert!(output.status.code() == Some(2), "{complaint}");
            assert!(complaint.contains("expected seconds from 0.001 to 86400"), "{complaint}");
        }
    }
}

#[test]
fn bad_arguments_are_refused_in_korean() {
    let folder = Folder::new("play-korean-errors");
    let file = |name: &str, text: &str| {
        let path = folder.file(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let bad_move = file("move.txt", "position startpos moves a1a9\n");
    let (empty, foreign) = (file("empty.txt", ""), file("foreign.txt", "position startpos\nquit\n"));
    let setting = file("setting.txt", "position startpos\n# play side red\n");
    for (arguments, sentence) in [
        (&["chess"][..], "'chess'(이)라는 게임은 없습니다. 다음 중에서 고르세요: janggi (장기, 대한장기협회 규칙); "),
        (&["바둑"], "'바둑'이라는 게임은 없습니다. "),
        (&["janggi", "--side", "빨강"], "'빨강'이라는 편은 없습니다. 초, 한, 선, 후, 무작위, 둘이서 중에서 고르세요"),
        (&["janggi", "--level", "21"], "'21'이라는 실력은 없습니다. 0부터 20까지의 수나 하, 중, 상, 최강 중에서 "),
        (&["janggi", "--clock", "soon"], "'soon'은(는) 시계가 아닙니다. 10+5처럼 0보다 큰 분"),
        (&["janggi", "--think", "0"], "'0'은 생각할 시간이 아닙니다. "),
        (&["dobutsu", "--setup", "x"], "이 게임에는 고를 상차림이 없습니다. --setup을 빼세요"),
        (&["janggi", "--setup", "상"], "'상'이라는 상차림은 없습니다. 마상상마 (안상차림), "),
        (&["--load", "nowhere"], "대국을 불러올 수 없습니다: 그런 파일이나 폴더가 없습니다"),
        (&["--load", "."], "대국을 불러올 수 없습니다: 파일이 아니라 폴더입니다"),
        (&["--load", &empty], "대국을 불러올 수 없습니다: 'position'으로 시작하는 줄이 없습니다"),
        (&["--load", &foreign], "대국을 불러올 수 없습니다: 2번째 줄은 'setoption'도 'position'도 아닙니다"),
        (
            &["--load", &setting],
            "대국을 불러올 수 없습니다: 2번째 줄을 알 수 없습니다. 바른 꼴: '# play side w, b or both'",
        ),
        (&["--load", &bad_move], "대국을 불러올 수 없습니다: 엔진이 거절했습니다: move list refused at ply 1: "),
    ] {
        let output = run(&[&["play", "--lang", "ko"], arguments].concat(), "");
        let complaint = String::from_utf8(output.stderr).expect("text");
        let sentence = format!("janggun: {sentence}");
        let code = if arguments.contains(&"--load") { 1 } else { 2 };
        assert!(output.status.code() == Some(code) && complaint.starts_with(&sentence), "{complaint}");
    }
    // During a game, too.
    let output = run(&["play", "동물장기", "--side", "둘이서", "--lang", "ko"], "저장 /\n불러오기 nowhere\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("nowhere을(를) 불러올 수 없습니다: 그런 파일이나 폴더가 없습니다."), "{text}");
    assert!(text.contains("/에 쓸 수 없습니다: ") && !text.contains("os error"), "{text}");
    let output = run(&["play", "동물장기", "--side", "둘이서", "--lang", "ko"], &format!("저장 {foreign}\n"));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("에 쓸 수 없습니다: 저장한 대국이 아닌 파일이 이미 있습니다. 다른 이름을 쓰세요."), "{text}");
}

/// What the help says of the levels is true of every game.
#[test]
fn the_help_tells_where_the_levels_are_another_program() {
    let help = String::from_utf8(run(&["play", "--help"], "").stdout).expect("text");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("lie just above 9, 11, 14, but in twelvejanggi are another program"), "{help}");
    for variant in registry::NAMES.iter() {
        let engine = Engine::without_worker(Some(variant)).expect("an engine");
        assert_eq!(engine.session().has_level_player(), *variant == "twelvejanggi", "{variant}");
    }
    assert!(include_str!("../protocol.md").contains("there they come last, behind 20, and without Elo"));
}

#[test]
fn games_can_be_named_in_korean() {
    for (name, shown) in [
        ("장기", "\nRules: janggi\n"),
        ("온라인장기", "\nRules: janggimodern\n"),
        ("십이장기", "\nRules: twelvejanggi\n"),
        ("동물장기", "\nRules: dobutsu\n"),
        ("체둑", "\nTerritories: wedge, "),
    ] {
        let output = run(&["play", name, "--side", "both", "--lang", "en"], "");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains(shown), "{name}: {text}");
    }
    // The option of the whole program names the game of this mode, too.
    let output = run(&["--variant", "dobutsu", "play", "--side", "both"], "");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Rules: dobutsu"));
}

/// What a program that is given these lines prints.
fn play_lines(arguments: &[&str], lines: &str) -> String {
    let output = run(&[&["play", "--lang", "en"], arguments].concat(), lines);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_saved_game_keeps_its_end_and_who_plays() {
    let folder = Folder::new("play-settings");
    let file = folder.file("game.txt");
    let save = format!("save {file}\n");
    let arguments = ["dobutsu", "--side", "second", "--level", "low", "--think", "0.25", "--clock", "none"];
    play_lines(&arguments, &format!("resign\n{save}"));
    let saved = fs::read_to_string(&file).expect("a saved game");
    let settings: Vec<&str> = saved.lines().filter(|line| line.starts_with('#')).collect();
    let expected =
        ["# clock none", "# play side b", "# play level low", "# play think 0.25", "# play end resignation b"];
    assert_eq!(settings, expected);
    // The protocol reads the file as before.
    let answer = output_lines(&run(&[], &format!("{saved}result\n")));
    assert_eq!(answer.last().map(String::as_str), Some("result * -"), "{answer:?}");
    // All of it is there again, without a question, and is saved again.
    let again = folder.file("again.txt");
    let mut terminal = Terminal::start(&["play", "--load", &file], &[]);
    let prompt = terminal.await_any_prompt();
    assert!(prompt.starts_with("> ") || prompt == ">", "{prompt}");
    let text = terminal.text();
    for expected in ["You play Second player; I play First player at level low.", "First player wins: resignation."] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    terminal.type_line(&format!("save {again}"));
    terminal.await_any_prompt();
    terminal.type_line("undo");
    terminal.await_prompt("Second player>");
    terminal.type_line("quit");
    terminal.await_end();
    assert_eq!(fs::read_to_string(&again).expect("a saved game"), saved);
    // In another game, too; what the command line says goes before it.
    let text = play_lines(&["janggi", "--side", "both"], &format!("load {file}\nmoves\nnew\n"));
    assert!(text.contains("You play Second player; I play First player at level low.\n"), "{text}");
    let (_, after_end) = text.split_once("First player wins: resignation.\n").expect(&text);
    assert!(after_end.contains("\nFirst player: "), "the engine begins the new game:\n{text}");
    let text = play_lines(&["--load", &file, "--side", "first", "--level", "7"], "");
    assert!(text.contains("You play First player; I play Second player at level 7.\n"), "{text}");
}

#[test]
fn a_file_that_is_no_game_is_not_overwritten() {
    let folder = Folder::new("play-foreign");
    let (foreign, game) = (folder.file("letter.txt"), folder.file("game.txt"));
    fs::write(&foreign, "Dear friend\n").expect("a file");
    let text = play_lines(&["dobutsu", "--side", "both"], &format!("save {foreign}\nsave {game}\nb2b3\nsave {game}\n"));
    let refused =
        format!("Cannot write {foreign}: the file is there already and is no saved game; choose another name.");
    assert!(text.contains(&refused), "{text}");
    assert_eq!(fs::read_to_string(&foreign).expect("a file"), "Dear friend\n");
    assert!(fs::read_to_string(&game).expect("a game").contains(" moves b2b3\n"), "a game may be saved again");
}

#[test]
fn moves_of_a_point_are_those_from_it_or_to_it() {
    let text = play_lines(&["janggi", "--side", "both"], "moves a4\nmoves a5\nmoves a7\nmoves c1\n");
    for expected in [
        "  the soldier on a4 goes to …\n      a4a5 a4b4\n",
        "  a4a5      the soldier on a4 goes to a5\n",
        "No legal move begins or ends on 'a7'; `moves` lists all.\n",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let text = play_lines(&["cheduk", "--side", "both"], "A@h7\nA@c9\nmoves c12\nmoves e5\n");
    assert!(text.contains("  S@c12     a spy is placed on c12\n"), "{text}");
    assert!(text.contains("No legal move begins or ends on 'e5'"), "{text}");
}

#[test]
fn drops_and_placings_are_understood_and_listed_by_the_signs_on_the_board() {
    let korean = |arguments: &[&str], lines: &str| {
        let output = run(&[&["play", "--lang", "ko", "--side", "both"], arguments].concat(), lines);
        String::from_utf8(output.stdout).expect("text")
    };
    let text = korean(&["twelvejanggi"], "b2b3\nc4b3\n수 자@\n수 자@a2\n수 왕\n자@a2\n");
    for expected in
        ["  자: 손에서 …에 놓기\n", "Z@a2 ", "  Z@a2      자: 손에서 a2에 놓기\n", "  b1 왕: …(으)로 이동\n"]
    {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(text.contains(" 2 [자]"), "{text}");
    let text = korean(&["cheduk"], "사@h7\n使@c9\n수 諜@\n첩@b11\n");
    assert!(text.contains("  첩자 배치: …\n") && text.contains("S@b11"), "{text}");
    assert!(!text.contains("수도 명령도 아닙니다"), "{text}");
}

#[test]
fn records_are_no_saved_games() {
    let folder = Folder::new("play-records");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.file(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    // What `janggun convert` writes begins with a line for other programs; .gib is in CP949.
    let moves = b"1. b1c3 b10c8 *\n";
    let pgn = write("r.pgn", &[b"% a comment\n[Event \"?\"]\n\n", &moves[..]].concat());
    let unnamed = write("record", &[b"[Event \"?\"]\n[Variant \"janggi\"]\n\n", &moves[..]].concat());
    let gib = write("a.gib", b"[\xb4\xeb\xc8\xb8\xb8\xed \"x\"]\n\n1. 02\xb8\xb683\n");
    let bytes = write("picture", b"\x89PNG\xff\xfe");
    // A game of ours with a fault is one of ours, whatever stands between its brackets.
    let own = write("own.txt", b"position fen 3/3/3/3[x] w 0 1\nquit\n");
    let record = "it is a record of games (pgn or gib), and only what `save` wrote can be gone on with; `janggun review` looks \
                  through records, and `janggun convert` writes them in another form";
    for (file, told, korean) in [
        (&pgn, record, "기보 파일(pgn, gib)입니다. '저장'으로 만든 파일만 이어서 둘 수 있습니다."),
        (&unnamed, record, "기보 파일(pgn, gib)입니다."),
        (&gib, record, "기보 파일(pgn, gib)입니다."),
        (&bytes, "it is no text in UTF-8", "UTF-8로 된 글이 아닙니다"),
        (&own, "line 2 is neither 'setoption' nor 'position'", "2번째 줄은"),
    ] {
        let complaint =
            |language| String::from_utf8(run(&["play", "--load", file, "--lang", language], "").stderr).expect("text");
        assert_eq!(complaint("en"), format!("janggun: cannot load the game: {told}\n"));
        let in_korean = complaint("ko");
        assert!(in_korean.starts_with(&format!("janggun: 대국을 불러올 수 없습니다: {korean}")), "{in_korean}");
        let text = play_lines(&["janggi", "--side", "both"], &format!("load {file}\n"));
        assert!(text.contains(&format!("Cannot load {file}: {told}.")), "{text}");
    }
}

#[test]
fn coordinates_in_capitals_are_refused_for_the_same_reason() {
    for (variant, capitals, small) in [
        ("janggi", "A1A9", "a1a9"),
        ("twelvejanggi", "B1B4", "b1b4"),
        ("dobutsu", "B1B4", "b1b4"),
        ("cheduk", "A@A1", "A@a1"),
    ] {
        let answer = |mv: &str| {
            let text = play_lines(&[variant, "--side", "both"], &format!("{mv}\n"));
            let (_, why) = text.split_once(" is not legal here: ").unwrap_or_else(|| panic!("{mv}: {text}"));
            why.lines().next().map(str::to_owned)
        };
        assert_eq!(answer(capitals), answer(small), "{variant}");
    }
    assert!(play_lines(&["twelvejanggi", "--side", "both"], "B2B3\n").contains("in hand: 자\n"));
}

#[test]
fn files_without_who_plays_and_how_it_ended_are_read() {
    let folder = Folder::new("play-older");
    let file = folder.file("game.txt");
    let older = "setoption name UCI_Variant value dobutsu\nposition startpos moves b2b3\n# clock none\n";
    fs::write(&file, older).expect("a file");
    let mut terminal = Terminal::start(&["play", "--load", &file], &[]);
    converse_before_the_game(&mut terminal, &["second", "3"]);
    terminal.await_prompt("Second player>");
    assert!(terminal.text().contains("I play First player at level 3."), "{}", terminal.text());
    terminal.type_line("quit");
    terminal.await_end();
    let load = format!("load {file}\n");
    let text = play_lines(&["janggi", "--side", "both"], &load);
    assert!(text.contains("Two people play.\n") && text.contains("Second player (top, to move): "), "{text}");
}

#[test]
fn a_loss_on_time_is_told_with_its_reason_before_anything_else() {
    // Nobody answers within so little time.
    let arguments = ["dobutsu", "--side", "both", "--clock", "0.000000001"];
    let text = play_lines(&arguments, "b2b3\nboard\nundo\nb2b3\n");
    let told = "Second player wins: time is over for First player.\n`new` begins another game, ";
    let (before, _) = text.split_once(told).expect(&text);
    assert_eq!(before.matches("Rules: dobutsu").count(), 1, "the board comes once, before the move:\n{text}");
    assert!(!text.contains("The game is over; `new`"), "{text}");
    // The board alone is shown with the result below it, and without a clock the game goes on.
    assert_eq!(text.matches("Second player wins: time is over for First player.").count(), 2, "{text}");
    assert!(text.contains("Time was over: the game goes on without a clock."), "{text}");
    assert!(text.contains("[병]"), "{text}");
    let korean = run(&["play", "동물장기", "--side", "둘이서", "--clock", "0.000000001", "--lang", "ko"], "b2b3\n");
    let text = String::from_utf8(korean.stdout).expect("text");
    assert!(text.contains("후수의 승리입니다: 선수의 시간이 다 됨."), "{text}");
}
