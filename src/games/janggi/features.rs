//! What a network is fed with: the pieces, and what decides a game without mate.
//!
//! | inputs | |
//! |---|---|
//! | 2 × 7 × 90 | a piece of mine, or of the opponent, of a kind on a point; the lower-case side turns the board around |
//! | 40 | where points decide: how far I am ahead, from −20 to 19 points and a half, Han's 1.5 included |
//! | 8 | where points decide: whether I am behind or ahead, and in which quarter of the plies that a game may last without a capture |
//! | 6 | the rule set: whether points decide, and what facing generals mean |

use super::board::{Kind, Position};
use super::point::{FILES, POINTS, PointSet};
use super::ruleset::{Facing, Tally};
use crate::game::Side;
use crate::network::{Changes, FeatureSet, Neurons};

const PIECES: usize = 2 * Kind::COUNT * POINTS;
/// Leads from `-LARGEST_LEAD` to `LARGEST_LEAD - 1`, each with half a point more.
const LARGEST_LEAD: i32 = 20;
const LEADS: usize = 2 * LARGEST_LEAD as usize;
const QUARTERS: usize = 4;
const FIRST_LEAD: usize = PIECES;
const FIRST_QUARTER: usize = FIRST_LEAD + LEADS;
const FIRST_RULE: usize = FIRST_QUARTER + 2 * QUARTERS;
const INPUTS: usize = FIRST_RULE + 6;
/// Besides the pieces: lead, quarter and rule set.
const CIRCUMSTANCES: usize = 3;
const NOTHING: u16 = u16::MAX;

/// The inputs of the other view.
static TURNED: [u16; INPUTS] = {
    let mut table = [0; INPUTS];
    let mut input = 0;
    while input < INPUTS {
        table[input] = match input {
            // Mine becomes the opponent's, and the board is turned by half a turn.
            0..PIECES => {
                let (piece, point) = (input / POINTS, input % POINTS);
                (piece + Kind::COUNT) % (2 * Kind::COUNT) * POINTS + (POINTS - 1 - point)
            }
            FIRST_LEAD..FIRST_QUARTER => FIRST_LEAD + LEADS - 1 - (input - FIRST_LEAD),
            FIRST_QUARTER..FIRST_RULE => FIRST_QUARTER + (input - FIRST_QUARTER + QUARTERS) % (2 * QUARTERS),
            _ => input,
        } as u16;
        input += 1;
    }
    table
};

/// What inputs depend on.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    sides: [PointSet; 2],
    kinds: [PointSet; Kind::COUNT],
    cells: [Option<Kind>; POINTS],
    circumstances: [u16; CIRCUMSTANCES],
}

impl Default for Placement {
    fn default() -> Placement {
        Placement {
            sides: [PointSet::EMPTY; 2],
            kinds: [PointSet::EMPTY; Kind::COUNT],
            cells: [None; POINTS],
            circumstances: [NOTHING; CIRCUMSTANCES],
        }
    }
}

impl Placement {
    /// Points on which something else stands.
    #[inline]
    fn changed(&self, position: &Position) -> PointSet {
        let mut changed = PointSet::EMPTY;
        for (old, new) in self.sides.iter().zip(&position.sides).chain(self.kinds.iter().zip(&position.kinds)) {
            changed |= *old ^ *new;
        }
        changed
    }
}

/// As the upper-case side sees it.
#[inline]
fn piece(side: Side, kind: Kind, point: usize) -> u16 {
    ((side.index() * Kind::COUNT + kind as usize) * POINTS + point) as u16
}

/// Lead, quarter and rule set, as the upper-case side sees them.
#[inline]
fn circumstances(position: &Position) -> [u16; CIRCUMSTANCES] {
    let rules = position.rules();
    let facing = match rules.facing {
        // No network knows offers; in both the generals can draw the game by facing.
        Facing::Bikjang | Facing::Offer => 0,
        Facing::Ignored => 1,
        Facing::Forbidden => 2,
    };
    if rules.tally == Tally::Draw {
        return [NOTHING, NOTHING, (FIRST_RULE + 3 + facing) as u16];
    }
    // Rounded down: Han's 1.5 leave half a point whoever is ahead.
    let compensation = if rules.cho == Side::Upper { -2 } else { 1 };
    let lead = position.points(Side::Upper) - position.points(Side::Lower) + compensation;
    let step = (lead.clamp(-LARGEST_LEAD, LARGEST_LEAD - 1) + LARGEST_LEAD) as usize;
    let quarter = rules
        .quiet_plies
        .map_or(0, |limit| (QUARTERS as u32 * position.quiet / limit).min(QUARTERS as u32 - 1) as usize);
    let ahead = if lead >= 0 { QUARTERS } else { 0 };
    [FIRST_LEAD + step, FIRST_QUARTER + ahead + quarter, FIRST_RULE + facing].map(|input| input as u16)
}

impl FeatureSet for Position {
    const DESCRIPTION: &'static str = "janggi 1: 2x7x90 pieces, 40 leads, 2x4 quarters, 2x3 rules";
    const INPUTS: usize = INPUTS;
    const MOST_ACTIVE: usize = 32 + CIRCUMSTANCES;
    const HEADS: usize = 1;
    const GROUPS: usize = 2 * Kind::COUNT;
    const SPREAD: f32 = 150.0;
    const HAS_MIRROR_IMAGE: bool = true;
    type Layer = Neurons<256>;
    type Board = Placement;

    #[inline]
    fn distance(&self, from: &Placement) -> usize {
        from.changed(self).count()
    }

    #[inline]
    fn update(&self, from: &mut Placement, changes: &mut Changes) {
        for point in from.changed(self) {
            for side in [Side::Upper, Side::Lower] {
                if from.sides[side.index()].contains(point)
                    && let Some(kind) = from.cells[point.index()]
                {
                    changes.removed.push(piece(side, kind, point.index()));
                }
                if self.side(side).contains(point)
                    && let Some(kind) = self.kind_at(point)
                {
                    changes.added.push(piece(side, kind, point.index()));
                }
            }
        }
        let circumstances = circumstances(self);
        for (&old, &new) in from.circumstances.iter().zip(&circumstances).filter(|(old, new)| old != new) {
            changes.removed.extend((old != NOTHING).then_some(old));
            changes.added.extend((new != NOTHING).then_some(new));
        }
        *from = Placement { sides: self.sides, kinds: self.kinds, cells: self.cells, circumstances };
    }

    /// Eight heads by the number of pieces learned the same two million positions less well: validation .01043 against .01015, Elo at
    /// equal nodes -53 ± 48 against +42 ± 47.
    #[inline]
    fn head(&self) -> usize {
        0
    }

    #[inline]
    fn turned(input: usize) -> usize {
        usize::from(TURNED[input])
    }

    fn mirrored(input: usize) -> usize {
        if input >= PIECES {
            return input;
        }
        let file = input % POINTS % FILES;
        input - file + (FILES - 1 - file)
    }

    fn group(input: usize) -> Option<usize> {
        (input < PIECES).then_some(input / POINTS)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::ruleset::RULE_SETS;
    use super::*;
    use crate::games::test_games;

    const MIDDLEGAME: &str = "1nb1aab1r/9/1c3kn1c/rBpp4p/6p2/2P6/P2P2P1P/1C3K1C1/4R4/R1NA1ANB1 w - - 7 1";

    fn samples() -> Vec<Position> {
        let starts = RULE_SETS.into_iter().cycle().take(20);
        test_games::random_games(starts.map(|rules| fen::read(rules, MIDDLEGAME).expect("a good FEN")), 150)
    }

    #[test]
    fn turning_twice_and_mirroring_twice_change_nothing() {
        for input in 0..INPUTS {
            assert_eq!(Position::turned(Position::turned(input)), input);
            assert_eq!(Position::mirrored(Position::mirrored(input)), input);
            let both = Position::turned(Position::mirrored(input));
            assert_eq!(both, Position::mirrored(Position::turned(input)));
            let group = Position::group(input).map(|group| (group + Kind::COUNT) % (2 * Kind::COUNT));
            assert_eq!(Position::group(Position::turned(input)), group);
        }
    }

    #[test]
    fn a_board_with_its_sides_exchanged_looks_the_same_from_the_other_side() {
        for position in samples().into_iter().filter(|position| position.rules().cho == Side::Upper) {
            let fen = fen::write(&position);
            let turned = super::super::eval::tests::turned(&position);
            for (view, other) in [(Side::Upper, Side::Lower), (Side::Lower, Side::Upper)] {
                let [mut one, mut two] = [position.inputs(view), turned.inputs(other)];
                one.sort_unstable();
                // Ranks are exchanged, files are not.
                two.iter_mut().for_each(|input| *input = Position::mirrored(usize::from(*input)) as u16);
                two.sort_unstable();
                assert_eq!(one, two, "{fen}");
            }
        }
    }

    #[test]
    fn inputs_found_by_comparing_boards_are_those_of_the_position() {
        let mut samples = samples();
        fastrand::Rng::with_seed(9).shuffle(&mut samples);
        let (mut board, mut kept, mut changes) = (Placement::default(), Vec::<u16>::new(), Changes::default());
        for position in &samples {
            changes.clear();
            position.update(&mut board, &mut changes);
            kept.retain(|input| !changes.removed.contains(input));
            kept.extend(&changes.added);
            kept.sort_unstable();
            let mut fresh = position.inputs(Side::Upper);
            fresh.sort_unstable();
            assert_eq!(kept, fresh, "{}", fen::write(position));
            assert!(kept.len() <= Position::MOST_ACTIVE && position.head() < Position::HEADS);
        }
    }
}
