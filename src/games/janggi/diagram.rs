//! The board as text. Cho's pieces are named in Hangul and Han's in Chinese characters, to tell them apart.

use super::board::{Kind, Position};
use super::point::{FILES, Point, RANKS};
use super::ruleset::{Facing, Tally};
use crate::game::Side;
use std::fmt::Write;

/// Draws the board, and points and turn beside it. Every point is two columns wide.
pub fn draw(position: &Position) -> String {
    let files: String = ('a'..='i').map(|file| format!("{file}   ")).collect();
    let files = format!("    {}\n", files.trim_end());
    let mut picture = files.clone();
    for rank in (0..RANKS).rev() {
        let signs: Vec<&str> = (0..FILES).map(|file| sign(position, Point::new(file, rank))).collect();
        let _ = writeln!(picture, "{:>2}  {}", rank + 1, signs.join("－")); // a String takes anything
        if rank > 0 {
            let _ = writeln!(picture, "    {}", lines_below(rank));
        }
    }
    picture.push_str(&files);
    picture.push('\n');
    picture.push_str(&beside(position));
    picture
}

fn sign(position: &Position, point: Point) -> &'static str {
    let (Some(kind), Some(side)) = (position.kind_at(point), position.side_at(point)) else { return "＋" };
    let (cho, han) = match kind {
        Kind::General => ("초", "漢"),
        Kind::Guard => ("사", "士"),
        Kind::Chariot => ("차", "車"),
        Kind::Cannon => ("포", "包"),
        Kind::Horse => ("마", "馬"),
        Kind::Elephant => ("상", "象"),
        Kind::Soldier => ("졸", "兵"),
    };
    if side == position.rules().cho { cho } else { han }
}

/// The lines that lead from a rank to the one below it.
fn lines_below(rank: usize) -> String {
    let diagonals = match rank {
        9 | 2 => ["＼", "／"],
        8 | 1 => ["／", "＼"],
        _ => ["  ", "  "],
    };
    let mut lines = String::new();
    for file in 0..FILES {
        lines.push('｜');
        match file {
            3 => lines.push_str(diagonals[0]),
            4 => lines.push_str(diagonals[1]),
            8 => {}
            _ => lines.push_str("  "),
        }
    }
    lines
}

fn beside(position: &Position) -> String {
    let rules = position.rules();
    let (cho, han) = (rules.cho, rules.cho.other());
    let turn = |side| if position.turn == side { ", to move" } else { "" };
    let place = |side| if side == Side::Upper { "bottom" } else { "top" };
    // Han's 1.5 points, where they count.
    let (one, half, note) = match rules.tally {
        Tally::Points => (1, ".5", ", 1.5 of them for moving second"),
        Tally::Draw => (0, "", ""),
    };
    let han_points = position.points(han) + one;
    let mut text = format!("Rules: {}\n", rules.name);
    let _ = writeln!(text, "Cho 초사차포마상졸 ({}): {} points{}", place(cho), position.points(cho), turn(cho));
    let _ = writeln!(text, "Han 漢士車包馬象兵 ({}): {han_points}{half} points{note}{}", place(han), turn(han));
    if position.bikjang() {
        text.push_str("Bikjang: the generals face each other\n");
    }
    if position.facing && rules.facing == Facing::Offer {
        text.push_str("Bikjang: a draw is offered; it is taken if the generals still face after this move\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::{OFFICIAL, STRICT};
    use super::*;

    const FACING: &str = "4k4/9/9/p8/9/9/8P/9/4K4/R8 w - - 0 1";

    #[test]
    fn the_picture_names_pieces_in_the_script_of_their_side() {
        let picture = draw(&fen::read(&OFFICIAL, FACING).expect("a good FEN"));
        assert!(picture.contains("10  ＋－＋－＋－＋－漢－＋－＋－＋－＋\n    ｜  ｜  ｜  ｜＼｜／｜  ｜  ｜  ｜\n"));
        assert!(picture.contains("\n 1  차－＋－"));
        let strict = draw(&fen::read(&STRICT, FACING).expect("a good FEN"));
        assert!(strict.contains("\n 1  車－＋－"));
    }

    #[test]
    fn points_and_bikjang_stand_beside_it() {
        let picture = draw(&fen::read(&OFFICIAL, FACING).expect("a good FEN"));
        let beside = "Rules: janggi\n\
                      Cho 초사차포마상졸 (bottom): 15 points, to move\n\
                      Han 漢士車包馬象兵 (top): 3.5 points, 1.5 of them for moving second\n\
                      Bikjang: the generals face each other\n";
        assert!(picture.ends_with(beside), "{picture}");
    }
}
