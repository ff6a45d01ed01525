//! `janggun review` through the program: reports of whole games in all variants, kept and gone on with.

mod common;

use std::fs;
use std::process::Output;

use common::{Folder, output_lines, run};

/// The second move leaves a chariot to be taken for nothing, and nobody takes it: two blunders.
const JANGGI: &str = "[Event \"<b>Friendly</b>\"]\n[White \"A & B\"]\n[Black \"을\"]\n[Variant \"janggi\"]\n[Result \"1-0\"]\n\n\
                      1. a4b4 i7h7 2. a1a7 h7h6 3. a7a10 b10c8 1-0\n";
const TWELVE: &str = "[Variant \"twelvejanggi\"]\n\n1. b2b3 c4b3 2. b1c2 b4c3 *\n";
const DOBUTSU: &str = "[Variant \"dobutsu\"]\n\n1. b2b3 c4b3 *\n";
const CHEDUK: &str = "[Variant \"cheduk\"]\n[CheDuk_Territory \"span\"]\n\n1. A@h7 A@c7 *\n";

fn review(arguments: &str) -> Output {
    let limits = ["--nodes", "2000", "--threads", "2"];
    run(&["review"].into_iter().chain(arguments.split_whitespace()).chain(limits).collect::<Vec<_>>(), "")
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every element that is opened is closed, in order; there are no others than these.
#[track_caller]
fn assert_well_formed(html: &str) {
    const EMPTY: [&str; 3] = ["meta", "br", "!doctype"];
    let mut open = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("the end of a tag");
        let name = tag.split([' ', '/', '\n']).find(|word| !word.is_empty()).expect("a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !tag.ends_with('/') && !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("url("), "something from elsewhere");
    let links = html.split("http").count() - 1;
    assert_eq!(links, html.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
}

#[test]
fn a_report_tells_of_mistakes_with_a_better_line() {
    let folder = Folder::new("review");
    let [game, page, text] = ["game.pgn", "game-review.html", "game-review.md"].map(|name| folder.file(name));
    fs::write(&game, JANGGI).expect("a file");
    let output = review(&format!("{game} --lang en"));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(output_lines(&output), [format!("1 game reviewed, 0 left out: {page}")]);
    let html = read(&page);
    assert_well_formed(&html);
    for expected in [
        "<html lang=\"en\">",
        "A &amp; B (Cho) – 을 (Han)",
        "&lt;b&gt;Friendly&lt;/b&gt;",
        "id=\"game-1-move-3\"",
        "href=\"#game-1-move-3\"",
        "3. Cho: a1a7 <span",
        "the chariot on a1 takes the soldier on a7",
        "blunder ??",
        "Better: ",
        "accuracy",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    // The graph, and a board for each mistake.
    let mistakes = html.matches("class=\"mistake\"").count();
    assert!(mistakes >= 1 && html.matches("<svg").count() == 1 + mistakes, "{mistakes}");
    let markdown = read(&text);
    assert!(markdown.starts_with("# Review of game.pgn\n\n## Game 1: A \\& B (Cho) – 을 (Han)\n"), "{markdown}");
    assert!(markdown.contains("#### 3. Cho: a1a7 ") && markdown.contains("\n- Better: "), "{markdown}");
    assert!(markdown.contains("\n| 6 | b10c8 | "), "{markdown}");
}

#[test]
fn every_game_has_boards_and_both_languages() {
    let folder = Folder::new("review-all");
    let [games, out, page] = ["games.pgn", "all", "all.html"].map(|name| folder.file(name));
    fs::write(&games, [JANGGI, TWELVE, DOBUTSU, CHEDUK].join("\n")).expect("a file");
    let output = review(&format!("{games} --out {out} --lang ko"));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let html = read(&page);
    assert_well_formed(&html);
    assert!((1..=4).all(|game| html.contains(&format!("<section id=\"game-{game}\">"))));
    assert!(html.contains("<html lang=\"ko\">") && html.contains("정확도") && html.contains("대악수 ??"));
    // Moves as Korean records have them.
    assert!(html.contains("3. 초: 01차41병 <span"), "{html}");
}

#[test]
fn standard_input_is_called_so() {
    let folder = Folder::new("review-input");
    let [out, text] = ["told", "told.md"].map(|name| folder.file(name));
    let output = run(&["review", "-", "--from", "pgn", "--out", &out, "--nodes", "200", "--lang", "en"], TWELVE);
    assert!(output.status.success(), "{output:?}");
    assert!(read(&text).starts_with("# Review of standard input\n"), "{}", read(&text));
}

#[test]
fn chosen_games_are_kept_and_not_searched_again() {
    let folder = Folder::new("review-kept");
    let [games, kept, page] = ["games.pgn", "games-review.jsonl", "games-review.html"].map(|name| folder.file(name));
    fs::write(&games, [TWELVE, DOBUTSU, "[Variant \"dobutsu\"]\n\n1. b2b4 *\n", CHEDUK].join("\n")).expect("a file");
    let output = review(&format!("{games} --game 2"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(read(&kept).lines().count(), 1);
    // What a killed process leaves behind is no obstacle.
    fs::write(&kept, read(&kept) + "{\"search\":\"nodes 20").expect("a file");
    let output = review(&format!("{games} --game 1-2,4"));
    assert_eq!(output_lines(&output), [format!("3 games reviewed, 0 left out: {page}")]);
    let lines = read(&kept);
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().next().is_some_and(|line| line.contains("\"variant\":\"dobutsu\"")), "{lines}");
    assert!(lines.contains("[\"CheDuk_Territory\",\"span\"]"), "{lines}");
    // Another limit is another review.
    let output = run(&["review", &games, "--game", "2", "--nodes", "500"], "");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(read(&kept).lines().count(), 4);
    // A damaged game is named, and the others are reviewed.
    let output = review(&games);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("game 3, line") && told.contains("is left out: move 1 cannot be played"), "{told}");
    assert_eq!(read(&kept).lines().count(), 4);
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let folder = Folder::new("review-refused");
    let [games, other, out] = ["games.pgn", "taken.jsonl", "taken"].map(|name| folder.file(name));
    fs::write(&games, TWELVE).expect("a file");
    fs::write(&other, "precious\n").expect("a file");
    for (arguments, code, sentence) in [
        (format!("{games} --game 2"), 1, "there is no game 2 in"),
        (format!("{games} --out {out}"), 1, "is not what an earlier review has kept"),
        (format!("{games}.none"), 1, "cannot read"),
        (format!("{games} --variant chess"), 2, "there is no variant 'chess'"),
        (format!("{games} --option Hash"), 2, "expected NAME=VALUE"),
        (format!("{games} --option UCI_Variant=dobutsu"), 2, "give --variant dobutsu"),
        (format!("{games} --out {out}/none/x"), 1, "cannot write"),
        (
            format!("{games} --out -"),
            2,
            "a report is several files, which standard output cannot take; give --out NAME",
        ),
        ("- --from pgn".to_owned(), 2, "Add --out NAME"),
    ] {
        let output = review(&arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(code) && told.contains(sentence), "{arguments}: {told}");
    }
    assert_eq!(read(&other), "precious\n");
    assert_eq!(review(&format!("{games} --game 0")).status.code(), Some(2));
}
