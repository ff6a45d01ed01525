//! The position: pieces, side to move, and what the rules remember of the last move.

use super::attacks::Occupancy;
use super::ending::Termination;
use super::point::{POINTS, Point, PointSet};
use super::ruleset::{BareGenerals, Facing, RuleSet};
use super::tables;
use super::threats::Threats;
use super::zobrist;
use crate::game::Side;
use std::fmt;

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// 궁, the royal piece, named 楚 or 漢.
    General,
    /// 사 士.
    Guard,
    /// 차 車.
    Chariot,
    /// 포 包.
    Cannon,
    /// 마 馬.
    Horse,
    /// 상 象.
    Elephant,
    /// 졸 卒 of Cho, 병 兵 of Han.
    Soldier,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 7;

    /// All kinds, in the order of the enum.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::General, Kind::Guard, Kind::Chariot, Kind::Cannon, Kind::Horse, Kind::Elephant, Kind::Soldier];

    /// Its points, where points decide a game.
    #[inline]
    pub const fn points(self) -> i32 {
        match self {
            Kind::General => 0,
            Kind::Guard | Kind::Elephant => 3,
            Kind::Chariot => 13,
            Kind::Cannon => 7,
            Kind::Horse => 5,
            Kind::Soldier => 2,
        }
    }

    /// English name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::General => "general",
            Kind::Guard => "guard",
            Kind::Chariot => "chariot",
            Kind::Cannon => "cannon",
            Kind::Horse => "horse",
            Kind::Elephant => "elephant",
            Kind::Soldier => "soldier",
        }
    }
}

/// From one point to another; from the general's point to itself is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Move(u16);

impl Move {
    /// A move or, if both points are the same, a pass.
    #[inline]
    pub const fn new(from: Point, to: Point) -> Move {
        Move((from.index() << 7 | to.index()) as u16)
    }

    /// The move with this `u32` form, if both of its points are on the board.
    #[inline]
    pub fn from_code(code: u32) -> Option<Move> {
        let (from, to) = (code as usize >> 7, code as usize & 0x7f);
        (code != 0 && from < POINTS && to < POINTS).then(|| Move::new(Point::from_index(from), Point::from_index(to)))
    }

    /// Where the piece stood.
    #[inline]
    pub const fn from(self) -> Point {
        Point::from_index(self.0 as usize >> 7)
    }

    /// Where it went.
    #[inline]
    pub const fn to(self) -> Point {
        Point::from_index(self.0 as usize & 0x7f)
    }

    /// Whether it is a pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 >> 7 == self.0 & 0x7f
    }

    /// From the target back to the origin.
    #[inline]
    pub const fn reversed(self) -> Move {
        Move::new(self.to(), self.from())
    }
}

impl From<Move> for u32 {
    /// Never 0: no general can pass on `a1`.
    fn from(mv: Move) -> u32 {
        mv.0.into()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

/// A position of Janggi under one of its rule sets.
///
/// `occupied`, `kinds`, `sides` and `cells` are four views of the same pieces; `points`, `key` and `threats` are
/// derived from them. Both sides always have exactly one general.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) sides: [PointSet; 2],
    pub(super) kinds: [PointSet; Kind::COUNT],
    pub(super) occupied: Occupancy,
    pub(super) cells: [Option<Kind>; POINTS],
    generals: [Point; 2],
    points: [i32; 2],
    pub(super) turn: Side,
    pub(super) rules: &'static RuleSet,
    pub(super) key: u64,
    pub(super) threats: Threats,
    /// Whether the generals face each other, under rule sets in which that matters; where facing is an offer, whether one
    /// was made.
    pub(super) facing: bool,
    /// Plies since the last capture, as the FEN counts them.
    pub(super) quiet: u32,
    /// Plies back to which the history is known and contains no null move: the window for repetitions.
    pub(super) known: u32,
    /// Move number of the FEN.
    pub(super) move_number: u32,
    /// The move that led here, if one did.
    pub(super) last: Option<Move>,
    /// Whether that move was a capture.
    pub(super) captured: bool,
    /// How that move ended the game for good, other than by mate.
    pub(super) termination: Option<Termination>,
}

impl Position {
    /// Sets up a board with exactly one general on each side.
    pub(super) fn new(
        rules: &'static RuleSet,
        turn: Side,
        pieces: impl IntoIterator<Item = (Side, Kind, Point)>,
    ) -> Position {
        let a1 = Point::from_index(0);
        let mut position = Position {
            sides: [PointSet::EMPTY; 2],
            kinds: [PointSet::EMPTY; Kind::COUNT],
            occupied: Occupancy::default(),
            cells: [None; POINTS],
            generals: [a1; 2],
            points: [0; 2],
            turn,
            rules,
            key: if turn == Side::Lower { zobrist::lower_to_move() } else { 0 },
            threats: Threats::default(),
            facing: false,
            quiet: 0,
            known: 0,
            move_number: 1,
            last: None,
            captured: false,
            termination: None,
        };
        for (side, kind, point) in pieces {
            position.occupied.toggle(point);
            position.toggle(side, kind, point);
            position.cells[point.index()] = Some(kind);
            position.points[side.index()] += kind.points();
            if kind == Kind::General {
                position.generals[side.index()] = point;
            }
        }
        position.update_derived();
        if position.lacks_material() {
            position.termination = Some(Termination::Material);
        }
        position
    }

    /// Pieces of a side.
    #[inline]
    pub fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// Pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> PointSet {
        self.kinds[kind as usize]
    }

    /// Pieces of a side and kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> PointSet {
        self.side(side) & self.kind(kind)
    }

    /// Which points are occupied.
    #[inline]
    pub fn occupied(&self) -> &Occupancy {
        &self.occupied
    }

    /// The kind of piece on `point`.
    #[inline]
    pub fn kind_at(&self, point: Point) -> Option<Kind> {
        self.cells[point.index()]
    }

    /// Whose piece stands on `point`.
    #[inline]
    pub fn side_at(&self, point: Point) -> Option<Side> {
        [Side::Upper, Side::Lower].into_iter().find(|&side| self.side(side).contains(point))
    }

    /// The general's point.
    #[inline]
    pub fn general(&self, side: Side) -> Point {
        self.generals[side.index()]
    }

    /// The rule set.
    #[inline]
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// Whether the side to move must break a bikjang or end the game by passing.
    #[inline]
    pub fn bikjang(&self) -> bool {
        self.facing && self.rules.facing == Facing::Bikjang
    }

    /// Whether the last move was one of a general, by which facing becomes an offer.
    #[inline]
    fn offered(&self) -> bool {
        self.last.is_some_and(|mv| !mv.is_pass() && mv.to() == self.general(self.turn.other()))
    }

    /// Whether the generals stand on one file with nothing between.
    #[inline]
    pub fn generals_face(&self) -> bool {
        let [upper, lower] = self.generals;
        upper.file() == lower.file() && !tables::between(upper, lower).meets(self.occupied.all())
    }

    /// The points on the board of one side, without compensation.
    #[inline]
    pub fn points(&self, side: Side) -> i32 {
        self.points[side.index()]
    }

    /// Whether the last move was a pass.
    #[inline]
    pub(super) fn passed(&self) -> bool {
        self.last.is_some_and(Move::is_pass)
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: Kind, point: Point) {
        self.sides[side.index()] ^= PointSet::of(point);
        self.kinds[kind as usize] ^= PointSet::of(point);
        self.key ^= zobrist::piece(side, kind, point);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn advance(&mut self, mv: Move) {
        let (was_facing, had_passed) = (self.facing, self.passed());
        self.captured = false;
        self.quiet = self.quiet.saturating_add(1);
        self.known = self.known.saturating_add(1);
        if !mv.is_pass() {
            self.relocate(mv);
        }
        self.last = Some(mv);
        self.give_turn();
        self.update_derived();
        if self.rules.facing == Facing::Offer && was_facing && self.generals_face() {
            self.termination = Some(Termination::Bikjang);
        } else if mv.is_pass() {
            self.termination = match self.rules.facing {
                Facing::Bikjang if was_facing => Some(Termination::Bikjang),
                _ if had_passed => Some(Termination::Passes),
                _ => None,
            };
        } else if self.captured && self.lacks_material() {
            self.termination = Some(Termination::Material);
        }
    }

    /// Whether the game is drawn because only generals and guards are left.
    #[inline]
    fn lacks_material(&self) -> bool {
        let idle = self.kind(Kind::General) | self.kind(Kind::Guard);
        self.rules.bare_generals == BareGenerals::Draw && self.occupied.all().without(idle).is_empty()
    }

    #[inline]
    fn relocate(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.cells[from.index()].take() else { return };
        match self.cells[to.index()].replace(kind) {
            Some(taken) => {
                let them = self.turn.other();
                self.toggle(them, taken, to);
                self.points[them.index()] -= taken.points();
                self.captured = true;
                self.quiet = 0;
            }
            None => self.occupied.toggle(to),
        }
        self.occupied.toggle(from);
        self.toggle(self.turn, kind, from);
        self.toggle(self.turn, kind, to);
        if kind == Kind::General {
            self.generals[self.turn.index()] = to;
        }
    }

    #[inline]
    fn give_turn(&mut self) {
        self.move_number = self.move_number.saturating_add((self.turn == Side::Lower) as u32);
        self.turn = self.turn.other();
        self.key ^= zobrist::lower_to_move();
    }

    /// Skips the turn, for null-move pruning: not a pass, and repetitions are not looked for across it.
    pub(super) fn after_null_move(&self) -> Position {
        let mut position = *self;
        position.last = None;
        position.captured = false;
        position.quiet = position.quiet.saturating_add(1);
        position.known = 0;
        position.give_turn();
        position.update_derived();
        position
    }

    /// Computes what depends on board and turn.
    #[inline]
    fn update_derived(&mut self) {
        self.facing = match self.rules.facing {
            Facing::Ignored => false,
            Facing::Offer => self.offered() && self.generals_face(),
            Facing::Bikjang | Facing::Forbidden => self.generals_face(),
        };
        self.threats = Threats::against(self, self.turn);
    }
}
