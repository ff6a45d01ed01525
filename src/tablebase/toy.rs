//! A random graph as a game, to test solver, file and verification without a real game.

use super::solve::{Progress, Solution, solve};
use super::value::SolvedValue;
use super::verify::{VerifyError, verify};
use super::{TableError, Tablebase, writer};
use crate::game::{Over, SolvedPosition};
use std::path::PathBuf;

const SIZE: u64 = 5_000;

/// Moves in both directions, and which positions are over.
struct Graph {
    after: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    over: Vec<Option<Over>>,
}

impl Graph {
    fn new(seed: u64) -> Graph {
        let mut random = fastrand::Rng::with_seed(seed);
        let over: Vec<Option<Over>> = (0..SIZE)
            .map(|_| match random.u16(0..300) {
                0 => Some(Over::Won),
                1..3 => Some(Over::Lost),
                _ => None,
            })
            .collect();
        let mut after = vec![Vec::new(); SIZE as usize];
        let mut before = vec![Vec::new(); SIZE as usize];
        for from in (0..SIZE as usize).filter(|&from| over[from].is_none()) {
            for _ in 0..random.u8(0..20).clamp(0, 3) {
                // To a nearby number, so that some terminal positions are many plies away.
                let to = (from + SIZE as usize - 40 + random.usize(0..80)) % SIZE as usize;
                if !after[from].contains(&(to as u32)) {
                    after[from].push(to as u32);
                    before[to].push(from as u32);
                }
            }
        }
        Graph { after, before, over }
    }

    /// Solves by iterating over all positions until nothing changes.
    fn solved_by_iteration(&self) -> Vec<SolvedValue> {
        let mut values: Vec<Option<SolvedValue>> = vec![None; SIZE as usize];
        for plies in 0..SIZE as u16 {
            let known = values.clone();
            for (node, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
                let next = || self.after[node].iter().map(|&next| known[next as usize]);
                *value = match self.over[node] {
                    Some(Over::Won) => Some(SolvedValue::Win(0)),
                    Some(_) => Some(SolvedValue::Loss(0)),
                    None if next().any(|next| matches!(next, Some(SolvedValue::Loss(_)))) => {
                        Some(SolvedValue::Win(plies))
                    }
                    None if next().all(|next| matches!(next, Some(SolvedValue::Win(_)))) => {
                        Some(SolvedValue::Loss(plies))
                    }
                    None => None,
                };
            }
            if plies > 2 && values == known {
                break;
            }
        }
        values.into_iter().map(|value| value.unwrap_or(SolvedValue::Draw)).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ToyPosition(u32);

impl SolvedPosition for ToyPosition {
    type Rules = Graph;

    const NUMBERS: u64 = SIZE;

    fn number(self) -> u64 {
        self.0.into()
    }

    fn from_number(number: u64) -> ToyPosition {
        ToyPosition(number as u32)
    }

    fn is_sound(self, _: &Graph) -> bool {
        true
    }

    fn mirrored(self) -> ToyPosition {
        self
    }

    fn over(self, graph: &Graph) -> Option<Over> {
        graph.over[self.0 as usize]
    }

    fn wins_at_once(self, graph: &Graph) -> bool {
        graph.after[self.0 as usize].iter().any(|&next| graph.over[next as usize] == Some(Over::Lost))
    }

    fn successors(self, graph: &Graph, visit: impl FnMut(ToyPosition)) {
        graph.after[self.0 as usize].iter().copied().map(ToyPosition).for_each(visit);
    }

    fn predecessors(self, graph: &Graph, visit: impl FnMut(ToyPosition)) {
        graph.before[self.0 as usize].iter().copied().map(ToyPosition).for_each(visit);
    }
}

struct Silence;

impl Progress for Silence {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// A temporary file, removed on drop.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str) -> TemporaryFile {
        TemporaryFile(std::env::temp_dir().join(format!("janggun-test-{}-{name}", std::process::id())))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn solved(graph: &Graph, threads: usize) -> Solution {
    solve::<ToyPosition>(graph, threads, &Silence).expect("memory")
}

fn written(graph: &Graph, name: &str) -> (TemporaryFile, Tablebase) {
    let scratch = TemporaryFile::new(name);
    writer::check_room(&scratch.0).expect("room");
    writer::write(&scratch.0, "toy", &solved(graph, 2), &Silence).expect("a table");
    let table = Tablebase::open(&scratch.0).expect("a sound table");
    (scratch, table)
}

#[test]
fn the_table_knows_every_value() {
    let mut longest = 0;
    for seed in 0..5 {
        let graph = Graph::new(seed);
        let (_scratch, table) = written(&graph, &format!("values-{seed}"));
        assert_eq!(table.variant(), "toy");
        let mut draws = 0;
        for (number, expected) in graph.solved_by_iteration().into_iter().enumerate() {
            assert_eq!(
                table.value(ToyPosition(number as u32), &graph),
                Some(expected),
                "seed {seed}, position {number}"
            );
            draws += u32::from(expected == SolvedValue::Draw);
        }
        assert!(draws > 0 && table.entries() > u64::from(draws));
        longest = longest.max(table.counts().longest);
        assert_eq!(verify::<ToyPosition>(&table, &graph, 2, &Silence).expect("a sound table"), table.counts());
    }
    assert!(longest > 10, "the test is too easy");
}

#[test]
fn threads_make_no_difference() {
    let graph = Graph::new(7);
    let (one, three) = (solved(&graph, 1), solved(&graph, 3));
    assert_eq!(one.counts, three.counts);
    assert!((0..SIZE).all(|number| one.states.get(number) == three.states.get(number)));
}

#[test]
fn a_wrong_value_does_not_pass() {
    let graph = Graph::new(3);
    let values = graph.solved_by_iteration();
    let solution = solved(&graph, 1);
    let drawn = values.iter().position(|&value| value == SolvedValue::Draw).expect("a draw");
    assert!(solution.states.decide(drawn as u64, SolvedValue::Loss(9)));
    let scratch = TemporaryFile::new("wrong");
    writer::write(&scratch.0, "toy", &solution, &Silence).expect("a table");
    let table = Tablebase::open(&scratch.0).expect("a sound file");
    assert!(matches!(verify::<ToyPosition>(&table, &graph, 2, &Silence), Err(VerifyError::Wrong { .. })));
}

#[test]
fn a_file_that_is_not_whole_is_refused() {
    let graph = Graph::new(1);
    let (scratch, table) = written(&graph, "whole");
    drop(table);
    let bytes = std::fs::read(&scratch.0).expect("the table");
    let refused = |bytes: &[u8]| {
        let copy = TemporaryFile::new("copy");
        std::fs::write(&copy.0, bytes).expect("a file");
        Tablebase::open(&copy.0).expect_err("a refusal")
    };
    assert!(matches!(refused(b""), TableError::Foreign { .. }));
    assert!(matches!(refused(b"something else"), TableError::Foreign { .. }));
    assert!(matches!(refused(&[7; 500]), TableError::Foreign { .. }));
    assert!(matches!(refused(&bytes[..bytes.len() - 1]), TableError::Damaged { .. }));
    for place in [40, 100, 150, bytes.len() - 2] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(matches!(refused(&damaged), TableError::Damaged { .. }), "byte {place}");
    }
    let mut newer = bytes.clone();
    newer[16] = 2;
    assert!(matches!(refused(&newer), TableError::Version { found: 2, .. }));
    let missing = Tablebase::open(&scratch.0.with_extension("missing")).expect_err("a refusal").to_string();
    assert!(missing.starts_with("cannot open the table '"), "{missing}");
}

#[test]
fn a_file_that_is_cut_short_while_it_is_open_is_noticed() {
    let graph = Graph::new(2);
    let (scratch, table) = written(&graph, "cut");
    let values = graph.solved_by_iteration();
    let file = std::fs::OpenOptions::new().write(true).open(&scratch.0).expect("the table");
    let length = file.metadata().expect("a file").len();
    file.set_len(length / 2).expect("a shorter file");
    let mut missed = 0;
    for (number, &expected) in values.iter().enumerate() {
        let value = table.value(ToyPosition(number as u32), &graph);
        assert!(value.is_none() || value == Some(expected), "position {number} is worth {expected:?}, not {value:?}");
        missed += usize::from(value.is_none());
        assert_eq!(table.take_error().is_some(), value.is_none(), "position {number}");
    }
    assert!(missed > 0, "half of the file is gone");
    let verdict = verify::<ToyPosition>(&table, &graph, 2, &Silence);
    assert!(matches!(verdict, Err(VerifyError::Tablebase(TableError::Damaged { .. }))), "{verdict:?}");
}

/// Writing to /dev/full fails as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_table_as_it_was() {
    let (scratch, old) = written(&Graph::new(4), "full");
    let trial = TemporaryFile(crate::files::temporary(&scratch.0));
    std::os::unix::fs::symlink("/dev/full", &trial.0).expect("a link");
    let error = writer::write(&scratch.0, "toy", &solved(&Graph::new(5), 1), &Silence).expect_err("a full disk");
    assert!(error.to_string().starts_with("cannot write the table '"), "{error}");
    assert!(!trial.0.exists(), "nothing is left lying about");
    let again = Tablebase::open(&scratch.0).expect("the old table");
    assert_eq!(again.counts(), old.counts());
}

#[test]
fn a_folder_that_takes_no_file_is_noticed_first() {
    let nowhere = std::env::temp_dir().join("janggun-no-such-folder").join("table");
    assert!(matches!(writer::check_room(&nowhere), Err(TableError::Io { what: "write", .. })));
}

#[test]
fn too_little_room_is_noticed_first() {
    let error =
        writer::suffices(100 << 20, "there.table".as_ref()).expect_err("a disk that is nearly full").to_string();
    assert_eq!(
        error,
        "a table needs up to 200 MB at 'there.table', but only 100 MB are free; choose another place with --out"
    );
    assert!(writer::suffices(200 << 20, "there.table".as_ref()).is_ok());
}
