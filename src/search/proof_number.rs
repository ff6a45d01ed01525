//! Proof-number search (PNS) for mates. At OR nodes the attacker gives check or, in a wide search, makes a quiet move that
//! threatens mate; AND nodes are the defender's answers. Each step expands the most-proving node and updates the proof and
//! disproof numbers of its ancestors. A proven mate is certain, and often much deeper than alpha-beta has got by then; mates
//! of other kinds are left to alpha-beta.
//!
//! This file holds the tree, [`expansion`] generates the children.

mod expansion;

use std::ops::Range;

use super::thread::SearchThread;
use crate::game::{Evaluator, Game, Searchable, Side, Tactics};

/// Nodes of a tree, some megabytes.
const MAX_NODES: usize = 100_000;
/// Longer mates are not searched.
const MAX_MATE_PLIES: usize = 60;
/// Quiet attacking moves in one line of a wide search; evasions of a check do not count.
const MAX_THREATS: usize = 3;
/// An infinite proof or disproof number: cannot be (dis)proven.
const INFINITE_NUMBER: u32 = u32::MAX;

/// Which moves a node's children are. All but `Answer` are OR nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeKind {
    /// Checks, and a `Threat` node for the same position.
    Check,
    /// Quiet moves that threaten mate in one, and a `DistantThreat` node for the same position.
    Threat,
    /// Quiet moves that threaten mate by a series of checks.
    DistantThreat,
    /// AND node: all moves of the defender.
    Answer,
}

/// A node of the tree.
struct ProofNode<M> {
    /// From the parent to here; none at the root, and at nodes that repeat the parent's position with other kinds of moves.
    mv: Option<M>,
    parent: usize,
    kind: NodeKind,
    /// Indices in the tree; empty until expanded.
    children: Range<usize>,
    /// Proof and disproof number: leaves that must at least be proven to prove the mate, or disproven to disprove it.
    proof: u32,
    disproof: u32,
    /// The attacker's move that refuted a sibling answer, or that it threatens: tried first. The `u32` form of a move, 0 if
    /// unknown.
    refutation: u32,
}

/// An unexpanded node.
struct Leaf<G> {
    /// Its index in the tree.
    at: usize,
    position: G,
    /// Distance from the root.
    ply: usize,
    /// Quiet attacking moves on the way here.
    threats: usize,
}

/// The AND/OR tree.
pub(super) struct ProofNumberSearch<G: Game> {
    attacker: Side,
    longest: usize,
    threats: usize,
    tree: Vec<ProofNode<G::Move>>,
    moves: Vec<G::Move>,
    /// A small search after a null move, to find distant threats; kept for its allocations.
    threat_search: Option<Box<ProofNumberSearch<G>>>,
}

impl<G: Searchable + Tactics> ProofNumberSearch<G> {
    /// A search for mates of the side to move in at most `longest` plies; only a wide one tries quiet moves.
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

    /// Resets the tree to its root.
    fn begin(&mut self) {
        self.tree.clear();
        self.add(0, None, NodeKind::Check, 1, 1);
    }

    /// Proven, disproven, or out of memory.
    pub fn is_over(&self) -> bool {
        let root = &self.tree[0];
        root.proof == 0 || root.disproof == 0 || self.tree.len() >= MAX_NODES
    }

    /// Expands nodes for about `budget` positions; `first_moves` restricts the root moves. Returns the line of the mate once
    /// it is proven.
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

    /// Descends to the most-proving node.
    fn select_leaf<E: Evaluator<G>>(&self, root: &G, thread: &mut SearchThread<G, E>) -> Leaf<G> {
        let mut leaf = Leaf { at: 0, position: root.clone(), ply: 0, threats: 0 };
        while let Some(next) = self.most_proving_child(leaf.at) {
            if let Some(mv) = self.tree[next].mv {
                if leaf.ply > 0 {
                    thread.past.push(leaf.position.past_position());
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

    /// Adds the children of a leaf and returns their indices.
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
            thread.past.push(leaf.position.past_position());
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

    /// The child with the least proof number at OR nodes, disproof number at AND nodes; none if not expanded.
    fn most_proving_child(&self, at: usize) -> Option<usize> {
        let node = &self.tree[at];
        let number = |&child: &usize| {
            let child = &self.tree[child];
            if node.kind == NodeKind::Answer { child.disproof } else { child.proof }
        };
        node.children.clone().min_by_key(number)
    }

    /// Adds a node and returns its index.
    fn add(&mut self, parent: usize, mv: Option<G::Move>, kind: NodeKind, proof: u32, disproof: u32) -> usize {
        self.tree.push(ProofNode { mv, parent, kind, children: 0..0, proof, disproof, refutation: 0 });
        self.tree.len() - 1
    }

    /// Recomputes proof and disproof numbers from here to the root.
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

    /// The shortest proven mate against the longest defence.
    fn line(&self, at: usize) -> Vec<G::Move> {
        let node = &self.tree[at];
        let proven = node.children.clone().filter(|&child| self.tree[child].proof == 0);
        let lines = proven.map(|child| self.tree[child].mv.into_iter().chain(self.line(child)).collect::<Vec<_>>());
        let line = if node.kind == NodeKind::Answer { lines.max_by_key(Vec::len) } else { lines.min_by_key(Vec::len) };
        line.unwrap_or_default()
    }
}
