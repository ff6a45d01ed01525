//! The board as text. The first player's pieces are named in Hangul and the second's in Chinese characters, to tell
//! them apart.

use super::board::Kind;
use super::position::Position;
use super::ruleset::Alphabet;
use super::square::{FILES, RANKS, Square};
use crate::game::{Drawing, Ink, Side, View};
use std::fmt::Write;

/// Draws the board and the hands of both sides beside it. Every sign of the board is two columns wide.
pub fn draw(position: &Position, view: &View) -> Drawing {
    let files: Vec<String> = view.order(FILES).map(|file| char::from(b'a' + file as u8).to_string()).collect();
    let files = format!("    {}", files.join("   "));
    let mut drawing = Drawing::default();
    drawing.add_text(&files);
    for rank in view.order(RANKS).rev() {
        draw_rank(position, view, rank, &mut drawing);
        let beside = match rank {
            3 => format!("  {}", hand(position, Side::Lower)),
            0 => format!("  {}", hand(position, Side::Upper)),
            _ => String::new(),
        };
        drawing.add(beside, Ink::Plain, false);
    }
    drawing.add_text(&files);
    drawing.begin_line();
    drawing.add_text(&legend(position, view));
    drawing
}

/// A rank up to a column behind it; the squares of the last move stand between brackets.
fn draw_rank(position: &Position, view: &View, rank: usize, drawing: &mut Drawing) {
    drawing.begin_line();
    drawing.add(format!(" {} ", rank + 1), Ink::Plain, false);
    for file in view.order(FILES) {
        let square = Square::new(file, rank);
        let marked = view.marks(file, rank);
        let [before, behind] = if marked { ["[", "]"] } else { [" ", " "] };
        let ink = position.board.at(square).map_or(Ink::Faint, |(side, _)| ink(side));
        drawing.add(before, Ink::Faint, false);
        drawing.add(sign_at(position, square), ink, marked);
        drawing.add(behind, Ink::Faint, false);
    }
}

pub(super) const fn ink(side: Side) -> Ink {
    match side {
        Side::Upper => Ink::Green,
        Side::Lower => Ink::Red,
    }
}

pub(super) fn sign_at(position: &Position, square: Square) -> &'static str {
    let Some((side, kind)) = position.board.at(square) else { return "・" };
    sign(position.rules.alphabet, side, kind)
}

fn sign(alphabet: Alphabet, side: Side, kind: Kind) -> &'static str {
    let (hangul, hanja) = alphabet.korean(kind);
    if side == Side::Upper { hangul } else { hanja }
}

/// The pieces in a side's hand.
pub(super) fn held(position: &Position, side: Side) -> Vec<&'static str> {
    let several = |kind| vec![sign(position.rules.alphabet, side, kind); position.board.hand(side, kind)];
    Kind::IN_HAND.into_iter().flat_map(several).collect()
}

fn hand(position: &Position, side: Side) -> String {
    let held = held(position, side);
    if held.is_empty() { "in hand: nothing".to_string() } else { format!("in hand: {}", held.join(" ")) }
}

fn legend(position: &Position, view: &View) -> String {
    let alphabet = position.rules.alphabet;
    let mut text = format!("Rules: {}\n", position.rules.name);
    let places = if view.flipped { ["top", "bottom"] } else { ["bottom", "top"] };
    for (player, place, side) in [("First", places[0], Side::Upper), ("Second", places[1], Side::Lower)] {
        let names: Vec<String> = Kind::ALL
            .into_iter()
            .map(|kind| format!("{} {}", sign(alphabet, side, kind), alphabet.name(kind)))
            .collect();
        let turn = if position.board.turn() == side { ", to move" } else { "" };
        let _ = writeln!(text, "{player} player ({place}{turn}): {}", names.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{DOBUTSU, TWELVE_JANGGI};
    use super::*;

    fn draw(position: &Position) -> String {
        super::draw(position, &View::default()).to_string()
    }

    #[test]
    fn the_other_side_sees_its_pieces_below_and_the_last_move() {
        let position = fen::read(&TWELVE_JANGGI, "1k1/3/1H1/SK1[Szjj] b 0 1").expect("a good FEN");
        let marked = [Square::new(1, 0), Square::new(1, 1)].map(Square::board_point).to_vec();
        let picture = super::draw(&position, &View { flipped: true, marked }).to_string();
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[..3], ["    c   b   a", " 1  ・ [왕] 상   in hand: 상", " 2  ・ [후] ・"]);
        assert!(picture.contains("First player (top): ") && picture.contains("Second player (bottom, to move): "));
    }

    #[test]
    fn the_picture_shows_board_and_hands() {
        let picture = draw(&fen::read(&TWELVE_JANGGI, "1k1/3/1H1/SK1[Szjj] b 0 1").expect("a good FEN"));
        let expected = "    a   b   c
 4  ・  王  ・   in hand: 將 將 子
 3  ・  ・  ・
 2  ・  후  ・
 1  상  왕  ・   in hand: 상
    a   b   c

Rules: twelvejanggi
First player (bottom): 왕 king, 상 minister, 장 general, 자 man, 후 lord
Second player (top, to move): 王 king, 相 minister, 將 general, 子 man, 侯 lord
";
        assert_eq!(picture, expected);
    }

    #[test]
    fn animals_have_their_own_names() {
        let picture = draw(&fen::read(&DOBUTSU, DOBUTSU.start).expect("a good FEN"));
        assert!(picture.contains(" 1  코  사  기   in hand: nothing\n"), "{picture}");
        assert!(picture.contains("獅 lion"), "{picture}");
    }
}
