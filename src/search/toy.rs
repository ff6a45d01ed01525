//! A game whose value is known, to test the search without any of the real ones: Nim with one heap. Each move takes
//! one to three; whoever takes the last wins. A heap that is a multiple of four is lost.

use std::cell::Cell;

use super::info::{Info, Listener};
use super::stop::StopToken;
use super::think::{SearchMemory, SearchResult, Task, think};
use super::time_management::{Limits, PlayerClock};
use super::transposition_table::TranspositionTable;
use super::value::Score;
use crate::clock::Duration;
use crate::game::{Ending, Evaluator, Game, Outcome, Searchable, Side, Tactics, Term};

thread_local! {
    /// How often the rules were shown a past of more than a thousand positions.
    static LONG_PASTS: Cell<u64> = const { Cell::new(0) };
}

#[derive(Clone, Debug)]
pub struct Nim {
    pub heap: u32,
    side: Side,
    /// Who takes this many goes on, unless the heap is gone.
    again: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take(u32);

impl From<Take> for u32 {
    fn from(take: Take) -> u32 {
        take.0
    }
}

impl std::fmt::Display for Take {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "take{}", self.0)
    }
}

impl Game for Nim {
    type Move = Take;
    type PastPosition = u64;
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn legal_moves(&self, out: &mut Vec<Take>) {
        out.extend((1..=self.heap.min(3)).map(Take));
    }

    fn play(&mut self, mv: Take) {
        self.heap -= mv.0;
        if self.again != Some(mv.0) || self.heap == 0 {
            self.side = self.side.other();
        }
    }

    fn past_position(&self) -> u64 {
        self.key()
    }

    fn decided(&self, past: &[u64], _: usize) -> Option<Outcome> {
        LONG_PASTS.set(LONG_PASTS.get() + u64::from(past.len() > 1_000));
        (self.heap == 0).then(|| self.no_moves())
    }

    fn no_moves(&self) -> Outcome {
        Outcome { winner: Some(self.side.other()), reason: "empty", ending: Ending::Final }
    }

    fn key(&self) -> u64 {
        (u64::from(self.heap) * 2 + self.side.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Searchable for Nim {
    const MOVE_SLOTS: usize = 4;
    const PIECE_TO_SLOTS: usize = 4;

    fn noisy_moves(&self, _: &mut Vec<Take>) {}

    fn null_move(&self) -> Option<Nim> {
        None
    }

    fn in_check(&self) -> bool {
        false
    }

    fn past_key(past: &u64) -> Option<u64> {
        Some(*past)
    }

    fn move_slot(mv: Take) -> usize {
        mv.0 as usize
    }

    fn piece_to(&self, mv: Take) -> usize {
        mv.0 as usize
    }
}

impl Tactics for Nim {
    fn gain(&self, _: Take) -> i32 {
        0
    }

    fn stake(&self, _: Take) -> i32 {
        0
    }
}

#[derive(Clone, Default)]
pub struct Blind;

impl Evaluator<Nim> for Blind {
    fn evaluate(&mut self, _: &Nim, _ply: usize) -> i32 {
        0
    }

    fn explain(&self, _: &Nim) -> Vec<Term> {
        Vec::new()
    }

    fn win_draw_loss(&self, _: &Nim, _: i32) -> [u16; 3] {
        [333, 334, 333]
    }
}

fn search(heap: u32, limits: Limits, lines: usize, threads: usize) -> (SearchResult<Nim>, Vec<Info<Nim>>) {
    search_from(Nim { heap, side: Side::Upper, again: None }, limits, lines, threads)
}

fn search_from(position: Nim, limits: Limits, lines: usize, threads: usize) -> (SearchResult<Nim>, Vec<Info<Nim>>) {
    search_after(Vec::new(), position, limits, lines, threads)
}

fn task(position: Nim, limits: Limits, lines: usize, threads: usize) -> Task<Nim> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    Task {
        position,
        past: Vec::new(),
        moves,
        limits,
        multi_pv: lines,
        threads,
        mate_search: true,
        verify_root: true,
        started: crate::clock::Instant::now(),
        stop: StopToken::new(),
    }
}

fn search_after(
    past: Vec<u64>,
    position: Nim,
    limits: Limits,
    lines: usize,
    threads: usize,
) -> (SearchResult<Nim>, Vec<Info<Nim>>) {
    let task = Task { past, ..task(position, limits, lines, threads) };
    let memory = SearchMemory::new(TranspositionTable::try_new(1).expect("a megabyte"));
    let mut heard = Notes(Vec::new());
    let result = think(task, &memory, &Blind, &mut heard);
    (result, heard.0)
}

struct Notes(Vec<Info<Nim>>);

impl Listener<Nim> for Notes {
    fn on_info(&mut self, info: Info<Nim>) {
        self.0.push(info);
    }
}

/// On a busy machine helpers, and the wait for the first thread, would lose on time.
#[test]
fn a_short_clock_is_left_to_one_thread() {
    let nim = || Nim { heap: 30, side: Side::Upper, again: None };
    let clock = |remaining: u64| {
        let [remaining, increment] = [remaining, 20].map(Duration::from_millis);
        Limits { clock: Some(PlayerClock { remaining, increment, moves_to_go: None }), ..Limits::default() }
    };
    assert_eq!(task(nim(), clock(40), 1, 8).useful_threads(), 1);
    assert_eq!(task(nim(), clock(1_000), 1, 8).useful_threads(), 8);
    // The opponent's time is not short.
    let pondering = Task { stop: StopToken::with_pondering(true), ..task(nim(), clock(40), 1, 8) };
    assert_eq!(pondering.useful_threads(), 8);
    assert_eq!(task(nim(), depth(9), 1, 8).useful_threads(), 8);
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn the_search_knows_who_wins() {
    for heap in 1..20 {
        for threads in [1, 2] {
            let (result, _) = search(heap, depth(24), 1, threads);
            let best = &result.lines[0];
            let plies = heap.div_ceil(4) as i32 * 2 - 1;
            if heap % 4 == 0 {
                assert_eq!(Score::from(best.value), Score::Mate(-(plies + 1) / 2), "heap {heap}");
            } else {
                assert_eq!(best.moves[0], Take(heap % 4), "heap {heap}");
                assert_eq!(Score::from(best.value), Score::Mate((plies + 1) / 2), "heap {heap}");
                assert_eq!(best.moves.len() as i32, plies, "the variation ends with the game");
            }
        }
    }
}

/// Whether the side to move wins, found by trying everything.
fn wins(position: &Nim) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().any(|mv| {
        let mut next = position.clone();
        next.play(mv);
        next.heap == 0 || wins(&next) == (next.side == position.side)
    })
}

#[test]
fn sides_need_not_alternate() {
    for again in 1..=3 {
        for heap in 1..15 {
            let position = Nim { heap, side: Side::Upper, again: Some(again) };
            let (result, _) = search_from(position.clone(), depth(20), 1, 1);
            let won = result.lines[0].value > 0;
            assert_eq!(won, wins(&position), "heap {heap}, {again} again: {:?}", result.lines[0]);
        }
    }
}

#[test]
fn several_variations_are_told_in_order() {
    let (result, heard) = search(6, depth(12), 3, 1);
    assert_eq!(result.lines.len(), 3);
    assert_eq!(result.lines[0].moves[0], Take(2));
    assert!(result.lines.windows(2).all(|pair| pair[0].value >= pair[1].value));
    assert!(heard.chunks(3).all(|lines| lines.iter().map(|info| info.multipv).eq([1, 2, 3])));
}

#[test]
fn even_a_single_node_brings_a_real_answer() {
    let (result, heard) = search(13, Limits { nodes: Some(1), ..Limits::default() }, 1, 1);
    assert_eq!(result.lines[0].moves.len(), 1);
    assert!(!heard.is_empty());
    assert_ne!(Score::from(heard[0].line.value), Score::Centipawns(0), "a draw score would end a game");
}

#[test]
fn a_node_limit_is_kept() {
    let (result, _) = search(200, Limits { nodes: Some(1_000), ..Limits::default() }, 1, 1);
    assert!(result.nodes <= 1_001, "{}", result.nodes);
}

/// A heap so high that no iteration sees its end.
#[test]
fn a_soft_node_limit_finishes_the_iteration_under_way() {
    const SOFT: u64 = 1_000;
    let (result, heard) = search(200, Limits { soft_nodes: Some(SOFT), ..Limits::default() }, 1, 1);
    let last = heard.last().expect("a variation");
    assert!(result.nodes >= SOFT && last.nodes == result.nodes, "{} and {}", last.nodes, result.nodes);
    let (to_the_same_depth, _) = search(200, depth(last.depth), 1, 1);
    assert_eq!(result.nodes, to_the_same_depth.nodes, "the last iteration is whole");
    let (one_less, _) = search(200, depth(last.depth - 1), 1, 1);
    assert!(one_less.nodes < SOFT, "no further iteration was begun");
    let (cut, _) = search(200, Limits { soft_nodes: Some(SOFT), nodes: Some(600), ..Limits::default() }, 1, 1);
    assert!(cut.nodes <= 601, "the hard limit holds: {}", cut.nodes);
}

#[test]
fn a_mate_search_ends_with_the_mate() {
    let (result, _) = search(7, Limits { mate: Some(2), ..Limits::default() }, 1, 1);
    assert_eq!(Score::from(result.lines[0].value), Score::Mate(2));
}

#[test]
fn a_long_game_is_not_gone_through_at_every_node() {
    let past: Vec<u64> = (0..5_000).collect();
    let nim = Nim { heap: 40, side: Side::Upper, again: None };
    let long_pasts = |past: Vec<u64>| {
        LONG_PASTS.set(0);
        let (result, _) = search_after(past, nim.clone(), depth(10), 1, 1);
        (LONG_PASTS.get(), result.nodes)
    };
    let (last_reported, nodes) = long_pasts(past.clone());
    // Lines that are told to users are looked at as they are.
    assert!(last_reported < nodes / 10, "{last_reported} of {nodes}");
    // Positions of the game may recur: for these it must be gone through.
    let recurring = (1..40).map(|heap| Nim { heap, side: Side::Lower, again: None }.key());
    let (asked, nodes) = long_pasts(past.into_iter().chain(recurring).collect());
    assert!(asked > nodes / 10, "{asked} of {nodes}");
}
