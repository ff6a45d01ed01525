//! Openings: files of FENs, EPD lines or move lists, and random moves.

use std::path::{Path, PathBuf};

use super::referee::{Opening, Referee, Rules, open};
use super::schedule::Mix;

/// Why openings were refused.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings '{path}': {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line does not hold.
    #[error("openings '{path}', line {line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Nothing in it.
    #[error("the openings '{0}' have no line with a FEN or moves")]
    Empty(PathBuf),
}

/// Reads a file. A line is a FEN, with `moves …` behind it if need be; an EPD line, the operations of which are skipped; or
/// moves from the start position, with or without `startpos moves`. Empty lines and those that begin with `#` are skipped.
pub fn read(path: &Path, variant: &str, rules: &Rules) -> Result<Vec<Opening>, OpeningError> {
    let text = std::fs::read(path).map_err(|error| OpeningError::Io { path: path.to_owned(), error })?;
    let mut openings = Vec::new();
    for (index, line) in String::from_utf8_lossy(&text).lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refused = |why| OpeningError::Line { path: path.to_owned(), line: index + 1, why };
        openings.push(read_line(line, variant, rules).map_err(refused)?);
    }
    if openings.is_empty() { Err(OpeningError::Empty(path.to_owned())) } else { Ok(openings) }
}

fn read_line(line: &str, variant: &str, rules: &Rules) -> Result<Opening, String> {
    let (place, moves) = line.split_once("moves").unwrap_or(if line.contains('/') { (line, "") } else { ("", line) });
    let moves: Vec<String> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    let mut words: Vec<&str> = place.split_whitespace().collect();
    if words.is_empty() || words == ["startpos"] {
        let opening = Opening { fen: None, moves };
        return check(&opening, variant, rules).map(|()| opening);
    }
    if words.first() == Some(&"fen") {
        words.remove(0);
    }
    // Operations of an EPD line end with a semicolon; the FEN is the longest beginning that can be one.
    let is_epd = place.contains(';');
    loop {
        let opening = Opening { fen: Some(words.join(" ")), moves: moves.clone() };
        match check(&opening, variant, rules) {
            Ok(()) => return Ok(opening),
            Err(_) if is_epd && words.len() > 2 => drop(words.pop()),
            Err(why) => return Err(why),
        }
    }
}

fn check(opening: &Opening, variant: &str, rules: &Rules) -> Result<(), String> {
    let Some(table) = open(variant, rules, opening) else {
        return Err(format!("there is no variant '{variant}'"));
    };
    let table = table.map_err(|error| error.to_string())?;
    table.game().outcome().map_or(Ok(()), |outcome| Err(format!("the game is over here: {}", outcome.reason)))
}

/// How often random moves that end the game are tried again.
const TRIES: u64 = 100;

/// The opening with so many random moves behind it, the same for the same seed. If they keep ending the game, there are
/// fewer.
pub fn with_random_moves(opening: &Opening, plies: u32, seed: u64, variant: &str, rules: &Rules) -> Opening {
    for plies in (1..=plies).rev() {
        for attempt in 0..TRIES {
            let mut mix = Mix::new(seed.wrapping_add(attempt << 32));
            let Some(Ok(mut table)) = open(variant, rules, opening) else {
                return opening.clone();
            };
            if (0..plies).all(|_| play_random(&mut table, &mut mix)) && table.game().outcome().is_none() {
                return Opening { fen: opening.fen.clone(), moves: table.game().moves() };
            }
        }
    }
    opening.clone()
}

fn play_random(table: &mut Referee, mix: &mut Mix) -> bool {
    let moves = table.game().legal_moves();
    !moves.is_empty() && table.game().outcome().is_none() && table.play(&moves[mix.below(moves.len())]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn janggi(line: &str) -> Result<Opening, String> {
        read_line(line, "janggi", &Rules::default())
    }

    const FEN: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";

    #[test]
    fn every_form_of_a_line_is_read() {
        for line in [FEN.to_owned(), format!("fen {FEN}"), format!("{FEN} moves")] {
            assert_eq!(janggi(&line), Ok(Opening { fen: Some(FEN.to_owned()), moves: Vec::new() }));
        }
        let moves = vec!["b1c3".to_owned(), "b10c8".to_owned()];
        for line in ["b1c3 b10c8", "startpos moves b1c3 b10c8", "moves b1c3 b10c8"] {
            assert_eq!(janggi(line), Ok(Opening { fen: None, moves: moves.clone() }));
        }
        assert_eq!(janggi(&format!("{FEN} moves b1c3 b10c8")).map(|opening| opening.moves), Ok(moves));
        let epd = FEN.replace(" 0 1", " hmvc 0; id \"start\";");
        assert_eq!(janggi(&epd).map(|opening| opening.fen), Ok(Some(FEN.replace(" 0 1", ""))));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        assert!(janggi("a1a9").expect_err("illegal").contains("move list refused at ply 1"));
        assert!(janggi("9/9 w").expect_err("no FEN").contains("FEN refused"));
        let over = janggi("4k4/4R4/4P4/9/9/9/9/9/9/3K5 b - - 0 1").expect_err("over");
        assert_eq!(over, "the game is over here: checkmate");
    }

    #[test]
    fn random_moves_depend_on_the_seed_alone() {
        let random = |seed, variant| with_random_moves(&Opening::default(), 8, seed, variant, &Rules::default());
        for variant in ["janggi", "dobutsu", "cheduk"] {
            assert_eq!(random(1, variant), random(1, variant));
            assert_ne!(random(1, variant), random(2, variant));
            assert_eq!(random(3, variant).moves.len(), 8);
        }
    }
}
