//! The board as text. Cho's pieces are named in Hangul and Han's in Chinese characters, to tell them apart.

use super::board::{Kind, Position};
use super::point::{FILES, Point, RANKS};
use super::ruleset::{Facing, Tally};
use crate::game::{Drawing, Ink, Side, View};
use std::fmt::Write;

/// Draws the board and what a player wants to see beside it. Every sign of the board is two columns wide.
pub fn draw(position: &Position, view: &View) -> Drawing {
    let files: String = view.order(FILES).map(|file| format!("{}   ", char::from(b'a' + file as u8))).collect();
    let files = format!("    {}", files.trim_end());
    let mut drawing = Drawing::default();
    drawing.add_text(&files);
    for (row, rank) in view.order(RANKS).rev().enumerate() {
        draw_rank(position, view, rank, &mut drawing);
        if row + 1 < RANKS {
            drawing.begin_line();
            drawing.add(format!("    {}", lines_below(row)), Ink::Faint, false);
        }
    }
    drawing.add_text(&files);
    drawing.begin_line();
    drawing.add_text(&beside(position, view));
    drawing
}

/// A rank with its lines; each point of the last move stands between brackets.
fn draw_rank(position: &Position, view: &View, rank: usize, drawing: &mut Drawing) {
    drawing.begin_line();
    drawing.add(format!("{:>2}", rank + 1), Ink::Plain, false);
    let mut marked_before = false;
    for (column, file) in view.order(FILES).enumerate() {
        let marked = view.marks(file, rank);
        let between = match (marked_before, marked, column) {
            // Two signs that are half as wide as the others.
            (true, true, _) => "][",
            (true, false, _) => "］",
            (false, true, _) => "［",
            (false, false, 0) => "  ",
            (false, false, _) => "－",
        };
        let point = Point::new(file, rank);
        drawing.add(between, Ink::Faint, false);
        drawing.add(sign(position, point), ink(position, point), marked);
        marked_before = marked;
    }
    if marked_before {
        drawing.add("］", Ink::Faint, false);
    }
}

/// Cho is green and Han red, as on real boards.
pub(super) fn ink(position: &Position, point: Point) -> Ink {
    match position.side_at(point) {
        None => Ink::Faint,
        Some(side) if side == position.rules().cho => Ink::Green,
        Some(_) => Ink::Red,
    }
}

pub(super) fn sign(position: &Position, point: Point) -> &'static str {
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

/// The lines that lead from a row, counted from the top, to the one below it: from both sides they look the same.
fn lines_below(row: usize) -> String {
    let diagonals = match row {
        0 | 7 => ["＼", "／"],
        1 | 8 => ["／", "＼"],
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

fn beside(position: &Position, view: &View) -> String {
    let rules = position.rules();
    let (cho, han) = (rules.cho, rules.cho.other());
    let turn = |side| if position.turn == side { ", to move" } else { "" };
    let place = |side| if (side == Side::Upper) == view.flipped { "top" } else { "bottom" };
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

    fn draw(position: &Position) -> String {
        super::draw(position, &View::default()).to_string()
    }

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
    fn the_board_can_be_seen_from_the_other_side_and_shows_the_last_move() {
        let position = fen::read(&OFFICIAL, FACING).expect("a good FEN");
        let marked = [Point::new(0, 0), Point::new(4, 1), Point::new(5, 1)].map(Point::board_point).to_vec();
        let picture = super::draw(&position, &View { flipped: true, marked }).to_string();
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "    i   h   g   f   e   d   c   b   a");
        assert_eq!(lines[1], " 1  ＋－＋－＋－＋－＋－＋－＋－＋［차］");
        assert_eq!(lines[2], "    ｜  ｜  ｜  ｜＼｜／｜  ｜  ｜  ｜");
        assert_eq!(lines[3], " 2  ＋－＋－＋［＋][초］＋－＋－＋－＋");
        assert!(picture.contains("Cho 초사차포마상졸 (top)") && picture.contains("Han 漢士車包馬象兵 (bottom)"));
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
