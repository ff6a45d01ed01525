//! The hunt for a mate, with proof numbers: the tree grows where the fewest further answers must be refuted to prove the mate,
//! or the fewest further attempts to disprove it. The attacker gives check or, in a wide hunt, may also make a quiet move
//! that threatens mate by checks. What is proven is sure, and often much deeper than an iteration could see by then; all
//! other mates are left to the ordinary search.
//!
//! Here is the tree; [`expansion`] says which moves grow on it.

mod expansion;

use std::ops::Range;

use super::worker::Worker;
use crate::game::{Evaluator, Game, Side};

/// No tree grows larger: some megabytes.
const MOST_KNOTS: usize = 100_000;
/// Mates that take more plies are not looked for.
const LONGEST: usize = 60;
/// Quiet moves in one line of a wide hunt, those out of check not counted.
const MOST_THREATS: usize = 3;
/// Of a proof number: it cannot be.
const NEVER: u32 = u32::MAX;

/// What comes next in a position of the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The attacker gives check, or resorts to threats.
    Check,
    /// The attacker threatens to mate with its next move, having found no check, or resorts to distant threats.
    Threat,
    /// The attacker threatens to mate by some checks.
    DistantThreat,
    /// The defender does what it can.
    Answer,
}

/// A position in the tree, as reached by its move.
struct Knot<M> {
    /// From the parent to here; none at the root, and where the attacker only resorts to threats.
    mv: Option<M>,
    parent: usize,
    next: Next,
    /// Where the moves from here are in the tree; nowhere until they are looked at.
    children: Range<usize>,
    /// Positions that must at least be won to prove the mate, or lost to disprove it.
    proof: u32,
    disproof: u32,
    /// What the attacker has done, or threatens to do, about another answer, which often does for this one too; the `u32` form
    /// of a move, 0 if nothing is known.
    retort: u32,
}

/// A place in the tree where nothing grows yet.
struct Leaf<G> {
    /// Its index in the tree.
    at: usize,
    position: G,
    /// From the root.
    ply: usize,
    /// Quiet moves on the way, those out of check not counted.
    threats: usize,
}

/// The tree of attacks and answers.
pub(super) struct Hunt<G: Game> {
    attacker: Side,
    longest: usize,
    threats: usize,
    tree: Vec<Knot<G::Move>>,
    moves: Vec<G::Move>,
    /// For the question whether a move threatens mate; none before it is asked.
    inquiry: Option<Box<Hunt<G>>>,
}

impl<G: Game> Hunt<G> {
    /// For the side to move, with a mate that takes at most that many plies; threats only in a wide hunt.
    pub fn new(position: &G, longest: Option<usize>, wide: bool) -> Hunt<G> {
        let mut hunt = Hunt {
            attacker: position.side_to_move(),
            longest: longest.unwrap_or(LONGEST).min(LONGEST),
            threats: if wide { MOST_THREATS } else { 0 },
            tree: Vec::new(),
            moves: Vec::new(),
            inquiry: None,
        };
        hunt.begin();
        hunt
    }

    /// Plants a new tree.
    fn begin(&mut self) {
        self.tree.clear();
        self.add(0, None, Next::Check, 1, 1);
    }

    /// Whether it has come to an end, one way or the other.
    pub fn is_over(&self) -> bool {
        let root = &self.tree[0];
        root.proof == 0 || root.disproof == 0 || self.tree.len() >= MOST_KNOTS
    }

    /// Goes on for about that many positions, with these moves at the root if not with all. Returns the line of the mate when
    /// it is found.
    pub fn pursue<E: Evaluator<G>>(
        &mut self,
        root: &G,
        first_moves: Option<&[G::Move]>,
        worker: &mut Worker<G, E>,
        budget: u64,
    ) -> Option<Vec<G::Move>> {
        let end = worker.nodes() + budget;
        let known = worker.past.len();
        while !self.is_over() && !worker.stopped && worker.nodes() < end {
            let leaf = self.descend(root, worker);
            self.tree[leaf.at].children = self.expand(&leaf, first_moves, worker);
            worker.past.truncate(known);
            self.tell_ancestors(leaf.at);
        }
        (self.tree[0].proof == 0).then(|| self.line(0))
    }

    /// To the leaf whose fate decides soonest about the root.
    fn descend<E: Evaluator<G>>(&self, root: &G, worker: &mut Worker<G, E>) -> Leaf<G> {
        let mut leaf = Leaf { at: 0, position: root.clone(), ply: 0, threats: 0 };
        while let Some(next) = self.most_telling(leaf.at) {
            if let Some(mv) = self.tree[next].mv {
                if leaf.ply > 0 {
                    worker.past.push(leaf.position.trace());
                }
                leaf.position.play(mv);
                leaf.ply += 1;
            } else if self.tree[next].next == Next::Threat && !leaf.position.in_check() {
                leaf.threats += 1;
            }
            leaf.at = next;
        }
        leaf
    }

    /// Has the moves grow on a leaf. Returns where they are.
    fn expand<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        first_moves: Option<&[G::Move]>,
        worker: &mut Worker<G, E>,
    ) -> Range<usize> {
        let Knot { mv, next, .. } = self.tree[leaf.at];
        let is_answered = mv.is_some() && next == Next::Check;
        if is_answered && self.is_escaped(&leaf.position, leaf.ply, worker) {
            let nothing = self.tree.len();
            return nothing..nothing;
        }
        self.moves.clear();
        if next == Next::Check {
            leaf.position.checks(&mut self.moves);
        } else {
            leaf.position.legal_moves(&mut self.moves);
        }
        if leaf.ply > 0 {
            worker.past.push(leaf.position.trace());
        } else if let Some(first_moves) = first_moves {
            self.moves.retain(|mv| first_moves.contains(mv));
        }
        match next {
            Next::Check => self.check(leaf, worker),
            Next::Threat => self.threaten(leaf, worker),
            Next::DistantThreat => self.threaten_from_afar(leaf, worker),
            Next::Answer => self.answer(leaf, worker),
        }
    }

    /// The child whose fate decides soonest about this one; none if there are no children yet.
    fn most_telling(&self, at: usize) -> Option<usize> {
        let knot = &self.tree[at];
        let number = |&child: &usize| {
            let child = &self.tree[child];
            if knot.next == Next::Answer { child.disproof } else { child.proof }
        };
        knot.children.clone().min_by_key(number)
    }

    /// Returns where it is.
    fn add(&mut self, parent: usize, mv: Option<G::Move>, next: Next, proof: u32, disproof: u32) -> usize {
        self.tree.push(Knot { mv, parent, next, children: 0..0, proof, disproof, retort: 0 });
        self.tree.len() - 1
    }

    /// The numbers have changed here: on to the root.
    fn tell_ancestors(&mut self, mut at: usize) {
        loop {
            let knot = &self.tree[at];
            let children = &self.tree[knot.children.clone()];
            let least = |number: fn(&Knot<G::Move>) -> u32| children.iter().map(number).min().unwrap_or(NEVER);
            let sum = |number: fn(&Knot<G::Move>) -> u32| children.iter().map(number).fold(0, u32::saturating_add);
            let (proof, disproof) = if knot.next == Next::Answer {
                (sum(|child| child.proof), least(|child| child.disproof))
            } else {
                (least(|child| child.proof), sum(|child| child.disproof))
            };
            let parent = knot.parent;
            if proof == 0
                && knot.next == Next::Check
                && let Some(retort) = children.iter().find(|child| child.proof == 0).and_then(|child| child.mv)
            {
                self.tree[parent].retort = retort.into();
            }
            (self.tree[at].proof, self.tree[at].disproof) = (proof, disproof);
            if at == 0 {
                return;
            }
            at = parent;
        }
    }

    /// The shortest mate that has been proven here, against the longest defence.
    fn line(&self, at: usize) -> Vec<G::Move> {
        let knot = &self.tree[at];
        let proven = knot.children.clone().filter(|&child| self.tree[child].proof == 0);
        let ways = proven.map(|child| self.tree[child].mv.into_iter().chain(self.line(child)).collect::<Vec<_>>());
        let way = if knot.next == Next::Answer { ways.max_by_key(Vec::len) } else { ways.min_by_key(Vec::len) };
        way.unwrap_or_default()
    }
}
