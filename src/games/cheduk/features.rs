//! What a network is fed with: the pieces, and all that decides the race for information.
//!
//! | inputs | |
//! |---|---|
//! | 2 × 6 × 132 | a piece of mine, or of the opponent, of a kind on a tile; the lower-case side turns the board around |
//! | 2 × 132 | the tile of an attached guard |
//! | 2 × 132 | the tile of an informed spy |
//! | 2 × 132 | a gathered tile of my territory, or of the opponent's |
//! | 2 × 5 × 2 × 25 | a piece of a kind within two steps of its own chief, or of the enemy's, along both axes |
//! | 2 × 2 × 4 | a diplomat or an envoy on a line with the enemy chief, by the number of pieces between |
//! | 2 × 18 | the embassy |
//! | 2 × 6 × 3 | a piece of a kind in its own territory, in the enemy's, or on neutral ground, once for each piece |
//! | 2 × 9 | a spy by its steps to enemy territory, once for each spy |
//! | 2 × 6 | the kind of the piece that the guard is attached to |
//! | 2 × 6 | how many spies stand where they may gather |
//! | 2 × 5 | how much information there is |
//! | 2 × 6 | how many spies are in reserve |
//! | 2 × 3 | the ambassador is in reserve; castling is used up; the embassy is occupied |
//!
//! Nineteen games of twenty end with the capture of a chief, so the surroundings of the chiefs have inputs of their own. The board has
//! no mirror image: rows and one diagonal bound the territories, and spies go to four of six sides. Quiet plies are
//! no inputs: they take their share of the value afterwards, as in the hand-written evaluation.

use super::board::{KINDS, Kind, Position, SLOTS};
use super::eval::DAMPING_PLIES;
use super::hex::{TILES, Tile, TileSet};
use super::ruleset::Guarding;
use super::setup::{AMBASSADOR_TILES, SPIES};
use super::territory::Ground;
use crate::game::Side;
use crate::network::{Changes, FeatureSet, Neurons};

const SIDES: [Side; 2] = [Side::Upper, Side::Lower];
/// Own, enemy and neutral.
const ZONES: usize = 3;
/// Steps to enemy territory from 0 on; more than the last count as the last.
const STEPS: usize = 9;
/// None to four; five have won.
const INFORMATION: usize = 5;
/// A piece is near a chief if it is within so many steps along both axes.
const NEAR_STEPS: i32 = 2;
/// Places of a piece as seen from a chief that it is near.
const OFFSETS: usize = ((2 * NEAR_STEPS + 1) * (2 * NEAR_STEPS + 1)) as usize;
/// Pieces on a line between a piece and the chief: more than the last count as the last.
const BETWEEN: usize = 4;
const NOTHING: u16 = u16::MAX;

/// Inputs about one subject: so many for each side, the upper-case side's first.
#[derive(Clone, Copy)]
struct Inputs {
    first: usize,
    per_side: usize,
    /// Half a turn of the board reverses runs of so many numbers: tiles, for example. 1 if they do not turn.
    turning: usize,
}

impl Inputs {
    const fn turning(self, turning: usize) -> Inputs {
        Inputs { turning, ..self }
    }

    const fn behind(self, per_side: usize) -> Inputs {
        Inputs { first: self.end(), per_side, turning: 1 }
    }

    const fn end(self) -> usize {
        self.first + 2 * self.per_side
    }

    /// As the upper-case side sees it.
    #[inline]
    const fn of(self, side: Side, number: usize) -> u16 {
        (self.first + side.index() * self.per_side + number) as u16
    }

    /// If it is so.
    #[inline]
    const fn given(self, side: Side, holds: bool) -> u16 {
        if holds { self.of(side, 0) } else { NOTHING }
    }
}

const PIECES: Inputs = Inputs { first: 0, per_side: Kind::COUNT * TILES, turning: TILES };
const ATTACHED: Inputs = PIECES.behind(TILES).turning(TILES);
const INFORMED: Inputs = ATTACHED.behind(TILES).turning(TILES);
const GATHERED: Inputs = INFORMED.behind(TILES).turning(TILES);
const NEAR: Inputs = GATHERED.behind((Kind::COUNT - 1) * 2 * OFFSETS).turning(OFFSETS);
const LINE: Inputs = NEAR.behind(2 * BETWEEN);
const EMBASSY: Inputs = LINE.behind(AMBASSADOR_TILES[0].len());
const ZONE: Inputs = EMBASSY.behind(Kind::COUNT * ZONES);
const STEP: Inputs = ZONE.behind(STEPS);
const HOST: Inputs = STEP.behind(Kind::COUNT);
const GATHERING: Inputs = HOST.behind(SPIES + 1);
const KNOWN: Inputs = GATHERING.behind(INFORMATION);
const RESERVE: Inputs = KNOWN.behind(SPIES + 1);
const RECALLED: Inputs = RESERVE.behind(1);
const CASTLED: Inputs = RECALLED.behind(1);
const OCCUPIED: Inputs = CASTLED.behind(1);
const ALL: [Inputs; 16] = [
    PIECES, ATTACHED, INFORMED, GATHERED, NEAR, LINE, EMBASSY, ZONE, STEP, HOST, GATHERING, KNOWN, RESERVE, RECALLED,
    CASTLED, OCCUPIED,
];
const INPUTS: usize = OCCUPIED.end();
/// Of each side, at most one input each: attached guard, its host, embassy, spies that may gather, information, reserve, ambassador in
/// reserve, castling, occupation, lines of diplomat and envoys.
const CIRCUMSTANCES: usize = 12;
/// Pieces of each side with their zones and what they are near, spies with their steps and information, gathered tiles, circumstances.
const MOST_ACTIVE: usize = 2 * (4 * SLOTS + 2 * SPIES + INFORMATION + CIRCUMSTANCES);

/// The inputs of the other view.
static TURNED: [u16; INPUTS] = {
    let mut table = [0; INPUTS];
    let mut subject = 0;
    while subject < ALL.len() {
        let Inputs { first, per_side, turning } = ALL[subject];
        let mut number = 0;
        while number < 2 * per_side {
            // Mine becomes the opponent's, and the board is turned by half a turn.
            let exchanged = (number + per_side) % (2 * per_side);
            let tile = exchanged % turning;
            table[first + number] = (first + exchanged - tile + turning - 1 - tile) as u16;
            number += 1;
        }
        subject += 1;
    }
    table
};

/// What inputs depend on.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// None if there is nothing on the board.
    ground: Option<&'static Ground>,
    roster: [[Option<Tile>; SLOTS]; 2],
    informed: [u8; 2],
    gathered: TileSet,
    circumstances: [[u16; CIRCUMSTANCES]; 2],
}

impl Default for Placement {
    fn default() -> Placement {
        Placement {
            ground: None,
            roster: [[None; SLOTS]; 2],
            informed: [0; 2],
            gathered: TileSet::EMPTY,
            circumstances: [[NOTHING; CIRCUMSTANCES]; 2],
        }
    }
}

/// What the inputs of a piece depend on besides its tile.
#[derive(Clone, Copy)]
struct Surroundings {
    ground: &'static Ground,
    chiefs: [Option<Tile>; 2],
}

impl Surroundings {
    #[inline]
    fn of(ground: &'static Ground, roster: &[[Option<Tile>; SLOTS]; 2]) -> Surroundings {
        Surroundings { ground, chiefs: [roster[0][0], roster[1][0]] }
    }

    #[inline]
    fn equal(self, other: Surroundings) -> bool {
        std::ptr::eq(self.ground, other.ground) && self.chiefs == other.chiefs
    }

    /// The place of a tile as seen from a side's chief, if it is near.
    #[inline]
    fn offset(self, side: Side, tile: Tile) -> Option<usize> {
        let chief = self.chiefs[side.index()]?;
        let (x, row) = (tile.x() - chief.x() + NEAR_STEPS, tile.row() - chief.row() + NEAR_STEPS);
        let near = 0..=2 * NEAR_STEPS;
        (near.contains(&x) && near.contains(&row)).then_some((x * (2 * NEAR_STEPS + 1) + row) as usize)
    }

    /// What a piece on a tile sets: the tile, its zone, where it is near its own and the enemy chief, for spies the steps to enemy
    /// territory, and that it is informed.
    #[inline]
    fn piece_inputs(self, side: Side, slot: usize, tile: Option<Tile>, informed: u8) -> [u16; 6] {
        let mut inputs = [NOTHING; 6];
        let Some(tile) = tile else { return inputs };
        let (ground, kind) = (self.ground, KINDS[slot]);
        let zone = if ground.territory(side).contains(tile) {
            0
        } else if ground.territory(side.other()).contains(tile) {
            1
        } else {
            2
        };
        inputs[0] = PIECES.of(side, kind as usize * TILES + tile.index());
        inputs[1] = ZONE.of(side, kind as usize * ZONES + zone);
        if kind != Kind::Chief {
            for (number, chief) in [side, side.other()].into_iter().enumerate() {
                if let Some(offset) = self.offset(chief, tile) {
                    inputs[2 + number] = NEAR.of(side, ((kind as usize - 1) * 2 + number) * OFFSETS + offset);
                }
            }
        }
        if kind == Kind::Spy {
            let steps = usize::from(ground.steps_to_enemy(side, tile)).min(STEPS - 1);
            inputs[4] = STEP.of(side, steps);
            if informed & Position::informed_bit(slot) != 0 {
                inputs[5] = INFORMED.of(side, tile.index());
            }
        }
        inputs
    }
}

/// A diplomat (0) or an envoy (1) on a line with the enemy chief.
#[inline]
fn line(position: &Position, side: Side, kind: usize, from: Option<Tile>) -> u16 {
    let between = from.zip(position.chief(side.other())).and_then(|(from, chief)| from.between(chief));
    between.map_or(NOTHING, |tiles| {
        let pieces = (tiles & position.occupied()).count().min(BETWEEN - 1);
        LINE.of(side, kind * BETWEEN + pieces)
    })
}

#[inline]
fn circumstances(position: &Position, side: Side) -> [u16; CIRCUMSTANCES] {
    let shared = position.shared_tile(side);
    let host = shared.and_then(|tile| position.kind_at(side, tile));
    let embassy = position.ground().embassy(side);
    let place = embassy.and_then(|tile| AMBASSADOR_TILES[side.index()].iter().position(|&known| known == tile));
    let gatherable = position.gatherable(side);
    let gathering = position.spies(side).filter(|&spy| gatherable.contains(spy)).count();
    let information = usize::from(position.information(side)).min(INFORMATION - 1);
    let mut envoys = position.envoys(side);
    [
        shared.map_or(NOTHING, |tile| ATTACHED.of(side, tile.index())),
        host.map_or(NOTHING, |kind| HOST.of(side, kind as usize)),
        place.map_or(NOTHING, |place| EMBASSY.of(side, place)),
        GATHERING.of(side, gathering),
        KNOWN.of(side, information),
        RESERVE.of(side, position.spies_in_reserve(side)),
        RECALLED.given(side, position.ambassador(side).is_none()),
        CASTLED.given(side, position.has_castled(side)),
        OCCUPIED.given(side, position.is_embassy_occupied(side)),
        line(position, side, 0, position.diplomat(side)),
        line(position, side, 1, envoys.next()),
        line(position, side, 1, envoys.next()),
    ]
}

#[inline]
fn exchange(old: &[u16], new: &[u16], changes: &mut Changes) {
    for (&old, &new) in old.iter().zip(new).filter(|(old, new)| old != new) {
        changes.removed.extend((old != NOTHING).then_some(old));
        changes.added.extend((new != NOTHING).then_some(new));
    }
}

/// Whose territory a gathered tile belongs to.
#[inline]
fn gathered_input(ground: Option<&Ground>, tile: Tile) -> Option<u16> {
    let belongs = |side: &Side| ground.is_some_and(|ground| ground.territory(*side).contains(tile));
    SIDES.into_iter().find(belongs).map(|side| GATHERED.of(side, tile.index()))
}

impl Placement {
    #[inline]
    fn is_on(&self, ground: &'static Ground) -> bool {
        self.ground.is_some_and(|kept| std::ptr::eq(kept, ground))
    }
}

impl FeatureSet for Position {
    const DESCRIPTION: &'static str = "cheduk 1: 2x6x132 pieces, 2x3x132 attached, informed, gathered, 2x18 embassies, \
         2x5x2x25 near chiefs, 2x2x4 lines, 2x6x3 zones, 2x9 steps, 2x6 hosts, 2x6 gathering, 2x5 information, 2x6 reserve, 2x3 flags";
    const INPUTS: usize = INPUTS;
    const MOST_ACTIVE: usize = MOST_ACTIVE;
    const HEADS: usize = 1;
    const GROUPS: usize = GATHERED.end() / TILES + 2 * NEAR.per_side / OFFSETS;
    const SPREAD: f32 = 200.0;
    const HAS_MIRROR_IMAGE: bool = false;
    type Layer = Neurons<128>;
    type Board = Placement;

    fn is_for_network(&self) -> bool {
        // Nets learn from games in which guards attach, and no input tells of others.
        self.rules().guarding == Guarding::Attached && !self.is_set_up_phase()
    }

    #[inline]
    fn scale(&self) -> [i32; 2] {
        let most = 2 * DAMPING_PLIES as i32;
        [most - self.quiet_plies().min(DAMPING_PLIES) as i32, most]
    }

    #[inline]
    fn distance(&self, from: &Placement) -> usize {
        if !from.is_on(self.ground()) {
            return usize::MAX;
        }
        let slots = from.roster.as_flattened().iter().zip(self.roster().as_flattened());
        let pieces = slots.filter(|(old, new)| old != new).count();
        let informed = (0..2).map(|side| (from.informed[side] ^ self.informed_bits()[side]).count_ones() as usize);
        pieces + informed.sum::<usize>() + (from.gathered ^ self.gathered()).count()
    }

    #[inline]
    fn update(&self, from: &mut Placement, changes: &mut Changes) {
        let new = Surroundings::of(self.ground(), self.roster());
        let old = from.ground.map(|ground| Surroundings::of(ground, &from.roster));
        let same_surroundings = old.is_some_and(|old| old.equal(new));
        let same_ground = from.is_on(self.ground());
        for side in SIDES {
            let number = side.index();
            let (roster, informed) = (&self.roster()[number], self.informed_bits()[number]);
            for (slot, &tile) in roster.iter().enumerate() {
                let same_bit = (from.informed[number] ^ informed) & Position::informed_bit(slot) == 0;
                if from.roster[number][slot] == tile && same_bit && same_surroundings {
                    continue;
                }
                let before = old.map_or([NOTHING; 6], |old| {
                    old.piece_inputs(side, slot, from.roster[number][slot], from.informed[number])
                });
                exchange(&before, &new.piece_inputs(side, slot, tile, informed), changes);
            }
            let circumstances = circumstances(self, side);
            exchange(&from.circumstances[number], &circumstances, changes);
            from.circumstances[number] = circumstances;
        }
        let gathered = self.gathered();
        let kept = if same_ground { from.gathered & gathered } else { TileSet::EMPTY };
        changes.removed.extend(from.gathered.without(kept).filter_map(|tile| gathered_input(from.ground, tile)));
        changes.added.extend(gathered.without(kept).filter_map(|tile| gathered_input(Some(self.ground()), tile)));
        (from.ground, from.roster, from.informed, from.gathered) =
            (Some(self.ground()), *self.roster(), self.informed_bits(), gathered);
    }

    #[inline]
    fn head(&self) -> usize {
        0
    }

    #[inline]
    fn turned(input: usize) -> usize {
        usize::from(TURNED[input])
    }

    /// The kinds of both sides, attached guards, informed spies and gathered tiles; then the kinds near each chief.
    fn group(input: usize) -> Option<usize> {
        if input < GATHERED.end() {
            Some(input / TILES)
        } else if input < NEAR.end() {
            Some(GATHERED.end() / TILES + (input - NEAR.first) / OFFSETS)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::eval::tests::{samples, turned};
    use super::super::fen;
    use super::super::ruleset::CHEDUK;
    use super::*;

    fn sorted(mut inputs: Vec<u16>) -> Vec<u16> {
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn turning_twice_changes_nothing_and_stays_within_the_subject() {
        for (input, subject) in (0..INPUTS).map(|input| (input, ALL.iter().position(|all| input < all.end()))) {
            let turned = Position::turned(input);
            assert_eq!(Position::turned(turned), input);
            assert_eq!(ALL.iter().position(|all| turned < all.end()), subject);
            assert_eq!(Position::group(input).is_some(), Position::group(turned).is_some());
            assert!(Position::group(input).is_none_or(|group| group < Position::GROUPS));
        }
    }

    #[test]
    fn a_board_with_its_sides_exchanged_looks_the_same_from_the_other_side() {
        for position in samples() {
            let other = turned(&position);
            for view in SIDES {
                let inputs = sorted(position.inputs(view));
                assert_eq!(inputs, sorted(other.inputs(view.other())), "{}", fen::write(&position));
            }
            assert_eq!(position.scale(), other.scale());
        }
    }

    #[test]
    fn inputs_found_by_comparing_boards_are_those_of_the_position() {
        let mut samples = samples();
        // Some neighbours, some from other games with other embassies.
        fastrand::Rng::with_seed(9).shuffle(&mut samples[500..]);
        let (mut board, mut kept, mut changes) = (Placement::default(), Vec::<u16>::new(), Changes::default());
        for position in &samples {
            changes.clear();
            position.update(&mut board, &mut changes);
            for removed in &changes.removed {
                let at = kept.iter().position(|input| input == removed).expect("only what is set is removed");
                kept.swap_remove(at);
            }
            kept.extend(&changes.added);
            assert_eq!(sorted(kept.clone()), sorted(position.inputs(Side::Upper)), "{}", fen::write(position));
            assert!(kept.len() <= MOST_ACTIVE, "{}", kept.len());
            assert_eq!(position.distance(&board), 0);
        }
    }

    #[test]
    fn a_position_sets_what_it_should() {
        let fen = "c10/11/11/2S~8/11/2aS7/11/11/9+S1/10D/10e/10C[ASSsssss] b C h7!/c7 a8,c9,h7,j7 30 20";
        let position = fen::read(&CHEDUK, Side::Upper, fen).expect("a good FEN");
        let inputs = position.inputs(Side::Upper);
        let tile = |name: &str| Tile::named(name).index();
        for expected in [
            PIECES.of(Side::Upper, Kind::Spy as usize * TILES + tile("c9")),
            PIECES.of(Side::Lower, Kind::Chief as usize * TILES + tile("a12")),
            ATTACHED.of(Side::Upper, tile("j4")),
            INFORMED.of(Side::Upper, tile("c9")),
            GATHERED.of(Side::Lower, tile("a8")),
            GATHERED.of(Side::Upper, tile("j7")),
            // Two rows and one row above the chief.
            NEAR.of(Side::Upper, (Kind::Diplomat as usize - 1) * 2 * OFFSETS + 3 * 5),
            NEAR.of(Side::Lower, ((Kind::Envoy as usize - 1) * 2 + 1) * OFFSETS + 2 * 5 + 1),
            LINE.of(Side::Lower, BETWEEN),
            EMBASSY.of(Side::Lower, 10),
            ZONE.of(Side::Upper, Kind::Spy as usize * ZONES + 1),
            ZONE.of(Side::Upper, Kind::Spy as usize * ZONES + 2),
            STEP.of(Side::Upper, 0),
            STEP.of(Side::Upper, 1),
            HOST.of(Side::Upper, Kind::Spy as usize),
            GATHERING.of(Side::Upper, 0),
            KNOWN.of(Side::Upper, 2),
            KNOWN.of(Side::Lower, 2),
            RESERVE.of(Side::Upper, 2),
            RESERVE.of(Side::Lower, 5),
            RECALLED.of(Side::Upper, 0),
            CASTLED.of(Side::Lower, 0),
            OCCUPIED.of(Side::Upper, 0),
        ] {
            assert!(inputs.contains(&expected), "{expected} is not in {inputs:?}");
        }
        for not_set in [RECALLED.of(Side::Lower, 0), CASTLED.of(Side::Upper, 0), OCCUPIED.of(Side::Lower, 0)] {
            assert!(!inputs.contains(&not_set), "{not_set} is in {inputs:?}");
        }
        assert_eq!(position.scale(), [90, 120]);
    }
}
