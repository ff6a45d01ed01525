//! The board as text. Red's pieces are named in Hangul and Blue's in Chinese characters, to tell them apart.

use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::fen::side_name;
use super::hex::{FILES, RANKS, Tile};
use super::territory::TerritoryRule;
use crate::game::Side;
use std::fmt::Write;

/// Columns per tile; every second rank is shifted by half of that. A piece takes two columns, with room for one mark
/// before it and two behind it.
const WIDTH: usize = 6;

/// Draws the board, and below it what the board does not show.
pub fn draw(position: &Position) -> String {
    let mut picture = String::new();
    for rank in (0..RANKS).rev() {
        let push = if rank % 2 == 0 { WIDTH / 2 } else { 0 };
        let tiles: String = (0..FILES).map(|file| cell(position, Tile::new(file, rank))).collect();
        let line = format!("{:>3} {}{tiles}", rank + 1, " ".repeat(push));
        picture.push_str(line.trim_end());
        picture.push('\n');
    }
    let files: String = (0..FILES).map(|file| format!("  {}   ", (b'a' + file as u8) as char)).collect();
    let _ = writeln!(picture, "    {}{}\n", " ".repeat(WIDTH / 2), files.trim_end()); // a String takes anything
    picture.push_str(&beside(position));
    picture
}

/// Six columns: a mark for the guard, two for the piece, marks for an informed spy and a gathered tile.
fn cell(position: &Position, tile: Tile) -> String {
    let gathered = if position.gathered().contains(tile) { '*' } else { ' ' };
    let Some(piece) = position.piece_at(tile) else {
        return format!(" {}{gathered}  ", ground_sign(position, tile));
    };
    let guard = if piece.guarded { '+' } else { ' ' };
    let informed = if piece.informed { '~' } else { ' ' };
    let marks = if piece.informed { format!("{informed}{gathered}") } else { format!("{gathered} ") };
    format!("{guard}{}{marks} ", sign(piece.side, piece.kind))
}

/// An empty tile: an embassy, somebody's territory, or neither.
fn ground_sign(position: &Position, tile: Tile) -> &'static str {
    let ground = position.ground();
    if ground.embassies().contains(&Some(tile)) {
        "館"
    } else if ground.territory(Side::Upper).contains(tile) {
        "r "
    } else if ground.territory(Side::Lower).contains(tile) {
        "b "
    } else {
        ". "
    }
}

fn sign(side: Side, kind: Kind) -> &'static str {
    let signs = match side {
        Side::Upper => ["수", "외", "특", "사", "첩", "경"],
        Side::Lower => ["首", "外", "特", "使", "諜", "守"],
    };
    signs[kind as usize]
}

/// Legend, information, embassies, reserves and castling.
fn beside(position: &Position) -> String {
    let mut text = String::new();
    for (side, place) in [(Side::Upper, "bottom right"), (Side::Lower, "top left")] {
        let names: Vec<String> = Kind::ALL.map(|kind| format!("{} {}", sign(side, kind), kind.name())).to_vec();
        let turn = if position.turn == side { ", to move" } else { "" };
        let castling = if position.has_castled(side) { "used" } else { "possible once" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} ({place}{turn}): {}", side_name(side), names.join(", "));
        let _ = writeln!(
            text,
            "  information {} of {WINNING_INFORMATION}, embassy {}, reserve {}, castling {castling}",
            position.information(side),
            embassy(position, side),
            reserve(position, side),
        );
    }
    let rule = match position.ground().rule() {
        TerritoryRule::Wedge => "wedge",
        TerritoryRule::Span => "span",
    };
    let phase = if position.is_set_up_phase() { ", set-up phase" } else { "" };
    let _ = writeln!(text, "Territories: {rule}{phase}; r Red's, b Blue's, 館 empty embassy");
    text.push_str("Marks: + guard attached, ~ informed spy, * gathered tile\n");
    text
}

fn embassy(position: &Position, side: Side) -> String {
    let occupied = if position.is_embassy_occupied(side) { " (occupied)" } else { "" };
    position.ground().embassy(side).map_or("not placed".to_owned(), |tile| format!("{tile}{occupied}"))
}

fn reserve(position: &Position, side: Side) -> String {
    let mut signs = vec![sign(side, Kind::Spy); position.spies_in_reserve(side)];
    if position.ambassador(side).is_none() {
        signs.insert(0, sign(side, Kind::Ambassador));
    }
    if signs.is_empty() { "nothing".to_owned() } else { signs.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::*;

    #[test]
    fn the_picture_shows_all_there_is() {
        let fen = "+c10/11/8S2/1a3A5/11/8+SE1/3S7/8S2/7e3/11/5S4s~/9C1[ssss] w c h7/c7! c7,k2,k3 8 59";
        let picture = draw(&fen::read(TerritoryRule::Wedge, Side::Upper, fen).expect("a good FEN"));
        let expected = " 12 +首    b     b     b     b     b     .     .     .     .     .
 11     b     b     b     b     b     .     .     .     .     .     .
 10  b     b     b     b     b     .     .     .     첩    .     .
  9     b     使    b     b     .     사    .     .     .     .     .
  8  b     b     b     b     .     .     .     .     .     .     .
  7     b     b     館*   .     .     .     .     館   +첩    특    r
  6  .     .     .     첩    .     .     .     r     r     r     r
  5     .     .     .     .     .     .     r     r     첩    r     r
  4  .     .     .     .     .     .     r     特    r     r     r
  3     .     .     .     .     .     r     r     r     r     r     r *
  2  .     .     .     .     .     첩    r     r     r     r     諜~*
  1     .     .     .     .     r     r     r     r     r     수    r
         a     b     c     d     e     f     g     h     i     j     k

Red (bottom right, to move): 수 chief, 외 diplomat, 특 special envoy, 사 ambassador, 첩 spy, 경 guard
  information 1 of 5, embassy h7, reserve nothing, castling used
Blue (top left): 首 chief, 外 diplomat, 特 special envoy, 使 ambassador, 諜 spy, 守 guard
  information 2 of 5, embassy c7 (occupied), reserve 諜 諜 諜 諜, castling possible once
Territories: wedge; r Red's, b Blue's, 館 empty embassy
Marks: + guard attached, ~ informed spy, * gathered tile
";
        assert_eq!(picture, expected, "\n{picture}");
    }

    #[test]
    fn the_start_has_no_territories() {
        let picture = draw(&fen::read(TerritoryRule::Span, Side::Upper, fen::START).expect("a good FEN"));
        assert!(picture.contains("embassy not placed, reserve 사 첩 첩 첩 첩 첩, castling possible once"), "{picture}");
        assert!(picture.contains("Territories: span, set-up phase"), "{picture}");
    }
}
