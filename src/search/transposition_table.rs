//! The transposition table (hash table), shared by all threads without locks.
//!
//! A bucket is one cache line of four entries, an entry two words: `data`, and `check ^ data`, where `check` is made of 48 bits
//! of the key and the static evaluation (Hyatt's lockless hashing). Threads write both words without synchronisation; the
//! halves of two different writes do not match the reader's key. So a torn entry is a miss, never a wrong value.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::value::{Value, value_from_tt};
use crate::clock::{Duration, Instant};
use crate::memory::TableMemory;

const ENTRIES: usize = 4;
const WORDS: usize = 2 * ENTRIES;
const BUCKET_BYTES: usize = 8 * WORDS;
/// Words of the smallest page size in use.
const PAGE_WORDS: usize = 4_096 / size_of::<AtomicU64>();
/// Miri would take many minutes to clear a real one.
const MEGABYTE: usize = if cfg!(miri) { 1 << 16 } else { 1 << 20 };
/// Generations are stored in six bits; 0 marks empty entries.
const GENERATIONS: u8 = 64;

/// What is known about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most the value.
    Upper = 1,
    /// At least the value.
    Lower = 2,
    /// The value itself.
    Exact = 3,
}

impl Bound {
    /// Whether a value with this bound is better than the estimate `adjusted`.
    pub fn tightens(self, value: Value, adjusted: Value) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > adjusted,
            Bound::Upper => value < adjusted,
        }
    }
}

/// A hash entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Hash move, `Game::Move` as `u32`; 0 if none.
    pub mv: u32,
    /// Mate distances count from the stored position.
    pub value: Value,
    /// Search depth; 0 from quiescence search.
    pub depth: u8,
    /// None if only the static evaluation is known.
    pub bound: Option<Bound>,
    /// The uncorrected static evaluation; none in check.
    pub evaluation: Option<Value>,
}

impl Entry {
    /// The value at `ply`, if its bound is enough for a cutoff with this window.
    pub fn cutoff(&self, alpha: Value, beta: Value, ply: usize) -> Option<Value> {
        let value = value_from_tt(self.value, ply);
        let settled = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settled.then_some(value)
    }
}

/// Fixed-size and lossy: replaces old and shallow entries first.
#[derive(Debug)]
pub struct TranspositionTable {
    words: TableMemory,
    buckets: usize,
    megabytes: usize,
    generation: AtomicU8,
    /// Whether a search has begun since the table was empty.
    used: AtomicBool,
    /// Words whose pages have been touched by [`TranspositionTable::prefault`].
    prefaulted: AtomicUsize,
}

impl TranspositionTable {
    /// A table of that many megabytes, at least one; none if the allocation fails.
    pub fn try_new(megabytes: usize) -> Option<TranspositionTable> {
        let buckets = megabytes.checked_mul(MEGABYTE / BUCKET_BYTES)?;
        let words = TableMemory::try_zeroed(buckets.checked_mul(WORDS)?)?;
        Some(TranspositionTable {
            words,
            buckets,
            megabytes,
            generation: AtomicU8::new(1),
            used: AtomicBool::new(false),
            prefaulted: AtomicUsize::new(0),
        })
    }

    /// The size it was created with.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Whether its memory has been touched, and so is really in use.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed) || self.prefaulted.load(Ordering::Relaxed) > 0
    }

    /// Prefaults the table's pages on all processors, for `within` at most. Otherwise the first search of a game pays for the
    /// page faults: a huge page can take a millisecond, during which neither stop nor clock is polled. To be called between
    /// searches.
    pub fn prefault(&self, within: Duration) {
        if self.prefaulted.load(Ordering::Relaxed) >= self.words.len() {
            return;
        }
        let end = Instant::now() + within;
        let touch = || {
            while Instant::now() < end
                && let Some(word) = self.words.get(self.prefaulted.fetch_add(PAGE_WORDS, Ordering::Relaxed))
            {
                // Must be a write: a read would map the shared zero page. `fetch_or(0)` is compiled to a read.
                word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            // If a thread cannot be started, the others do its part.
            for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
                _ = thread::Builder::new().spawn_scoped(scope, touch);
            }
            touch();
        });
    }

    /// Clears the table, using that many threads. To be called between searches.
    pub fn clear(&self, threads: usize) {
        if !self.used.swap(false, Ordering::Relaxed) {
            return;
        }
        self.generation.store(1, Ordering::Relaxed);
        // In a browser a thread costs more than it could save.
        let threads = if cfg!(target_family = "wasm") { 1 } else { threads.max(1) };
        let wipe = |part: &[AtomicU64]| part.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        thread::scope(|scope| {
            let mut parts = self.words.chunks(self.words.len().div_ceil(threads));
            let own = parts.next().unwrap_or_default();
            for part in parts {
                if thread::Builder::new().spawn_scoped(scope, move || wipe(part)).is_err() {
                    wipe(part);
                }
            }
            wipe(own);
        });
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub fn age(&self) {
        self.used.store(true, Ordering::Relaxed);
        // Never 0, which marks empty entries.
        let next = self.generation.load(Ordering::Relaxed) % (GENERATIONS - 1) + 1;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Index of the bucket's first word: the high bits of the key scaled to the number of buckets.
    fn start(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * WORDS
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let start = self.start(key);
        &self.words[start..start + WORDS]
    }

    /// Prefetches the bucket of a key that will be probed soon.
    pub fn prefetch(&self, key: u64) {
        self.words.prefetch(self.start(key));
    }

    /// The entry for this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|words| load(words, key))
    }

    /// Stores an entry. Replacement: the entry of the same position first, else that of the bucket with the lowest depth minus four
    /// times its age.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        let mut lowest = i32::MAX;
        for words in self.bucket(key).chunks_exact(2) {
            let data = words[1].load(Ordering::Relaxed);
            if let Some(old) = load(words, key) {
                // A clearly deeper entry of this search is not overwritten by a mere bound.
                let fresh = generation_of(data) == generation;
                let is_less = entry.bound != Some(Bound::Exact) && i32::from(entry.depth) + 3 < i32::from(old.depth);
                if fresh && is_less {
                    return;
                }
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                entry.evaluation = entry.evaluation.or(old.evaluation);
                victim = Some(words);
                break;
            }
            let age = (generation + GENERATIONS - 1 - generation_of(data)) % (GENERATIONS - 1);
            let priority = if data == 0 { i32::MIN } else { depth_of(data) - 4 * i32::from(age) };
            if priority < lowest {
                lowest = priority;
                victim = Some(words);
            }
        }
        if let Some(words) = victim {
            let data = pack(entry, generation);
            words[1].store(data, Ordering::Relaxed);
            words[0].store(check(key, entry.evaluation) ^ data, Ordering::Relaxed);
        }
    }

    /// Stores a static evaluation alone, so that no position is evaluated twice.
    pub fn store_evaluation(&self, key: u64, evaluation: Value) {
        self.store(key, Entry { mv: 0, value: 0, depth: 0, bound: None, evaluation: Some(evaluation) });
    }

    /// `hashfull`: entries of this search in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.words[..(1000 / ENTRIES) * WORDS];
        let used = sample.chunks_exact(2).filter(|words| {
            let data = words[1].load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        used.count() as u32
    }
}

/// Low bits of the key that an entry stores; the highest select the bucket.
const KEY_BITS: u32 = 48;
/// Stored for positions in check, which have no static evaluation.
const NO_EVALUATION: i16 = i16::MIN;

/// The low key bits, and above them the static evaluation.
fn check(key: u64, evaluation: Option<Value>) -> u64 {
    let evaluation = evaluation.map_or(NO_EVALUATION, |value| value as i16);
    key & ((1 << KEY_BITS) - 1) | u64::from(evaluation as u16) << KEY_BITS
}

/// The entry in these words, if it belongs to this key.
fn load(words: &[AtomicU64], key: u64) -> Option<Entry> {
    let data = words[1].load(Ordering::Relaxed);
    let check = words[0].load(Ordering::Relaxed) ^ data;
    if data == 0 || (check ^ key) << (64 - KEY_BITS) != 0 {
        return None;
    }
    let evaluation = Some((check >> KEY_BITS) as u16 as i16).filter(|&value| value != NO_EVALUATION);
    Some(unpack(data, evaluation.map(Value::from)))
}

// The data word, from the lowest bit: move 32, value 16, depth 8, bound 2, generation 6. It is 0 only where nothing was stored.

fn pack(entry: Entry, generation: u8) -> u64 {
    let value = entry.value as i16 as u16;
    u64::from(entry.mv)
        | u64::from(value) << 32
        | u64::from(entry.depth) << 48
        | u64::from(entry.bound.map_or(0, |bound| bound as u8)) << 56
        | u64::from(generation) << 58
}

fn unpack(data: u64, evaluation: Option<Value>) -> Entry {
    let bound = match (data >> 56) & 3 {
        1 => Some(Bound::Upper),
        2 => Some(Bound::Lower),
        3 => Some(Bound::Exact),
        _ => None,
    };
    let value = Value::from((data >> 32) as u16 as i16);
    Entry { mv: data as u32, value, depth: (data >> 48) as u8, bound, evaluation }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(mv: u32, value: Value, depth: u8) -> Entry {
        Entry { mv, value, depth, bound: Some(Bound::Exact), evaluation: Some(-value / 2) }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = TranspositionTable::try_new(1).expect("a megabyte");
        let mut key = 0x9E37_79B9_7F4A_7C15_u64;
        for n in 1..100 {
            key = key.rotate_left(7).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            let stored = entry(n, -31_999 + n as Value, n as u8);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
            assert_eq!(table.probe(!key), None);
        }
        assert!(table.hashfull() < 50);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::try_new(1).expect("a megabyte");
        // Keys with the same high bits share a bucket.
        for low in 1..=4 {
            table.store(low, entry(1, 0, 10 + low as u8));
        }
        table.store(5, entry(1, 0, 1));
        assert_eq!(table.probe(1), None, "the shallowest made room");
        assert!(table.probe(5).is_some());
        for _ in 0..5 {
            table.age();
        }
        table.store(6, entry(1, 0, 1));
        table.store(7, entry(1, 0, 1));
        assert!(table.probe(6).is_some() && table.probe(7).is_some(), "age counts more than depth");
    }

    #[test]
    fn a_move_outlives_a_later_entry_without_one() {
        let table = TranspositionTable::try_new(1).expect("a megabyte");
        table.store(9, entry(77, 5, 3));
        table.store(9, entry(0, 6, 4));
        assert_eq!(table.probe(9).map(|found| (found.mv, found.value)), Some((77, 6)));
    }

    #[test]
    fn an_evaluation_is_kept_alone_and_beside_everything_else() {
        let table = TranspositionTable::try_new(1).expect("a megabyte");
        table.store_evaluation(9, -25_000);
        let alone = table.probe(9).expect("it was stored");
        assert_eq!((alone.evaluation, alone.bound, alone.mv), (Some(-25_000), None, 0));
        assert_eq!(alone.cutoff(-1, 1, 3), None);
        table.store(9, Entry { evaluation: None, ..entry(77, 5, 3) });
        assert_eq!(table.probe(9), Some(Entry { evaluation: Some(-25_000), ..entry(77, 5, 3) }));
        table.store(10, Entry { evaluation: None, ..entry(77, 5, 3) });
        assert_eq!(table.probe(10).and_then(|found| found.evaluation), None);
    }

    #[test]
    fn nothing_is_left_after_clearing() {
        let table = TranspositionTable::try_new(1).expect("a megabyte");
        const KEYS: u64 = if cfg!(miri) { 100 } else { 5_000 };
        let keys = || (1..KEYS).map(|n| u64::MAX / KEYS * n);
        for threads in [1, 3] {
            table.age();
            keys().for_each(|key| table.store(key, entry(1, 0, 1)));
            assert!(table.hashfull() > 0);
            table.clear(threads);
            assert!(keys().all(|key| table.probe(key).is_none()));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where the system says no")]
    fn no_memory_is_no_table() {
        assert!(TranspositionTable::try_new(usize::MAX).is_none());
        assert!(TranspositionTable::try_new(1 << 40).is_none());
    }
}
