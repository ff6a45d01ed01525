//! The replies to `variant` that describe board and pieces to XBoard. Each game provides its own description.

use super::coordinates::Coordinates;
use crate::engine::{GameSession, Options, options};
use crate::game::{Variant, XBoardShape};

/// Whether the variant can be played with CECP.
pub fn is_played(variant: &Variant) -> bool {
    variant.xboard.is_some()
}

/// The variants that can be played with CECP.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    options::variants().iter().copied().filter(|variant| is_played(variant))
}

/// The reply to `variant`.
pub fn lines(session: &dyn GameSession, options: &Options) -> Vec<String> {
    let variant = session.variant();
    let Some(XBoardShape { pieces, parent, moves, .. }) = variant.xboard else {
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
        let on_hexagons = ["cheduk", "chedukmodern"];
        assert_eq!(variants().count(), options::variants().len() - on_hexagons.len());
        assert!(variants().all(|variant| !on_hexagons.contains(&variant.name)));
    }

    #[test]
    fn every_piece_of_the_start_position_can_be_shown() {
        for Variant { name, xboard, .. } in variants() {
            let options = Options::default();
            let session = crate::engine::open_session(name, &options).expect(name);
            let shown = xboard.expect(name);
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
