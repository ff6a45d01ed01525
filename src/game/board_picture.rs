//! A board as shapes on a plane, for pictures. The game says what lies where; whoever draws chooses size, colours and format.

use super::presentation::Ink;
use super::sentence::BoardPoint;

/// A place in a picture: from the left and from the top. Neighbours on a board are about 100 apart.
pub type Spot = (f32, f32);

/// What a picture of a position consists of, in the order in which it is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardPicture {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// In drawing order: later shapes cover earlier ones.
    pub shapes: Vec<PictureShape>,
    /// Where the points of the board lie.
    pub spots: Vec<(BoardPoint, Spot)>,
}

/// A part of a picture.
#[derive(Clone, PartialEq, Debug)]
pub enum PictureShape {
    /// A line of the board.
    Line(Spot, Spot),
    /// A field of the board.
    Field {
        /// In the order in which lines join them.
        corners: Vec<Spot>,
        /// To whom it belongs, by colour; `Plain` if to nobody.
        ink: Ink,
        /// Whether it is drawn with a frame.
        framed: bool,
    },
    /// A piece.
    Man {
        /// Its centre.
        at: Spot,
        /// How large it is.
        radius: f32,
        /// What is written on it.
        sign: String,
        /// The colour of its side.
        ink: Ink,
        /// How many sides it has; 0 if it is round.
        sides: u8,
    },
    /// A text, centred: names of files and ranks, and marks.
    Label {
        /// Its centre.
        at: Spot,
        /// What is written.
        text: String,
        /// In this colour.
        ink: Ink,
    },
}

impl BoardPicture {
    /// Where a point lies; none if it is not on the board.
    pub fn spot(&self, point: BoardPoint) -> Option<Spot> {
        self.spots.iter().find(|(known, _)| *known == point).map(|(_, spot)| *spot)
    }

    /// Adds the name of a file, a rank or a mark.
    pub fn label(&mut self, at: Spot, text: impl Into<String>, ink: Ink) {
        self.shapes.push(PictureShape::Label { at, text: text.into(), ink });
    }

    /// Adds a row of pieces beside the board, such as those in a hand, from the left to the right.
    pub fn row(&mut self, (left, y): Spot, signs: &[&str], ink: Ink, sides: u8) {
        const STEP: f32 = 76.0;
        const RADIUS: f32 = 33.0;
        for (index, sign) in signs.iter().enumerate() {
            let at = (left + index as f32 * STEP, y);
            self.shapes.push(PictureShape::Man { at, radius: RADIUS, sign: (*sign).to_owned(), ink, sides });
        }
    }
}

/// The corners of a regular polygon. A corner points to the right if `turn`, in parts of the angle between two corners, is 0.
pub fn polygon((x, y): Spot, radius: f32, sides: u8, turn: f32) -> Vec<Spot> {
    let angle = |corner: u8| (f32::from(corner) + turn) * std::f32::consts::TAU / f32::from(sides);
    (0..sides).map(|corner| (x + radius * angle(corner).cos(), y + radius * angle(corner).sin())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_have_their_corners_on_a_circle() {
        let corners = polygon((10.0, 20.0), 5.0, 6, 0.5);
        assert_eq!(corners.len(), 6);
        for (x, y) in &corners {
            assert!(((x - 10.0).hypot(y - 20.0) - 5.0).abs() < 1e-4);
        }
        // Turned by half an angle, a hexagon stands on a corner.
        assert!(corners.iter().any(|(x, y)| (x - 10.0).abs() < 1e-4 && (y - 25.0).abs() < 1e-4));
    }
}
