//! The board as text. Red's pieces are named in Hangul and Blue's in Chinese characters, to tell them apart.

use super::board::{Kind, Position};
use super::ending::WINNING_INFORMATION;
use super::fen::side_name;
use super::hex::{FILES, RANKS, Tile};
use super::ruleset::Guarding;
use super::territory::TerritoryRule;
use crate::game::{Drawing, Ink, Side, View};
use std::fmt::Write;

/// Columns per tile; every second rank is shifted by half of that. A piece takes two columns, with room for one mark
/// before it and two behind it.
const WIDTH: usize = 6;

/// Draws the board, then what belongs beside it.
pub fn draw(position: &Position, view: &View) -> Drawing {
    let files: String = view.order(FILES).map(|file| format!("  {}   ", char::from(b'a' + file as u8))).collect();
    let files = files.trim_end();
    let mut drawing = Drawing::default();
    drawing.add_text(&format!("    {files}"));
    for (row, rank) in view.order(RANKS).rev().enumerate() {
        draw_rank(position, view, (row, rank), &mut drawing);
    }
    // From both sides the lowest rank is pushed, and the highest is not.
    drawing.add_text(&format!("    {}{files}", " ".repeat(WIDTH / 2)));
    drawing.begin_line();
    drawing.add_text(&beside(position, view));
    drawing
}

/// Six columns for each tile: a mark for the guard, two for what stands there, marks for the informed spy and the gathered tile. The
/// tiles of the last move stand between brackets.
fn draw_rank(position: &Position, view: &View, (row, rank): (usize, usize), drawing: &mut Drawing) {
    drawing.begin_line();
    let push = if row % 2 == 1 { WIDTH / 2 } else { 0 };
    drawing.add(format!("{:>3}{}", rank + 1, " ".repeat(push)), Ink::Plain, false);
    let mut marked_before = false;
    for file in view.order(FILES) {
        let tile = Tile::new(file, rank);
        let marked = view.marks(file, rank);
        let between = match (marked_before, marked) {
            (true, true) => "|",
            (true, false) => "]",
            (false, true) => "[",
            (false, false) => " ",
        };
        drawing.add(between, Ink::Faint, false);
        draw_tile(position, tile, marked, drawing);
        marked_before = marked;
    }
    drawing.add(if marked_before { "]" } else { "" }, Ink::Faint, false);
}

fn draw_tile(position: &Position, tile: Tile, marked: bool, drawing: &mut Drawing) {
    let gathered = if position.gathered().contains(tile) { '*' } else { ' ' };
    let Some(piece) = position.piece_at(tile) else {
        let ground = position.ground();
        let territory = [Side::Upper, Side::Lower].into_iter().find(|&side| ground.territory(side).contains(tile));
        drawing.add(" ", Ink::Plain, marked);
        drawing.add(ground_sign(position, tile), territory.map_or(Ink::Faint, ink), marked);
        drawing.add(format!("{gathered} "), Ink::Plain, marked);
        return;
    };
    let guard = if piece.guarded { "+" } else { " " };
    let marks = if piece.informed { format!("~{gathered}") } else { format!("{gathered} ") };
    drawing.add(format!("{guard}{}{marks}", sign(piece.side, piece.kind)), ink(piece.side), marked);
}

pub(super) const fn ink(side: Side) -> Ink {
    match side {
        Side::Upper => Ink::Red,
        Side::Lower => Ink::Blue,
    }
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

pub(super) fn sign(side: Side, kind: Kind) -> &'static str {
    let signs = match side {
        Side::Upper => ["수", "외", "특", "사", "첩", "경"],
        Side::Lower => ["首", "外", "特", "使", "諜", "守"],
    };
    signs[kind as usize]
}

/// Legend, information, embassies, reserves and castling.
fn beside(position: &Position, view: &View) -> String {
    let mut text = String::new();
    let places = if view.flipped { ["top left", "bottom right"] } else { ["bottom right", "top left"] };
    for (side, place) in [(Side::Upper, places[0]), (Side::Lower, places[1])] {
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
    text.push_str(match position.rules().guarding {
        Guarding::Attached => "Marks: + guard attached, ~ informed spy, * gathered tile\n",
        Guarding::Beside => "Marks: ~ informed spy, * gathered tile\n",
    });
    text
}

fn embassy(position: &Position, side: Side) -> String {
    let occupied = if position.is_embassy_occupied(side) { " (occupied)" } else { "" };
    position.ground().embassy(side).map_or("not placed".to_owned(), |tile| format!("{tile}{occupied}"))
}

pub(super) fn reserve_signs(position: &Position, side: Side) -> Vec<&'static str> {
    let mut signs = vec![sign(side, Kind::Spy); position.spies_in_reserve(side)];
    if position.ambassador(side).is_none() {
        signs.insert(0, sign(side, Kind::Ambassador));
    }
    signs
}

fn reserve(position: &Position, side: Side) -> String {
    let signs = reserve_signs(position, side);
    if signs.is_empty() { "nothing".to_owned() } else { signs.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{CHEDUK, CHEDUK_SPAN, MODERN};
    use super::*;

    fn draw(position: &Position) -> String {
        super::draw(position, &View::default()).to_string()
    }

    #[test]
    fn the_other_side_sees_its_pieces_below_and_the_last_move() {
        let fen = "+c10/11/8S2/1a3A5/11/8+SE1/3S7/8S2/7e3/11/5S4s~/9C1[ssss] w c h7/c7! c7,k2,k3 8 59";
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let marked = ["k2", "k3", "a1"].map(Tile::named).map(Tile::board_point).to_vec();
        let picture = super::draw(&position, &View { flipped: true, marked }).to_string();
        let lines: Vec<&str> = picture.lines().collect();
        let expected = [
            "      k     j     i     h     g     f     e     d     c     b     a",
            "  1  r     수    r     r     r     r     r     .     .     .   [ .   ]",
            "  2   [ 諜~*] r     r     r     r     첩    .     .     .     .     .",
            "  3[ r * ] r     r     r     r     r     .     .     .     .     .",
        ];
        assert_eq!(lines[..4], expected, "\n{picture}");
        let below = "         k     j     i     h     g     f     e     d     c     b     a";
        assert_eq!(lines[13], below, "\n{picture}");
        assert!(
            picture.contains("Red (top left, to move): ") && picture.contains("Blue (bottom right): "),
            "\n{picture}"
        );
    }

    #[test]
    fn the_picture_shows_all_there_is() {
        let fen = "+c10/11/8S2/1a3A5/11/8+SE1/3S7/8S2/7e3/11/5S4s~/9C1[ssss] w c h7/c7! c7,k2,k3 8 59";
        let picture = draw(&fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN"));
        let expected = "      a     b     c     d     e     f     g     h     i     j     k
 12 +首    b     b     b     b     b     .     .     .     .     .
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
    fn only_guards_that_attach_have_a_mark() {
        let marks = |rules| {
            let picture = draw(&fen::read(rules, Side::Upper, fen::START).expect("a good FEN"));
            picture.lines().last().map(str::to_owned).expect("a line")
        };
        assert_eq!(marks(&CHEDUK), "Marks: + guard attached, ~ informed spy, * gathered tile");
        assert_eq!(marks(&MODERN), "Marks: ~ informed spy, * gathered tile");
    }

    #[test]
    fn the_start_has_no_territories() {
        let picture = draw(&fen::read(&CHEDUK_SPAN, Side::Upper, fen::START).expect("a good FEN"));
        assert!(picture.contains("embassy not placed, reserve 사 첩 첩 첩 첩 첩, castling possible once"), "{picture}");
        assert!(picture.contains("Territories: span, set-up phase"), "{picture}");
    }
}
