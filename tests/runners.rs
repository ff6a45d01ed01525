//! Called as fastchess or cutechess-cli: the command lines of the tools that call those, and what these tools read.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};

use common::Folder;
use janggun::records::{RecordFormat, read};
use janggun::tournament::{Elo, EloModel, Sprt};

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

/// What is advised can be done where one is.
#[test]
fn advice_is_in_the_words_of_the_dialect() {
    let folder = Folder::new("dialect-advice");
    let engines = "-engine cmd=JANGGUN name=A -engine cmd=JANGGUN name=B -each depth=1 -variant dobutsu -maxmoves 4";
    let output = called_as(&folder, "cutechess-cli", &format!("{engines} -rounds 4"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("says nothing new: add -openings file=FILE") && !told.contains("--"), "{told}");
    let script = "#!/bin/sh\nwhile read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 0;; esac; done\n";
    fs::write(folder.file("bad.sh"), script).expect("a script");
    let output = called_as(&folder, "fastchess", &engines.replacen("JANGGUN", "sh arg=bad.sh", 1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "janggun: engine 'A' failed in game 1: it ended instead of 'bestmove': exit status: 0; -recover goes on after that";
    assert!(output.status.code() == Some(1) && told.contains(expected), "{told}");
}

#[test]
fn what_is_wrong_is_said_with_what_was_meant() {
    let folder = Folder::new("dialect-errors");
    let engines = "-engine cmd=JANGGUN name=A -engine cmd=JANGGUN name=B -each depth=1";
    let complaint = |words: &str| {
        let output = called_as(&folder, "fastchess", words);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{output:?}");
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    for (words, expected) in [
        ("-round 3", "janggun: there is no argument '-round'; did you mean -rounds?"),
        ("-foo", "janggun: there is no argument '-foo'; -help lists them"),
        ("-engine foo=bar", "janggun: -engine knows no 'foo'; it knows cmd, conf, name, "),
        ("-each cdm=x", "janggun: -each knows no 'cdm'; did you mean cmd?"),
        ("-each tc=foo", "janggun: -each: tc cannot be 'foo'; expected seconds as in 10, 10+0.1"),
        ("-engine name=x", "janggun: in '-engine name=x': no program; add cmd=PROGRAM"),
        ("-engine cmd=x tc=foo", "janggun: -engine: tc cannot be 'foo'; expected seconds as in 10, 10+0.1"),
        ("-engine cdm=x", "janggun: -engine knows no 'cdm'; did you mean cmd?"),
        ("-openings fil=x", "janggun: -openings knows no 'fil'; did you mean file?"),
        ("-openings order=shuffled", "janggun: -openings: order cannot be 'shuffled'; expected random or sequential"),
        ("-rounds", "janggun: -rounds needs a value"),
        ("-rounds x", "janggun: -rounds cannot be 'x'; expected a whole number from 1"),
        ("-engine cmd=x restart=yes", "janggun: -engine: restart cannot be 'yes'; expected on, off or auto"),
        ("-engine conf=x", "janggun: -engine conf=x: cannot read 'engines.json'"),
        (
            "-engine cmd=x initstr=y",
            "janggun: -engine initstr is not possible here: options are set with option.NAME=VALUE",
        ),
        ("-seeds 2", "janggun: -seeds is not possible here: one engine plays the gauntlet"),
        ("-quick cmd=x", "janggun: -quick is not possible here: give -engine, -each, -rounds and -openings"),
        ("-sprt model=x", "janggun: -sprt: model cannot be 'x'; expected normalized, logistic or bayesian"),
        ("-tb x", "janggun: -tb is not possible here: there are no Syzygy tables"),
        ("-variant standard", "janggun: which game? Give -variant with one of janggi, "),
        ("-variant dobutsu -openings file=none.epd", "janggun: cannot read the openings 'none.epd'"),
    ] {
        let is_whole = ["-engine", "-variant"].iter().all(|beginning| !words.starts_with(beginning));
        let words = match words.starts_with("-engine") {
            // Values of an engine are read when all arguments are known.
            true => format!("{words} -engine cmd=y -each depth=1"),
            false => format!("{}{words}", if is_whole { String::new() } else { format!("{engines} ") }),
        };
        let told = complaint(&words);
        assert!(told.starts_with(expected), "{told}");
    }
    for (words, expected) in [
        (
            "-rounds 1 -each nodes=10",
            "janggun: a tournament needs two engines or more; give '-engine cmd=PROGRAM …' for each",
        ),
        ("-rounds 1 -engine cmd=x", "janggun: a tournament needs two engines or more"),
        (
            "-engine cmd=x -engine cmd=y",
            "janggun: engine 'x' has no limit; add tc=10+0.1, st=0.5, nodes=10000 or depth=6, to it or behind -each",
        ),
    ] {
        let told = complaint(words);
        assert!(told.starts_with(expected), "{told}");
    }
    let version = called_as(&folder, "fastchess", "--version");
    assert!(lines(&version)[0].starts_with("fastchess 1.8.1 (as spoken by Janggun "));
    let named = Command::new(JANGGUN).args(["match", "--as", "cutechess-cli", "--version"]).output().expect("it runs");
    assert!(lines(&named)[0].starts_with("cutechess-cli "));
}

/// As chess-tuning-tools calls it: engines by their names in a file that it writes, and a transcript, which it looks through for complaints.
#[test]
fn chess_tuning_tools_finds_its_engines_and_their_words() {
    let folder = Folder::new("chess-tuning-tools");
    fs::copy(BOOK, folder.file("book.epd")).expect("a book");
    let engine = |name: &str| {
        format!(
            r#"{{"command": "{JANGGUN}", "name": "{name}", "protocol": "uci", "initStrings": ["uci", "setoption name UCI_Variant value dobutsu", "setoption name Hash value 8"]}}"#
        )
    };
    fs::write(folder.file("engines.json"), format!("[{}, {}]", engine("engine1"), engine("engine2"))).expect("a file");
    let words = "-concurrency 1 -engine conf=engine1 nodes=50 timemargin=200 -engine conf=engine2 nodes=50 timemargin=200 \
                 -openings file=book.epd format=epd order=random -draw movenumber=40 movecount=8 score=10 \
                 -resign movecount=3 score=400 twosided=true -rounds 1 -games 2 -repeat -recover -debug -pgnout out.pgn";
    let lines = lines(&called_as(&folder, "cutechess-cli", words));
    let (transcript, told): (Vec<&String>, Vec<&String>) = lines.iter().partition(|line| {
        line.split_once(' ').is_some_and(|(time, rest)| time.parse::<u64>().is_ok() && rest.starts_with(['<', '>']))
    });
    let says =
        |wanted: &str| transcript.iter().any(|line| line.split_once(' ').is_some_and(|(_, rest)| rest == wanted));
    for wanted in
        [">engine1(0): uci", ">engine1(0): setoption name Hash value 8", "<engine2(1): uciok", "<engine2(1): readyok"]
    {
        assert!(says(wanted), "{wanted}: {lines:?}");
    }
    assert!(transcript.iter().any(|line| line.contains("<engine1(0): bestmove ")), "{lines:?}");
    let score = told.iter().rev().find(|line| line.starts_with("Score of engine1 vs engine2: ")).expect("a score");
    assert!(score.ends_with("] 2"), "{score}");
    let unknown = called_as(&folder, "cutechess-cli", &words.replace("conf=engine2", "conf=engine3"));
    let complaint = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(complaint.contains("there is no 'engine3' in 'engines.json', which has engine1, engine2;"), "{complaint}");
}

/// What all engines have replaces what one has. Without a variant it is that of an engine that nobody tells one.
#[test]
fn shared_settings_go_before_those_of_an_engine() {
    let folder = Folder::new("dialect-each");
    let words = "-engine cmd=JANGGUN name=A depth=1 option.Hash=4 -engine cmd=JANGGUN name=B depth=2 -each option.Hash=8 depth=1 \
                 -rounds 1 -maxmoves 2 -srand 1 -debug";
    let lines = lines(&called_as(&folder, "fastchess", words));
    assert!(lines.iter().any(|line| line == "Results of A vs B (1 plies, NULL, 8MB):"), "{lines:?}");
    let sent: Vec<&str> = lines.iter().filter_map(|line| line.split_once(": ")).map(|(_, text)| text).collect();
    assert!(sent.contains(&"setoption name UCI_Variant value janggi") && !sent.contains(&"go depth 2"), "{lines:?}");
}

/// Tuners call without a seed, and want other openings each time; with a seed they are the same.
#[test]
fn openings_are_drawn_by_lot_unless_a_seed_is_given() {
    let folder = Folder::new("dialect-seed");
    fs::copy(BOOK, folder.file("book.epd")).expect("a book");
    let openings = |seed: &str| {
        let words = format!(
            "-engine cmd=JANGGUN name=A -engine cmd=JANGGUN name=B -each depth=1 -variant dobutsu -rounds 6 -games 1 -maxmoves 1 \
             -openings file=book.epd order=random -pgnout file=games.pgn append=false {seed}"
        );
        lines(&called_as(&folder, "fastchess", &words));
        let games = read(fs::read(folder.file("games.pgn")).expect("a PGN").as_slice(), RecordFormat::Pgn, None);
        let begins = |game: &janggun::records::StoredGame| {
            (game.fen.clone(), game.moves.iter().take(1).map(|mv| mv.text.clone()).collect::<Vec<_>>())
        };
        games.iter().map(|game| begins(game.game.as_ref().expect("a game"))).collect::<Vec<_>>()
    };
    assert_eq!(openings("-srand 5"), openings("-srand 5"));
    assert_ne!(openings(""), openings(""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_fastchess_fails() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = Folder::new("dialect-interrupt");
    let engines = format!("-engine cmd={JANGGUN} name=A -engine cmd={JANGGUN} name=B -each st=1000 -variant dobutsu");
    let mut runner = Command::new(JANGGUN)
        .args(["match", "--as", "fastchess"])
        .args(engines.split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let stdout = BufReader::new(runner.stdout.take().expect("a pipe"));
    let mut lines = stdout.lines().map(|line| line.expect("text"));
    assert_eq!(lines.next().as_deref(), Some("Started game 1 of 4 (A vs B)"));
    common::signal(runner.id(), nix::sys::signal::Signal::SIGINT);
    assert_eq!(runner.wait().expect("it ends").code(), Some(1));
    let last = lines.last();
    assert_eq!(last.as_deref(), Some("Tournament was interrupted. -config file=config.json goes on with it"));
    assert_eq!(config(&folder, "config.json")["finished"], serde_json::json!([]));
}

fn config(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(folder.file(name)).expect("a config file")).expect("JSON")
}

/// A tournament in two parts has the results of one in one piece, and every game once.
#[test]
fn a_tournament_goes_on_from_its_config_file() {
    let folder = Folder::new("dialect-config");
    fs::copy(BOOK, folder.file("book.epd")).expect("a book");
    let words = |rest: &str| {
        format!(
            "-engine cmd=JANGGUN name=A nodes=60 option.Hash=4 -engine cmd=JANGGUN name=B nodes=200 -each option.UCI_Variant=dobutsu \
             timemargin=50 -variant standard -openings file=book.epd format=epd order=random -srand 7 -sprt elo0=-1 elo1=1 \
             -resign movecount=3 score=900 twosided=true -draw movenumber=40 movecount=8 score=10 -maxmoves 90 -recover \
             -event Some cup {rest}"
        )
    };
    let whole =
        lines(&called_as(&folder, "fastchess", &words("-rounds 4 -pgnout whole.pgn -config outname=whole.json")));
    assert_eq!(results(&whole).len(), 8);
    let begun = lines(&called_as(
        &folder,
        "fastchess",
        &words("-rounds 2 -autosaveinterval 1 -pgnout file=parts.pgn append=false"),
    ));
    assert_eq!(results(&begun).len(), 4);
    assert_eq!(config(&folder, "config.json")["finished"], serde_json::json!([[1, 4]]));
    let ended = lines(&called_as(&folder, "fastchess", "-config file=config.json -rounds 4"));
    assert_eq!(ended[0], "Started game 5 of 8 (A vs B)");
    let together: BTreeMap<u32, String> = results(&begun).into_iter().chain(results(&ended)).collect();
    assert_eq!(together, results(&whole));
    let block = |lines: &[String]| {
        let begins = lines.iter().rposition(|line| line.starts_with("Results of A vs B")).expect("results");
        lines[begins..].to_vec()
    };
    assert_eq!(block(&ended), block(&whole), "all eight games count");
    let (mut parts, mut one) = (config(&folder, "config.json"), config(&folder, "whole.json"));
    for (config, name) in [(&mut parts, "config.json"), (&mut one, "whole.json")] {
        assert_eq!(config["config_name"], name);
        for own in ["config_name", "autosaveinterval", "pgn"] {
            config.as_object_mut().expect("an object").remove(own);
        }
    }
    assert_eq!(parts, one);
    let games = fs::read_to_string(folder.file("parts.pgn")).expect("a PGN");
    assert_eq!((games.matches("[Event \"Some cup\"]").count(), games.matches("[Event ").count()), (8, 8));

    // Nothing is left to play; the results are told once more.
    let again = lines(&called_as(&folder, "fastchess", "-config file=whole.json"));
    assert_eq!((results(&again).len(), block(&again)), (0, block(&whole)));
    // Without the results all is played again, and without the file nothing is known.
    let anew =
        lines(&called_as(&folder, "fastchess", "-config file=whole.json stats=false outname=anew.json -rounds 1"));
    assert_eq!(anew[0], "Started game 1 of 2 (A vs B)");
    let discarded = called_as(&folder, "fastchess", "-config file=whole.json discard=true");
    assert_eq!(discarded.status.code(), Some(1), "no engines: {discarded:?}");
}

/// A file in fastchess's own shape, which knows no games but chess and says only how many games have been played.
#[test]
fn a_config_file_of_fastchess_is_understood() {
    let folder = Folder::new("dialect-config-theirs");
    let engine = |name: &str| {
        serde_json::json!({
            "name": name, "dir": "", "cmd": JANGGUN, "args": "", "restart": false, "variant": 0,
            "options": [["Hash", "4"], ["UCI_Variant", "dobutsu"]],
            "limit": {"tc": {"increment": 0, "fixed_time": 0, "time": 0, "moves": 0, "timemargin": 0}, "nodes": 60, "plies": 0},
        })
    };
    let theirs = serde_json::json!({
        "resign": {"move_count": 1, "score": 0, "twosided": false, "enabled": false},
        "draw": {"move_number": 0, "move_count": 1, "score": 0, "enabled": false},
        "maxmoves": {"move_count": 1, "enabled": false},
        "tb_adjudication": {"syzygy_dirs": "", "max_pieces": 0, "ignore_50_move_rule": false, "enabled": false},
        "opening": {"file": "", "format": 2, "order": 1, "plies": -1, "start": 1},
        "pgn": {"additional_lines_rgx": [], "event_name": "Fastchess Tournament", "site": "?", "file": "", "notation": 0,
                "append_file": true, "track_nodes": false, "track_seldepth": false, "min": false, "crc": false},
        "sprt": {"alpha": 0.0, "beta": 0.0, "elo0": 0.0, "elo1": 0.0, "model": "normalized", "enabled": false},
        "config_name": "config.json", "output": 1, "seed": 18_446_744_073_709_551_615u64, "variant": 0, "type": 0,
        "gauntlet_seeds": 1, "ratinginterval": 10, "scoreinterval": 1, "wait": 0, "autosaveinterval": 20, "games": 2, "rounds": 2,
        "concurrency": 1, "force_concurrency": false, "recover": false, "noswap": false, "report_penta": true,
        "engines": [engine("A"), engine("B")],
        "stats": {"A vs B": {"wins": 1, "losses": 0, "draws": 1, "penta_WW": 0, "penta_WD": 1, "penta_WL": 0, "penta_DD": 0,
                             "penta_LD": 0, "penta_LL": 0}},
    });
    fs::write(folder.file("config.json"), theirs.to_string()).expect("a file");
    let lines = lines(&called_as(&folder, "fastchess", "-config file=config.json"));
    assert_eq!(lines[0], "Started game 3 of 4 (A vs B)");
    assert!(lines.iter().any(|line| line.starts_with("Score of A vs B: ") && line.ends_with("] 4")), "{lines:?}");
    let stats = &config(&folder, "config.json")["stats"]["A vs B"];
    let count = |name: &str| stats[name].as_u64().expect("a number");
    assert_eq!(count("wins") + count("losses") + count("draws"), 4, "{stats}");
    assert_eq!(config(&folder, "config.json")["finished"], serde_json::json!([[1, 4]]));
}

#[test]
fn a_config_file_that_is_none_is_kept_and_named() {
    let folder = Folder::new("dialect-config-foreign");
    let engines = "-engine cmd=JANGGUN name=A -engine cmd=JANGGUN name=B -each depth=1 -variant dobutsu -rounds 1";
    fs::write(folder.file("config.json"), "{\"Aspiration\": {\"value\": 20}}").expect("a file");
    let output = called_as(&folder, "fastchess", engines);
    assert_eq!(results(&lines(&output)).len(), 2);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("'config.json' is no file of a tournament and stays as it is"), "{told}");
    assert!(fs::read_to_string(folder.file("config.json")).expect("it is there").contains("Aspiration"));
    let engines_of_large = r#"[{"name": "A", "cmd": "x"}, {"name": "B", "cmd": "y"}]"#;
    let large =
        format!(r#"{{"engines": {engines_of_large}, "stats": {{"A vs B": {{"wins": 18446744073709551615}}}}}}"#);
    fs::write(folder.file("large.json"), large).expect("a file");
    for (words, expected) in [
        ("-config file=large.json", "janggun: -config: cannot go on from 'large.json': its results cannot be"),
        (
            "-config file=config.json",
            "janggun: -config: cannot go on from 'config.json': it has no engines; give file=",
        ),
        ("-config file=none.json", "janggun: -config: cannot go on from 'none.json': "),
        ("-config discard=maybe", "janggun: -config: discard cannot be 'maybe'; expected true or false"),
    ] {
        let output = called_as(&folder, "fastchess", words);
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.starts_with(expected), "{told}");
    }
    // cutechess-cli has no such file.
    let other = Folder::new("dialect-config-cutechess");
    assert_eq!(results(&lines(&called_as(&other, "cutechess-cli", &format!("{engines} -repeat")))).len(), 2);
    assert!(fs::metadata(other.file("config.json")).is_err());
}

/// The same results, the same figures: Elo, its error, nElo, LOS and the ratios of three tests.
#[test]
fn statistics_are_those_of_fastchess() {
    let near = |found: f64, expected: f64, tolerance: f64, line: &str| {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}: {line}");
    };
    let figures = include_str!("data/fastchess_figures.txt").lines().filter(|line| !line.starts_with('#'));
    for line in figures.clone() {
        let (kind, rest) = line.split_once(' ').expect("pairs or games");
        let numbers: Vec<f64> = rest.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        let (counts, figures) = numbers.split_at(if kind == "pairs" { 5 } else { 3 });
        let counts: Vec<u64> = counts.iter().map(|&count| count as u64).collect();
        let elo = Elo::of_observations(&counts).expect("results");
        let found = [elo.difference, elo.error, elo.normalized, elo.normalized_error];
        found.iter().zip(&figures[2..]).for_each(|(found, expected)| near(*found, *expected, 1e-6, line));
        near(100.0 * elo.superiority, figures[6], 0.005_001, line);
        let models = [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian];
        for (model, &expected) in models.into_iter().zip(&figures[7..]) {
            let sprt = Sprt { elo0: figures[0], elo1: figures[1], alpha: 0.05, beta: 0.05, model };
            // fastchess looks for the likeliest probabilities until it is near enough, by a part in some thousands.
            near(sprt.log_likelihood_ratio(&counts), expected, 0.005_f64.max(1e-3 * expected.abs()), line);
        }
    }
    assert_eq!(figures.count(), 120);
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
