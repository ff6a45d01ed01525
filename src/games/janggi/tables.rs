//! Geometry tables: targets on an empty board, and sliding moves by the occupancy of a line. Computed at compile time.

use super::point::{FILES, POINTS, Point, PointSet, RANKS};

/// The four directions along the lines of the board.
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The bit of a word for a leaping piece's own point; the other points lie around it as on the board.
pub const MIDDLE: usize = 29;

/// A path of a horse or an elephant, relative to its own point.
pub struct Way {
    /// The points passed.
    pub path: u64,
    /// The points reached.
    pub targets: u64,
}

/// A horse's two targets in each direction share the blocking point.
pub const HORSE_WAYS: [Way; 4] = horse_ways();
/// An elephant's ways; it goes as a horse and one step further.
pub const ELEPHANT_WAYS: [Way; 8] = elephant_ways();
/// All targets of a horse that nothing blocks; also the points from which such a horse reaches this one.
pub static HORSE_TARGETS: [PointSet; POINTS] = targets([(1, 2), (2, 1)]);
/// The same for an elephant.
pub static ELEPHANT_TARGETS: [PointSet; POINTS] = targets([(2, 3), (3, 2)]);
/// The steps of a general or a guard: along the drawn lines, within the palace.
pub static PALACE_STEPS: [PointSet; POINTS] = palace_steps();
/// A soldier's steps, for each side.
pub static SOLDIER_STEPS: [[PointSet; POINTS]; 2] = [soldier_steps(1), soldier_steps(-1)];
/// The points from which a soldier of each side reaches this one.
pub static SOLDIER_ORIGINS: [[PointSet; POINTS]; 2] = [origins(&SOLDIER_STEPS[0]), origins(&SOLDIER_STEPS[1])];
/// The points on the same rank, file or palace diagonal, without the point itself.
pub static ALIGNED: [PointSet; POINTS] = aligned();

/// The two palaces: of the upper-case side, at the bottom, and of the lower-case side.
pub const PALACES: [PointSet; 2] = [PointSet(0x38 * 0x40201), PointSet((0x38 * 0x40201) << (7 * FILES))];

/// The centres of the two palaces.
const CENTRES: [Point; 2] = [Point::new(4, 1), Point::new(4, 8)];

/// The centre of the palace whose drawn diagonals run through `point`.
#[inline]
pub const fn diagonal_centre(point: Point) -> Option<Point> {
    const CORNERS_AND_CENTRES: PointSet = PointSet(DIAGONALS | DIAGONALS << (7 * FILES));
    const DIAGONALS: u128 = 0x28 | 0x10 << FILES | 0x28 << (2 * FILES);
    if CORNERS_AND_CENTRES.contains(point) { Some(CENTRES[(point.rank() > 4) as usize]) } else { None }
}

/// The corner that lies beyond the centre.
#[inline]
pub const fn opposite_corner(corner: Point, centre: Point) -> Point {
    Point::from_index(2 * centre.index() - corner.index())
}

/// The four corners around the centre of a palace.
#[inline]
pub const fn corners(centre: Point) -> PointSet {
    PointSet(0x140005 << (centre.index() - FILES - 1))
}

/// The points strictly between two [`ALIGNED`] points.
#[inline]
pub const fn between(a: Point, b: Point) -> PointSet {
    let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
    let span = (1 << high.index()) - (2 << low.index());
    if a.rank() == b.rank() {
        return PointSet(span);
    }
    if a.file() == b.file() {
        return PointSet(PointSet::file(a.file()).0 & span);
    }
    // A palace diagonal: the only thing that can lie between is the centre.
    PointSet(span & (PointSet::of(CENTRES[0]).0 | PointSet::of(CENTRES[1]).0))
}

/// The point that a horse passes on its way from `from` to `to`.
pub fn horse_path(from: Point, to: Point) -> PointSet {
    path(from, to, &HORSE_WAYS)
}

/// The points that an elephant passes on its way from `from` to `to`.
pub fn elephant_path(from: Point, to: Point) -> PointSet {
    path(from, to, &ELEPHANT_WAYS)
}

fn path(from: Point, to: Point, ways: &[Way]) -> PointSet {
    let target = 1 << (MIDDLE + to.index() - from.index());
    let path = ways.iter().find(|way| way.targets & target != 0).map_or(0, |way| way.path);
    PointSet((path as u128) << from.index() >> MIDDLE)
}

/// Lines of up to ten points as bits of a `u16`.
pub mod line {
    use super::{FILES, RANKS};

    /// Occupancies of a line.
    const OCCUPANCIES: usize = 1 << RANKS;

    /// By place on a line and occupancy: the points up to and including the first piece on either side.
    pub static REACH: [[u16; OCCUPANCIES]; RANKS] = sweep(0);
    /// The same beyond the first piece, up to and including the second.
    pub static JUMP: [[u16; OCCUPANCIES]; RANKS] = sweep(1);
    /// The points of file `a` for the bits of a line.
    pub static UPRIGHT: [u128; OCCUPANCIES] = upright();

    #[allow(long_running_const_eval, reason = "ten thousand lines take the compiler a moment")]
    const fn sweep(jumps: i32) -> [[u16; OCCUPANCIES]; RANKS] {
        let mut table = [[0; OCCUPANCIES]; RANKS];
        let mut place = 0;
        while place < RANKS {
            let mut occupancy = 0;
            while occupancy < OCCUPANCIES {
                table[place][occupancy] = ray(place, occupancy, jumps, 1) | ray(place, occupancy, jumps, -1);
                occupancy += 1;
            }
            place += 1;
        }
        table
    }

    const fn ray(place: usize, occupancy: usize, jumps: i32, step: i32) -> u16 {
        let (mut seen, mut passed) = (0, 0);
        let mut at = place as i32 + step;
        while 0 <= at && at < RANKS as i32 && passed <= jumps {
            if passed == jumps {
                seen |= 1 << at;
            }
            passed += (occupancy >> at & 1) as i32;
            at += step;
        }
        seen
    }

    const fn upright() -> [u128; OCCUPANCIES] {
        let mut table = [0; OCCUPANCIES];
        let mut line = 1;
        while line < OCCUPANCIES {
            let lowest = line.trailing_zeros() as usize;
            table[line] = table[line & (line - 1)] | 1 << (lowest * FILES);
            line += 1;
        }
        table
    }
}

const fn set_of(point: Option<Point>) -> PointSet {
    match point {
        Some(point) => PointSet::of(point),
        None => PointSet::EMPTY,
    }
}

/// The bit of a word for the point so many steps to the right and up.
const fn bit(files: i32, ranks: i32) -> u64 {
    1 << (MIDDLE as i32 + ranks * FILES as i32 + files)
}

const fn horse_ways() -> [Way; 4] {
    let mut ways = [const { Way { path: 0, targets: 0 } }; 4];
    let mut direction = 0;
    while direction < 4 {
        let (x, y) = STRAIGHT[direction];
        ways[direction] = Way { path: bit(x, y), targets: bit(2 * x + y, 2 * y - x) | bit(2 * x - y, 2 * y + x) };
        direction += 1;
    }
    ways
}

const fn elephant_ways() -> [Way; 8] {
    let mut ways = [const { Way { path: 0, targets: 0 } }; 8];
    let mut way = 0;
    while way < 8 {
        let (x, y) = STRAIGHT[way / 2];
        let (aside_x, aside_y) = if way % 2 == 0 { (y, -x) } else { (-y, x) };
        ways[way] = Way {
            path: bit(x, y) | bit(2 * x + aside_x, 2 * y + aside_y),
            targets: bit(3 * x + 2 * aside_x, 3 * y + 2 * aside_y),
        };
        way += 1;
    }
    ways
}

const fn targets(leaps: [(i32, i32); 2]) -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let from = Point::from_index(index);
        let mut way = 0;
        while way < 8 {
            let (x, y) = leaps[way % 2];
            let (x, y) = (if way & 2 == 0 { x } else { -x }, if way & 4 == 0 { y } else { -y });
            table[index].0 |= set_of(from.offset(x, y)).0;
            way += 1;
        }
        index += 1;
    }
    table
}

/// The points one step along a drawn diagonal.
const fn diagonal_steps(from: Point) -> PointSet {
    match diagonal_centre(from) {
        Some(centre) if centre.index() == from.index() => corners(centre),
        Some(centre) => PointSet::of(centre),
        None => PointSet::EMPTY,
    }
}

const fn palace_steps() -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let from = Point::from_index(index);
        let palace = PALACES[(from.rank() > 4) as usize];
        if palace.contains(from) {
            let mut steps = diagonal_steps(from).0;
            let mut direction = 0;
            while direction < 4 {
                let (x, y) = STRAIGHT[direction];
                steps |= set_of(from.offset(x, y)).0;
                direction += 1;
            }
            table[index] = PointSet(steps & palace.0);
        }
        index += 1;
    }
    table
}

const fn soldier_steps(forward: i32) -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let from = Point::from_index(index);
        let ahead = match from.offset(0, forward) {
            Some(ahead) => PointSet::rank(ahead.rank()),
            None => PointSet::EMPTY,
        };
        table[index] = PointSet(
            set_of(from.offset(0, forward)).0
                | set_of(from.offset(-1, 0)).0
                | set_of(from.offset(1, 0)).0
                | diagonal_steps(from).0 & ahead.0,
        );
        index += 1;
    }
    table
}

const fn origins(steps: &[PointSet; POINTS]) -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            if steps[from].contains(Point::from_index(to)) {
                table[to].0 |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

const fn aligned() -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut index = 0;
    while index < POINTS {
        let point = Point::from_index(index);
        let mut line = PointSet::rank(point.rank()).0 | PointSet::file(point.file()).0 | diagonal_steps(point).0;
        if let Some(centre) = diagonal_centre(point) {
            line |= PointSet::of(opposite_corner(point, centre)).0;
        }
        table[index] = PointSet(line & !(1 << index));
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: PointSet) -> String {
        set.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn generals_step_along_drawn_lines_only() {
        assert_eq!(names(PALACE_STEPS[Point::new(4, 1).index()]), "d1 e1 f1 d2 f2 d3 e3 f3");
        assert_eq!(names(PALACE_STEPS[Point::new(4, 0).index()]), "d1 f1 e2");
        assert_eq!(names(PALACE_STEPS[Point::new(5, 9).index()]), "e9 f9 e10");
    }

    #[test]
    fn soldiers_take_palace_diagonals_forward() {
        assert_eq!(names(SOLDIER_STEPS[0][Point::new(3, 7).index()]), "c8 e8 d9 e9");
        assert_eq!(names(SOLDIER_STEPS[1][Point::new(4, 1).index()]), "d1 e1 f1 d2 f2");
        assert_eq!(names(SOLDIER_STEPS[0][Point::new(0, 9).index()]), "b10");
    }

    #[test]
    fn between_follows_lines_and_palace_diagonals() {
        assert_eq!(names(between(Point::new(0, 0), Point::new(3, 0))), "b1 c1");
        assert_eq!(names(between(Point::new(2, 5), Point::new(2, 3))), "c5");
        assert_eq!(names(between(Point::new(3, 0), Point::new(5, 2))), "e2");
        assert_eq!(names(between(Point::new(5, 7), Point::new(3, 9))), "e9");
        assert_eq!(names(between(Point::new(4, 1), Point::new(5, 2))), "");
    }

    #[test]
    fn lines_stop_at_the_first_piece_and_jump_to_the_second() {
        assert_eq!(line::REACH[4][0b00_1000_0010], 0b00_1110_1110);
        assert_eq!(line::JUMP[4][0b01_0100_0010], 0b01_1000_0001);
    }

    #[test]
    fn an_elephant_passes_two_points() {
        assert_eq!(names(elephant_path(Point::new(2, 0), Point::new(4, 3))), "c2 d3");
        assert_eq!(names(horse_path(Point::new(1, 0), Point::new(2, 2))), "b2");
    }
}
