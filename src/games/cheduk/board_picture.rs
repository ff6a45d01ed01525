//! The board as a picture: hexagons in the colours of their territories, embassies, round men with their guards, reserves
//! and information beside the board.

use super::board::{Kind, Position};
use super::diagram::{ink, reserve_signs, sign};
use super::ending::WINNING_INFORMATION;
use super::hex::{FILES, RANKS, Tile};
use crate::game::{BoardPicture, Ink, PictureShape, Side, Spot, View, polygon};

const RADIUS: f32 = 58.0;
const HEXAGON: u8 = 6;
const ROUND: u8 = 0;
const MARGIN: f32 = 40.0;
/// The height of a reserve.
const STRIP: f32 = 84.0;

pub fn draw(position: &Position, view: &View) -> BoardPicture {
    let step = RADIUS * 3f32.sqrt();
    let width = (FILES as f32 + 0.5) * step + 2.0 * MARGIN;
    let height = ((RANKS - 1) as f32 * 1.5 + 2.0) * RADIUS + 2.0 * (MARGIN + STRIP);
    let mut picture = BoardPicture { width, height, ..BoardPicture::default() };
    // From both sides every second row is pushed to the right: a half turn exchanges odd and even ranks.
    let spot = |column: usize, row: usize| -> Spot {
        let pushed = if row % 2 == 1 { 0.5 } else { 0.0 };
        (MARGIN + (column as f32 + 0.5 + pushed) * step, STRIP + MARGIN + RADIUS + row as f32 * 1.5 * RADIUS)
    };
    for (column, file) in view.order(FILES).enumerate() {
        let name = char::from(b'a' + file as u8).to_string();
        picture.label((spot(column, RANKS - 1).0, height - STRIP - MARGIN / 2.0), name, Ink::Plain);
    }
    for (row, rank) in view.order(RANKS).rev().enumerate() {
        picture.label((MARGIN / 2.0, spot(0, row).1), (rank + 1).to_string(), Ink::Plain);
        for (column, file) in view.order(FILES).enumerate() {
            let (tile, at) = (Tile::new(file, rank), spot(column, row));
            picture.spots.push((tile.board_point(), at));
            picture.shapes.push(field(position, tile, at));
        }
    }
    // A guard reaches into the next tile, so all of these are drawn before.
    for (point, at) in picture.spots.clone() {
        draw_man(position, Tile::new(point.file.into(), point.rank.into()), at, &mut picture);
    }
    for side in [Side::Upper, Side::Lower] {
        let below = (side == Side::Upper) != view.flipped;
        let y = if below { height - STRIP / 2.0 } else { STRIP / 2.0 };
        picture.row((MARGIN + 30.0, y), &reserve_signs(position, side), ink(side), ROUND);
        let information = format!("{} / {WINNING_INFORMATION}", position.information(side));
        picture.label((width - MARGIN - 40.0, y), information, ink(side));
    }
    picture
}

fn field(position: &Position, tile: Tile, at: Spot) -> PictureShape {
    let ground = position.ground();
    let owner = [Side::Upper, Side::Lower].into_iter().find(|&side| ground.territory(side).contains(tile));
    let framed = ground.embassies().contains(&Some(tile));
    let corners = polygon(at, RADIUS - 1.0, HEXAGON, 0.5);
    PictureShape::Field { corners, ink: owner.map_or(Ink::Plain, ink), framed }
}

/// What stands on a tile, and its marks.
fn draw_man(position: &Position, tile: Tile, at: Spot, picture: &mut BoardPicture) {
    if let Some(piece) = position.piece_at(tile) {
        let man = |at, radius, kind| PictureShape::Man {
            at,
            radius,
            sign: sign(piece.side, kind).to_owned(),
            ink: ink(piece.side),
            sides: ROUND,
        };
        picture.shapes.push(man(at, 38.0, piece.kind));
        if piece.guarded {
            picture.shapes.push(man((at.0 + 25.0, at.1 + 27.0), 21.0, Kind::Guard));
        }
        if piece.informed {
            picture.label((at.0 + 28.0, at.1 - 30.0), "~", Ink::Plain);
        }
    }
    if position.gathered().contains(tile) {
        picture.label((at.0 - 34.0, at.1 + 22.0), "*", Ink::Plain);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::CHEDUK;
    use super::*;

    #[test]
    fn the_picture_shows_all_there_is() {
        let fen = "+c10/11/8S2/1a3A5/11/8+SE1/3S7/8S2/7e3/11/5S4s~/9C1[ssss] w c h7/c7! c7,k2,k3 8 59";
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let picture = draw(&position, &View::default());
        let count =
            |wanted: &dyn Fn(&PictureShape) -> bool| picture.shapes.iter().filter(|shape| wanted(shape)).count();
        assert_eq!(count(&|shape| matches!(shape, PictureShape::Field { .. })), 132);
        assert_eq!(count(&|shape| matches!(shape, PictureShape::Field { framed: true, .. })), 2);
        // Twelve pieces, two guards, four spies in reserve.
        assert_eq!(count(&|shape| matches!(shape, PictureShape::Man { .. })), 12 + 2 + 4);
        let labelled =
            |wanted: &str| count(&|shape| matches!(shape, PictureShape::Label { text, .. } if text == wanted));
        assert_eq!(["*", "~", "1 / 5", "2 / 5"].map(labelled), [3, 1, 1, 1]);
        let shared: Vec<Spot> = picture.spots.iter().map(|(_, spot)| *spot).collect();
        assert!(shared.iter().enumerate().all(|(index, spot)| !shared[..index].contains(spot)));
    }
}
