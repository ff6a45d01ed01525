//! Reads openings, and extends them with random moves.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::referee::{Opening, Referee, RuleOptions, open_game};
use super::schedule::SplitMix64;
use crate::epd;
use crate::lines::read_line;
use crate::records::{self, RecordFormat};

#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("cannot read the openings '{path}': {error}")]
    Io { path: PathBuf, error: std::io::Error },
    #[error("openings '{path}', line {line}: {why}")]
    Line { path: PathBuf, line: usize, why: String },
    #[error("the openings '{0}' have no line with a FEN or moves, and no game that can be played")]
    Empty(PathBuf),
}

/// Reads a file with an opening per line: a FEN, optionally followed by `moves …`; an EPD line, whose operations are
/// skipped; or moves from the start position, with or without `startpos moves` before them. Empty lines and lines that
/// begin with `#` are skipped.
///
/// A file of `games`, PGN or a game's own form, has an opening for each game. Of every opening only so many `plies` are
/// taken, if that is given.
pub fn read(
    path: &Path,
    games: Option<RecordFormat>,
    variant: &str,
    rules: &RuleOptions,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = match games {
        Some(format) => read_games(path, format, variant, rules, plies)?,
        None => read_lines(path, variant, rules, plies)?,
    };
    if openings.is_empty() { Err(OpeningError::Empty(path.to_owned())) } else { Ok(openings) }
}

/// Games that cannot be used are told of, and left out.
fn read_games(
    path: &Path,
    format: RecordFormat,
    variant: &str,
    rules: &RuleOptions,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let bytes = std::fs::read(path).map_err(|error| OpeningError::Io { path: path.to_owned(), error })?;
    let mut openings = Vec::new();
    for read in records::read(&bytes, format, Some(variant)) {
        let name = format!("openings '{}', {read}", path.display());
        read.warnings.iter().for_each(|warning| log::warn!("{name}: {warning}"));
        let opening = read.game.and_then(|game| {
            let mut positions = game.positions()?;
            Ok(positions.swap_remove(plies.unwrap_or(usize::MAX).min(positions.len() - 1)))
        });
        let opening = opening.map_err(|error| error.to_string()).and_then(|position| {
            let opening = Opening { fen: Some(position.fen), moves: position.moves };
            check(&opening, variant, rules).map(|()| opening)
        });
        match opening {
            Ok(opening) => openings.push(opening),
            Err(why) => log::warn!("{name} is left out: {why}"),
        }
    }
    Ok(openings)
}

fn read_lines(
    path: &Path,
    variant: &str,
    rules: &RuleOptions,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let io = |error| OpeningError::Io { path: path.to_owned(), error };
    let mut file = BufReader::new(File::open(path).map_err(io)?);
    let mut openings = Vec::new();
    for number in 1.. {
        let Some(line) = read_line(&mut file).map_err(io)? else { break };
        let refused = |why| OpeningError::Line { path: path.to_owned(), line: number, why };
        let line = line.map_err(|error| refused(error.to_string()))?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let mut opening = read_opening(line, variant, rules).map_err(refused)?;
            opening.moves.truncate(plies.unwrap_or(usize::MAX));
            openings.push(opening);
        }
    }
    Ok(openings)
}

fn read_opening(line: &str, variant: &str, rules: &RuleOptions) -> Result<Opening, String> {
    let (place, moves) = line.split_once("moves").unwrap_or(if line.contains('/') { (line, "") } else { ("", line) });
    let moves: Vec<String> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    let place = place.trim();
    if place.is_empty() || place == "startpos" {
        let opening = Opening { fen: None, moves };
        return check(&opening, variant, rules).map(|()| opening);
    }
    let place = place.strip_prefix("fen").filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(place);
    let accept = |fen: &str| {
        let fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
        let opening = Opening { fen: Some(fen), moves: moves.clone() };
        check(&opening, variant, rules).map(|()| opening)
    };
    epd::split_fen(place, accept).map(|(_, opening)| opening)
}

fn check(opening: &Opening, variant: &str, rules: &RuleOptions) -> Result<(), String> {
    let Some(referee) = open_game(variant, rules, opening) else {
        return Err(format!("there is no variant '{variant}'"));
    };
    let referee = referee.map_err(|error| error.to_string())?;
    referee.game().outcome().map_or(Ok(()), |outcome| Err(format!("the game is over here: {}", outcome.reason)))
}

/// Attempts at random moves that do not end the game.
const TRIES: u64 = 100;

/// Appends random moves, the same for the same seed. If every attempt ends the game, fewer moves are appended.
pub fn with_random_moves(opening: &Opening, plies: u32, seed: u64, variant: &str, rules: &RuleOptions) -> Opening {
    for plies in (1..=plies).rev() {
        for attempt in 0..TRIES {
            let mut random = SplitMix64::new(seed.wrapping_add(attempt << 32));
            let Some(Ok(mut referee)) = open_game(variant, rules, opening) else {
                return opening.clone();
            };
            if (0..plies).all(|_| play_random(&mut referee, &mut random)) && referee.game().outcome().is_none() {
                return Opening { fen: opening.fen.clone(), moves: referee.game().moves() };
            }
        }
    }
    opening.clone()
}

fn play_random(referee: &mut Referee, random: &mut SplitMix64) -> bool {
    let moves = referee.game().legal_moves();
    !moves.is_empty() && referee.game().outcome().is_none() && referee.play(&moves[random.below(moves.len())]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::registry;

    fn janggi(line: &str) -> Result<Opening, String> {
        read_opening(line, "janggi", &RuleOptions::default())
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
        assert_eq!(janggi(&format!("{FEN};")).map(|opening| opening.fen), Ok(Some(FEN.to_owned())));
    }

    #[test]
    fn the_whole_fen_of_every_variant_is_found_in_an_epd_line() {
        for variant in registry::NAMES.iter() {
            let referee = open_game(variant, &RuleOptions::default(), &Opening::default())
                .expect("a variant")
                .expect("a position");
            let line = format!("{} c0 1 2 3 4 5 6 7 8 9;", referee.game().start_fen());
            let opening = read_opening(&line, variant, &RuleOptions::default()).expect("an opening");
            assert_eq!(opening.fen.as_deref(), Some(referee.game().start_fen().as_str()), "{variant}");
        }
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
        let random = |seed, variant| with_random_moves(&Opening::default(), 8, seed, variant, &RuleOptions::default());
        for variant in ["janggi", "dobutsu", "cheduk"] {
            assert_eq!(random(1, variant), random(1, variant));
            assert_ne!(random(1, variant), random(2, variant));
            assert_eq!(random(3, variant).moves.len(), 8);
        }
    }
}
