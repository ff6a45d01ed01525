//! The board as a picture: lines and palaces, octagonal men, larger the more they matter.

use super::board::{Kind, Position};
use super::diagram::{ink, sign};
use super::point::{FILES, Point, RANKS};
use crate::game::{BoardPicture, Ink, PictureShape, Spot, View};

const STEP: f32 = 100.0;
const MARGIN: f32 = 76.0;
const OCTAGON: u8 = 8;

pub fn draw(position: &Position, view: &View) -> BoardPicture {
    let width = (FILES - 1) as f32 * STEP + 2.0 * MARGIN;
    let height = (RANKS - 1) as f32 * STEP + 2.0 * MARGIN;
    let mut picture = BoardPicture { width, height, ..BoardPicture::default() };
    let (columns, rows): (Vec<usize>, Vec<usize>) = (view.order(FILES).collect(), view.order(RANKS).rev().collect());
    let spot = |column: usize, row: usize| -> Spot { (MARGIN + column as f32 * STEP, MARGIN + row as f32 * STEP) };
    let mut line = |from: Spot, to: Spot| picture.shapes.push(PictureShape::Line(from, to));
    (0..FILES).for_each(|column| line(spot(column, 0), spot(column, RANKS - 1)));
    (0..RANKS).for_each(|row| line(spot(0, row), spot(FILES - 1, row)));
    for top in [0, RANKS - 3] {
        line(spot(3, top), spot(5, top + 2));
        line(spot(5, top), spot(3, top + 2));
    }
    for (column, &file) in columns.iter().enumerate() {
        let name = char::from(b'a' + file as u8).to_string();
        picture.label((spot(column, 0).0, height - MARGIN / 4.0), name, Ink::Plain);
    }
    for (row, &rank) in rows.iter().enumerate() {
        picture.label((MARGIN / 4.0, spot(0, row).1), (rank + 1).to_string(), Ink::Plain);
        for (column, &file) in columns.iter().enumerate() {
            let (point, at) = (Point::new(file, rank), spot(column, row));
            picture.spots.push((point.board_point(), at));
            let Some(kind) = position.kind_at(point) else { continue };
            let (sign, ink) = (sign(position, point).to_owned(), ink(position, point));
            picture.shapes.push(PictureShape::Man { at, radius: radius(kind), sign, ink, sides: OCTAGON });
        }
    }
    picture
}

const fn radius(kind: Kind) -> f32 {
    match kind {
        Kind::General => 49.0,
        Kind::Guard | Kind::Soldier => 35.0,
        _ => 43.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::OFFICIAL;
    use super::*;

    #[test]
    fn the_picture_has_the_board_and_the_men_as_they_are_seen() {
        let position = fen::read(&OFFICIAL, "4k4/9/9/p8/9/9/8P/9/4K4/R8 w - - 0 1").expect("a good FEN");
        let picture = draw(&position, &View::default());
        let lines = picture.shapes.iter().filter(|shape| matches!(shape, PictureShape::Line(..))).count();
        assert_eq!((lines, picture.spots.len()), (9 + 10 + 4, 90));
        let chariot = |picture: &BoardPicture| {
            let found = picture.shapes.iter().find_map(|shape| match shape {
                PictureShape::Man { at, sign, ink: Ink::Green, .. } if sign == "차" => Some(*at),
                _ => None,
            });
            found.expect("a chariot")
        };
        let corner = Point::new(0, 0).board_point();
        assert_eq!((picture.spot(corner), chariot(&picture)), (Some((76.0, 976.0)), (76.0, 976.0)));
        let flipped = draw(&position, &View { flipped: true, ..View::default() });
        assert_eq!((flipped.spot(corner), chariot(&flipped)), (Some((876.0, 76.0)), (876.0, 76.0)));
    }
}
