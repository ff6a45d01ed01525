//! Boards and pieces as XBoard wants to hear of them, so that it can show games it does not know. It knows neither palaces
//! nor the ways to win here, so the pieces may do a little too much and none of them is a king to it: the engine has the
//! last word on every move.

use super::coordinates::Coordinates;
use crate::engine::{GameSession, Options, options};

/// What XBoard should make of a game.
struct Show {
    /// The letter of each of XBoard's kinds of pieces, in its order, which ends with the king; `.` for those that are
    /// missing and `+` for a promoted one.
    pieces: &'static str,
    /// The game of its own to which this one is likest.
    parent: &'static str,
    /// How pieces move, in the notation of Betza.
    moves: &'static [(&'static str, &'static str)],
}

/// A soldier is no pawn here, since pawns promote on the last rank.
const JANGGI: Show = Show {
    pieces: ".N.R.AB..KPC.",
    parent: "fairy",
    moves: &[("K", "K"), ("A", "K"), ("N", "nN"), ("B", "Z"), ("R", "RF2"), ("C", "pRpB"), ("P", "fsWfF")],
};

const TWELVE: Show = Show {
    pieces: "Z....S...JK+.",
    parent: "shogi",
    moves: &[("K", "K"), ("S", "F"), ("J", "W"), ("Z", "fW"), ("+Z", "WfF")],
};

const DOBUTSU: Show = Show {
    pieces: "C....E...GL+.",
    parent: "shogi",
    moves: &[("L", "K"), ("E", "F"), ("G", "W"), ("C", "fW"), ("+C", "WfF")],
};

/// None for a board of hexagons, which no GUI of this protocol can show.
fn show(variant: &str) -> Option<&'static Show> {
    match variant {
        "twelvejanggi" => Some(&TWELVE),
        "dobutsu" => Some(&DOBUTSU),
        name if name.starts_with("janggi") => Some(&JANGGI),
        _ => None,
    }
}

/// Whether the variant is played in this protocol.
pub fn is_played(variant: &str) -> bool {
    variants().contains(&variant)
}

/// All variants that are.
pub fn variants() -> Vec<&'static str> {
    options::variants().iter().copied().filter(|name| show(name).is_some()).collect()
}

/// The answer to `variant`.
pub fn lines(session: &dyn GameSession, options: &Options) -> Vec<String> {
    let variant = session.variant();
    let Some(Show { pieces, parent, moves }) = show(variant.name) else {
        return Vec::new();
    };
    let (files, ranks, pocket) = (variant.files, variant.ranks, variant.pocket);
    let fen = Coordinates::of(session).fen(&session.start_fen(options));
    let black = pieces.to_ascii_lowercase();
    let mut lines = vec![format!("setup ({pieces}{black}) {files}x{ranks}+{pocket}_{parent} {fen}")];
    lines.extend(moves.iter().map(|(piece, steps)| format!("piece {piece}& {steps}")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_on_squares_is_played() {
        assert_eq!(variants().len(), options::variants().len() - 1);
        assert!(!is_played("cheduk"));
    }

    #[test]
    fn every_piece_of_the_start_position_can_be_shown() {
        for name in variants() {
            let options = Options::default();
            let session = crate::engine::open_session(name, &options).expect(name);
            let shown = show(name).expect(name);
            assert_eq!(shown.pieces.len(), 13);
            let fen = session.start_fen(&options);
            let placement = fen.split(['[', ' ']).next().unwrap_or_default();
            for letter in placement.chars().filter(char::is_ascii_alphabetic) {
                let letter = letter.to_ascii_uppercase();
                assert!(shown.pieces.contains(letter), "{name} {letter}");
                assert!(shown.moves.iter().any(|(piece, _)| piece.starts_with(letter)), "{name} {letter}");
            }
        }
    }
}
