//! Expansion of nodes: which moves are generated, and their initial proof numbers.

use super::*;

/// Initial proof number of a check, added to the number of answers: prefers shorter lines.
const CHECK_PROOF: u32 = 5;
/// Initial proof number of a `Threat` node, and its increase per ply: generating threats is expensive, and mates begin with
/// quiet moves more often than they end with them.
const THREAT_PROOF: u32 = 10;
const THREAT_PROOF_PER_PLY: u32 = 10;
/// The same for a `DistantThreat` node.
const DISTANT_PROOF: u32 = 40;
const DISTANT_PROOF_PER_PLY: u32 = 20;
/// Positions that the search for one distant threat may visit.
const DISTANT_BUDGET: u64 = 8;
/// A check with more answers will not become mate by one quiet move before it.
const FEW_ANSWERS: usize = 1;

impl<G: Searchable + Tactics> ProofNumberSearch<G> {
    /// Adds the checks; a mating one replaces all others.
    pub(super) fn add_checks<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        thread: &mut SearchThread<G, E>,
    ) -> Range<usize> {
        let first = self.tree.len();
        let refutation = self.tree[self.tree[leaf.at].parent].refutation;
        if let Some(known) = self.moves.iter().position(|&mv| mv.into() == refutation) {
            // Tried first, because a mate ends the loop.
            self.moves.swap(0, known);
        }
        let time_for_more = leaf.ply + 3 <= self.longest;
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let Some(child) = self.after(&leaf.position, mv, leaf.ply, thread).filter(G::in_check) else { continue };
            let answers = child.legal_count() as u32;
            if answers > 0 && time_for_more {
                self.add(leaf.at, Some(mv), NodeKind::Answer, answers + CHECK_PROOF, 1);
            } else if answers == 0 && child.no_moves().winner == Some(self.attacker) {
                self.tree.truncate(first);
                self.add(leaf.at, Some(mv), NodeKind::Answer, 0, INFINITE_NUMBER);
                return first..first + 1;
            }
        }
        if leaf.threats < self.threats && time_for_more {
            self.add(leaf.at, None, NodeKind::Threat, THREAT_PROOF + THREAT_PROOF_PER_PLY * leaf.ply as u32, 1);
        }
        first..self.tree.len()
    }

    /// Adds the quiet moves after which the attacker, if it could move again, would mate at once.
    pub(super) fn add_mate_threats<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        thread: &mut SearchThread<G, E>,
    ) -> Range<usize> {
        let first = self.tree.len();
        let mut harmless = Vec::new();
        leaf.position.checks(&mut harmless);
        harmless.retain(|&mv| {
            self.after(&leaf.position, mv, leaf.ply, thread).is_some_and(|child| child.legal_count() > FEW_ANSWERS)
        });
        let mut checks = Vec::new();
        self.add_threats(leaf, thread, |after_null_move, thread| {
            checks.clear();
            after_null_move.checks(&mut checks);
            checks.iter().copied().filter(|mv| !harmless.contains(mv)).find(|&mv| {
                let mut end = after_null_move.clone();
                end.play(mv);
                thread.count_node(leaf.ply + 3);
                is_mate(&end)
            })
        });
        self.add(leaf.at, None, NodeKind::DistantThreat, DISTANT_PROOF + DISTANT_PROOF_PER_PLY * leaf.ply as u32, 1);
        first..self.tree.len()
    }

    /// Adds the quiet moves after which the attacker, if it could move again, would mate by checks.
    pub(super) fn add_distant_threats<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        thread: &mut SearchThread<G, E>,
    ) -> Range<usize> {
        let first = self.tree.len();
        let mut threat_search =
            self.threat_search.take().unwrap_or_else(|| Box::new(ProofNumberSearch::new(&leaf.position, None, false)));
        threat_search.longest = self.longest.saturating_sub(leaf.ply + 2);
        self.add_threats(leaf, thread, |after_null_move, thread| {
            threat_search.begin();
            threat_search.advance(after_null_move, None, thread, DISTANT_BUDGET)?.first().copied()
        });
        self.threat_search = Some(threat_search);
        first..self.tree.len()
    }

    /// Adds the quiet moves that are not in the tree yet and threaten mate: `threat` finds the mating move after a null move of
    /// the defender.
    fn add_threats<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        thread: &mut SearchThread<G, E>,
        mut threat: impl FnMut(&G, &mut SearchThread<G, E>) -> Option<G::Move>,
    ) {
        let gives_check = leaf.position.check_test();
        let siblings = self.tree[self.tree[leaf.at].parent].children.clone();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            if gives_check(mv) || self.tree[siblings.clone()].iter().any(|sibling| sibling.mv == Some(mv)) {
                continue;
            }
            let Some(child) = self.after(&leaf.position, mv, leaf.ply, thread).filter(|child| !child.in_check()) else {
                continue;
            };
            let Some(after_null_move) = child.null_move() else { continue };
            if let Some(threat) = threat(&after_null_move, thread) {
                let added = self.add(leaf.at, Some(mv), NodeKind::Answer, child.legal_count() as u32, 1);
                self.tree[added].refutation = threat.into();
            }
        }
    }

    /// Adds all answers. Those that the known refutation mates are proven at once.
    pub(super) fn add_answers<E: Evaluator<G>>(
        &mut self,
        leaf: &Leaf<G>,
        thread: &mut SearchThread<G, E>,
    ) -> Range<usize> {
        let first = self.tree.len();
        for index in 0..self.moves.len() {
            self.add(leaf.at, Some(self.moves[index]), NodeKind::Check, 1, 1);
        }
        let answers = first..self.tree.len();
        let refutation = self.tree[leaf.at].refutation;
        if refutation == 0 {
            return answers;
        }
        for answer in answers.clone() {
            let mut child = leaf.position.clone();
            child.play(self.moves[answer - first]);
            if self.is_escaped(&child, leaf.ply + 1, thread) {
                continue;
            }
            let Some(mv) = child.legal_move(refutation) else { continue };
            thread.past.push(child.past_position());
            let end = self.after(&child, mv, leaf.ply + 1, thread);
            thread.past.pop();
            if end.is_some_and(|end| is_mate(&end)) {
                let mate = self.add(answer, Some(mv), NodeKind::Answer, 0, INFINITE_NUMBER);
                let answer = &mut self.tree[answer];
                (answer.children, answer.proof, answer.disproof) = (mate..mate + 1, 0, INFINITE_NUMBER);
            }
        }
        answers
    }

    /// The position after a move of the attacker; none if it ends the game by another rule, which is left to alpha-beta.
    fn after<E: Evaluator<G>>(
        &self,
        position: &G,
        mv: G::Move,
        ply: usize,
        thread: &mut SearchThread<G, E>,
    ) -> Option<G> {
        let mut child = position.clone();
        child.play(mv);
        thread.count_node(ply + 1);
        let goes_on = child.side_to_move() != self.attacker && child.decided(&thread.past, ply).is_none();
        goes_on.then_some(child)
    }

    /// Whether the defender's last move has ended the game, or moved the turn, so that there is no mate here.
    pub(super) fn is_escaped<E: Evaluator<G>>(
        &self,
        position: &G,
        ply: usize,
        thread: &mut SearchThread<G, E>,
    ) -> bool {
        thread.count_node(ply);
        position.side_to_move() != self.attacker || position.decided(&thread.past, ply - 1).is_some()
    }
}

/// Whether the side to move is mated.
fn is_mate<G: Searchable>(position: &G) -> bool {
    position.in_check()
        && position.legal_count() == 0
        && position.no_moves().winner == Some(position.side_to_move().other())
}
