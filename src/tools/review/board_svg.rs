//! Boards as SVG, with arrows for moves.

use crate::game::{BoardPicture, BoardPoint, Ink, PictureShape, Spot, polygon};
use crate::tools::svg::{Svg, number, points};

const WOOD: &str = "#e6c07e";
const LINE: &str = "#553611";
const MAN: &str = "#fff5dc";
/// Fonts with Korean and Chinese signs, as systems have them.
const FONTS: &str = "'Noto Serif CJK KR','Noto Serif KR',Batang,AppleMyungjo,'Noto Sans CJK KR','Malgun Gothic',serif";

/// A move to show.
pub struct Arrow<'a> {
    pub points: &'a [BoardPoint],
    pub colour: &'a str,
}

const fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "#2b2620",
        Ink::Faint => "#8c8577",
        Ink::Red => "#b01f1c",
        Ink::Green => "#0f5f3a",
        Ink::Blue => "#1c449c",
    }
}

const fn ground(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain | Ink::Faint => "#f8eed8",
        Ink::Red => "#f0c3b4",
        Ink::Green => "#d3e5c4",
        Ink::Blue => "#c5d3ee",
    }
}

fn at((x, y): Spot) -> (f64, f64) {
    (x.into(), y.into())
}

/// The picture, `label` for whoever cannot see it.
pub fn write(picture: &BoardPicture, arrows: &[Arrow], label: &str) -> String {
    let (width, height) = at((picture.width, picture.height));
    let texts = [("font-family", FONTS), ("text-anchor", "middle")];
    let mut svg = Svg::new(width, height, &[&[("role", "img"), ("aria-label", label)][..], &texts].concat());
    let (w, h) = (number(width), number(height));
    svg.add("rect", &[("width", &w), ("height", &h), ("rx", "14"), ("fill", WOOD)]);
    picture.shapes.iter().for_each(|shape| draw(&mut svg, shape));
    for arrow in arrows {
        let spots: Vec<Spot> = arrow.points.iter().filter_map(|point| picture.spot(*point)).collect();
        draw_arrow(&mut svg, &spots, arrow.colour);
    }
    svg.finish()
}

fn draw(svg: &mut Svg, shape: &PictureShape) {
    match shape {
        PictureShape::Line(from, to) => svg.line(at(*from), at(*to), &[("stroke", LINE), ("stroke-width", "2.4")]),
        PictureShape::Field { corners, ink, framed } => {
            let corners = points(corners.iter().map(|corner| at(*corner)));
            let (stroke, width) = if *framed { (colour(*ink), "6") } else { ("#a37c42", "1.5") };
            let looks = [("fill", ground(*ink)), ("stroke", stroke), ("stroke-width", width)];
            svg.add("polygon", &[&[("points", corners.as_str())][..], &looks].concat());
        }
        PictureShape::Man { at: centre, radius, sign, ink, sides } => {
            let looks = [("fill", MAN), ("stroke", colour(*ink)), ("stroke-width", "3")];
            let (x, y) = at(*centre);
            match sides {
                0 => {
                    let radius = number((*radius).into());
                    let place = [("cx", number(x)), ("cy", number(y)), ("r", radius)];
                    let place: Vec<(&str, &str)> = place.iter().map(|(name, value)| (*name, value.as_str())).collect();
                    svg.add("circle", &[&place[..], &looks].concat());
                }
                sides => {
                    let corners = polygon(*centre, *radius, *sides, 0.5);
                    let corners = points(corners.into_iter().map(at));
                    svg.add("polygon", &[&[("points", corners.as_str())][..], &looks].concat());
                }
            }
            write_sign(svg, (x, y), f64::from(*radius) * 1.15, sign, colour(*ink));
        }
        PictureShape::Label { at: centre, text, ink } => write_sign(svg, at(*centre), 22.0, text, colour(*ink)),
    }
}

/// Not all programs know how to centre a text upright: its base line is moved down instead.
fn write_sign(svg: &mut Svg, (x, y): (f64, f64), size: f64, text: &str, colour: &str) {
    svg.label((x, y + size * 0.35), &[("font-size", &number(size)), ("fill", colour)], text);
}

/// From the first place to the last; a ring where there is only one.
fn draw_arrow(svg: &mut Svg, spots: &[Spot], colour: &str) {
    let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return };
    let ((x1, y1), (x2, y2)) = (at(first), at(last));
    let length = (x2 - x1).hypot(y2 - y1);
    if length < 1.0 {
        let place = [("cx", number(x1)), ("cy", number(y1))];
        let looks =
            [("r", "46"), ("fill", "none"), ("stroke", colour), ("stroke-width", "9"), ("stroke-opacity", "0.8")];
        let place: Vec<(&str, &str)> = place.iter().map(|(name, value)| (*name, value.as_str())).collect();
        svg.add("circle", &[&place[..], &looks].concat());
        return;
    }
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The head has its tip at the end, and the shaft ends at its base.
    let back = |along: f64, aside: f64| (x2 - along * dx - aside * dy, y2 - along * dy + aside * dx);
    let base = back(30.0, 0.0);
    svg.line(
        (x1 + 14.0 * dx, y1 + 14.0 * dy),
        base,
        &[("stroke", colour), ("stroke-width", "13"), ("stroke-opacity", "0.75"), ("stroke-linecap", "round")],
    );
    let head = points([(x2, y2), back(36.0, 20.0), back(36.0, -20.0)]);
    svg.add("polygon", &[("points", &head), ("fill", colour), ("fill-opacity", "0.85")]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_arrows_or_rings() {
        let mut picture = BoardPicture { width: 200.0, height: 100.0, ..BoardPicture::default() };
        let point = |file| BoardPoint { file, rank: 0 };
        picture.spots = vec![(point(0), (50.0, 50.0)), (point(1), (150.0, 50.0))];
        let written = |points: &[BoardPoint]| write(&picture, &[Arrow { points, colour: "red" }], "x");
        assert!(written(&[point(0), point(1)]).contains("<polygon points=\"150,50 114,"));
        assert!(written(&[point(1)]).contains("<circle cx=\"150\" cy=\"50\" r=\"46\""));
        assert!(!written(&[point(7)]).contains("red"));
    }
}
