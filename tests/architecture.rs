//! The rooms of the house: who may use whom. Arrows point one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders and files of `src`, each with those that it may name as `crate::…`. The order is from the bottom up, so
/// that no cycle can be written down: a room uses only rooms above it in this list.
const MAY_USE: [(&str, &[&str]); 19] = [
    ("clock", &[]),
    ("memory", &[]),
    // Lines of untrusted input, and lines with a position.
    ("lines", &[]),
    ("epd", &[]),
    ("files", &["lines", "clock"]),
    ("pipes", &["clock"]),
    ("game", &[]),
    ("network", &["game"]),
    ("games", &["game", "network"]),
    ("tablebase", &["game", "memory", "files"]),
    ("search", &["game", "memory", "clock"]),
    ("engine", &["game", "network", "games", "tablebase", "search", "clock"]),
    ("protocol", &["game", "engine", "lines", "pipes", "clock"]),
    ("records", &["game", "games"]),
    // What plays is a program, ours or another: the referee knows the rules only.
    ("tournament", &["game", "games", "records", "lines", "epd", "files", "pipes", "clock"]),
    (
        "tools",
        &[
            "game",
            "network",
            "games",
            "tablebase",
            "search",
            "engine",
            "protocol",
            "records",
            "lines",
            "epd",
            "files",
            "pipes",
            "clock",
        ],
    ),
    ("play", &["game", "games", "engine", "protocol", "records", "lines", "files", "pipes", "clock"]),
    ("board", &["game", "engine", "protocol", "lines", "clock"]),
    // The library's root lists the rooms and uses none; the program uses the library by its name.
    ("lib", &[]),
];

/// Every file of `src`, with the room that it belongs to.
fn sources() -> Vec<(String, PathBuf)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    walk(&root, &mut found);
    let room = |path: &Path| {
        let first = path.strip_prefix(&root).ok().and_then(|inside| inside.components().next());
        first.map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()).unwrap_or_default()
    };
    found.into_iter().map(|path| (room(&path), path)).filter(|(room, _)| room != "main").collect()
}

/// The lines of a file that are not comments.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a source file");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(ToOwned::to_owned).collect()
}

#[test]
fn arrows_point_one_way() {
    for (index, (room, uses)) in MAY_USE.iter().enumerate() {
        let above: Vec<&str> = MAY_USE[..index].iter().map(|(room, _)| *room).collect();
        assert!(uses.iter().all(|used| above.contains(used)), "{room} may use only what stands above it in the table");
    }
    let mut wrong = Vec::new();
    for (room, path) in sources() {
        let allowed = MAY_USE.iter().find(|(name, _)| *name == room).map(|(_, uses)| *uses);
        let allowed = allowed.unwrap_or_else(|| panic!("the room '{room}' is not in the table of rooms"));
        for line in code(&path) {
            for used in line.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used != room && !allowed.contains(&used.as_str()) {
                    wrong.push(format!("{}: {room} -> {used}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that the table of rooms does not allow:\n{}", wrong.join("\n"));
}

#[test]
fn there_is_one_clock() {
    let reads_another = |line: &String| line.contains("std::time") && line.contains("Instant");
    let others = sources().into_iter().filter(|(room, path)| room != "clock" && code(path).iter().any(reads_another));
    let others: Vec<PathBuf> = others.map(|(_, path)| path).collect();
    assert!(others.is_empty(), "use crate::clock::Instant in {others:?}");
}

/// Words that only the folder of a game may know: games, variants, and pieces.
const OF_GAMES: [&str; 24] = [
    "janggi",
    "janggistrict",
    "janggimodern",
    "janggicasual",
    "janggitraditional",
    "janggiclassic",
    "twelve",
    "twelvejanggi",
    "dobutsu",
    "cheduk",
    "chedukmodern",
    "cho",
    "han",
    "palace",
    "bikjang",
    "cannon",
    "chariot",
    "elephant",
    "soldier",
    "ambassador",
    "embassy",
    "envoy",
    "spy",
    "diplomat",
];

/// The words of a line, in small letters: `TwelveJanggi_x` has three.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in line.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[test]
fn a_new_game_is_a_folder_and_a_line() {
    let mut wrong = Vec::new();
    for (room, path) in sources() {
        if room == "games" || path.ends_with("toy.rs") {
            continue;
        }
        let code = code(&path);
        // Tests stand at the end of a file, and need games to play.
        for line in code.iter().take_while(|line| !line.contains("#[cfg(test)]")) {
            // An example of a command line may name what it likes.
            let is_example = line.contains(" --variant ");
            if !is_example && words(line).iter().any(|word| OF_GAMES.contains(&word.as_str())) {
                wrong.push(format!("{}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "outside their folders games are named:\n{}", wrong.join("\n"));
}
