//! The hunt for a mate, with proof numbers: the tree grows where the fewest further answers must be refuted to prove the mate,
//! or the fewest further attempts to disprove it. The attacker gives check or, in a wide hunt, may also make a quiet move
//! that threatens mate by checks. What is proven is sure, and often much deeper than an iteration could see by then; all
//! other mates are left to the ordinary search.

use super::worker::Worker;
use crate::game::{Evaluator, Game, Side};

/// No tree grows larger: some megabytes.
const MOST_KNOTS: usize = 100_000;
/// Mates that take more plies are not looked for.
const LONGEST: usize = 60;
/// Quiet moves in one line of a wide hunt.
const MOST_THREATS: usize = 3;
/// How many refutations a threat seems to need before anyone has looked, and how many more for each ply from the root:
/// looking is not cheap, and mates begin with threats more often than they end with them.
const THREAT_PROOF: u32 = 10;
const THREAT_PROOF_PER_PLY: u32 = 10;
/// Positions to find out whether there is a threat.
const THREAT_BUDGET: u64 = 8;
/// Of a proof number: it cannot be.
const NEVER: u32 = u32::MAX;

/// What comes next in a position of the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The attacker gives check, or resorts to threats.
    Check,
    /// The attacker threatens mate, having found no check.
    Threat,
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
    children: std::ops::Range<usize>,
    /// Positions that must at least be won to prove the mate, or lost to disprove it.
    proof: u32,
    disproof: u32,
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

    /// Goes on for about that many positions. Returns the line of the mate when it is found.
    pub fn pursue<E: Evaluator<G>>(
        &mut self,
        root: &G,
        first_moves: &[G::Move],
        worker: &mut Worker<G, E>,
        budget: u64,
    ) -> Option<Vec<G::Move>> {
        let end = worker.nodes() + budget;
        let known = worker.past.len();
        while !self.is_over() && !worker.stopped && worker.nodes() < end {
            let (mut at, mut ply, mut threats, mut position) = (0, 0, 0, root.clone());
            while let Some(next) = self.most_telling(at) {
                if let Some(mv) = self.tree[next].mv {
                    if ply > 0 {
                        worker.past.push(position.trace());
                    }
                    position.play(mv);
                    ply += 1;
                } else {
                    threats += 1;
                }
                at = next;
            }
            let first = self.tree.len();
            let is_answered = self.tree[at].mv.is_some() && self.tree[at].next == Next::Check;
            if !(is_answered && self.is_escaped(&position, ply, worker)) {
                self.moves.clear();
                if ply == 0 {
                    self.moves.extend_from_slice(first_moves);
                } else {
                    position.legal_moves(&mut self.moves);
                    worker.past.push(position.trace());
                }
                match self.tree[at].next {
                    Next::Check => self.check(at, &position, ply, threats < self.threats, worker),
                    Next::Threat => self.threaten(at, &position, ply, worker),
                    Next::Answer => self.answer(at),
                }
            }
            self.tree[at].children = first..self.tree.len();
            worker.past.truncate(known);
            self.tell_ancestors(at);
        }
        (self.tree[0].proof == 0).then(|| self.line(0))
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

    fn add(&mut self, parent: usize, mv: Option<G::Move>, next: Next, proof: u32, disproof: u32) {
        self.tree.push(Knot { mv, parent, next, children: 0..0, proof, disproof });
    }

    /// The position after a move of the attacker, unless that ends the game: for the ordinary search to judge.
    fn after<E: Evaluator<G>>(&self, position: &G, mv: G::Move, ply: usize, worker: &mut Worker<G, E>) -> Option<G> {
        let mut child = position.clone();
        child.play(mv);
        worker.count_node(ply + 1);
        let goes_on = child.side_to_move() != self.attacker && child.decided(&worker.past, ply).is_none();
        goes_on.then_some(child)
    }

    /// Adds the checks. One that mates needs nothing beside it.
    fn check<E: Evaluator<G>>(&mut self, at: usize, position: &G, ply: usize, wide: bool, worker: &mut Worker<G, E>) {
        let first = self.tree.len();
        let gives_check = position.check_test();
        let time_for_more = ply + 3 <= self.longest;
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            if !gives_check(mv) {
                continue;
            }
            let Some(child) = self.after(position, mv, ply, worker).filter(|child| child.in_check()) else { continue };
            let answers = child.legal_count() as u32;
            if answers > 0 && time_for_more {
                self.add(at, Some(mv), Next::Answer, answers, 1);
            } else if answers == 0 && child.no_moves().winner == Some(self.attacker) {
                self.tree.truncate(first);
                return self.add(at, Some(mv), Next::Answer, 0, NEVER);
            }
        }
        if wide && time_for_more {
            self.add(at, None, Next::Threat, THREAT_PROOF + THREAT_PROOF_PER_PLY * ply as u32, 1);
        }
    }

    /// Adds the quiet moves after which the attacker, if it could move again, would mate by checks.
    fn threaten<E: Evaluator<G>>(&mut self, at: usize, position: &G, ply: usize, worker: &mut Worker<G, E>) {
        let longest = self.longest.saturating_sub(ply + 2);
        let mut inquiry = self.inquiry.take().unwrap_or_else(|| Box::new(Hunt::new(position, None, false)));
        inquiry.longest = longest;
        let mut moves = Vec::new();
        let gives_check = position.check_test();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            if gives_check(mv) {
                continue;
            }
            let Some(child) = self.after(position, mv, ply, worker).filter(|child| !child.in_check()) else { continue };
            let Some(idle) = child.skip_turn() else { continue };
            inquiry.begin();
            moves.clear();
            idle.legal_moves(&mut moves);
            if inquiry.pursue(&idle, &moves, worker, THREAT_BUDGET).is_some() {
                self.add(at, Some(mv), Next::Answer, child.legal_count() as u32, 1);
            }
        }
        self.inquiry = Some(inquiry);
    }

    /// Adds the answers, which are looked at when their turn comes.
    fn answer(&mut self, at: usize) {
        for index in 0..self.moves.len() {
            self.add(at, Some(self.moves[index]), Next::Check, 1, 1);
        }
    }

    /// Whether the defender's last move has ended the game otherwise.
    fn is_escaped<E: Evaluator<G>>(&self, position: &G, ply: usize, worker: &mut Worker<G, E>) -> bool {
        worker.count_node(ply);
        position.side_to_move() != self.attacker || position.decided(&worker.past, ply - 1).is_some()
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
            let knot = &mut self.tree[at];
            (knot.proof, knot.disproof) = (proof, disproof);
            if at == 0 {
                return;
            }
            at = knot.parent;
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
