//! How each piece moves: the points it attacks on an occupied board, whoever stands there.

use super::point::{FILES, Point, PointSet, shift_left, shift_right};
use super::tables::{self, ALIGNED, ELEPHANT_TARGETS, ELEPHANT_WAYS, HORSE_TARGETS, HORSE_WAYS, MIDDLE, Way, line};
use crate::game::Side;

/// Occupied points, by rank and by file, so that a lookup has either line at hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Occupancy {
    all: PointSet,
    files: [u16; FILES],
}

impl Occupancy {
    /// All occupied points.
    #[inline]
    pub const fn all(&self) -> PointSet {
        self.all
    }

    /// Occupies an empty point, or empties an occupied one.
    #[inline]
    pub fn toggle(&mut self, point: Point) {
        self.all ^= PointSet::of(point);
        self.files[point.file()] ^= 1 << point.rank();
    }

    /// Looks up the rank and the file through `point` in a table of lines.
    #[inline]
    fn cross(&self, table: &[[u16; 1024]; 10], point: Point) -> PointSet {
        let (file, rank) = (point.file(), point.rank());
        let along_rank = table[file][shift_right(self.all.0, rank * FILES) as usize & 0x1ff] & 0x1ff;
        let along_file = table[rank][self.files[file] as usize & 0x3ff];
        let upright = line::UPRIGHT[along_file as usize & 0x3ff];
        PointSet(shift_left(along_rank as u128, rank * FILES) | shift_left(upright, file))
    }
}

impl FromIterator<Point> for Occupancy {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Occupancy {
        let mut occupancy = Occupancy::default();
        points.into_iter().for_each(|point| occupancy.toggle(point));
        occupancy
    }
}

/// A chariot slides along the lines, palace diagonals included, up to the first piece.
#[inline]
pub fn chariot(from: Point, occupied: &Occupancy) -> PointSet {
    let straight = occupied.cross(&line::REACH, from);
    match tables::diagonal_centre(from) {
        None => straight,
        Some(centre) if centre == from => straight | tables::corners(centre),
        Some(centre) => {
            let beyond = PointSet::of(tables::opposite_corner(from, centre));
            straight | PointSet::of(centre) | beyond.when(!occupied.all.contains(centre))
        }
    }
}

/// A cannon slides along the same lines, beyond one screen that is no cannon, up to the next piece. That it may not
/// capture a cannon is left to the caller.
#[inline]
pub fn cannon(from: Point, occupied: &Occupancy, cannons: PointSet) -> PointSet {
    let mut reached = occupied.cross(&line::JUMP, from);
    if ALIGNED[from.index()].meets(cannons) {
        for screen in occupied.cross(&line::REACH, from) & cannons {
            reached = reached.without(ray(from, screen));
        }
    }
    if let Some(centre) = tables::diagonal_centre(from)
        && centre != from
        && occupied.all.without(cannons).contains(centre)
    {
        reached |= PointSet::of(tables::opposite_corner(from, centre));
    }
    reached
}

/// The points of a rank or file on the same side of `from` as `through`.
fn ray(from: Point, through: Point) -> PointSet {
    let line = if from.rank() == through.rank() { PointSet::rank(from.rank()) } else { PointSet::file(from.file()) };
    let below = PointSet(PointSet::of(from).0 - 1);
    if through < from { line & below } else { line.without(below) }
}

/// A horse is blocked by a piece on the one point that it passes.
#[inline]
pub fn horse(from: Point, occupied: &Occupancy) -> PointSet {
    leaps(from, occupied, &HORSE_WAYS) & HORSE_TARGETS[from.index()]
}

/// An elephant is blocked by a piece on either of the two points that it passes.
#[inline]
pub fn elephant(from: Point, occupied: &Occupancy) -> PointSet {
    leaps(from, occupied, &ELEPHANT_WAYS) & ELEPHANT_TARGETS[from.index()]
}

/// Targets of a leaping piece, perhaps beyond the edge. The board is shifted so that `from` is the middle of a word;
/// the paths then are the same for every point.
#[inline]
fn leaps<const N: usize>(from: Point, occupied: &Occupancy, ways: &[Way; N]) -> PointSet {
    let surroundings = shift_right(occupied.all.0 << MIDDLE, from.index()) as u64;
    let mut reached = 0;
    for way in ways {
        reached |= way.targets & (((surroundings & way.path == 0) as u64).wrapping_neg());
    }
    PointSet(shift_left(reached as u128, from.index()) >> MIDDLE)
}

/// A soldier steps forward or sideways, and forward along the drawn diagonals of a palace.
#[inline]
pub fn soldier(side: Side, from: Point) -> PointSet {
    tables::SOLDIER_STEPS[side.index()][from.index()]
}

/// Generals and guards step along the drawn lines of their palace.
#[inline]
pub fn palace_step(from: Point) -> PointSet {
    tables::PALACE_STEPS[from.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        Point::all().find(|point| point.to_string() == name).expect("a point of the board")
    }

    fn set(names: &str) -> PointSet {
        names.split_whitespace().map(point).fold(PointSet::EMPTY, |set, point| set | PointSet::of(point))
    }

    fn occupied(names: &str) -> Occupancy {
        names.split_whitespace().map(point).collect()
    }

    #[test]
    fn a_chariot_stops_at_the_first_piece() {
        let reached = chariot(point("b2"), &occupied("b2 b5 d2 h2"));
        assert_eq!(reached, set("a2 c2 d2 b1 b3 b4 b5"));
    }

    #[test]
    fn a_chariot_crosses_the_palace_unless_the_centre_is_taken() {
        assert!(chariot(point("d1"), &occupied("d1")).contains(point("f3")));
        let blocked = chariot(point("d1"), &occupied("d1 e2"));
        assert!(blocked.contains(point("e2")) && !blocked.contains(point("f3")));
        assert!(!chariot(point("e1"), &occupied("e1")).contains(point("d2")));
    }

    #[test]
    fn a_cannon_needs_exactly_one_screen() {
        let reached = cannon(point("b3"), &occupied("b3 b5 b8 b9"), PointSet::EMPTY);
        assert_eq!(reached, set("b6 b7 b8"));
    }

    #[test]
    fn a_cannon_is_no_screen_for_another() {
        let board = occupied("b3 b5 e3 e2");
        assert_eq!(cannon(point("b3"), &board, set("b3 b5")), set("f3 g3 h3 i3"));
        assert_eq!(cannon(point("b3"), &board, set("b3 e3")), set("b6 b7 b8 b9 b10"));
        assert_eq!(cannon(point("d1"), &occupied("d1 e2"), set("d1")), set("f3"));
        assert_eq!(cannon(point("d1"), &occupied("d1 e2"), set("d1 e2")), PointSet::EMPTY);
    }

    #[test]
    fn a_horse_is_blocked_at_its_first_point() {
        assert_eq!(horse(point("b1"), &occupied("b1 c1")), set("a3 c3"));
    }

    #[test]
    fn an_elephant_is_blocked_at_either_point() {
        assert_eq!(elephant(point("e5"), &occupied("e5 e6 f5")), set("b7 b3 g2 c2"));
        assert_eq!(elephant(point("e5"), &occupied("e5 e6 f5 c6 d3")), set("b3 g2"));
    }
}
