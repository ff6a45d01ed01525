//! The board as a picture: squares, square men, and the hands above and below.

use super::diagram::{held, ink, sign_at};
use super::position::Position;
use super::square::{FILES, RANKS, Square};
use crate::game::{BoardPicture, Ink, PictureShape, Side, Spot, View, polygon};

const STEP: f32 = 100.0;
const MARGIN: f32 = 40.0;
/// The height of a hand.
const STRIP: f32 = 84.0;
const SQUARE: u8 = 4;

pub fn draw(position: &Position, view: &View) -> BoardPicture {
    // A hand of six pieces is wider than the board.
    let width = 6.0 * STEP;
    let left = (width - FILES as f32 * STEP) / 2.0;
    let height = RANKS as f32 * STEP + 2.0 * (MARGIN + STRIP);
    let mut picture = BoardPicture { width, height, ..BoardPicture::default() };
    let spot = |column: usize, row: usize| -> Spot {
        (left + (column as f32 + 0.5) * STEP, STRIP + MARGIN + (row as f32 + 0.5) * STEP)
    };
    for (column, file) in view.order(FILES).enumerate() {
        let name = char::from(b'a' + file as u8).to_string();
        picture.label((spot(column, 0).0, height - STRIP - MARGIN / 2.0), name, Ink::Plain);
    }
    for (row, rank) in view.order(RANKS).rev().enumerate() {
        picture.label((left - MARGIN / 2.0, spot(0, row).1), (rank + 1).to_string(), Ink::Plain);
        for (column, file) in view.order(FILES).enumerate() {
            let (square, at) = (Square::new(file, rank), spot(column, row));
            // The camps are those of the players.
            let camp = match rank {
                0 => Ink::Green,
                rank if rank + 1 == RANKS => Ink::Red,
                _ => Ink::Plain,
            };
            let corners = polygon(at, STEP / 2f32.sqrt(), SQUARE, 0.5);
            picture.shapes.push(PictureShape::Field { corners, ink: camp, framed: false });
            picture.spots.push((square.board_point(), at));
            if let Some((side, _)) = position.board.at(square) {
                let sign = sign_at(position, square).to_owned();
                picture.shapes.push(PictureShape::Man { at, radius: 40.0, sign, ink: ink(side), sides: SQUARE });
            }
        }
    }
    for side in [Side::Upper, Side::Lower] {
        let below = (side == Side::Upper) != view.flipped;
        let y = if below { height - STRIP / 2.0 } else { STRIP / 2.0 };
        picture.row((MARGIN + 30.0, y), &held(position, side), ink(side), SQUARE);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::TWELVE_JANGGI;
    use super::*;

    #[test]
    fn the_picture_has_squares_men_and_hands() {
        let position = fen::read(&TWELVE_JANGGI, "1k1/3/1H1/SK1[Szjj] b 0 1").expect("a good FEN");
        let picture = draw(&position, &View::default());
        let signs = |wanted: Ink| -> Vec<(&str, bool)> {
            let man = |shape| match shape {
                &PictureShape::Man { at, ref sign, ink, .. } if ink == wanted => {
                    Some((sign.as_str(), at.1 < STRIP || at.1 > picture.height - STRIP))
                }
                _ => None,
            };
            picture.shapes.iter().filter_map(man).collect()
        };
        assert_eq!(signs(Ink::Green), [("후", false), ("상", false), ("왕", false), ("상", true)]);
        assert_eq!(signs(Ink::Red), [("王", false), ("將", true), ("將", true), ("子", true)]);
        assert_eq!(picture.spots.len(), 12);
    }
}
