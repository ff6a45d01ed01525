//! The board as text. The first player's pieces are named in Hangul and the second's in Chinese characters, to tell
//! them apart.

use super::board::Kind;
use super::position::Position;
use super::ruleset::Alphabet;
use super::square::{FILES, RANKS, Square};
use crate::game::Side;
use std::fmt::Write;

/// Draws the board with both hands beside it. Every square is two columns wide.
pub fn draw(position: &Position) -> String {
    let files = "    a   b   c\n";
    let mut picture = files.to_string();
    for rank in (0..RANKS).rev() {
        let signs: Vec<&str> = (0..FILES).map(|file| sign_at(position, Square::new(file, rank))).collect();
        let beside = match rank {
            3 => format!("   {}", hand(position, Side::Lower)),
            0 => format!("   {}", hand(position, Side::Upper)),
            _ => String::new(),
        };
        let _ = writeln!(picture, " {}  {}{beside}", rank + 1, signs.join("  ")); // a String takes anything
    }
    picture.push_str(files);
    picture.push('\n');
    picture.push_str(&legend(position));
    picture
}

fn sign_at(position: &Position, square: Square) -> &'static str {
    let Some((side, kind)) = position.board.at(square) else { return "・" };
    sign(position.rules.alphabet, side, kind)
}

fn sign(alphabet: Alphabet, side: Side, kind: Kind) -> &'static str {
    let (hangul, hanja) = alphabet.korean(kind);
    if side == Side::Upper { hangul } else { hanja }
}

/// The pieces in a side's hand.
fn hand(position: &Position, side: Side) -> String {
    let alphabet = position.rules.alphabet;
    let several = |kind| vec![sign(alphabet, side, kind); position.board.hand(side, kind)];
    let held: Vec<&str> = Kind::IN_HAND.into_iter().flat_map(several).collect();
    if held.is_empty() { "in hand: nothing".to_string() } else { format!("in hand: {}", held.join(" ")) }
}

fn legend(position: &Position) -> String {
    let alphabet = position.rules.alphabet;
    let mut text = format!("Rules: {}\n", position.rules.name);
    for (player, place, side) in [("First", "bottom", Side::Upper), ("Second", "top", Side::Lower)] {
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
