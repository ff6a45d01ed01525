//! The mate_search for a mate, with proof numbers: the tree grows where the fewest further answers must be refuted to prove the mate,
//! or the fewest further attempts to disprove it. The attacker gives check or, in a wide mate_search, may also make a quiet move
//! that threatens mate by checks. What is proven is sure, and often much deeper than an iteration could see by then; all
//! other mates are left to the ordinary search.
//!
//! Here is the tree; [`expansion`] says which moves grow on it.

mod expansion;

use std::ops::Range;

use super::thread::SearchThread;
use crate::game::{Evaluator, Game, Searchable, Side, Tactics};

/// No tree grows larger: some megabytes.
const MAX_NODES: usize = 100_000;
/// Mates that take more plies are not looked for.
const MAX_MATE_PLIES: usize = 60;
/// Quiet moves in one line of a wide mate_search, those out of check not counted.
const MAX_THREATS: usize = 3;
/// Of a proof number: it cannot be.
const INFINITE_NUMBER: u32 = u32::MAX;

/// What comes next in a position of the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeKind {
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
struct ProofNode<M> {
    /// From the parent to here; none at the root, and where the attacker only resorts to threats.
    mv: Option<M>,
    parent: usize,
    kind: NodeKind,
    /// Where the moves from here are in the tree; nowhere until they are looked at.
    children: Range<usize>,
    /// Positions that must at least be won to prove the mate, or lost to disprove it.
    proof: u32,
    disproof: u32,
    /// What the attacker has done, or threatens to do, about another answer, which often does for this one too; the `u32` form
    /// of a move, 0 if nothing is known.
    refutation: u32,
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
pub(super) struct ProofNumberSearch<G: Game> {
    attacker: Side,
    longest: usize,
    threats: usize,
    tree: Vec<ProofNode<G::Move>>,
    moves: Vec<G::Move>,
    /// For the question whether a move threatens mate; none before it is asked.
    threat_search: Option<Box<ProofNumberSearch<G>>>,
}

impl<G: Searchable + Tactics> ProofNumberSearch<G> {
    /// For the side to move, with a mate that takes at most that many plies; threats only in a wide mate_search.
    pub fn new(position: &G, longest: Option<usize>, wide: bool) -> ProofNumberSearch<G> {
        let mut mate_search = ProofNumberSearch {
            attacker: position.side_to_move(),
            longest: longest.unwrap_or(MAX_MATE_PLIES).min(MAX_MATE_PLIES),
            threats: if wide { MAX_THREATS } else { 0 },
            tree: Vec::new(),
            moves: Vec::new(),
            threat_search: None,
        };
        mate_search.begin();
        mate_search
    }

    /// Plants a new tree.
    fn begin(&mut self) {
        self.tree.clear();
        self.add(0, None, NodeKind::Check, 1, 1);
    }

    /// Whether it has come to an end, one way or the other.
    pub fn is_over(&self) -> bool {
        let root = &self.tree[0];
        root.proof == 0 || root.disproof == 0 || self.tree.len() >= MAX_NODES
    }

    /// Goes on for about that many positions, with these moves at the root if not with all. Returns the line of the mate when
    /// it is found.
    pub fn advance<E: Evaluator<G>>(
        &mut self,
        root: &G,
        first_moves: Option<&[G::Move]>,
        thread: &mut SearchThread<G, E>,
        budget: u64,
    ) -> Option<Vec<G::Move>> {
        let end = thread.nodes() + budget;
        let known = thread.past.len();
        while !self.is_over() && !thread.stopped && thread.nodes() < end {
            let leaf = self.select_leaf(root, thread);
            self.tree[leaf.at].children = self.expand(&leaf, first_moves, thread);
            thread.past.truncate(known);
            self.update_ancestors(leaf.at);
        }
        (self.tree[0].proof == 0).then(|| self.line(0))
    }

    /// To the leaf whose fate decides soonest about the root.
    fn select_leaf<E: Evaluator<G>>(&self, root: &G, thread: &mut SearchThread<G, E>) -> Leaf<G> {
        let mut leaf = Leaf { at: 0, position: root.clone(), ply: 0, threats: 0 };
        while let Some(next) = self.most_proving_child(leaf.at) {
            if let Some(mv) = self.tree[next].mv {
                if leaf.ply > 0 {
                    thread.past.push(leaf.position.trace());
                }
                leaf.position.play(mv);
                leaf.ply += 1;
            } else if self.tree[next].kind == NodeKind::Threat && !leaf.position.in_check() {
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
        thread: &mut SearchThread<G, E>,
    ) -> Range<usize> {
        let ProofNode { mv, kind, .. } = self.tree[leaf.at];
        let is_answered = mv.is_some() && kind == NodeKind::Check;
        if is_answered && self.is_escaped(&leaf.position, leaf.ply, thread) {
            let nothing = self.tree.len();
            return nothing..nothing;
        }
        self.moves.clear();
        if kind == NodeKind::Check {
            leaf.position.checks(&mut self.moves);
        } else {
            leaf.position.legal_moves(&mut self.moves);
        }
        if leaf.ply > 0 {
            thread.past.push(leaf.position.trace());
        } else if let Some(first_moves) = first_moves {
            self.moves.retain(|mv| first_moves.contains(mv));
        }
        match kind {
            NodeKind::Check => self.add_checks(leaf, thread),
            NodeKind::Threat => self.add_mate_threats(leaf, thread),
            NodeKind::DistantThreat => self.add_distant_threats(leaf, thread),
            NodeKind::Answer => self.add_answers(leaf, thread),
        }
    }

    /// The child whose fate decides soonest about this one; none if there are no children yet.
    fn most_proving_child(&self, at: usize) -> Option<usize> {
        let node = &self.tree[at];
        let number = |&child: &usize| {
            let child = &self.tree[child];
            if node.kind == NodeKind::Answer { child.disproof } else { child.proof }
        };
        node.children.clone().min_by_key(number)
    }

    /// Returns where it is.
    fn add(&mut self, parent: usize, mv: Option<G::Move>, kind: NodeKind, proof: u32, disproof: u32) -> usize {
        self.tree.push(ProofNode { mv, parent, kind, children: 0..0, proof, disproof, refutation: 0 });
        self.tree.len() - 1
    }

    /// The numbers have changed here: on to the root.
    fn update_ancestors(&mut self, mut at: usize) {
        loop {
            let node = &self.tree[at];
            let children = &self.tree[node.children.clone()];
            let least =
                |number: fn(&ProofNode<G::Move>) -> u32| children.iter().map(number).min().unwrap_or(INFINITE_NUMBER);
            let sum = |number: fn(&ProofNode<G::Move>) -> u32| children.iter().map(number).fold(0, u32::saturating_add);
            let (proof, disproof) = if node.kind == NodeKind::Answer {
                (sum(|child| child.proof), least(|child| child.disproof))
            } else {
                (least(|child| child.proof), sum(|child| child.disproof))
            };
            let parent = node.parent;
            if proof == 0
                && node.kind == NodeKind::Check
                && let Some(refutation) = children.iter().find(|child| child.proof == 0).and_then(|child| child.mv)
            {
                self.tree[parent].refutation = refutation.into();
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
        let node = &self.tree[at];
        let proven = node.children.clone().filter(|&child| self.tree[child].proof == 0);
        let lines = proven.map(|child| self.tree[child].mv.into_iter().chain(self.line(child)).collect::<Vec<_>>());
        let line = if node.kind == NodeKind::Answer { lines.max_by_key(Vec::len) } else { lines.min_by_key(Vec::len) };
        line.unwrap_or_default()
    }
}
