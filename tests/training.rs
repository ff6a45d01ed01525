//! `janggun train`, from files of games to nets.

mod common;

use common::{Folder, command, run, until};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Twenty games are the fewest of which one is kept back for validation.
const GAMES: &str = "20";

/// A file of short games of Janggi.
fn games(folder: &Folder) -> String {
    let path = folder.file("some.games");
    let played =
        run(&["selfplay", "janggi", "--games", GAMES, "--nodes", "30", "--max-plies", "40", "--out", &path], "");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    path
}

/// All that the program says, and whether it succeeded.
fn train(arguments: &[&str]) -> (bool, String) {
    let output = run(&[&["train", "janggi"], arguments].concat(), "");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).concat();
    (output.status.success(), text)
}

/// The net that these arguments make.
fn net(out: &str, arguments: &[&str]) -> Vec<u8> {
    let (success, text) = train(&[arguments, &["--out", out, "--batch", "256"]].concat());
    assert!(success, "{text}");
    fs::read(out).expect("a net")
}

#[test]
fn the_same_seed_makes_the_same_net_on_any_number_of_threads() {
    let folder = Folder::new("train-seed");
    let games = games(&folder);
    let one = net(&folder.file("one"), &[&games, "--epochs", "2", "--threads", "1"]);
    let two = net(&folder.file("two"), &[&games, "--epochs", "2", "--threads", "3"]);
    let other = net(&folder.file("other"), &[&games, "--epochs", "2", "--seed", "2"]);
    assert!(one == two && one != other);
    let report = fs::read_to_string(folder.file("one.md")).expect("a report");
    assert!(report.contains("--epochs 2") && report.contains("one.svg"), "{report}");
    assert!(fs::read_to_string(folder.file("one.svg")).expect("a picture").starts_with("<svg"));
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = Folder::new("train-resume");
    let games = games(&folder);
    let whole = net(&folder.file("whole"), &[&games, "--epochs", "30"]);
    let out = folder.file("cut");
    let arguments = ["train", "janggi", &games, "--out", &out, "--batch", "256", "--epochs", "30"];
    let mut child = command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
    let checkpoint = folder.file("cut.checkpoint");
    until("the first epoch is kept", || Path::new(&checkpoint).exists());
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(net(&out, &[&games, "--epochs", "30"]) == whole);
    let (success, text) = train(&[&games, "--out", &out, "--batch", "256", "--epochs", "31"]);
    assert!(!success && text.contains("belongs to a run with other arguments"), "{text}");
    fs::write(&checkpoint, b"JANGGCKP and then nothing of use").expect("a file");
    let (success, text) = train(&[&games, "--out", &out, "--epochs", "30"]);
    assert!(!success && text.contains("is damaged; delete it to begin anew"), "{text}");
}

#[test]
fn a_net_is_trained_on_from_another() {
    let folder = Folder::new("train-from");
    let games = games(&folder);
    let first = folder.file("first");
    let (success, text) = train(&[&games, "--out", &first, "--epochs", "3", "--batch", "256"]);
    assert!(success, "{text}");
    let validation = text.split_once("validation ").expect("a summary").1.split(';').next().expect("a number");
    let next = folder.file("next");
    let (success, text) = train(&[&games, "--out", &next, "--from", &first, "--epochs", "1", "--rate", "0.0001"]);
    assert!(success && text.contains(&format!(": validation {validation}\n")), "{validation}: {text}");
    assert!(fs::read(&next).expect("a net") != fs::read(&first).expect("a net"));
    assert!(fs::read_to_string(folder.file("next.md")).expect("a report").contains("--from first"));

    let broken = folder.file("broken");
    fs::write(&broken, &fs::read(&first).expect("a net")[..1000]).expect("a file");
    for (from, reason) in [
        (folder.file("missing"), "cannot read"),
        (broken, "the network is damaged or incomplete"),
        (games.clone(), "is not a network of Janggun"),
    ] {
        let (success, text) = train(&[&games, "--out", &folder.file("none"), "--from", &from]);
        assert!(!success && text.contains(reason), "{text}");
        assert!(!Path::new(&folder.file("none")).exists());
    }
}

#[test]
fn positions_beside_those_of_the_games_are_learned_as_well() {
    let folder = Folder::new("train-neighbours");
    let games = games(&folder);
    let arguments: [&str; 5] = [&games, "--epochs", "1", "--neighbours", "3"];
    let (one, two) = (net(&folder.file("one"), &arguments), net(&folder.file("two"), &arguments));
    assert!(one == two && one != net(&folder.file("without"), &arguments[..3]));
    let report = fs::read_to_string(folder.file("one.md")).expect("a report");
    let count = |behind: &str| -> u64 {
        let (before, _) = report.split_once(behind).unwrap_or_else(|| panic!("{behind}: {report}"));
        before.split([' ', ';']).rfind(|word| !word.is_empty()).and_then(|word| word.parse().ok()).expect("a number")
    };
    assert!(report.contains("--neighbours 3"), "{report}");
    assert!(count(" neighbours") > 2 * count(" positions to learn from"), "{report}");
}

#[test]
fn games_that_cannot_be_learned_from_are_told() {
    let folder = Folder::new("train-games");
    let games = games(&folder);
    let bytes = fs::read(&games).expect("a file");
    let cut = folder.file("cut.games");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("a file");
    let (success, text) = train(&[&cut, "--out", &folder.file("none")]);
    assert!(!success && text.contains("too few games of janggi"), "{text}");
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&cut, damaged).expect("a file");
    let (success, text) = train(&[&cut, "--out", &folder.file("none")]);
    assert!(!success && text.contains("damaged"), "{text}");
    let output = run(&["train", "twelvejanggi", &games, "--out", &folder.file("none")], "");
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no network evaluates twelvejanggi"));
    assert!(!Path::new(&folder.file("none")).exists());
}
