//! Called as fastchess or cutechess-cli: the command lines of the tools that call those, and what these tools read.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};

use common::Folder;
use janggun::records::{RecordFormat, read};

const JANGGUN: &str = env!("CARGO_BIN_EXE_janggun");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/dobutsu_openings.txt");

/// Calls a copy of the program under another name, as a link, with these words.
fn called_as(folder: &Folder, name: &str, words: &str) -> Output {
    let link = folder.file(name);
    if fs::symlink_metadata(&link).is_err() {
        fs::hard_link(JANGGUN, &link).or_else(|_| fs::copy(JANGGUN, &link).map(drop)).expect("a link");
    }
    let words = words.replace("JANGGUN", JANGGUN);
    Command::new(link).args(words.split_whitespace()).current_dir(folder.path()).output().expect("the program runs")
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    // OpenBench and weather-factory decode ASCII, and take an empty line for the end.
    assert!(output.stdout.is_ascii(), "{output:?}");
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert!(lines.iter().all(|line| !line.trim().is_empty()), "{lines:?}");
    lines
}

/// Number and result of each finished game, as OpenBench takes them: the third and the seventh word.
fn results(lines: &[String]) -> BTreeMap<u32, String> {
    let finished = lines.iter().filter(|line| line.contains("Finished game"));
    let read = |line: &String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[2].parse().expect("a number"), words[6].to_owned())
    };
    finished.map(read).collect()
}

/// As OpenBench's worker calls it: `-variant standard`, the game as an option, a book that begins somewhere, and a PGN.
#[test]
fn openbench_finds_what_it_looks_for() {
    let folder = Folder::new("openbench");
    let openings = "gle/1c1/1C1/ELG[-] w 0 1\ngle/1c1/1C1/ELG[-] w 0 1 moves c1c2\n";
    fs::write(folder.file("book.epd"), openings).expect("a book");
    let engine = |name: &str| {
        format!(
            "-engine dir=./ cmd=JANGGUN proto=uci nodes=200 option.Threads=1 option.Hash=8 option.UCI_Variant=dobutsu name={name} "
        )
    };
    let words = "-recover -variant standard -testEnv -concurrency 2 -rounds 3 -games 2 -resign movecount=3 score=400 \
                 -draw movenumber=40 movecount=8 score=10 -openings file=book.epd format=epd order=random start=2 -srand 7 \
                 -pgnout file=games.pgn seldepth=true nodes=true match_line=x "
        .to_owned() + &engine("Janggun-dev") + &engine("Janggun-base");
    let lines = lines(&called_as(&folder, "fastchess-ob", &words));
    let games = results(&lines);
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(games.values().all(|result| ["1-0", "0-1", "1/2-1/2"].contains(&result.as_str())), "{games:?}");
    let started = lines.iter().filter(|line| line.starts_with("Started game ") && line.contains(" of 6 (Janggun-"));
    assert_eq!(started.count(), 6);
    assert!(lines.iter().any(|line| line == "Results of Janggun-dev vs Janggun-base (200 nodes, 1t, 8MB, book.epd):"));
    for beginning in ["Elo: ", "LOS: ", "Games: 6, Wins: ", "Ptnml(0-2): ["] {
        assert!(lines.iter().any(|line| line.starts_with(beginning)), "{beginning}: {lines:?}");
    }
    assert_eq!(lines.last().map(String::as_str), Some("Tournament finished"));
    // Tags, an empty line, moves, an empty line; and comments that tell what OpenBench wants to keep.
    let pgn = fs::read_to_string(folder.file("games.pgn")).expect("a PGN");
    assert_eq!(pgn.split("\n\n").filter(|part| !part.trim().is_empty()).count(), 12);
    let comments: Vec<&str> = pgn.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
    let tells = |comment: &&str| ["/", "s, n=", ", sd="].iter().all(|part| comment.contains(part));
    let told = comments.iter().filter(|comment| **comment != "book");
    assert!(told.clone().count() > 0 && told.clone().all(tells), "{comments:?}");
    let games = read(pgn.as_bytes(), RecordFormat::Pgn, None);
    assert!(games.len() == 6 && games.iter().all(|game| game.game.is_ok()), "{games:?}");
}

/// As weather-factory calls it, with cutechess's lines from fastchess and from cutechess-cli.
#[test]
fn weather_factory_finds_score_and_elo() {
    let folder = Folder::new("weather-factory");
    fs::copy(BOOK, folder.file("book.epd")).expect("a book");
    for program in ["fastchess -config discard=true outname=config.json -output format=cutechess", "cutechess-cli"] {
        let (name, rest) = program.split_once(' ').unwrap_or((program, ""));
        let words = format!(
            "{rest} -engine cmd=JANGGUN name=e-1 proto=uci option.Hash=8 -engine cmd=JANGGUN name=e-2 proto=uci option.Hash=8 \
             -resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10 -recover -concurrency 1 \
             -each nodes=100 option.UCI_Variant=dobutsu -openings file=book.epd format=epd order=random plies=16 -repeat 2 -games 2 \
             -rounds 2 -pgnout games.pgn"
        );
        let lines = lines(&called_as(&folder, name, &words));
        let score = lines.iter().rev().find(|line| line.starts_with("Score of e-1 vs e-2: ")).expect("a score");
        let counts = &score[score.find(':').expect("a colon") + 1..score.find('[').expect("a bracket")];
        let counts: Vec<u32> = counts.split(" - ").map(|count| count.trim().parse().expect("a number")).collect();
        assert_eq!(counts.iter().sum::<u32>(), 4, "{score}");
        let elo = lines.iter().rev().find(|line| line.starts_with("Elo difference")).expect("Elo");
        let number = &elo[elo.find(':').expect("a colon") + 1..elo.find('+').expect("a plus")];
        assert!(number.trim().parse::<f64>().is_ok(), "{elo}");
        assert!(elo.contains(", LOS: ") && elo.contains(" %, DrawRatio: "), "{elo}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("Score of ")).count(), 4, "after every game");
    }
    assert_eq!(
        fs::read_to_string(folder.file("games.pgn")).expect("a PGN").matches("[Event ").count(),
        8,
        "games are added"
    );
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let folder = Folder::new("dialect-sprt");
    // One plays with a search, the other without.
    let words = "-engine cmd=JANGGUN name=A depth=6 -engine cmd=JANGGUN name=B depth=1 -each proto=uci -variant dobutsu -rounds 500 -repeat \
                 -openings file=book.txt order=random -sprt elo0=0 elo1=100 alpha=0.1 beta=0.1 -ratinginterval 1 -srand 3";
    fs::copy(BOOK, folder.file("book.txt")).expect("a book");
    let fast = lines(&called_as(&folder, "fastchess", words));
    assert!(fast.iter().any(|line| line.starts_with("LLR: ") && line.ends_with(" [0.00, 100.00]")), "{fast:?}");
    assert_eq!(fast.last().map(String::as_str), Some("SPRT ([0.00, 100.00]) completed - H1 was accepted"));
    assert!(results(&fast).len() < 1_000);
    let cute = lines(&called_as(&folder, "cutechess-cli", &format!("{words} -games 2")));
    assert!(cute.iter().any(|line| line.starts_with("SPRT: llr ") && line.ends_with(" - H1 was accepted")), "{cute:?}");
    assert_eq!(cute.last().map(String::as_str), Some("Finished match"));
}

#[test]
fn faults_are_told_in_the_words_that_tools_look_for() {
    let folder = Folder::new("dialect-faults");
    let script = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove a1a9;; quit) exit;; esac; done\n";
    fs::write(folder.file("bad.sh"), script).expect("a script");
    let words = "-engine cmd=sh arg=bad.sh name=bad -engine cmd=JANGGUN name=good -each proto=uci depth=1 -variant dobutsu -rounds 3 -games 2 -recover";
    let lines = lines(&called_as(&folder, "fastchess", words));
    let told: Vec<&String> = lines.iter().filter(|line| line.contains("makes an illegal move}")).collect();
    assert_eq!(told.len(), 6, "with -recover it goes on: {lines:?}");
    assert!(told.contains(&&"Finished game 1 (bad vs good): 0-1 {White makes an illegal move}".to_owned()), "{told:?}");
}

#[test]
fn what_is_wrong_is_said_with_what_was_meant() {
    let folder = Folder::new("dialect-errors");
    let engines = "-engine cmd=JANGGUN name=A -engine cmd=JANGGUN name=B -each depth=1";
    let complaint = |words: &str| {
        let output = called_as(&folder, "fastchess", words);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    for (words, expected) in [
        ("-round 3", "janggun: there is no argument '-round'; did you mean -rounds?"),
        ("-engine cdm=x", "janggun: -engine knows no 'cdm'; did you mean cmd?"),
        ("-openings fil=x", "janggun: -openings knows no 'fil'; did you mean file?"),
        ("-openings order=shuffled", "janggun: -openings: 'shuffled' cannot be; expected random or sequential"),
        ("-rounds", "janggun: -rounds needs a value"),
        ("-rounds x", "janggun: -rounds: 'x' cannot be; expected a whole number from 1"),
        ("-tb x", "janggun: -tb is not possible here: there are no Syzygy tables"),
        ("-variant standard", "janggun: which game? Give -variant with one of janggi, "),
        ("-variant dobutsu -openings file=none.epd", "janggun: cannot read the openings 'none.epd'"),
    ] {
        let words = if words.starts_with("-variant") { format!("{engines} {words}") } else { words.to_owned() };
        let told = complaint(&words);
        assert!(told.starts_with(expected), "{told}");
    }
    let version = called_as(&folder, "fastchess", "--version");
    assert!(lines(&version)[0].starts_with("fastchess 1.8.1 (as spoken by Janggun "));
    let named = Command::new(JANGGUN).args(["match", "--as", "cutechess-cli", "--version"]).output().expect("it runs");
    assert!(lines(&named)[0].starts_with("cutechess-cli "));
}

/// As OpenBench's client has openings made, and makes EPD of them.
#[test]
fn genfens_makes_openings() {
    let genfens = |words: &str| {
        let output = Command::new(JANGGUN).args([words, "quit"]).output().expect("it runs");
        let lines = lines(&output);
        let fens = lines.iter().map(|line| line.split("genfens ").nth(1).expect("a FEN").to_owned());
        fens.collect::<Vec<String>>()
    };
    let fens = genfens("genfens 6 seed 1234567890123 book None ");
    assert_eq!(fens.len(), 6);
    // Board, side, two dashes and two counters: OpenBench takes the last two off.
    assert!(fens.iter().all(|fen| fen.split(' ').count() == 6 && fen.contains('/')), "{fens:?}");
    let mut different = fens.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 6);
    assert_eq!(genfens("genfens 6 seed 1234567890123 book None "), fens);
    assert_ne!(genfens("genfens 6 seed 2 book None x y"), fens);
    // From a book, in EPD, and as a command of the protocol.
    let folder = Folder::new("genfens");
    let epd: Vec<String> = fens
        .iter()
        .map(|fen| {
            let words: Vec<&str> = fen.split(' ').collect();
            format!("{} hmvc {}; fmvn {};", words[..4].join(" "), words[4], words[5])
        })
        .collect();
    fs::write(folder.file("book.epd"), epd.join("\n")).expect("a book");
    assert_eq!(genfens(&format!("genfens 3 seed 5 book {} ", folder.file("book.epd"))).len(), 3);
    let told = common::run(&[], "genfens 2 seed 1 book None variant dobutsu\n");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert_eq!(told.matches("info string genfens ").count(), 2, "{told}");
    let missing = Command::new(JANGGUN).args(["genfens 2 seed 1 book none.epd", "quit"]).output().expect("it runs");
    let complaint = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(missing.status.code() == Some(1) && complaint.contains("cannot read the book 'none.epd'"), "{complaint}");
}
